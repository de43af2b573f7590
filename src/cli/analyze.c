/* Every legal move of a position with what it is worth, best first. */
#include "commands.h"
#include "core/text.h"
#include "describe.h"
#include "interrupt.h"
#include "judging.h"
#include "table.h"
#include "tahur/registry.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    JUDGING_FLAGS("bot", "games", "1000",
                  "rollouts of each move, all with the same luck, move by move"),
    {0},
};

enum { LINE_BYTES = 256 };

struct analysis {
    const struct th_game *game;
    const char *spec;
    const struct th_state *state;
    struct th_state *room;
    th_action legal[TH_LEGAL_MAX];
    int n, seat;
    int rank[TH_LEGAL_MAX]; /* places, best first */
    struct judge_opinion opinion;
};

static const struct verdicts *verdicts(const struct analysis *x) {
    return &x->opinion.verdicts;
}

static double value(const struct analysis *x, int place) {
    return verdicts(x)->of[place].value[x->seat];
}

/* Best first; what was not looked at comes last. */
static void sort(struct analysis *x) {
    for (int i = 0; i < x->n; i++) {
        int k = i;
        while (k > 0 &&
               (isnan(value(x, x->rank[k - 1])) || value(x, i) > value(x, x->rank[k - 1]) ||
                (i == verdicts(x)->best && value(x, i) >= value(x, x->rank[k - 1])))) {
            x->rank[k] = x->rank[k - 1];
            k--;
        }
        x->rank[k] = i;
    }
}

static const char *action_text(const struct analysis *x, int place, char out[TH_ACTION_BYTES]) {
    return x->game->action_text(x->state, x->legal[place], out, TH_ACTION_BYTES);
}

/* What the bot expects to follow the action, in the game's notation. */
static const char *line_text(const struct analysis *x, int place, char out[LINE_BYTES]) {
    char action[TH_ACTION_BYTES];
    size_t used = 0;
    out[0] = 0;
    if (x->opinion.thoughts == NULL) return out;
    const struct th_thought *of = &x->opinion.thoughts->of[place];
    memcpy(x->room, x->state, x->game->state_size);
    /* A library's thoughts may be nonsense. */
    for (int i = 0; i < of->line_n && th_is_possible(x->game, x->room, of->line[i]); i++) {
        x->game->action_text(x->room, of->line[i], action, sizeof action);
        x->game->apply(x->room, of->line[i]);
        if (i == 0) continue; /* the action itself has a column of its own */
        const int wrote =
            snprintf(out + used, LINE_BYTES - used, "%s%s", i > 1 ? "; " : "", action);
        if (wrote < 0 || (size_t)wrote >= LINE_BYTES - used) {
            out[used] = 0; /* as much as there is room for, whole moves only */
            break;
        }
        used += (size_t)wrote;
    }
    return out;
}

/* ---- for people ---- */

static void print_way(const struct analysis *x, const struct judging *j) {
    char games[27];
    const struct verdicts *v = verdicts(x);
    printf("seat %d to move; ", x->seat);
    if (x->opinion.way == JUDGED_EXACTLY) {
        printf("exact, by perfect play\n");
    } else if (x->opinion.way == JUDGED_BY_SEARCH) {
        printf("by what %s thinks", j->bot);
        if (x->opinion.thoughts != NULL && x->opinion.thoughts->depth > 0)
            printf(", %d plies ahead", x->opinion.thoughts->depth);
        if (x->opinion.thoughts != NULL && x->opinion.thoughts->reach != NULL)
            printf(", %s", x->opinion.thoughts->reach);
        printf("\n");
    } else if (!v->varied) {
        printf("one game of %s each: nothing in them is left to chance\n", j->bot);
    } else {
        printf("%s rollouts of each move by %s, all with the same luck\n",
               text_thousands(v->games, games), j->bot);
        if (!isnan(v->reduction))
            printf("(one-step luck taken off: it makes the variance %.1f times smaller)\n",
                   v->reduction);
    }
    printf("\n");
}

