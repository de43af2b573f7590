/* The learner selfplay: self-play with search, with its flags, figures and players; a training as
 * bytes. */
#include "core/facets.h"
#include "learner.h"
#include "network_training.h"
#include "search/gumbel.h"
#include "selfplay.h"
#include "tahur/registry.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- options ---- */

static const struct th_option options[] = {
    {"hidden", TH_TEXT, 0, 0, "64,64", NULL, "units of the hidden layers (default 64,64)"},
    {"batch", TH_INTEGER, 1, 65536, "64", NULL, "decisions an update learns from"},
    {"rate", TH_DECIMAL, 0, TH_MILLION, "0.001", NULL, "learning rate of Adam at the start"},
    {"rate-end", TH_DECIMAL, 0, TH_MILLION, "0.0001", NULL, "and at the end"},
    {"rate-games", TH_INTEGER, 0, 1000000000, NULL, NULL,
     "games over which it decreases linearly; all of this run if not given"},
    {"replay", TH_INTEGER, 1, 100000000, "20000", NULL, "decisions in the replay window"},
    {"warm-up", TH_INTEGER, 1, 1000000000, "1000", NULL, "decisions before the first update"},
    {"clip", TH_DECIMAL, 0, 1000 * TH_MILLION, "0", NULL,
     "gradients longer than this are shortened to it; 0: never"},
    {"iterations", TH_INTEGER, 1, 100000, "32", NULL,
     "iterations of the search per decision, in self-play and in evaluations"},
    {"considered", TH_INTEGER, 1, TH_LEGAL_MAX, "8", NULL,
     "actions of a decision that self-play samples and searches"},
    {"random-plies", TH_INTEGER, 0, 1000, "6", NULL,
     "random decisions at the start of a game of self-play, at most: the number is drawn for every "
     "game"},
    {"accept", TH_DECIMAL, 0, TH_MILLION, "0", NULL,
     "self-play is played by the last network that won at least this share of the games against "
     "the one before; 0: by the network that learns"},
    {"accept-every", TH_INTEGER, 1, 1000000000, "500", NULL,
     "games of self-play between these comparisons"},
    {"accept-games", TH_INTEGER, 1, 1000000000, "100", NULL, "games of each comparison"},
    {"quick-share", TH_DECIMAL, 0, TH_MILLION, "0", NULL,
     "share of the decisions of self-play that are searched quickly; the policy learns from the "
     "others only, the value from all"},
    {"quick-iterations", TH_INTEGER, 1, 100000, "8", NULL, "iterations of quick decisions"},
    {"chance-nodes", TH_SWITCH, 0, 1, "0", NULL,
     "the search weights all outcomes of a chance event by their probabilities, and the network "
     "learns the value of states that wait for chance; otherwise it draws outcomes"},
    {"value-scale", TH_DECIMAL, 0, 1000 * TH_MILLION, "0.2", NULL,
     "weight of values against priors in the improved policy"},
    {"lambda", TH_DECIMAL, 0, TH_MILLION, "1", NULL,
     "what values are learned from: 1: the result of the game; 0: what the search finds; "
     "in between TD(lambda)"},
    {"choose", TH_CHOICE, 0, 0, "visits", (const char *const[]){"visits", "values", NULL},
     "evaluations take the action with the most visits, or the best one of the improved policy"},
    {"symmetries", TH_CHOICE, 0, 0, "all", (const char *const[]){"all", "none", NULL},
     "a decision is learned from as the symmetries of the game turn it, such as a reflection of "
     "the "
     "board, drawn each time; or as it was"},
    {"past-share", TH_DECIMAL, 0, TH_MILLION, "0", NULL,
     "share of the games of self-play in which one seat plays against an older network in all "
     "others, and only its decisions are learned from"},
    {"past-every", TH_INTEGER, 1, 1000000000, "500", NULL,
     "games between the networks that are kept for this; the last 8 are"},
    {"reuse", TH_INTEGER, 0, 1000, "4", NULL,
     "how often a decision is learned from, on average; 0: nothing is learned"},
    {0},
};

