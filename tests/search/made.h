/* A game made up of a table: what a test wants to see of a search is written into it, or drawn at
 * random. A state is an entry of the table; an action leads to the child that it numbers. */
#ifndef TESTS_MADE_H
#define TESTS_MADE_H

#include "tahur/game.h"
#include "tahur/rng.h"

enum { MADE_STATES = 200, MADE_CHILDREN = 4 };

struct made {
    int mover; /* 0, 1, TH_CHANCE or TH_OVER */
    int value; /* for seat 0; of a state that is over, above 0 if seat 0 has won, 0 for a draw */
    bool forced;
    int children;
    int child[MADE_CHILDREN];
    int weight[MADE_CHILDREN]; /* of the outcomes, where chance moves */
};
extern struct made made[MADE_STATES];
extern const struct th_game made_game;
extern const struct th_game made_chance_game; /* the same, with chance */

/* The state of this entry; valid until the next call. */
const struct th_state *made_state(int entry);

/* Fills the table: seats that move several times in a row, forced plies, ends, and many ways to the
 * same state, also in circles; but a forced ply always leads on to a later entry. */
void made_at_random(struct th_rng *rng);

#endif
