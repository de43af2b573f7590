/* The alpha-beta engine. */
#include "alphabeta.h"

#include "core/clock.h"
#include "core/facets.h"
#include "core/thread.h"
#include "tahur/rng.h"
#include "transposition.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Late-move reductions: the least depth, and the positions in the move order from which the depth
 * is reduced by one and by two plies. */
enum { LATE_DEPTH = 3, LATE = 4, VERY_LATE = 16 };

/* Several threads: the least depth at which they avoid each other's actions, the number of places
 * to mark these, and how many nodes a thread takes from the budget at once. */
enum { SHARE_DEPTH = 3, MARKS = 1 << 10, CLAIM = 64 };

/* What one thread has for itself. */
struct searcher {
    struct alphabeta *engine;
    struct search_stack stack;
    struct ordering ordering;
    pthread_t thread;
    int depth;      /* of the current iteration */
    bool stopped;   /* the iteration is over: return values are meaningless */
    uint64_t nodes; /* so far, and up to which number they are taken from the budget: */
    uint64_t claimed;
    uint64_t nodes_at[SEARCH_DEPTH_MAX + 1], lookups, hits;
    /* The principal variation from each ply on (triangular table). */
    int length[SEARCH_PLIES_MAX + 2];
    th_action line[SEARCH_PLIES_MAX + 2][SEARCH_PLIES_MAX + 1];
};

/* What the threads share. All of them search the same iteration from the root, and put off actions
 * that another thread is searching (simplified ABDADA, Kerrigan 2017): when they come back to
 * these, the transposition table has the result. The thread that is first through an iteration
 * ends it for all. */
struct alphabeta {
    struct tt *table; /* NULL: none */
    bool full_width;
    bool selective; /* deeper table entries and reductions are allowed */
    int threads;
    struct searcher *searcher; /* one per thread; the first is the caller's */
    /* The current search. */
    bool budgeted;
    int depth;       /* of the last iteration */
    double deadline; /* 0: none */
    const th_flag *stop;
    _Atomic uint64_t nodes_left;    /* of the budget: not taken by any thread */
    _Atomic uint64_t marked[MARKS]; /* actions that are being searched, by their hash */
    atomic_int done;      /* the last finished iteration; SEARCH_DEPTH_MAX ends the search */
    pthread_mutex_t lock; /* for changes of `done`, and for: */
    struct alphabeta_result
        *result; /* value, place, line and depth; the rest is added at the end */
    int reached; /* the iteration of value, place and line, which may be unfinished */
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
    struct alphabeta *t = calloc(1, sizeof *t);
    const int threads = settings->threads > 1 ? settings->threads : 1;
    if (t != NULL) t->searcher = calloc((size_t)threads, sizeof *t->searcher);
    if (t == NULL || t->searcher == NULL) {
        free(t);
        th_fail(error, "out of memory");
        return NULL;
    }
    t->full_width = settings->full_width;
    pthread_mutex_init(&t->lock, NULL);
    bool ok = true;
    while (ok && t->threads < threads) {
        struct searcher *e = &t->searcher[t->threads++];
        e->engine = t;
        ok = stack_make(&e->stack, game, settings->weight, SEARCH_PLIES_MAX, error) &&
             ordering_make(&e->ordering, game, error);
        if (settings->by_weights) e->stack.learned = false;
    }
    if (ok && settings->table_bytes > 0)
        ok = (t->table = tt_new(settings->table_bytes, error)) != NULL;
    if (ok) return t;
    alphabeta_drop(t);
    return NULL;
}

void alphabeta_drop(struct alphabeta *t) {
    for (int i = 0; i < t->threads; i++) {
        stack_drop(&t->searcher[i].stack);
        ordering_drop(&t->searcher[i].ordering);
    }
    if (t->table != NULL) tt_drop(t->table);
    pthread_mutex_destroy(&t->lock);
    free(t->searcher);
    free(t);
}

