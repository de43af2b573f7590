/* The SQLite file: opening and checking it, prepared statements for rooms and reviews. */
#include "hub.h"

#include "core/database.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION = 0x74687376, FORMAT = 2 }; /* "thsv" */

#define TABLE                                                                                      \
    "CREATE TABLE IF NOT EXISTS game("                                                             \
    "  id TEXT PRIMARY KEY,"                                                                       \
    "  made INTEGER NOT NULL, changed INTEGER NOT NULL,"                                           \
    "  lively INTEGER NOT NULL," /* 1: it continues without a request */                           \
    "  data TEXT NOT NULL,"      /* JSON: all but the steps */                                     \
    "  steps BLOB NOT NULL,"     /* every action and outcome, seven bits per byte */               \
    "  review TEXT"
#define CLIENT    ", client INTEGER NOT NULL DEFAULT 0" /* that made it: see clients.h */
#define TABLE_END ") WITHOUT ROWID;"
#define INDEXES                                                                                    \
    "CREATE INDEX IF NOT EXISTS lively ON game(changed) WHERE lively = 1;"                         \
    "CREATE INDEX IF NOT EXISTS changed ON game(changed);"                                         \
    "CREATE INDEX IF NOT EXISTS client ON game(client, changed);"

static const char schema[] = TABLE CLIENT TABLE_END;
static const char indexes[] = INDEXES;
/* The schemas that are accepted; files of format 1 have no column `client`. */
static const char accepted[] = TABLE CLIENT TABLE_END TABLE TABLE_END INDEXES;

/* ---- errors ---- */

static bool fail(struct store *s, struct th_error *e) {
    switch (sqlite3_errcode(s->db) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return th_fail(e, "%s belongs to another tahur serve that is running; --data names another",
                       s->path);
    case SQLITE_FULL:
        return th_fail(e, "%s cannot be written: the disk is full", s->path);
    case SQLITE_IOERR:
        return sqlite3_extended_errcode(s->db) == SQLITE_IOERR_WRITE
                   ? th_fail(e,
                             "%s cannot be written: the disk fails, or a file may not grow any "
                             "larger (ulimit -f)",
                             s->path)
                   : th_fail(e, "%s: %s", s->path, sqlite3_errmsg(s->db));
    case SQLITE_NOTADB:
        return th_fail(e, "%s is no file of tahur serve", s->path);
    case SQLITE_CANTOPEN:
        return th_fail(e, "%s cannot be opened", s->path);
    default:
        return th_fail(e, "%s: %s", s->path, sqlite3_errmsg(s->db));
    }
}

static bool execute(struct store *s, const char *sql, struct th_error *e) {
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(s, e);
}

static bool prepare(struct store *s, const char *sql, sqlite3_stmt **out, struct th_error *e) {
    return sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK ||
           fail(s, e);
}

static int64_t number_of(struct store *s, const char *sql) {
    sqlite3_stmt *statement = NULL;
    int64_t value = 0;
    if (sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

/* ---- opening ---- */

/* Creates the file, readable only by this user, since it contains keys. A pipe is refused: SQLite
 * would wait for its data forever. */
static bool make_private(const char *path, struct th_error *e) {
    struct stat is;
    const int file = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NONBLOCK, 0600);
    const bool known = file >= 0 && fstat(file, &is) == 0;
    const int why = errno;
    if (file >= 0) close(file);
    if (!known) return th_fail(e, "%s cannot be opened: %s", path, strerror(why));
    return S_ISREG(is.st_mode) || th_fail(e, "%s is no file of tahur serve", path);
}

/* Removes the permissions of other users from an existing file and from the journals that a killed
 * process has left. SQLite gives new journals the same permissions. */
static bool restrict_rights(const char *path, struct th_error *e) {
    static const char *const parts[] = {"", "-wal", "-shm"};
    char name[4096];
    struct stat is;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const int n = snprintf(name, sizeof name, "%s%s", path, parts[i]);
        if (n < 0 || (size_t)n >= sizeof name || stat(name, &is) != 0) continue;
        if ((is.st_mode & 0077) != 0 && chmod(name, 0600) != 0)
            return th_fail(e, "%s can be read by other users, and that cannot be changed: %s", name,
                           strerror(errno));
    }
    return true;
}

/* The file must be empty or a file of tahur serve. */
static bool check_kind(struct store *s, struct th_error *e) {
    const int64_t application = number_of(s, "PRAGMA application_id");
    const int64_t tables = number_of(s, "SELECT count(*) FROM sqlite_schema");
    if (sqlite3_errcode(s->db) != SQLITE_OK && sqlite3_errcode(s->db) != SQLITE_DONE &&
        sqlite3_errcode(s->db) != SQLITE_ROW)
        return fail(s, e);
    if (application != APPLICATION && (application != 0 || tables > 0))
        return th_fail(e, "%s is no file of tahur serve", s->path);
    if (number_of(s, "PRAGMA user_version") > FORMAT)
        return th_fail(e, "%s was written by a newer tahur", s->path);
    return true;
}

