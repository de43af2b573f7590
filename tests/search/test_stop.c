/* Enough: whoever thinks for long ends soon when it is told to, and still answers. */
#include "analysis/judge.h"

#include "cmocka_includes.h"
#include "core/clock.h"
#include "games/y/solve.h"
#include "making.h"
#include "scale.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Processor time of all threads: how long that takes by the clock depends on what else runs. */
static double work_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* So much work may follow the flag; slow builds have more. */
static double latest(void) {
    return 0.5 * 1000 / (double)test_scale(1000);
}

/* ---- a flag that is set after a while ---- */

struct alarm_clock {
    th_flag flag;
    int milliseconds; /* until it is set; 0: 30 */
    double set_at;
    pthread_t thread;
};

static void *ring(void *argument) {
    struct alarm_clock *a = argument;
    const int wait = a->milliseconds > 0 ? a->milliseconds : 30;
    nanosleep(&(struct timespec){wait / 1000, wait % 1000 * 1000000L}, NULL);
    /* In this order: this thread may wait for a processor between the two, while others work. */
    atomic_store(&a->flag, true);
    a->set_at = work_seconds();
    return NULL;
}

static void set_alarm(struct alarm_clock *a) {
    assert_int_equal(pthread_create(&a->thread, NULL, ring, a), 0);
}

/* How much work was done since it rang; negative if it has not rung. */
static double since_alarm(struct alarm_clock *a) {
    const bool rang = th_is_set(&a->flag);
    const double now = work_seconds();
    pthread_join(a->thread, NULL);
    return rang ? fmax(now - a->set_at, 0) : -1;
}

/* ---- a position of a game, as the seat in turn sees it ---- */

struct scene {
    const struct th_game *game;
    struct th_spec spec;
    struct th_state *state, *view;
    th_action legal[TH_LEGAL_MAX];
    int n, seat;
};

/* Some random steps into a game, where somebody has a choice. */
static struct scene scene_of(const char *spec, int steps, uint64_t seed) {
    struct scene s;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(seed);
    s.game = th_game_find(spec, &s.spec, &e);
    assert_non_null(s.game);
    s.state = th_state_new(s.game, &s.spec.options, &e);
    s.view = th_state_new(s.game, &s.spec.options, &e);
    for (int k = 0;; k++) {
        s.seat = s.game->mover(s.state);
        assert_true(s.seat != TH_OVER);
        s.n = s.seat >= 0 ? s.game->legal(s.state, s.legal) : 0;
        if (s.n > 1 && k >= steps) break;
        s.game->apply(s.state, s.n > 0 ? s.legal[th_rng_below(&rng, (uint32_t)s.n)]
                                       : th_chance_pick(s.game, s.state, th_rng_next(&rng)));
    }
    memcpy(s.view, s.state, s.game->state_size);
    if (s.game->view != NULL) s.game->view(s.state, s.seat, s.view);
    return s;
}

static void drop_scene(struct scene *s) {
    free(s->state);
    free(s->view);
}

static int answer(const struct scene *s, struct bot *bot, const th_flag *stop,
                  struct th_thoughts *thoughts) {
    struct th_rng rng = th_rng_seeded(7);
    const struct th_ask ask = {s->game, s->view, s->seat, s->legal, s->n, &rng, thoughts, stop};
    if (thoughts != NULL) th_thoughts_clear(thoughts, s->n);
    if (bot->kind->begin != NULL) bot->kind->begin(bot->self, s->view, s->seat);
    return bot->kind->choose(bot->self, &ask);
}

/* ---- every bot ---- */

static struct th_thoughts thoughts;

static void every_bot_answers_when_it_is_stopped_from_the_start(void **state) {
    (void)state;
    static const char *const specs[] = {"cantstop:players=2", "y:size=6,pie=1", "kittens",
                                        "parchis", "parchis:rules=course"};
    th_flag set, not_set;
    atomic_init(&set, true);
    atomic_init(&not_set, false);
    for (size_t g = 0; g < sizeof specs / sizeof *specs; g++) {
        struct scene s = scene_of(specs[g], 1, g + 1);
        struct th_bot_entry entry;
        for (int i = 0; th_bot_at(s.game, i, &entry); i++) {
            if (entry.kind == NULL || th_bot_needs_options(entry.kind, s.game)) continue;
            struct bot bot = make_bot(s.game, entry.name);
            const double begun = work_seconds();
            const int hasty = answer(&s, &bot, &set, NULL);
            const int told = answer(&s, &bot, &set, &thoughts);
            assert_true(work_seconds() - begun < latest());
            assert_true(hasty >= 0 && hasty < s.n);
            assert_int_equal(told, hasty); /* telling what it thinks changes nothing */
            for (int k = 0; k < s.n; k++)
                assert_true(isnan(thoughts.of[k].value) ||
                            (thoughts.of[k].value >= 0 && thoughts.of[k].value <= 1));
            drop_bot(&bot);
        }
        drop_scene(&s);
    }
}

