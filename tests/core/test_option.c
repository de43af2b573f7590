/* Specs "name:key=value,…": what is read, what is refused, and with which sentence. */
#include "cmocka_includes.h"
#include "tahur/option.h"
#include <string.h>

static const char *const colours[] = {"red", "green", "blue", NULL};
static const struct th_option table[] = {
    {"size", TH_INTEGER, 1, 19, "9", NULL, "rows"},
    {"share", TH_DECIMAL, 0, TH_MILLION, "0.25", NULL, "of the whole"},
    {"pie", TH_SWITCH, 0, 1, "0", NULL, "swap"},
    {"colour", TH_CHOICE, 0, 0, "green", colours, "of the table"},
    {"bonus", TH_INTEGER, -5, 5, NULL, NULL, "unset: by colour"},
    {"book", TH_TEXT, 0, 0, NULL, NULL, "a file"},
    {"title", TH_TEXT, 0, 0, "untitled", NULL, "on the cover"},
    {0},
};

static bool read(const char *text, struct th_spec *spec, struct th_error *e) {
    return th_spec_name(text, spec, e) && th_spec_options(spec, table, e);
}

static void without_options_all_defaults_hold(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    assert_true(read("y", &spec, &e));
    assert_string_equal(spec.name, "y");
    assert_int_equal(th_options_number(&spec.options, "size"), 9);
    assert_int_equal(th_options_number(&spec.options, "share"), 250000);
    assert_int_equal(th_options_number(&spec.options, "pie"), 0);
    assert_int_equal(th_options_number(&spec.options, "colour"), 1);
    assert_false(th_options_given(&spec.options, "bonus"));
    assert_false(th_options_given(&spec.options, "unheard-of"));
}

static void every_kind_of_option_is_read(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    assert_true(read("y:colour=blue,size=19,pie=1,share=0.5,bonus=-5", &spec, &e));
    assert_string_equal(spec.text, "y:colour=blue,size=19,pie=1,share=0.5,bonus=-5");
    assert_int_equal(th_options_number(&spec.options, "size"), 19);
    assert_int_equal(th_options_number(&spec.options, "share"), 500000);
    assert_int_equal(th_options_number(&spec.options, "pie"), 1);
    assert_int_equal(th_options_number(&spec.options, "colour"), 2);
    assert_int_equal(th_options_number(&spec.options, "bonus"), -5);
}

static void specs_mean_the_same_whatever_was_written_out(void **state) {
    (void)state;
    struct th_spec a, b, c, d;
    struct th_error e;
    assert_true(read("y", &a, &e) && read("y:size=9,colour=green", &b, &e));
    assert_true(read("y:size=8", &c, &e) && read("y:bonus=0", &d, &e));
    assert_true(th_options_equal(&a.options, &b.options));
    assert_false(th_options_equal(&a.options, &c.options));
    assert_false(th_options_equal(&a.options, &d.options)); /* unset is not 0 */
}

/* Texts belong to the values: what was read from is gone, and the values are copied about. */
static void texts_of_a_spec_are_kept_with_its_values(void **state) {
    (void)state;
    struct th_options kept, same, other, none;
    struct th_error e;
    struct th_spec spec;
    char text[] = "y:book=/a/b:c=d.model,size=3,title=";
    assert_true(read(text, &spec, &e));
    kept = spec.options;
    memset(text, 'x', sizeof text - 1);
    memset(&spec, 'x', sizeof spec);
    assert_string_equal(th_options_text(&kept, "book"), "/a/b:c=d.model");
    assert_string_equal(th_options_text(&kept, "title"), "");
    assert_int_equal(th_options_number(&kept, "size"), 3);
    assert_true(read("y:title=,book=/a/b:c=d.model,size=3", &spec, &e));
    same = spec.options;
    assert_true(th_options_equal(&kept, &same));
    assert_true(read("y:title=,book=/a/b:c=e.model,size=3", &spec, &e));
    other = spec.options;
    assert_false(th_options_equal(&kept, &other));
    assert_true(read("y", &spec, &e));
    none = spec.options;
    assert_null(th_options_text(&none, "book"));
    assert_string_equal(th_options_text(&none, "title"), "untitled");
    assert_false(th_options_equal(&kept, &none));
    assert_true(read("y:title=untitled", &spec, &e));
    assert_true(th_options_equal(&none, &spec.options));
}

