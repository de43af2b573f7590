/* One test for each sentence of docs/rules/kittens.md up to “What a player knows”, in the order of
 * the page. */
#include "written.h"

#include <string.h>

#define FULL    "kittens"
#define CLASSIC "kittens:rules=classic"

static int mover(const struct kittens *s) {
    return kittens_game.mover((const struct th_state *)(const void *)s);
}

/* ---- Cards and deal ---- */

static void deal_each_starts_with_defuse_skip_attack(void **state) {
    (void)state;
    const struct kittens s = started(FULL);
    assert_has(&s, "hands defuse+skip+attack / defuse+skip+attack");
    assert_has(&s, "seat 0; owes 1; waits decide");
}

static void deal_the_course_deck_has_30_cards(void **state) {
    (void)state;
    const struct kittens s = started(FULL);
    assert_has(&s, "deck 30*?");
    assert_has(&s, "rest 4*bomb+2*defuse+2*skip+2*attack+see-future+draw-bottom+shuffle+17*safe");
}

static void deal_seed25_has_25_cards(void **state) {
    (void)state;
    const struct kittens s = started("kittens:deck=seed25");
    assert_has(&s, "deck 25*?");
    assert_has(&s, "rest 3*bomb+2*defuse+2*skip+2*attack+see-future+draw-bottom+shuffle+13*safe");
    assert_has(&s, "hands defuse+skip+attack / defuse+skip+attack");
}

static void deal_official_deals_seven_and_a_defuse_then_bomb_and_defuses_join(void **state) {
    (void)state;
    struct kittens s = started("kittens:deck=official");
    assert_turns(&s, "skip 4, attack 4, see-future 5, shuffle 4, safe 29");
    does(&s, "skip skip skip skip attack attack attack");
    assert_turns(&s, "attack 1, see-future 5, shuffle 4, safe 29");
    does(&s, "safe safe safe safe safe safe see-future");
    assert_has(&s, "hands defuse+4*skip+3*attack / defuse+see-future+6*safe");
    assert_has(&s, "deck 35*?");
    assert_has(&s, "rest bomb+2*defuse+attack+4*see-future+4*shuffle+23*safe");
    assert_int_equal(mover(&s), 0);
}

static void deal_a_count_overrides_the_named_deck(void **state) {
    (void)state;
    const struct kittens s =
        started("kittens:deck=seed25,bombs=1,defuses=0,skips=3,attacks=0,see-futures=2,"
                "draw-bottoms=3,shuffles=4,safes=5");
    assert_has(&s, "rest bomb+3*skip+2*see-future+3*draw-bottom+4*shuffle+5*safe");
    assert_has(&s, "deck 18*?");
}

/* ---- Actions ---- */

static void actions_have_the_ids_of_the_page(void **state) {
    (void)state;
    static const char *const names[] = {"draw",   "skip",       "attack",      "top",    "middle",
                                        "bottom", "see-future", "draw-bottom", "shuffle"};
    for (int a = 0; a < KITTENS_ACTIONS; a++)
        assert_string_equal(kittens_action_names[a], names[a]);
    assert_int_equal(kittens_game.action_count, 9);
}

static void actions_need_their_card(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands safe+defuse / -; deck 2*?; rest bomb+safe");
    assert_legal(&s, "draw");
    s = written(FULL, "hands skip+attack+see-future+draw-bottom+shuffle / -; deck ?; rest bomb");
    assert_legal(&s, "draw skip attack see-future draw-bottom shuffle");
}

static void actions_3_to_5_are_the_only_ones_right_after_defusing(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands defuse+skip / -; deck 2*?; rest bomb+safe");
    does(&s, "draw bomb");
    assert_legal(&s, "top middle bottom");
}

