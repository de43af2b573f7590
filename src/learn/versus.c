#include "versus.h"

#include <stdlib.h>
#include <string.h>

bool versus_make(struct versus *v, const struct th_game *game, const struct th_options *options,
                 struct th_error *e) {
    *v = (struct versus){.game = game};
    if (game->observe == NULL)
        return th_fail(e, "%s cannot be learned: it has no observations", game->name);
    assert(game->observation <= TH_OBSERVATION_MAX);
    const int seats = th_game_seats(game, options, e);
    if (seats == 0) return false;
    if (seats != 2) return th_fail(e, "learning wants two seats, not %d", seats);
    v->start = th_state_new(game, options, e);
    v->state = v->start != NULL ? th_state_new(game, options, e) : NULL;
    v->view = v->state != NULL ? th_state_new(game, options, e) : NULL;
    if (v->view != NULL) return true;
    versus_drop(v);
    return false;
}

void versus_drop(struct versus *v) {
    free(v->start);
    free(v->state);
    free(v->view);
    *v = (struct versus){0};
}

static void see(struct versus *v, int seat) {
    if (v->game->view != NULL)
        v->game->view(v->state, seat, v->view);
    else
        memcpy(v->view, v->state, v->game->state_size);
}

/* The other's answer, as a place in the list; not one of them if it is at fault. */
static int other_place(struct versus *v, int seat, const th_action legal[], int n) {
    struct bot *bot = &v->opponent[v->other];
    if (n == 1) return 0;
    see(v, seat);
    const struct th_ask ask = {v->game, v->view, seat, legal, n, &v->rng, NULL, NULL};
    return bot->kind->choose(bot->self, &ask);
}

/* On to the learner's next decision; false: the game is over. */
static bool go_on(struct versus *v) {
    const struct th_game *game = v->game;
    int mover;
    while ((mover = game->mover(v->state)) != TH_OVER) {
        if (mover == TH_CHANCE) {
            game->apply(v->state, th_chance_pick(game, v->state, th_rng_next(&v->luck)));
            continue;
        }
        const int n = v->legal_count = game->legal(v->state, v->legal);
        if (mover != v->seat) {
            const int place = other_place(v, mover, v->legal, n);
            v->fault = place < 0 || place >= n;
            if (v->fault) return false;
            game->apply(v->state, v->legal[place]);
        } else if (n == 1) {
            game->apply(v->state, v->legal[0]);
        } else {
            see(v, v->seat);
            return true;
        }
    }
    return false;
}

static bool reset(void *self, uint64_t seed) {
    struct versus *v = self;
    struct th_rng rng = th_rng_seeded(seed);
    assert(v->opponents > 0);
    memcpy(v->state, v->start, v->game->state_size);
    v->fault = false;
    v->seat = (int)th_rng_below(&rng, 2);
    v->other = (int)th_rng_below(&rng, (uint32_t)v->opponents);
    v->luck = th_rng_seeded(th_rng_next(&rng));
    v->rng = th_rng_seeded(th_rng_next(&rng));
    const struct bot *bot = &v->opponent[v->other];
    if (bot->kind->begin != NULL) {
        see(v, 1 - v->seat);
        bot->kind->begin(bot->self, v->view, 1 - v->seat);
    }
    return go_on(v);
}

static void observe(const void *self, float out[]) {
    const struct versus *v = self;
    v->game->observe(v->view, v->seat, out);
}

static void legal(const void *self, bool out[]) {
    const struct versus *v = self;
    memset(out, 0, (size_t)v->game->action_count * sizeof *out);
    for (int i = 0; i < v->legal_count; i++) out[v->legal[i]] = true;
}

static struct environment_step step(void *self, int action) {
    struct versus *v = self;
    v->game->apply(v->state, (th_action)action);
    if (go_on(v)) return (struct environment_step){0};
    double payoff[TH_SEATS_MAX] = {0};
    if (v->fault)
        payoff[v->seat] = 1;
    else
        v->game->payoff(v->state, payoff);
    const struct bot *bot = &v->opponent[v->other];
    if (bot->kind->end != NULL) bot->kind->end(bot->self, payoff);
    return (struct environment_step){.reward = (float)(2 * payoff[v->seat] - 1), .done = true};
}

struct environment versus_environment(const struct th_game *game) {
    return (struct environment){.observation = game->observation,
                                .actions = game->action_count,
                                .reset = reset,
                                .observe = observe,
                                .legal = legal,
                                .step = step};
}
