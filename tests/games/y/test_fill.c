/* Fills against playouts move by move, bridges against exhaustive search. */
#include "cmocka_includes.h"
#include "games/y/fill.h"
#include "plain_y.h"
#include "scale.h"
#include <math.h>
#include <string.h>

static unsigned below(void *context, unsigned n) {
    return th_rng_below(context, n);
}

/* A position after some random moves that is not over. */
static struct y random_position(struct th_rng *rng, int size, int most_stones) {
    for (;;) {
        struct y s;
        y_start(&s, size, 0);
        const uint32_t stones = th_rng_below(rng, (uint32_t)most_stones + 1);
        while (!s.over && s.stones < stones) {
            const int cell = (int)th_rng_below(rng, (uint32_t)y_cells(size));
            if (s.cell[cell] == Y_EMPTY) y_place(&s, cell);
        }
        if (!s.over) return s;
    }
}

static struct plain_y plain_of(const struct y *s) {
    struct plain_y p;
    plain_y_start(&p, s->size);
    for (int i = 0; i < y_cells(s->size); i++) p.cell[i] = s->cell[i];
    p.mover = s->mover;
    return p;
}

/* Both shares with their errors: within four and a half of them. */
static void assert_same_share(const char *what, int size, double a, double n, double b, double m) {
    const double p = (a + b) / (n + m), se = sqrt(p * (1 - p) * (1 / n + 1 / m)) + 1e-12;
    if (fabs(a / n - b / m) > 4.5 * se)
        fail_msg("size %d, %s: %.5f of %.0f and %.5f of %.0f", size, what, a / n, n, b / m, m);
}

static void wins_of_fills_are_those_of_playouts_at_every_size(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int size = 2; size <= Y_SIZE_MAX; size++) {
        struct plain_y_shape shape;
        plain_y_shape(&shape, size);
        for (int k = 0; k < 3; k++) {
            const struct y s = random_position(&rng, size, y_cells(size) / 2);
            const struct plain_y p = plain_of(&s);
            const long n = test_scale(20000);
            double wins = 0;
            for (long i = 0; i < n; i++) wins += plain_y_playout(&shape, &p, -1, below, &rng) == 0;
            struct y_fills f;
            memset(&f, 0, sizeof f);
            y_fill(&s, NULL, (int)test_scale(2000) + 20, false, &rng, &f);
            assert_true(f.fills > 0);
            assert_same_share("wins", size, wins, (double)n, f.wins, f.fills);
        }
    }
}

/* A fill in which the cell is the mover's is a playout that begins there. */
static void wins_by_cell_are_those_of_playouts_that_begin_there(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    for (int k = 0; k < 12; k++) {
        const int size = 3 + k % 6;
        struct plain_y_shape shape;
        plain_y_shape(&shape, size);
        const struct y s = random_position(&rng, size, y_cells(size) / 2);
        const struct plain_y p = plain_of(&s);
        struct y_fills f;
        memset(&f, 0, sizeof f);
        y_fill(&s, NULL, (int)test_scale(4000) + 50, true, &rng, &f);
        for (int cell = 0; cell < y_cells(size); cell++) {
            if (s.cell[cell] != Y_EMPTY) {
                assert_int_equal(f.own[cell], 0);
                continue;
            }
            const long n = test_scale(4000) + 50;
            double wins = 0;
            for (long i = 0; i < n; i++)
                wins += plain_y_playout(&shape, &p, cell, below, &rng) == s.mover;
            const double own = s.mover == 0 ? f.own[cell] : f.fills - f.own[cell];
            const double share = y_fills_share(&f, s.mover, cell, -1);
            assert_same_share("a cell", size, wins, (double)n, share * own, own);
        }
    }
}

/* All 20 ways to place 3 of 6 stones on the empty board of size 3 are equally frequent: the cells'
 * own counts and their wins say so together. */
static void fills_are_balanced_and_uniform(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    struct y s;
    struct y_fills f;
    y_start(&s, 3, 0);
    memset(&f, 0, sizeof f);
    y_fill(&s, NULL, 4000, true, &rng, &f);
    double sum = 0;
    for (int i = 0; i < 6; i++) {
        sum += f.own[i];
        assert_true(fabs((double)f.own[i] / f.fills - 0.5) < 4.5 * 0.5 / sqrt(f.fills));
    }
    assert_true(sum == 3.0 * f.fills); /* every fill has three stones of player 0 */
    assert_true(fabs(f.fills / 4000.0 - y_fills_per_round(6)) < 1);
}

