/* Games of an environment in writing. */
#include "env_own.h"

/* What the seat to act may know. */
static const struct th_state *seen(const struct th_env *env, int g) {
    const struct episode *episode = &env->games[g].episode;
    if (env->game->view == NULL) return episode->state;
    env->game->view(episode->state, episode->seat, env->view);
    return env->view;
}

/* Whether there is something to write about; if not, an empty text is all that can be written. */
static bool has_room(const struct th_env *env, char *out, size_t size) {
    if (out == NULL || size == 0) return false;
    out[0] = '\0';
    return env != NULL;
}

static bool has_game(const struct th_env *env, int game, char *out, size_t size) {
    return has_room(env, out, size) && game >= 0 && game < env->shape.games;
}

/* What the functions return when they write nothing themselves. */
static const char *empty(const char *out, size_t size) {
    return out != NULL && size > 0 ? out : "";
}

const char *th_env_observation_name(const struct th_env *env, int i, char *out, size_t size) {
    if (!has_room(env, out, size) || i < 0 || i >= env->shape.observation) return empty(out, size);
    return env->game->observation_name(env->start, i, out, size);
}

const char *th_env_draw(const struct th_env *env, int game, bool colour, char *out, size_t size) {
    const struct th_look look = {.colour = colour};
    if (!has_game(env, game, out, size)) return empty(out, size);
    return env->game->draw(seen(env, game), &look, out, size);
}

const char *th_env_position(const struct th_env *env, int game, char *out, size_t size) {
    if (!has_game(env, game, out, size)) return empty(out, size);
    return env->game->position_text(seen(env, game), out, size);
}

const char *th_env_action(const struct th_env *env, int game, int action, char *out, size_t size) {
    if (!has_game(env, game, out, size) || !env_is_legal(env, game, action))
        return empty(out, size);
    return env->game->action_text(env->games[game].episode.state, (th_action)action, out, size);
}
