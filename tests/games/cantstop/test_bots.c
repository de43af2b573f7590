/* The bots of the rules page on drawn boards: scores, bonuses, ties, stops, options.
 *
 * With the default weights some tie-breaks and the bonus w never decide anything (the heights have
 * no common factors that would let such scores meet), so other weights show that they are there. */
#include "drawn.h"
#include "making.h"
#include "tahur/rng.h"
#include <string.h>

/* What the bot answers, written. */
static const char *answer(const char *spec, const struct cantstop *s) {
    static char text[32];
    struct cantstop copy = *s;
    struct bot bot = make_bot(&cantstop_game, spec);
    struct th_rng rng = th_rng_seeded(1);
    th_action legal[CANTSTOP_LEGAL_MAX];
    const int n = cantstop_game.legal(state_of(&copy), legal);
    const struct th_ask ask = {
        &cantstop_game, state_of(&copy), s->seat, legal, n, &rng, NULL, NULL};
    if (bot.kind->begin != NULL) bot.kind->begin(bot.self, state_of(&copy), s->seat);
    const th_action a = legal[bot.kind->choose(bot.self, &ask)];
    drop_bot(&bot);
    return cantstop_game.action_text(state_of(&copy), a, text, sizeof text);
}

/* ---- greedy-aggressive ---- */

static void aggressive_adds_up_the_shares_of_the_way(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "");
    roll(&s, 1, 1, 6, 6); /* 2+12 is 2/3, 7+7 is 2/13 */
    assert_string_equal(answer("greedy-aggressive", &s), "2+12");
}

static void aggressive_bonus_b_for_a_top(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "7 ..........1..");
    roll(&s, 1, 1, 6, 6); /* 2+12 is 2/3, 7+7 is 1 + b */
    assert_string_equal(answer("greedy-aggressive", &s), "7+7");
    assert_string_equal(answer("greedy-aggressive:b=-0.3", &s), "7+7");
    assert_string_equal(answer("greedy-aggressive:b=-0.4", &s), "2+12");
}

static void aggressive_bonus_w_for_a_win_in_reach(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0,
                              "2 ..1"
                              "3 ....*"
                              "12 .1.");
    roll(&s, 6, 6, 4, 5); /* 9+12, 10+11 twice */
    assert_string_equal(answer("greedy-aggressive", &s), "9+12");
    assert_string_equal(answer("greedy-aggressive:w=-4", &s), "10+11");
}

static void aggressive_ties_go_to_a_double_step(void **state) {
    (void)state;
    /* With b=-1: 9+9 is 3/9, 6+12 is 1 - 1 + 1/3. */
    struct cantstop s = drawn(1, 0,
                              "6 .........1."
                              "9 1........");
    roll(&s, 3, 6, 6, 3);
    assert_string_equal(answer("greedy-aggressive:b=-1", &s), "9+9");
}

static void aggressive_ties_then_go_to_the_larger_columns(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0,
                              "3 1...."
                              "11 1...."
                              "5 *........"
                              "7 *............");
    roll(&s, 1, 2, 6, 5); /* 3+11, 7+7, 6+8: one runner for 3 or 11, each 2/5 */
    assert_string_equal(answer("greedy-aggressive", &s), "11");
}

/* ---- greedy-conservative ---- */

static void conservative_penalty_p_and_bonus_a(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "6 *..........");
    roll(&s, 1, 5, 6, 6); /* 6+12 is 2/11 + 0.1 + 1/3 - 0.5, 6 is 2/11 + 0.1 */
    assert_string_equal(answer("greedy-conservative", &s), "6");
    assert_string_equal(answer("greedy-conservative:p=0.3", &s), "6+12");
    assert_string_equal(answer("greedy-conservative:p=0.3,a=-1", &s), "12");
}

static void conservative_penalty_once_a_move(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "");
    roll(&s, 1, 1, 6, 6); /* 2 is 1/3 - 0.5, 2+12 is 2/3 - 1 or 2/3 - 0.5 */
    assert_string_equal(answer("greedy-conservative", &s), "2");
    assert_string_equal(answer("greedy-conservative:penalty=move", &s), "2+12");
}

static void conservative_bonus_b_for_a_top(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "12 .1.");
    roll(&s, 1, 1, 6, 6);
    assert_string_equal(answer("greedy-conservative", &s), "12");
    assert_string_equal(answer("greedy-conservative:b=-0.9", &s), "2");
}

static void conservative_ties_go_to_fewer_new_columns(void **state) {
    (void)state;
    /* With p=1 and a=-1, 3 and 11 are 2/5 - 1 each, but 11 is active already. */
    struct cantstop s = drawn(1, 0,
                              "3 1...."
                              "11 *....");
    roll(&s, 1, 2, 5, 6); /* 3+11, 6+8, 7+7 */
    assert_moves(&s, "3 3+11 6 6+8 7+7 8 11");
    assert_string_equal(answer("greedy-conservative:p=1,a=-1", &s), "11");
}

