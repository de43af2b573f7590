/* Self-play: games by search, the window of decisions, learning. */
#include "selfplay.h"

#include "network_training.h"
#include "puct_player.h"
#include "search/chance_nodes.h"
#include "search/gumbel.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Memory of the search: room for more views than a search of any sensible length makes. */
enum { SEARCH_BYTES = 64 << 20 };
/* A game that does not end after this number of decisions counts as a draw. */
enum { DECISIONS_MAX = 5000 };
/* Different uses of a seed must not share random numbers. */
enum purpose { PARAMETERS = 1, BATCHES, GAMES };

/* ---- settings ---- */

struct network_shape selfplay_shape(const struct selfplay_settings *s, int observation, int actions,
                                    int seats) {
    struct network_shape shape = {.layers = s->hidden_layers + 1, .size = {observation}};
    for (int l = 0; l < s->hidden_layers; l++) shape.size[l + 1] = s->hidden[l];
    shape.size[shape.layers] = policy_value_outputs(actions, seats);
    return shape;
}

static bool check_numbers(const struct selfplay_settings *s, struct th_error *e) {
    enum { MOST = 1000000000 };
    const struct {
        const char *name;
        double value, least, most;
    } numbers[] = {
        {"hidden layers", s->hidden_layers, 0, NETWORK_LAYERS_MAX - 1},
        {"decisions in the window", s->window, 1, 100000000},
        {"decisions before the first update", s->warm_up, 1, MOST},
        {"decisions in a batch", s->batch, 1, 65536},
        {"times a decision is learned from", s->reuse, 0, 1000},
        {"iterations of the search", s->iterations, 1, 100000},
        {"actions that the search considers", s->considered, 1, TH_LEGAL_MAX},
        {"random decisions at the start", s->random_plies, 0, 1000},
        {"the share of quick decisions", s->quick_share, 0, 1},
        {"iterations of quick decisions", s->quick_iterations, 1, 100000},
        {"the share that is accepted", s->accept, 0, 1},
        {"games between comparisons", s->accept_every, 1, MOST},
        {"games of a comparison", s->accept_games, 1, MOST},
        {"the share of games against older selves", s->past_share, 0, 1},
        {"games between older selves", s->past_every, 1, MOST},
        {"the weight of values", s->value_scale, 0, 1000},
        {"lambda", s->lambda, 0, 1},
        {"the rate", (double)s->rate, 0, 1},
        {"the last rate", (double)s->rate_last, 0, 1},
        {"games until the rate is at its last", s->rate_games, 0, MOST},
        {"the decay of Adam's mean", (double)s->adam.mean_decay, 0, 0.999999},
        {"the decay of Adam's square", (double)s->adam.square_decay, 0, 0.999999},
        {"Adam's epsilon", (double)s->adam.epsilon, 1e-12, 1},
        {"the clipping of gradients", (double)s->adam.clip, 0, 1e6},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(numbers[i].value >= numbers[i].least && numbers[i].value <= numbers[i].most))
            return th_fail(e, "%s: %g; it must be %g to %g", numbers[i].name, numbers[i].value,
                           numbers[i].least, numbers[i].most);
    return true;
}

static size_t window_bytes(int capacity, int observation, int actions, int seats) {
    return (size_t)capacity * ((size_t)(observation + seats) * sizeof(float) +
                               (size_t)actions * sizeof(uint16_t) + sizeof(uint8_t));
}

bool selfplay_check(const struct selfplay_settings *s, int observation, int actions, int seats,
                    struct th_error *e) {
    enum { MEMORY_MAX = 1 << 30 };
    if (!check_numbers(s, e)) return false;
    if (seats < 2 || seats > TH_SEATS_MAX)
        return th_fail(e, "a game of %d seats; self-play needs 2 to %d", seats, TH_SEATS_MAX);
    const struct network_shape shape = selfplay_shape(s, observation, actions, seats);
    if (!network_shape_check(&shape, e)) return false;
    if (window_bytes(s->window, observation, actions, seats) > MEMORY_MAX)
        return th_fail(e, "a replay memory of %d decisions takes more than a gigabyte", s->window);
    size_t units = 0;
    for (int l = 0; l <= shape.layers; l++) units += (size_t)shape.size[l];
    if (units * (size_t)s->batch > MEMORY_MAX / 64)
        return th_fail(e, "a batch of %d decisions is too large for this network", s->batch);
    return true;
}

