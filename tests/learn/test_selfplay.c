/* Self-play: networks with two heads, their gradients, games and learning, trainings that go on. */
#include "allocations.h"
#include "cmocka_includes.h"
#include "core/facets.h"
#include "learn/learner.h"
#include "learn/policy_value.h"
#include "learn/selfplay.h"
#include "making.h"
#include "search/gumbel.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static float uniform(struct th_rng *rng) { /* in -1..1 */
    return (float)th_rng_below(rng, 2000001) / 1000000 - 1;
}

/* ---- trainings ---- */

static struct selfplay_settings small_settings(uint64_t seed) {
    return (struct selfplay_settings){.seed = seed,
                                      .hidden_layers = 1,
                                      .hidden = {16},
                                      .window = 2000,
                                      .warm_up = 20,
                                      .batch = 8,
                                      .reuse = 2,
                                      .iterations = 8,
                                      .considered = 4,
                                      .random_plies = 2,
                                      .quick_iterations = 2,
                                      .accept_every = 3,
                                      .accept_games = 4,
                                      .past_every = 3,
                                      .value_scale = GUMBEL_VALUE_SCALE,
                                      .lambda = 1,
                                      .rate = 0.003F,
                                      .rate_last = 0.001F,
                                      .rate_games = 100,
                                      .adam = adam_defaults()};
}

struct training {
    struct selfplay *p;
    struct th_state *start;
};

static struct training training_of(const char *spec_text, const struct selfplay_settings *s) {
    struct th_error e = {""};
    struct th_spec spec;
    const struct th_game *game = th_game_find(spec_text, &spec, &e);
    assert_non_null(game);
    struct training t = {.start = th_state_new(game, &spec.options, &e)};
    assert_non_null(t.start);
    t.p = selfplay_new(s, game, game->learning->observations(t.start), game->seats(t.start), &e);
    if (t.p == NULL) fail_msg("%s", e.text);
    return t;
}

static void drop_training(struct training *t) {
    selfplay_drop(t->p);
    free(t->start);
}

static struct bytes stored(const struct selfplay *p) {
    struct bytes b = {0};
    selfplay_learner.store(p, &b);
    assert_false(b.failed);
    return b;
}

static void assert_same_training(const struct selfplay *a, const struct selfplay *b) {
    struct bytes one = stored(a), two = stored(b);
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.data, two.data, one.size);
    free(one.data);
    free(two.data);
}

/* ---- the evaluator ---- */

static void priors_and_payoffs_are_shares(void **state) {
    (void)state;
    static const char *const games[] = {"y:size=4", "cantstop:players=2", "cantstop:players=4",
                                        "parchis", "kittens"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        const struct selfplay_settings settings = small_settings(g);
        struct training t = training_of(games[g], &settings);
        const struct th_game *game = t.p->game;
        const struct evaluator evaluator = policy_value_evaluator(&t.p->online);
        struct th_rng rng = th_rng_seeded(g);
        for (int k = 0; k < 50 && game->mover(t.start) != TH_OVER; k++) {
            th_action legal[TH_LEGAL_MAX];
            const int mover = game->mover(t.start);
            if (mover == TH_CHANCE) {
                game->apply(t.start, th_chance_pick(game, t.start, th_rng_next(&rng)));
                continue;
            }
            float prior[TH_LEGAL_MAX];
            double payoff[TH_SEATS_MAX], priors = 0, payoffs = 0;
            const int n = game->legal(t.start, legal);
            evaluator.evaluate(evaluator.self, game, t.start, mover, legal, n, prior, payoff);
            for (int i = 0; i < n; i++) {
                assert_true(prior[i] > 0);
                priors += (double)prior[i];
            }
            for (int i = 0; i < t.p->seats; i++) {
                assert_true(payoff[i] > 0);
                payoffs += payoff[i];
            }
            assert_true(fabs(priors - 1) < 1e-5 && fabs(payoffs - 1) < 1e-9);
            double alone[TH_SEATS_MAX]; /* without the policy, payoffs are the same bits */
            evaluator.evaluate(evaluator.self, game, t.start, mover, NULL, 0, NULL, alone);
            assert_memory_equal(alone, payoff, (size_t)t.p->seats * sizeof *payoff);
            game->apply(t.start, legal[th_rng_below(&rng, (uint32_t)n)]);
        }
        drop_training(&t);
    }
}

