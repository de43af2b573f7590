/* The alpha-beta engine and the bot alphabeta. */
#include "alphabeta.h"

#include "core/clock.h"
#include "core/facets.h"
#include "search/bots.h"
#include "transposition.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Late-move reductions: the least depth, and the positions in the move order from which the depth
 * is reduced by one and by two plies. */
enum { LATE_DEPTH = 3, LATE = 4, VERY_LATE = 16 };

struct alphabeta {
    struct search_stack stack;
    struct ordering ordering;
    struct tt *table; /* NULL: none */
    bool full_width;
    double deadline;     /* 0: none */
    uint64_t node_limit; /* 0: none */
    const th_flag *stop;
    bool selective; /* deeper table entries and reductions are allowed */
    bool stopped;   /* a limit is reached: return values are meaningless */
    uint64_t nodes, lookups, hits;
    /* The principal variation from each ply on (triangular table). */
    int length[SEARCH_PLIES_MAX + 2];
    th_action line[SEARCH_PLIES_MAX + 2][SEARCH_PLIES_MAX + 1];
};

/* A search returns the value if it lies between these, otherwise a bound on the same side. */
struct window {
    int alpha, beta;
};

static struct window negate_window(struct window w) {
    return (struct window){-w.beta, -w.alpha};
}

struct alphabeta *alphabeta_new(const struct th_game *game,
                                const struct alphabeta_settings *settings, struct th_error *error) {
    struct alphabeta *e = calloc(1, sizeof *e);
    if (e == NULL) {
        th_fail(error, "out of memory");
        return NULL;
    }
    e->full_width = settings->full_width;
    bool ok = stack_make(&e->stack, game, settings->weight, SEARCH_PLIES_MAX, error) &&
              ordering_make(&e->ordering, game, error);
    if (ok && settings->table_bytes > 0)
        ok = (e->table = tt_new(settings->table_bytes, error)) != NULL;
    if (ok) return e;
    alphabeta_drop(e);
    return NULL;
}

void alphabeta_drop(struct alphabeta *e) {
    stack_drop(&e->stack);
    ordering_drop(&e->ordering);
    if (e->table != NULL) tt_drop(e->table);
    free(e);
}

void alphabeta_clear(struct alphabeta *e) {
    ordering_clear(&e->ordering);
    if (e->table != NULL) tt_clear(e->table);
}

/* ---- transposition table ---- */

/* In the table, the plies to the end of the game are counted from the state itself. */
static int value_to_tt(int value, int ply) {
    return value > TH_SURE_VALUE ? value + ply : value < -TH_SURE_VALUE ? value - ply : value;
}
static int value_from_tt(int value, int ply) {
    return value > TH_SURE_VALUE ? value - ply : value < -TH_SURE_VALUE ? value + ply : value;
}

/* Whether the table has a bound that causes a cutoff; if so, it is in *value. Otherwise *first is
 * the index of the best action in the table, or -1. Exact values inside the window are not used:
 * the principal variation is searched, and so known, to its end. */
static bool tt_probe(struct alphabeta *e, uint64_t key, int ply, int depth, struct window w,
                     int *value, int *first) {
    struct tt_entry found;
    e->lookups++;
    *first = -1;
    if (!tt_lookup(e->table, key, &found)) return false;
    *first = found.place;
    if (found.depth < depth || (found.depth > depth && !e->selective)) return false;
    *value = value_from_tt(found.value, ply);
    if (!((found.bound & TT_LOWER) != 0 && *value >= w.beta) &&
        !((found.bound & TT_UPPER) != 0 && *value <= w.alpha))
        return false;
    e->hits++;
    return true;
}

static void tt_store(struct alphabeta *e, uint64_t key, int ply, int depth, struct window w,
                     int value, int place) {
    const struct tt_entry entry = {.value = value_to_tt(value, ply),
                                   .place = place,
                                   .depth = depth,
                                   .bound = value >= w.beta    ? TT_LOWER
                                            : value <= w.alpha ? TT_UPPER
                                                               : TT_EXACT};
    tt_insert(e->table, key, &entry);
}

