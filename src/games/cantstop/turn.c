#include "turn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

static void add_block(struct cantstop_turn *t, int runners, const int column[],
                      const struct race_triple *triple) {
    int16_t *at = cantstop_turn_block(t, column, runners);
    *at = -1;
    struct turn_block b = {.runners = runners, .first = t->places, .triple = triple};
    int size = 1, last = runners - 1, n = 0;
    for (int i = 0; i < runners && runners == RACE_RUNNERS; i++)
        if (t->room[column[i]] > t->room[column[last]]) last = i;
    for (int i = 0; i < RACE_RUNNERS; i++) b.column[i] = -1, b.room[i] = 1;
    for (int i = 0; i < runners; i++)
        if (i != last) b.column[n++] = column[i];
    b.column[n] = column[last];
    for (int i = 0; i < runners; i++) b.room[i] = t->room[b.column[i]];
    for (int i = RACE_RUNNERS - 1; i >= 0; i--) {
        b.stride[i] = size;
        size *= b.room[i];
    }
    if (size == 0) return; /* a column that is completed */
    b.size = size;
    if (triple != NULL) b.triple = triple + 8 * last;
    *at = (int16_t)t->blocks;
    t->block[t->blocks++] = b;
    t->places += size;
}

void cantstop_turn_lay_out(struct cantstop_turn *t, const int room[]) {
    const int n = t->race->columns;
    memcpy(t->room, room, (size_t)n * sizeof *room);
    t->blocks = t->places = 0;
    int triple = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            for (int c = b + 1; c < n; c++)
                add_block(t, 3, (const int[]){a, b, c}, t->race->triple[triple++][0]);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) add_block(t, 2, (const int[]){a, b}, NULL);
    for (int a = 0; a < n; a++) add_block(t, 1, &a, NULL);
}

bool cantstop_turn_make(struct cantstop_turn *t, const struct cantstop_race *race, const int room[],
                        struct th_error *e) {
    *t = (struct cantstop_turn){.race = race};
    const int n = race->columns, blocks = n + n * (n - 1) / 2 + n * (n - 1) * (n - 2) / 6;
    t->block = malloc((size_t)blocks * sizeof *t->block);
    t->block_of = malloc((RACE_COLUMNS_MAX + 1) * sizeof *t->block_of);
    if (t->block != NULL && t->block_of != NULL) {
        cantstop_turn_lay_out(t, room);
        t->stop = malloc((size_t)(t->places + TURN_BEYOND) * sizeof *t->stop);
        t->best = malloc((size_t)(t->places + TURN_BEYOND) * sizeof *t->best);
    }
    if (t->stop != NULL && t->best != NULL) return true;
    cantstop_turn_drop(t);
    return th_fail(e, "out of memory");
}

void cantstop_turn_drop(struct cantstop_turn *t) {
    free(t->block);
    free(t->block_of);
    free(t->stop);
    free(t->best);
}

int cantstop_turn_place(const struct cantstop_turn *t, const int steps[]) {
    int column[RACE_RUNNERS] = {0}, runners = 0;
    for (int c = 0; c < t->race->columns; c++) {
        if (steps[c] == 0) continue;
        assert(runners < RACE_RUNNERS && steps[c] <= t->room[c]);
        column[runners++] = c;
    }
    const struct turn_block *b = &t->block[*cantstop_turn_block(t, column, runners)];
    int place = b->first;
    for (int i = 0; i < runners; i++) place += (steps[b->column[i]] - 1) * b->stride[i];
    return place;
}

/* ---- moves ---- */

static int compare_moves(const void *a, const void *b) {
    const struct turn_move *x = a, *y = b;
    return x->low != y->low ? x->low - y->low : x->high - y->high;
}

static int add_move(struct turn_move out[], int n, int low, int high) {
    for (int i = 0; i < n; i++)
        if (out[i].low == low && out[i].high == high) return n;
    out[n] = (struct turn_move){low, high};
    return n + 1;
}

int cantstop_turn_moves(const struct cantstop_turn *t, const int steps[], int roll,
                        struct turn_move out[9]) {
    const struct cantstop_race *r = t->race;
    int runners = 0, n = 0;
    for (int c = 0; c < r->columns; c++) runners += steps[c] > 0;
    for (int i = 0; i < 3; i++) {
        const struct race_pairing p = r->pairing[r->roll[roll].pairing[i]];
        const int x = p.low, y = p.high;
        const bool new_x = steps[x] == 0, new_y = steps[y] == 0;
        const bool can_x = steps[x] < t->room[x] && (!new_x || runners < RACE_RUNNERS);
        const bool can_y = steps[y] < t->room[y] && (!new_y || runners < RACE_RUNNERS);
        const bool both = can_x && can_y && runners + new_x + new_y <= RACE_RUNNERS;
        if (x == y) {
            if (can_x) n = add_move(out, n, x, steps[x] + 1 == t->room[x] ? -1 : x);
            continue;
        }
        if (both) n = add_move(out, n, x, y);
        if (both && r->forced) continue;
        if (can_x) n = add_move(out, n, x, -1);
        if (can_y) n = add_move(out, n, y, -1);
    }
    qsort(out, (size_t)n, sizeof *out, compare_moves);
    return n;
}

void cantstop_turn_step(const struct cantstop_turn *t, int steps[], struct turn_move move) {
    steps[move.low]++;
    if (move.high >= 0) steps[move.high]++;
    assert(steps[move.low] <= t->room[move.low]);
    (void)t;
}

int cantstop_turn_best(const struct cantstop_turn *t, const int steps[],
                       const struct turn_move moves[], int n) {
    int best = 0;
    double best_cost = 0;
    for (int i = 0; i < n; i++) {
        int after[RACE_COLUMNS_MAX];
        memcpy(after, steps, (size_t)t->race->columns * sizeof *after);
        cantstop_turn_step(t, after, moves[i]);
        const double cost = t->best[cantstop_turn_place(t, after)];
        if (i == 0 || cost < best_cost) best = i, best_cost = cost;
    }
    return best;
}