static void pending_is_1_and_2_after_an_attack_which_does_not_add(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands attack / attack; deck 5*?; rest bomb+4*safe");
    assert_has(&s, "owes 1; waits decide");
    does(&s, "attack");
    assert_has(&s, "seat 1; owes 2; waits decide");
    does(&s, "attack");
    assert_has(&s, "seat 0; owes 2; waits decide");
}

/* ---- rules=full ---- */

static void full_the_player_decides_before_every_owed_draw(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands skip / -; deck 5*?; rest bomb+4*safe; owes 2");
    does(&s, "draw safe");
    assert_has(&s, "seat 0; owes 1; waits decide");
    assert_legal(&s, "draw skip");
}

static void full_draw_takes_the_top_card(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands - / -; deck attack:1 bomb:0; rest -");
    does(&s, "draw");
    assert_turns(&s, "attack 1");
    does(&s, "attack");
    assert_has(&s, "hands attack / -");
    assert_has(&s, "deck bomb:0");
}

static void full_a_draw_is_any_of_the_unknown_cards(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands - / -; deck 4*? skip:0; rest bomb+3*safe");
    does(&s, "draw");
    assert_turns(&s, "bomb 1, safe 3");
}

static void full_draw_bottom_takes_the_bottom_card(void **state) {
    (void)state;
    struct kittens s =
        written(FULL, "hands draw-bottom / -; deck bomb:0 2*? attack:1; rest 2*safe");
    does(&s, "draw-bottom");
    assert_turns(&s, "attack 1");
    does(&s, "attack");
    assert_has(&s, "hands attack / -");
    assert_has(&s, "deck bomb:0 2*?");
    assert_has(&s, "seat 1; owes 1; waits decide");
}

static void full_skip_cancels_exactly_one_owed_draw(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands 2*skip / -; deck 3*?; rest bomb+2*safe; owes 2");
    does(&s, "skip");
    assert_has(&s, "seat 0; owes 1; waits decide");
    does(&s, "skip");
    assert_has(&s, "seat 1; owes 1; waits decide");
}

static void full_attack_cancels_all_and_the_opponent_owes_2(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands attack / -; deck 3*?; rest bomb+2*safe; owes 2");
    does(&s, "attack");
    assert_has(&s, "seat 1; owes 2; waits decide");
}

static void full_see_future_shows_the_top_three_to_that_player_alone(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands see-future / -; deck 4*?; rest bomb+3*safe");
    does(&s, "see-future safe bomb safe");
    assert_has(&s, "deck safe:0 bomb:0 safe:0 ?");
    assert_has(&s, "rest safe");
    assert_has(&s, "seat 0; owes 1; waits decide"); /* it ends nothing */
}

static void full_see_future_sees_what_lies_there_already(void **state) {
    (void)state;
    struct kittens s =
        written(FULL, "hands see-future / -; deck ? bomb:1 skip ?; rest attack+safe");
    does(&s, "see-future");
    assert_turns(&s, "attack 1, safe 1");
    does(&s, "attack");
    assert_has(&s, "deck attack:0 bomb:01 skip:0 ?");
}

static void full_see_future_in_a_deck_of_two(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands see-future / -; deck 2*?; rest bomb+safe");
    does(&s, "see-future safe bomb");
    assert_has(&s, "deck safe:0 bomb:0");
}

static void full_shuffle_makes_every_place_unknown(void **state) {
    (void)state;
    struct kittens s =
        written(FULL, "hands shuffle / -; deck bomb:0 skip:1 2*?; rest 2*safe; maybe no,2,3 / -");
    does(&s, "shuffle");
    assert_has(&s, "deck 4*?");
    assert_has(&s, "rest bomb+skip+2*safe");
    assert_has(&s, "last shuffle / none; turns 0; seat 0; owes 1; waits decide");
}

static void full_the_turn_passes_when_nothing_is_owed(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands - / -; deck 3*?; rest bomb+2*safe; turns 7");
    does(&s, "draw safe");
    assert_has(&s, "turns 8; seat 1; owes 1; waits decide");
}