/* The value head counts seats from the one that looks on. */
static void payoffs_are_from_the_seat_that_looks(void **state) {
    (void)state;
    const struct selfplay_settings settings = small_settings(1);
    struct training t = training_of("cantstop:players=3", &settings);
    const struct network_shape *s = &t.p->online.shape;
    const struct evaluator evaluator = policy_value_evaluator(&t.p->online);
    const th_action legal[2] = {0, 1};
    float prior[2];
    double payoff[TH_SEATS_MAX];
    for (size_t i = 0; i < t.p->online.count; i++) t.p->online.parameters[i] = 0;
    float *value = t.p->online.parameters + network_biases_at(s, 1) + t.p->actions;
    value[1] = 2; /* the next seat is ahead */
    for (int seat = 0; seat < 3; seat++) {
        evaluator.evaluate(evaluator.self, t.p->game, t.start, seat, legal, 2, prior, payoff);
        assert_true(payoff[(seat + 1) % 3] > 0.7);
        assert_true(payoff[seat] == payoff[(seat + 2) % 3]);
        assert_true(prior[0] == 0.5F && prior[1] == 0.5F);
    }
    drop_training(&t);
}

/* ---- gradients ---- */

enum { INPUTS = 5, ACTIONS = 6, SEATS = 3, OUTPUTS = ACTIONS + SEATS, ROWS = 4 };

/* The loss in double precision, straight from the definition. */
static double loss_of(const struct network_shape *s, const double *parameters, const float *input,
                      const float *policy, const float *value) {
    double loss = 0;
    for (int r = 0; r < ROWS; r++) {
        double from[16], to[16], policies = 0, values = 0;
        for (int i = 0; i < INPUTS; i++) from[i] = (double)input[r * INPUTS + i];
        for (int l = 0; l < s->layers; l++) {
            const double *weights = parameters + network_weights_at(s, l);
            const double *biases = parameters + network_biases_at(s, l);
            for (int o = 0; o < s->size[l + 1]; o++) {
                to[o] = biases[o];
                for (int i = 0; i < s->size[l]; i++)
                    to[o] += from[i] * weights[i * s->size[l + 1] + o];
                if (l + 1 < s->layers && to[o] < 0) to[o] = 0;
            }
            memcpy(from, to, sizeof from);
        }
        for (int a = 0; a < ACTIONS; a++)
            if (policy[r * ACTIONS + a] > 0) policies += exp(from[a]);
        for (int k = 0; k < SEATS; k++) values += exp(from[ACTIONS + k]);
        for (int a = 0; a < ACTIONS; a++)
            loss -= (double)policy[r * ACTIONS + a] * (from[a] - log(policies));
        for (int k = 0; k < SEATS; k++)
            loss -= (double)value[r * SEATS + k] * (from[ACTIONS + k] - log(values));
    }
    return loss / ROWS;
}

static void normalise(float x[], int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    for (int i = 0; i < n; i++) x[i] /= sum;
}

