/* Parts of a run, checked against each other, replayed, and joined into one file. */
#include "contest.h"
#include "run_file_own.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

static bool same_file(const char *a, const char *b) {
    struct stat one, two;
    return stat(a, &one) == 0 && stat(b, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

/* Whether a part has the same settings as the whole run, and no block that is there already. */
static bool check_part(struct run_file *into, struct run_file *part, const char *path,
                       struct th_error *e) {
    char what[300];
    if (settings_differ(part->settings, "there", into->settings, "in the whole run", what,
                        sizeof what))
        return th_fail(e, "%s is of another run: %s", path, what);
    for (uint64_t k = 0; k < part->blocks; k++)
        if (run_has_block(into, run_file_block(part, k)))
            return th_fail(e, "%s overlaps: block %llu is in %s already", path,
                           (unsigned long long)run_file_block(part, k), into->path);
    return true;
}

/* Copies all blocks of such a part. Attaching is not possible within a transaction. */
static bool copy_part(struct run_file *into, const char *path, struct th_error *e) {
    sqlite3_stmt *attach = NULL;
    bool ok = run_file_commit(into, e) && run_prepare(into, "ATTACH ? AS part", &attach, e);
    if (ok) {
        sqlite3_bind_text(attach, 1, path, -1, SQLITE_STATIC);
        ok = run_statement(into, attach, e);
    }
    sqlite3_finalize(attach);
    if (!ok) return false;
    database_limit(into->db, &into->budget, path);
    ok = run_file_begin(into, e) &&
         run_execute(into,
                     "INSERT INTO block SELECT * FROM part.block;"
                     "INSERT INTO game SELECT * FROM part.game;",
                     e) &&
         run_ahead_add(into, e) && run_notes_add(into, e) && run_times_add(into, e) &&
         run_file_commit(into, e);
    if (!ok) sqlite3_exec(into->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_exec(into->db, "DETACH part", NULL, NULL, NULL);
    database_unlimit(into->db, &into->budget);
    return ok && run_file_begin(into, e) && run_find_blocks(into, e);
}

/* The parts, open. */
struct parts {
    struct run_file **file;
    int count; /* that are open */
};

static void close_parts(struct parts *p) {
    struct th_error ignored;
    for (int i = 0; i < p->count; i++) run_file_close(p->file[i], &ignored);
    free(p->file);
}

/* Two parts of the same run without a game in common. */
static bool fit_together(const struct merge *m, const struct parts *p, int i, int k,
                         struct th_error *e) {
    char what[300];
    const struct series_store store = run_file_store(p->file[i]);
    if (same_file(m->path[i], m->path[k])) return th_fail(e, "%s is given twice", m->path[i]);
    if (settings_differ(run_file_settings(p->file[k]), "in the first",
                        run_file_settings(p->file[i]), "in the second", what, sizeof what))
        return th_fail(e, "%s and %s are of different runs: %s", m->path[k], m->path[i], what);
    for (uint64_t n = 0; n < run_file_blocks(p->file[k]); n++)
        if (store.has(store.self, run_file_block(p->file[k], n)))
            return th_fail(e, "%s and %s overlap: both have block %" PRIu64, m->path[i], m->path[k],
                           run_file_block(p->file[k], n));
    return true;
}

/* Replays the games of a part: a forged result is refused before anything is written. Trainings
 * have no games. */
static bool verify_part(struct merge *m, struct run_file *f, const char *path, struct th_error *e) {
    struct contest c = {.command = NULL};
    struct th_error why = {""};
    if (m->trusted || run_file_is_training(f)) return true;
    bool ok = contest_from_settings(&c, run_file_settings(f), &why) ||
              th_fail(e, "%s: %s", path, why.text);
    c.plan.stop = m->stop;
    ok = ok && contest_verify(&c, f, path, &m->verified, e);
    contest_drop(&c);
    return ok;
}

static bool open_parts(struct merge *m, struct parts *p, struct th_error *e) {
    p->file = calloc((size_t)m->count, sizeof *p->file);
    if (p->file == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < m->count; i++) {
        struct run_sum sum;
        if (same_file(m->path[i], m->into))
            return th_fail(e, "%s cannot be joined into itself", m->into);
        p->file[i] = run_file_read(m->path[i], e);
        if (p->file[i] == NULL) return false;
        p->count++;
        if (!run_sum_up(p->file[i], &sum, e)) return false;
        for (int k = 0; k < i; k++)
            if (!fit_together(m, p, i, k, e)) return false;
    }
    for (int i = 0; i < p->count; i++)
        if (!verify_part(m, p->file[i], m->path[i], e)) return false;
    return true;
}

/* Into a file that has some already, or none yet. */
static bool join(struct merge *m, const struct parts *p, struct th_error *e) {
    struct th_error ignored;
    struct run_file *whole = run_file_write(m->into, run_file_settings(p->file[0]), e);
    m->fits = whole != NULL;
    for (int i = 0; m->fits && i < p->count; i++)
        m->fits = check_part(whole, p->file[i], m->path[i], e);
    bool ok = m->fits;
    for (int i = 0; ok && i < p->count; i++) ok = copy_part(whole, m->path[i], e);
    ok = ok && run_sum_up(whole, &m->sum, e);
    return run_file_close(whole, ok ? e : &ignored) && ok;
}

bool merge_parts(struct merge *m, struct th_error *e) {
    struct parts parts = {NULL, 0};
    const bool ok = open_parts(m, &parts, e) && join(m, &parts, e);
    close_parts(&parts);
    return ok;
}