static const char *const dependent[][2] = {{"accept-every", "accept"},
                                           {"accept-games", "accept"},
                                           {"quick-iterations", "quick-share"},
                                           {"past-every", "past-share"},
                                           {NULL, NULL}};

static bool read_settings(const struct learner_setup *setup, const struct th_options *o,
                          struct selfplay_settings *s, struct th_error *e) {
    *s = (struct selfplay_settings){
        .seed = setup->seed,
        .window = option_count(o, "replay"),
        .warm_up = option_count(o, "warm-up"),
        .batch = option_count(o, "batch"),
        .reuse = option_count(o, "reuse"),
        .iterations = option_count(o, "iterations"),
        .considered = option_count(o, "considered"),
        .random_plies = option_count(o, "random-plies"),
        .accept = (double)th_options_number(o, "accept") / (double)TH_MILLION,
        .accept_every = option_count(o, "accept-every"),
        .accept_games = option_count(o, "accept-games"),
        .quick_share = (double)th_options_number(o, "quick-share") / (double)TH_MILLION,
        .quick_iterations = option_count(o, "quick-iterations"),
        .symmetries = option_count(o, "symmetries") == 0,
        .past_share = (double)th_options_number(o, "past-share") / (double)TH_MILLION,
        .past_every = option_count(o, "past-every"),
        .chance_nodes = option_count(o, "chance-nodes") != 0,
        .value_scale = (double)th_options_number(o, "value-scale") / (double)TH_MILLION,
        .lambda = (double)th_options_number(o, "lambda") / (double)TH_MILLION,
        .choose_values = option_count(o, "choose") == 1,
        .rate = option_decimal(o, "rate"),
        .rate_last = option_decimal(o, "rate-end"),
        .rate_games =
            th_options_given(o, "rate-games") ? option_count(o, "rate-games") : (int)setup->games,
        .adam = adam_defaults(),
    };
    s->adam.clip = option_decimal(o, "clip");
    return hidden_read(th_options_text(o, "hidden"), s->hidden, &s->hidden_layers, e);
}

/* ---- the training ---- */

static void *make(const struct learner_setup *setup, const struct th_options *o,
                  struct th_error *e) {
    struct selfplay_settings settings;
    if (!read_settings(setup, o, &settings, e)) return NULL;
    return selfplay_new(&settings, setup->game, setup->observation, setup->seats, e);
}

static void drop(void *self) {
    selfplay_drop(self);
}

/* Of the environment only the start of its games counts: the network plays all seats. */
static void play(void *self, const struct environment *environment, void *world, uint64_t games) {
    (void)environment;
    selfplay_train(self, ((const struct versus *)world)->start, games);
}

static const struct network *network(const void *self, enum learned which) {
    const struct selfplay *p = self;
    return which == LEARNED_BEST ? selfplay_best(p) : &p->online;
}

static int outputs(int actions, int seats) {
    return policy_value_outputs(actions, seats);
}

static int choose(const void *self, enum learned which, const struct th_ask *ask) {
    return selfplay_choose(self, network(self, which), ask);
}

static void set_best(void *self, double score, bool now) {
    struct selfplay *p = self;
    p->best_score = score;
    if (now) network_copy(&p->best, &p->online);
}

static bool finite(const void *self) {
    return selfplay_finite(self);
}

static void fill(struct network *n, float value) {
    for (size_t i = 0; i < n->count; i++) n->parameters[i] = value;
}

static bool diverge(void *self, const struct learner_progress *progress,
                    const struct network *best) {
    struct selfplay *p = self;
    if (best != NULL && !network_same_shape(&p->best.shape, &best->shape)) return false;
    p->games = progress->games;
    p->updates = progress->updates;
    p->window.added = progress->steps;
    p->best_score = progress->best_score;
    fill(&p->online, NAN);
    fill(&p->actor, NAN);
    if (best != NULL)
        network_copy(&p->best, best);
    else
        fill(&p->best, NAN);
    return true;
}

/* ---- reports ---- */

static struct learner_progress progress(const void *self) {
    const struct selfplay *p = self;
    return (struct learner_progress){.seed = p->settings.seed,
                                     .games = p->games,
                                     .steps = p->window.added,
                                     .updates = p->updates,
                                     .best_score = p->best_score};
}

