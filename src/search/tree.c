/* Monte Carlo tree search: selection, expansion, playouts, backup, reuse of subtrees. */
#include "tree.h"

#include "core/facets.h"
#include <math.h>
#include <pthread.h>
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
    bool judged;
    float judgement; /* if judged and not NaN: the expected payoff of seat 0 */
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
    struct th_state *root_state, *room[2];
    const struct th_prover *prover; /* NULL: none */
    void *proofs;                   /* of the prover */
    pthread_mutex_t lock; /* held by a walker except while it plays out or judges a state */
};

struct tree_walker {
    struct tree *tree;
    struct th_state *state, *room;
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
    pthread_mutex_init(&t->lock, NULL);
    t->game = game;
    t->settings = *settings;
    /* A quarter as many nodes as edges: a node is made only when it is visited. */
    t->edge_room = (uint32_t)fmin(4e9, (double)bytes / 2 / (sizeof(struct tree_edge) + 4));
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
    pthread_mutex_destroy(&t->lock);
    free(t->root_state);
    free(t->room[0]);
    free(t->room[1]);
    free(t);
}

struct tree_walker *tree_walker_new(struct tree *t, struct th_error *e) {
    struct tree_walker *w = calloc(1, sizeof *w);
    struct th_options options;
    if (w == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    th_options_init(&options, t->game->options);
    w->tree = t;
    w->state = th_state_new(t->game, &options, e);
    w->room = w->state != NULL ? th_state_new(t->game, &options, e) : NULL;
    if (w->room != NULL) return w;
    tree_walker_drop(w);
    return NULL;
}

void tree_walker_drop(struct tree_walker *w) {
    free(w->state);
    free(w->room);
    free(w);
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
    if (node_at(t, t->root)->first == 0) node_at(t, t->root)->proven = -1; /* see evaluate */
    memcpy(t->root_state, root, t->game->state_size);
}

/* ---- playouts ---- */

/* Sets the payoffs of the playouts for a proven winner. */
static void set_certain_payoff(struct tree_walker *w, int winner) {
    const int seats = w->tree->game->seats(w->state);
    for (int i = 0; i < seats; i++) w->playouts.payoff[i] = i == winner;
}

/* Fills w->playouts for w->state; returns the proven winner, or -1. Others may use the tree
 * meanwhile. */
static int evaluate(struct tree_walker *w, struct th_rng *rng, const th_flag *stop) {
    struct tree *t = w->tree;
    struct th_playouts *out = &w->playouts;
    out->sure_winner = -1;
    out->by_action = out->prior_only = false;
    if (t->game->mover(w->state) == TH_OVER) {
        t->game->payoff(w->state, out->payoff);
        return -1; /* add_node has set the winner */
    }
    pthread_mutex_unlock(&t->lock);
    if (search_of(t->game)->playouts != NULL)
        t->game->search->playouts(w->state, t->settings.playouts, rng, stop, out);
    else
        rollout_random(t->game, w->state, t->settings.playouts, stop, rng, w->room, out->payoff);
    pthread_mutex_lock(&t->lock);
    if (out->sure_winner >= 0) set_certain_payoff(w, out->sure_winner);
    return out->sure_winner;
}

/* ---- one iteration ---- */

/* Adds the edges of a node, with the AMAF results of the last playouts. */
static void expand(struct tree_walker *w, uint32_t index) {
    struct tree *t = w->tree;
    struct pool *p = pool_of(t);
    struct tree_node *n = &p->node[index];
    th_action legal[TH_LEGAL_MAX];
    int count;
    if (n->mover == TH_CHANCE) {
        count = t->game->outcome_count;
    } else {
        count = t->game->legal(w->state, legal);
    }
    if (p->edges + (uint32_t)count > t->edge_room) return;
    n->first = p->edges;
    n->edges = (uint16_t)count;
    n->prior_only = w->playouts.prior_only;
    p->edges += (uint32_t)count;
    for (int i = 0; i < count; i++) {
        struct tree_edge *edge = &p->edge[n->first + (uint32_t)i];
        *edge = (struct tree_edge){.action = (uint16_t)(n->mover == TH_CHANCE ? i : (int)legal[i])};
        if (n->mover < 0 || !w->playouts.by_action || edge->action >= TH_PLAYOUT_ACTIONS) continue;
        edge->amaf_visits = w->playouts.made[n->mover][edge->action];
        edge->amaf_sum = w->playouts.won[n->mover][edge->action];
    }
}

static double score_of(const struct tree_edge *e, double rave, double bonus, double by_prior) {
    const double n = e->visits, made = e->amaf_visits;
    if (n + made < 1e-6) return 1e6; /* never visited: first */
    const double beta = made > 0 ? made / (made + n + made * n / rave) : 0;
    const double own = n > 0 ? e->sum / n : 0, others = made > 0 ? e->amaf_sum / made : 0;
    return (1 - beta) * own + beta * others + bonus / sqrt(n + 1) +
           by_prior * (double)e->prior / (n + 1);
}

/* The edge to follow; one that provably loses only if all do. */
static uint32_t select_edge(struct tree *t, const struct tree_node *n) {
    /* Where AMAF values are only a prior, the search needs a bonus to explore. */
    const double exploration =
        n->prior_only ? fmax(EXPLORATION_MIN, t->settings.exploration) : t->settings.exploration;
    const double bonus = exploration * sqrt(approximate_log2(n->visits + 1.0));
    const double by_prior = n->judged ? t->settings.prior * sqrt((double)n->visits) : 0;
    uint32_t best = n->first;
    double best_score = -1e9;
    for (uint32_t i = n->first; i < n->first + n->edges; i++) {
        const struct tree_edge *e = edge_at(t, i);
        double score = score_of(e, t->settings.rave, bonus, by_prior);
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
        memcpy(t->room[0], t->root_state, t->game->state_size);
        t->game->apply(t->room[0], action);
        if (e->child == 0) e->child = add_node(t, t->room[0]);
        if (e->child == 0) return; /* the pool is full */
        node_at(t, e->child)->proven = root->proven = root->mover;
    }
}

/* Asks the prover about a node, whose state is w->state, when it is due. That the root is lost does
 * not end its search: some actions are harder to refute than others. */
static void try_proof(struct tree_walker *w, uint32_t index, const th_flag *stop) {
    struct tree *t = w->tree;
    struct tree_node *n = node_at(t, index);
    th_action action;
    if (t->prover == NULL || n->proven >= 0 || n->mover < 0 || n->first == 0 ||
        n->visits < PROOF_VISITS || (n->visits & (n->visits - 1)) != 0)
        return;
    const int winner =
        t->prover->prove(t->proofs, w->state, (uint64_t)(t->settings.proof * n->visits), stop,
                         index == t->root ? &action : NULL);
    if (index != t->root)
        n->proven = (int8_t)winner;
    else if (winner == n->mover)
        prove_root(t, n, action);
}

/* ---- judgements ---- */

/* Judges a node, whose state is w->state, when it is due. Others may use the tree meanwhile; for
 * them the node has no judgement yet. */
static void try_judgement(struct tree_walker *w, uint32_t index) {
    struct tree *t = w->tree;
    struct tree_node *n = node_at(t, index);
    th_action legal[TH_LEGAL_MAX];
    float prior[TH_LEGAL_MAX];
    double payoff[TH_SEATS_MAX];
    if (t->settings.network <= 0 || n->judged || n->first == 0 || n->mover < 0 ||
        n->visits < t->settings.judge_visits || search_of(t->game)->judge == NULL)
        return;
    n->judged = true;
    n->judgement = NAN;
    const int count = n->edges;
    for (int i = 0; i < count; i++) legal[i] = edge_at(t, n->first + (uint32_t)i)->action;
    pthread_mutex_unlock(&t->lock);
    const bool known = t->game->search->judge(w->state, legal, count, prior, payoff);
    pthread_mutex_lock(&t->lock);
    if (!known) return;
    n->judgement = (float)payoff[0];
    for (int i = 0; i < count; i++) edge_at(t, n->first + (uint32_t)i)->prior = prior[i];
}

/* Mixes the payoffs of the leaf with the judgement of the deepest node of the path that has one. */
static void mix_judgement(struct tree_walker *w) {
    for (int i = w->length - 1; i >= 0; i--) {
        const struct tree_node *n = node_at(w->tree, w->path[i].node);
        if (!n->judged || isnan(n->judgement)) continue;
        double *payoff = w->playouts.payoff;
        payoff[0] += w->tree->settings.network * ((double)n->judgement - payoff[0]);
        payoff[1] = 1 - payoff[0];
        return;
    }
}

/* Adds the results of the playouts, and of the path below this node, to the AMAF values of its
 * edges. */
static void add_amaf(struct tree_walker *w, const struct tree_node *n) {
    const float *made = w->playouts.made[n->mover], *won = w->playouts.won[n->mover];
    struct tree_edge *edge = edge_at(w->tree, n->first);
    for (int i = 0; i < n->edges; i++) {
        if (edge[i].action >= TH_PLAYOUT_ACTIONS || edge[i].amaf_visits > AMAF_VISITS_MAX) continue;
        edge[i].amaf_visits += made[edge[i].action];
        edge[i].amaf_sum += won[edge[i].action];
    }
}

static void back_up(struct tree_walker *w) {
    struct th_playouts *out = &w->playouts;
    for (int i = w->length - 1; i >= 0; i--) {
        struct tree_node *n = node_at(w->tree, w->path[i].node);
        struct tree_edge *e = edge_at(w->tree, w->path[i].edge);
        if (n->mover < 0) continue;
        e->sum += out->payoff[n->mover];
        propagate_proof(w->tree, n, e);
        if (!out->by_action || e->action >= TH_PLAYOUT_ACTIONS) continue;
        out->made[n->mover][e->action] = 1;
        out->won[n->mover][e->action] = (float)out->payoff[n->mover];
        if (!n->prior_only) add_amaf(w, n);
    }
}

/* Evaluates a leaf. It is expanded at its second visit. */
static void visit_leaf(struct tree_walker *w, uint32_t index, struct th_rng *rng,
                       const th_flag *stop) {
    struct tree_node *n = node_at(w->tree, index);
    const bool is_root = index == w->tree->root, is_new = n->visits++ == 0;
    if (n->proven >= 0) {
        w->playouts.by_action = false;
        set_certain_payoff(w, n->proven);
        return;
    }
    const int winner = evaluate(w, rng, stop);
    if (n->mover == TH_OVER) return;
    if (winner < 0) mix_judgement(w);
    /* At the root the search still has to find the winning action. */
    if (winner >= 0 && !is_root) {
        n->proven = (int8_t)winner;
        w->playouts.by_action = false;
    }
    if (n->proven < 0 && n->first == 0 && (!is_new || is_root || n->mover == TH_CHANCE))
        expand(w, index);
}

/* Follows one edge, selected or drawn by chance, and returns the child; 0 if the pool is full. The
 * visit counts from now on, as a loss until its result is backed up: meanwhile other walkers prefer
 * other edges (virtual loss: Chaslot, Winands and van den Herik 2008). */
static uint32_t descend(struct tree_walker *w, uint32_t index, struct th_rng *rng) {
    struct tree *t = w->tree;
    struct tree_node *n = node_at(t, index);
    const uint32_t edge = n->mover == TH_CHANCE
                              ? n->first + th_chance_pick(t->game, w->state, th_rng_next(rng))
                              : select_edge(t, n);
    struct tree_edge *e = edge_at(t, edge);
    w->path[w->length++] = (struct step){index, edge};
    n->visits++;
    e->visits++;
    t->game->apply(w->state, e->action);
    if (e->child == 0) e->child = add_node(t, w->state);
    return e->child;
}

static void iterate(struct tree_walker *w, struct th_rng *rng, const th_flag *stop) {
    struct tree *t = w->tree;
    memcpy(w->state, t->root_state, t->game->state_size);
    uint32_t index = t->root;
    w->length = 0;
    for (;;) {
        const struct tree_node *n = node_at(t, index);
        try_proof(w, index, stop);
        if (n->proven < 0) try_judgement(w, index);
        if (n->proven >= 0 || n->first == 0 || w->length == PATH_MAX_LENGTH) {
            visit_leaf(w, index, rng, stop);
            break;
        }
        index = descend(w, index, rng);
        if (index == 0) { /* no node, but a playout is still worth backing up */
            if (evaluate(w, rng, stop) < 0) mix_judgement(w);
            break;
        }
    }
    back_up(w);
}

bool tree_iterate(struct tree_walker *w, struct th_rng *rng, const th_flag *stop) {
    struct tree *t = w->tree;
    pthread_mutex_lock(&t->lock);
    const bool open = node_at(t, t->root)->proven < 0;
    if (open) iterate(w, rng, stop);
    pthread_mutex_unlock(&t->lock);
    return open;
}

int tree_root_edges(const struct tree *t, const struct tree_edge **edges) {
    const struct pool *p = &t->pool[t->current];
    *edges = &p->edge[p->node[t->root].first];
    return p->node[t->root].first == 0 ? 0 : p->node[t->root].edges;
}

struct visit_lead tree_lead(struct tree *t) {
    struct visit_lead lead = {0};
    const struct tree_edge *edge;
    pthread_mutex_lock(&t->lock);
    const int n = tree_root_edges(t, &edge);
    const int mover = node_at(t, t->root)->mover;
    for (int i = 0; i < n; i++) {
        const uint32_t visits = edge[i].visits;
        const int winner = tree_proven_winner(t, &edge[i]);
        lead.total += visits;
        if (winner >= 0 && winner != mover) continue;
        if (visits > lead.most)
            lead.second = lead.most, lead.most = visits;
        else if (visits > lead.second)
            lead.second = visits;
    }
    pthread_mutex_unlock(&t->lock);
    return lead;
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
