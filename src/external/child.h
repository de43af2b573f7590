/* Another program as a child process: lines to its standard input, lines from its standard output,
 * the last words of its standard error, and its end.
 *
 * Every child has a session of its own: Control-C at the terminal does not reach it. When it ends
 * or is ended, so are all the processes that it has started: on Linux whatever session they are in,
 * elsewhere those of its process group. It inherits no file but its three pipes. */
#ifndef EXTERNAL_CHILD_H
#define EXTERNAL_CHILD_H

#include "group.h"
#include "tahur/error.h"
#include "tahur/flag.h"
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CHILD_LINE_BYTES = 65536, /* the longest line that is read, with its end */
    CHILD_WORDS_BYTES = 2048, /* of standard error that are kept, the last ones */
    CHILD_THREADS_EACH = 16,
    CHILD_OPEN_FILES = 256, /* of a process in a sandbox */
    CHILD_SCRATCH_MAX = 64,
    CHILD_PATIENCE = 10,
};

#define CHILD_NO_FOLDER "-"

/* Limits that are 0 are none. */
struct child_limits {
    int64_t memory;     /* in use by all its processes, in MB; and each one's data, at most */
    int64_t processes;  /* at once; and CHILD_THREADS_EACH times as many threads */
    bool sandbox;       /* under bubblewrap (sandbox.h) */
    const char *folder; /* its working directory, and what it sees in a sandbox; NULL: the working
                         * directory of this program, and what the command names; CHILD_NO_FOLDER:
                         * none. Must live as long as the child */
};

/* MB of each of the two folders in a sandbox that can be written, and of one file in them. */
static inline int64_t child_scratch(const struct child_limits *l) {
    const int64_t quarter = l->memory / 4;
    return l->memory == 0 || quarter > CHILD_SCRATCH_MAX ? CHILD_SCRATCH_MAX
           : quarter == 0                                ? 1
                                                         : quarter;
}

struct child {
    pid_t pid; /* of its keeper, where there are keepers; 0: there is no child */
    int to, from, errors, report;
    struct child_limits limits;
    struct group group;
    int64_t processors;  /* of the machine */
    int64_t cpu;         /* nanoseconds that may be used until the next line; 0: no limit */
    int64_t asked_at;    /* when that began to count */
    int64_t latest;      /* how far a deadline may be moved */
    int64_t looked_at;   /* when its limits were looked at last */
    const th_flag *stop; /* set: child_send and child_receive wait no longer; NULL: never */
    bool silent;         /* its standard output has ended */
    char *held;          /* what it wrote and was not taken yet, CHILD_LINE_BYTES of room */
    size_t size, next;   /* of that; where the line that was taken last ends */
    char words[CHILD_WORDS_BYTES];
    size_t words_size;
    char breach[120]; /* the limit that it broke, in words */
};

/* Whether the limits can be kept on this machine; if not, the reason. A sandbox is tried once. */
bool child_check(const struct child_limits *limits, struct th_error *e);

/* Starts a command, as the shell understands it; false and the reason: this program lacks memory,
 * file descriptors or processes, or, with *too_small set, the limit of memory is too small. Whether
 * the shell can run the command shows later. */
bool child_start(struct child *c, const char *command, const struct child_limits *limits,
                 bool *too_small, struct th_error *e);

enum child_news {
    CHILD_DID,     /* the line was sent, or one was received */
    CHILD_LATE,    /* not until the deadline */
    CHILD_BUSY,    /* not with the CPU time that it had */
    CHILD_GREEDY,  /* it broke a limit of its whole group: `breach` */
    CHILD_SILENT,  /* it has ended, or closed that end of its pipe */
    CHILD_ENDLESS, /* its line is too long */
    CHILD_UNHEARD, /* this program cannot wait for it: the system lacks something */
    CHILD_STOPPED, /* the flag `stop` was set */
};

/* Nanoseconds of the clock that deadlines are of. */
int64_t child_clock(void);
/* Its processes run from now on, and the CPU time until the next line is limited to so many
 * nanoseconds; 0: it is not. Where it is limited, a deadline after `time` nanoseconds is moved on
 * while the child is ready to run, up to CHILD_PATIENCE times as far. */
void child_wake(struct child *c, int64_t cpu, int64_t time);
/* It waits for its turn: its processes are stopped until child_wake or child_stop. */
void child_rest(struct child *c);
/* Sends bytes, which should end with a newline. */
enum child_news child_send(struct child *c, const char *bytes, size_t size, int64_t deadline);
/* The next line, without its end, good until the next call. */
enum child_news child_receive(struct child *c, int64_t deadline, char **line, size_t *size);

struct child_end {
    bool stopped;   /* it had to be stopped: it did not end by itself */
    int status;     /* as waitpid gives it */
    int64_t memory; /* the most that it, or a process it waited for, held at once, in MB */
};

/* Closes its standard input, gives it so much time to end, and then ends all its processes. What it
 * wrote to standard error stays. */
struct child_end child_stop(struct child *c, int milliseconds);
/* Forgets its words. */
void child_drop(struct child *c);

/* What it wrote last to standard error, as text of clean lines. Returns `out`. */
const char *child_words(const struct child *c, char out[CHILD_WORDS_BYTES + 1]);

/* A handler of signals that end the program: ends all children there are, and lets the signal do
 * what it does by default. */
void child_end_all(int signal_number);

#endif
