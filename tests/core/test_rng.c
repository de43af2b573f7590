/* The generator: the published sequence, and no bias. */
#include "cmocka_includes.h"
#include "tahur/rng.h"

/* The first numbers of splitmix64 from seed 1234567, as its author's reference program prints
 * them; rng seeding is that sequence. */
static void seeding_is_splitmix64(void **state) {
    (void)state;
    const struct th_rng r = th_rng_seeded(1234567);
    assert_true(r.word[0] == UINT64_C(6457827717110365317));
    assert_true(r.word[1] == UINT64_C(3203168211198807973));
    assert_true(r.word[2] == UINT64_C(9817491932198370423));
    assert_true(r.word[3] == UINT64_C(4593380528125082431));
}

/* The first numbers of xoshiro256++ from the state 1, 2, 3, 4, worked out by its definition. */
static void the_sequence_is_xoshiro256_plus_plus(void **state) {
    (void)state;
    struct th_rng r = {{1, 2, 3, 4}};
    const uint64_t expected[] = {UINT64_C(41943041), UINT64_C(58720359), UINT64_C(3588806011781223),
                                 UINT64_C(3591011842654386)};
    for (int i = 0; i < 4; i++) assert_true(th_rng_next(&r) == expected[i]);
}

static void a_copy_goes_on_alike(void **state) {
    (void)state;
    struct th_rng a = th_rng_seeded(5), b;
    th_rng_next(&a);
    b = a;
    for (int i = 0; i < 100; i++) assert_true(th_rng_next(&a) == th_rng_next(&b));
}

/* Pearson's statistic over 10 cells: 5 standard deviations are beyond 9 + 5·√18 ≈ 30. */
static void numbers_below_n_are_uniform(void **state) {
    (void)state;
    struct th_rng r = th_rng_seeded(6);
    enum { CELLS = 10, DRAWS = 1000000 };
    int seen[CELLS] = {0};
    for (int i = 0; i < DRAWS; i++) {
        const uint32_t n = th_rng_below(&r, CELLS);
        assert_true(n < CELLS);
        seen[n]++;
    }
    double chi = 0;
    for (int i = 0; i < CELLS; i++) {
        const double off = seen[i] - DRAWS / (double)CELLS;
        chi += off * off / (DRAWS / (double)CELLS);
    }
    assert_true(chi < 30);
}

static void scaling_covers_every_number_and_no_other(void **state) {
    (void)state;
    assert_int_equal(th_scale(0, 1296), 0);
    assert_int_equal(th_scale(UINT64_MAX, 1296), 1295);
    for (uint32_t k = 1; k < 1296; k++) {
        /* The least number that is scaled to k is ⌈k · 2^64 / 1296⌉. */
        const uint64_t step = UINT64_MAX / 1296, rest = UINT64_MAX % 1296 + 1;
        const uint64_t least = k * step + (k * rest + 1295) / 1296;
        assert_int_equal(th_scale(least, 1296), k);
        assert_int_equal(th_scale(least - 1, 1296), k - 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeding_is_splitmix64),
        cmocka_unit_test(the_sequence_is_xoshiro256_plus_plus),
        cmocka_unit_test(a_copy_goes_on_alike),
        cmocka_unit_test(numbers_below_n_are_uniform),
        cmocka_unit_test(scaling_covers_every_number_and_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
