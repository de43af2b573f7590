/* Inside of the files of runs. */
#ifndef CONTEST_RUN_FILE_OWN_H
#define CONTEST_RUN_FILE_OWN_H

#include "core/database.h"
#include "run_file.h"

/* So long a transaction may grow, in seconds. */
#define COMMIT_EVERY 0.25

/* Blocks first..last-1 that were there when the file was opened. */
struct range {
    uint64_t first, last;
    uint64_t before; /* blocks in the ranges before it */
};

struct run_file {
    sqlite3 *db;
    struct database_budget budget; /* of reading; not limited any more once it is written to */
    char path[512];
    char lock_path[4096 + 8]; /* of the lock file that a writer holds */
    int lock;                 /* its descriptor; -1: none */
    json_t *settings;
    int block_games, seats;
    int counter_place[TH_COUNTERS_MAX]; /* of the saved counters among the game's; see counters_map
                                         */
    bool writes, in_transaction, failed;
    double committed;
    struct range *range;
    int ranges;
    uint64_t blocks; /* in the ranges */
    sqlite3_stmt *keep_block, *keep_game, *load_games;
    /* Finished games that are not counted yet (`ahead`); NULL in an older file that is read. */
    sqlite3_stmt *hold_game, *load_held, *drop_held;
    int64_t held_games;
    /* Times (run_times.c) as they were when the file was opened; seconds is NAN: not known. */
    double seconds;
    struct pace *pace; /* by bot */
    int paces;
    /* Notes about faults (run_notes.c) as they were when the file was opened, by game. */
    struct run_note *note;
    int notes;
    sqlite3_stmt *keep_note, *drop_note;
    sqlite3_stmt *keep_luck, *load_luck; /* run_luck.c; NULL in an older file that is read */
    bool noted;                          /* a note was written since then */
    bool forfeits;                       /* bots are disqualified in this run (--disqualify) */
};

/* The columns of a game, in the tables of those that are counted, and of those that are not yet. */
#define GAME_COLUMNS                                                                               \
    "("                                                                                            \
    "  number INTEGER PRIMARY KEY,"                                                                \
    "  seats TEXT NOT NULL,"  /* JSON: the bots' numbers by seat */                                \
    "  ending TEXT NOT NULL," /* won, unfinished, fault */                                         \
    "  payoff TEXT NOT NULL," /* JSON, by seat */                                                  \
    "  turns INTEGER NOT NULL, decisions INTEGER NOT NULL,"                                        \
    "  varied INTEGER NOT NULL," /* 1: chance, or a bot's generator, had a part in it */           \
    "  fault INTEGER, fault_seat INTEGER,"                                                         \
    "  counters TEXT NOT NULL," /* JSON, by seat: what the metrics are made of */                  \
    "  digest INTEGER NOT NULL,"                                                                   \
    "  moves BLOB NOT NULL);" /* every action and outcome, seven bits a byte */

/* Say what went wrong, in words for a user who does not know SQLite; and that a block is not what
 * it should be. Return false. */
bool run_fail(struct run_file *f, struct th_error *e);
bool run_damaged(struct run_file *f, uint64_t block, struct th_error *e);

/* Whether jansson or SQLite had no memory just now, which must not be mistaken for damage; then it
 * says so. */
bool run_no_memory(struct run_file *f, struct th_error *e);

bool run_execute(struct run_file *f, const char *sql, struct th_error *e);
bool run_prepare(struct run_file *f, const char *sql, sqlite3_stmt **out, struct th_error *e);
/* A statement that gives no rows, with what is bound to it. */
bool run_statement(struct run_file *f, sqlite3_stmt *s, struct th_error *e);
bool run_file_begin(struct run_file *f, struct th_error *e);
bool run_file_commit(struct run_file *f, struct th_error *e);

/* Slots of a store. */
bool run_has_block(void *file, uint64_t block);
uint64_t run_next_block(void *file, uint64_t block);
/* Finds the blocks that are there. */
bool run_find_blocks(struct run_file *f, struct th_error *e);
/* One number of the database; `none` if there is none. */
int64_t run_number_of(struct run_file *f, const char *sql, int64_t none);

/* ---- games, of run_games.c ---- */

/* What is read of a game, in this order, from whichever table has its columns. */
#define GAME_READ                                                                                  \
    "SELECT number, ending, payoff, turns, decisions, varied, fault, fault_seat, counters, "       \
    "digest, seats, moves FROM "
