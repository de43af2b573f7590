/* One test or two for each of the rules 33–46 of docs/rules/parchis.md, by rules=text: lightning,
 * boo, star and mega mushroom, and what their states do. */
#include "drawn_parchis.h"

#include <stdio.h>

/* ---- Lightning and minis ---- */

static void rule_33_lightning_makes_minis_of_all_other_colours_for_5_turns(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home 20:mega:2; blue 12 home c3; red 40 goal home; "
                             "green 50:star:2 51:ghost:2 52:bananed:1; special lightning / -");
    play(&s, "lightning yellow 1"); /* from home */
    assert_at(&s, "blue 0", "12:mini:5");
    assert_at(&s, "blue 1", "home:mini:5");
    assert_at(&s, "blue 2", "c3:mini:5");
    assert_at(&s, "red 0", "40:mini:5"); /* the partner's too */
    assert_at(&s, "red 1", "goal");
    assert_at(&s, "red 2", "home:mini:5");
    assert_at(&s, "green 0", "50:star:2");
    assert_at(&s, "green 1", "51:ghost:2");
    assert_at(&s, "green 2", "52:mini:5");
    assert_at(&s, "yellow 0", "10"); /* not its own */
    assert_at(&s, "yellow 1", "home");
    assert_at(&s, "yellow 2", "20:mega:1");
    assert_next(&s, "blue");
    s = place("yellow 10 home home; blue 12:mega:2 home home; red 40:mega:2 40:mini:1 home; "
              "special lightning / -");
    play(&s, "lightning yellow 0");
    assert_at(&s, "blue 0", "13"); /* megas become normal instead */
    assert_at(&s, "red 0", "41");
    assert_at(&s, "red 1", "40:mini:5");
}

static void rule_34_lightning_takes_the_opponents_last_special_die_away(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; special lightning+horn / star+boo");
    play(&s, "lightning yellow 0");
    assert_part(&s, "special", "horn / star");
    s = place("yellow 10 home home; special lightning / star");
    play(&s, "lightning yellow 0");
    assert_part(&s, "special", "");
    s = place("yellow 10 home home; special lightning+horn / -");
    play(&s, "lightning yellow 0");
    assert_part(&s, "special", "horn / -");
}

static void rule_35_a_mini_moves_half(void **state) {
    (void)state;
    static const struct {
        const char *move, *to;
    } half[] = {{"1 yellow 0", "10"},
                {"2 yellow 0", "11"},
                {"4 yellow 0", "12"},
                {"5 yellow 0", "12"},
                {"6 yellow 0", "13"}};
    for (size_t i = 0; i < sizeof half / sizeof *half; i++) {
        struct parchis s = place("yellow 10:mini:1 home home");
        play(&s, half[i].move);
        assert_at(&s, "yellow 0", half[i].to);
    }
    struct parchis s = place("yellow 10:mini:1 goal goal");
    play(&s, "6 yellow 0"); /* half of 7 */
    assert_at(&s, "yellow 0", "13");
    assert_next(&s, "yellow");
}

static void rule_35_a_mini_lives_together_with_whoever_is_there(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:mini:3 home home; blue 12 home home");
    play(&s, "4 yellow 0");
    assert_at(&s, "yellow 0", "12:mini:2");
    assert_at(&s, "blue 0", "12");
    assert_next(&s, "blue");
    s = place("yellow 10:mini:3 home home; blue 12 home home; green 12 home home");
    assert_cannot(&s, "4 yellow 0"); /* rule 7 holds */
    s = place("yellow 10:mini:3 home home; blue 11 11 home");
    assert_cannot(&s, "2 yellow 0"); /* barriers */
    assert_cannot(&s, "4 yellow 0");
    s = place("yellow 10:mini:3 home home; blue 11:mega:2 home home");
    assert_cannot(&s, "2 yellow 0"); /* and megas bar it */
    assert_cannot(&s, "6 yellow 0");
    s = place("yellow 10:mini:3 home home; blue 11:star:2 home home");
    play(&s, "2 yellow 0"); /* a star sends it home */
    assert_at(&s, "yellow 0", "home");
    s = place("yellow 12:mini:2 12:mini:2 home; blue 10 home home; turn 1 blue");
    assert_can(&s, "4 blue 0"); /* no barrier */
    s = place("yellow 10 home home; blue 12:mini:2 home home");
    play(&s, "2 yellow 0"); /* it can be eaten */
    assert_at(&s, "blue 0", "home");
    assert_next(&s, "yellow, 20 for yellow");
}

