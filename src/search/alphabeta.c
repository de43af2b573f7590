#include "alphabeta.h"

#include "core/clock.h"
#include "ordering.h"
#include "table.h"
#include <assert.h>
#include <stdlib.h>

/* From which depth on, and from which place in the order, actions count as late. */
enum { LATE_DEPTH = 3, LATE = 4, VERY_LATE = 16 };

struct alphabeta {
    struct walk walk;
    struct ordering ordering;
    struct table *table; /* NULL: none */
    bool full_width;
    double deadline;     /* 0: none */
    uint64_t most_nodes; /* 0: any number */
    const th_flag *stop;
    bool selective; /* free to be deeper here and less deep there than asked */
    bool stopped;   /* they have: what functions return means nothing */
    uint64_t nodes, lookups, hits;
    /* The principal line from each ply on. */
    int length[SEARCH_PLIES_MAX + 2];
    th_action line[SEARCH_PLIES_MAX + 2][SEARCH_PLIES_MAX + 1];
};

/* What is asked about a state: its value, if it lies between these; else on which side it lies. */
struct window {
    int alpha, beta;
};

static struct window seen_from_the_other_side(struct window w) {
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
    bool ok = walk_make(&e->walk, game, settings->weight, SEARCH_PLIES_MAX, error) &&
              ordering_make(&e->ordering, game, error);
    if (ok && settings->table_bytes > 0)
        ok = (e->table = table_new(settings->table_bytes, error)) != NULL;
    if (ok) return e;
    alphabeta_drop(e);
    return NULL;
}

void alphabeta_drop(struct alphabeta *e) {
    walk_drop(&e->walk);
    ordering_drop(&e->ordering);
    if (e->table != NULL) table_drop(e->table);
    free(e);
}

void alphabeta_forget(struct alphabeta *e) {
    ordering_forget(&e->ordering);
    if (e->table != NULL) table_forget(e->table);
}

/* ---- the table ---- */

/* In the table, ends are counted from the state itself. */
static int from_here(int value, int ply) {
    return value > TH_SURE_VALUE ? value + ply : value < -TH_SURE_VALUE ? value - ply : value;
}
static int from_root(int value, int ply) {
    return value > TH_SURE_VALUE ? value - ply : value < -TH_SURE_VALUE ? value + ply : value;
}

/* Whether the table answers the question; if so, *value is the answer. Otherwise *first is the
 * place of the action it would begin with, or -1. A value inside the window is never taken from the
 * table: the principal line is walked, and so known, to its end. */
static bool remembered(struct alphabeta *e, uint64_t key, int ply, int depth, struct window w,
                       int *value, int *first) {
    struct table_entry found;
    e->lookups++;
    *first = -1;
    if (!table_find(e->table, key, &found)) return false;
    *first = found.place;
    if (found.depth < depth || (found.depth > depth && !e->selective)) return false;
    *value = from_root(found.value, ply);
    if (!((found.bound & TABLE_AT_LEAST) != 0 && *value >= w.beta) &&
        !((found.bound & TABLE_AT_MOST) != 0 && *value <= w.alpha))
        return false;
    e->hits++;
    return true;
}

static void remember(struct alphabeta *e, uint64_t key, int ply, int depth, struct window w,
                     int value, int place) {
    const struct table_entry entry = {.value = from_here(value, ply),
                                      .place = place,
                                      .depth = depth,
                                      .bound = value >= w.beta    ? TABLE_AT_LEAST
                                               : value <= w.alpha ? TABLE_AT_MOST
                                                                  : TABLE_EXACT};
    table_keep(e->table, key, &entry);
}

/* ---- the search ---- */

static int search(struct alphabeta *e, int ply, int seat, int depth, struct window w);

static void look_at_the_budget(struct alphabeta *e) {
    if (e->most_nodes > 0 && e->nodes >= e->most_nodes) e->stopped = true;
    if (e->deadline > 0 && e->nodes % 1024 == 0 && clock_seconds() >= e->deadline)
        e->stopped = true;
    if (e->stop != NULL && e->nodes % 64 == 0 && th_is_set(e->stop)) e->stopped = true;
}

/* The value, for the seat in turn at this ply, of an action that leaves `depth` plies. */
static int try(struct alphabeta *e, int ply, int seat, th_action a, int depth, struct window w) {
    const int next = walk_step(&e->walk, ply, a);
    e->nodes++;
    look_at_the_budget(e);
    e->length[ply + 1] = 0;
    if (next == TH_OVER) return walk_end_value(&e->walk, ply + 1, seat);
    if (next == seat) return search(e, ply + 1, next, depth, w);
    return -search(e, ply + 1, next, depth, seen_from_the_other_side(w));
}

/* By so many plies less an action is looked at first that comes as the i-th, on a budget. */
static int reduction(const struct alphabeta *e, int depth, int i) {
    if (!e->selective || depth < LATE_DEPTH || i < LATE) return 0;
    return i < VERY_LATE ? 1 : 2;
}

/* The same for an action that is expected to be no better than another: that is asked first, with
 * `less` plies at first, and only if it turns out wrong the value. */
