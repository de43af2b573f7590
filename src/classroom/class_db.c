/* The database of a class: opening, errors, builds and checks. */
#include "class_db_own.h"

#include "core/file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { APPLICATION = 0x7461636c, FORMAT = 1 }; /* "tacl" */

#define SCHEMA                                                                                     \
    "CREATE TABLE IF NOT EXISTS setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT "      \
    "ROWID;"                                                                                       \
    "CREATE TABLE IF NOT EXISTS build(key TEXT PRIMARY KEY, ok INTEGER NOT NULL,"                  \
    "  sentence TEXT NOT NULL, command TEXT NOT NULL, seconds REAL NOT NULL, log TEXT,"            \
    "  cut INTEGER NOT NULL) WITHOUT ROWID;"                                                       \
    "CREATE TABLE IF NOT EXISTS checked(key TEXT PRIMARY KEY, sound INTEGER NOT NULL,"             \
    "  sentence TEXT NOT NULL, findings TEXT NOT NULL) WITHOUT ROWID;"                             \
    "CREATE TABLE IF NOT EXISTS reviewed(key TEXT PRIMARY KEY, findings TEXT NOT NULL) WITHOUT "   \
    "ROWID;"                                                                                       \
    "CREATE TABLE IF NOT EXISTS pairing(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"         \
    "  label TEXT NOT NULL);"                                                                      \
    "CREATE TABLE IF NOT EXISTS block(pairing INTEGER NOT NULL, number INTEGER NOT NULL,"          \
    "  times BLOB NOT NULL, PRIMARY KEY(pairing, number)) WITHOUT ROWID;"                          \
    "CREATE TABLE IF NOT EXISTS game(pairing INTEGER NOT NULL, number INTEGER NOT NULL,"           \
    "  ending INTEGER NOT NULL, payoff BLOB NOT NULL, turns INTEGER NOT NULL,"                     \
    "  decisions INTEGER NOT NULL, varied INTEGER NOT NULL, fault INTEGER NOT NULL,"               \
    "  fault_seat INTEGER NOT NULL, digest INTEGER NOT NULL, moves BLOB NOT NULL,"                 \
    "  PRIMARY KEY(pairing, number)) WITHOUT ROWID;"                                               \
    "CREATE TABLE IF NOT EXISTS fault(pairing INTEGER NOT NULL, side INTEGER NOT NULL,"            \
    "  kind INTEGER NOT NULL, number INTEGER NOT NULL, what TEXT NOT NULL, stderr TEXT NOT NULL,"  \
    "  PRIMARY KEY(pairing, side, kind)) WITHOUT ROWID;"

static const char *const statements[STATEMENTS] = {
    [LOAD_SEED] = "SELECT value FROM setting WHERE name = 'seed'",
    [KEEP_SEED] = "INSERT INTO setting VALUES('seed', ?)",
    [LOAD_BUILD] = "SELECT ok, sentence, command, seconds, log, cut FROM build WHERE key = ?",
    [KEEP_BUILD] = "REPLACE INTO build VALUES(?, ?, ?, ?, ?, ?, ?)",
    [DROP_BUILD] = "DELETE FROM build WHERE key = ?",
    [LOAD_CHECK] = "SELECT sound, sentence, findings FROM checked WHERE key = ?",
    [KEEP_CHECK] = "REPLACE INTO checked VALUES(?, ?, ?, ?)",
    [LOAD_REVIEW] = "SELECT findings FROM reviewed WHERE key = ?",
    [KEEP_REVIEW] = "REPLACE INTO reviewed VALUES(?, ?)",
    [FIND_PAIRING] = "SELECT id FROM pairing WHERE key = ?",
    [ADD_PAIRING] = "INSERT INTO pairing(key, label) VALUES(?, ?)",
    [LOAD_BLOCKS] = "SELECT number, times FROM block WHERE pairing = ? ORDER BY number",
    [LOAD_GAMES] = "SELECT number, ending, payoff, turns, decisions, varied, fault, fault_seat, "
                   "digest FROM game WHERE pairing = ? AND number < ? ORDER BY number",
    [KEEP_BLOCK] = "INSERT INTO block VALUES(?, ?, ?)",
    [KEEP_GAME] = "INSERT INTO game VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [KEEP_FAULT] = "INSERT OR IGNORE INTO fault VALUES(?, ?, ?, ?, ?, ?)",
    [LOAD_TAPE] = "SELECT moves FROM game WHERE pairing = ? AND number = ?",
    [LOAD_FAULTS] = "SELECT side, kind, number, what, stderr FROM fault WHERE pairing = ? "
                    "ORDER BY number, side, kind",
};

/* ---- errors ---- */

