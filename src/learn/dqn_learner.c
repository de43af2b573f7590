/* The learner dqn: deep Q-learning with its flags, figures and players; a training as bytes. */
#include "dqn.h"
#include "learner.h"
#include "network_training.h"
#include "player.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- options ---- */

static const struct th_option options[] = {
    {"hidden", TH_TEXT, 0, 0, "64,64", NULL, "units of the hidden layers (default 64,64)"},
    {"batch", TH_INTEGER, 1, 65536, "64", NULL, "steps an update learns from"},
    {"rate", TH_DECIMAL, 0, TH_MILLION, "0.001", NULL, "learning rate of Adam at the start"},
    {"rate-end", TH_DECIMAL, 0, TH_MILLION, "0.0001", NULL, "and at the end"},
    {"rate-games", TH_INTEGER, 0, 1000000000, NULL, NULL,
     "games over which it decreases linearly; all of this run if not given"},
    {"gamma", TH_DECIMAL, 0, TH_MILLION, "1", NULL, "discount of rewards per decision"},
    {"epsilon", TH_DECIMAL, 0, TH_MILLION, "1", NULL, "share of random actions at the start"},
    {"epsilon-end", TH_DECIMAL, 0, TH_MILLION, "0.05", NULL, "and after --epsilon-games"},
    {"epsilon-games", TH_INTEGER, 0, 1000000000, "1000", NULL,
     "games over which it decreases linearly"},
    {"target-every", TH_INTEGER, 1, 1000000000, "500", NULL,
     "updates between copies to the target network"},
    {"replay", TH_INTEGER, 1, 100000000, "50000", NULL, "steps in the replay memory"},
    {"warm-up", TH_INTEGER, 1, 1000000000, "1000", NULL, "steps before the first update"},
    {"update-every", TH_INTEGER, 1, 1000000000, "1", NULL, "steps between updates"},
    {"huber-delta", TH_DECIMAL, 1, 1000 * TH_MILLION, "1", NULL,
     "the Huber loss is quadratic up to this error, and linear above it"},
    {"clip", TH_DECIMAL, 0, 1000 * TH_MILLION, "0", NULL,
     "gradients longer than this are shortened to it; 0: never"},
    {0},
};

static bool read_settings(const struct learner_setup *setup, const struct th_options *o,
                          struct dqn_settings *s, struct th_error *e) {
    *s = dqn_defaults();
    s->seed = setup->seed;
    s->batch = option_count(o, "batch");
    s->rate = option_decimal(o, "rate");
    s->rate_last = option_decimal(o, "rate-end");
    s->rate_games =
        th_options_given(o, "rate-games") ? option_count(o, "rate-games") : (int)setup->games;
    s->gamma = option_decimal(o, "gamma");
    s->epsilon = option_decimal(o, "epsilon");
    s->epsilon_last = option_decimal(o, "epsilon-end");
    s->epsilon_games = option_count(o, "epsilon-games");
    s->copy_every = option_count(o, "target-every");
    s->replay = option_count(o, "replay");
    s->warm_up = option_count(o, "warm-up");
    s->update_every = option_count(o, "update-every");
    s->huber_delta = option_decimal(o, "huber-delta");
    s->adam.clip = option_decimal(o, "clip");
    return hidden_read(th_options_text(o, "hidden"), s->hidden, &s->hidden_layers, e);
}

/* ---- the training ---- */

static void *make(const struct learner_setup *setup, const struct th_options *o,
                  struct th_error *e) {
    struct dqn_settings settings;
    if (!read_settings(setup, o, &settings, e)) return NULL;
    return dqn_new(&settings, setup->observation, setup->actions, e);
}

static void drop(void *self) {
    dqn_drop(self);
}

static void play(void *self, const struct environment *environment, void *world, uint64_t games) {
    dqn_train(self, environment, world, games);
}

static const struct network *network(const void *self, enum learned which) {
    const struct dqn *d = self;
    return which == LEARNED_BEST ? dqn_best(d) : &d->online;
}

static int choose(const void *self, enum learned which, const struct th_ask *ask) {
    return player_choose(network(self, which), ask);
}

static void set_best(void *self, double score, bool now) {
    struct dqn *d = self;
    if (now)
        dqn_keep_best(d, score);
    else
        d->best_score = score;
}

static void store(const void *self, struct bytes *out) {
    dqn_store(self, out);
}

static void *restore(struct bytes_reader *in, struct th_error *e) {
    return dqn_restore(in, e);
}

static bool finite(const void *self) {
    return dqn_finite(self);
}

static void fill(struct network *n, float value) {
    for (size_t i = 0; i < n->count; i++) n->parameters[i] = value;
}

static bool diverge(void *self, const struct learner_progress *p, const struct network *best) {
    struct dqn *d = self;
    if (best != NULL && !network_same_shape(&d->best.shape, &best->shape)) return false;
    d->games = p->games;
    d->updates = p->updates;
    d->replay.added = p->steps;
    d->best_score = p->best_score;
    fill(&d->online, NAN);
    if (best != NULL)
        network_copy(&d->best, best);
    else
        fill(&d->best, NAN);
    return true;
}