static int doubt(struct alphabeta *e, int ply, int seat, th_action a, int depth, int less,
                 struct window w) {
    const struct window better = {w.alpha, w.alpha + 1};
    int value = 0;
    if (less > 0) {
        value = try(e, ply, seat, a, depth - less, better);
        if (e->stopped || value <= w.alpha) return value;
    }
    value = try(e, ply, seat, a, depth, better);
    if (e->stopped || value <= w.alpha || value >= w.beta) return value;
    return try(e, ply, seat, a, depth, w);
}

static void extend_line(struct alphabeta *e, int ply, th_action a) {
    e->line[ply][0] = a;
    memcpy(&e->line[ply][1], e->line[ply + 1], (size_t)e->length[ply + 1] * sizeof a);
    e->length[ply] = e->length[ply + 1] + 1;
}

/* The value of the state at this ply for the seat in turn, if it lies in the window; else a bound
 * on the same side of it as the value. */
static int search(struct alphabeta *e, int ply, int seat, int depth, struct window w) {
    const bool forced = walk_forced(&e->walk, ply);
    if ((depth == 0 && !forced) || ply == SEARCH_PLIES_MAX) return walk_value(&e->walk, ply, seat);
    const struct th_game *game = e->walk.game;
    const struct th_state *s = walk_state(&e->walk, ply);
    const uint64_t key = e->table != NULL ? game->key(s) : 0;
    const struct window asked = w;
    int value, first = -1, best = -VALUE_LIMIT, best_place = 0;
    if (e->table != NULL && remembered(e, key, ply, depth, w, &value, &first)) return value;

    const int n = game->legal(s, walk_legal(&e->walk, ply));
    ordering_rank(&e->ordering, &e->walk, ply, seat, n, first);
    for (int i = 0; i < n; i++) {
        const int place = ordering_next(&e->ordering, ply, i, n);
        const th_action a = walk_legal(&e->walk, ply)[place];
        value = i == 0 ? try(e, ply, seat, a, depth - !forced, w)
                       : doubt(e, ply, seat, a, depth - !forced, reduction(e, depth, i), w);
        if (e->stopped) return 0;
        if (value <= best) continue;
        best = value;
        best_place = place;
        if (value >= w.beta) {
            ordering_learn(&e->ordering, &e->walk, ply, seat, i, depth);
            break;
        }
        if (value <= w.alpha) continue;
        w.alpha = value;
        extend_line(e, ply, a);
    }
    if (e->table != NULL) remember(e, key, ply, depth, asked, best, best_place);
    return best;
}

/* One iteration: the best action of the root, to be tried first if it is known from the one before.
 * Of equals the first in the list is best, in whichever order they are tried: an action that stands
 * before the best so far need not be better, only as good. When time runs out, what was found so
 * far stands: the first action tried is that of the iteration before. */
static void search_root(struct alphabeta *e, int depth, int n, struct alphabeta_result *r) {
    const int seat = e->walk.game->mover(walk_state(&e->walk, 0));
    const int below = depth - !walk_forced(&e->walk, 0);
    int best = -VALUE_LIMIT, best_place = -1;
    ordering_rank(&e->ordering, &e->walk, 0, seat, n, depth > 1 ? r->place : -1);
    for (int i = 0; i < n; i++) {
        const int place = ordering_next(&e->ordering, 0, i, n);
        const th_action a = walk_legal(&e->walk, 0)[place];
        const struct window w = {place < best_place ? best - 1 : best, VALUE_LIMIT};
        const int value = i == 0 ? try(e, 0, seat, a, below, w) : doubt(e, 0, seat, a, below, 0, w);
        if (e->stopped) return;
        if (value <= w.alpha) continue;
        r->value = best = value;
        r->place = best_place = place;
        extend_line(e, 0, a);
        r->length = e->length[0];
        memcpy(r->line, e->line[0], (size_t)e->length[0] * sizeof a);
    }
}

void alphabeta_search(struct alphabeta *e, const struct th_state *s,
                      const struct alphabeta_limits *limits, struct alphabeta_result *result) {
    assert(limits->depth >= 1 && limits->depth <= SEARCH_DEPTH_MAX && e->walk.game->mover(s) >= 0);
    const double deadline = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    *result = (struct alphabeta_result){.depth = 0};
    const bool budgeted = deadline > 0 || limits->nodes > 0, selective = budgeted && !e->full_width;
    if (selective != e->selective) alphabeta_forget(e); /* what the other way has found */
    e->selective = selective;
    e->stopped = false;
    e->nodes = e->lookups = e->hits = 0;
    if (e->table != NULL) table_grow_older(e->table);
    ordering_grow_older(&e->ordering);
    walk_begin(&e->walk, s);
    const int n = e->walk.game->legal(walk_state(&e->walk, 0), walk_legal(&e->walk, 0));
    for (int depth = 1; depth <= limits->depth; depth++) {
        const uint64_t before = e->nodes;
        e->deadline = depth > 1 ? deadline : 0;
        e->most_nodes = depth > 1 ? limits->nodes : 0;
        e->stop = depth > 1 ? limits->stop : NULL;
        search_root(e, depth, n, result);
        result->nodes_at[depth] = e->nodes - before;
        if (e->stopped) break;
        result->depth = depth;
        /* Every end within `depth` plies was seen; through forced plies one further off, too. */
        if (value_is_sure(result->value) && value_plies(result->value) <= depth) break;
        if (budgeted && n == 1) break;
    }
    result->nodes = e->nodes;
    result->lookups = e->lookups;
    result->hits = e->hits;
}
