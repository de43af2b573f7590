/* Reports on saved runs. */
#include "command.h"
#include "contest_command.h"
#include "core/file.h"
#include "report/pages.h"
#include "tahur/state.h"
#include "terminal.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct th_option flags[] = {
    {"csv", TH_TEXT, 0, 0, NULL, NULL,
     "file for the games, one line for every seat, with its luck"},
    {"html", TH_TEXT, 0, 0, NULL, NULL,
     "file for a page with tables and charts, to be looked at in a browser; it needs nothing but "
     "itself"},
    {"record", TH_TEXT, 0, 0, NULL, NULL,
     "file for a readable record of every game, in their order; tahur replay shows them"},
    {"verify", TH_SWITCH, 0, 1, "0", NULL,
     "replays every game first: the run is refused, with the number of the game, if moves, luck, "
     "seats and results do not belong together"},
    {"luck", TH_CHOICE, 0, 0, NULL, luck_modes,
     "whether luck is taken off results, as in the command that played; of a comparison, how the "
     "test would have gone; as the run was played if not given"},
    {"json", TH_SWITCH, 0, 1, "0", NULL,
     "one JSON object instead of tables, as the command prints"},
    {0},
};

/* ---- the games as CSV ---- */

struct csv {
    FILE *out;
    const struct contest *contest;
    struct run_file *file;
};

static void write_head(const struct csv *csv) {
    fprintf(csv->out, "game,seat,bot,payoff,ending,turns,decisions,digest,fault,fault_what,"
                      "fault_stderr,luck");
    for (int i = 0; th_game_metric(csv->contest->plan.game, i) != NULL; i++)
        fprintf(csv->out, ",%s", th_game_metric(csv->contest->plan.game, i)->name);
    fprintf(csv->out, "\n");
}

/* Three columns, of the seat that was at fault: its kind, and details if the file has them. */
static void write_fault(const struct csv *csv, const struct run_game *game, int seat) {
    const struct match_result *r = &game->result;
    struct fault details = {.fault = TH_NO_FAULT};
    if (r->end != MATCH_FAULT || r->fault_seat != seat) {
        fprintf(csv->out, ",,,");
        return;
    }
    const bool known = run_file_fault(csv->file, game->number, &details);
    fprintf(csv->out, ",%s,", th_fault_name(r->fault));
    if (known) csv_add_text(csv->out, details.what);
    fprintf(csv->out, ",");
    if (known && details.stderr_text[0] != 0) csv_add_text(csv->out, details.stderr_text);
}

