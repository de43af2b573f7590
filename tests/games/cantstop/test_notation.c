/* Moves, rolls and positions in writing, both ways. */
#include "drawn.h"

#include "games/cantstop/notation.h"
#include "tahur/rng.h"
#include <string.h>

static void a_drawn_position_in_writing(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 1,
                              "2 ..1"
                              "7 ....1........"
                              "6 2.*........"
                              "8 *..........");
    roll(&s, 6, 4, 2, 4);
    char text[200];
    assert_string_equal(cantstop_game.position_text(state_of(&s), text, sizeof text),
                        "2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 0 rolls 4 move 2 4 4 6");
}

static void the_start_in_writing(void **state) {
    (void)state;
    struct cantstop s;
    char text[200];
    cantstop_start(&s, 4, 0);
    assert_string_equal(cantstop_game.position_text(state_of(&s), text, sizeof text),
                        "-/-/-/- temp - seat 0 round 0 rolls 0 roll");
}

static void every_position_of_random_play_reads_back_exactly(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    struct cantstop s = {.phase = CANTSTOP_OVER};
    int overs = 0, games = 0;
    for (int ply = 0; ply < 100000; ply++) {
        struct cantstop back;
        struct th_error e;
        char text[400], again[400];
        if (ply > 0) {
            cantstop_start(&back, s.players, s.forced);
            cantstop_game.position_text(state_of(&s), text, sizeof text);
            if (!cantstop_game.parse_position(state_of(&back), text, &e))
                fail_msg("%s: %s", text, e.text);
            assert_memory_equal(&back, &s, sizeof s);
            assert_string_equal(cantstop_game.position_text(state_of(&back), again, sizeof again),
                                text);
        }
        if (s.phase == CANTSTOP_OVER) {
            overs++;
            cantstop_start(&s, games % 4 + 1, games / 4 % 2);
            games++;
            continue;
        }
        /* A random action, written and read again. */
        th_action legal[CANTSTOP_LEGAL_MAX], a, read;
        if (s.phase == CANTSTOP_ROLL) {
            a = cantstop_game.pick(state_of(&s), th_rng_next(&rng));
        } else {
            const int n = cantstop_game.legal(state_of(&s), legal);
            a = legal[th_rng_below(&rng, (uint32_t)n)];
        }
        cantstop_game.action_text(state_of(&s), a, text, sizeof text);
        if (!cantstop_game.parse_action(state_of(&s), text, &read, &e))
            fail_msg("%s: %s", text, e.text);
        assert_int_equal(read, a);
        cantstop_game.apply(state_of(&s), a);
    }
    assert_true(overs > 5);
}

static void dice_and_columns_are_read_in_any_order(void **state) {
    (void)state;
    struct cantstop s;
    struct th_error e;
    th_action sorted, other;
    cantstop_start(&s, 2, 0);
    assert_true(cantstop_game.parse_action(state_of(&s), "d 2 4 4 6", &sorted, &e));
    assert_true(cantstop_game.parse_action(state_of(&s), "d 4 6 2 4", &other, &e));
    assert_int_equal(sorted, other);
    cantstop_game.apply(state_of(&s), sorted);
    assert_true(cantstop_game.parse_action(state_of(&s), "6+10", &sorted, &e));
    assert_true(cantstop_game.parse_action(state_of(&s), "10+6", &other, &e));
    assert_int_equal(sorted, other);
}

