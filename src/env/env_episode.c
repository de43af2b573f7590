/* Episodes of a game: seats, openings, ends, and what the caller's buffers show of them. */
#include "env_own.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Give up after this many games in a row without a decision of the caller. */
enum { UNASKED_MAX = 1000 };

/* ---- the buffers of the caller ---- */

/* The end, where it is seen before the next game begins. */
static void show_end(struct th_env *env, int g, int acted) {
    const size_t actions = (size_t)env->shape.actions;
    memset(env->to.masks + (size_t)g * actions, 1, actions);
    memset(env->may + (size_t)g * (size_t)env->words, 0, (size_t)env->words * sizeof *env->may);
    env->games[g].episode.seat = acted; /* not the bot asked last: pictures are the caller's */
    env->to.seats[g] = acted;
    env_observe(env, g, acted, env_row(env, g, env->to.observations));
}

/* ---- the beginning ---- */

/* Assigns the seats. `turn` is the episode's number in the rotation. */
static void seat_bots(struct th_env *env, int g, uint64_t turn) {
    struct episode *episode = &env->games[g].episode;
    const int seats = env->shape.seats, pool = env->pool_size;
    if (env->self_play) return;
    const int learner = env->seat != TH_ENV_ROTATES ? env->seat : (int)(turn % (uint64_t)seats);
    const int shift = (int)(turn / (uint64_t)seats % (uint64_t)pool);
    episode->bot[learner] = NULL;
    for (int j = 0; j < seats - 1; j++) {
        const struct env_bots *bots = &env->pool[(shift + j) % pool];
        episode->bot[(learner + 1 + j) % seats] = &bots->bot[bots->copies > 1 ? g : 0];
    }
}

/* The openings to choose from. */
static const struct openings *openings_of(const struct th_env *env) {
    return env->given.count > 0 ? &env->given : &env->openings;
}

/* As in a match: decisions of the seats count, also those between a single action. */
static void make_random_plies(struct th_env *env, struct episode *episode, struct th_rng *opening) {
    const struct th_game *game = env->game;
    for (uint32_t made = 0; made < env->random_plies;) {
        const int mover = game->mover(episode->state);
        if (mover == TH_OVER || game->turns(episode->state) >= episode->max_turns) return;
        if (mover == TH_CHANCE) {
            const uint64_t bits = th_rng_next(&episode->luck);
            game->apply(episode->state, th_chance_pick(game, episode->state, bits));
            continue;
        }
        const int n = game->legal(episode->state, env->legal);
        game->apply(episode->state, env->legal[th_rng_below(opening, (uint32_t)n)]);
        made++;
    }
}

static enum episode_end begin(struct th_env *env, int g) {
    struct env_game *game = &env->games[g];
    const struct env_origin *origin = &env->origins[g];
    struct episode *episode = &game->episode;
    struct th_rng rng = th_rng_seeded(th_mix2(th_mix2(origin->seed, origin->name), origin->number));
    seat_bots(env, g, origin->name + origin->number);
    episode->luck = th_rng_seeded(th_rng_next(&rng));
    episode->rng = th_rng_seeded(th_rng_next(&rng));
    game->over = false;
    const struct openings *from = openings_of(env);
    const struct th_state *start = env->start;
    if (from->count > 0 || env->random_plies > 0) rng = th_rng_seeded(th_rng_next(&rng));
    if (from->count > 0) start = from->state[th_rng_below(&rng, (uint32_t)from->count)];
    memcpy(episode->state, start, env->game->state_size);
    if (!env->self_play) episode_begin(env->game, episode);
    if (env->random_plies > 0) make_random_plies(env, episode, &rng);
    return episode_go_on(env->game, episode);
}

/* ---- the end ---- */

