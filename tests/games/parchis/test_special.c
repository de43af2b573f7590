/* One test or two for each of the rules 18–25, 31, 32 and 47 of docs/rules/parchis.md, by
 * rules=text: items, states, banana, mushroom, bullet. */
#include "drawn_parchis.h"

#include <stdio.h>

/* ---- Items and states ---- */

static void rule_18_landing_on_an_item_takes_it(void **state) {
    (void)state;
    static const struct {
        const char *die;
        int square[4];
    } items[] = {{"mushroom", {1, 18, 35, 52}},
                 {"banana", {2, 19, 36, 53}},
                 {"star", {5, 22}},
                 {"mega-mushroom", {6, 23}},
                 {"bullet", {14, 31}},
                 {"blue-shell", {15, 32}},
                 {"boo", {39, 56}},
                 {"lightning", {40, 57}},
                 {"red-shell", {48, 65}},
                 {"horn", {49, 66}}};
    int found = 0;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        for (int k = 0; k < 4 && items[i].square[k] != 0; k++, found++) {
            char position[80], special[40];
            const int square = items[i].square[k]; /* yellow cannot come to square 1 from 68 */
            snprintf(position, sizeof position, "%s %d home home; items all",
                     square == 1 ? "red" : "yellow", square == 1 ? 68 : square - 1);
            struct parchis s = place(position);
            play(&s, square == 1 ? "1 red 0" : "1 yellow 0");
            snprintf(special, sizeof special, "%s / -", items[i].die);
            assert_part(&s, "special", special);
            assert_int_equal(parchis_item_at[square] != 0, 1);
            assert_int_equal(s.items >> (parchis_item_at[square] - 1) & 1, 0);
        }
    assert_int_equal(found, PARCHIS_ITEMS);
}

static void rule_18_any_kind_of_move_takes_an_item(void **state) {
    (void)state;
    struct parchis s = place("yellow 14 home home; items 14 22; special mushroom / -");
    play(&s, "mushroom yellow 0"); /* only where it lands, not where it stood */
    assert_part(&s, "special", "star / -");
    assert_part(&s, "items", "14");
    s = place("yellow 12 home home; items 52; special bullet / -");
    play(&s, "bullet yellow 0");
    assert_part(&s, "special", "mushroom / -");
    s = place("yellow 11 home home; items 31; forced 20 yellow");
    play(&s, "20 yellow 0");
    assert_part(&s, "special", "bullet / -");
    s = place("yellow 30 home home; blue 32 home home; items 31 32");
    play(&s, "2 yellow 0"); /* not what it passes; eating does not matter */
    assert_part(&s, "special", "blue-shell / -");
    assert_part(&s, "items", "31");
}

static void rule_19_a_player_holds_two_special_dice_and_uses_each_once(void **state) {
    (void)state;
    struct parchis s = place("yellow 4 home home; items 5; special boo / horn+horn");
    play(&s, "1 yellow 0");
    assert_part(&s, "special", "boo+star / horn+horn");
    s = place("yellow 4 home home; items 5; special boo+horn / -");
    play(&s, "1 yellow 0"); /* no room: it stays */
    assert_part(&s, "special", "boo+horn / -");
    assert_part(&s, "items", "5");
    s = place("yellow 10 home home; special horn+boo / -");
    play(&s, "boo yellow 0"); /* once, and instead of a normal die */
    assert_part(&s, "special", "horn / -");
    assert_part(&s, "dice", "");
    s = place("yellow 10 home home; special boo+boo / -");
    play(&s, "boo yellow 0");
    assert_part(&s, "special", "boo / -");
}

static void rule_20_a_new_state_replaces_the_old_one(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:ghost:4 home home; special star / -");
    play(&s, "star yellow 0");
    assert_at(&s, "yellow 0", "10:star:3");
    s = place("yellow 10 home home; blue 12:mini:4 home home");
    play(&s, "2 yellow 0"); /* sent home it becomes normal */
    assert_at(&s, "blue 0", "home");
    s = place("yellow 10:mini:4 home home; blue 11:star:2 home home");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "home");
    s = place("yellow c5:star:2 home home"); /* only a mega is none in the goal */
    play(&s, "1 yellow 0");
    assert_at(&s, "yellow 0", "goal:star:1");
    s = place("yellow 10 home home; blue goal home home; special lightning / -");
    play(&s, "lightning yellow 0");
    assert_at(&s, "blue 0", "goal"); /* and no new state begins there */
}

