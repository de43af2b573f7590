/* The searches by values: alpha-beta against minimax, sides, forced plies, ends, table, limits,
 * threads. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pthread_setattr_default_np */
#endif
#include "cmocka_includes.h"
#include "core/clock.h"
#include "games/y/board.h"
#include "games/y/solve.h"
#include "made.h"
#include "making.h"
#include "scale.h"
#include "search/alphabeta.h"
#include "search/minimax.h"
#include "search/transposition.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const struct th_state *state_of(const struct y *s) {
    return (const struct th_state *)(const void *)s;
}

static struct alphabeta *engine_of(const struct th_game *game,
                                   const struct alphabeta_settings *settings) {
    struct th_error e;
    struct alphabeta *engine = alphabeta_new(game, settings, &e);
    if (engine == NULL) fail_msg("%s", e.text);
    return engine;
}

static struct alphabeta *engine(const struct th_game *game, size_t table_bytes, const int *weight) {
    return engine_of(game, &(struct alphabeta_settings){table_bytes, weight, .threads = 1});
}

static struct minimax *judge(const struct th_game *game) {
    struct th_error e;
    struct minimax *m = minimax_new(game, NULL, &e);
    if (m == NULL) fail_msg("%s", e.text);
    return m;
}

static struct alphabeta_result to_depth(struct alphabeta *engine, const struct th_state *s,
                                        int depth) {
    const struct alphabeta_limits limits = {.depth = depth};
    struct alphabeta_result r;
    alphabeta_search(engine, s, &limits, &r);
    return r;
}

/* A random position of Y that is not over, after at most so many plies, swap included. */
static struct y y_position(struct th_rng *rng, int size, int pie, int most_plies) {
    for (;;) {
        struct y s;
        th_action legal[TH_LEGAL_MAX];
        y_start(&s, size, pie);
        for (uint32_t plies = th_rng_below(rng, (uint32_t)most_plies + 1); plies > 0; plies--) {
            if (s.over) break;
            const int n = y_game.legal(state_of(&s), legal);
            y_game.apply((struct th_state *)(void *)&s, legal[th_rng_below(rng, (uint32_t)n)]);
        }
        if (!s.over) return s;
    }
}

/* ---- alpha-beta against minimax ---- */

/* Engines without a table, with one that is always full, and with a good one; then on threads. They
 * go on from one question to the next and forget nothing: what they remember must not change an
 * answer. */
enum { ENGINES = 6 };
static const struct alphabeta_settings kinds[ENGINES] = {
    {.table_bytes = 0},
    {.table_bytes = 1},
    {.table_bytes = 1 << 20},
    {.table_bytes = 1 << 20, .threads = 2},
    {.table_bytes = 1, .threads = 4},
    {.table_bytes = 0, .threads = 2},
};

struct bench {
    struct minimax *judge;
    struct alphabeta *engine[ENGINES];
    uint64_t judge_nodes, nodes[ENGINES];
};

static struct bench bench_of(const struct th_game *game) {
    struct bench b = {.judge = judge(game)};
    for (int i = 0; i < ENGINES; i++) b.engine[i] = engine_of(game, &kinds[i]);
    return b;
}

static void drop_bench(struct bench *b) {
    minimax_drop(b->judge);
    for (int i = 0; i < ENGINES; i++) alphabeta_drop(b->engine[i]);
}

static void forget(struct bench *b) {
    for (int i = 0; i < ENGINES; i++) alphabeta_clear(b->engine[i]);
}

/* What the principal line leads to, for the seat in turn at its beginning. */
static int value_behind(const struct th_game *game, const struct th_state *from,
                        const struct alphabeta_result *r) {
    struct search_stack w;
    struct th_error e;
    int next = game->mover(from), ply = 0;
    const int seat = next;
    assert_true(stack_make(&w, game, NULL, SEARCH_PLIES_MAX, &e));
    stack_set_root(&w, from);
    for (; ply < r->length; ply++) {
        assert_int_not_equal(next, TH_OVER);
        next = stack_push(&w, ply, r->line[ply]);
    }
    const int value =
        next == TH_OVER ? stack_terminal_value(&w, ply, seat) : stack_evaluate(&w, ply, seat);
    stack_drop(&w);
    return value;
}

