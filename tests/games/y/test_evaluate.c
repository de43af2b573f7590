/* Y's evaluation and keys. */
#include "cmocka_includes.h"
#include "games/y/board.h"
#include "tahur/rng.h"
#include <string.h>

static const int no_tempo[] = {0};

static int value(const struct y *s, int seat, const int weight[]) {
    return y_evaluate((const struct th_state *)(const void *)s, seat, weight);
}

static uint64_t key(const struct y *s) {
    return y_key((const struct th_state *)(const void *)s);
}

/* A random position, not over. */
static struct y position(struct th_rng *rng, int size) {
    for (;;) {
        struct y s;
        y_start(&s, size, 0);
        for (int stones = (int)th_rng_below(rng, (uint32_t)y_cells(size)); stones > 0;) {
            const int cell = (int)th_rng_below(rng, (uint32_t)y_cells(size));
            if (s.over) break;
            if (s.cell[cell] != Y_EMPTY) continue;
            y_place(&s, cell);
            stones--;
        }
        if (!s.over) return s;
    }
}

static void exchanging_the_players_changes_the_sign(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int k = 0; k < 1000; k++) {
        const struct y s = position(&rng, 2 + k % 12);
        struct y other = s;
        other.mover ^= 1;
        for (int i = 0; i < y_cells(s.size); i++)
            if (s.cell[i] != Y_EMPTY) other.cell[i] ^= 1;
        const int weight[] = {k};
        assert_int_equal(value(&other, 0, weight), -value(&s, 0, weight));
        assert_int_equal(value(&other, 1, weight), value(&s, 0, weight));
    }
}

/* A third of a turn leads (x, y, z) to (y, z, x), where x = size - 1 - row, y = column. */
static void turning_the_board_changes_nothing(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    for (int k = 0; k < 1000; k++) {
        const struct y s = position(&rng, 2 + k % 12);
        struct y turned = s;
        for (int r = 0; r < s.size; r++)
            for (int c = 0; c <= r; c++)
                turned.cell[y_index(s.size - 1 - c, r - c)] = s.cell[y_index(r, c)];
        assert_int_equal(value(&turned, 0, no_tempo), value(&s, 0, no_tempo));
    }
}

static void a_stone_more_is_never_worse(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    for (int k = 0; k < 300; k++) {
        const struct y s = position(&rng, 2 + k % 8);
        for (int i = 0; i < y_cells(s.size); i++) {
            struct y more = s;
            if (s.cell[i] != Y_EMPTY) continue;
            more.cell[i] = 0;
            assert_true(value(&more, 0, no_tempo) >= value(&s, 0, no_tempo));
        }
    }
}

/* Without tempo an opening is worth something to player 0; who may swap has the better of it. */
static void the_swap_takes_the_better_side(void **state) {
    (void)state;
    const int much[] = {TH_SURE_VALUE / 4};
    for (int cell = 0; cell < y_cells(5); cell++) {
        struct y plain, pie;
        y_start(&plain, 5, 0);
        y_start(&pie, 5, 1);
        y_place(&plain, cell);
        y_place(&pie, cell);
        assert_true(value(&plain, 0, no_tempo) > 0);
        assert_int_equal(value(&pie, 1, no_tempo), value(&plain, 0, no_tempo));
        const int with_move = value(&plain, 1, much);
        assert_int_equal(value(&pie, 1, much), with_move < 0 ? -with_move : with_move);
        y_swap(&pie);
        assert_int_equal(value(&pie, 1, no_tempo), value(&plain, 0, no_tempo));
    }
}

/* While a swap may come, the position is another than without the pie rule; then it is the same. */
static void the_key_knows_the_swap(void **state) {
    (void)state;
    struct y plain, pie, swapped;
    y_start(&plain, 5, 0);
    y_start(&pie, 5, 1);
    assert_true(key(&plain) != key(&pie));
    y_place(&plain, 4);
    y_place(&pie, 4);
    assert_true(key(&plain) != key(&pie));
    swapped = pie;
    y_swap(&swapped);
    assert_true(key(&swapped) != key(&pie) && key(&swapped) != key(&plain));
    y_place(&plain, 7);
    y_place(&pie, 7);
    assert_true(key(&plain) == key(&pie));
    struct y resigned = pie;
    y_resign(&resigned);
    assert_true(key(&resigned) != key(&pie));
}

static void the_key_knows_size_and_cells(void **state) {
    (void)state;
    uint64_t seen[2 * 2 * 2 * 55];
    int n = 0;
    for (int size = 9; size <= 10; size++) /* more than a word of cells */
        for (int i = 0; i < y_cells(size); i++)
            for (int bits = 0; bits < 4; bits++) {
                struct y s;
                y_start(&s, size, 0);
                s.cell[i] = bits & 1;
                s.mover = (uint8_t)(bits >> 1);
                seen[n++] = key(&s);
            }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) assert_true(seen[i] != seen[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanging_the_players_changes_the_sign),
        cmocka_unit_test(turning_the_board_changes_nothing),
        cmocka_unit_test(a_stone_more_is_never_worse),
        cmocka_unit_test(the_swap_takes_the_better_side),
        cmocka_unit_test(the_key_knows_the_swap),
        cmocka_unit_test(the_key_knows_size_and_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
