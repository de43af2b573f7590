/* One test for each rule of docs/rules/cantstop.md, in the order of the page. */
#include "drawn.h"

#include <string.h>

/* ---- Board ---- */

static void board_columns_2_to_12_have_heights_3_5_7_9_11_13_11_9_7_5_3(void **state) {
    (void)state;
    static const int heights[] = {3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3};
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) assert_int_equal(cantstop_height[c], heights[c]);
}

static void board_a_column_is_completed_when_permanent_progress_reaches_its_height(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "3 ..*.."
                              "12 .1*");
    assert_int_equal(s.completed[0], 0);
    stop(&s);
    assert_int_equal(s.completed[0], 1U << (12 - 2));
    assert_int_equal(permanent(&s, 0, 3), 3);
    assert_int_equal(permanent(&s, 0, 12), 3);
}

static void board_three_completed_columns_win(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 1,
                              "2 ..2"
                              "12 ..2"
                              "7 ...........2*");
    stop(&s);
    assert_int_equal(cantstop_game.mover(state_of(&s)), TH_OVER);
    double payoff[2];
    cantstop_game.payoff(state_of(&s), payoff);
    assert_true(payoff[0] == 0.0 && payoff[1] == 1.0);
}

static void board_own_completed_columns_block(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "7 ............1");
    roll(&s, 3, 4, 1, 6); /* 7+7, 4+10, 9+5 */
    assert_moves(&s, "4 4+10 5 5+9 9 10");
}

static void board_opponents_never_block(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "7 ............2");
    roll(&s, 3, 4, 3, 4); /* 7+7, 6+8 */
    assert_moves(&s, "6 6+8 7+7 8");
}

static void board_several_players_may_complete_the_same_column(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "2 ..2"
                              "2 .1.");
    roll(&s, 1, 1, 1, 1);
    move(&s, "2");
    stop(&s);
    assert_int_equal(permanent(&s, 0, 2), 3);
    assert_int_equal(permanent(&s, 1, 2), 3);
    assert_int_equal(s.completed[0] & s.completed[1], 1);
}

/* ---- Turn ---- */

static void turn_1_four_dice_pair_in_three_ways(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "");
    roll(&s, 1, 2, 4, 6); /* 3+10, 5+8, 7+6 */
    assert_moves(&s, "3 3+10 5 5+8 6 6+7 7 8 10");
}

static void turn_2_one_of_two_sums_may_be_taken_alone(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "");
    roll(&s, 1, 1, 6, 6); /* 2+12, 7+7 */
    move(&s, "12");
    assert_int_equal(temporary(&s, 12), 1);
    assert_int_equal(temporary(&s, 2), 0);
}

static void turn_2_forced_both_sums_move_when_both_can(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "");
    s.forced = 1;
    roll(&s, 1, 2, 4, 6); /* 3+10, 5+8, 7+6 */
    assert_moves(&s, "3+10 5+8 6+7");
}

static void turn_2_forced_one_sum_moves_when_only_one_can(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "3 ....1");
    s.forced = 1;
    roll(&s, 1, 2, 4, 6); /* 3+10, 5+8, 7+6 */
    assert_moves(&s, "5+8 6+7 10");
}

static void turn_2_forced_with_one_free_runner_either_new_column_can_be_taken(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "2 *.."
                              "12 *..");
    s.forced = 1;
    roll(&s, 1, 2, 4, 6); /* 3+10, 5+8, 7+6 */
    assert_moves(&s, "3 5 6 7 8 10");
}

static void turn_2_equal_sums_advance_two_steps_never_one_by_choice(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "");
    roll(&s, 4, 4, 4, 4);
    assert_moves(&s, "8+8");
    move(&s, "8+8");
    assert_int_equal(temporary(&s, 8), 2);
}

static void turn_2_equal_sums_with_one_step_left_are_capped_to_one(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "8 .........1.");
    roll(&s, 4, 4, 4, 4);
    assert_moves(&s, "8");
    move(&s, "8");
    assert_int_equal(temporary(&s, 8), 1);
}

static void turn_2_the_cap_counts_temporary_steps_too(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "8 ....1....*.");
    roll(&s, 4, 4, 4, 4);
    assert_moves(&s, "8");
}