static void gradients_are_the_slopes_of_the_loss(void **state) {
    (void)state;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(1);
    const struct network_shape shape = {.layers = 3, .size = {INPUTS, 9, 7, OUTPUTS}};
    struct network n;
    struct network_pass pass;
    float input[ROWS * INPUTS], policy[ROWS * ACTIONS], value[ROWS * SEATS], slope[ROWS * OUTPUTS];
    double loss = 0;
    assert_true(network_make(&n, &shape, &e) && network_pass_make(&pass, &shape, ROWS, &e));
    network_begin(&n, &rng);
    for (int l = 0; l < 3; l++)
        for (size_t i = network_biases_at(&shape, l); i < network_weights_at(&shape, l + 1); i++)
            n.parameters[i] = uniform(&rng);
    for (int i = 0; i < ROWS * INPUTS; i++) input[i] = uniform(&rng);
    for (int i = 0; i < ROWS * ACTIONS; i++) /* a third is not legal */
        policy[i] = i % 3 == 1 ? 0 : 1.1F + uniform(&rng);
    for (int i = 0; i < ROWS * SEATS; i++) value[i] = 1 + uniform(&rng);
    for (int r = 0; r < ROWS; r++) {
        normalise(policy + r * ACTIONS, ACTIONS);
        normalise(value + r * SEATS, SEATS);
    }
    const float *outputs = network_forward(&n, &pass, input, ROWS);
    for (int r = 0; r < ROWS; r++) {
        const struct policy_value_target target = {policy + r * ACTIONS, value + r * SEATS};
        const struct policy_value_loss one = policy_value_slopes(
            outputs + r * OUTPUTS, &target, ACTIONS, SEATS, slope + r * OUTPUTS);
        loss += (one.policy + one.value) / ROWS;
    }
    for (int i = 0; i < ROWS * OUTPUTS; i++) slope[i] /= ROWS;
    float *gradients = calloc(n.count, sizeof *gradients);
    double *parameters = calloc(n.count, sizeof *parameters);
    network_backward(&n, &pass, slope, ROWS, gradients);
    for (size_t i = 0; i < n.count; i++) parameters[i] = (double)n.parameters[i];
    assert_true(fabs(loss - loss_of(&shape, parameters, input, policy, value)) < 1e-5);
    for (size_t i = 0; i < n.count; i++) {
        const double step = 1e-6, here = parameters[i];
        parameters[i] = here + step;
        const double above = loss_of(&shape, parameters, input, policy, value);
        parameters[i] = here - step;
        const double below = loss_of(&shape, parameters, input, policy, value);
        parameters[i] = here;
        assert_true(fabs((double)gradients[i] - (above - below) / (2 * step)) < 1e-5);
    }
    free(gradients);
    free(parameters);
    network_drop(&n);
    network_pass_drop(&pass);
}

/* ---- learning ---- */

/* Whether the player of a training beats random moves: the share of games it wins. */
static double share_against_random(const struct selfplay *p, const struct th_state *start,
                                   int games) {
    struct th_error e = {""};
    struct th_options any;
    th_options_init(&any, p->game->options);
    struct th_state *s = th_state_new(p->game, &any, &e);
    struct th_rng rng = th_rng_seeded(77);
    double won = 0;
    for (int g = 0; g < games; g++) {
        int mover;
        double payoff[TH_SEATS_MAX];
        memcpy(s, start, p->game->state_size);
        while ((mover = p->game->mover(s)) != TH_OVER) {
            th_action legal[TH_LEGAL_MAX];
            if (mover == TH_CHANCE) {
                p->game->apply(s, th_chance_pick(p->game, s, th_rng_next(&rng)));
                continue;
            }
            const int n = p->game->legal(s, legal);
            const struct th_ask ask = {p->game, s, mover, legal, n, &rng, NULL, NULL};
            const int place = n == 1                  ? 0
                              : mover == g % p->seats ? selfplay_choose(p, &p->online, &ask)
                                                      : (int)th_rng_below(&rng, (uint32_t)n);
            p->game->apply(s, legal[place]);
        }
        p->game->payoff(s, payoff);
        won += payoff[g % p->seats];
    }
    free(s);
    return won / games;
}

static void it_learns_a_small_board(void **state) {
    (void)state;
    const struct selfplay_settings settings = small_settings(3);
    struct training t = training_of("y:size=4", &settings);
    const double before = share_against_random(t.p, t.start, 200);
    selfplay_train(t.p, t.start, 400);
    const double after = share_against_random(t.p, t.start, 200);
    if (!(after > 0.85 && after > before)) fail_msg("%.3f, then %.3f", before, after);
    drop_training(&t);
}

static void training_allocates_nothing(void **state) {
    (void)state;
    const struct selfplay_settings settings = small_settings(1);
    struct training t = training_of("y:size=3", &settings);
    selfplay_train(t.p, t.start, 5);
    allocations = 0;
    selfplay_train(t.p, t.start, 20);
    assert_int_equal(allocations, 0);
    assert_true(t.p->updates > 0);
    drop_training(&t);
}

