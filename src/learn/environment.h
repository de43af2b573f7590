/* What a learner learns from: one decision after another, each with a reward, until the game is
 * over. Opponents and chance are inside; a game fills this table. */
#ifndef LEARN_ENVIRONMENT_H
#define LEARN_ENVIRONMENT_H

#include "tahur/rng.h"
#include <stdbool.h>
#include <stdint.h>

struct environment_step {
    float reward; /* for the action, and all that happened until the next decision */
    bool done;    /* the game is over: there is no next decision */
};

struct environment {
    int observation, actions; /* how many numbers describe a decision, and how many actions exist */
    /* A new game, which is a function of the seed alone: nothing is left of earlier games. Goes on
     * to the learner's first decision; false if the game was over before there was one. */
    bool (*reset)(void *self, uint64_t seed);
    /* The decision at hand: out (observation), mostly within -1..1. */
    void (*observe)(const void *self, float out[]);
    /* Which actions are legal, out (actions): at least one. */
    void (*legal)(const void *self, bool out[]);
    /* Takes a legal action, and goes on to the next decision or the end. */
    struct environment_step (*step)(void *self, int action);
};

/* One of the legal actions, each as likely: for exploring. */
static inline int environment_random(struct th_rng *rng, const bool legal[], int actions) {
    uint32_t n = 0;
    for (int a = 0; a < actions; a++) n += legal[a];
    uint32_t skip = th_rng_below(rng, n);
    for (int a = 0;; a++)
        if (legal[a] && skip-- == 0) return a;
}

#endif
