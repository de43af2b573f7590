/* Creates and frees environments; names, positions and pictures of their games as text. */
#include "core/facets.h"
#include "env_own.h"
#include "tahur/registry.h"
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, MAX_TURNS = 4000 };

int th_env_abi(void) {
    return TH_ENV_ABI;
}

static bool check(const struct th_env_settings *s, int seats, struct th_error *e) {
    if (s->opponent_count > 0 && s->opponents == NULL)
        return th_fail(e, "the environment has %d opponents, but no list of them: it is NULL",
                       s->opponent_count);
    if (s->games < 1 || s->games > TH_ENV_GAMES_MAX)
        return th_fail(e, "an environment has 1 to %d games, not %d", TH_ENV_GAMES_MAX, s->games);
    if (s->opponent_count < 0 || s->opponent_count > TH_ENV_OPPONENTS_MAX)
        return th_fail(e, "an environment has 0 to %d opponents, not %d", TH_ENV_OPPONENTS_MAX,
                       s->opponent_count);
    if (s->seat != TH_ENV_ROTATES && (s->seat < 0 || s->seat >= seats))
        return th_fail(e, "there is no seat %d: the game has the seats 0 to %d", s->seat,
                       seats - 1);
    if (s->opponent_count > 0 && seats == 1)
        return th_fail(e, "a game of one seat has no room for opponents");
    if (s->opponent_count == 0 && s->seat != TH_ENV_ROTATES)
        return th_fail(e,
                       "in self-play every seat is the caller's: seat must be TH_ENV_ROTATES (in "
                       "Python None), not %d",
                       s->seat);
    return true;
}

/* Makes the copies of one entry of the pool. */
static bool make_bots(struct th_env *env, struct env_bots *bots, const char *text,
                      const struct th_options *game_options, struct th_error *e) {
    struct th_spec spec;
    const struct th_bot_kind *kind = th_bot_find(env->game, text, &spec, e);
    if (kind == NULL) return false;
    memcpy(bots->spec, spec.text, sizeof bots->spec);
    const int copies = kind->begin != NULL ? env->shape.games : 1;
    bots->bot = calloc((size_t)copies, sizeof *bots->bot);
    if (bots->bot == NULL) return th_fail(e, "out of memory");
    for (; bots->copies < copies; bots->copies++) {
        void *self = th_bot_make(kind, env->game, game_options, &spec.options, e);
        if (self == NULL) return false;
        bots->bot[bots->copies] = (struct bot){.kind = kind, .self = self};
    }
    return true;
}

static bool make_pool(struct th_env *env, const struct th_env_settings *s,
                      const struct th_options *game_options, struct th_error *e) {
    for (int i = 0; i < s->opponent_count; i++) { /* all names are checked before a bot is made */
        struct th_spec spec;
        if (s->opponents[i] == NULL) return th_fail(e, "opponent %d has no name", i);
        if (th_bot_find(env->game, s->opponents[i], &spec, e) == NULL) return false;
    }
    do
        for (int i = 0; i < s->opponent_count; i++) {
            struct env_bots *bots = &env->pool[env->pool_size++];
            if (!make_bots(env, bots, s->opponents[i], game_options, e)) return false;
        }
    while (s->opponent_count > 0 && env->pool_size < env->shape.seats - 1);
    return true;
}

/* Allocates the buffers of th_env_step. */
static bool make_room(struct th_env *env, const struct th_options *options, uint32_t max_turns,
                      struct th_error *e) {
    const size_t games = (size_t)env->shape.games;
    const size_t stride = (env->game->state_size + LINE - 1) / LINE * LINE;
    env->start = th_state_new(env->game, options, e);
    env->view = env->start != NULL ? th_state_new(env->game, options, e) : NULL;
    if (env->view == NULL) return false;
    env->words = (env->shape.actions + 63) / 64;
    env->games = calloc(games, sizeof *env->games);
    env->may = calloc(games * (size_t)env->words, sizeof *env->may);
    env->legal = calloc((size_t)env->game->max_legal, sizeof *env->legal);
    env->states = aligned_alloc(LINE, games * stride);
    if (env->games == NULL || env->may == NULL || env->legal == NULL || env->states == NULL)
        return th_fail(e, "out of memory");
    for (size_t g = 0; g < games; g++) {
        struct episode *episode = &env->games[g].episode;
        episode->state = (struct th_state *)(void *)(env->states + g * stride);
        episode->view = env->view;
        episode->legal = env->legal;
        episode->max_turns = max_turns > 0 ? max_turns : MAX_TURNS;
        /* Including padding, so that states can be compared byte by byte. */
        memcpy(episode->state, env->start, env->game->state_size);
    }
    return true;
}

static bool make(struct th_env *env, const struct th_env_settings *s, struct th_error *e) {
    struct th_spec spec;
    env->game = th_game_find(s->game != NULL ? s->game : "", &spec, e);
    if (env->game == NULL) return false;
    const int seats = th_game_seats(env->game, &spec.options, e);
    const int observations = seats > 0 ? th_game_observations(env->game, &spec.options, e) : 0;
    if (observations == 0 || !check(s, seats, e)) return false;
    env->self_play = s->opponent_count == 0;
    env->first = s->first;
    env->seat = s->seat;
    env->shape = (struct th_env_shape){.games = s->games,
                                       .seats = seats,
                                       .observation = observations,
                                       .actions = env->game->action_count,
                                       .rewards = env->self_play ? seats : 1};
    return make_room(env, &spec.options, s->max_turns, e) && make_pool(env, s, &spec.options, e);
}

struct th_env *th_env_new(const struct th_env_settings *settings, struct th_error *e) {
    struct th_error unread; /* bots write to it */
    if (e == NULL) e = &unread;
    if (settings == NULL) {
        th_fail(e, "there are no settings for an environment: they are NULL");
        return NULL;
    }
    struct th_env *env = calloc(1, sizeof *env);
    if (env == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    if (make(env, settings, e)) return env;
    th_env_drop(env);
    return NULL;
}

void th_env_drop(struct th_env *env) {
    if (env == NULL) return;
    for (int i = 0; i < env->pool_size; i++) {
        const struct env_bots *bots = &env->pool[i];
        for (int k = 0; k < bots->copies; k++)
            if (bots->bot[k].kind->drop != NULL) bots->bot[k].kind->drop(bots->bot[k].self);
        free(bots->bot);
    }
    free(env->games);
    free(env->may);
    free(env->legal);
    free(env->states);
    free(env->start);
    free(env->view);
    free(env);
}

struct th_env_shape th_env_shape(const struct th_env *env) {
    return env != NULL ? env->shape : (struct th_env_shape){0};
}

void th_env_attach(struct th_env *env, const struct th_env_buffers *buffers) {
    if (env == NULL) return;
    env->to = buffers != NULL ? *buffers : (struct th_env_buffers){0};
}

struct th_env_counts th_env_counts(const struct th_env *env) {
    return env != NULL ? env->counts : (struct th_env_counts){0};
}

const char *th_env_fault(const struct th_env *env) {
    return env != NULL ? env->first_fault : "";
}

/* ---- text ---- */

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
    return env->game->action_text(env->games[game].episode.state, (th_action)action, out, size);
}
