/* Records shown, and verified. */
#include "command.h"
#include "contest/contest.h"
#include "core/facets.h"
#include "core/file.h"
#include "core/json.h"
#include "core/text.h"
#include "terminal.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* A record that was found, and what is wrong with it. */
struct replayed {
    uint64_t game;        /* what --game calls it */
    struct record record; /* its game is NULL if nothing could be made of it */
    bool good;
    struct th_error error; /* if it is not good; with the line and the step, where it is one */
    int line;
    size_t step;
};

/* ---- parts ---- */

static void print_head(const struct record *r) {
    char text[TH_POSITION_BYTES], end[RECORD_END_BYTES], seed[TH_SEED_BYTES];
    printf("%s", r->spec.text);
    if (r->has_seed) printf(", seed %s", th_seed_write(r->seed, seed));
    if (r->has_number) printf(", game %" PRIu64, r->number);
    printf("\n");
    for (int i = 0; i < r->seats; i++) printf("seat %d    %s\n", i, r->player[i]);
    if (r->own_start) printf("start     %s\n", r->game->position_text(r->start, text, sizeof text));
    printf("end       %s\n", record_end_text(r, end));
}

/* "seat 0: c3", of the step that is made in this state. */
static void print_step(const struct record *r, size_t step, const struct th_state *before) {
    char action[TH_ACTION_BYTES];
    const int mover = r->game->mover(before);
    if (mover >= 0)
        printf("seat %d: ", mover);
    else
        printf("chance: ");
    printf("%s", r->game->action_text(before, r->action[step], action, sizeof action));
}

/* STEP_LINES: what else is on the screen when steps are shown one at a time. */
enum { STEP_LINES = 5 };

static void print_picture(const struct record *r, const struct th_state *s) {
    char picture[TH_PICTURE_BYTES];
    const struct th_look look = look_of_picture(STEP_LINES);
    printf("%s", screen_draw(r->game, s, &look, picture, sizeof picture));
}

static void print_position(const struct record *r, const struct th_state *s) {
    char position[TH_POSITION_BYTES];
    print_picture(r, s);
    printf("\nposition  %s\n", r->game->position_text(s, position, sizeof position));
}

/* ---- a record ---- */

/* The head, the moves, the last position. */
static void show_whole(const struct replayed *p) {
    const struct record *r = &p->record;
    char result[RECORD_RESULT_BYTES];
    print_head(r);
    if (p->good) printf("result    %s\n", record_result_text(r->result, r->seats, result));
    printf("\n");
    record_write_moves(stdout, r);
    printf("\n");
    print_position(r, r->last);
}

/* The step that led here and the next one; leaves the state here in the first spare one. */
static void print_around(const struct record *r, size_t steps) {
    struct th_state *s = r->spare[0];
    if (steps == 0) {
        record_state(r, 0, s);
        printf("the beginning, before %zu steps\n", r->steps);
    } else {
        record_state(r, steps - 1, s);
        printf("step %zu of %zu  ", steps, r->steps);
        print_step(r, steps - 1, s);
        printf("\n");
        r->game->apply(s, r->action[steps - 1]);
    }
}

static void print_next(const struct record *r, size_t steps) {
    char end[RECORD_END_BYTES];
    printf("next      ");
    if (steps < r->steps)
        print_step(r, steps, r->spare[0]);
    else
        printf("nothing, the end is %s", record_end_text(r, end));
    printf("\n");
}

/* The position after so many steps, with the steps around it. */
static void show_at(const struct replayed *p, size_t steps) {
    const struct record *r = &p->record;
    print_around(r, steps);
    printf("\n");
    print_position(r, r->spare[0]);
    print_next(r, steps);
}

/* ---- step by step ---- */