/* ---- the window ---- */

int window_filled(const struct window *w) {
    return w->added < (uint64_t)w->capacity ? (int)w->added : w->capacity;
}

static bool window_make(struct window *w, int capacity, int observation, int actions, int seats,
                        struct th_error *e) {
    const size_t rows = (size_t)capacity;
    *w = (struct window){
        .capacity = capacity, .observation = observation, .actions = actions, .seats = seats};
    w->observed = calloc(rows * (size_t)observation, sizeof *w->observed);
    w->policy = calloc(rows * (size_t)actions, sizeof *w->policy);
    w->value = calloc(rows * (size_t)seats, sizeof *w->value);
    w->seat = calloc(rows, sizeof *w->seat);
    return (w->observed != NULL && w->policy != NULL && w->value != NULL && w->seat != NULL) ||
           th_fail(e, "there is no memory for %d decisions to learn from", capacity);
}

static void window_drop(struct window *w) {
    free(w->observed);
    free(w->policy);
    free(w->value);
    free(w->seat);
}

/* The first value of a row that has no value yet. */
static const float NO_VALUE = -1;

/* Adds a row without a policy for a seat; its value is set when the game is over. Returns its
 * index. */
static size_t add_row(struct selfplay *p, const struct th_state *view, int seat) {
    struct window *w = &p->window;
    const size_t place = (size_t)(w->added++ % (uint64_t)w->capacity);
    p->game->learning->observe(view, seat, w->observed + place * (size_t)w->observation);
    memset(w->policy + place * (size_t)w->actions, 0, (size_t)w->actions * sizeof *w->policy);
    w->value[place * (size_t)w->seats] = NO_VALUE;
    w->seat[place] = (uint8_t)seat;
    return place;
}

/* Sets the policy of a row. Legal actions have at least one part. */
static void set_policy(struct selfplay *p, size_t place, const struct th_state *view, int seat,
                       const th_action legal[], int n, const double improved[]) {
    struct window *w = &p->window;
    uint16_t *policy = w->policy + place * (size_t)w->actions;
    for (int i = 0; i < n; i++)
        policy[policy_value_place(p->game, view, seat, legal[i])] =
            (uint16_t)(1 + improved[i] * 65534);
}

/* Sets the value of a row to what the search found: the payoffs after the actions that it visited,
 * weighted by the improved policy. */
static void set_found(struct selfplay *p, size_t place, int seat, int n, const double improved[]) {
    const struct window *w = &p->window;
    const struct worlds *worlds = p->search->worlds;
    double sum[TH_SEATS_MAX] = {0}, share = 0;
    for (int i = 0; i < n; i++) {
        double payoff[TH_SEATS_MAX];
        if (worlds_visits(worlds, i) == 0) continue;
        worlds_payoff(worlds, i, payoff);
        for (int k = 0; k < w->seats; k++) sum[k] += improved[i] * payoff[k];
        share += improved[i];
    }
    for (int k = 0; k < w->seats && share > 0; k++)
        w->value[place * (size_t)w->seats + (size_t)k] =
            (float)fmin(sum[(seat + k) % w->seats] / share, 1);
}

/* Sets the values of the rows from number `first` on, from the last to the first: a mean of what
 * the search found and of the value of the row that follows, which is at the end the payoff. */
static void set_values(struct window *w, uint64_t first, const double payoff[], double lambda) {
    const uint64_t capacity = (uint64_t)w->capacity;
    double later[TH_SEATS_MAX];
    memcpy(later, payoff, (size_t)w->seats * sizeof *later);
    if (w->added - first > capacity) first = w->added - capacity;
    for (uint64_t i = w->added; i-- > first;) {
        const size_t place = (size_t)(i % capacity);
        float *value = w->value + place * (size_t)w->seats;
        const bool found = value[0] >= 0;
        for (int k = 0; k < w->seats; k++) {
            double *after = &later[(w->seat[place] + k) % w->seats];
            if (found) *after = (1 - lambda) * (double)value[k] + lambda * *after;
            value[k] = (float)*after;
        }
    }
}

/* ---- making ---- */