bool class_db_fail(const struct class_db *s, struct th_error *e) {
    switch (sqlite3_errcode(s->db) & 0xff) {
    case SQLITE_FULL:
        return th_fail(e,
                       "%s cannot be written: the disk is full; the same command goes on when "
                       "there is room",
                       s->path);
    case SQLITE_NOTADB:
        return th_fail(e, "%s is not the database of a class", s->path);
    case SQLITE_NOMEM:
        return th_fail(e, "there is no memory to read or write %s", s->path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return th_fail(e, "%s is being written by another program", s->path);
    default:
        return th_fail(e, "%s: %s", s->path, sqlite3_errmsg(s->db));
    }
}

bool class_db_damaged(const struct class_db *s, struct th_error *e) {
    return th_fail(e, "%s is damaged: it has something that tahur class does not write", s->path);
}

/* ---- statements ---- */

bool class_db_sql(struct class_db *s, const char *sql, struct th_error *e) {
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK || class_db_fail(s, e);
}

sqlite3_stmt *class_db_begin(struct class_db *s, enum class_db_statement which) {
    pthread_mutex_lock(&s->mutex);
    return s->statement[which];
}

void class_db_end(struct class_db *s, enum class_db_statement which) {
    sqlite3_reset(s->statement[which]);
    sqlite3_clear_bindings(s->statement[which]);
    pthread_mutex_unlock(&s->mutex);
}

bool class_db_execute(struct class_db *s, enum class_db_statement which, struct th_error *e) {
    const bool ok = sqlite3_step(s->statement[which]) == SQLITE_DONE || class_db_fail(s, e);
    sqlite3_reset(s->statement[which]);
    return ok;
}

/* ---- opening ---- */

static bool take_lock(struct class_db *s, struct th_error *e) {
    s->lock_fd = lock_file_take(s->lock_path, 0.2);
    if (s->lock_fd >= 0) return true;
    if (errno == EWOULDBLOCK) return th_fail(e, "%s is in use by another tahur class", s->path);
    return th_fail(e, "%s cannot be written: %s", s->lock_path, strerror(errno));
}

static int64_t number_of(struct class_db *s, const char *sql) {
    sqlite3_stmt *row = NULL;
    int64_t value = -1;
    if (sqlite3_prepare_v2(s->db, sql, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW)
        value = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return value;
}

/* A new file gets its mark; another one must have it. */
static bool check_format(struct class_db *s, struct th_error *e) {
    char sql[100];
    const int64_t tables = number_of(s, "SELECT count(*) FROM sqlite_schema");
    if (tables < 0) return class_db_fail(s, e);
    if (tables == 0) {
        snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                 APPLICATION, FORMAT);
        return class_db_sql(s, sql, e);
    }
    if (number_of(s, "PRAGMA application_id") != APPLICATION)
        return th_fail(e, "%s is not the database of a class", s->path);
    if (number_of(s, "PRAGMA user_version") != FORMAT)
        return th_fail(e, "%s is of another version of tahur", s->path);
    return true;
}

static bool check_schema(struct class_db *s, struct th_error *e) {
    if (database_check_schema(s->db, s->path, SCHEMA, e)) return true;
    return e->text[0] != 0 ? false : class_db_fail(s, e);
}

static bool open_database(struct class_db *s, struct th_error *e) {
    if (database_open(s->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &s->db) != SQLITE_OK)
        return class_db_fail(s, e);
    sqlite3_busy_timeout(s->db, 10000); /* for a program that reads it just now */
    database_limit(s->db, &s->budget, s->path);
    if (!check_format(s, e) || !check_schema(s, e)) return false;
    database_unlimit(s->db, &s->budget);
    /* What is in the log survives the end of this program, not that of the machine: after a power
     * cut the last blocks are played again. */
    if (!class_db_sql(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", e) ||
        !class_db_sql(s, SCHEMA, e))
        return false;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &s->statement[i], NULL) != SQLITE_OK)
            return class_db_fail(s, e);
    return true;
}

struct class_db *class_db_open(const char *path, struct th_error *e) {
    struct class_db *s = calloc(1, sizeof *s);
    const size_t size = strlen(path) + sizeof ".lock";
    if (s == NULL) return th_fail(e, "out of memory"), NULL;
    s->lock_fd = -1;
    pthread_mutex_init(&s->mutex, NULL);
    s->path = strdup(path);
    s->lock_path = malloc(size);
    e->text[0] = 0;
    bool ok = (s->path != NULL && s->lock_path != NULL) || th_fail(e, "out of memory");
    if (ok) snprintf(s->lock_path, size, "%s.lock", path);
    if (ok && take_lock(s, e) && open_database(s, e)) return s;
    class_db_close(s);
    return NULL;
}

void class_db_close(struct class_db *s) {
    if (s == NULL) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    if (s->lock_fd >= 0) lock_file_release(s->lock_path, s->lock_fd);
    pthread_mutex_destroy(&s->mutex);
    free(s->path);
    free(s->lock_path);
    free(s);
}

/* ---- settings ---- */

