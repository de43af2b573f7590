/* Numbers, words and the nearest name. */
#include "cmocka_includes.h"
#include "core/error.h"
#include "core/text.h"
#include <stdlib.h>
#include <string.h>

static void whole_numbers_are_read_strictly(void **state) {
    (void)state;
    int64_t n = 7;
    assert_true(text_integer("0", &n) && n == 0);
    assert_true(text_integer("-12", &n) && n == -12);
    assert_true(text_integer("9223372036854775807", &n) && n == INT64_MAX);
    static const char *const wrong[] = {
        "", " 1", "1 ", "1x", "x", "-", "1.0", "1e5", "0x10", "--1", "9223372036854775808"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(text_integer(wrong[i], &n));
    uint64_t natural;
    assert_true(text_natural("18446744073709551615", &natural) && natural == UINT64_MAX);
    assert_true(text_natural("007", &natural) && natural == 7);
    static const char *const unnatural[] = {
        "", "-1", "+1", " 1", "1 ", "1x", "18446744073709551616"};
    for (size_t i = 0; i < sizeof unnatural / sizeof *unnatural; i++)
        assert_false(text_natural(unnatural[i], &natural));
}

static void counts_are_read_as_people_type_them(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } right[] = {{"0", 0},
                 {"-12", -12},
                 {"007", 7},
                 {"1e6", 1000000},
                 {"1E6", 1000000},
                 {"1e+06", 1000000},
                 {"5e0", 5},
                 {"-2e3", -2000},
                 {"10k", 10000},
                 {"10K", 10000},
                 {"2M", 2000000},
                 {"1.5M", 1500000},
                 {"1.5e1", 15},
                 {"1,000", 1000},
                 {"1_000", 1000},
                 {"12,345,678", 12345678},
                 {"100_000k", 100000000},
                 {"9223372036854775807", INT64_MAX},
                 {"9,223,372,036,854,775,807", INT64_MAX},
                 {"9e18", INT64_C(9000000000000000000)}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        int64_t n = -1;
        assert_true(text_count(right[i].text, &n));
        assert_int_equal(n, right[i].value);
    }
    static const char *const wrong[] = {"",
                                        "-",
                                        "k",
                                        "e6",
                                        "1e",
                                        "1e-3",
                                        "1e+",
                                        "1e1.5",
                                        "1e100",
                                        "1.5",
                                        "1.",
                                        ".5k",
                                        "1.2345k",
                                        "10kk",
                                        "10km",
                                        "2m",
                                        "2G",
                                        "1k000",
                                        "1,00",
                                        "1,0000",
                                        "1000,000",
                                        ",000",
                                        "1,",
                                        "1,000_000",
                                        "1__000",
                                        "1_000,",
                                        "+1",
                                        " 1",
                                        "1 ",
                                        "0x10",
                                        "1e19",
                                        "10000000000000000k",
                                        "9223372036854775808",
                                        "1 000",
                                        "nan",
                                        "1,,000"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t n;
        assert_false(text_count(wrong[i], &n));
    }
}

