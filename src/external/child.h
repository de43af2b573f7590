/* A child process: writes lines to its standard input, reads lines from its standard output, keeps
 * the tail of its standard error, and ends it. One thread at a time uses a struct child.
 *
 * Every child has its own session: Control-C at the terminal does not reach it. When it ends or is
 * killed, so are all the processes that it has started: on Linux in any session, elsewhere those of
 * its process group. It inherits no file except its three pipes. */
#ifndef EXTERNAL_CHILD_H
#define EXTERNAL_CHILD_H

#include "process_tree.h"
#include "tahur/error.h"
#include "tahur/flag.h"
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CHILD_LINE_BYTES = 65536,   /* the longest line that is read, including its newline */
    CHILD_STDERR_BYTES = 2048,  /* that are kept of the end of standard error */
    CHILD_THREADS_EACH = 16,    /* threads allowed per allowed process */
    CHILD_OPEN_FILES = 256,     /* of a process in a sandbox */
    CHILD_SCRATCH_MAX = 64,     /* MB: see child_scratch */
    CHILD_DEADLINE_FACTOR = 10, /* see child_resume */
};

#define CHILD_NO_FOLDER "-"

/* 0 means no limit. */
struct child_limits {
    int64_t memory;     /* in use by all its processes, in MB; also the data limit of each */
    int64_t processes;  /* at once, and CHILD_THREADS_EACH times as many threads */
    bool sandbox;       /* under bubblewrap (sandbox.h) */
    const char *folder; /* its working directory, and what it sees in a sandbox; NULL: the working
                         * directory of this program, and what the command names; CHILD_NO_FOLDER:
                         * none. Must outlive the child */
    bool writable;      /* it may write to its folder, as a build does */
};

/* Size in MB of each of the two writable folders of a sandbox, and of one file in them. */
static inline int64_t child_scratch(const struct child_limits *l) {
    const int64_t quarter = l->memory / 4;
    return l->memory == 0 || quarter > CHILD_SCRATCH_MAX ? CHILD_SCRATCH_MAX
           : quarter == 0                                ? 1
                                                         : quarter;
}

struct child {
    pid_t pid; /* of its supervisor, if it has one (spawn.h); 0: there is no child */
    int to, from, errors, report;
    struct child_limits limits;
    struct process_tree tree;
    int64_t processors;  /* of the machine */
    int64_t cpu;         /* nanoseconds allowed until the next line; 0: no limit */
    int64_t asked_at;    /* when `cpu` began to count */
    int64_t latest;      /* the latest value of a moved deadline */
    int64_t checked_at;  /* when its limits were checked last */
    const th_flag *stop; /* set: child_send and child_receive return; NULL: never */
    bool eof;            /* its standard output has ended */
    char *buffer;        /* unread output, CHILD_LINE_BYTES of room; owned */
    size_t size, next;   /* its size; the end of the line that was returned last */
    char stderr_tail[CHILD_STDERR_BYTES];
    size_t stderr_size;
    char breach[120]; /* which limit it broke, as a sentence */
};

/* Whether this machine can enforce the limits; if not, the reason. A sandbox is tried once. */
bool child_check(const struct child_limits *limits, struct th_error *e);

/* Starts a shell command. False with the reason if this program lacks memory, file descriptors or
 * processes, or, with *too_small set, if the memory limit is too small. An error of the shell shows
 * only when lines are exchanged. */
bool child_start(struct child *c, const char *command, const struct child_limits *limits,
                 bool *too_small, struct th_error *e);

enum child_result {
    CHILD_OK,            /* the line was sent, or one was received */
    CHILD_TIMEOUT,       /* the deadline has passed */
    CHILD_CPU_TIMEOUT,   /* it has used its CPU time */
    CHILD_OVER_LIMIT,    /* its processes together broke a limit: `breach` */
    CHILD_EOF,           /* it has ended, or closed its end of the pipe */
    CHILD_LINE_TOO_LONG, /* more than CHILD_LINE_BYTES without a newline */
    CHILD_POLL_FAILED,   /* poll failed: the system lacks something */
    CHILD_CANCELLED,     /* the flag `stop` was set */
};

/* The clock of deadlines, in nanoseconds. */
int64_t child_clock(void);
/* Lets its processes run, and limits their CPU time until the next line to `cpu` nanoseconds (0: no
 * limit). With a limit, a deadline after `time` nanoseconds is extended by the time in which the
 * child was ready to run, up to CHILD_DEADLINE_FACTOR times `time`. */
void child_resume(struct child *c, int64_t cpu, int64_t time);
/* Nanoseconds of CPU time that its processes have used since child_resume with a limit; 0: not
 * known. */
int64_t child_cpu(struct child *c);
/* Stops its processes (SIGSTOP) until child_resume or child_stop. */
void child_pause(struct child *c);
/* Sends bytes, which should end with a newline. */
enum child_result child_send(struct child *c, const char *bytes, size_t size, int64_t deadline);
/* Receives the next line, without its newline; valid until the next call. */
enum child_result child_receive(struct child *c, int64_t deadline, char **line, size_t *size);

struct child_end {
    bool stopped;   /* it was killed: it did not end by itself */
    int status;     /* as waitpid returns it */
    int64_t memory; /* peak memory of it, or of a process it waited for, in MB */
};

/* Closes its standard input, waits up to `milliseconds` for its end, and then kills all its
 * processes. The tail of its standard error stays readable. */
struct child_end child_stop(struct child *c, int milliseconds);
/* Frees its buffers. */
void child_drop(struct child *c);

/* The tail of its standard error as printable lines. Returns `out`. */
const char *child_stderr_text(const struct child *c, char out[CHILD_STDERR_BYTES + 1]);

/* A handler of signals that end the program: kills all children, then raises the signal with its
 * default action. */
void child_end_all(int signal_number);

#endif
