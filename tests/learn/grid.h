/* A walk through a small maze, as an environment to learn from. The four actions are steps; those
 * into walls are illegal. Each step costs a little; the goal gives 1, the pit takes 1. What every
 * action is worth can be calculated. */
#ifndef TESTS_GRID_H
#define TESTS_GRID_H

#include "learn/environment.h"
#include "tahur/rng.h"

enum { GRID_ROWS = 5, GRID_COLUMNS = 6, GRID_CELLS = GRID_ROWS * GRID_COLUMNS, GRID_ACTIONS = 4 };

struct grid {
    int cell;
    int steps;                /* of this game; a game ends after 200 */
    long taken[GRID_ACTIONS]; /* actions, ever */
    long illegal;             /* of these: 0, or the learner is at fault */
};

extern const struct environment grid_environment;

/* Whether the learner may be there: neither wall nor end. */
bool grid_open(int cell);
void grid_look(int cell, float out[GRID_CELLS]);
void grid_legal(int cell, bool out[GRID_ACTIONS]);
/* What each action is worth if all that follow are the best, by going over all cells until nothing
 * changes any more; 0 for illegal ones. */
void grid_solve(double gamma, double value[GRID_CELLS][GRID_ACTIONS]);

#endif