static void decimals_are_read_exactly_in_millionths(void **state) {
    (void)state;
    int64_t n;
    assert_true(text_millionths("0.3", &n) && n == 300000);
    assert_true(text_millionths("-2", &n) && n == -2000000);
    assert_true(text_millionths(".5", &n) && n == 500000);
    assert_true(text_millionths("1.", &n) && n == 1000000);
    assert_true(text_millionths("0.123456", &n) && n == 123456);
    assert_true(text_millionths("0.1000000000", &n) && n == 100000);
    static const char *const wrong[] = {"",
                                        ".",
                                        "-",
                                        "1.2.3",
                                        "1e-3",
                                        " 1",
                                        "0.1x",
                                        "nan",
                                        "0,3",
                                        "0.1234567",
                                        "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(text_millionths(wrong[i], &n));
}

static void decimals_are_written_as_short_as_they_read(void **state) {
    (void)state;
    char out[32];
    assert_string_equal(text_from_millionths(300000, out, sizeof out), "0.3");
    assert_string_equal(text_from_millionths(-2500000, out, sizeof out), "-2.5");
    assert_string_equal(text_from_millionths(1000000, out, sizeof out), "1");
    assert_string_equal(text_from_millionths(1, out, sizeof out), "0.000001");
    assert_string_equal(text_from_millionths(0, out, sizeof out), "0");
}

static void large_numbers_have_commas(void **state) {
    (void)state;
    char out[27];
    assert_string_equal(text_thousands(0, out), "0");
    assert_string_equal(text_thousands(999, out), "999");
    assert_string_equal(text_thousands(1000, out), "1,000");
    assert_string_equal(text_thousands(-1234567, out), "-1,234,567");
}

static void the_nearest_name_is_the_one_probably_meant(void **state) {
    (void)state;
    static const char *const names[] = {"max-rolls", "risk-stop", "random", "greedy-aggressive"};
    assert_string_equal(text_nearest("max-rols", names, 4), "max-rolls");
    assert_string_equal(text_nearest("rnadom", names, 4), "random");
    assert_string_equal(text_nearest("greedy-agressive", names, 4), "greedy-aggressive");
    assert_null(text_nearest("chess", names, 4));
    assert_null(text_nearest("", names, 4));
    static const char *const letters[] = {"b", "w"};
    assert_null(text_nearest("p", letters, 2));
}

static void what_a_message_quotes_is_short_and_clean(void **state) {
    (void)state;
    char out[TEXT_CLIP_BYTES];
    assert_string_equal(text_clip("short", out), "short");
    assert_string_equal(text_clip("1234567890123456789012345678901234567890", out),
                        "1234567890123456789012345678901234567890");
    assert_string_equal(text_clip("12345678901234567890123456789012345678901", out),
                        "1234567890123456789012345678901234567890…");
    assert_string_equal(text_clip("123456789012345678901234567890123456789é1", out),
                        "123456789012345678901234567890123456789…");
    char strange[] = "two\nlines \033[1m\xc2\x9b \xff\xc3 é … \xe2\x80";
    text_clean(strange);
    assert_string_equal(strange, "two?lines ?[1m?? ?? é … ??");
}

static void a_text_never_runs_over_its_buffer(void **state) {
    (void)state;
    char out[8] = "1234567";
    struct text t = text_in(out, 5);
    text_add(&t, "ab");
    text_add(&t, "cdef%d", 12);
    text_add(&t, "g");
    assert_string_equal(out, "abcd");
    assert_int_equal(out[5], '6');
}

static void texts_are_cut_behind_whole_characters(void **state) {
    (void)state;
    assert_int_equal(text_cut("abc", 10), 3);
    assert_int_equal(text_cut("abc", 2), 2);
    assert_int_equal(text_cut("é€é", 1), 0);
    assert_int_equal(text_cut("é€é", 4), 2);
    assert_int_equal(text_cut("é€é", 5), 5);
}

/* What no UTF-8 may hold: too long, halves of pairs, beyond the last. */
static void clean_text_is_strict(void **state) {
    (void)state;
    char wrong[] = "a\xe0\x80\x80"
                   "b\xed\xa0\x80"
                   "c\xf4\x90\x80\x80"
                   "d\xf0\x80\x80\x80";
    text_clean(wrong);
    assert_string_equal(wrong, "a???b???c????d????");
    char right[] = "\xe0\xa0\x80\xed\x9f\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", kept[sizeof right];
    memcpy(kept, right, sizeof right);
    text_clean(right);
    assert_string_equal(right, kept);
    /* Ends of lines, and characters that reorder text; their neighbours stay. */
    char unseen[] = "\u2028 \u2029 \u202a \u202e \u2066 \u2069 \u2027 \u202f \u2065 \u206a";
    text_clean(unseen);
    assert_string_equal(unseen, "??? ??? ??? ??? ??? ??? \u2027 \u202f \u2065 \u206a");
    char marks[] = "\u061c \u200e \u200f \u061b \u200d \u2010";
    text_clean(marks);
    assert_string_equal(marks, "?? ??? ??? \u061b \u200d \u2010");
}

static void lines_come_trimmed_one_by_one(void **state) {
    (void)state;
    char text[] = "  one \r\n\n\ttwo", *rest = text;
    assert_string_equal(text_line(&rest), "one");
    assert_string_equal(text_line(&rest), "");
    assert_string_equal(text_line(&rest), "two");
    assert_null(text_line(&rest));
    char indented[] = "  one \n\n\ttwo";
    rest = indented;
    assert_string_equal(text_whole_line(&rest), "  one ");
    assert_string_equal(text_whole_line(&rest), "");
    assert_string_equal(text_whole_line(&rest), "\ttwo");
    assert_null(text_whole_line(&rest));
}

static void bytes_become_clean_lines(void **state) {
    (void)state;
    const char bytes[] = "a\tb\r\n\n\tc\r\0\xff\x1b";
    char *text = text_clean_lines(bytes, sizeof bytes - 1);
    assert_string_equal(text, "a   b\n\n    c????\n");
    free(text);
    text = text_clean_lines("", 0);
    assert_string_equal(text, "");
    free(text);
}

/* ---- keys of messages ---- */

static void a_message_has_the_key_that_was_attached_to_it(void **state) {
    (void)state;
    struct th_error e, other;
    th_fail(&e, "'%s' is no clock", "much");
    assert_null(error_detail(e.text));
    assert_false(error_attach(&e, "clock", "much", "24", NULL));
    const struct error_detail *d = error_detail(e.text);
    assert_non_null(d);
    assert_string_equal(d->key, "clock");
    assert_int_equal(d->n, 2);
    assert_string_equal(d->argument[0], "much");
    assert_string_equal(d->argument[1], "24");
    th_fail(&other, "the moon is full");
    assert_null(error_detail(other.text));
    assert_false(error_attach(NULL, "none", NULL));
    error_attach(&other, "many", "1", "2", "3", "4", "5", "6",
                 NULL); /* no more than there is room */
    assert_int_equal(error_detail(other.text)->n, ERROR_ARGUMENTS);
    assert_null(error_detail(e.text));
    error_attach(&other, "unclean", "a\nb\xff", NULL); /* one clean line, as in the message */
    assert_null(strchr(error_detail(other.text)->argument[0], '\n'));
    assert_null(strchr(error_detail(other.text)->argument[0], '\xff'));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_are_read_strictly),
        cmocka_unit_test(counts_are_read_as_people_type_them),
        cmocka_unit_test(decimals_are_read_exactly_in_millionths),
        cmocka_unit_test(decimals_are_written_as_short_as_they_read),
        cmocka_unit_test(large_numbers_have_commas),
        cmocka_unit_test(the_nearest_name_is_the_one_probably_meant),
        cmocka_unit_test(what_a_message_quotes_is_short_and_clean),
        cmocka_unit_test(texts_are_cut_behind_whole_characters),
        cmocka_unit_test(clean_text_is_strict),
        cmocka_unit_test(bytes_become_clean_lines),
        cmocka_unit_test(lines_come_trimmed_one_by_one),
        cmocka_unit_test(a_message_has_the_key_that_was_attached_to_it),
        cmocka_unit_test(a_text_never_runs_over_its_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
