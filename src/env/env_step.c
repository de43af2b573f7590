/* Reset and step: advances every game to the next decision of the caller and fills its buffers. */
#include "env_own.h"

#include "core/text.h"
#include <string.h>

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

static void clear_results(struct th_env *env) {
    const struct th_env_buffers *to = &env->to;
    const size_t games = (size_t)env->shape.games, seats = (size_t)env->shape.seats;
    memset(to->rewards, 0, games * sizeof *to->rewards);
    memset(to->terminals, 0, games);
    memset(to->truncations, 0, games);
    if (to->faults != NULL) memset(to->faults, 0, games);
    if (to->illegals != NULL) memset(to->illegals, 0, games);
    if (to->seat_rewards != NULL)
        memset(to->seat_rewards, 0, games * seats * sizeof *to->seat_rewards);
}

/* ---- legal actions ---- */

/* Eight bits as eight bytes of 0 or 1 in memory, the lowest bit first. */
static inline uint64_t bit_bytes(uint64_t bits) {
    const uint64_t copies = (bits & 0xff) * UINT64_C(0x0101010101010101);
    const uint64_t own_bit = copies & UINT64_C(0x8040201008040201);
    const uint64_t bytes =
        (own_bit + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? bytes : __builtin_bswap64(bytes);
}

/* Where many actions are legal, expanding bits is faster than writing one byte after the other. */
static void expand(const uint64_t *may, uint32_t actions, uint8_t *mask) {
    uint32_t a = 0;
    uint64_t bits = 0;
    for (; a + 8 <= actions; a += 8) {
        bits = a % 64 == 0 ? may[a / 64] : bits >> 8;
        const uint64_t bytes = bit_bytes(bits);
        memcpy(mask + a, &bytes, sizeof bytes);
    }
    for (; a < actions; a++) mask[a] = may[a / 64] >> a % 64 & 1;
}

/* Marks them; `own` has their numbers in the environment, NULL: those of the game. A word of bits
 * stays in a register as long as the actions are in it: most games list them in order, and writing
 * each to memory would wait for the one before. */
static inline __attribute__((always_inline)) void
mark(const struct th_env *env, uint32_t n, const int32_t *own, uint8_t *mask, uint64_t *may) {
    const th_action *legal = env->legal;
    const uint32_t actions = (uint32_t)env->shape.actions;
    const bool dense = 8 * n > actions;
    uint64_t bits = 0;
    uint32_t word = 0;
    if (!dense) memset(mask, 0, actions);
    memset(may, 0, (size_t)env->words * sizeof *may);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t a = own != NULL ? (uint32_t)own[legal[i]] : legal[i];
        assert(a < actions); /* has_action and seat_action know every legal action */
        if (!dense) mask[a] = 1;
        if (a / 64 != word) {
            may[word] |= bits;
            bits = 0;
            word = a / 64;
        }
        bits |= UINT64_C(1) << a % 64;
    }
    may[word] |= bits;
    if (dense) expand(may, actions, mask);
}

void env_mark(const struct th_env *env, const struct episode *episode, uint8_t *mask,
              uint64_t *may) {
    const uint32_t n = (uint32_t)episode->n;
    if (env->renumbered)
        mark(env, n, env->own_number + episode->seat * env->game->action_count, mask, may);
    else
        mark(env, n, NULL, mask, may);
}

/* ---- reset ---- */

/* Begins every game, whose seeds and numbers are set. */
static bool begin_all(struct th_env *env, struct th_error *e) {
    const size_t numbers = (size_t)env->shape.games * (size_t)env->shape.observation;
    env->counts = (struct th_env_counts){0};
    env->first_fault[0] = '\0';
    env->running = true;
    clear_results(env);
    if (env->to.finals != NULL) memset(env->to.finals, 0, numbers * sizeof *env->to.finals);
    for (int g = 0; g < env->shape.games; g++)
        if (!env_begin_asking(env, g, e)) return false;
    return true;
}

bool th_env_reset(struct th_env *env, uint64_t seed, struct th_error *e) {
    return th_env_reset_to(env, seed, 0, e);
}

bool th_env_reset_to(struct th_env *env, uint64_t seed, uint64_t episode, struct th_error *e) {
    if (!check_buffers(env, e)) return false;
    for (int g = 0; g < env->shape.games; g++) {
        env->origins[g] = (struct env_origin){seed, env->first + (uint64_t)g, episode};
    }
    return begin_all(env, e);
}

