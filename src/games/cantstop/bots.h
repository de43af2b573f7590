#ifndef CANTSTOP_BOTS_H
#define CANTSTOP_BOTS_H

#include "tahur/bot.h"

/* Ended by NULL. */
extern const struct th_bot_kind *const cantstop_bots[];

#endif