/* ---- search ---- */

static int search(struct alphabeta *e, int ply, int seat, int depth, struct window w);

static void check_limits(struct alphabeta *e) {
    if (e->node_limit > 0 && e->nodes >= e->node_limit) e->stopped = true;
    if (e->deadline > 0 && e->nodes % 1024 == 0 && clock_seconds() >= e->deadline)
        e->stopped = true;
    if (e->stop != NULL && e->nodes % 64 == 0 && th_is_set(e->stop)) e->stopped = true;
}

/* The value of an action for the seat in turn at this ply, with `depth` plies left after it. */
static int search_move(struct alphabeta *e, int ply, int seat, th_action a, int depth,
                       struct window w) {
    const int next = stack_push(&e->stack, ply, a);
    e->nodes++;
    check_limits(e);
    e->length[ply + 1] = 0;
    if (next == TH_OVER) return stack_terminal_value(&e->stack, ply + 1, seat);
    if (next == seat) return search(e, ply + 1, next, depth, w);
    return -search(e, ply + 1, next, depth, negate_window(w));
}

/* By how many plies the first search of the i-th action in order is reduced. */
static int reduction(const struct alphabeta *e, int depth, int i) {
    if (!e->selective || depth < LATE_DEPTH || i < LATE) return 0;
    return i < VERY_LATE ? 1 : 2;
}

/* The same for an action that is expected not to exceed alpha: a null window tests that, first with
 * `less` plies less, and the full window is searched only if the test fails. */
static int search_null_window(struct alphabeta *e, int ply, int seat, th_action a, int depth,
                              int less, struct window w) {
    const struct window better = {w.alpha, w.alpha + 1};
    int value = 0;
    if (less > 0) {
        value = search_move(e, ply, seat, a, depth - less, better);
        if (e->stopped || value <= w.alpha) return value;
    }
    value = search_move(e, ply, seat, a, depth, better);
    if (e->stopped || value <= w.alpha || value >= w.beta) return value;
    return search_move(e, ply, seat, a, depth, w);
}

static void update_pv(struct alphabeta *e, int ply, th_action a) {
    e->line[ply][0] = a;
    memcpy(&e->line[ply][1], e->line[ply + 1], (size_t)e->length[ply + 1] * sizeof a);
    e->length[ply] = e->length[ply + 1] + 1;
}

/* The value of the state at this ply for the seat in turn, if it lies in the window; otherwise a
 * bound on the same side (fail-soft). */
static int search(struct alphabeta *e, int ply, int seat, int depth, struct window w) {
    const bool forced = stack_forced(&e->stack, ply);
    if ((depth == 0 && !forced) || ply == SEARCH_PLIES_MAX)
        return stack_evaluate(&e->stack, ply, seat);
    const struct th_game *game = e->stack.game;
    const struct th_state *s = stack_state(&e->stack, ply);
    const uint64_t key = e->table != NULL ? game->search->key(s) : 0;
    const struct window asked = w;
    int value, first = -1, best = -VALUE_LIMIT, best_place = 0;
    if (e->table != NULL && tt_probe(e, key, ply, depth, w, &value, &first)) return value;

    const int n = game->legal(s, stack_legal(&e->stack, ply));
    ordering_rank(&e->ordering, &e->stack, ply, seat, n, first);
    for (int i = 0; i < n; i++) {
        const int place = ordering_pick(&e->ordering, ply, i, n);
        const th_action a = stack_legal(&e->stack, ply)[place];
        value = i == 0 ? search_move(e, ply, seat, a, depth - !forced, w)
                       : search_null_window(e, ply, seat, a, depth - !forced,
                                            reduction(e, depth, i), w);
        if (e->stopped) return 0;
        if (value <= best) continue;
        best = value;
        best_place = place;
        if (value >= w.beta) {
            ordering_cutoff(&e->ordering, &e->stack, ply, seat, i, depth);
            break;
        }
        if (value <= w.alpha) continue;
        w.alpha = value;
        update_pv(e, ply, a);
    }
    if (e->table != NULL) tt_store(e, key, ply, depth, asked, best, best_place);
    return best;
}