/* ---- Boo and ghosts ---- */

static void rule_36_boo_makes_a_ghost_for_5_turns_and_takes_a_die(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; special boo+horn / star+lightning");
    play(&s, "boo yellow 0");
    assert_at(&s, "yellow 0", "10:ghost:5");
    assert_part(&s, "special", "horn+lightning / star");
    assert_next(&s, "blue");
    s = place("yellow c3 home home; special boo / -");
    play(&s, "boo yellow 0");
    assert_at(&s, "yellow 0", "c3:ghost:5");
    assert_part(&s, "special", "");
}

static void rule_37_a_ghost_neither_eats_nor_is_eaten(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:ghost:2 home home; blue 12 home home");
    play(&s, "2 yellow 0");
    assert_at(&s, "blue 0", "12");
    assert_next(&s, "blue");
    s = place("yellow 10 home home; blue 12:ghost:2 home home");
    play(&s, "2 yellow 0");
    assert_at(&s, "blue 0", "12:ghost:2");
    assert_next(&s, "blue");
}

static void rule_37_a_ghost_crosses_and_stands_on_everything(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:ghost:2 home home; blue 11 11 13; green 13 home home");
    assert_can(&s, "1 yellow 0"); /* on a barrier */
    assert_can(&s, "2 yellow 0"); /* across */
    assert_can(&s, "4 yellow 0");
    s = place("yellow 12:ghost:2 home home; blue 13 home home; green 13 home home");
    assert_can(&s, "1 yellow 0"); /* as a third */
    s = place("yellow 10:ghost:2 home home; blue 12:mega:2 home home");
    assert_can(&s, "2 yellow 0");
    assert_can(&s, "5 yellow 0");
    s = place("yellow 10:ghost:2 12:mega:2 home"); /* its own mega's two squares */
    assert_can(&s, "2 yellow 0");
    s = place("yellow 11:ghost:2 12:mega:2 home");
    assert_can(&s, "2 yellow 0");
    s = place("yellow 10:ghost:2 home home; blue 12:star:2 14:star:2 home");
    play(&s, "4 yellow 0"); /* no star harms it */
    assert_at(&s, "yellow 0", "14:ghost:1");
}

static void rule_37_stars_and_megas_do_not_affect_a_ghost(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:star:2 home home; blue 12:ghost:2 14:ghost:2 home");
    play(&s, "2 yellow 0");
    assert_at(&s, "blue 0", "12:ghost:2");
    assert_at(&s, "blue 1", "14:ghost:2");
    s = place("yellow 10:mega:2 home home; blue 12:ghost:2 13:ghost:2 home");
    play(&s, "2 yellow 0");
    assert_at(&s, "blue 0", "12:ghost:2");
    assert_at(&s, "blue 1", "13:ghost:2");
    s = place("yellow 10 home home; blue 10:ghost:2 11:ghost:2 home; special mega-mushroom / -");
    play(&s, "mega-mushroom yellow 0");
    assert_at(&s, "blue 0", "10:ghost:2");
    assert_at(&s, "blue 1", "11:ghost:2");
    s = place("yellow 11 home home; blue 13 13:ghost:2 home"); /* and rule 7 does not count it */
    assert_can(&s, "2 yellow 0");
}

/* ---- Star ---- */

