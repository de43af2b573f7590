/* One match: fair chance, openings, faults, and that it depends on nothing but its number. */
#include "core/match.h"

#include "cmocka_includes.h"
#include "games/cantstop/board.h"
#include "making.h"
#include <string.h>

/* A table that takes down every action and outcome of a game as it is applied. */
static struct {
    int seat_of_turn[1000], outcome[1000], turn[1000], chances;
    th_action action[2000];
    int actions;
} tape;

static void taping_apply(struct th_state *s, th_action a) {
    const int mover = cantstop_game.mover(s);
    if (mover == TH_CHANCE && tape.chances < 1000) {
        tape.turn[tape.chances] = (int)cantstop_game.chance_key(s);
        tape.outcome[tape.chances++] = (int)a;
    }
    if (mover >= 0 && tape.actions < 2000) tape.action[tape.actions++] = a;
    cantstop_game.apply(s, a);
}

static struct match_result play(const char *const specs[4], uint64_t index, uint64_t seed,
                                uint32_t random_plies) {
    struct th_game taping = cantstop_game;
    taping.apply = taping_apply;
    taping.play_on = NULL;
    memset(&tape, 0, sizeof tape);
    struct cantstop start, state;
    cantstop_start(&start, 4, 0);
    const struct match_rules rules = {.game = &taping,
                                      .start = (struct th_state *)(void *)&start,
                                      .seed = th_seed_of(seed),
                                      .max_turns = 4000,
                                      .random_plies = random_plies};
    struct bot bots[4];
    struct match_result result;
    for (int i = 0; i < 4; i++) bots[i] = make_bot(&cantstop_game, specs[i]);
    match_play(&rules, bots, match_number(index, 4), (struct th_state *)(void *)&state, NULL,
               &result);
    for (int i = 0; i < 4; i++) drop_bot(&bots[i]);
    return result;
}

static const char *const random_four[] = {"random", "random", "random", "random"};
static const char *const steady_four[] = {"max-rolls:n=4", "max-rolls:n=4", "max-rolls:n=4",
                                          "max-rolls:n=4"};
static const char *const mixed_four[] = {"risk-stop", "max-rolls:n=2", "random", "glenn-aloi"};

static void a_game_depends_on_its_seed_and_number_alone(void **state) {
    (void)state;
    const struct match_result first = play(random_four, 5, 1, 0);
    play(mixed_four, 9, 2, 0); /* something else in between */
    const struct match_result again = play(random_four, 5, 1, 0);
    assert_memory_equal(&first, &again, sizeof first);
    assert_true(first.digest != play(random_four, 6, 1, 0).digest);
    assert_true(first.digest != play(random_four, 5, 2, 0).digest);
}

static void games_of_a_block_share_their_luck_and_others_do_not(void **state) {
    (void)state;
    const uint64_t digest = play(steady_four, 8, 1, 0).digest;
    for (uint64_t index = 9; index < 12; index++)
        assert_true(play(steady_four, index, 1, 0).digest == digest);
    assert_true(play(steady_four, 12, 1, 0).digest != digest);
    assert_true(play(steady_four, 7, 1, 0).digest != digest);
}

/* The n-th roll of a turn is the same whoever plays, and whatever was rolled before. */
static void luck_is_shared_turn_by_turn_whatever_happens_in_between(void **state) {
    (void)state;
    play(steady_four, 0, 1, 0);
    int known[1000][40], count[1000] = {0};
    for (int i = 0; i < tape.chances; i++) {
        const int turn = tape.turn[i];
        if (turn < 1000 && count[turn] < 40) known[turn][count[turn]++] = tape.outcome[i];
    }
    play(mixed_four, 1, 1, 0);
    int compared = 0, nth = 0;
    for (int i = 0; i < tape.chances; i++) {
        const int turn = tape.turn[i];
        nth = i > 0 && tape.turn[i - 1] == turn ? nth + 1 : 0;
        if (turn >= 1000 || nth >= count[turn]) continue;
        assert_int_equal(tape.outcome[i], known[turn][nth]);
        compared++;
    }
    assert_true(compared > 30);
}

