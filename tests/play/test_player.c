/* Bots that are asked in games of others: every game, legal actions, nothing seen that is hidden.
 */
#include "cmocka_includes.h"
#include "tahur/player.h"
#include "tahur/registry.h"
#include <stdlib.h>
#include <string.h>

static struct th_player *make_player(const struct th_game *game, const struct th_options *o,
                                     const char *bot) {
    struct th_error e = {""};
    struct th_player *p = th_player_new(game, o, bot, &e);
    if (p == NULL) fail_msg("%s: %s", bot, e.text);
    return p;
}

/* Plays a game out with a bot in every seat; how it ended, as a hash of what was done. */
static uint64_t play(const struct th_game *game, struct th_player *const players[], uint64_t seed) {
    struct th_error e;
    struct th_options o;
    th_options_init(&o, game->options);
    struct th_state *s = th_state_new(game, &o, &e);
    struct th_rng luck = th_rng_seeded(seed);
    const int seats = game->seats(s);
    uint64_t hash = 0;
    for (int i = 0; i < seats; i++) th_player_begin(players[i], s, i, seed + (uint64_t)i);
    int seat;
    while ((seat = game->mover(s)) != TH_OVER) {
        th_action a;
        if (seat == TH_CHANCE)
            a = th_chance_pick(game, s, th_rng_next(&luck));
        else
            assert_int_equal(th_player_ask(players[seat], s, &a), TH_NO_FAULT);
        assert_true(th_is_possible(game, s, a));
        hash = th_mix2(hash, a);
        game->apply(s, a);
    }
    double payoff[TH_SEATS_MAX];
    game->payoff(s, payoff);
    for (int i = 0; i < seats; i++) th_player_end(players[i], payoff);
    free(s);
    return hash;
}

static void the_same_seed_is_the_same_game_of_the_same_or_another_player(void **state) {
    (void)state;
    const struct th_game *game;
    for (int g = 0; (game = th_game_at(g)) != NULL; g++) {
        struct th_options o;
        th_options_init(&o, game->options);
        struct th_player *players[TH_SEATS_MAX], *others[TH_SEATS_MAX];
        for (int i = 0; i < TH_SEATS_MAX; i++) {
            players[i] = make_player(game, &o, "mcts:iterations=20");
            others[i] = make_player(game, &o, "mcts:iterations=20");
        }
        const uint64_t first = play(game, players, 1);
        assert_true(play(game, players, 2) != first);
        assert_true(play(game, players, 1) == first);
        assert_true(play(game, others, 1) == first);
        for (int i = 0; i < TH_SEATS_MAX; i++) {
            th_player_drop(players[i]);
            th_player_drop(others[i]);
        }
    }
}

/* Where something is hidden, any world that looks the same to the seat gives the same answer. */
static void a_player_does_not_see_what_is_hidden(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    const struct th_game *game = th_game_find("kittens", &spec, &e);
    struct th_player *p = make_player(game, &spec.options, "mcts:iterations=50");
    struct th_state *s = th_state_new(game, &spec.options, &e),
                    *view = th_state_new(game, &spec.options, &e),
                    *world = th_state_new(game, &spec.options, &e);
    struct th_rng rng = th_rng_seeded(1);
    int seat, others = 0;
    while ((seat = game->mover(s)) != TH_OVER) {
        th_action a, again;
        if (seat == TH_CHANCE) {
            a = th_chance_pick(game, s, th_rng_next(&rng));
        } else {
            game->view(s, seat, view);
            game->guess(view, seat, &rng, world);
            others += memcmp(s, world, game->state_size) != 0;
            th_player_begin(p, s, seat, 3);
            assert_int_equal(th_player_ask(p, s, &a), TH_NO_FAULT);
            th_player_begin(p, world, seat, 3);
            assert_int_equal(th_player_ask(p, world, &again), TH_NO_FAULT);
            assert_int_equal(a, again);
        }
        game->apply(s, a);
    }
    assert_true(others > 0);
    th_player_drop(p);
    free(s);
    free(view);
    free(world);
}

static void faults_have_names(void **state) {
    (void)state;
    assert_string_equal(th_fault_name(TH_NO_FAULT), "none");
    assert_string_equal(th_fault_name(TH_FAULT_ILLEGAL), "illegal");
    assert_string_equal(th_fault_name(TH_FAULT_MEMORY), "memory");
    assert_null(th_fault_name(1));
    assert_null(th_fault_name(TH_FAULT_MEMORY - 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_is_the_same_game_of_the_same_or_another_player),
        cmocka_unit_test(a_player_does_not_see_what_is_hidden),
        cmocka_unit_test(faults_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
