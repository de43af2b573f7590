/* The tree search: forced wins, certainty, the swap, memory, determinism, chance. */
#include "cmocka_includes.h"
#include "games/y/board.h"
#include "games/y/solve.h"
#include "making.h"
#include "scale.h"
#include "search/tree.h"
#include <string.h>

static struct th_state *state_of(struct y *s) {
    return (struct th_state *)(void *)s;
}

/* What the bot answers, as an action. */
static th_action answer(const char *spec, struct y *s, uint64_t seed) {
    struct bot bot = make_bot(&y_game, spec);
    struct th_rng rng = th_rng_seeded(seed);
    th_action legal[TH_LEGAL_MAX];
    const int n = y_game.legal(state_of(s), legal);
    const struct th_ask ask = {&y_game, state_of(s), s->mover, legal, n, &rng, NULL, NULL};
    bot.kind->begin(bot.self, state_of(s), s->mover);
    const int place = bot.kind->choose(bot.self, &ask);
    assert_in_range(place, 0, n - 1);
    drop_bot(&bot);
    return legal[place];
}

/* A random position, not over, with so many empty cells. */
static struct y position_with(struct th_rng *rng, int size, int empty) {
    for (;;) {
        struct y s;
        y_start(&s, size, 0);
        while (!s.over && y_cells(size) - s.stones > empty) {
            const int cell = (int)th_rng_below(rng, (uint32_t)y_cells(size));
            if (s.cell[cell] == Y_EMPTY) y_place(&s, cell);
        }
        if (!s.over) return s;
    }
}

static void a_win_in_one_is_taken(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    int seen = 0;
    while (seen < 100) {
        struct y s = position_with(&rng, 5, 4 + (int)th_rng_below(&rng, 5));
        bool wins = false;
        for (int i = 0; i < y_cells(s.size); i++) {
            struct y after = s;
            if (s.cell[i] == Y_EMPTY) y_place(&after, i);
            wins |= after.over;
        }
        if (!wins) continue;
        seen++;
        y_place(&s, (int)answer("mcts:iterations=100", &s, 1));
        /* At once, or so that nothing can be done about it. */
        struct th_error e;
        struct y_solver *solver = y_solver_new(s.size, 1 << 20, &e);
        assert_true(s.over || !y_solve(solver, &s));
        y_solver_drop(solver);
    }
}

/* Positions that the side to move wins in two, three or more moves, by the exact solver. */
static void forced_wins_are_found(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    struct th_error e;
    struct y_solver *solver = y_solver_new(6, 1 << 20, &e);
    for (long seen = 0; seen < test_scale(150);) {
        struct y s = position_with(&rng, 6, 6 + (int)th_rng_below(&rng, 8));
        bool wins[Y_CELLS_MAX];
        const int winning = y_solve_moves(solver, &s, wins);
        if (winning == 0 || winning > 3) continue; /* lost, or too easy */
        seen++;
        const th_action a = answer("mcts:iterations=5000", &s, 3);
        assert_true(wins[a]);
    }
    y_solver_drop(solver);
}

/* Larger boards with few winning moves: the search asks the solver by itself. */
static void late_positions_that_are_won_are_won(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(12);
    struct th_error e;
    for (int size = 7; size <= 10; size++) {
        struct y_solver *solver = y_solver_new(size, 1 << 22, &e);
        for (long seen = 0; seen < test_scale(20);) {
            struct y s = position_with(&rng, size, 14 + (int)th_rng_below(&rng, 10));
            bool wins[Y_CELLS_MAX];
            const int winning = y_solve_moves(solver, &s, wins);
            if (winning == 0 || winning > 3) continue;
            seen++;
            assert_true(wins[answer("mcts:iterations=30000,memory=64", &s, 3)]);
        }
        y_solver_drop(solver);
    }
}

/* What the solver remembers of a game is no part of the next one. */
static void earlier_games_make_no_difference(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:iterations=1500,memory=16,proof=1",
                                        "mcts:iterations=1000,memory=16"};
    struct th_arena arena = make_arena("y:size=7", specs, 6);
    arena.random_plies = 2;
    const uint64_t digest = run_arena(&arena).digest;
    arena.threads = 3;
    assert_true(run_arena(&arena).digest == digest);
}

