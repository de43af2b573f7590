/* The games and the bots, with their options; and all that programs need to know of a game: its
 * actions and the numbers that describe a decision. */
#include "command.h"
#include "core/facets.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include "terminal.h"
#include <stdio.h>
#include <stdlib.h>

static const struct th_option flags[] = {
    {"observation", TH_SWITCH, 0, 1, "0", NULL,
     "of a game: the numbers that describe a decision for learning, with their names and meanings"},
    {"actions", TH_SWITCH, 0, 1, "0", NULL,
     "of a game: the actions by their numbers, as they are written"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

/* ---- options ---- */

/* Two lines an option: what it means, what it accepts. */
static void describe_options(const struct th_option *options) {
    for (const struct th_option *o = options; o != NULL && o->name != NULL; o++) {
        char accepted[200];
        print_wrapped(o->help, printf("    %-12s ", o->name), 17);
        if (o->kind == TH_TEXT || o->kind == TH_REST) continue; /* its help says what it accepts */
        print_folded(stdout, "%17s%s\n", "", th_option_describe(o, accepted, sizeof accepted));
    }
}

/* [{"name","accepts","default","help"}…] */
static json_t *describe_options_json(const struct th_option *options) {
    json_t *list = json_array();
    for (const struct th_option *o = options; o != NULL && o->name != NULL; o++) {
        struct th_option without_default = *o;
        without_default.initial = NULL;
        char accepted[200];
        th_option_describe(&without_default, accepted, sizeof accepted);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s?, s:s}", "name", o->name, "accepts",
                                              accepted, "default", o->initial, "help", o->help));
    }
    return list;
}

/* ---- games ---- */

/* ---- a game with its options ---- */

struct chosen {
    const struct th_game *game;
    struct th_spec spec;
    struct th_state *start;
    struct th_state *decision; /* where a seat is in turn: actions are named there */
};

/* Chance goes first in some games. What it does there does not matter for the names. */
static void go_to_decision(const struct th_game *game, struct th_state *s) {
    struct th_rng rng = th_rng_seeded(1);
    while (game->mover(s) == TH_CHANCE) game->apply(s, th_chance_pick(game, s, th_rng_next(&rng)));
}

static bool choose(struct chosen *c, const char *text, struct th_error *e) {
    *c = (struct chosen){0};
    c->game = th_game_find(text, &c->spec, e);
    if (c->game == NULL) return false;
    c->start = th_state_new(c->game, &c->spec.options, e);
    c->decision = c->start != NULL ? th_state_new(c->game, &c->spec.options, e) : NULL;
    if (c->decision == NULL) return false;
    go_to_decision(c->game, c->decision);
    return true;
}

static void drop(struct chosen *c) {
    free(c->start);
    free(c->decision);
}

static bool has_action(const struct chosen *c, int a) {
    return c->game->has_action == NULL || c->game->has_action(c->start, (th_action)a);
}

static bool is_resignation(const struct chosen *c, int a) {
    return c->game->resignation != 0 && (int)c->game->resignation == a;
}

static const char *action_text(const struct chosen *c, int a, char out[TH_ACTION_BYTES]) {
    return c->game->action_text(c->decision, (th_action)a, out, TH_ACTION_BYTES);
}

static const char *number_name(const struct chosen *c, int i, char out[TH_OBSERVATION_NAME_BYTES]) {
    return c->game->learning->observation_name(c->start, i, out, TH_OBSERVATION_NAME_BYTES);
}

/* ---- for programs ---- */

static json_t *game_json(const struct th_game *g) {
    json_t *metrics = json_array();
    for (const struct th_metric *m = metrics_of(g)->list; m != NULL && m->name != NULL; m++)
        json_array_append_new(metrics, json_pack("{s:s, s:s}", "name", m->name, "help", m->help));
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:o, s:o}", "game", g->name, "title", g->title,
                     "summary", g->summary, "rules_version", g->rules_version, "min_players",
                     g->min_seats, "max_players", g->max_seats, "options",
                     describe_options_json(g->options), "metrics", metrics);
}

static json_t *observation_json(const struct chosen *c) {
    json_t *list = json_array();
    for (int i = 0; i < c->game->learning->observations(c->start); i++) {
        char name[TH_OBSERVATION_NAME_BYTES];
        json_array_append_new(list, json_pack("{s:i, s:s, s:s}", "at", i, "name",
                                              number_name(c, i, name), "meaning",
                                              c->game->learning->observation_meaning(c->start, i)));
    }
    return list;
}

