/* Creates and frees environments. */
#include "env_own.h"
#include "tahur/registry.h"
#include <assert.h>
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
    if (s->opening_count < 0 || s->opening_count > TH_ENV_OPENINGS_MAX)
        return th_fail(e, "an environment has 0 to %d openings, not %d", TH_ENV_OPENINGS_MAX,
                       s->opening_count);
    if (s->opening_count > 0 && s->openings == NULL)
        return th_fail(e, "the environment has %d openings, but no list of them: it is NULL",
                       s->opening_count);
    if (s->autoreset != TH_ENV_SAME_STEP && s->autoreset != TH_ENV_NEXT_STEP)
        return th_fail(e, "there is no autoreset mode %d", (int)s->autoreset);
    if (s->illegal != TH_ENV_REFUSE && s->illegal != TH_ENV_LOSE && s->illegal != TH_ENV_RANDOM)
        return th_fail(e, "there is no rule %d for illegal actions", (int)s->illegal);
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
                      struct th_error *e) {
    struct th_spec spec;
    const struct th_bot_kind *kind = th_bot_find(env->game, text, &spec, e);
    if (kind == NULL) return false;
    memcpy(bots->spec, spec.text, sizeof bots->spec);
    bots->bot = calloc((size_t)env->shape.games, sizeof *bots->bot);
    if (bots->bot == NULL) return th_fail(e, "out of memory");
    int copies = 1; /* the first one knows whether there must be more */
    for (; bots->copies < copies; bots->copies++) {
        void *self = th_bot_make(kind, env->game, &env->options, &spec.options, e);
        if (self == NULL) return false;
        if (th_bot_remembers(kind, self)) copies = env->shape.games;
        bots->bot[bots->copies] = (struct bot){.kind = kind, .self = self};
    }
    return true;
}

static bool make_pool(struct th_env *env, const struct th_env_settings *s, struct th_error *e) {
    for (int i = 0; i < s->opponent_count; i++) { /* all names are checked before a bot is made */
        struct th_spec spec;
        if (s->opponents[i] == NULL) return th_fail(e, "opponent %d has no name", i);
        if (th_bot_find(env->game, s->opponents[i], &spec, e) == NULL) return false;
    }
    do
        for (int i = 0; i < s->opponent_count; i++) {
            struct env_bots *bots = &env->pool[env->pool_size++];
            if (!make_bots(env, bots, s->opponents[i], e)) return false;
        }
    while (s->opponent_count > 0 && env->pool_size < env->shape.seats - 1);
    return true;
}

/* Reads one more opening, of which the text is not ours to take apart. */
static bool add_opening(struct th_env *env, struct openings *to, const char *text,
                        struct th_error *e) {
    char *line = strdup(text);
    if (line == NULL) return th_fail(e, "out of memory");
    const bool ok = openings_add(to, line, env->game, &env->options, e);
    free(line);
    return ok;
}

static bool make_openings(struct th_env *env, const struct th_env_settings *s, struct th_error *e) {
    for (int i = 0; i < s->opening_count; i++) {
        struct th_error why;
        if (s->openings[i] == NULL) return th_fail(e, "opening %d has no text", i);
        if (!add_opening(env, &env->openings, s->openings[i], &why))
            return th_fail(e, "opening %d: %s", i, why.text);
    }
    return true;
}

/* The number of a seat's action before those that do not exist are left out; -1: it is one. */
static int raw_number(const struct th_env *env, int seat, th_action a) {
    const struct th_game *game = env->game;
    if (a == game->resignation && a != 0) return -1;
    if (game->has_action != NULL && !game->has_action(env->start, a)) return -1;
    if (game->learning->seat_action == NULL) return (int)a;
    const int number = game->learning->seat_action(env->start, seat, a);
    assert(number < game->action_count);
    return number;
}

/* Numbers the actions that exist for any seat. */
static bool make_numbers(struct th_env *env, struct th_error *e) {
    const int all = env->game->action_count, seats = env->shape.seats;
    int32_t *place = calloc((size_t)all, sizeof *place); /* by raw number */
    env->own_number = calloc((size_t)(seats * all), sizeof *env->own_number);
    env->game_number = calloc((size_t)(seats * all), sizeof *env->game_number);
    if (place == NULL || env->own_number == NULL || env->game_number == NULL) {
        free(place);
        return th_fail(e, "out of memory");
    }
    for (int i = 0; i < seats * all; i++) {
        const int raw = raw_number(env, i / all, (th_action)(i % all));
        env->own_number[i] = raw;
        if (raw >= 0) place[raw] = 1;
    }
    for (int raw = 0; raw < all; raw++) place[raw] = place[raw] != 0 ? env->shape.actions++ : -1;
    for (int i = 0; i < seats * env->shape.actions; i++) env->game_number[i] = -1;
    for (int i = 0; i < seats * all; i++) {
        if (env->own_number[i] < 0) continue;
        const int own = env->own_number[i] = place[env->own_number[i]];
        env->game_number[i / all * env->shape.actions + own] = i % all;
        env->renumbered |= own != i % all;
    }
    free(place);
    return true;
}

/* Allocates the games and what step needs. */
static bool make_room(struct th_env *env, uint32_t max_turns, struct th_error *e) {
    const size_t games = (size_t)env->shape.games;
    const size_t stride = (env->game->state_size + LINE - 1) / LINE * LINE;
    env->words = (env->shape.actions + 63) / 64;
    env->games = calloc(games, sizeof *env->games);
    env->origins = calloc(games, sizeof *env->origins);
    env->may = calloc(games * (size_t)env->words, sizeof *env->may);
    env->legal = calloc((size_t)env->game->max_legal, sizeof *env->legal);
    env->states = aligned_alloc(LINE, games * stride);
    if (env->games == NULL || env->origins == NULL || env->may == NULL || env->legal == NULL ||
        env->states == NULL)
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
    env->options = spec.options;
    const int seats = th_game_seats(env->game, &env->options, e);
    const int observations = seats > 0 ? th_game_observations(env->game, &env->options, e) : 0;
    if (observations == 0 || !check(s, seats, e)) return false;
    env->self_play = s->opponent_count == 0;
    env->first = s->first;
    env->seat = s->seat;
    env->random_plies = s->random_plies;
    env->autoreset = s->autoreset;
    env->illegal = s->illegal;
    env->loss = seats > 1 ? -1.0F / (float)(seats - 1) : 0;
    env->shape =
        (struct th_env_shape){.games = s->games, .seats = seats, .observation = observations};
    env->start = th_state_new(env->game, &env->options, e);
    env->view = env->start != NULL ? th_state_new(env->game, &env->options, e) : NULL;
    return env->view != NULL && make_numbers(env, e) && make_room(env, s->max_turns, e) &&
           make_openings(env, s, e) && make_pool(env, s, e);
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
    openings_drop(&env->openings);
    openings_drop(&env->given);
    free(env->own_number);
    free(env->game_number);
    free(env->games);
    free(env->origins);
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

bool th_env_start_at(struct th_env *env, const char *opening, struct th_error *e) {
    struct openings given = {0};
    if (env == NULL) return th_fail(e, "there is no environment: it is NULL");
    if (opening != NULL && !add_opening(env, &given, opening, e)) {
        openings_drop(&given);
        return false;
    }
    openings_drop(&env->given);
    env->given = given;
    return true;
}

struct th_env_counts th_env_counts(const struct th_env *env) {
    return env != NULL ? env->counts : (struct th_env_counts){0};
}

const char *th_env_fault(const struct th_env *env) {
    return env != NULL ? env->first_fault : "";
}
