/* One test or two for each of the rules 1–17 of docs/rules/parchis.md, by rules=text. */
#include "drawn_parchis.h"

static void rule_01_three_pieces_of_a_colour_in_the_goal_win_for_its_player(void **state) {
    (void)state;
    struct parchis s = place("yellow goal goal c7; red goal home home");
    play(&s, "1 yellow 2");
    assert_next(&s, "player 0 wins");
    s = place("yellow goal goal c6; red goal c7 goal");
    play(&s, "1 red 1");
    assert_next(&s, "player 0 wins");
    s = place("blue goal c7 goal; turn 1 green");
    play(&s, "1 blue 1");
    assert_next(&s, "player 1 wins");
    s = place("green goal c7 goal; turn 1 green");
    play(&s, "1 green 1");
    assert_next(&s, "player 1 wins");
    s = place("yellow goal c7 home; red goal goal home"); /* two and two */
    play(&s, "1 yellow 1");
    assert_next(&s, "yellow, 10 for yellow");
}

static void rule_02_colours_take_turns_yellow_blue_red_green(void **state) {
    (void)state;
    struct parchis s;
    parchis_start(&s, PARCHIS_TEXT, true);
    assert_next(&s, "yellow");
    play(&s, "1 yellow 0");
    assert_next(&s, "blue");
    play(&s, "1 blue 0");
    assert_next(&s, "red");
    play(&s, "1 red 0");
    assert_next(&s, "green");
    play(&s, "1 green 0");
    assert_next(&s, "yellow");
}

static void rule_03_each_colour_has_a_pool_for_any_piece_of_its_player(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; red 40 home home; special star / boo");
    assert_users(&s, "1", "yellow 0, red 0");
    assert_users(&s, "2", "yellow 0, red 0");
    assert_users(&s, "4", "yellow 0, red 0");
    assert_users(&s, "6", "yellow 0, red 0");
    assert_users(&s, "star", "yellow 0, red 0"); /* its own special die */
    assert_users(&s, "boo", "");                 /* not the opponent's */
    play(&s, "2 red 0"); /* a die of the colour in turn, for the other one's piece */
    assert_part(&s, "dice", "1456 / 12456 / 12456 / 12456");
    s = place("yellow 10 home home; red 40 home home; dice 12 / 4 / 5 / 6");
    assert_users(&s, "1", "yellow 0, red 0");
    assert_users(&s, "4", "");
    assert_users(&s, "5", "");
    play(&s, "1 yellow 0"); /* gone until the pool is empty */
    assert_part(&s, "dice", "2 / 4 / 5 / 6");
    play(&s, "pass 4"); /* and then, at once, the whole pool is back */
    assert_part(&s, "dice", "2 / 12456 / 5 / 6");
    play(&s, "5 yellow 0");
    assert_part(&s, "dice", "2 / 12456 / 12456 / 6");
}

static void rule_04_a_piece_leaves_home_with_a_5_to_its_exit_square(void **state) {
    (void)state;
    struct parchis s = place("yellow home home:mini:3 home");
    assert_users(&s, "1", "pass");
    assert_users(&s, "2", "pass");
    assert_users(&s, "4", "pass");
    assert_users(&s, "5", "yellow 0, yellow 1, yellow 2, red 0, red 1, red 2");
    assert_users(&s, "6", "pass");
    play(&s, "5 yellow 1"); /* whatever its state */
    assert_at(&s, "yellow 1", "4:mini:2");
    play(&s, "5 blue 0");
    assert_at(&s, "blue 0", "21");
    play(&s, "5 red 0");
    assert_at(&s, "red 0", "38");
    play(&s, "5 green 0");
    assert_at(&s, "green 0", "55");
    s = place("yellow home 4 4");
    assert_cannot(&s, "5 yellow 0"); /* rule 7 */
}