static json_t *actions_json(const struct chosen *c) {
    json_t *list = json_array();
    for (int a = 0; a < c->game->action_count; a++) {
        char text[TH_ACTION_BYTES];
        if (has_action(c, a))
            json_array_append_new(list, json_pack("{s:i, s:s, s:b}", "action", a, "text",
                                                  action_text(c, a, text), "listed",
                                                  !is_resignation(c, a)));
    }
    return list;
}

static void print_chosen_json(const struct chosen *c, bool observation, bool actions) {
    const struct th_game *g = c->game;
    json_t *json = game_json(g);
    json_object_set_new(json, "spec", json_string(c->spec.text));
    json_object_set_new(json, "players", json_integer(g->seats(c->start)));
    json_object_set_new(json, "action_count", json_integer(g->action_count));
    json_object_set_new(json, "outcome_count", json_integer(g->outcome_count));
    json_object_set_new(json, "max_legal", json_integer(g->max_legal));
    json_object_set_new(json, "chance", json_boolean(g->outcome_count > 0));
    json_object_set_new(json, "hidden_information", json_boolean(g->view != NULL));
    json_object_set_new(json, "draws", json_boolean(g->draws));
    json_object_set_new(json, "longest_game",
                        g->longest_game > 0 ? json_integer(g->longest_game) : json_null());
    if (g->learning != NULL) {
        json_object_set_new(json, "observation_count",
                            json_integer(g->learning->observations(c->start)));
        json_object_set_new(json, "observation_layout",
                            json_string(learning_of(g)->observation_layout));
    }
    if (observation) json_object_set_new(json, "observation", observation_json(c));
    if (actions) json_object_set_new(json, "actions", actions_json(c));
    print_json(json);
}

/* ---- for people ---- */

static void print_game(const struct th_game *g) {
    print_folded(stdout, "%s: %s, %s (rules version %s)\n", g->name, g->title, g->summary,
                 g->rules_version);
    print_folded(stdout, "  %s, %s, %s\n", g->outcome_count > 0 ? "chance" : "no chance",
                 g->view != NULL ? "hidden information" : "perfect information",
                 g->draws ? "draws are possible" : "no draws");
    printf("  options:\n");
    describe_options(g->options);
    if (metrics_of(g)->list != NULL) printf("  what the arena measures:\n");
    for (const struct th_metric *m = metrics_of(g)->list; m != NULL && m->name != NULL; m++)
        print_folded(stdout, "    %-23s %s\n", m->name, m->help);
}

static void print_page(const struct chosen *c) {
    const struct th_game *g = c->game;
    const char *spec = c->spec.text;
    print_game(g);
    printf("  %s has %d %s\n", spec, g->seats(c->start),
           g->seats(c->start) == 1 ? "seat" : "seats");
    print_folded(stdout,
                 "  actions are numbered 0 to %d, at most %d are legal at once:\n"
                 "    tahur games %s --actions\n",
                 g->action_count - 1, g->max_legal, spec);
    if (g->outcome_count > 0) printf("  chance has up to %d outcomes\n", g->outcome_count);
    if (g->learning == NULL) return;
    print_folded(stdout,
                 "  for learning a decision is %d numbers, layout “%s”:\n"
                 "    tahur games %s --observation\n",
                 g->learning->observations(c->start), learning_of(g)->observation_layout, spec);
}

/* A line for each run of numbers with the same meaning. */
static void print_observation(const struct chosen *c) {
    const struct th_game *g = c->game;
    const int n = g->learning->observations(c->start);
    struct table t = table_start("rll");
    print_folded(stdout, "%s: %d numbers from the point of view of a seat, layout “%s”\n",
                 c->spec.text, n, learning_of(g)->observation_layout);
    table_add(&t, "at");
    table_add(&t, "name");
    table_add(&t, "meaning");
    for (int i = 0, last; i < n; i = last + 1) {
        char first_name[TH_OBSERVATION_NAME_BYTES], last_name[TH_OBSERVATION_NAME_BYTES];
        const char *meaning = g->learning->observation_meaning(c->start, i);
        for (last = i; last + 1 < n;)
            if (g->learning->observation_meaning(c->start, ++last) != meaning) {
                last--;
                break;
            }
        number_name(c, i, first_name);
        number_name(c, last, last_name);
        if (last > i) {
            table_add(&t, "%d–%d", i, last);
            table_add(&t, "%s … %s", first_name, last_name);
        } else {
            table_add(&t, "%d", i);
            table_add(&t, "%s", first_name);
        }
        table_add(&t, "%s", meaning);
    }
    table_end(&t, 0, stdout);
    printf("--json lists every number.\n");
}

