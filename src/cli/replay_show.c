#include "replay_show.h"

#include "core/seed_json.h"
#include "core/text.h"
#include "look.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    printf("%s", r->game->draw(s, &look, picture, sizeof picture));
}

static void print_position(const struct record *r, const struct th_state *s) {
    char position[TH_POSITION_BYTES];
    print_picture(r, s);
    printf("\nposition  %s\n", r->game->position_text(s, position, sizeof position));
}

/* ---- a record ---- */

void replay_show_whole(const struct replayed *p) {
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

void replay_show_at(const struct replayed *p, size_t steps) {
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

void replay_show_steps(const struct replayed *p, size_t from) {
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

void replay_show_verdict(const struct replayed *p) {
    if (p->good)
        printf("verified: %zu steps, every move legal, the result right\n", p->record.steps);
    else
        printf("wrong: %s\n", p->error.text);
}

/* ---- many ---- */

void replay_show_heading(void) {
    print_folded(stdout, "%8s  %6s  %-20s  %-13s  %s\n", "game", "steps", "end", "result",
                 "players");
}

void replay_show_line(const struct replayed *p) {
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

json_t *replay_json(const struct replayed *p) {
    json_t *one = p->record.game != NULL ? record_json(&p->record, p->good) : json_object();
    json_object_set_new(one, "verified", json_boolean(p->good));
    json_object_set_new(one, "error", p->good ? json_null() : json_string(p->error.text));
    json_object_set_new(one, "error_line", p->line > 0 ? json_integer(p->line) : json_null());
    json_object_set_new(one, "error_step",
                        p->step > 0 ? json_integer((json_int_t)p->step) : json_null());
    return one;
}
