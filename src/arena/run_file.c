#include "run_file.h"

#include "core/clock.h"
#include "core/text.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { APPLICATION = 0x74616875, FORMAT = 1 }; /* "tahu" */

/* So long a transaction may grow, in seconds. */
static const double COMMIT_EVERY = 0.25;

/* Blocks first..last-1 that were there when the file was opened. */
struct range {
    uint64_t first, last;
};

struct run_file {
    sqlite3 *db;
    char path[512];
    json_t *settings;
    int block_games, seats;
    bool writes, in_transaction;
    double committed;
    struct range *range;
    int ranges;
    uint64_t blocks; /* in the ranges */
    sqlite3_stmt *keep_block, *keep_game, *load_games;
};

static const char *const schema =
    "CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE block(number INTEGER PRIMARY KEY, games INTEGER NOT NULL);"
    "CREATE TABLE game("
    "  number INTEGER PRIMARY KEY,"
    "  seats TEXT NOT NULL,"  /* JSON: the bots' numbers by seat */
    "  ending TEXT NOT NULL," /* won, unfinished, fault */
    "  payoff TEXT NOT NULL," /* JSON, by seat */
    "  turns INTEGER NOT NULL, decisions INTEGER NOT NULL,"
    "  fault INTEGER, fault_seat INTEGER,"
    "  counters TEXT NOT NULL," /* JSON, by seat: what the metrics are made of */
    "  digest INTEGER NOT NULL,"
    "  moves BLOB NOT NULL);" /* every action and outcome, seven bits a byte */
    "CREATE TABLE training(seed INTEGER PRIMARY KEY, games INTEGER NOT NULL,"
    "  finished INTEGER NOT NULL, model BLOB NOT NULL);"
    "CREATE TABLE time(begun INTEGER NOT NULL, written INTEGER NOT NULL);"
    "INSERT INTO time VALUES(strftime('%s'), strftime('%s'));";

/* ---- errors ---- */

/* What went wrong, in words for somebody who does not know SQLite. */
static bool fail(const struct run_file *f, struct th_error *e) {
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
        return th_fail(e, "%s cannot be written: it is read-only", f->path);
    case SQLITE_NOTADB:
        return th_fail(e, "%s is no run: not a SQLite database", f->path);
    case SQLITE_CORRUPT:
        return th_fail(e, "%s is damaged: %s", f->path, sqlite3_errmsg(f->db));
    case SQLITE_IOERR:
        return th_fail(e, "%s cannot be read or written: %s; what was saved is safe", f->path,
                       sqlite3_errmsg(f->db));
    default:
        return th_fail(e, "%s: %s", f->path, sqlite3_errmsg(f->db));
    }
}

static bool damaged(const struct run_file *f, uint64_t block, struct th_error *e) {
    return th_fail(e, "%s is damaged: block %llu is not what a run writes", f->path,
                   (unsigned long long)block);
}

static bool execute(struct run_file *f, const char *sql, struct th_error *e) {
    return sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(f, e);
}

