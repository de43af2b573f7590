/* Pig with nothing but what a game with chance must have (tahur/game.h), so that nobody comes to
 * rely on the rest. */
#ifndef PIG_BARE_H
#define PIG_BARE_H

#include "tahur/game.h"

extern struct th_game bare_game;

#endif
