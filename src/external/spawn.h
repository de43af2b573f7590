/* Inside of child.c: creates child processes and kills them.
 *
 * On Linux a supervisor process stands between this program and a bot. It adopts the orphans of the
 * bot's processes (PR_SET_CHILD_SUBREAPER), so that the bot is one process tree under one root,
 * even if a process has left its session and its parent. It kills the whole tree when the bot's
 * first process ends, when this program requests it, and when this program dies. */
#ifndef EXTERNAL_SPAWN_H
#define EXTERNAL_SPAWN_H

#include "child.h"

/* What to start. */
struct spawn_request {
    const char *const *arguments;
    const char *const *environment; /* NULL: that of this program */
    const char *folder;             /* its working directory; NULL: that of this program */
    struct child_limits limits;
};

/* Our ends of the pipes of a process; the caller closes them. */
struct spawn_pipes {
    int to, from, errors;
    int report; /* the supervisor writes a struct spawn_report here; -1: no supervisor */
};

/* The last thing that a supervisor writes to the pipe `report`. */
struct spawn_report {
    int status;    /* of the bot's first process, as waitpid returns it */
    long resident; /* peak memory of one of the bot's processes, as in struct rusage */
};

/* Starts a process. Returns its id, or that of its supervisor; 0 with the reason on failure. It
 * fails only if this program or the system lacks something, with one exception: the memory limit is
 * too small to start at all, and *too_small is set. */
pid_t spawn_child(const struct spawn_request *request, struct spawn_pipes *pipes, bool *too_small,
                  struct th_error *e);
/* Removes a process from the table of live children. Call it before waitpid: after that, the id may
 * belong to another process. */
void spawn_forget(pid_t pid);
/* Kills a child and all processes that it has started. Async-signal-safe. */
void spawn_kill(pid_t pid);

/* Starts a detached thread that lives as long as the program. All signals are blocked in it, so
 * that no handler runs while it holds a mutex. */
bool spawn_service_thread(void *(*run)(void *));

#endif