static void print_actions(const struct chosen *c) {
    struct table t = table_start("rl");
    char text[TH_ACTION_BYTES];
    int left_out = 0;
    table_add(&t, "action");
    table_add(&t, "written");
    for (int a = 0; a < c->game->action_count; a++) {
        if (!has_action(c, a)) {
            left_out++;
            continue;
        }
        table_add(&t, "%d", a);
        table_add(&t, "%s", action_text(c, a, text));
    }
    table_end(&t, 0, stdout);
    if (c->game->resignation != 0)
        print_folded(stdout, "%s is always possible, and never listed as legal.\n",
                     action_text(c, (int)c->game->resignation, text));
    if (left_out > 0)
        print_folded(stdout, "The other %d of the %d numbers stand for nothing in %s.\n", left_out,
                     c->game->action_count, c->spec.text);
}

/* ---- the command ---- */

static int run_all(bool json) {
    json_t *list = json_array();
    for (int i = 0; th_game_at(i) != NULL; i++)
        if (json)
            json_array_append_new(list, game_json(th_game_at(i)));
        else
            print_game(th_game_at(i));
    if (json)
        print_json(json_pack("{s:o}", "games", list));
    else
        json_decref(list);
    return STATUS_OK;
}

static int run_chosen(const struct chosen *c, bool observation, bool actions, bool json) {
    if (json) {
        print_chosen_json(c, observation, actions);
        return STATUS_OK;
    }
    if (observation) print_observation(c);
    if (observation && actions) printf("\n");
    if (actions) print_actions(c);
    if (!observation && !actions) print_page(c);
    return STATUS_OK;
}

static int run(const struct arguments *a, struct th_error *e) {
    const bool observation = th_options_number(&a->flags, "observation") != 0;
    const bool actions = th_options_number(&a->flags, "actions") != 0;
    const bool json = th_options_number(&a->flags, "json") != 0;
    if (a->count == 0 && !observation && !actions) return run_all(json);
    if (a->count == 0) {
        const char *flag = observation ? "observation" : "actions";
        th_fail(e, "--%s is of one game, so name it: tahur games GAME --%s", flag, flag);
        return STATUS_USAGE;
    }
    struct chosen c;
    int status = STATUS_USAGE;
    if (choose(&c, a->positional[0], e)) {
        if (observation && c.game->learning == NULL)
            th_fail(e, "%s has no observations", c.game->name);
        else
            status = run_chosen(&c, observation, actions, json);
    }
    drop(&c);
    return status;
}

const struct command games_command = {
    .name = "games",
    .positional = "[GAME]",
    .summary = "the games and their options, actions and observations",
    .details =
        "An observation is a decision as a row of numbers, for learning: what a seat sees, from "
        "its\n"
        "point of view. How many there are and what they are called may depend on the options of\n"
        "the game, and so does what the numbers of actions stand for. The text of an action never\n"
        "depends on the position.",
    .flags = flags,
    .min = 0,
    .max = 1,
    .examples = "  tahur games\n"
                "  tahur games y:size=5 --observation\n"
                "  tahur games kittens --actions",
    .run = run,
};

/* ---- bots ---- */

static const struct th_option bots_flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static void print_bot(const struct th_bot_entry *bot) {
    if (bot->stands_for != NULL) {
        print_folded(stdout, "%s: %s (%s)\n", bot->name, bot->summary, bot->stands_for);
        return;
    }
    print_folded(stdout, "%s: %s\n", bot->name, bot->summary);
    describe_options(bot->kind->options);
}

static json_t *bot_json(const struct th_bot_entry *bot) {
    if (bot->stands_for != NULL)
        return json_pack("{s:s, s:s, s:s}", "bot", bot->name, "summary", bot->summary, "stands_for",
                         bot->stands_for);
    return json_pack("{s:s, s:s, s:o}", "bot", bot->name, "summary", bot->summary, "options",
                     describe_options_json(bot->kind->options));
}

static int run_bots(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    const bool json = th_options_number(&a->flags, "json") != 0;
    json_t *list = json_array();
    struct th_bot_entry bot;
    for (int i = 0; th_bot_at(game, i, &bot); i++)
        if (json)
            json_array_append_new(list, bot_json(&bot));
        else
            print_bot(&bot);
    if (json)
        print_json(json_pack("{s:s, s:o}", "game", game->name, "bots", list));
    else
        json_decref(list);
    return STATUS_OK;
}

const struct command bots_command = {
    .name = "bots",
    .positional = "GAME",
    .summary = "the bots of a game, with every option, its range, default and meaning",
    .details = "A bot is written by its name, or with options as name:key=value,key=value.",
    .flags = bots_flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur bots cantstop",
    .run = run_bots,
};
