/* Games in the file of a run, both ways. */
#include "run_file_own.h"

#include "core/clock.h"
#include "core/text.h"
#include "tahur/rng.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one game ---- */

const char *const run_endings[] = {"won", "unfinished", "fault", "forfeit"};
enum { ENDINGS = sizeof run_endings / sizeof *run_endings };

/* Lists are written by hand: they are most of the work of saving a game. */
static void add_counters(struct text *t, const uint32_t number[TH_COUNTERS_MAX]) {
    int n = TH_COUNTERS_MAX;
    while (n > 0 && number[n - 1] == 0) n--; /* what is left out at the end is 0 */
    text_add(t, "[");
    for (int i = 0; i < n; i++) text_add(t, i > 0 ? ",%u" : "%u", (unsigned)number[i]);
    text_add(t, "]");
}

static void bind_lists(sqlite3_stmt *s, int seats, const int sits[], const struct match_result *r) {
    char lists[3][TH_SEATS_MAX * TH_COUNTERS_MAX * 12];
    struct text sat = text_in(lists[0], sizeof lists[0]), won = text_in(lists[1], sizeof lists[1]),
                counted = text_in(lists[2], sizeof lists[2]);
    for (int i = 0; i < seats; i++) {
        const char *before = i > 0 ? "," : "[";
        text_add(&sat, "%s%d", before, sits[i]);
        text_add(&won, "%s%.17g", before, r->payoff[i]);
        text_add(&counted, "%s", before);
        add_counters(&counted, r->counters[i]);
    }
    text_add(&sat, "]");
    text_add(&won, "]");
    text_add(&counted, "]");
    sqlite3_bind_text(s, 2, lists[0], -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 4, lists[1], -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 10, lists[2], -1, SQLITE_TRANSIENT);
}

static void bind_game(sqlite3_stmt *s, const struct run_file *f, uint64_t number, const int sits[],
                      const struct match_result *r, const struct bytes *tape) {
    int64_t digest;
    memcpy(&digest, &r->digest, sizeof digest);
    sqlite3_bind_int64(s, 1, (int64_t)number);
    bind_lists(s, f->seats, sits, r);
    sqlite3_bind_text(s, 3, run_endings[r->end], -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 5, r->turns);
    sqlite3_bind_int64(s, 6, r->plies);
    sqlite3_bind_int(s, 7, r->varied);
    if (r->end == MATCH_FAULT) {
        sqlite3_bind_int(s, 8, r->fault);
        sqlite3_bind_int(s, 9, r->fault_seat);
    }
    sqlite3_bind_int64(s, 11, digest);
    sqlite3_bind_blob64(s, 12, tape->size > 0 ? tape->data : (const void *)"", tape->size,
                        SQLITE_STATIC);
}

bool run_statement(struct run_file *f, sqlite3_stmt *s, struct th_error *e) {
    const bool ok = sqlite3_step(s) == SQLITE_DONE || run_fail(f, e);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return ok;
}

/* Writes the i-th game of a block by a statement that inserts it. */
static bool insert_game(struct run_file *f, sqlite3_stmt *insert, const struct plan *plan,
                        uint64_t block, const struct series_block *b, int i,
                        const struct bytes *tape, struct th_error *e) {
    int sits[TH_SEATS_MAX];
    if (tape->failed) return th_fail(e, "out of memory");
    for (int seat = 0; seat < plan->seats; seat++) sits[seat] = plan_bot(plan, b, i, seat);
    bind_game(insert, f, block * (uint64_t)f->block_games + (uint64_t)i, sits, &b->result[i], tape);
    return run_statement(f, insert, e);
}

/* The note about the fault in it; one that was held and does not count is dropped. */
static bool keep_note(struct run_file *f, uint64_t block, const struct series_block *b, int i,
                      struct th_error *e) {
    const struct fault *fault = b->fault != NULL ? b->fault[i] : NULL;
    if (fault == NULL && (b->result[i].end < MATCH_FAULT || !(f->notes > 0 || f->noted)))
        return true;
    return run_note_keep(f, block * (uint64_t)f->block_games + (uint64_t)i, fault, e);
}

void run_roll_back(struct run_file *f) {
    if (f->in_transaction) sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
    f->in_transaction = false;
}

