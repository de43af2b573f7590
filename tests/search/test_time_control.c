/* How long a search thinks about a move: with a clock that the test moves. */
#include "cmocka_includes.h"
#include "search/time_control.h"

static struct time_control begun_at(double now) {
    struct time_control c;
    time_control_begin_game(&c, 1.0);
    time_control_begin_move(&c, now);
    return c;
}

static void a_move_ends_when_the_second_action_cannot_catch_up(void **state) {
    (void)state;
    struct time_control c = begun_at(100);
    /* 600 visits in 0.6 s, so 400 are to come. */
    assert_false(time_control_stop(&c, 100.6, &(struct visit_lead){500, 101, 601}, 600));
    assert_true(time_control_stop(&c, 100.6, &(struct visit_lead){550, 50, 600}, 600));
}

static void visits_that_were_kept_from_the_move_before_are_no_speed(void **state) {
    (void)state;
    struct time_control c = begun_at(100);
    /* 2,000 visits, of which 100 are new, in 0.1 s: 900 are to come. */
    assert_false(time_control_stop(&c, 100.1, &(struct visit_lead){1400, 600, 2000}, 100));
    assert_true(time_control_stop(&c, 100.1, &(struct visit_lead){1500, 500, 2000}, 100));
}

static void a_few_visits_do_not_end_a_move(void **state) {
    (void)state;
    struct time_control c = begun_at(100);
    assert_false(time_control_stop(&c, 100.9, &(struct visit_lead){30, 0, 30}, 30));
}

static void without_saved_time_a_move_ends_in_time(void **state) {
    (void)state;
    struct time_control c = begun_at(100);
    const struct visit_lead close = {500, 500, 1000};
    assert_false(time_control_stop(&c, 100.99, &close, 1000));
    assert_true(time_control_stop(&c, 101, &close, 1000));
}

static void a_close_move_takes_from_what_was_saved(void **state) {
    (void)state;
    struct time_control c = begun_at(100);
    const struct visit_lead close = {500, 500, 1000}, clear = {700, 300, 1000};
    time_control_end_move(&c, 100.8); /* 0.2 s are saved */
    time_control_begin_move(&c, 200);
    assert_true(time_control_stop(&c, 201, &clear, 1000));
    time_control_begin_move(&c, 200);
    assert_false(time_control_stop(&c, 201, &close, 1000));
    assert_false(time_control_stop(&c, 201.19, &close, 1000));
    assert_true(time_control_stop(&c, 201.21, &close, 1000));
    time_control_end_move(&c, 201.21);
    time_control_begin_move(&c, 300); /* all is spent */
    assert_true(time_control_stop(&c, 301, &close, 1000));
}

static void a_close_move_takes_at_most_half_as_long_again(void **state) {
    (void)state;
    struct time_control c = begun_at(100);
    const struct visit_lead close = {500, 500, 1000};
    time_control_end_move(&c, 100.1);
    time_control_begin_move(&c, 200);
    assert_false(time_control_stop(&c, 201, &close, 1000));
    assert_false(time_control_stop(&c, 201.49, &close, 1000));
    assert_true(time_control_stop(&c, 201.51, &close, 1000));
}

static void a_new_game_has_saved_nothing(void **state) {
    (void)state;
    struct time_control c = begun_at(100);
    time_control_end_move(&c, 100.1);
    time_control_begin_game(&c, 1.0);
    time_control_begin_move(&c, 200);
    assert_true(time_control_stop(&c, 201, &(struct visit_lead){500, 490, 1000}, 1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_ends_when_the_second_action_cannot_catch_up),
        cmocka_unit_test(visits_that_were_kept_from_the_move_before_are_no_speed),
        cmocka_unit_test(a_few_visits_do_not_end_a_move),
        cmocka_unit_test(without_saved_time_a_move_ends_in_time),
        cmocka_unit_test(a_close_move_takes_from_what_was_saved),
        cmocka_unit_test(a_close_move_takes_at_most_half_as_long_again),
        cmocka_unit_test(a_new_game_has_saved_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
