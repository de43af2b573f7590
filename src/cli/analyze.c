/* Every legal move of a position with what it is worth, best first. */
#include "analysis/analysis.h"
#include "analysis_command.h"
#include "command.h"
#include "core/text.h"
#include "tahur/registry.h"
#include "terminal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    JUDGING_FLAGS("1000", "rollouts of each move, all with the same luck, move by move"),
    {0},
};

/* ---- the judge, of review too ---- */

const char *const judging_controls[] = {"auto", "on", "off", NULL};
const char *const judging_ways[] = {"auto", "search", "rollouts", "exact", NULL};

bool judging_open(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct arguments *a, const th_flag *stop, struct th_error *e) {
    const struct th_options *f = &a->flags;
    struct judging_wish wish = {.by = (enum judging_by)th_options_number(f, "by"),
                                .bot = th_options_text(f, "judge"),
                                .games = th_options_number(f, "rollouts"),
                                .counted =
                                    th_options_given(f, "rollouts") || th_options_given(f, "until"),
                                .control = (enum rollouts_control)th_options_number(f, "control"),
                                .seed = (uint64_t)th_options_number(f, "seed"),
                                .threads = thread_count(f),
                                .stop = stop};
    *j = (struct judging){.judge = NULL};
    if (th_options_given(f, "until")) wish.until = arguments_decimal(a, "until");
    if (wish.counted && (wish.by == JUDGING_SEARCH || wish.by == JUDGING_EXACT) &&
        th_game_seats(game, options, e) > 1)
        return th_fail(e, "--rollouts and --until are for rollouts, not for --by %s",
                       judging_ways[wish.by]);
    return judging_make(j, game, options, &wish, e);
}

/* ---- the command ---- */

static const struct old_name old_names[] = {{"bot", "judge"}, {"games", "rollouts"}, {0}};

static const struct verdicts *verdicts(const struct analysis *x) {
    return &x->opinion.verdicts;
}

/* ---- for people ---- */

static void print_way(const struct analysis *x, const struct judging *j) {
    char games[27], line[TH_SPEC_BYTES + 400];
    struct text t = text_in(line, sizeof line);
    const struct verdicts *v = verdicts(x);
    text_add(&t, "seat %d to move; ", x->seat);
    if (x->opinion.way == JUDGED_EXACTLY) {
        text_add(&t, "exact, by perfect play\n");
    } else if (x->opinion.way == JUDGED_BY_SEARCH) {
        text_add(&t, "by what %s thinks", j->bot);
        if (x->opinion.thoughts != NULL && x->opinion.thoughts->depth > 0)
            text_add(&t, ", %d plies ahead", x->opinion.thoughts->depth);
        if (x->opinion.thoughts != NULL && x->opinion.thoughts->reach != NULL)
            text_add(&t, ", %s", x->opinion.thoughts->reach);
        text_add(&t, "\n");
    } else if (!v->varied) {
        text_add(&t, "one game of %s each: nothing in them is left to chance\n", j->bot);
    } else {
        text_add(&t, "%s rollouts of each move by %s, all with the same luck\n",
                 text_thousands(v->games, games), j->bot);
        if (!isnan(v->reduction))
            text_add(&t, "(one-step luck taken off: it makes the variance %.1f times smaller)\n",
                     v->reduction);
    }
    print_folded(stdout, "%s\n", line);
}

/* Whether there are standard errors to print. */
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
    char align[8] = "lr", action[TH_ACTION_BYTES], line[ANALYSIS_LINE_BYTES];
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
        table_add(&table, "%s", analysis_action(x, i, action));
        if (isnan(analysis_value(x, i)))
            table_add(&table, "hardly tried");
        else
            table_add(&table, "%.2f %%", 100 * analysis_value(x, i));
        if (rolled) add_share(&table, isnan(analysis_value(x, i)) ? NAN : v->of[i].error[x->seat]);
        add_share(&table, i == v->best ? NAN : gap.mean);
        if (rolled) add_share(&table, i == v->best || isnan(gap.mean) ? NAN : gap.error);
        if (own && isnan(t->of[i].own))
            table_add(&table, "%s", "");
        else if (own)
            table_add(&table, "%.*f", t->of[i].own == round(t->of[i].own) ? 0 : 3, t->of[i].own);
        if (lines) table_add(&table, "%s", analysis_line(x, i, line));
    }
    table_end(&table, 2, stdout);
}