static void certainty_agrees_with_the_exact_solver(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    struct th_error e;
    const struct tree_settings settings = {
        .playouts = 50, .exploration = 0.01, .rave = 1000, .proof = 0.02};
    struct y_solver *solver = y_solver_new(5, 1 << 20, &e);
    struct tree *tree = tree_new(&y_game, &settings, 16 << 20, &e);
    struct tree_worker *worker = tree_worker_new(tree, &e);
    assert_non_null(worker);
    int sure = 0;
    for (long k = 0; k < test_scale(300); k++) {
        struct y s = position_with(&rng, 5, 3 + (int)th_rng_below(&rng, 9));
        const struct tree_edge *edges;
        bool wins[Y_CELLS_MAX];
        tree_begin(tree, state_of(&s));
        for (int i = 0; i < 3000 && tree_iterate(worker, &rng, NULL); i++) continue;
        y_solve_moves(solver, &s, wins);
        const int n = tree_root_edges(tree, &edges);
        for (int i = 0; i < n; i++) {
            const int winner = tree_proven_winner(tree, &edges[i]);
            if (winner < 0) continue;
            sure++;
            assert_int_equal(winner == s.mover, wins[edges[i].action]);
        }
    }
    assert_true(sure > 0);
    tree_worker_drop(worker);
    tree_drop(tree);
    y_solver_drop(solver);
}

/* The winning openings of size 5 are 4, 7 and 8: the second player must swap those, and no other
 * unless it wins anyway. */
static void a_winning_opening_is_swapped_and_a_losing_one_is_not(void **state) {
    (void)state;
    for (int cell = 0; cell < 15; cell++) {
        struct y s;
        y_start(&s, 5, 1);
        y_place(&s, cell);
        const bool wins = cell == 4 || cell == 7 || cell == 8;
        assert_int_equal(answer("mcts:iterations=4000", &s, 5) == Y_SWAP, wins);
    }
}

/* With perfect play behind it, an opening that wins would be swapped. */
static void the_first_move_with_pie_is_one_that_loses_without(void **state) {
    (void)state;
    struct y s;
    y_start(&s, 5, 1);
    const th_action a = answer("mcts:iterations=20000", &s, 6);
    assert_true(a != 4 && a != 7 && a != 8);
}

/* One stone wins by bridges on the small boards, but not before the swap has been passed up. */
static void certainty_knows_the_swap(void **state) {
    (void)state;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(12);
    const struct tree_settings settings = {.playouts = 50, .exploration = 0.01, .rave = 1000};
    struct tree *tree = tree_new(&y_game, &settings, 16 << 20, &e);
    struct tree_worker *worker = tree_worker_new(tree, &e);
    assert_non_null(worker);
    for (int size = 3; size <= 4; size++) {
        struct y s;
        const struct tree_edge *edges;
        y_start(&s, size, 1);
        tree_begin(tree, state_of(&s));
        for (int i = 0; i < 5000 && tree_iterate(worker, &rng, NULL); i++) continue;
        const int n = tree_root_edges(tree, &edges);
        /* With perfect play the second player wins: it swaps what is good and answers the rest. */
        for (int i = 0; i < n; i++) assert_int_not_equal(tree_proven_winner(tree, &edges[i]), 0);
    }
    tree_worker_drop(worker);
    tree_drop(tree);
}

static void won_games_are_finished_without_delay(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:iterations=300", "random"};
    const struct th_arena arena = make_arena("y:size=9", specs, 20);
    const struct th_arena_result r = run_arena(&arena);
    assert_true(r.player[0].wins == 20);
    assert_true(r.game_turns.mean < 30); /* of 45 cells */
}

static void the_same_seed_gives_the_same_move(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(7);
    for (int k = 0; k < 5; k++) {
        struct y s = position_with(&rng, 9, 30);
        assert_int_equal(answer("mcts:iterations=500", &s, 8),
                         answer("mcts:iterations=500", &s, 8));
    }
}

static void a_full_memory_ends_the_growth_not_the_search(void **state) {
    (void)state;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(9);
    const struct tree_settings settings = {.playouts = 10, .exploration = 0.01, .rave = 1000};
    struct tree *tree = tree_new(&y_game, &settings, 100000, &e);
    struct tree_worker *worker = tree_worker_new(tree, &e);
    assert_non_null(worker);
    struct y s;
    y_start(&s, 11, 0);
    tree_begin(tree, state_of(&s));
    for (int i = 0; i < 5000; i++) assert_true(tree_iterate(worker, &rng, NULL));
    const struct tree_edge *edges;
    uint64_t visits = 0;
    const int n = tree_root_edges(tree, &edges);
    for (int i = 0; i < n; i++) visits += edges[i].visits;
    assert_true(visits == 4999); /* the first iteration made the edges */
    tree_worker_drop(worker);
    tree_drop(tree);
}