static void rule_05_a_6_gives_the_same_colour_another_turn(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; red 40 home home");
    play(&s, "6 red 0");
    assert_next(&s, "yellow");
    s = place("yellow 10 home home; blue 16 home home"); /* after the 20 that it led to */
    play(&s, "6 yellow 0");
    assert_next(&s, "yellow, 20 for yellow");
    play(&s, "20 yellow 0");
    assert_next(&s, "yellow");
    play(&s, "1 yellow 0");
    assert_next(&s, "blue");
    s = place("yellow c2 37 home"); /* after the 10 */
    play(&s, "6 yellow 0");
    assert_next(&s, "yellow, 10 for yellow");
    play(&s, "10 yellow 1");
    assert_next(&s, "yellow");
    s = place("yellow 10 c6 home; blue 16 36 home"); /* and after several of them */
    play(&s, "6 yellow 0");
    play(&s, "20 yellow 0");
    assert_next(&s, "yellow, 20 for yellow");
    play(&s, "20 yellow 0");
    assert_at(&s, "yellow 0", "56");
    assert_next(&s, "yellow");
}

static void rule_05_a_special_die_gives_no_other_turn_than_that_of_rule_15(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; special star / -");
    play(&s, "6 yellow 0");
    assert_next(&s, "yellow");
    play(&s, "star yellow 0");
    assert_next(&s, "blue");
    s = place("yellow 10 c3 home; special mushroom / -");
    play(&s, "6 yellow 0");
    play(&s, "mushroom yellow 1");
    assert_next(&s, "yellow, 10 for yellow");
    play(&s, "10 yellow 0"); /* the run of the 6 has ended */
    assert_next(&s, "blue");
}

static void rule_06_a_6_counts_7_when_no_piece_of_the_moved_colour_is_at_home(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 goal c1; red 40 home 20");
    play(&s, "6 yellow 0");
    assert_at(&s, "yellow 0", "17");
    s = place("yellow 10 goal c1; red 40 home 20");
    play(&s, "6 red 0");
    assert_at(&s, "red 0", "46");
    s = place("yellow 10 home home; red 40 20 25");
    play(&s, "6 red 0");
    assert_at(&s, "red 0", "47");
}

static void rule_07_at_most_two_pieces_stand_on_a_square(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 12 12");
    assert_cannot(&s, "2 yellow 0");
    assert_can(&s, "1 yellow 0");
    s = place("yellow c1 c3 c3");
    assert_cannot(&s, "2 yellow 0");
    s = place("yellow 11 home home; blue 13 home home; red 13 home home");
    assert_cannot(&s, "2 yellow 0");
    s = place("yellow 11 home home; blue 13 home home; red 13 home home; green 13 home home");
    assert_cannot(&s, "2 yellow 0");
    s = place("yellow goal goal c7"); /* home and goal aside */
    assert_can(&s, "1 yellow 2");
}

static void rule_07_ghosts_and_those_that_the_move_sends_home_do_not_count(void **state) {
    (void)state;
    struct parchis s = place("yellow 11 home home; blue 13 13:ghost:2 home");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "13");
    assert_at(&s, "blue 0", "13");
    assert_at(&s, "blue 1", "13:ghost:2");
    s = place("yellow 10:star:2 home home; blue 14 home home; green 14 home home");
    assert_can(&s, "2 yellow 0");
    s = place("yellow 10:star:2 14 home; blue 14 home home");
    assert_can(&s, "2 yellow 0");
    s = place("yellow 10:mega:2 home home; blue 12 home home; green 12 home home");
    assert_can(&s, "2 yellow 0");
}

static void rule_08_two_pieces_of_one_colour_are_a_barrier(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 14 14 home");
    assert_users(&s, "4", "pass"); /* to land */
    assert_users(&s, "6", "pass"); /* to pass */
    assert_can(&s, "2 yellow 0");
    s = place("yellow 10 home home; red 14 14 home"); /* the partner's too */
    assert_cannot(&s, "4 yellow 0");
    assert_cannot(&s, "5 yellow 0");
    s = place("blue 10 14 14; turn 1 blue"); /* its own colour passes */
    assert_can(&s, "5 blue 0");
    s = place("yellow 10 home home; blue 13 13 home"); /* on a safe square */
    assert_cannot(&s, "4 yellow 0");
    s = place("yellow c1 c3 c3"); /* in a corridor: see rule 9; its own colour passes */
    assert_can(&s, "4 yellow 0");
    assert_users(&s, "6", "yellow 1, yellow 2");
    s = place("yellow 10 home home; blue 13 home home; green 13 home home"); /* two colours */
    assert_can(&s, "4 yellow 0");
}

