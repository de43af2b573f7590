/* Charts for the terminal, as they look. */
#include "cmocka_includes.h"
#include "report/chart.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 40, ROWS = 5 };

static void looks(const struct chart *c, int columns, int rows, bool colour, bool utf8,
                  const char *wanted) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    chart_text(out, c, columns, rows, colour, utf8);
    fclose(out);
    assert_string_equal(text, wanted);
    free(text);
}

static const double x[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

static void lines_have_gaps_and_marks(void **state) {
    const double y[] = {0, 0.25, 0.5, 0.75, 1, NAN, 0.5, INFINITY, 0.25};
    struct chart c = {.title = "Curve",
                      .x_title = "step",
                      .y_title = "share of all games, as far as they were played",
                      .percent = 1,
                      .mark = {{0.5, "even"}},
                      .mark_count = 1,
                      .series_count = 1,
                      .series = {{"a", 9, x, y, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, true,
          "Curve\n"
          "100 % ┤             ⢀⡠⠔⠊\n"
          "      │          ⣀⠤⠊⠁\n"
          " 50 % ┤╌╌╌╌╌╌⢀⡠⠔⠊ even ╌╌╌╌╌╌╌╌•╌╌╌╌╌╌╌╌\n"
          "      │   ⣀⠔⠊⠁                         •\n"
          "  0 % ┤⡠⠔⠉\n"
          "      └┬───────────────────┬────────────\n"
          "       0                   5\n"
          "                     step\n"
          "━ a\n"
          "share of all games, as far as they were\n"
          "played\n");
}

static void series_are_told_apart_without_colours(void **state) {
    const double y[] = {0, 0, 1, 1, 2, 2, 3, 3, 4}, z[] = {4, 4, 4, 4, 4, 2, 2, 2, 2};
    struct chart c = {.title = "Zwei Größen",
                      .x_title = "step",
                      .y_title = "",
                      .series_count = 2,
                      .series = {{"rises", 9, x, y, NULL, NULL}, {"falls", 9, x, z, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, true,
          "Zwei Größen\n"
          "4 ┤oooooooooooooooooooo              ***\n"
          "  │                    oo   *********\n"
          "2 ┤                ******ooooooooooooooo\n"
          "  │       *********\n"
          "0 ┤*******\n"
          "  └┬──────────────────────┬─────────────\n"
          "   0                      5\n"
          "                   step\n"
          "* rises   o falls\n");
    looks(&c, COLUMNS, ROWS, false, false,
          "Zwei Gr?\?en\n"
          "4 +oooooooooooooooooooo              ***\n"
          "  |                    oo   *********\n"
          "2 +                ******ooooooooooooooo\n"
          "  |       *********\n"
          "0 +*******\n"
          "  ++----------------------+-------------\n"
          "   0                      5\n"
          "                   step\n"
          "* rises   o falls\n");
}

static void colours_end_with_their_line(void **state) {
    const double y[] = {0, 0, 1}, z[] = {1, 1, 0};
    struct chart c = {.title = "Curve",
                      .x_title = "step",
                      .y_title = "",
                      .series_count = 2,
                      .series = {{"a", 3, x, y, NULL, NULL}, {"b", 3, x, z, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, true, true,
          "\033[1mCurve\033[0m\n"
          "  1 ┤\033[38;5;208m⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠒⠤⣀          \033[0m\033[38;5;33m⢀⡠⠔⠊\033[0m\n"
          "    │                     \033[38;5;208m⠉⠢⢄⡀   \033[0m\033[38;5;33m⣀⠤⠊⠁\033[0m\n"
          "0.5 ┤                        \033[38;5;208m⢈⡱⠶⣉\033[0m\n"
          "    │                     \033[38;5;33m⣀⠔⠊⠁   \033[0m\033[38;5;208m⠉⠒⢄⡀\033[0m\n"
          "  0 ┤\033[38;5;33m⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⠤⠒⠉          \033[0m\033[38;5;208m⠈⠑⠢⢄\033[0m\n"
          "    └┬────────────────┬────────────────┬\n"
          "     0                1                2\n"
          "                    step\n"
          "\033[38;5;33m━ \033[0ma   \033[38;5;208m━ \033[0mb\n");
}

/* Also within the axes if they are meant for elsewhere. */
static void notes_stand_on_top_the_gravest_first(void **state) {
    const double y[] = {0, 0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25, 0};
    const struct chart_note note[] = {{4, 1, 0, TONE_GRAVE, ""},   {4, 1, 0, TONE_UP, ""},
                                      {2, 0.5, 0, TONE_PLAIN, ""}, {8, 7, -1, TONE_SLIGHT, ""},
                                      {4, -9, -1, TONE_DOWN, ""},  {NAN, 0, 0, TONE_SERIOUS, ""}};
    struct chart c = {
        .title = "Curve",
        .x_title = "step",
        .y_title = "",
        .y_low = 0,
        .y_high = 1,
        .percent = 1,
        .series_count = 1,
        .series = {{"a", 9, x, y, NULL, NULL}},
        .note = note,
        .note_count = 6,
        .tone_name = {
            [TONE_DOWN] = "bad luck", [TONE_SERIOUS] = "not there", [TONE_GRAVE] = "blunder"}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, false,
          "Curve\n"
          "100 % +              **X*              ?\n"
          "      |          ****    ****\n"
          " 50 % +      **@*            ****\n"
          "      |  ****                    ****\n"
          "  0 % +**              v             ***\n"
          "      ++-------------------+------------\n"
          "       0                   5\n"
          "                     step\n"
          "* a   v bad luck   X blunder\n");
    looks(&c, COLUMNS, ROWS, true, true,
          "\033[1mCurve\033[0m\n"
          "100 % ┤             \033[38;5;33m⢀⡠⠔\033[0m\033[1;38;5;196mX\033[0m\033[38;5;33m⠒⢄⡀     "
          "       \033[0m\033[1;38;5;178m?\033[0m\n"
          "      │          \033[38;5;33m⣀⠤⠊⠁     ⠈⠑⠤⡀\033[0m\n"
          " 50 % ┤      \033[38;5;33m⢀⡠•⠊            ⠈⠑⠢⣀\033[0m\n"
          "      │   \033[38;5;33m⣀⠔⠊⠁                   ⠉⠒⠤⣀\033[0m\n"
          "  0 % ┤\033[38;5;33m⡠⠔⠉             \033[0m\033[1;38;5;98m▼             "
          "\033[0m\033[38;5;33m⠑⠢⢄\033[0m\n"
          "      └┬───────────────────┬────────────\n"
          "       0                   5\n"
          "                     step\n"
          "\033[38;5;33m━ \033[0ma   \033[1;38;5;98m▼ \033[0mbad luck   \033[1;38;5;196mX "
          "\033[0mblunder\n");
}

static void bars_go_up_and_down(void **state) {
    const double y[] = {1, -1, 0, 2, -2, NAN, 0.01};
    struct chart c = {.title = "Luck",
                      .x_title = "step",
                      .y_title = "",
                      .bars = 1,
                      .series_count = 1,
                      .series = {{"a", 7, x, y, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, true,
          "Luck\n"
          " 2 ┤               ⢸⣿⣿⣿⣿⡇\n"
          "   │⣶⣶⣶⣶⣶          ⢸⣿⣿⣿⣿⡇\n"
          " 0 ┤⠿⠿⠿⠿⠿⣤⣤⣤⣤⣤⡤⠤⠤⠤⠤⠼⠿⠿⠿⠿⢧⣤⣤⣤⣤⡤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤\n"
          "   │     ⠿⠿⠿⠿⠿⠇         ⢸⣿⣿⣿⣿⡇\n"
          "-2 ┤                    ⢸⣿⣿⣿⣿⡇\n"
          "   └──┬─────────────────────────┬───────\n"
          "      0                         5\n"
          "                    step\n"
          "█ a\n");
    looks(&c, COLUMNS, ROWS, false, false,
          "Luck\n"
          " 2 +               ******\n"
          "   |*****          ******\n"
          " 0 +**********-----***********----------\n"
          "   |     *****           *****\n"
          "-2 +                     *****\n"
          "   +---+------------------------+-------\n"
          "       0                        5\n"
          "                    step\n"
          "* a\n");
}

static void one_histogram_is_filled(void **state) {
    const double y[] = {1, 2, 4, 3, NAN, 1};
    struct chart c = {.title = "Turns",
                      .x_title = "turns",
                      .y_title = "",
                      .step = 1,
                      .series_count = 1,
                      .series = {{"", 6, x, y, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, true,
          "Turns\n"
          "4 ┤            ⢸⣿⣿⣿⣿⣿⡇\n"
          "  │            ⢸⣿⣿⣿⣿⣿⣷⣶⣶⣶⣶⣶⡆\n"
          "2 ┤      ⣤⣤⣤⣤⣤⣤⣼⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇\n"
          "  │⣤⣤⣤⣤⣤⣤⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇      ⣤⣤⣤⣤⣤⣤\n"
          "0 ┤⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇      ⣿⣿⣿⣿⣿⣿\n"
          "  └┬───────────┬───────────┬───────────┬\n"
          "   0           2           4           6\n"
          "                   turns\n");
}

static void several_are_outlines(void **state) {
    const double y[] = {1, 2, 4, 3, 0, 0}, z[] = {0, 0, 1, 2, 4, 1};
    struct chart c = {.title = "Turns",
                      .x_title = "turns",
                      .y_title = "",
                      .step = 1,
                      .series_count = 2,
                      .series = {{"a", 6, x, y, NULL, NULL}, {"b", 6, x, z, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, false,
          "Turns\n"
          "4 +            ********     ooooooo\n"
          "  |            *      ******o     o\n"
          "2 +      *******      ooooooo     o\n"
          "  |*******     oooooooo     *     oooooo\n"
          "0 +ooooooooooooo            ***********o\n"
          "  ++-----------+------------+----------+\n"
          "   0           2            4          6\n"
          "                   turns\n"
          "* a   o b\n");
}

static void over_names_stand_points_with_intervals(void **state) {
    static const char *const names[] = {"first", "second to none of them", "third"};
    const double y[] = {1, 2, 3}, low[] = {0.5, 1, NAN}, high[] = {2, 3, 3};
    struct chart c = {.title = "Seats",
                      .x_title = "order",
                      .y_title = "",
                      .x_names = names,
                      .x_name_count = 3,
                      .series_count = 1,
                      .series = {{"a", 3, x, y, low, high}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, false,
          "Seats\n"
          "3 +                  |           *\n"
          "  |                  |\n"
          "2 +      |           *\n"
          "1 +      *           |\n"
          "  |      |\n"
          "  +------+-----------+-----------+------\n"
          "       first    secon~ them    third\n"
          "                   order\n"
          "* a\n");
}

static void names_with_the_same_beginning_stay_different(void **state) {
    static const char *const names[] = {"iterations=30", "iterations=300", "iterations=90"};
    const double y[] = {1, 2, 3};
    struct chart c = {
        .title = "Bots",
        .x_title = "bot",
        .y_title = "",
        .x_names = names,
        .x_name_count = 3,
        .series_count = 2,
        .series = {{"mcts:iterations=3000,exploration=0.7,rave=0.5", 3, x, y, NULL, NULL},
                   {"mcts:iterations=3000,exploration=0.9,rave=0.5", 3, x, y, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, true,
          "Bots\n"
          "3 ┤                             * o\n"
          "  │\n"
          "2 ┤                 * o\n"
          "  │\n"
          "1 ┤     * o\n"
          "  └──────┬───────────┬───────────┬──────\n"
          "    ite…ons=30  ite…ons=300 ite…ons=90\n"
          "                    bot\n"
          "* mcts:iterations=3000,exploration=0.7…\n"
          "o mcts:iterations=3000,exploration=0.9…\n");
}

static void bands_are_shaded(void **state) {
    const double y[] = {2, 2, 3, 2, 2}, low[] = {0, 1, 2, NAN, 0}, high[] = {4, 3, 4, 4, 4};
    struct chart c = {.title = "Band",
                      .x_title = "games",
                      .y_title = "",
                      .series_count = 1,
                      .series = {{"a", 5, x, y, low, high}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, true,
          "Band\n"
          "4 ┤░░░░░░░     ░░░░░░░\n"
          "  │░░░░░░░░░░░░░░⣀⣀⠤⠤⠒⠢⠤⢄⣀\n"
          "2 ┤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠒⠒⠉⠉░░░░░    ⠉⠉⠒⠒⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤\n"
          "  │░░░░░░░░░░░░░░░\n"
          "0 ┤░░░░░░░\n"
          "  └┬─────────────────┬─────────────────┬\n"
          "   0                 2                 4\n"
          "                   games\n"
          "━ a\n");
}

static void marks_without_room_are_in_the_legend(void **state) {
    const double y[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    struct chart c = {.title = "Flat",
                      .x_title = "step",
                      .y_title = "",
                      .y_high = 2,
                      .mark = {{1, "even"}, {NAN, "nowhere"}},
                      .mark_count = 2,
                      .series_count = 1,
                      .series = {{"a", 9, x, y, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, false,
          "Flat\n"
          "2 +\n"
          "  |\n"
          "1 +*************************************\n"
          "  |\n"
          "0 +\n"
          "  ++----------------------+-------------\n"
          "   0                      5\n"
          "                   step\n"
          "* a   - even\n");
}

static void thin_bars_are_seen_up_to_the_last(void **state) {
    double many[500], y[500] = {[0] = 1, [250] = -1, [499] = 1};
    for (int i = 0; i < 500; i++) many[i] = i;
    struct chart c = {.title = "Thin",
                      .x_title = "step",
                      .y_title = "",
                      .bars = 1,
                      .series_count = 1,
                      .series = {{"a", 500, many, y, NULL, NULL}}};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, false,
          "Thin\n"
          " 1 +*                                  *\n"
          "   |*                                  *\n"
          " 0 +*-----------------*----------------*\n"
          "   |                  *\n"
          "-1 +                  *\n"
          "   ++-------------+--------------+------\n"
          "    0            200            400\n"
          "                    step\n"
          "* a\n");
}

static void numbers_do_not_touch_nor_leave_the_chart(void **state) {
    const double games[] = {1000000, 1000300}, y[] = {0, 30};
    struct chart c = {.title = "Small",
                      .x_title = "games",
                      .y_title = "",
                      .series_count = 1,
                      .series = {{"", 2, games, y, NULL, NULL}}};
    (void)state;
    looks(&c, 26, 3, false, false,
          "Small\n"
          "30 +                ******\n"
          "10 +      **********\n"
          " 0 +******\n"
          "   ++------+------+------+\n"
          "   1M   1.0001M    1.0003M\n"
          "            games\n");
}

static void no_data_says_so(void **state) {
    struct chart c = {.title = "Nothing", .x_title = "step", .y_title = "share", .percent = 1};
    (void)state;
    looks(&c, COLUMNS, ROWS, false, false,
          "Nothing\n"
          "100 % +\n"
          "      |\n"
          " 50 % + no data\n"
          "      |\n"
          "  0 % +\n"
          "      +---------------------------------\n"
          "\n"
          "                     step\n"
          "share\n");
}

static void too_small_a_window_gets_a_word(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    chart_text(out, &(struct chart){.title = "Chance of winning", .x_title = "", .y_title = ""}, 9,
               5, false, true);
    fclose(out);
    assert_string_equal(text, "Chance o…\nno room …\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_gaps_and_marks),
        cmocka_unit_test(series_are_told_apart_without_colours),
        cmocka_unit_test(colours_end_with_their_line),
        cmocka_unit_test(notes_stand_on_top_the_gravest_first),
        cmocka_unit_test(bars_go_up_and_down),
        cmocka_unit_test(one_histogram_is_filled),
        cmocka_unit_test(several_are_outlines),
        cmocka_unit_test(over_names_stand_points_with_intervals),
        cmocka_unit_test(names_with_the_same_beginning_stay_different),
        cmocka_unit_test(bands_are_shaded),
        cmocka_unit_test(marks_without_room_are_in_the_legend),
        cmocka_unit_test(thin_bars_are_seen_up_to_the_last),
        cmocka_unit_test(numbers_do_not_touch_nor_leave_the_chart),
        cmocka_unit_test(no_data_says_so),
        cmocka_unit_test(too_small_a_window_gets_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
