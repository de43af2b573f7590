/* Inside of the files of runs. */
#ifndef ARENA_RUN_FILE_OWN_H
#define ARENA_RUN_FILE_OWN_H

#include "run_file.h"
#include <sqlite3.h>

/* So long a transaction may grow, in seconds. */
#define COMMIT_EVERY 0.25

/* Blocks first..last-1 that were there when the file was opened. */
struct range {
    uint64_t first, last;
};

struct run_file {
    sqlite3 *db;
    char path[512];
    char lock_path[4096 + 8]; /* of the lock file that a writer holds */
    int lock;                 /* its descriptor; -1: none */
    json_t *settings;
    int block_games, seats;
    bool writes, in_transaction, failed;
    double committed;
    struct range *range;
    int ranges;
    uint64_t blocks; /* in the ranges */
    sqlite3_stmt *keep_block, *keep_game, *load_games;
};

/* Say what went wrong, in words for somebody who does not know SQLite; and that a block is not what
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

bool run_has_block(void *file, uint64_t block);

/* Whether what is read is what a run writes (run_check.c): the types and ranges of a row of games,
 * a game's result, and a block of so many games. */
bool run_check_row(sqlite3_stmt *row, int seats);
bool run_check_result(const struct match_result *r, int seats);
bool run_check_block(const struct run_file *f, int64_t number, int64_t games);
/* The same of all settings; if not, which makes no sense. */
bool run_check_settings(const struct run_file *f, struct th_error *e);

#endif
