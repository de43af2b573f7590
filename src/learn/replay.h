/* The replay memory: the last so many steps, from which batches are drawn, each step as likely as
 * any other. All its memory is there from the beginning. */
#ifndef LEARN_REPLAY_H
#define LEARN_REPLAY_H

#include "tahur/error.h"
#include "tahur/rng.h"
#include <stddef.h>

/* One step, as the learner saw it. */
struct replay_step {
    const float *before, *after; /* (observation) each; `after` means nothing at the end */
    const bool *legal_after;     /* (actions), the same */
    int action;
    float reward;
    bool done;
};

struct replay {
    int capacity, observation, actions;
    uint64_t added;        /* steps ever; the next goes to place added % capacity */
    float *before, *after; /* (capacity, observation) */
    bool *legal_after;     /* (capacity, actions) */
    uint16_t *action;      /* (capacity) */
    float *reward;         /* (capacity) */
    bool *done;            /* (capacity) */
};

/* Bytes that a memory of these sizes takes. */
size_t replay_bytes(int capacity, int observation, int actions);
bool replay_make(struct replay *m, int capacity, int observation, int actions, struct th_error *e);
void replay_drop(struct replay *m);

/* Copies the step, over the oldest one if the memory is full. */
void replay_add(struct replay *m, const struct replay_step *step);
/* How many steps there are, and the one in a place below that. */
int replay_filled(const struct replay *m);
struct replay_step replay_at(const struct replay *m, int place);
/* A place, each as likely as any other; there must be a step. */
static inline int replay_draw(const struct replay *m, struct th_rng *rng) {
    return (int)th_rng_below(rng, (uint32_t)replay_filled(m));
}

#endif