static void wrong_actions_are_refused_with_the_reason(void **state) {
    (void)state;
    struct cantstop s;
    struct th_error e;
    th_action a = 99;
    cantstop_start(&s, 2, 0);
    static const char *const no_rolls[] = {"",           "d",        "d 1 2 3",     "d 1 2 3 7",
                                           "d 0 1 2 3",  "1 2 3 4",  "d 1 2 3 4 5", "roll",
                                           "d 1 2 3 44", "d 1 2 3 x"};
    for (size_t i = 0; i < sizeof no_rolls / sizeof *no_rolls; i++)
        assert_false(cantstop_game.parse_action(state_of(&s), no_rolls[i], &a, &e));
    roll(&s, 1, 2, 4, 6);
    static const char *const no_moves[] = {"",     "2",      "1",    "13",  "3+",    "+3",    "3+5",
                                           "3 10", "3+10+5", "stop", "10+", "3+10 ", "003+10"};
    for (size_t i = 0; i < sizeof no_moves / sizeof *no_moves; i++) {
        e.text[0] = 0;
        assert_false(cantstop_game.parse_action(state_of(&s), no_moves[i], &a, &e));
        assert_non_null(strstr(e.text, "3, 3+10, 5, 5+8, 6, 6+7, 7, 8, 10"));
    }
    assert_int_equal(a, 99);
}

/* A position that no play leads to, and a word of the reason. */
static const struct {
    const char *text, *word;
} impossible[] = {
    {"", "COLUMN:STEPS"},
    {"-/- temp", "temp"},
    {"-/-/- temp - seat 0 round 0 rolls 0 roll", "2 seats"},
    {"- temp - seat 0 round 0 rolls 0 roll", "2 seats"},
    {"13:1/- temp - seat 0 round 0 rolls 0 roll", "COLUMN:STEPS"},
    {"2:4/- temp - seat 0 round 0 rolls 0 roll", "1 to 3 steps, not 4"},
    {"2:0/- temp - seat 0 round 0 rolls 0 roll", "1 to 3"},
    {"3:1,2:1/- temp - seat 0 round 0 rolls 0 roll", "out of order"},
    {"2:1,2:1/- temp - seat 0 round 0 rolls 0 roll", "twice"},
    {"2:2/- temp 2:2 seat 0 round 1 rolls 1 decide", "column 2 has 3 steps"},
    {"7:13/- temp 6:4,7:13 seat 0 round 1 rolls 1 decide", "column 7 has 13 steps"},
    {"7:10/- temp 6:7,7:10 seat 0 round 1 rolls 2 move 3 4 3 4", "column 7 has 13 steps"},
    {"7:5/- temp - seat 0 round 0 rolls 0 roll", "has had 0 turns"},
    {"2:1,3:1,4:1,5:1/- temp - seat 1 round 0 rolls 0 roll", "has had 1 turn"},
    {"-/- temp 6:1seat 0 round 0 rolls 1 decide", "a space is due"},
    {"-/- temp -seat 0 round 0 rolls 0 roll", "COLUMN:STEPS"},
    {"-/- temp - seat 0 round +1 rolls 0 roll", "round"},
    {"-/- temp 2:1,3:1,4:1,5:1 seat 0 round 0 rolls 3 decide", "at most three"},
    {"-/- temp - seat 2 round 0 rolls 0 roll", "seat"},
    {"-/- temp - seat 0 round -1 rolls 0 roll", "round"},
    {"-/- temp - seat 0 round 0 rolls 101 roll", "rolls"},
    {"-/- temp - seat 0 round 0 rolls 0", "must end with"},
    {"-/- temp - seat 0 round 0 rolls 0 wait", "must end with"},
    {"-/- temp - seat 0 round 0 rolls 0 roll now", "nothing may follow"},
    {"-/- temp - seat 0 round 0 rolls 1 move 1 2 3", "four dice"},
    {"-/- temp - seat 0 round 0 rolls 0 move 1 2 3 4", "cannot have made"},
    {"-/- temp - seat 0 round 0 rolls 0 decide", "cannot have made"},
    {"-/- temp 6:3 seat 0 round 0 rolls 1 decide", "cannot have made"},
    {"-/- temp 6:1 seat 0 round 0 rolls 2 decide", "cannot have made"},
    {"-/- temp 2:1,3:1,12:1 seat 0 round 0 rolls 4 move 4 4 4 4", "bust"},
    {"2:3,3:5,4:7/- temp - seat 0 round 5 rolls 0 roll", "the game must be over"},
    {"2:3,3:5,4:7/- temp - seat 1 round 5 rolls 0 over", "the game must be over"},
    {"2:3,3:5/- temp - seat 0 round 5 rolls 0 over", "three are needed"},
};

