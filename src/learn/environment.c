/* A game of two seats or more as an environment: the learner against bots. */
#include "environment.h"

#include "symmetries.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int versus_seats(const struct th_game *game, const struct th_options *options, struct th_error *e) {
    if (th_game_observations(game, options, e) == 0) return 0;
    const int seats = th_game_seats(game, options, e);
    if (seats == 1) th_fail(e, "alone there is nothing to win: learning needs two seats or more");
    return seats > 1 ? seats : 0;
}

bool versus_make(struct versus *v, const struct th_game *game, const struct th_options *options,
                 struct th_error *e) {
    *v = (struct versus){.game = game, .seats = versus_seats(game, options, e)};
    if (v->seats == 0) return false;
    v->start = th_state_new(game, options, e);
    v->state = v->start != NULL ? th_state_new(game, options, e) : NULL;
    v->view = v->state != NULL ? th_state_new(game, options, e) : NULL;
    if (v->view != NULL && symmetries_check(game, v->start, e)) return true;
    versus_drop(v);
    return false;
}

void versus_drop(struct versus *v) {
    free(v->start);
    free(v->state);
    free(v->view);
    *v = (struct versus){0};
}

static void update_view(struct versus *v) {
    if (v->game->view != NULL)
        v->game->view(v->state, v->seat, v->view);
    else
        memcpy(v->view, v->state, v->game->state_size);
}

/* Continues to the learner's next decision; returns what ended the game if there is none. */
static enum episode_end go_on(struct versus *v) {
    const enum episode_end end = episode_go_on(v->game, &v->episode);
    if (end == EPISODE_ASKS) update_view(v);
    return end;
}

static bool reset(void *self, uint64_t seed) {
    struct versus *v = self;
    struct episode *e = &v->episode;
    struct th_rng rng = th_rng_seeded(seed);
    assert(v->opponents > 0);
    memcpy(v->state, v->start, v->game->state_size);
    v->seat = (int)th_rng_below(&rng, (uint32_t)v->seats);
    *e = (struct episode){
        .state = v->state, .view = v->view, .legal = v->legal, .max_turns = UINT32_MAX};
    for (int k = 0; k < v->seats - 1; k++) {
        v->other[k] = (int)th_rng_below(&rng, (uint32_t)v->opponents);
        e->bot[(v->seat + 1 + k) % v->seats] = &v->opponent[v->other[k]].copy[k];
    }
    e->luck = th_rng_seeded(th_rng_next(&rng));
    e->rng = th_rng_seeded(th_rng_next(&rng));
    episode_begin(v->game, e);
    return go_on(v) == EPISODE_ASKS;
}

static void observe(const void *self, float out[]) {
    const struct versus *v = self;
    v->game->learning->observe(v->view, v->seat, out);
}

static void legal(const void *self, bool out[]) {
    const struct versus *v = self;
    memset(out, 0, (size_t)v->game->action_count * sizeof *out);
    for (int i = 0; i < v->episode.n; i++) out[v->legal[i]] = true;
}

static struct environment_step step(void *self, int action) {
    struct versus *v = self;
    v->game->apply(v->state, (th_action)action);
    const enum episode_end end = go_on(v);
    if (end == EPISODE_ASKS) return (struct environment_step){0};
    double payoff[TH_SEATS_MAX];
    episode_finish(v->game, &v->episode, end, payoff);
    const double reward = (v->seats * payoff[v->seat] - 1) / (v->seats - 1);
    return (struct environment_step){.reward = (float)reward, .done = true};
}

struct environment versus_environment(const struct versus *v) {
    return (struct environment){.observation = v->game->learning->observations(v->start),
                                .actions = v->game->action_count,
                                .reset = reset,
                                .observe = observe,
                                .legal = legal,
                                .step = step};
}