static bool make_search(struct selfplay *p, struct th_error *e) {
    p->search = calloc(1, sizeof *p->search);
    if (p->search == NULL) return th_fail(e, "there is no memory for the search");
    p->search->evaluator = policy_value_evaluator(&p->online);
    const struct worlds_settings settings = {.playouts = 1,
                                             .exploration = PUCT_EXPLORATION,
                                             .evaluator = &p->search->evaluator,
                                             .chance_nodes = p->settings.chance_nodes};
    struct th_options any;
    th_options_init(&any, p->game->options);
    p->search->worlds = worlds_new(p->game, &settings, SEARCH_BYTES, e);
    if (p->search->worlds == NULL) return false;
    p->state = th_state_new(p->game, &any, e);
    p->view = p->state != NULL ? th_state_new(p->game, &any, e) : NULL;
    return p->view != NULL;
}

static bool make_room(struct selfplay *p, const struct network_shape *shape, struct th_error *e) {
    const size_t batch = (size_t)p->settings.batch;
    p->input = calloc(batch * (size_t)p->observation, sizeof *p->input);
    p->stored = calloc((size_t)p->actions, sizeof *p->stored);
    p->policy = calloc((size_t)p->actions, sizeof *p->policy);
    p->slope = calloc(batch * (size_t)shape->size[shape->layers], sizeof *p->slope);
    p->gradients = calloc(p->online.count, sizeof *p->gradients);
    if (p->input == NULL || p->stored == NULL || p->policy == NULL || p->slope == NULL ||
        p->gradients == NULL)
        return th_fail(e, "there is no memory for the training");
    for (int k = 0; k < SELFPLAY_PAST && p->settings.past_share > 0; k++)
        if (!network_make(&p->past[k], shape, e)) return false;
    const bool turns = p->settings.symmetries && p->game->learning->symmetries != NULL;
    return symmetries_make(&p->symmetries, turns ? TH_SYMMETRIES_MAX : 1, p->observation,
                           p->actions, e);
}

struct selfplay *selfplay_new(const struct selfplay_settings *s, const struct th_game *game,
                              int observation, int seats, struct th_error *e) {
    if (!selfplay_check(s, observation, game->action_count, seats, e)) return NULL;
    if (s->chance_nodes && !chance_nodes_check(game, e)) return NULL;
    struct selfplay *p = calloc(1, sizeof *p);
    if (p == NULL) {
        th_fail(e, "there is no memory for the training");
        return NULL;
    }
    p->settings = *s;
    p->game = game;
    p->observation = observation;
    p->actions = game->action_count;
    p->seats = seats;
    p->best_score = -INFINITY;
    const struct network_shape shape = selfplay_shape(s, observation, p->actions, seats);
    if (!network_make(&p->online, &shape, e) || !network_make(&p->best, &shape, e) ||
        !network_make(&p->actor, &shape, e) || !adam_make(&p->adam, &s->adam, p->online.count, e) ||
        !window_make(&p->window, s->window, observation, p->actions, seats, e) ||
        !network_pass_make(&p->pass, &shape, s->batch, e) || !make_room(p, &shape, e) ||
        !make_search(p, e)) {
        selfplay_drop(p);
        return NULL;
    }
    struct th_rng first = th_rng_seeded(th_mix2(s->seed, PARAMETERS));
    p->draw = th_rng_seeded(th_mix2(s->seed, BATCHES));
    network_begin(&p->online, &first);
    network_copy(&p->actor, &p->online);
    return p;
}

void selfplay_drop(struct selfplay *p) {
    if (p == NULL) return;
    network_drop(&p->online);
    network_drop(&p->best);
    network_drop(&p->actor);
    for (int k = 0; k < SELFPLAY_PAST; k++) network_drop(&p->past[k]);
    symmetries_drop(&p->symmetries);
    adam_drop(&p->adam);
    window_drop(&p->window);
    network_pass_drop(&p->pass);
    if (p->search != NULL && p->search->worlds != NULL) worlds_drop(p->search->worlds);
    free(p->search);
    free(p->state);
    free(p->view);
    free(p->input);
    free(p->stored);
    free(p->policy);
    free(p->slope);
    free(p->gradients);
    free(p);
}

/* ---- learning ---- */

