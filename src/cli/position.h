/* Positions that a user gives. */
#ifndef CLI_POSITION_H
#define CLI_POSITION_H

#include "tahur/game.h"

/* Whether a seat decides there; otherwise it says what is the matter, and, where chance moves, a
 * position that can be reached from there with this seed. `room` is for one state. */
bool position_decides(const struct th_game *game, const struct th_state *s, struct th_state *room,
                      uint64_t seed, struct th_error *e);

#endif
