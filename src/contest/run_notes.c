/* Notes about faults in the file of a run: details of the first faults of each bot, by game. Which
 * bot it was, in which seat, and the kind of the fault are in the game itself. Older files have no
 * notes. */
#include "run_file_own.h"

#include "core/text.h"
#include <stdlib.h>
#include <string.h>

struct run_note {
    uint64_t game;
    char *what, *stderr_text; /* owned */
};

bool run_notes_create(struct run_file *f, struct th_error *e) {
    return run_execute(f, NOTES_SCHEMA, e);
}

static bool has_table(struct run_file *f, const char *database) {
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s.sqlite_master WHERE name = 'fault_note'",
             database);
    return run_number_of(f, sql, 0) > 0;
}

/* ---- reading ---- */

/* The text of a column as a run writes it, whose lines are clean; the caller owns it. NULL: it is
 * none, or there is no memory. */
static char *read_text(sqlite3_stmt *row, int column, int most) {
    if (sqlite3_column_type(row, column) != SQLITE_TEXT ||
        sqlite3_column_bytes(row, column) >= most)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(row, column);
    char *copy = text != NULL ? strdup(text) : NULL, *clean = copy != NULL ? strdup(copy) : NULL;
    char *rest = clean, *line;
    bool same = clean != NULL && strlen(copy) == (size_t)sqlite3_column_bytes(row, column);
    while (same && (line = text_whole_line(&rest)) != NULL) {
        text_clean(line);
        same = strncmp(line, copy + (line - clean), strlen(line)) == 0;
    }
    free(clean);
    if (same) return copy;
    free(copy);
    return NULL;
}

static bool read_note(struct run_file *f, sqlite3_stmt *row, struct run_note *note,
                      struct th_error *e) {
    const int64_t game = sqlite3_column_int64(row, 0);
    const int64_t bytes = sqlite3_column_bytes(row, 1) + sqlite3_column_bytes(row, 2);
    *note = (struct run_note){.game = (uint64_t)game};
    if (game >= 0 && (uint64_t)game < run_games_asked(f->settings) &&
        database_spend(&f->budget, bytes)) {
        note->what = read_text(row, 1, FAULT_WHAT_BYTES);
        note->stderr_text = read_text(row, 2, CHILD_STDERR_BYTES + 1);
    }
    if (note->what != NULL && note->stderr_text != NULL) return true;
    free(note->what);
    free(note->stderr_text);
    return run_damaged(f, (uint64_t)game / (uint64_t)(f->block_games > 0 ? f->block_games : 1), e);
}

static bool read_notes(struct run_file *f, struct th_error *e) {
    sqlite3_stmt *s = NULL;
    int step = SQLITE_ERROR;
    bool ok = run_prepare(f, "SELECT game, what, stderr FROM fault_note ORDER BY game", &s, e);
    while (ok && (step = sqlite3_step(s)) == SQLITE_ROW) {
        struct run_note *more = realloc(f->note, ((size_t)f->notes + 1) * sizeof *more);
        if (more == NULL) {
            ok = th_fail(e, "out of memory");
            break;
        }
        f->note = more;
        ok = read_note(f, s, &f->note[f->notes], e);
        f->notes += ok;
    }
    if (ok && step != SQLITE_DONE) ok = run_fail(f, e);
    sqlite3_finalize(s);
    return ok;
}

bool run_notes_open(struct run_file *f, struct th_error *e) {
    if (!has_table(f, "main")) return true;
    return read_notes(f, e) &&
           (!f->writes ||
            (run_prepare(f, "INSERT OR REPLACE INTO fault_note VALUES(?, ?, ?)", &f->keep_note,
                         e) &&
             run_prepare(f, "DELETE FROM fault_note WHERE game = ?", &f->drop_note, e)));
}

void run_notes_close(struct run_file *f) {
    for (int i = 0; i < f->notes; i++) {
        free(f->note[i].what);
        free(f->note[i].stderr_text);
    }
    free(f->note);
    sqlite3_finalize(f->keep_note);
    sqlite3_finalize(f->drop_note);
}

bool run_file_fault(const struct run_file *f, uint64_t game, struct fault *out) {
    int low = 0, high = f->notes; /* the first note that is not of an earlier game */
    while (low < high) {
        const int middle = (low + high) / 2;
        if (f->note[middle].game < game)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == f->notes || f->note[low].game != game) return false;
    memset(out, 0, sizeof *out);
    snprintf(out->what, sizeof out->what, "%s", f->note[low].what);
    snprintf(out->stderr_text, sizeof out->stderr_text, "%s", f->note[low].stderr_text);
    return true;
}

/* ---- writing ---- */

bool run_note_keep(struct run_file *f, uint64_t game, const struct fault *fault,
                   struct th_error *e) {
    sqlite3_stmt *s = fault != NULL ? f->keep_note : f->drop_note;
    sqlite3_bind_int64(s, 1, (int64_t)game);
    if (fault != NULL) {
        sqlite3_bind_text(s, 2, fault->what, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(s, 3, fault->stderr_text, -1, SQLITE_TRANSIENT);
        f->noted = true;
    }
    return run_statement(f, s, e);
}

bool run_notes_add(struct run_file *f, struct th_error *e) {
    return !has_table(f, "part") ||
           run_execute(f, "INSERT OR IGNORE INTO fault_note SELECT * FROM part.fault_note", e);
}
