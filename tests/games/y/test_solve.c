/* The exact solver: known openings, a brute-force search, symmetries, and what it promises about
 * its table. */
#include "cmocka_includes.h"
#include "games/y/solve.h"
#include "scale.h"
#include "tahur/rng.h"
#include <stdio.h>
#include <string.h>

enum { SMALL_TABLE = 1 << 20, ROWS_BYTES = Y_CELLS_MAX + Y_SIZE_MAX + 1 };

static struct y_solver *make_solver(int size, size_t table_bytes) {
    struct th_error e;
    struct y_solver *solver = y_solver_new(size, table_bytes, &e);
    assert_non_null(solver);
    return solver;
}

/* ---- openings ---- */

static void write_rows(int size, const bool wins[], char out[ROWS_BYTES]) {
    for (int r = 0; r < size; r++) {
        if (r > 0) *out++ = '/';
        for (int c = 0; c <= r; c++) *out++ = wins[y_index(r, c)] ? 'W' : 'l';
    }
    *out = 0;
}

static uint64_t assert_openings(int size, size_t table_bytes, const char *known) {
    struct y_solver *solver = make_solver(size, table_bytes);
    struct y start;
    y_start(&start, size, 0);
    bool wins[Y_CELLS_MAX];
    char rows[ROWS_BYTES];
    const int winning = y_solve_moves(solver, &start, wins);
    write_rows(size, wins, rows);
    assert_string_equal(rows, known);
    int count = 0;
    for (const char *at = known; *at != 0; at++) count += *at == 'W';
    assert_int_equal(winning, count);
    assert_true(y_solve(solver, &start));
    const uint64_t nodes = y_solver_nodes(solver);
    y_solver_drop(solver);
    return nodes;
}

static void openings_are_the_known_ones(void **state) {
    (void)state;
    FILE *file = fopen("tests/oracles/y/openings.txt", "r");
    assert_non_null(file);
    char line[256], known[256];
    int size, sizes = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%d %255s", &size, known), 2);
        assert_openings(size, SMALL_TABLE, known);
        sizes++;
    }
    fclose(file);
    assert_int_equal(sizes, 6);
}

static void a_table_of_one_place_changes_no_answer(void **state) {
    (void)state;
    assert_openings(6, 0, "l/ll/lll/lWWl/llWll/llllll");
}

static void the_same_question_visits_the_same_nodes(void **state) {
    (void)state;
    const char *known = "l/ll/lll/lWWl/llWll/llllll";
    assert_true(assert_openings(6, SMALL_TABLE, known) == assert_openings(6, SMALL_TABLE, known));
}

static void boards_that_do_not_fit_are_refused(void **state) {
    (void)state;
    struct th_error e;
    assert_null(y_solver_new(Y_SOLVER_SIZE_MAX + 1, SMALL_TABLE, &e));
    assert_non_null(strstr(e.text, "size 2 to 10, not 11"));
    y_solver_drop(make_solver(Y_SOLVER_SIZE_MAX, SMALL_TABLE));
}

/* ---- brute force ---- */

/* Random play until so many cells are empty; false if the game is over before. */
static bool play_at_random(struct y *s, int size, int empty, struct th_rng *rng) {
    y_start(s, size, 0);
    while (!s->over && y_cells(size) - s->stones > empty) {
        int cell;
        do {
            cell = (int)th_rng_below(rng, (uint32_t)y_cells(size));
        } while (s->cell[cell] != Y_EMPTY);
        y_place(s, cell);
    }
    return !s->over;
}

static bool mover_wins(const struct y *s);

static bool move_wins(const struct y *s, int cell) {
    struct y after = *s;
    y_place(&after, cell);
    return after.over || !mover_wins(&after);
}

static bool mover_wins(const struct y *s) {
    for (int i = 0; i < y_cells(s->size); i++)
        if (s->cell[i] == Y_EMPTY && move_wins(s, i)) return true;
    return false;
}