static void rule_20_nothing_else_happens_where_a_state_ends_or_begins(void **state) {
    (void)state;
    struct parchis s = place("yellow 13:ghost:1 20 home; blue 13 home home; green 13 home home");
    play(&s, "1 yellow 1"); /* three on a square, and nobody leaves */
    assert_at(&s, "yellow 0", "13");
    assert_at(&s, "blue 0", "13");
    assert_at(&s, "green 0", "13");
    s = place("yellow 14:ghost:1 20 home; blue 14 home home; items 14; traps 14");
    play(&s, "1 yellow 1"); /* no eating, no item, no trap */
    assert_at(&s, "yellow 0", "14");
    assert_at(&s, "blue 0", "14");
    assert_part(&s, "special", "");
    assert_part(&s, "traps", "14");
    s = place("yellow 4:mega:1 20 home; items 5; traps 5");
    play(&s, "1 yellow 1"); /* nor on the front square of a mega that ends */
    assert_at(&s, "yellow 0", "5");
    assert_part(&s, "items", "5");
    assert_part(&s, "traps", "5");
    s = place(
        "yellow 14 home home; blue 14:mini:2 home home; traps 14; items 14; special star / -");
    play(&s, "star yellow 0");
    assert_at(&s, "yellow 0", "14:star:3");
    assert_at(&s, "blue 0", "14:mini:2");
    assert_part(&s, "special", "");
    assert_part(&s, "traps", "14");
}

static void rule_47_turns_are_the_owners_plies_after_the_one_that_gave_the_state(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 30 home home; red 40 home home; "
                             "special star / -");
    play(&s, "star yellow 0");
    assert_at(&s, "yellow 0", "10:star:3");
    play(&s, "1 blue 0"); /* not the opponent's */
    assert_at(&s, "yellow 0", "10:star:3");
    play(&s, "6 red 0"); /* those of its owner, extra ones too */
    assert_at(&s, "yellow 0", "10:star:2");
    play(&s, "1 red 0");
    assert_at(&s, "yellow 0", "10:star:1");
    play(&s, "1 blue 0");
    play(&s, "1 yellow 0");
    assert_at(&s, "yellow 0", "13");
    s = place("yellow c1:ghost:2 home home; special banana / -");
    play(&s, "pass banana"); /* and passes */
    assert_at(&s, "yellow 0", "c1:ghost:1");
    s = place(
        "yellow 10:star:1 home home; red 40:mega:1 home home; special star+mega-mushroom / -");
    play(&s, "star yellow 0"); /* given again, it starts again */
    assert_at(&s, "yellow 0", "10:star:3");
    assert_at(&s, "red 0", "41");
    s = place("yellow 10:mega:1 home home; special mega-mushroom / -");
    play(&s, "mega-mushroom yellow 0");
    assert_at(&s, "yellow 0", "10:mega:3");
}

/* ---- Banana ---- */

static void rule_21_a_banana_lays_a_trap_on_the_square_of_the_acting_piece(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 c2 home; red goal home home; special banana / -");
    assert_users(&s, "banana", "yellow 0"); /* on the common track only */
    play(&s, "banana yellow 0");
    assert_part(&s, "traps", "10");
    assert_at(&s, "yellow 0", "10");
    assert_next(&s, "blue");
    s = place("yellow 10 home home; traps 10; special banana / -");
    play(&s, "banana yellow 0");
    assert_part(&s, "traps", "10 10");
}

static void rule_22_a_piece_that_meets_a_trap_stops_and_the_turn_is_lost(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; traps 12 14");
    play(&s, "6 yellow 0"); /* even with a 6 */
    assert_at(&s, "yellow 0", "12:bananed:1");
    assert_part(&s, "traps", "14");
    assert_next(&s, "blue");
    s = place("yellow 10:mini:3 home home; traps 12");
    play(&s, "5 yellow 0");
    assert_at(&s, "yellow 0", "12:bananed:1");
    s = place("yellow 10:bananed:1 home home; traps 12; forced 10 yellow");
    play(&s, "10 yellow 0");
    assert_at(&s, "yellow 0", "12:bananed:1");
    s = place("yellow 10 home home; blue 16 home home; traps 20");
    play(&s, "6 yellow 0");
    play(&s, "20 yellow 0"); /* in a ply of 20 the run of the 6 is lost too */
    assert_at(&s, "yellow 0", "20:bananed:1");
    assert_next(&s, "blue");
    s = place("yellow 60 home home; traps 62; forced 10 yellow; run");
    play(&s, "10 yellow 0");
    assert_next(&s, "blue");
    s = place("yellow 10 home home; blue c5 10 home; traps 12; special - / mushroom");
    play(&s, "2 yellow 0");
    play(&s, "mushroom blue 0"); /* no other player's turn is lost by it */
    assert_next(&s, "blue, 10 for blue");
    s = place("yellow 10 home home; traps 14; items 14");
    play(&s, "5 yellow 0"); /* the item of that square is taken */
    assert_part(&s, "special", "bullet / -");
}

