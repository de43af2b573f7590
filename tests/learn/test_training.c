/* Learning Kittens: the environment, networks as bots, and that something is learned. */
#include "cmocka_includes.h"
#include "games/kittens/board.h"
#include "learn/dqn.h"
#include "learn/environment.h"
#include "learn/player.h"
#include "learn/train.h"
#include "making.h"
#include <string.h>

static const struct th_game *find(const char *text, struct th_spec *spec) {
    struct th_error e = {""};
    const struct th_game *game = th_game_find(text, spec, &e);
    if (game == NULL) fail_msg("%s", e.text);
    return game;
}

static struct versus against(const char *game_text, const char *const bots[]) {
    struct versus v;
    struct th_spec spec;
    struct th_error e = {""};
    const struct th_game *game = find(game_text, &spec);
    if (!versus_make(&v, game, &spec.options, &e)) fail_msg("%s", e.text);
    for (int i = 0; bots[i] != NULL; i++) v.opponent[v.opponents++] = make_bot(game, bots[i]);
    return v;
}

static void drop(struct versus *v) {
    for (int i = 0; i < v->opponents; i++) drop_bot(&v->opponent[i]);
    versus_drop(v);
}

/* ---- the environment ---- */

/* Everything a learner is shown in a game of random actions, as one number. */
static uint64_t play(struct versus *v, uint64_t seed, float *reward) {
    const struct environment environment = versus_environment(v);
    struct th_rng rng = th_rng_seeded(seed);
    uint64_t sum = 0;
    *reward = 0;
    if (!environment.reset(v, seed)) return 0;
    for (bool done = false; !done;) {
        float seen[TH_OBSERVATION_MAX];
        bool legal[KITTENS_ACTIONS];
        int list[KITTENS_ACTIONS], n = 0;
        environment.observe(v, seen);
        environment.legal(v, legal);
        for (int a = 0; a < environment.actions; a++)
            if (legal[a]) list[n++] = a;
        assert_true(n >= 2); /* where there is no choice, no bot is asked */
        for (int i = 0; i < environment.observation; i++) {
            uint32_t bits;
            memcpy(&bits, &seen[i], sizeof bits);
            sum = th_mix2(sum, bits);
        }
        const struct environment_step step =
            environment.step(v, list[th_rng_below(&rng, (uint32_t)n)]);
        assert_true(step.done || step.reward == 0);
        *reward += step.reward;
        done = step.done;
    }
    return sum;
}

static void a_game_is_a_function_of_its_seed_alone(void **state) {
    (void)state;
    static const char *const bots[] = {"v1", "mcts:iterations=5", "random", NULL};
    struct versus one = against("kittens", bots), two = against("kittens", bots);
    float reward[2];
    for (uint64_t seed = 0; seed < 200; seed++) { /* the other way round: nothing is left over */
        const uint64_t first = play(&one, seed, &reward[0]);
        play(&two, 1000 - seed, &reward[1]);
        assert_true(play(&two, seed, &reward[1]) == first && reward[0] == reward[1]);
        assert_int_equal(one.seat, two.seat);
    }
    drop(&one);
    drop(&two);
}

static void both_seats_and_all_opponents_come_as_often(void **state) {
    (void)state;
    static const char *const bots[] = {"v1", "v2", "v3", NULL};
    struct versus v = against("kittens:rules=classic", bots);
    int seats[2] = {0}, others[3] = {0}, wins = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        float reward;
        play(&v, seed, &reward);
        assert_true(reward == 1 || reward == -1);
        wins += reward > 0;
        seats[v.seat]++;
        others[v.other]++;
    }
    assert_in_range(seats[0], 1350, 1650);
    for (int i = 0; i < 3; i++) assert_in_range(others[i], 860, 1140);
    assert_in_range(wins, 1000, 2000); /* random actions are not that bad in this game */
    drop(&v);
}

/* The learner's numbers are made of its view: another world behind it changes nothing. */
static void a_learner_sees_what_its_seat_may_know(void **state) {
    (void)state;
    static const char *const bots[] = {"random", NULL};
    struct versus v = against("kittens", bots);
    const struct environment environment = versus_environment(&v);
    struct th_rng rng = th_rng_seeded(5);
    for (uint64_t seed = 0; seed < 300; seed++) {
        float before[KITTENS_OBSERVATION], after[KITTENS_OBSERVATION];
        struct kittens world;
        if (!environment.reset(&v, seed)) continue;
        for (int steps = 0; steps < 4; steps++) {
            environment.observe(&v, before);
            v.game->guess(v.view, v.seat, &rng, (struct th_state *)(void *)&world);
            kittens_observe(&world, v.seat, after);
            assert_memory_equal(before, after, sizeof before);
            if (environment
                    .step(&v, v.legal[0] == KITTENS_PUT_TOP ? KITTENS_PUT_MIDDLE : KITTENS_DO_DRAW)
                    .done)
                break;
        }
    }
    drop(&v);
}