static bool read_list(sqlite3_stmt *s, int column, json_t **list, int size) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    *list = text != NULL ? json_loads(text, 0, NULL) : NULL;
    return json_is_array(*list) && (size < 0 || (int)json_array_size(*list) == size);
}

static bool read_counters(const json_t *list, const int place[TH_COUNTERS_MAX],
                          uint32_t out[TH_COUNTERS_MAX]) {
    if (!json_is_array(list) || json_array_size(list) > TH_COUNTERS_MAX) return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_int_t n = json_integer_value(json_array_get(list, i));
        if (!json_is_integer(json_array_get(list, i)) || n < 0 || n > UINT32_MAX) return false;
        if (place[i] >= 0) out[place[i]] = (uint32_t)n;
    }
    return true;
}

/* False if it is not what a run writes. */
static bool read_game(sqlite3_stmt *s, struct run_file *f, struct match_result *r) {
    json_t *payoff = NULL, *counters = NULL;
    memset(r, 0, sizeof *r);
    if (!run_check_row(s, f->seats) || !database_spend(&f->budget, sqlite3_column_bytes(s, 11)))
        return false;
    const char *ending = (const char *)sqlite3_column_text(s, 1);
    bool ok = false;
    for (int i = 0; ending != NULL && i < ENDINGS; i++)
        if (strcmp(ending, run_endings[i]) == 0) r->end = (enum match_end)i, ok = true;
    ok = ok && read_list(s, 2, &payoff, f->seats) && read_list(s, 8, &counters, f->seats);
    for (int i = 0; ok && i < f->seats; i++) {
        r->payoff[i] = json_number_value(json_array_get(payoff, (size_t)i));
        ok = json_is_number(json_array_get(payoff, (size_t)i)) &&
             read_counters(json_array_get(counters, (size_t)i), f->counter_place, r->counters[i]);
    }
    json_decref(payoff);
    json_decref(counters);
    r->turns = (uint32_t)sqlite3_column_int64(s, 3);
    r->plies = (uint32_t)sqlite3_column_int64(s, 4);
    r->varied = sqlite3_column_int(s, 5) != 0;
    r->fault = (enum th_fault)sqlite3_column_int(s, 6);
    r->fault_seat = sqlite3_column_int(s, 7);
    const int64_t digest = sqlite3_column_int64(s, 9);
    memcpy(&r->digest, &digest, sizeof digest);
    return ok && (r->end != MATCH_FORFEIT || f->forfeits) && run_check_result(r, f->seats);
}

/* `seats` and `moves` come after the columns of read_game. */
static const void *moves_of(sqlite3_stmt *s, size_t *size) {
    const void *moves = sqlite3_column_blob(s, 11);
    *size = moves != NULL ? (size_t)sqlite3_column_bytes(s, 11) : 0;
    return moves;
}

/* Who sat where: false if there is no such bot. */
static bool read_seats(sqlite3_stmt *s, const struct run_file *f, int sits[TH_SEATS_MAX]) {
    json_t *seats = NULL;
    bool ok = read_list(s, 10, &seats, f->seats);
    /* One bot that plays itself is as many players as there are seats. */
    const json_int_t bots = (json_int_t)json_array_size(json_object_get(f->settings, "bots"));
    const json_int_t players = bots == 1 ? f->seats : bots;
    for (int i = 0; ok && i < f->seats; i++) {
        const json_t *bot = json_array_get(seats, (size_t)i);
        ok = json_is_integer(bot) && json_integer_value(bot) >= 0 &&
             json_integer_value(bot) < players;
        sits[i] = ok ? (int)json_integer_value(bot) : 0;
    }
    json_decref(seats);
    return ok;
}

/* Whether those sat there that the plan puts there; NULL: any bots that there are. */
static bool is_seated(sqlite3_stmt *row, const struct run_file *f, const struct plan *plan,
                      const struct series_block *b, int game) {
    int sits[TH_SEATS_MAX];
    if (!read_seats(row, f, sits)) return false;
    for (int seat = 0; plan != NULL && seat < f->seats; seat++)
        if (sits[seat] != plan_bot(plan, b, game, seat)) return false;
    return true;
}

