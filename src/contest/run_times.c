/* Times in the file of a run: how long was played, and how long the bots' answers took, over all
 * interruptions and parts. Nothing depends on them. Older files do not have them, and a file that
 * has games of unknown times never gets them: what is not known is not made up. */
#include "run_file_own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of bots in one run; a file that says more is not believed. */
enum { PACES_MAX = 1 << 16 };

bool run_times_create(struct run_file *f, struct th_error *e) {
    if (run_number_of(f, "SELECT EXISTS(SELECT 1 FROM block)", 1) != 0) return true;
    return run_execute(f,
                       TIMES_SCHEMA "INSERT INTO play_time SELECT 0 WHERE NOT EXISTS(SELECT 1 FROM "
                                    "play_time);",
                       e);
}

/* ---- reading ---- */

/* NAN: there is none. */
static double read_seconds(struct run_file *f, const char *database) {
    char sql[80];
    sqlite3_stmt *s = NULL;
    double seconds = NAN;
    snprintf(sql, sizeof sql, "SELECT seconds FROM %s.play_time", database);
    if (sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW && sqlite3_column_type(s, 0) != SQLITE_NULL)
        seconds = sqlite3_column_double(s, 0);
    sqlite3_finalize(s);
    return seconds >= 0 && isfinite(seconds) ? seconds : NAN;
}

static bool read_steps(const char *text, struct pace *p) {
    json_t *list = text != NULL ? json_loads(text, 0, NULL) : NULL, *pair;
    size_t i;
    bool ok = json_is_array(list);
    json_array_foreach(list, i, pair) {
        const json_t *step = json_array_get(pair, 0), *answers = json_array_get(pair, 1);
        const json_int_t k = json_integer_value(step), n = json_integer_value(answers);
        ok = ok && json_is_integer(step) && json_is_integer(answers) && k >= 0 && k < PACE_STEPS &&
             n >= 0 && n <= UINT32_MAX;
        if (ok) p->step[k] = (uint32_t)n;
    }
    json_decref(list);
    return ok;
}

static bool read_pace(sqlite3_stmt *s, struct pace *p) {
    const int64_t answers = sqlite3_column_int64(s, 1);
    *p = (struct pace){.answers = (uint64_t)answers,
                       .total = sqlite3_column_int64(s, 2),
                       .worst = sqlite3_column_int64(s, 3)};
    return answers >= 0 && p->total >= 0 && p->worst >= 0 &&
           read_steps((const char *)sqlite3_column_text(s, 4), p);
}

static bool reserve(struct run_file *f, int paces) {
    if (paces <= f->paces) return true;
    struct pace *more = realloc(f->pace, (size_t)paces * sizeof *more);
    if (more == NULL) return false;
    memset(&more[f->paces], 0, (size_t)(paces - f->paces) * sizeof *more);
    f->pace = more;
    f->paces = paces;
    return true;
}

/* Adds the times of a database to those of the file; they are not known if one of them is not. */
static bool add_times(struct run_file *f, const char *database, struct th_error *e) {
    char sql[100];
    sqlite3_stmt *s = NULL;
    f->seconds += read_seconds(f, database);
    if (isnan(f->seconds)) return true;
    snprintf(sql, sizeof sql,
             "SELECT bot, answers, total, worst, steps FROM %s.move_time ORDER BY bot", database);
    bool ok = run_prepare(f, sql, &s, e);
    int64_t least = 0; /* each bot comes once */
    while (ok && !isnan(f->seconds) && sqlite3_step(s) == SQLITE_ROW) {
        struct pace pace;
        const int64_t bot = sqlite3_column_int64(s, 0);
        if (bot < least || bot >= PACES_MAX || !read_pace(s, &pace))
            f->seconds = NAN;
        else if (!reserve(f, (int)bot + 1))
            ok = th_fail(e, "out of memory");
        else
            pace_join(&f->pace[bot], &pace);
        if (ok && !isnan(f->seconds)) least = bot + 1;
    }
    sqlite3_finalize(s);
    return ok;
}