/* Whether there are standard errors to tell. */
static bool has_errors(const struct analysis *x) {
    const struct verdicts *v = verdicts(x);
    for (int i = 0; i < x->n; i++)
        if (v->of[i].error[x->seat] > 0) return true;
    return false;
}

/* A share with its unit, or nothing where it is unknown. */
static void add_share(struct table *t, double share) {
    if (isnan(share))
        table_add(t, "%s", "");
    else
        table_add(t, "%.2f %%", 100 * share);
}

static void print_moves(const struct analysis *x) {
    const struct verdicts *v = verdicts(x);
    const struct th_thoughts *t = x->opinion.thoughts;
    const bool rolled = has_errors(x);
    const bool own = t != NULL && t->own != NULL, lines = t != NULL && t->depth > 0;
    char align[8] = "lr", action[TH_ACTION_BYTES], line[LINE_BYTES];
    strcat(align, rolled ? "rrr" : "r");
    if (own) strcat(align, "r");
    if (lines) strcat(align, "l");
    struct table table = table_start(align);
    table_add(&table, "move");
    table_add(&table, "wins");
    if (rolled) table_add(&table, "± s.e.");
    table_add(&table, "behind");
    if (rolled) table_add(&table, "± s.e.");
    if (own) table_add(&table, "%s", t->own);
    if (lines) table_add(&table, "expected then");
    for (int k = 0; k < x->n; k++) {
        const int i = x->rank[k];
        const struct verdict_gap gap = verdicts_gap(v, v->best, i);
        table_add(&table, "%s", action_text(x, i, action));
        if (isnan(value(x, i)))
            table_add(&table, "hardly tried");
        else
            table_add(&table, "%.2f %%", 100 * value(x, i));
        if (rolled) add_share(&table, isnan(value(x, i)) ? NAN : v->of[i].error[x->seat]);
        add_share(&table, i == v->best ? NAN : gap.mean);
        if (rolled) add_share(&table, i == v->best || isnan(gap.mean) ? NAN : gap.error);
        if (own && isnan(t->of[i].own))
            table_add(&table, "%s", "");
        else if (own)
            table_add(&table, "%.*f", t->of[i].own == round(t->of[i].own) ? 0 : 3, t->of[i].own);
        if (lines) table_add(&table, "%s", line_text(x, i, line));
    }
    table_end(&table, 2, stdout);
}

/* How many moves cannot be told apart from the best one. */
static int level(const struct analysis *x) {
    const struct verdicts *v = verdicts(x);
    int count = 0;
    for (int i = 0; i < x->n; i++)
        count += i != v->best && !isnan(value(x, i)) && !verdicts_better(v, v->best, i);
    return count;
}

static void print_conclusion(const struct analysis *x) {
    const struct verdicts *v = verdicts(x);
    char action[TH_ACTION_BYTES];
    const int others = level(x);
    if (x->n == 1) {
        printf("\nThere is no choice.\n");
        return;
    }
    printf("\n%s is best", action_text(x, v->best, action));
    if (others == 0) {
        printf(x->opinion.way == JUDGED_BY_ROLLOUTS && v->varied ? ", beyond doubt (99 %%).\n"
                                                                 : ".\n");
        return;
    }
    printf(x->opinion.way == JUDGED_EXACTLY ? ", and as good are "
                                            : ", but cannot be told apart from ");
    int told = 0;
    for (int k = 0; k < x->n; k++) {
        const int i = x->rank[k];
        if (i == v->best || isnan(value(x, i)) || verdicts_better(v, v->best, i)) continue;
        if (++told > 5) break;
        printf("%s%s", told > 1 ? ", " : "", action_text(x, i, action));
    }
    if (others > 5) printf(" and %d more", others - 5);
    printf(x->opinion.way == JUDGED_BY_ROLLOUTS ? ": more --games would help, or a smaller "
                                                  "--until.\n"
                                                : ".\n");
}