static void turn_3_a_roll_without_a_legal_move_busts(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "2 *.."
                              "3 1*..."
                              "12 *..");
    roll(&s, 4, 4, 4, 4);
    assert_int_equal(s.seat, 1);
    assert_int_equal(s.turns, 1);
    assert_int_equal(cantstop_game.mover(state_of(&s)), TH_CHANCE);
    assert_int_equal(permanent(&s, 0, 2), 0);
    assert_int_equal(permanent(&s, 0, 3), 1);
    assert_int_equal(permanent(&s, 0, 12), 0);
    for (int column = 2; column <= 12; column++) assert_int_equal(temporary(&s, column), 0);
}

static void turn_4_after_a_move_the_player_stops_or_rolls(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "");
    roll(&s, 1, 2, 4, 6);
    move(&s, "6+7");
    assert_moves(&s, "stop roll");
}

static void turn_4_a_bank_makes_progress_permanent_and_passes_the_turn(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "6 1.*........"
                              "7 *............");
    stop(&s);
    assert_int_equal(permanent(&s, 0, 6), 3);
    assert_int_equal(permanent(&s, 0, 7), 1);
    assert_int_equal(s.seat, 1);
    assert_int_equal(s.rolls, 0);
    assert_int_equal(s.active, 0);
}

static void turn_4_tops_without_a_bank_win_nothing(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "2 ..1"
                              "12 ..1"
                              "3 ....*");
    assert_true(cantstop_bank_wins(&s));
    assert_int_equal(cantstop_game.mover(state_of(&s)), 0);
    roll(&s, 1, 1, 1, 1); /* nothing but 2, which is completed */
    assert_int_equal(s.seat, 1);
    assert_int_equal(permanent(&s, 0, 3), 0);
}

static void turn_4_one_bank_may_complete_several_columns(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "2 ..*"
                              "12 ..*"
                              "3 ....*");
    stop(&s);
    assert_int_equal(s.phase, CANTSTOP_OVER);
    assert_int_equal(cantstop_count(s.completed[0]), 3);
}

static void turn_alone_every_turn_is_the_same_players(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "7 *............");
    stop(&s);
    assert_int_equal(s.seat, 0);
    assert_int_equal(cantstop_game.turns(state_of(&s)), 1);
}

/* ---- Runners ---- */

static void runners_at_most_three_columns_are_active(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "2 *.."
                              "3 *...."
                              "7 *............");
    roll(&s, 1, 2, 4, 6); /* 3+10, 5+8, 7+6 */
    assert_moves(&s, "3 7");
}

static void runners_two_new_columns_and_one_free_runner_cannot_both_move(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "2 *.."
                              "3 *....");
    roll(&s, 1, 2, 4, 6); /* 3+10, 5+8, 7+6: 3 is active, the others are new */
    assert_moves(&s, "3 3+10 5 6 7 8 10");
}

static void runners_a_column_at_its_top_keeps_its_runner_and_cannot_move(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0,
                              "2 ..*"
                              "3 *...."
                              "7 *............");
    roll(&s, 1, 1, 5, 6); /* 2+11, 6+7: no runner left for 6 and 11 */
    assert_moves(&s, "7");
}

static void runners_a_column_at_its_top_raises_the_bust_probability(void **state) {
    (void)state;
    struct cantstop with_room = drawn(2, 0,
                                      "6 *.........."
                                      "7 *............"
                                      "8 *..........");
    struct cantstop at_top = drawn(2, 0,
                                   "6 ..........*"
                                   "7 *............"
                                   "8 *..........");
    assert_int_equal(cantstop_successes(&with_room), 1192);
    assert_int_equal(cantstop_successes(&at_top), 1083);
}

static void runners_a_column_at_its_top_is_not_completed_before_the_bank(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "2 ..*");
    assert_int_equal(s.completed[0], 0);
    stop(&s);
    assert_int_equal(s.completed[0], 1);
}

/* ---- Moves as data ---- */

static void moves_are_listed_in_lexicographic_order(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "");
    roll(&s, 1, 1, 6, 6); /* 2+12, 7+7 */
    assert_moves(&s, "2 2+12 7+7 12");
    roll((s = drawn(2, 0, ""), &s), 1, 1, 2, 6); /* 2+8, 3+7 twice */
    assert_moves(&s, "2 2+8 3 3+7 7 8");
}

static void moves_of_the_same_effect_are_one_move(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 0, "");
    roll(&s, 3, 3, 4, 4); /* 6+8, 7+7, 7+7 */
    assert_moves(&s, "6 6+8 7+7 8");
}

/* ---- Metrics ---- */

static void count(const struct cantstop *s, th_action a,
                  uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX]) {
    struct cantstop copy = *s;
    cantstop_game.metrics->count(state_of(&copy), a, counters);
}