bool run_times_open(struct run_file *f, struct th_error *e) {
    return add_times(f, "main", e);
}

void run_times_close(struct run_file *f) {
    free(f->pace);
}

void run_times_before(void *self, const struct plan *plan, struct series_times *times) {
    const struct run_file *f = self;
    times->seconds += f->seconds;
    if (isnan(f->seconds)) { /* of some answers, which would be taken for all */
        memset(times->pace, 0, (size_t)plan->bots * sizeof *times->pace);
        return;
    }
    for (int i = 0; i < plan->bots && i < f->paces; i++) pace_join(&times->pace[i], &f->pace[i]);
}

/* ---- writing ---- */

static char *steps_text(const struct pace *p) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    int n = 0;
    if (out == NULL) return NULL;
    fputc('[', out);
    for (int k = 0; k < PACE_STEPS; k++)
        if (p->step[k] > 0) fprintf(out, "%s[%d,%u]", n++ > 0 ? "," : "", k, (unsigned)p->step[k]);
    fputc(']', out);
    fclose(out);
    return text;
}

static bool write_pace(struct run_file *f, sqlite3_stmt *s, int bot, const struct pace *p,
                       struct th_error *e) {
    char *steps = steps_text(p);
    if (steps == NULL) return th_fail(e, "out of memory");
    sqlite3_bind_int(s, 1, bot);
    sqlite3_bind_int64(s, 2, (int64_t)p->answers);
    sqlite3_bind_int64(s, 3, p->total);
    sqlite3_bind_int64(s, 4, p->worst);
    sqlite3_bind_text(s, 5, steps, -1, SQLITE_TRANSIENT);
    free(steps);
    return run_statement(f, s, e);
}

/* Of so many bots; seconds that are not known are written as such. */
static bool write_times(struct run_file *f, const struct series_times *times, int bots,
                        struct th_error *e) {
    sqlite3_stmt *seconds = NULL, *pace = NULL;
    bool ok = run_prepare(f, "UPDATE play_time SET seconds = ?", &seconds, e) &&
              run_prepare(f, "INSERT OR REPLACE INTO move_time VALUES(?, ?, ?, ?, ?)", &pace, e);
    if (ok) {
        sqlite3_bind_double(seconds, 1, times->seconds); /* NAN becomes NULL */
        ok = run_statement(f, seconds, e);
    }
    for (int i = 0; ok && i < bots; i++) ok = write_pace(f, pace, i, &times->pace[i], e);
    sqlite3_finalize(seconds);
    sqlite3_finalize(pace);
    return ok;
}

static bool write_all(struct run_file *f, const struct plan *plan, const struct series_times *now,
                      struct th_error *e) {
    struct series_times all = {.seconds = now->seconds,
                               .pace = calloc((size_t)plan->bots, sizeof *all.pace)};
    if (all.pace == NULL) return th_fail(e, "out of memory");
    memcpy(all.pace, now->pace, (size_t)plan->bots * sizeof *all.pace);
    run_times_before(f, plan, &all);
    const bool ok = isnan(all.seconds) || write_times(f, &all, plan->bots, e);
    free(all.pace);
    return ok;
}

bool run_times_commit(void *self, const struct plan *plan, const struct series_times *now,
                      struct th_error *e) {
    struct run_file *f = self;
    if (!f->in_transaction) return th_fail(e, "%s is not open for writing", f->path);
    if ((now == NULL || write_all(f, plan, now, e)) && run_file_commit(f, e) &&
        run_file_begin(f, e))
        return true;
    run_roll_back(f);
    return false;
}

bool run_times_add(struct run_file *f, struct th_error *e) {
    if (isnan(f->seconds)) return true;
    if (!add_times(f, "part", e)) return false;
    const struct series_times times = {.seconds = f->seconds, .pace = f->pace};
    return write_times(f, &times, isnan(f->seconds) ? 0 : f->paces, e);
}
