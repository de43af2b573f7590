/* One test for each rule of "Other rules" in docs/rules/cantstop.md, in the order of the page. */
#include "drawn.h"
#include "tahur/option.h"
#include "tahur/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cantstop_rules closed = {.closed = true, .columns = 3};
static const struct cantstop_rules jump = {.blocking = CANTSTOP_JUMPED, .columns = 3};
static const struct cantstop_rules no_stop = {.blocking = CANTSTOP_NO_STOP, .columns = 3};

static bool is_over(struct cantstop *s) {
    return cantstop_game.mover(state_of(s)) == TH_OVER;
}

static double share(struct cantstop *s, int seat) {
    double payoff[TH_SEATS_MAX];
    cantstop_game.payoff(state_of(s), payoff);
    return payoff[seat];
}

/* ---- closed ---- */

static void closed_a_column_completed_by_another_takes_no_runner(void **state) {
    (void)state;
    struct cantstop s = drawn_by(closed, 2, 0, "7 ............2");
    roll(&s, 3, 4, 1, 6); /* 7+7, 4+10, 9+5 */
    assert_moves(&s, "4 4+10 5 5+9 9 10");
}

static void closed_0_it_does(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "7 ............2");
    roll(&s, 3, 4, 1, 6);
    assert_moves(&s, "4 4+10 5 5+9 7+7 9 10");
}

static void closed_a_roll_of_closed_columns_only_busts(void **state) {
    (void)state;
    struct cantstop s = drawn_by(closed, 2, 0,
                                 "2 ..2"
                                 "12 ..2"
                                 "7 ....1..*.....");
    roll(&s, 1, 1, 1, 1); /* 2+2 */
    assert_int_equal(s.seat, 1);
    assert_int_equal(permanent(&s, 0, 7), 5);
}

static void closed_the_others_markers_leave_the_column(void **state) {
    (void)state;
    struct cantstop s = drawn_by(closed, 3, 1,
                                 "2 1.."
                                 "2 .2*"
                                 "2 .3."
                                 "3 1....");
    stop(&s);
    assert_int_equal(permanent(&s, 0, 2), 0);
    assert_int_equal(permanent(&s, 1, 2), 3);
    assert_int_equal(permanent(&s, 2, 2), 0);
    assert_int_equal(permanent(&s, 0, 3), 1);
    assert_int_equal(s.seat, 2);
    roll(&s, 1, 1, 1, 1);
    assert_int_equal(s.seat, 0); /* bust */
}

static void closed_only_the_bank_closes(void **state) {
    (void)state;
    struct cantstop s = drawn_by(closed, 2, 0,
                                 "2 ..*"
                                 "2 2.."
                                 "8 *..........");
    roll(&s, 2, 6, 1, 1); /* 8+2, 3+7 */
    assert_moves(&s, "3 7 8");
    move(&s, "3");
    roll(&s, 1, 1, 1, 1); /* bust */
    assert_int_equal(s.seat, 1);
    assert_int_equal(permanent(&s, 1, 2), 1);
    roll(&s, 1, 1, 1, 1);
    assert_moves(&s, "2+2");
}

/* ---- blocking ---- */

static void none_runners_share_squares(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "6 2..........");
    roll(&s, 2, 4, 1, 1); /* 6+2, 3+5 */
    move(&s, "6");
    assert_int_equal(temporary(&s, 6), 1);
    assert_moves(&s, "stop roll");
}

static void jump_a_step_skips_occupied_squares(void **state) {
    (void)state;
    struct cantstop s = drawn_by(jump, 4, 0, "6 1234.......");
    roll(&s, 2, 4, 1, 1); /* 6+2, 3+5 */
    move(&s, "6");
    assert_int_equal(temporary(&s, 6), 4); /* to the fifth square */
    assert_int_equal(s.steps, 4);
    stop(&s);
    assert_int_equal(permanent(&s, 0, 6), 5);
}

static void jump_each_step_of_a_double_skips(void **state) {
    (void)state;
    struct cantstop s = drawn_by(jump, 2, 0, "6 .2.........");
    roll(&s, 2, 4, 2, 4); /* 6+6 */
    move(&s, "6+6");
    assert_int_equal(temporary(&s, 6), 3);
}

static void jump_own_markers_are_no_obstacle(void **state) {
    (void)state;
    struct cantstop s = drawn_by(jump, 2, 0, "6 1*.........");
    roll(&s, 2, 4, 1, 1);
    move(&s, "6");
    assert_int_equal(temporary(&s, 6), 2);
}

