/* Learning in a table: the maze to its exact optimum, the same table for the same seed, a table
 * that is full. */
#include "cmocka_includes.h"
#include "grid.h"
#include "learn/tabular.h"
#include <string.h>

static uint64_t cell_key(const void *self) {
    return 1 + (uint64_t)((const struct grid *)self)->cell;
}

static struct tabular made(size_t slots, uint64_t seed) {
    struct tabular t;
    struct th_error e;
    struct tabular_settings s = tabular_defaults();
    s.slots = slots;
    s.seed = seed;
    s.epsilon_last = 0.5F;
    if (!tabular_make(&t, &s, &grid_environment, cell_key, &e)) fail_msg("%s", e.text);
    return t;
}

static void the_maze_is_learned_to_its_optimum(void **state) {
    (void)state;
    double value[GRID_CELLS][GRID_ACTIONS];
    struct tabular t = made(64, 3);
    struct grid grid = {0};
    grid_solve(1.0, value);
    tabular_train(&t, &grid, 20000, 20000);
    for (grid.cell = 0; grid.cell < GRID_CELLS; grid.cell++) {
        if (!grid_open(grid.cell)) continue;
        const int action = tabular_greedy(&t, &grid);
        for (int a = 0; a < GRID_ACTIONS; a++) {
            bool legal[GRID_ACTIONS];
            grid_legal(grid.cell, legal);
            if (legal[a]) assert_true(value[grid.cell][action] >= value[grid.cell][a] - 1e-9);
        }
    }
    assert_int_equal(grid.illegal, 0);
    assert_int_equal(t.lost, 0);
    tabular_drop(&t);
}

static void the_same_seed_gives_the_same_table(void **state) {
    (void)state;
    struct tabular a = made(64, 5), b = made(64, 5), c = made(64, 6);
    struct grid grid = {0};
    tabular_train(&a, &grid, 500, 1000);
    tabular_train(&a, &grid, 500, 1000); /* in two parts */
    tabular_train(&b, &grid, 1000, 1000);
    tabular_train(&c, &grid, 1000, 1000);
    assert_memory_equal(a.entry, b.entry, 64 * sizeof *a.entry);
    assert_memory_not_equal(a.entry, c.entry, 64 * sizeof *a.entry);
    tabular_drop(&a), tabular_drop(&b), tabular_drop(&c);
}

static void a_full_table_goes_on_with_what_it_has(void **state) {
    (void)state;
    struct tabular t = made(8, 7);
    struct grid grid = {0};
    tabular_train(&t, &grid, 1000, 1000);
    assert_int_equal(t.used, 7);
    assert_true(t.lost > 0);
    tabular_drop(&t);
}

static void wrong_settings_are_refused(void **state) {
    (void)state;
    struct tabular t;
    struct th_error e;
    struct tabular_settings s = tabular_defaults();
    s.slots = 100;
    assert_false(tabular_make(&t, &s, &grid_environment, cell_key, &e));
    assert_non_null(strstr(e.text, "power of two"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_maze_is_learned_to_its_optimum),
        cmocka_unit_test(the_same_seed_gives_the_same_table),
        cmocka_unit_test(a_full_table_goes_on_with_what_it_has),
        cmocka_unit_test(wrong_settings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
