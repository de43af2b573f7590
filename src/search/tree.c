/* Monte Carlo tree search: selection, expansion, playouts, backup, reuse of subtrees. */
#include "tree.h"

#include "core/facets.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_LENGTH = 1024 };
#define EXPLORATION_MIN 0.1
/* Proofs are tried when the visits of a node are a power of two from here on: the work for a node
 * is in proportion to its visits. */
enum { PROOF_VISITS = 256 };
#define AMAF_VISITS_MAX 1e6F /* more changes nothing, and floats lose precision */

struct tree_node {
    uint32_t first; /* index of its first edge; 0: not expanded */
    uint32_t visits;
    uint16_t edges;
    int8_t mover;    /* a seat, TH_CHANCE or TH_OVER */
    int8_t proven;   /* the seat that provably wins; -1: open */
    bool prior_only; /* AMAF values are not updated after the expansion */
};

/* Nodes and edges by index; index 0 is unused. A tree has two pools: a subtree that is kept is
 * copied from one to the other. */
struct pool {
    struct tree_node *node;
    struct tree_edge *edge;
    uint32_t nodes, edges;
};

struct step {
    uint32_t node, edge;
};

struct tree {
    const struct th_game *game;
    struct tree_settings settings;
    struct pool pool[2];
    int current;
    uint32_t node_room, edge_room;
    uint32_t root;
    struct th_state *root_state, *state, *scratch;
    const struct th_prover *prover; /* NULL: none */
    void *proofs;                   /* of the prover */
    struct th_playouts playouts;
    struct step path[PATH_MAX_LENGTH];
    int length;
};

static struct pool *pool_of(struct tree *t) {
    return &t->pool[t->current];
}
static struct tree_node *node_at(struct tree *t, uint32_t i) {
    return &pool_of(t)->node[i];
}
static struct tree_edge *edge_at(struct tree *t, uint32_t i) {
    return &pool_of(t)->edge[i];
}

/* ---- allocation ---- */

