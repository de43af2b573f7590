/* Tasks of grades, and comparisons, in played games: seats, faults, games that come again. */
#include "contest/contest.h"

#include "cmocka_includes.h"
#include "contest/duel.h"
#include "making.h"
#include <stdlib.h>

/* ---- bots made up for this ---- */

static void *make_nothing(const struct th_game *game, const struct th_options *o,
                          struct th_error *e) {
    (void)game, (void)o, (void)e;
    static char nothing;
    return &nothing;
}

static int choose_nonsense(void *self, const struct th_ask *ask) {
    (void)self, (void)ask;
    return 9999;
}

static const struct th_bot_kind nonsense = {
    .name = "nonsense", .make = make_nothing, .choose = choose_nonsense};

/* ---- playing ---- */

enum { BOTS_MAX = 6 };

struct setting {
    struct th_spec game;
    struct th_arena_player player[BOTS_MAX];
    struct plan plan;
    struct exam exam;
    struct duel duel;
};

/* "nonsense" is the bot above. */
static void make_contest(struct setting *c, const char *game, const char *const bots[], int count) {
    struct th_error e = {""};
    const struct th_game *g = th_game_find(game, &c->game, &e);
    for (int i = 0; i < count; i++) {
        struct th_spec spec;
        const bool faulty = bots[i] == NULL;
        c->player[i].kind = faulty ? &nonsense : th_bot_find(g, bots[i], &spec, &e);
        if (c->player[i].kind == NULL) fail_msg("%s", e.text);
        if (!faulty) c->player[i].options = spec.options;
    }
    c->plan = (struct plan){.game = g,
                            .game_options = &c->game.options,
                            .seats = th_game_seats(g, &c->game.options, &e),
                            .bot = c->player,
                            .bots = count,
                            .seed = th_seed_of(1),
                            .threads = 2,
                            .max_turns = 4000};
}

static bool count_exam(void *context, const struct series_block *b) {
    struct setting *c = context;
    return exam_count(&c->exam, &c->plan, b);
}

static bool count_duel(void *context, const struct series_block *b) {
    struct setting *c = context;
    return duel_count(&c->duel, b);
}

/* The first bot against the others. */
static void play_exam(struct setting *c, double require, uint64_t games) {
    struct th_error e = {""};
    struct line_up l = {{0, 1, 2, 3}};
    assert_true(exam_make(&c->exam, &l, c->plan.seats, require, 0.95, &e));
    exam_set(&c->exam, &c->plan, games);
    const struct series s = {.plan = &c->plan, .count = count_exam, .context = c};
    if (series_play(&s, &e) != SERIES_COMPLETE) fail_msg("%s", e.text);
}

static void play_duel(struct setting *c, int others, uint64_t games) {
    struct th_error e = {""};
    assert_true(duel_make(&c->duel, c->plan.seats, others, 0, 10, 0.05, 0.05, &e));
    c->plan.fixture = c->duel.fixture;
    c->plan.fixtures = c->duel.fixtures;
    c->plan.line_ups = c->duel.line_ups;
    c->plan.games = games;
    c->duel.plan = &c->plan;
    const struct series s = {.plan = &c->plan, .count = count_duel, .context = c};
    if (series_play(&s, &e) != SERIES_COMPLETE) fail_msg("%s", e.text);
}

/* ---- verdicts ---- */

static void the_stronger_passes_and_the_weaker_fails(void **state) {
    (void)state;
    struct setting c;
    make_contest(&c, "cantstop:players=2", (const char *const[]){"hard", "random"}, 2);
    play_exam(&c, 0.6, 100000);
    assert_int_equal(c.exam.verdict, BETS_AT_LEAST);
    exam_drop(&c.exam);
    make_contest(&c, "cantstop:players=2", (const char *const[]){"random", "hard"}, 2);
    play_exam(&c, 0.6, 100000);
    assert_int_equal(c.exam.verdict, BETS_BELOW);
    exam_drop(&c.exam);
}

