/* The luck of games in the file of a run, by game. Where it is missing, as in older files, it can
 * be measured again by the moves (core/luck.h). */
#include "run_file_own.h"

#include "core/text.h"
#include <math.h>

bool run_luck_create(struct run_file *f, struct th_error *e) {
    return run_execute(f, LUCK_SCHEMA, e);
}

bool run_luck_open(struct run_file *f, struct th_error *e) {
    if (run_number_of(f, "SELECT count(*) FROM sqlite_master WHERE name = 'luck'", 0) == 0)
        return true;
    return run_prepare(f,
                       "SELECT game, work, luck FROM luck WHERE game BETWEEN ? AND ? ORDER BY "
                       "game",
                       &f->load_luck, e) &&
           (!f->writes ||
            run_prepare(f, "INSERT OR REPLACE INTO luck VALUES(?, ?, ?)", &f->keep_luck, e));
}

void run_luck_close(struct run_file *f) {
    sqlite3_finalize(f->keep_luck);
    sqlite3_finalize(f->load_luck);
}

void run_file_forget_luck(struct run_file *f) {
    sqlite3_finalize(f->load_luck);
    f->load_luck = NULL;
}

bool run_luck_keep(struct run_file *f, uint64_t game, const struct match_result *r,
                   struct th_error *e) {
    char list[TH_SEATS_MAX * 32];
    struct text t = text_in(list, sizeof list);
    if (!r->measured || f->keep_luck == NULL) return true;
    for (int i = 0; i < f->seats; i++) text_add(&t, "%s%.17g", i > 0 ? "," : "[", r->luck[i]);
    text_add(&t, "]");
    sqlite3_bind_int64(f->keep_luck, 1, (int64_t)game);
    sqlite3_bind_int64(f->keep_luck, 2, r->work);
    sqlite3_bind_text(f->keep_luck, 3, list, -1, SQLITE_TRANSIENT);
    return run_statement(f, f->keep_luck, e);
}

/* False if it is not what a run writes. */
static bool read_luck(struct run_file *f, sqlite3_stmt *row, struct match_result *r) {
    enum { LIST_BYTES = TH_SEATS_MAX * 40, SUM_MAX = 1000000 };
    const int64_t work = sqlite3_column_int64(row, 1);
    if (sqlite3_column_type(row, 2) != SQLITE_TEXT || sqlite3_column_bytes(row, 2) > LIST_BYTES ||
        !database_spend(&f->budget, LIST_BYTES) || work < 0 || work > UINT32_MAX)
        return false;
    json_t *list = json_loads((const char *)sqlite3_column_text(row, 2), 0, NULL);
    bool ok = json_is_array(list) && json_array_size(list) == (size_t)f->seats;
    for (int i = 0; ok && i < f->seats; i++) {
        const json_t *one = json_array_get(list, (size_t)i);
        r->luck[i] = json_number_value(one);
        ok = json_is_number(one) && fabs(r->luck[i]) < SUM_MAX;
    }
    json_decref(list);
    r->work = (uint32_t)work;
    r->measured = ok;
    return ok;
}

bool run_luck_load(struct run_file *f, uint64_t first, struct match_result result[], int games,
                   struct th_error *e) {
    sqlite3_stmt *s = f->load_luck;
    int step = SQLITE_DONE;
    bool ok = true;
    if (s == NULL) return true;
    sqlite3_bind_int64(s, 1, (int64_t)first);
    sqlite3_bind_int64(s, 2, (int64_t)first + games - 1);
    while (ok && (step = sqlite3_step(s)) == SQLITE_ROW)
        ok = read_luck(f, s, &result[sqlite3_column_int64(s, 0) - (int64_t)first]);
    sqlite3_reset(s);
    if (ok && step != SQLITE_DONE) return run_fail(f, e);
    return ok || run_damaged(f, first / (uint64_t)f->block_games, e);
}