bool class_db_seed(struct class_db *s, struct th_seed *seed, struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, LOAD_SEED);
    const int step = sqlite3_step(row);
    const char *text = step == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0) : NULL;
    bool ok = step == SQLITE_ROW || step == SQLITE_DONE || class_db_fail(s, e);
    if (ok && step == SQLITE_ROW)
        ok = (text != NULL && th_seed_read(text, seed)) || class_db_damaged(s, e);
    class_db_end(s, LOAD_SEED);
    if (!ok || step == SQLITE_ROW) return ok;
    char out[TH_SEED_BYTES];
    row = class_db_begin(s, KEEP_SEED);
    sqlite3_bind_text(row, 1, th_seed_write(*seed, out), -1, SQLITE_TRANSIENT);
    ok = class_db_execute(s, KEEP_SEED, e);
    class_db_end(s, KEEP_SEED);
    return ok;
}

/* ---- builds and checks ---- */

static void read_text(sqlite3_stmt *row, int column, char *out, size_t size) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    snprintf(out, size, "%s", text != NULL ? text : "");
}

bool class_db_load_build(struct class_db *s, const char *key, struct program *p, bool *found,
                         struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, LOAD_BUILD);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    const int step = sqlite3_step(row);
    *found = step == SQLITE_ROW;
    if (*found) {
        const char *log = (const char *)sqlite3_column_text(row, 4);
        p->status = sqlite3_column_int(row, 0) != 0 ? PROGRAM_PENDING : PROGRAM_UNBUILT;
        read_text(row, 1, p->sentence, sizeof p->sentence);
        read_text(row, 2, p->command, sizeof p->command);
        p->build_seconds = sqlite3_column_double(row, 3);
        free(p->log);
        p->log = log != NULL ? strdup(log) : NULL;
        p->log_cut = sqlite3_column_int(row, 5) != 0;
    }
    const bool ok = *found || step == SQLITE_DONE || class_db_fail(s, e);
    class_db_end(s, LOAD_BUILD);
    return ok;
}

bool class_db_keep_build(struct class_db *s, const char *key, const struct program *p,
                         struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, KEEP_BUILD);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 2, p->status != PROGRAM_UNBUILT);
    sqlite3_bind_text(row, 3, p->sentence, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 4, p->command, -1, SQLITE_STATIC);
    sqlite3_bind_double(row, 5, p->build_seconds);
    if (p->log != NULL) sqlite3_bind_text(row, 6, p->log, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 7, p->log_cut);
    const bool ok = class_db_execute(s, KEEP_BUILD, e);
    class_db_end(s, KEEP_BUILD);
    return ok;
}

bool class_db_drop_build(struct class_db *s, const char *key, struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, DROP_BUILD);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    const bool ok = class_db_execute(s, DROP_BUILD, e);
    class_db_end(s, DROP_BUILD);
    return ok;
}

bool class_db_load_check(struct class_db *s, const char *key, struct program *p, bool *found,
                         struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, LOAD_CHECK);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    const int step = sqlite3_step(row);
    bool ok = step == SQLITE_ROW || step == SQLITE_DONE || class_db_fail(s, e);
    *found = step == SQLITE_ROW;
    if (*found) {
        const char *findings = (const char *)sqlite3_column_text(row, 2);
        p->status = sqlite3_column_int(row, 0) != 0 ? PROGRAM_SOUND : PROGRAM_UNSOUND;
        read_text(row, 1, p->sentence, sizeof p->sentence);
        json_decref(p->check);
        p->check = findings != NULL ? json_loads(findings, 0, NULL) : NULL;
        ok = p->check != NULL || class_db_damaged(s, e);
    }
    class_db_end(s, LOAD_CHECK);
    return ok;
}

bool class_db_keep_check(struct class_db *s, const char *key, const struct program *p,
                         struct th_error *e) {
    char *findings = p->check != NULL ? json_dumps(p->check, JSON_COMPACT) : strdup("{}");
    if (findings == NULL) return th_fail(e, "out of memory");
    sqlite3_stmt *row = class_db_begin(s, KEEP_CHECK);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 2, p->status == PROGRAM_SOUND);
    sqlite3_bind_text(row, 3, p->sentence, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 4, findings, -1, SQLITE_STATIC);
    const bool ok = class_db_execute(s, KEEP_CHECK, e);
    class_db_end(s, KEEP_CHECK);
    free(findings);
    return ok;
}

bool class_db_load_review(struct class_db *s, const char *key, json_t **findings,
                          struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, LOAD_REVIEW);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    const int step = sqlite3_step(row);
    bool ok = step == SQLITE_ROW || step == SQLITE_DONE || class_db_fail(s, e);
    *findings = NULL;
    if (step == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(row, 0);
        *findings = text != NULL ? json_loads(text, 0, NULL) : NULL;
        ok = *findings != NULL || class_db_damaged(s, e);
    }
    class_db_end(s, LOAD_REVIEW);
    return ok;
}

bool class_db_keep_review(struct class_db *s, const char *key, const json_t *findings,
                          struct th_error *e) {
    char *text = json_dumps(findings, JSON_COMPACT);
    if (text == NULL) return th_fail(e, "out of memory");
    sqlite3_stmt *row = class_db_begin(s, KEEP_REVIEW);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, text, -1, SQLITE_STATIC);
    const bool ok = class_db_execute(s, KEEP_REVIEW, e);
    class_db_end(s, KEEP_REVIEW);
    free(text);
    return ok;
}
