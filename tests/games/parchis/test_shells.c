/* One test or two for each of the rules 26–30 of docs/rules/parchis.md, by rules=text: shells and
 * horn. */
#include "drawn_parchis.h"

static void rule_26_a_red_shell_sends_home_the_nearest_ahead_on_the_route(void **state) {
    (void)state;
    struct parchis s = place("yellow 13 home 14; blue 13 17 home; green 12 18 home; "
                             "special red-shell / -");
    play(&s, "red-shell yellow 0"); /* strictly ahead, on a safe square too, not its own colour */
    assert_at(&s, "blue 1", "home");
    assert_at(&s, "blue 0", "13");
    assert_at(&s, "green 0", "12");
    assert_at(&s, "green 1", "18");
    assert_next(&s, "blue");
    s = place("yellow 10 home home; red 20 home home; blue 21 home home; special red-shell / -");
    play(&s, "red-shell yellow 0"); /* the partner's colour is another one */
    assert_at(&s, "red 0", "home");
    s = place("yellow 60 home home; blue 2 home home; special red-shell / -");
    play(&s, "red-shell yellow 0"); /* yellow leaves the track at 68: nobody ahead */
    assert_at(&s, "blue 0", "2");
    assert_part(&s, "special", "");
    s = place("blue 60 home home; yellow 18 2 home; turn 1 blue; special - / red-shell");
    play(&s, "red-shell blue 0"); /* blue at 17 */
    assert_at(&s, "yellow 0", "18");
    assert_at(&s, "yellow 1", "home");
    s = place("yellow c1 home home; blue 4 home home; special red-shell / -");
    play(&s, "red-shell yellow 0"); /* from a corridor: no effect */
    assert_at(&s, "blue 0", "4");
    s = place("yellow home home home; blue 4 5 3; special red-shell / -");
    play(&s, "red-shell yellow 0"); /* from home, as if before the exit square */
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "5");
    assert_at(&s, "blue 2", "3");
}

static void rule_27_a_blue_shell_sends_home_the_nearest_to_its_own_goal(void **state) {
    (void)state;
    struct parchis s = place("yellow c7 home home; blue goal 15 home; red 30 home home; "
                             "green 42 home home; special blue-shell / -");
    play(&s, "blue-shell yellow 0"); /* blue 10 from its goal, red 12, green 17 */
    assert_at(&s, "blue 1", "home");
    assert_at(&s, "blue 0", "goal");
    assert_at(&s, "red 0", "30");
    assert_at(&s, "yellow 0", "c7");
    assert_next(&s, "blue");
    s = place("yellow 10 home home; blue 15 home home; red c1 home home; special blue-shell / -");
    play(&s, "blue-shell yellow 0"); /* in a corridor, and the partner's */
    assert_at(&s, "red 0", "home");
    s = place("yellow 10 home home; special blue-shell / -");
    play(&s, "blue-shell yellow 0"); /* who is at home stays there */
    assert_part(&s, "special", "");
}

static void rule_30_shells_hit_all_at_one_distance_but_no_ghost_star_or_mega(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 15 home home; green 15 20 home; "
                             "special red-shell / -");
    play(&s, "red-shell yellow 0");
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "green 0", "home");
    assert_at(&s, "green 1", "20");
    s = place("yellow 10 home home; blue c2 home home; green c2 home home; special blue-shell / -");
    play(&s, "blue-shell yellow 0");
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "green 0", "home");
    static const char *const dice[] = {"red-shell yellow 0", "blue-shell yellow 0"};
    for (int i = 0; i < 2; i++) {
        s = place("yellow 10 home home; blue 15:ghost:2 14 home; special red-shell+blue-shell / -");
        play(&s, dice[i]); /* a ghost is looked through */
        assert_at(&s, "blue 0", "15:ghost:2");
        assert_at(&s, "blue 1", "home");
        s = place("yellow 10 home home; blue 15:star:2 home home; green 20 home home; "
                  "special red-shell+blue-shell / -");
        play(&s, dice[i]); /* a star is hit, for nothing */
        assert_at(&s, "blue 0", "15:star:2");
        assert_at(&s, "green 0", "20");
        s = place("yellow 10 home home; blue 15:mega:2 home home; green 16 home home; "
                  "special red-shell+blue-shell / -");
        play(&s, dice[i]); /* and so is a mega */
        assert_at(&s, "blue 0", "15:mega:2");
        assert_at(&s, "green 0", "16");
    }
}