/* Where the user wants to go from here; false: nowhere any more. */
static bool ask_where(const struct record *r, size_t *at) {
    char line[64];
    for (;;) {
        printf("\n[%zu of %zu] Enter: next, b: back, a number: go there, q: quit > ", *at,
               r->steps);
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL) {
            printf("\n");
            return false;
        }
        uint64_t number;
        line[strcspn(line, "\n")] = 0;
        const char *word = text_trim(line);
        if (strcmp(word, "q") == 0) return false;
        if (word[0] == 0 && *at < r->steps) {
            ++*at;
            return true;
        }
        if (strcmp(word, "b") == 0 && *at > 0) {
            --*at;
            return true;
        }
        if (text_natural(word, &number) && number <= r->steps) {
            *at = (size_t)number;
            return true;
        }
        printf("there are steps from 0 to %zu\n", r->steps);
    }
}

/* Every step from there on, drawn; on a terminal one at a time, as the user wants. */
static void show_steps(const struct replayed *p, size_t from) {
    const struct record *r = &p->record;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        size_t at = from;
        do {
            printf("\n");
            print_around(r, at);
            printf("\n");
            print_picture(r, r->spare[0]);
        } while (ask_where(r, &at));
        return;
    }
    struct th_state *s = r->spare[1];
    record_state(r, from, s);
    print_around(r, from);
    printf("\n");
    print_picture(r, s);
    for (size_t i = from; i < r->steps; i++) {
        printf("\nstep %zu of %zu  ", i + 1, r->steps);
        print_step(r, i, s);
        printf("\n\n");
        r->game->apply(s, r->action[i]);
        print_picture(r, s);
    }
}

static void show_verdict(const struct replayed *p) {
    if (p->good)
        printf("verified: %zu steps, every move legal, the result right\n", p->record.steps);
    else
        printf("wrong: %s\n", p->error.text);
}

/* ---- many ---- */

static void show_heading(void) {
    print_folded(stdout, "%8s  %6s  %-20s  %-13s  %s\n", "game", "steps", "end", "result",
                 "players");
}

static void show_line(const struct replayed *p) {
    const struct record *r = &p->record;
    char end[RECORD_END_BYTES], result[RECORD_RESULT_BYTES];
    char players[TH_SEATS_MAX * (TH_SPEC_BYTES + 3)];
    struct text list = text_in(players, sizeof players);
    for (int i = 0; p->good && i < r->seats; i++)
        text_add(&list, "%s%s", i > 0 ? " / " : "", r->player[i]);
    if (p->good)
        print_folded(stdout, "%8" PRIu64 "  %6zu  %-20s  %-13s  %s\n", p->game, r->steps,
                     record_end_text(r, end), record_result_text(r->result, r->seats, result),
                     players);
    else
        print_folded(stdout, "%8" PRIu64 "  %6s  wrong: %s\n", p->game, "", p->error.text);
}

/* ---- for programs ---- */

/* Whole numbers beyond what JSON readers hold are texts. */
static json_t *big_json(bool there, uint64_t value) {
    char text[24];
    if (!there) return json_null();
    if (value <= INT64_MAX) return json_integer((json_int_t)value);
    snprintf(text, sizeof text, "%" PRIu64, value);
    return json_string(text);
}

static json_t *position_json(const struct record *r, const struct th_state *s) {
    char position[TH_POSITION_BYTES];
    return json_string(r->game->position_text(s, position, sizeof position));
}

static json_t *steps_json(const struct record *r) {
    json_t *list = json_array();
    struct th_state *s = r->spare[0];
    record_state(r, 0, s);
    for (size_t i = 0; i < r->steps; i++) {
        char action[TH_ACTION_BYTES];
        const int mover = r->game->mover(s);
        const json_int_t turn = r->game->turns(s);
        r->game->action_text(s, r->action[i], action, sizeof action);
        r->game->apply(s, r->action[i]);
        json_array_append_new(
            list, json_pack("{s:I, s:o, s:I, s:s, s:o}", "step", (json_int_t)i + 1, "seat",
                            mover >= 0 ? json_integer(mover) : json_string("chance"), "turn", turn,
                            "action", action, "position", position_json(r, s)));
    }
    return list;
}

