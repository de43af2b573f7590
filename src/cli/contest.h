/* What the commands that play many games have in common: the game, the bots, and the flags that say
 * how games begin and what the bots may spend. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "arena/line_ups.h"
#include "arena/openings.h"
#include "arena/run_file.h"
#include "bot_limits.h"
#include "command.h"
#include "record/record_file.h"
#include <stdio.h>

/* What --on-fault takes, ended by NULL. */
enum contest_on_fault { ON_FAULT_LOSS, ON_FAULT_ABORT, ON_FAULT_RESTART };
extern const char *const contest_on_fault[];

/* Their flags, to stand in each command's table. */
#define CONTEST_FLAGS                                                                              \
    {"seed",                                                                                       \
     TH_TEXT,                                                                                      \
     0,                                                                                            \
     0,                                                                                            \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "of all chance: a whole number, or 32 hexadecimal digits; the same seed gives the same "      \
     "games, byte for byte (default 1, but where another program plays, one is drawn that cannot " \
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
         "metrics begin behind them, with the turn under way counted whole"},                      \
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
            "part I of N, as in 2/8, with --save: plays only that part, on whatever machine; "     \
            "tahur merge "                                                                         \
            "joins them"                                                                           \
    }

#define CONTEST_ITERATIONS_FLAG                                                                    \
    {                                                                                              \
        "iterations", TH_INTEGER, 1, INT64_C(1000000000), NULL, NULL,                              \
            "budget a move of every bot that has the option iterations, unless the bot is given "  \
            "with a budget of its own"                                                             \
    }
/* Of the commands that take one; to stand behind iterations. */
#define CONTEST_TIME_FLAG                                                                          \
    {                                                                                              \
        "time", TH_INTEGER, 1, 3600000, NULL, NULL,                                                \
            "the same in milliseconds, for bots that have the option time; then results depend "   \
            "on the "                                                                              \
            "machine"                                                                              \
    }

struct contest_bot {
    char spec[TH_SPEC_BYTES]; /* as the user wrote it */
    char name[TH_SPEC_BYTES]; /* the spec as the user wrote it, or of its file; no two are the same
                               */
    bool own_budget;          /* given with its spec */
};

struct contest {
    const char *command; /* arena, league, compare or grade */
    const struct arguments *arguments;
    const struct th_game *game;
    struct th_spec game_spec;
    int seats;
    struct th_seed seed;
    uint64_t games;
    uint32_t max_turns, random_plies;
    int threads;
    bool json;
    enum contest_on_fault on_fault;
    bool at_fault;                  /* a fault has ended the contest */
    enum league_format format;      /* of a league */
    double elo0, elo1, alpha, beta; /* of a comparison */
    int others;                     /* bots that NEW and OLD play beside */
    uint64_t shard, shards;         /* the part that is played, from 1 on; 0: all */
    struct th_arena_player *player; /* by bot */
    struct contest_bot *bot;        /* likewise */
    int bots;
    struct openings openings;
    const char *budget; /* the option that --time or --iterations sets; NULL: neither */
    int64_t budget_value;
    struct run_file *file; /* where games are kept; NULL: nowhere */
    struct series_store store;
    struct record_file records; /* of --record */
    struct series_recorder recorder;
    uint64_t games_before; /* of series that this command played before, for the numbers of games */
    json_t **told;         /* takes what --json prints, for a page; NULL: nobody wants it */
};

/* Reads the game, which is the first argument, and the flags. contest_drop is due in any case; it
 * closes the files and names the one that --record has written. */
bool contest_read(struct contest *c, const char *command, const struct arguments *a,
                  struct th_error *e);
void contest_drop(struct contest *c);
/* Whether the game has at least two seats, for commands in which bots play against each other. */
bool contest_has_rivals(const struct contest *c, struct th_error *e);

/* A bot by its name, spec and the content of its file, for the file of a run. */
json_t *bot_settings(const char *name, const struct th_bot_kind *kind,
                     const struct th_options *options);
/* What the contest is, for the file of a run: the same for every command that would play the same
 * games. And such a contest again, to be told about; it cannot be played without its files. */
json_t *contest_settings(const struct contest *c, const struct series *s);
bool contest_from_settings(struct contest *c, const json_t *settings, struct th_error *e);

/* The flags --save, --shard and --record: opens the files for a series with all set but its store
 * and its recorder, which are then set too, and the blocks to be played. */
