/* A game that is often drawn: each seat in turn names a number from 0 to 2, and those with the
 * highest share the win. */
#ifndef PIG_TIES_H
#define PIG_TIES_H

#include "tahur/game.h"

extern const struct th_game ties_game;

#endif