static bool write_game(void *context, const struct run_game *game, struct th_error *e) {
    const struct csv *csv = context;
    const struct match_result *r = &game->result;
    const struct contest *c = csv->contest;
    (void)e;
    for (int seat = 0; seat < c->plan.seats; seat++) {
        fprintf(csv->out, "%" PRIu64 ",%d,", game->number, seat);
        csv_add_text(csv->out, c->bot[c->plan.bots == 1 ? 0 : game->sits[seat]].name);
        fprintf(csv->out, ",%g,%s,%u,%u,%016" PRIx64, r->payoff[seat], run_endings[r->end],
                (unsigned)r->turns, (unsigned)r->plies, r->digest);
        write_fault(csv, game, seat);
        fprintf(csv->out, r->measured ? ",%.12g" : ",", r->luck[seat]);
        for (int i = 0; th_game_metric(c->plan.game, i) != NULL; i++) {
            const struct th_metric *m = th_game_metric(c->plan.game, i);
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

/* One line for every seat of a game: who sat there, the payoff, how the game ended, its fault, its
 * luck and the metrics. `measured`: luck is measured where the file has none. */
static bool run_write_csv(const char *path, struct run_file *f, const struct contest *c,
                          bool measured, struct th_error *e) {
    const struct csv csv = {.out = file_stream(path, e), .contest = c, .file = f};
    if (csv.out == NULL) return false;
    write_head(&csv);
    const bool ok = run_file_visit_luck(f, &c->plan, measured, write_game, (void *)&csv, e);
    const bool written = !ferror(csv.out);
    if (fclose(csv.out) != 0 || !written)
        return th_fail(e, "%s cannot be written: %s", path, strerror(errno));
    return ok;
}

/* ---- the report ---- */

/* The plan was made, so that it is one of these commands. */
static int print_report(struct contest *c, const struct contest_output *out, struct th_error *e) {
    return strcmp(c->command, "arena") == 0    ? arena_contest(c, out, e)
           : strcmp(c->command, "league") == 0 ? league_contest(c, out, e)
                                               : compare_contest(c, out, e);
}

/* Files that are asked for must not take the place of the run, or of each other. */
static bool check_outputs(const char *run, const struct th_options *o, struct th_error *e) {
    static const char *const names[] = {"csv", "html", "record"};
    enum { OUTPUTS = 3 };
    const char *path[OUTPUTS];
    for (int i = 0; i < OUTPUTS; i++) {
        if ((path[i] = th_options_text(o, names[i])) == NULL) continue;
        if (file_same(run, path[i]))
            return th_fail(e, "%s is the run itself and is not written over", path[i]);
        for (int k = 0; k < i; k++)
            if (path[k] != NULL && file_same(path[k], path[i]))
                return th_fail(e, "--%s and --%s would write the same file, %s", names[k], names[i],
                               path[i]);
        if (!file_check_output(path[i], e)) return false;
    }
    return true;
}

/* Before anything is reported or written; an exit status. */
static int verify(struct contest *c, struct run_file *f, const struct arguments *a,
                  struct th_error *e) {
    struct contest_verified verified = {0};
    char text[100];
    if (th_options_number(&a->flags, "verify") == 0) return STATUS_OK;
    c->plan.stop = interrupt_watch();
    run_file_forget_luck(f);
    const bool ok = contest_verify(c, f, a->positional[0], &verified, e);
    if (verified.stopped) return interrupt_stopped("report");
    if (ok && th_options_number(&a->flags, "json") == 0)
        print_folded(stdout, "verified: %s\n\n", contest_verified_text(&verified, text));
    return ok ? STATUS_OK : STATUS_USAGE;
}

static int write_records(const struct contest *c, struct run_file *f, const char *path,
                         struct th_error *e) {
    bool damaged;
    if (contest_write_records(c, f, path, &damaged, e)) return STATUS_OK;
    return damaged ? STATUS_USAGE : STATUS_FAILED;
}

/* The files that show what was found, by the JSON of the report: an exit status. */
static int write_found(const char *csv, const char *html, struct run_file *f,
                       const struct contest *c, const json_t *found, struct th_error *e) {
    const char *luck = json_string_value(json_object_get(json_object_get(found, "luck"), "chosen"));
    const bool adjusted = luck != NULL && strcmp(luck, luck_modes[TH_LUCK_ADJUSTED]) == 0;
    if ((csv == NULL || run_write_csv(csv, f, c, adjusted, e)) &&
        (html == NULL || run_page_write(html, f, c, found, e)))
        return STATUS_OK;
    return th_is_set(c->plan.stop) ? interrupt_stopped("report") : STATUS_FAILED;
}

static int report(struct run_file *f, const struct arguments *a, struct th_error *e) {
    struct contest c = {.command = NULL};
    const char *csv = th_options_text(&a->flags, "csv"), *html = th_options_text(&a->flags, "html");
    const char *record = th_options_text(&a->flags, "record");
    json_t *copy = NULL;
    struct contest_output out = contest_output(a);
    int status = STATUS_OK;
    if (!contest_from_settings(&c, run_file_settings(f), e)) status = STATUS_USAGE;
    if (status == STATUS_OK && th_options_given(&a->flags, "luck") &&
        !contest_set_luck(&c, (enum th_luck)th_options_number(&a->flags, "luck"), e))
        status = STATUS_USAGE;
    if (status == STATUS_OK) status = verify(&c, f, a, e);
    if (status == STATUS_OK && record != NULL) status = write_records(&c, f, record, e);
    if (status == STATUS_OK) {
        c.store = run_file_store_kept(f);
        out.copy = html != NULL || csv != NULL ? &copy : NULL;
        status = print_report(&c, &out, e);
    }
    if (status == STATUS_OK) status = write_found(csv, html, f, &c, copy, e);
    const char *const wrote[] = {csv, html, record};
    for (size_t i = 0; status == STATUS_OK && i < sizeof wrote / sizeof *wrote; i++)
        print_wrote(wrote[i], out.json);
    json_decref(copy);
    contest_drop(&c);
    return status == STATUS_FAILED && run_file_failed(f) ? STATUS_USAGE : status;
}

static int run(const struct arguments *a, struct th_error *e) {
    const char *path = a->positional[0];
    struct th_error ignored;
    if (!check_outputs(path, &a->flags, e)) return STATUS_USAGE;
    struct run_file *f = run_file_read(path, e);
    if (f == NULL) return STATUS_USAGE;
    const int status = report(f, a, e);
    run_file_close(f, &ignored);
    return status;
}

const struct command report_command = {
    .name = "report",
    .positional = "RUN.db",
    .summary = "prints the results of a saved run again, without playing",
    .details = "The same tables as the command of the run prints, from the games that are there; "
               "for a run\n"
               "that is not complete, of those so far. --verify is for runs of others: see "
               "docs/runs.md.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur report race.db\n"
                "  tahur report race.db --verify\n"
                "  tahur report race.db --csv race.csv\n"
                "  tahur report race.db --html race.html\n"
                "  tahur report race.db --record race.games",
    .run = run,
};