/* How many moves cannot be distinguished from the best one. */
static int level(const struct analysis *x) {
    const struct verdicts *v = verdicts(x);
    int count = 0;
    for (int i = 0; i < x->n; i++)
        count += i != v->best && !isnan(analysis_value(x, i)) && !verdicts_better(v, v->best, i);
    return count;
}

static void print_conclusion(const struct analysis *x) {
    const struct verdicts *v = verdicts(x);
    char action[TH_ACTION_BYTES], line[8 * TH_ACTION_BYTES + 400];
    struct text t = text_in(line, sizeof line);
    const int others = level(x);
    if (x->n == 1) {
        print_folded(stdout, "\nThere is no choice.\n");
        return;
    }
    text_add(&t, "\n%s is best", analysis_action(x, v->best, action));
    if (others == 0) {
        text_add(&t, x->opinion.way == JUDGED_BY_ROLLOUTS && v->varied ? ", beyond doubt (99 %%).\n"
                                                                       : ".\n");
        print_folded(stdout, "%s", line);
        return;
    }
    text_add(&t, x->opinion.way == JUDGED_EXACTLY ? ", and as good are "
                                                  : ", but cannot be distinguished from ");
    int listed = 0;
    for (int k = 0; k < x->n; k++) {
        const int i = x->rank[k];
        if (i == v->best || isnan(analysis_value(x, i)) || verdicts_better(v, v->best, i)) continue;
        if (++listed > 5) break;
        text_add(&t, "%s%s", listed > 1 ? ", " : "", analysis_action(x, i, action));
    }
    if (others > 5) text_add(&t, " and %d more", others - 5);
    text_add(&t, x->opinion.way == JUDGED_BY_ROLLOUTS ? ": more --games would help, or a smaller "
                                                        "--until.\n"
                                                      : ".\n");
    print_folded(stdout, "%s", line);
}

static void print_odds(const struct analysis *x) {
    char text[TH_PICTURE_BYTES];
    const char *odds = analysis_odds(x, text);
    if (odds != NULL) print_folded(stdout, "\nExactly, %s", odds);
}

/* ---- the command ---- */

/* A position that waits for chance: what it is worth to every seat, and what chance can do. */
static bool tell_chance(struct analysis *x, const struct th_spec *spec, const struct judging *j,
                        bool json, struct th_error *e) {
    double chance[TH_SEATS_MAX];
    char way[JUDGING_WAY_BYTES], odds[TH_PICTURE_BYTES];
    const int seats = x->game->seats(x->state);
    x->seat = x->game->luck_of(x->state);
    if (!judge_state(j->judge, x->state, chance, e)) return false;
    const char *exactly = analysis_odds(x, odds);
    if (json) {
        json_t *values = json_array();
        for (int i = 0; i < seats; i++) json_array_append_new(values, json_real(chance[i]));
        print_json(json_pack("{s:s, s:n, s:s, s:o, s:s*}", "game", spec->text, "seat", "by",
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
    if (!th_check_view(x->game, x->state, e)) return STATUS_USAGE;
    if (judging_open(&j, x->game, &spec->options, a, stop, e)) {
        const bool chance = x->game->mover(x->state) == TH_CHANCE;
        const bool ok = chance ? tell_chance(x, spec, &j, json, e) : analysis_make(x, j.judge, e);
        status = ok ? STATUS_OK : STATUS_FAILED;
        if (ok && !chance && json) {
            print_json(analysis_json(x, spec->text, j.bot));
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
        "A move's worth is the chance of winning after it, of the seat in turn. Rollouts are\n"
        "games that the bot plays on in every seat; all moves are played with the same luck\n"
        "(dice, cards, guesses at what is hidden), so that few games distinguish them, and the\n"
        "luck of single events is taken off where the game can judge it. Two moves count as\n"
        "different when they differ with 99 % certainty for all pairs of moves together: by 2.58\n"
        "standard errors with two moves, 3.40 with six, 4.23 with thirty.\n"
        "docs/analysis.md explains how the figures are made.",
    .flags = flags,
    .old_names = old_names,
    .min = 1,
    .max = 2,
    .examples = "  tahur analyze y:size=5\n"
                "  tahur analyze parchis --judge alphabeta:depth=5\n"
                "  tahur analyze cantstop:players=2 --rollouts 20000 \\\n"
                "    '2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6'\n"
                "  tahur analyze kittens --until 0.002",
    .run = run,
};