static void rule_22_wins_over_rule_7_and_over_an_own_mega(void **state) {
    (void)state;
    struct parchis s =
        place("yellow 10 home home; blue 13 home home; green 13 home home; traps 13");
    play(&s, "5 yellow 0");
    assert_at(&s, "yellow 0", "13:bananed:1");
    assert_at(&s, "blue 0", "13");
    assert_at(&s, "green 0", "13");
    s = place("yellow 10 12 12; traps 12");
    assert_can(&s, "2 yellow 0");
    s = place("yellow 10 12:mega:2 home; traps 12");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "12:bananed:1");
    assert_at(&s, "yellow 1", "12:mega:1");
    s = place("yellow 10 12:mega:2 home; traps 13");
    play(&s, "4 yellow 0");
    assert_at(&s, "yellow 0", "13:bananed:1");
}

static void rule_23_a_bananed_piece_does_not_move_by_dice_1_to_6_for_one_ply(void **state) {
    (void)state;
    static const char *const moves[] = {"1 yellow 0", "2 yellow 0", "4 yellow 0", "5 yellow 0",
                                        "6 yellow 0"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct parchis s = place("yellow 10:bananed:1 home home; blue 10 home home");
        play(&s, moves[i]);
        assert_at(&s, "yellow 0", "10");
        assert_at(&s, "blue 0", "10");
        assert_next(&s, "blue"); /* a 6 spent so gives no further turn */
    }
    struct parchis s = place("yellow 10 home home; red 40 home home; traps 12");
    play(&s, "2 yellow 0");
    play(&s, "pass 1");
    assert_at(&s, "yellow 0", "12:bananed:1");
    play(&s, "1 red 0"); /* its owner's next ply */
    assert_at(&s, "yellow 0", "12");
}

static void rule_23_a_bananed_piece_does_not_eat(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 12 home home; traps 12");
    play(&s, "2 yellow 0"); /* nor does the move that makes it so */
    assert_at(&s, "blue 0", "12");
    assert_next(&s, "blue");
    s = place("yellow 11:bananed:1 home home; blue 31 home home; forced 20 yellow");
    play(&s, "20 yellow 0");
    assert_at(&s, "yellow 0", "31");
    assert_at(&s, "blue 0", "31");
    assert_next(&s, "blue");
}

static void rule_24_two_bananas_are_two_traps_and_star_ghost_and_mega_leave_them(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; traps 12 12");
    play(&s, "2 yellow 0");
    assert_part(&s, "traps", "12");
    s = place("yellow 10:ghost:2 home home; traps 11 12");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "12:ghost:1");
    assert_part(&s, "traps", "11 12");
    s = place("yellow 10:star:2 home home; traps 12 14");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "14:star:1");
    assert_part(&s, "traps", "12 14");
    s = place("yellow 10:mega:2 home home; traps 11 12 13");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "12:mega:1");
    assert_part(&s, "traps", "11 12 13");
}

/* ---- Mushroom and bullet ---- */

static void rule_25_a_mushroom_goes_at_least_8_squares_to_the_first_free_one(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; special mushroom / -");
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "18");
    assert_next(&s, "blue");
    s = place("yellow 10 20 home; blue 18 home home; green 19:ghost:2 home home; "
              "red 21:mega:2 home home; special mushroom / -");
    play(&s, "mushroom yellow 0"); /* nobody, no ghost, neither square of a mega */
    assert_at(&s, "yellow 0", "23");
    assert_at(&s, "blue 0", "18");
    s = place("yellow 10 home home; blue 11 11 12:star:2; green 14:mega:2 home home; traps 13 18; "
              "special mushroom / -");
    play(&s, "mushroom yellow 0"); /* past barriers, megas, stars and traps */
    assert_at(&s, "yellow 0", "18");
    assert_part(&s, "traps", "13 18");
}

static void rule_25_a_mushroom_is_the_same_in_every_state_and_keeps_it(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:mini:3 home home; special mushroom / -");
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "18:mini:2");
    s = place("yellow 10:bananed:2 home home; special mushroom / -");
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "18:bananed:1");
    s = place("yellow 10:star:3 home home; blue 14 home home; special mushroom / -");
    play(&s, "mushroom yellow 0"); /* a star sends nobody home with it */
    assert_at(&s, "yellow 0", "18:star:2");
    assert_at(&s, "blue 0", "14");
    s = place("yellow 10:mega:3 home home; blue 19 home home; special mushroom / -");
    play(&s, "mushroom yellow 0"); /* from its rear square, to two free squares */
    assert_at(&s, "yellow 0", "20:mega:2");
    assert_at(&s, "blue 0", "19");
    s = place("yellow 10:mega:3 home home; green 17:mega:2 20:ghost:2 home; special mushroom / -");
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "21:mega:2");
}

