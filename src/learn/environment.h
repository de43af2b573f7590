/* What a learner learns from: an environment with decisions and rewards until the game is over, as
 * a table of functions; and the one for games of two seats or more, the learner against bots.
 * Opponents and chance are part of the environment. */
#ifndef LEARN_ENVIRONMENT_H
#define LEARN_ENVIRONMENT_H

#include "core/match_loop.h"
#include "tahur/rng.h"
#include <stdbool.h>
#include <stdint.h>

struct environment_step {
    float reward; /* for the action and all that follows until the next decision */
    bool done;    /* the game is over: there is no next decision */
};

struct environment {
    int observation, actions; /* numbers that describe a decision; actions of the game */
    /* Starts a game, a function of the seed alone, and continues to the learner's first decision.
     * Returns false if the game is over before there is one. */
    bool (*reset)(void *self, uint64_t seed);
    /* The current decision: out (observation), mostly within -1..1. */
    void (*observe)(const void *self, float out[]);
    /* Which actions are legal, out (actions): at least one. */
    void (*legal)(const void *self, bool out[]);
    /* Takes a legal action and continues to the next decision or the end. */
    struct environment_step (*step)(void *self, int action);
};

/* A legal action, uniformly at random: for exploration. */
static inline int environment_random(struct th_rng *rng, const bool legal[], int actions) {
    uint32_t n = 0;
    for (int a = 0; a < actions; a++) n += legal[a];
    uint32_t skip = th_rng_below(rng, n);
    for (int a = 0;; a++)
        if (legal[a] && skip-- == 0) return a;
}

/* ---- learner against bots ---- */

/* A game of two seats or more as an environment: the learner in one seat, bots in the others. The
 * seat, the opponent in each other seat (if there are several) and all chance follow from the seed
 * of each game. The learner observes its view, and decides only where it has a choice, as bots do.
 * The reward comes at the end: 1 for a win, -1 / (seats - 1) for a loss, as in tahur/env.h: with
 * any number of seats equal players expect 0. A bot that gives no legal answer loses, as in a
 * match. */

enum { VERSUS_OPPONENTS_MAX = 16, VERSUS_OTHERS_MAX = TH_SEATS_MAX - 1 };

/* Copies of one bot for the other seats, in play order after the learner: a bot may keep what it
 * knows of its game, so no two seats share one. */
struct opponent {
    struct bot copy[VERSUS_OTHERS_MAX];
};

struct versus {
    const struct th_game *game;
    struct th_state *start, *state, *view;
    int seats;
    struct opponent opponent[VERSUS_OPPONENTS_MAX]; /* owned by the caller */
    int opponents;
    int other[VERSUS_OTHERS_MAX]; /* in this game: indices of opponents, in play order */
    int seat;                     /* the learner's */
    struct episode episode;
    th_action legal[TH_LEGAL_MAX]; /* of the learner's decision */
};

/* The seats of a game that can be learned; 0 and *e set: it cannot be. */
int versus_seats(const struct th_game *game, const struct th_options *options, struct th_error *e);

/* Makes it without opponents. Returns false and sets *e if the game cannot be learned. */
bool versus_make(struct versus *v, const struct th_game *game, const struct th_options *options,
                 struct th_error *e);
void versus_drop(struct versus *v);

/* The table of functions for this versus, or another one of the same game and options. */
struct environment versus_environment(const struct versus *v);

#endif
