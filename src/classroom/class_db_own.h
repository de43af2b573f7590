/* Inside of the database of a class. */
#ifndef CLASSROOM_CLASS_DB_OWN_H
#define CLASSROOM_CLASS_DB_OWN_H

#include "class_db.h"
#include "core/database.h"
#include <pthread.h>

enum class_db_statement {
    LOAD_SEED,
    KEEP_SEED,
    LOAD_BUILD,
    KEEP_BUILD,
    DROP_BUILD,
    LOAD_CHECK,
    KEEP_CHECK,
    LOAD_REVIEW,
    KEEP_REVIEW,
    FIND_PAIRING,
    ADD_PAIRING,
    LOAD_BLOCKS,
    LOAD_GAMES,
    KEEP_BLOCK,
    KEEP_GAME,
    KEEP_FAULT,
    LOAD_TAPE,
    LOAD_FAULTS,
    STATEMENTS,
};

struct class_db {
    sqlite3 *db;
    char *path, *lock_path;
    int lock_fd;           /* of the lock file; -1: none */
    pthread_mutex_t mutex; /* protects all that follows, and the connection */
    struct database_budget budget;
    sqlite3_stmt *statement[STATEMENTS];
};

/* Locks the database and returns the statement, ready to be bound; class_db_end resets and unlocks.
 */
sqlite3_stmt *class_db_begin(struct class_db *s, enum class_db_statement which);
void class_db_end(struct class_db *s, enum class_db_statement which);
/* Says what went wrong; returns false. `mutex` is held. */
bool class_db_fail(const struct class_db *s, struct th_error *e);
bool class_db_damaged(const struct class_db *s, struct th_error *e);
/* Executes a bound statement that has no rows. `mutex` is held. */
bool class_db_execute(struct class_db *s, enum class_db_statement which, struct th_error *e);
bool class_db_sql(struct class_db *s, const char *sql, struct th_error *e);

#endif