static void rule_08_ghosts_and_minis_make_no_barrier(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 14 14:ghost:2 home");
    assert_can(&s, "5 yellow 0");
    s = place("yellow 10 home home; blue 14 14:mini:2 home");
    assert_can(&s, "5 yellow 0");
    assert_cannot(&s, "4 yellow 0");                        /* rule 7 */
    s = place("yellow 10 home home; blue 14 14:mini:2 14"); /* of three two are enough */
    assert_cannot(&s, "5 yellow 0");
    s = place("yellow 10 home home; blue 14 14 14:ghost:2");
    assert_cannot(&s, "5 yellow 0");
    s = place("yellow 10 home home; blue 14 14 home; green 14 home home");
    assert_cannot(&s, "5 yellow 0");
    s = place("yellow 10 home home; blue 14:bananed:1 14 home");
    assert_cannot(&s, "5 yellow 0");
}

static void rule_09_with_a_6_a_barrier_of_the_colour_in_turn_must_be_broken(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 10 20; red 40 home home");
    assert_users(&s, "6", "yellow 0, yellow 1");
    assert_users(&s, "1", "yellow 0, yellow 1, yellow 2, red 0");
    s = place("yellow 10 10 10:ghost:3"); /* the ghost makes no barrier */
    assert_users(&s, "6", "yellow 0, yellow 1");
    s = place("yellow 10 10:ghost:3 20; red 40 home home");
    assert_users(&s, "6", "yellow 0, yellow 1, yellow 2, red 0");
    s = place("yellow 10:mega:2 11:bananed:1 20"); /* a mega stands on 11 too */
    assert_users(&s, "6", "yellow 0, yellow 1");
    s = place("yellow 13 13 20; red 40 home home");
    assert_users(&s, "6", "yellow 0, yellow 1");
    s = place("yellow 10 20 home; red 40 40 50"); /* the partner's need not */
    assert_users(&s, "6", "yellow 0, yellow 1, red 0, red 1, red 2");
    s = place("yellow goal goal 20; red home home 50"); /* home and goal hold none */
    assert_users(&s, "6", "yellow 2, red 2");
    s = place("yellow 10 10 20; blue 12 12 home; red 40 home home"); /* none of them can */
    assert_users(&s, "6", "pass");
}

static void rule_09_a_bananed_piece_breaks_its_barrier_with_0_squares(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:bananed:1 10 20; blue 12 12 home");
    assert_users(&s, "6", "yellow 0");
    play(&s, "6 yellow 0");
    assert_at(&s, "yellow 0", "10");
    assert_part(&s, "dice", "1245 / 12456 / 12456 / 12456");
    assert_next(&s, "blue");
}

static void rule_10_landing_on_a_piece_of_another_colour_eats_it_for_a_20(void **state) {
    (void)state;
    struct parchis s =
        place("yellow 10 3 home; blue 12 11 home; red 45 home home; special star / -");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "12");
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "11"); /* not those that it passes */
    assert_next(&s, "yellow, 20 for yellow");
    assert_users(&s, "20", "yellow 0, yellow 1"); /* any piece of the colour that ate */
    assert_users(&s, "1", "");                    /* no other die */
    assert_users(&s, "star", "");
    play(&s, "20 yellow 1");
    assert_at(&s, "yellow 1", "23");
    assert_next(&s, "blue");
    s = place("yellow 3 home home; red 10 home home; blue 12 home home");
    play(&s, "2 red 0");
    assert_next(&s, "yellow, 20 for red");
    assert_users(&s, "20", "red 0");
    play(&s, "20 red 0");
    assert_next(&s, "blue");
}

static void rule_10_beside_a_ghost_the_other_one_is_eaten(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 12:ghost:2 12 home");
    play(&s, "2 yellow 0");
    assert_at(&s, "blue 0", "12:ghost:2");
    assert_at(&s, "blue 1", "home");
    assert_next(&s, "yellow, 20 for yellow");
    s = place("yellow 10 home home; blue 12 12:ghost:2 home");
    play(&s, "2 yellow 0");
    assert_at(&s, "blue 0", "home");
    s = place("yellow 10 home home; blue 12 home home; green 12 home home");
    assert_cannot(&s, "2 yellow 0"); /* two that are no ghosts bar a third, even to eat */
}

