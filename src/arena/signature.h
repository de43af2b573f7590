/* The signature of the program: a digest over a fixed small run of every game with every bot. A
 * change that is not meant to alter play must not alter it; it is the same on every machine. */
#ifndef ARENA_SIGNATURE_H
#define ARENA_SIGNATURE_H

#include "tahur/game.h"

bool signature_of_game(const struct th_game *game, uint64_t *signature, struct th_error *e);
bool signature_of_all(uint64_t *signature, struct th_error *e);

#endif
