/* exec: a bot that is another program, a child process that speaks the protocol. */
#ifndef EXTERNAL_EXEC_BOT_H
#define EXTERNAL_EXEC_BOT_H

#include "child.h"
#include "faults.h"
#include "tahur/bot.h"

extern const struct th_bot_kind exec_bot;

/* For whoever wants to know more than a match does: the last fault of a bot that exec_bot made, its
 * name and version as it told them, until then "". */
const struct fault *exec_bot_fault(const void *self);
const char *exec_bot_name(const void *self);
const char *exec_bot_version(const void *self);

/* What a bot with these options may use, in milliseconds where it is time. */
struct exec_limits {
    int64_t cpu;  /* for a move, of all its processes */
    int64_t time; /* the same by the clock */
    int64_t start_time;
    struct child_limits child; /* its folder lives as long as the options */
};
struct exec_limits exec_bot_limits(const struct th_options *o);
/* The time that messages announce: what a bot of one thread may spend by its own clock. */
int64_t exec_bot_announced(const struct exec_limits *l);

#endif
