/* Records shown, and verified. */
#include "commands.h"
#include "contest_record.h"
#include "core/file.h"
#include "describe.h"
#include "replay_show.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    {"game", TH_INTEGER, 0, INT64_C(1000000000000), NULL, NULL,
     "which one, of a file with many: its place, from 0 on; of a saved run, its number"},
    {"at", TH_INTEGER, 0, INT64_C(1000000000), NULL, NULL,
     "the position after so many steps; 0 is the beginning"},
    {"steps", TH_SWITCH, 0, 1, "0", NULL,
     "draws every step, from --at on if that is given; on a terminal one at a time, back and "
     "forth"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text, with every step"},
    {0},
};

/* A file under way. The first record is held back: if it is the only one, it is shown whole. */
struct replay {
    const char *path;
    bool one;      /* a single one is wanted, */
    uint64_t game; /* this one */
    bool has_at, steps, json;
    uint64_t at;
    struct replayed held;
    uint64_t seen;         /* records so far, */
    uint64_t found, wrong; /* of them those that are wanted, and of these the wrong ones */
};

/* ---- showing ---- */

static bool show_one(struct replay *p, struct th_error *e) {
    const struct replayed *one = &p->held;
    const struct record *r = &one->record;
    if (p->json) {
        print_json(replay_json(one));
        return true;
    }
    if (r->game == NULL) return th_fail(e, "%s, %s", p->path, one->error.text);
    if (p->has_at && p->at > r->steps)
        return th_fail(e, "--at takes a step from 0 to %zu here, not %" PRIu64, r->steps, p->at);
    if (p->steps)
        replay_show_steps(one, (size_t)p->at);
    else if (p->has_at)
        replay_show_at(one, (size_t)p->at);
    else
        replay_show_whole(one);
    replay_show_verdict(one);
    return true;
}

static void print_item(const struct replayed *one, bool first) {
    json_t *json = replay_json(one);
    printf("%s", first ? "" : ", ");
    json_dumpf(json, stdout, JSON_REAL_PRECISION(12));
    json_decref(json);
}

static void show_in_list(const struct replay *p, const struct replayed *one, bool first) {
    if (p->json) {
        if (first) printf("{\"records\": [");
        print_item(one, first);
    } else {
        if (first) replay_show_heading();
        replay_show_line(one);
    }
}

static void drop(struct replayed *one) {
    if (one->record.game != NULL) record_drop(&one->record);
}

/* Takes the record over. */
static bool take(struct replay *p, struct replayed *one, struct th_error *e) {
    p->seen++;
    if (p->one && one->game != p->game) {
        drop(one);
        return true;
    }
    p->found++;
    p->wrong += !one->good;
    if (p->found == 1) {
        p->held = *one;
        return true;
    }
    if (p->has_at || p->steps) {
        drop(one);
        return th_fail(e, "%s holds many games; say which with --game N", p->path);
    }
    if (p->found == 2) show_in_list(p, &p->held, true);
    show_in_list(p, one, false);
    drop(one);
    return true;
}

static int end(struct replay *p, struct th_error *e) {
    if (p->found == 0) {
        if (p->one && p->seen > 0)
            th_fail(e, "%s has no game %" PRIu64 "; it has games 0 to %" PRIu64, p->path, p->game,
                    p->seen - 1);
        else if (p->one)
            th_fail(e, "%s has no game %" PRIu64, p->path, p->game);
        else
            th_fail(e, "%s holds no record", p->path);
        return STATUS_USAGE;
    }
    if (p->found == 1) {
        const bool shown = show_one(p, e);
        return !shown || p->wrong > 0 ? STATUS_USAGE : STATUS_OK;
    }
    if (p->json)
        printf("], \"wrong\": %" PRIu64 "}\n", p->wrong);
    else if (p->wrong == 0)
        printf("verified: %" PRIu64 " games, every move legal, the results right\n", p->found);
    else
        printf("wrong: %" PRIu64 " of %" PRIu64 " games\n", p->wrong, p->found);
    return p->wrong > 0 ? STATUS_USAGE : STATUS_OK;
}

/* ---- reading ---- */

static int replay_text(struct replay *p, struct th_error *e) {
    char *text = file_read_text_once(p->path, e);
    if (text == NULL) return STATUS_USAGE;
    struct record_reader reader = record_reader_of(text);
    bool ok = true;
    while (ok && !(p->one && p->found > 0)) {
        struct replayed one = {.game = (uint64_t)reader.records};
        const enum record_found found = record_next(&reader, &one.record, &one.error);
        if (found == RECORD_NONE) break;
        one.good = found == RECORD_GOOD;
        one.line = reader.wrong_line;
        one.step = reader.wrong_step;
        ok = take(p, &one, e);
    }
    free(text);
    return ok ? end(p, e) : STATUS_USAGE;
}

/* What was saved is good, or it would not have come so far. */
static bool visit(void *replay, struct record *r, struct th_error *e) {
    struct replayed one = {.game = r->number, .record = *r, .good = true};
    memset(r, 0, sizeof *r);
    return take(replay, &one, e);
}

static int replay_run(struct replay *p, struct th_error *e) {
    struct contest c = {.command = NULL};
    struct th_error ignored;
    struct run_file *f = run_file_read(p->path, e);
    if (f == NULL) return STATUS_USAGE;
    const bool ok = contest_from_settings(&c, run_file_settings(f), e) &&
                    contest_visit_records(&c, f, p->one ? p->game : 0,
                                          p->one ? p->game : RUN_LAST_GAME, visit, p, e);
    contest_drop(&c);
    run_file_close(f, &ignored);
    return ok ? end(p, e) : STATUS_USAGE;
}

static int run(const struct arguments *a, struct th_error *e) {
    const bool one = th_options_given(&a->flags, "game"), at = th_options_given(&a->flags, "at");
    struct replay p = {.path = a->positional[0],
                       .one = one,
                       .game = one ? (uint64_t)th_options_number(&a->flags, "game") : 0,
                       .has_at = at,
                       .at = at ? (uint64_t)th_options_number(&a->flags, "at") : 0,
                       .steps = th_options_number(&a->flags, "steps") != 0,
                       .json = th_options_number(&a->flags, "json") != 0};
    if (p.json && (p.has_at || p.steps)) {
        th_fail(e, "--json tells every step, so it goes without --at and --steps");
        return STATUS_USAGE;
    }
    const int status = run_file_is(p.path) ? replay_run(&p, e) : replay_text(&p, e);
    drop(&p.held);
    return status;
}

const struct command replay_command = {
    .name = "replay",
    .positional = "FILE",
    .summary = "shows recorded games, and verifies them",
    .details =
        "A file of records, as --record writes them, or a run that --save keeps; records may come\n"
        "through a pipe, as from /dev/stdin. Every move is tried by the rules, and the end and "
        "the\n"
        "result are compared with what the moves lead to.\n"
        "A single game is shown with its moves and its last position; of many there is a line\n"
        "each, and --game N shows one of them. What is wrong is told with its line and step,\n"
        "after all that is right; then the exit status is 2. docs/records.md has the format.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur arena y:size=5 hard random --games 2 --record y.games\n"
                "  tahur replay y.games\n"
                "  tahur replay y.games --game 1 --at 4\n"
                "  tahur replay y.games --game 1 --steps\n"
                "  tahur replay league.db --game 17",
    .run = run,
};