static void rule_38_a_star_lasts_3_turns_and_moves_2_more(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; special star / -");
    play(&s, "star yellow 0");
    assert_at(&s, "yellow 0", "10:star:3");
    static const struct {
        const char *move, *to;
    } more[] = {{"1 yellow 0", "13"},
                {"2 yellow 0", "14"},
                {"4 yellow 0", "16"},
                {"5 yellow 0", "17"},
                {"6 yellow 0", "18"}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        s = place("yellow 10:star:1 home home");
        play(&s, more[i].move);
        assert_at(&s, "yellow 0", more[i].to);
    }
    s = place("yellow 10:star:1 goal goal");
    play(&s, "6 yellow 0");
    assert_at(&s, "yellow 0", "19");
}

static void rule_39_a_star_sends_home_all_others_on_its_way(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:star:2 11 home; blue 12 12 13; red 16 home home; "
                             "green 10 14 17; special - / horn");
    play(&s, "4 yellow 0"); /* barriers, safe squares, the destination, the partner's colour */
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "home");
    assert_at(&s, "blue 2", "home");
    assert_at(&s, "red 0", "home");
    assert_at(&s, "green 1", "home");
    assert_at(&s, "green 0", "10"); /* not the origin, not beyond */
    assert_at(&s, "green 2", "17");
    assert_at(&s, "yellow 1", "11"); /* not its own colour */
    assert_next(&s, "blue");         /* and no 20 */
    s = place("yellow c6:star:2 home home; blue 67 65 home; forced 20 yellow"); /* to 58, back */
    play(&s, "20 yellow 0");
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "home");
    s = place("red 68:star:2 home home; blue 1 2 home");
    play(&s, "1 red 0");
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "home");
    s = place("yellow 66:star:2 10 home; blue 68 home home; dice 6 / 6 / 6 / 6");
    play(&s, "6 yellow 0"); /* 8 squares */
    assert_at(&s, "yellow 0", "c6:star:1");
    assert_at(&s, "blue 0", "home");
}

static void rule_40_stars_do_not_affect_each_other_and_cannot_be_eaten(void **state) {
    (void)state;
    struct parchis s = place("yellow 10:star:2 home home; blue 12:star:2 14:star:2 home");
    play(&s, "2 yellow 0"); /* past one, and to another */
    assert_at(&s, "yellow 0", "14:star:1");
    assert_at(&s, "blue 0", "12:star:2");
    assert_at(&s, "blue 1", "14:star:2");
    s = place("yellow 10:star:2 home home; blue 14:star:2 home home; green 14:star:2 home home");
    assert_cannot(&s, "2 yellow 0"); /* rule 7 holds */
    s = place("yellow 10:star:2 14 home; blue 14:star:2 home home");
    assert_cannot(&s, "2 yellow 0");
    s = place("yellow 10:star:2 14 14");
    assert_cannot(&s, "2 yellow 0");
    s = place("yellow 10 home home; blue 12:star:2 home home");
    play(&s, "2 yellow 0"); /* whoever wants to eat it goes home */
    assert_at(&s, "blue 0", "12:star:2");
    assert_at(&s, "yellow 0", "home");
}

