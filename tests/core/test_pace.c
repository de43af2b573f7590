/* How long answers take: quantiles of a histogram against sorted values. */
#include "cmocka_includes.h"
#include "core/pace.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Over all scales, from nanoseconds to minutes. */
static void quantiles_are_right_to_nine_percent(void **state) {
    (void)state;
    enum { ANSWERS = 4000 };
    static int64_t time[ANSWERS];
    struct th_rng rng = th_rng_seeded(1);
    struct pace whole = {0}, half[2] = {{0}, {0}};
    int64_t total = 0;
    for (int i = 0; i < ANSWERS; i++) {
        time[i] = (int64_t)(th_rng_next(&rng) >> (24 + th_rng_below(&rng, 40)));
        total += time[i];
        pace_add(&whole, time[i]);
        pace_add(&half[i % 2], time[i]);
    }
    qsort(time, ANSWERS, sizeof *time, by_size);
    pace_join(&half[0], &half[1]);
    assert_memory_equal(&whole, &half[0], sizeof whole);
    for (int percent = 1; percent < 100; percent++) {
        const double exact = 1e-9 * (double)time[ANSWERS * percent / 100 - 1];
        assert_true(fabs(pace_quantile(&whole, percent / 100.0) - exact) <= 0.09 * exact + 1e-9);
    }
    assert_true(fabs(pace_mean(&whole) - 1e-9 * (double)total / ANSWERS) < 1e-6);
    assert_true(fabs(pace_worst(&whole) - 1e-9 * (double)time[ANSWERS - 1]) < 1e-9);
    assert_true(pace_quantile(&whole, 1) <= pace_worst(&whole));
}

static void no_answers_took_no_time_and_endless_ones_the_most(void **state) {
    (void)state;
    struct pace p = {0};
    assert_true(pace_mean(&p) == 0 && pace_quantile(&p, 0.5) == 0 && pace_worst(&p) == 0);
    pace_add(&p, INT64_MAX);
    assert_true(p.step[PACE_STEPS - 1] == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_right_to_nine_percent),
        cmocka_unit_test(no_answers_took_no_time_and_endless_ones_the_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