/* ---- rules=classic ---- */

static void classic_draw_draws_all_that_is_owed(void **state) {
    (void)state;
    struct kittens s = written(CLASSIC, "hands skip / -; deck 3*?; rest bomb+2*safe; owes 2");
    does(&s, "draw safe safe");
    assert_has(&s, "hands skip+2*safe / -");
    assert_has(&s, "seat 1; owes 1; waits decide");
}

static void classic_skip_draws_one_less(void **state) {
    (void)state;
    struct kittens s = written(CLASSIC, "hands 2*skip / -; deck 3*?; rest bomb+2*safe; owes 2");
    does(&s, "skip safe");
    assert_has(&s, "seat 1; owes 1; waits decide");
    s = written(CLASSIC, "hands skip / -; deck 3*?; rest bomb+2*safe");
    does(&s, "skip");
    assert_has(&s, "seat 1; owes 1; waits decide");
}

static void classic_attack_draws_nothing_and_the_opponent_owes_2(void **state) {
    (void)state;
    struct kittens s = written(CLASSIC, "hands attack / -; deck 3*?; rest bomb+2*safe; owes 2");
    does(&s, "attack");
    assert_has(&s, "seat 1; owes 2; waits decide");
}

static void classic_see_future_and_shuffle_take_effect_then_the_draws_follow(void **state) {
    (void)state;
    struct kittens s = written(CLASSIC, "hands see-future / -; deck 4*?; rest bomb+3*safe; owes 2");
    does(&s, "see-future safe safe bomb");
    assert_turns(&s, "safe 1");
    does(&s, "safe safe");
    assert_has(&s, "deck bomb:0 ?");
    assert_has(&s, "seat 1; owes 1; waits decide");
    s = written(CLASSIC, "hands shuffle / -; deck bomb:0 2*?; rest 2*safe");
    does(&s, "shuffle");
    assert_turns(&s, "bomb 1, safe 2");
}

static void classic_draw_bottom_takes_one_of_them_from_the_bottom(void **state) {
    (void)state;
    struct kittens s =
        written(CLASSIC, "hands draw-bottom / -; deck safe:1 bomb:1 skip:1; rest -; owes 2");
    does(&s, "draw-bottom skip safe");
    assert_has(&s, "hands skip+safe / -");
    assert_has(&s, "deck bomb:1");
    assert_has(&s, "seat 1; owes 1; waits decide");
}

/* ---- A bomb is drawn ---- */

static void bomb_without_a_defuse_loses_at_once(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands skip / -; deck 3*?; rest bomb+2*safe; owes 2; turns 4");
    does(&s, "draw bomb");
    assert_int_equal(mover(&s), TH_OVER);
    double payoff[2];
    kittens_game.payoff((struct th_state *)(void *)&s, payoff);
    assert_true(payoff[0] == 0.0 && payoff[1] == 1.0);
    assert_has(&s, "turns 5; seat 0; owes 1; waits over");
}

static void bomb_with_a_defuse_spends_it(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands 2*defuse / -; deck 3*?; rest bomb+2*safe");
    does(&s, "draw bomb");
    assert_has(&s, "hands defuse / -");
    assert_has(&s, "seat 0; owes 0; waits place");
}

static void bomb_at_the_top_is_the_next_card(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands defuse / -; deck 4*?; rest bomb+3*safe");
    does(&s, "draw bomb top");
    assert_has(&s, "deck bomb:0 3*?");
    does(&s, "draw");
    assert_turns(&s, "bomb 1");
}

static void bomb_at_the_bottom_is_the_last(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands defuse / -; deck 4*?; rest bomb+3*safe");
    does(&s, "draw bomb bottom");
    assert_has(&s, "deck 3*? bomb:0");
}

