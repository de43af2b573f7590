/* Parchís in writing: actions, positions and the picture, in both rule sets. */
#include "cmocka_includes.h"
#include "games/parchis/notation.h"
#include "games/parchis/switches.h"
#include "scale.h"
#include <stdio.h>
#include <string.h>

static const uint64_t rule_sets[] = {PARCHIS_TEXT, PARCHIS_COURSE};

static struct th_state *state_of(struct parchis *s) {
    return (struct th_state *)(void *)s;
}

static struct parchis started(uint64_t course) {
    struct parchis s;
    parchis_start(&s, course, true);
    return s;
}

static struct parchis read_position(uint64_t course, const char *text) {
    struct parchis s = started(course);
    struct th_error e;
    if (!parchis_parse_position(state_of(&s), text, &e)) fail_msg("%s: %s", text, e.text);
    return s;
}

/* ---- there and back ---- */

/* A position says all there is to say about a state, in less than 1,000 characters. */
static void assert_reads_back(struct parchis *s) {
    struct parchis back = started(s->course);
    struct th_error e;
    char text[1000], again[1000];
    parchis_position_text(state_of(s), text, sizeof text);
    assert_true(strlen(text) < sizeof text - 1);
    if (!parchis_parse_position(state_of(&back), text, &e)) fail_msg("%s: %s", text, e.text);
    if (memcmp(&back, s, sizeof back) != 0)
        fail_msg("%s reads back as %s", text,
                 parchis_position_text(state_of(&back), again, sizeof again));
}

static void states_and_actions_of_random_play_read_back(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (long game = 0; game < test_scale(200); game++) {
        struct parchis s;
        parchis_start(&s, rule_sets[game % 2], game % 5 != 0);
        while (s.winner == PARCHIS_NOBODY) {
            th_action legal[PARCHIS_LEGAL_MAX], a;
            struct th_error e;
            char text[64];
            assert_reads_back(&s);
            const int n = parchis_legal(&s, legal);
            for (int i = 0; i < n; i++) {
                parchis_action_text(state_of(&s), legal[i], text, sizeof text);
                if (!parchis_parse_action(state_of(&s), text, &a, &e))
                    fail_msg("%s: %s", text, e.text);
                assert_int_equal(a, legal[i]);
            }
            parchis_apply(&s, legal[th_rng_below(&rng, (uint32_t)n)]);
            if (!parchis_valid(&s, &e)) fail_msg("%s", e.text);
        }
        assert_reads_back(&s);
    }
}

/* ---- actions ---- */

#define QUIET "yellow 10 home goal; blue 20 22 24; red 40 40 home; green 60 c2 c5"

