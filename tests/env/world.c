#include "world.h"

#include "cmocka_includes.h"
#include <stdlib.h>

void *test_room(size_t count, size_t size) {
    void *p = calloc(count, size);
    assert_non_null(p);
    return p;
}

struct world world_open(const struct th_env_settings *settings) {
    struct th_error e = {""};
    struct world w = {.env = th_env_new(settings, &e)};
    if (w.env == NULL) fail_msg("%s", e.text);
    w.shape = th_env_shape(w.env);
    const size_t games = (size_t)w.shape.games;
    const size_t numbers = games * (size_t)w.shape.observation;
    w.actions = test_room(games, sizeof *w.actions);
    w.to = (struct th_env_buffers){.observations = test_room(numbers, sizeof(float)),
                                   .masks = test_room(games, (size_t)w.shape.actions),
                                   .actions = w.actions,
                                   .rewards = test_room(games, sizeof(float)),
                                   .terminals = test_room(games, 1),
                                   .truncations = test_room(games, 1),
                                   .seats = test_room(games, sizeof(int32_t)),
                                   .finals = test_room(numbers, sizeof(float)),
                                   .faults = test_room(games, 1),
                                   .seat_rewards =
                                       test_room(games * (size_t)w.shape.seats, sizeof(float)),
                                   .illegals = test_room(games, 1)};
    th_env_attach(w.env, &w.to);
    return w;
}

void world_close(struct world *w) {
    th_env_drop(w->env);
    free(w->to.observations);
    free(w->to.masks);
    free(w->actions);
    free(w->to.rewards);
    free(w->to.terminals);
    free(w->to.truncations);
    free(w->to.seats);
    free(w->to.finals);
    free(w->to.faults);
    free(w->to.seat_rewards);
    free(w->to.illegals);
}

void world_reset(struct world *w, uint64_t seed) {
    struct th_error e = {""};
    if (!th_env_reset(w->env, seed, &e)) fail_msg("%s", e.text);
}

void world_step(struct world *w) {
    struct th_error e = {""};
    if (!th_env_step(w->env, &e)) fail_msg("%s", e.text);
}

int32_t world_random_action(const struct world *w, int g, uint64_t number, uint64_t at) {
    const uint8_t *mask = w->to.masks + (size_t)g * (size_t)w->shape.actions;
    struct th_rng rng = th_rng_seeded(th_mix2(number, at));
    uint32_t n = 0;
    for (int a = 0; a < w->shape.actions; a++) n += mask[a];
    assert_true(n >= 2);
    uint32_t skip = th_rng_below(&rng, n);
    int a = 0;
    while (!mask[a] || skip-- > 0) a++;
    return a;
}

void world_random_actions(struct world *w, uint64_t first, uint64_t at) {
    for (int g = 0; g < w->shape.games; g++)
        w->actions[g] = world_random_action(w, g, first + (uint64_t)g, at);
}
