/* The classical playout, move by move: what fills replace, and are measured against. */
#ifndef Y_PLAYOUT_H
#define Y_PLAYOUT_H

#include "board.h"
#include "tahur/rng.h"

/* Plays random moves to the end from a position that is not over; returns the winner. */
int y_playout(const struct y *s, struct th_rng *rng);

#endif
