/* The tree of the tree search: memory, locks, reuse of subtrees, what the root says; and random
 * playouts. */
#include "tree_own.h"

#include "core/facets.h"
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* ---- allocation ---- */

struct tree *tree_new(const struct th_game *game, const struct tree_settings *settings,
                      size_t bytes, struct th_error *e) {
    struct tree *t = calloc(1, sizeof *t);
    struct th_options options;
    if (t == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&t->prover_lock, NULL);
    t->game = game;
    t->settings = *settings;
    /* A quarter as many nodes as edges: a node is made only when it is visited. */
    t->edge_room = (uint32_t)fmin(
        4e9, (double)bytes / 2 / (sizeof(struct tree_edge) + sizeof(struct tree_amaf) + 4));
    t->node_room = t->edge_room / 4 + 16;
    th_options_init(&options, game->options);
    t->root_state = th_state_new(game, &options, e);
    bool ok = t->root_state != NULL;
    for (int i = 0; i < 2 && ok; i++) ok = (t->room[i] = th_state_new(game, &options, e)) != NULL;
    if (settings->proof > 0 && search_of(game)->prover != NULL) {
        t->prover = game->search->prover;
        t->proofs = t->prover->make(bytes / 16, e);
        ok = ok && t->proofs != NULL;
    }
    for (int i = 0; i < 2; i++) {
        t->pool[i].node = calloc(t->node_room, sizeof *t->pool[i].node);
        t->pool[i].edge = calloc(t->edge_room, sizeof *t->pool[i].edge);
        t->pool[i].amaf = calloc(t->edge_room, sizeof *t->pool[i].amaf);
        if (t->pool[i].node == NULL || t->pool[i].edge == NULL || t->pool[i].amaf == NULL)
            ok = th_fail(e, "out of memory");
    }
    if (ok) return t;
    tree_drop(t);
    return NULL;
}

void tree_drop(struct tree *t) {
    for (int i = 0; i < 2; i++) {
        free(t->pool[i].node);
        free(t->pool[i].edge);
        free(t->pool[i].amaf);
    }
    if (t->prover != NULL) t->prover->drop(t->proofs);
    pthread_mutex_destroy(&t->prover_lock);
    free(t->root_state);
    free(t->room[0]);
    free(t->room[1]);
    free(t);
}

uint32_t tree_take(_Atomic uint32_t *used, uint32_t count, uint32_t room) {
    uint32_t first = atomic_load_explicit(used, memory_order_relaxed);
    do
        if (count > room - first) return 0;
    while (!atomic_compare_exchange_weak_explicit(used, &first, first + count, memory_order_relaxed,
                                                  memory_order_relaxed));
    return first;
}

uint32_t tree_add_node(struct tree *t, const struct th_state *s) {
    struct pool *p = pool_of(t);
    const uint32_t index = tree_take(&p->nodes, 1, t->node_room);
    if (index == 0) return 0;
    struct tree_node *n = &p->node[index];
    *n = (struct tree_node){.mover = (int8_t)t->game->mover(s), .proven = -1, .judgement = NAN};
    if (n->mover == TH_OVER) {
        double payoff[TH_SEATS_MAX];
        t->game->payoff(s, payoff);
        for (int i = 0; i < t->game->seats(s); i++)
            if (payoff[i] >= 1.0) set_proven(n, i);
    }
    return index;
}

/* ---- locks ---- */

/* At a lock, before other threads get the processor: far more than a lock is held for by a worker
 * that runs, as it takes milliseconds to get the processor back. */
enum { LOOKS = 50000 };

void tree_wait_for_node(struct tree_node *n) {
    for (int looks = 1; atomic_load_explicit(&n->locked, memory_order_relaxed); looks++)
        if (looks % LOOKS == 0) sched_yield(); /* the worker may be waiting for a processor */
}

/* ---- roots ---- */

static void empty_pool(struct pool *p) {
    p->nodes = p->edges = 1;
}

void tree_begin(struct tree *t, const struct th_state *root) {
    memcpy(t->root_state, root, t->game->state_size);
    empty_pool(pool_of(t));
    if (t->prover != NULL) t->prover->forget(t->proofs);
    t->root = tree_add_node(t, root);
}

/* ---- reuse ---- */

