/* A saved run told again. */
#include "commands.h"
#include "contest_record.h"
#include "contest_verify.h"
#include "core/file.h"
#include "describe.h"
#include "interrupt.h"
#include "look.h"
#include "run_csv.h"
#include "run_page.h"
#include <stdio.h>
#include <string.h>

static const struct th_option flags[] = {
    {"csv", TH_TEXT, 0, 0, NULL, NULL, "file for the games, one line for every seat"},
    {"html", TH_TEXT, 0, 0, NULL, NULL,
     "file for a page with tables and charts, to be looked at in a browser; it needs nothing but "
     "itself"},
    {"record", TH_TEXT, 0, 0, NULL, NULL,
     "file for a readable record of every game, in their order; tahur replay shows them"},
    {"verify", TH_SWITCH, 0, 1, "0", NULL,
     "replays every game first: the run is refused, with the number of the game, if moves, luck, "
     "seats and results do not belong together"},
    {"json", TH_SWITCH, 0, 1, "0", NULL,
     "one JSON object instead of tables, as the command prints"},
    {0},
};

static int tell(struct contest *c, struct th_error *e) {
    static const struct {
        const char *command;
        int (*tell)(struct contest *c, struct th_error *e);
    } tellers[] = {
        {"arena", arena_contest}, {"league", league_contest}, {"compare", compare_contest}};
    for (size_t i = 0; i < sizeof tellers / sizeof *tellers; i++)
        if (strcmp(tellers[i].command, c->command) == 0) return tellers[i].tell(c, e);
    th_fail(e, "the run is of the command %s, which has no report", c->command);
    return STATUS_USAGE;
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
static int verify(const struct contest *c, struct run_file *f, const struct arguments *a,
                  struct th_error *e) {
    struct contest_verified verified = {0};
    char text[100];
    if (th_options_number(&a->flags, "verify") == 0) return STATUS_OK;
    const bool ok = contest_verify(c, f, a->positional[0], &verified, e);
    if (verified.stopped) return interrupt_stopped("report");
    if (ok && th_options_number(&a->flags, "json") == 0)
        print_folded(stdout, "verified: %s\n\n", contest_verified_text(&verified, text));
    return ok ? STATUS_OK : STATUS_USAGE;
}

static int report(struct run_file *f, const struct arguments *a, struct th_error *e) {
    struct contest c = {.command = NULL};
    const char *csv = th_options_text(&a->flags, "csv"), *html = th_options_text(&a->flags, "html");
    const char *record = th_options_text(&a->flags, "record");
    json_t *told = NULL;
    int status = STATUS_OK;
    if (!contest_from_settings(&c, run_file_settings(f), e)) status = STATUS_USAGE;
    if (status == STATUS_OK) status = verify(&c, f, a, e);
    if (status == STATUS_OK && csv != NULL && !run_write_csv(csv, f, &c, e)) status = STATUS_FAILED;
    if (status == STATUS_OK && record != NULL) status = contest_write_records(&c, f, record, e);
    if (status == STATUS_OK) {
        c.json = th_options_number(&a->flags, "json") != 0;
        c.store = run_file_store_kept(f);
        c.told = html != NULL ? &told : NULL;
        status = tell(&c, e);
    }
    if (status == STATUS_OK && html != NULL && !run_write_page(html, f, &c, told, e))
        status = STATUS_FAILED;
    const char *const wrote[] = {csv, html, record};
    for (size_t i = 0; status == STATUS_OK && i < sizeof wrote / sizeof *wrote; i++)
        print_wrote(wrote[i], c.json);
    json_decref(told);
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
    .summary = "tells again what a saved run found, without playing",
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