static void jump_a_double_is_capped_where_the_first_step_leads_to_the_top(void **state) {
    (void)state;
    struct cantstop s = drawn_by(jump, 2, 0, "6 ........12.");
    roll(&s, 2, 4, 2, 4);
    assert_moves(&s, "4 4+8 6 8");
    move(&s, "6");
    assert_int_equal(temporary(&s, 6), 2);
}

static void jump_the_top_is_never_occupied(void **state) {
    (void)state;
    struct cantstop s = drawn_by(jump, 2, 0,
                                 "2 ..2"
                                 "2 .1.");
    roll(&s, 1, 1, 1, 1);
    move(&s, "2");
    stop(&s);
    assert_int_equal(permanent(&s, 0, 2), 3);
    assert_int_equal(permanent(&s, 1, 2), 3);
}

static void stop_is_not_possible_on_an_occupied_square(void **state) {
    (void)state;
    struct cantstop s = drawn_by(no_stop, 2, 0, "6 2..........");
    roll(&s, 2, 4, 1, 1);
    move(&s, "6");
    assert_moves(&s, "roll");
    th_action a;
    struct th_error e;
    assert_false(cantstop_game.parse_action(state_of(&s), "stop", &a, &e));
    assert_non_null(strstr(e.text, "blocking=stop"));
    roll(&s, 2, 4, 1, 1);
    move(&s, "6");
    assert_moves(&s, "stop roll");
}

static void stop_is_not_possible_even_to_win(void **state) {
    (void)state;
    struct cantstop s = drawn_by(no_stop, 2, 0,
                                 "2 ..1"
                                 "12 ..1"
                                 "3 ...1*"
                                 "7 ..*.........."
                                 "7 ..2..........");
    s.permanent[1][7 - 2] = 3; /* under the runner */
    cantstop_derive(&s);
    assert_true(cantstop_bank_wins(&s));
    assert_moves(&s, "roll");
}

static void stop_is_possible_on_tops_that_others_have_reached(void **state) {
    (void)state;
    struct cantstop s = drawn_by(no_stop, 2, 0, "2 .1*");
    s.permanent[1][0] = 3;
    cantstop_derive(&s);
    assert_moves(&s, "stop roll");
}

/* ---- columns ---- */

static void columns_so_many_win(void **state) {
    (void)state;
    for (int columns = 3; columns <= 5; columns++) {
        struct cantstop s = drawn_by((struct cantstop_rules){.columns = columns}, 2, 0,
                                     "2 ..1"
                                     "12 ..1"
                                     "3 ...1*");
        stop(&s);
        assert_int_equal(is_over(&s), columns == 3);
        s = drawn_by((struct cantstop_rules){.columns = columns}, 2, 0,
                     "2 ..1"
                     "12 ..1"
                     "3 ...1*"
                     "11 ...1*");
        if (columns == 3) continue; /* it had won before */
        assert_int_equal(cantstop_bank_wins(&s), columns == 4);
        stop(&s);
        assert_int_equal(is_over(&s), columns == 4);
    }
}

/* Ten columns are closed and nobody has five of them; seat 0 completes the last one. */
static struct cantstop last_column(const char *others) {
    char columns[400];
    snprintf(columns, sizeof columns, "%s7 ...........1*", others);
    return drawn_by((struct cantstop_rules){.closed = true, .columns = 5}, 3, 0, columns);
}

static void columns_when_all_are_closed_the_most_win(void **state) {
    (void)state;
    struct cantstop s = last_column("2 ..1"
                                    "3 ....1"
                                    "4 ......1"
                                    "5 ........2"
                                    "6 ..........2"
                                    "8 ..........2"
                                    "9 ........3"
                                    "10 ......3"
                                    "11 ....3"
                                    "12 ..2");
    assert_false(cantstop_bank_wins(&s)); /* with four it shares the win */
    stop(&s);
    assert_true(is_over(&s));
    assert_true(share(&s, 0) == 0.5 && share(&s, 1) == 0.5 && share(&s, 2) == 0);
    s = last_column("2 ..1"
                    "3 ....1"
                    "4 ......1"
                    "5 ........2"
                    "6 ..........2"
                    "8 ..........2"
                    "9 ........3"
                    "10 ......3"
                    "11 ....3"
                    "12 ..*");
    assert_true(cantstop_bank_wins(&s)); /* it gets five */
    stop(&s);
    assert_true(share(&s, 0) == 1);
    s = last_column("2 ..3"
                    "3 ....3"
                    "4 ......1"
                    "5 ........2"
                    "6 ..........2"
                    "8 ..........2"
                    "9 ........3"
                    "10 ......3"
                    "11 ....1"
                    "12 ..2");
    stop(&s);
    assert_true(share(&s, 0) == 0 && share(&s, 1) == 0.5 && share(&s, 2) == 0.5);
}

/* ---- presets ---- */

