/* Parchís with chosen dice: the board, the state and the rules as functions on it
 * (docs/rules/parchis.md, docs/rules/parchis-course.md).
 *
 * A state is 80 bytes. A piece stands on a place, and two pieces share a square if and only if they
 * share a place (home and goals aside): the track is 1..68, and every colour's corridor and goal
 * have places of their own after it. Whatever changes a state goes through the parchis_set
 * functions, which keep the key. */
#ifndef PARCHIS_BOARD_H
#define PARCHIS_BOARD_H

#include "tahur/game.h"
#include "tahur/rng.h"
#include <stdint.h>

enum {
    PARCHIS_COLOURS = 4, /* yellow, blue, red, green; colour & 1 is the player */
    PARCHIS_EACH = 3,    /* pieces of a colour; piece = 3 * colour + 0..2 */
    PARCHIS_PIECES = 12,
    PARCHIS_HAND = 2,   /* special dice a player holds at most */
    PARCHIS_TRACK = 68, /* places 1..68 */
    PARCHIS_STEPS = 8,  /* from the entry square to the goal: seven corridor squares, the goal */
    PARCHIS_PLACES = 1 + PARCHIS_TRACK + PARCHIS_COLOURS * PARCHIS_STEPS,
    PARCHIS_HOME = 0,
    PARCHIS_BOUNCES = 30, /* one more loses */
    PARCHIS_ITEMS = 24,
    PARCHIS_TRAPS = 14, /* at most, bananas in hands and on the board counted in */
    PARCHIS_NOBODY = 2, /* no winner yet */
};

/* Dice in the order of their numbers: 1 2 4 5 6, the forced 10 and 20, the special ones. */
enum parchis_die {
    PARCHIS_NO_DIE,
    PARCHIS_ONE,
    PARCHIS_TWO,
    PARCHIS_FOUR,
    PARCHIS_FIVE,
    PARCHIS_SIX,
    PARCHIS_TEN,
    PARCHIS_TWENTY,
    PARCHIS_STAR_DIE, /* 101 in the data files; the first special die */
    PARCHIS_BOO,
    PARCHIS_BULLET,
    PARCHIS_RED_SHELL,
    PARCHIS_BLUE_SHELL,
    PARCHIS_MUSHROOM,
    PARCHIS_MEGA_MUSHROOM,
    PARCHIS_LIGHTNING,
    PARCHIS_HORN,
    PARCHIS_BANANA,
    PARCHIS_DICE /* how many there are, NO_DIE counted */
};
enum { PARCHIS_FULL_POOL = 31 }; /* bit die - 1 */

/* Piece states (rule 20), numbered as in the data files. */
enum parchis_condition {
    PARCHIS_NORMAL,
    PARCHIS_BANANED,
    PARCHIS_MINI,
    PARCHIS_GHOST,
    PARCHIS_STAR,
    PARCHIS_MEGA,
    PARCHIS_CONDITIONS
};

enum parchis_flag {
    PARCHIS_RUN = 1,         /* a 6 is remembered through forced dice: a turn is still owed */
    PARCHIS_BANANA_LOST = 2, /* course only: the last move by a die was stopped by a trap */
    PARCHIS_BOUNCED_OUT = 4, /* the game was lost by the 31st bounce */
};