void alphabeta_clear(struct alphabeta *t) {
    for (int i = 0; i < t->threads; i++) ordering_clear(&t->searcher[i].ordering);
    if (t->table != NULL) tt_clear(t->table);
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
static bool tt_probe(struct searcher *e, uint64_t key, int ply, int depth, struct window w,
                     int *value, int *first) {
    struct tt_entry found;
    e->lookups++;
    *first = -1;
    if (!tt_lookup(e->engine->table, key, &found)) return false;
    *first = found.place;
    if (found.depth < depth || (found.depth > depth && !e->engine->selective)) return false;
    *value = value_from_tt(found.value, ply);
    if (!((found.bound & TT_LOWER) != 0 && *value >= w.beta) &&
        !((found.bound & TT_UPPER) != 0 && *value <= w.alpha))
        return false;
    e->hits++;
    return true;
}

static void tt_store(struct searcher *e, uint64_t key, int ply, int depth, struct window w,
                     int value, int place) {
    const struct tt_entry entry = {.value = value_to_tt(value, ply),
                                   .place = place,
                                   .depth = depth,
                                   .bound = value >= w.beta    ? TT_LOWER
                                            : value <= w.alpha ? TT_UPPER
                                                               : TT_EXACT};
    tt_insert(e->engine->table, key, &entry);
}

/* ---- search ---- */

static int search(struct searcher *e, int ply, int seat, int depth, struct window w);

/* Takes nodes from the budget of all threads; returns false if none are left. */
static bool claim_nodes(struct searcher *e) {
    _Atomic uint64_t *left = &e->engine->nodes_left;
    uint64_t before = atomic_load(left), taken;
    do {
        if (before == 0) return false;
        taken = before < CLAIM ? before : CLAIM;
    } while (!atomic_compare_exchange_weak(left, &before, before - taken));
    e->claimed += taken;
    return true;
}

static void end_search(struct alphabeta *t) {
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->done, SEARCH_DEPTH_MAX);
    pthread_mutex_unlock(&t->lock);
}

static void check_limits(struct searcher *e) {
    struct alphabeta *t = e->engine;
    if (e->depth == 1) return;
    if ((e->nodes >= e->claimed && !claim_nodes(e)) ||
        (t->deadline > 0 && e->nodes % 1024 == 0 && clock_seconds() >= t->deadline) ||
        (t->stop != NULL && e->nodes % 64 == 0 && th_is_set(t->stop)))
        end_search(t);
    if (atomic_load_explicit(&t->done, memory_order_relaxed) >= e->depth) e->stopped = true;
}

