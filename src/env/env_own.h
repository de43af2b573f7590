/* What the files of the environments share. */
#ifndef ENV_OWN_H
#define ENV_OWN_H

#include "core/episode.h"
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
    bool self_play, under_way;
    struct th_env_counts counts;
    char first_fault[FIRST_FAULT_BYTES]; /* since reset, in a sentence; "": there was none */

    struct env_game *games;
    unsigned char *states; /* [games], each with cache lines to itself */
    struct th_state *start, *view;
    th_action *legal; /* of the game at hand */
    /* [games][words]: what is legal, as bits: the caller's masks are not believed. */
    uint64_t *may;
    int words;

    /* Who may sit in the other seats: the opponents in their order, round and round until there is
     * one for each seat, so that those of one episode are always different entries. [games or 1].
     */
    struct env_bots {
        char spec[TH_SPEC_BYTES];
        struct bot *bot;
        int copies; /* one for each game if the bot remembers, else one for all */
    } pool[TH_ENV_OPPONENTS_MAX + TH_SEATS_MAX];
    int pool_size;
};

static inline bool env_is_legal(const struct th_env *env, int g, int64_t action) {
    return action >= 0 && action < env->shape.actions &&
           (env->may[g * env->words + action / 64] >> action % 64 & 1) != 0;
}

#endif
