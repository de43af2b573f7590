/* A sum over units for every place of a turn: what outlook.c and network.c have in common.
 *
 * Every column adds a row to the units; what is left of a unit above 0, times its weight, is summed
 * up. A turn changes up to three columns, so most units are above 0, or below, in a whole block of
 * places: they are linear there, and only the others are looked at place by place. */
#ifndef CANTSTOP_UNITS_H
#define CANTSTOP_UNITS_H

#include "board.h"
#include "turn.h"

enum { UNITS = 64, UNITS_STEPS = CANTSTOP_RUNNER + 1 };

struct units {
    float base[UNITS]; /* what does not change in the turn */
    float row[CANTSTOP_COLUMNS][UNITS_STEPS][UNITS]; /* by steps of this turn, 0 to its room */
    float weight[UNITS], bias;
};

/* For each place of the turn, which is laid out, the sum; returns that of the start. */
double units_fill(const struct units *n, const struct cantstop_turn *t, double out[]);

#endif