static void rule_25_a_mushroom_ends_in_the_goal_without_a_bounce(void **state) {
    (void)state;
    struct parchis s = place("yellow c5 10 home; special mushroom / -");
    play(&s, "6 yellow 1");
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "goal");
    assert_part(&s, "bounces", "");
    assert_next(&s, "yellow, 10 for yellow");
    play(&s, "10 yellow 1"); /* then the turn passes */
    assert_next(&s, "blue");
    s = place("yellow 67 c7 home; special mushroom / -"); /* on to the first free square */
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "goal");
    s = place("yellow 67 c7 goal; special mushroom / -"); /* whoever is in the goal */
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "goal");
    s = place("yellow 66:mega:2 c7 home; special mushroom / -");
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "goal");
    s = place("yellow 66:mega:2 home home; special mushroom / -");
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "c6:mega:1");
}

static void rule_31_a_bullet_goes_at_least_40_squares_to_the_first_free_one(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 20 20 50; traps 12 51; special bullet / -");
    play(&s, "bullet yellow 0");
    assert_at(&s, "yellow 0", "51");
    assert_at(&s, "blue 2", "50");
    assert_part(&s, "traps", "12 51");
    assert_next(&s, "blue");
    s = place("yellow 36 10 home; special bullet / -"); /* 40 from the goal */
    play(&s, "bullet yellow 0");
    assert_at(&s, "yellow 0", "goal");
    assert_next(&s, "yellow, 10 for yellow");
    play(&s, "10 yellow 1");
    assert_next(&s, "blue");
    s = place("yellow 35 10 home; special bullet / -");
    play(&s, "bullet yellow 0");
    assert_at(&s, "yellow 0", "c7");
}

static void rule_32_a_bullet_makes_normal_and_takes_a_piece_from_home(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:star:3 home home; blue 30 home home; special bullet / -");
    play(&s, "bullet yellow 0");
    assert_at(&s, "yellow 0", "50");
    assert_at(&s, "blue 0", "30");
    s = place("yellow 10:mega:3 home home; blue 51 home home; special bullet / -");
    play(&s, "bullet yellow 0"); /* from its rear square, to one square */
    assert_at(&s, "yellow 0", "50");
    s = place("special bullet / -");
    play(&s, "bullet yellow 0"); /* from home without a 5 */
    assert_at(&s, "yellow 0", "44");
    s = place("yellow home:mini:4 home home; special bullet / -");
    play(&s, "bullet yellow 0"); /* 40 from the exit square */
    assert_at(&s, "yellow 0", "44");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_18_landing_on_an_item_takes_it),
        cmocka_unit_test(rule_18_any_kind_of_move_takes_an_item),
        cmocka_unit_test(rule_19_a_player_holds_two_special_dice_and_uses_each_once),
        cmocka_unit_test(rule_20_a_new_state_replaces_the_old_one),
        cmocka_unit_test(rule_20_nothing_else_happens_where_a_state_ends_or_begins),
        cmocka_unit_test(rule_47_turns_are_the_owners_plies_after_the_one_that_gave_the_state),
        cmocka_unit_test(rule_21_a_banana_lays_a_trap_on_the_square_of_the_acting_piece),
        cmocka_unit_test(rule_22_a_piece_that_meets_a_trap_stops_and_the_turn_is_lost),
        cmocka_unit_test(rule_22_wins_over_rule_7_and_over_an_own_mega),
        cmocka_unit_test(rule_23_a_bananed_piece_does_not_move_by_dice_1_to_6_for_one_ply),
        cmocka_unit_test(rule_23_a_bananed_piece_does_not_eat),
        cmocka_unit_test(rule_24_two_bananas_are_two_traps_and_star_ghost_and_mega_leave_them),
        cmocka_unit_test(rule_25_a_mushroom_goes_at_least_8_squares_to_the_first_free_one),
        cmocka_unit_test(rule_25_a_mushroom_is_the_same_in_every_state_and_keeps_it),
        cmocka_unit_test(rule_25_a_mushroom_ends_in_the_goal_without_a_bounce),
        cmocka_unit_test(rule_31_a_bullet_goes_at_least_40_squares_to_the_first_free_one),
        cmocka_unit_test(rule_32_a_bullet_makes_normal_and_takes_a_piece_from_home),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