struct parchis {
    uint64_t key;    /* see parchis_key */
    uint64_t course; /* set of switches that stand as in the course program (switches.h) */
    uint8_t place[PARCHIS_PIECES];
    uint8_t condition[PARCHIS_PIECES]; /* enum parchis_condition | turns left << 3 */
    uint8_t pool[PARCHIS_COLOURS]; /* of the colours; in the course of the players, in 0 and 1 */
    uint8_t hand[2][PARCHIS_HAND]; /* special dice in order of acquisition; 0 after the last */
    uint8_t bounces[PARCHIS_COLOURS];
    uint32_t items;               /* bit i: item i of parchis_items still lies on the board */
    uint8_t traps[PARCHIS_TRAPS]; /* squares ascending, then 0; a square as often as it has traps */
    uint8_t colour;               /* in turn; in the course the player's main colour, 0 or 1 */
    uint8_t forced;               /* the 10 or 20 to be played now, or 0 */
    uint8_t forced_colour;        /* whose pieces may use it (in the course not looked at; 0) */
    uint8_t flags;
    uint8_t last_die;
    uint8_t winner; /* player 0 or 1, or PARCHIS_NOBODY */
    uint32_t turn;  /* 1 at the start, one more with every ply */
};

/* ---- geometry ---- */

struct parchis_item {
    uint8_t square, die;
};
extern const struct parchis_item parchis_items[PARCHIS_ITEMS]; /* by square */
extern const uint8_t parchis_exit[PARCHIS_COLOURS];            /* where a colour leaves home */
extern const uint8_t parchis_entry[PARCHIS_COLOURS];           /* last square before the corridor */
extern const uint8_t parchis_safe[PARCHIS_TRACK + 1];          /* 1 where nobody is eaten */
extern const uint8_t parchis_item_at[PARCHIS_TRACK + 2];       /* 1 + index of the item, or 0 */
extern const int16_t parchis_number[PARCHIS_DICE]; /* 1 2 4 5 6 10 20 101…110; 0: -1 */

static inline int parchis_colour(int piece) {
    return piece / PARCHIS_EACH;
}
/* Step k = 1..8 beyond the entry square: the corridor, and with 8 the goal. */
static inline int parchis_corridor(int colour, int k) {
    return PARCHIS_TRACK + colour * PARCHIS_STEPS + k;
}
static inline int parchis_goal(int colour) {
    return parchis_corridor(colour, PARCHIS_STEPS);
}
static inline bool parchis_on_track(int place) {
    return place >= 1 && place <= PARCHIS_TRACK;
}
/* Steps to the goal, 74 from home. */
static inline int parchis_distance(int colour, int place) {
    if (place == PARCHIS_HOME) return 74;
    if (place > PARCHIS_TRACK) return parchis_goal(colour) - place;
    const int d = parchis_entry[colour] - place;
    return (d < 0 ? d + PARCHIS_TRACK : d) + PARCHIS_STEPS;
}

/* ---- reading a state ---- */

static inline int parchis_condition_of(const struct parchis *s, int piece) {
    return s->condition[piece] & 7;
}
static inline int parchis_turns_left(const struct parchis *s, int piece) {
    return s->condition[piece] >> 3;
}
static inline bool parchis_in_goal(const struct parchis *s, int piece) {
    return s->place[piece] == parchis_goal(parchis_colour(piece));
}
static inline int parchis_player(const struct parchis *s) {
    return s->colour & 1;
}
/* The colour with all its pieces in the goal; -1 if there is none, or the game was lost by
 * bounces. */
int parchis_winning_colour(const struct parchis *s);

/* ---- actions: (die, piece), or (die, pass) ---- */

enum { PARCHIS_BY_DIE = PARCHIS_PIECES + 1, PARCHIS_PASS = -1 };
enum { PARCHIS_ACTIONS = (PARCHIS_DICE - 1) * PARCHIS_BY_DIE, PARCHIS_LEGAL_MAX = 42 };

static inline th_action parchis_action(int die, int piece) {
    return (th_action)((die - 1) * PARCHIS_BY_DIE + piece + 1);
}
static inline int parchis_action_die(th_action a) {
    return (int)a / PARCHIS_BY_DIE + 1;
}
/* The piece, or PARCHIS_PASS. */
static inline int parchis_action_piece(th_action a) {
    return (int)a % PARCHIS_BY_DIE - 1;
}

/* ---- the rules (rules.c) ---- */

