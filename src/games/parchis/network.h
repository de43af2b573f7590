/* The learned evaluation: a small network of whole numbers, the same on every machine.
 *
 * A position is seen from the colour in turn: the board turns so that colour 0 is the one in turn,
 * 1 the next and so on; even ones are the mover's. Some 22 rows of a table are true of a position
 * and are added up, a number for each unit. The sums, clipped to 0..PARCHIS_ONE_UNIT and squared,
 * are weighted by the kind of position, and their sum is the value for the mover
 * (network_weights.h). The rows are added up anew for every position: the view turns with every
 * ply, and a ply changes pools, dangers and items besides the piece that moves. */
#ifndef PARCHIS_NETWORK_H
#define PARCHIS_NETWORK_H

#include "board.h"

/* For th_search. A state in which a 10 or 20 is owed is valued as if it were not: searches go on
 * there. */
int parchis_network_evaluate(const struct th_state *s, int seat);

/* ---- for fitting (bench/parchis_network.c) ---- */

/* What threatens a piece on the track, or what it waits for elsewhere. Safe squares need no class:
 * they are safe by their place. */
enum parchis_danger {
    PARCHIS_NO_DANGER, /* also of pieces that cannot be eaten */
    PARCHIS_BARRED,    /* in a barrier */
    PARCHIS_LATER,     /* eaten with a die that is spent for now */
    PARCHIS_NOW,       /* with a die that the other has when it moves next; at home and in the
                          corridor: its player then has the 5 or the die to the goal */
    PARCHIS_STARRED,   /* by a star within reach */
    PARCHIS_DANGERS
};

/* What can be true of a position, as rows of the table. Colours count from the one in turn. */
enum parchis_row {
    /* Each piece: colour, steps to the goal (0–75; 76: at home), danger. */
    PARCHIS_ROW_PIECE,
    PARCHIS_FROM_HOME = 76,
    PARCHIS_ROW_STATE = PARCHIS_ROW_PIECE + PARCHIS_COLOURS * 77 * PARCHIS_DANGERS,
    /* Pieces that are not normal: colour, condition, turns left. */
    PARCHIS_ROW_POOL = PARCHIS_ROW_STATE + PARCHIS_COLOURS * 5 * 8,
    /* The pool of each colour; in the course of the mover and the other. */
    PARCHIS_ROW_HAND = PARCHIS_ROW_POOL + PARCHIS_COLOURS * 32,
    /* Both dice in the hand of the mover, of the other; the smaller number first. */
    PARCHIS_ROW_ITEMS = PARCHIS_ROW_HAND + 2 * 11 * 11,
    /* The items on each quarter of the track, and which of the two kinds of quarters it is. */
    PARCHIS_ROW_BOUNCES = PARCHIS_ROW_ITEMS + PARCHIS_COLOURS * 2 * 64,
    /* Bounces of a colour, 2–30 by twos. */
    PARCHIS_ROW_TRAPS = PARCHIS_ROW_BOUNCES + PARCHIS_COLOURS * 16,
    /* Traps on a square, counted from the quarter of the colour in turn. */
    PARCHIS_ROWS = PARCHIS_ROW_TRAPS + PARCHIS_TRACK,
};

enum {
    PARCHIS_TRUE_MAX = 2 * PARCHIS_PIECES + PARCHIS_COLOURS + 2 + 2 * PARCHIS_COLOURS +
                       PARCHIS_TRAPS, /* rows that are true of a position */
    PARCHIS_UNITS = 32,
    PARCHIS_ONE_UNIT = 127, /* where a unit is clipped */
    /* The largest weights of a row and of a kind, so that sums do not overflow. */
    PARCHIS_ROW_MAX = INT16_MAX / (PARCHIS_TRUE_MAX + 1),
    PARCHIS_OUT_MAX = INT16_MAX / PARCHIS_ONE_UNIT,
    /* The kind of a position: rule set, most pieces that a colour of the mover and of the other has
     * in the goal. */
    PARCHIS_KINDS = 2 * 3 * 3,
};

/* The rows that are true, as seen from a colour of the mover; returns how many. */
int parchis_network_rows(const struct parchis *s, int turn, uint16_t out[PARCHIS_TRUE_MAX]);
int parchis_network_kind(const struct parchis *s);

#endif