static void rule_41_whoever_passes_or_lands_on_a_foreign_star_goes_home(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 12:star:2 home home; green 14 home home");
    play(&s, "4 yellow 0");
    assert_at(&s, "yellow 0", "home");
    assert_at(&s, "green 0", "14");
    assert_next(&s, "blue"); /* nothing eaten, no 20 */
    s = place("yellow 10 home home; red 12:star:2 home home; items 14");
    play(&s, "4 yellow 0"); /* the partner's star, and no item */
    assert_at(&s, "yellow 0", "home");
    assert_part(&s, "items", "14");
    s = place("yellow 10 home home; blue 12:star:2 home home");
    play(&s, "6 yellow 0"); /* the turn of a 6 stays */
    assert_at(&s, "yellow 0", "home");
    assert_next(&s, "yellow");
    s = place("yellow 10 home home; blue 12:star:2 home home; forced 20 yellow; run");
    play(&s, "20 yellow 0");
    assert_next(&s, "yellow");
    s = place("yellow 10 home home; blue 12:star:2 home home");
    play(&s, "2 yellow 0"); /* to land is to pass */
    assert_at(&s, "yellow 0", "home");
    s = place("yellow 12 home home; blue 13:star:2 home home");
    play(&s, "1 yellow 0"); /* on a safe square too */
    assert_at(&s, "yellow 0", "home");
    assert_at(&s, "blue 0", "13:star:2");
    s = place("yellow 10 12:star:2 home");
    assert_can(&s, "2 yellow 0"); /* its own colour's star is none of that */
    play(&s, "4 yellow 0");
    assert_at(&s, "yellow 0", "14");
    s = place("blue 4:star:2 home home");
    play(&s, "5 yellow 0"); /* leaving home, it stays there */
    assert_at(&s, "yellow 0", "home");
    assert_part(&s, "dice", "1246 / 12456 / 12456 / 12456");
    s = place("yellow 10:bananed:1 home home; blue 12:star:2 home home; forced 10 yellow");
    play(&s, "10 yellow 0");
    assert_at(&s, "yellow 0", "home");
    s = place("yellow 10:mega:2 home home; blue 12:star:2 home home");
    play(&s, "4 yellow 0"); /* a mega runs over it, and neither is harmed */
    assert_at(&s, "yellow 0", "14:mega:1");
    assert_at(&s, "blue 0", "12:star:2");
}

/* ---- Mega mushroom ---- */

static void rule_42_a_mega_stands_on_two_squares_for_3_turns(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; special mega-mushroom / -");
    play(&s, "mega-mushroom yellow 0");
    assert_at(&s, "yellow 0", "10:mega:3");
    assert_next(&s, "blue");
    s = place("yellow 10:mega:2 home home; blue 11 home home; special red-shell / -");
    play(&s, "red-shell yellow 0"); /* its rear square counts: 11 is ahead */
    assert_at(&s, "blue 0", "home");
    s = place("yellow 10:mega:2 home home");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "12:mega:1");
    s = place("yellow 10 home home; blue 15:mega:2 home home; green 49 home home; "
              "special blue-shell / -");
    play(&s, "blue-shell yellow 0"); /* as near to its goal as green: 10 */
    assert_at(&s, "green 0", "home");
}

static void rule_43_a_mega_needs_squares_without_its_colour_stars_and_megas(void **state) {
    (void)state;
    static const char *const in_the_way[] = {
        "yellow 10 %d home",
        "yellow 10 %d:ghost:2 home",
        "yellow 10 home home; blue %d:star:2 home home",
        "yellow 10 home home; red %d:mega:2 home home",
    };
    char position[120];
    for (size_t i = 0; i < sizeof in_the_way / sizeof *in_the_way; i++)
        for (int square = 9; square <= 12; square++) {
            int n = snprintf(position, sizeof position, in_the_way[i], square);
            snprintf(position + n, sizeof position - (size_t)n, "; special mega-mushroom / -");
            const struct parchis s = place(position);
            const bool front = i == 3 && square == 9; /* of the mega: on 10 */
            assert_int_equal(can(&s, "mega-mushroom yellow 0"),
                             (square == 9 || square == 12) && !front);
        }
    struct parchis s = place("yellow 10:mega:2 14 home"); /* to move there is the same */
    assert_cannot(&s, "4 yellow 0");
    s = place("yellow 10:mega:2 15 home");
    assert_cannot(&s, "4 yellow 0");
    s = place("yellow 10:mega:2 14:ghost:2 home");
    assert_cannot(&s, "4 yellow 0");
    assert_can(&s, "5 yellow 0"); /* past its own colour */
    s = place("yellow 10:mega:2 home home; blue 15:star:2 home home");
    assert_cannot(&s, "4 yellow 0");
    assert_cannot(&s, "5 yellow 0");
    s = place("yellow 10:mega:2 home home; blue 15:mega:2 home home");
    assert_cannot(&s, "4 yellow 0");
    assert_can(&s, "2 yellow 0");
    s = place("yellow 10:mega:2 11:bananed:1 home; special horn / -"); /* see rule 22 */
    assert_can(&s, "horn yellow 0");
}

