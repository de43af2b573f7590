/* Deep Q-learning (Mnih et al., "Human-level control through deep reinforcement learning", 2015):
 * a network learns the values of all actions from batches of a replay memory. With double
 * Q-learning (van Hasselt et al., 2016) the online network chooses the next action, and an older
 * copy, the target network, values it. Only legal actions are taken and considered.
 *
 * A training is a function of (settings, environment): it can be stored after any game and
 * continues bit for bit (dqn_store). All its state is in the struct, so several can run at once. */
#ifndef LEARN_DQN_H
#define LEARN_DQN_H

#include "core/bytes.h"
#include "environment.h"
#include "network.h"
#include "tahur/error.h"
#include "tahur/rng.h"
#include <stddef.h>

/* ---- replay memory ---- */

/* A ring buffer of the last steps, from which batches are drawn uniformly. It is allocated at its
 * full size. */

/* One step of the learner. */
struct replay_step {
    const float *before, *after; /* (observation) each; `after` is meaningless if done */
    const bool *legal_after;     /* (actions), the same */
    int action;
    float reward;
    bool done;
};

struct replay {
    int capacity, observation, actions;
    uint64_t added;        /* steps so far; the next goes to index added % capacity */
    float *before, *after; /* (capacity, observation) */
    bool *legal_after;     /* (capacity, actions) */
    uint16_t *action;      /* (capacity) */
    float *reward;         /* (capacity) */
    bool *done;            /* (capacity) */
};

/* Bytes of a memory of these sizes. */
size_t replay_bytes(int capacity, int observation, int actions);
bool replay_make(struct replay *m, int capacity, int observation, int actions, struct th_error *e);
void replay_drop(struct replay *m);

/* Copies the step; it replaces the oldest one if the memory is full. */
void replay_add(struct replay *m, const struct replay_step *step);
/* The number of steps in the memory, and the step at an index below that. */
int replay_filled(const struct replay *m);
struct replay_step replay_at(const struct replay *m, int place);
/* A random index, uniform; the memory must not be empty. */
static inline int replay_draw(const struct replay *m, struct th_rng *rng) {
    return (int)th_rng_below(rng, (uint32_t)replay_filled(m));
}

/* ---- training ---- */

struct dqn_settings {
    uint64_t seed;
    int hidden_layers, hidden[NETWORK_LAYERS_MAX - 1]; /* and their units */
    int replay;                                        /* steps in the replay memory */
    int warm_up;                                       /* steps before the first update */
    int batch;                                         /* steps per update */
    int update_every;                                  /* steps between updates */
    int copy_every;                                    /* updates between copies to the target */
    float gamma;                                       /* discount per step */
    float huber_delta;                                 /* of the Huber loss */
    float epsilon, epsilon_last; /* share of random actions: a linear schedule… */
    int epsilon_games;           /* …over this number of games */
    float rate, rate_last;       /* learning rate of Adam: a linear schedule… */
    int rate_games;              /* …over this number of games */
    struct adam_settings adam;
};

/* Totals since dqn_take_tally, for reports. */
struct dqn_tally {
    uint64_t games, steps, updates;
    double reward; /* sum over the games */
    double loss;   /* sum over the updates */
};

struct dqn {
    struct dqn_settings settings;
    int observation, actions;
    struct network online, target, best;
    double best_score; /* -INFINITY: none yet */
    struct adam adam;
    struct replay replay;
    struct th_rng explore, draw; /* for random actions, and for batches */
    uint64_t games, updates;     /* so far; steps are replay.added */
    struct dqn_tally tally;
    struct network_pass pass; /* room for two batches: before, and after */
    float *input;             /* (2 batch, observation): before, then after */
    float *target_values;     /* (batch, actions): the target's, after */
    float *slope;             /* (batch, actions): of the loss by the online network's values */
    float *gradients;         /* (parameters) */
    float *seen[2];           /* (observation) each: of the current and the next decision */
    bool *legal[2];           /* (actions) each */
    int *places;              /* (batch): indices of the steps drawn */
};

struct dqn_settings dqn_defaults(void);
/* Whether all settings are in range; if not, returns false and sets *e. */
bool dqn_check(const struct dqn_settings *s, int observation, int actions, struct th_error *e);

/* The network it trains. */
struct network_shape dqn_shape(const struct dqn_settings *s, int observation, int actions);

/* A training before its first game. Returns NULL and sets *e if it cannot be made. */
struct dqn *dqn_new(const struct dqn_settings *s, int observation, int actions, struct th_error *e);
void dqn_drop(struct dqn *d);

/* Plays `games` more games and learns from them. Does not allocate. */
void dqn_train(struct dqn *d, const struct environment *environment, void *self, uint64_t games);

/* The share of random actions and the rate, in the next game. */
float dqn_epsilon(const struct dqn *d);
float dqn_rate(const struct dqn *d);
struct dqn_tally dqn_take_tally(struct dqn *d);

/* The legal action of highest value; of equal ones the first. */
int dqn_greedy(const struct network *n, const float seen[], const bool legal[]);
int dqn_best_legal(const float values[], const bool legal[], int actions);

/* Copies the network if its score, from an evaluation, is higher than any before. */
bool dqn_keep_best(struct dqn *d, double score);
/* That copy; the current network if there is none. */
const struct network *dqn_best(const struct dqn *d);

/* Whether all its numbers are finite. A training that has diverged cannot continue. */
bool dqn_finite(const struct dqn *d);

/* The complete training as bytes: settings, networks, optimiser, replay memory, generators,
 * counters. A restored training continues bit for bit. */
void dqn_store(const struct dqn *d, struct bytes *out);
/* A new training, which the caller drops; NULL and *e if the bytes are damaged. */
struct dqn *dqn_restore(struct bytes_reader *in, struct th_error *e);

/* The Huber loss: quadratic up to delta, linear above it, so that outliers have a bounded
 * gradient. */
static inline float huber_loss(float error, float delta) {
    const float size = error < 0 ? -error : error;
    return size <= delta ? 0.5F * error * error : delta * (size - 0.5F * delta);
}

/* Its derivative. */
static inline float huber_slope(float error, float delta) {
    return error > delta ? delta : error < -delta ? -delta : error;
}

#endif
