/* clang-format off */
/* What a seat sees as a row of numbers, for learning. The layout is fixed: networks depend on it, so
 * a change of it is a new CANTSTOP_OBSERVATION_LAYOUT. With p players there are 13p + 33 numbers, 45
 * in solitaire. Seats come in play order from the one that looks: own, other1, other2, other3.
 *
 *   at      numbers
 *    0      11p     for each seat, for each column: banked progress / height
 *   11p     p       for each seat: columns completed / 5
 *   12p     11      for each column: steps of this turn by the seat in turn / height
 *   12p+11  1       runners left / 3
 *   12p+12  1       columns the seat in turn would have completed if it banked now / 5
 *   12p+13  1       the probability that the next roll of this turn does not bust
 *   12p+14  1       1 if a move is to be chosen for a roll, else 0
 *   12p+15  1       1 if the seat in turn decides whether to stop, else 0
 *   12p+16  6       of the roll a move is to be chosen for: how many dice show 1, 2 … 6, / 4
 *   12p+22  11      for each column: 1 if the roll allows a step in it, else 0
 *   12p+33  p       for each seat: 1 if it is in turn, else 0; not in solitaire
 *
 * How many turns there were and how often it was rolled in this one is not told: it does not matter
 * for what follows. Nor are the options, which do not change in a game: whether both sums of a
 * pairing must move shows in which actions are legal. */
/* clang-format on */
#ifndef CANTSTOP_OBSERVE_H
#define CANTSTOP_OBSERVE_H

#include "board.h"

#define CANTSTOP_OBSERVATION_LAYOUT "cantstop 1, 13 numbers a player and 33"
enum { CANTSTOP_OBSERVATION_MAX = 13 * TH_SEATS_MAX + 33 };

/* Writes the numbers for this seat, whoever is in turn. */
void cantstop_observe(const struct th_state *s, int seat, float out[]);
/* How many there are, and what the i-th is called and tells. */
int cantstop_observations(const struct th_state *s);
const char *cantstop_observation_name(const struct th_state *s, int i, char *out, size_t size);
const char *cantstop_observation_meaning(const struct th_state *s, int i);

#endif
