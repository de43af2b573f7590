/* Histograms that widen as values come. */
#include "cmocka_includes.h"
#include "stats/share.h"

static void a_value_is_counted_where_it_belongs(void **state) {
    static struct spread s;
    (void)state;
    for (int i = 0; i < 1000; i++) spread_add(&s, i / 1000.0);
    assert_true(s.fractions);
    assert_float_equal(spread_share(&s, 0, 0.5), 0.5, 1e-6);
    assert_float_equal(spread_share(&s, 0.25, 0.75), 0.5, 1e-6);
    assert_float_equal(spread_below(&s, 0.5), 0.5, 0.002);
}

static void a_far_value_widens_the_bars_and_moves_nothing(void **state) {
    static struct spread s;
    (void)state;
    for (int i = 0; i < 64; i++) spread_add(&s, i);
    spread_add(&s, 4000);
    assert_false(s.fractions);
    assert_float_equal(s.width, 1, 0);
    assert_float_equal(spread_share(&s, 0, 32), (float)(32 / 65.0), 1e-6);
    assert_float_equal(spread_share(&s, 32, 64), (float)(32 / 65.0), 1e-6);
    assert_float_equal(spread_below(&s, 1), 4001, 0);
    assert_float_equal(spread_least(&s), 0, 0);
}

static void of_nothing_all_is_zero(void **state) {
    static struct spread s;
    (void)state;
    assert_float_equal(spread_share(&s, 0, 1), 0, 0);
    assert_float_equal(spread_below(&s, 0.5), 0, 0);
    assert_float_equal(spread_least(&s), 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_counted_where_it_belongs),
        cmocka_unit_test(a_far_value_widens_the_bars_and_moves_nothing),
        cmocka_unit_test(of_nothing_all_is_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
