/* Arbitrary bytes in the file of a run: written over a good one, or as a value of one of its
 * columns. Whatever is there, it is read or refused; and a game that is verified is one that was
 * played.
 *
 * There is no file: a virtual file system has the database in memory. Values are set in a database
 * that stays open, and taken back. */
#include "contest/contest.h"
#include "contest/run_file_own.h"
#include "tahur/registry.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 1 << 20, GAMES = 4 };

static void must(bool ok) {
    if (!ok) abort();
}

/* ---- the file in memory ---- */

static uint8_t content[ROOM], good[ROOM];
static size_t content_size, good_size;

static int close_file(sqlite3_file *f) {
    (void)f;
    return SQLITE_OK;
}

static int read_part(sqlite3_file *f, void *out, int size, sqlite3_int64 from) {
    (void)f;
    const size_t n = (size_t)from >= content_size                 ? 0
                     : content_size - (size_t)from < (size_t)size ? content_size - (size_t)from
                                                                  : (size_t)size;
    memcpy(out, content + from, n);
    memset((uint8_t *)out + n, 0, (size_t)size - n);
    return n == (size_t)size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int write_part(sqlite3_file *f, const void *data, int size, sqlite3_int64 to) {
    (void)f;
    if (to + size > ROOM) return SQLITE_FULL;
    memcpy(content + to, data, (size_t)size);
    if ((size_t)(to + size) > content_size) content_size = (size_t)(to + size);
    return SQLITE_OK;
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size) {
    (void)f;
    content_size = (size_t)size;
    return SQLITE_OK;
}

static int flush_file(sqlite3_file *f, int how) {
    (void)f, (void)how;
    return SQLITE_OK;
}

static int size_of_file(sqlite3_file *f, sqlite3_int64 *size) {
    (void)f;
    *size = (sqlite3_int64)content_size;
    return SQLITE_OK;
}

static int lock_file(sqlite3_file *f, int how) {
    (void)f, (void)how;
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *f, int *is) {
    (void)f;
    *is = 0;
    return SQLITE_OK;
}

static int control(sqlite3_file *f, int operation, void *argument) {
    (void)f, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector(sqlite3_file *f) {
    (void)f;
    return 512;
}

static int nothing(sqlite3_file *f) {
    (void)f;
    return 0;
}

static const sqlite3_io_methods in_memory = {.iVersion = 1,
                                             .xClose = close_file,
                                             .xRead = read_part,
                                             .xWrite = write_part,
                                             .xTruncate = truncate_file,
                                             .xSync = flush_file,
                                             .xFileSize = size_of_file,
                                             .xLock = lock_file,
                                             .xUnlock = lock_file,
                                             .xCheckReservedLock = is_reserved,
                                             .xFileControl = control,
                                             .xSectorSize = sector,
                                             .xDeviceCharacteristics = nothing};

static int open_memory(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out) {
    (void)vfs, (void)name;
    f->pMethods = NULL;
    if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return SQLITE_CANTOPEN; /* journals are in memory */
    f->pMethods = &in_memory;
    if (out != NULL) *out = flags;
    return SQLITE_OK;
}

static int access_none(sqlite3_vfs *vfs, const char *name, int flags, int *is) {
    (void)vfs, (void)name, (void)flags;
    *is = 0;
    return SQLITE_OK;
}

static void use_memory(void) {
    static sqlite3_vfs vfs;
    vfs = *sqlite3_vfs_find(NULL);
    vfs.iVersion = 1;
    vfs.szOsFile = sizeof(sqlite3_file);
    vfs.zName = "memory";
    vfs.xOpen = open_memory;
    vfs.xAccess = access_none;
    must(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK);
}

/* ---- memory for SQLite ---- */

/* SQLite is not built with the address sanitizer, so its memory needs none of it: allocations of a
 * power of two of bytes, and a list of free ones for each. The size stands before them. */
enum { LEAST_BITS = 5, MOST_BITS = 24 };
union allocation {
    int bits;
    union allocation *next;
    max_align_t align;
};
static union allocation *unused[MOST_BITS + 1];

static void *allocate(int size) {
    int bits = LEAST_BITS;
    while (1 << bits < size) bits++;
    must(bits <= MOST_BITS);
    union allocation *a = unused[bits];
    if (a == NULL)
        must((a = malloc(sizeof *a + (1U << bits))) != NULL);
    else
        unused[bits] = a->next;
    a->bits = bits;
    return a + 1;
}

static void release(void *p) {
    union allocation *a = (union allocation *)p - 1;
    const int bits = a->bits;
    a->next = unused[bits];
    unused[bits] = a;
}

static int size_of_allocation(void *p) {
    return 1 << ((union allocation *)p - 1)->bits;
}

static void *reallocate(void *p, int size) {
    if (size <= size_of_allocation(p)) return p;
    void *larger = allocate(size);
    memcpy(larger, p, (size_t)size_of_allocation(p));
    release(p);
    return larger;
}

static int round_up(int size) {
    return size;
}

static int start_memory(void *context) {
    (void)context;
    return SQLITE_OK;
}

static void end_memory(void *context) {
    (void)context;
}

static void use_plain_memory(void) {
    static const sqlite3_mem_methods plain = {.xMalloc = allocate,
                                              .xFree = release,
                                              .xRealloc = reallocate,
                                              .xSize = size_of_allocation,
                                              .xRoundup = round_up,
                                              .xInit = start_memory,
                                              .xShutdown = end_memory};
    must(sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) == SQLITE_OK);
    must(sqlite3_config(SQLITE_CONFIG_MALLOC, &plain) == SQLITE_OK);
}

/* ---- a good run ---- */

static char path[] = "/tmp/fuzz-run-XXXXXX";
static struct plan plan;
static struct verifier verifier;
static struct run_file *kept; /* stays open, for values */

static void remove_file(void) {
    unlink(path);
}

static const struct th_bot_kind *bot_of(const char *name, struct th_spec *spec) {
    struct th_error e;
    return th_bot_find(plan.game, name, spec, &e);
}

static bool count(void *context, const struct series_block *block) {
    (void)context, (void)block;
    return true;
}

/* Two blocks of a game of two, played. */
static void make_good_run(void) {
    static struct fixture fixture = {{{{0, 1}}}};
    static struct th_arena_player bots[2];
    static struct th_spec game, spec[2];
    struct th_error e;
    plan = (struct plan){.game = th_game_find("kittens", &game, &e),
                         .game_options = &game.options,
                         .seats = 2,
                         .bot = bots,
                         .bots = 2,
                         .fixture = &fixture,
                         .fixtures = 1,
                         .line_ups = 1,
                         .games = GAMES,
                         .seed = 1,
                         .threads = 1,
                         .max_turns = 4000};
    for (int i = 0; i < 2; i++) {
        bots[i].kind = bot_of(i == 0 ? "v1" : "v2", &spec[i]);
        bots[i].options = spec[i].options;
    }
    json_t *settings =
        json_pack("{s:s, s:s, s:[{s:s}, {s:s}], s:i, s:i, s:i, s:i}", "command", "arena", "game",
                  "kittens", "bots", "name", "v1", "name", "v2", "seats", 2, "block_games", 2,
                  "all_games", GAMES, "max_turns", 4000);
    const int descriptor = mkstemp(path);
    must(descriptor >= 0);
    close(descriptor);
    atexit(remove_file);
    struct run_file *f = run_file_write(path, settings, &e);
    must(f != NULL);
    const struct series_store store = run_file_store(f);
    const struct series series = {.plan = &plan, .count = count, .store = &store};
    must(series_play(&series, &e) == SERIES_COMPLETE && run_file_close(f, &e));
    json_decref(settings);
    FILE *file = fopen(path, "rb");
    must(file != NULL);
    good_size = fread(good, 1, ROOM, file);
    fclose(file);
    must(verifier_make(&verifier, &plan, &e));
}

/* ---- reading ---- */

static bool look(void *context, const struct run_game *g, struct th_error *e) {
    struct th_error why;
    (void)context, (void)e;
    if (g->number < GAMES) verify_game(&verifier, g, &why);
    return g->sits[0] >= 0 && g->result.payoff[0] <= 1;
}

static void read_all(struct run_file *f) {
    struct th_error e;
    const struct series_store store = run_file_store(f);
    for (uint64_t k = 0; k < run_file_blocks(f) && k < 100; k++) {
        struct match_result result[BLOCK_GAMES_MAX];
        store.load(store.self, NULL, run_file_block(f, k), result, NULL, 2, &e);
    }
    run_file_visit(f, 0, RUN_LAST_GAME, look, NULL, &e);
    run_file_visit_ahead(f, look, NULL, &e);
}

/* Bytes over the good ones, from a place that the first three name; or only a part of them. */
static void patch(const uint8_t *data, size_t size) {
    struct th_error e;
    const size_t at = (data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16) % good_size;
    const size_t n = size - 3 < good_size - at ? size - 3 : good_size - at;
    memcpy(content, good, good_size);
    memcpy(content + at, data + 3, n);
    content_size = n == 0 ? at : good_size;
    struct run_file *f = run_file_read(path, &e);
    if (f != NULL) read_all(f);
    run_file_close(f, &e);
}

static struct run_file *open_kept(void) {
    struct th_error e;
    memcpy(content, good, good_size);
    content_size = good_size;
    struct run_file *f = run_file_read(path, &e);
    must(f != NULL);
    sqlite3_exec(f->db, "PRAGMA query_only = 0; PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
    return f;
}

/* A value of a column of the second game. */
static void set_value(const uint8_t *data, size_t size) {
    static const char *const columns[] = {"seats",      "ending", "payoff", "counters",  "turns",
                                          "fault_seat", "moves",  "digest", "decisions", "varied"};
    enum { COLUMNS = sizeof columns / sizeof *columns };
    static sqlite3_stmt *update[COLUMNS];
    const int column = data[0] % COLUMNS;
    struct th_error e;
    if (update[column] == NULL) {
        char sql[100];
        snprintf(sql, sizeof sql, "UPDATE game SET %s = ? WHERE number = 1", columns[column]);
        must(run_prepare(kept, sql, &update[column], &e));
    }
    sqlite3_stmt *s = update[column];
    must(sqlite3_exec(kept->db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK);
    if (data[1] % 4 == 0 || strcmp(columns[column], "moves") == 0)
        sqlite3_bind_blob(s, 1, data + 2, (int)(size - 2), SQLITE_STATIC);
    else
        sqlite3_bind_text(s, 1, (const char *)data + 2, (int)(size - 2), SQLITE_STATIC);
    sqlite3_step(s);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    database_limit(kept->db, &kept->budget, path);
    read_all(kept);
    must(sqlite3_exec(kept->db, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK);
}

/* A setting as it would be read: JSON of any kind under one of the names. */
static void set_setting(const uint8_t *data, size_t size) {
    static const char *const names[] = {"bots",      "openings", "game",    "command",
                                        "max_turns", "elo",      "budget",  "seats",
                                        "judges",    "errors",   "version", "format"};
    enum { NAMES = sizeof names / sizeof *names };
    struct th_error e;
    json_t *value = json_loadb((const char *)data + 1, size - 1, JSON_DECODE_ANY, NULL);
    if (value == NULL) return;
    struct run_file f = {.settings = json_copy(kept->settings)};
    char text[300];
    json_object_set_new(f.settings, names[data[0] % NAMES], value);
    run_check_settings(&f, &e);
    settings_differ(f.settings, "there", kept->settings, "here", text, sizeof text);
    json_decref(f.settings);
}

/* Opening takes much longer than the rest, so few inputs are whole files. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (good_size == 0) {
        use_plain_memory();
        make_good_run();
        use_memory();
        kept = open_kept();
    }
    if (size < 5) return 0;
    if (data[0] % 32 == 0) {
        patch(data + 1, size - 1);
        memcpy(content, good, good_size);
        content_size = good_size;
    } else if (data[0] % 4 == 1) {
        set_setting(data + 1, size - 1);
    } else {
        set_value(data + 1, size - 1);
    }
    return 0;
}