static void assert_agreement(struct bench *b, const struct th_game *game, const struct th_state *s,
                             int depth) {
    th_action legal[TH_LEGAL_MAX];
    const struct minimax_result expected = minimax_search(b->judge, s, depth, NULL);
    game->legal(s, legal);
    b->judge_nodes += expected.nodes;
    for (int i = 0; i < ENGINES; i++) {
        const struct alphabeta_result r = to_depth(b->engine[i], s, depth);
        assert_int_equal(r.value, expected.value);
        assert_int_equal(r.place, expected.place);
        assert_int_equal(r.line[0], legal[r.place]);
        assert_int_equal(value_behind(game, s, &r), r.value);
        b->nodes[i] += r.nodes;
    }
}

static void alphabeta_is_minimax_in_y(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    struct bench b = bench_of(&y_game);
    for (long k = 0; k < test_scale(150); k++)
        for (int size = 3; size <= 5; size++)
            for (int depth = 1; depth <= 4; depth++) {
                const struct y s = y_position(&rng, size, (int)k & 1, y_cells(size) - 2);
                assert_agreement(&b, &y_game, state_of(&s), depth);
            }
    drop_bench(&b);
}

static void alphabeta_is_minimax_with_extra_turns_and_forced_plies(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    struct bench b = bench_of(&made_game);
    for (long k = 0; k < test_scale(1000); k++) {
        made_at_random(&rng);
        forget(&b);
        for (int entry = 0; entry < 10; entry++)
            if (made[entry].mover != TH_OVER)
                assert_agreement(&b, &made_game, made_state(entry), 1 + (int)th_rng_below(&rng, 5));
    }
    drop_bench(&b);
}

static void it_needs_a_small_part_of_the_nodes(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    struct bench b = bench_of(&y_game);
    for (int k = 0; k < 5; k++) {
        const struct y s = y_position(&rng, 6, 0, 4);
        assert_agreement(&b, &y_game, state_of(&s), 4);
    }
    assert_true(b.nodes[0] < b.judge_nodes / 25);
    assert_true(b.nodes[2] < b.nodes[0]);
    drop_bench(&b);
}

static void each_iteration_has_its_nodes(void **state) {
    (void)state;
    struct y s;
    struct alphabeta *engine_of_y = engine(&y_game, 1 << 20, NULL);
    y_start(&s, 7, 0);
    const struct alphabeta_result r = to_depth(engine_of_y, state_of(&s), 4);
    uint64_t sum = 0;
    for (int i = 1; i <= 4; i++) sum += r.nodes_at[i];
    assert_int_equal(r.depth, 4);
    assert_int_equal(r.length, 4);
    assert_true(sum == r.nodes && r.nodes_at[4] > r.nodes_at[3] && r.nodes_at[1] >= 28);
    assert_true(r.hits > 0 && r.lookups > r.hits);
    alphabeta_drop(engine_of_y);
}

/* ---- sides, forced plies, ends ---- */

/* Both searches, with the default weights, at the beginning of the table. */
static void assert_found(int depth, int value, int place) {
    struct bench b = bench_of(&made_game);
    assert_agreement(&b, &made_game, made_state(0), depth);
    const struct minimax_result r = minimax_search(b.judge, made_state(0), depth, NULL);
    assert_int_equal(r.value, value);
    assert_int_equal(r.place, place);
    drop_bench(&b);
}