/* What chance can do next, exactly, as far as the seat can know. */
static const char *odds_text(const struct analysis *x, char out[TH_PICTURE_BYTES]) {
    if (x->game->odds == NULL) return NULL;
    memcpy(x->room, x->state, x->game->state_size);
    if (x->game->view != NULL) x->game->view(x->state, x->seat, x->room);
    return x->game->odds(x->room, out, TH_PICTURE_BYTES);
}

static void print_odds(const struct analysis *x) {
    char text[TH_PICTURE_BYTES];
    const char *odds = odds_text(x, text);
    if (odds != NULL) printf("\nExactly, %s", odds);
}

/* ---- for programs ---- */

static json_t *number(double x) {
    return isnan(x) ? json_null() : json_real(x);
}

static json_t *move_json(const struct analysis *x, int i) {
    const struct verdicts *v = verdicts(x);
    const struct th_thoughts *t = x->opinion.thoughts;
    const struct verdict_gap gap = verdicts_gap(v, v->best, i);
    char action[TH_ACTION_BYTES], line[LINE_BYTES];
    json_t *told = i == v->best || isnan(value(x, i))
                       ? json_null()
                       : json_boolean(verdicts_better(v, v->best, i));
    json_t *values = json_array();
    for (int s = 0; s < v->seats; s++) json_array_append_new(values, number(v->of[i].value[s]));
    json_t *move = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "action", action_text(x, i, action), "value",
        number(value(x, i)), "error", number(v->of[i].error[x->seat]), "values", values, "behind",
        number(gap.mean), "behind_error", number(gap.error), "told_apart", told);
    if (t != NULL && t->own != NULL) json_object_set_new(move, "own", number(t->of[i].own));
    if (t != NULL && t->depth > 0)
        json_object_set_new(move, "line", json_string(line_text(x, i, line)));
    return move;
}

static void print_analysis_json(const struct analysis *x, const struct judging *j) {
    static const char *const ways[] = {"exact", "search", "rollouts"};
    const struct verdicts *v = verdicts(x);
    char position[TH_POSITION_BYTES], action[TH_ACTION_BYTES];
    json_t *moves = json_array();
    for (int k = 0; k < x->n; k++) json_array_append_new(moves, move_json(x, x->rank[k]));
    json_t *json = json_pack("{s:s, s:s, s:i, s:s, s:s, s:o}", "game", x->spec, "position",
                             x->game->position_text(x->state, position, sizeof position), "seat",
                             x->seat, "by", ways[x->opinion.way], "best",
                             action_text(x, v->best, action), "moves", moves);
    if (x->opinion.way != JUDGED_EXACTLY) json_object_set_new(json, "bot", json_string(j->bot));
    if (x->opinion.way == JUDGED_BY_ROLLOUTS) {
        json_object_set_new(json, "games", json_integer(v->games));
        json_object_set_new(json, "varied", json_boolean(v->varied));
        json_object_set_new(json, "variance_reduction", number(v->reduction));
    }
    char odds[TH_PICTURE_BYTES];
    if (odds_text(x, odds) != NULL) json_object_set_new(json, "odds", json_string(odds));
    if (x->opinion.thoughts != NULL && x->opinion.thoughts->own != NULL)
        json_object_set_new(json, "own_is", json_string(x->opinion.thoughts->own));
    print_json(json);
}

/* ---- the command ---- */

static bool analyze(struct analysis *x, const struct judging *j, struct th_error *e) {
    x->seat = x->game->mover(x->state);
    x->n = x->game->legal(x->state, x->legal);
    if (!judge_actions(j->judge, x->state, x->legal, x->n, &x->opinion, e)) return false;
    sort(x);
    return true;
}

