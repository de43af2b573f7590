#include "board.h"

#include "core/observation.h"
#include <stdio.h>

/* All columns but one that win, before the turn, and three runners. */
static float completed_most(const struct cantstop *b) {
    return (float)(cantstop_needed(b) - 1 + CANTSTOP_RUNNERS);
}

static const struct cantstop *board(const struct th_state *s) {
    return (const struct cantstop *)(const void *)s;
}

/* The seat that comes so many places after this one in play order. */
static int seat_after(const struct cantstop *b, int seat, int places) {
    return (seat + places) % b->players;
}

static float *add_seats(const struct cantstop *b, int seat, float *out) {
    for (int k = 0; k < b->players; k++)
        for (int c = 0; c < CANTSTOP_COLUMNS; c++)
            *out++ = (float)b->permanent[seat_after(b, seat, k)][c] / (float)cantstop_height[c];
    for (int k = 0; k < b->players; k++)
        *out++ = (float)cantstop_count(b->completed[seat_after(b, seat, k)]) / completed_most(b);
    return out;
}

static float *add_turn(const struct cantstop *b, float *out) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        *out++ = (float)cantstop_temporary(b, c) / (float)cantstop_height[c];
    *out++ = (float)(CANTSTOP_RUNNERS - cantstop_count(b->active)) / CANTSTOP_RUNNERS;
    *out++ = (float)cantstop_count(cantstop_banked(b)) / completed_most(b);
    *out++ = (float)cantstop_successes(b) / CANTSTOP_ALL;
    *out++ = b->phase == CANTSTOP_MOVE;
    *out++ = b->phase == CANTSTOP_DECIDE;
    return out;
}

static float *add_roll(const struct cantstop *b, float *out) {
    const struct cantstop_roll *roll = &cantstop_tables.rolls[b->roll];
    const bool rolled = b->phase == CANTSTOP_MOVE;
    const unsigned can = rolled ? roll->columns & cantstop_steppable(b) : 0U;
    for (int face = 1; face <= 6; face++) {
        int n = 0;
        for (int i = 0; i < 4; i++) n += roll->dice[i] == face;
        *out++ = rolled ? (float)n / 4 : 0;
    }
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) *out++ = (float)(can >> c & 1);
    return out;
}

void cantstop_observe(const struct th_state *s, int seat, float out[]) {
    const struct cantstop *b = board(s);
    out = add_seats(b, seat, out);
    out = add_turn(b, out);
    out = add_roll(b, out);
    if (b->players == 1) return;
    for (int k = 0; k < b->players; k++) *out++ = seat_after(b, seat, k) == b->seat;
}

/* ---- names ---- */

enum block {
    BANKED,
    COMPLETED,
    RUNNER,
    RUNNERS_LEFT,
    COMPLETED_IF_BANKED,
    SUCCESS,
    MOVING,
    DECIDING,
    FACES,
    STEPS,
    TURN,
    BLOCKS
};

static void list_blocks(const struct th_state *s, struct observation_block out[BLOCKS + 1]) {
    const int players = board(s)->players;
    const struct observation_block blocks[BLOCKS + 1] = {
        [BANKED] = {CANTSTOP_COLUMNS * players, "the seat's banked progress / height, 0 to 1"},
        [COMPLETED] = {players, "columns that the seat has completed / (columns that win + 2)"},
        [RUNNER] = {CANTSTOP_COLUMNS, "steps of this turn by the seat in turn / height, 0 to 1"},
        [RUNNERS_LEFT] = {1, "runners left / 3"},
        [COMPLETED_IF_BANKED] =
            {1, "columns completed by the seat in turn if it banked now / (columns that win + 2)"},
        [SUCCESS] = {1, "the probability that the next roll of this turn does not bust"},
        [MOVING] = {1, "1 if a move is to be chosen for a roll, else 0"},
        [DECIDING] = {1, "1 if the seat in turn decides whether to stop, else 0"},
        [FACES] = {6, "dice of the roll with this face / 4; 0 if there is no roll"},
        [STEPS] = {CANTSTOP_COLUMNS, "1 if the roll allows a step in the column, else 0"},
        [TURN] = {players > 1 ? players : 0, "1 if the seat is in turn, else 0"},
    };
    for (int b = 0; b <= BLOCKS; b++) out[b] = blocks[b];
}

int cantstop_observations(const struct th_state *s) {
    struct observation_block blocks[BLOCKS + 1];
    list_blocks(s, blocks);
    return observation_count(blocks);
}

const char *cantstop_observation_name(const struct th_state *s, int i, char *out, size_t size) {
    static const char *const seats[TH_SEATS_MAX] = {"own", "other1", "other2", "other3"};
    static const char *const names[BLOCKS] = {
        [RUNNERS_LEFT] = "runners_left", [COMPLETED_IF_BANKED] = "completed_if_banked",
        [SUCCESS] = "success",           [MOVING] = "moving",
        [DECIDING] = "deciding",
    };
    struct observation_block blocks[BLOCKS + 1];
    list_blocks(s, blocks);
    const enum block block = (enum block)observation_block_of(blocks, &i);
    const int column = i % CANTSTOP_COLUMNS + CANTSTOP_FIRST_COLUMN;
    switch (block) {
    case BANKED:
        snprintf(out, size, "column_%d_%s", column, seats[i / CANTSTOP_COLUMNS]);
        break;
    case COMPLETED:
        snprintf(out, size, "completed_%s", seats[i]);
        break;
    case RUNNER:
        snprintf(out, size, "runner_%d", column);
        break;
    case FACES:
        snprintf(out, size, "dice_%d", i + 1);
        break;
    case STEPS:
        snprintf(out, size, "step_%d", column);
        break;
    case TURN:
        snprintf(out, size, "turn_%s", seats[i]);
        break;
    default:
        snprintf(out, size, "%s", names[block]);
    }
    return out;
}

const char *cantstop_observation_meaning(const struct th_state *s, int i) {
    struct observation_block blocks[BLOCKS + 1];
    list_blocks(s, blocks);
    return blocks[observation_block_of(blocks, &i)].meaning;
}

/* ---- symmetries ---- */

int cantstop_symmetries(const struct th_state *s) {
    (void)s;
    return 2;
}

static int mirrored(int column) {
    return CANTSTOP_COLUMNS - 1 - column;
}

int cantstop_symmetric_number(const struct th_state *s, int k, int i) {
    struct observation_block blocks[BLOCKS + 1];
    list_blocks(s, blocks);
    int in_block = i;
    const enum block block = (enum block)observation_block_of(blocks, &in_block);
    const int first = i - in_block, column = in_block % CANTSTOP_COLUMNS;
    if (k == 0) return i;
    switch (block) {
    case BANKED:
    case RUNNER:
    case STEPS:
        return first + in_block - column + mirrored(column);
    case FACES:
        return first + blocks[FACES].count - 1 - in_block;
    default:
        return i;
    }
}

int cantstop_symmetric_action(const struct th_state *s, int k, int action) {
    (void)s;
    if (k == 0 || action >= CANTSTOP_MOVES) return action;
    const struct cantstop_tables *t = &cantstop_tables;
    const struct cantstop_move *m = &t->moves[action];
    if (m->b == CANTSTOP_NONE) return t->single[mirrored(m->a)] + m->steps_a - 1;
    return t->single[mirrored(m->b)] + 1 + m->b - m->a;
}