static void what_cannot_be_learned_is_refused(void **state) {
    (void)state;
    struct versus v;
    struct th_spec spec;
    struct th_error e = {""};
    const struct th_game *game = find("cantstop", &spec);
    assert_false(versus_make(&v, game, &spec.options, &e));
    assert_string_equal(e.text, "learning wants two seats, not 4");
}

static int no_answer(void *self, const struct th_ask *ask) {
    (void)self;
    (void)ask;
    return TH_FAULT_ILLEGAL;
}

static int no_place(void *self, const struct th_ask *ask) {
    (void)self;
    return ask->n;
}

/* As in a match, it is the loser. */
static void a_bot_that_gives_no_legal_answer_has_lost(void **state) {
    (void)state;
    static const struct th_bot_kind kinds[] = {{.name = "mute", .choose = no_answer},
                                               {.name = "beside", .choose = no_place}};
    static const char *const none[] = {NULL};
    for (int k = 0; k < 2; k++) {
        struct versus v = against("kittens", none);
        const struct environment environment = versus_environment(&v);
        v.opponent[v.opponents++] = (struct bot){.kind = &kinds[k]};
        int before = 0, after = 0;
        for (uint64_t seed = 0; seed < 50; seed++) {
            if (!environment.reset(&v, seed)) { /* it began, and was at fault at once */
                assert_int_equal(v.seat, 1);
                before++;
                continue;
            }
            const struct environment_step step = environment.step(&v, KITTENS_DO_ATTACK);
            assert_true(step.done && step.reward == 1);
            after++;
        }
        assert_true(before > 10 && after > 10);
        versus_drop(&v);
    }
}

/* ---- networks as bots ---- */

static struct dqn *learner(const struct versus *v) {
    struct th_error e = {""};
    struct dqn_settings s = dqn_defaults();
    s.hidden[0] = s.hidden[1] = 32;
    s.warm_up = 200;
    s.epsilon_games = 200;
    s.rate_games = 600;
    struct dqn *d =
        dqn_new(&s, v->game->learning->observations(v->start), v->game->action_count, &e);
    if (d == NULL) fail_msg("%s", e.text);
    return d;
}

static int choose(void *self, const struct th_ask *ask) {
    return player_choose(self, ask);
}

static struct bot network_bot(struct network *n) {
    static const struct th_bot_kind kind = {.name = "network", .choose = choose};
    return (struct bot){.kind = &kind, .self = n};
}

static struct evaluation evaluate(struct versus *v, struct network *n, uint64_t seed) {
    const struct match_rules rules = {
        .game = v->game, .start = v->start, .seed = th_seed_of(seed), .max_turns = UINT32_MAX};
    return evaluate_bot(network_bot(n), &rules, v->opponent, 1, 1000, v->state, v->view);
}

/* A network of zeros takes the first legal action, as it finds them all equal: Draw, always. */
static void of_equal_actions_the_first_is_taken(void **state) {
    (void)state;
    static const char *const bots[] = {"v2", NULL};
    struct versus v = against("kittens", bots);
    struct dqn *d = learner(&v);
    memset(d->online.parameters, 0, d->online.count * sizeof(float));
    const struct bot bot = network_bot(&d->online);
    const th_action legal[] = {KITTENS_DO_DRAW, KITTENS_DO_SKIP, KITTENS_DO_ATTACK};
    struct th_rng rng = th_rng_seeded(1);
    const struct th_ask ask = {v.game, v.start, 0, legal, 3, &rng, NULL, NULL};
    assert_int_equal(bot.kind->choose(bot.self, &ask), 0);
    const size_t biases = network_biases_at(&d->online.shape, d->online.shape.layers - 1);
    d->online.parameters[biases + KITTENS_DO_ATTACK] = 1;
    d->online.parameters[biases + KITTENS_DO_SHUFFLE] = 2; /* best, but not legal */
    assert_int_equal(bot.kind->choose(bot.self, &ask), 2);
    dqn_drop(d);
    drop(&v);
}

