/* Games in the database of a class, both ways. */
#include "class_db_own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- times ---- */

/* A histogram of times as bytes: its sums, and the steps that are not empty. */
static void write_pace(struct bytes *out, const struct pace *p) {
    uint32_t steps = 0;
    for (int i = 0; i < PACE_STEPS; i++) steps += p->step[i] > 0;
    bytes_u64(out, p->answers);
    bytes_u64(out, (uint64_t)p->total);
    bytes_u64(out, (uint64_t)p->worst);
    bytes_u32(out, steps);
    for (uint32_t i = 0; i < PACE_STEPS; i++) {
        if (p->step[i] == 0) continue;
        bytes_u32(out, i);
        bytes_u32(out, p->step[i]);
    }
}

static bool read_pace(struct bytes_reader *r, struct pace *p) {
    const uint64_t answers = read_u64(r), total = read_u64(r), worst = read_u64(r);
    *p = (struct pace){.answers = answers, .total = (int64_t)total, .worst = (int64_t)worst};
    for (uint32_t left = read_u32(r); left > 0 && !r->failed; left--) {
        const uint32_t step = read_u32(r), times = read_u32(r);
        if (step >= PACE_STEPS) return false;
        p->step[step] = times;
    }
    return !r->failed && p->total >= 0 && p->worst >= 0;
}

/* ---- reading ---- */

bool class_db_pairing(struct class_db *s, const char *key, const char *label, int64_t *id,
                      struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, FIND_PAIRING);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    const int step = sqlite3_step(row);
    bool ok = step == SQLITE_ROW || step == SQLITE_DONE || class_db_fail(s, e);
    if (step == SQLITE_ROW) *id = sqlite3_column_int64(row, 0);
    class_db_end(s, FIND_PAIRING);
    if (!ok || step == SQLITE_ROW) return ok;
    row = class_db_begin(s, ADD_PAIRING);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, label, -1, SQLITE_STATIC);
    ok = class_db_execute(s, ADD_PAIRING, e);
    *id = sqlite3_last_insert_rowid(s->db);
    class_db_end(s, ADD_PAIRING);
    return ok;
}

/* Counts the complete blocks from the first on, and adds their times. */
static bool load_blocks(struct class_db *s, int64_t pairing, uint64_t most, uint64_t *blocks,
                        struct pace pace[PAIRING_SIDES], struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, LOAD_BLOCKS);
    bool ok = true;
    int step = SQLITE_DONE;
    *blocks = 0;
    sqlite3_bind_int64(row, 1, pairing);
    while (ok && *blocks < most && (step = sqlite3_step(row)) == SQLITE_ROW) {
        struct bytes_reader times =
            bytes_reader_of(sqlite3_column_blob(row, 1), (size_t)sqlite3_column_bytes(row, 1));
        if (sqlite3_column_int64(row, 0) != (int64_t)*blocks) break;
        for (int i = 0; ok && i < PAIRING_SIDES; i++) {
            struct pace one;
            ok = read_pace(&times, &one) || class_db_damaged(s, e);
            if (ok) pace_join(&pace[i], &one);
        }
        *blocks += ok;
    }
    if (ok) ok = step == SQLITE_ROW || step == SQLITE_DONE || class_db_fail(s, e);
    class_db_end(s, LOAD_BLOCKS);
    return ok;
}

/* A result is what a match gives, or the file is damaged. */
static bool is_result(const struct match_result *r, int seats) {
    double sum = 0;
    for (int i = 0; i < seats; i++) {
        if (!(r->payoff[i] >= 0 && r->payoff[i] <= 1)) return false;
        sum += r->payoff[i];
    }
    if ((int)r->end < MATCH_WON || r->end > MATCH_FAULT) return false;
    if (r->fault_seat < 0 || r->fault_seat >= seats) return false;
    if (r->end == MATCH_FAULT && (r->fault >= TH_NO_FAULT || th_fault_name(r->fault) == NULL))
        return false;
    return fabs(sum - (r->end == MATCH_UNFINISHED ? 0 : 1)) < 1e-9;
}