static json_t *record_json(const struct record *r, bool good) {
    json_t *players = json_array(), *result = json_array();
    const bool seat = r->end == RECORD_RESIGNED || r->end == RECORD_TIME || r->end == RECORD_FAULT;
    for (int i = 0; i < r->seats; i++) {
        json_array_append_new(players, json_string(r->player[i]));
        json_array_append_new(result, json_real(r->result[i]));
    }
    if (!good) {
        json_decref(result);
        result = json_null();
    }
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o}", "game", r->spec.text, "rules",
        r->game->rules_version, "seed", r->has_seed ? seed_json(r->seed) : json_null(), "number",
        big_json(r->has_number, r->number), "players", players, "start", position_json(r, r->start),
        "end", record_ends[r->end], "end_seat", seat ? json_integer(r->end_seat) : json_null(),
        "fault", r->end == RECORD_FAULT ? json_string(th_fault_name(r->fault)) : json_null(),
        "result", result, "steps", steps_json(r));
}

static json_t *replayed_json(const struct replayed *p) {
    json_t *one = p->record.game != NULL ? record_json(&p->record, p->good) : json_object();
    json_object_set_new(one, "verified", json_boolean(p->good));
    json_object_set_new(one, "error", p->good ? json_null() : json_string(p->error.text));
    json_object_set_new(one, "error_line", p->line > 0 ? json_integer(p->line) : json_null());
    json_object_set_new(one, "error_step",
                        p->step > 0 ? json_integer((json_int_t)p->step) : json_null());
    return one;
}

/* A file in progress. The first record is held back: if it is the only one, it is shown whole. */
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

/* ---- one or many ---- */

static bool show_single(struct replay *p, struct th_error *e) {
    const struct replayed *one = &p->held;
    const struct record *r = &one->record;
    if (p->json) {
        print_json(replayed_json(one));
        return true;
    }
    if (r->game == NULL) return th_fail(e, "%s, %s", p->path, one->error.text);
    if (p->has_at && p->at > r->steps)
        return th_fail(e, "--at takes a step from 0 to %zu here, not %" PRIu64, r->steps, p->at);
    if (p->steps)
        show_steps(one, (size_t)p->at);
    else if (p->has_at)
        show_at(one, (size_t)p->at);
    else
        show_whole(one);
    show_verdict(one);
    return true;
}

static void print_item(const struct replayed *one, bool first) {
    json_t *json = replayed_json(one);
    printf("%s", first ? "" : ", ");
    json_dumpf(json, stdout, JSON_REAL_PRECISION(12));
    json_decref(json);
}

static void show_in_list(const struct replay *p, const struct replayed *one, bool first) {
    if (p->json) {
        if (first) printf("{\"records\": [");
        print_item(one, first);
    } else {
        if (first) show_heading();
        show_line(one);
    }
}

static void drop_replayed(struct replayed *one) {
    if (one->record.game != NULL) record_drop(&one->record);
}

/* Takes the record over. */
static bool take(struct replay *p, struct replayed *one, struct th_error *e) {
    p->seen++;
    if (p->one && one->game != p->game) {
        drop_replayed(one);
        return true;
    }
    p->found++;
    p->wrong += !one->good;
    if (p->found == 1) {
        p->held = *one;
        return true;
    }
    if (p->has_at || p->steps) {
        drop_replayed(one);
        return th_fail(e, "%s holds many games; say which with --game N", p->path);
    }
    if (p->found == 2) show_in_list(p, &p->held, true);
    show_in_list(p, one, false);
    drop_replayed(one);
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
        const bool shown = show_single(p, e);
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
        th_fail(e, "--json has every step, so it goes without --at and --steps");
        return STATUS_USAGE;
    }
    const int status = run_file_is(p.path) ? replay_run(&p, e) : replay_text(&p, e);
    drop_replayed(&p.held);
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
        "each, and --game N shows one of them. What is wrong is reported with its line and step,\n"
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
