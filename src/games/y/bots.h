#ifndef Y_BOTS_H
#define Y_BOTS_H

#include "tahur/bot.h"

/* Ended by NULL. */
extern const struct th_bot_kind *const y_bots[];

#endif