static void conservative_ties_then_go_to_fewer_columns(void **state) {
    (void)state;
    /* With a=-0.4 the step in 3 is worth 2/5 - 0.4 = 0: 3+11 is as good as 11. */
    struct cantstop s = drawn(1, 0,
                              "3 *...."
                              "11 ..1..");
    roll(&s, 1, 2, 5, 6); /* 3+11, 6+8, 7+7 */
    assert_string_equal(answer("greedy-conservative:a=-0.4", &s), "11");
}

static void conservative_ties_last_go_to_the_first_listed(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "");
    roll(&s, 2, 1, 6, 5); /* 3+11, 8+6, 7+7: 3 and 11 alone are alike */
    assert_string_equal(answer("greedy-conservative", &s), "3");
}

/* ---- stops ---- */

static void always_continue_takes_the_first_move_and_never_stops(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0,
                              "2 ..1"
                              "12 ..1"
                              "3 ....*");
    assert_string_equal(answer("always-continue", &s), "roll");
    assert_string_equal(answer("always-continue:stop-on-win=1", &s), "stop");
    roll(&s, 4, 4, 4, 5); /* 8+9 */
    assert_string_equal(answer("always-continue", &s), "8");
}

static void max_rolls_stops_after_n_or_to_win(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "6 ..*........");
    assert_int_equal(s.rolls, 3);
    assert_string_equal(answer("max-rolls:n=3", &s), "stop");
    assert_string_equal(answer("max-rolls:n=2", &s), "stop");
    assert_string_equal(answer("max-rolls:n=4", &s), "roll");
    struct cantstop winning = drawn(1, 0,
                                    "2 ..1"
                                    "12 ..1"
                                    "3 ...1*");
    assert_string_equal(answer("max-rolls:n=4", &winning), "stop");
    assert_string_equal(answer("max-rolls:n=4,stop-on-win=0", &winning), "roll");
}

static void greedy_bots_stop_only_to_win(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0,
                              "2 ..*"
                              "12 ..*"
                              "3 *....");
    assert_string_equal(answer("greedy-aggressive", &s), "roll");
    assert_string_equal(answer("greedy-conservative", &s), "roll");
    s = drawn(1, 0,
              "2 ..*"
              "12 ..*"
              "3 ....*");
    assert_string_equal(answer("greedy-aggressive", &s), "stop");
    assert_string_equal(answer("greedy-conservative", &s), "stop");
}

static void risk_stop_compares_exactly(void **state) {
    (void)state;
    /* 6, 7, 8 bust in 104 of 1296: between 0.080246 and 0.080247. */
    struct cantstop s = drawn(1, 0,
                              "6 *.........."
                              "7 *............"
                              "8 *..........");
    assert_string_equal(answer("risk-stop:t=0.080246", &s), "stop");
    assert_string_equal(answer("risk-stop:t=0.080247", &s), "roll");
    /* With free runners nothing busts, and 0 ≥ 0. */
    struct cantstop safe = drawn(1, 0, "6 *..........");
    assert_string_equal(answer("risk-stop:t=0", &safe), "stop");
    assert_string_equal(answer("risk-stop:t=0.000001", &safe), "roll");
}

static void risk_stop_stops_to_win(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0,
                              "2 ..1"
                              "12 ..1"
                              "3 ...1*");
    assert_string_equal(answer("risk-stop:t=1", &s), "stop");
}

static void stop_policies_pass_options_on_to_their_move_policy(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "7 ..........1..");
    roll(&s, 1, 1, 6, 6);
    assert_string_equal(answer("max-rolls:moves=greedy-aggressive", &s), "7+7");
    assert_string_equal(answer("max-rolls:moves=greedy-aggressive,b=-0.4", &s), "2+12");
    assert_string_equal(answer("risk-stop:moves=greedy-aggressive,b=-0.4", &s), "2+12");
    assert_string_equal(answer("risk-stop:moves=first", &s), "2");
}

static void options_of_another_move_policy_are_refused(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e = {""};
    const struct th_bot_kind *kind = th_bot_find(&cantstop_game, "max-rolls:w=3", &spec, &e);
    assert_null(kind->make(&cantstop_game, &spec.options, &e));
    assert_string_equal(e.text,
                        "moves=greedy-conservative has no option 'w'; it takes: b, p, a, penalty");
    kind = th_bot_find(&cantstop_game, "risk-stop:moves=first,penalty=move", &spec, &e);
    assert_null(kind->make(&cantstop_game, &spec.options, &e));
    assert_string_equal(e.text, "moves=first has no option 'penalty'; it takes: none");
}

/* ---- the literature ---- */