static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *figures(void *self, bool reset) {
    struct selfplay *p = self;
    const struct selfplay_tally t = p->tally;
    const double games = t.games > 0 ? (double)t.games : 1;
    const double updates = t.updates > 0 ? (double)t.updates : 1;
    if (reset) p->tally = (struct selfplay_tally){0};
    return json_pack("{s:f, s:o, s:o, s:f, s:I}", "rate", (double)selfplay_rate(p), "policy_loss",
                     number(t.policy_loss / updates), "value_loss", number(t.value_loss / updates),
                     "decisions", (double)t.decisions / games, "accepted", (json_int_t)t.accepted);
}

static json_t *settings_json(const void *self) {
    const struct selfplay_settings *s = &((const struct selfplay *)self)->settings;
    json_t *hidden = json_array();
    for (int l = 0; l < s->hidden_layers; l++)
        json_array_append_new(hidden, json_integer(s->hidden[l]));
    json_t *all = json_pack("{s:o, s:i, s:f, s:f, s:i, s:i, s:i, s:f}", "hidden", hidden, "batch",
                            s->batch, "rate", (double)s->rate, "rate_end", (double)s->rate_last,
                            "rate_games", s->rate_games, "replay", s->window, "warm_up", s->warm_up,
                            "clip", (double)s->adam.clip);
    json_t *search =
        json_pack("{s:i, s:i, s:i, s:b, s:f, s:s}", "iterations", s->iterations, "considered",
                  s->considered, "random_plies", s->random_plies, "chance_nodes", s->chance_nodes,
                  "value_scale", s->value_scale, "choose", s->choose_values ? "values" : "visits");
    json_t *rest = json_pack(
        "{s:f, s:i, s:f, s:i, s:i, s:f, s:i, s:b, s:f, s:i}", "quick_share", s->quick_share,
        "quick_iterations", s->quick_iterations, "accept", s->accept, "accept_every",
        s->accept_every, "accept_games", s->accept_games, "lambda", s->lambda, "reuse", s->reuse,
        "symmetries", s->symmetries, "past_share", s->past_share, "past_every", s->past_every);
    json_object_update(all, search);
    json_object_update(all, rest);
    json_decref(search);
    json_decref(rest);
    return all;
}

static void status(const void *self, char *out, size_t size) {
    const struct selfplay_tally *t = &((const struct selfplay *)self)->tally;
    const double updates = t->updates > 0 ? (double)t->updates : 1;
    snprintf(out, size, "policy loss %.4f  value loss %.4f", t->policy_loss / updates,
             t->value_loss / updates);
}

/* ---- a training as bytes ---- */

/* store_x writes the fields of x, and restore_x reads them in the same order. */
static void store_settings(const struct selfplay_settings *s, struct bytes *out) {
    bytes_u64(out, s->seed);
    store_hidden(s->hidden, s->hidden_layers, out);
    const int counts[] = {
        s->window,           s->warm_up,      s->batch,        s->reuse,        s->iterations,
        s->considered,       s->random_plies, s->rate_games,   s->chance_nodes, s->choose_values,
        s->quick_iterations, s->accept_every, s->accept_games, s->symmetries,   s->past_every};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) bytes_u32(out, (uint32_t)counts[i]);
    const float numbers[] = {
        s->rate,         s->rate_last, s->adam.mean_decay, s->adam.square_decay,
        s->adam.epsilon, s->adam.clip};
    bytes_floats(out, numbers, sizeof numbers / sizeof *numbers);
    bytes_f64(out, s->value_scale);
    bytes_f64(out, s->lambda);
    bytes_f64(out, s->quick_share);
    bytes_f64(out, s->accept);
    bytes_f64(out, s->past_share);
}

