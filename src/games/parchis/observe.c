#include "board.h"

#include "core/observation.h"
#include "notation.h"
#include <stdio.h>
#include <string.h>

enum {
    QUARTER = PARCHIS_TRACK / PARCHIS_COLOURS, /* squares from one colour's exit to the next */
    QUARTER_ITEMS = PARCHIS_ITEMS / PARCHIS_COLOURS,
    POOL_DICE = PARCHIS_SIX,
    SPECIALS = PARCHIS_DICE - PARCHIS_STAR_DIE,
    LONGEST_WAY = PARCHIS_TRACK - 1 + PARCHIS_STEPS,
    USUAL_TURNS = 5, /* of the states that last longest */
};

/* The numbers, in blocks. */
enum block {
    PIECES,
    OWN_ON,
    OTHER_ON,
    TRAPS,
    ITEMS,
    POOLS,
    OWN_HAND,
    OTHER_HAND,
    BOUNCES,
    TURN,
    FORCED,
    FORCED_FOR,
    RUN,
    TRAPPED,
    SEAT,
    BLOCKS
};

/* Of a piece. */
enum { HOME, CORRIDOR, GOAL, WAY, SAFE, STATES, TURNS_LEFT = STATES + 5, OF_A_PIECE };

static const struct observation_block blocks[BLOCKS + 1] = {
    [PIECES] = {PARCHIS_PIECES * OF_A_PIECE, NULL}, /* each of a piece has a meaning of its own */
    [OWN_ON] = {PARCHIS_TRACK, "own pieces on the square / 2"},
    [OTHER_ON] = {PARCHIS_TRACK, "the other's pieces on the square / 2"},
    [TRAPS] = {PARCHIS_TRACK, "traps on the square / 2"},
    [ITEMS] = {PARCHIS_ITEMS,
               "1 while a mushroom, banana, star, mega mushroom, bullet or blue shell lies there, "
               "-1 while another item does, else 0"},
    [POOLS] = {PARCHIS_COLOURS * POOL_DICE, "1 if the die is left in the colour's pool, else 0"},
    [OWN_HAND] = {PARCHIS_HAND * SPECIALS, "1 if this is the seat's first or second special die"},
    [OTHER_HAND] = {PARCHIS_HAND * SPECIALS, "the same for the other's special dice"},
    [BOUNCES] = {PARCHIS_COLOURS, "bounces of the colour / 30"},
    [TURN] = {PARCHIS_COLOURS, "1 if the colour is in turn, else 0"},
    [FORCED] = {2, "1 if a 10, or a 20, must be played now, else 0"},
    [FORCED_FOR] = {PARCHIS_COLOURS, "1 if the 10 or 20 is for the colour's pieces, else 0"},
    [RUN] = {1, "1 if the turn of a 6 is still owed, else 0"},
    [TRAPPED] = {1, "1 if a trap stopped the last move, else 0; rules=course only"},
    [SEAT] = {1, "0 for player 0, 1 for player 1"},
};

static const struct {
    const char *name, *meaning;
} of_a_piece[OF_A_PIECE] = {
    [HOME] = {"home", "1 if the piece is at home, else 0"},
    [CORRIDOR] = {"corridor", "1 if the piece is in its corridor, else 0"},
    [GOAL] = {"goal", "1 if the piece is in the goal, else 0"},
    [WAY] = {"way", "steps of the piece to its goal / 75"},
    [SAFE] = {"safe", "1 if the piece is on a safe square, else 0"},
    [STATES] = {"bananed", "1 if the piece is bananed, else 0"},
    [STATES + 1] = {"mini", "1 if the piece is a mini, else 0"},
    [STATES + 2] = {"ghost", "1 if the piece is a ghost, else 0"},
    [STATES + 3] = {"star", "1 if the piece is a star, else 0"},
    [STATES + 4] = {"mega", "1 if the piece is a mega, else 0"},
    [TURNS_LEFT] = {"turns", "turns left of the piece's state / 5"},
};

/* The colour that comes so many places after the seat's first in play order. */
static int colour_after(int seat, int places) {
    return (seat + places) % PARCHIS_COLOURS;
}