static void a_seat_that_moves_again_maximises_again(void **state) {
    (void)state;
    const struct made table[] = {
        [0] = {.mover = 1, .children = 2, .child = {1, 2}},
        [1] = {.mover = 1, .children = 2, .child = {3, 4}}, /* player 1 chooses again: 7 */
        [2] = {.mover = 0, .children = 2, .child = {5, 6}}, /* player 0 chooses: 2 */
        [3] = {.mover = 0, .value = 1},
        [4] = {.mover = 1, .value = -7},
        [5] = {.mover = 0, .value = -9},
        [6] = {.mover = 1, .value = -2},
    };
    memcpy(made, table, sizeof table);
    assert_found(2, 7, 0);
}

static void forced_plies_do_not_count(void **state) {
    (void)state;
    const struct made table[] = {
        [0] = {.mover = 0, .children = 2, .child = {1, 2}},
        [1] = {.mover = 0, .value = 100, .forced = true, .children = 1, .child = {3}},
        [2] = {.mover = 1, .value = 3},
        [3] = {.mover = 1, .value = 100, .forced = true, .children = 2, .child = {4, 5}},
        [4] = {.mover = 1, .value = 5, .children = 1, .child = {6}},
        [5] = {.mover = 0, .value = 4, .children = 1, .child = {7}},
        [6] = {.mover = 0, .value = -5},
        [7] = {.mover = 0, .value = -6},
    };
    memcpy(made, table, sizeof table);
    assert_found(1, 4, 0); /* through the forced plies to 4 and 5, of which player 1 takes 5 */
    made[2].children = 1, made[2].child[0] = 2;
    assert_found(2, 3, 1); /* and one ply further */
}

static void endless_forced_plies_are_cut_off(void **state) {
    (void)state;
    const struct made table[] = {
        [0] = {.mover = 0, .value = 11, .forced = true, .children = 1, .child = {1}},
        [1] = {.mover = 1, .value = 12, .forced = true, .children = 1, .child = {0}},
    };
    memcpy(made, table, sizeof table);
    assert_found(3, SEARCH_PLIES_MAX % 2 == 0 ? 11 : 12, 0);
}

static void wins_are_taken_soon_and_losses_late(void **state) {
    (void)state;
    const struct made table[] = {
        [0] = {.mover = 0, .children = 3, .child = {1, 2, 3}},
        [1] = {.mover = 0, .children = 1, .child = {4}}, /* a win in two */
        [2] = {.mover = TH_OVER, .value = 1},            /* at once */
        [3] = {.mover = TH_OVER, .value = 0},
        [4] = {.mover = TH_OVER, .value = 1},
    };
    memcpy(made, table, sizeof table);
    assert_found(4, VALUE_WIN - 1, 1);
    made[2].value = -1, made[4].value = -1;
    assert_found(4, 0, 2); /* a draw is worth nothing, which is more than a loss */
    made[3].value = -1;
    assert_found(4, 2 - VALUE_WIN, 0);
    assert_true(value_is_sure(2 - VALUE_WIN) && value_plies(2 - VALUE_WIN) == 2);
}

/* Forced plies lead to a win in four at depth 1; a win in two needs depth 2. */
static void a_quicker_win_is_looked_for(void **state) {
    (void)state;
    const struct made table[] = {
        [0] = {.mover = 0, .children = 2, .child = {1, 4}},
        [1] = {.mover = 0, .forced = true, .children = 1, .child = {2}},
        [2] = {.mover = 0, .forced = true, .children = 1, .child = {3}},
        [3] = {.mover = 0, .forced = true, .children = 1, .child = {5}},
        [4] = {.mover = 0, .children = 1, .child = {5}},
        [5] = {.mover = TH_OVER, .value = 1},
    };
    memcpy(made, table, sizeof table);
    assert_found(1, VALUE_WIN - 4, 0);
    assert_found(2, VALUE_WIN - 2, 1);
}

