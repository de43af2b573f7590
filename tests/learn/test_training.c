/* Learning Kittens, and Can't Stop with more seats: the environment, networks as bots, and that
 * something is learned. */
#include "cmocka_includes.h"
#include "games/kittens/board.h"
#include "learn/dqn.h"
#include "learn/environment.h"
#include "learn/player.h"
#include "learn/train.h"
#include "making.h"
#include <inttypes.h>
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
    for (; bots[v.opponents] != NULL; v.opponents++)
        for (int k = 0; k < v.seats - 1; k++)
            v.opponent[v.opponents].copy[k] = make_bot(game, bots[v.opponents]);
    return v;
}

static void drop(struct versus *v) {
    for (int i = 0; i < v->opponents; i++)
        for (int k = 0; k < v->seats - 1; k++) drop_bot(&v->opponent[i].copy[k]);
    versus_drop(v);
}

/* ---- the environment ---- */

/* Everything a learner is shown in a game of random actions, as one number. */
static uint64_t play(struct versus *v, uint64_t seed, float *reward) {
    const struct environment environment = versus_environment(v);
    struct th_rng rng = th_rng_seeded(seed);
    uint64_t sum = 0;
    *reward = 0;
    assert_true(environment.actions <= TH_LEGAL_MAX);
    if (!environment.reset(v, seed)) return 0;
    for (bool done = false; !done;) {
        float seen[TH_OBSERVATION_MAX];
        bool legal[TH_LEGAL_MAX];
        int list[TH_LEGAL_MAX], n = 0;
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
        others[v.other[0]]++;
    }
    assert_in_range(seats[0], 1350, 1650);
    for (int i = 0; i < 3; i++) assert_in_range(others[i], 860, 1140);
    assert_in_range(wins, 1000, 2000); /* random actions are not that bad in this game */
    drop(&v);
}