static void assert_agrees_with_brute_force(struct y_solver *solver, const struct y *s) {
    bool wins[Y_CELLS_MAX];
    const int winning = y_solve_moves(solver, s, wins);
    int count = 0;
    for (int i = 0; i < y_cells(s->size); i++) {
        assert_int_equal(wins[i], s->cell[i] == Y_EMPTY && move_wins(s, i));
        count += wins[i];
    }
    assert_int_equal(winning, count);
    assert_int_equal(y_solve(solver, s), count > 0);
}

static void late_positions_agree_with_brute_force(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(20260101);
    for (int size = 3; size <= 6; size++) {
        struct y_solver *solver = make_solver(size, SMALL_TABLE);
        for (long left = test_scale(400); left > 0;) {
            struct y s;
            const int most = size == 3 ? 6 : 9;
            const int empty = 1 + (int)th_rng_below(&rng, (uint32_t)most);
            if (!play_at_random(&s, size, empty, &rng)) continue;
            assert_agrees_with_brute_force(solver, &s);
            left--;
        }
        y_solver_drop(solver);
    }
}

/* ---- one move, a little at a time ---- */

static void a_winning_move_is_one_of_those_that_win(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(11);
    for (int size = 3; size <= 7; size++) {
        struct y_solver *solver = make_solver(size, SMALL_TABLE);
        for (long left = test_scale(200); left > 0;) {
            struct y s;
            bool wins[Y_CELLS_MAX];
            int cell = -1;
            const int empty = 1 + (int)th_rng_below(&rng, size == 3 ? 6 : 14);
            if (!play_at_random(&s, size, empty, &rng)) continue;
            const int winner = y_solve_winner(solver, &s, &cell);
            const int winning = y_solve_moves(solver, &s, wins);
            assert_int_equal(winner, winning > 0 ? s.mover : s.mover ^ 1);
            if (winning > 0) assert_true(cell >= 0 && wins[cell]);
            left--;
        }
        y_solver_drop(solver);
    }
}

static void the_solver_stops_after_so_many_positions(void **state) {
    (void)state;
    struct y_solver *solver = make_solver(8, SMALL_TABLE);
    struct y s;
    int cell;
    y_start(&s, 8, 0);
    for (uint64_t work = 0; work <= 300; work += 100) {
        const uint64_t before = y_solver_nodes(solver);
        y_solver_stop_after(solver, work);
        assert_int_equal(y_solve_winner(solver, &s, &cell), -1);
        assert_true(y_solver_stopped(solver));
        assert_true(y_solver_nodes(solver) - before <= work + (uint64_t)y_cells(8));
    }
    y_solver_drop(solver);
}

static uint64_t nodes_to_solve(struct y_solver *solver, const struct y *s) {
    const uint64_t before = y_solver_nodes(solver);
    y_solve(solver, s);
    return y_solver_nodes(solver) - before;
}

static void a_reset_solver_has_forgotten_all(void **state) {
    (void)state;
    struct y small, large;
    struct y_solver *used = make_solver(5, SMALL_TABLE), *fresh = make_solver(6, SMALL_TABLE);
    y_start(&small, 5, 0);
    y_start(&large, 6, 0);
    const uint64_t nodes = nodes_to_solve(fresh, &large);
    nodes_to_solve(used, &small);
    assert_true(nodes_to_solve(used, &small) < 2); /* it remembers */
    y_solver_reset(used, 6);
    assert_int_equal(y_solver_size(used), 6);
    assert_true(nodes > 2 && nodes_to_solve(used, &large) == nodes);
    y_solver_reset(used, 6);
    assert_true(nodes_to_solve(used, &large) == nodes);
    y_solver_drop(used);
    y_solver_drop(fresh);
}

