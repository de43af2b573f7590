/* What the commands that play many games share: flags (contest_flags.c), and lines and parts of
 * their reports (contest_report.c). */
#ifndef CLI_CONTEST_COMMAND_H
#define CLI_CONTEST_COMMAND_H

#include "command.h"
#include "contest/contest.h"
#include "contest/luck_choice.h"
#include "core/clock.h"
#include "tahur/bot.h"
#include "terminal.h"
#include <jansson.h>
#include <stdio.h>

/* What --on-fault takes, ended by NULL. */
enum contest_on_fault { ON_FAULT_LOSS, ON_FAULT_ABORT, ON_FAULT_RESTART };
extern const char *const contest_on_fault[];

/* Their flags, for the table of each command. */
#define CONTEST_FLAGS                                                                              \
    {"seed",                                                                                       \
     TH_TEXT,                                                                                      \
     0,                                                                                            \
     0,                                                                                            \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "of all chance: a whole number, or 32 hexadecimal digits; the same seed gives the same "      \
     "games, byte for byte (default 1, but where another program plays, one is chosen that "       \
     "cannot "                                                                                     \
     "be guessed, and printed)"},                                                                  \
        {"threads",                                                                                \
         TH_INTEGER,                                                                               \
         1,                                                                                        \
         1024,                                                                                     \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "games played at once; changes nothing but the time; all cores if not given"},            \
        {"max-turns",                                                                              \
         TH_INTEGER,                                                                               \
         1,                                                                                        \
         10000000,                                                                                 \
         "4000",                                                                                   \
         NULL,                                                                                     \
         "a game not over within so many turns is unfinished and has no winner"},                  \
        {"random-plies",                                                                           \
         TH_INTEGER,                                                                               \
         0,                                                                                        \
         1000000,                                                                                  \
         "0",                                                                                      \
         NULL,                                                                                     \
         "decisions made at random at the start of a game, the same for the games of a block; "    \
         "metrics begin after them, with the turn in progress counted whole"},                     \
        {"openings",                                                                               \
         TH_TEXT,                                                                                  \
         0,                                                                                        \
         0,                                                                                        \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "file of positions for games to begin with, one a line, or lists of moves (moves a; b; "  \
         "c); the games of a block begin with the same"},                                          \
        {"on-fault",                                                                               \
         TH_CHOICE,                                                                                \
         0,                                                                                        \
         0,                                                                                        \
         "loss",                                                                                   \
         contest_on_fault,                                                                         \
         "what becomes of a bot that gives no legal answer, or none at all: it loses the game, "   \
         "the run is aborted, or a program outside (the bot exec) is started again and asked "     \
         "once more before it loses"},                                                             \
        {"disqualify",                                                                             \
         TH_INTEGER,                                                                               \
         1,                                                                                        \
         INT64_C(1000000000),                                                                      \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "a bot is out after so many faults: it forfeits its games of later blocks, which are "    \
         "not played; never if not given"},                                                        \
        BOT_LIMIT_FLAGS, BOT_TRUST_FLAGS, {                                                        \
        "json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of tables"                    \
    }

#define CONTEST_SAVE_FLAG                                                                          \
    {                                                                                              \
        "save", TH_TEXT, 0, 0, NULL, NULL,                                                         \
            "file in which every game is saved within half a second of its end; the same command " \
            "goes on where it stopped"                                                             \
    }
#define CONTEST_RECORD_FLAG                                                                        \
    {                                                                                              \
        "record", TH_TEXT, 0, 0, NULL, NULL,                                                       \
            "file for a readable record of every game that counts, in their order; tahur replay "  \
            "shows them"                                                                           \
    }
#define CONTEST_SHARD_FLAG                                                                         \
    {                                                                                              \
        "shard", TH_TEXT, 0, 0, NULL, NULL,                                                        \
            "part I of N, as in 2/8, with --save: plays only that part, on any machine; "          \
            "tahur merge "                                                                         \
            "joins them"                                                                           \
    }

#define CONTEST_LUCK_FLAG                                                                          \
    {                                                                                              \
        "luck", TH_CHOICE, 0, 0, NULL, luck_modes,                                                 \
            "plain: results as they are; adjusted: the luck of every roll or card is taken off, "  \
            "which leaves their means and lowers their variance; auto, the default: adjusted if "  \
            "the first blocks show that it is worth its time (docs/contests.md)"                   \
    }