static void rule_28_a_horn_in_the_hand_saves_a_piece_from_a_shell(void **state) {
    (void)state;
    struct parchis s =
        place("yellow 10 home home; blue 15 home home; special red-shell / star+horn");
    play(&s, "red-shell yellow 0");
    assert_at(&s, "blue 0", "15");
    assert_part(&s, "special", "- / star");
    s = place("yellow 10 home home; blue 15 home home; special blue-shell / horn");
    play(&s, "blue-shell yellow 0");
    assert_at(&s, "blue 0", "15");
    assert_part(&s, "special", "");
    s = place("yellow 10 home home; blue 15:star:2 home home; special red-shell / horn");
    play(&s, "red-shell yellow 0"); /* an immune target spends nothing */
    assert_part(&s, "special", "- / horn");
    s = place("yellow 10 home home; blue 15:mega:2 home home; special blue-shell / horn");
    play(&s, "blue-shell yellow 0");
    assert_part(&s, "special", "- / horn");
    s = place("yellow 10 home home; special blue-shell / horn");
    play(&s, "blue-shell yellow 0"); /* nor does one at home */
    assert_part(&s, "special", "- / horn");
}

static void rule_28_several_targets_need_a_horn_each(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 15 15 home; green 15 home home; "
                             "special red-shell / horn+horn");
    play(&s, "red-shell yellow 0"); /* in the order Y, B, R, G, then piece */
    assert_at(&s, "blue 0", "15");
    assert_at(&s, "blue 1", "15");
    assert_at(&s, "green 0", "home");
    s = place("yellow 10 home home; blue 15 15 home; special red-shell / horn");
    play(&s, "red-shell yellow 0");
    assert_at(&s, "blue 0", "15");
    assert_at(&s, "blue 1", "home");
    s = place(
        "yellow 10 home home; red 15 home home; blue 15 home home; special red-shell+horn / -");
    play(&s, "red-shell yellow 0"); /* against its owner's own shell; not for the opponent */
    assert_at(&s, "red 0", "15");
    assert_at(&s, "blue 0", "home");
    assert_part(&s, "special", "");
}

static void rule_29_a_horn_sends_home_who_is_within_two_squares(void **state) {
    (void)state;
    struct parchis s = place("yellow 13 12 home; blue 13 11 10; green 14 15 16; red 15 home home; "
                             "special horn / horn");
    play(&s, "horn yellow 0"); /* either way; barriers, safe squares and horns are no help */
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "home");
    assert_at(&s, "blue 2", "10");
    assert_at(&s, "green 0", "home");
    assert_at(&s, "green 1", "home");
    assert_at(&s, "green 2", "16");
    assert_at(&s, "red 0", "home");
    assert_at(&s, "yellow 1", "12");
    assert_part(&s, "special", "- / horn");
    assert_next(&s, "blue");
    s = place(
        "yellow 68 home home; blue 2 3 66; special horn / -"); /* along the track, not the route */
    play(&s, "horn yellow 0");
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "3");
    assert_at(&s, "blue 2", "home");
    s = place("yellow 16 home home; blue c1 18 17; special horn / -");
    play(&s, "horn yellow 0"); /* a corridor is not along the track */
    assert_at(&s, "blue 0", "c1");
    assert_at(&s, "blue 1", "home");
    assert_at(&s, "blue 2", "home");
    s = place("yellow 10 home home; blue 11:ghost:2 11:star:2 12:mega:2; special horn / -");
    play(&s, "horn yellow 0");
    assert_at(&s, "blue 0", "11:ghost:2");
    assert_at(&s, "blue 1", "11:star:2");
    assert_at(&s, "blue 2", "12:mega:2");
    s = place("yellow 10:mega:2 home home; blue 12 13 home; special horn / -");
    play(&s, "horn yellow 0"); /* of its rear square */
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "13");
    s = place("yellow c1 home home; blue 68 2 home; special horn / -");
    play(&s, "horn yellow 0"); /* from a corridor: legal, without effect, and spent */
    assert_at(&s, "blue 0", "68");
    assert_at(&s, "blue 1", "2");
    assert_part(&s, "special", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_26_a_red_shell_sends_home_the_nearest_ahead_on_the_route),
        cmocka_unit_test(rule_27_a_blue_shell_sends_home_the_nearest_to_its_own_goal),
        cmocka_unit_test(rule_30_shells_hit_all_at_one_distance_but_no_ghost_star_or_mega),
        cmocka_unit_test(rule_28_a_horn_in_the_hand_saves_a_piece_from_a_shell),
        cmocka_unit_test(rule_28_several_targets_need_a_horn_each),
        cmocka_unit_test(rule_29_a_horn_sends_home_who_is_within_two_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