bool th_env_reset_each(struct th_env *env, const uint64_t seeds[], const uint64_t episodes[],
                       struct th_error *e) {
    if (!check_buffers(env, e)) return false;
    if (seeds == NULL) return th_fail(e, "there are no seeds for the games: they are NULL");
    for (int g = 0; g < env->shape.games; g++) {
        env->origins[g] = (struct env_origin){seeds[g], 0, episodes != NULL ? episodes[g] : 0};
    }
    return begin_all(env, e);
}

/* ---- step ---- */

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

/* Whether the step can be made. Most are made of legal actions alone, which *legal reports. */
static bool check_actions(const struct th_env *env, bool *legal, struct th_error *e) {
    const int32_t *action = env->to.actions;
    *legal = true;
    for (int g = 0; g < env->shape.games; g++) {
        if (env_is_legal(env, g, action[g])) continue;
        *legal = false;
        const bool known = action[g] >= 0 && action[g] < env->shape.actions;
        if (!env->games[g].over && (!known || env->illegal == TH_ENV_REFUSE))
            return refuse(env, g, e);
    }
    return true;
}

/* One of the set bits, by 64 random ones. */
static inline int32_t random_legal(const uint64_t *may, int n, uint64_t bits) {
    uint32_t skip = th_scale(bits, (uint32_t)n);
    uint64_t left = may[0];
    int word = 0;
    for (;; skip--, left &= left - 1) {
        while (left == 0) left = may[++word];
        if (skip == 0) break;
    }
    return 64 * word + __builtin_ctzll(left);
}

/* Takes a legal action in a game. */
static inline bool take(struct th_env *env, int g, int32_t action, struct th_error *e) {
    struct episode *episode = &env->games[g].episode;
    const int seat = episode->seat;
    env->game->apply(episode->state,
                     env->renumbered ? env_game_number(env, seat, action) : (th_action)action);
    const enum episode_end end = episode_go_on(env->game, episode);
    if (end == EPISODE_ASKS) {
        env_show(env, g);
        return true;
    }
    return end == EPISODE_SHORT ? env_stop_short(env, e) : env_end(env, g, seat, end, false, e);
}

/* The same where the action is illegal, or the game is over. */
static bool take_any(struct th_env *env, int g, struct th_error *e) {
    struct env_game *game = &env->games[g];
    if (game->over) return env_begin_asking(env, g, e);
    env->counts.steps++;
    if (env_is_legal(env, g, env->to.actions[g])) return take(env, g, env->to.actions[g], e);
    env->counts.illegal++;
    if (env->to.illegals != NULL) env->to.illegals[g] = 1;
    if (env->illegal == TH_ENV_LOSE)
        return env_end(env, g, game->episode.seat, EPISODE_FAULT, true, e);
    const uint64_t *may = env->may + (size_t)g * (size_t)env->words;
    return take(env, g, random_legal(may, game->episode.n, th_rng_next(&game->episode.rng)), e);
}

bool th_env_step(struct th_env *env, struct th_error *e) {
    bool legal;
    if (!check_buffers(env, e)) return false;
    if (!env->running) return th_fail(e, "the environment must be reset before it is stepped");
    if (!check_actions(env, &legal, e)) return false;
    clear_results(env);
    if (legal) env->counts.steps += (uint64_t)env->shape.games;
    for (int g = 0; g < env->shape.games; g++)
        if (!(legal ? take(env, g, env->to.actions[g], e) : take_any(env, g, e))) return false;
    return true;
}

void th_env_sample(const struct th_env *env, uint64_t seed, int32_t out[]) {
    if (env == NULL || out == NULL) return;
    if (!env->running) { /* there are no legal actions; step reports it */
        memset(out, 0, (size_t)env->shape.games * sizeof *out);
        return;
    }
    for (int g = 0; g < env->shape.games; g++) {
        const struct env_game *game = &env->games[g];
        const uint64_t *may = env->may + (size_t)g * (size_t)env->words;
        const uint64_t bits = th_mix2(seed, env->first + (uint64_t)g);
        out[g] = game->over ? 0 : random_legal(may, game->episode.n, bits);
    }
}
