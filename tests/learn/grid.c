#include "grid.h"

#include <string.h>

static const char map[GRID_ROWS][GRID_COLUMNS + 1] = {
    "..#..o", /* o: the pit, x: the goal */
    ".#...#", "...#..", ".#..#.", "..#..x",
};

static const float step_cost = 0.03125F;
enum { STEPS_MAX = 200 };

static char at(int cell) {
    return map[cell / GRID_COLUMNS][cell % GRID_COLUMNS];
}

bool grid_open(int cell) {
    return at(cell) == '.';
}

/* The cell that a step up, right, down or left leads to; -1: a wall, or out of the maze. */
static int beside(int cell, int action) {
    static const int down[GRID_ACTIONS] = {-1, 0, 1, 0}, right[GRID_ACTIONS] = {0, 1, 0, -1};
    const int row = cell / GRID_COLUMNS + down[action];
    const int column = cell % GRID_COLUMNS + right[action];
    if (row < 0 || row >= GRID_ROWS || column < 0 || column >= GRID_COLUMNS) return -1;
    const int to = row * GRID_COLUMNS + column;
    return at(to) == '#' ? -1 : to;
}

static struct environment_step arrive(int cell) {
    const float end = at(cell) == 'x' ? 1 : at(cell) == 'o' ? -1 : 0;
    return (struct environment_step){.reward = end - step_cost, .done = !grid_open(cell)};
}

void grid_look(int cell, float out[GRID_CELLS]) {
    memset(out, 0, GRID_CELLS * sizeof *out);
    out[cell] = 1;
}

void grid_legal(int cell, bool out[GRID_ACTIONS]) {
    for (int a = 0; a < GRID_ACTIONS; a++) out[a] = beside(cell, a) >= 0;
}

void grid_solve(double gamma, double value[GRID_CELLS][GRID_ACTIONS]) {
    double best[GRID_CELLS] = {0};
    memset(value, 0, GRID_CELLS * sizeof *value);
    for (int sweep = 0; sweep < 1000; sweep++)
        for (int c = 0; c < GRID_CELLS; c++) {
            if (!grid_open(c)) continue;
            double most = -1e9;
            for (int a = 0; a < GRID_ACTIONS; a++) {
                const int to = beside(c, a);
                if (to < 0) continue;
                const struct environment_step step = arrive(to);
                value[c][a] = (double)step.reward + (step.done ? 0 : gamma * best[to]);
                if (value[c][a] > most) most = value[c][a];
            }
            best[c] = most;
        }
}

static bool reset(void *self, uint64_t seed) {
    struct grid *g = self;
    struct th_rng rng = th_rng_seeded(seed);
    g->steps = 0;
    do g->cell = (int)th_rng_below(&rng, GRID_CELLS);
    while (at(g->cell) == '#');
    return grid_open(g->cell); /* some games are over before they begin */
}

static void observe(const void *self, float out[]) {
    grid_look(((const struct grid *)self)->cell, out);
}

static void legal(const void *self, bool out[]) {
    grid_legal(((const struct grid *)self)->cell, out);
}

static struct environment_step step(void *self, int action) {
    struct grid *g = self;
    const int to = beside(g->cell, action);
    g->taken[action]++;
    if (to < 0) {
        g->illegal++;
        return (struct environment_step){.done = true};
    }
    g->cell = to;
    struct environment_step result = arrive(to);
    if (++g->steps >= STEPS_MAX) result.done = true;
    return result;
}

const struct environment grid_environment = {
    .observation = GRID_CELLS,
    .actions = GRID_ACTIONS,
    .reset = reset,
    .observe = observe,
    .legal = legal,
    .step = step,
};