#define CONTEST_ITERATIONS_FLAG                                                                    \
    {                                                                                              \
        "iterations", TH_INTEGER, 1, INT64_C(1000000000), NULL, NULL,                              \
            "budget a move of every bot that has the option iterations, unless the bot is given "  \
            "with a budget of its own"                                                             \
    }
/* Of the commands that take one; to stand after iterations. */
#define CONTEST_TIME_FLAG                                                                          \
    {                                                                                              \
        "time", TH_INTEGER, 1, 3600000, NULL, NULL,                                                \
            "the same in milliseconds, for bots that have the option time; then results depend "   \
            "on the "                                                                              \
            "machine"                                                                              \
    }

/* How a contest is reported. */
struct contest_output {
    bool json;
    json_t **copy; /* takes what --json prints, for a page; the caller owns it; NULL: not wanted */
};

/* Reads the game, which is the first argument, and the flags. contest_end is due in any case; it
 * drops the contest and names the file that --record has written. */
bool contest_read(struct contest *c, const char *command, const struct arguments *a,
                  struct th_error *e);
void contest_end(struct contest *c, const struct arguments *a);
/* Whether the game has at least two seats, for commands in which bots play against each other. */
bool contest_has_rivals(const struct contest *c, const struct arguments *a, struct th_error *e);
/* The flag --json. */
struct contest_output contest_output(const struct arguments *a);

/* Adds the bots in the positional arguments between the game and --against, which must be so many;
 * `missing` begins the sentence that some are. Then those of --against, in its value and in the
 * arguments after it. */
bool contest_add_own(struct contest *c, const struct arguments *a, int bots, const char *missing,
                     struct th_error *e);
bool contest_add_against(struct contest *c, const struct arguments *a, struct th_error *e);

/* The flag --seed; false and a sentence if it is none. */
bool seed_flag(const struct th_options *flags, struct th_seed *seed, struct th_error *e);
/* Chooses the seed if the flag is not given, when all bots are known: 1, so that a command gives
 * the same result everywhere; or, where another program plays, one that it cannot guess. */
bool contest_choose_seed(struct contest *c, const struct arguments *a, struct th_error *e);
/* The flag --luck, after the game is known; and this value of it. */
bool contest_set_luck(struct contest *c, enum th_luck luck, struct th_error *e);
bool contest_read_luck(struct contest *c, const struct arguments *a, struct th_error *e);
/* The flags --time and --iterations, of commands that take one of each. */
bool contest_read_budget(struct contest *c, const struct arguments *a, struct th_error *e);

/* The exit status of a series that failed. */
int contest_failure(const struct contest *c);

/* The commands after their arguments are read, for playing and for reporting a saved run; exit
 * statuses. */
int arena_contest(struct contest *c, const struct contest_output *out, struct th_error *e);
int league_contest(struct contest *c, const struct contest_output *out, struct th_error *e);
int compare_contest(struct contest *c, const struct contest_output *out, struct th_error *e);

/* ---- bot limits ---- */

/* Flags that bind the bots of others: limits that override their specs, and which bots are refused
 * because their authors are not trusted. */

#define BOT_LIMIT_FLAGS                                                                            \
    {"sandbox",                                                                                    \
     TH_SWITCH,                                                                                    \
     0,                                                                                            \
     1,                                                                                            \
     "0",                                                                                          \
     NULL,                                                                                         \
     "all bots that are other programs (exec) run in a sandbox, also where their specs do not "    \
     "say so"},                                                                                    \
        {"bot-cpu",                                                                                \
         TH_INTEGER,                                                                               \
         1,                                                                                        \
         3600000,                                                                                  \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "milliseconds of CPU time a move of all bots exec, whatever their specs say; by the "     \
         "clock they may take 5 times as long"},                                                   \
        {"bot-clock",                                                                              \
         TH_DECIMAL,                                                                               \
         TH_MILLION / 1000,                                                                        \
         INT64_C(86400) * TH_MILLION,                                                              \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "seconds of CPU time a game of all bots exec, for all their moves together, whatever "    \
         "their specs say"},                                                                       \
    {                                                                                              \
        "bot-memory", TH_INTEGER, 1, 1048576, NULL, NULL,                                          \
            "MB that the processes of a bot exec may have in use, whatever its spec says"          \
    }

