/* What is in the SVG of a chart: no number that is none, all text escaped. */
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
    c.series[0].y = (const double[]){-0.02}; /* in per cent, but no share: in the middle */
    char *text = drawn(&c, NULL);
    assert_non_null(strstr(text, "cy=\"132.0\""));
    free(text);
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

static void rows_may_have_two_measures(void **state) {
    const struct chart_row plain[] = {{"a", 0.6, 0.3, 0.9}, {"b", 0.4, 0.1, 0.7}};
    const struct chart_row adjusted[] = {{"a", 0.5, 0.4, 0.95}, {"b", NAN, NAN, NAN}};
    (void)state;
    struct chart_rows c = {
        .title = "Shares", .x_title = "share", .percent = 1, .mark = 0.5, .rows = 2, .row = plain};
    char *one = drawn(NULL, &c);
    c.second = adjusted, c.first_name = "plain", c.second_name = "without <luck>";
    char *two = drawn(NULL, &c);
    assert_int_equal(count(one, "class=\"open"), 0);
    assert_int_equal(count(two, "class=\"open"), 2);
    assert_int_equal(count(two, "class=\"point"), 1); /* what is not known is not drawn */
    assert_non_null(strstr(two, "a: 60 % (30 % to 90 %)"));
    assert_non_null(strstr(two, "a: 50 % (40 % to 95 %)"));
    assert_null(strstr(one, "legend"));
    assert_non_null(strstr(two, "<b>○ plain</b> <b>● without &lt;luck&gt;</b>"));
    free(one);
    free(two);
}

static void long_names_of_rows_stay_different(void **state) {
    const struct chart_row row[] = {{"mcts:iterations=3000,exploration=0.7", 2, 1, 3},
                                    {"mcts:iterations=3000,exploration=0.9", 1, 0, 2}};
    (void)state;
    char *text =
        drawn(NULL, &(struct chart_rows){
                        .title = "Ratings", .x_title = "Elo", .mark = 0, .rows = 2, .row = row});
    /* What is seen, and the tooltip. */
    assert_non_null(strstr(
        text, ">mcts:…0,exploration=0.7<title>mcts:iterations=3000,exploration=0.7</title>"));
    assert_non_null(strstr(
        text, ">mcts:…0,exploration=0.9<title>mcts:iterations=3000,exploration=0.9</title>"));
    free(text);
}

static void wide_charts_scroll_by_themselves(void **state) {
    const double x[] = {0, 1}, y[] = {0, 1};
    (void)state;
    char *text = drawn(&(struct chart){.title = "T",
                                       .x_title = "x",
                                       .wide = true,
                                       .series_count = 1,
                                       .series = {{"a", 2, x, y, NULL, NULL}}},
                       NULL);
    const char *box = strstr(text, "<div class=\"box\"");
    assert_non_null(box);
    assert_true(box < strstr(text, "<svg"));
    assert_true(strstr(text, "</svg>") < strstr(text, "</div>"));
    assert_true(strstr(text, "</div>") < strstr(text, "class=\"legend\""));
    free(text);
}

static void notes_are_shapes_that_tell(void **state) {
    const double x[] = {0, 1, 2}, y[] = {0.2, 0.9, 0.3};
    const struct chart_note note[] = {{1, 0.9, 0, TONE_GRAVE, "threw it <away> & \"lost\""},
                                      {2, 0.3, 1, TONE_UP, "luck"},
                                      {50, -8, -1, TONE_SLIGHT, "beyond the axes"},
                                      {NAN, 0.5, 0, TONE_SERIOUS, "nowhere"},
                                      {1, INFINITY, 0, TONE_SERIOUS, "nowhere"}};
    (void)state;
    char *text = drawn(
        &(struct chart){.title = "T",
                        .x_title = "x",
                        .y_title = "y",
                        .y_low = 0,
                        .y_high = 1,
                        .series_count = 2,
                        .series = {{"a", 3, x, y, NULL, NULL}, {"b", 3, x, y, NULL, NULL}},
                        .note = note,
                        .note_count = 5,
                        .tone_name = {[TONE_GRAVE] = "blunder", [TONE_SERIOUS] = "not there"}},
        NULL);
    assert_int_equal(count(text, "<path class=\"sign grave c0\""), 1);
    assert_int_equal(count(text, "<path class=\"sign up c1\""), 1);
    /* At the right bottom corner of the frame. */
    assert_non_null(
        strstr(text, "<path class=\"sign slight\" transform=\"translate(478.0 254.0)\""));
    assert_non_null(strstr(text, "<title>threw it &lt;away&gt; &amp; &quot;lost&quot;</title>"));
    assert_null(strstr(text, "nowhere"));
    assert_non_null(strstr(text, " blunder</b>"));
    assert_null(strstr(text, "not there"));
    /* Later in the file is on top. */
    assert_true(strstr(text, "sign grave c0") > strstr(text, "sign slight"));
    free(text);
}

