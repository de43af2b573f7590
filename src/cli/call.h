/* Commands for other programs, such as Python: a command runs inside of the caller's process and
 * returns what --json prints. */
#ifndef CLI_CALL_H
#define CLI_CALL_H

#include "tahur/bot.h"
#include <jansson.h>

/* A call of a command, filled in by the caller. */
struct command_call {
    const char *name;    /* arena, league, compare, grade, analyze, review, solve or odds */
    int argc;            /* its arguments, as on the command line, without --json */
    char *const *argv;   /* likewise */
    const th_flag *stop; /* set to end it early, as Control-C would; NULL: never */
    const struct th_bot_kind *const *bots; /* of the caller's own (registry.h), or NULL */
    /* Results: */
    int status;            /* one of STATUS_… (command.h) */
    struct th_error error; /* the sentence of a call that failed; "": none */
    char *json;            /* what the command reports, or NULL; the caller frees it */
    json_t *faults;        /* see faults_json; the caller drops it; NULL: no memory */
};

/* Runs it in this thread and returns its status. Standard output, signals and the locale are left
 * alone; a progress bar is drawn where standard error is a terminal. Calls from several threads
 * wait for each other, since faults and shortages are noted for the whole process. A bot must not
 * make a call while it is asked: it would wait for itself. */
int command_call(struct command_call *call);

/* The command of that name; NULL if there is none that can be called. */
const struct command *command_callable(const char *name);

#endif