static void rule_11_the_partners_colour_can_be_eaten(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; red 12 home home");
    play(&s, "2 yellow 0");
    assert_at(&s, "red 0", "home");
    assert_next(&s, "yellow, 20 for yellow");
}

static void rule_12_on_a_safe_square_two_colours_live_together(void **state) {
    (void)state;
    struct parchis s = place("yellow 11 home home; blue 13 home home; green 12 home home");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "13");
    assert_at(&s, "blue 0", "13");
    assert_next(&s, "blue");
    assert_can(&s, "2 green 0");                          /* no barrier */
    s = place("yellow home home home; blue 4 home home"); /* nor is anybody eaten on an exit */
    play(&s, "5 yellow 0");
    assert_at(&s, "blue 0", "4");
    assert_next(&s, "blue");
}

static void rule_13_what_is_over_is_counted_backwards_from_the_goal(void **state) {
    (void)state;
    struct parchis s = place("yellow c6 home home");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "goal");
    s = place("yellow c6 home home");
    play(&s, "4 yellow 0");
    assert_at(&s, "yellow 0", "c6");
    assert_part(&s, "bounces", "1 0 0 0");
    s = place("yellow c6 home home; forced 10 yellow"); /* k = 16 */
    play(&s, "10 yellow 0");
    assert_at(&s, "yellow 0", "68");
    s = place("blue c7 home home; forced 20 blue; turn 1 blue"); /* k = 27 */
    play(&s, "20 blue 0");
    assert_at(&s, "blue 0", "6");
    s = place("red c1 home home; dice 6 / 6 / 6 / 6; turn 1 red"); /* short of the goal */
    play(&s, "6 red 0");
    assert_at(&s, "red 0", "c7");
    assert_part(&s, "bounces", "");
}

static void rule_14_the_31st_bounce_of_a_colour_loses_the_game(void **state) {
    (void)state;
    struct parchis s = place("yellow c7 home home; bounces 29 0 0 0");
    play(&s, "2 yellow 0");
    assert_part(&s, "bounces", "30 0 0 0");
    assert_next(&s, "blue");
    s = place("yellow c7 home home; bounces 30 0 0 0");
    play(&s, "2 yellow 0");
    assert_next(&s, "player 1 wins");
    s = place("yellow c7 home home; red c7 home home; bounces 30 0 0 0"); /* each has its own */
    play(&s, "2 red 0");
    assert_part(&s, "bounces", "30 0 1 0");
    assert_next(&s, "blue");
    s = place("green c7 home home; bounces 0 0 0 30; turn 1 blue");
    play(&s, "2 green 0");
    assert_next(&s, "player 0 wins");
    s = place("yellow goal goal c2:mega:2; bounces 30 0 0 0"); /* in the goal all the same */
    play(&s, "6 yellow 2");
    assert_at(&s, "yellow 2", "goal");
    assert_next(&s, "player 1 wins");
}

static void rule_15_reaching_the_goal_gives_a_10_for_any_other_piece_of_the_colour(void **state) {
    (void)state;
    struct parchis s = place("yellow c7 10 20; red 40 home home; special star / -");
    play(&s, "1 yellow 0");
    assert_next(&s, "yellow, 10 for yellow");
    assert_users(&s, "10", "yellow 1, yellow 2");
    assert_users(&s, "1", "");
    assert_users(&s, "star", "");
    play(&s, "10 yellow 2");
    assert_at(&s, "yellow 2", "30");
    assert_next(&s, "blue");
    s = place("yellow 10 home home; red c7 40 home");
    play(&s, "1 red 0");
    assert_next(&s, "yellow, 10 for red");
    assert_users(&s, "10", "red 1");
    s = place("yellow goal c7 goal"); /* not when it wins the game */
    play(&s, "1 yellow 1");
    assert_next(&s, "player 0 wins");
}