/* After something could not be written: what is in the transaction is lost, all before it is safe.
 */
void run_roll_back(struct run_file *f);

/* ---- finished games that are not counted yet, of run_games.c ---- */

/* What creates their table. */
#define AHEAD_SCHEMA "CREATE TABLE IF NOT EXISTS ahead" GAME_COLUMNS
/* Adds their table to a file that has none; prepares the statements; drops what is counted by now.
 */
bool run_ahead_create(struct run_file *f, struct th_error *e);
bool run_ahead_open(struct run_file *f, struct th_error *e);
void run_ahead_close(struct run_file *f);
/* Copies those of the attached database `part`. */
bool run_ahead_add(struct run_file *f, struct th_error *e);

/* ---- times, of run_times.c ---- */

/* What creates their tables. */
#define TIMES_SCHEMA                                                                               \
    "CREATE TABLE IF NOT EXISTS play_time(seconds REAL);"                                          \
    "CREATE TABLE IF NOT EXISTS move_time(bot INTEGER PRIMARY KEY,"                                \
    "  answers INTEGER NOT NULL,"                       /* that were timed */                      \
    "  total INTEGER NOT NULL, worst INTEGER NOT NULL," /* nanoseconds */                          \
    "  steps TEXT NOT NULL);"                           /* JSON: [step, answers], of a histogram */
/* Adds their tables to a file that has none, and no games either: otherwise they are not known. */
bool run_times_create(struct run_file *f, struct th_error *e);
bool run_times_open(struct run_file *f, struct th_error *e);
void run_times_close(struct run_file *f);
/* Adds those of the attached database `part`. */
bool run_times_add(struct run_file *f, struct th_error *e);
/* Slots of a store. */
bool run_times_commit(void *self, const struct plan *plan, const struct series_times *now,
                      struct th_error *e);
void run_times_before(void *self, const struct plan *plan, struct series_times *times);

/* ---- notes about faults, of run_notes.c ---- */

/* What creates their table. */
#define NOTES_SCHEMA                                                                               \
    "CREATE TABLE IF NOT EXISTS fault_note(game INTEGER PRIMARY KEY,"                              \
    "  what TEXT NOT NULL, stderr TEXT NOT NULL);"
/* Adds their table to a file that has none; reads them. */
bool run_notes_create(struct run_file *f, struct th_error *e);
bool run_notes_open(struct run_file *f, struct th_error *e);
void run_notes_close(struct run_file *f);
/* Keeps the note of a game; NULL: drops the one that there may be. */
bool run_note_keep(struct run_file *f, uint64_t game, const struct fault *fault,
                   struct th_error *e);
/* Copies those of the attached database `part`. */
bool run_notes_add(struct run_file *f, struct th_error *e);

/* ---- luck, of run_luck.c ---- */

/* What creates its table. */
#define LUCK_SCHEMA                                                                                \
    "CREATE TABLE IF NOT EXISTS luck(game INTEGER PRIMARY KEY,"                                    \
    "  work INTEGER NOT NULL," /* what measuring it cost, in estimates */                          \
    "  luck TEXT NOT NULL);"   /* JSON, by seat */
/* Adds its table to a file that has none; prepares the statements. */
bool run_luck_create(struct run_file *f, struct th_error *e);
bool run_luck_open(struct run_file *f, struct th_error *e);
void run_luck_close(struct run_file *f);
/* Keeps the luck of a game, if it was measured. Adds what there is to the results of a block. */
bool run_luck_keep(struct run_file *f, uint64_t game, const struct match_result *r,
                   struct th_error *e);
bool run_luck_load(struct run_file *f, uint64_t first, struct match_result result[], int games,
                   struct th_error *e);

/* ---- settings, of run_settings.c ---- */

bool run_write_settings(struct run_file *f, const json_t *settings, struct th_error *e);
bool run_read_settings(struct run_file *f, struct th_error *e);

/* ---- checks, of verify.c ---- */

/* Whether what is read is what a run writes: the types and ranges of a row of games,
 * a game's result, and a block of so many games. */
bool run_check_row(sqlite3_stmt *row, int seats);
bool run_check_result(const struct match_result *r, int seats);
bool run_check_block(const struct run_file *f, int64_t number, int64_t games);
/* The same of all settings; if not, which makes no sense. */
bool run_check_settings(const struct run_file *f, struct th_error *e);
#endif