static void rule_44_a_mega_sends_home_whoever_is_on_its_two_squares(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 10:mini:2 11 11; green 12 home home; "
                             "special mega-mushroom / -");
    play(&s, "mega-mushroom yellow 0");
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "home");
    assert_at(&s, "blue 2", "home");
    assert_at(&s, "green 0", "12");
    assert_next(&s, "blue");
    s = place("yellow 10:mega:2 home home; blue 14 14 12; red 15 home home; green 16 home home");
    play(&s, "4 yellow 0"); /* a barrier too, on the destination */
    assert_at(&s, "blue 0", "home");
    assert_at(&s, "blue 1", "home");
    assert_at(&s, "blue 2", "12"); /* not on the way */
    assert_at(&s, "red 0", "home");
    assert_at(&s, "green 0", "16");
    assert_next(&s, "blue"); /* no 20 */
    s = place("yellow 10:mega:2 home home; blue 13 13 home");
    assert_can(&s, "2 yellow 0");    /* with its front on a barrier, on a safe square */
    assert_cannot(&s, "4 yellow 0"); /* but not across */
    s = place("yellow 10:mega:2 home home; blue 30 30 home; forced 20 yellow");
    assert_can(&s, "20 yellow 0");
}

static void rule_45_both_squares_of_a_mega_are_a_barrier_of_its_own_kind(void **state) {
    (void)state;
    static const char *const movers[] = {"yellow 10", "yellow 10:mini:2", "yellow 10:star:2",
                                         "yellow 10:mega:2", "yellow 10:bananed:2"};
    char position[120];
    for (size_t i = 0; i < sizeof movers / sizeof *movers; i++)
        for (int rear = 22; rear <= 31; rear++) { /* the way of a 20: 11 to 30 */
            snprintf(position, sizeof position,
                     "%s home home; blue %d:mega:2 home home; forced 20 yellow", movers[i], rear);
            const struct parchis s = place(position);
            assert_int_equal(can(&s, "20 yellow 0"), rear == 31 && i != 3);
        }
    struct parchis s =
        place("yellow 10:ghost:2 home home; blue 12:mega:2 home home; forced 20 yellow");
    assert_can(&s, "20 yellow 0");
    s = place("yellow 10 12:mega:2 home"); /* its own colour can pass, but not land */
    assert_can(&s, "1 yellow 0");
    assert_cannot(&s, "2 yellow 0");
    assert_can(&s, "4 yellow 0");
    s = place("yellow 8 11:mega:2 home");
    assert_cannot(&s, "4 yellow 0");
    s = place("yellow home 4:mega:2 home");
    assert_cannot(&s, "5 yellow 0");
}

static void rule_45_a_mega_takes_both_items_and_shrinks_to_its_front(void **state) {
    (void)state;
    struct parchis s = place("yellow 3:mega:2 home home; items 5 6");
    play(&s, "2 yellow 0");
    assert_part(&s, "special", "star+mega-mushroom / -");
    assert_part(&s, "items", "");
    s = place("yellow 5 home home; items 5 6; special mega-mushroom+horn / -");
    play(&s, "mega-mushroom yellow 0"); /* on growing too, the rear one first */
    assert_part(&s, "special", "horn+star / -");
    assert_part(&s, "items", "6");
    s = place("yellow 10:mega:3 home home; items 18 19; special mushroom / -");
    play(&s, "mushroom yellow 0");
    assert_part(&s, "special", "mushroom+banana / -");
    s = place("yellow 10:mega:1 40 home");
    play(&s, "1 yellow 1"); /* its time is over */
    assert_at(&s, "yellow 0", "11");
    s = place("yellow 10:mega:1 home home");
    play(&s, "4 yellow 0");
    assert_at(&s, "yellow 0", "15");
    s = place("yellow 68:mega:1 home home; red 40 home home");
    play(&s, "1 red 0"); /* its front is in the corridor */
    assert_at(&s, "yellow 0", "c1");
    s = place("yellow 10:mega:3 home home; special star / -");
    play(&s, "star yellow 0"); /* another state */
    assert_at(&s, "yellow 0", "11:star:3");
    s = place("yellow 10:mega:3 home home; special boo / -");
    play(&s, "boo yellow 0");
    assert_at(&s, "yellow 0", "11:ghost:5");
}