float selfplay_rate(const struct selfplay *p) {
    const struct selfplay_settings *s = &p->settings;
    return linear_schedule(s->rate, s->rate_last, p->games, s->rate_games);
}

/* The policy of a decision, with sum 1. Returns false if the row has none. */
static bool read_policy(const struct window *w, size_t place, float policy[]) {
    const uint16_t *parts = w->policy + place * (size_t)w->actions;
    uint32_t sum = 0;
    for (int a = 0; a < w->actions; a++) sum += parts[a];
    for (int a = 0; a < w->actions && sum > 0; a++) policy[a] = (float)parts[a] / (float)sum;
    return sum > 0;
}

/* A row of the window, and a symmetry to see it by. */
struct sample {
    size_t place;
    int symmetry;
};

static struct sample draw_sample(const struct selfplay *p, struct th_rng *rng) {
    struct sample drawn = {th_rng_below(rng, (uint32_t)window_filled(&p->window)), 0};
    if (p->symmetries.count > 1)
        drawn.symmetry = (int)th_rng_below(rng, (uint32_t)p->symmetries.count);
    return drawn;
}

/* Sets p->policy to that of the row as the symmetry turns it; NULL if the row has none. */
static const float *sample_policy(struct selfplay *p, struct sample drawn) {
    if (!read_policy(&p->window, drawn.place, p->stored)) return NULL;
    symmetries_policy(&p->symmetries, drawn.symmetry, p->stored, p->policy);
    return p->policy;
}

/* One update, from a batch that is drawn uniformly. */
static void learn(struct selfplay *p) {
    const struct window *w = &p->window;
    const size_t batch = (size_t)p->settings.batch, observation = (size_t)p->observation;
    const size_t outputs = (size_t)policy_value_outputs(p->actions, p->seats);
    struct th_rng again = p->draw; /* the same samples */
    for (size_t r = 0; r < batch; r++) {
        const struct sample drawn = draw_sample(p, &p->draw);
        symmetries_observation(&p->symmetries, drawn.symmetry,
                               w->observed + drawn.place * observation, p->input + r * observation);
    }
    const float *values = network_forward(&p->online, &p->pass, p->input, p->settings.batch);
    for (size_t r = 0; r < batch; r++) {
        const struct sample drawn = draw_sample(p, &again);
        const struct policy_value_target target = {sample_policy(p, drawn),
                                                   w->value + drawn.place * (size_t)w->seats};
        float *slope = p->slope + r * outputs;
        const struct policy_value_loss loss =
            policy_value_slopes(values + r * outputs, &target, p->actions, p->seats, slope);
        for (size_t i = 0; i < outputs; i++) slope[i] /= (float)batch;
        p->tally.policy_loss += loss.policy / (double)batch;
        p->tally.value_loss += loss.value / (double)batch;
    }
    network_backward(&p->online, &p->pass, p->slope, p->settings.batch, p->gradients);
    adam_update(&p->adam, selfplay_rate(p), p->online.parameters, p->gradients);
    p->tally.updates++;
    p->updates++;
}

/* Makes the updates that the rows of a game are worth. */
static void learn_from_game(struct selfplay *p, uint64_t rows) {
    const uint64_t batch = (uint64_t)p->settings.batch;
    if (p->window.added < (uint64_t)p->settings.warm_up) return;
    p->owed += rows * (uint64_t)p->settings.reuse;
    for (; p->owed >= batch; p->owed -= batch) learn(p);
}

/* ---- playing ---- */

/* Playout cap randomization (Wu, "Accelerating self-play learning in Go", 2019): values need many
 * games, policies long searches, so most decisions can be quick ones. */
static bool is_quick(const struct selfplay *p, struct th_rng *rng) {
    const double share = p->settings.quick_share;
    return share > 0 && (double)(th_rng_next(rng) >> 11) * 0x1p-53 < share;
}