static void shares_of_the_first_player_on_the_empty_board(void **state) {
    (void)state;
    /* Of random full games; even numbers of cells are even games by symmetry, size 5 is exact. */
    static const double share[][2] = {{5, 4074.0 / 6435}, {7, 0.5},     {9, 0.5544},
                                      {11, 0.5},          {13, 0.5322}, {15, 0.5}};
    struct th_rng rng = th_rng_seeded(4);
    for (int k = 0; k < 6; k++) {
        struct y s;
        struct y_fills f;
        y_start(&s, (int)share[k][0], 0);
        memset(&f, 0, sizeof f);
        y_fill(&s, NULL, (int)test_scale(20000) + 100, false, &rng, &f);
        const double got = (double)f.wins / f.fills;
        assert_true(fabs(got - share[k][1]) < 4.5 * sqrt(0.25 / f.fills) + 0.0004);
    }
}

/* On a full board the only fill is the board: reduction in planes against flood fill. */
static void reduction_agrees_with_flood_fill_on_random_full_boards(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(5);
    /* All sizes; mostly small ones, of which millions take seconds. */
    for (long k = 0; k < test_scale(2000000); k++) {
        struct plain_y p;
        const int size = k % 64 != 0 ? 2 + (int)(k % 5) : 7 + (int)(k / 64 % 13);
        plain_y_start(&p, size);
        for (int i = 0; i < y_cells(size); i++) p.cell[i] = (int)th_rng_below(&rng, 2);
        const int winners = plain_y_winners(&p);
        assert_true(winners == 1 || winners == 2); /* exactly one */
        assert_int_equal(plain_y_reduce(&p), winners == 2);
        /* The same board with one cell left open, which the mover gets. */
        struct y s;
        struct y_fills f;
        y_start(&s, size, 0);
        const int open = (int)th_rng_below(&rng, (uint32_t)y_cells(size));
        for (int i = 0; i < y_cells(size); i++) s.cell[i] = (uint8_t)p.cell[i];
        s.mover = s.cell[open];
        s.cell[open] = Y_EMPTY;
        memset(&f, 0, sizeof f);
        y_fill(&s, NULL, 1, false, &rng, &f);
        assert_int_equal(f.fills, 256);
        assert_int_equal(f.wins, winners == 1 ? 256 : 0);
    }
}

static void playouts_of_both_kinds_agree(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(6);
    struct plain_y_shape shape;
    plain_y_shape(&shape, 6);
    const struct y s = random_position(&rng, 6, 8);
    const struct plain_y p = plain_of(&s);
    const long n = test_scale(40000);
    double plain = 0, own = 0;
    for (long i = 0; i < n; i++) {
        plain += plain_y_playout(&shape, &p, -1, below, &rng) == 0;
        own += y_playout(&s, &rng) == 0;
    }
    assert_same_share("playouts", 6, plain, (double)n, own, (double)n);
}

/* ---- bridges ---- */

static void whoever_has_won_by_bridges_wins_whoever_moves(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(7);
    int claims = 0;
    for (long k = 0; k < test_scale(20000); k++) {
        const int size = 3 + (int)(k % 4);
        struct y s = random_position(&rng, size, y_cells(size) - 2);
        struct y_bridges b;
        if (y_cells(size) - s.stones > 7) continue; /* exhaustive search takes its time */
        y_find_bridges(&s, &b);
        if (b.winner == Y_EMPTY) continue;
        claims++;
        struct plain_y p = plain_of(&s);
        for (p.mover = 0; p.mover < 2; p.mover++) assert_int_equal(plain_y_solve(&p), b.winner);
    }
    assert_true(claims > 0);
}

static void bridges_share_no_cell_and_are_won_by_their_owner(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(8);
    for (int k = 0; k < 5000; k++) {
        const int size = 4 + k % 10;
        const struct y s = random_position(&rng, size, y_cells(size) / 2);
        struct y_bridges b;
        bool used[Y_CELLS_MAX] = {false};
        y_find_bridges(&s, &b);
        for (int i = 0; i < b.count; i++)
            for (int j = 0; j < 2; j++) {
                assert_int_equal(s.cell[b.cell[i][j]], Y_EMPTY);
                assert_false(used[b.cell[i][j]]);
                used[b.cell[i][j]] = true;
            }
        if (b.count == 0 || b.winner != Y_EMPTY) continue;
        struct y_fills f;
        memset(&f, 0, sizeof f);
        y_fill(&s, &b, 3, true, &rng, &f);
        for (int i = 0; i < b.count; i++) /* one of the two is player 0's in every fill */
            assert_int_equal(f.own[b.cell[i][0]] + f.own[b.cell[i][1]], f.fills);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_of_fills_are_those_of_playouts_at_every_size),
        cmocka_unit_test(wins_by_cell_are_those_of_playouts_that_begin_there),
        cmocka_unit_test(fills_are_balanced_and_uniform),
        cmocka_unit_test(shares_of_the_first_player_on_the_empty_board),
        cmocka_unit_test(reduction_agrees_with_flood_fill_on_random_full_boards),
        cmocka_unit_test(playouts_of_both_kinds_agree),
        cmocka_unit_test(whoever_has_won_by_bridges_wins_whoever_moves),
        cmocka_unit_test(bridges_share_no_cell_and_are_won_by_their_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