struct tree *tree_new(const struct th_game *game, const struct tree_settings *settings,
                      size_t bytes, struct th_error *e) {
    struct tree *t = calloc(1, sizeof *t);
    struct th_options options;
    if (t == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    t->game = game;
    t->settings = *settings;
    /* A quarter as many nodes as edges: a node is made only when it is visited. */
    t->edge_room = (uint32_t)fmin(4e9, (double)bytes / 2 / (sizeof(struct tree_edge) + 4));
    t->node_room = t->edge_room / 4 + 16;
    th_options_init(&options, game->options);
    t->root_state = th_state_new(game, &options, e);
    t->state = th_state_new(game, &options, e);
    t->scratch = th_state_new(game, &options, e);
    bool ok = t->root_state != NULL && t->state != NULL && t->scratch != NULL;
    if (settings->proof > 0 && search_of(game)->prover != NULL) {
        t->prover = game->search->prover;
        t->proofs = t->prover->make(bytes / 16, e);
        ok = ok && t->proofs != NULL;
    }
    for (int i = 0; i < 2; i++) {
        t->pool[i].node = calloc(t->node_room, sizeof *t->pool[i].node);
        t->pool[i].edge = calloc(t->edge_room, sizeof *t->pool[i].edge);
        if (t->pool[i].node == NULL || t->pool[i].edge == NULL) ok = th_fail(e, "out of memory");
    }
    if (ok) return t;
    tree_drop(t);
    return NULL;
}

void tree_drop(struct tree *t) {
    for (int i = 0; i < 2; i++) {
        free(t->pool[i].node);
        free(t->pool[i].edge);
    }
    if (t->prover != NULL) t->prover->drop(t->proofs);
    free(t->root_state);
    free(t->state);
    free(t->scratch);
    free(t);
}

/* Adds a node for this state; returns 0 if the pool is full. */
static uint32_t add_node(struct tree *t, const struct th_state *s) {
    struct pool *p = pool_of(t);
    if (p->nodes == t->node_room) return 0;
    struct tree_node *n = &p->node[p->nodes];
    *n = (struct tree_node){.mover = (int8_t)t->game->mover(s), .proven = -1};
    if (n->mover == TH_OVER) {
        double payoff[TH_SEATS_MAX];
        t->game->payoff(s, payoff);
        for (int i = 0; i < t->game->seats(s); i++)
            if (payoff[i] >= 1.0) n->proven = (int8_t)i;
    }
    return p->nodes++;
}

static void empty_pool(struct pool *p) {
    p->nodes = p->edges = 1;
}

void tree_begin(struct tree *t, const struct th_state *root) {
    memcpy(t->root_state, root, t->game->state_size);
    empty_pool(pool_of(t));
    if (t->prover != NULL) t->prover->forget(t->proofs);
    t->root = add_node(t, root);
}

/* ---- reuse ---- */

/* Copies a subtree into the other pool, which has the same size. */
static uint32_t copy_subtree(struct tree *t, struct pool *to, uint32_t index) {
    const struct pool *from = pool_of(t);
    const uint32_t kept = to->nodes++;
    to->node[kept] = from->node[index];
    const struct tree_node *n = &from->node[index];
    if (n->first == 0) return kept;
    const uint32_t first = to->edges;
    to->node[kept].first = first;
    to->edges += n->edges;
    for (uint32_t i = 0; i < n->edges; i++) {
        const struct tree_edge *edge = &from->edge[n->first + i];
        to->edge[first + i] = *edge;
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
    struct th_state *after = depth == 2 ? t->state : t->scratch;
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
    if (node_at(t, t->root)->first == 0) node_at(t, t->root)->proven = -1; /* see evaluate */
    memcpy(t->root_state, root, t->game->state_size);
}

/* ---- playouts ---- */

/* Sets the payoffs of the playouts for a proven winner. */
static void set_certain_payoff(struct tree *t, const struct th_state *s, int winner) {
    const int seats = t->game->seats(s);
    for (int i = 0; i < seats; i++) t->playouts.payoff[i] = i == winner;
}

/* Fills t->playouts for this state; returns the proven winner, or -1. */
static int evaluate(struct tree *t, const struct th_state *s, struct th_rng *rng,
                    const th_flag *stop) {
    struct th_playouts *out = &t->playouts;
    out->sure_winner = -1;
    out->by_action = out->prior_only = false;
    if (t->game->mover(s) == TH_OVER) {
        t->game->payoff(s, out->payoff);
        return -1; /* add_node has set the winner */
    }
    if (search_of(t->game)->playouts != NULL)
        t->game->search->playouts(s, t->settings.playouts, rng, stop, out);
    else
        rollout_random(t->game, s, t->settings.playouts, stop, rng, t->scratch, out->payoff);
    if (out->sure_winner >= 0) set_certain_payoff(t, s, out->sure_winner);
    return out->sure_winner;
}

/* ---- one iteration ---- */

/* Adds the edges of a node, with the AMAF results of the last playouts. */
static void expand(struct tree *t, uint32_t index, const struct th_state *s) {
    struct pool *p = pool_of(t);
    struct tree_node *n = &p->node[index];
    th_action legal[TH_LEGAL_MAX];
    int count;
    if (n->mover == TH_CHANCE) {
        count = t->game->outcome_count;
    } else {
        count = t->game->legal(s, legal);
    }
    if (p->edges + (uint32_t)count > t->edge_room) return;
    n->first = p->edges;
    n->edges = (uint16_t)count;
    n->prior_only = t->playouts.prior_only;
    p->edges += (uint32_t)count;
    for (int i = 0; i < count; i++) {
        struct tree_edge *edge = &p->edge[n->first + (uint32_t)i];
        *edge = (struct tree_edge){.action = (uint16_t)(n->mover == TH_CHANCE ? i : (int)legal[i])};
        if (n->mover < 0 || !t->playouts.by_action || edge->action >= TH_PLAYOUT_ACTIONS) continue;
        edge->amaf_visits = t->playouts.made[n->mover][edge->action];
        edge->amaf_sum = t->playouts.won[n->mover][edge->action];
    }
}

static double score_of(const struct tree_edge *e, double rave, double bonus) {
    const double n = e->visits, made = e->amaf_visits;
    if (n + made < 1e-6) return 1e6; /* never visited: first */
    const double beta = made > 0 ? made / (made + n + made * n / rave) : 0;
    const double own = n > 0 ? e->sum / n : 0, others = made > 0 ? e->amaf_sum / made : 0;
    return (1 - beta) * own + beta * others + bonus / sqrt(n + 1);
}

/* The edge to follow; one that provably loses only if all do. */
static uint32_t select_edge(struct tree *t, const struct tree_node *n) {
    /* Where AMAF values are only a prior, the search needs a bonus to explore. */
    const double exploration =
        n->prior_only ? fmax(EXPLORATION_MIN, t->settings.exploration) : t->settings.exploration;
    const double bonus = exploration * sqrt(approximate_log2(n->visits + 1.0));
    uint32_t best = n->first;
    double best_score = -1e9;
    for (uint32_t i = n->first; i < n->first + n->edges; i++) {
        const struct tree_edge *e = edge_at(t, i);
        double score = score_of(e, t->settings.rave, bonus);
        if (e->child != 0 && node_at(t, e->child)->proven >= 0)
            score = node_at(t, e->child)->proven == n->mover ? 1e7 : -1e6;
        if (score > best_score) best = i, best_score = score;
    }
    return best;
}

/* Sets the proven winner of a node if it follows from its children. */
static void propagate_proof(struct tree *t, struct tree_node *n, const struct tree_edge *taken) {
    if (taken->child == 0 || n->mover < 0 || n->proven >= 0) return;
    const int winner = node_at(t, taken->child)->proven;
    if (winner < 0) return;
    if (winner == n->mover) {
        n->proven = (int8_t)winner;
        return;
    }
    for (uint32_t i = n->first; i < n->first + n->edges; i++) {
        const struct tree_edge *e = edge_at(t, i);
        if (e->child == 0 || node_at(t, e->child)->proven != winner) return;
    }
    n->proven = (int8_t)winner; /* every action loses to the same seat */
}

/* ---- proofs ---- */

/* Marks the action as a win of the root's seat, and the root with it. */
static void prove_root(struct tree *t, struct tree_node *root, th_action action) {
    for (uint32_t i = root->first; i < root->first + root->edges; i++) {
        struct tree_edge *e = edge_at(t, i);
        if (e->action != action) continue;
        memcpy(t->scratch, t->root_state, t->game->state_size);
        t->game->apply(t->scratch, action);
        if (e->child == 0) e->child = add_node(t, t->scratch);
        if (e->child == 0) return; /* the pool is full */
        node_at(t, e->child)->proven = root->proven = root->mover;
    }
}

/* Asks the prover about a node, whose state is t->state, when it is due. That the root is lost does
 * not end its search: some actions are harder to refute than others. */
static void try_proof(struct tree *t, uint32_t index, const th_flag *stop) {
    struct tree_node *n = node_at(t, index);
    th_action action;
    if (t->prover == NULL || n->proven >= 0 || n->mover < 0 || n->first == 0 ||
        n->visits < PROOF_VISITS || (n->visits & (n->visits - 1)) != 0)
        return;
    const int winner =
        t->prover->prove(t->proofs, t->state, (uint64_t)(t->settings.proof * n->visits), stop,
                         index == t->root ? &action : NULL);
    if (index != t->root)
        n->proven = (int8_t)winner;
    else if (winner == n->mover)
        prove_root(t, n, action);
}

/* Adds the results of the playouts, and of the path below this node, to the AMAF values of its
 * edges. */
static void add_amaf(struct tree *t, const struct tree_node *n) {
    const float *made = t->playouts.made[n->mover], *won = t->playouts.won[n->mover];
    struct tree_edge *edge = edge_at(t, n->first);
    for (int i = 0; i < n->edges; i++) {
        if (edge[i].action >= TH_PLAYOUT_ACTIONS || edge[i].amaf_visits > AMAF_VISITS_MAX) continue;
        edge[i].amaf_visits += made[edge[i].action];
        edge[i].amaf_sum += won[edge[i].action];
    }
}

static void back_up(struct tree *t) {
    struct th_playouts *out = &t->playouts;
    for (int i = t->length - 1; i >= 0; i--) {
        struct tree_node *n = node_at(t, t->path[i].node);
        struct tree_edge *e = edge_at(t, t->path[i].edge);
        n->visits++;
        e->visits++;
        if (n->mover < 0) continue;
        e->sum += out->payoff[n->mover];
        propagate_proof(t, n, e);
        if (!out->by_action || e->action >= TH_PLAYOUT_ACTIONS) continue;
        out->made[n->mover][e->action] = 1;
        out->won[n->mover][e->action] = (float)out->payoff[n->mover];
        if (!n->prior_only) add_amaf(t, n);
    }
}

/* Evaluates a leaf. It is expanded at its second visit. */
static void visit_leaf(struct tree *t, uint32_t index, struct th_rng *rng, const th_flag *stop) {
    struct tree_node *n = node_at(t, index);
    const bool is_new = n->visits++ == 0;
    if (n->proven >= 0) {
        t->playouts.by_action = false;
        set_certain_payoff(t, t->state, n->proven);
        return;
    }
    const int winner = evaluate(t, t->state, rng, stop);
    if (n->mover == TH_OVER) return;
    /* At the root the search still has to find the winning action. */
    if (winner >= 0 && index != t->root) {
        n->proven = (int8_t)winner;
        t->playouts.by_action = false;
    }
    if (n->proven < 0 && n->first == 0 && (!is_new || index == t->root || n->mover == TH_CHANCE))
        expand(t, index, t->state);
}

/* Follows one edge, selected or drawn by chance, and returns the child; 0 if the pool is full. */
static uint32_t descend(struct tree *t, uint32_t index, struct th_rng *rng) {
    const struct tree_node *n = node_at(t, index);
    const uint32_t edge = n->mover == TH_CHANCE
                              ? n->first + th_chance_pick(t->game, t->state, th_rng_next(rng))
                              : select_edge(t, n);
    t->path[t->length++] = (struct step){index, edge};
    t->game->apply(t->state, edge_at(t, edge)->action);
    if (edge_at(t, edge)->child == 0) edge_at(t, edge)->child = add_node(t, t->state);
    return edge_at(t, edge)->child;
}

bool tree_iterate(struct tree *t, struct th_rng *rng, const th_flag *stop) {
    if (node_at(t, t->root)->proven >= 0) return false;
    memcpy(t->state, t->root_state, t->game->state_size);
    uint32_t index = t->root;
    t->length = 0;
    for (;;) {
        const struct tree_node *n = node_at(t, index);
        try_proof(t, index, stop);
        if (n->proven >= 0 || n->first == 0 || t->length == PATH_MAX_LENGTH) {
            visit_leaf(t, index, rng, stop);
            break;
        }
        index = descend(t, index, rng);
        if (index == 0) { /* no node, but a playout is still worth backing up */
            evaluate(t, t->state, rng, stop);
            break;
        }
    }
    back_up(t);
    return true;
}

int tree_root_edges(const struct tree *t, const struct tree_edge **edges) {
    const struct pool *p = &t->pool[t->current];
    *edges = &p->edge[p->node[t->root].first];
    return p->node[t->root].first == 0 ? 0 : p->node[t->root].edges;
}

int tree_proven_winner(const struct tree *t, const struct tree_edge *edge) {
    return edge->child == 0 ? -1 : t->pool[t->current].node[edge->child].proven;
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
