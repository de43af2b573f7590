/* A sub-command: one entry of the table in main.c. Its arguments, its help page and its messages
 * all come from this declaration. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "tahur/game.h"

/* What a command returns. Of STATUS_INTERRUPTED the program makes 128 + the signal that ended the
 * command: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

#define POSITIONAL_MAX 1024

struct arguments {
    const char **positional;
    int count;
    struct th_options flags;
    int before[TH_OPTIONS_MAX]; /* by flag that was given: positional arguments before it */
    struct th_options *group;   /* the values of command.groups, in their order */
};

/* Further flags of a command, which belong together. */
struct flag_group {
    const char *title; /* above them on the help page: "With --method dqn (…)" */
    const struct th_option *flags;
};

/* A name that a flag had in earlier versions, and that is still accepted. */
struct old_name {
    const char *old, *now; /* `old` NULL ends a list */
};

struct command {
    const char *name;
    const char *positional; /* as the help writes them: "GAME BOT…" */
    const char *summary;    /* one line */
    const char *details;    /* paragraphs of the help page; may be NULL */
    const struct th_option *flags;
    /* Optional: any number of further tables, each of at most TH_OPTIONS_MAX flags, so that a
     * command may have more than that. Ended by a NULL title. A flag that is in several groups is
     * set in all of them. */
    const struct flag_group *(*groups)(void);
    const struct old_name *old_names; /* of flags; may be NULL */
    int min, max;         /* number of positional arguments; max at most POSITIONAL_MAX */
    bool protocol;        /* its standard output is for programs */
    const char *examples; /* lines of the help page */
    /* Returns an exit status. On STATUS_USAGE and STATUS_FAILED `e` says why, unless the command
     * has said it. */
    int (*run)(const struct arguments *a, struct th_error *e);
};

/* The commands as the help lists them. A NULL title ends the list, NULL the commands of a group. */
enum { COMMAND_GROUP_MAX = 10 };
extern const struct command_group {
    const char *title;
    const struct command *command[COMMAND_GROUP_MAX + 1];
} command_groups[];

/* The i-th command of all groups; NULL after the last. Both are the program's (main.c). */
const struct command *command_at(int i);

/* The i-th flag of a command, of all its tables; NULL after the last. */
const struct th_option *command_flag(const struct command *c, int i);

/* Reads what follows the command's name; arguments_drop is due in any case. */
bool command_parse(const struct command *c, int argc, char **argv, struct arguments *out,
                   struct th_error *e);
void arguments_drop(struct arguments *a);

/* Reads the arguments and runs the command. Returns its status, of which a lack of memory and the
 * like makes STATUS_FAILED; `e`, which must be empty before, says why it failed. */
int command_run(const struct command *c, int argc, char **argv, struct th_error *e);

/* How many positional arguments stand before a flag; all, where it was not given. */
int arguments_before(const struct arguments *a, const char *flag);
/* A flag that is a decimal. */
double arguments_decimal(const struct arguments *a, const char *flag);
/* The help page of one command, on standard output. */
void command_help(const struct command *c);

/* The commands. */
extern const struct command analyze_command, arena_command, ask_command, bench_command,
    bots_command, check_bot_command, class_command, compare_command, completion_command,
    export_command, games_command, grade_command, gtp_command, league_command, merge_command,
    new_bot_command, odds_command, replay_command, report_command, review_command, rules_command,
    runs_command, perft_command, play_command, serve_command, show_command, similar_command,
    solve_command, speak_command, train_command;

/* Prints the rules for players that hold with these options, broken to the width of the window
 * (rules.c). With a word: only headings, paragraphs and items that mention it, and whole parts
 * whose heading does. False, and nothing is printed, if there is none; `e` says what parts there
 * are. The game must have rules. */
bool rules_print(const struct th_game *game, const struct th_options *o, const char *word,
                 struct th_error *e);

/* Joins an MPI job at the beginning of the program, if it was started by one (mpi_job.c): on ranks
 * other than 0, output is discarded. At its end: if a rank was lost, MPI is left without waiting
 * for it, which would be for ever. It is here and not beside ranks.c, so that the library does
 * without MPI. */
void mpi_job_begin(int *argc, char ***argv);
void mpi_job_end(bool all_there);

#endif