static void a_spec_full_of_text_is_kept_whole(void **state) {
    (void)state;
    char text[TH_SPEC_BYTES] = "y:book=";
    memset(text + 7, 'b', sizeof text - 8);
    text[sizeof text - 1] = 0;
    struct th_spec spec;
    struct th_error e;
    assert_true(read(text, &spec, &e));
    assert_string_equal(th_options_text(&spec.options, "book"), text + 7);
}

static const struct {
    const char *text, *sentence;
} wrong[] = {
    {"", "'' begins with no name; write name or name:key=value,key=value"},
    {":size=3", "':size=3' begins with no name; write name or name:key=value,key=value"},
    {"y:", "y: '' is no option; write key=value"},
    {"y:size", "y: 'size' is no option; write key=value"},
    {"y:=3", "y: '=3' is no option; write key=value"},
    {"y:size=3,", "y: '' is no option; write key=value"},
    {"y:size=0", "y: size cannot be '0'; it takes a whole number from 1 to 19"},
    {"y:size=20", "y: size cannot be '20'; it takes a whole number from 1 to 19"},
    {"y:size=", "y: size cannot be ''; it takes a whole number from 1 to 19"},
    {"y:size=9x", "y: size cannot be '9x'; it takes a whole number from 1 to 19"},
    {"y:share=1.1",
     "y: share cannot be '1.1'; it takes a number with up to six decimals from 0 to 1"},
    {"y:pie=2", "y: pie cannot be '2'; it takes 0 or 1"},
    {"y:colour=bleu",
     "y: colour cannot be 'bleu'; did you mean 'blue'? It takes red, green or blue"},
    {"y:book=a,book=b", "y: book is given twice"},
    {"y:size=3,size=4", "y: size is given twice"},
    {"y:sise=3", "y has no option 'sise'; did you mean 'size'? It takes: size, share, pie, colour, "
                 "bonus, book, title"},
    {"y:komi=3", "y has no option 'komi'; it takes: size, share, pie, colour, bonus, book, title"},
};

static void what_is_wrong_is_said_in_one_sentence(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct th_spec spec;
        struct th_error e = {""};
        assert_false(read(wrong[i].text, &spec, &e));
        assert_string_equal(e.text, wrong[i].sentence);
    }
}

static void what_takes_no_options_says_so(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e = {""};
    assert_true(th_spec_name("random:n=3", &spec, &e));
    assert_false(th_spec_options(&spec, NULL, &e));
    assert_string_equal(e.text, "random takes no options, but got 'n=3'");
}

static void a_spec_too_long_to_keep_is_refused(void **state) {
    (void)state;
    char text[2 * TH_SPEC_BYTES];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    struct th_spec spec;
    struct th_error e = {""};
    assert_false(th_spec_name(text, &spec, &e));
    assert_non_null(strstr(e.text, "too long"));
}

static void options_are_described_with_range_and_default(void **state) {
    (void)state;
    char out[100];
    assert_string_equal(th_option_describe(&table[0], out, sizeof out),
                        "a whole number from 1 to 19; default 9");
    assert_string_equal(th_option_describe(&table[3], out, sizeof out),
                        "red, green or blue; default green");
    assert_string_equal(th_option_describe(&table[4], out, sizeof out),
                        "a whole number from -5 to 5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_options_all_defaults_hold),
        cmocka_unit_test(every_kind_of_option_is_read),
        cmocka_unit_test(specs_mean_the_same_whatever_was_written_out),
        cmocka_unit_test(texts_of_a_spec_are_kept_with_its_values),
        cmocka_unit_test(a_spec_full_of_text_is_kept_whole),
        cmocka_unit_test(what_is_wrong_is_said_in_one_sentence),
        cmocka_unit_test(what_takes_no_options_says_so),
        cmocka_unit_test(a_spec_too_long_to_keep_is_refused),
        cmocka_unit_test(options_are_described_with_range_and_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
