/* clang-format off */
/* What a seat sees as a row of numbers, for learning. The layout is fixed: networks depend on it, so
 * a change of it is a new Y_OBSERVATION_LAYOUT. On a board of n cells there are 2n + 3 numbers:
 *
 *   at    numbers
 *    0    n       1 where the seat has a stone, else 0; in the order of the cells' indices, which
 *                 are the numbers of the actions
 *    n    n       the same for the other's stones
 *   2n    1       1 if the seat is in turn, else -1
 *   2n+1  1       1 if the seat in turn may swap, else 0 (always 0 without pie)
 *   2n+2  1       1 if the stone played now may be taken over by a swap, else 0 (likewise)
 *
 * Colours do not matter: a seat sees its own stones and the other's. Which sides a cell lies on
 * follows from its index, so it needs no number. */
/* clang-format on */
#ifndef Y_OBSERVE_H
#define Y_OBSERVE_H

#include "board.h"

#define Y_OBSERVATION_LAYOUT "y 1, 2 numbers a cell and 3"
enum { Y_OBSERVATION_MAX = 2 * Y_CELLS_MAX + 3 };

/* Writes the numbers for this seat, whoever is in turn. */
void y_observe(const struct th_state *s, int seat, float out[]);
/* How many there are, and what the i-th is called and tells. */
int y_observations(const struct th_state *s);
const char *y_observation_name(const struct th_state *s, int i, char *out, size_t size);
const char *y_observation_meaning(const struct th_state *s, int i);

#endif
