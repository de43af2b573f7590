/* SQLite databases that may come from strangers.
 *
 * A database can carry code: views, triggers, virtual tables, generated columns, default values.
 * And its pages can be arranged so that a small file reads as an endless table. So a file is opened
 * with everything disabled that runs such code, its schema must be exactly the one we create, and
 * while it is read there is a budget of steps that follows from its size. */
#ifndef CORE_DATABASE_H
#define CORE_DATABASE_H

#include "tahur/error.h"
#include <sqlite3.h>
#include <stdint.h>

/* What reading may cost: instructions of SQLite's virtual machine, and bytes of values. The struct
 * must stay in place while the budget is set. */
struct database_budget {
    int64_t steps, bytes;
    bool spent; /* it was exceeded: SQLite returns SQLITE_INTERRUPT */
};

/* Opens a file as sqlite3_open_v2 does, with triggers, views, extensions and unsafe functions of
 * the schema disabled, checks of cell sizes, and limits on what a statement can be. Returns an
 * SQLite result code; *db is set, and must be closed, in any case. */
int database_open(const char *path, int flags, sqlite3 **db);

/* Whether the schema has only what these statements ("CREATE …; …", blanks do not matter) create;
 * not all of them must be there. If not, the sentence names the first that does not belong there. A
 * schema that cannot be read returns false with an empty sentence: sqlite3_errcode knows why. */
bool database_check_schema(sqlite3 *db, const char *path, const char *statements,
                           struct th_error *e);

/* Limits what is read from now on, in proportion to the size of the file and of its write-ahead
 * log: generously for the few passes over all rows that a command makes, but not for ever. No value
 * can be longer than the file. Replaces an earlier budget of the connection. */
void database_limit(sqlite3 *db, struct database_budget *b, const char *path);
/* No limit any more, for a connection that goes on to write. */
void database_unlimit(sqlite3 *db, struct database_budget *b);
/* Takes the bytes of a value that was read from the budget; false: it is spent. */
bool database_spend(struct database_budget *b, int64_t bytes);

#endif
