/* A game of two seats as something to learn from: the learner in one seat, a bot in the other. Both
 * the seat and, where there are several opponents, who it is follow from the seed of each game, as
 * all luck does. The learner sees what its seat may know. It is asked where it has a choice, as
 * bots are; the reward is 1 for a game won and -1 for one lost, at its end. A bot that gives no
 * legal answer has lost, as in a match. */
#ifndef LEARN_VERSUS_H
#define LEARN_VERSUS_H

#include "core/episode.h"
#include "environment.h"

enum { VERSUS_OPPONENTS_MAX = 16 };

struct versus {
    const struct th_game *game;
    struct th_state *start, *state, *view;
    struct bot opponent[VERSUS_OPPONENTS_MAX]; /* the caller's */
    int opponents;
    int other; /* who plays this game */
    int seat;  /* the learner's */
    struct episode episode;
    th_action legal[TH_LEGAL_MAX]; /* of the learner's decision */
};

/* Whether there is something to learn from; if not, the reason. It has no opponents yet. */
bool versus_make(struct versus *v, const struct th_game *game, const struct th_options *options,
                 struct th_error *e);
void versus_drop(struct versus *v);

/* The table for this versus, or one of the same game and options. */
struct environment versus_environment(const struct versus *v);

#endif