static void decisions_carry_the_result_of_their_game(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(5);
    settings.random_plies = 0;
    struct training t = training_of("y:size=3", &settings);
    selfplay_train(t.p, t.start, 1);
    const struct window *w = &t.p->window;
    const int n = window_filled(w);
    assert_true(n >= 3 && t.p->tally.decisions == (uint64_t)n);
    const int winner = w->value[0] > 0 ? w->seat[0] : 1 - w->seat[0];
    for (int i = 0; i < n; i++) {
        uint32_t legal = 0;
        assert_int_equal(w->seat[i], i % 2);
        assert_true(w->value[2 * i] == (float)(w->seat[i] == winner));
        assert_true(w->value[2 * i] + w->value[2 * i + 1] == 1);
        for (int a = 0; a < w->actions; a++) legal += w->policy[i * w->actions + a] > 0;
        assert_int_equal(legal, 6 - i); /* the empty cells */
    }
    drop_training(&t);
}

/* With lambda 0 values are what the search found in the states themselves. */
static void values_can_be_those_of_the_search(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(5);
    settings.random_plies = 0;
    struct training result = training_of("y:size=3", &settings);
    settings.lambda = 0;
    struct training found = training_of("y:size=3", &settings);
    settings.lambda = 0.5;
    struct training mean = training_of("y:size=3", &settings);
    struct training *const all[] = {&result, &found, &mean};
    for (int i = 0; i < 3; i++) selfplay_train(all[i]->p, all[i]->start, 1); /* the same game */
    const int n = window_filled(&found.p->window);
    assert_int_equal(n, window_filled(&result.p->window));
    double later[2] = {0}; /* of the seats */
    for (int i = n - 1; i >= 0; i--) {
        const int seat = found.p->window.seat[i];
        const float *search = found.p->window.value + 2 * i, *both = mean.p->window.value + 2 * i;
        const float *won = result.p->window.value + 2 * i;
        assert_true(won[0] == 0 || won[0] == 1);
        for (int k = 0; k < 2; k++) {
            double *after = &later[(seat + k) % 2];
            if (i == n - 1) *after = (double)won[k];
            *after = 0.5 * (double)search[k] + 0.5 * *after;
            assert_true(fabs((double)both[k] - *after) < 1e-6);
        }
        assert_true(fabs((double)(search[0] + search[1]) - 1) < 1e-5);
    }
    assert_true(found.p->window.value[0] > 0 && found.p->window.value[0] < 1);
    drop_training(&result);
    drop_training(&found);
    drop_training(&mean);
}

/* States that wait for chance have values, but no policy. */
static void chance_states_are_learned_from(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(2);
    settings.random_plies = 0;
    settings.chance_nodes = true;
    settings.lambda = 0.8;
    struct training t = training_of("cantstop:players=2", &settings);
    selfplay_train(t.p, t.start, 1);
    const struct window *w = &t.p->window;
    int decisions = 0, chances = 0;
    for (int i = 0; i < window_filled(w); i++) {
        uint32_t parts = 0;
        for (int a = 0; a < w->actions; a++) parts += w->policy[i * w->actions + a];
        decisions += parts > 0;
        chances += parts == 0;
        assert_true(w->value[2 * i] >= 0 && w->value[2 * i] <= 1);
        assert_true(fabs((double)(w->value[2 * i] + w->value[2 * i + 1]) - 1) < 1e-4);
    }
    assert_int_equal(decisions, t.p->tally.decisions);
    assert_true(decisions > 0 && chances > 0 && t.p->updates > 0);
    drop_training(&t);
}

/* Quick decisions have a value, but no policy. */
static void quick_decisions_teach_the_value_only(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(2);
    for (int k = 0; k <= 2; k++) {
        settings.quick_share = k / 2.0;
        struct training t = training_of("y:size=4", &settings);
        selfplay_train(t.p, t.start, 20);
        const struct window *w = &t.p->window;
        int without = 0;
        for (int i = 0; i < window_filled(w); i++) {
            uint32_t parts = 0;
            for (int a = 0; a < w->actions; a++) parts += w->policy[i * w->actions + a];
            without += parts == 0;
            assert_true(w->value[2 * i] + w->value[2 * i + 1] == 1);
        }
        const int n = window_filled(w);
        assert_true(k == 0 ? without == 0 : k == 2 ? without == n : without > 0 && without < n);
        assert_true(t.p->updates > 0 && selfplay_finite(t.p));
        drop_training(&t);
    }
}

