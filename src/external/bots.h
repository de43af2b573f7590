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
/* The name under which the bot with this spec is printed. */
void faults_name(const char *spec, const char *name);
/* The last fault of an external bot, with its details; NULL: it is none of them, or its last answer
 * was none. */
const struct fault *fault_of_bot(const struct th_bot_kind *kind, const void *self);
/* Counts faults of a bot in games that count: `first` is the first of them, or NULL where no
 * details of it are known but those that faults_note was given. */
void faults_count(const char *spec, const char *name, enum th_fault fault,
                  const struct fault *first, uint64_t count);
/* Forgets all that faults_note was given, and keeps what was counted. */
void faults_drop_uncounted(void);
/* Prints the lines of a tail of standard error, each after this text. */
void fault_print_stderr(const char *stderr_text, const char *before, FILE *out);
/* Prints all faults and clears the log; NULL: only clears it. */
void faults_print(FILE *out);

/* ---- lib (lib_bot.c) ---- */

const struct fault *lib_bot_fault(const void *self);

/* ---- exec (exec_bot.c) ---- */

/* Details of a bot that exec_bot.make returned: its last fault; its name and version from its
 * answer to hello, before that "". */
const struct fault *exec_bot_fault(const void *self);
const char *exec_bot_name(const void *self);
const char *exec_bot_version(const void *self);

/* Starts the process of such a bot and greets it. False: it is at fault (exec_bot_fault), which is
 * not in the log. Where it cannot be known, since this program lacks something or `stop` (may be
 * NULL) is set, the result is true. */
bool exec_bot_try_start(void *self, const th_flag *stop);

/* The limits of a bot with these options (exec_limits.c); times are in milliseconds. */
extern const struct th_option exec_bot_options[];
struct exec_limits {
    int64_t cpu;   /* CPU time of all its processes for a move */
    int64_t clock; /* the same for all moves of a game; 0: no limit */
    int64_t time;  /* wall-clock time for a move */
    int64_t start_time;
    struct child_limits child; /* its folder points into the options */
};
struct exec_limits exec_bot_limits(const struct th_options *o);
/* The time per move that messages announce: the wall-clock time for a bot of one thread. */
int64_t exec_bot_announced(const struct exec_limits *l);

#endif
