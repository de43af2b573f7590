/* A saved run told again. */
#include "commands.h"
#include "contest.h"
#include "core/file.h"
#include "run_csv.h"
#include <stdio.h>
#include <string.h>

static const struct th_option flags[] = {
    {"csv", TH_TEXT, 0, 0, NULL, NULL, "file for the games, one line for every seat"},
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
    return STATUS_FAILED;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct contest c = {.command = NULL};
    const char *csv = th_options_text(&a->flags, "csv");
    struct run_file *f = run_file_read(a->positional[0], e);
    if (f == NULL) return STATUS_FAILED;
    int status = STATUS_FAILED;
    if (contest_from_settings(&c, run_file_settings(f), e) &&
        (csv == NULL || run_write_csv(csv, f, &c, e))) {
        c.json = th_options_number(&a->flags, "json") != 0;
        c.file = f;
        c.store = run_file_store_kept(f);
        status = tell(&c, e);
        f = NULL; /* closed by then */
    }
    struct th_error ignored;
    run_file_close(f, &ignored);
    contest_drop(&c);
    return status;
}

const struct command report_command = {
    .name = "report",
    .positional = "RUN.db",
    .summary = "tells again what a saved run found, without playing",
    .details = "The same tables as the command of the run prints, from the games that are there; "
               "for a run\n"
               "that is not complete, of those so far.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur report race.db\n"
                "  tahur report race.db --csv race.csv",
    .run = run,
};