static void a_prover_answers_for_any_size_it_can(void **state) {
    (void)state;
    struct th_error e;
    void *prover = y_prover.make(SMALL_TABLE, &e);
    assert_non_null(prover);
    for (int size = 3; size <= 12; size++) {
        for (int pie = 0; pie <= 1; pie++) {
            struct y s;
            const struct th_state *board = (const struct th_state *)(const void *)&s;
            th_action action = 0;
            y_start(&s, size, pie);
            const int winner = y_prover.prove(prover, board, 5000, NULL, &action);
            /* With the swap, who wins the empty board is not what the solver answers. */
            if (pie || size > Y_SOLVER_SIZE_MAX) assert_int_equal(winner, -1);
            if (!pie && size <= 6) assert_int_equal(winner, 0);
            y_place(&s, y_cells(size) / 2);
            if (pie) assert_int_equal(y_prover.prove(prover, board, 5000, NULL, NULL), -1);
        }
    }
    const th_flag stop = true;
    struct y s;
    y_start(&s, 9, 0);
    assert_int_equal(
        y_prover.prove(prover, (const struct th_state *)(const void *)&s, 1000000, &stop, NULL),
        -1);
    y_prover.forget(prover);
    y_prover.drop(prover);
    y_prover.drop(NULL);
}

/* ---- symmetries ---- */

/* The cell with its coordinates x, y, z in this order. */
static int turned(int size, int cell, const int order[3]) {
    const struct y_shape *shape = y_shape(size);
    const int r = shape->row[cell], c = shape->column[cell];
    const int xyz[3] = {size - 1 - r, c, r - c};
    return y_index(size - 1 - xyz[order[0]], xyz[order[1]]);
}

/* Every image has a solver to itself: a common one would know the answer already. */
static void images_of_a_position_have_the_images_of_its_answers(void **state) {
    (void)state;
    static const int orders[5][3] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct th_rng rng = th_rng_seeded(7);
    const int size = 6;
    for (long n = test_scale(40); n > 0; n--) {
        struct y s, image;
        const int empty = y_cells(size) - 2 - (int)th_rng_below(&rng, 6);
        if (!play_at_random(&s, size, empty, &rng)) continue;
        bool wins[Y_CELLS_MAX], image_wins[Y_CELLS_MAX];
        struct y_solver *solver = make_solver(size, SMALL_TABLE);
        y_solve_moves(solver, &s, wins);
        y_solver_drop(solver);
        for (int k = 0; k < 5; k++) {
            image = s;
            for (int i = 0; i < y_cells(size); i++)
                image.cell[turned(size, i, orders[k])] = s.cell[i];
            assert_int_equal(y_rebuild(&image), 0);
            solver = make_solver(size, SMALL_TABLE);
            y_solve_moves(solver, &image, image_wins);
            y_solver_drop(solver);
            for (int i = 0; i < y_cells(size); i++)
                assert_int_equal(image_wins[turned(size, i, orders[k])], wins[i]);
        }
    }
}

static void colours_make_no_difference(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(8);
    const int size = 6;
    for (long n = test_scale(40); n > 0; n--) {
        struct y s, other;
        if (!play_at_random(&s, size, y_cells(size) - 3, &rng)) continue;
        other = s;
        for (int i = 0; i < y_cells(size); i++)
            if (s.cell[i] != Y_EMPTY) other.cell[i] = s.cell[i] ^ 1;
        other.mover ^= 1;
        assert_int_equal(y_rebuild(&other), 0);
        bool wins[Y_CELLS_MAX], other_wins[Y_CELLS_MAX];
        struct y_solver *solver = make_solver(size, SMALL_TABLE);
        y_solve_moves(solver, &s, wins);
        y_solve_moves(solver, &other, other_wins);
        assert_memory_equal(wins, other_wins, sizeof wins);
        y_solver_drop(solver);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings_are_the_known_ones),
        cmocka_unit_test(a_table_of_one_place_changes_no_answer),
        cmocka_unit_test(the_same_question_visits_the_same_nodes),
        cmocka_unit_test(boards_that_do_not_fit_are_refused),
        cmocka_unit_test(late_positions_agree_with_brute_force),
        cmocka_unit_test(a_winning_move_is_one_of_those_that_win),
        cmocka_unit_test(the_solver_stops_after_so_many_positions),
        cmocka_unit_test(a_reset_solver_has_forgotten_all),
        cmocka_unit_test(a_prover_answers_for_any_size_it_can),
        cmocka_unit_test(images_of_a_position_have_the_images_of_its_answers),
        cmocka_unit_test(colours_make_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
