/* Control-C: the first one asks the command to end well, the second ends it at once, and with it
 * all programs that play as its bots. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include "tahur/option.h"
#include <stdatomic.h>

/* From now on the returned flag is set by Control-C (unless that is ignored, as under nohup). */
const atomic_bool *interrupt_watch(void);
/* Says that the command was stopped before it had anything to tell; the exit status. */
int interrupt_stopped(const char *command);
/* The flag --threads of a command, or all cores if it was not given. */
int thread_count(const struct th_options *flags);

#endif
