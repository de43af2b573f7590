/* All processes of a bot: the process tree under its supervisor (spawn.h). Measures the tree, stops
 * it while the bot waits for its turn, and continues it.
 *
 * Signals to the process group would miss a process that has called setsid; the tree includes it.
 * Without /proc nothing is measured, and signals go to the process group. */
#ifndef EXTERNAL_PROCESS_TREE_H
#define EXTERNAL_PROCESS_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct tree_process {
    pid_t pid;
    int depth;       /* in the tree; the supervisor is 0 */
    char state;      /* as in /proc: R, S, T, Z, … */
    int threads;     /* 0: it ended before it could be read */
    clockid_t clock; /* of its CPU time */
    int64_t cpu;     /* nanoseconds, at the last sample */
};

enum tree_state { TREE_RUNS, TREE_WAITS, TREE_STOPPING, TREE_STOPPED };

/* One thread at a time uses it, except `state`, `since` and `next`, which the mutex in
 * process_tree.c protects. It must not move in memory between process_tree_begin and
 * process_tree_end. */
struct process_tree {
    pid_t root;
    int helpers; /* levels below the root that are not the bot's: two of bubblewrap */
    struct tree_process *process; /* owned */
    int processes, room;
    pid_t *stopped; /* the processes that were stopped, to be continued; owned */
    int stops, stop_room;
    bool unread;    /* the last scan lacked file descriptors or memory: its values are useless */
    bool unmarked;  /* the same for the scan at process_tree_mark */
    int64_t reaped; /* nanoseconds of ended children, at the last scan */
    int64_t seen;   /* nanoseconds of all processes, summed over all samples */
    int64_t scanned_at;            /* of child_clock; 0: never */
    int64_t base_total, base_seen; /* at process_tree_mark */
    enum tree_state state;
    int64_t since; /* when it began to wait */
    struct process_tree *next;
};

void process_tree_begin(struct process_tree *t, pid_t root, int helpers);
/* Continues the processes if they are stopped, and frees the list. */
void process_tree_end(struct process_tree *t);

/* Lets the processes run again (SIGCONT). */
void process_tree_continue(struct process_tree *t);
/* Stops the processes (SIGSTOP) soon, unless process_tree_continue comes first. */
void process_tree_pause(struct process_tree *t);

/* Starts to count CPU time. */
void process_tree_mark(struct process_tree *t);

struct process_use {
    int64_t cpu;            /* nanoseconds of all processes since process_tree_mark; 0: unknown */
    int processes, threads; /* alive */
    int64_t memory;         /* bytes in use by all; shared memory counts once per process */
    bool ready;             /* some thread runs or is ready to run */
};
struct process_use process_tree_measure(struct process_tree *t);

#endif