static void the_tree_is_kept_from_move_to_move(void **state) {
    (void)state;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(10);
    const struct tree_settings settings = {.playouts = 50, .exploration = 0.01, .rave = 1000};
    struct tree *tree = tree_new(&y_game, &settings, 16 << 20, &e);
    struct tree_worker *worker = tree_worker_new(tree, &e);
    assert_non_null(worker);
    struct y s;
    y_start(&s, 7, 0);
    tree_begin(tree, state_of(&s));
    for (int i = 0; i < 3000; i++) tree_iterate(worker, &rng, NULL);
    const struct tree_edge *edges;
    int best = 0, n = tree_root_edges(tree, &edges);
    for (int i = 1; i < n; i++)
        if (edges[i].visits > edges[best].visits) best = i;
    const uint32_t before = edges[best].visits;
    y_place(&s, edges[best].action);
    tree_advance(tree, state_of(&s));
    n = tree_root_edges(tree, &edges);
    uint64_t visits = 0;
    for (int i = 0; i < n; i++) visits += edges[i].visits;
    assert_true(visits > before / 2); /* what was behind the best move is still there */
    struct y elsewhere;
    y_start(&elsewhere, 7, 0);
    y_place(&elsewhere, 0);
    y_place(&elsewhere, 1);
    tree_advance(tree, state_of(&elsewhere)); /* a stranger: begun anew */
    assert_int_equal(tree_root_edges(tree, &edges), 0);
    tree_worker_drop(worker);
    tree_drop(tree);
}

static void several_threads_search_together(void **state) {
    (void)state;
    struct y s;
    y_start(&s, 5, 0);
    const th_action a = answer("mcts:iterations=3000,threads=3", &s, 11);
    assert_true(a == 4 || a == 7 || a == 8);
}

/* ---- with chance ---- */

static void it_beats_random_play_in_a_game_of_dice(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:iterations=50", "random"};
    const struct th_arena arena = make_arena("cantstop:players=2", specs, 20);
    const struct th_arena_result r = run_arena(&arena);
    assert_true(r.player[0].wins == 20);
}

static void an_arena_of_searchers_is_the_same_on_any_number_of_threads(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:iterations=100", "flat-mc:iterations=500"};
    struct th_arena arena = make_arena("y:size=7,pie=1", specs, 21);
    const uint64_t digest = run_arena(&arena).digest;
    arena.threads = 2;
    assert_true(run_arena(&arena).digest == digest);
    arena.threads = 7;
    assert_true(run_arena(&arena).digest == digest);
}

static void it_beats_flat_monte_carlo(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:iterations=1000", "flat-mc:iterations=2000"};
    const struct th_arena arena = make_arena("y:size=9,pie=1", specs, 20);
    assert_true(run_arena(&arena).player[0].wins >= 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_in_one_is_taken),
        cmocka_unit_test(forced_wins_are_found),
        cmocka_unit_test(late_positions_that_are_won_are_won),
        cmocka_unit_test(earlier_games_make_no_difference),
        cmocka_unit_test(certainty_agrees_with_the_exact_solver),
        cmocka_unit_test(a_winning_opening_is_swapped_and_a_losing_one_is_not),
        cmocka_unit_test(the_first_move_with_pie_is_one_that_loses_without),
        cmocka_unit_test(certainty_knows_the_swap),
        cmocka_unit_test(won_games_are_finished_without_delay),
        cmocka_unit_test(the_same_seed_gives_the_same_move),
        cmocka_unit_test(a_full_memory_ends_the_growth_not_the_search),
        cmocka_unit_test(the_tree_is_kept_from_move_to_move),
        cmocka_unit_test(several_threads_search_together),
        cmocka_unit_test(it_beats_random_play_in_a_game_of_dice),
        cmocka_unit_test(an_arena_of_searchers_is_the_same_on_any_number_of_threads),
        cmocka_unit_test(it_beats_flat_monte_carlo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