static void rule_16_a_die_must_be_chosen_and_is_passed_only_if_no_piece_can_use_it(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 12 12 home; red 50 home home");
    assert_cannot(&s, "pass 4"); /* red can */
    s = place("yellow 10 home home; blue 12 12 home");
    assert_users(&s, "1", "yellow 0");
    assert_users(&s, "4", "pass"); /* the single action with it, though not the only one */
    play(&s, "pass 4");
    assert_part(&s, "dice", "1256 / 12456 / 12456 / 12456");
    assert_next(&s, "blue");
    s = place("turn 1 red");
    play(&s, "pass 6"); /* passes the turn */
    assert_next(&s, "green");
    s = place("yellow goal home home; forced 10 yellow");
    assert_users(&s, "10", "pass");
    play(&s, "pass 10");
    assert_next(&s, "blue");
    s = place("yellow 10 home home; blue 29 29 home; red 40 home home; forced 20 yellow");
    assert_users(&s, "20", "pass"); /* for yellow, which cannot */
    play(&s, "pass 20");
    assert_next(&s, "blue");
    s = place("yellow c1 home home; special banana / -");
    assert_users(&s, "banana", "pass");
    play(&s, "pass banana");
    assert_part(&s, "special", "");
    assert_next(&s, "blue");
}

static void rule_16_a_20_or_10_is_played_first_and_passing_it_ends_the_run_of_a_6(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 16 35 35");
    play(&s, "6 yellow 0");
    assert_users(&s, "20", "pass");
    play(&s, "pass 20");
    assert_next(&s, "blue");
    s = place("yellow c2 home home");
    play(&s, "6 yellow 0");
    assert_users(&s, "10", "pass");
    play(&s, "pass 10");
    assert_next(&s, "blue");
}

static void rule_17_the_start(void **state) {
    (void)state;
    struct parchis s;
    char position[600];
    parchis_start(&s, PARCHIS_TEXT, true);
    assert_string_equal(parchis_position_text(state_seen(&s), position, sizeof position),
                        "yellow 4 13 17; blue 21 30 34; red 38 47 51; green 55 64 68; "
                        "turn 1 yellow; items all");
    parchis_start(&s, PARCHIS_TEXT, false); /* items=0 */
    assert_part(&s, "items", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_01_three_pieces_of_a_colour_in_the_goal_win_for_its_player),
        cmocka_unit_test(rule_02_colours_take_turns_yellow_blue_red_green),
        cmocka_unit_test(rule_03_each_colour_has_a_pool_for_any_piece_of_its_player),
        cmocka_unit_test(rule_04_a_piece_leaves_home_with_a_5_to_its_exit_square),
        cmocka_unit_test(rule_05_a_6_gives_the_same_colour_another_turn),
        cmocka_unit_test(rule_05_a_special_die_gives_no_other_turn_than_that_of_rule_15),
        cmocka_unit_test(rule_06_a_6_counts_7_when_no_piece_of_the_moved_colour_is_at_home),
        cmocka_unit_test(rule_07_at_most_two_pieces_stand_on_a_square),
        cmocka_unit_test(rule_07_ghosts_and_those_that_the_move_sends_home_do_not_count),
        cmocka_unit_test(rule_08_two_pieces_of_one_colour_are_a_barrier),
        cmocka_unit_test(rule_08_ghosts_and_minis_make_no_barrier),
        cmocka_unit_test(rule_09_with_a_6_a_barrier_of_the_colour_in_turn_must_be_broken),
        cmocka_unit_test(rule_09_a_bananed_piece_breaks_its_barrier_with_0_squares),
        cmocka_unit_test(rule_10_landing_on_a_piece_of_another_colour_eats_it_for_a_20),
        cmocka_unit_test(rule_10_beside_a_ghost_the_other_one_is_eaten),
        cmocka_unit_test(rule_11_the_partners_colour_can_be_eaten),
        cmocka_unit_test(rule_12_on_a_safe_square_two_colours_live_together),
        cmocka_unit_test(rule_13_what_is_over_is_counted_backwards_from_the_goal),
        cmocka_unit_test(rule_14_the_31st_bounce_of_a_colour_loses_the_game),
        cmocka_unit_test(rule_15_reaching_the_goal_gives_a_10_for_any_other_piece_of_the_colour),
        cmocka_unit_test(rule_16_a_die_must_be_chosen_and_is_passed_only_if_no_piece_can_use_it),
        cmocka_unit_test(rule_16_a_20_or_10_is_played_first_and_passing_it_ends_the_run_of_a_6),
        cmocka_unit_test(rule_17_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