/* Files of trainings continue bit for bit, also those of versions that knew two seats only. */
static void games_of_two_seats_are_those_of_older_versions(void **state) {
    (void)state;
    static const struct {
        const char *game, *bots[4];
        uint64_t wanted;
    } rows[] = {{"kittens", {"v1", "v2", "random"}, UINT64_C(0xf50d28be1d2550aa)},
                {"cantstop:players=2", {"max-rolls:n=3", "random"}, UINT64_C(0xb1e44b77eeec8589)},
                {"y:size=4", {"random", "greedy"}, UINT64_C(0x8ec2ced3bd0bf9ca)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct versus v = against(rows[i].game, rows[i].bots);
        uint64_t sum = 0;
        for (uint64_t seed = 0; seed < 50; seed++) {
            float reward;
            sum = th_mix2(sum, play(&v, seed, &reward));
            sum = th_mix2(sum, reward > 0);
        }
        if (sum != rows[i].wanted)
            fail_msg("%s: 0x%016" PRIx64 ", not 0x%016" PRIx64, rows[i].game, sum, rows[i].wanted);
        drop(&v);
    }
}

/* ---- more than two seats ---- */

static void every_seat_is_learned_and_every_other_seat_draws_an_opponent(void **state) {
    (void)state;
    enum { GAMES = 1800 };
    static const char *const bots[] = {"random", "max-rolls:n=2", NULL};
    for (int seats = 3; seats <= 4; seats++) {
        struct versus v = against(seats == 3 ? "cantstop:players=3" : "cantstop:players=4", bots);
        int seat[4] = {0}, others[3][2] = {{0}}, mixed = 0;
        assert_int_equal(v.seats, seats);
        for (uint64_t seed = 0; seed < GAMES; seed++) {
            float reward;
            play(&v, seed, &reward);
            assert_true(reward == 1 || reward == -1.0F / (float)(seats - 1));
            seat[v.seat]++;
            for (int k = 0; k < seats - 1; k++) others[k][v.other[k]]++;
            mixed += v.other[0] != v.other[1];
        }
        for (int i = 0; i < seats; i++)
            assert_in_range(seat[i], GAMES / seats - 80, GAMES / seats + 80);
        for (int k = 0; k < seats - 1; k++)
            assert_in_range(others[k][0], GAMES / 2 - 90, GAMES / 2 + 90);
        assert_in_range(mixed, GAMES / 2 - 90, GAMES / 2 + 90); /* they are drawn independently */
        drop(&v);
    }
}

static void with_more_seats_a_game_is_a_function_of_its_seed_alone(void **state) {
    (void)state;
    static const char *const bots[] = {"mcts:iterations=5,memory=16", "random", NULL};
    struct versus one = against("cantstop:players=3", bots),
                  two = against("cantstop:players=3", bots);
    float reward[2];
    for (uint64_t seed = 0; seed < 20; seed++) {
        const uint64_t first = play(&one, seed, &reward[0]);
        play(&two, 1000 - seed, &reward[1]);
        assert_true(play(&two, seed, &reward[1]) == first && reward[0] == reward[1]);
    }
    drop(&one);
    drop(&two);
}

/* A bot that takes the first action, and notes its seat. */
struct witness {
    int seat;
    bool asked_elsewhere;
};

static void witness_begin(void *self, const struct th_state *view, int seat) {
    (void)view;
    ((struct witness *)self)->seat = seat;
}

static int witness_choose(void *self, const struct th_ask *ask) {
    struct witness *w = self;
    w->asked_elsewhere = w->asked_elsewhere || ask->seat != w->seat;
    return 0;
}

/* A bot may remember its game, so one that sits in three seats is three bots. */
static void no_two_seats_share_a_bot(void **state) {
    (void)state;
    static const struct th_bot_kind kind = {
        .name = "witness", .begin = witness_begin, .choose = witness_choose};
    static const char *const none[] = {NULL};
    struct versus v = against("cantstop:players=4", none);
    struct witness witness[3] = {{0}};
    for (int k = 0; k < 3; k++)
        v.opponent[0].copy[k] = (struct bot){.kind = &kind, .self = &witness[k]};
    v.opponents = 1;
    for (uint64_t seed = 0; seed < 20; seed++) {
        float reward;
        play(&v, seed, &reward);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(witness[k].seat, (v.seat + 1 + k) % 4);
            assert_false(witness[k].asked_elsewhere);
        }
    }
    versus_drop(&v);
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
    const struct th_game *game = find("cantstop:players=1", &spec);
    assert_false(versus_make(&v, game, &spec.options, &e));
    assert_string_equal(e.text, "alone there is nothing to win: learning needs two seats or more");
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
        v.opponent[v.opponents++].copy[0] = (struct bot){.kind = &kinds[k]};
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

/* Against three random bots, where the fair share is a quarter. */
static void games_of_four_seats_are_learned(void **state) {
    (void)state;
    static const char *const bots[] = {"random", NULL};
    struct versus v = against("cantstop:players=4", bots);
    const struct environment environment = versus_environment(&v);
    struct dqn *d = learner(&v);
    d->settings.gamma = 0.98F;
    d->settings.update_every = 4;
    dqn_train(d, &environment, &v, 600);
    const struct evaluation e = evaluate(&v, &d->online, 7);
    if (!(e.low > 0.4)) fail_msg("it wins %.3f (%.3f to %.3f)", e.share, e.low, e.high);
    for (int s = 0; s < 4; s++) assert_true(e.seat_wins[s] > 75);
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
        const char *game, *bots[5];
        uint64_t games;
        uint32_t random_plies;
        bool repeats; /* neither bot varies, and there are more games than openings */
    } rows[] = {
        {"kittens", {"v1", "v3"}, 999, 0, false},
        {"kittens", {"v1", "v3"}, 2000, 0, false},
        {"y:size=4", {"minimax:depth=1", "greedy"}, 1999, 0, true},
        {"y:size=4", {"minimax:depth=1", "greedy"}, 2000, 2, true},
        {"y:size=4", {"minimax:depth=1", "random"}, 200, 0, false},
        {"cantstop:players=3", {"risk-stop", "random", "random"}, 300, 0, false},
        {"cantstop:players=3", {"max-rolls", "risk-stop", "risk-stop"}, 1000, 0, false},
        {"cantstop:players=4",
         {"max-rolls", "risk-stop", "risk-stop", "risk-stop"},
         1001,
         0,
         false},
        {"cantstop:players=4", {"random", "random", "random", "random"}, 1000, 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct th_arena arena = make_arena(rows[i].game, rows[i].bots, rows[i].games);
        arena.random_plies = rows[i].random_plies;
        const struct th_arena_result wanted = run_arena(&arena);
        const char *const bots[] = {rows[i].bots[0], rows[i].bots[1], NULL};
        struct versus v = against(rows[i].game, bots);
        const struct match_rules rules = {.game = v.game,
                                          .start = v.start,
                                          .seed = arena.seed,
                                          .max_turns = arena.max_turns,
                                          .random_plies = rows[i].random_plies};
        const struct evaluation e = evaluate_bot(v.opponent[0].copy[0], &rules, v.opponent + 1, 1,
                                                 rows[i].games, v.state, v.view);
        uint64_t by_seat = 0;
        for (int s = 0; s < v.seats; s++) by_seat += e.seat_wins[s];
        assert_int_equal(e.wins, wanted.player[0].wins);
        assert_int_equal(e.wins, by_seat);
        assert_true(e.low == wanted.player[0].low && e.high == wanted.player[0].high);
        assert_int_equal(e.different, wanted.distinct);
        assert_int_equal(e.different > 0, rows[i].repeats);
        drop(&v);
    }
}

/* The games of a block, one per seat, share their luck: equal players that do not vary win one
 * each, so the share is exact whatever the dice are. */
static void of_equal_players_each_wins_the_fair_share(void **state) {
    (void)state;
    static const char *const bots[] = {"max-rolls:n=4", NULL};
    for (int seats = 2; seats <= 4; seats++) {
        char game[] = "cantstop:players=0";
        game[strlen(game) - 1] = (char)('0' + seats);
        struct versus v = against(game, bots);
        const struct match_rules rules = {
            .game = v.game, .start = v.start, .seed = th_seed_of(9), .max_turns = UINT32_MAX};
        const struct bot player = make_bot(v.game, bots[0]);
        const struct evaluation e =
            evaluate_bot(player, &rules, v.opponent, 1, (uint64_t)(50 * seats), v.state, v.view);
        assert_int_equal(e.wins, 50);
        assert_true(e.share == 1.0 / seats && e.low < e.share && e.share < e.high);
        drop_bot((struct bot[]){player});
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
        evaluate_bot(v.opponent[0].copy[0], &rules, v.opponent + 1, 1, UINT64_MAX, v.state, v.view);
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
        cmocka_unit_test(games_of_two_seats_are_those_of_older_versions),
        cmocka_unit_test(every_seat_is_learned_and_every_other_seat_draws_an_opponent),
        cmocka_unit_test(with_more_seats_a_game_is_a_function_of_its_seed_alone),
        cmocka_unit_test(no_two_seats_share_a_bot),
        cmocka_unit_test(a_learner_sees_what_its_seat_may_know),
        cmocka_unit_test(what_cannot_be_learned_is_refused),
        cmocka_unit_test(a_bot_that_gives_no_legal_answer_has_lost),
        cmocka_unit_test(an_evaluation_is_what_the_arena_would_say),
        cmocka_unit_test(of_equal_players_each_wins_the_fair_share),
        cmocka_unit_test(an_evaluation_ends_early_without_a_result),
        cmocka_unit_test(of_equal_actions_the_first_is_taken),
        cmocka_unit_test(six_hundred_games_teach_to_beat_v2),
        cmocka_unit_test(games_of_four_seats_are_learned),
        cmocka_unit_test(the_shipped_model_plays_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
