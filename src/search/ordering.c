#include "ordering.h"

#include <stdlib.h>

enum { HISTORY_MAX = 1 << 14, PLACE_BITS = 10 };
_Static_assert(TH_LEGAL_MAX <= 1 << PLACE_BITS, "a place fits its bits");

#define NO_ACTION UINT32_MAX

/* A rank, from its highest bit: the first of all, killers, history and urgency, and the place
 * turned round, so that no two are equal. One of urgency is 16 of history: in Parchís that takes a
 * quarter fewer nodes than urgency before all. */
#define RANK_FIRST   (UINT64_C(1) << 60)
#define RANK_KILLER  (UINT64_C(1) << 32)
#define RANK_URGENCY (UINT64_C(16) << PLACE_BITS)
#define RANK_HISTORY (UINT64_C(1) << PLACE_BITS)

static uint64_t *ranks(const struct ordering *o, int ply) {
    return o->rank + (size_t)ply * (size_t)o->game->max_legal;
}

static int place_in(uint64_t rank) {
    return (int)((1 << PLACE_BITS) - 1 - (rank & ((1 << PLACE_BITS) - 1)));
}

static int32_t *history_of(const struct ordering *o, int seat, th_action a) {
    return &o->history[(size_t)seat * (size_t)o->game->action_count + a];
}

bool ordering_make(struct ordering *o, const struct th_game *game, struct th_error *e) {
    *o = (struct ordering){.game = game};
    o->history = malloc(2 * (size_t)game->action_count * sizeof *o->history);
    o->rank = malloc((SEARCH_PLIES_MAX + 1) * (size_t)game->max_legal * sizeof *o->rank);
    if (o->history == NULL || o->rank == NULL) return th_fail(e, "out of memory");
    ordering_forget(o);
    return true;
}

void ordering_drop(struct ordering *o) {
    free(o->history);
    free(o->rank);
}

static void forget_killers(struct ordering *o) {
    for (int i = 0; i <= SEARCH_PLIES_MAX; i++) o->killer[i][0] = o->killer[i][1] = NO_ACTION;
}

void ordering_grow_older(struct ordering *o) {
    forget_killers(o);
    for (int i = 0; i < 2 * o->game->action_count; i++) o->history[i] /= 2;
}

void ordering_forget(struct ordering *o) {
    forget_killers(o);
    memset(o->history, 0, 2 * (size_t)o->game->action_count * sizeof *o->history);
}

void ordering_rank(struct ordering *o, const struct walk *w, int ply, int seat, int n, int first) {
    const struct th_game *game = o->game;
    const th_action *legal = walk_legal(w, ply), *killer = o->killer[ply];
    uint64_t *rank = ranks(o, ply);
    for (int i = 0; i < n; i++) {
        const th_action a = legal[i];
        rank[i] = (uint64_t)(*history_of(o, seat, a) + HISTORY_MAX) * RANK_HISTORY;
        if (a == killer[0]) rank[i] += 2 * RANK_KILLER;
        if (a == killer[1]) rank[i] += RANK_KILLER;
        if (game->urgency != NULL)
            rank[i] += (uint64_t)game->urgency(walk_state(w, ply), a) * RANK_URGENCY;
        if (i == first) rank[i] += RANK_FIRST;
        rank[i] += (uint64_t)((1 << PLACE_BITS) - 1 - i);
    }
}

int ordering_next(struct ordering *o, int ply, int i, int n) {
    uint64_t *rank = ranks(o, ply);
    int best = i;
    for (int k = i + 1; k < n; k++)
        if (rank[k] > rank[best]) best = k;
    const uint64_t taken = rank[best];
    rank[best] = rank[i];
    rank[i] = taken;
    return place_in(taken);
}

/* Moves towards ±HISTORY_MAX, the slower the nearer it is. */
static void push(int32_t *history, int by) {
    const int force = by < 0 ? -by : by;
    *history += by - *history * force / HISTORY_MAX;
}

void ordering_learn(struct ordering *o, const struct walk *w, int ply, int seat, int i, int depth) {
    const th_action *legal = walk_legal(w, ply);
    const uint64_t *rank = ranks(o, ply);
    const th_action good = legal[place_in(rank[i])];
    const int by = depth < 4 ? 64 * depth * depth : HISTORY_MAX / 16;
    th_action *killer = o->killer[ply];
    if (killer[0] != good) {
        killer[1] = killer[0];
        killer[0] = good;
    }
    push(history_of(o, seat, good), by);
    for (int k = 0; k < i; k++) push(history_of(o, seat, legal[place_in(rank[k])]), -by);
}
