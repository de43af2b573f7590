/* Deep Q-learning (Mnih et al., "Human-level control through deep reinforcement learning", 2015):
 * a network learns what every action of a decision is worth, from steps drawn from a memory. With
 * double Q-learning (van Hasselt et al., 2016) the network chooses the next action and a copy that
 * lags behind, the target network, values it. Only legal actions are taken, and only legal ones
 * are looked at in the next decision.
 *
 * A training is a function of (settings, environment): it may be stored after any game and goes on
 * bit for bit (dqn_state.h). Its state is in the struct alone, so that several may run at once. */
#ifndef LEARN_DQN_H
#define LEARN_DQN_H

#include "adam.h"
#include "environment.h"
#include "network.h"
#include "replay.h"

struct dqn_settings {
    uint64_t seed;
    int hidden_layers, hidden[NETWORK_LAYERS_MAX - 1]; /* and their units */
    int replay;                                        /* steps remembered */
    int warm_up;                                       /* steps before the first update */
    int batch;                                         /* steps an update learns from */
    int update_every;                                  /* steps between updates */
    int copy_every;                                    /* updates between copies to the target */
    float gamma;                                       /* what the future is worth, a step later */
    float knee;                                        /* of Huber's loss */
    float epsilon, epsilon_last; /* share of random actions, falling evenly… */
    int epsilon_games;           /* …over so many games */
    float rate, rate_last;       /* of Adam, falling evenly… */
    int rate_games;              /* …over so many games */
    struct adam_settings adam;
};

/* What happened since the tally was last taken, for showing. */
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
    float *seen[2];           /* (observation) each: the decision at hand, and the next */
    bool *legal[2];           /* (actions) each */
    int *places;              /* (batch): the steps drawn */
};

struct dqn_settings dqn_defaults(void);
/* Whether all is in range; if not, the reason. */
bool dqn_check(const struct dqn_settings *s, int observation, int actions, struct th_error *e);

/* The network it trains. */
struct network_shape dqn_shape(const struct dqn_settings *s, int observation, int actions);

/* A training at its beginning; NULL and the reason if it cannot be made. */
struct dqn *dqn_new(const struct dqn_settings *s, int observation, int actions, struct th_error *e);
void dqn_drop(struct dqn *d);

/* Plays and learns from so many more games. Allocates nothing. */
void dqn_train(struct dqn *d, const struct environment *environment, void *self, uint64_t games);

/* The share of random actions and the rate, in the next game. */
float dqn_epsilon(const struct dqn *d);
float dqn_rate(const struct dqn *d);
struct dqn_tally dqn_take_tally(struct dqn *d);

/* The legal action of highest value; of equal ones the first. */
int dqn_greedy(const struct network *n, const float seen[], const bool legal[]);
int dqn_best_legal(const float values[], const bool legal[], int actions);

/* Keeps a copy of the network if its score, of an evaluation, is higher than any before. */
bool dqn_keep_best(struct dqn *d, double score);
/* The copy that was kept; the network as it is if none was. */
const struct network *dqn_best(const struct dqn *d);

/* Whether everything in it is still a number. One that has gone astray cannot go on. */
bool dqn_sound(const struct dqn *d);

#endif
