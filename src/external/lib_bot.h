/* lib: a bot in a shared library, which is loaded into the program. */
#ifndef EXTERNAL_LIB_BOT_H
#define EXTERNAL_LIB_BOT_H

#include "tahur/bot.h"

extern const struct th_bot_kind lib_bot;

#endif
