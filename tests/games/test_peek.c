/* Nobody peeks: in games where something is hidden, every registered bot answers the same when
 * what it may not know is exchanged for another world that agrees with what it knows. A new game
 * or bot is held to it without a line here. */
#include "cmocka_includes.h"
#include "learn/model.h"
#include "learn/policy_value.h"
#include "making.h"
#include "scale.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BOTS_MAX = 32, WORLDS = 2 };

/* A state, a world exchanged for it, and what a seat sees of both. */
struct rooms {
    struct th_state *state, *world, *view, *other_view;
};

static struct rooms make_rooms(const struct th_game *game, const struct th_options *options) {
    struct th_error e;
    struct rooms r = {th_state_new(game, options, &e), th_state_new(game, options, &e),
                      th_state_new(game, options, &e), th_state_new(game, options, &e)};
    assert_true(r.state != NULL && r.world != NULL && r.view != NULL && r.other_view != NULL);
    return r;
}

static void drop_rooms(struct rooms *r) {
    free(r->state);
    free(r->world);
    free(r->view);
    free(r->other_view);
}

/* Writes a network with random parameters, for the bot puct. */
static void write_network(const struct th_game *game, const char *path) {
    struct th_error e = {""};
    struct th_options options;
    struct th_rng rng = th_rng_seeded(9);
    th_options_init(&options, game->options);
    const struct network_shape shape = {
        .layers = 2,
        .size = {th_game_observations(game, &options, &e), 16,
                 policy_value_outputs(game->action_count, th_game_seats(game, &options, &e))}};
    struct model m = {.kind = "selfplay"};
    snprintf(m.game, sizeof m.game, "%s", game->name);
    snprintf(m.layout, sizeof m.layout, "%s", game->learning->observation_layout);
    assert_true(network_make(&m.network, &shape, &e));
    network_begin(&m.network, &rng);
    if (!model_write(&m, path, &e)) fail_msg("%s", e.text);
    network_drop(&m.network);
}

/* All bots of the game, those that search with a small budget. */
static int make_bots(const struct th_game *game, struct bot bots[BOTS_MAX]) {
    struct th_bot_entry entry;
    int n = 0;
    char directory[] = "/tmp/tahur-peek-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/model", directory);
    if (game->learning != NULL) write_network(game, path);
    for (int i = 0; n < BOTS_MAX && th_bot_at(game, i, &entry); i++) {
        if (entry.kind == NULL || entry.kind->outside) continue; /* a short name of another */
        char spec[128];
        snprintf(spec, sizeof spec, "%s", entry.name);
        for (const struct th_option *o = entry.kind->options; o != NULL && o->name != NULL; o++)
            if (strcmp(o->name, "iterations") == 0)
                snprintf(spec, sizeof spec, "%s:iterations=20,memory=16", entry.name);
        if (strcmp(entry.name, "puct") == 0)
            snprintf(spec, sizeof spec, "puct:iterations=20,memory=16,model=%s", path);
        bots[n++] = make_bot(game, spec);
    }
    unlink(path);
    rmdir(directory);
    return n;
}

static int answer(struct bot *bot, const struct th_game *game, const struct th_state *view,
                  int seat, struct th_rng rng) {
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(view, legal);
    if (bot->kind->begin != NULL) bot->kind->begin(bot->self, view, seat);
    const struct th_ask ask = {game, view, seat, legal, n, &rng, NULL, NULL};
    return bot->kind->choose(bot->self, &ask);
}

/* Returns whether the exchanged world is really another. */
static bool exchange(const struct th_game *game, struct rooms *r, int seat, struct bot bots[],
                     int bot_count, struct th_rng *rng) {
    th_action legal[2][TH_LEGAL_MAX];
    game->view(r->state, seat, r->view);
    game->guess(r->view, seat, rng, r->world);
    game->view(r->world, seat, r->other_view);
    assert_memory_equal(r->other_view, r->view, game->state_size);
    const int mover = game->mover(r->state);
    assert_int_equal(game->mover(r->world), mover);
    assert_int_equal(game->mover(r->view), mover);
    if (mover == seat) {
        const int n = game->legal(r->state, legal[0]);
        assert_int_equal(game->legal(r->world, legal[1]), n);
        assert_memory_equal(legal[0], legal[1], (size_t)n * sizeof legal[0][0]);
        const struct th_rng same = *rng;
        for (int i = 0; i < bot_count && n > 1; i++)
            assert_int_equal(answer(&bots[i], game, r->view, seat, same),
                             answer(&bots[i], game, r->other_view, seat, same));
    }
    return memcmp(r->world, r->state, game->state_size) != 0;
}

static void random_step(const struct th_game *game, struct th_state *s, struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    if (game->mover(s) == TH_CHANCE) {
        game->apply(s, th_chance_pick(game, s, th_rng_next(rng)));
        return;
    }
    const int n = game->legal(s, legal);
    game->apply(s, legal[th_rng_below(rng, (uint32_t)n)]);
}

/* The game's options, its choices taken at random. */
static struct th_options any_options(const struct th_game *game, struct th_rng *rng) {
    struct th_options options;
    struct th_error e;
    th_options_init(&options, game->options);
    for (const struct th_option *o = game->options; o != NULL && o->name != NULL; o++) {
        if (o->kind != TH_CHOICE) continue;
        uint32_t n = 0;
        while (o->choices[n] != NULL) n++;
        assert_true(
            th_options_set(&options, game->name, o->name, o->choices[th_rng_below(rng, n)], &e));
    }
    return options;
}

static void every_bot_answers_the_same_in_every_world_that_it_cannot_tell_apart(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int g = 0; th_game_at(g) != NULL; g++) {
        const struct th_game *game = th_game_at(g);
        struct bot bots[BOTS_MAX];
        long exchanged = 0, positions = 0;
        if (game->view == NULL) continue;
        assert_non_null(game->guess);
        const int bot_count = make_bots(game, bots);
        assert_true(bot_count > 0);
        while (positions < test_scale(5000)) {
            const struct th_options options = any_options(game, &rng);
            struct rooms r = make_rooms(game, &options);
            for (; game->mover(r.state) != TH_OVER; random_step(game, r.state, &rng)) {
                if (game->mover(r.state) < 0) continue;
                for (int seat = 0; seat < game->seats(r.state); seat++)
                    for (int k = 0; k < WORLDS; k++)
                        exchanged += exchange(game, &r, seat, bots, bot_count, &rng);
                positions++;
            }
            drop_rooms(&r);
        }
        assert_true(exchanged > positions); /* of two seats and two worlds */
        for (int i = 0; i < bot_count; i++) drop_bot(&bots[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_answers_the_same_in_every_world_that_it_cannot_tell_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