static bool read_game(sqlite3_stmt *row, int seats, struct match_result *r) {
    struct bytes_reader payoff =
        bytes_reader_of(sqlite3_column_blob(row, 2), (size_t)sqlite3_column_bytes(row, 2));
    const int64_t digest = sqlite3_column_int64(row, 8);
    memset(r, 0, sizeof *r);
    r->end = (enum match_end)sqlite3_column_int(row, 1);
    for (int i = 0; i < seats; i++) r->payoff[i] = read_f64(&payoff);
    r->turns = (uint32_t)sqlite3_column_int64(row, 3);
    r->plies = (uint32_t)sqlite3_column_int64(row, 4);
    r->varied = sqlite3_column_int(row, 5) != 0;
    r->fault = (enum th_fault)sqlite3_column_int(row, 6);
    r->fault_seat = sqlite3_column_int(row, 7);
    memcpy(&r->digest, &digest, sizeof digest);
    return !payoff.failed && is_result(r, seats);
}

bool class_db_load_games(struct class_db *s, int64_t pairing, int seats, int block_games,
                         struct match_result result[], uint64_t most, uint64_t *games,
                         struct pace pace[PAIRING_SIDES], struct th_error *e) {
    uint64_t blocks, n = 0;
    *games = 0;
    if (!load_blocks(s, pairing, most / (uint64_t)block_games, &blocks, pace, e)) return false;
    if (blocks == 0) return true;
    const uint64_t wanted = blocks * (uint64_t)block_games;
    sqlite3_stmt *row = class_db_begin(s, LOAD_GAMES);
    sqlite3_bind_int64(row, 1, pairing);
    sqlite3_bind_int64(row, 2, (int64_t)wanted);
    bool ok = true;
    int step;
    while (ok && (step = sqlite3_step(row)) == SQLITE_ROW) {
        ok = (n < wanted && sqlite3_column_int64(row, 0) == (int64_t)n &&
              read_game(row, seats, &result[n])) ||
             class_db_damaged(s, e);
        n++;
    }
    if (ok)
        ok =
            (step == SQLITE_DONE || class_db_fail(s, e)) && (n == wanted || class_db_damaged(s, e));
    class_db_end(s, LOAD_GAMES);
    *games = ok ? n : 0;
    return ok;
}

bool class_db_load_tape(struct class_db *s, int64_t pairing, uint64_t number, struct bytes *tape,
                        struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, LOAD_TAPE);
    sqlite3_bind_int64(row, 1, pairing);
    sqlite3_bind_int64(row, 2, (int64_t)number);
    const int step = sqlite3_step(row);
    bool ok =
        step == SQLITE_ROW || (step == SQLITE_DONE ? class_db_damaged(s, e) : class_db_fail(s, e));
    *tape = (struct bytes){0};
    if (ok) bytes_add(tape, sqlite3_column_blob(row, 0), (size_t)sqlite3_column_bytes(row, 0));
    if (tape->failed) ok = th_fail(e, "out of memory");
    class_db_end(s, LOAD_TAPE);
    return ok;
}

bool class_db_visit_faults(struct class_db *s, int64_t pairing,
                           void (*visit)(void *context, const struct class_db_fault *f),
                           void *context, struct th_error *e) {
    sqlite3_stmt *row = class_db_begin(s, LOAD_FAULTS);
    int step;
    sqlite3_bind_int64(row, 1, pairing);
    while ((step = sqlite3_step(row)) == SQLITE_ROW) {
        const char *what = (const char *)sqlite3_column_text(row, 3);
        const char *words = (const char *)sqlite3_column_text(row, 4);
        struct class_db_fault f = {.side = sqlite3_column_int(row, 0),
                                   .number = (uint64_t)sqlite3_column_int64(row, 2)};
        f.fault.fault = (enum th_fault)sqlite3_column_int(row, 1);
        snprintf(f.fault.what, sizeof f.fault.what, "%s", what != NULL ? what : "");
        snprintf(f.fault.stderr_text, sizeof f.fault.stderr_text, "%s", words != NULL ? words : "");
        visit(context, &f);
    }
    const bool ok = step == SQLITE_DONE || class_db_fail(s, e);
    class_db_end(s, LOAD_FAULTS);
    return ok;
}

