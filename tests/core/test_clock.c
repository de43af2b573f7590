/* Response times: quantiles of a histogram against sorted values. The rate of progress: undefined
 * at first, then that of the last seconds. */
#include "cmocka_includes.h"
#include "core/clock.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdlib.h>

/* ---- response times ---- */

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

/* ---- progress ---- */

static void nothing_is_said_before_enough_is_known(void **state) {
    (void)state;
    struct rate r = {0};
    char text[RATE_TEXT];
    assert_string_equal(rate_left(&r, 0, 0, 100, text), "");
    /* The first result of a run comes late: it says nothing about the others. */
    rate_note(&r, 30, 1);
    assert_string_equal(rate_left(&r, 30, 1, 100, text), "");
    for (int i = 2; i <= 3; i++) {
        rate_note(&r, 30 + i, (uint64_t)i);
        assert_string_equal(rate_left(&r, 30 + i, (uint64_t)i, 100, text), "");
    }
}

static void a_steady_rate_is_found(void **state) {
    (void)state;
    struct rate r = {0};
    char text[RATE_TEXT];
    for (int i = 0; i <= 200; i++) rate_note(&r, 5 + 0.1 * i, (uint64_t)i * 100);
    assert_true(fabs(rate_per_second(&r, 25, 20000) - 1000) < 1);
    assert_string_equal(rate_left(&r, 25, 20000, 85000, text), "1:05 left");
    assert_string_equal(rate_left(&r, 25, 20000, 20000, text), "0:00 left");
}

static void a_new_speed_counts_after_a_quarter_of_a_minute(void **state) {
    (void)state;
    struct rate r = {0};
    for (int i = 0; i <= 100; i++) rate_note(&r, i, (uint64_t)i * 1000);
    for (int i = 1; i <= RATE_SAMPLES; i++) rate_note(&r, 100 + 0.5 * i, 100000 + (uint64_t)i);
    const double rate = rate_per_second(&r, 100 + 0.5 * RATE_SAMPLES, 100000 + RATE_SAMPLES);
    assert_true(fabs(rate - 2) < 0.01);
}

/* A game every ten seconds is known as well, only later. */
static void slow_games_have_a_rate(void **state) {
    (void)state;
    struct rate r = {0};
    char text[RATE_TEXT];
    for (int i = 1; i <= 4; i++) rate_note(&r, 10 * i, (uint64_t)i);
    assert_string_equal(rate_left(&r, 40, 4, 10, text), "1:00 left");
}

static void what_was_there_before_says_nothing(void **state) {
    (void)state;
    struct rate r = {.skip = 5000};
    char text[RATE_TEXT];
    for (int i = 0; i <= 50; i++) rate_note(&r, 0.02 * i, (uint64_t)i * 100);
    for (int i = 1; i <= 10; i++) rate_note(&r, 1 + i, 5000 + (uint64_t)i);
    assert_string_equal(rate_left(&r, 11, 5010, 5070, text), "1:00 left");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_right_to_nine_percent),
        cmocka_unit_test(no_answers_took_no_time_and_endless_ones_the_most),
        cmocka_unit_test(nothing_is_said_before_enough_is_known),
        cmocka_unit_test(a_steady_rate_is_found),
        cmocka_unit_test(a_new_speed_counts_after_a_quarter_of_a_minute),
        cmocka_unit_test(slow_games_have_a_rate),
        cmocka_unit_test(what_was_there_before_says_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