/* A position that waits for chance: what it is worth to every seat, and what chance can do. */
static bool tell_chance(struct analysis *x, const struct judging *j, bool json,
                        struct th_error *e) {
    double chance[TH_SEATS_MAX];
    char way[JUDGING_WAY_BYTES], odds[TH_PICTURE_BYTES];
    const int seats = x->game->seats(x->state);
    x->seat = x->game->luck_of(x->state);
    if (!judge_state(j->judge, x->state, chance, e)) return false;
    const char *exactly = odds_text(x, odds);
    if (json) {
        json_t *values = json_array();
        for (int i = 0; i < seats; i++) json_array_append_new(values, json_real(chance[i]));
        print_json(json_pack("{s:s, s:n, s:s, s:o, s:s*}", "game", x->spec, "seat", "by",
                             judging_way(j, way), "values", values, "odds", exactly));
        return true;
    }
    printf("chance moves; by %s\n\n", judging_way(j, way));
    struct table table = table_start("lr");
    for (int i = 0; i < seats; i++) {
        table_add(&table, "seat %d", i);
        add_share(&table, chance[i]);
    }
    table_end(&table, 2, stdout);
    if (exactly != NULL) printf("\nExactly, %s", exactly);
    return true;
}

static int run_here(const struct arguments *a, struct analysis *x, const struct th_spec *spec,
                    struct th_error *e) {
    struct judging j;
    const atomic_bool *stop = interrupt_watch();
    const bool json = th_options_number(&a->flags, "json") != 0;
    int status = STATUS_USAGE;
    if (x->game->mover(x->state) == TH_OVER) {
        th_fail(e, "the game is over in this position");
        return STATUS_USAGE;
    }
    if (judging_open(&j, x->game, &spec->options, a, (struct judging_names){"bot", "games"}, stop,
                     e)) {
        const bool chance = x->game->mover(x->state) == TH_CHANCE;
        const bool ok = chance ? tell_chance(x, &j, json, e) : analyze(x, &j, e);
        status = ok ? STATUS_OK : STATUS_FAILED;
        if (ok && !chance && json) {
            print_analysis_json(x, &j);
        } else if (ok && !chance) {
            print_way(x, &j);
            print_moves(x);
            print_conclusion(x);
            print_odds(x);
        }
    }
    judging_close(&j);
    return status == STATUS_FAILED && atomic_load(stop) ? interrupt_stopped("analyze") : status;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    struct analysis *x = calloc(1, sizeof *x);
    int status = STATUS_USAGE;
    if (x == NULL)
        th_fail(e, "out of memory");
    else if ((x->game = th_game_find(a->positional[0], &spec, e)) != NULL) {
        struct th_state *s = th_state_new(x->game, &spec.options, e);
        x->room = s != NULL ? th_state_new(x->game, &spec.options, e) : NULL;
        x->state = s;
        x->spec = spec.text;
        if (x->room != NULL && (a->count < 2 || x->game->parse_position(s, a->positional[1], e)))
            status = run_here(a, x, &spec, e);
        free(s);
        free(x->room);
    }
    free(x);
    return status;
}

const struct command analyze_command = {
    .name = "analyze",
    .positional = "GAME [POSITION]",
    .summary = "every legal move of a position with what it is worth, best first",
    .details =
        "A move's worth is the chance of winning behind it, of the seat in turn. Rollouts are\n"
        "games that the bot plays on in every seat; all moves are played with the same luck\n"
        "(dice, cards, guesses at what is hidden), so that few games tell them apart, and the\n"
        "luck of single events is taken off where the game can judge it. Two moves count as\n"
        "told apart when their difference is beyond 2.576 standard errors (99 %).\n"
        "docs/analysis.md tells how the figures are made.",
    .flags = flags,
    .min = 1,
    .max = 2,
    .examples = "  tahur analyze y:size=5\n"
                "  tahur analyze parchis --bot alphabeta:depth=5\n"
                "  tahur analyze cantstop:players=2 --games 20000 \\\n"
                "    '2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6'\n"
                "  tahur analyze kittens --until 0.002",
    .run = run,
};