static bool prepare(struct run_file *f, const char *sql, sqlite3_stmt **out, struct th_error *e) {
    return sqlite3_prepare_v3(f->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK ||
           fail(f, e);
}

/* One number of the database; `none` if there is none. */
static int64_t number_of(struct run_file *f, const char *sql, int64_t none) {
    sqlite3_stmt *s = NULL;
    int64_t value = none;
    if (sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW && sqlite3_column_type(s, 0) == SQLITE_INTEGER)
        value = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return value;
}

/* ---- settings ---- */

bool settings_differ(const json_t *there, const json_t *here, char *out, size_t size) {
    struct text t = text_in(out, size);
    const char *name;
    json_t *value;
    json_t *all = json_object();
    json_object_update(all, (json_t *)there);
    json_object_update(all, (json_t *)here);
    json_object_foreach(all, name, value) {
        const json_t *a = json_object_get(there, name), *b = json_object_get(here, name);
        if (json_equal(a, b)) continue;
        char *x = a != NULL ? json_dumps(a, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
        char *y = b != NULL ? json_dumps(b, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
        text_add(&t, "%s%s is %.60s there and %.60s here", t.length > 0 ? "; " : "", name,
                 x != NULL ? x : "not set", y != NULL ? y : "not set");
        free(x);
        free(y);
    }
    json_decref(all);
    return t.length > 0;
}

static bool write_settings(struct run_file *f, const json_t *settings, struct th_error *e) {
    sqlite3_stmt *s = NULL;
    const char *name;
    json_t *value;
    bool ok = prepare(f, "INSERT INTO setting VALUES(?, ?)", &s, e);
    json_object_foreach((json_t *)settings, name, value) {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);
        if (!ok || text == NULL) continue;
        sqlite3_bind_text(s, 1, name, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(s, 2, text, -1, SQLITE_TRANSIENT);
        ok = sqlite3_step(s) == SQLITE_DONE || fail(f, e);
        sqlite3_reset(s);
        free(text);
    }
    sqlite3_finalize(s);
    return ok;
}

static bool read_settings(struct run_file *f, struct th_error *e) {
    sqlite3_stmt *s = NULL;
    int step = SQLITE_ERROR;
    f->settings = json_object();
    if (!prepare(f, "SELECT name, value FROM setting", &s, e)) return false;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(s, 0);
        const char *text = (const char *)sqlite3_column_text(s, 1);
        json_t *value = text != NULL ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
        if (name == NULL || value == NULL || json_object_set_new(f->settings, name, value) != 0) {
            json_decref(value);
            sqlite3_finalize(s);
            return th_fail(e, "%s is damaged: a setting cannot be read", f->path);
        }
    }
    const bool ok = step == SQLITE_DONE || fail(f, e);
    sqlite3_finalize(s);
    f->block_games = (int)json_integer_value(json_object_get(f->settings, "block_games"));
    f->seats = (int)json_integer_value(json_object_get(f->settings, "seats"));
    if (ok && (f->block_games < 0 || f->block_games > BLOCK_GAMES_MAX || f->seats < 0 ||
               f->seats > TH_SEATS_MAX))
        return th_fail(e, "%s is damaged: its settings make no sense", f->path);
    return ok;
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
        f->range[f->ranges++] = (struct range){block, block + 1};
    }
    f->blocks++;
    return true;
}

static bool find_blocks(struct run_file *f, struct th_error *e) {
    sqlite3_stmt *s = NULL;
    int step = SQLITE_ERROR;
    bool ok = prepare(f, "SELECT number, games FROM block ORDER BY number", &s, e);
    while (ok && (step = sqlite3_step(s)) == SQLITE_ROW) {
        const int64_t number = sqlite3_column_int64(s, 0), games = sqlite3_column_int64(s, 1);
        if (number < 0 || games < 1 || games > f->block_games)
            ok = damaged(f, (uint64_t)number, e);
        else if (!add_block_number(f, (uint64_t)number))
            ok = th_fail(e, "out of memory");
    }
    if (ok && step != SQLITE_DONE) ok = fail(f, e);
    sqlite3_finalize(s);
    return ok;
}

uint64_t run_file_blocks(const struct run_file *f) {
    return f->blocks;
}

uint64_t run_file_block(const struct run_file *f, uint64_t k) {
    for (int i = 0; i < f->ranges; i++) {
        const uint64_t n = f->range[i].last - f->range[i].first;
        if (k < n) return f->range[i].first + k;
        k -= n;
    }
    return UINT64_MAX;
}

static bool has_block(void *self, uint64_t block) {
    const struct run_file *f = self;
    int low = 0, high = f->ranges; /* the first range that ends behind the block */
    while (low < high) {
        const int middle = (low + high) / 2;
        if (f->range[middle].last > block)
            high = middle;
        else
            low = middle + 1;
    }
    return low < f->ranges && f->range[low].first <= block;
}

void run_file_times(const struct run_file *f, double *begun, double *written) {
    struct run_file *own = (struct run_file *)f;
    *begun = (double)number_of(own, "SELECT strftime('%s') - begun FROM time", 0);
    *written = (double)number_of(own, "SELECT strftime('%s') - written FROM time", 0);
}

/* ---- games ---- */

static const char *const endings[] = {"won", "unfinished", "fault"};

static json_t *numbers_json(const uint32_t number[], int n) {
    json_t *list = json_array();
    while (n > 0 && number[n - 1] == 0) n--; /* what is left out at the end is 0 */
    for (int i = 0; i < n; i++) json_array_append_new(list, json_integer(number[i]));
    return list;
}

static void bind_json(sqlite3_stmt *s, int column, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(17));
    sqlite3_bind_text(s, column, text, -1, free);
    json_decref(value);
}