/* Reads the game of a row: false if it is not what a run writes, or if other bots sit there than
 * the plan has in this game of the block (plan NULL: any bots). The tape may be NULL. */
static bool read_row(sqlite3_stmt *row, struct run_file *f, const struct plan *plan,
                     const struct series_block *b, int game, struct match_result *r,
                     struct bytes *tape) {
    if (!read_game(row, f, r) || !is_seated(row, f, plan, b, game)) return false;
    if (tape == NULL) return true;
    size_t size;
    const void *moves = moves_of(row, &size);
    tape->size = 0;
    bytes_add(tape, moves, size);
    return true;
}

/* ---- games that are finished, but not counted yet ---- */

/* A game before them is not finished: of an earlier block, or of their own. They have a table of
 * their own, `ahead`, with the columns of `game`; so `block` and `game` hold only what counts.
 * Older files do not have it. */

bool run_ahead_create(struct run_file *f, struct th_error *e) {
    return run_execute(f, AHEAD_SCHEMA, e);
}

static bool has_table(struct run_file *f, const char *database) {
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s.sqlite_master WHERE name = 'ahead'",
             database);
    return run_number_of(f, sql, 0) > 0;
}

/* A merge, or an older version of the program, may have counted what was ahead. */
static bool drop_counted(struct run_file *f, struct th_error *e) {
    char sql[120];
    if (f->block_games < 1) return true;
    snprintf(sql, sizeof sql, "DELETE FROM ahead WHERE number / %d IN (SELECT number FROM block)",
             f->block_games);
    return run_execute(f, sql, e);
}

bool run_ahead_open(struct run_file *f, struct th_error *e) {
    if (!has_table(f, "main")) return true;
    if (f->writes &&
        (!drop_counted(f, e) ||
         !run_prepare(f,
                      "INSERT OR REPLACE INTO ahead "
                      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      &f->hold_game, e) ||
         !run_prepare(f, "DELETE FROM ahead WHERE number BETWEEN ? AND ?", &f->drop_held, e)))
        return false;
    f->held_games = run_number_of(f, "SELECT count(number) FROM ahead", 0);
    if (f->budget.spent) return run_fail(f, e);
    return run_prepare(f, GAME_READ "ahead WHERE number BETWEEN ? AND ? ORDER BY number",
                       &f->load_held, e);
}

void run_ahead_close(struct run_file *f) {
    sqlite3_finalize(f->hold_game);
    sqlite3_finalize(f->load_held);
    sqlite3_finalize(f->drop_held);
}

uint64_t run_file_ahead(const struct run_file *f) {
    return (uint64_t)f->held_games;
}

static int64_t bind_block(const struct run_file *f, sqlite3_stmt *s, uint64_t block) {
    const int64_t first = (int64_t)(block * (uint64_t)f->block_games);
    sqlite3_bind_int64(s, 1, first);
    sqlite3_bind_int64(s, 2, first + f->block_games - 1);
    return first;
}

static int held_games(void *self, const struct plan *plan, uint64_t block,
                      struct match_result result[], struct bytes tape[], int games,
                      struct th_error *e) {
    struct run_file *f = self;
    if (f->held_games == 0) return 0;
    const struct series_block b = plan_block_at(plan, block, result);
    const int64_t first = bind_block(f, f->load_held, block);
    int n = 0, step;
    bool ok = true;
    while ((step = sqlite3_step(f->load_held)) == SQLITE_ROW && n < games &&
           sqlite3_column_int64(f->load_held, 0) == first + n) {
        ok = read_row(f->load_held, f, plan, &b, n, &result[n], &tape[n]);
        if (!ok) break;
        n++;
    }
    if (step != SQLITE_ROW && step != SQLITE_DONE) {
        run_fail(f, e);
        n = -1;
    }
    sqlite3_reset(f->load_held);
    if (ok) return n;
    run_damaged(f, block, e);
    return -1;
}

static bool hold_game(void *self, const struct plan *plan, uint64_t block,
                      const struct series_block *b, int game, const struct bytes *tape,
                      struct th_error *e) {
    struct run_file *f = self;
    if (!f->in_transaction) return th_fail(e, "%s is not open for writing", f->path);
    f->held_games++;
    if (insert_game(f, f->hold_game, plan, block, b, game, tape, e) &&
        keep_note(f, block, b, game, e))
        return true;
    run_roll_back(f);
    return false;
}