static void bars_go_up_and_down_from_zero(void **state) {
    const double x[] = {1, 2, 3, 4}, y[] = {0.5, -0.25, 0, NAN};
    (void)state;
    char *text = drawn(&(struct chart){.title = "T",
                                       .x_title = "x",
                                       .y_title = "y",
                                       .y_low = -0.5,
                                       .y_high = 0.5,
                                       .bars = 1,
                                       .series_count = 1,
                                       .series = {{"a", 4, x, y, NULL, NULL}}},
                       NULL);
    /* The frame is 58 to 478 wide and 10 to 254 high: four bars of 105, zero at 132. */
    assert_int_equal(count(text, "<rect"), 2);
    assert_non_null(strstr(text, "x=\"58.5\" y=\"10.0\" width=\"104.0\" height=\"122.0\""));
    assert_non_null(strstr(text, "x=\"163.5\" y=\"132.0\" width=\"104.0\" height=\"61.0\""));
    assert_non_null(strstr(text, "<title>a, 2: -0.25</title>"));
    free(text);
    const double high[] = {20, 30, 30, 30};
    text = drawn(&(struct chart){.title = "T",
                                 .x_title = "x",
                                 .y_title = "y",
                                 .bars = 1,
                                 .series_count = 1,
                                 .series = {{"a", 4, x, high, NULL, NULL}}},
                 NULL);
    assert_non_null(strstr(text, "y=\"258.0\" text-anchor=\"end\">0<")); /* the axis has zero */
    free(text);
}

static void what_is_no_number_leaves_a_gap(void **state) {
    const double x[] = {0, 1, 2, 3, 4, 5, NAN, 7}, y[] = {1, 2, NAN, 3, 4, INFINITY, 5, 6};
    const double low[] = {0, 1, NAN, 2, NAN, 0, 0, 5}, high[] = {2, 3, 0, 4, 5, 0, 0, 7};
    (void)state;
    char *text = drawn(&(struct chart){.title = "T",
                                       .x_title = "x",
                                       .y_title = "y",
                                       .mark = {{NAN, "no line"}},
                                       .note = &(struct chart_note){NAN, 900, 0, TONE_UP, ""},
                                       .note_count = 1,
                                       .mark_count = 1,
                                       .series_count = 1,
                                       .series = {{"a", 8, x, y, low, high}}},
                       NULL);
    assert_int_equal(count(text, "<polyline"), 3);
    assert_int_equal(count(text, "<circle"), 5);
    assert_int_equal(count(text, "<polygon"), 1); /* the others would have one point */
    assert_null(strstr(text, "no line"));
    assert_null(strstr(text, ">800<"));
    free(text);
    text = drawn(&(struct chart){.title = "T",
                                 .x_title = "x",
                                 .y_title = "y",
                                 .step = 1,
                                 .series_count = 1,
                                 .series = {{"a", 8, x, y, NULL, NULL}}},
                 NULL);
    assert_int_equal(count(text, "<polygon"), 3);
    free(text);
}

static void a_chart_without_data_says_so(void **state) {
    const double x[] = {NAN, 1}, y[] = {1, NAN};
    (void)state;
    struct chart c = {.title = "T", .x_title = "x", .y_title = "y"};
    char *text = drawn(&c, NULL);
    assert_non_null(strstr(text, ">no data<"));
    free(text);
    c.series_count = 1;
    c.series[0] = (struct chart_series){"a", 2, x, y, NULL, NULL};
    text = drawn(&c, NULL);
    assert_non_null(strstr(text, ">no data<"));
    free(text);
}

static void a_wide_chart_has_more_numbers(void **state) {
    const double x[] = {0, 12}, y[] = {0, 1};
    (void)state;
    struct chart c = {.title = "T", .x_title = "x", .y_title = "y", .series_count = 1};
    c.series[0] = (struct chart_series){"a", 2, x, y, NULL, NULL};
    char *text = drawn(&c, NULL);
    assert_null(strstr(text, "wide"));
    assert_null(strstr(text, ">11<"));
    free(text);
    c.wide = true;
    text = drawn(&c, NULL);
    assert_non_null(strstr(text, "<figure class=\"wide\">"));
    assert_non_null(strstr(text, ">11<"));
    free(text);
}

/* At the beginning of the line, if no series begins there, or all others end there. */
static void the_text_of_a_mark_stands_clear(void **state) {
    const double x[] = {0, 1}, rise[] = {0.5, 1}, fall[] = {1, 0.5};
    (void)state;
    struct chart c = {.title = "T", .x_title = "x", .y_title = "y", .y_high = 1, .series_count = 1};
    c.mark[c.mark_count++] = (struct chart_mark){0.5, "even"};
    c.series[0] = (struct chart_series){"a", 2, x, rise, NULL, NULL};
    char *text = drawn(&c, NULL);
    assert_non_null(strstr(text, "text-anchor=\"end\">even<"));
    free(text);
    c.series[0].y = fall;
    text = drawn(&c, NULL);
    assert_null(strstr(text, "text-anchor=\"end\">even<"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_bands_and_marks),
        cmocka_unit_test(over_names_stand_points_with_bars),
        cmocka_unit_test(histograms_begin_at_nothing),
        cmocka_unit_test(a_chart_of_one_point_is_sound),
        cmocka_unit_test(rows_have_intervals),
        cmocka_unit_test(rows_may_have_two_measures),
        cmocka_unit_test(long_names_of_rows_stay_different),
        cmocka_unit_test(wide_charts_scroll_by_themselves),
        cmocka_unit_test(notes_are_shapes_that_tell),
        cmocka_unit_test(bars_go_up_and_down_from_zero),
        cmocka_unit_test(what_is_no_number_leaves_a_gap),
        cmocka_unit_test(a_chart_without_data_says_so),
        cmocka_unit_test(a_wide_chart_has_more_numbers),
        cmocka_unit_test(the_text_of_a_mark_stands_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
