/* The bubblewrap command line that starts a bot in a sandbox: separate namespaces for users,
 * processes, network, IPC, host name and control groups; no capabilities; a cleared environment;
 * and, read-only, the system's programs and libraries, the interpreter and the bot's own folder. */
#ifndef EXTERNAL_SANDBOX_H
#define EXTERNAL_SANDBOX_H

#include "child.h"

enum {
    SANDBOX_ARGUMENTS_MAX = 512,
    SANDBOX_TEXT_BYTES = 32768,
    /* Levels of bubblewrap processes above the bot's: one outside, and the first one inside. */
    SANDBOX_HELPERS = 2,
};

struct sandbox {
    const char *argument[SANDBOX_ARGUMENTS_MAX]; /* ends with NULL */
    int arguments;
    char text[SANDBOX_TEXT_BYTES]; /* storage of the arguments that are composed here */
    size_t size;
    bool full; /* something did not fit */
};

/* Fills in the command line; false with the reason if bubblewrap or the folder is missing. */
bool sandbox_command(struct sandbox *s, const char *command, const struct child_limits *limits,
                     struct th_error *e);

/* The environment of bubblewrap itself, which is visible in the sandbox: empty. */
extern const char *const sandbox_environment[];

/* ---- the seccomp filter (sandbox_filter.c) ---- */

/* The file descriptor from which bubblewrap reads the filter. */
enum { FILTER_FD = 4 };

/* The filter program; NULL: none for this architecture. */
const void *filter_program(size_t *size);

#endif
