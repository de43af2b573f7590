/* A record in memory: its steps, the positions after them, and its end. */
#include "record.h"

#include "core/bot.h"
#include "core/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const record_ends[] = {"won",   "unfinished", "resigned", "time",
                                   "fault", "stopped",    NULL};

/* ---- making and dropping ---- */

static bool same_position(const struct th_game *game, const struct th_state *a,
                          const struct th_state *b) {
    char text[2][TH_POSITION_BYTES];
    return strcmp(game->position_text(a, text[0], sizeof text[0]),
                  game->position_text(b, text[1], sizeof text[1])) == 0;
}

bool record_begin(struct record *r, const char *game_spec, const struct th_state *start,
                  struct th_error *e) {
    memset(r, 0, sizeof *r);
    r->game = th_game_find(game_spec, &r->spec, e);
    if (r->game == NULL) return false;
    struct th_state **const state[] = {&r->start, &r->last, &r->spare[0], &r->spare[1]};
    for (int i = 0; i < 4; i++)
        if ((*state[i] = th_state_new(r->game, &r->spec.options, e)) == NULL) {
            record_drop(r);
            return false;
        }
    r->seats = r->game->seats(r->start);
    r->end = RECORD_STOPPED;
    if (start != NULL) record_begin_from(r, start);
    return true;
}

void record_begin_from(struct record *r, const struct th_state *start) {
    assert(r->steps == 0);
    r->own_start = !same_position(r->game, start, r->start);
    memcpy(r->start, start, r->game->state_size);
    memcpy(r->last, start, r->game->state_size);
}

static void forget_marks(struct record *r, size_t left) {
    while (r->marks > left) free(r->mark[--r->marks]);
}

void record_drop(struct record *r) {
    free(r->start);
    free(r->last);
    free(r->spare[0]);
    free(r->spare[1]);
    free(r->action);
    forget_marks(r, 0);
    free(r->mark);
    memset(r, 0, sizeof *r);
}

/* ---- steps ---- */

/* Keeps the current position. Without memory for it, record_state only takes longer. */
static void add_mark(struct record *r) {
    struct th_state *state = malloc(r->game->state_size);
    struct th_state **larger = realloc(r->mark, (r->marks + 1) * sizeof *larger);
    if (larger != NULL) r->mark = larger;
    if (state == NULL || larger == NULL) {
        free(state);
        return;
    }
    memcpy(state, r->last, r->game->state_size);
    r->mark[r->marks++] = state;
}

bool record_add(struct record *r, th_action a) {
    if (r->steps == r->room) {
        const size_t room = r->room == 0 ? 64 : 2 * r->room;
        th_action *larger = realloc(r->action, room * sizeof *larger);
        if (larger == NULL) return false;
        r->action = larger;
        r->room = room;
    }
    assert(th_is_possible(r->game, r->last, a));
    r->action[r->steps++] = a;
    r->game->apply(r->last, a);
    if (r->steps == (r->marks + 1) * RECORD_MARK) add_mark(r);
    return true;
}

bool record_add_tape(struct record *r, const void *tape, size_t size) {
    struct bytes_reader reader = bytes_reader_of(tape, size);
    while (reader.at < reader.end) {
        const th_action a = read_varint(&reader);
        if (reader.failed || !th_is_possible(r->game, r->last, a) || !record_add(r, a))
            return false;
    }
    return true;
}

void record_state(const struct record *r, size_t steps, struct th_state *out) {
    assert(steps <= r->steps);
    const size_t kept = steps / RECORD_MARK, marks = kept < r->marks ? kept : r->marks;
    memcpy(out, marks > 0 ? r->mark[marks - 1] : r->start, r->game->state_size);
    for (size_t i = marks * RECORD_MARK; i < steps; i++) r->game->apply(out, r->action[i]);
}

void record_cut(struct record *r, size_t steps) {
    record_state(r, steps, r->last);
    r->steps = steps;
    forget_marks(r, steps / RECORD_MARK);
    r->end = RECORD_STOPPED;
    r->end_seat = 0;
    r->fault = TH_NO_FAULT;
    memset(r->result, 0, sizeof r->result);
}

/* A turn ends when the game's turn counter changes, or when another seat has to decide. */
size_t record_line(const struct record *r, size_t steps, struct th_state *s, int *seat) {
    const struct th_game *game = r->game;
    const uint32_t turns = game->turns(s);
    size_t n = 0;
    *seat = TH_CHANCE;
    while (steps + n < r->steps && game->turns(s) == turns) {
        const int mover = game->mover(s);
        if (mover >= 0 && *seat >= 0 && mover != *seat) break;
        if (mover >= 0) *seat = mover;
        game->apply(s, r->action[steps + n++]);
    }
    return n;
}

/* ---- the end ---- */

bool record_is_over(const struct record *r) {
    return r->game->mover(r->last) == TH_OVER;
}

enum record_end record_end_of(const struct record *r, enum record_end asked, int *end_seat) {
    if (!record_is_over(r)) return asked;
    *end_seat = 0;
    if (r->steps == 0 || r->game->resignation == 0 ||
        r->action[r->steps - 1] != r->game->resignation)
        return RECORD_WON;
    record_state(r, r->steps - 1, r->spare[0]);
    *end_seat = r->game->mover(r->spare[0]);
    return RECORD_RESIGNED;
}

void record_finish(struct record *r, enum record_end end, int end_seat) {
    r->end = record_end_of(r, end, &end_seat);
    const bool has_seat =
        r->end == RECORD_RESIGNED || r->end == RECORD_TIME || r->end == RECORD_FAULT;
    r->end_seat = has_seat ? end_seat : 0;
    if (r->end != RECORD_FAULT)
        r->fault = TH_NO_FAULT;
    else if (r->fault == TH_NO_FAULT)
        r->fault = TH_FAULT_ILLEGAL;
    assert(r->end != RECORD_WON || record_is_over(r));
    memset(r->result, 0, sizeof r->result);
    if (record_is_over(r))
        r->game->payoff(r->last, r->result);
    else if (has_seat)
        forfeit_payoffs(r->seats, end_seat, r->result);
}
