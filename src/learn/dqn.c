/* Double deep Q-learning and its replay memory. */
#include "dqn.h"

#include "network_training.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct dqn_settings dqn_defaults(void) {
    return (struct dqn_settings){
        .seed = 1,
        .hidden_layers = 2,
        .hidden = {128, 128},
        .replay = 50000,
        .warm_up = 1000,
        .batch = 64,
        .update_every = 1,
        .copy_every = 500,
        .gamma = 0.99F,
        .huber_delta = 1,
        .epsilon = 1,
        .epsilon_last = 0.05F,
        .epsilon_games = 1000,
        .rate = 1e-3F,
        .rate_last = 1e-4F,
        .rate_games = 5000,
        .adam = adam_defaults(),
    };
}

struct network_shape dqn_shape(const struct dqn_settings *s, int observation, int actions) {
    struct network_shape shape = {.layers = s->hidden_layers + 1};
    shape.size[0] = observation;
    for (int l = 0; l < s->hidden_layers; l++) shape.size[l + 1] = s->hidden[l];
    shape.size[shape.layers] = actions;
    return shape;
}

/* The whole numbers of the settings, and their ranges. */
static bool check_counts(const struct dqn_settings *s, struct th_error *e) {
    enum { MOST = 1000000000 };
    const struct {
        const char *name;
        int value, least, most;
    } counts[] = {
        {"hidden layers", s->hidden_layers, 0, NETWORK_LAYERS_MAX - 1},
        {"steps in the replay memory", s->replay, 1, 100000000},
        {"steps before the first update", s->warm_up, 1, MOST},
        {"steps in a batch", s->batch, 1, 65536},
        {"steps between updates", s->update_every, 1, MOST},
        {"updates between copies", s->copy_every, 1, MOST},
        {"games until epsilon is at its last", s->epsilon_games, 0, MOST},
        {"games until the rate is at its last", s->rate_games, 0, MOST},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].value < counts[i].least || counts[i].value > counts[i].most)
            return th_fail(e, "%s: %d; it must be %d to %d", counts[i].name, counts[i].value,
                           counts[i].least, counts[i].most);
    return true;
}

static bool check_numbers(const struct dqn_settings *s, struct th_error *e) {
    const struct {
        const char *name;
        float value, least, most;
    } numbers[] = {
        {"gamma", s->gamma, 0, 1},
        {"delta of the Huber loss", s->huber_delta, 1e-6F, 1e6F},
        {"epsilon", s->epsilon, 0, 1},
        {"the last epsilon", s->epsilon_last, 0, 1},
        {"the rate", s->rate, 0, 1},
        {"the last rate", s->rate_last, 0, 1},
        {"the decay of Adam's mean", s->adam.mean_decay, 0, 0.999999F},
        {"the decay of Adam's square", s->adam.square_decay, 0, 0.999999F},
        {"Adam's epsilon", s->adam.epsilon, 1e-12F, 1},
        {"the clipping of gradients", s->adam.clip, 0, 1e6F},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(numbers[i].value >= numbers[i].least && numbers[i].value <= numbers[i].most))
            return th_fail(e, "%s: %g; it must be %g to %g", numbers[i].name,
                           (double)numbers[i].value, (double)numbers[i].least,
                           (double)numbers[i].most);
    return true;
}

bool dqn_check(const struct dqn_settings *s, int observation, int actions, struct th_error *e) {
    enum { MEMORY_MAX = 1 << 30 };
    if (!check_counts(s, e) || !check_numbers(s, e)) return false;
    const struct network_shape shape = dqn_shape(s, observation, actions);
    if (!network_shape_check(&shape, e)) return false;
    if (replay_bytes(s->replay, observation, actions) > MEMORY_MAX)
        return th_fail(e, "a replay memory of %d steps takes more than a gigabyte", s->replay);
    size_t units = 0;
    for (int l = 0; l <= shape.layers; l++) units += (size_t)shape.size[l];
    if (units * (size_t)s->batch > MEMORY_MAX / 64)
        return th_fail(e, "a batch of %d steps is too large for this network", s->batch);
    return true;
}

