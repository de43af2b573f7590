#include "run_file_own.h"

#include "core/clock.h"
#include "core/file.h"
#include "core/json.h"
#include "core/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { APPLICATION = 0x74616875, FORMAT = 1 }; /* "tahu" */

#define RUN_SCHEMA                                                                                 \
    "CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"              \
    "CREATE TABLE block(number INTEGER PRIMARY KEY, games INTEGER NOT NULL);"                      \
    "CREATE TABLE game" GAME_COLUMNS                                                               \
    "CREATE TABLE training(seed INTEGER PRIMARY KEY, games INTEGER NOT NULL,"                      \
    "  finished INTEGER NOT NULL, model BLOB NOT NULL);"                                           \
    "CREATE TABLE time(begun INTEGER NOT NULL, written INTEGER NOT NULL);"

/* ---- errors ---- */

/* That the budget of reading is spent. Returns false. */
static bool takes_too_long(struct run_file *f, struct th_error *e) {
    f->failed = true;
    return th_fail(e, "%s is refused: it takes far longer to read than a file of its size",
                   f->path);
}

/* What went wrong, in words for a user who does not know SQLite. */
bool run_fail(struct run_file *f, struct th_error *e) {
    f->failed = true;
    switch (sqlite3_errcode(f->db) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return th_fail(e, "%s is being written by another program", f->path);
    case SQLITE_FULL:
        return th_fail(e,
                       "%s cannot be written: the disk is full; what was saved is safe, and the "
                       "same command goes on when there is room",
                       f->path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        if (!f->writes)
            return th_fail(e,
                           "%s was not closed, and cannot be read where nothing can be written: "
                           "copy it elsewhere, with its -wal",
                           f->path);
        return th_fail(e, "%s cannot be written: it is read-only", f->path);
    case SQLITE_CONSTRAINT: /* a value could not be bound: SQLite had no memory for it */
        if (sqlite3_extended_errcode(f->db) != SQLITE_CONSTRAINT_NOTNULL)
            return th_fail(e, "%s: %s", f->path, sqlite3_errmsg(f->db));
        return th_fail(e, "there is no memory to write %s; what was saved is safe", f->path);
    case SQLITE_NOMEM:
        return th_fail(e, "there is no memory to read or write %s; what was saved is safe",
                       f->path);
    case SQLITE_NOTADB:
        return th_fail(e, "%s is no run: not a SQLite database", f->path);
    case SQLITE_INTERRUPT: /* the budget is spent */
        return takes_too_long(f, e);
    case SQLITE_TOOBIG:
        return th_fail(e, "%s is damaged: a value in it is longer than the file", f->path);
    case SQLITE_CORRUPT:
        return th_fail(e, "%s is damaged: %s", f->path, sqlite3_errmsg(f->db));
    case SQLITE_IOERR:
        return th_fail(e, "%s cannot be read or written: %s; what was saved is safe", f->path,
                       sqlite3_errmsg(f->db));
    default:
        return th_fail(e, "%s: %s", f->path, sqlite3_errmsg(f->db));
    }
}

bool run_no_memory(struct run_file *f, struct th_error *e) {
    if (!json_memory_lacked() && (sqlite3_errcode(f->db) & 0xff) != SQLITE_NOMEM) return false;
    f->failed = true;
    th_fail(e, "there is no memory to read %s", f->path);
    return true;
}

bool run_damaged(struct run_file *f, uint64_t block, struct th_error *e) {
    if (run_no_memory(f, e)) return false;
    if (f->budget.spent) return takes_too_long(f, e);
    f->failed = true;
    return th_fail(e, "%s is damaged: block %llu is not what a run writes", f->path,
                   (unsigned long long)block);
}

bool run_execute(struct run_file *f, const char *sql, struct th_error *e) {
    return sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK || run_fail(f, e);
}

bool run_prepare(struct run_file *f, const char *sql, sqlite3_stmt **out, struct th_error *e) {
    return sqlite3_prepare_v3(f->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK ||
           run_fail(f, e);
}

int64_t run_number_of(struct run_file *f, const char *sql, int64_t none) {
    sqlite3_stmt *s = NULL;
    int64_t value = none;
    if (sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW && sqlite3_column_type(s, 0) == SQLITE_INTEGER)
        value = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return value;
}

bool run_file_failed(const struct run_file *f) {
    return f != NULL && f->failed;
}

const json_t *run_file_settings(const struct run_file *f) {
    return f->settings;
}

/* ---- what is there ---- */

static bool add_block_number(struct run_file *f, uint64_t block) {
    if (f->ranges > 0 && f->range[f->ranges - 1].last == block) {
        f->range[f->ranges - 1].last++;
    } else {
        struct range *more = realloc(f->range, ((size_t)f->ranges + 1) * sizeof *more);
        if (more == NULL) return false;
        f->range = more;
        f->range[f->ranges++] = (struct range){block, block + 1, f->blocks};
    }
    f->blocks++;
    return true;
}

bool run_find_blocks(struct run_file *f, struct th_error *e) {
    free(f->range);
    f->range = NULL;
    f->ranges = 0;
    f->blocks = 0;
    sqlite3_stmt *s = NULL;
    int step = SQLITE_ERROR;
    bool ok = run_prepare(f, "SELECT number, games FROM block ORDER BY number", &s, e);
    while (ok && (step = sqlite3_step(s)) == SQLITE_ROW) {
        const int64_t number = sqlite3_column_int64(s, 0), games = sqlite3_column_int64(s, 1);
        const bool rises = f->ranges == 0 || (uint64_t)number >= f->range[f->ranges - 1].last;
        if (sqlite3_column_type(s, 1) != SQLITE_INTEGER || !run_check_block(f, number, games) ||
            !rises)
            ok = run_damaged(f, (uint64_t)number, e);
        else if (!add_block_number(f, (uint64_t)number))
            ok = th_fail(e, "out of memory");
    }
    if (ok && step != SQLITE_DONE) ok = run_fail(f, e);
    sqlite3_finalize(s);
    return ok;
}

uint64_t run_file_blocks(const struct run_file *f) {
    return f->blocks;
}

uint64_t run_file_block(const struct run_file *f, uint64_t k) {
    int low = 0, high = f->ranges; /* the last range that has no more than k blocks before it */
    if (k >= f->blocks) return UINT64_MAX;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (f->range[middle].before <= k)
            low = middle;
        else
            high = middle;
    }
    return f->range[low].first + (k - f->range[low].before);
}

uint64_t run_next_block(void *self, uint64_t block) {
    const struct run_file *f = self;
    int low = 0, high = f->ranges; /* the first range that ends after the block */
    while (low < high) {
        const int middle = (low + high) / 2;
        if (f->range[middle].last > block)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == f->ranges) return UINT64_MAX;
    return f->range[low].first > block ? f->range[low].first : block;
}

bool run_has_block(void *self, uint64_t block) {
    return run_next_block(self, block) == block;
}

void run_file_times(const struct run_file *f, double *begun, double *written) {
    struct run_file *own = (struct run_file *)f;
    *begun = (double)run_number_of(own, "SELECT strftime('%s') - begun FROM time", 0);
    *written = (double)run_number_of(own, "SELECT strftime('%s') - written FROM time", 0);
}

/* ---- transactions ---- */

bool run_file_begin(struct run_file *f, struct th_error *e) {
    f->in_transaction = run_execute(f, "BEGIN IMMEDIATE", e);
    f->committed = clock_seconds();
    return f->in_transaction;
}

bool run_file_commit(struct run_file *f, struct th_error *e) {
    if (!f->in_transaction) return true;
    if (!run_execute(f, "UPDATE time SET written = strftime('%s'); COMMIT", e)) return false;
    f->in_transaction = false;
    return true;
}

/* ---- opening and closing ---- */

static void drop(struct run_file *f) {
    sqlite3_finalize(f->keep_block);
    sqlite3_finalize(f->keep_game);
    sqlite3_finalize(f->load_games);
    run_ahead_close(f);
    run_notes_close(f);
    run_luck_close(f);
    run_times_close(f);
    /* One file, that can be read where nothing can be written. If another program reads it now,
     * this is left to the next writer. */
    if (f->writes) {
        sqlite3_busy_timeout(f->db, 500);
        sqlite3_exec(f->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    }
    sqlite3_close(f->db);
    lock_file_release(f->lock_path, f->lock);
    json_decref(f->settings);
    free(f->range);
    free(f);
}

static struct run_file *open_file(const char *path, int flags, struct th_error *e) {
    struct run_file *f = calloc(1, sizeof *f);
    struct stat st;
    json_memory_watch();
    if (f == NULL || strlen(path) >= sizeof f->path) {
        th_fail(e, f == NULL ? "out of memory" : "the name of the run is too long");
        free(f);
        return NULL;
    }
    strcpy(f->path, path);
    f->lock = -1;
    if (path[0] == 0) { /* of which SQLite would make a file without a name */
        th_fail(e, "a run needs the name of a file");
    } else if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        th_fail(e, "%s is no run: not a file", path);
    } else if ((flags & SQLITE_OPEN_CREATE) == 0 && stat(path, &st) != 0) {
        th_fail(e, "there is no run %s", path);
    } else if (database_open(path, flags | SQLITE_OPEN_FULLMUTEX, &f->db) != SQLITE_OK) {
        th_fail(e, "%s cannot be opened: %s", path, sqlite3_errmsg(f->db));
    } else {
        sqlite3_extended_result_codes(f->db, 1);
        database_limit(f->db, &f->budget, path);
        return f;
    }
    sqlite3_close(f->db);
    free(f);
    return NULL;
}

/* Nothing but our tables: no code of a stranger, and no column that we do not expect. */
static bool has_own_schema(struct run_file *f, struct th_error *e) {
    if (database_check_schema(f->db, f->path,
                              RUN_SCHEMA AHEAD_SCHEMA NOTES_SCHEMA LUCK_SCHEMA TIMES_SCHEMA, e))
        return true;
    return e->text[0] != 0 ? false : run_fail(f, e);
}

static bool is_empty(struct run_file *f) {
    return run_number_of(f, "SELECT EXISTS(SELECT 1 FROM sqlite_schema)", 1) == 0;
}

static bool is_run(struct run_file *f, struct th_error *e) {
    if (run_number_of(f, "PRAGMA application_id", 0) == APPLICATION) {
        if (run_number_of(f, "PRAGMA user_version", 0) == FORMAT) return has_own_schema(f, e);
        return !run_no_memory(f, e) &&
               th_fail(e, "%s was written by another version of tahur", f->path);
    }
    if (sqlite3_errcode(f->db) != SQLITE_OK && sqlite3_errcode(f->db) != SQLITE_DONE &&
        sqlite3_errcode(f->db) != SQLITE_ROW)
        return run_fail(f, e);
    if (is_empty(f)) return th_fail(e, "there is nothing in %s yet", f->path);
    return th_fail(e, "%s is no run of tahur", f->path);
}

static bool prepare_all(struct run_file *f, struct th_error *e) {
    return run_prepare(f, GAME_READ "game WHERE number BETWEEN ? AND ? ORDER BY number",
                       &f->load_games, e) &&
           (!f->writes ||
            (run_prepare(f, "INSERT INTO block VALUES(?, ?)", &f->keep_block, e) &&
             run_prepare(f, "INSERT INTO game VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                         &f->keep_game, e)));
}

static bool open_tables(struct run_file *f, struct th_error *e) {
    return prepare_all(f, e) && run_find_blocks(f, e) && run_ahead_open(f, e) &&
           run_notes_open(f, e) && run_luck_open(f, e) && run_times_open(f, e);
}

static bool create(struct run_file *f, const json_t *settings, struct th_error *e) {
    char mark[100];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             APPLICATION, FORMAT);
    return run_execute(f, RUN_SCHEMA "INSERT INTO time VALUES(strftime('%s'), strftime('%s'))",
                       e) &&
           run_execute(f, mark, e) && run_write_settings(f, settings, e) && run_file_commit(f, e) &&
           run_file_begin(f, e);
}

/* SQLite's own lock is free between two transactions, so a second writer could take it there. This
 * one is held until the file is closed. It lies beside the file that a link points to. */
static bool lock(struct run_file *f, struct th_error *e) {
    snprintf(f->lock_path, sizeof f->lock_path, "%s-lock", sqlite3_db_filename(f->db, "main"));
    f->lock = lock_file_take(f->lock_path, 0.5);
    if (f->lock >= 0) return true;
    if (errno == EWOULDBLOCK) return th_fail(e, "%s is being written by another program", f->path);
    return th_fail(e, "%s cannot be written: %s: %s", f->path, f->lock_path, strerror(errno));
}

/* Takes the lock before it looks, so that what it sees is what it goes on with. */
static bool start_writing(struct run_file *f, const json_t *settings, struct th_error *e) {
    char what[300];
    if (!lock(f, e)) return false;
    f->writes = true;
    /* Only readers are in the way now, for moments; on a busy machine these may be long. */
    sqlite3_busy_timeout(f->db, 10000);
    if (!run_execute(f, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", e) ||
        !run_file_begin(f, e))
        return false;
    const bool fresh = is_empty(f) && run_number_of(f, "PRAGMA application_id", 0) == 0;
    if (fresh) database_unlimit(f->db, &f->budget); /* its size says nothing yet */
    if (fresh ? !create(f, settings, e) : !is_run(f, e)) return false;
    if (!run_read_settings(f, e)) return false;
    if (settings_differ(f->settings, "in the file", settings, "here", what, sizeof what))
        return th_fail(e, "%s holds another run: %s", f->path, what);
    if (!run_ahead_create(f, e) || !run_notes_create(f, e) || !run_luck_create(f, e) ||
        !run_times_create(f, e) || !open_tables(f, e))
        return false;
    database_unlimit(f->db, &f->budget);
    return true;
}

struct run_file *run_file_write(const char *path, const json_t *settings, struct th_error *e) {
    if (settings == NULL || json_memory_lacked()) { /* the settings are not whole */
        th_fail(e, "out of memory");
        return NULL;
    }
    struct run_file *f = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, e);
    if (f == NULL || start_writing(f, settings, e)) return f;
    drop(f);
    return NULL;
}

/* A pipe is no run, and is not opened: opening it would wait for a writer. */
bool run_file_is(const char *path) {
    static const char mark[] = "SQLite format 3";
    char begin[sizeof mark] = "";
    struct stat st;
    FILE *file = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
    if (file == NULL) return false;
    const bool is = fread(begin, 1, sizeof begin, file) == sizeof begin &&
                    memcmp(begin, mark, sizeof mark) == 0;
    fclose(file);
    return is;
}

/* Where the last writer was killed, SQLite has to set the file right before it can be read; so it
 * may write, if the system lets it, and we may not. */
struct run_file *run_file_read(const char *path, struct th_error *e) {
    struct run_file *f = open_file(path, SQLITE_OPEN_READWRITE, e);
    if (f == NULL) return NULL;
    sqlite3_busy_timeout(f->db, 2000);
    sqlite3_exec(f->db, "PRAGMA query_only = 1", NULL, NULL, NULL);
    if (is_run(f, e) && run_read_settings(f, e) && open_tables(f, e)) return f;
    drop(f);
    return NULL;
}

bool run_file_close(struct run_file *f, struct th_error *e) {
    if (f == NULL) return true;
    const bool ok = run_file_commit(f, e);
    drop(f);
    return ok;
}

/* ---- trainings ---- */

/* All is done under the mutex of the connection, so that trainings on several threads do not meet
 * within a transaction. */

bool run_file_is_training(const struct run_file *f) {
    const char *command = json_string_value(json_object_get(f->settings, "command"));
    return command != NULL && strcmp(command, "train") == 0;
}

static bool load_training(struct run_file *f, sqlite3_stmt *s, uint64_t seed,
                          struct run_training *t, struct th_error *e) {
    sqlite3_bind_int64(s, 1, (int64_t)seed);
    const int step = sqlite3_step(s);
    if (step == SQLITE_DONE) return true;
    if (step != SQLITE_ROW) return run_fail(f, e);
    const int64_t games = sqlite3_column_int64(s, 0), finished = sqlite3_column_int64(s, 1);
    if (sqlite3_column_type(s, 0) != SQLITE_INTEGER || games < 0 || finished < 0 || finished > 1 ||
        sqlite3_column_type(s, 2) != SQLITE_BLOB || sqlite3_column_bytes(s, 2) == 0) {
        f->failed = true;
        return th_fail(e, "%s is damaged: the training of seed %llu is not what a run writes",
                       f->path, (unsigned long long)seed);
    }
    if (!database_spend(&f->budget, sqlite3_column_bytes(s, 2))) return takes_too_long(f, e);
    t->games = (uint64_t)games;
    t->finished = finished != 0;
    const void *model = sqlite3_column_blob(s, 2);
    bytes_add(&t->model, model, (size_t)sqlite3_column_bytes(s, 2));
    return !t->model.failed || th_fail(e, "there is no memory to read a training of %s", f->path);
}

bool run_file_training_load(struct run_file *f, uint64_t seed, struct run_training *t,
                            struct th_error *e) {
    sqlite3_stmt *s = NULL;
    *t = (struct run_training){0};
    sqlite3_mutex_enter(sqlite3_db_mutex(f->db));
    const bool ok =
        run_prepare(f, "SELECT games, finished, model FROM training WHERE seed = ?", &s, e) &&
        load_training(f, s, seed, t, e);
    sqlite3_finalize(s);
    sqlite3_mutex_leave(sqlite3_db_mutex(f->db));
    if (!ok) free(t->model.data);
    return ok;
}

static bool keep_training(struct run_file *f, uint64_t seed, const struct run_training *t,
                          struct th_error *e) {
    sqlite3_stmt *s = NULL;
    if (!run_prepare(f, "INSERT OR REPLACE INTO training VALUES(?, ?, ?, ?)", &s, e)) return false;
    sqlite3_bind_int64(s, 1, (int64_t)seed);
    sqlite3_bind_int64(s, 2, (int64_t)t->games);
    sqlite3_bind_int(s, 3, t->finished);
    sqlite3_bind_blob64(s, 4, t->model.data, t->model.size, SQLITE_STATIC);
    const bool ok = run_statement(f, s, e);
    sqlite3_finalize(s);
    return ok;
}

bool run_file_training_keep(struct run_file *f, uint64_t seed, const struct run_training *t,
                            struct th_error *e) {
    if (t->model.failed) return th_fail(e, "there is no memory to save a training");
    sqlite3_mutex_enter(sqlite3_db_mutex(f->db));
    bool ok = (f->in_transaction || run_file_begin(f, e)) && keep_training(f, seed, t, e) &&
              run_file_commit(f, e) && run_file_begin(f, e);
    if (!ok && f->in_transaction) {
        /* The training as it was kept before is safe. */
        sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
        f->in_transaction = false;
    }
    sqlite3_mutex_leave(sqlite3_db_mutex(f->db));
    return ok;
}