/* With a gate the accepted network plays, and changes only where a comparison is due. */
static void a_network_is_accepted_when_it_wins(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(3);
    settings.accept_every = 20;
    settings.accept_games = 40;
    for (int k = 0; k < 2; k++) {
        settings.accept = k == 0 ? 0.000001 : 1; /* nearly always; hardly ever */
        struct training t = training_of("y:size=4", &settings);
        const size_t bytes = t.p->actor.count * sizeof(float);
        float *before = malloc(bytes);
        assert_non_null(before);
        memcpy(before, t.p->actor.parameters, bytes);
        selfplay_train(t.p, t.start, 19);
        assert_memory_equal(t.p->actor.parameters, before, bytes);
        assert_true(t.p->updates > 0 && memcmp(t.p->online.parameters, before, bytes) != 0);
        selfplay_train(t.p, t.start, 1);
        assert_int_equal(t.p->tally.accepted, k == 0);
        assert_memory_equal(t.p->actor.parameters, k == 0 ? t.p->online.parameters : before, bytes);
        free(before);
        drop_training(&t);
    }
}

/* Of a game against an older self, one seat's decisions are learned from; the older selves are the
 * players of every third game, the last eight of them. */
static void older_selves_are_opponents(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(4);
    settings.past_share = 1;
    settings.random_plies = 0;
    settings.reuse = 0; /* so that all selves are one */
    struct training t = training_of("y:size=3", &settings);
    const struct window *w = &t.p->window;
    bool played[2] = {false};
    for (int g = 0; g < 40; g++) {
        const uint64_t before = w->added;
        assert_int_equal(selfplay_past_count(t.p), g / 3 < SELFPLAY_PAST ? g / 3 : SELFPLAY_PAST);
        selfplay_train(t.p, t.start, 1);
        bool learned[2] = {false};
        for (uint64_t i = before; i < w->added; i++)
            learned[w->seat[i % (uint64_t)w->capacity]] = true;
        assert_true(learned[0] || learned[1]);
        assert_int_equal(learned[0] && learned[1], g < 3); /* the first three are against itself */
        for (int seat = 0; seat < 2 && g >= 3; seat++) played[seat] |= learned[seat];
    }
    assert_true(played[0] && played[1]);
    const size_t bytes = t.p->online.count * sizeof(float);
    for (int k = 0; k < SELFPLAY_PAST; k++)
        assert_memory_equal(t.p->past[k].parameters, t.p->online.parameters, bytes);
    t.p->online.parameters[0] += 1; /* a new self, which takes the place of the oldest */
    selfplay_train(t.p, t.start, 2);
    for (int k = 0; k < SELFPLAY_PAST; k++)
        assert_int_equal(memcmp(t.p->past[k].parameters, t.p->online.parameters, bytes) == 0,
                         k == (42 / 3 - 1) % SELFPLAY_PAST);
    drop_training(&t);
}

static void a_share_of_the_games_is_against_older_selves(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(4);
    settings.past_share = 0.3;
    settings.random_plies = 0;
    struct training t = training_of("cantstop:players=3", &settings);
    const struct window *w = &t.p->window;
    int against = 0;
    selfplay_train(t.p, t.start, 3);
    for (int g = 0; g < 100; g++) {
        const uint64_t before = w->added;
        bool learned[3] = {false};
        selfplay_train(t.p, t.start, 1);
        assert_true(w->added - before <= (uint64_t)w->capacity);
        for (uint64_t i = before; i < w->added; i++)
            learned[w->seat[i % (uint64_t)w->capacity]] = true;
        against += learned[0] + learned[1] + learned[2] == 1;
    }
    assert_in_range(against, 15, 45); /* with this seed; 30 are expected */
    drop_training(&t);
}

/* A reflected position has the same value and the reflected policy, once a network is trained by
 * reflections; here it is only counted how much nearer it comes. */
