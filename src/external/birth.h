/* Inside of child.c: making a process. */
#ifndef EXTERNAL_BIRTH_H
#define EXTERNAL_BIRTH_H

#include "child.h"

/* What to start. */
struct birth_order {
    const char *const *arguments;
    const char *const *environment; /* NULL: that of this program */
    const char *folder;             /* its working directory; NULL: that of this program */
    struct child_limits limits;
};

/* Our ends of the pipes of a process. */
struct birth_pipes {
    int to, from, errors;
    int report; /* where its keeper writes; -1: it has none on this system */
};

/* A new process, or the one that keeps it (keeper.h); 0 and the reason. It fails only where this
 * program or the system lacks something, but for one case: the limit of memory is not enough even
 * to begin with, and *too_small is set. */
pid_t birth_of(const struct birth_order *order, struct birth_pipes *pipes, bool *too_small,
               struct th_error *e);
/* To be called before it is waited for: then its number may soon be another's. */
void birth_forget(pid_t pid);
/* Ends it, and all processes that it has started. Safe in a signal handler. */
void birth_kill(pid_t pid);

/* Starts a thread that lives as long as the program. Signals go to the other threads: this one may
 * hold a lock. */
bool birth_thread(void *(*run)(void *));

/* Closes all file descriptors above standard error but one. Safe between fork and exec. */
void birth_close_others(int but);

#endif
