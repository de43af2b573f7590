/* clang-format off */
/* What a seat sees as a row of numbers, for learning. The layout is fixed: networks depend on it, so
 * a change of it is a new PARCHIS_OBSERVATION_LAYOUT.
 *
 * Colours come in play order from the seat's first: own1, other1, own2, other2, which is yellow,
 * blue, red, green for player 0 and blue, red, green, yellow for player 1. Squares are counted from
 * there too: own1 leaves home to square 4 and leaves the track behind square 68, other1 to 21.
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
 * What happened before is not told: the number of the turn and the last die do not matter for what
 * follows. Nor are the options, which do not change in a game. */
/* clang-format on */
#ifndef PARCHIS_OBSERVE_H
#define PARCHIS_OBSERVE_H

#include "board.h"

#define PARCHIS_OBSERVATION_LAYOUT "parchis 1, 437 numbers"
enum { PARCHIS_OBSERVATION = 437 };

/* Writes the numbers for this seat, whoever is in turn. */
void parchis_observe(const struct th_state *s, int seat, float out[]);
/* How many there are, and what the i-th is called and tells. */
int parchis_observations(const struct th_state *s);
const char *parchis_observation_name(const struct th_state *s, int i, char *out, size_t size);
const char *parchis_observation_meaning(const struct th_state *s, int i);

#endif