/* The value of an action for the seat in turn at this ply, with `depth` plies left after it. */
static int search_move(struct searcher *e, int ply, int seat, th_action a, int depth,
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
static int reduction(const struct searcher *e, int depth, int i) {
    if (!e->engine->selective || depth < LATE_DEPTH || i < LATE) return 0;
    return i < VERY_LATE ? 1 : 2;
}

/* The same for an action that is expected not to exceed alpha: a null window tests that, first with
 * `less` plies less, and the full window is searched only if the test fails. */
static int search_null_window(struct searcher *e, int ply, int seat, th_action a, int depth,
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

static void update_pv(struct searcher *e, int ply, th_action a) {
    e->line[ply][0] = a;
    memcpy(&e->line[ply][1], e->line[ply + 1], (size_t)e->length[ply + 1] * sizeof a);
    e->length[ply] = e->length[ply + 1] + 1;
}

/* The key of the state at this ply, where it is needed. */
static uint64_t key_of(const struct searcher *e, int ply) {
    if (e->engine->table == NULL && e->engine->threads == 1) return 0;
    return e->stack.game->search->key(stack_state(&e->stack, ply));
}

/* ---- actions that a thread is searching ---- */

/* Marks are advice: one that is lost or overwritten costs time, and changes no value. */
static bool shares(const struct searcher *e, int depth) {
    return e->engine->threads > 1 && depth >= SHARE_DEPTH;
}

static uint64_t mark_of(uint64_t key, int depth, int place) {
    return th_mix(key + (uint64_t)(depth * TH_LEGAL_MAX + place));
}

static void mark(struct searcher *e, uint64_t key, int depth, int place) {
    if (!shares(e, depth)) return;
    const uint64_t hash = mark_of(key, depth, place);
    atomic_store_explicit(&e->engine->marked[hash % MARKS], hash, memory_order_relaxed);
}

static void unmark(struct searcher *e, uint64_t key, int depth, int place) {
    if (!shares(e, depth)) return;
    const uint64_t hash = mark_of(key, depth, place);
    atomic_store_explicit(&e->engine->marked[hash % MARKS], 0, memory_order_relaxed);
}

static bool is_marked(const struct searcher *e, uint64_t key, int depth, int place) {
    const uint64_t hash = mark_of(key, depth, place);
    return atomic_load_explicit(&e->engine->marked[hash % MARKS], memory_order_relaxed) == hash;
}

/* The index of the action to search as the i-th: the next in order that no other thread is
 * searching, and those at the end. The first is searched by all, so that they have a bound. */
static int next_place(struct searcher *e, int ply, uint64_t key, int depth, int i, int n) {
    int place = ordering_pick(&e->ordering, ply, i, n);
    if (i == 0 || !shares(e, depth)) return place;
    while (is_marked(e, key, depth, place) && ordering_defer(&e->ordering, ply, i))
        place = ordering_pick(&e->ordering, ply, i, n);
    return place;
}

/* The value of the state at this ply for the seat in turn, if it lies in the window; otherwise a
 * bound on the same side (fail-soft). */
static int search(struct searcher *e, int ply, int seat, int depth, struct window w) {
    const bool forced = stack_forced(&e->stack, ply);
    if ((depth == 0 && !forced) || ply == SEARCH_PLIES_MAX)
        return stack_evaluate(&e->stack, ply, seat);
    const struct th_game *game = e->stack.game;
    const struct th_state *s = stack_state(&e->stack, ply);
    const uint64_t key = key_of(e, ply);
    const struct window asked = w;
    int value, first = -1, best = -VALUE_LIMIT, best_place = 0;
    if (e->engine->table != NULL && tt_probe(e, key, ply, depth, w, &value, &first)) return value;

    const int n = game->legal(s, stack_legal(&e->stack, ply));
    ordering_rank(&e->ordering, &e->stack, ply, seat, n, first);
    for (int i = 0; i < n; i++) {
        const int place = next_place(e, ply, key, depth, i, n);
        const th_action a = stack_legal(&e->stack, ply)[place];
        mark(e, key, depth, place);
        value = i == 0 ? search_move(e, ply, seat, a, depth - !forced, w)
                       : search_null_window(e, ply, seat, a, depth - !forced,
                                            reduction(e, depth, i), w);
        unmark(e, key, depth, place);
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
    if (e->engine->table != NULL) tt_store(e, key, ply, depth, asked, best, best_place);
    return best;
}

/* ---- the root ---- */

struct root_best {
    int value, place;
};

/* The best action of the previous iteration; of this one, if a thread has found one. */
static int root_first(const struct searcher *e) {
    pthread_mutex_lock(&e->engine->lock);
    const int place = e->engine->reached > 0 ? e->engine->result->place : -1;
    pthread_mutex_unlock(&e->engine->lock);
    return place;
}

/* The best that any thread has found in this iteration. */
static struct root_best root_bound(const struct searcher *e) {
    const struct alphabeta *t = e->engine;
    struct root_best best = {-VALUE_LIMIT, -1};
    pthread_mutex_lock(&e->engine->lock);
    if (t->reached == e->depth) best = (struct root_best){t->result->value, t->result->place};
    pthread_mutex_unlock(&e->engine->lock);
    return best;
}

/* Enters an action with its exact value, unless a thread has found a better one meanwhile. */
static void root_report(struct searcher *e, struct root_best b) {
    struct alphabeta *t = e->engine;
    struct alphabeta_result *r = t->result;
    pthread_mutex_lock(&t->lock);
    if (e->depth > t->reached ||
        (e->depth == t->reached &&
         (b.value > r->value || (b.value == r->value && b.place < r->place)))) {
        t->reached = e->depth;
        r->value = b.value;
        r->place = b.place;
        r->length = e->length[0];
        memcpy(r->line, e->line[0], (size_t)e->length[0] * sizeof *r->line);
    }
    pthread_mutex_unlock(&t->lock);
}

/* One iteration at the root. The best action of the previous iteration is searched first. Of equal
 * actions the first in the list is best, whatever the order of the search: an action before the
 * best so far in the list only has to be as good. When a limit is reached, the result so far
 * stands: the first action searched is that of the previous iteration. */
static void search_root(struct searcher *e, int n) {
    const int seat = e->stack.game->mover(stack_state(&e->stack, 0)), depth = e->depth;
    const int below = depth - !stack_forced(&e->stack, 0);
    const uint64_t key = key_of(e, 0);
    ordering_rank(&e->ordering, &e->stack, 0, seat, n, root_first(e));
    for (int i = 0; i < n; i++) {
        const int place = next_place(e, 0, key, depth, i, n);
        const th_action a = stack_legal(&e->stack, 0)[place];
        const struct root_best best = root_bound(e);
        const struct window w = {place < best.place ? best.value - 1 : best.value, VALUE_LIMIT};
        mark(e, key, depth, place);
        const int value = best.place < 0 ? search_move(e, 0, seat, a, below, w)
                                         : search_null_window(e, 0, seat, a, below, 0, w);
        unmark(e, key, depth, place);
        if (e->stopped) return;
        if (value <= w.alpha) continue;
        update_pv(e, 0, a);
        root_report(e, (struct root_best){value, place});
    }
}

/* This thread has searched all actions of the root. Others may have done so before. */
static void finish_iteration(struct searcher *e, int n) {
    struct alphabeta *t = e->engine;
    pthread_mutex_lock(&t->lock);
    if (atomic_load(&t->done) < e->depth) {
        t->result->depth = e->depth;
        /* All ends within `depth` plies were found; an end after forced plies may be farther. */
        const int value = t->result->value;
        const bool sure = value_is_sure(value) && value_plies(value) <= e->depth;
        atomic_store(&t->done, sure || (t->budgeted && n == 1) ? SEARCH_DEPTH_MAX : e->depth);
    }
    pthread_mutex_unlock(&t->lock);
}

/* Iterations up to a depth, from the one that is not finished. */
static void deepen(struct searcher *e, int last) {
    const int n = e->stack.game->legal(stack_state(&e->stack, 0), stack_legal(&e->stack, 0));
    while ((e->depth = atomic_load(&e->engine->done) + 1) <= last) {
        const uint64_t before = e->nodes;
        e->stopped = false;
        search_root(e, n);
        e->nodes_at[e->depth] += e->nodes - before;
        if (!e->stopped) finish_iteration(e, n);
    }
}

static void *run(void *searcher) {
    struct searcher *e = searcher;
    deepen(e, e->engine->depth);
    return NULL;
}

/* All iterations after the first, on as many threads as the system has. */
static void deepen_on_threads(struct alphabeta *t) {
    int started = 1;
    while (started < t->threads &&
           thread_start(&t->searcher[started].thread, run, &t->searcher[started]))
        started++;
    run(&t->searcher[0]);
    for (int i = 1; i < started; i++) pthread_join(t->searcher[i].thread, NULL);
}

static void begin_search(struct alphabeta *t, const struct th_state *s,
                         const struct alphabeta_limits *limits) {
    t->depth = limits->depth;
    t->deadline = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    t->stop = limits->stop;
    t->budgeted = t->deadline > 0 || limits->nodes > 0;
    t->reached = 0;
    atomic_store(&t->done, 0);
    const bool selective = t->budgeted && !t->full_width;
    if (selective != t->selective) alphabeta_clear(t); /* entries of the other mode are invalid */
    t->selective = selective;
    if (t->table != NULL) tt_new_search(t->table);
    for (int i = 0; i < t->threads; i++) {
        struct searcher *e = &t->searcher[i];
        e->nodes = e->claimed = e->lookups = e->hits = 0;
        memset(e->nodes_at, 0, sizeof e->nodes_at);
        ordering_new_search(&e->ordering);
        stack_set_root(&e->stack, s);
    }
}

void alphabeta_search(struct alphabeta *t, const struct th_state *s,
                      const struct alphabeta_limits *limits, struct alphabeta_result *result) {
    struct searcher *first = &t->searcher[0];
    assert(limits->depth >= 1 && limits->depth <= SEARCH_DEPTH_MAX &&
           first->stack.game->mover(s) >= 0);
    *result = (struct alphabeta_result){.depth = 0};
    t->result = result;
    begin_search(t, s, limits);
    deepen(first, 1);
    first->claimed = first->nodes;
    atomic_store(&t->nodes_left, limits->nodes == 0             ? UINT64_MAX
                                 : limits->nodes > first->nodes ? limits->nodes - first->nodes
                                                                : 0);
    if (atomic_load(&t->done) < limits->depth) deepen_on_threads(t);
    for (int i = 0; i < t->threads; i++) {
        const struct searcher *e = &t->searcher[i];
        result->nodes += e->nodes;
        result->lookups += e->lookups;
        result->hits += e->hits;
        for (int d = 1; d <= SEARCH_DEPTH_MAX; d++) result->nodes_at[d] += e->nodes_at[d];
    }
}