/* Numerator and denominator of the metric with this name, for seat 0. */
static void assert_metric(uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX], const char *name,
                          unsigned numerator, unsigned denominator) {
    const struct th_metric *m = cantstop_game.metrics->list;
    while (strcmp(m->name, name) != 0) m++;
    assert_int_equal(counters[0][m->numerator], numerator);
    assert_int_equal(counters[0][m->denominator], denominator);
}

static void metrics_a_bust_banks_nothing_and_its_roll_counts(void **state) {
    (void)state;
    uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX] = {{0}};
    struct cantstop s = drawn(2, 0,
                              "2 *.."
                              "3 .*..."
                              "12 *..");
    const int fours[4] = {4, 4, 4, 4};
    s.phase = CANTSTOP_ROLL;
    s.rolls = 3;
    count(&s, (th_action)cantstop_roll_of(fours), counters);
    assert_metric(counters, "bust_rate", 1, 1);
    assert_metric(counters, "rolls_per_turn", 4, 1);
    assert_metric(counters, "banked_per_turn", 0, 1);
    assert_metric(counters, "banked_per_banked_turn", 0, 0);
}

static void metrics_a_bank_counts_its_steps(void **state) {
    (void)state;
    uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX] = {{0}};
    struct cantstop s = drawn(2, 0,
                              "3 1.*.."
                              "7 ..*..........");
    s.rolls = 3;
    count(&s, CANTSTOP_STOP, counters);
    assert_metric(counters, "bust_rate", 0, 1);
    assert_metric(counters, "rolls_per_turn", 3, 1);
    assert_metric(counters, "banked_per_turn", 5, 1);
    assert_metric(counters, "banked_per_banked_turn", 5, 1);
}

static void metrics_the_length_is_in_player_turns_the_winning_one_included(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 1,
                              "2 ..2"
                              "12 ..2"
                              "3 ...2*");
    assert_int_equal(cantstop_game.turns(state_of(&s)), 1);
    stop(&s);
    assert_int_equal(cantstop_game.turns(state_of(&s)), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_columns_2_to_12_have_heights_3_5_7_9_11_13_11_9_7_5_3),
        cmocka_unit_test(board_a_column_is_completed_when_permanent_progress_reaches_its_height),
        cmocka_unit_test(board_three_completed_columns_win),
        cmocka_unit_test(board_own_completed_columns_block),
        cmocka_unit_test(board_opponents_never_block),
        cmocka_unit_test(board_several_players_may_complete_the_same_column),
        cmocka_unit_test(turn_1_four_dice_pair_in_three_ways),
        cmocka_unit_test(turn_2_one_of_two_sums_may_be_taken_alone),
        cmocka_unit_test(turn_2_forced_both_sums_move_when_both_can),
        cmocka_unit_test(turn_2_forced_one_sum_moves_when_only_one_can),
        cmocka_unit_test(turn_2_forced_with_one_free_runner_either_new_column_can_be_taken),
        cmocka_unit_test(turn_2_equal_sums_advance_two_steps_never_one_by_choice),
        cmocka_unit_test(turn_2_equal_sums_with_one_step_left_are_capped_to_one),
        cmocka_unit_test(turn_2_the_cap_counts_temporary_steps_too),
        cmocka_unit_test(turn_3_a_roll_without_a_legal_move_busts),
        cmocka_unit_test(turn_4_after_a_move_the_player_stops_or_rolls),
        cmocka_unit_test(turn_4_a_bank_makes_progress_permanent_and_passes_the_turn),
        cmocka_unit_test(turn_4_tops_without_a_bank_win_nothing),
        cmocka_unit_test(turn_4_one_bank_may_complete_several_columns),
        cmocka_unit_test(turn_alone_every_turn_is_the_same_players),
        cmocka_unit_test(runners_at_most_three_columns_are_active),
        cmocka_unit_test(runners_two_new_columns_and_one_free_runner_cannot_both_move),
        cmocka_unit_test(runners_a_column_at_its_top_keeps_its_runner_and_cannot_move),
        cmocka_unit_test(runners_a_column_at_its_top_raises_the_bust_probability),
        cmocka_unit_test(runners_a_column_at_its_top_is_not_completed_before_the_bank),
        cmocka_unit_test(moves_are_listed_in_lexicographic_order),
        cmocka_unit_test(moves_of_the_same_effect_are_one_move),
        cmocka_unit_test(metrics_a_bust_banks_nothing_and_its_roll_counts),
        cmocka_unit_test(metrics_a_bank_counts_its_steps),
        cmocka_unit_test(metrics_the_length_is_in_player_turns_the_winning_one_included),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
