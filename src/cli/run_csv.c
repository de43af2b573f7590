#include "run_csv.h"

#include "arena_report.h"
#include "core/file.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct csv {
    FILE *out;
    const struct contest *contest;
};

void csv_add_text(FILE *out, const char *text) {
    fputc('"', out);
    if (*text != 0 && strchr("=+-@\t\r\n", *text) != NULL) fputc('\'', out);
    for (; *text != 0; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void write_head(const struct csv *csv) {
    fprintf(csv->out, "game,seat,bot,payoff,ending,turns,decisions,digest");
    for (int i = 0; metric_at(csv->contest->game, i) != NULL; i++)
        fprintf(csv->out, ",%s", metric_at(csv->contest->game, i)->name);
    fprintf(csv->out, "\n");
}

static bool write_game(void *context, const struct run_game *game, struct th_error *e) {
    const struct csv *csv = context;
    const struct match_result *r = &game->result;
    const struct contest *c = csv->contest;
    (void)e;
    for (int seat = 0; seat < c->seats; seat++) {
        fprintf(csv->out, "%" PRIu64 ",%d,", game->number, seat);
        csv_add_text(csv->out, c->bot[c->bots == 1 ? 0 : game->sits[seat]].name);
        fprintf(csv->out, ",%g,%s,%u,%u,%016" PRIx64, r->payoff[seat], run_endings[r->end],
                (unsigned)r->turns, (unsigned)r->plies, r->digest);
        for (int i = 0; metric_at(c->game, i) != NULL; i++) {
            const struct th_metric *m = metric_at(c->game, i);
            const double d = r->counters[seat][m->denominator];
            if (d > 0)
                fprintf(csv->out, ",%.6g", r->counters[seat][m->numerator] / d);
            else
                fprintf(csv->out, ",");
        }
        fprintf(csv->out, "\n");
    }
    return true;
}

bool run_write_csv(const char *path, struct run_file *f, const struct contest *c,
                   struct th_error *e) {
    const struct csv csv = {.out = file_stream(path, e), .contest = c};
    if (csv.out == NULL) return false;
    write_head(&csv);
    const bool ok = run_file_visit(f, 0, RUN_LAST_GAME, write_game, (void *)&csv, e);
    const bool written = !ferror(csv.out);
    if (fclose(csv.out) != 0 || !written)
        return th_fail(e, "%s cannot be written: %s", path, strerror(errno));
    return ok;
}
