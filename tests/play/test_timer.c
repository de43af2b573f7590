/* Clocks: how they are written, and what is left. */
#include "cmocka_includes.h"
#include "play/session.h"
#include <math.h>
#include <string.h>

static void assert_clock(const char *text, double left, double gain) {
    struct timer t;
    struct th_error e;
    if (!timer_parse(text, &t, &e)) fail_msg("%s: %s", text, e.text);
    assert_true(t.on);
    for (int i = 0; i < TH_SEATS_MAX; i++)
        assert_true(fabs(timer_left(&t, i, 12345) - left) < 1e-9);
    assert_true(fabs(t.gain - gain) < 1e-9);
}

static void times_have_units_or_are_seconds(void **state) {
    (void)state;
    assert_clock("5m", 300, 0);
    assert_clock("5m+3s", 300, 3);
    assert_clock("300+3", 300, 3);
    assert_clock("1.5h+0.5m", 5400, 30);
    assert_clock("0.2", 0.2, 0);
    assert_clock("24h+24h", 86400, 86400);
}

static void other_texts_are_no_clocks(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",    "0",       "-5m", "5x",  "m",   "5m3s",  "5m+",   "+3",
        "5 m", "5m+3m+1", "25h", "1e3", "nan", "5m+-1", "86401", "99999999999999999999"};
    struct timer t = {.gain = 7};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct th_error e;
        if (timer_parse(wrong[i], &t, &e)) fail_msg("'%s' was read", wrong[i]);
        assert_non_null(strstr(e.text, "5m+3s"));
        assert_true(t.gain == 7);
    }
}

static void time_runs_for_who_decides_and_comes_back_with_decisions(void **state) {
    (void)state;
    struct timer t;
    struct th_error e;
    assert_true(timer_parse("10+2", &t, &e));
    timer_start(&t, 1, 100);
    assert_true(timer_left(&t, 1, 103) == 7);
    assert_true(timer_left(&t, 0, 103) == 10);
    timer_stop(&t, 104, false); /* taken back: the time is gone all the same */
    assert_true(timer_left(&t, 1, 200) == 6);
    timer_start(&t, 1, 200);
    timer_stop(&t, 201, true);
    assert_true(timer_left(&t, 1, 300) == 7);
    timer_stop(&t, 301, true); /* nothing runs */
    assert_true(timer_left(&t, 1, 300) == 7);
    timer_start(&t, 0, 300);
    assert_true(timer_left(&t, 0, 311) == 0);
    timer_stop(&t, 311, true); /* too late for the gain */
    assert_true(timer_left(&t, 0, 311) == 0);
}

static void time_is_written_as_on_a_clock(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0, "0.0"},    {9.34, "9.3"},     {10, "0:10"},      {59.1, "1:00"},
                {300, "5:00"}, {3598.9, "59:59"}, {3661, "1:01:01"}, {86400, "24:00:00"}};
    char out[24];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(timer_text(rows[i].seconds, out), rows[i].text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_have_units_or_are_seconds),
        cmocka_unit_test(other_texts_are_no_clocks),
        cmocka_unit_test(time_runs_for_who_decides_and_comes_back_with_decisions),
        cmocka_unit_test(time_is_written_as_on_a_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