static void evaluations_are_never_sure(void **state) {
    (void)state;
    const struct made table[] = {
        [0] = {.mover = 0, .children = 2, .child = {1, 2}},
        [1] = {.mover = 1, .value = 2 * TH_SURE_VALUE},
        [2] = {.mover = TH_OVER, .value = 1},
    };
    memcpy(made, table, sizeof table);
    assert_found(1, VALUE_WIN - 1, 1);
    made[0].children = 1;
    assert_found(1, TH_SURE_VALUE - 1, 0);
    made[1].value = -2 * TH_SURE_VALUE;
    assert_found(1, 1 - TH_SURE_VALUE, 0);
}

static void weights_are_the_callers(void **state) {
    (void)state;
    const struct made table[] = {
        [0] = {.mover = 0, .children = 2, .child = {1, 2}},
        [1] = {.mover = 1, .value = 5},
        [2] = {.mover = 1, .value = 4},
    };
    int weight[] = {10};
    memcpy(made, table, sizeof table);
    struct alphabeta *weighted = engine(&made_game, 1 << 20, weight);
    assert_int_equal(to_depth(weighted, made_state(0), 1).value, 50);
    weight[0] = -10;
    alphabeta_clear(weighted);
    const struct alphabeta_result r = to_depth(weighted, made_state(0), 1);
    assert_true(r.value == -40 && r.place == 1);
    alphabeta_drop(weighted);
}

/* ---- won games of Y ---- */

static void it_solves_small_boards_like_the_solver(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    struct th_error e;
    struct y_solver *solver = y_solver_new(5, 1 << 20, &e);
    struct alphabeta *engine_of_y = engine(&y_game, 4 << 20, NULL);
    for (long k = 0; k < test_scale(200); k++) {
        const struct y s = y_position(&rng, 5, 0, 13);
        const int empty = y_cells(5) - s.stones;
        if (empty > 10) continue;
        bool wins[Y_CELLS_MAX];
        const bool win = y_solve_moves(solver, &s, wins) > 0;
        const struct alphabeta_result r = to_depth(engine_of_y, state_of(&s), empty);
        assert_true(value_is_sure(r.value) && (r.value > 0) == win);
        assert_int_equal(wins[r.line[0]], win);
        assert_int_equal(r.length, value_plies(r.value));
    }
    alphabeta_drop(engine_of_y);
    y_solver_drop(solver);
}

static void it_wins_from_the_empty_board(void **state) {
    (void)state;
    struct y s;
    struct alphabeta *engine_of_y = engine(&y_game, 4 << 20, NULL);
    y_start(&s, 4, 0);
    const struct alphabeta_result r = to_depth(engine_of_y, state_of(&s), 10);
    assert_int_equal(r.value, VALUE_WIN - 7); /* the fourth stone at the latest */
    assert_int_equal(r.depth, 7);             /* and no reason to look further */
    alphabeta_drop(engine_of_y);
}

/* ---- memory and time ---- */

static void after_forgetting_all_is_as_at_first(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(5);
    struct alphabeta *engine_of_y = engine(&y_game, 1 << 16, NULL);
    struct alphabeta_result first[20];
    struct y s[20];
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 20; k++) {
            if (round == 0) s[k] = y_position(&rng, 7, k & 1, 6);
            const struct alphabeta_result r = to_depth(engine_of_y, state_of(&s[k]), 4);
            if (round == 0) first[k] = r;
            assert_memory_equal(&r, &first[k], sizeof r); /* nodes and hits, too */
        }
        alphabeta_clear(engine_of_y);
    }
    alphabeta_drop(engine_of_y);
}

static void what_is_known_is_not_searched_again(void **state) {
    (void)state;
    struct y s;
    struct alphabeta *engine_of_y = engine(&y_game, 4 << 20, NULL);
    y_start(&s, 7, 0);
    const struct alphabeta_result first = to_depth(engine_of_y, state_of(&s), 5);
    const struct alphabeta_result again = to_depth(engine_of_y, state_of(&s), 5);
    assert_true(again.value == first.value && again.place == first.place);
    assert_true(again.nodes < first.nodes / 4);
    alphabeta_drop(engine_of_y);
}

