/* What a finished game owes to chance and what to its players; or what a bot does wrong in the
 * games of a run (review_run.c). */
#include "analysis_command.h"

#include "contest/run_file.h"
#include "core/file.h"
#include "core/text.h"
#include "report/pages.h"
#include "terminal.h"
#include <inttypes.h>
#include <math.h>
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
     "of a saved run: whose mistakes are listed, by the name it has there; all bots are summed up "
     "if not given"},
    {"games", TH_INTEGER, 1, 1000000, "50", NULL, "of a saved run: in at most so many games"},
    JUDGING_FLAGS("400", "rollouts of everything that is judged, all with the same luck"),
    {0},
};

/* ---- for people ---- */

enum { MISTAKES = 20, STROKES = 5, CHART_ROWS = 12 };

static void print_mistakes(const struct reviewed *x) {
    const struct review *r = x->review;
    char action[TH_ACTION_BYTES];
    size_t step[MISTAKES];
    const int all = review_mistakes(r, step, MISTAKES), shown = all < MISTAKES ? all : MISTAKES;
    if (all == 0) {
        printf("No mistake that costs %.0f %% or more.\n", 100 * REVIEW_SMALL_LOSS);
        return;
    }
    struct table table = table_start("rrlllrl");
    static const char *const head[] = {"step", "turn", "seat", "did", "better", "lost", ""};
    for (int i = 0; i < 7; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < shown; i++) {
        const size_t k = step[i];
        const struct review_step *s = &r->step[k];
        table_add(&table, "%zu", k + 1);
        table_add(&table, "%u", s->turn + 1);
        table_add(&table, "%d", s->seat);
        table_add(&table, "%s", review_did(x->record, r, k, action));
        table_add(&table, "%s",
                  s->better ? review_action(x->record, k, s->best, action) : "going on");
        table_add(&table, "%.1f %%", 100 * review_lost(s));
        table_add(&table, "%s", review_grades[s->grade]);
    }
    print_folded(
        stdout,
        "Mistakes, the worst first (small from %.0f %%, bad from %.0f %%, a blunder from %.0f "
        "%%):\n",
        100 * REVIEW_SMALL_LOSS, 100 * REVIEW_BAD_LOSS, 100 * REVIEW_BLUNDER_LOSS);
    table_end(&table, 2, stdout);
    if (all > shown) printf("  … and %d more; --all lists every step.\n", all - shown);
}

static void print_strokes(const struct reviewed *x) {
    const struct review *r = x->review;
    size_t step[STROKES];
    char action[TH_ACTION_BYTES];
    const int count = review_strokes(r, step, STROKES);
    if (count == 0) return;
    struct table table = table_start("rrllrr");
    static const char *const head[] = {"step", "turn", "seat", "chance", "likely", "luck"};
    for (int i = 0; i < 6; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < count; i++) {
        const struct review_step *s = &r->step[step[i]];
        table_add(&table, "%zu", step[i] + 1);
        table_add(&table, "%u", s->turn + 1);
        table_add(&table, "%d", s->seat);
        table_add(&table, "%s", review_did(x->record, r, step[i], action));
        table_add(&table, "%.1f %%", 100 * s->probability);
        table_add(&table, "%+.1f %%", 100 * s->change[s->seat]);
    }
    printf("\nStrokes of luck:\n");
    table_end(&table, 2, stdout);
}

/* Every step with the chances before it. */
static void print_steps(const struct reviewed *x) {
    const struct review *r = x->review;
    char action[TH_ACTION_BYTES], align[16] = "rrll", column[24];
    for (int i = 0; i < r->seats; i++) strcat(align, "r");
    strcat(align, "rrl");
    struct table table = table_start(align);
    static const char *const head[] = {"step", "turn", "seat", "did"};
    for (int i = 0; i < 4; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < r->seats; i++) {
        snprintf(column, sizeof column, "seat %d", i);
        table_add(&table, "%s", column);
    }
    table_add(&table, "luck");
    table_add(&table, "lost");
    table_add(&table, "%s", "");
    for (size_t k = 0; k < r->steps; k++) {
        const struct review_step *s = &r->step[k];
        table_add(&table, "%zu", k + 1);
        table_add(&table, "%u", s->turn + 1);
        table_add(&table, "%d", s->seat);
        table_add(&table, "%s", review_did(x->record, r, k, action));
        for (int i = 0; i < r->seats; i++) table_add(&table, "%.1f %%", 100 * s->value[i]);
        if (s->kind == REVIEW_CHANCE)
            table_add(&table, "%+.1f %%", 100 * s->change[s->seat]);
        else
            table_add(&table, "%s", "");
        if (s->better)
            table_add(&table, "%.1f %%", 100 * review_lost(s));
        else
            table_add(&table, "%s", "");
        table_add(&table, "%s%s", s->better ? "better: " : "",
                  s->better ? review_action(x->record, k, s->best, action) : "");
    }
    table_end(&table, 2, stdout);
    printf("\n");
}

static bool has_hindsight(const struct review *r) {
    for (int i = 0; i < r->seats; i++)
        if (fabs(r->player[i].hindsight) > 0) return true;
    return false;
}

