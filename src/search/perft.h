/* Counting sequences of actions: the classical check of a move generator, and of its speed. */
#ifndef SEARCH_PERFT_H
#define SEARCH_PERFT_H

#include "tahur/game.h"

enum { PERFT_DEPTH_MAX = 32 };

/* How many sequences of exactly so many actions there are from here; what chance does counts as an
 * action. A game that is over has none. Every action is made, the last of a sequence too. False and
 * the reason if there is no memory. */
bool perft(const struct th_game *game, const struct th_state *s, int depth, uint64_t *sequences,
           struct th_error *e);

#endif
