/* SQLite databases from untrusted sources: opening, schema, limits. */
#include "database.h"

#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- opening ---- */

/* If SQLite is compiled without one of them, it lacks the feature, too. */
static void disable_code(sqlite3 *db) {
    static const int off[] = {
        SQLITE_DBCONFIG_TRUSTED_SCHEMA,  SQLITE_DBCONFIG_ENABLE_TRIGGER,
        SQLITE_DBCONFIG_ENABLE_VIEW,     SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
        SQLITE_DBCONFIG_WRITABLE_SCHEMA, SQLITE_DBCONFIG_DQS_DDL};
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) sqlite3_db_config(db, off[i], 0, NULL);
}

static void set_limits(sqlite3 *db) {
    static const struct {
        int limit, value;
    } limits[] = {{SQLITE_LIMIT_SQL_LENGTH, 10000},   {SQLITE_LIMIT_COLUMN, 40},
                  {SQLITE_LIMIT_EXPR_DEPTH, 20},      {SQLITE_LIMIT_COMPOUND_SELECT, 4},
                  {SQLITE_LIMIT_VDBE_OP, 25000},      {SQLITE_LIMIT_FUNCTION_ARG, 8},
                  {SQLITE_LIMIT_ATTACHED, 1},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
                  {SQLITE_LIMIT_VARIABLE_NUMBER, 40}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                  {SQLITE_LIMIT_WORKER_THREADS, 0}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        sqlite3_limit(db, limits[i].limit, limits[i].value);
}

int database_open(const char *path, int flags, sqlite3 **db) {
    const int result = sqlite3_open_v2(path, db, flags, NULL);
    if (result != SQLITE_OK) return result;
    disable_code(*db);
    set_limits(*db);
    return sqlite3_exec(*db, "PRAGMA cell_size_check = 1", NULL, NULL, NULL);
}

/* ---- the schema ---- */

/* The SQL without blanks and "IF NOT EXISTS", which SQLite does not store; the caller owns it. */
static char *without_blanks(const char *sql) {
    static const char optional[] = "IF NOT EXISTS ";
    char *out = malloc(strlen(sql) + 1), *to = out;
    if (out == NULL) return NULL;
    for (const char *at = sql; *at != 0; at++) {
        if (*at == *optional && strncmp(at, optional, sizeof optional - 1) == 0)
            at += sizeof optional - 1;
        if (strchr(" \t\r\n", *at) == NULL) *to++ = *at;
    }
    *to = 0;
    return out;
}

/* Whether the list "A;B;C;" contains this statement. */
static bool has_statement(const char *list, const char *statement) {
    const size_t size = strlen(statement);
    for (const char *at = list, *end; (end = strchr(at, ';')) != NULL; at = end + 1)
        if ((size_t)(end - at) == size && memcmp(at, statement, size) == 0) return true;
    return false;
}

/* Checks one row of the schema. An index without SQL belongs to the statement of its table. */
static bool is_own(sqlite3_stmt *row, const char *list, bool *lacked) {
    const char *type = (const char *)sqlite3_column_text(row, 0);
    if (sqlite3_column_type(row, 2) == SQLITE_NULL)
        return type != NULL && strcmp(type, "index") == 0;
    const char *sql = (const char *)sqlite3_column_text(row, 2);
    char *stripped = sql != NULL ? without_blanks(sql) : NULL;
    *lacked = stripped == NULL;
    const bool own = stripped != NULL && has_statement(list, stripped);
    free(stripped);
    return own;
}

static bool refuse(sqlite3_stmt *row, const char *path, struct th_error *e) {
    char type[TEXT_CLIP_BYTES], name[TEXT_CLIP_BYTES];
    const char *const column[] = {(const char *)sqlite3_column_text(row, 0),
                                  (const char *)sqlite3_column_text(row, 1)};
    text_clip(column[0] != NULL ? column[0] : "", type);
    text_clip(column[1] != NULL ? column[1] : "", name);
    return th_fail(e, "%s is refused: its %s “%s” is not one that tahur creates", path, type, name);
}

bool database_check_schema(sqlite3 *db, const char *path, const char *statements,
                           struct th_error *e) {
    sqlite3_stmt *s = NULL;
    char *list = without_blanks(statements);
    bool ok = list != NULL || th_fail(e, "out of memory"), lacked = false;
    int step = SQLITE_DONE;
    if (e != NULL && ok) e->text[0] = 0;
    if (ok)
        ok = sqlite3_prepare_v2(db, "SELECT type, name, sql FROM main.sqlite_schema", -1, &s,
                                NULL) == SQLITE_OK;
    while (ok && (step = sqlite3_step(s)) == SQLITE_ROW)
        if (!is_own(s, list, &lacked))
            ok = lacked ? th_fail(e, "out of memory") : refuse(s, path, e);
    ok = ok && step == SQLITE_DONE;
    sqlite3_finalize(s);
    free(list);
    return ok;
}

/* ---- limits ---- */

/* A row takes a few bytes of the file and tens of instructions; a report with all its files reads
 * every row a few times. */
enum { STEPS_A_BYTE = 100, PASSES = 50, STEPS_LEAST = 10000000, BYTES_LEAST = 10000000 };
enum { CALL_EVERY = 10000, LENGTH_LEAST = 1000000, LENGTH_MOST = 1000000000 };

static int count_down(void *budget) {
    struct database_budget *b = budget;
    b->steps -= CALL_EVERY;
    if (b->steps < 0) b->spent = true;
    return b->spent;
}

static int64_t size_of(const char *path, const char *end) {
    char name[4200];
    struct stat st;
    snprintf(name, sizeof name, "%s%s", path, end);
    return stat(name, &st) == 0 && st.st_size > 0 ? (int64_t)st.st_size : 0;
}

void database_limit(sqlite3 *db, struct database_budget *b, const char *path) {
    const int64_t size = size_of(path, "") + size_of(path, "-wal");
    const int64_t length = size < LENGTH_LEAST ? LENGTH_LEAST : size;
    *b = (struct database_budget){.steps = STEPS_LEAST + STEPS_A_BYTE * size,
                                  .bytes = BYTES_LEAST + PASSES * size};
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, length < LENGTH_MOST ? (int)length : LENGTH_MOST);
    sqlite3_progress_handler(db, CALL_EVERY, count_down, b);
}

void database_unlimit(sqlite3 *db, struct database_budget *b) {
    *b = (struct database_budget){.steps = INT64_MAX, .bytes = INT64_MAX};
    sqlite3_progress_handler(db, 0, NULL, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, LENGTH_MOST);
}

bool database_spend(struct database_budget *b, int64_t bytes) {
    b->bytes -= bytes;
    if (b->bytes < 0) b->spent = true;
    return !b->spent;
}