/* Describes the fault that ended game g. */
static void note_first_fault(struct th_env *env, int g) {
    static const char *const meanings[] = {
        [-TH_FAULT_ILLEGAL] = "its answer is no legal action",
        [-TH_FAULT_TIMEOUT] = "it gave no answer in time",
        [-TH_FAULT_CRASH] = "it ended, or could not be started",
        [-TH_FAULT_PROTOCOL] = "its answer is not one of the protocol",
        [-TH_FAULT_MEMORY] = "it ended at its limit of memory",
    };
    const struct episode *episode = &env->games[g].episode;
    const struct bot *bot = episode->bot[episode->seat];
    const struct env_bots *bots = env->pool;
    while (&bots->bot[bots->copies > 1 ? g : 0] != bot) bots++;
    const bool named = th_fault_name(episode->fault) != NULL;
    const enum th_fault fault = named ? episode->fault : TH_FAULT_ILLEGAL;
    snprintf(env->first_fault, sizeof env->first_fault,
             "%s in seat %d of game %d, episode %" PRIu64 ": %s, %s", bots->spec, episode->seat, g,
             env->origins[g].number, th_fault_name(fault), meanings[-fault]);
}

/* Counts the end, informs the bots, and computes the payoffs. */
static void finish(struct th_env *env, int g, enum episode_end end, bool forfeited,
                   double payoff[TH_SEATS_MAX]) {
    episode_finish(env->game, &env->games[g].episode, end, payoff);
    if (end == EPISODE_FAULT && !forfeited) {
        if (env->counts.faults++ == 0) note_first_fault(env, g);
        if (env->to.faults != NULL) env->to.faults[g] = 1;
    }
    env->origins[g].number++;
    env->counts.episodes++;
    env->counts.truncated += end == EPISODE_TRUNCATED;
}

bool env_stop_short(struct th_env *env, struct th_error *e) {
    env->running = false;
    return shortage_fail(e);
}

bool env_begin_asking(struct th_env *env, int g, struct th_error *e) {
    for (int i = 0; i < UNASKED_MAX; i++) {
        double payoff[TH_SEATS_MAX];
        const enum episode_end end = begin(env, g);
        if (end == EPISODE_ASKS) {
            env_show(env, g);
            return true;
        }
        if (end == EPISODE_SHORT) return env_stop_short(env, e);
        finish(env, g, end, false, payoff);
        env->counts.unasked++;
    }
    env->running = false;
    return th_fail(
        e, "game %d was over %d times in a row before there was a decision to take: %s%s", g,
        UNASKED_MAX,
        env->counts.faults > 0
            ? "an opponent gives no legal answers; the first fault was of "
            : "max_turns is too small, random_plies too large, or the seat is never asked",
        env->first_fault);
}

/* Sums to 0 over the seats; with two seats it is 1 or -1, and 0 in a draw. With one seat it is the
 * payoff. Most are of a winner or a loser, without a division. */
static float reward_of(const struct th_env *env, double payoff) {
    if (payoff == 1) return 1;
    if (payoff == 0) return env->loss;
    const int seats = env->shape.seats;
    return (float)(seats > 1 ? (seats * payoff - 1) / (seats - 1) : payoff);
}

bool env_end(struct th_env *env, int g, int acted, enum episode_end end, bool forfeited,
             struct th_error *e) {
    double payoff[TH_SEATS_MAX];
    const int seats = env->shape.seats;
    finish(env, g, end, forfeited, payoff);
    if (env->to.finals != NULL) env_observe(env, g, acted, env_row(env, g, env->to.finals));
    if (end == EPISODE_TRUNCATED) {
        env->to.truncations[g] = 1;
    } else {
        env->to.terminals[g] = 1;
        env->to.rewards[g] = reward_of(env, payoff[acted]);
        for (int i = 0; env->to.seat_rewards != NULL && i < seats; i++)
            env->to.seat_rewards[g * seats + i] = reward_of(env, payoff[i]);
    }
    if (env->autoreset == TH_ENV_SAME_STEP) return env_begin_asking(env, g, e);
    env->games[g].over = true;
    show_end(env, g, acted);
    return true;
}