static bool make_room(struct dqn *d, struct th_error *e) {
    const size_t batch = (size_t)d->settings.batch, actions = (size_t)d->actions;
    const size_t observation = (size_t)d->observation;
    d->input = calloc(2 * batch * observation, sizeof *d->input);
    d->target_values = calloc(batch * actions, sizeof *d->target_values);
    d->slope = calloc(batch * actions, sizeof *d->slope);
    d->gradients = calloc(d->online.count, sizeof *d->gradients);
    d->places = calloc(batch, sizeof *d->places);
    bool made = d->input != NULL && d->target_values != NULL && d->slope != NULL &&
                d->gradients != NULL && d->places != NULL;
    for (int i = 0; i < 2; i++) {
        d->seen[i] = calloc(observation, sizeof *d->seen[i]);
        d->legal[i] = calloc(actions, sizeof *d->legal[i]);
        made = made && d->seen[i] != NULL && d->legal[i] != NULL;
    }
    return made || th_fail(e, "there is no memory for the training");
}

struct dqn *dqn_new(const struct dqn_settings *s, int observation, int actions,
                    struct th_error *e) {
    if (!dqn_check(s, observation, actions, e)) return NULL;
    struct dqn *d = calloc(1, sizeof *d);
    if (d == NULL) {
        th_fail(e, "there is no memory for the training");
        return NULL;
    }
    const struct network_shape shape = dqn_shape(s, observation, actions);
    d->settings = *s;
    d->observation = observation;
    d->actions = actions;
    d->best_score = -INFINITY;
    if (!network_make(&d->online, &shape, e) || !network_make(&d->target, &shape, e) ||
        !network_make(&d->best, &shape, e) || !adam_make(&d->adam, &s->adam, d->online.count, e) ||
        !replay_make(&d->replay, s->replay, observation, actions, e) ||
        !network_pass_make(&d->pass, &shape, 2 * s->batch, e) || !make_room(d, e)) {
        dqn_drop(d);
        return NULL;
    }
    struct th_rng first = th_rng_seeded(th_mix2(s->seed, 1));
    d->explore = th_rng_seeded(th_mix2(s->seed, 2));
    d->draw = th_rng_seeded(th_mix2(s->seed, 3));
    network_begin(&d->online, &first);
    network_copy(&d->target, &d->online);
    return d;
}

void dqn_drop(struct dqn *d) {
    if (d == NULL) return;
    network_drop(&d->online);
    network_drop(&d->target);
    network_drop(&d->best);
    adam_drop(&d->adam);
    replay_drop(&d->replay);
    network_pass_drop(&d->pass);
    free(d->input);
    free(d->target_values);
    free(d->slope);
    free(d->gradients);
    free(d->places);
    for (int i = 0; i < 2; i++) {
        free(d->seen[i]);
        free(d->legal[i]);
    }
    free(d);
}

/* ---- acting ---- */

float dqn_epsilon(const struct dqn *d) {
    const struct dqn_settings *s = &d->settings;
    return linear_schedule(s->epsilon, s->epsilon_last, d->games, s->epsilon_games);
}

float dqn_rate(const struct dqn *d) {
    const struct dqn_settings *s = &d->settings;
    return linear_schedule(s->rate, s->rate_last, d->games, s->rate_games);
}

int dqn_best_legal(const float values[], const bool legal[], int actions) {
    int best = -1;
    for (int a = 0; a < actions; a++)
        if (legal[a] && (best < 0 || values[a] > values[best])) best = a;
    assert(best >= 0);
    return best;
}

int dqn_greedy(const struct network *n, const float seen[], const bool legal[]) {
    float values[NETWORK_WIDTH_MAX];
    network_answer(n, seen, values);
    return dqn_best_legal(values, legal, n->shape.size[n->shape.layers]);
}

