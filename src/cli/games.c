/* What games there are, and all that programs need to know of one: its actions and the numbers that
 * describe a decision. */
#include "commands.h"
#include "describe.h"
#include "look.h"
#include "table.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
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
    return c->game->observation_name(c->start, i, out, TH_OBSERVATION_NAME_BYTES);
}

/* ---- for programs ---- */

static json_t *game_json(const struct th_game *g) {
    json_t *metrics = json_array();
    for (const struct th_metric *m = g->metrics; m != NULL && m->name != NULL; m++)
        json_array_append_new(metrics, json_pack("{s:s, s:s}", "name", m->name, "help", m->help));
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:o, s:o}", "game", g->name, "title", g->title,
                     "summary", g->summary, "rules_version", g->rules_version, "min_players",
                     g->min_seats, "max_players", g->max_seats, "options",
                     describe_options_json(g->options), "metrics", metrics);
}

static json_t *observation_json(const struct chosen *c) {
    json_t *list = json_array();
    for (int i = 0; i < c->game->observations(c->start); i++) {
        char name[TH_OBSERVATION_NAME_BYTES];
        json_array_append_new(list,
                              json_pack("{s:i, s:s, s:s}", "at", i, "name", number_name(c, i, name),
                                        "meaning", c->game->observation_meaning(c->start, i)));
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
    if (g->observe != NULL) {
        json_object_set_new(json, "observation_count", json_integer(g->observations(c->start)));
        json_object_set_new(json, "observation_layout", json_string(g->observation_layout));
    }
    if (observation) json_object_set_new(json, "observation", observation_json(c));
    if (actions) json_object_set_new(json, "actions", actions_json(c));
    print_json(json);
}

/* ---- for people ---- */

static void print_game(const struct th_game *g) {
    print_folded(stdout, "%s: %s, %s (rules version %s)\n", g->name, g->title, g->summary,
                 g->rules_version);
    printf("  options:\n");
    describe_options(g->options);
    if (g->metrics != NULL) printf("  what the arena measures:\n");
    for (const struct th_metric *m = g->metrics; m != NULL && m->name != NULL; m++)
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
    if (g->observe == NULL) return;
    print_folded(stdout,
                 "  for learning a decision is %d numbers, layout “%s”:\n"
                 "    tahur games %s --observation\n",
                 g->observations(c->start), g->observation_layout, spec);
}

/* A line for each run of numbers with the same meaning. */
static void print_observation(const struct chosen *c) {
    const struct th_game *g = c->game;
    const int n = g->observations(c->start);
    struct table t = table_start("rll");
    print_folded(stdout, "%s: %d numbers from the point of view of a seat, layout “%s”\n",
                 c->spec.text, n, g->observation_layout);
    table_add(&t, "at");
    table_add(&t, "name");
    table_add(&t, "meaning");
    for (int i = 0, last; i < n; i = last + 1) {
        char first_name[TH_OBSERVATION_NAME_BYTES], last_name[TH_OBSERVATION_NAME_BYTES];
        const char *meaning = g->observation_meaning(c->start, i);
        for (last = i; last + 1 < n;)
            if (g->observation_meaning(c->start, ++last) != meaning) {
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
        if (observation && c.game->observe == NULL)
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
    .summary = "the games, with their options; of one game, its actions and observations too",
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