static void bomb_in_the_middle_has_half_the_cards_below_it(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands defuse / -; deck 6*?; rest bomb+5*safe");
    does(&s, "draw bomb middle"); /* five others: two below */
    assert_has(&s, "deck 3*? bomb:0 2*?");
    s = written(FULL, "hands defuse / -; deck 5*?; rest bomb+4*safe");
    does(&s, "draw bomb middle");
    assert_has(&s, "deck 2*? bomb:0 2*?");
    s = written(FULL, "hands defuse / -; deck ?; rest bomb");
    does(&s, "draw bomb middle");
    assert_has(&s, "deck bomb:0");
}

static void bomb_draws_still_owed_remain_owed(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands defuse / -; deck 4*?; rest bomb+3*safe; owes 2");
    does(&s, "draw bomb");
    assert_has(&s, "seat 0; owes 1; waits place");
    does(&s, "bottom");
    assert_has(&s, "seat 0; owes 1; waits decide");
    s = written(CLASSIC, "hands defuse / -; deck 4*?; rest bomb+3*safe; owes 2; seat 0");
    does(&s, "draw bomb bottom"); /* and then, undecided, the second draw */
    assert_turns(&s, "safe 3");
    does(&s, "safe");
    assert_has(&s, "seat 1; owes 1; waits decide");
}

static void bomb_rules_are_the_same_for_both_seats(void **state) {
    (void)state;
    struct kittens s =
        written(CLASSIC, "hands - / defuse; deck 4*?; rest bomb+3*safe; owes 2; seat 1");
    does(&s, "draw bomb bottom");
    assert_turns(&s, "safe 3");
    does(&s, "safe");
    assert_has(&s, "seat 0; owes 1; waits decide");
}

static void bomb_put_back_keeps_the_number_of_bombs(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands defuse / -; deck 4*?; rest 2*bomb+2*safe");
    assert_int_equal(s.bombs, 2);
    does(&s, "draw bomb");
    assert_int_equal(s.bombs, 1);
    does(&s, "top");
    assert_int_equal(s.bombs, 2);
}

/* ---- What a player knows ---- */

static struct kittens view_of(const struct kittens *s, int seat) {
    struct kittens view;
    kittens_view(s, seat, &view);
    return view;
}

static void knows_its_own_hand_and_what_the_other_must_hold(void **state) {
    (void)state;
    const struct kittens s = written(
        FULL, "hands defuse+2*safe / defuse+skip+shuffle+safe; deck 3*?; rest bomb+skip+attack");
    const struct kittens view = view_of(&s, 0);
    assert_has(&view, "hands defuse+2*safe / defuse+skip+2*?");
    assert_has(&view, "rest bomb+skip+attack+shuffle+safe");
    assert_has(&view, "played skip+attack / attack");
}

static void knows_what_it_saw_until_it_is_drawn_or_shuffled(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands see-future / shuffle; deck 5*?; rest bomb+4*safe");
    does(&s, "see-future safe safe bomb draw safe");
    struct kittens view = view_of(&s, 0);
    assert_has(&view, "deck safe:0 bomb:0 2*?");
    view = view_of(&s, 1);
    assert_has(&view, "deck 4*?");
    does(&s, "shuffle");
    view = view_of(&s, 0);
    assert_has(&view, "deck 4*?");
}

static void knows_the_bomb_it_put_back_itself(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands defuse / -; deck 4*?; rest bomb+3*safe");
    does(&s, "draw bomb middle");
    const struct kittens view = view_of(&s, 0);
    assert_has(&view, "deck 2*? bomb:0 ?");
}

static void sees_the_other_defuse_but_never_where_and_forgets_the_deck(void **state) {
    (void)state;
    struct kittens seen[3];
    static const char *const places[] = {"top", "middle", "bottom"};
    for (int i = 0; i < 3; i++) {
        struct kittens s = written(
            FULL, "hands - / defuse; deck ? safe:0 bomb:0 2*?; rest bomb+2*safe; seat 1; owes 2");
        does(&s, "draw bomb");
        does(&s, places[i]);
        seen[i] = view_of(&s, 0);
    }
    assert_has(&seen[0], "deck 5*?");
    assert_has(&seen[0], "last none / defused");
    assert_memory_equal(&seen[0], &seen[1], sizeof seen[0]);
    assert_memory_equal(&seen[0], &seen[2], sizeof seen[0]);
}