static int choose(struct dqn *d, float epsilon, const float seen[], const bool legal[]) {
    const float test = (float)(th_rng_next(&d->explore) >> 40) * 0x1p-24F; /* in [0, 1) */
    if (test < epsilon) return environment_random(&d->explore, legal, d->actions);
    return dqn_greedy(&d->online, seen, legal);
}

/* ---- learning ---- */

/* Draws a batch and gathers its observations: (2 batch, observation). */
static void gather(struct dqn *d) {
    const size_t batch = (size_t)d->settings.batch, observation = (size_t)d->observation;
    for (size_t r = 0; r < batch; r++) {
        d->places[r] = replay_draw(&d->replay, &d->draw);
        const struct replay_step step = replay_at(&d->replay, d->places[r]);
        memcpy(d->input + r * observation, step.before, observation * sizeof *d->input);
        memcpy(d->input + (batch + r) * observation, step.after, observation * sizeof *d->input);
    }
}

/* The target value of a step: the reward, plus the discounted value of the next action. The online
 * network chooses that action and the target network values it. online, target: (actions) each, of
 * the next decision. */
static float target_value(const struct dqn *d, const struct replay_step *step, const float online[],
                          const float target[]) {
    if (step->done) return step->reward;
    const int next = dqn_best_legal(online, step->legal_after, d->actions);
    return step->reward + d->settings.gamma * target[next];
}

/* One update. The online network computes both halves of the batch in one pass, and learns from the
 * first half. */
static void learn(struct dqn *d) {
    const int batch = d->settings.batch;
    const size_t rows = (size_t)batch, actions = (size_t)d->actions;
    gather(d);
    const float *values =
        network_forward(&d->target, &d->pass, d->input + rows * (size_t)d->observation, batch);
    memcpy(d->target_values, values, rows * actions * sizeof *values);
    values = network_forward(&d->online, &d->pass, d->input, 2 * batch); /* (2 batch, actions) */
    memset(d->slope, 0, rows * actions * sizeof *d->slope);
    double loss = 0;
    for (size_t r = 0; r < rows; r++) {
        const struct replay_step step = replay_at(&d->replay, d->places[r]);
        const size_t at = r * actions + (size_t)step.action;
        const float error = values[at] - target_value(d, &step, values + (rows + r) * actions,
                                                      d->target_values + r * actions);
        loss += (double)huber_loss(error, d->settings.huber_delta);
        d->slope[at] = huber_slope(error, d->settings.huber_delta) / (float)batch;
    }
    network_backward(&d->online, &d->pass, d->slope, batch, d->gradients);
    adam_update(&d->adam, dqn_rate(d), d->online.parameters, d->gradients);
    d->tally.loss += loss / (double)batch;
    d->tally.updates++;
    if (++d->updates % (uint64_t)d->settings.copy_every == 0) network_copy(&d->target, &d->online);
}

static void play_game(struct dqn *d, const struct environment *environment, void *self) {
    const float epsilon = dqn_epsilon(d);
    int now = 0; /* index of the current decision in d->seen and d->legal */
    bool going = environment->reset(self, th_mix2(d->settings.seed, th_mix2(4, d->games)));
    if (going) {
        environment->observe(self, d->seen[now]);
        environment->legal(self, d->legal[now]);
    }
    while (going) {
        const int action = choose(d, epsilon, d->seen[now], d->legal[now]), next = 1 - now;
        const struct environment_step step = environment->step(self, action);
        if (!step.done) {
            environment->observe(self, d->seen[next]);
            environment->legal(self, d->legal[next]);
        }
        const struct replay_step taken = {d->seen[now], d->seen[next], d->legal[next],
                                          action,       step.reward,   step.done};
        replay_add(&d->replay, &taken);
        if (d->replay.added >= (uint64_t)d->settings.warm_up &&
            d->replay.added % (uint64_t)d->settings.update_every == 0)
            learn(d);
        d->tally.steps++;
        d->tally.reward += (double)step.reward;
        going = !step.done;
        now = next;
    }
    d->tally.games++;
    d->games++;
}

void dqn_train(struct dqn *d, const struct environment *environment, void *self, uint64_t games) {
    assert(environment->observation == d->observation && environment->actions == d->actions);
    for (uint64_t g = 0; g < games; g++) play_game(d, environment, self);
}