/* `course`: the set of switches, 0 for rules=text, PARCHIS_COURSE for rules=course. */
void parchis_start(struct parchis *s, uint64_t course, bool items);
/* All actions, sorted by die, colour, piece; none only when the game is over. */
int parchis_legal(const struct parchis *s, th_action out[PARCHIS_LEGAL_MAX]);
void parchis_apply(struct parchis *s, th_action a);
/* The key from nothing, by the slow way: what s->key must be. */
uint64_t parchis_key(const struct parchis *s);

extern const struct th_game parchis_game;

/* ---- evaluation (evaluate.c) ---- */

extern const struct th_weight parchis_weights[];
int parchis_evaluate(const struct th_state *s, int seat, const int weight[]);
int parchis_urgency(const struct th_state *s, th_action a);

/* ---- observations (observe.c) ---- */

/* clang-format off */
/* What a seat sees as a row of numbers, for learning. The layout is fixed: networks depend on it, so
 * a change of it is a new PARCHIS_OBSERVATION_LAYOUT.
 *
 * Colours come in play order from the seat's first: own1, other1, own2, other2, which is yellow,
 * blue, red, green for player 0 and blue, red, green, yellow for player 1. Squares are counted from
 * there too: own1 leaves home to square 4 and leaves the track after square 68, other1 to 21.
 *
 *   at  numbers
 *    0   132     eleven kinds, for each the four colours with three pieces each: 1 at home, 1 in the
 *                corridor, 1 in the goal, steps to the goal / 75 (74 from home), 1 on a safe square,
 *                1 if bananed, mini, ghost, star, mega; turns left of that state / 5
 *  132   68      for each square of the track: own pieces on it / 2
 *  200   68      the same for the other's pieces
 *  268   68      for each square: traps on it / 2
 *  336   24      for each square with an item at the start: 1 or -1 while it lies there, then 0. On
 *                some of them the item depends on who looks: 1 stands for mushroom, banana, star,
 *                mega mushroom, bullet, blue shell, -1 for boo, lightning, red shell, horn
 *  360   20      for each colour: 1 for each of the dice 1 2 4 5 6 left in its pool, else 0. In
 *                rules=course a player has one pool: own1 and other1 stand for the two players
 *  380   20      the die that the seat has had for longer, 1 for it and 0 for the rest: star, boo,
 *                bullet, red shell, blue shell, mushroom, mega mushroom, lightning, horn, banana;
 *                then the same for its second die
 *  400   20      the other's special dice likewise
 *  420   4       for each colour: bounces / 30
 *  424   4       for each colour: 1 if it is in turn, else 0; in rules=course likewise
 *  428   2       1 if a 10 must be played now; 1 if a 20 must
 *  430   4       for each colour: 1 if the 10 or 20 is for its pieces; in rules=course all are 0,
 *                since it is for either colour
 *  434   1       1 if the turn of a 6 is still owed
 *  435   1       1 if a trap stopped the last move; always 0 in rules=text
 *  436   1       0 for player 0, 1 for player 1: the numbers of actions name colours as they are, and
 *                a few rules look at the order of the colours
 *
 * The history is left out: the number of the turn and the last die do not matter for what
 * follows. Nor are the options, which do not change in a game. */
/* clang-format on */

#define PARCHIS_OBSERVATION_LAYOUT "parchis 1, 437 numbers"
enum { PARCHIS_OBSERVATION = 437 };

/* Writes the numbers for this seat, which need not be in turn. */
/* An action of a seat with its own colours in place of yellow and red; -1: of the other's piece. */
int parchis_seat_action(const struct th_state *s, int seat, th_action a);
void parchis_observe(const struct th_state *s, int seat, float out[]);
/* How many there are, and what the i-th is called and means. */
int parchis_observations(const struct th_state *s);
const char *parchis_observation_name(const struct th_state *s, int i, char *out, size_t size);
const char *parchis_observation_meaning(const struct th_state *s, int i);

#endif
