/* The bots outside of the program, and a log of their faults: `exec` is a child process that speaks
 * the protocol, `lib` a bot in a shared library that is loaded into the program. */
#ifndef EXTERNAL_BOTS_H
#define EXTERNAL_BOTS_H

#include "child.h"
#include "tahur/bot.h"
#include <jansson.h>
#include <stdio.h>

extern const struct th_bot_kind exec_bot, lib_bot;

/* ---- the log of faults (faults.c) ---- */

/* For each bot and kind of fault a count and a description of the first one. Thread-safe: a mutex
 * in faults.c protects the log. */

enum { FAULT_WHAT_BYTES = 400 };
struct fault {
    enum th_fault fault;
    char what[FAULT_WHAT_BYTES];              /* one sentence, without its full stop */
    char stderr_text[CHILD_STDERR_BYTES + 1]; /* the last lines of its standard error; "": none */
};

void faults_note(const char *bot, const struct fault *f);
/* All faults: [{"bot", "fault", "count", "what", "stderr"}, …]. The caller owns the result; the log
 * stays as it is. */
json_t *faults_json(void);
/* Prints all faults and clears the log; NULL: only clears it. */
void faults_print(FILE *out);

/* ---- exec (exec_bot.c) ---- */

/* Details of a bot that exec_bot.make returned: its last fault; its name and version from its
 * answer to hello, before that "". */
const struct fault *exec_bot_fault(const void *self);
const char *exec_bot_name(const void *self);
const char *exec_bot_version(const void *self);

/* The limits of a bot with these options; times are in milliseconds. */
struct exec_limits {
    int64_t cpu;  /* CPU time of all its processes for a move */
    int64_t time; /* wall-clock time for a move */
    int64_t start_time;
    struct child_limits child; /* its folder points into the options */
};
struct exec_limits exec_bot_limits(const struct th_options *o);
/* The time per move that messages announce: the wall-clock time for a bot of one thread. */
int64_t exec_bot_announced(const struct exec_limits *l);

#endif