/* Drops those of a block that is kept now. */
static bool drop_held(struct run_file *f, uint64_t block, struct th_error *e) {
    if (f->held_games == 0) return true;
    bind_block(f, f->drop_held, block);
    if (!run_statement(f, f->drop_held, e)) return false;
    f->held_games -= sqlite3_changes(f->db);
    return true;
}

static bool forget_held(void *self, struct th_error *e) {
    struct run_file *f = self;
    if (f->held_games == 0) return true;
    f->held_games = 0;
    return run_execute(f, "DELETE FROM ahead", e) &&
           (!(f->notes > 0 || f->noted) ||
            run_execute(f, "DELETE FROM fault_note WHERE game NOT IN (SELECT number FROM game)",
                        e));
}

bool run_ahead_add(struct run_file *f, struct th_error *e) {
    return !has_table(f, "part") ||
           (run_execute(f, "INSERT OR IGNORE INTO ahead SELECT * FROM part.ahead", e) &&
            drop_counted(f, e));
}

/* ---- blocks and games ---- */

static bool keep_block(void *self, const struct plan *plan, uint64_t block,
                       const struct series_block *b, const struct bytes tape[],
                       struct th_error *e) {
    struct run_file *f = self;
    if (!f->in_transaction) return th_fail(e, "%s is not open for writing", f->path);
    sqlite3_bind_int64(f->keep_block, 1, (int64_t)block);
    sqlite3_bind_int(f->keep_block, 2, b->games);
    bool ok = run_statement(f, f->keep_block, e);
    for (int i = 0; ok && i < b->games; i++)
        ok = insert_game(f, f->keep_game, plan, block, b, i, &tape[i], e) &&
             keep_note(f, block, b, i, e) &&
             run_luck_keep(f, block * (uint64_t)f->block_games + (uint64_t)i, &b->result[i], e);
    ok = ok && drop_held(f, block, e);
    if (ok && clock_seconds() - f->committed > COMMIT_EVERY)
        ok = run_file_commit(f, e) && run_file_begin(f, e);
    if (!ok) run_roll_back(f);
    return ok;
}

static bool load_block(void *self, const struct plan *plan, uint64_t block,
                       struct match_result result[], struct bytes tape[], int games,
                       struct th_error *e) {
    struct run_file *f = self;
    struct series_block b = {.games = games};
    if (plan != NULL && plan->seats != f->seats) return run_damaged(f, block, e);
    if (plan != NULL) b = plan_block_at(plan, block, result);
    const int64_t first = (int64_t)(block * (uint64_t)f->block_games);
    sqlite3_bind_int64(f->load_games, 1, first);
    sqlite3_bind_int64(f->load_games, 2, first + f->block_games - 1);
    int n = 0, step;
    bool ok = true;
    while (ok && (step = sqlite3_step(f->load_games)) == SQLITE_ROW) {
        ok = n < games && sqlite3_column_int64(f->load_games, 0) == first + n &&
             read_row(f->load_games, f, plan, &b, n, &result[n], tape != NULL ? &tape[n] : NULL);
        n++;
    }
    if (ok && step != SQLITE_DONE) {
        run_fail(f, e);
        sqlite3_reset(f->load_games);
        return false;
    }
    sqlite3_reset(f->load_games);
    return ok && n == games ? run_luck_load(f, (uint64_t)first, result, games, e)
                            : run_damaged(f, block, e);
}

/* A game whose block was not there when the file was opened: written meanwhile, it is left out; in
 * no block at all, it is none of the run's. */
static bool is_new(struct run_file *f, uint64_t block) {
    sqlite3_stmt *s = NULL;
    struct th_error ignored;
    bool found = false;
    if (run_prepare(f, "SELECT 1 FROM block WHERE number = ?", &s, &ignored)) {
        sqlite3_bind_int64(s, 1, (int64_t)block);
        found = sqlite3_step(s) == SQLITE_ROW;
    }
    sqlite3_finalize(s);
    return found;
}

