/* What docs/rules/parchis.md says beside its numbered rules: the board, the way of a move, the
 * list of actions. */
#include "drawn_parchis.h"

#include <stdio.h>

/* ---- Geometry ---- */

static void geometry_68_is_followed_by_1_and_each_colour_has_its_entry(void **state) {
    (void)state;
    struct parchis s = place("yellow 68 home home; red 68 34 home");
    play(&s, "1 yellow 0");
    assert_at(&s, "yellow 0", "c1");
    s = place("red 68 34 home");
    play(&s, "1 red 0");
    assert_at(&s, "red 0", "1");
    s = place("red 68 34 home");
    play(&s, "1 red 1");
    assert_at(&s, "red 1", "c1");
    s = place("blue 17 home home; green 51 home home; turn 1 blue");
    play(&s, "6 blue 0");
    assert_at(&s, "blue 0", "c6");
    play(&s, "1 green 0");
    assert_at(&s, "green 0", "c1");
}

static void geometry_twelve_squares_are_safe(void **state) {
    (void)state;
    static const int safe[] = {4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68};
    size_t found = 0;
    for (int square = 1; square <= PARCHIS_TRACK; square++)
        if (parchis_safe[square]) assert_int_equal(square, safe[found++]);
    assert_int_equal(found, 12);
}

static void geometry_the_distance_to_the_goal(void **state) {
    (void)state;
    assert_int_equal(parchis_distance(0, 68), 8);
    assert_int_equal(parchis_distance(0, 1), 75);
    assert_int_equal(parchis_distance(1, 18), 75);
    assert_int_equal(parchis_distance(2, 4), 38);
    assert_int_equal(parchis_distance(3, parchis_corridor(3, 5)), 3);
    assert_int_equal(parchis_distance(3, parchis_goal(3)), 0);
    assert_int_equal(parchis_distance(3, PARCHIS_HOME), 74);
}

/* ---- The way of a move ---- */

static void way_the_destination_counts_and_the_origin_does_not(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; traps 10 12");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "12:bananed:1");
    assert_part(&s, "traps", "10");
    s = place("yellow 10 home home; traps 10 13");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "12");
    s = place("yellow 13 home home; blue 13:star:2 home home");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "15");
}

static void way_after_a_bounce_runs_back(void **state) {
    (void)state;
    struct parchis s = place("yellow c5 home home; blue 64 64 home; forced 20 yellow"); /* to 59 */
    assert_users(&s, "20", "pass");
    s = place("yellow c5 home home; blue 58 58 home; forced 20 yellow");
    assert_users(&s, "20", "yellow 0");
    s = place("yellow 68 home home; traps 68; forced 20 yellow"); /* its origin, run over again */
    play(&s, "20 yellow 0");
    assert_at(&s, "yellow 0", "68:bananed:1");
    s = place("yellow c5 home home; traps 62 64; forced 20 yellow"); /* 64 is met first */
    play(&s, "20 yellow 0");
    assert_at(&s, "yellow 0", "64:bananed:1");
    assert_part(&s, "bounces", "1 0 0 0");
    s = place("yellow c5 home home; green 64:star:2 home home; forced 20 yellow");
    play(&s, "20 yellow 0");
    assert_at(&s, "yellow 0", "home");
    assert_part(&s, "bounces", "1 0 0 0"); /* it has really passed the goal */
}

static void way_what_is_met_first_decides(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 13 13 home; traps 12");
    play(&s, "5 yellow 0"); /* a trap before a barrier */
    assert_at(&s, "yellow 0", "12:bananed:1");
    s = place("yellow 10 home home; blue 13 13 home; green 12:star:2 home home");
    play(&s, "5 yellow 0"); /* a star before a barrier */
    assert_at(&s, "yellow 0", "home");
    s = place("yellow 10 home home; blue 12 12 home; traps 13");
    assert_cannot(&s, "5 yellow 0"); /* a barrier before a trap */
    s = place("yellow 10 home home; blue 12 12 home; green 13:star:2 home home");
    assert_cannot(&s, "5 yellow 0");
    s = place("yellow 10 home home; blue 12:mega:2 home home; green 14:star:2 home home");
    assert_cannot(&s, "5 yellow 0");
    s = place("yellow 10 home home; green 13:star:2 home home; traps 12");
    play(&s, "5 yellow 0"); /* a trap before a star */
    assert_at(&s, "yellow 0", "12:bananed:1");
}