static void the_table_keeps_what_it_is_given(void **state) {
    (void)state;
    struct th_error e;
    struct tt *t = tt_new(64, &e); /* four entries */
    struct tt_entry out;
    const struct tt_entry lost = {-VALUE_WIN, TH_LEGAL_MAX - 1, 64, TT_UPPER};
    const struct tt_entry won = {VALUE_WIN, 0, 0, TT_EXACT};
    assert_false(tt_lookup(t, 0, &out));
    tt_insert(t, 0, &lost);
    tt_insert(t, 7, &won);
    assert_true(tt_lookup(t, 0, &out));
    assert_true(out.value == lost.value && out.place == lost.place && out.depth == lost.depth &&
                out.bound == lost.bound);
    for (uint64_t key = 10; key < 13; key++) tt_insert(t, key, &lost);
    assert_false(tt_lookup(t, 7, &out)); /* the shallowest had to go */
    assert_true(tt_lookup(t, 0, &out));
    tt_new_search(t);
    for (uint64_t key = 20; key < 24; key++) tt_insert(t, key, &won);
    assert_false(tt_lookup(t, 0, &out)); /* then the oldest, however deep */
    tt_drop(t);
}

static void the_table_never_shows_what_was_forgotten(void **state) {
    (void)state;
    struct th_error e;
    struct tt *t = tt_new(1 << 10, &e);
    struct tt_entry out, entry = {.bound = TT_EXACT};
    for (int game = 0; game < 200000; game++) {
        assert_false(tt_lookup(t, 1, &out));
        entry.value = game % 1000;
        tt_insert(t, 1, &entry);
        tt_new_search(t);
        assert_true(tt_lookup(t, 1, &out) && out.value == entry.value);
        tt_clear(t);
    }
    tt_drop(t);
}

static void time_is_kept(void **state) {
    (void)state;
    struct y s;
    struct alphabeta *engine_of_y = engine(&y_game, 4 << 20, NULL);
    const struct alphabeta_limits limits = {.depth = SEARCH_DEPTH_MAX, .seconds = 0.05};
    struct alphabeta_result r;
    y_start(&s, 9, 0);
    const double start = clock_seconds(), work = clock_cpu_seconds();
    alphabeta_search(engine_of_y, state_of(&s), &limits, &r);
    assert_true(clock_seconds() - start >= 0.05);
    assert_true(clock_cpu_seconds() - work < 2); /* the clock may have run on for longer */
    assert_true(r.depth >= 1 && r.depth < SEARCH_DEPTH_MAX && r.place < 45);
    const struct alphabeta_limits shallow = {.depth = 2, .seconds = 3600};
    alphabeta_search(engine_of_y, state_of(&s), &shallow, &r);
    assert_int_equal(r.depth, 2);
    alphabeta_drop(engine_of_y);
}

/* ---- threads ---- */

static void threads_find_what_minimax_finds_in_longer_searches(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(8);
    struct bench b = bench_of(&y_game);
    for (long k = 0; k < test_scale(20); k++) {
        const struct y s = y_position(&rng, 5, (int)k & 1, 6);
        assert_agreement(&b, &y_game, state_of(&s), 5);
        if (k % 4 == 0) forget(&b);
    }
    drop_bench(&b);
}

static void a_budget_of_nodes_is_that_of_all_threads(void **state) {
    (void)state;
    enum { NODES = 20000, THREADS = 4 };
    struct y s;
    struct alphabeta_result r;
    struct alphabeta *engine_of_y = engine_of(
        &y_game, &(struct alphabeta_settings){.table_bytes = 1 << 20, .threads = THREADS});
    const struct alphabeta_limits limits = {.depth = SEARCH_DEPTH_MAX, .nodes = NODES};
    y_start(&s, 9, 0);
    for (int k = 0; k < 20; k++) {
        alphabeta_search(engine_of_y, state_of(&s), &limits, &r);
        uint64_t sum = 0;
        for (int depth = 1; depth <= SEARCH_DEPTH_MAX; depth++) sum += r.nodes_at[depth];
        assert_true(sum == r.nodes && r.depth >= 1 && r.place < 45 && r.length > 0);
        /* A thread has up to 64 nodes in hand, and looks after each whether there are more. */
        assert_in_range(r.nodes, NODES - 64 * THREADS, NODES + THREADS);
    }
    alphabeta_drop(engine_of_y);
}

