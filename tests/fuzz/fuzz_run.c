/* Arbitrary bytes in the file of a run: written over a good one, or as a value of one of its
 * columns. Whatever is there, it is read or refused. */
#include "arena/run_file.h"
#include "tahur/registry.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[] = "/tmp/fuzz-run-XXXXXX";
static uint8_t *good;
static size_t good_size;

static void remove_file(void) {
    unlink(path);
}

static void must(bool ok) {
    if (!ok) abort();
}

/* Two blocks of a game of two. */
static void make_good_run(void) {
    struct th_error e;
    struct th_spec spec;
    const struct fixture fixture = {{{{0, 1}}}};
    const struct series series = {.game = th_game_find("kittens", &spec, &e),
                                  .seats = 2,
                                  .fixture = &fixture,
                                  .fixtures = 1,
                                  .line_ups = 1,
                                  .games = 4};
    const struct match_result result[2] = {{.payoff = {1, 0}, .counters = {{3, 1}, {2}}},
                                           {.payoff = {0, 1}}};
    const struct bytes tape[2] = {{.data = (uint8_t *)(uintptr_t) "ab", .size = 2}, {.size = 0}};
    json_t *settings =
        json_pack("{s:s, s:s, s:[s, s], s:i, s:i, s:i}", "command", "arena", "game", "kittens",
                  "bots", "v1", "v2", "seats", 2, "block_games", 2, "all_games", 4);
    must(mkstemp(path) >= 0);
    atexit(remove_file);
    struct run_file *f = run_file_write(path, settings, &e);
    must(f != NULL);
    const struct series_store store = run_file_store(f);
    for (uint64_t block = 0; block < 2; block++) {
        const struct series_block b = series_block_at(&series, block, result);
        must(store.keep(store.self, &series, block, &b, tape, &e));
    }
    must(run_file_close(f, &e));
    json_decref(settings);
    FILE *file = fopen(path, "rb");
    must(file != NULL);
    good = malloc(1 << 20);
    good_size = fread(good, 1, 1 << 20, file);
    fclose(file);
}

static void write_file(const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    must(file != NULL && fwrite(data, 1, size, file) == size);
    fclose(file);
}

/* Bytes over the good ones, from a place that the first three tell; or only a part of them. */
static void patch(const uint8_t *data, size_t size) {
    const size_t at = (data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16) % good_size;
    uint8_t *copy = malloc(good_size);
    memcpy(copy, good, good_size);
    const size_t n = size - 3 < good_size - at ? size - 3 : good_size - at;
    memcpy(copy + at, data + 3, n);
    write_file(copy, n == 0 ? at : good_size);
    free(copy);
}

static void set_value(const uint8_t *data, size_t size) {
    static const char *const columns[] = {
        "game SET seats", "game SET ending",     "game SET payoff",   "game SET counters",
        "game SET turns", "game SET fault_seat", "setting SET value", "block SET games"};
    char sql[100];
    snprintf(sql, sizeof sql, "UPDATE %s = ?", columns[data[0] % 8]);
    sqlite3 *db = NULL;
    sqlite3_stmt *s = NULL;
    write_file(good, good_size);
    must(sqlite3_open(path, &db) == SQLITE_OK);
    must(sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK);
    if (data[1] % 4 == 0)
        sqlite3_bind_blob(s, 1, data + 2, (int)(size - 2), SQLITE_STATIC);
    else
        sqlite3_bind_text(s, 1, (const char *)data + 2, (int)(size - 2), SQLITE_STATIC);
    sqlite3_step(s);
    sqlite3_finalize(s);
    sqlite3_close(db);
}

static bool look(void *context, const struct run_game *g, struct th_error *e) {
    (void)context, (void)e;
    return g->sits[0] >= 0 && g->result.payoff[0] <= 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct th_error e;
    if (good == NULL) make_good_run();
    if (size < 4) return 0;
    if (data[0] % 2 == 0)
        patch(data + 1, size - 1);
    else
        set_value(data + 1, size - 1);
    struct run_file *f = run_file_read(path, &e);
    if (f == NULL) return 0;
    const struct series_store store = run_file_store(f);
    for (uint64_t k = 0; k < run_file_blocks(f) && k < 100; k++) {
        struct match_result result[BLOCK_GAMES_MAX];
        store.load(store.self, NULL, run_file_block(f, k), result, NULL, 2, &e);
    }
    run_file_visit(f, 0, RUN_LAST_GAME, look, NULL, &e);
    run_file_close(f, &e);
    return 0;
}
