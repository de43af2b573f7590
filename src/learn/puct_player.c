/* The bot puct: searching with a network that is read from a model file, or comes with the program.
 */
#include "puct_player.h"

#include "core/bot.h"
#include "core/clock.h"
#include "core/facets.h"
#include "core/text.h"
#include "model.h"
#include "player.h"
#include "policy_value.h"
#include "search/chance_nodes.h"
#include "search/gumbel.h"
#include <math.h>
#include <stdlib.h>

/* ---- one decision ---- */

static int best_place(const struct worlds *w, int n) {
    int best = 0;
    for (int i = 1; i < n; i++) {
        const uint32_t visits = worlds_visits(w, i), most = worlds_visits(w, best);
        if (visits > most || (visits == most && worlds_prior(w, i) > worlds_prior(w, best)))
            best = i;
    }
    return best;
}

static int best_improved(const struct worlds *w, int n, double value_scale) {
    double improved[TH_LEGAL_MAX];
    int best = 0;
    gumbel_improve(w, n, value_scale, improved);
    for (int i = 1; i < n; i++)
        if (improved[i] > improved[best]) best = i;
    return best;
}

/* The value and visits of every action. One that was hardly visited gets no value: its mean says
 * nothing. */
static void report_values(const struct worlds *w, int best, const struct th_ask *ask) {
    enum { FEW = 50 }; /* times fewer visits than the most visited action */
    ask->thoughts->own = "visits";
    for (int i = 0; i < ask->n; i++) {
        struct th_thought *t = &ask->thoughts->of[i];
        const double visits = worlds_visits(w, i);
        t->own = visits;
        t->line[0] = ask->legal[i];
        t->line_n = 1;
        if (visits == 0 || visits * FEW < worlds_visits(w, best)) continue;
        const double mean = worlds_sum(w, i) / visits;
        t->value = mean;
        t->error = sqrt((mean > 0 && mean < 1 ? mean * (1 - mean) : 0.25) / visits);
    }
}

int puct_choose(struct worlds *w, const struct puct_limits *limits, const struct th_ask *ask) {
    const double deadline = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    struct th_rng rng = th_rng_seeded(th_rng_next(ask->rng));
    worlds_begin(w, ask->view, ask->seat);
    for (int64_t i = 0; i < limits->iterations && !th_is_set(ask->stop); i++) {
        if (i > 0 && deadline > 0 && clock_seconds() >= deadline) break;
        worlds_iterate(w, &rng, ask->stop);
    }
    const int best = limits->value_scale > 0 ? best_improved(w, ask->n, limits->value_scale)
                                             : best_place(w, ask->n);
    if (ask->thoughts != NULL) report_values(w, best, ask);
    return best;
}

/* ---- the bot ---- */

struct puct_player {
    const struct th_game *game;
    struct model model;
    struct evaluator evaluator;
    struct worlds *worlds;
    struct puct_limits limits;
    int64_t error; /* in millionths */
};

enum { CHOOSE_VISITS, CHOOSE_VALUES };

static const struct th_option options[] = {
    {"model", TH_TEXT, 0, 0, NULL, NULL,
     "a file that tahur train --method selfplay wrote, without a comma in its name; by default the "
     "one that comes with the program, which only Kittens has"},
    {"iterations", TH_INTEGER, 1, INT64_C(1000000000), "200", NULL,
     "iterations per move, each of which asks the network once; the same seed gives the same "
     "moves"},
    {"time", TH_INTEGER, 1, 3600000, NULL, NULL,
     "milliseconds per move instead; then results depend on the machine"},
    {"memory", TH_INTEGER, 16, 1000000, "64", NULL, "megabytes for the search"},
    {"exploration", TH_DECIMAL, 0, 10 * TH_MILLION, "1", NULL,
     "weight of the network's priors against the values found (PUCT)"},
    {"chance-nodes", TH_SWITCH, 0, 1, "0", NULL,
     "1: all outcomes of a chance event are weighted by their probabilities, instead of drawn: for "
     "models that were trained with --chance-nodes"},
    {"choose", TH_CHOICE, 0, 0, "visits", (const char *const[]){"visits", "values", NULL},
     "the move with the most visits, or the best one by values found and priors"},
    {"value-scale", TH_DECIMAL, 1, 1000 * TH_MILLION, "0.2", NULL,
     "with choose=values: weight of the values against the priors"},
    BOT_ERROR_OPTION,
    {0},
};