/* The file must contain only our table and indexes: no triggers or views of another program. */
static bool check_schema(struct store *s, struct th_error *e) {
    struct th_error why = {""};
    if (database_check_schema(s->db, s->path, accepted, &why)) return true;
    return why.text[0] != 0 ? th_fail(e, "%s", why.text) : fail(s, e);
}

/* Files of format 1 have no column `client`. */
static bool add_client_column(struct store *s, struct th_error *e) {
    return number_of(s, "SELECT count(*) FROM pragma_table_info('game') WHERE name = 'client'") >
               0 ||
           execute(s, "ALTER TABLE game ADD COLUMN client INTEGER NOT NULL DEFAULT 0", e);
}

static bool prepare_all(struct store *s, struct th_error *e) {
    return prepare(s,
                   "INSERT INTO game(id, made, changed, lively, data, steps, client) VALUES(?1,"
                   " strftime('%s'), strftime('%s'), ?2, ?3, ?4, ?6)"
                   " ON CONFLICT(id) DO UPDATE SET changed = strftime('%s'), lively = ?2,"
                   " data = ?3, steps = ?4, review = CASE ?5 WHEN 1 THEN review END",
                   &s->save, e) &&
           prepare(s, "SELECT data, steps, review IS NOT NULL FROM game WHERE id = ?1", &s->load,
                   e) &&
           prepare(s, "UPDATE game SET review = ?2 WHERE id = ?1", &s->save_review, e) &&
           prepare(s, "SELECT review FROM game WHERE id = ?1", &s->load_review, e) &&
           prepare(s, "SELECT count(*) FROM game WHERE client = ?1", &s->count, e) &&
           prepare(s,
                   "SELECT id FROM game WHERE client = ?1 AND changed <= strftime('%s') - ?2"
                   " ORDER BY changed LIMIT 1",
                   &s->oldest, e) &&
           prepare(s,
                   "SELECT id FROM game WHERE changed <= strftime('%s') - ?1"
                   " ORDER BY changed LIMIT ?2",
                   &s->expired, e) &&
           prepare(s, "DELETE FROM game WHERE id = ?1", &s->remove, e);
}

