/* The struct of an environment, shared by env.c and env_step.c. */
#ifndef ENV_OWN_H
#define ENV_OWN_H

#include "core/match_loop.h"
#include "tahur/env.h"

enum { FIRST_FAULT_BYTES = TH_SPEC_BYTES + 120 };

/* One of the games. */
struct env_game {
    struct episode episode;
    uint64_t number; /* of the episode */
};

struct th_env {
    const struct th_game *game;
    struct th_env_shape shape;
    struct th_env_buffers to;
    uint64_t first, seed;
    int seat;
    bool self_play, running;
    struct th_env_counts counts;
    char first_fault[FIRST_FAULT_BYTES]; /* since reset, as a sentence; "": none */

    struct env_game *games;
    unsigned char *states; /* [games], each on its own cache lines */
    struct th_state *start, *view;
    th_action *legal; /* of the current game */
    /* [games][words]: the legal actions as bits; the caller's masks are not trusted. */
    uint64_t *may;
    int words;

    /* The opponents in their order, repeated until there is one for each other seat, so that the
     * opponents of one episode are always different entries. */
    struct env_bots {
        char spec[TH_SPEC_BYTES];
        struct bot *bot; /* [copies]; owned */
        int copies;      /* one for each game if the bot has a memory, else one for all */
    } pool[TH_ENV_OPPONENTS_MAX + TH_SEATS_MAX];
    int pool_size;
};

static inline bool env_is_legal(const struct th_env *env, int g, int64_t action) {
    return action >= 0 && action < env->shape.actions &&
           (env->may[g * env->words + action / 64] >> action % 64 & 1) != 0;
}

#endif