/* ---- results ---- */

struct dqn_tally dqn_take_tally(struct dqn *d) {
    const struct dqn_tally tally = d->tally;
    d->tally = (struct dqn_tally){0};
    return tally;
}

bool dqn_keep_best(struct dqn *d, double score) {
    if (!(score > d->best_score)) return false;
    d->best_score = score;
    network_copy(&d->best, &d->online);
    return true;
}

bool dqn_finite(const struct dqn *d) {
    const struct network *const networks[] = {&d->online, &d->target, &d->best};
    for (int i = 0; i < 3; i++)
        if (!all_finite(networks[i]->parameters, networks[i]->count)) return false;
    return all_finite(d->adam.mean, d->adam.count) && all_finite(d->adam.square, d->adam.count) &&
           isfinite(d->tally.loss) && isfinite(d->tally.reward);
}

const struct network *dqn_best(const struct dqn *d) {
    return d->best_score > -INFINITY ? &d->best : &d->online;
}

/* ---- replay memory ---- */

size_t replay_bytes(int capacity, int observation, int actions) {
    const size_t step = 2 * (size_t)observation * sizeof(float) + (size_t)actions * sizeof(bool) +
                        sizeof(uint16_t) + sizeof(float) + sizeof(bool);
    return (size_t)capacity * step;
}

bool replay_make(struct replay *m, int capacity, int observation, int actions, struct th_error *e) {
    const size_t steps = (size_t)capacity;
    *m = (struct replay){.capacity = capacity, .observation = observation, .actions = actions};
    m->before = calloc(steps * (size_t)observation, sizeof *m->before);
    m->after = calloc(steps * (size_t)observation, sizeof *m->after);
    m->legal_after = calloc(steps * (size_t)actions, sizeof *m->legal_after);
    m->action = calloc(steps, sizeof *m->action);
    m->reward = calloc(steps, sizeof *m->reward);
    m->done = calloc(steps, sizeof *m->done);
    if (m->before != NULL && m->after != NULL && m->legal_after != NULL && m->action != NULL &&
        m->reward != NULL && m->done != NULL)
        return true;
    replay_drop(m);
    return th_fail(e, "there is no memory for %d steps to learn from", capacity);
}

void replay_drop(struct replay *m) {
    free(m->before);
    free(m->after);
    free(m->legal_after);
    free(m->action);
    free(m->reward);
    free(m->done);
    *m = (struct replay){0};
}

int replay_filled(const struct replay *m) {
    return m->added < (uint64_t)m->capacity ? (int)m->added : m->capacity;
}

void replay_add(struct replay *m, const struct replay_step *step) {
    assert(step->action >= 0 && step->action < m->actions);
    const size_t place = (size_t)(m->added++ % (uint64_t)m->capacity);
    const size_t observation = (size_t)m->observation, actions = (size_t)m->actions;
    memcpy(m->before + place * observation, step->before, observation * sizeof *m->before);
    if (!step->done) {
        memcpy(m->after + place * observation, step->after, observation * sizeof *m->after);
        memcpy(m->legal_after + place * actions, step->legal_after, actions * sizeof(bool));
    } else { /* zeros: the network's output for them is not used, but must be finite */
        memset(m->after + place * observation, 0, observation * sizeof *m->after);
        memset(m->legal_after + place * actions, 0, actions * sizeof(bool));
    }
    m->action[place] = (uint16_t)step->action;
    m->reward[place] = step->reward;
    m->done[place] = step->done;
}

struct replay_step replay_at(const struct replay *m, int place) {
    assert(place >= 0 && place < replay_filled(m));
    const size_t at = (size_t)place;
    return (struct replay_step){
        .before = m->before + at * (size_t)m->observation,
        .after = m->after + at * (size_t)m->observation,
        .legal_after = m->legal_after + at * (size_t)m->actions,
        .action = m->action[at],
        .reward = m->reward[at],
        .done = m->done[at],
    };
}