static void way_on_one_square_barrier_comes_before_star_before_trap_before_rule_7(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 home home; blue 12 12 home; traps 12");
    assert_cannot(&s, "2 yellow 0");
    s = place("yellow 10 home home; blue 12:star:2 12:star:2 home; traps 12");
    assert_cannot(&s, "2 yellow 0");
    s = place("yellow 10 home home; blue 11:mega:2 home home; traps 12");
    assert_cannot(&s, "2 yellow 0");
    s = place("yellow 10 home home; blue 12:star:2 home home; traps 12");
    play(&s, "2 yellow 0");
    assert_at(&s, "yellow 0", "home");
    assert_part(&s, "traps", "12");
    s = place("yellow 10 home home; blue 13:star:2 home home; green 13 home home");
    play(&s, "4 yellow 0"); /* passes the star: gone */
    assert_at(&s, "yellow 0", "home");
    s = place("yellow 11 home home; blue 13:star:2 home home; green 13 home home");
    assert_can(&s, "2 yellow 0"); /* the star before rule 7 */
    s = place("yellow 11 home home; blue 13 home home; green 13 home home; traps 13");
    assert_can(&s, "2 yellow 0"); /* the trap before rule 7 */
}

static void way_from_home_is_the_exit_square_alone(void **state) {
    (void)state;
    struct parchis s = place("blue 4 4 home");
    assert_users(&s, "5", "red 0, red 1, red 2");
    s = place("blue 3 3 5; traps 3 5");
    play(&s, "5 yellow 0");
    assert_at(&s, "yellow 0", "4");
    s = place("traps 4");
    play(&s, "5 yellow 0");
    assert_at(&s, "yellow 0", "4:bananed:1");
}

static void way_a_move_of_0_squares_spends_the_die_and_is_no_landing(void **state) {
    (void)state;
    struct parchis s = place("yellow 5:mini:3 home home; blue 5 5 home; items 5; traps 5");
    play(&s, "1 yellow 0"); /* whoever is there */
    assert_at(&s, "yellow 0", "5:mini:2");
    assert_part(&s, "dice", "2456 / 12456 / 12456 / 12456");
    assert_part(&s, "special", "");
    assert_part(&s, "items", "5");
    assert_part(&s, "traps", "5");
    assert_next(&s, "blue");
}

static void at_home_only_a_5_bullet_shells_and_lightning_can_be_used(void **state) {
    (void)state;
    static const struct {
        const char *die;
        bool usable;
    } dice[] = {{"star", false},          {"boo", false},       {"bullet", true},
                {"red-shell", true},      {"blue-shell", true}, {"mushroom", false},
                {"mega-mushroom", false}, {"lightning", true},  {"horn", false},
                {"banana", false}};
    for (size_t i = 0; i < sizeof dice / sizeof *dice; i++) {
        char position[80];
        snprintf(position, sizeof position,
                 "yellow home goal goal; red goal goal home; "
                 "special %s / -",
                 dice[i].die);
        struct parchis s = place(position);
        assert_users(&s, dice[i].die, dice[i].usable ? "yellow 0, red 2" : "pass");
        assert_users(&s, "5", "yellow 0, red 2"); /* a piece in the goal takes no die */
        assert_users(&s, "1", "pass");
    }
    struct parchis s = place("yellow goal home home; forced 20 yellow");
    assert_users(&s, "20", "pass");
}

