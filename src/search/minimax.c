/* Minimax to a fixed depth, the bot minimax, and perft. */
#include "minimax.h"

#include "search/bots.h"
#include "stack.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct minimax {
    struct search_stack stack;
    uint64_t nodes;
    const th_flag *stop;
    bool stopped; /* the search is aborted: return values are meaningless */
    int depth;    /* of the bot */
};

/* The value of the state at this ply for the seat in turn, `depth` plies deep, and the index of the
 * best action. A seat may move twice in a row: the sign of a value changes only with the seat. */
static int search(struct minimax *m, int ply, int seat, int depth, int *place) {
    struct search_stack *w = &m->stack;
    const bool forced = stack_forced(w, ply);
    if ((depth == 0 && !forced) || ply == SEARCH_PLIES_MAX) return stack_evaluate(w, ply, seat);
    const th_action *legal = stack_legal(w, ply);
    const int n = w->game->legal(stack_state(w, ply), stack_legal(w, ply));
    int best = -VALUE_LIMIT;
    for (int i = 0; i < n; i++) {
        const int next = stack_push(w, ply, legal[i]);
        int value, below;
        if (++m->nodes % 64 == 0 && th_is_set(m->stop)) m->stopped = true;
        if (next == TH_OVER)
            value = stack_terminal_value(w, ply + 1, seat);
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
    if (stack_make(&m->stack, game, weight, SEARCH_PLIES_MAX, e)) return m;
    minimax_drop(m);
    return NULL;
}

void minimax_drop(struct minimax *m) {
    stack_drop(&m->stack);
    free(m);
}

struct minimax_result minimax_search(struct minimax *m, const struct th_state *s, int depth,
                                     const th_flag *stop) {
    struct minimax_result r = {.place = -1};
    const int seat = m->stack.game->mover(s);
    assert(depth >= 1 && depth <= SEARCH_DEPTH_MAX && seat >= 0);
    stack_set_root(&m->stack, s);
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
     "search depth in plies; forced plies do not count"},
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

static const struct th_shared_limit shared_limits[] = {{"depth", 6}, {0}};

const struct th_bot_kind minimax_bot = {
    .name = "minimax",
    .summary = "every line of play to a fixed depth, judged by the game's evaluation",
    .options = options,
    .shared_limits = shared_limits,
    .plays = stack_supports,
    .slow = true,
    .takes_any_options = true,
    .make = make,
    .choose = choose,
    .drop = drop,
};

/* ---- perft ---- */

enum { OUTCOMES_MAX = 1024 };

/* The legal actions of a seat, or the outcomes of chance. */
static int list(const struct th_game *game, const struct th_state *s, th_action out[]) {
    const int mover = game->mover(s);
    if (mover >= 0) return game->legal(s, out);
    if (mover == TH_OVER) return 0;
    struct th_outcome outcomes[OUTCOMES_MAX];
    const int n = game->outcomes(s, outcomes);
    for (int i = 0; i < n; i++) out[i] = outcomes[i].action;
    return n;
}

/* `room` has space for one state per remaining ply. */
static uint64_t count(const struct th_game *game, const struct th_state *s, int depth, char *room) {
    th_action actions[OUTCOMES_MAX];
    struct th_state *after = (struct th_state *)(void *)room;
    uint64_t sequences = 0;
    if (depth == 0) return 1;
    const int n = list(game, s, actions);
    for (int i = 0; i < n; i++) {
        memcpy(room, s, game->state_size);
        game->apply(after, actions[i]);
        sequences += count(game, after, depth - 1, room + game->state_size);
    }
    return sequences;
}

bool perft(const struct th_game *game, const struct th_state *s, int depth, uint64_t *sequences,
           struct th_error *e) {
    char *room = malloc(game->state_size * (size_t)(depth > 0 ? depth : 1));
    if (room == NULL) return th_fail(e, "out of memory");
    *sequences = count(game, s, depth, room);
    free(room);
    return true;
}