static bool restore_settings(struct selfplay_settings *s, uint32_t version,
                             struct bytes_reader *in) {
    *s = (struct selfplay_settings){.seed = read_u64(in),
                                    .quick_iterations = 1,
                                    .accept_every = 1,
                                    .accept_games = 1,
                                    .past_every = 1,
                                    .value_scale = GUMBEL_VALUE_SCALE,
                                    .lambda = 1};
    int chance_nodes = 0, choose_values = 0, symmetries = 0;
    if (!restore_hidden(s->hidden, &s->hidden_layers, in)) return false;
    int *const counts[] = {
        &s->window,           &s->warm_up,      &s->batch,        &s->reuse,     &s->iterations,
        &s->considered,       &s->random_plies, &s->rate_games,   &chance_nodes, &choose_values,
        &s->quick_iterations, &s->accept_every, &s->accept_games, &symmetries,   &s->past_every};
    float *const numbers[] = {
        &s->rate,         &s->rate_last, &s->adam.mean_decay, &s->adam.square_decay,
        &s->adam.epsilon, &s->adam.clip};
    /* The last two counts are new in version 3, and five before them in version 2. */
    const size_t old = version < 2 ? 7 : version < 3 ? 2 : 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts - old; i++)
        *counts[i] = (int)read_u32(in);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = read_f32(in);
    if (version >= 2) {
        s->value_scale = read_f64(in);
        s->lambda = read_f64(in);
        s->quick_share = read_f64(in);
        s->accept = read_f64(in);
    }
    if (version >= 3) s->past_share = read_f64(in);
    s->chance_nodes = chance_nodes != 0;
    s->choose_values = choose_values != 0;
    s->symmetries = symmetries != 0;
    return !in->failed;
}

static void store_window(const struct window *w, struct bytes *out) {
    bytes_u64(out, w->added);
    for (size_t i = 0; i < (size_t)window_filled(w); i++) {
        bytes_u8(out, w->seat[i]);
        bytes_floats(out, w->observed + i * (size_t)w->observation, (size_t)w->observation);
        bytes_floats(out, w->value + i * (size_t)w->seats, (size_t)w->seats);
        for (size_t a = 0; a < (size_t)w->actions; a++)
            bytes_varint(out, w->policy[i * (size_t)w->actions + a]);
    }
}

static bool restore_decision(struct window *w, size_t i, struct bytes_reader *in) {
    w->seat[i] = read_u8(in);
    read_floats(in, w->observed + i * (size_t)w->observation, (size_t)w->observation);
    read_floats(in, w->value + i * (size_t)w->seats, (size_t)w->seats);
    for (size_t a = 0; a < (size_t)w->actions; a++) {
        const uint32_t parts = read_varint(in);
        if (parts > UINT16_MAX) return false;
        w->policy[i * (size_t)w->actions + a] = (uint16_t)parts;
    }
    for (int k = 0; k < w->seats; k++) {
        const float value = w->value[i * (size_t)w->seats + (size_t)k];
        if (value < 0 || value > 1) return false;
    }
    return !in->failed && w->seat[i] < w->seats;
}

static bool restore_window(struct window *w, struct bytes_reader *in) {
    w->added = read_u64(in);
    if (w->added > UINT64_MAX / 2) return false; /* the counter must not overflow in training */
    const size_t filled = (size_t)window_filled(w);
    for (size_t i = 0; i < filled; i++)
        if (!restore_decision(w, i, in)) return false;
    return !in->failed;
}

static void store_tally(const struct selfplay_tally *t, struct bytes *out) {
    bytes_u64(out, t->games);
    bytes_u64(out, t->decisions);
    bytes_u64(out, t->updates);
    bytes_u64(out, t->accepted);
    bytes_f64(out, t->policy_loss);
    bytes_f64(out, t->value_loss);
}

static bool restore_tally(struct selfplay_tally *t, uint32_t version, struct bytes_reader *in) {
    t->games = read_u64(in);
    t->decisions = read_u64(in);
    t->updates = read_u64(in);
    t->accepted = version < 2 ? 0 : read_u64(in);
    t->policy_loss = read_f64(in);
    t->value_loss = read_f64(in);
    return isfinite(t->policy_loss) && isfinite(t->value_loss);
}

/* A training begins with 0 and its version; one of version 1 begins with the name of the game,
 * which is not empty. */
enum { VERSION = 3 };

