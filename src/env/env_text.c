/* Names, positions and pictures of an environment's games as text, and their numbers. */
#include "core/facets.h"
#include "env_own.h"

/* The view of the seat to act. */
static const struct th_state *seen(const struct th_env *env, int g) {
    const struct episode *episode = &env->games[g].episode;
    if (env->game->view == NULL) return episode->state;
    env->game->view(episode->state, episode->seat, env->view);
    return env->view;
}

/* Empties the text; whether more can be written. */
static bool has_room(const struct th_env *env, char *out, size_t size) {
    if (out == NULL || size == 0) return false;
    out[0] = '\0';
    return env != NULL;
}

static bool has_game(const struct th_env *env, int game, char *out, size_t size) {
    return has_room(env, out, size) && game >= 0 && game < env->shape.games;
}

/* The result of functions that write nothing. */
static const char *empty(const char *out, size_t size) {
    return out != NULL && size > 0 ? out : "";
}

const char *th_env_observation_name(const struct th_env *env, int i, char *out, size_t size) {
    if (!has_room(env, out, size) || i < 0 || i >= env->shape.observation) return empty(out, size);
    return env->game->learning->observation_name(env->start, i, out, size);
}

const char *th_env_draw(const struct th_env *env, int game, bool colour, char *out, size_t size) {
    const struct th_look look = {.colour = colour};
    if (!has_game(env, game, out, size)) return empty(out, size);
    return screen_draw(env->game, seen(env, game), &look, out, size);
}

const char *th_env_position(const struct th_env *env, int game, char *out, size_t size) {
    if (!has_game(env, game, out, size)) return empty(out, size);
    return env->game->position_text(seen(env, game), out, size);
}

const char *th_env_action(const struct th_env *env, int game, int action, char *out, size_t size) {
    if (!has_game(env, game, out, size) || !env_is_legal(env, game, action))
        return empty(out, size);
    const struct episode *episode = &env->games[game].episode;
    const th_action a = env_game_number(env, episode->seat, action);
    return env->game->action_text(episode->state, a, out, size);
}

/* ---- numbers ---- */

static bool has_seat(const struct th_env *env, int seat) {
    return env != NULL && seat >= 0 && seat < env->shape.seats;
}

bool th_env_observe(const struct th_env *env, int game, int seat, float out[]) {
    if (!has_seat(env, seat) || game < 0 || game >= env->shape.games || out == NULL) return false;
    env_observe(env, game, seat, out);
    return true;
}

int th_env_game_action(const struct th_env *env, int seat, int action) {
    if (!has_seat(env, seat) || action < 0 || action >= env->shape.actions) return -1;
    return env->game_number[seat * env->shape.actions + action];
}

int th_env_own_action(const struct th_env *env, int seat, int game_action) {
    const bool known = has_seat(env, seat) && game_action >= 0;
    if (!known || game_action >= env->game->action_count) return -1;
    return env->own_number[seat * env->game->action_count + game_action];
}
