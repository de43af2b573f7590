/* What stands for characters where only ASCII can be shown. */
#include "cmocka_includes.h"
#include "core/paint.h"
#include "core/text.h"
#include <string.h>

static void becomes(const char *text, const char *wanted) {
    struct ascii_reader r = {0};
    char out[256];
    size_t used = 0;
    for (const char *p = text; *p != 0; p++)
        used += (size_t)ascii_take(&r, (unsigned char)*p, out + used);
    out[used] = 0;
    assert_string_equal(out, wanted);
    ascii_use(true);
    assert_int_equal(text_width(text), strlen(wanted));
    assert_int_equal(paint_width(text), strlen(wanted));
    ascii_use(false);
}

static void characters_have_something_that_stands_for_them(void **state) {
    (void)state;
    becomes("plain ~ text\n", "plain ~ text\n");
    becomes("Parchís, el tahúr, Ñandú, Łódź", "Parchis, el tahur, Nandu, Lodz");
    becomes("“a” ‘b’ 1 – 2 − 3 · 4… ± 1 µs, 2 × 3 ≥ 5",
            "\"a\" 'b' 1 - 2 - 3 - 4... +/- 1 us, 2 x 3 >= 5");
    becomes("┌─┬┐│╭╮╰╯╱╲╌", "+-++|++++/\\-");
    becomes("▁▂▃▄▅▆▇█░", "_.:-=+*#.");
    becomes("⠀⣿○●▲", " .o*^");
    becomes("猫 😀", "? ?");
}

static void broken_text_is_no_trouble(void **state) {
    (void)state;
    struct ascii_reader r = {0};
    char out[ASCII_BYTES];
    assert_int_equal(ascii_take(&r, 0xff, out), 1);
    assert_int_equal(out[0], '?');
    assert_int_equal(ascii_take(&r, 0x80, out), 1);
    assert_int_equal(ascii_take(&r, 0xc3, out), 0);
    assert_int_equal(ascii_take(&r, 'z', out), 1);
    assert_int_equal(out[0], 'z');
}

static void widths_are_of_characters_unless_ascii_is_used(void **state) {
    (void)state;
    assert_int_equal(text_width("a…±"), 3);
    assert_int_equal(paint_width("\033[0;1ma…±\033[0m"), 3);
    ascii_use(true);
    assert_int_equal(paint_width("\033[0;1ma…±\033[0m"), 7);
    ascii_use(false);
}

static void every_character_becomes_ascii(void **state) {
    (void)state;
    for (uint32_t c = 0; c < 0x11000; c++) {
        char out[ASCII_BYTES];
        const int n = ascii_of(c, out);
        assert_in_range(n, 1, ASCII_BYTES);
        for (int i = 0; i < n; i++) assert_in_range(out[i], c < 0x20 ? 0 : 0x20, 0x7f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_have_something_that_stands_for_them),
        cmocka_unit_test(broken_text_is_no_trouble),
        cmocka_unit_test(widths_are_of_characters_unless_ascii_is_used),
        cmocka_unit_test(every_character_becomes_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
