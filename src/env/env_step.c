/* Reset and step: advances every game to the next decision of the caller and fills its buffers. */
#include "env_own.h"

#include "core/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Give up after this many games in a row without a decision of the caller. */
enum { UNASKED_MAX = 1000 };

/* ---- the buffers of the caller ---- */

/* A game promises (learning.h) that the observation of a state equals that of the seat's view.
 * Making the view would double the cost. */
static void observe(const struct th_env *env, int g, int seat, float *rows) {
    env->game->learning->observe(env->games[g].episode.state, seat,
                                 rows + (size_t)g * (size_t)env->shape.observation);
}

/* Writes the current decision to the buffers; its legal actions were listed last. */
static void show(struct th_env *env, int g) {
    const struct episode *episode = &env->games[g].episode;
    uint8_t *mask = env->to.masks + (size_t)g * (size_t)env->shape.actions;
    uint64_t *may = env->may + (size_t)g * (size_t)env->words;
    memset(mask, 0, (size_t)env->shape.actions);
    for (int i = 0; i < env->words; i++) may[i] = 0;
    for (int i = 0; i < episode->n; i++) {
        const th_action a = env->legal[i];
        mask[a] = 1;
        may[a / 64] |= UINT64_C(1) << a % 64;
    }
    env->to.seats[g] = episode->seat;
    observe(env, g, episode->seat, env->to.observations);
}

/* ---- episodes ---- */

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

static enum episode_end begin(struct th_env *env, int g) {
    struct env_game *game = &env->games[g];
    struct episode *episode = &game->episode;
    const uint64_t number = env->first + (uint64_t)g;
    struct th_rng rng = th_rng_seeded(th_mix2(th_mix2(env->seed, number), game->number));
    seat_bots(env, g, number + game->number);
    memcpy(episode->state, env->start, env->game->state_size);
    episode->luck = th_rng_seeded(th_rng_next(&rng));
    episode->rng = th_rng_seeded(th_rng_next(&rng));
    if (!env->self_play) episode_begin(env->game, episode);
    return episode_go_on(env->game, episode);
}

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
             env->games[g].number, th_fault_name(fault), meanings[-fault]);
}

/* Counts the end, informs the bots, and computes the payoffs. */
static void finish(struct th_env *env, int g, enum episode_end end, double payoff[TH_SEATS_MAX]) {
    episode_finish(env->game, &env->games[g].episode, end, payoff);
    if (end == EPISODE_FAULT) {
        if (env->counts.faults++ == 0) note_first_fault(env, g);
        if (env->to.faults != NULL) env->to.faults[g] = 1;
    }
    env->games[g].number++;
    env->counts.episodes++;
    env->counts.truncated += end == EPISODE_TRUNCATED;
}

/* After a shortage the environment must be reset. */
static bool stop_short(struct th_env *env, struct th_error *e) {
    env->running = false;
    return shortage_fail(e);
}

/* Begins episodes of the game until the caller has to decide. */
static bool begin_asking(struct th_env *env, int g, struct th_error *e) {
    for (int i = 0; i < UNASKED_MAX; i++) {
        double payoff[TH_SEATS_MAX];
        const enum episode_end end = begin(env, g);
        if (end == EPISODE_ASKS) {
            show(env, g);
            return true;
        }
        if (end == EPISODE_SHORT) return stop_short(env, e);
        finish(env, g, end, payoff);
        env->counts.unasked++;
    }
    env->running = false;
    return th_fail(
        e, "game %d was over %d times in a row before there was a decision to take: %s%s", g,
        UNASKED_MAX,
        env->counts.faults > 0 ? "an opponent gives no legal answers; the first fault was of "
                               : "max_turns is too small, or the seat is never asked",
        env->first_fault);
}

/* ---- reset and step ---- */

/* Whether all buffers of reset and step are attached. */
static bool check_buffers(const struct th_env *env, struct th_error *e) {
    if (env == NULL) return th_fail(e, "there is no environment: it is NULL");
    const struct th_env_buffers *to = &env->to;
    const char *missing = to->observations == NULL  ? "observations"
                          : to->masks == NULL       ? "masks"
                          : to->actions == NULL     ? "actions"
                          : to->rewards == NULL     ? "rewards"
                          : to->terminals == NULL   ? "terminals"
                          : to->truncations == NULL ? "truncations"
                          : to->seats == NULL       ? "seats"
                                                    : NULL;
    return missing == NULL ||
           th_fail(e, "the environment has no buffer '%s' yet: th_env_attach names it", missing);
}

/* Sums to 0 over the seats; with two seats it is 1 or -1, and 0 in a draw. With one seat it is the
 * payoff. */
