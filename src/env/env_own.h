/* The struct of an environment, shared by the files of this folder. */
#ifndef ENV_OWN_H
#define ENV_OWN_H

#include "core/match_loop.h"
#include "core/openings.h"
#include "tahur/env.h"
#include <assert.h>
#include <string.h>

enum { FIRST_FAULT_BYTES = TH_SPEC_BYTES + 120 };

/* One of the games, as every step reads it. */
struct env_game {
    bool over; /* it begins anew in the next step */
    struct episode episode;
};

/* What determines its episodes; apart, so that a step reads fewer cache lines. */
struct env_origin {
    uint64_t seed, name;
    uint64_t number; /* of the episode */
};

struct th_env {
    const struct th_game *game;
    struct th_options options; /* of the game */
    struct th_env_shape shape;
    struct th_env_buffers to;
    uint64_t first;
    int seat;
    uint32_t random_plies;
    enum th_env_autoreset autoreset;
    enum th_env_illegal illegal;
    bool self_play, running;
    float loss; /* the reward of a loser */
    struct th_env_counts counts;
    char first_fault[FIRST_FAULT_BYTES]; /* since reset, as a sentence; "": none */

    struct env_game *games;
    struct env_origin *origins; /* [games] */
    unsigned char *states;      /* [games], each on its own cache lines */
    struct th_state *start, *view;
    struct openings openings; /* of the settings */
    struct openings given;    /* of th_env_start_at: one, or none */
    th_action *legal;         /* of the current game */
    /* [games][words]: the legal actions as bits; the caller's masks are not trusted. */
    uint64_t *may;
    int words;

    /* [seats][action_count of the game]: the environment's number of an action, or -1; and
     * [seats][shape.actions]: back, or -1. */
    int32_t *own_number, *game_number;
    bool renumbered; /* an action has another number than in the game */

    /* The opponents in their order, repeated until there is one for each other seat, so that the
     * opponents of one episode are always different entries. */
    struct env_bots {
        char spec[TH_SPEC_BYTES];
        struct bot *bot; /* [copies]; owned */
        int copies;      /* one for each game if the bot remembers, else one for all */
    } pool[TH_ENV_OPPONENTS_MAX + TH_SEATS_MAX];
    int pool_size;
};

static inline bool env_is_legal(const struct th_env *env, int g, int64_t action) {
    return action >= 0 && action < env->shape.actions &&
           (env->may[g * env->words + action / 64] >> action % 64 & 1) != 0;
}

/* The game's number of an action that the seat in turn of game g has. */
static inline th_action env_game_number(const struct th_env *env, int seat, int32_t action) {
    return (th_action)env->game_number[(size_t)seat * (size_t)env->shape.actions + (size_t)action];
}

/* A game promises (learning.h) that the observation of a state equals that of the seat's view.
 * Making the view would double the cost. */
static inline void env_observe(const struct th_env *env, int g, int seat, float out[]) {
    env->game->learning->observe(env->games[g].episode.state, seat, out);
}

/* The row of game g in a buffer of observations. */
static inline float *env_row(const struct th_env *env, int g, float *rows) {
    return rows + (size_t)g * (size_t)env->shape.observation;
}

/* Marks the legal actions of the current decision, in the mask and as bits, where there are more
 * than 64 or they are renumbered. */
void env_mark(const struct th_env *env, const struct episode *episode, uint8_t *mask,
              uint64_t *may);

/* Writes the current decision to the buffers; its legal actions were listed last. Inlined into
 * step: a call costs one step in twenty. */
static inline void env_show(struct th_env *env, int g) {
    const struct episode *episode = &env->games[g].episode;
    uint8_t *mask = env->to.masks + (size_t)g * (size_t)env->shape.actions;
    uint64_t *may = env->may + (size_t)g * (size_t)env->words;
    if (env->words == 1 && !env->renumbered) {
        const th_action *legal = env->legal;
        uint64_t bits = 0;
        memset(mask, 0, (size_t)env->shape.actions);
        for (int i = 0; i < episode->n; i++) {
            mask[legal[i]] = 1;
            bits |= UINT64_C(1) << legal[i];
        }
        may[0] = bits;
    } else {
        env_mark(env, episode, mask, may);
    }
    env->to.seats[g] = episode->seat;
    env_observe(env, g, episode->seat, env_row(env, g, env->to.observations));
}

/* Begins episodes of the game until the caller has to decide, and shows that decision. */
bool env_begin_asking(struct th_env *env, int g, struct th_error *e);
/* Ends an episode, in which `acted` decided last, and writes its results. `forfeited`: that seat
 * has lost it by an action that is not legal. */
bool env_end(struct th_env *env, int g, int acted, enum episode_end end, bool forfeited,
             struct th_error *e);
/* After a shortage the environment must be reset. */
bool env_stop_short(struct th_env *env, struct th_error *e);

#endif