static void bind_game(sqlite3_stmt *s, const struct run_file *f, uint64_t number, const int sits[],
                      const struct match_result *r, const struct bytes *tape) {
    json_t *seats = json_array(), *payoff = json_array(), *counters = json_array();
    for (int i = 0; i < f->seats; i++) {
        json_array_append_new(seats, json_integer(sits[i]));
        json_array_append_new(payoff, json_real(r->payoff[i]));
        json_array_append_new(counters, numbers_json(r->counters[i], TH_COUNTERS_MAX));
    }
    sqlite3_bind_int64(s, 1, (int64_t)number);
    bind_json(s, 2, seats);
    sqlite3_bind_text(s, 3, endings[r->end], -1, SQLITE_STATIC);
    bind_json(s, 4, payoff);
    sqlite3_bind_int64(s, 5, r->turns);
    sqlite3_bind_int64(s, 6, r->plies);
    if (r->end == MATCH_FAULT) {
        sqlite3_bind_int(s, 7, r->fault);
        sqlite3_bind_int(s, 8, r->fault_seat);
    }
    bind_json(s, 9, counters);
    int64_t digest;
    memcpy(&digest, &r->digest, sizeof digest);
    sqlite3_bind_int64(s, 10, digest);
    sqlite3_bind_blob64(s, 11, tape->size > 0 ? tape->data : (const void *)"", tape->size,
                        SQLITE_STATIC);
}

static bool run_statement(struct run_file *f, sqlite3_stmt *s, struct th_error *e) {
    const bool ok = sqlite3_step(s) == SQLITE_DONE || fail(f, e);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return ok;
}

static bool begin(struct run_file *f, struct th_error *e) {
    f->in_transaction = execute(f, "BEGIN IMMEDIATE", e);
    f->committed = clock_seconds();
    return f->in_transaction;
}

static bool commit(struct run_file *f, struct th_error *e) {
    if (!f->in_transaction) return true;
    if (!execute(f, "UPDATE time SET written = strftime('%s'); COMMIT", e)) return false;
    f->in_transaction = false;
    return true;
}

/* `run` is the series, for who sits where. */
static bool keep_block(void *self, const struct series *s, uint64_t block,
                       const struct series_block *b, const struct bytes tape[],
                       struct th_error *e) {
    struct run_file *f = self;
    if (!f->in_transaction) return th_fail(e, "%s is not open for writing", f->path);
    sqlite3_bind_int64(f->keep_block, 1, (int64_t)block);
    sqlite3_bind_int(f->keep_block, 2, b->games);
    bool ok = run_statement(f, f->keep_block, e);
    for (int i = 0; ok && i < b->games; i++) {
        int sits[TH_SEATS_MAX];
        for (int seat = 0; seat < s->seats; seat++) sits[seat] = series_bot(s, b, i, seat);
        if (tape[i].failed) return th_fail(e, "out of memory");
        bind_game(f->keep_game, f, block * (uint64_t)f->block_games + (uint64_t)i, sits,
                  &b->result[i], &tape[i]);
        ok = run_statement(f, f->keep_game, e);
    }
    if (ok && clock_seconds() - f->committed > COMMIT_EVERY) ok = commit(f, e) && begin(f, e);
    if (!ok && f->in_transaction) {
        /* What is in the transaction is lost; all before it is safe. */
        sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
        f->in_transaction = false;
    }
    return ok;
}

static bool read_list(sqlite3_stmt *s, int column, json_t **list, int size) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    *list = text != NULL ? json_loads(text, 0, NULL) : NULL;
    return json_is_array(*list) && (size < 0 || (int)json_array_size(*list) == size);
}

static bool read_counters(const json_t *list, uint32_t out[TH_COUNTERS_MAX]) {
    if (!json_is_array(list) || json_array_size(list) > TH_COUNTERS_MAX) return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_int_t n = json_integer_value(json_array_get(list, i));
        if (!json_is_integer(json_array_get(list, i)) || n < 0 || n > UINT32_MAX) return false;
        out[i] = (uint32_t)n;
    }
    return true;
}

