/* How long the rest takes: nothing before it is known, and then what the last seconds say. */
#include "cmocka_includes.h"
#include "core/rate.h"
#include <math.h>
#include <stdlib.h>

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
    assert_true(fabs(rate_a_second(&r, 25, 20000) - 1000) < 1);
    assert_string_equal(rate_left(&r, 25, 20000, 85000, text), "1:05 left");
    assert_string_equal(rate_left(&r, 25, 20000, 20000, text), "0:00 left");
}

static void a_new_speed_counts_after_a_quarter_of_a_minute(void **state) {
    (void)state;
    struct rate r = {0};
    for (int i = 0; i <= 100; i++) rate_note(&r, i, (uint64_t)i * 1000);
    for (int i = 1; i <= RATE_SAMPLES; i++) rate_note(&r, 100 + 0.5 * i, 100000 + (uint64_t)i);
    const double rate = rate_a_second(&r, 100 + 0.5 * RATE_SAMPLES, 100000 + RATE_SAMPLES);
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
        cmocka_unit_test(nothing_is_said_before_enough_is_known),
        cmocka_unit_test(a_steady_rate_is_found),
        cmocka_unit_test(a_new_speed_counts_after_a_quarter_of_a_minute),
        cmocka_unit_test(slow_games_have_a_rate),
        cmocka_unit_test(what_was_there_before_says_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