/* The name of the game comes first: what is restored must be able to play. */
static void store(const void *self, struct bytes *out) {
    const struct selfplay *p = self;
    const size_t length = strlen(p->game->name);
    bytes_u32(out, 0);
    bytes_u32(out, VERSION);
    bytes_u32(out, (uint32_t)length);
    bytes_add(out, p->game->name, length);
    store_settings(&p->settings, out);
    bytes_u32(out, (uint32_t)p->observation);
    bytes_u32(out, (uint32_t)p->seats);
    bytes_floats(out, p->online.parameters, p->online.count);
    bytes_floats(out, p->best.parameters, p->best.count);
    if (p->settings.accept > 0) bytes_floats(out, p->actor.parameters, p->actor.count);
    bytes_f64(out, p->best_score);
    store_adam(&p->adam, out);
    store_rng(&p->draw, out);
    bytes_u64(out, p->games);
    bytes_u64(out, p->updates);
    bytes_u64(out, p->owed);
    for (int k = 0; k < selfplay_past_count(p); k++)
        bytes_floats(out, p->past[k].parameters, p->past[k].count);
    store_tally(&p->tally, out);
    store_window(&p->window, out);
}

static bool restore_into(struct selfplay *p, uint32_t version, struct bytes_reader *in) {
    read_floats(in, p->online.parameters, p->online.count);
    read_floats(in, p->best.parameters, p->best.count);
    if (p->settings.accept > 0) read_floats(in, p->actor.parameters, p->actor.count);
    p->best_score = read_f64(in);
    if (isnan(p->best_score) || !restore_adam(&p->adam, in) || !restore_rng(&p->draw, in))
        return false;
    p->games = read_u64(in);
    p->updates = read_u64(in);
    p->owed = read_u64(in);
    for (int k = 0; k < selfplay_past_count(p); k++)
        read_floats(in, p->past[k].parameters, p->past[k].count);
    return p->owed < (uint64_t)p->settings.batch && restore_tally(&p->tally, version, in) &&
           restore_window(&p->window, in) && !in->failed;
}

/* Sets the version, and returns the game of the name that comes next; NULL if there is none that
 * can be learned. */
static const struct th_game *restore_game(struct bytes_reader *in, uint32_t *version) {
    char name[64];
    struct th_spec spec;
    struct th_error ignored;
    uint32_t length = read_u32(in);
    *version = length == 0 ? read_u32(in) : 1;
    if (*version < 1 || *version > VERSION) return NULL;
    if (length == 0) length = read_u32(in);
    const uint8_t *text = length < sizeof name ? read_bytes(in, length) : NULL;
    if (text == NULL) return NULL;
    memcpy(name, text, length);
    name[length] = 0;
    const struct th_game *game = th_game_find(name, &spec, &ignored);
    return game != NULL && game->learning != NULL ? game : NULL;
}

static void *restore(struct bytes_reader *in, struct th_error *e) {
    struct selfplay_settings settings;
    uint32_t version;
    const struct th_game *game = restore_game(in, &version);
    const bool begun = game != NULL && restore_settings(&settings, version, in);
    const int observation = (int)read_u32(in), seats = (int)read_u32(in);
    if (begun && !in->failed) {
        if (!selfplay_check(&settings, observation, game->action_count, seats, e)) return NULL;
        /* Two networks and the optimiser's two blocks: checked before they are allocated. */
        const struct network_shape shape =
            selfplay_shape(&settings, observation, game->action_count, seats);
        if (read_has(in, network_count(&shape), 4 * sizeof(float))) {
            struct selfplay *p = selfplay_new(&settings, game, observation, seats, e);
            if (p == NULL) return NULL;
            if (restore_into(p, version, in)) return p;
            selfplay_drop(p);
        }
    }
    th_fail(e, "it is damaged: the state of the training makes no sense");
    return NULL;
}

const struct learner selfplay_learner = {
    .name = "selfplay",
    .summary = "a network guides a tree search that plays all seats, and learns what the search "
               "finds and how the games end",
    .options = options,
    .dependent = dependent,
    .plays_itself = true,
    .figure_names =
        (const char *const[]){"rate", "policy_loss", "value_loss", "decisions", "accepted", NULL},
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
    .outputs = outputs,
    .store = store,
    .restore = restore,
    .finite = finite,
    .diverge = diverge,
};