static bool plays(const struct th_game *game) {
    return game->learning != NULL;
}

static bool needs_options(const struct th_game *game) {
    return learning_of(game)->model == NULL;
}

static void drop(void *self) {
    struct puct_player *p = self;
    if (p->worlds != NULL) worlds_drop(p->worlds);
    model_drop(&p->model);
    free(p);
}

static bool read_model(struct puct_player *p, const struct th_game *game, const char *path,
                       struct th_error *e) {
    struct th_error why;
    if (path == NULL && needs_options(game))
        return th_fail(e,
                       "no model for %s comes with the program; name a file that tahur train %s "
                       "--method selfplay --out FILE has written: puct:model=FILE",
                       game->name, game->name);
    if (path != NULL ? !model_read_network(&p->model, path, e)
                     : !player_read_shipped(&p->model, "puct-", game, e))
        return false;
    return player_fits(&p->model, "selfplay", game, &why) ||
           th_fail(e, "%s is refused: %s", path != NULL ? path : "the model", why.text);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct puct_player *p = calloc(1, sizeof *p);
    if (p == NULL) {
        th_fail(e, "there is no memory for a bot");
        return NULL;
    }
    const struct worlds_settings settings = {
        .playouts = 1,
        .exploration = (double)th_options_number(o, "exploration") / (double)TH_MILLION,
        .evaluator = &p->evaluator,
        .chance_nodes = th_options_number(o, "chance-nodes") != 0};
    const size_t bytes = (size_t)th_options_number(o, "memory") << 20;
    p->game = game;
    p->error = th_options_number(o, "error");
    p->limits.iterations = th_options_number(o, "iterations");
    if (th_options_given(o, "time"))
        p->limits = (struct puct_limits){.iterations = INT64_MAX,
                                         .seconds = (double)th_options_number(o, "time") / 1000};
    if (th_options_number(o, "choose") == CHOOSE_VALUES)
        p->limits.value_scale = (double)th_options_number(o, "value-scale") / (double)TH_MILLION;
    p->evaluator = policy_value_evaluator(&p->model.network);
    const bool possible = !settings.chance_nodes || chance_nodes_check(game, e);
    if (possible && read_model(p, game, th_options_text(o, "model"), e) &&
        (p->worlds = worlds_new(game, &settings, bytes, e)) != NULL)
        return p;
    drop(p);
    return NULL;
}

static bool accepts(const void *self, const struct th_options *game_options, struct th_error *e) {
    const struct puct_player *p = self;
    struct th_error why;
    char clipped[TEXT_CLIP_BYTES];
    const int observations = th_game_observations(p->game, game_options, e);
    const int seats = observations > 0 ? th_game_seats(p->game, game_options, e) : 0;
    if (seats == 0) return false;
    return (model_check_sizes(&p->model, observations,
                              policy_value_outputs(p->game->action_count, seats), &why) &&
            player_fits_rules(&p->model, p->game, game_options, &why)) ||
           th_fail(e, "a model for “%s” does not fit this game: %s",
                   text_clip(p->model.game, clipped), why.text);
}

static int choose(void *self, const struct th_ask *ask) {
    struct puct_player *p = self;
    const struct network_shape *shape = &p->model.network.shape;
    if (shape->size[0] != ask->game->learning->observations(ask->view) ||
        shape->size[shape->layers] !=
            policy_value_outputs(p->game->action_count, ask->game->seats(ask->view)))
        return TH_FAULT_ILLEGAL; /* the caller has not called `accepts` */
    return bot_err(ask, p->error, puct_choose(p->worlds, &p->limits, ask));
}

static const struct th_shared_limit shared_limits[] = {
    {"iterations", 100000}, {"time", 5000}, {"memory", 256}, {0}};

const struct th_bot_kind puct_bot = {
    .name = "puct",
    .summary = "tree search that a network guides, which was trained by self-play",
    .options = options,
    .shared_limits = shared_limits,
    .value_kind = TH_VALUE_CHANCE,
    .slow = true,
    .plays = plays,
    .needs_options = needs_options,
    .make = make,
    .accepts = accepts,
    .choose = choose,
    .drop = drop,
};