static struct cantstop start_of(const char *text, struct th_spec *spec) {
    struct cantstop s;
    struct th_error e;
    const struct th_game *game = th_game_find(text, spec, &e);
    if (game == NULL) fail_msg("%s: %s", text, e.text);
    assert_true(game->setup(state_of(&s), &spec->options, &e));
    return s;
}

/* Every preset with every choice beside it, given or not, is the game that its options spell out,
 * and one spec. */
static void rules_stand_for_options_that_may_be_given_beside_them(void **state) {
    (void)state;
    static const char *const sets[] = {NULL, "seed", "official", "bga"};
    static const char *const names[] = {"forced", "closed", "blocking", "columns"};
    static const char *const values[4][4] = {
        {NULL, "0", "1"}, {NULL, "0", "1"}, {NULL, "none", "jump", "stop"}, {NULL, "3", "4", "5"}};
    static const int choices[4] = {3, 3, 4, 4};
    for (int set = 0; set < 4; set++)
        for (int i = 0; i < 3 * 3 * 4 * 4; i++) {
            char text[200] = "cantstop", plain[200] = "cantstop", again[TH_SPEC_BYTES];
            char option[TH_SPEC_BYTES];
            const char *join = ":";
            if (sets[set] != NULL) {
                snprintf(option, sizeof option, ":rules=%s", sets[set]);
                strcat(text, option);
                join = ",";
            }
            for (int k = 0, rest = i; k < 4; rest /= choices[k++]) {
                const char *given = values[k][rest % choices[k]];
                const char *by_set = k < 2 && set >= 2 ? "1" : values[k][1];
                if (given != NULL) {
                    snprintf(option, sizeof option, "%s%s=%s", join, names[k], given);
                    strcat(text, option);
                    join = ",";
                }
                snprintf(option, sizeof option, "%c%s=%s", k == 0 ? ':' : ',', names[k],
                         given != NULL ? given : by_set);
                strcat(plain, option);
            }
            struct th_spec a, b, c;
            struct cantstop one = start_of(text, &a), two = start_of(plain, &b);
            assert_memory_equal(&one, &two, sizeof one);
            assert_true(th_options_equal(&a.options, &b.options));
            th_options_write("cantstop", &a.options, false, again, sizeof again);
            assert_null(strstr(again, "rules"));
            two = start_of(again, &c);
            assert_memory_equal(&one, &two, sizeof one);
            th_options_write("cantstop", &b.options, false, option, sizeof option);
            assert_string_equal(again, option);
        }
}

static void the_default_is_what_it_was(void **state) {
    (void)state;
    struct th_spec spec;
    struct cantstop s = start_of("cantstop:rules=seed", &spec), old;
    char text[TH_SPEC_BYTES];
    cantstop_start(&old, 4, 0);
    assert_memory_equal(&s, &old, sizeof s);
    th_options_write("cantstop", &spec.options, true, text, sizeof text);
    assert_string_equal(text, "cantstop");
}

static void unknown_rules_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"cantstop:rules=house",  "cantstop:closed=2",
                                        "cantstop:blocking=all", "cantstop:columns=2",
                                        "cantstop:columns=6",    "cantstop:rules=bga,rules=seed"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct th_spec spec;
        struct th_error e = {{0}};
        assert_null(th_game_find(wrong[i], &spec, &e));
        assert_true(e.text[0] != 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_a_column_completed_by_another_takes_no_runner),
        cmocka_unit_test(closed_0_it_does),
        cmocka_unit_test(closed_a_roll_of_closed_columns_only_busts),
        cmocka_unit_test(closed_the_others_markers_leave_the_column),
        cmocka_unit_test(closed_only_the_bank_closes),
        cmocka_unit_test(none_runners_share_squares),
        cmocka_unit_test(jump_a_step_skips_occupied_squares),
        cmocka_unit_test(jump_each_step_of_a_double_skips),
        cmocka_unit_test(jump_own_markers_are_no_obstacle),
        cmocka_unit_test(jump_a_double_is_capped_where_the_first_step_leads_to_the_top),
        cmocka_unit_test(jump_the_top_is_never_occupied),
        cmocka_unit_test(stop_is_not_possible_on_an_occupied_square),
        cmocka_unit_test(stop_is_not_possible_even_to_win),
        cmocka_unit_test(stop_is_possible_on_tops_that_others_have_reached),
        cmocka_unit_test(columns_so_many_win),
        cmocka_unit_test(columns_when_all_are_closed_the_most_win),
        cmocka_unit_test(rules_stand_for_options_that_may_be_given_beside_them),
        cmocka_unit_test(the_default_is_what_it_was),
        cmocka_unit_test(unknown_rules_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