static void bounces_count_whatever_the_state_once_the_goal_is_passed(void **state) {
    (void)state;
    static const char *const pieces[] = {"c6",         "c6:bananed:1", "c6:mini:2",
                                         "c6:ghost:2", "c6:star:2",    "c6:mega:2"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        char position[80];
        snprintf(position, sizeof position, "yellow %s home home; forced 10 yellow", pieces[i]);
        struct parchis s = place(position);
        play(&s, "10 yellow 0");
        assert_part(&s, "bounces", "1 0 0 0");
    }
    struct parchis s = place("yellow 66 home home; traps 67; forced 20 yellow");
    play(&s, "20 yellow 0"); /* stopped before */
    assert_at(&s, "yellow 0", "67:bananed:1");
    assert_part(&s, "bounces", "");
    s = place("yellow 66 home home; blue 67:star:2 home home; forced 20 yellow");
    play(&s, "20 yellow 0");
    assert_at(&s, "yellow 0", "home");
    assert_part(&s, "bounces", "");
}

static void states_change_dice_1_to_6_only(void **state) {
    (void)state;
    static const char *const pieces[] = {"10", "10:bananed:1", "10:mini:1", "10:ghost:1",
                                         "10:star:1"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        char position[80];
        snprintf(position, sizeof position, "yellow %s home home; forced 20 yellow", pieces[i]);
        struct parchis s = place(position);
        play(&s, "20 yellow 0");
        assert_at(&s, "yellow 0", "30");
        snprintf(position, sizeof position, "yellow %s home home; forced 10 yellow", pieces[i]);
        s = place(position);
        play(&s, "10 yellow 0");
        assert_at(&s, "yellow 0", "20");
    }
}

/* ---- Actions ---- */

static void actions_are_sorted_by_die_colour_piece(void **state) {
    (void)state;
    struct parchis s = place("yellow 10 20 home; red 40 home home; dice 15 / 1 / 1 / 1; "
                             "special horn+star / -");
    static const char *const sorted[] = {
        "1 yellow 0",    "1 yellow 1", "1 red 0",       "5 yellow 0",    "5 yellow 1",
        "5 yellow 2",    "5 red 0",    "5 red 1",       "5 red 2",       "star yellow 0",
        "star yellow 1", "star red 0", "horn yellow 0", "horn yellow 1", "horn red 0"};
    th_action legal[PARCHIS_LEGAL_MAX];
    const int n = parchis_legal(&s, legal);
    assert_int_equal(n, sizeof sorted / sizeof *sorted);
    for (int i = 0; i < n; i++) {
        char text[40];
        assert_string_equal(parchis_action_text(state_seen(&s), legal[i], text, sizeof text),
                            sorted[i]);
    }
    s = place("special star+star / -"); /* two equal dice are one action */
    assert_users(&s, "star", "pass");
    s = place("yellow goal goal goal"); /* none only at the end */
    assert_int_equal(parchis_legal(&s, legal), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry_68_is_followed_by_1_and_each_colour_has_its_entry),
        cmocka_unit_test(geometry_twelve_squares_are_safe),
        cmocka_unit_test(geometry_the_distance_to_the_goal),
        cmocka_unit_test(way_the_destination_counts_and_the_origin_does_not),
        cmocka_unit_test(way_after_a_bounce_runs_back),
        cmocka_unit_test(way_what_is_met_first_decides),
        cmocka_unit_test(way_on_one_square_barrier_comes_before_star_before_trap_before_rule_7),
        cmocka_unit_test(way_from_home_is_the_exit_square_alone),
        cmocka_unit_test(way_a_move_of_0_squares_spends_the_die_and_is_no_landing),
        cmocka_unit_test(at_home_only_a_5_bullet_shells_and_lightning_can_be_used),
        cmocka_unit_test(bounces_count_whatever_the_state_once_the_goal_is_passed),
        cmocka_unit_test(states_change_dice_1_to_6_only),
        cmocka_unit_test(actions_are_sorted_by_die_colour_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