/* Visits the games of a table, whose statement selects them in their order. `counted`: those of
 * blocks that are complete; otherwise those that are ahead. Numbers that do not rise, or are beyond
 * the last game, are not what a run writes. */
static bool visit_games(struct run_file *f, sqlite3_stmt *s, bool counted, uint64_t from,
                        uint64_t to, run_visit *visit, void *context, struct th_error *e) {
    const uint64_t asked = run_games_asked(f->settings);
    const uint64_t size = (uint64_t)(f->block_games > 0 ? f->block_games : 1);
    uint64_t least = from;
    int step = SQLITE_ERROR;
    bool ok = true;
    sqlite3_bind_int64(s, 1, (int64_t)from);
    sqlite3_bind_int64(s, 2, (int64_t)to);
    while (ok && (step = sqlite3_step(s)) == SQLITE_ROW) {
        struct run_game g = {.number = (uint64_t)sqlite3_column_int64(s, 0)};
        const uint64_t block = g.number / size;
        const bool there = !counted || run_has_block(f, block);
        g.tape = moves_of(s, &g.tape_size);
        ok = (g.number >= least && g.number < asked && (there || is_new(f, block)) &&
              read_game(s, f, &g.result) && read_seats(s, f, g.sits)) ||
             run_damaged(f, block, e);
        ok = ok && (!there || visit(context, &g, e));
        least = g.number + 1;
    }
    if (ok && step != SQLITE_DONE) ok = run_fail(f, e);
    sqlite3_reset(s);
    return ok;
}

bool run_file_visit(struct run_file *f, uint64_t from, uint64_t to, run_visit *visit, void *context,
                    struct th_error *e) {
    return visit_games(f, f->load_games, true, from, to, visit, context, e);
}

bool run_file_visit_ahead(struct run_file *f, run_visit *visit, void *context, struct th_error *e) {
    return f->load_held == NULL ||
           visit_games(f, f->load_held, false, 0, RUN_LAST_GAME, visit, context, e);
}

static bool load_fault(void *self, uint64_t game, struct fault *out) {
    return run_file_fault(self, game, out);
}

struct series_store run_file_store(struct run_file *f) {
    return (struct series_store){.self = f,
                                 .has = run_has_block,
                                 .load = load_block,
                                 .keep = keep_block,
                                 .held = held_games,
                                 .hold = hold_game,
                                 .forget_held = forget_held,
                                 .commit = run_times_commit,
                                 .fault = load_fault,
                                 .times = run_times_before};
}

struct series_store run_file_store_kept(struct run_file *f) {
    return (struct series_store){.self = f,
                                 .only_kept = true,
                                 .has = run_has_block,
                                 .next = run_next_block,
                                 .load = load_block,
                                 .fault = load_fault,
                                 .times = run_times_before};
}

static bool has_nothing(void *self, uint64_t block) {
    (void)self, (void)block;
    return false;
}

struct series_store run_file_nowhere(void) {
    return (struct series_store){.has = has_nothing};
}

/* ---- what a run has in all ---- */

bool run_sum_up(struct run_file *f, struct run_sum *out, struct th_error *e) {
    const json_t *settings = run_file_settings(f);
    const uint64_t size = settings_number(settings, "block_games");
    const struct series_store store = run_file_store(f);
    *out = (struct run_sum){.asked = run_games_asked(settings), .prefix = true};
    for (uint64_t k = 0; size > 0 && k < run_file_blocks(f); k++) {
        struct match_result result[BLOCK_GAMES_MAX];
        const uint64_t block = run_file_block(f, k), first = block * size;
        if (first >= out->asked)
            return th_fail(e, "the run is damaged: it has games after its last one");
        const uint64_t left = out->asked - first;
        const int games = (int)(left < size ? left : size);
        if (!store.load(store.self, NULL, block, result, NULL, games, e)) return false;
        if (out->prefix && block != k) {
            out->prefix = false;
            out->gap = k * size;
        }
        out->games += (uint64_t)games;
        out->last = first + (uint64_t)games - 1;
        for (int i = 0; i < games && out->prefix; i++)
            out->digest = th_mix2(out->digest, result[i].digest);
    }
    out->complete = size > 0 && out->games == out->asked;
    if (out->prefix) out->gap = out->games;
    return true;
}
