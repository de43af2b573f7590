/* A sum over units for every place of a turn: what outlook.c and network.c have in common.
 *
 * Every column adds a row to the units; what is left of a unit above 0, times its weight, is summed
 * up. A turn changes up to three columns, so most units are above 0, or below, in a whole block of
 * places: they are linear there, and only the others are looked at place by place. */
#ifndef CANTSTOP_UNITS_H
#define CANTSTOP_UNITS_H

#include "board.h"
#include "turn.h"

enum { UNITS = 64, UNITS_STEPS = CANTSTOP_RUNNER + 1, UNITS_ROW = 16 };

struct units {
    /* By the user: what does not change in the turn; rows by steps of this turn, 0 to its room. */
    float base[UNITS], row[CANTSTOP_COLUMNS][UNITS_STEPS][UNITS];
    float weight[UNITS], bias;
    /* By units_begin: with no step anywhere; of each column the least and the largest of its rows,
     * but for that of no step; and the rows by unit, from the first step on, so that places are
     * next to each other. */
    float start[UNITS];
    float low[CANTSTOP_COLUMNS][UNITS], high[CANTSTOP_COLUMNS][UNITS];
    float by_unit[CANTSTOP_COLUMNS][UNITS][UNITS_ROW];
};

/* For a turn with this room. Returns the sum where it begins. */
double units_begin(struct units *n, const int room[CANTSTOP_COLUMNS]);
/* The sum for each place of a block. */
void units_fill(const struct units *n, const struct turn_block *b, double out[]);

#endif
