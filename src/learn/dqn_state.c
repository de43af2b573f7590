#include "dqn_state.h"

#include <math.h>
#include <string.h>

/* Storing and restoring go through the same fields in the same order: each pair of functions
 * stands together. */

static void store_settings(const struct dqn_settings *s, struct bytes *out) {
    bytes_u64(out, s->seed);
    bytes_u32(out, (uint32_t)s->hidden_layers);
    for (int l = 0; l < s->hidden_layers; l++) bytes_u32(out, (uint32_t)s->hidden[l]);
    const int counts[] = {s->replay,     s->warm_up,       s->batch,     s->update_every,
                          s->copy_every, s->epsilon_games, s->rate_games};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) bytes_u32(out, (uint32_t)counts[i]);
    const float numbers[] = {
        s->gamma,        s->knee,      s->epsilon,         s->epsilon_last,
        s->rate,         s->rate_last, s->adam.mean_decay, s->adam.square_decay,
        s->adam.epsilon, s->adam.clip};
    bytes_floats(out, numbers, sizeof numbers / sizeof *numbers);
}

static bool restore_settings(struct dqn_settings *s, struct bytes_reader *in) {
    *s = (struct dqn_settings){.seed = read_u64(in), .hidden_layers = (int)read_u32(in)};
    if (s->hidden_layers < 0 || s->hidden_layers >= NETWORK_LAYERS_MAX) return false;
    for (int l = 0; l < s->hidden_layers; l++) s->hidden[l] = (int)read_u32(in);
    int *const counts[] = {&s->replay,     &s->warm_up,       &s->batch,     &s->update_every,
                           &s->copy_every, &s->epsilon_games, &s->rate_games};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) *counts[i] = (int)read_u32(in);
    float *const numbers[] = {
        &s->gamma,        &s->knee,      &s->epsilon,         &s->epsilon_last,
        &s->rate,         &s->rate_last, &s->adam.mean_decay, &s->adam.square_decay,
        &s->adam.epsilon, &s->adam.clip};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = read_f32(in);
    return !in->failed;
}

static void store_replay(const struct replay *m, struct bytes *out) {
    bytes_u64(out, m->added);
    for (int i = 0; i < replay_filled(m); i++) {
        const struct replay_step step = replay_at(m, i);
        bytes_floats(out, step.before, (size_t)m->observation);
        bytes_floats(out, step.after, (size_t)m->observation);
        for (int a = 0; a < m->actions; a++) bytes_u8(out, step.legal_after[a]);
        bytes_u32(out, (uint32_t)step.action);
        bytes_f32(out, step.reward);
        bytes_u8(out, step.done);
    }
}

/* Into the place where it was. */
static bool restore_step(struct replay *m, size_t place, struct bytes_reader *in) {
    const size_t observation = (size_t)m->observation, actions = (size_t)m->actions;
    uint32_t legal = 0;
    read_floats(in, m->before + place * observation, observation);
    read_floats(in, m->after + place * observation, observation);
    for (size_t a = 0; a < actions; a++) {
        const uint8_t flag = read_u8(in);
        if (flag > 1) return false;
        m->legal_after[place * actions + a] = flag;
        legal += flag;
    }
    const uint32_t action = read_u32(in);
    read_floats(in, &m->reward[place], 1);
    const uint8_t done = read_u8(in);
    if (in->failed || action >= actions || done > 1 || (done == 1) != (legal == 0)) return false;
    m->action[place] = (uint16_t)action;
    m->done[place] = done;
    return true;
}

static bool restore_replay(struct replay *m, struct bytes_reader *in) {
    m->added = read_u64(in);
    if (m->added > UINT64_MAX / 2) return false; /* it must not come round while training goes on */
    const size_t filled = (size_t)replay_filled(m);
    for (size_t i = 0; i < filled; i++)
        if (!restore_step(m, i, in)) return false;
    return !in->failed;
}

