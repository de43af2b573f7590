/* An environment with its buffers, for tests. */
#ifndef TESTS_WORLD_H
#define TESTS_WORLD_H

#include "core/match.h"
#include "tahur/env.h"

struct world {
    struct th_env *env;
    struct th_env_shape shape;
    struct th_env_buffers to;
    int32_t *actions;
};

/* Zeroed memory, or the test fails. */
void *test_room(size_t count, size_t size);

/* These fail the test with the library's sentence. */
struct world world_open(const struct th_env_settings *settings);
void world_reset(struct world *w, uint64_t seed);
void world_step(struct world *w);
void world_close(struct world *w);

/* One of the legal actions, each as likely: a function of the game's number and the step. */
int32_t world_random_action(const struct world *w, int g, uint64_t number, uint64_t at);
/* In all games. */
void world_random_actions(struct world *w, uint64_t first, uint64_t at);

#endif