/* ---- writing ---- */

/* The next functions are called with the mutex held, inside of a transaction. */

static bool keep_times(struct class_db *s, int64_t pairing, const struct class_db_block *b,
                       struct th_error *e) {
    sqlite3_stmt *row = s->statement[KEEP_BLOCK];
    struct bytes times = {0};
    for (int i = 0; i < PAIRING_SIDES; i++) write_pace(&times, &b->pace[i]);
    bool ok = !times.failed || th_fail(e, "out of memory");
    sqlite3_bind_int64(row, 1, pairing);
    sqlite3_bind_int64(row, 2, (int64_t)b->number);
    sqlite3_bind_blob64(row, 3, times.data, times.size, SQLITE_STATIC);
    ok = ok && class_db_execute(s, KEEP_BLOCK, e);
    sqlite3_clear_bindings(row);
    free(times.data);
    return ok;
}

static bool keep_game(struct class_db *s, int64_t pairing, const struct class_db_block *b, int game,
                      struct th_error *e) {
    sqlite3_stmt *row = s->statement[KEEP_GAME];
    const struct match_result *r = &b->result[game];
    const struct bytes *tape = &b->tape[game];
    struct bytes payoff = {0};
    int64_t digest;
    memcpy(&digest, &r->digest, sizeof digest);
    for (int i = 0; i < b->seats; i++) bytes_f64(&payoff, r->payoff[i]);
    bool ok = (!payoff.failed && !tape->failed) || th_fail(e, "out of memory");
    sqlite3_bind_int64(row, 1, pairing);
    sqlite3_bind_int64(row, 2, (int64_t)(b->number * (uint64_t)b->games + (uint64_t)game));
    sqlite3_bind_int(row, 3, (int)r->end);
    sqlite3_bind_blob64(row, 4, payoff.data, payoff.size, SQLITE_STATIC);
    sqlite3_bind_int64(row, 5, r->turns);
    sqlite3_bind_int64(row, 6, r->plies);
    sqlite3_bind_int(row, 7, r->varied);
    sqlite3_bind_int(row, 8, r->end == MATCH_FAULT ? (int)r->fault : 0);
    sqlite3_bind_int(row, 9, r->end == MATCH_FAULT ? r->fault_seat : 0);
    sqlite3_bind_int64(row, 10, digest);
    sqlite3_bind_blob64(row, 11, tape->size > 0 ? tape->data : (const void *)"", tape->size,
                        SQLITE_STATIC);
    ok = ok && class_db_execute(s, KEEP_GAME, e);
    sqlite3_clear_bindings(row);
    free(payoff.data);
    return ok;
}

static bool keep_fault(struct class_db *s, int64_t pairing, const struct class_db_fault *f,
                       struct th_error *e) {
    sqlite3_stmt *row = s->statement[KEEP_FAULT];
    sqlite3_bind_int64(row, 1, pairing);
    sqlite3_bind_int(row, 2, f->side);
    sqlite3_bind_int(row, 3, f->fault.fault);
    sqlite3_bind_int64(row, 4, (int64_t)f->number);
    sqlite3_bind_text(row, 5, f->fault.what, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 6, f->fault.stderr_text, -1, SQLITE_STATIC);
    const bool ok = class_db_execute(s, KEEP_FAULT, e);
    sqlite3_clear_bindings(row);
    return ok;
}

bool class_db_keep_block(struct class_db *s, int64_t pairing, const struct class_db_block *b,
                         struct th_error *e) {
    pthread_mutex_lock(&s->mutex);
    bool ok = class_db_sql(s, "BEGIN", e);
    const bool begun = ok;
    ok = ok && keep_times(s, pairing, b, e);
    for (int i = 0; ok && i < b->games; i++) ok = keep_game(s, pairing, b, i, e);
    for (int i = 0; ok && i < b->faults; i++) ok = keep_fault(s, pairing, &b->fault[i], e);
    ok = ok && class_db_sql(s, "COMMIT", e);
    if (begun && !ok) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    pthread_mutex_unlock(&s->mutex);
    return ok;
}
