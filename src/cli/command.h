/* A sub-command: one entry of the table in main.c. Its arguments, its help page and its messages
 * all come from this declaration. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "tahur/option.h"

/* What a command returns. Of STATUS_INTERRUPTED the program makes 128 + the signal that ended the
 * command: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

#define POSITIONAL_MAX 1024

struct arguments {
    const char **positional;
    int count;
    struct th_options flags;
    int before[TH_OPTIONS_MAX]; /* by flag that was given: positional arguments in front of it */
};

struct command {
    const char *name;
    const char *positional; /* as the help writes them: "GAME BOT…" */
    const char *summary;    /* one line */
    const char *details;    /* paragraphs of the help page; may be NULL */
    const struct th_option *flags;
    int min, max;         /* number of positional arguments; max at most POSITIONAL_MAX */
    bool protocol;        /* its standard output is for programs */
    const char *examples; /* lines of the help page */
    /* Returns an exit status. On STATUS_USAGE and STATUS_FAILED `e` says why, unless the command
     * has said it. */
    int (*run)(const struct arguments *a, struct th_error *e);
};

/* NULL ends the list. */
extern const struct command *const commands[];

/* Reads what stands behind the command's name; arguments_drop is due in any case. */
bool command_parse(const struct command *c, int argc, char **argv, struct arguments *out,
                   struct th_error *e);
void arguments_drop(struct arguments *a);

/* How many positional arguments stand in front of a flag; all, where it was not given. */
int arguments_before(const struct arguments *a, const char *flag);
/* A flag that is a decimal. */
double arguments_decimal(const struct arguments *a, const char *flag);
/* The help page of one command, on standard output. */
void command_help(const struct command *c);

#endif
