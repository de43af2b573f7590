/* Shared libraries with a bot in them (tahur/bot_library.h): loaded once, checked, and kept until
 * the program ends. For any number of threads. */
#ifndef EXTERNAL_LIBRARY_H
#define EXTERNAL_LIBRARY_H

#include "tahur/bot.h"

/* The bot in the file; NULL and the reason if there is none that could be asked. */
const struct th_bot_kind *library_bot(const char *path, struct th_error *e);

#endif
