/* The symmetries of a game (tahur/learning.h) as tables, by which a learner sees every position it
 * learns from in all ways that are the same for the rules. Table 0 is the identity. */
#ifndef LEARN_SYMMETRIES_H
#define LEARN_SYMMETRIES_H

#include "tahur/game.h"

struct symmetries {
    int count, observation, actions;
    uint16_t *number; /* (count, observation): where each number of an observation goes */
    uint16_t *action; /* (count, actions): where each action goes, in the seat's own numbering */
};

/* The number of symmetries of a game as set up in s, with the identity: at least 1. */
int symmetries_count(const struct th_game *game, const struct th_state *s);
/* Whether the symmetries of the game as set up in s are in range and renumber each without a gap;
 * if not, returns false and sets *e. */
bool symmetries_check(const struct th_game *game, const struct th_state *s, struct th_error *e);

/* Room for `most` symmetries of a game with this number of observations and actions, with the
 * identity alone in it. Returns false and sets *e if there is no memory. The caller drops it either
 * way. */
bool symmetries_make(struct symmetries *m, int most, int observation, int actions,
                     struct th_error *e);
void symmetries_drop(struct symmetries *m);
/* Sets the tables for a game that symmetries_check accepts. Does not allocate. */
void symmetries_set(struct symmetries *m, const struct th_game *game, const struct th_state *s);

/* An observation, and a policy by actions, as symmetry k turns them. `to` is not `from`. */
void symmetries_observation(const struct symmetries *m, int k, const float from[], float to[]);
void symmetries_policy(const struct symmetries *m, int k, const float from[], float to[]);

#endif