bool contest_open_run(struct contest *c, struct series *s, struct th_error *e);
/* Whether the file has the games of this series, in its blocks. */
bool contest_check_plan(const struct run_file *f, const struct series *s, struct th_error *e);
/* How many of the games that the series is to play are in its file already. */
uint64_t contest_saved_games(const struct contest *c, const struct series *s);
/* The two halves of --record: whether its file can be written, before anything is changed; and then
 * to open it, unless it is open since an earlier series. */
bool contest_check_records(const struct contest *c, struct th_error *e);
bool contest_open_records(struct contest *c, struct series *s, struct th_error *e);
/* The exit status of a series that failed: was it a file, a fault, or what the user asked for? */
int contest_failure(const struct contest *c);
/* Closes the run, after the series, and flushes the records. False and the reason if not all could
 * be saved. */
bool contest_close_run(struct contest *c, struct th_error *e);

/* Adds a bot by its spec; or all the bots of a folder: NAME.model is a network for the bot dqn,
 * NAME.bot a text with a spec. Other files are left out, and said so on standard error. */
bool contest_add(struct contest *c, const char *text, struct th_error *e);

/* Adds one bot, no folder; under its own name, or this one. */
bool contest_add_one(struct contest *c, const char *text, struct th_error *e);
bool contest_add_named(struct contest *c, const char *name, const char *text, struct th_error *e);
/* Adds the bots in the positional arguments between the game and --against, which must be so many;
 * `missing` begins the sentence that some are. Then those of --against, in its value and in the
 * arguments behind it. */
bool contest_add_own(struct contest *c, int bots, const char *missing, struct th_error *e);
bool contest_add_against(struct contest *c, struct th_error *e);

/* The flag --seed; false and a sentence if it is none. */
bool seed_flag(const struct th_options *flags, struct th_seed *seed, struct th_error *e);
/* Chooses the seed if the flag is not given; when all bots are known. */
bool contest_choose_seed(struct contest *c, struct th_error *e);

/* The flags --time and --iterations, of commands that take one of each. */
bool contest_read_budget(struct contest *c, struct th_error *e);
/* Gives a budget to every bot that has this option and no budget of its own; fails where there is
 * none. */
bool contest_set_budget(struct contest *c, const char *option, int64_t value, struct th_error *e);
/* Whether the bot spends that budget. */
bool contest_has_budget(const struct contest *c, int bot);
/* A line that names those who do not, if there is a budget and there are any. */
void contest_print_unbound(const struct contest *c, FILE *out);
/* A sentence about the copies of this bot among the bots after it, which differ by chance alone; at
 * most once for each bot with copies. False: there are none to speak of. */
enum { CONTEST_COPIES_BYTES = TH_SPEC_BYTES + 100 };
bool contest_copies(const struct contest *c, int bot, char out[CONTEST_COPIES_BYTES]);
/* All these sentences, a line each. */
void contest_print_copies(const struct contest *c, FILE *out);
/* "+12.3", or that it is beyond what can be told (duel.h). */
const char *contest_elo(double elo, char out[24]);
/* " · 1.20 s, 3,400 games/s", the end of a report; nothing where the time is not known. */
const char *contest_speed(uint64_t games, double seconds, char out[64]);
/* "only 12 different games", of contests in which the same came again and again. */
const char *contest_different(uint64_t games, char out[48]);
/* What helps against that. */
#define CONTEST_VARY "--random-plies or --openings vary the beginnings"
/* Whether a spec states a budget of its own. */
bool contest_states_budget(const struct th_bot_kind *kind, const struct th_spec *spec);

/* The commands behind their arguments, for playing and for looking at a run; exit statuses. */
int arena_contest(struct contest *c, struct th_error *e);
int league_contest(struct contest *c, struct th_error *e);
int compare_contest(struct contest *c, struct th_error *e);

/* What the interval of a comparison means if NEW and OLD are copies, or won the same in every
 * block: a sentence without its full stop. NULL: they are neither. */
const char *compare_equal(bool same_bot, bool level);
/* The series of a comparison, with all but who counts. */
struct duel;
struct series compare_series(const struct contest *c, const struct duel *d);

/* A series with all of this set; what is missing is who plays whom, how much, and who counts. */
struct series contest_series(const struct contest *c);

#endif