/* The same for pools and turns, which in rules=course are the players': own1 and other1 stand for
 * the two, and the others have no owner. */
static int mover_after(const struct parchis *s, int seat, int places) {
    if (!parchis_in_course(s)) return colour_after(seat, places);
    return places < 2 ? seat ^ places : -1;
}

/* A square of the track, from 0, as counted by the seat. */
static int square_seen(int seat, int square) {
    return (square - 1 + PARCHIS_TRACK - QUARTER * seat) % PARCHIS_TRACK;
}

/* ---- numbers; all are 0 before ---- */

/* One kind of number after another, twelve of each. */
static void write_piece(const struct parchis *s, int piece, float (*out)[PARCHIS_PIECES], int i) {
    const int place = s->place[piece], condition = parchis_condition_of(s, piece);
    out[HOME][i] = place == PARCHIS_HOME;
    out[GOAL][i] = parchis_in_goal(s, piece);
    out[CORRIDOR][i] = place > PARCHIS_TRACK && !parchis_in_goal(s, piece);
    out[WAY][i] = (float)parchis_distance(parchis_colour(piece), place) / LONGEST_WAY;
    out[SAFE][i] = parchis_on_track(place) && parchis_safe[place];
    if (condition != PARCHIS_NORMAL) out[STATES + condition - PARCHIS_BANANED][i] = 1;
    out[TURNS_LEFT][i] = (float)parchis_turns_left(s, piece) / USUAL_TURNS;
}

static float *add_board(const struct parchis *s, int seat, float *out) {
    float *on[2] = {out + PARCHIS_PIECES * OF_A_PIECE,
                    out + PARCHIS_PIECES * OF_A_PIECE + PARCHIS_TRACK};
    float *traps = on[1] + PARCHIS_TRACK, *items = traps + PARCHIS_TRACK;
    for (int i = 0; i < PARCHIS_PIECES; i++) {
        const int colour = colour_after(seat, i / PARCHIS_EACH);
        const int piece = PARCHIS_EACH * colour + i % PARCHIS_EACH, place = s->place[piece];
        write_piece(s, piece, (float(*)[PARCHIS_PIECES])out, i);
        if (parchis_on_track(place)) on[(colour ^ seat) & 1][square_seen(seat, place)] += 0.5F;
    }
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++)
        traps[square_seen(seat, s->traps[i])] += 0.5F;
    for (int i = 0; i < PARCHIS_ITEMS; i++) {
        /* Items stand on the same squares of every quarter; the later four of a quarter are others
         * in the second half of the track. */
        const int item = (i + QUARTER_ITEMS * seat) % PARCHIS_ITEMS;
        const bool late = item >= PARCHIS_ITEMS / 2 && item % QUARTER_ITEMS >= 2;
        if (s->items >> item & 1) items[i] = late ? -1 : 1;
    }
    return items + PARCHIS_ITEMS;
}

static float *add_dice(const struct parchis *s, int seat, float *out) {
    for (int k = 0; k < PARCHIS_COLOURS; k++) {
        const int whose = mover_after(s, seat, k);
        for (int die = 0; die < POOL_DICE; die++)
            *out++ = whose >= 0 ? (float)(s->pool[whose] >> die & 1) : 0;
    }
    for (int i = 0; i < 2 * PARCHIS_HAND; i++, out += SPECIALS) {
        const int die = s->hand[i < PARCHIS_HAND ? seat : seat ^ 1][i % PARCHIS_HAND];
        if (die != PARCHIS_NO_DIE) out[die - PARCHIS_STAR_DIE] = 1;
    }
    return out;
}