static float reward_of(double payoff, int seats) {
    return (float)(seats > 1 ? (seats * payoff - 1) / (seats - 1) : payoff);
}

static void clear_results(struct th_env *env) {
    const size_t games = (size_t)env->shape.games;
    memset(env->to.rewards, 0, games * (size_t)env->shape.rewards * sizeof *env->to.rewards);
    memset(env->to.terminals, 0, games);
    memset(env->to.truncations, 0, games);
    if (env->to.faults != NULL) memset(env->to.faults, 0, games);
}

bool th_env_reset(struct th_env *env, uint64_t seed, struct th_error *e) {
    return th_env_reset_to(env, seed, 0, e);
}

bool th_env_reset_to(struct th_env *env, uint64_t seed, uint64_t episode, struct th_error *e) {
    if (!check_buffers(env, e)) return false;
    const size_t numbers = (size_t)env->shape.games * (size_t)env->shape.observation;
    env->seed = seed;
    env->counts = (struct th_env_counts){0};
    env->first_fault[0] = '\0';
    env->running = true;
    clear_results(env);
    if (env->to.finals != NULL) memset(env->to.finals, 0, numbers * sizeof *env->to.finals);
    for (int g = 0; g < env->shape.games; g++) {
        env->games[g].number = episode;
        if (!begin_asking(env, g, e)) return false;
    }
    return true;
}

/* Ends a game in which `seat` has acted last, and begins the next. */
static bool end_and_begin(struct th_env *env, int g, int seat, enum episode_end end,
                          struct th_error *e) {
    double payoff[TH_SEATS_MAX];
    float *reward = env->to.rewards + (size_t)g * (size_t)env->shape.rewards;
    const int seats = env->shape.seats;
    finish(env, g, end, payoff);
    if (env->to.finals != NULL) observe(env, g, seat, env->to.finals);
    if (end == EPISODE_TRUNCATED) {
        env->to.truncations[g] = 1;
    } else {
        env->to.terminals[g] = 1;
        for (int i = 0; i < env->shape.rewards; i++)
            reward[i] = reward_of(payoff[env->self_play ? i : seat], seats);
    }
    return begin_asking(env, g, e);
}

static bool refuse(const struct th_env *env, int g, struct th_error *e) {
    char list[240], name[TH_ACTION_BYTES];
    struct text t = text_in(list, sizeof list);
    int shown = 0;
    for (int a = 0; a < env->shape.actions && shown <= 8; a++) {
        if (!env_is_legal(env, g, a)) continue;
        if (shown++ == 8)
            text_add(&t, ", …");
        else
            text_add(&t, "%s%d (%s)", shown > 1 ? ", " : "", a,
                     th_env_action(env, g, a, name, sizeof name));
    }
    return th_fail(e, "action %d is not legal in game %d; legal are %s", (int)env->to.actions[g], g,
                   list);
}

bool th_env_step(struct th_env *env, struct th_error *e) {
    if (!check_buffers(env, e)) return false;
    const int32_t *action = env->to.actions;
    if (!env->running) return th_fail(e, "the environment must be reset before it is stepped");
    for (int g = 0; g < env->shape.games; g++)
        if (!env_is_legal(env, g, action[g])) return refuse(env, g, e);
    clear_results(env);
    env->counts.steps += (uint64_t)env->shape.games;
    for (int g = 0; g < env->shape.games; g++) {
        struct episode *episode = &env->games[g].episode;
        const int seat = episode->seat;
        env->game->apply(episode->state, (th_action)action[g]);
        const enum episode_end end = episode_go_on(env->game, episode);
        if (end == EPISODE_ASKS)
            show(env, g);
        else if (end == EPISODE_SHORT ? !stop_short(env, e) : !end_and_begin(env, g, seat, end, e))
            return false;
    }
    return true;
}

void th_env_sample(const struct th_env *env, uint64_t seed, int32_t out[]) {
    if (env == NULL || out == NULL) return;
    if (!env->running) { /* there are no legal actions; step reports it */
        memset(out, 0, (size_t)env->shape.games * sizeof *out);
        return;
    }
    for (int g = 0; g < env->shape.games; g++) {
        const uint64_t *may = env->may + (size_t)g * (size_t)env->words;
        const uint64_t bits = th_mix2(seed, env->first + (uint64_t)g);
        uint32_t skip = th_scale(bits, (uint32_t)env->games[g].episode.n);
        uint64_t left = may[0];
        int word = 0;
        for (;; skip--, left &= left - 1) {
            while (left == 0) left = may[++word];
            if (skip == 0) break;
        }
        out[g] = 64 * word + __builtin_ctzll(left);
    }
}