static bool read_game(sqlite3_stmt *s, const struct run_file *f, struct match_result *r) {
    json_t *payoff = NULL, *counters = NULL;
    const char *ending = (const char *)sqlite3_column_text(s, 1);
    memset(r, 0, sizeof *r);
    bool ok = false;
    for (int i = 0; ending != NULL && i < 3; i++)
        if (strcmp(ending, endings[i]) == 0) r->end = (enum match_end)i, ok = true;
    ok = ok && read_list(s, 2, &payoff, f->seats) && read_list(s, 7, &counters, f->seats);
    for (int i = 0; ok && i < f->seats; i++) {
        r->payoff[i] = json_number_value(json_array_get(payoff, (size_t)i));
        ok = r->payoff[i] >= 0 && r->payoff[i] <= 1 &&
             read_counters(json_array_get(counters, (size_t)i), r->counters[i]);
    }
    json_decref(payoff);
    json_decref(counters);
    r->turns = (uint32_t)sqlite3_column_int64(s, 3);
    r->plies = (uint32_t)sqlite3_column_int64(s, 4);
    r->fault = (enum th_fault)sqlite3_column_int(s, 5);
    r->fault_seat = sqlite3_column_int(s, 6);
    const int64_t digest = sqlite3_column_int64(s, 8);
    memcpy(&r->digest, &digest, sizeof digest);
    return ok && r->fault_seat >= 0 && r->fault_seat < TH_SEATS_MAX;
}

static bool load_block(void *self, uint64_t block, struct match_result result[], int games,
                       struct th_error *e) {
    struct run_file *f = self;
    const int64_t first = (int64_t)(block * (uint64_t)f->block_games);
    sqlite3_bind_int64(f->load_games, 1, first);
    sqlite3_bind_int64(f->load_games, 2, first + f->block_games - 1);
    int n = 0, step;
    bool ok = true;
    while (ok && (step = sqlite3_step(f->load_games)) == SQLITE_ROW) {
        ok = n < games && sqlite3_column_int64(f->load_games, 0) == first + n &&
             read_game(f->load_games, f, &result[n]);
        n++;
    }
    if (ok && step != SQLITE_DONE) {
        fail(f, e);
        sqlite3_reset(f->load_games);
        return false;
    }
    sqlite3_reset(f->load_games);
    return (ok && n == games) || damaged(f, block, e);
}

struct series_store run_file_store(struct run_file *f) {
    return (struct series_store){
        .self = f, .has = has_block, .load = load_block, .keep = keep_block};
}

struct series_store run_file_store_kept(struct run_file *f) {
    struct series_store store = run_file_store(f);
    store.only_kept = true;
    return store;
}

static bool has_nothing(void *self, uint64_t block) {
    (void)self, (void)block;
    return false;
}

struct series_store run_file_nowhere(void) {
    return (struct series_store){.has = has_nothing};
}

/* ---- opening and closing ---- */

static void drop(struct run_file *f) {
    sqlite3_finalize(f->keep_block);
    sqlite3_finalize(f->keep_game);
    sqlite3_finalize(f->load_games);
    sqlite3_close(f->db);
    json_decref(f->settings);
    free(f->range);
    free(f);
}

static struct run_file *open_file(const char *path, int flags, struct th_error *e) {
    struct run_file *f = calloc(1, sizeof *f);
    struct stat st;
    if (f == NULL || strlen(path) >= sizeof f->path) {
        th_fail(e, f == NULL ? "out of memory" : "the name of the run is too long");
        free(f);
        return NULL;
    }
    strcpy(f->path, path);
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        th_fail(e, "%s is no run: not a file", path);
    } else if ((flags & SQLITE_OPEN_CREATE) == 0 && stat(path, &st) != 0) {
        th_fail(e, "there is no run %s", path);
    } else if (sqlite3_open_v2(path, &f->db, flags | SQLITE_OPEN_FULLMUTEX, NULL) != SQLITE_OK) {
        th_fail(e, "%s cannot be opened: %s", path, sqlite3_errmsg(f->db));
    } else {
        sqlite3_extended_result_codes(f->db, 1);
        return f;
    }
    sqlite3_close(f->db);
    free(f);
    return NULL;
}

