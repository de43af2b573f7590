/* The inside of the tree search, for its own files: nodes, edges and their locks.
 *
 * All workers change one tree at the same time, and there is no lock of the whole tree: an
 * iteration takes microseconds, and a thread that sleeps for a mutex about as long. Each node has a
 * lock of its own, which is held for the few instructions that read or change the node and its
 * edges, never during a playout, a judgement or a proof, and never together with that of another
 * node. Pools grow by atomic counters. What is read without the lock of its node is atomic. */
#ifndef SEARCH_TREE_OWN_H
#define SEARCH_TREE_OWN_H

#include "tree.h"

#include <pthread.h>
#include <stdatomic.h>

/* All but `mover` and what is atomic is read and written with the lock held. */
struct tree_node {
    uint32_t first; /* index of its first edge; 0: not expanded */
    uint32_t visits;
    uint16_t edges;
    int8_t mover;          /* a seat, TH_CHANCE or TH_OVER */
    _Atomic int8_t proven; /* the seat that provably wins; -1: open */
    _Atomic bool locked;
    bool prior_only;         /* AMAF values are not updated after the expansion */
    bool judged;             /* or being judged */
    bool proof_missed;       /* the prover was busy when the node was due */
    _Atomic float judgement; /* the expected payoff of seat 0; NaN: none, or not yet */
};

/* All moves as first, in iterations. Every iteration changes them in all edges of its nodes, and
 * the rest in one edge of each: apart from the rest, that is in fewer cache lines, which the
 * processors of other workers have to fetch again. */
struct tree_amaf {
    float visits, sum;
};

/* Nodes and edges by index; index 0 is unused. A tree has two pools: a subtree that is kept is
 * copied from one to the other. */
struct pool {
    struct tree_node *node;
    struct tree_edge *edge;
    struct tree_amaf *amaf; /* by edge */
    char apart[64]; /* counters change all the time, and pointers never: not in one cache line */
    _Atomic uint32_t nodes, edges;
    char after[64];
};

struct tree {
    const struct th_game *game;
    struct tree_settings settings;
    struct pool pool[2];
    int current;
    _Atomic int workers; /* may be dropped while others search */
    uint32_t node_room, edge_room;
    uint32_t root;
    struct th_state *root_state, *room[2];
    const struct th_prover *prover; /* NULL: none */
    void *proofs;                   /* of the prover */
    char apart[64];
    pthread_mutex_t prover_lock; /* held by the worker that asks it; with it, room[0] */
};

static inline struct pool *pool_of(struct tree *t) {
    return &t->pool[t->current];
}
static inline struct tree_node *node_at(struct tree *t, uint32_t i) {
    return &pool_of(t)->node[i];
}
static inline struct tree_edge *edge_at(struct tree *t, uint32_t i) {
    return &pool_of(t)->edge[i];
}

static inline int proven_winner(const struct tree_node *n) {
    return atomic_load_explicit(&n->proven, memory_order_relaxed);
}
static inline void set_proven(struct tree_node *n, int winner) {
    atomic_store_explicit(&n->proven, (int8_t)winner, memory_order_relaxed);
}

/* The seat that provably wins after an edge; -1: not proven. */
static inline int child_winner(const struct tree *t, const struct tree_edge *e) {
    return e->child == 0 ? -1 : proven_winner(&t->pool[t->current].node[e->child]);
}

void tree_wait_for_node(struct tree_node *n);

static inline void lock_node(struct tree_node *n) {
    while (atomic_exchange_explicit(&n->locked, true, memory_order_acquire)) tree_wait_for_node(n);
}
static inline void unlock_node(struct tree_node *n) {
    atomic_store_explicit(&n->locked, false, memory_order_release);
}

/* Takes this number of places of a pool; returns the first, or 0 if it is full. */
uint32_t tree_take(_Atomic uint32_t *used, uint32_t count, uint32_t room);
/* Adds a node for this state; returns 0 if the pool is full. */
uint32_t tree_add_node(struct tree *t, const struct th_state *s);

#endif
