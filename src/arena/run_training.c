/* Trainings in the file of a run. All is done under the lock of the connection, so that trainings
 * on several threads do not meet within a transaction. */
#include "run_file_own.h"
#include <stdlib.h>
#include <string.h>

bool run_file_is_training(const struct run_file *f) {
    const char *command = json_string_value(json_object_get(f->settings, "command"));
    return command != NULL && strcmp(command, "train") == 0;
}

static bool load(struct run_file *f, sqlite3_stmt *s, uint64_t seed, struct run_training *t,
                 struct th_error *e) {
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
    if (!database_spend(&f->budget, sqlite3_column_bytes(s, 2))) return run_takes_too_long(f, e);
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
        load(f, s, seed, t, e);
    sqlite3_finalize(s);
    sqlite3_mutex_leave(sqlite3_db_mutex(f->db));
    if (!ok) free(t->model.data);
    return ok;
}

static bool keep(struct run_file *f, uint64_t seed, const struct run_training *t,
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
    bool ok = (f->in_transaction || run_file_begin(f, e)) && keep(f, seed, t, e) &&
              run_file_commit(f, e) && run_file_begin(f, e);
    if (!ok && f->in_transaction) {
        /* The training as it was kept before is safe. */
        sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
        f->in_transaction = false;
    }
    sqlite3_mutex_leave(sqlite3_db_mutex(f->db));
    return ok;
}
