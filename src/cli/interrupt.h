/* Signals that ask the program to end: Control-C (SIGINT), SIGTERM (timeout, Slurm, containers) and
 * SIGHUP (the terminal was closed). The first one asks the command to report, save and end; another
 * one, a second later or more, ends the program at once, and with it all programs that play as its
 * bots. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include "tahur/option.h"
#include <signal.h>
#include <stdatomic.h>

/* From now on the returned flag is set by these signals. A signal that the program was started to
 * ignore stays ignored (SIGHUP under nohup, SIGINT of background jobs). */
const atomic_bool *interrupt_watch(void);
/* The same as if this process had received the signal. Async-signal-safe. */
void interrupt_ask(int signal_number);
/* The signal that asked; 0: none did. */
int interrupt_signal(void);

/* Says that the command was stopped before it had anything to report; the exit status. */
int interrupt_stopped(const char *command);
/* The flag --threads of a command, or all cores if it was not given. */
int thread_count(const struct th_options *flags);

#endif