/* Copies a subtree into the other pool, which has the same size. */
static uint32_t copy_subtree(struct tree *t, struct pool *to, uint32_t index) {
    const struct pool *from = pool_of(t);
    const uint32_t kept = tree_take(&to->nodes, 1, t->node_room);
    to->node[kept] = from->node[index];
    const struct tree_node *n = &from->node[index];
    if (n->first == 0) return kept;
    const uint32_t first = tree_take(&to->edges, n->edges, t->edge_room);
    to->node[kept].first = first;
    for (uint32_t i = 0; i < n->edges; i++) {
        const struct tree_edge *edge = &from->edge[n->first + i];
        to->edge[first + i] = *edge;
        to->amaf[first + i] = from->amaf[n->first + i];
        if (edge->child != 0) to->edge[first + i].child = copy_subtree(t, to, edge->child);
    }
    return kept;
}

/* The node of the state `wanted` in the subtree of `index`, whose state is `s`, at most `depth`
 * actions below; 0 if there is none. */
static uint32_t find(struct tree *t, uint32_t index, const struct th_state *s, int depth,
                     const struct th_state *wanted) {
    const size_t size = t->game->state_size;
    if (memcmp(s, wanted, size) == 0) return index;
    const struct tree_node *n = node_at(t, index);
    if (depth == 0 || n->first == 0 || n->mover < 0) return 0;
    struct th_state *after = t->room[depth - 1];
    for (uint32_t i = 0; i < n->edges; i++) {
        const struct tree_edge *edge = edge_at(t, n->first + i);
        if (edge->child == 0) continue;
        memcpy(after, s, size);
        t->game->apply(after, edge->action);
        const uint32_t found = find(t, edge->child, after, depth - 1, wanted);
        if (found != 0) return found;
    }
    return 0;
}

void tree_advance(struct tree *t, const struct th_state *root) {
    const uint32_t found = t->root != 0 ? find(t, t->root, t->root_state, 2, root) : 0;
    if (found == 0) {
        tree_begin(t, root);
        return;
    }
    struct pool *to = &t->pool[1 - t->current];
    empty_pool(to);
    t->root = copy_subtree(t, to, found);
    t->current = 1 - t->current;
    if (node_at(t, t->root)->first == 0) set_proven(node_at(t, t->root), -1); /* see evaluate */
    memcpy(t->root_state, root, t->game->state_size);
}

/* ---- the root ---- */

int tree_root_edges(const struct tree *t, const struct tree_edge **edges) {
    const struct pool *p = &t->pool[t->current];
    *edges = &p->edge[p->node[t->root].first];
    return p->node[t->root].first == 0 ? 0 : p->node[t->root].edges;
}

struct visit_lead tree_lead(struct tree *t) {
    struct visit_lead lead = {0};
    const struct tree_edge *edge;
    struct tree_node *root = node_at(t, t->root);
    lock_node(root);
    const int n = tree_root_edges(t, &edge);
    for (int i = 0; i < n; i++) {
        const uint32_t visits = edge[i].visits;
        const int winner = tree_proven_winner(t, &edge[i]);
        lead.total += visits;
        if (winner >= 0 && winner != root->mover) continue;
        if (visits > lead.most)
            lead.second = lead.most, lead.most = visits;
        else if (visits > lead.second)
            lead.second = visits;
    }
    unlock_node(root);
    return lead;
}

double tree_amaf_mean(const struct tree *t, const struct tree_edge *edge) {
    const struct pool *p = &t->pool[t->current];
    const struct tree_amaf *amaf = &p->amaf[edge - p->edge];
    return amaf->visits > 0 ? (double)(amaf->sum / amaf->visits) : 0;
}

int tree_proven_winner(const struct tree *t, const struct tree_edge *edge) {
    return child_winner(t, edge);
}

/* ---- random playouts ---- */

enum { PLIES_MAX = 100000 };

void rollout_random(const struct th_game *game, const struct th_state *s, int count,
                    const th_flag *stop, struct th_rng *rng, struct th_state *room,
                    double payoff[TH_SEATS_MAX]) {
    const int seats = game->seats(s);
    for (int i = 0; i < seats; i++) payoff[i] = 0;
    for (int k = 0; k < count; k++) {
        th_action legal[TH_LEGAL_MAX];
        double one[TH_SEATS_MAX];
        int mover, plies = 0;
        memcpy(room, s, game->state_size);
        while ((mover = game->mover(room)) != TH_OVER && plies++ < PLIES_MAX) {
            if (mover == TH_CHANCE) {
                game->apply(room, th_chance_pick(game, room, th_rng_next(rng)));
            } else {
                const int n = game->legal(room, legal);
                game->apply(room, legal[th_rng_below(rng, (uint32_t)n)]);
            }
        }
        for (int i = 0; i < seats; i++) one[i] = 1.0 / seats;
        if (mover == TH_OVER) game->payoff(room, one);
        for (int i = 0; i < seats; i++) payoff[i] += one[i] / count;
        if (th_playouts_stop(stop, k + 1, count, seats, payoff)) return;
    }
}
