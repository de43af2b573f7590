/* Colours, widths and broken lines. */
#include "cmocka_includes.h"
#include "core/paint.h"
#include <string.h>

static const struct th_look painted = {.colour = true}, plain = {.colour = false};

static void text_is_painted_only_where_there_is_colour(void **state) {
    (void)state;
    char out[64];
    struct text t = text_in(out, sizeof out);
    paint_add(&t, &painted, PAINT_RED, "%s", "a");
    paint_add(&t, &painted, PAINT_NONE, "b");
    paint_add(&t, &plain, PAINT_RED, "c");
    paint_add(&t, NULL, PAINT_RED, "d");
    assert_string_equal(out, "\033[0;31ma\033[0mbcd");
}

static void width_counts_characters_and_no_codes(void **state) {
    (void)state;
    assert_int_equal(paint_width(""), 0);
    assert_int_equal(paint_width("○y"), 2);
    assert_int_equal(paint_width("\033[0;31mParchís\033[0m"), 7);
    assert_int_equal(paint_width("\033[0"), 3); /* no code: it does not end */
}

static void assert_wrapped(const char *text, int columns, const char *expected) {
    char out[256];
    struct text t = text_in(out, sizeof out);
    paint_wrap(&t, text, columns);
    assert_string_equal(out, expected);
}

static void lines_are_broken_at_blanks(void **state) {
    (void)state;
    assert_wrapped("one two three\nfour", 0, "one two three\nfour");
    assert_wrapped("one two three\nfour", 13, "one two three\nfour");
    assert_wrapped("one two three\nfour", 12, "one two\n  three\nfour");
    assert_wrapped("  one  two\n", 8, "  one\n    two\n");
    assert_wrapped("○ ○ ○ ○ ○", 5, "○ ○ ○\n  ○ ○");
    assert_wrapped("one \033[0;31mtwo\033[0m three", 7, "one \033[0;31mtwo\033[0m\n  three");
    assert_wrapped("immeasurable ends", 5, "immeasurable\n  ends");
}

static void a_line_is_filled_with_its_own_indent(void **state) {
    (void)state;
    char out[64];
    struct text t = text_in(out, sizeof out);
    paint_fill(&t, "one two three", 8, 0);
    assert_string_equal(out, "one two\nthree");
    t = text_in(out, sizeof out);
    paint_fill(&t, "- one two three", 8, 2);
    assert_string_equal(out, "- one\n  two\n  three");
    assert_int_equal(text_lines(out), 2);
    assert_int_equal(text_lines(""), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_painted_only_where_there_is_colour),
        cmocka_unit_test(width_counts_characters_and_no_codes),
        cmocka_unit_test(lines_are_broken_at_blanks),
        cmocka_unit_test(a_line_is_filled_with_its_own_indent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
