/* What every game of the registry promises in its table (include/tahur/game.h), in random play. A
 * new game is held to it without a line here. */
#include "cmocka_includes.h"
#include "scale.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <stdlib.h>
#include <string.h>

/* Written and read again, an action is the same. */
static void assert_action_reads_back(const struct th_game *game, const struct th_state *s,
                                     th_action a) {
    char text[64];
    struct th_error e;
    th_action read;
    game->action_text(s, a, text, sizeof text);
    if (!game->parse_action(s, text, &read, &e)) fail_msg("%s: %s", text, e.text);
    assert_int_equal(read, a);
}

/* Written and read again, a position is written the same and waits for the same. */
static void assert_position_reads_back(const struct th_game *game, const struct th_state *s,
                                       struct th_state *room) {
    char text[1024], again[1024];
    struct th_error e;
    game->position_text(s, text, sizeof text);
    if (!game->parse_position(room, text, &e)) fail_msg("%s: %s", text, e.text);
    assert_string_equal(game->position_text(room, again, sizeof again), text);
    assert_int_equal(game->mover(room), game->mover(s));
    assert_int_equal(game->turns(room), game->turns(s));
}

static th_action seat_action(const struct th_game *game, const struct th_state *s,
                             struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(s, legal);
    assert_in_range(n, 1, game->max_legal);
    for (int i = 0; i < n; i++) {
        assert_true((int)legal[i] < game->action_count);
        assert_true(i == 0 || legal[i - 1] < legal[i]);
    }
    return legal[th_rng_below(rng, (uint32_t)n)];
}

static th_action chance_action(const struct th_game *game, const struct th_state *s,
                               struct th_rng *rng) {
    struct th_outcome outcomes[256];
    const uint64_t bits = th_rng_next(rng);
    const int n = game->outcomes(s, outcomes);
    assert_in_range(n, 1, game->outcome_count);
    for (int i = 0; i < n; i++) {
        assert_true(outcomes[i].weight > 0 && (int)outcomes[i].action < game->outcome_count);
        assert_true(i == 0 || outcomes[i - 1].action < outcomes[i].action);
    }
    assert_int_equal(th_chance_pick(game, s, bits), th_chance_by_weight(game, s, bits));
    return th_chance_pick(game, s, bits);
}

/* One game to its end, or for so many plies. */
static void play(const struct th_game *game, struct th_rng *rng, int most_plies) {
    struct th_options options;
    struct th_error e;
    th_options_init(&options, game->options);
    struct th_state *s = th_state_new(game, &options, &e);
    struct th_state *room = th_state_new(game, &options, &e);
    assert_true(s != NULL && room != NULL && game->state_size > 0);
    assert_in_range(game->seats(s), game->min_seats, game->max_seats);
    int mover;
    while ((mover = game->mover(s)) != TH_OVER && most_plies-- > 0) {
        assert_true(mover == TH_CHANCE || (mover >= 0 && mover < game->seats(s)));
        const uint32_t turns = game->turns(s);
        const th_action a =
            mover == TH_CHANCE ? chance_action(game, s, rng) : seat_action(game, s, rng);
        assert_action_reads_back(game, s, a);
        assert_position_reads_back(game, s, room);
        game->apply(s, a);
        assert_true(game->turns(s) >= turns);
    }
    if (mover == TH_OVER) {
        double payoff[TH_SEATS_MAX], sum = 0;
        game->payoff(s, payoff);
        for (int i = 0; i < game->seats(s); i++) sum += payoff[i];
        assert_true(sum == 1.0);
    }
    free(s);
    free(room);
}

static void every_game_keeps_the_promises_of_its_table(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int i = 0; th_game_at(i) != NULL; i++)
        for (long k = 0; k < test_scale(100) + 3; k++) play(th_game_at(i), &rng, 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_keeps_the_promises_of_its_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