static void a_card_that_the_other_draws_is_no_longer_known(void **state) {
    (void)state;
    struct kittens s = written(FULL, "hands - / -; deck skip:0 3*?; rest bomb+2*safe; seat 1");
    does(&s, "draw skip");
    const struct kittens view = view_of(&s, 0);
    assert_has(&view, "hands - / ?");
    assert_has(&view, "rest bomb+skip+2*safe");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deal_each_starts_with_defuse_skip_attack),
        cmocka_unit_test(deal_the_course_deck_has_30_cards),
        cmocka_unit_test(deal_seed25_has_25_cards),
        cmocka_unit_test(deal_official_deals_seven_and_a_defuse_then_bomb_and_defuses_join),
        cmocka_unit_test(deal_a_count_overrides_the_named_deck),
        cmocka_unit_test(actions_have_the_ids_of_the_page),
        cmocka_unit_test(actions_need_their_card),
        cmocka_unit_test(actions_3_to_5_are_the_only_ones_right_after_defusing),
        cmocka_unit_test(pending_is_1_and_2_after_an_attack_which_does_not_add),
        cmocka_unit_test(full_the_player_decides_before_every_owed_draw),
        cmocka_unit_test(full_draw_takes_the_top_card),
        cmocka_unit_test(full_a_draw_is_any_of_the_unknown_cards),
        cmocka_unit_test(full_draw_bottom_takes_the_bottom_card),
        cmocka_unit_test(full_skip_cancels_exactly_one_owed_draw),
        cmocka_unit_test(full_attack_cancels_all_and_the_opponent_owes_2),
        cmocka_unit_test(full_see_future_shows_the_top_three_to_that_player_alone),
        cmocka_unit_test(full_see_future_sees_what_lies_there_already),
        cmocka_unit_test(full_see_future_in_a_deck_of_two),
        cmocka_unit_test(full_shuffle_makes_every_place_unknown),
        cmocka_unit_test(full_the_turn_passes_when_nothing_is_owed),
        cmocka_unit_test(classic_draw_draws_all_that_is_owed),
        cmocka_unit_test(classic_skip_draws_one_less),
        cmocka_unit_test(classic_attack_draws_nothing_and_the_opponent_owes_2),
        cmocka_unit_test(classic_see_future_and_shuffle_take_effect_then_the_draws_follow),
        cmocka_unit_test(classic_draw_bottom_takes_one_of_them_from_the_bottom),
        cmocka_unit_test(bomb_without_a_defuse_loses_at_once),
        cmocka_unit_test(bomb_with_a_defuse_spends_it),
        cmocka_unit_test(bomb_at_the_top_is_the_next_card),
        cmocka_unit_test(bomb_at_the_bottom_is_the_last),
        cmocka_unit_test(bomb_in_the_middle_has_half_the_cards_below_it),
        cmocka_unit_test(bomb_draws_still_owed_remain_owed),
        cmocka_unit_test(bomb_rules_are_the_same_for_both_seats),
        cmocka_unit_test(bomb_put_back_keeps_the_number_of_bombs),
        cmocka_unit_test(knows_its_own_hand_and_what_the_other_must_hold),
        cmocka_unit_test(knows_what_it_saw_until_it_is_drawn_or_shuffled),
        cmocka_unit_test(knows_the_bomb_it_put_back_itself),
        cmocka_unit_test(sees_the_other_defuse_but_never_where_and_forgets_the_deck),
        cmocka_unit_test(a_card_that_the_other_draws_is_no_longer_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