static void impossible_positions_are_refused_and_change_nothing(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 1, "7 *............");
    const struct cantstop before = s;
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        struct th_error e = {""};
        if (cantstop_game.parse_position(state_of(&s), impossible[i].text, &e))
            fail_msg("accepted: %s", impossible[i].text);
        if (strstr(e.text, impossible[i].word) == NULL)
            fail_msg("%s: %s", impossible[i].text, e.text);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

/* The same by other rules: of a game with closed columns, of which four are needed, and of games in
 * which runners jump. */
static const struct {
    const char *text, *word;
    enum cantstop_blocking blocking;
} impossible_by_rules[] = {
    {"-/- temp - seat 0 round 0 rolls 0 roll rules closed=1", "played with closed=1,columns=4", 0},
    {"-/- temp - seat 0 round 0 rolls 0 roll rules", "nothing may follow", 0},
    {"-/- temp - seat 0 round 0 rolls 0 roll rules columns=4,closed=1", "played with", 0},
    {"2:3/2:1 temp - seat 0 round 5 rolls 0 roll", "column 2 is closed", 0},
    {"2:3/2:3 temp - seat 0 round 5 rolls 0 roll", "column 2 is closed", 0},
    {"2:3/- temp 2:1 seat 1 round 5 rolls 1 decide", "column 2 is closed", 0},
    {"2:3,3:5,4:7/- temp - seat 0 round 5 rolls 0 over", "four are needed", 0},
    {"2:3,3:5,4:7,12:3/- temp - seat 0 round 5 rolls 0 roll", "the game must be over", 0},
    {"2:3,12:3/- temp 3:1,4:1,5:1 seat 1 round 1 rolls 4 move 1 1 6 6", "bust", 0},
    {"6:1/- temp 6:1 seat 1 round 1 rolls 1 decide", "no runner stands", CANTSTOP_JUMPED},
    {"6:1/6:1 temp - seat 1 round 1 rolls 0 roll", "share a square", CANTSTOP_JUMPED},
    {"6:1/6:1 temp - seat 1 round 1 rolls 0 roll", "share a square", CANTSTOP_NO_STOP},
    {"6:1/- temp 6:2 seat 1 round 1 rolls 2 decide", "cannot have made", CANTSTOP_JUMPED},
};

