#include "minimax.h"

#include "search/bots.h"
#include "walk.h"
#include <assert.h>
#include <stdlib.h>

struct minimax {
    struct walk walk;
    uint64_t nodes;
    const th_flag *stop;
    bool stopped; /* what functions return means nothing */
    int depth;    /* of the bot */
};

/* The value of the state at this ply for the seat in turn, `depth` plies ahead, and where the best
 * action stands. A seat may be in turn again: the value changes its sign only with the seat. */
static int search(struct minimax *m, int ply, int seat, int depth, int *place) {
    struct walk *w = &m->walk;
    const bool forced = walk_forced(w, ply);
    if ((depth == 0 && !forced) || ply == SEARCH_PLIES_MAX) return walk_value(w, ply, seat);
    const th_action *legal = walk_legal(w, ply);
    const int n = w->game->legal(walk_state(w, ply), walk_legal(w, ply));
    int best = -VALUE_LIMIT;
    for (int i = 0; i < n; i++) {
        const int next = walk_step(w, ply, legal[i]);
        int value, below;
        if (++m->nodes % 64 == 0 && th_is_set(m->stop)) m->stopped = true;
        if (next == TH_OVER)
            value = walk_end_value(w, ply + 1, seat);
        else if (next == seat)
            value = search(m, ply + 1, next, depth - !forced, &below);
        else
            value = -search(m, ply + 1, next, depth - !forced, &below);
        if (m->stopped) break;
        if (value <= best) continue;
        best = value;
        *place = i;
    }
    return best;
}

struct minimax *minimax_new(const struct th_game *game, const int *weight, struct th_error *e) {
    struct minimax *m = calloc(1, sizeof *m);
    if (m == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    if (walk_make(&m->walk, game, weight, SEARCH_PLIES_MAX, e)) return m;
    minimax_drop(m);
    return NULL;
}

void minimax_drop(struct minimax *m) {
    walk_drop(&m->walk);
    free(m);
}

struct minimax_result minimax_search(struct minimax *m, const struct th_state *s, int depth,
                                     const th_flag *stop) {
    struct minimax_result r = {.place = -1};
    const int seat = m->walk.game->mover(s);
    assert(depth >= 1 && depth <= SEARCH_DEPTH_MAX && seat >= 0);
    walk_begin(&m->walk, s);
    m->nodes = 0;
    m->stop = stop;
    m->stopped = false;
    r.value = search(m, 0, seat, depth, &r.place);
    if (r.place < 0) {
        m->stop = NULL;
        m->stopped = false;
        r.value = search(m, 0, seat, 1, &r.place);
    }
    r.nodes = m->nodes;
    return r;
}

/* ---- the bot ---- */

static const struct th_option options[] = {
    {"depth", TH_INTEGER, 1, SEARCH_DEPTH_MAX, "2", NULL,
     "plies looked ahead; those that the game forces do not count"},
    {0},
};

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct minimax *m = minimax_new(game, NULL, e);
    if (m != NULL) m->depth = (int)th_options_number(o, "depth");
    return m;
}

static int choose(void *self, const struct th_ask *ask) {
    struct minimax *m = self;
    return minimax_search(m, ask->view, m->depth, ask->stop).place;
}

static void drop(void *self) {
    minimax_drop(self);
}

const struct th_bot_kind minimax_bot = {
    .name = "minimax",
    .summary = "every line of play to a fixed depth, judged by the game's evaluation",
    .options = options,
    .plays = walk_plays,
    .thinks = true,
    .takes_any_options = true,
    .make = make,
    .choose = choose,
    .drop = drop,
};