static void *do_nothing(void *argument) {
    return argument;
}

/* Where the system starts no threads, the caller's own searches alone. */
static void without_threads_one_is_enough(void **state) {
    (void)state;
    struct y s;
    pthread_t thread;
    pthread_attr_t usual, huge;
    struct alphabeta *one = engine(&y_game, 1 << 20, NULL);
    struct alphabeta *many =
        engine_of(&y_game, &(struct alphabeta_settings){.table_bytes = 1 << 20, .threads = 3});
    y_start(&s, 7, 0);
    pthread_attr_init(&huge);
    assert_int_equal(pthread_getattr_default_np(&usual), 0);
    assert_int_equal(pthread_attr_setstacksize(&huge, SIZE_MAX / 4), 0);
    assert_int_equal(pthread_setattr_default_np(&huge), 0);
    const bool starts = pthread_create(&thread, NULL, do_nothing, NULL) == 0;
    const struct alphabeta_result r = to_depth(many, state_of(&s), 4);
    assert_int_equal(pthread_setattr_default_np(&usual), 0);
    pthread_attr_destroy(&huge);
    pthread_attr_destroy(&usual);
    if (starts) pthread_join(thread, NULL); /* a sanitizer has stacks of its own */
    const struct alphabeta_result expected = to_depth(one, state_of(&s), 4);
    assert_true(r.value == expected.value && r.place == expected.place);
    assert_true(starts || r.nodes == expected.nodes);
    alphabeta_drop(one);
    alphabeta_drop(many);
}

/* Threads write to few slots at once. The content of an entry follows from its key, so that a
 * mixture of two would show. */
enum { WRITERS = 4, KEYS = 64 };

static struct tt_entry entry_of(uint64_t key) {
    return (struct tt_entry){(int)(key * 7919), (int)(key * 5), (int)key, TT_EXACT};
}

static void *write_and_read(void *argument) {
    struct tt *t = argument;
    static _Atomic uint64_t seeds;
    struct th_rng rng = th_rng_seeded(atomic_fetch_add(&seeds, 1));
    intptr_t wrong = 0;
    for (long i = 0; i < test_scale(300000); i++) {
        const uint64_t key = th_rng_below(&rng, KEYS);
        const struct tt_entry expected = entry_of(key);
        struct tt_entry out;
        if (i % 2 == 0)
            tt_insert(t, key, &expected);
        else if (tt_lookup(t, key, &out))
            wrong += out.value != expected.value || out.place != expected.place ||
                     out.depth != expected.depth || out.bound != expected.bound;
    }
    return (void *)wrong;
}

static void an_entry_of_the_table_is_whole(void **state) {
    (void)state;
    struct th_error e;
    struct tt *t = tt_new(64, &e);
    pthread_t thread[WRITERS];
    void *wrong;
    for (int i = 0; i < WRITERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, write_and_read, t), 0);
    for (int i = 0; i < WRITERS; i++) {
        pthread_join(thread[i], &wrong);
        assert_null(wrong);
    }
    tt_drop(t);
}

/* ---- the bots ---- */

static int answer(const char *spec, const struct y *s) {
    struct bot bot = make_bot(&y_game, spec);
    struct th_rng rng = th_rng_seeded(1);
    th_action legal[TH_LEGAL_MAX];
    const int n = y_game.legal(state_of(s), legal);
    const struct th_ask ask = {&y_game, state_of(s), s->mover, legal, n, &rng, NULL, NULL};
    if (bot.kind->begin != NULL) bot.kind->begin(bot.self, state_of(s), s->mover);
    const int place = bot.kind->choose(bot.self, &ask);
    drop_bot(&bot);
    return place;
}