static void positions_impossible_by_other_rules_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof impossible_by_rules / sizeof *impossible_by_rules; i++) {
        const char *text = impossible_by_rules[i].text;
        struct cantstop s;
        struct th_error e = {""};
        cantstop_start_rules(&s, 2,
                             (struct cantstop_rules){.closed = true,
                                                     .blocking = impossible_by_rules[i].blocking,
                                                     .columns = 4});
        const struct cantstop before = s;
        if (cantstop_game.parse_position(state_of(&s), text, &e)) fail_msg("accepted: %s", text);
        if (strstr(e.text, impossible_by_rules[i].word) == NULL) fail_msg("%s: %s", text, e.text);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void positions_name_their_rules_or_take_those_of_the_game(void **state) {
    (void)state;
    static const char *const lines[] = {
        "6:1/- temp 6:3 seat 1 round 1 rolls 2 decide",
        "6:1/- temp 6:3 seat 1 round 1 rolls 2 decide rules closed=1,blocking=jump,columns=4",
        "6:1/- temp 6:3 seat 1 round 1 rolls 2 decide rules closed=1,blocking=jump,columns=4  ",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct cantstop s;
        struct th_error e;
        char text[TH_POSITION_BYTES];
        cantstop_start_rules(
            &s, 2,
            (struct cantstop_rules){.closed = true, .blocking = CANTSTOP_JUMPED, .columns = 4});
        if (!cantstop_game.parse_position(state_of(&s), lines[i], &e)) fail_msg("%s", e.text);
        cantstop_game.position_text(state_of(&s), text, sizeof text);
        assert_string_equal(text, lines[1]);
    }
}

static void texts_cut_or_changed_anywhere_are_read_or_refused_but_never_crash(void **state) {
    (void)state;
    const char *good = "2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 0 rolls 4 move 2 4 4 6";
    struct th_rng rng = th_rng_seeded(5);
    struct cantstop s;
    struct th_error e;
    for (int i = 0; i < 20000; i++) {
        char text[100];
        strcpy(text, good);
        for (uint32_t k = th_rng_below(&rng, 4) + 1; k > 0; k--)
            text[th_rng_below(&rng, (uint32_t)strlen(good))] =
                "0123456789:,/- tmoved\xff"[th_rng_below(&rng, 22)];
        text[th_rng_below(&rng, (uint32_t)strlen(good) + 1)] *= (char)(i % 2);
        cantstop_start(&s, 2, 0);
        if (!cantstop_game.parse_position(state_of(&s), text, &e)) continue;
        char again[200];
        struct cantstop back;
        cantstop_start(&back, 2, 0);
        cantstop_game.position_text(state_of(&s), again, sizeof again);
        assert_true(cantstop_game.parse_position(state_of(&back), again, &e));
        assert_memory_equal(&s, &back, sizeof s);
    }
}

static void the_board_is_drawn_with_markers_and_runners(void **state) {
    (void)state;
    struct cantstop s = drawn(2, 1,
                              "2 ..1"
                              "6 2.*........"
                              "6 1..........");
    char picture[4000];
    cantstop_game.screen->draw(state_of(&s), NULL, picture, sizeof picture);
    assert_string_equal(picture, "                      7\n"
                                 "                      ..\n"
                                 "                  6   ..  8\n"
                                 "                  ..  ..  ..\n"
                                 "              5   ..  ..  ..  9\n"
                                 "              ..  ..  ..  ..  ..\n"
                                 "          4   ..  ..  ..  ..  ..  10\n"
                                 "          ..  ..  ..  ..  ..  ..  ..\n"
                                 "      3   ..  ..  ..  ..  ..  ..  ..  11\n"
                                 "      ..  ..  ..  ..  ..  ..  ..  ..  ..\n"
                                 "  2   ..  ..  ..  ..  ..  ..  ..  ..  ..  12\n"
                                 "  1.  ..  ..  ..  .*  ..  ..  ..  ..  ..  ..\n"
                                 "  ..  ..  ..  ..  ..  ..  ..  ..  ..  ..  ..\n"
                                 "  ..  ..  ..  ..  12  ..  ..  ..  ..  ..  ..\n"
                                 "\n"
                                 "1 to 2: a player's marker   *: a runner of the player in turn\n"
                                 "\n"
                                 "player 1 (seat 0): completed 2\n"
                                 "player 2 (seat 1): completed none, to play\n"
                                 "rolls of this turn: 2; the next one busts in 0 of 1296\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawn_position_in_writing),
        cmocka_unit_test(the_start_in_writing),
        cmocka_unit_test(every_position_of_random_play_reads_back_exactly),
        cmocka_unit_test(dice_and_columns_are_read_in_any_order),
        cmocka_unit_test(wrong_actions_are_refused_with_the_reason),
        cmocka_unit_test(impossible_positions_are_refused_and_change_nothing),
        cmocka_unit_test(positions_impossible_by_other_rules_are_refused),
        cmocka_unit_test(positions_name_their_rules_or_take_those_of_the_game),
        cmocka_unit_test(texts_cut_or_changed_anywhere_are_read_or_refused_but_never_crash),
        cmocka_unit_test(the_board_is_drawn_with_markers_and_runners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