/* One iteration at the root. The best action of the previous iteration is searched first. Of equal
 * actions the first in the list is best, whatever the order of the search: an action before the
 * best so far in the list only has to be as good. When a limit is reached, the result so far
 * stands: the first action searched is that of the previous iteration. */
static void search_root(struct alphabeta *e, int depth, int n, struct alphabeta_result *r) {
    const int seat = e->stack.game->mover(stack_state(&e->stack, 0));
    const int below = depth - !stack_forced(&e->stack, 0);
    int best = -VALUE_LIMIT, best_place = -1;
    ordering_rank(&e->ordering, &e->stack, 0, seat, n, depth > 1 ? r->place : -1);
    for (int i = 0; i < n; i++) {
        const int place = ordering_pick(&e->ordering, 0, i, n);
        const th_action a = stack_legal(&e->stack, 0)[place];
        const struct window w = {place < best_place ? best - 1 : best, VALUE_LIMIT};
        const int value = i == 0 ? search_move(e, 0, seat, a, below, w)
                                 : search_null_window(e, 0, seat, a, below, 0, w);
        if (e->stopped) return;
        if (value <= w.alpha) continue;
        r->value = best = value;
        r->place = best_place = place;
        update_pv(e, 0, a);
        r->length = e->length[0];
        memcpy(r->line, e->line[0], (size_t)e->length[0] * sizeof a);
    }
}

void alphabeta_search(struct alphabeta *e, const struct th_state *s,
                      const struct alphabeta_limits *limits, struct alphabeta_result *result) {
    assert(limits->depth >= 1 && limits->depth <= SEARCH_DEPTH_MAX && e->stack.game->mover(s) >= 0);
    const double deadline = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    *result = (struct alphabeta_result){.depth = 0};
    const bool budgeted = deadline > 0 || limits->nodes > 0, selective = budgeted && !e->full_width;
    if (selective != e->selective) alphabeta_clear(e); /* entries of the other mode are invalid */
    e->selective = selective;
    e->stopped = false;
    e->nodes = e->lookups = e->hits = 0;
    if (e->table != NULL) tt_new_search(e->table);
    ordering_new_search(&e->ordering);
    stack_set_root(&e->stack, s);
    const int n = e->stack.game->legal(stack_state(&e->stack, 0), stack_legal(&e->stack, 0));
    for (int depth = 1; depth <= limits->depth; depth++) {
        const uint64_t before = e->nodes;
        e->deadline = depth > 1 ? deadline : 0;
        e->node_limit = depth > 1 ? limits->nodes : 0;
        e->stop = depth > 1 ? limits->stop : NULL;
        search_root(e, depth, n, result);
        result->nodes_at[depth] = e->nodes - before;
        if (e->stopped) break;
        result->depth = depth;
        /* All ends within `depth` plies were found; an end after forced plies may be farther. */
        if (value_is_sure(result->value) && value_plies(result->value) <= depth) break;
        if (budgeted && n == 1) break;
    }
    result->nodes = e->nodes;
    result->lookups = e->lookups;
    result->hits = e->hits;
}

/* ---- the bot ---- */
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
     "positions per move instead of time: the same moves on every machine"},
    {"full-width", TH_SWITCH, 0, 1, "0", NULL,
     "1: also with a budget, every finished depth has the result of minimax; always so if depth is "
     "given"},
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
    {"depth", 12}, {"time", 5000}, {"nodes", 50000000}, {"memory", 64}, {0}};

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
