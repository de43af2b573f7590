/* Charts are sound whatever they draw: no number that is none, nothing outside the picture, all
 * text escaped. */
#include "cmocka_includes.h"
#include "report/chart.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *drawn(const struct chart *c, const struct chart_rows *rows) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    if (c != NULL) chart_write(out, c);
    if (rows != NULL) chart_rows_write(out, rows);
    fclose(out);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_null(strstr(text, "=\"-")); /* no place left of the picture or above it */
    return text;
}

static int count(const char *text, const char *word) {
    int n = 0;
    for (const char *p = text; (p = strstr(p, word)) != NULL; p++) n++;
    return n;
}

static void lines_have_bands_and_marks(void **state) {
    const double x[] = {0, 5000, 10000}, y[] = {0.2, 0.4, 0.3};
    const double low[] = {0.1, 0.3, 0.2}, high[] = {0.9, 0.5, 0.4};
    (void)state;
    char *text = drawn(&(struct chart){.title = "T",
                                       .x_title = "games",
                                       .y_title = "share",
                                       .percent = 1,
                                       .y_low = 0.15, /* cuts the first band on both sides */
                                       .y_high = 0.6,
                                       .mark = {{0.5, "here"}},
                                       .mark_count = 1,
                                       .series_count = 1,
                                       .series = {{"a<&>", 3, x, y, low, high}}},
                       NULL);
    assert_int_equal(count(text, "class=\"band c0\""), 1);
    assert_int_equal(count(text, "class=\"mark\""), 1);
    assert_int_equal(count(text, "<circle"), 3);
    assert_non_null(strstr(text, ">2k<"));
    assert_non_null(strstr(text, ">10k<"));
    assert_non_null(strstr(text, "a&lt;&amp;&gt;"));
    assert_null(strstr(text, "a<&>"));
    free(text);
}

static void over_names_stand_points_with_bars(void **state) {
    static const char *const names[] = {"first", "second"};
    const double x[] = {0, 1}, y[] = {0.5, 0.5}, low[] = {0.4, 0.4}, high[] = {0.6, 0.6};
    (void)state;
    char *text =
        drawn(&(struct chart){.title = "T",
                              .x_title = "order",
                              .y_title = "share",
                              .percent = 1,
                              .x_names = names,
                              .x_name_count = 2,
                              .series_count = 2,
                              .series = {{"a", 2, x, y, low, high}, {"b", 2, x, y, low, high}}},
              NULL);
    assert_int_equal(count(text, "class=\"bar c0\""), 2);
    assert_int_equal(count(text, "class=\"bar c1\""), 2);
    assert_non_null(strstr(text, ">second<"));
    free(text);
}

static void histograms_begin_at_nothing(void **state) {
    const double x[] = {2, 3, 4}, y[] = {0.2, 0.5, 0.3};
    (void)state;
    char *text = drawn(&(struct chart){.title = "T",
                                       .x_title = "turns",
                                       .y_title = "share",
                                       .percent = 1,
                                       .step = 1,
                                       .series_count = 1,
                                       .series = {{"a", 3, x, y, NULL, NULL}}},
                       NULL);
    assert_int_equal(count(text, "class=\"steps c0\""), 1);
    assert_non_null(strstr(text, ">0 %<"));
    free(text);
}

static void a_chart_of_one_point_is_sound(void **state) {
    const double x[] = {7}, y[] = {1};
    (void)state;
    struct chart c = {
        .title = "T", .x_title = "x", .y_title = "y", .percent = 1, .series_count = 1};
    c.series[0] = (struct chart_series){"a", 1, x, y, NULL, NULL};
    free(drawn(&c, NULL));
}

static void rows_have_intervals(void **state) {
    const struct chart_row row[] = {
        {"strong", 314, 309, 320},
        {"a name much longer than there is room for it <&>", -40, -44, -36}};
    (void)state;
    char *text =
        drawn(NULL, &(struct chart_rows){
                        .title = "Ratings", .x_title = "Elo", .mark = 0, .rows = 2, .row = row});
    assert_int_equal(count(text, "<circle"), 2);
    assert_non_null(strstr(text, "strong: 314 (309 to 320)"));
    assert_non_null(strstr(text, "…"));
    assert_non_null(strstr(text, "for it &lt;&amp;&gt;: -40 (-44 to -36)"));
    free(text);
    free(drawn(NULL, &(struct chart_rows){.title = "One",
                                          .x_title = "share",
                                          .percent = 1,
                                          .mark = NAN,
                                          .rows = 1,
                                          .row = &(struct chart_row){"a", 1, 1, 1}}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_bands_and_marks),
        cmocka_unit_test(over_names_stand_points_with_bars),
        cmocka_unit_test(histograms_begin_at_nothing),
        cmocka_unit_test(a_chart_of_one_point_is_sound),
        cmocka_unit_test(rows_have_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
