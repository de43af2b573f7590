/* exec: a bot that is another program, a child process that speaks the protocol. */
#ifndef EXTERNAL_EXEC_BOT_H
#define EXTERNAL_EXEC_BOT_H

#include "faults.h"
#include "tahur/bot.h"

extern const struct th_bot_kind exec_bot;

/* For whoever wants to know more than a match does: the last fault of a bot that exec_bot made, its
 * name and version as it told them, until then "". */
const struct fault *exec_bot_fault(const void *self);
const char *exec_bot_name(const void *self);
const char *exec_bot_version(const void *self);

#endif