static const struct {
    uint64_t course;
    const char *position, *action, *sentence;
} wrong_actions[] = {
    {0, "items all", "",
     "'' is no action; write DIE COLOUR PIECE, as in '6 yellow 2', or 'pass 6'"},
    {0, "items all", "6", "'6' is no action"},
    {0, "items all", "6 yellow", "'6 yellow' is no action"},
    {0, "items all", "6 yellow 0 now", "'6 yellow 0 now' is no action"},
    {0, "items all", "pass", "'pass' is no action"},
    {0, "items all", "pass 6 yellow", "'pass 6 yellow' is no action"},
    {0, "items all", "mushrom yellow 0", "there is no die 'mushrom'; did you mean 'mushroom'?"},
    {0, "items all", "3 yellow 0",
     "there is no die '3'; there are 1, 2, 4, 5, 6, 10, 20, star, boo"},
    {0, "items all", "none yellow 0", "there is no die 'none'"},
    {0, "items all", "pass hron", "there is no die 'hron'; did you mean 'horn'?"},
    {0, "items all", "6 yelow 0", "there is no colour 'yelow'; did you mean 'yellow'?"},
    {0, "items all", "6 pink 0", "there is no colour 'pink'; there are yellow, blue, red, green"},
    {0, "items all", "6 yellow 3", "the pieces of a colour are 0, 1 and 2, not '3'"},
    {0, "items all", "6 yellow -1", "the pieces of a colour are 0, 1 and 2, not '-1'"},
    {0, QUIET, "6 blue 0", "blue is the other player's colour; player 0 has yellow and red"},
    {1, QUIET "; turn 2 blue", "6 red 0",
     "red is the other player's colour; player 1 has blue and green"},
    {0, QUIET "; dice 1/1/1/1", "6 yellow 0", "yellow has no 6 left in its pool"},
    {0, QUIET "; turn 3 red; dice 1/1/4/1", "pass 6", "red has no 6 left in its pool"},
    {1, QUIET "; dice 1/1", "6 yellow 0", "player 0 has no 6 left in its pool"},
    {0, QUIET, "star yellow 0", "player 0 holds no star"},
    {0, QUIET "; special boo / star", "pass star", "player 0 holds no star"},
    {0, QUIET, "20 yellow 0", "no 20 has been earned to be played now"},
    {0, QUIET "; forced 10 red", "6 yellow 0", "the 10 must be played now, no other die"},
    {0, QUIET "; forced 10 red", "10 yellow 0",
     "yellow 0 cannot use the 10 here; these can: red 0, red 1"},
    {0, QUIET, "4 yellow 1",
     "yellow 1, at home, cannot use the 4 here; these can: yellow 0, red 0, red 1"},
    {0, QUIET, "4 yellow 2", "yellow 2, in the goal, cannot use the 4 here; these can: yellow 0"},
    {0, QUIET, "pass 4",
     "the 4 cannot be passed, since a piece can use it: yellow 0, red 0, red 1"},
    {0, "blue 20 22 24", "4 red 0", "no piece can use the 4 here; write 'pass 4'"},
    {0, "yellow goal goal goal", "6 red 0", "the game is over, '6 red 0' comes too late"},
};

static void wrong_actions_are_refused_with_a_sentence(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong_actions / sizeof *wrong_actions; i++) {
        struct parchis s =
            read_position(rule_sets[wrong_actions[i].course], wrong_actions[i].position);
        struct th_error e = {""};
        th_action a = 12345;
        const char *action = wrong_actions[i].action;
        if (parchis_parse_action(state_of(&s), action, &a, &e)) fail_msg("accepted: %s", action);
        if (strncmp(e.text, wrong_actions[i].sentence, strlen(wrong_actions[i].sentence)) != 0)
            fail_msg("%s: %s", action, e.text);
        assert_int_equal(a, 12345);
    }
}

static void actions_are_read_with_any_number_of_spaces(void **state) {
    (void)state;
    struct parchis s = read_position(PARCHIS_TEXT, QUIET "; special mega-mushroom / -");
    struct th_error e;
    th_action a;
    assert_true(parchis_parse_action(state_of(&s), "  6   red  1 ", &a, &e));
    assert_int_equal(a, parchis_action(PARCHIS_SIX, 7));
    assert_true(parchis_parse_action(state_of(&s), "mega-mushroom yellow 0", &a, &e));
    assert_int_equal(a, parchis_action(PARCHIS_MEGA_MUSHROOM, 0));
    s = read_position(PARCHIS_TEXT, "yellow home home home");
    assert_true(parchis_parse_action(state_of(&s), " pass  4 ", &a, &e));
    assert_int_equal(a, parchis_action(PARCHIS_FOUR, PARCHIS_PASS));
}

/* ---- positions ---- */

static void the_start_is_written_in_short(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct parchis s = started(rule_sets[i]);
        char text[1000];
        assert_string_equal(parchis_position_text(state_of(&s), text, sizeof text),
                            "yellow 4 13 17; blue 21 30 34; red 38 47 51; green 55 64 68; "
                            "turn 1 yellow; items all");
    }
}

