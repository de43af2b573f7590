/* The bot alphabeta: options, limits, and thoughts about every action. */
#include "alphabeta.h"

#include "core/facets.h"
#include "search/bots.h"
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64 };
enum { BY_NETWORK, BY_WEIGHTS };
static const char *const evaluations[] = {"network", "weights", NULL};

struct player {
    struct alphabeta *engine;
    struct alphabeta_limits limits;
    struct alphabeta_result result;
    struct alphabeta_result below; /* of the state after an action, for thoughts */
    struct th_state *after;        /* that state */
};

static const struct th_option options[] = {
    {"depth", TH_INTEGER, 1, SEARCH_DEPTH_MAX, "4", NULL,
     "search depth in plies; forced plies do not count"},
    {"time", TH_INTEGER, 1, 3600000, NULL, NULL,
     "milliseconds per move instead (or at most, if depth is given as well); then results depend "
     "on the machine"},
    {"nodes", TH_INTEGER, 1, INT64_C(1000000000000), NULL, NULL,
     "positions per move instead of time: with one thread the same moves on every machine"},
    {"threads", TH_INTEGER, 1, THREADS_MAX, "1", NULL,
     "threads that search with one table and share a budget; with a budget, results then vary"},
    {"full-width", TH_SWITCH, 0, 1, "0", NULL,
     "1: also with a budget, every finished depth has the result of minimax; always so if depth is "
     "given"},
    {"evaluation", TH_CHOICE, 0, 0, "network", evaluations,
     "network: learned from games, where the game has such; weights: weighted features"},
    {"memory", TH_INTEGER, 1, 1000000, "64", NULL, "megabytes for the transposition table"},
    {0},
};

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct player *p = calloc(1, sizeof *p);
    if (p == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    const struct alphabeta_settings settings = {
        .table_bytes = (size_t)th_options_number(o, "memory") << 20,
        .threads = (int)th_options_number(o, "threads"),
        .by_weights = th_options_number(o, "evaluation") == BY_WEIGHTS,
        .full_width = th_options_number(o, "full-width") != 0 || th_options_given(o, "depth")};
    const bool timed = th_options_given(o, "time"), counted = th_options_given(o, "nodes");
    const bool budgeted = (timed || counted) && !th_options_given(o, "depth");
    p->limits.depth = budgeted ? SEARCH_DEPTH_MAX : (int)th_options_number(o, "depth");
    if (counted) p->limits.nodes = (uint64_t)th_options_number(o, "nodes");
    if (timed) p->limits.seconds = (double)th_options_number(o, "time") / 1000;
    struct th_options any;
    th_options_init(&any, game->options);
    p->after = th_state_new(game, &any, e);
    if (p->after != NULL) p->engine = alphabeta_new(game, &settings, e);
    if (p->engine != NULL) return p;
    free(p->after);
    free(p);
    return NULL;
}

static void begin(void *self, const struct th_state *view, int seat) {
    (void)view, (void)seat;
    alphabeta_clear(((struct player *)self)->engine);
}

/* At a fixed depth the answer is that of minimax, whatever is in the table. With a budget it
 * depends on how far the search comes, and so on the table. */
static bool remembers(const void *self) {
    const struct player *p = self;
    return p->limits.seconds > 0 || p->limits.nodes > 0;
}

/* Fills in the value of every action: the state after it is searched one ply less deep than the
 * last finished iteration, and at least one ply, so that the values are those of one minimax.
 * Budgets are divided among the actions. Once `stop` is set, the remaining actions get no value. */
static void report_values(struct player *p, const struct th_ask *ask) {
    const struct th_game *game = ask->game;
    struct th_thoughts *t = ask->thoughts;
    const bool forced = search_of(game)->forced_ply != NULL && game->search->forced_ply(ask->view);
    const int depth = p->result.depth - !forced;
    const struct alphabeta_limits limits = {.depth = depth > 1 ? depth : 1,
                                            .seconds = p->limits.seconds / ask->n,
                                            .nodes = p->limits.nodes / (uint64_t)ask->n,
                                            .stop = ask->stop};
    t->own = "value";
    t->depth = limits.depth + !forced;
    for (int i = 0; i < ask->n && !th_is_set(ask->stop); i++) {
        struct th_thought *of = &t->of[i];
        memcpy(p->after, ask->view, game->state_size);
        game->apply(p->after, ask->legal[i]);
        of->line[0] = ask->legal[i];
        of->line_n = 1;
        if (game->mover(p->after) == TH_OVER) {
            double payoff[TH_SEATS_MAX];
            game->payoff(p->after, payoff);
            const double share = payoff[ask->seat];
            thought_set_value(game,
                              share > 0.5   ? VALUE_WIN - 1
                              : share < 0.5 ? 1 - VALUE_WIN
                                            : 0,
                              of);
            continue;
        }
        alphabeta_search(p->engine, p->after, &limits, &p->below);
        const bool again = game->mover(p->after) == ask->seat;
        thought_set_value(game, again ? p->below.value : -p->below.value, of);
        for (int k = 0; k < p->below.length && of->line_n < TH_LINE_MAX; k++)
            of->line[of->line_n++] = p->below.line[k];
    }
}

/* Fills in the value of the answer alone, which the search has already found. */
static void report_answer(struct player *p, const struct th_ask *ask) {
    struct th_thoughts *t = ask->thoughts;
    struct th_thought *of = &t->of[p->result.place];
    t->own = "value";
    t->depth = p->result.depth;
    thought_set_value(ask->game, p->result.value, of);
    for (int k = 0; k < p->result.length && of->line_n < TH_LINE_MAX; k++)
        of->line[of->line_n++] = p->result.line[k];
}

static int choose(void *self, const struct th_ask *ask) {
    struct player *p = self;
    p->limits.stop = ask->stop;
    alphabeta_search(p->engine, ask->view, &p->limits, &p->result);
    if (ask->thoughts != NULL && ask->thoughts->of_answer)
        report_answer(p, ask);
    else if (ask->thoughts != NULL)
        report_values(p, ask);
    return p->result.place;
}

static void drop(void *self) {
    struct player *p = self;
    alphabeta_drop(p->engine);
    free(p->after);
    free(p);
}

static const struct th_shared_limit shared_limits[] = {
    {"depth", 12}, {"time", 5000}, {"nodes", 50000000}, {"threads", 1}, {"memory", 64}, {0}};

const struct th_bot_kind alphabeta_bot = {
    .name = "alphabeta",
    .summary = "what minimax finds, deeper: alpha-beta with a transposition table",
    .options = options,
    .shared_limits = shared_limits,
    .value_kind = TH_VALUE_SCORE,
    .plays = stack_supports,
    .slow = true,
    .takes_any_options = true,
    .make = make,
    .begin = begin,
    .remembers = remembers,
    .choose = choose,
    .drop = drop,
};
