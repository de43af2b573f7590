/* One game to learn from, slow and obvious, by the table of the game alone: what the environments
 * are held to. It looks only at views. */
#ifndef TESTS_PLAIN_ENV_H
#define TESTS_PLAIN_ENV_H

#include "core/match.h"
#include "tahur/env.h"

struct plain_env {
    const struct th_game *game;
    struct th_options options;
    struct th_env_settings settings;
    struct bot opponent[TH_ENV_OPPONENTS_MAX];
    uint64_t seed, number, episode; /* `number` is first + g */
    int seats;

    struct th_state *state, *view;
    struct th_rng luck, rng;
    int learner; /* -1: every seat */
    int turn;    /* the seat that is to act */

    /* The last step. */
    bool over, truncated;
    double payoff[TH_SEATS_MAX];
    float final[TH_OBSERVATION_MAX];
};

/* Bots must remember nothing: there is one of each. */
struct plain_env plain_env_make(const struct th_env_settings *settings, uint64_t number);
void plain_env_drop(struct plain_env *p);

void plain_env_reset(struct plain_env *p, uint64_t seed);
/* Takes an action by the game's own number. */
void plain_env_step(struct plain_env *p, th_action action);

/* The decision at hand. */
void plain_env_observe(struct plain_env *p, float out[]);
int plain_env_legal(struct plain_env *p, th_action legal[]);

#endif