static void the_bots_agree(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(6);
    for (int k = 0; k < 50; k++) {
        const struct y s = y_position(&rng, 5, k & 1, 13);
        assert_int_equal(answer("greedy", &s), answer("minimax:depth=1", &s));
        assert_int_equal(answer("minimax", &s), answer("alphabeta:depth=2,memory=1", &s));
        assert_int_equal(answer("minimax:depth=4", &s), answer("alphabeta", &s));
        assert_int_equal(answer("minimax:depth=4", &s), answer("alphabeta:threads=2", &s));
        assert_in_range(answer("alphabeta:time=1,memory=1", &s), 0, 15);
    }
}

static void deeper_is_better(void **state) {
    (void)state;
    static const char *const specs[] = {"alphabeta:depth=3,memory=1", "greedy"};
    struct th_arena arena = make_arena("y:size=7", specs, 40);
    arena.random_plies = 2;
    assert_true(run_arena(&arena).player[0].wins >= 30);
}

static void an_arena_is_the_same_on_any_number_of_threads(void **state) {
    (void)state;
    static const char *const specs[] = {"alphabeta:depth=3,memory=1", "minimax:depth=1"};
    struct th_arena arena = make_arena("y:size=6,pie=1", specs, 20);
    arena.random_plies = 3;
    const uint64_t digest = run_arena(&arena).digest;
    arena.threads = 3;
    assert_true(run_arena(&arena).digest == digest);
}

static void a_game_without_evaluation_does_not_offer_them(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    struct th_bot_entry bot;
    const struct th_game *dice = th_game_find("cantstop", &spec, &e);
    static const char *const names[] = {"greedy", "minimax", "alphabeta"};
    for (int i = 0; i < 3; i++) {
        assert_null(th_bot_find(dice, names[i], &spec, &e));
        assert_non_null(th_bot_find(&y_game, names[i], &spec, &e));
    }
    for (int i = 0; th_bot_at(dice, i, &bot); i++)
        assert_true(bot.kind == NULL || bot.kind->plays == NULL || bot.kind->plays(dice));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_is_minimax_in_y),
        cmocka_unit_test(alphabeta_is_minimax_with_extra_turns_and_forced_plies),
        cmocka_unit_test(it_needs_a_small_part_of_the_nodes),
        cmocka_unit_test(each_iteration_has_its_nodes),
        cmocka_unit_test(a_seat_that_moves_again_maximises_again),
        cmocka_unit_test(forced_plies_do_not_count),
        cmocka_unit_test(endless_forced_plies_are_cut_off),
        cmocka_unit_test(wins_are_taken_soon_and_losses_late),
        cmocka_unit_test(a_quicker_win_is_looked_for),
        cmocka_unit_test(evaluations_are_never_sure),
        cmocka_unit_test(weights_are_the_callers),
        cmocka_unit_test(it_solves_small_boards_like_the_solver),
        cmocka_unit_test(it_wins_from_the_empty_board),
        cmocka_unit_test(after_forgetting_all_is_as_at_first),
        cmocka_unit_test(what_is_known_is_not_searched_again),
        cmocka_unit_test(the_table_keeps_what_it_is_given),
        cmocka_unit_test(the_table_never_shows_what_was_forgotten),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(threads_find_what_minimax_finds_in_longer_searches),
        cmocka_unit_test(a_budget_of_nodes_is_that_of_all_threads),
        cmocka_unit_test(without_threads_one_is_enough),
        cmocka_unit_test(an_entry_of_the_table_is_whole),
        cmocka_unit_test(the_bots_agree),
        cmocka_unit_test(deeper_is_better),
        cmocka_unit_test(an_arena_is_the_same_on_any_number_of_threads),
        cmocka_unit_test(a_game_without_evaluation_does_not_offer_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
