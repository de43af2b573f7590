/* Finished games in the file of a run that are not counted yet, because a game before them is not
 * finished: of an earlier block, or of their own. They have a table of their own, `ahead`, with the
 * columns of `game`; so `block` and `game` hold only what counts. Older files do not have it. */
#include "run_file_own.h"

#include <stdio.h>

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

int run_ahead_held(void *self, const struct series *plan, uint64_t block,
                   struct match_result result[], struct bytes tape[], int games,
                   struct th_error *e) {
    struct run_file *f = self;
    if (f->held_games == 0) return 0;
    const struct series_block b = series_block_at(plan, block, result);
    const int64_t first = bind_block(f, f->load_held, block);
    int n = 0, step;
    bool ok = true;
    while ((step = sqlite3_step(f->load_held)) == SQLITE_ROW && n < games &&
           sqlite3_column_int64(f->load_held, 0) == first + n) {
        ok = run_read_game(f->load_held, f, plan, &b, n, &result[n], &tape[n]);
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

bool run_ahead_hold(void *self, const struct series *s, uint64_t block,
                    const struct series_block *b, int game, const struct bytes *tape,
                    struct th_error *e) {
    struct run_file *f = self;
    if (!f->in_transaction) return th_fail(e, "%s is not open for writing", f->path);
    f->held_games++;
    if (run_insert_game(f, f->hold_game, s, block, b, game, tape, e)) return true;
    run_roll_back(f);
    return false;
}

bool run_ahead_drop(struct run_file *f, uint64_t block, struct th_error *e) {
    if (f->held_games == 0) return true;
    bind_block(f, f->drop_held, block);
    if (!run_statement(f, f->drop_held, e)) return false;
    f->held_games -= sqlite3_changes(f->db);
    return true;
}

bool run_ahead_forget(void *self, struct th_error *e) {
    struct run_file *f = self;
    if (f->held_games == 0) return true;
    f->held_games = 0;
    return run_execute(f, "DELETE FROM ahead", e);
}

bool run_ahead_add(struct run_file *f, struct th_error *e) {
    return !has_table(f, "part") ||
           (run_execute(f, "INSERT OR IGNORE INTO ahead SELECT * FROM part.ahead", e) &&
            drop_counted(f, e));
}
