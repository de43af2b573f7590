/* The command line of bubblewrap that starts a bot in a sandbox: namespaces of its own for users,
 * processes, network, IPC, host name and control groups; no capabilities; a cleared environment;
 * and of the files only the system's programs and libraries, the interpreter and the bot's own
 * folder, all read-only. */
#ifndef EXTERNAL_SANDBOX_H
#define EXTERNAL_SANDBOX_H

#include "child.h"

enum {
    SANDBOX_ARGUMENTS_MAX = 512,
    SANDBOX_TEXT_BYTES = 32768,
    /* Processes of bubblewrap above those of the bot: one outside, and the first one inside. */
    SANDBOX_HELPERS = 2,
};

struct sandbox {
    const char *argument[SANDBOX_ARGUMENTS_MAX]; /* ended by NULL */
    int arguments;
    char text[SANDBOX_TEXT_BYTES]; /* of those arguments that are made here */
    size_t size;
    bool full; /* something did not fit */
};

/* Fills in the command line; false and the reason if bubblewrap is missing, or the folder is. */
bool sandbox_command(struct sandbox *s, const char *command, const struct child_limits *limits,
                     struct th_error *e);

/* The environment of bubblewrap itself: the first process of the sandbox shows it. */
extern const char *const sandbox_environment[];

#endif