static void print_balance(const struct reviewed *x) {
    const struct review *r = x->review;
    const bool hidden = x->record->game->view != NULL, chance = x->record->game->outcomes != NULL;
    const bool hindsight = has_hindsight(r);
    char player[TH_SPEC_BYTES + 16], align[16] = "lr";
    strcat(align, chance ? "r" : "");
    strcat(align, hidden ? "r" : "");
    strcat(align, hindsight ? "r" : "");
    strcat(align, chance ? "rrrrrrr" : "rrrrrr");
    struct table table = table_start(align);
    table_add(&table, "%s", "");
    table_add(&table, "start");
    if (chance) table_add(&table, "luck");
    if (hidden) table_add(&table, "hidden");
    if (hindsight) table_add(&table, "hindsight");
    table_add(&table, "errors");
    table_add(&table, "gifts");
    table_add(&table, "result");
    if (chance) table_add(&table, "luck-adjusted");
    table_add(&table, "loss a decision");
    table_add(&table, "mistakes");
    table_add(&table, "accuracy");
    for (int i = 0; i < r->seats; i++) {
        const struct review_player *p = &r->player[i];
        table_add(&table, "%s", review_player(x, i, player));
        table_add(&table, "%.1f %%", 100 * p->start);
        if (chance) table_add(&table, "%+.1f %%", 100 * p->luck);
        if (hidden) table_add(&table, "%+.1f %%", 100 * p->hidden);
        if (hindsight) table_add(&table, "%+.1f %%", 100 * p->hindsight);
        table_add(&table, "%.1f %%", 100 * p->errors);
        table_add(&table, "%+.1f %%", 100 * p->gifts);
        table_add(&table, "%.1f %%", 100 * p->result);
        if (chance) table_add(&table, "%.1f %%", 100 * review_adjusted(p));
        if (p->decisions > 0)
            table_add(&table, "%.2f %%", 100 * p->errors / p->decisions);
        else
            table_add(&table, "%s", "");
        table_add(&table, "%d of %d",
                  p->grade[REVIEW_SMALL] + p->grade[REVIEW_BAD] + p->grade[REVIEW_BLUNDER],
                  p->decisions);
        if (p->decisions > 0)
            table_add(&table, "%.1f %%", 100 * p->accuracy);
        else
            table_add(&table, "%s", "");
    }
    print_folded(
        stdout,
        "\nStart%s%s%s − errors + gifts = result (a gift is what others' errors brought):\n",
        chance ? " + luck" : "", hidden ? " + hidden" : "", hindsight ? " + hindsight" : "");
    table_end(&table, 2, stdout);
    if (hindsight)
        print_folded(stdout, "  Hindsight is the part of errors and gifts that did not change the "
                             "result.\n");
    if (!chance)
        print_folded(stdout, "  Nothing was left to chance: the start is valued by what came of "
                             "it.\n");
}

static void review_print(const struct reviewed *x, bool all) {
    struct review_charts charts;
    struct th_error ignored;
    const struct th_look look = look_of_output();
    print_folded(stdout, "%s, %zu steps, %s; judged by %s\n\n", x->record->spec.text,
                 x->record->steps, record_ends[x->record->end], x->judge);
    if (review_charts_make(&charts, x, &ignored)) {
        const bool utf8 = !ascii_used();
        int columns = look_columns(&look);
        if (columns > 120) columns = 120;
        chart_text(stdout, &charts.curve, columns, CHART_ROWS, look.colour, utf8);
        printf("\n");
        review_charts_drop(&charts);
    }
    if (all) print_steps(x);
    print_mistakes(x);
    print_strokes(x);
    print_balance(x);
}

/* ---- the command ---- */

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

bool review_can_judge(const struct th_game *game, const struct arguments *a, struct th_error *e) {
    if (game->view == NULL || th_options_number(&a->flags, "by") != JUDGING_SEARCH) return true;
    return th_fail(e,
                   "where something is hidden a review needs rollouts, which play on from things "
                   "as they are; a search knows only what one seat sees");
}

int review_record(const struct record *record, const struct arguments *a, struct th_error *e) {
    const char *html = th_options_text(&a->flags, "html");
    const atomic_bool *stop = interrupt_watch();
    struct judging judging = {.judge = NULL};
    struct review review;
    char way[JUDGING_WAY_BYTES];
    int status = STATUS_USAGE;
    if (!review_check(record, e) || !review_can_judge(record->game, a, e)) return STATUS_USAGE;
    if (judging_open(&judging, record->game, &record->spec.options, a, stop, e)) {
        struct progress progress = progress_start(record->steps, "steps");
        status = STATUS_FAILED;
        const bool ok = review_make(&review, record, judging.judge, progress_update, &progress, e);
        progress_end(&progress);
        if (ok) {
            const struct reviewed x = {record, &review, judging_way(&judging, way)};
            status = STATUS_OK;
            if (html != NULL && !review_page_write(html, &x, e)) status = STATUS_FAILED;
            if (status == STATUS_OK && th_options_number(&a->flags, "json") != 0)
                print_json(review_json(record, &review, x.judge));
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
        "Of a game it reports every decision's loss against the best move, and every chance "
        "event's\n"
        "luck: the chance of winning after it minus what was to be expected. For each player\n"
        "start + luck + hidden + hindsight − errors + gifts = result, exactly. Errors are the sum\n"
        "of the player's losses, gifts the others' errors, hidden what decisions changed beyond\n"
        "what their player could know (cards), and hindsight the part of errors and gifts that\n"
        "did not change the result, as of mistakes in a game that was won all the same. The\n"
        "luck-adjusted result is the result without luck and hidden.\n"
        "Of a run it reports the means of luck and errors of each bot, over its first --games\n"
        "games. --bot names a bot whose decisions alone are judged, which is faster: its mean "
        "loss\n"
        "and its typical mistakes, with positions for tahur analyze. docs/analysis.md explains "
        "how\n"
        "it is done.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur arena cantstop:players=2 hard glenn-aloi --games 2 --record two.games\n"
                "  tahur review two.games --game 0 --html review.html\n"
                "  tahur review two.games --game 1 --judge mcts --all\n"
                "  tahur review league.db --games 20\n"
                "  tahur review league.db --bot risk-stop --games 20",
    .run = run,
};