/* Six blocks of four seats: the orders of all others behind the first. */
static void a_task_is_played_in_all_orders_of_the_seats(void **state) {
    (void)state;
    struct setting c;
    make_contest(&c, "cantstop", (const char *const[]){"hard", "medium", "easy", "random"}, 4);
    const struct line_up l = {{0, 1, 2, 3}};
    struct th_error e;
    assert_true(exam_make(&c.exam, &l, 4, 0.5, 0.95, &e));
    exam_set(&c.exam, &c.plan, 23);
    assert_true(c.plan.games == 24 && c.plan.fixtures == 1 && c.plan.line_ups == 1);
    bool seen[256] = {false};
    int orders = 0;
    for (uint64_t round = 0; round < 6; round++)
        for (int game = 0; game < 4; game++) {
            const struct series_block b = {.round = round, .games = 4};
            int order = 0;
            for (int seat = 0; seat < 4; seat++)
                order = 4 * order + plan_bot(&c.plan, &b, game, seat);
            orders += !seen[order];
            seen[order] = true;
        }
    assert_int_equal(orders, 24);
    exam_drop(&c.exam);
}

/* ---- faults ---- */

static void a_bot_that_answers_nonsense_fails_and_is_told_so(void **state) {
    (void)state;
    struct setting c;
    make_contest(&c, "kittens", (const char *const[]){NULL, "random"}, 2);
    play_exam(&c, 0.5, 1000);
    assert_int_equal(c.exam.verdict, BETS_BELOW);
    assert_true(c.exam.faults[0] == c.exam.games && c.exam.faults[1] == 0);
    exam_drop(&c.exam);
}

static void faults_of_opponents_are_theirs(void **state) {
    (void)state;
    struct setting c;
    make_contest(&c, "cantstop", (const char *const[]){"hard", "easy", NULL, "medium"}, 4);
    play_exam(&c, 0.2, 400);
    assert_true(c.exam.faults[2] > 0 && c.exam.faults[2] == c.exam.games);
    assert_true(c.exam.faults[0] + c.exam.faults[1] + c.exam.faults[3] == 0);
    exam_drop(&c.exam);
}

static void faults_in_a_comparison_are_counted_by_bot(void **state) {
    (void)state;
    struct setting c;
    make_contest(&c, "kittens", (const char *const[]){"random", NULL}, 2);
    play_duel(&c, 0, 20);
    assert_true(c.duel.faults[DUEL_OLD] == c.duel.games && c.duel.faults[DUEL_NEW] == 0);
    assert_true(c.duel.won[DUEL_NEW] == (double)c.duel.games);
    duel_drop(&c.duel);
    make_contest(&c, "kittens", (const char *const[]){"random", "v1", NULL}, 3);
    play_duel(&c, 1, 40);
    assert_true(c.duel.faults[2] == c.duel.games && c.duel.games == 40);
    assert_true(c.duel.faults[DUEL_NEW] + c.duel.faults[DUEL_OLD] == 0);
    duel_drop(&c.duel);
}

/* ---- games that come again ---- */

static void a_task_of_bots_that_never_vary_is_never_sure(void **state) {
    (void)state;
    struct setting c;
    make_contest(&c, "y:size=4", (const char *const[]){"minimax:depth=2", "minimax:depth=1"}, 2);
    play_exam(&c, 0.1, 100000);
    assert_true(exam_is_stale(&c.exam) && c.exam.verdict == BETS_NOT_SURE);
    assert_true(c.exam.scores.count == 1 && c.exam.distinct.count <= 2);
    assert_true(c.exam.games == 2 * (1 + DISTINCT_STALE_BLOCKS));
    exam_drop(&c.exam);
}

static void random_plies_make_the_same_bots_vary(void **state) {
    (void)state;
    struct setting c;
    make_contest(&c, "y:size=5", (const char *const[]){"minimax:depth=2", "minimax:depth=1"}, 2);
    c.plan.random_plies = 3;
    play_exam(&c, 0.05, 2000);
    assert_int_equal(c.exam.verdict, BETS_AT_LEAST);
    assert_true(c.exam.scores.count > 1 && c.exam.distinct.count > 2);
    exam_drop(&c.exam);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stronger_passes_and_the_weaker_fails),
        cmocka_unit_test(a_task_is_played_in_all_orders_of_the_seats),
        cmocka_unit_test(a_bot_that_answers_nonsense_fails_and_is_told_so),
        cmocka_unit_test(faults_of_opponents_are_theirs),
        cmocka_unit_test(faults_in_a_comparison_are_counted_by_bot),
        cmocka_unit_test(a_task_of_bots_that_never_vary_is_never_sure),
        cmocka_unit_test(random_plies_make_the_same_bots_vary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
