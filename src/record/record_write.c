/* Writes records as text: to any stream, and to a file while games are played. */
#include "record.h"

#include "core/file.h"
#include "core/text.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>

const char *record_result_text(const double result[], int seats, char out[RECORD_RESULT_BYTES]) {
    struct text t = text_in(out, RECORD_RESULT_BYTES);
    for (int i = 0; i < seats; i++) {
        /* Shares of up to four seats are whole numbers of twelfths. */
        int share = (int)(result[i] * 12 + 0.5), whole = 12;
        for (int d = 12; d > 1; d--)
            if (share % d == 0 && whole % d == 0) share /= d, whole /= d;
        text_add(&t, "%s%d", i > 0 ? " " : "", share);
        if (whole > 1) text_add(&t, "/%d", whole);
    }
    return out;
}

const char *record_end_text(const struct record *r, char out[RECORD_END_BYTES]) {
    struct text t = text_in(out, RECORD_END_BYTES);
    text_add(&t, "%s", record_ends[r->end]);
    if (r->end == RECORD_RESIGNED || r->end == RECORD_TIME || r->end == RECORD_FAULT)
        text_add(&t, " seat %d", r->end_seat);
    if (r->end == RECORD_FAULT) text_add(&t, " %s", th_fault_name(r->fault));
    return out;
}

static void write_head(FILE *out, const struct record *r) {
    char position[TH_POSITION_BYTES], result[RECORD_RESULT_BYTES], end[RECORD_END_BYTES];
    char seed[TH_SEED_BYTES];
    fprintf(out, "tahur record 1\ngame: %s\nrules: %s\n", r->spec.text, r->game->rules_version);
    if (r->has_seed) fprintf(out, "seed: %s\n", th_seed_write(r->seed, seed));
    if (r->has_number) fprintf(out, "number: %" PRIu64 "\n", r->number);
    for (int i = 0; i < r->seats; i++) {
        char name[TH_SPEC_BYTES];
        memcpy(name, r->player[i], sizeof name);
        text_clean(name);
        const char *clean = text_trim(name);
        fprintf(out, "seat %d: %s\n", i, clean[0] != 0 ? clean : "?");
    }
    if (r->own_start)
        fprintf(out, "start: %s\n", r->game->position_text(r->start, position, sizeof position));
    fprintf(out, "end: %s\nresult: %s\nsteps: %zu\n", record_end_text(r, end),
            record_result_text(r->result, r->seats, result), r->steps);
}

/* The seat of a line is known only at its end, so a second state follows the first. */
void record_write_moves(FILE *out, const struct record *r) {
    const struct th_game *game = r->game;
    struct th_state *ahead = r->spare[0], *s = r->spare[1];
    memcpy(ahead, r->start, game->state_size);
    memcpy(s, r->start, game->state_size);
    for (size_t done = 0, n; done < r->steps; done += n) {
        int seat;
        n = record_line(r, done, ahead, &seat);
        fprintf(out, "%zu. ", done + 1);
        if (seat >= 0)
            fprintf(out, "seat %d:", seat);
        else
            fprintf(out, "chance:");
        for (size_t i = 0; i < n; i++) {
            char action[TH_ACTION_BYTES];
            const th_action a = r->action[done + i];
            fputs(i > 0 ? "; " : " ", out);
            fputs(game->action_text(s, a, action, sizeof action), out);
            game->apply(s, a);
        }
        fprintf(out, "\n");
    }
}

void record_write(FILE *out, const struct record *r) {
    write_head(out, r);
    fprintf(out, "moves:\n");
    record_write_moves(out, r);
}

/* ---- files ---- */

/* Usually larger than the records of one flush: they are written in one piece, so that a killed
 * program leaves complete records. */
enum { FILE_BUFFER_BYTES = 1 << 18 };

bool record_file_open(struct record_file *f, const char *path, struct th_error *e) {
    *f = (struct record_file){.out = file_stream(path, e), .path = path};
    if (f->out == NULL) return false;
    setvbuf(f->out, NULL, _IOFBF, FILE_BUFFER_BYTES);
    return true;
}

void record_file_add(struct record_file *f, const struct record *r) {
    if (f->records++ > 0) fputc('\n', f->out);
    record_write(f->out, r);
}

static bool fail(struct record_file *f, struct th_error *e) {
    f->failed = true;
    return th_fail(e, "%s cannot be written: %s", f->path, strerror(errno));
}

bool record_file_flush(struct record_file *f, struct th_error *e) {
    return f->out == NULL || (fflush(f->out) == 0 && !ferror(f->out)) || fail(f, e);
}

bool record_file_close(struct record_file *f, struct th_error *e) {
    if (f->out == NULL) return true;
    FILE *out = f->out;
    f->out = NULL;
    const bool written = !ferror(out);
    return (fclose(out) == 0 && written) || fail(f, e);
}
