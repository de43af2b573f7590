/* The bot `alphabeta`: the engine with a budget by depth, by time, or both. */
#include "alphabeta.h"
#include "search/bots.h"
#include <stdlib.h>

struct player {
    struct alphabeta *engine;
    struct alphabeta_limits limits;
    struct alphabeta_result result;
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
    p->engine = alphabeta_new(game, &settings, e);
    if (p->engine != NULL) return p;
    free(p);
    return NULL;
}

static void begin(void *self, const struct th_state *view, int seat) {
    (void)view, (void)seat;
    alphabeta_forget(((struct player *)self)->engine);
}

static int choose(void *self, const struct th_ask *ask) {
    struct player *p = self;
    alphabeta_search(p->engine, ask->view, &p->limits, &p->result);
    return p->result.place;
}

static void drop(void *self) {
    alphabeta_drop(((struct player *)self)->engine);
    free(self);
}

const struct th_bot_kind alphabeta_bot = {
    .name = "alphabeta",
    .summary = "what minimax finds, deeper: alpha-beta with a transposition table",
    .options = options,
    .plays = walk_plays,
    .make = make,
    .begin = begin,
    .choose = choose,
    .drop = drop,
};
