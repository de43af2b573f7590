/* SQLite databases from untrusted sources.
 *
 * A database can contain code: views, triggers, virtual tables, generated columns, default values.
 * And its pages can be arranged so that a small file reads as an endless table. So a file is opened
 * with everything disabled that runs such code, its schema must be exactly the one this program
 * creates, and reading it has a budget of steps that depends on its size. */
#ifndef CORE_DATABASE_H
#define CORE_DATABASE_H

#include "tahur/error.h"
#include <sqlite3.h>
#include <stdint.h>

/* The budget of reading: instructions of SQLite's virtual machine, and bytes of values. The struct
 * must stay in place while the budget is set. */
struct database_budget {
    int64_t steps, bytes;
    bool spent; /* exceeded: SQLite returns SQLITE_INTERRUPT */
};

/* Opens a file as sqlite3_open_v2 does, with triggers, views, extensions and unsafe functions of
 * the schema disabled, checks of cell sizes, and limits on what a statement can be. Returns an
 * SQLite result code; *db is set, and must be closed, in any case. */
int database_open(const char *path, int flags, sqlite3 **db);

/* Whether the schema contains only what these statements ("CREATE …; …", blanks are ignored)
 * create; it may contain fewer. If not, *e names the first foreign object. If the schema cannot be
 * read, the result is false with an empty message, and sqlite3_errcode has the reason. */
bool database_check_schema(sqlite3 *db, const char *path, const char *statements,
                           struct th_error *e);

/* Limits reading from now on, in proportion to the size of the file and of its write-ahead log:
 * enough for the few passes over all rows that a command makes. No value can be longer than the
 * file. Replaces an earlier budget of the connection. */
void database_limit(sqlite3 *db, struct database_budget *b, const char *path);
/* Removes the limit, for a connection that then writes. */
void database_unlimit(sqlite3 *db, struct database_budget *b);
/* Subtracts the bytes of a value from the budget; false if it is spent. */
bool database_spend(struct database_budget *b, int64_t bytes);

#endif
