#ifndef CANTSTOP_BOTS_H
#define CANTSTOP_BOTS_H

#include "tahur/bot.h"

extern const struct th_bot_kind cantstop_turn_optimal;

/* Ended by NULL. */
extern const struct th_bot_kind *const cantstop_bots[];

#endif