static double asymmetry(const struct training *t) {
    struct th_error e = {""};
    struct th_options any;
    th_options_init(&any, t->p->game->options);
    struct th_state *s = th_state_new(t->p->game, &any, &e);
    const struct th_learning *l = t->p->game->learning;
    struct th_rng rng = th_rng_seeded(8);
    double sum = 0;
    for (int g = 0; g < 60; g++) {
        float seen[TH_OBSERVATION_MAX], turned[TH_OBSERVATION_MAX], out[2][NETWORK_WIDTH_MAX];
        memcpy(s, t->start, t->p->game->state_size);
        for (int ply = 0; ply < 4; ply++) {
            th_action legal[TH_LEGAL_MAX];
            const int n = t->p->game->legal(s, legal);
            t->p->game->apply(s, legal[th_rng_below(&rng, (uint32_t)n)]);
        }
        l->observe(s, t->p->game->mover(s), seen);
        for (int i = 0; i < t->p->observation; i++)
            turned[l->symmetric_number(s, 1 + g % 5, i)] = seen[i];
        network_answer(&t->p->online, seen, out[0]);
        network_answer(&t->p->online, turned, out[1]);
        const int value = t->p->actions;
        sum += fabs(1 / (1 + exp((double)(out[0][value + 1] - out[0][value]))) -
                    1 / (1 + exp((double)(out[1][value + 1] - out[1][value]))));
    }
    free(s);
    return sum / 60;
}

static void symmetries_teach_that_they_do_not_matter(void **state) {
    (void)state;
    double found[2];
    for (int k = 0; k < 2; k++) {
        struct selfplay_settings settings = small_settings(3);
        settings.symmetries = k == 1;
        struct training t = training_of("y:size=4", &settings);
        selfplay_train(t.p, t.start, 400);
        assert_int_equal(t.p->symmetries.count, k == 1 ? 6 : 1);
        found[k] = asymmetry(&t);
        drop_training(&t);
    }
    if (!(found[1] < found[0])) fail_msg("%.4f, and with symmetries %.4f", found[0], found[1]);
}

static void chance_nodes_need_chance_that_can_be_listed(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(2);
    settings.chance_nodes = true;
    static const char *const games[] = {"y", "kittens"}, *const why[] = {"no chance", "hidden"};
    for (int i = 0; i < 2; i++) {
        struct th_error e = {""};
        struct th_spec spec;
        const struct th_game *game = th_game_find(games[i], &spec, &e);
        assert_non_null(game);
        assert_null(selfplay_new(&settings, game, 10, 2, &e));
        if (strstr(e.text, why[i]) == NULL) fail_msg("%s", e.text);
    }
}

/* ---- trainings that go on ---- */

static void a_stored_training_goes_on_bit_for_bit(void **state) {
    (void)state;
    static const char *const games[] = {"y:size=3", "cantstop:players=3", "kittens",
                                        "cantstop:players=2"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct selfplay_settings settings = small_settings(g);
        settings.window = 100; /* it is full, and goes round */
        settings.chance_nodes = g % 2 == 1;
        settings.choose_values = g % 2 == 1;
        settings.quick_share = g > 1 ? 0.5 : 0;
        settings.accept = g < 3 ? 0.5 : 0;
        settings.lambda = g > 0 ? 0.7 : 1;
        settings.symmetries = g != 1;
        settings.past_share = g % 2 == 0 ? 0.5 : 0;
        settings.past_every = g == 0 ? 1 : 3; /* the ring of older selves goes round */
        struct th_error e = {""};
        struct training whole = training_of(games[g], &settings);
        struct training half = training_of(games[g], &settings);
        selfplay_train(whole.p, whole.start, 12);
        selfplay_train(half.p, half.start, 7);
        struct bytes b = stored(half.p);
        struct bytes_reader in = bytes_reader_of(b.data, b.size);
        struct selfplay *rest = selfplay_learner.restore(&in, &e);
        if (rest == NULL) fail_msg("%s", e.text);
        assert_true(in.at == in.end);
        assert_same_training(half.p, rest);
        selfplay_train(rest, half.start, 5);
        assert_same_training(whole.p, rest);
        selfplay_drop(rest);
        free(b.data);
        drop_training(&whole);
        drop_training(&half);
    }
}

