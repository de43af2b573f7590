/* What a finished game owes to chance and what to its players; or what a bot does wrong in the
 * games of a run. */
#include "arena/run_file.h"
#include "commands.h"
#include "core/file.h"
#include "describe.h"
#include "interrupt.h"
#include "progress.h"
#include "review_report.h"
#include "review_run.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    {"game", TH_INTEGER, 0, INT64_MAX, NULL, NULL,
     "which one, of a file with many: its place, from 0 on, as tahur replay lists them; of a saved "
     "run, its number"},
    {"all", TH_SWITCH, 0, 1, "0", NULL, "every step, with the chances before it"},
    {"html", TH_TEXT, 0, 0, NULL, NULL,
     "file for a page with the curve, to be looked at in a browser; it needs nothing but itself"},
    {"bot", TH_TEXT, 0, 0, NULL, NULL,
     "of a saved run: whose decisions are looked at, by the name it has there"},
    {"games", TH_INTEGER, 1, 1000000, "50", NULL, "of a saved run: in at most so many games"},
    JUDGING_FLAGS("judge", "rollouts", "400",
                  "rollouts of everything that is judged, all with the same luck"),
    {0},
};

/* The record that is wanted; record_drop is due if it succeeds. */
static bool read_record(const char *path, char *text, const struct arguments *a, struct record *r,
                        struct th_error *e) {
    struct record_reader reader = record_reader_of(text);
    const bool given = th_options_given(&a->flags, "game");
    const int64_t wanted = given ? th_options_number(&a->flags, "game") : 0;
    struct th_error why;
    for (int64_t place = 0;; place++) {
        const enum record_found found = record_next(&reader, r, &why);
        if (found == RECORD_NONE && place == 0) return th_fail(e, "%s has no records", path);
        if (found == RECORD_NONE)
            return th_fail(e, "%s has %" PRId64 " records, from --game 0 to %" PRId64, path, place,
                           place - 1);
        if (place == wanted && found == RECORD_GOOD) break;
        if (found == RECORD_GOOD || r->game != NULL) record_drop(r);
        if (place == wanted) return th_fail(e, "%s: %s", path, why.text);
    }
    if (given) return true;
    struct record more;
    const enum record_found found = record_next(&reader, &more, &why);
    if (found == RECORD_NONE) return true;
    if (found == RECORD_GOOD || more.game != NULL) record_drop(&more);
    record_drop(r);
    return th_fail(e, "%s has more than one record: --game says which, tahur replay lists them",
                   path);
}

int review_record(const struct record *record, const struct arguments *a, struct th_error *e) {
    const char *html = th_options_text(&a->flags, "html");
    const atomic_bool *stop = interrupt_watch();
    struct judging judging = {.judge = NULL};
    struct review review;
    char way[JUDGING_WAY_BYTES];
    int status = STATUS_USAGE;
    if (!review_check(record, e)) return STATUS_USAGE;
    if (record->game->view != NULL && th_options_number(&a->flags, "by") == JUDGING_SEARCH)
        th_fail(e,
                "where something is hidden a review needs rollouts, which play on from things as "
                "they are; a search knows only what one seat sees");
    else if (judging_open(&judging, record->game, &record->spec.options, a,
                          (struct judging_names){"judge", "rollouts"}, stop, e)) {
        struct progress progress = progress_start(record->steps, "steps");
        status = STATUS_FAILED;
        const bool ok = review_make(&review, record, judging.judge, progress_update, &progress, e);
        progress_end(&progress);
        if (ok) {
            const struct reviewed x = {record, &review, &judging};
            status = STATUS_OK;
            if (html != NULL && !review_write_page(html, &x, e)) status = STATUS_FAILED;
            if (status == STATUS_OK && th_options_number(&a->flags, "json") != 0)
                print_json(review_json(record, &review, judging_way(&judging, way)));
            else if (status == STATUS_OK)
                review_print(&x, th_options_number(&a->flags, "all") != 0);
            if (status == STATUS_OK) print_wrote(html, th_options_number(&a->flags, "json") != 0);
            review_drop(&review);
        }
    }
    judging_close(&judging);
    return status == STATUS_FAILED && atomic_load(stop) ? interrupt_stopped("review") : status;
}

/* Flags that go together. */
static bool check_flags(const struct arguments *a, bool run, struct th_error *e) {
    static const char *const of_game[] = {"all", "html"}, *const of_run[] = {"bot", "games"};
    const bool game = !run || th_options_given(&a->flags, "game");
    for (int i = 0; i < 2 && !game; i++)
        if (th_options_given(&a->flags, of_game[i]))
            return th_fail(e, "--%s is for one game: --game says which of the run", of_game[i]);
    for (int i = 0; i < 2 && game; i++)
        if (th_options_given(&a->flags, of_run[i]))
            return th_fail(e, "--%s is for the games of a saved run, not for one game", of_run[i]);
    return true;
}

static int run(const struct arguments *a, struct th_error *e) {
    const char *path = a->positional[0], *html = th_options_text(&a->flags, "html");
    const bool is_run = run_file_is(path);
    if (!check_flags(a, is_run, e)) return STATUS_USAGE;
    if (html != NULL && file_same(html, path)) {
        th_fail(e, "%s is the record itself and is not written over", html);
        return STATUS_USAGE;
    }
    if (html != NULL && !file_check_output(html, e)) return STATUS_USAGE;
    if (is_run) return review_run(path, a, e);
    char *text = file_read_text_once(path, e);
    struct record record;
    int status = STATUS_USAGE;
    if (text != NULL && read_record(path, text, a, &record, e)) {
        status = review_record(&record, a, e);
        record_drop(&record);
    }
    free(text);
    return status;
}

const struct command review_command = {
    .name = "review",
    .positional = "FILE",
    .summary = "what a finished game owes to chance and what to its players' mistakes",
    .details =
        "FILE is a record, as --record writes it (also a pipe, as /dev/stdin), or a saved run.\n"
        "Of a game every decision's loss is told against the best move, and every chance event's\n"
        "luck: the chance of winning behind it minus what was to be expected. For each player\n"
        "start + luck + hidden + hindsight − errors + gifts = result, exactly. Errors are the sum\n"
        "of the player's losses, gifts the others' errors, hidden what decisions changed beyond\n"
        "what their player could know (cards), and hindsight the part of errors and gifts that\n"
        "did not change the result, as of mistakes in a game that was won all the same. The\n"
        "luck-adjusted result is the result without luck and hidden.\n"
        "Of a run, --bot names the bot whose decisions are judged: its mean loss and its typical\n"
        "mistakes, with positions for tahur analyze. docs/analysis.md tells how it is done.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur arena cantstop:players=2 hard glenn-aloi --games 2 --record two.games\n"
                "  tahur review two.games --game 0 --html review.html\n"
                "  tahur review two.games --game 1 --judge mcts --all\n"
                "  tahur review league.db --bot risk-stop --games 20",
    .run = run,
};