static void rule_46_a_mega_with_a_square_in_the_goal_is_in_the_goal(void **state) {
    (void)state;
    struct parchis s = place("yellow c1:mega:2 10 goal; dice 56 / 6 / 6 / 6");
    play(&s, "6 yellow 0"); /* exactly */
    assert_at(&s, "yellow 0", "goal");
    assert_part(&s, "bounces", "");
    assert_next(&s, "yellow, 10 for yellow");
    s = place("yellow c2:mega:2 10 goal");
    play(&s, "5 yellow 0"); /* one less */
    assert_at(&s, "yellow 0", "goal");
    assert_part(&s, "bounces", "");
    s = place("yellow c4:mega:2 10 home");
    play(&s, "5 yellow 0"); /* one more bounces */
    assert_at(&s, "yellow 0", "goal");
    assert_part(&s, "bounces", "1 0 0 0");
    assert_next(&s, "yellow, 10 for yellow");
    s = place("yellow c4:mega:2 10 home; dice 6 / 6 / 6 / 6");
    play(&s, "6 yellow 0"); /* two more: back on c6 and c7 */
    assert_at(&s, "yellow 0", "c6:mega:1");
    s = place("yellow c7 10 goal; special mega-mushroom / -");
    play(&s, "mega-mushroom yellow 0"); /* on growing */
    assert_at(&s, "yellow 0", "goal");
    assert_next(&s, "yellow, 10 for yellow");
    s = place("yellow c2:mega:2 c7 goal"); /* it is in the goal and stands on no square */
    assert_can(&s, "5 yellow 0");
    s = place("yellow c6:mega:3 home home"); /* back to its own squares */
    assert_can(&s, "4 yellow 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_33_lightning_makes_minis_of_all_other_colours_for_5_turns),
        cmocka_unit_test(rule_34_lightning_takes_the_opponents_last_special_die_away),
        cmocka_unit_test(rule_35_a_mini_moves_half),
        cmocka_unit_test(rule_35_a_mini_lives_together_with_whoever_is_there),
        cmocka_unit_test(rule_36_boo_makes_a_ghost_for_5_turns_and_takes_a_die),
        cmocka_unit_test(rule_37_a_ghost_neither_eats_nor_is_eaten),
        cmocka_unit_test(rule_37_a_ghost_crosses_and_stands_on_everything),
        cmocka_unit_test(rule_37_stars_and_megas_do_not_affect_a_ghost),
        cmocka_unit_test(rule_38_a_star_lasts_3_turns_and_moves_2_more),
        cmocka_unit_test(rule_39_a_star_sends_home_all_others_on_its_way),
        cmocka_unit_test(rule_40_stars_do_not_affect_each_other_and_cannot_be_eaten),
        cmocka_unit_test(rule_41_whoever_passes_or_lands_on_a_foreign_star_goes_home),
        cmocka_unit_test(rule_42_a_mega_stands_on_two_squares_for_3_turns),
        cmocka_unit_test(rule_43_a_mega_needs_squares_without_its_colour_stars_and_megas),
        cmocka_unit_test(rule_44_a_mega_sends_home_whoever_is_on_its_two_squares),
        cmocka_unit_test(rule_45_both_squares_of_a_mega_are_a_barrier_of_its_own_kind),
        cmocka_unit_test(rule_45_a_mega_takes_both_items_and_shrinks_to_its_front),
        cmocka_unit_test(rule_46_a_mega_with_a_square_in_the_goal_is_in_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