static void store_rng(const struct th_rng *rng, struct bytes *out) {
    for (int i = 0; i < 4; i++) bytes_u64(out, rng->word[i]);
}

/* All zero is the one state a generator never has. */
static bool restore_rng(struct th_rng *rng, struct bytes_reader *in) {
    uint64_t any = 0;
    for (int i = 0; i < 4; i++) any |= rng->word[i] = read_u64(in);
    return any != 0;
}

static void store_tally(const struct dqn_tally *t, struct bytes *out) {
    bytes_u64(out, t->games);
    bytes_u64(out, t->steps);
    bytes_u64(out, t->updates);
    bytes_f64(out, t->reward);
    bytes_f64(out, t->loss);
}

static bool restore_tally(struct dqn_tally *t, struct bytes_reader *in) {
    t->games = read_u64(in);
    t->steps = read_u64(in);
    t->updates = read_u64(in);
    t->reward = read_f64(in);
    t->loss = read_f64(in);
    return isfinite(t->reward) && isfinite(t->loss);
}

static void store_adam(const struct adam *a, struct bytes *out) {
    bytes_f64(out, a->mean_left);
    bytes_f64(out, a->square_left);
    bytes_floats(out, a->mean, a->count);
    bytes_floats(out, a->square, a->count);
}

static bool restore_adam(struct adam *a, struct bytes_reader *in) {
    a->mean_left = read_f64(in);
    a->square_left = read_f64(in);
    read_floats(in, a->mean, a->count);
    read_floats(in, a->square, a->count);
    for (size_t i = 0; i < a->count; i++)
        if (a->square[i] < 0) return false;
    return a->mean_left >= 0 && a->mean_left <= 1 && a->square_left >= 0 && a->square_left <= 1;
}

void dqn_store(const struct dqn *d, struct bytes *out) {
    store_settings(&d->settings, out);
    bytes_u32(out, (uint32_t)d->observation);
    bytes_u32(out, (uint32_t)d->actions);
    const struct network *const networks[] = {&d->online, &d->target, &d->best};
    for (int i = 0; i < 3; i++) bytes_floats(out, networks[i]->parameters, networks[i]->count);
    bytes_f64(out, d->best_score);
    store_adam(&d->adam, out);
    store_rng(&d->explore, out);
    store_rng(&d->draw, out);
    bytes_u64(out, d->games);
    bytes_u64(out, d->updates);
    store_tally(&d->tally, out);
    store_replay(&d->replay, out);
}

static bool restore_into(struct dqn *d, struct bytes_reader *in) {
    struct network *const networks[] = {&d->online, &d->target, &d->best};
    for (int i = 0; i < 3; i++) read_floats(in, networks[i]->parameters, networks[i]->count);
    d->best_score = read_f64(in);
    if (isnan(d->best_score) || !restore_adam(&d->adam, in) || !restore_rng(&d->explore, in) ||
        !restore_rng(&d->draw, in))
        return false;
    d->games = read_u64(in);
    d->updates = read_u64(in);
    return restore_tally(&d->tally, in) && restore_replay(&d->replay, in);
}

struct dqn *dqn_restore(struct bytes_reader *in, struct th_error *e) {
    struct dqn_settings settings;
    const bool begun = restore_settings(&settings, in);
    const int observation = (int)read_u32(in), actions = (int)read_u32(in);
    if (begun && !in->failed) {
        if (!dqn_check(&settings, observation, actions, e)) return NULL;
        /* Three networks and the optimiser's two blocks: nothing is made that is not there. */
        const struct network_shape shape = dqn_shape(&settings, observation, actions);
        if (read_has(in, network_count(&shape), 5 * sizeof(float))) {
            struct dqn *d = dqn_new(&settings, observation, actions, e);
            if (d == NULL) return NULL;
            if (restore_into(d, in) && !in->failed) return d;
            dqn_drop(d);
        }
    }
    th_fail(e, "it is damaged: the state of the training makes no sense");
    return NULL;
}