static void rule_of_28_stops_at_28_with_three_runners(void **state) {
    (void)state;
    /* 7: 1 · (7 + 1), 8: 2 · (4 + 1), 10: 4 · (1 + 1), and 4 more for three high columns: 30. */
    struct cantstop s = drawn(1, 0,
                              "7 ......*......"
                              "8 ...*......."
                              "10 *......");
    assert_string_equal(answer("rule-of-28", &s), "stop");
    assert_string_equal(answer("rule-of-28:threshold=30", &s), "stop");
    assert_string_equal(answer("rule-of-28:threshold=31", &s), "roll");
    assert_string_equal(answer("rule-of-28:high=1", &s), "roll");
}

static void rule_of_28_never_stops_with_a_free_runner_and_room(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0,
                              "2 ..*"
                              "12 ..*");
    assert_string_equal(answer("rule-of-28", &s), "roll");
    assert_string_equal(answer("glenn-aloi", &s), "roll");
}

static void the_literature_bots_move_by_the_official_rule(void **state) {
    (void)state;
    /* Alone, 7 is worth more than 2+12 and the runner would be saved, but both must move. */
    struct cantstop s = drawn(1, 0,
                              "7 *............"
                              "2 *..");
    roll(&s, 1, 1, 1, 6); /* 2+7 */
    assert_moves(&s, "2 2+7 7");
    assert_string_equal(answer("rule-of-28", &s), "2+7");
    assert_string_equal(answer("glenn-aloi", &s), "2+7");
}

/* ---- random ---- */

static void random_is_uniform_over_the_legal_actions(void **state) {
    (void)state;
    struct cantstop s = drawn(1, 0, "");
    roll(&s, 1, 2, 4, 6);
    struct bot bot = make_bot(&cantstop_game, "random");
    struct th_rng rng = th_rng_seeded(9);
    th_action legal[CANTSTOP_LEGAL_MAX];
    const int n = cantstop_game.legal(state_of(&s), legal);
    const struct th_ask ask = {&cantstop_game, state_of(&s), 0, legal, n, &rng, NULL, NULL};
    enum { DRAWS = 90000 };
    int seen[CANTSTOP_ACTIONS] = {0};
    for (int i = 0; i < DRAWS; i++) seen[legal[bot.kind->choose(bot.self, &ask)]]++;
    double chi = 0;
    for (int i = 0; i < n; i++) {
        const double off = seen[legal[i]] - DRAWS / (double)n;
        chi += off * off * n / DRAWS;
    }
    assert_int_equal(n, 9);
    assert_true(chi < 28); /* 8 degrees of freedom: 5 standard deviations */
}

static void every_name_of_the_registry_plays(void **state) {
    (void)state;
    struct th_bot_entry entry;
    int n = 0;
    struct cantstop s = drawn(1, 0, "");
    roll(&s, 1, 2, 4, 6);
    for (; th_bot_at(&cantstop_game, n, &entry); n++) {
        if (entry.kind == NULL || !th_bot_needs_options(entry.kind, &cantstop_game))
            answer(entry.name, &s);
    }
    assert_true(n >= 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aggressive_adds_up_the_shares_of_the_way),
        cmocka_unit_test(aggressive_bonus_b_for_a_top),
        cmocka_unit_test(aggressive_bonus_w_for_a_win_in_reach),
        cmocka_unit_test(aggressive_ties_go_to_a_double_step),
        cmocka_unit_test(aggressive_ties_then_go_to_the_larger_columns),
        cmocka_unit_test(conservative_penalty_p_and_bonus_a),
        cmocka_unit_test(conservative_penalty_once_a_move),
        cmocka_unit_test(conservative_bonus_b_for_a_top),
        cmocka_unit_test(conservative_ties_go_to_fewer_new_columns),
        cmocka_unit_test(conservative_ties_then_go_to_fewer_columns),
        cmocka_unit_test(conservative_ties_last_go_to_the_first_listed),
        cmocka_unit_test(always_continue_takes_the_first_move_and_never_stops),
        cmocka_unit_test(max_rolls_stops_after_n_or_to_win),
        cmocka_unit_test(greedy_bots_stop_only_to_win),
        cmocka_unit_test(risk_stop_compares_exactly),
        cmocka_unit_test(risk_stop_stops_to_win),
        cmocka_unit_test(stop_policies_pass_options_on_to_their_move_policy),
        cmocka_unit_test(options_of_another_move_policy_are_refused),
        cmocka_unit_test(rule_of_28_stops_at_28_with_three_runners),
        cmocka_unit_test(rule_of_28_never_stops_with_a_free_runner_and_room),
        cmocka_unit_test(the_literature_bots_move_by_the_official_rule),
        cmocka_unit_test(random_is_uniform_over_the_legal_actions),
        cmocka_unit_test(every_name_of_the_registry_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