static bool is_run(struct run_file *f, struct th_error *e) {
    if (number_of(f, "PRAGMA application_id", 0) == APPLICATION)
        return number_of(f, "PRAGMA user_version", 0) == FORMAT ||
               th_fail(e, "%s was written by another version of tahur", f->path);
    if (sqlite3_errcode(f->db) != SQLITE_OK && sqlite3_errcode(f->db) != SQLITE_DONE &&
        sqlite3_errcode(f->db) != SQLITE_ROW)
        return fail(f, e);
    return th_fail(e, "%s is no run of tahur", f->path);
}

static bool prepare_all(struct run_file *f, struct th_error *e) {
    return prepare(f,
                   "SELECT number, ending, payoff, turns, decisions, fault, fault_seat, counters, "
                   "digest FROM game WHERE number BETWEEN ? AND ? ORDER BY number",
                   &f->load_games, e) &&
           (!f->writes || (prepare(f, "INSERT INTO block VALUES(?, ?)", &f->keep_block, e) &&
                           prepare(f, "INSERT INTO game VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                   &f->keep_game, e)));
}

static bool create(struct run_file *f, const json_t *settings, struct th_error *e) {
    char mark[100];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             APPLICATION, FORMAT);
    return execute(f, schema, e) && execute(f, mark, e) && write_settings(f, settings, e) &&
           commit(f, e) && begin(f, e);
}

/* Takes the right to write before it looks, so that what it sees is what it goes on with. */
static bool start_writing(struct run_file *f, const json_t *settings, struct th_error *e) {
    char what[300];
    f->writes = true;
    sqlite3_busy_timeout(f->db, 500);
    if (!execute(f, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", e) || !begin(f, e))
        return false;
    const bool fresh = number_of(f, "SELECT count(*) FROM sqlite_master", 0) == 0 &&
                       number_of(f, "PRAGMA application_id", 0) == 0;
    if (fresh ? !create(f, settings, e) : !is_run(f, e)) return false;
    if (!read_settings(f, e)) return false;
    if (settings_differ(f->settings, settings, what, sizeof what))
        return th_fail(e, "%s holds another run: %s", f->path, what);
    return prepare_all(f, e) && find_blocks(f, e);
}

struct run_file *run_file_write(const char *path, const json_t *settings, struct th_error *e) {
    struct run_file *f = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, e);
    if (f == NULL || start_writing(f, settings, e)) return f;
    drop(f);
    return NULL;
}

struct run_file *run_file_read(const char *path, struct th_error *e) {
    struct run_file *f = open_file(path, SQLITE_OPEN_READONLY, e);
    if (f == NULL) return NULL;
    sqlite3_busy_timeout(f->db, 2000);
    if (is_run(f, e) && read_settings(f, e) && prepare_all(f, e) && find_blocks(f, e)) return f;
    drop(f);
    return NULL;
}

bool run_file_close(struct run_file *f, struct th_error *e) {
    if (f == NULL) return true;
    const bool ok = commit(f, e);
    drop(f);
    return ok;
}

bool run_file_add(struct run_file *into, struct run_file *from, const char *from_path,
                  struct th_error *e) {
    sqlite3_stmt *attach = NULL;
    char what[300];
    if (settings_differ(from->settings, into->settings, what, sizeof what))
        return th_fail(e, "%s is of another run: %s", from_path, what);
    for (uint64_t k = 0; k < from->blocks; k++)
        if (has_block(into, run_file_block(from, k)))
            return th_fail(e, "%s overlaps: block %llu is there already", from_path,
                           (unsigned long long)run_file_block(from, k));
    /* Attaching is not possible within a transaction. */
    bool ok = commit(into, e) && prepare(into, "ATTACH ? AS part", &attach, e);
    if (ok) {
        sqlite3_bind_text(attach, 1, from_path, -1, SQLITE_STATIC);
        ok = run_statement(into, attach, e);
    }
    sqlite3_finalize(attach);
    if (!ok) return false;
    ok = begin(into, e) &&
         execute(into,
                 "INSERT INTO block SELECT * FROM part.block;"
                 "INSERT INTO game SELECT * FROM part.game;",
                 e) &&
         commit(into, e);
    if (!ok) sqlite3_exec(into->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_exec(into->db, "DETACH part", NULL, NULL, NULL);
    free(into->range);
    into->range = NULL;
    into->ranges = 0;
    into->blocks = 0;
    return ok && begin(into, e) && find_blocks(into, e);
}