void parchis_observe(const struct th_state *state, int seat, float out[]) {
    const struct parchis *s = (const struct parchis *)(const void *)state;
    memset(out, 0, PARCHIS_OBSERVATION * sizeof *out);
    out = add_board(s, seat, out);
    out = add_dice(s, seat, out);
    for (int k = 0; k < PARCHIS_COLOURS; k++)
        *out++ = (float)s->bounces[colour_after(seat, k)] / PARCHIS_BOUNCES;
    for (int k = 0; k < PARCHIS_COLOURS; k++) *out++ = mover_after(s, seat, k) == s->colour;
    *out++ = s->forced == PARCHIS_TEN;
    *out++ = s->forced == PARCHIS_TWENTY;
    const bool one_colour = s->forced != 0 && !parchis_as_course(s, PARCHIS_FORCED_FOR_BOTH);
    for (int k = 0; k < PARCHIS_COLOURS; k++)
        *out++ = one_colour && colour_after(seat, k) == s->forced_colour;
    *out++ = (s->flags & PARCHIS_RUN) != 0;
    *out++ = (s->flags & PARCHIS_BANANA_LOST) != 0;
    *out++ = (float)seat;
}

int parchis_seat_action(const struct th_state *s, int seat, th_action a) {
    (void)s;
    const int piece = parchis_action_piece(a);
    if (piece == PARCHIS_PASS) return (int)a;
    const int places = (parchis_colour(piece) - seat + PARCHIS_COLOURS) % PARCHIS_COLOURS;
    if (places % 2 != 0) return -1; /* the other's colour */
    return (int)parchis_action(parchis_action_die(a), PARCHIS_EACH * places + piece % PARCHIS_EACH);
}

/* ---- names ---- */

int parchis_observations(const struct th_state *s) {
    (void)s;
    return PARCHIS_OBSERVATION;
}

/* "mega_mushroom": the name of a special die, by number from 0. */
static void add_die(char *out, size_t size, const char *before, int special) {
    snprintf(out, size, "%s_%s", before, parchis_die_names[PARCHIS_STAR_DIE + special]);
    for (char *dash = strchr(out, '-'); dash != NULL; dash = strchr(dash, '-')) *dash = '_';
}

const char *parchis_observation_name(const struct th_state *s, int i, char *out, size_t size) {
    static const char *const colours[PARCHIS_COLOURS] = {"own1", "other1", "own2", "other2"};
    static const char *const hands[2][PARCHIS_HAND] = {{"own_first", "own_second"},
                                                       {"other_first", "other_second"}};
    (void)s;
    const enum block block = (enum block)observation_block_of(blocks, &i);
    const int piece = i % PARCHIS_PIECES;
    switch (block) {
    case PIECES:
        snprintf(out, size, "%s_%d_%s", colours[piece / PARCHIS_EACH], piece % PARCHIS_EACH,
                 of_a_piece[i / PARCHIS_PIECES].name);
        break;
    case OWN_ON:
        snprintf(out, size, "square_%d_own", i + 1);
        break;
    case OTHER_ON:
        snprintf(out, size, "square_%d_other", i + 1);
        break;
    case TRAPS:
        snprintf(out, size, "trap_%d", i + 1);
        break;
    case ITEMS:
        snprintf(out, size, "item_%d", parchis_items[i].square);
        break;
    case POOLS:
        snprintf(out, size, "%s_pool_%s", colours[i / POOL_DICE],
                 parchis_die_names[PARCHIS_ONE + i % POOL_DICE]);
        break;
    case OWN_HAND:
    case OTHER_HAND:
        add_die(out, size, hands[block == OTHER_HAND][i / SPECIALS], i % SPECIALS);
        break;
    case BOUNCES:
        snprintf(out, size, "%s_bounces", colours[i]);
        break;
    case TURN:
        snprintf(out, size, "%s_turn", colours[i]);
        break;
    case FORCED:
        snprintf(out, size, "forced_%d", 10 * (i + 1));
        break;
    case FORCED_FOR:
        snprintf(out, size, "%s_forced", colours[i]);
        break;
    case RUN:
        snprintf(out, size, "run_of_six");
        break;
    case TRAPPED:
        snprintf(out, size, "trapped");
        break;
    default:
        snprintf(out, size, "seat");
    }
    return out;
}

const char *parchis_observation_meaning(const struct th_state *s, int i) {
    (void)s;
    const int block = observation_block_of(blocks, &i);
    return block == PIECES ? of_a_piece[i / PARCHIS_PIECES].meaning : blocks[block].meaning;
}