/* A training of version 1 has neither the version nor the settings that came later. */
static void a_training_of_version_1_goes_on(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(1);
    settings.quick_iterations = settings.accept_every = settings.accept_games = 1;
    settings.past_every = 1;
    struct training t = training_of("y:size=3", &settings);
    struct th_error e = {""};
    struct bytes new = stored(t.p);
    const size_t version = 8, before_counts = 4 + 1 + 8 + 4 + 4 + 8 * 4, counts = 7 * 4,
                 floats = 6 * 4, doubles = 5 * 8, after = 8 + 8 + 8; /* losses, rows */
    uint8_t *old = malloc(new.size), *to = old;
    assert_non_null(old);
    const uint8_t *from = new.data + version;
    memcpy(to, from, before_counts);
    to += before_counts, from += before_counts + counts;
    memcpy(to, from, floats);
    to += floats, from += floats + doubles;
    const size_t middle = (size_t)(new.data + new.size - from) - after - 8;
    memcpy(to, from, middle);
    to += middle, from += middle + 8; /* networks accepted */
    memcpy(to, from, after);
    struct bytes_reader in = bytes_reader_of(old, (size_t)(to + after - old));
    struct selfplay *rest = selfplay_learner.restore(&in, &e);
    if (rest == NULL) fail_msg("%s", e.text);
    assert_true(in.at == in.end);
    assert_same_training(t.p, rest);
    selfplay_drop(rest);
    free(old);
    free(new.data);
    drop_training(&t);
}

/* One of version 2 has no symmetries and no older selves. */
static void a_training_of_version_2_goes_on(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(1);
    settings.past_every = 1;
    settings.accept = 0.5;
    struct training t = training_of("y:size=3", &settings);
    struct th_error e = {""};
    selfplay_train(t.p, t.start, 5);
    struct bytes new = stored(t.p);
    const size_t before = 8 + 4 + 1 + 8 + 4 + 4 + 13 * 4, counts = 2 * 4, middle = 6 * 4 + 4 * 8;
    memmove(new.data + before, new.data + before + counts, middle);
    const size_t rest = before + counts + middle + 8; /* past_share */
    memmove(new.data + before + middle, new.data + rest, new.size - rest);
    new.data[4] = 2;
    struct bytes_reader in = bytes_reader_of(new.data, new.size - counts - 8);
    struct selfplay *restored = selfplay_learner.restore(&in, &e);
    if (restored == NULL) fail_msg("%s", e.text);
    assert_true(in.at == in.end);
    assert_same_training(t.p, restored);
    selfplay_drop(restored);
    free(new.data);
    drop_training(&t);
}

static void damaged_bytes_are_refused(void **state) {
    (void)state;
    struct selfplay_settings settings = small_settings(1);
    settings.window = 12;
    settings.hidden[0] = 2;
    settings.symmetries = true;
    settings.past_share = 0.5;
    struct training t = training_of("y:size=2", &settings);
    struct th_rng rng = th_rng_seeded(1);
    selfplay_train(t.p, t.start, 6);
    struct bytes b = stored(t.p);
    uint8_t *copy = malloc(b.size);
    assert_non_null(copy);
    for (size_t size = 0; size < b.size; size += 1 + size / 50) {
        struct th_error e = {""};
        struct bytes_reader in = bytes_reader_of(b.data, size);
        assert_null(selfplay_learner.restore(&in, &e));
        assert_true(e.text[0] != 0);
    }
    for (int k = 0; k < 3000; k++) { /* refused, or another training: but nothing worse */
        struct th_error e = {""};
        memcpy(copy, b.data, b.size);
        const uint32_t head = k % 2 == 0 ? 80 : (uint32_t)b.size;
        copy[th_rng_below(&rng, head)] ^= (uint8_t)(1U << th_rng_below(&rng, 8));
        struct bytes_reader in = bytes_reader_of(copy, b.size);
        struct selfplay *p = selfplay_learner.restore(&in, &e);
        if (p != NULL && p->settings.iterations < 100 && p->settings.reuse < 100)
            selfplay_train(p, t.start, p->seats == 2);
        selfplay_drop(p);
    }
    free(copy);
    free(b.data);
    drop_training(&t);
}