static void parts_come_in_any_order_and_have_defaults(void **state) {
    (void)state;
    static const struct {
        uint64_t course;
        const char *given, *written;
    } cases[] = {
        {0, "items none",
         "yellow home home home; blue home home home; red home home home; "
         "green home home home; turn 1 yellow"},
        {0,
         " last 20;dice 64/12456/ 1 /5;  special -/horn ;traps 40 12 12;turn 7 green;"
         "items 66 1;green c7 goal 68:mega:2; bounces 0 0 30 0 ;forced 20 blue ; run",
         "yellow home home home; blue home home home; red home home home; green c7 goal 68:mega:2; "
         "turn 7 green; dice 46 / 12456 / 1 / 5; special - / horn; items 1 66; traps 12 12 40; "
         "bounces 0 0 30 0; forced 20 blue; run; last 20"},
        {1,
         "banana-lost; run; dice 1/2; forced 10; yellow goal:normal:3 home:mini:4 1; last none; "
         "special boo+boo/star; traps none",
         "yellow goal:normal:3 home:mini:4 1; blue home home home; red home home home; "
         "green home home home; turn 1 yellow; dice 1 / 2; special boo+boo / star; forced 10; run; "
         "banana-lost"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parchis s = read_position(rule_sets[cases[i].course], cases[i].given);
        char text[1000];
        assert_string_equal(parchis_position_text(state_of(&s), text, sizeof text),
                            cases[i].written);
    }
}

static void the_winner_follows_from_pieces_and_bounces(void **state) {
    (void)state;
    struct parchis s = read_position(PARCHIS_TEXT, "green goal goal goal");
    assert_int_equal(s.winner, 1);
    assert_int_equal(s.flags, 0);
    assert_int_equal(parchis_winning_colour(&s), 3);
    s = read_position(PARCHIS_TEXT, "green goal goal goal; bounces 0 0 0 31"); /* rule 14 */
    assert_int_equal(s.winner, 0);
    assert_int_equal(s.flags, PARCHIS_BOUNCED_OUT);
    assert_int_equal(parchis_winning_colour(&s), -1);
}

static const struct {
    uint64_t course;
    const char *position, *sentence;
} wrong_positions[] = {
    {0, "", "the position has an empty part; write, for instance, 'yellow 4 13 17; "},
    {0, "items all;;turn 1 red", "the position has an empty part"},
    {0, "; items all", "the position has an empty part"},
    {0, "yelow 1 2 3", "there is no part of a position 'yelow'; did you mean 'yellow'?"},
    {0, "/", "there is no part of a position '/'; there are yellow, blue, red, green, turn, dice"},
    {0, "run; items all; run", "the part 'run' stands twice"},
    {0, "yellow 1 2", "yellow has three pieces, but 2 here"},
    {0, "blue 1 2 3 4", "'4' is too much in the part 'blue'"},
    {0, "red 1 69 2", "'69' is no place: write home, 1 to 68, c1 to c7 or goal"},
    {0, "red c8 1 2", "'c8' is no place"},
    {0, "red c 1 2", "'c' is no place"},
    {0, "red 0 1 2", "'0' is no place"},
    {0, "red 1 2 / 3", "'/' is no place"},
    {0, "red 1:gost:2 2 3", "there is no state 'gost'; did you mean 'ghost'?"},
    {0, "red 1: 2 3", "there is no state ''; there are normal, bananed, mini, ghost, star, mega"},
    {0, "red 1:ghost 2 3",
     "the state ghost is followed by its turns left, 0 to 7, as in 34:ghost:5"},
    {0, "red 1:ghost:8 2 3", "the state ghost is followed by its turns left"},
    {0, "red 1:ghost:1:2 2 3", "the state ghost is followed by its turns left"},
    {0, "red 1:ghost:0 2 3", "the state of red 0, ghost, has no turns left"},
    {0, "red 1:normal:2 2 3", "red 0 is normal, but has 2 turns left to count"},
    {0, "red 1 home:mega:2 3", "red 1 is at home and cannot be a mega there"},
    {0, "red 1 2 goal:mega:2", "red 2 is in the goal, where no mega stays one"},
    {0, "red 1 2 c7:mega:2",
     "red 2 is a mega on c7: its front square is the goal, so it is in the goal"},
    {0, "turn blue",
     "'turn' takes a number from 1 to 1000000000 and a colour, as in 'turn 12 blue'"},
    {0, "turn 0 blue", "'turn' takes a number from 1 to 1000000000"},
    {0, "turn 1000000001 blue", "'turn' takes a number from 1 to 1000000000"},
    {0, "turn 3", "'turn' takes a number from 1 to 1000000000"},
    {0, "turn 3 geren", "there is no colour 'geren'; did you mean 'green'?"},
    {1, "turn 3 red", "in the course yellow or blue is in turn, for its player, not red"},
    {0, "dice 1/2/4", "'dice' takes 4 pools joined by '/', of yellow, blue, red and green"},
    {0, "dice 1 2 4 5", "'dice' takes 4 pools joined by '/'"},
    {1, "dice 12456", "'dice' takes 2 pools joined by '/', of players 0 and 1"},
    {1, "dice 1/2/4/5", "there are 2 pools"},
    {1, "dice 1/3", "'3' is no pool: write some of the dice 1, 2, 4, 5, 6, each once, as in 1246"},
    {1, "dice 1/44", "'44' is no pool"},
    {1, "dice 1/-", "'-' is no pool"},
    {1, "dice 1//", "'/' is no pool"},
    {0, "special star", "'special' takes the hands of players 0 and 1 joined by '/', as in "},
    {0, "special star / horn+", "there is no special die ''; there are star, boo"},
    {0, "special 6 / -", "there is no special die '6'; there are star, boo"},
    {0, "special star+boo+star / -", "player 0 holds more than two special dice"},
    {0, "special ligtning / -", "there is no special die 'ligtning'; did you mean 'lightning'?"},
    {0, "items", "'items' takes squares, as in 'items 1 2 5', all or none"},
    {0, "items 1 3", "'3' is no square where an item lies at the start"},
    {0, "items all 1", "'1' is too much in the part 'items'"},
    {0, "traps", "'traps' takes squares, as in 'traps 12 12 40', or none"},
    {0, "traps 1 c3", "'c3' is no square for a trap; the track has 1 to 68"},
    {0, "traps 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "there are at most 14 traps"},
    {0, "traps 1 2 3 4 5 6 7 8 9 10 11 12 13 14; special banana / -",
     "there are 15 traps and bananas in hands and on the board; 14 is the most"},
    {0, "traps 1 2 3 4 5 6 7 8 9 10 11; items all",
     "there are 15 traps and bananas in hands and on the board; 14 is the most"},
    {0, "bounces 1 2 3",
     "'bounces' takes four numbers from 0 to 31, of yellow, blue, red and green"},
    {0, "bounces 1 2 3 32", "'bounces' takes four numbers from 0 to 31"},
    {0, "bounces 31 31 0 0", "two colours have bounced out; the first one ends the game"},
    {0, "yellow goal goal goal; red goal goal goal",
     "two colours are complete in the goal; the first one ends the game"},
    {0, "red goal goal goal; bounces 0 31 0 0",
     "blue has bounced out and red is complete; the first one ends the game"},
    {0, "forced", "'forced' takes the die 10 or 20"},
    {0, "forced 15 red", "'forced' takes the die 10 or 20"},
    {0, "forced 10", "'forced 10' takes the colour that earned it"},
    {1, "forced 10 red", "in the course 'forced 10' is for both colours"},
    {0, "forced 10 blue", "the forced die is for blue, but yellow is in turn, of the other player"},
    {0, "run", "the run of a 6 is remembered only while a 10 or 20 is owed"},
    {0, "run 6", "'6' is too much in the part 'run'"},
    {0, "banana-lost", "only the course remembers a turn lost by a banana"},
    {0, "last", "'last' takes the die of the ply before"},
    {0, "last 3", "there is no die '3'"},
    {0, "last waytoolongtobethenameofanythingatallhere", "there is no die 'waytoolong"},
};

static void wrong_positions_are_refused_with_a_sentence_and_change_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong_positions / sizeof *wrong_positions; i++) {
        struct parchis s = started(rule_sets[wrong_positions[i].course]);
        const struct parchis before = s;
        struct th_error e = {""};
        const char *position = wrong_positions[i].position;
        if (parchis_parse_position(state_of(&s), position, &e)) fail_msg("accepted: %s", position);
        if (strncmp(e.text, wrong_positions[i].sentence, strlen(wrong_positions[i].sentence)) != 0)
            fail_msg("%s: %s", position, e.text);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

/* ---- states that no text can say ---- */

#define FIELD(name) offsetof(struct parchis, name)

static const struct {
    uint64_t course;
    size_t field;
    uint8_t value;
    const char *sentence;
} wrong_states[] = {
    {0, FIELD(place[4]), 101, "blue 1 stands on place 101, which the board does not have"},
    {0, FIELD(place[4]), 100, "blue 1 stands in the corridor of green"},
    {0, FIELD(place[4]), 69, "blue 1 stands in the corridor of yellow"},
    {1, FIELD(condition[11]), 6, "green 2 is in state 6; there are 0 to 5"},
    {1, FIELD(condition[11]), 2 | 8 << 3, "green 2 has 8 turns left of its state; 7 is the most"},
    {0, FIELD(pool[3]), 0, "pool 3 is empty; a pool is refilled when its last die is spent"},
    {1, FIELD(pool[1]), 0, "pool 1 is empty"},
    {0, FIELD(pool[1]), 32, "pool 1 holds a die other than 1, 2, 4, 5 and 6"},
    {1, FIELD(pool[2]), 1, "in the course there are two pools, but red has one of its own"},
    {0, FIELD(hand[1][0]), PARCHIS_TWENTY, "player 1 holds a die that is no special one"},
    {0, FIELD(hand[0][0]), PARCHIS_DICE, "player 0 holds a die that is no special one"},
    {0, FIELD(hand[0][1]), PARCHIS_BOO, "the hand of player 0 has a gap before its last die"},
    {0, FIELD(items) + 3, 1, "there are more items than the board has: 24"},
    {0, FIELD(traps[0]), 69, "a trap lies on square 69; the track has squares 1 to 68"},
    {0, FIELD(traps[1]), 4, "there is a gap before the trap on square 4"},
    {0, FIELD(forced), PARCHIS_SIX, "the forced die is the 10 or the 20, no other"},
    {0, FIELD(forced_colour), 4, "the forced die is for colour 4; there are 0 to 3"},
    {0, FIELD(forced_colour), 2, "there is a forced colour, but no forced die"},
    {1, FIELD(forced_colour), 2, "in the course a forced die is for both colours"},
    {0, FIELD(colour), 4, "colour 4 is in turn; there are 0 to 3"},
    {0, FIELD(turn), 0, "the turn is a number from 1 to 1000000000, not 0"},
    {0, FIELD(last_die), PARCHIS_DICE, "the last die is none of the dice"},
    {0, FIELD(flags), 8, "the state has a flag that there is none of"},
    {0, FIELD(flags), PARCHIS_BOUNCED_OUT,
     "the game is marked as lost by bounces, but no colour has more than 30"},
    {0, FIELD(bounces[2]), 31,
     "the game is not marked as lost by bounces, but a colour has more than 30"},
    {0, FIELD(bounces[2]), 32, "red has 32 bounces; bounce 31 ends the game"},
    {0, FIELD(winner), 1,
     "by pieces and bounces nobody has won, but the state says that player 1 has won"},
    {0, FIELD(winner), 3, "the winner is player 0, player 1 or nobody, not 3"},
};

static void broken_states_are_not_valid(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong_states / sizeof *wrong_states; i++) {
        struct parchis s = started(rule_sets[wrong_states[i].course]);
        struct th_error e = {""};
        assert_true(parchis_valid(&s, &e));
        ((uint8_t *)&s)[wrong_states[i].field] = wrong_states[i].value;
        if (parchis_valid(&s, &e)) fail_msg("valid: %s", wrong_states[i].sentence);
        if (strncmp(e.text, wrong_states[i].sentence, strlen(wrong_states[i].sentence)) != 0)
            fail_msg("%s, not %s", e.text, wrong_states[i].sentence);
    }
    struct parchis s = started(PARCHIS_TEXT);
    struct th_error e;
    s.traps[0] = 20, s.traps[1] = 10;
    assert_false(parchis_valid(&s, &e));
    assert_string_equal(e.text, "the traps are out of order: 10 stands behind 20");
}

/* ---- the picture ---- */

static char picture[16384];

/* Asserts the lines from `first` on, 0 being the top one. */
static void assert_lines(struct parchis *s, int first, const char *expected) {
    const char *line = parchis_draw(state_of(s), NULL, picture, sizeof picture);
    for (; first > 0; first--) line = strchr(line, '\n') + 1;
    if (strncmp(line, expected, strlen(expected)) != 0) fail_msg("%s", picture);
}

static void the_board_is_drawn_as_a_cross_with_the_colours_in_its_corners(void **state) {
    (void)state;
    struct parchis s = started(PARCHIS_TEXT);
    assert_lines(&s, 0,
                 "turn 1: yellow to play (player 0)\n"
                 "player 0 holds no special die; player 1 holds no special die\n"
                 " ╭─ red, player 0 ────────────╮ ┌35────────┬34────────┬33────────┐  ╭─ blue, "
                 "player 1 ───────────╮\n"
                 " │ home:                      │ │mu        │○   B2    │          │  │ home:      "
                 "                │\n");
    assert_lines(&s, 18,
                 "┌50─┬49─┬48─┬47─┬46─┬45─┬44─┬43─┼──────────┴──────────┴──────────┼25─┬24─┬23─┬22─"
                 "┬21─┬20─┬19─┬18─┐\n"
                 "│   │ho │rs │○  │   │   │   │   │╲           red goal           ╱│   │   │mm │st "
                 "│○b │   │ba │mu │\n"
                 "│   │   │   │R1 │   │   │   │   │   ╲                        ╱   │   │   │   │   "
                 "│B0 │   │   │   │\n");
    assert_lines(&s, 45,
                 " bs blue-shell ba banana        │          │○   G2    │mu        │ Y0M mega     "
                 "+2 two more pieces\n"
                 "                                └──────────┴──────────┴──────────┘\n");
}

static void the_picture_shows_states_barriers_traps_and_goals(void **state) {
    (void)state;
    struct parchis s = read_position(
        PARCHIS_TEXT, "yellow goal goal c3; blue 10:mega:3 home home:mini:2; red 47 47 12:ghost:5; "
                      "green 63:star:2 68 c7; turn 231 red; dice 6 / 1246 / 25 / 12456; "
                      "special star+boo / -; items 1 52 53; traps 12 53 53 64; bounces 1 2 3 29; "
                      "forced 20 yellow; run");
    assert_lines(&s, 0,
                 "turn 231: red to play (player 0), the 20 with yellow, then once more for a 6\n"
                 "player 0 holds star and boo; player 1 holds no special die\n");
    assert_lines(
        &s, 3,
        " │ home:                      │ │          │○         │          │  │ home:      B1  B2m  "
        "       │\n"
        " ╰────────────────────────────╯ ├36────────┼c1────────┼32────────┤  "
        "╰────────────────────────────╯\n"
        "   R0  47                       │          │          │          │    B0  10, mega for 3 "
        "turns\n"
        "   R1  47                       ├37────────┼c2────────┼31────────┤    B1  home\n"
        "   R2  12, ghost for 5 turns    │          │          │          │    B2  home, mini for "
        "2 turns\n"
        "   dice · 2 · 5 ·               ├38────────┼c3────────┼30────────┤    dice 1 2 4 · 6\n"
        "   bounces 3 of 30              │○r        │          │○         │    bounces 2 of 30\n");
    assert_lines(
        &s, 18,
        "┌50─┬49─┬48─┬47#"
        "┬46─┬45─┬44─┬43─┼──────────┴──────────┴──────────┼25─┬24─┬23─┬22─┬21─┬20─┬19─┬18─┐\n"
        "│   │   │   │○  │   │   │   │   │╲           red goal           ╱│   │   │   │   │○b │   "
        "│   │   │\n"
        "│   │   │   │R0 │   │   │   │   │   ╲                        ╱   │   │   │   │   │   │   "
        "│   │   │\n"
        "│   │   │   │R1 │   │   │   │   │      ╲                  ╱      │   │   │   │   │   │   "
        "│   │   │\n");
    assert_lines(&s, 27,
                 "│mu │ba2│   │○g │   │   │   │   │       ╱                ╲       │   │   │   │  "
                 "x│○  │   │   │   │\n"
                 "│   │   │   │   │   │   │   │   │    ╱      Y0 Y1           ╲    │   "
                 "│B0M│B0M│R2g│   │   │   │   │\n");
    assert_lines(
        &s, 37,
        "   G2  c7                       │    G0*   │          │          │    Y2  c3\n"
        "   dice 1 2 4 5 6               ├64────────┼c3────────┼4─────────┤    dice · · · · 6\n"
        "   bounces 29 of 30             │○ x       │    Y2    │○y        │    bounces 1 of 30\n");
}

static void crowds_and_the_course_are_drawn_too(void **state) {
    (void)state;
    struct parchis s = read_position(
        PARCHIS_COURSE, "yellow 1 1 1; blue 1 1 7:mini:3; red 7 7:bananed:1 7:ghost:5; "
                        "green 11 11:mega:3 11; items 1; forced 20; banana-lost");
    assert_lines(&s, 0, "turn 1: player 0 to play, the 20; a trap stopped the last move\n");
    assert_lines(&s, 26,
                 "├52─┼53─┼54─┼55─┼56─┼57─┼58─┼59─┤          ╱          ╲          "
                 "├9──┼10─┼11─┼12─┼13─┼14─┼15─┼16─┤\n"
                 "│   │   │   │○g │   │   │   │   │       ╱                ╲       │   │   │G0 │   "
                 "│○  │   │   │   │\n"
                 "│   │   │   │   │   │   │   │   │    ╱                      ╲    │   │   │G1M│   "
                 "│   │   │   │   │\n"
                 "│   │   │   │   │   │   │   │   │ ╱        yellow goal         ╲ │   │   │G2 │   "
                 "│   │   │   │   │\n");
    assert_lines(&s, 33,
                 " │ home:                      │ │          │          │B2m R0 +2 │  │ home:      "
                 "                │\n");
    assert_lines(&s, 45,
                 " bs blue-shell ba banana        │          │○         │mu  Y0 +4 │ Y0M mega     "
                 "+2 two more pieces\n");
    s = read_position(PARCHIS_COURSE, "bounces 0 31 0 0");
    assert_lines(&s, 0, "turn 1: player 0 has won: blue has bounced 31 times\n");
    s = read_position(PARCHIS_TEXT, "green goal goal goal");
    assert_lines(&s, 0, "turn 1: player 1 has won: green is complete\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_and_actions_of_random_play_read_back),
        cmocka_unit_test(wrong_actions_are_refused_with_a_sentence),
        cmocka_unit_test(actions_are_read_with_any_number_of_spaces),
        cmocka_unit_test(the_start_is_written_in_short),
        cmocka_unit_test(parts_come_in_any_order_and_have_defaults),
        cmocka_unit_test(the_winner_follows_from_pieces_and_bounces),
        cmocka_unit_test(wrong_positions_are_refused_with_a_sentence_and_change_nothing),
        cmocka_unit_test(broken_states_are_not_valid),
        cmocka_unit_test(the_board_is_drawn_as_a_cross_with_the_colours_in_its_corners),
        cmocka_unit_test(the_picture_shows_states_barriers_traps_and_goals),
        cmocka_unit_test(crowds_and_the_course_are_drawn_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