/* The action of the seat in turn; the network learns from it if `learned`. */
static th_action decide(struct selfplay *p, int seat, const th_action legal[], int n,
                        struct th_rng *rng, bool learned) {
    const bool quick = is_quick(p, rng);
    const struct gumbel_settings settings = {.iterations = quick ? p->settings.quick_iterations
                                                                 : p->settings.iterations,
                                             .considered = p->settings.considered,
                                             .value_scale = p->settings.value_scale};
    const struct th_state *seen = p->state;
    double improved[TH_LEGAL_MAX];
    if (p->game->view != NULL) {
        p->game->view(p->state, seat, p->view);
        seen = p->view;
    }
    worlds_begin(p->search->worlds, seen, seat);
    const int chosen = gumbel_search(p->search->worlds, n, &settings, rng, NULL, improved);
    if (!learned) return legal[chosen];
    const size_t row = add_row(p, seen, seat);
    if (!quick) set_policy(p, row, seen, seat, legal, n, improved);
    set_found(p, row, seat, n, improved);
    p->tally.decisions++;
    return legal[chosen];
}

/* Plays a game and adds its decisions. The first ones are random, a different number in every game:
 * otherwise a network that plays a game without chance well meets few positions, and knows no
 * others. Of a game against an older self it adds its own decisions alone. */
static void play_game(struct selfplay *p, const struct th_state *start) {
    const struct th_game *game = p->game;
    struct th_rng rng =
        th_rng_seeded(th_mix2(p->settings.seed, th_mix2((uint64_t)GAMES, p->games)));
    const uint64_t first = p->window.added;
    uint32_t random_plies = th_rng_below(&rng, (uint32_t)p->settings.random_plies + 1);
    double payoff[TH_SEATS_MAX];
    int mover, own = 0, decisions = 0;
    const struct network *past = selfplay_past_draw(p, &rng, &own);
    memcpy(p->state, start, game->state_size);
    while ((mover = game->mover(p->state)) != TH_OVER && decisions < DECISIONS_MAX) {
        th_action legal[TH_LEGAL_MAX];
        if (mover == TH_CHANCE) {
            const int seat = game->luck_of(p->state);
            if (p->settings.chance_nodes && random_plies == 0 && (past == NULL || seat == own)) {
                add_row(p, p->state, seat);
                decisions++;
            }
            game->apply(p->state, th_chance_pick(game, p->state, th_rng_next(&rng)));
            continue;
        }
        const int n = game->legal(p->state, legal);
        if (n == 1) {
            game->apply(p->state, legal[0]);
        } else if (random_plies > 0) {
            random_plies--;
            game->apply(p->state, legal[th_rng_below(&rng, (uint32_t)n)]);
        } else {
            const bool learned = past == NULL || mover == own;
            p->search->evaluator.self = learned ? selfplay_player(p) : past;
            game->apply(p->state, decide(p, mover, legal, n, &rng, learned));
            decisions++;
        }
    }
    for (int i = 0; i < p->seats; i++) payoff[i] = 1.0 / p->seats;
    if (mover == TH_OVER) game->payoff(p->state, payoff);
    set_values(&p->window, first, payoff, p->settings.lambda);
    p->tally.games++;
    learn_from_game(p, p->window.added - first);
    p->games++;
    selfplay_past_keep(p);
}

void selfplay_train(struct selfplay *p, const struct th_state *start, uint64_t games) {
    assert(p->game->seats(start) == p->seats);
    if (p->settings.symmetries) symmetries_set(&p->symmetries, p->game, start);
    for (uint64_t g = 0; g < games; g++) {
        play_game(p, start);
        if (selfplay_gate_due(p)) selfplay_gate(p, start);
    }
}

int selfplay_choose(const struct selfplay *p, const struct network *n, const struct th_ask *ask) {
    p->search->evaluator.self = n;
    const struct puct_limits limits = {.iterations = p->settings.iterations,
                                       .value_scale =
                                           p->settings.choose_values ? p->settings.value_scale : 0};
    return puct_choose(p->search->worlds, &limits, ask);
}

/* ---- results ---- */

const struct network *selfplay_best(const struct selfplay *p) {
    return p->best_score > -INFINITY ? &p->best : &p->online;
}

bool selfplay_finite(const struct selfplay *p) {
    return all_finite(p->online.parameters, p->online.count) &&
           all_finite(p->best.parameters, p->best.count) &&
           all_finite(p->actor.parameters, p->actor.count) &&
           all_finite(p->adam.mean, p->adam.count) && all_finite(p->adam.square, p->adam.count) &&
           isfinite(p->tally.policy_loss) && isfinite(p->tally.value_loss);
}