static void settings_out_of_range_are_refused(void **state) {
    (void)state;
    const struct selfplay_settings good = small_settings(1);
    struct th_error e = {""};
    assert_true(selfplay_check(&good, 10, 10, 2, &e));
    struct selfplay_settings wrong[12] = {good, good, good, good, good, good,
                                          good, good, good, good, good, good};
    wrong[0].batch = 0;
    wrong[1].iterations = 0;
    wrong[2].considered = TH_LEGAL_MAX + 1;
    wrong[3].rate = NAN;
    wrong[4].window = 100000000;
    wrong[5].hidden[0] = NETWORK_WIDTH_MAX + 1;
    wrong[6].lambda = 1.5;
    wrong[7].accept = NAN;
    wrong[8].quick_iterations = 0;
    wrong[9].value_scale = -1;
    wrong[10].past_share = 1.01;
    wrong[11].past_every = 0;
    for (int i = 0; i < 12; i++) {
        e.text[0] = 0;
        assert_false(selfplay_check(&wrong[i], 1000, 10, 2, &e));
        assert_true(e.text[0] != 0);
    }
    assert_false(selfplay_check(&good, 10, 10, 1, &e));
    assert_false(selfplay_check(&good, 10, 10, TH_SEATS_MAX + 1, &e));
    assert_false(selfplay_check(&good, 10, NETWORK_WIDTH_MAX, 2, &e));
}

static void a_training_that_diverges_is_noticed(void **state) {
    (void)state;
    const struct selfplay_settings settings = small_settings(1);
    struct training t = training_of("y:size=3", &settings);
    selfplay_train(t.p, t.start, 5);
    assert_true(selfplay_finite(t.p));
    for (size_t i = 0; i < t.p->online.count; i++)
        t.p->online.parameters[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -INFINITY;
    assert_false(selfplay_finite(t.p));
    const struct evaluator evaluator = policy_value_evaluator(&t.p->online);
    const th_action legal[3] = {0, 1, 2};
    float prior[3];
    double payoff[TH_SEATS_MAX];
    evaluator.evaluate(evaluator.self, t.p->game, t.start, 0, legal, 3, prior, payoff);
    for (int i = 0; i < 3; i++) assert_true(prior[i] >= 0 && prior[i] <= 1);
    assert_true(payoff[0] >= 0 && payoff[0] + payoff[1] == 1);
    selfplay_train(t.p, t.start, 5); /* it plays on, whatever the numbers */
    const struct learner_progress progress = {.games = 9, .steps = 8, .best_score = 0.5};
    assert_true(selfplay_learner.diverge(t.p, &progress, NULL));
    assert_int_equal(selfplay_learner.progress(t.p).games, 9);
    assert_false(selfplay_finite(t.p));
    drop_training(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(priors_and_payoffs_are_shares),
        cmocka_unit_test(payoffs_are_from_the_seat_that_looks),
        cmocka_unit_test(gradients_are_the_slopes_of_the_loss),
        cmocka_unit_test(it_learns_a_small_board),
        cmocka_unit_test(training_allocates_nothing),
        cmocka_unit_test(decisions_carry_the_result_of_their_game),
        cmocka_unit_test(values_can_be_those_of_the_search),
        cmocka_unit_test(chance_states_are_learned_from),
        cmocka_unit_test(quick_decisions_teach_the_value_only),
        cmocka_unit_test(a_network_is_accepted_when_it_wins),
        cmocka_unit_test(older_selves_are_opponents),
        cmocka_unit_test(a_share_of_the_games_is_against_older_selves),
        cmocka_unit_test(symmetries_teach_that_they_do_not_matter),
        cmocka_unit_test(chance_nodes_need_chance_that_can_be_listed),
        cmocka_unit_test(a_stored_training_goes_on_bit_for_bit),
        cmocka_unit_test(a_training_of_version_1_goes_on),
        cmocka_unit_test(a_training_of_version_2_goes_on),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(settings_out_of_range_are_refused),
        cmocka_unit_test(a_training_that_diverges_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