#define BOT_TRUST_FLAGS                                                                            \
    {"untrusted",                                                                                  \
     TH_SWITCH,                                                                                    \
     0,                                                                                            \
     1,                                                                                            \
     "0",                                                                                          \
     NULL,                                                                                         \
     "refuses libraries (lib) and bots exec without a sandbox; without this flag only those in "   \
     "folders of bots"},                                                                           \
    {                                                                                              \
        "trusted", TH_SWITCH, 0, 1, "0", NULL,                                                     \
            "takes the .bot files of folders as they are: they may run anything as you"            \
    }

/* Applies --sandbox, --bot-cpu, --bot-clock and --bot-memory to the options of a bot that has them.
 */
bool bot_limits_set(const struct th_options *flags, const struct th_bot_kind *kind,
                    struct th_options *o, struct th_error *e);

/* ---- reports ---- */

/* A line that names the bots without the budget, if there is a budget and there are any. */
void contest_print_unbound(const struct contest *c, FILE *out);
/* Sentences about bots that are copies of each other (contest_copies_text), a line each. */
void contest_print_copies(const struct contest *c, FILE *out);
/* " · 1.20 s, 3,400 games/s", the end of a report; nothing where the time is not known. */
const char *contest_speed(uint64_t games, double seconds, char out[64]);
/* "only 12 different games", of contests in which the same came again and again. */
const char *contest_different(uint64_t games, char out[48]);
/* What helps against that. */
#define CONTEST_VARY "--random-plies or --openings vary the beginnings"
/* What was chosen about luck, and why: "is taken off: …". NULL: nothing is known about it. */
enum { CONTEST_LUCK_BYTES = 200 };
const char *contest_luck_text(const struct luck_summary *l, char out[CONTEST_LUCK_BYTES]);
/* "1,000 games replayed, 123,456 games/s", of what was verified. Returns `out`. */
const char *contest_verified_text(const struct contest_verified *v, char out[100]);

/* A table of bots and their metrics, with its head. */
struct table metrics_table(const struct th_game *game);
void add_metrics(struct table *t, const struct th_game *game, const struct th_arena_standing *s);
/* Three columns: the time a move. */
void add_pace_heads(struct table *t);
void add_pace(struct table *t, struct th_pace pace);

json_t *number_json(double x); /* null for NaN */
json_t *estimate_json(struct th_estimate e);
json_t *metrics_json(const struct th_game *game, const struct th_arena_standing *s);
json_t *pace_json(struct th_pace pace);
/* null: nothing was measured. */
json_t *luck_json(const struct luck_summary *l);
/* Adds the adjusted share, or null where results are not adjusted. */
void add_adjusted_json(const struct th_arena_standing *s, json_t *to);
json_t *standing_json(const struct th_game *game, const char *name,
                      const struct th_arena_standing *s);

/* ---- faults (fault_report.c) ---- */

/* When all bots are known and the files are open: begins to count faults, and reports at once which
 * external bots do not start. */
bool contest_begin(struct contest *c, struct th_error *e);
/* After a series: prints its faults on standard error, with the details of the first of each kind,
 * or gives the bots in the log of external faults the names of the contest. */
void contest_log_faults(const struct contest *c);
bool contest_is_out(const struct contest *c, int bot);
/* Sentences about faults and who is out; of a saved run, with details. */
void contest_print_faults(const struct contest *c, FILE *out);
/* The kinds of a bot's faults, and whether it is out; and details of faults. */
void add_faults_json(const struct contest *c, int bot, json_t *to);
json_t *fault_notes_json(const struct contest *c);

/* ---- leagues (league_report.c) ---- */

/* A league that has been played, or is being played. */
struct league_view {
    const struct contest *contest;
    const struct league *league;
    const struct ratings *ratings;
    int *order;   /* bots from the strongest on */
    bool stopped; /* by the user */
};

/* The caller frees v->order. */
bool league_view_make(struct league_view *v, const struct contest *c, const struct league *l,
                      const struct ratings *r, struct th_error *e);

/* "+12 ± 5" and the like, with a decimal where it is known so well. */
int rating_decimals(double error);
double rating_rounded(double rating, int decimals); /* never −0 */
/* The ratings alone, in so many columns: without times, and with long names cut. 0: everything. */
void league_print_ratings(const struct league_view *v, int columns, FILE *out);
void league_print(const struct league_view *v, FILE *out);
json_t *league_json(const struct league_view *v);

#endif
