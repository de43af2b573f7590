/* Inside of birth.c, on Linux: the process between this program and a bot. It adopts whatever the
 * bot's processes leave (PR_SET_CHILD_SUBREAPER), so that the bot is one tree of processes under
 * one root, also where a process has left its session and its parent. It ends the whole tree when
 * the bot's first process ends, when this program asks for it, and when this program is killed. */
#ifndef EXTERNAL_KEEPER_H
#define EXTERNAL_KEEPER_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

/* Asks a keeper to end the tree. SIGTERM would not do: a service manager sends that one to all
 * processes of a job, and a bot that ends by it has made no fault. */
enum { KEEPER_END = SIGUSR1 };

/* What it writes to the pipe `report` as its last act. */
struct keeper_report {
    int status;    /* of the bot's first process, as waitpid gives it */
    long resident; /* the most that one of the bot's processes held at once, as in struct rusage */
};

/* Becomes a keeper, in a process that was just forked with all signals blocked: calls only
 * functions that are safe between fork and exec. Returns in the child that is to become the bot;
 * never returns in the keeper. */
void keeper_begin(pid_t program, int report, int failure);

#endif
