/* All processes of a bot: the tree under its keeper (keeper.h). Measures the tree, stops it while
 * the bot waits for its turn, and continues it.
 *
 * Signals to the process group would miss a process that has called setsid; the tree has no such
 * gap. Where the system has no /proc, nothing is measured and signals go to the process group. */
#ifndef EXTERNAL_GROUP_H
#define EXTERNAL_GROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct group_member {
    pid_t pid;
    int depth;       /* below the keeper, which is 0 */
    char state;      /* as /proc has it: R, S, T, Z, … */
    int threads;     /* 0: it ended before it was read */
    clockid_t clock; /* of its CPU time */
    int64_t cpu;     /* nanoseconds of its own at the last sample */
};

enum group_state { GROUP_RUNS, GROUP_WAITS, GROUP_STOPPING, GROUP_STOPPED };

/* One thread at a time uses it; `state`, `since` and `next` belong to the lock of group.c. It must
 * not move between group_begin and group_end. */
struct group {
    pid_t root;
    int helpers; /* levels below the root that are not the bot's: bubblewrap has two */
    struct group_member *member;
    int members, room;
    int64_t reaped;                /* nanoseconds of ended children, at the last scan */
    int64_t seen;                  /* nanoseconds that members were seen to use, ever */
    int64_t scanned_at;            /* of child_clock; 0: never */
    int64_t base_total, base_seen; /* at group_mark */
    enum group_state state;
    int64_t since; /* when it began to wait */
    struct group *next;
};

void group_begin(struct group *g, pid_t root, int helpers);
/* Forgets the group and continues its processes if they are stopped. */
void group_end(struct group *g);

/* The bot is asked: its processes run again. */
void group_continue(struct group *g);
/* The bot has answered: its processes are stopped soon, unless it is asked before. */
void group_wait(struct group *g);

/* From here on CPU time counts. */
void group_mark(struct group *g);

struct group_use {
    int64_t cpu;            /* nanoseconds of all processes since group_mark */
    int processes, threads; /* that live */
    int64_t memory;         /* bytes in use, by all; shared memory counts for each */
    bool ready;             /* some thread runs, or would if it had a processor */
};
struct group_use group_look(struct group *g);

#endif
