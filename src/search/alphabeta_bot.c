/* The bot `alphabeta`: the engine with a budget by depth, by time, or both. */
#include "alphabeta.h"
#include "search/bots.h"
#include <stdlib.h>
#include <string.h>

struct player {
    struct alphabeta *engine;
    struct alphabeta_limits limits;
    struct alphabeta_result result;
    struct alphabeta_result below; /* of a state behind an action, for telling */
    struct th_state *after;        /* likewise */
};

static const struct th_option options[] = {
    {"depth", TH_INTEGER, 1, SEARCH_DEPTH_MAX, "4", NULL,
     "plies looked ahead; those that the game forces do not count"},
    {"time", TH_INTEGER, 1, 3600000, NULL, NULL,
     "milliseconds a move instead (or at most, if depth is given as well); then results depend on "
     "the machine"},
    {"nodes", TH_INTEGER, 1, INT64_C(1000000000000), NULL, NULL,
     "positions a move instead of time: the same moves on every machine"},
    {"full-width", TH_SWITCH, 0, 1, "0", NULL,
     "1: on a budget, too, every finished depth is that of minimax; so it is if depth is given"},
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
    alphabeta_forget(((struct player *)self)->engine);
}

/* What it thinks of every action: the state behind it, looked at one ply less deeply than the last
 * iteration that was finished, at least one ply; so the values are those of one minimax. Budgets
 * are divided among the actions. Told that it is enough, it says nothing of the actions left. */
static void tell(struct player *p, const struct th_ask *ask) {
    const struct th_game *game = ask->game;
    struct th_thoughts *t = ask->thoughts;
    const bool forced = game->forced_ply != NULL && game->forced_ply(ask->view);
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
            value_tell(game, payoff[ask->seat] > 0.5 ? VALUE_WIN - 1 : 1 - VALUE_WIN, of);
            continue;
        }
        alphabeta_search(p->engine, p->after, &limits, &p->below);
        const bool again = game->mover(p->after) == ask->seat;
        value_tell(game, again ? p->below.value : -p->below.value, of);
        for (int k = 0; k < p->below.length && of->line_n < TH_LINE_MAX; k++)
            of->line[of->line_n++] = p->below.line[k];
    }
}

/* The same of the answer alone, which the search has found already. */
static void tell_of_answer(struct player *p, const struct th_ask *ask) {
    struct th_thoughts *t = ask->thoughts;
    struct th_thought *of = &t->of[p->result.place];
    t->own = "value";
    t->depth = p->result.depth;
    value_tell(ask->game, p->result.value, of);
    for (int k = 0; k < p->result.length && of->line_n < TH_LINE_MAX; k++)
        of->line[of->line_n++] = p->result.line[k];
}

static int choose(void *self, const struct th_ask *ask) {
    struct player *p = self;
    p->limits.stop = ask->stop;
    alphabeta_search(p->engine, ask->view, &p->limits, &p->result);
    if (ask->thoughts != NULL && ask->thoughts->of_answer)
        tell_of_answer(p, ask);
    else if (ask->thoughts != NULL)
        tell(p, ask);
    return p->result.place;
}

static void drop(void *self) {
    struct player *p = self;
    alphabeta_drop(p->engine);
    free(p->after);
    free(p);
}

const struct th_bot_kind alphabeta_bot = {
    .name = "alphabeta",
    .summary = "what minimax finds, deeper: alpha-beta with a transposition table",
    .options = options,
    .tells = TH_TELLS_VALUES,
    .plays = walk_plays,
    .thinks = true,
    .takes_any_options = true,
    .make = make,
    .begin = begin,
    .choose = choose,
    .drop = drop,
};