static void six_hundred_games_teach_to_beat_v2(void **state) {
    (void)state;
    static const char *const bots[] = {"v2", NULL};
    struct versus v = against("kittens:rules=classic", bots);
    const struct environment environment = versus_environment(&v);
    struct dqn *d = learner(&v);
    dqn_train(d, &environment, &v, 600);
    const struct evaluation e = evaluate(&v, &d->online, 7), again = evaluate(&v, &d->online, 7);
    assert_true(e.share > 0.8 && e.low < e.share && e.share < e.high);
    assert_true(e.wins == e.seat_wins[0] + e.seat_wins[1] && e.wins == again.wins);
    assert_true(e.seat_wins[0] > 350 && e.seat_wins[1] > 350);
    dqn_drop(d);
    drop(&v);
}

/* The same games as an arena's, and the same interval: the two games of a block are not taken for
 * independent, and a game that comes again does not count again. */
static void an_evaluation_is_what_the_arena_would_say(void **state) {
    (void)state;
    static const struct {
        const char *game, *bots[3];
        uint64_t games;
        uint32_t random_plies;
        bool repeats; /* neither bot varies, and there are more games than openings */
    } rows[] = {
        {"kittens", {"v1", "v3"}, 999, 0, false},
        {"kittens", {"v1", "v3"}, 2000, 0, false},
        {"y:size=4", {"minimax:depth=1", "greedy"}, 1999, 0, true},
        {"y:size=4", {"minimax:depth=1", "greedy"}, 2000, 2, true},
        {"y:size=4", {"minimax:depth=1", "random"}, 200, 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct th_arena arena = make_arena(rows[i].game, rows[i].bots, rows[i].games);
        arena.random_plies = rows[i].random_plies;
        const struct th_arena_result wanted = run_arena(&arena);
        struct versus v = against(rows[i].game, rows[i].bots);
        const struct match_rules rules = {.game = v.game,
                                          .start = v.start,
                                          .seed = arena.seed,
                                          .max_turns = arena.max_turns,
                                          .random_plies = rows[i].random_plies};
        const struct evaluation e =
            evaluate_bot(v.opponent[0], &rules, v.opponent + 1, 1, rows[i].games, v.state, v.view);
        assert_int_equal(e.wins, wanted.player[0].wins);
        assert_true(e.low == wanted.player[0].low && e.high == wanted.player[0].high);
        assert_int_equal(e.different, wanted.distinct);
        assert_int_equal(e.different > 0, rows[i].repeats);
        drop(&v);
    }
}

static void an_evaluation_ends_early_without_a_result(void **state) {
    (void)state;
    static const char *const bots[] = {"v1", "v3", NULL};
    struct versus v = against("kittens", bots);
    const atomic_bool stop = true;
    const struct match_rules rules = {
        .game = v.game, .start = v.start, .max_turns = UINT32_MAX, .abort = &stop};
    const struct evaluation e =
        evaluate_bot(v.opponent[0], &rules, v.opponent + 1, 1, UINT64_MAX, v.state, v.view);
    assert_true(e.games == 0 && e.wins == 0 && e.low == 0 && e.high == 1);
    drop(&v);
}

/* ---- the model that comes with the program ---- */

static void the_shipped_model_plays_well(void **state) {
    (void)state;
    static const struct {
        const char *other;
        double least;
    } rows[] = {{"random", 0.77}, {"v1", 0.96}, {"v2", 0.96}, {"v3", 0.69}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct th_arena arena =
            make_arena("kittens", (const char *const[]){"dqn", rows[i].other}, 2000);
        const struct th_arena_result result = run_arena(&arena);
        if (result.player[0].share.mean < rows[i].least)
            fail_msg("dqn wins %.3f against %s", result.player[0].share.mean, rows[i].other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_a_function_of_its_seed_alone),
        cmocka_unit_test(both_seats_and_all_opponents_come_as_often),
        cmocka_unit_test(a_learner_sees_what_its_seat_may_know),
        cmocka_unit_test(what_cannot_be_learned_is_refused),
        cmocka_unit_test(a_bot_that_gives_no_legal_answer_has_lost),
        cmocka_unit_test(an_evaluation_is_what_the_arena_would_say),
        cmocka_unit_test(an_evaluation_ends_early_without_a_result),
        cmocka_unit_test(of_equal_actions_the_first_is_taken),
        cmocka_unit_test(six_hundred_games_teach_to_beat_v2),
        cmocka_unit_test(the_shipped_model_plays_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