bool store_open(struct store *s, const char *path, struct th_error *e) {
    *s = (struct store){.path = path};
    if (!make_private(path, e)) return false;
    if (database_open(path, SQLITE_OPEN_READWRITE, &s->db) != SQLITE_OK) {
        fail(s, e);
        store_close(s);
        return false;
    }
    char own[80];
    snprintf(own, sizeof own, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION,
             FORMAT);
    struct database_budget budget;
    database_limit(s->db, &budget, path);
    /* Takes the file lock with the first write, and keeps it. */
    const bool ok = execute(s, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;", e) &&
                    check_kind(s, e) && check_schema(s, e) && restrict_rights(path, e) &&
                    execute(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;", e) &&
                    execute(s, schema, e) && add_client_column(s, e) && execute(s, indexes, e) &&
                    execute(s, own, e) && prepare_all(s, e);
    if (ok) s->games = number_of(s, "SELECT count(id) FROM game");
    if (ok && !budget.spent) {
        database_unlimit(s->db, &budget);
        return true;
    }
    if (ok) th_fail(e, "%s takes far longer to read than a file of its size", path);
    store_close(s);
    return false;
}

void store_close(struct store *s) {
    sqlite3_stmt *const all[] = {s->save,  s->load,   s->save_review, s->load_review,
                                 s->count, s->oldest, s->expired,     s->remove};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
    sqlite3_close(s->db);
    *s = (struct store){0};
}

/* ---- games ---- */

static bool run(struct store *s, sqlite3_stmt *statement, struct th_error *e) {
    const bool ok = sqlite3_step(statement) == SQLITE_DONE;
    if (!ok) fail(s, e);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return ok;
}

bool store_save(struct store *s, const struct room *r, struct th_error *e) {
    struct bytes steps = {0};
    char *data = room_file_write(r, &steps);
    bool ok = data != NULL && !steps.failed;
    if (!ok) {
        th_fail(e, "there is no memory for saving a game");
    } else {
        sqlite3_bind_text(s->save, 1, r->id, -1, SQLITE_STATIC);
        sqlite3_bind_int(s->save, 2, room_is_active(r));
        sqlite3_bind_text(s->save, 3, data, -1, SQLITE_STATIC);
        sqlite3_bind_blob(s->save, 4, steps.size > 0 ? (const void *)steps.data : "",
                          (int)steps.size, SQLITE_STATIC);
        sqlite3_bind_int(s->save, 5, r->reviewed);
        sqlite3_bind_int64(s->save, 6, (sqlite3_int64)r->client);
        ok = run(s, s->save, e);
    }
    free(data);
    free(steps.data);
    return ok;
}

bool store_load(struct store *s, const char *id, struct room *r, struct th_error *e) {
    bool ok = false;
    e->text[0] = 0;
    sqlite3_bind_text(s->load, 1, id, -1, SQLITE_STATIC);
    const int got = sqlite3_step(s->load);
    if (got == SQLITE_ROW && (sqlite3_column_type(s->load, 0) != SQLITE_TEXT ||
                              sqlite3_column_type(s->load, 1) != SQLITE_BLOB)) {
        th_fail(e, "its row in the file is damaged");
    } else if (got == SQLITE_ROW) {
        snprintf(r->id, sizeof r->id, "%s", id);
        r->reviewed = sqlite3_column_int(s->load, 2) != 0;
        const void *steps = sqlite3_column_blob(s->load, 1); /* NULL: no steps */
        ok =
            room_file_read(r, (const char *)sqlite3_column_text(s->load, 0),
                           steps != NULL ? steps : "", (size_t)sqlite3_column_bytes(s->load, 1), e);
    } else if (got != SQLITE_DONE) {
        fail(s, e);
    }
    sqlite3_reset(s->load);
    sqlite3_clear_bindings(s->load);
    return ok;
}

bool store_save_review(struct store *s, const char *id, const char *json, struct th_error *e) {
    sqlite3_bind_text(s->save_review, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_text(s->save_review, 2, json, -1, SQLITE_STATIC);
    return run(s, s->save_review, e);
}

char *store_load_review(struct store *s, const char *id) {
    char *text = NULL;
    sqlite3_bind_text(s->load_review, 1, id, -1, SQLITE_STATIC);
    if (sqlite3_step(s->load_review) == SQLITE_ROW &&
        sqlite3_column_type(s->load_review, 0) == SQLITE_TEXT) {
        const char *kept = (const char *)sqlite3_column_text(s->load_review, 0);
        if (kept != NULL) text = strdup(kept); /* NULL: there is no memory */
    }
    sqlite3_reset(s->load_review);
    sqlite3_clear_bindings(s->load_review);
    return text;
}

/* ---- counting and expiry ---- */

int64_t store_count(struct store *s, uint64_t client) {
    sqlite3_bind_int64(s->count, 1, (sqlite3_int64)client);
    const int64_t n = sqlite3_step(s->count) == SQLITE_ROW ? sqlite3_column_int64(s->count, 0) : 0;
    sqlite3_reset(s->count);
    return n;
}

/* Reads ids from a statement with bound values, and resets it. */
static int read_ids(sqlite3_stmt *statement, char id[][ID_BYTES], int most) {
    int n = 0;
    while (n < most && sqlite3_step(statement) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        if (text == NULL) break;
        snprintf(id[n++], ID_BYTES, "%s", text);
    }
    sqlite3_reset(statement);
    return n;
}

bool store_oldest(struct store *s, uint64_t client, int64_t seconds, char id[ID_BYTES]) {
    sqlite3_bind_int64(s->oldest, 1, (sqlite3_int64)client);
    sqlite3_bind_int64(s->oldest, 2, seconds);
    return read_ids(s->oldest, (char(*)[ID_BYTES])id, 1) == 1;
}

int store_expired(struct store *s, int64_t seconds, char id[][ID_BYTES], int most) {
    sqlite3_bind_int64(s->expired, 1, seconds);
    sqlite3_bind_int(s->expired, 2, most);
    return read_ids(s->expired, id, most);
}

bool store_remove(struct store *s, const char *id, struct th_error *e) {
    sqlite3_bind_text(s->remove, 1, id, -1, SQLITE_STATIC);
    if (!run(s, s->remove, e)) return false;
    s->games -= sqlite3_changes(s->db);
    return true;
}

/* ---- active games ---- */

void store_each_active(struct store *s, bool (*each)(void *context, const char *id),
                       void *context) {
    sqlite3_stmt *list = NULL;
    struct th_error e;
    if (!prepare(s, "SELECT id FROM game WHERE lively = 1 ORDER BY changed DESC", &list, &e))
        return;
    while (sqlite3_step(list) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(list, 0);
        if (id == NULL || !each(context, id)) break;
    }
    sqlite3_finalize(list);
}