/* ---- reports ---- */

static struct learner_progress progress(const void *self) {
    const struct dqn *d = self;
    return (struct learner_progress){.seed = d->settings.seed,
                                     .games = d->games,
                                     .steps = d->replay.added,
                                     .updates = d->updates,
                                     .best_score = d->best_score};
}

static json_t *figures(void *self, bool reset) {
    struct dqn *d = self;
    const struct dqn_tally tally = d->tally;
    const double games = tally.games > 0 ? (double)tally.games : 1;
    const double updates = tally.updates > 0 ? (double)tally.updates : 1;
    const double loss = tally.loss / updates;
    if (reset) dqn_take_tally(d);
    return json_pack("{s:f, s:f, s:o, s:f}", "epsilon", (double)dqn_epsilon(d), "rate",
                     (double)dqn_rate(d), "loss", isfinite(loss) ? json_real(loss) : json_null(),
                     "reward", tally.reward / games);
}

static json_t *settings_json(const void *self) {
    const struct dqn_settings *s = &((const struct dqn *)self)->settings;
    json_t *hidden = json_array();
    for (int l = 0; l < s->hidden_layers; l++)
        json_array_append_new(hidden, json_integer(s->hidden[l]));
    return json_pack("{s:o, s:i, s:f, s:f, s:i, s:f, s:f, s:f, s:i, s:i, s:i, s:i, s:i, s:f, s:f}",
                     "hidden", hidden, "batch", s->batch, "rate", (double)s->rate, "rate_end",
                     (double)s->rate_last, "rate_games", s->rate_games, "gamma", (double)s->gamma,
                     "epsilon", (double)s->epsilon, "epsilon_end", (double)s->epsilon_last,
                     "epsilon_games", s->epsilon_games, "target_every", s->copy_every, "replay",
                     s->replay, "warm_up", s->warm_up, "update_every", s->update_every,
                     "huber_delta", (double)s->huber_delta, "clip", (double)s->adam.clip);
}

static void status(const void *self, char *out, size_t size) {
    const struct dqn *d = self;
    snprintf(out, size, "epsilon %.3f  loss %.4f", (double)dqn_epsilon(d),
             d->tally.updates > 0 ? d->tally.loss / (double)d->tally.updates : 0);
}

const struct learner dqn_learner = {
    .name = "dqn",
    .summary = "a network learns what every action is worth, by double Q-learning",
    .options = options,
    .figure_names = (const char *const[]){"epsilon", "rate", "loss", "reward", NULL},
    .new = make,
    .drop = drop,
    .play = play,
    .choose = choose,
    .progress = progress,
    .figures = figures,
    .settings = settings_json,
    .status = status,
    .set_best = set_best,
    .network = network,
    .store = store,
    .restore = restore,
    .finite = finite,
    .diverge = diverge,
};

/* ---- a training as bytes ---- */

/* store_x writes the fields of x, and restore_x reads them in the same order. */
static void store_settings(const struct dqn_settings *s, struct bytes *out) {
    bytes_u64(out, s->seed);
    store_hidden(s->hidden, s->hidden_layers, out);
    const int counts[] = {s->replay,     s->warm_up,       s->batch,     s->update_every,
                          s->copy_every, s->epsilon_games, s->rate_games};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) bytes_u32(out, (uint32_t)counts[i]);
    const float numbers[] = {
        s->gamma,     s->huber_delta,     s->epsilon,           s->epsilon_last, s->rate,
        s->rate_last, s->adam.mean_decay, s->adam.square_decay, s->adam.epsilon, s->adam.clip};
    bytes_floats(out, numbers, sizeof numbers / sizeof *numbers);
}

static bool restore_settings(struct dqn_settings *s, struct bytes_reader *in) {
    *s = (struct dqn_settings){.seed = read_u64(in)};
    if (!restore_hidden(s->hidden, &s->hidden_layers, in)) return false;
    int *const counts[] = {&s->replay,     &s->warm_up,       &s->batch,     &s->update_every,
                           &s->copy_every, &s->epsilon_games, &s->rate_games};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) *counts[i] = (int)read_u32(in);
    float *const numbers[] = {
        &s->gamma,     &s->huber_delta,     &s->epsilon,           &s->epsilon_last, &s->rate,
        &s->rate_last, &s->adam.mean_decay, &s->adam.square_decay, &s->adam.epsilon, &s->adam.clip};
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

/* Reads a step into its place in the memory. */
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
    if (m->added > UINT64_MAX / 2) return false; /* the counter must not overflow in training */
    const size_t filled = (size_t)replay_filled(m);
    for (size_t i = 0; i < filled; i++)
        if (!restore_step(m, i, in)) return false;
    return !in->failed;
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
        /* Three networks and the optimiser's two blocks: checked before they are allocated. */
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