static void a_flag_that_nobody_sets_changes_nothing(void **state) {
    (void)state;
    static const char *const all[][2] = {{"y:size=7", "mcts:iterations=300"},
                                         {"y:size=7", "flat-mc:iterations=40000"},
                                         {"y:size=7", "flat-mc:iterations=2000,plain=1"},
                                         {"y:size=7", "alphabeta:depth=3"},
                                         {"y:size=5", "minimax:depth=3"},
                                         {"kittens", "mcts:iterations=300"},
                                         {"parchis", "mcts:iterations=30,playouts=3"},
                                         {"cantstop:players=2", "mcts:iterations=300"}};
    th_flag not_set;
    atomic_init(&not_set, false);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        static struct th_thoughts with;
        struct scene s = scene_of(all[i][0], 3, i + 1);
        struct bot bot = make_bot(s.game, all[i][1]);
        const int place = answer(&s, &bot, NULL, &thoughts);
        assert_int_equal(answer(&s, &bot, &not_set, &with), place);
        for (int k = 0; k < s.n; k++)
            assert_memory_equal(&with.of[k].value, &thoughts.of[k].value, sizeof(double));
        drop_bot(&bot);
        drop_scene(&s);
    }
}

static void long_searches_end_soon(void **state) {
    (void)state;
    static const char *const all[][2] = {
        {"y:size=11", "mcts:iterations=1000000000,memory=64"},
        {"y:size=11", "mcts:time=3600000,threads=2,memory=64"},
        {"y:size=19", "flat-mc:iterations=1000000000"},
        {"y:size=11", "flat-mc:iterations=1000000000,plain=1"},
        {"y:size=11", "flat-mc:time=3600000"},
        {"y:size=11", "alphabeta:depth=64"},
        {"y:size=11", "alphabeta:depth=64,threads=4"},
        {"y:size=11", "minimax:depth=64"},
        {"kittens", "mcts:iterations=1000000000,memory=64"},
        {"kittens", "mcts:playouts=100000,memory=64"},
        {"cantstop", "mcts:playouts=100000,memory=64"},
        {"parchis", "mcts:playouts=100000,memory=64"},
        {"parchis", "minimax:depth=64"},
        {"parchis", "alphabeta:depth=64"},
        {"parchis:rules=course", "alphabeta:time=3600000"},
        {"parchis:rules=course", "alphabeta:time=3600000,threads=2"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct scene s = scene_of(all[i][0], 1, i + 1);
        struct bot bot = make_bot(s.game, all[i][1]);
        struct alarm_clock alarm_clock = {.flag = false};
        set_alarm(&alarm_clock);
        const int place = answer(&s, &bot, &alarm_clock.flag, &thoughts);
        const double late = since_alarm(&alarm_clock);
        assert_true(place >= 0 && place < s.n);
        if (late < 0 || late > latest()) fail_msg("%s: %.3f s after the flag", all[i][1], late);
        drop_bot(&bot);
        drop_scene(&s);
    }
}

/* What was looked at before the flag counts: a win at once is not missed. */
static void the_best_so_far_is_what_was_found_first(void **state) {
    (void)state;
    struct scene s = scene_of("y:size=4", 0, 1);
    struct th_error e;
    const char *won = "{\"size\":4,\"turn\":0,\"layout\":\"B/BR/.RR/B.BR\"}";
    if (!s.game->parse_position(s.view, won, &e)) fail_msg("%s", e.text);
    s.n = s.game->legal(s.view, s.legal);
    s.seat = 0;
    th_flag set;
    atomic_init(&set, true);
    static const char *const bots[] = {"mcts", "alphabeta:depth=20", "alphabeta:depth=20,threads=2",
                                       "minimax:depth=20"};
    for (int i = 0; i < 4; i++) {
        struct bot bot = make_bot(s.game, bots[i]);
        struct y after = *(const struct y *)(const void *)s.view;
        y_place(&after, (int)s.legal[answer(&s, &bot, &set, NULL)]);
        if (i < 3) assert_true(after.over && after.winner == 0);
        drop_bot(&bot);
    }
    drop_scene(&s);
}

/* ---- the solver ---- */

static void the_solver_can_be_stopped_and_asked_again(void **state) {
    (void)state;
    struct th_error e;
    struct y_solver *solver = y_solver_new(9, (size_t)8 << 20, &e), *fresh;
    struct y s;
    struct alarm_clock alarm_clock = {.flag = false};
    y_start(&s, 9, 0);
    set_alarm(&alarm_clock);
    y_solver_stop_by(solver, &alarm_clock.flag);
    y_solve(solver, &s);
    assert_true(since_alarm(&alarm_clock) < latest());
    assert_true(y_solver_stopped(solver));
    y_solver_drop(solver);

    /* Stopped after so many positions: whatever it kept in its table is true. */
    solver = y_solver_new(5, (size_t)1 << 20, &e);
    fresh = y_solver_new(5, (size_t)1 << 20, &e);
    bool wins[Y_CELLS_MAX], expected[Y_CELLS_MAX];
    th_flag flag;
    y_start(&s, 5, 0);
    for (int i = 0; i < 15; i++) {
        atomic_init(&flag, i % 2 == 0);
        y_solver_stop_by(solver, &flag);
        y_solve_moves(solver, &s, wins);
        assert_true(i % 2 == 0 || !y_solver_stopped(solver));
        y_solver_stop_by(solver, NULL);
        const int count = y_solve_moves(solver, &s, wins);
        assert_int_equal(y_solve_moves(fresh, &s, expected), count);
        assert_memory_equal(wins, expected, sizeof wins);
        int cell = 0;
        while (cell < 15 && s.cell[cell] != Y_EMPTY) cell++;
        y_place(&s, cell);
        if (s.over) break;
    }
    y_solver_drop(solver);
    y_solver_drop(fresh);
}

/* ---- judges ---- */

static struct judge *judge_of(const struct scene *s, const char *spec, enum judge_by by,
                              const th_flag *stop, bool hasty) {
    struct th_spec bot;
    struct th_error e;
    struct judge_settings set = {.by = by,
                                 .rollouts = {.game = s->game,
                                              .game_options = s->spec.options,
                                              .games = 100000,
                                              .seed = 1,
                                              .max_turns = 4000,
                                              .threads = 2,
                                              .stop = stop},
                                 .hasty = hasty};
    set.rollouts.bot.kind = th_bot_find(s->game, spec, &bot, &e);
    set.rollouts.bot.options = bot.options;
    struct judge *j = judge_new(&set, &e);
    if (j == NULL) fail_msg("%s", e.text);
    return j;
}

static void judges_can_be_stopped(void **state) {
    (void)state;
    static const struct {
        const char *game, *bot;
        enum judge_by by;
        bool hasty;
    } all[] = {
        {"y:size=11", "mcts:iterations=1000000000,memory=64", JUDGE_BY_SEARCH, false},
        {"y:size=11", "mcts:iterations=1000000000,memory=64", JUDGE_BY_SEARCH, true},
        {"parchis", "alphabeta:depth=64", JUDGE_BY_SEARCH, true},
        {"kittens", "mcts:iterations=1000000000,memory=64", JUDGE_BY_ROLLOUTS, false},
        {"parchis", "random", JUDGE_BY_ROLLOUTS, false},
        {"y:size=9", "mcts:iterations=1000000000,memory=64", JUDGE_BY_ROLLOUTS, false},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct scene s = scene_of(all[i].game, 2, i + 1);
        /* In haste alpha-beta may have nothing to tell but of what it looked at. A tree search has,
         * unless the flag comes before its first iterations, as on a busy machine. */
        const bool tells = all[i].hasty && all[i].game[0] == 'y';
        bool told = false;
        for (int wait = 30; wait == 30 || (tells && !told && wait < 10000); wait *= 2) {
            struct alarm_clock alarm_clock = {.flag = false, .milliseconds = wait};
            struct judge_opinion opinion;
            struct th_error e = {""};
            struct judge *j = judge_of(&s, all[i].bot, all[i].by, &alarm_clock.flag, all[i].hasty);
            set_alarm(&alarm_clock);
            told = judge_actions(j, s.state, s.legal, s.n, &opinion, &e);
            const double late = since_alarm(&alarm_clock);
            if (late < 0 || late > latest())
                fail_msg("%s: %.3f s after the flag", all[i].bot, late);
            if (tells && told) assert_true(opinion.way == JUDGED_BY_SEARCH);
            if (!all[i].hasty) assert_false(told);
            if (!all[i].hasty) assert_string_equal(e.text, "stopped");
            judge_drop(j);
        }
        if (tells) assert_true(told);
        drop_scene(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_answers_when_it_is_stopped_from_the_start),
        cmocka_unit_test(a_flag_that_nobody_sets_changes_nothing),
        cmocka_unit_test(long_searches_end_soon),
        cmocka_unit_test(the_best_so_far_is_what_was_found_first),
        cmocka_unit_test(the_solver_can_be_stopped_and_asked_again),
        cmocka_unit_test(judges_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