static void random_plies_are_the_same_for_the_games_of_a_block(void **state) {
    (void)state;
    enum { PLIES = 12 };
    th_action opening[PLIES];
    play(mixed_four, 4, 1, PLIES);
    memcpy(opening, tape.action, sizeof opening);
    static const char *const rotated[] = {"max-rolls:n=2", "random", "glenn-aloi", "risk-stop"};
    play(rotated, 5, 1, PLIES);
    assert_memory_equal(opening, tape.action, sizeof opening);
    play(mixed_four, 8, 1, PLIES);
    assert_memory_not_equal(opening, tape.action, sizeof opening);
}

static void random_plies_are_not_counted_in_the_metrics(void **state) {
    (void)state;
    const struct match_result all_random = play(steady_four, 0, 1, 1000000);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < TH_COUNTERS_MAX; k++) assert_int_equal(all_random.counters[i][k], 0);
}

static void the_starter_rotates(void **state) {
    (void)state;
    for (uint64_t game = 0; game < 8; game++) {
        assert_int_equal(match_seat((int)(game % 4), game, 4), 0);
        bool taken[4] = {false};
        for (int bot = 0; bot < 4; bot++) {
            const int seat = match_seat(bot, game, 4);
            assert_int_equal(seat, ((bot - (int)game) % 4 + 4) % 4);
            taken[seat] = true;
        }
        assert_true(taken[0] && taken[1] && taken[2] && taken[3]);
    }
}

static void a_game_that_reaches_the_most_turns_is_unfinished(void **state) {
    (void)state;
    struct cantstop start, now;
    cantstop_start(&start, 2, 0);
    const struct match_rules rules = {.game = &cantstop_game,
                                      .start = (struct th_state *)(void *)&start,
                                      .seed = th_seed_of(1),
                                      .max_turns = 30};
    struct bot bots[2] = {make_bot(&cantstop_game, "always-continue"),
                          make_bot(&cantstop_game, "always-continue")};
    struct match_result r;
    match_play(&rules, bots, match_number(0, 2), (struct th_state *)(void *)&now, NULL, &r);
    assert_int_equal(r.end, MATCH_UNFINISHED);
    assert_int_equal(r.turns, 30);
    assert_true(r.payoff[0] == 0 && r.payoff[1] == 0);
    drop_bot(&bots[0]);
    drop_bot(&bots[1]);
}

/* ---- a bot at fault ---- */

static int choose_nonsense(void *self, const struct th_ask *ask) {
    (void)self, (void)ask;
    return 12345; /* the list is shorter */
}

static void an_illegal_answer_loses_the_game(void **state) {
    (void)state;
    static const struct th_bot_kind nonsense = {.name = "nonsense", .choose = choose_nonsense};
    struct cantstop start, now;
    cantstop_start(&start, 2, 0);
    const struct match_rules rules = {.game = &cantstop_game,
                                      .start = (struct th_state *)(void *)&start,
                                      .seed = th_seed_of(1),
                                      .max_turns = 4000};
    struct bot bots[2] = {make_bot(&cantstop_game, "random"), {.kind = &nonsense}};
    struct match_result r;
    match_play(&rules, bots, match_number(0, 2), (struct th_state *)(void *)&now, NULL, &r);
    assert_int_equal(r.end, MATCH_FAULT);
    assert_int_equal(r.fault, TH_FAULT_ILLEGAL);
    assert_int_equal(r.fault_seat, 1);
    assert_true(r.payoff[0] == 1.0 && r.payoff[1] == 0.0);
    drop_bot(&bots[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_depends_on_its_seed_and_number_alone),
        cmocka_unit_test(games_of_a_block_share_their_luck_and_others_do_not),
        cmocka_unit_test(luck_is_shared_turn_by_turn_whatever_happens_in_between),
        cmocka_unit_test(random_plies_are_the_same_for_the_games_of_a_block),
        cmocka_unit_test(random_plies_are_not_counted_in_the_metrics),
        cmocka_unit_test(the_starter_rotates),
        cmocka_unit_test(a_game_that_reaches_the_most_turns_is_unfinished),
        cmocka_unit_test(an_illegal_answer_loses_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
