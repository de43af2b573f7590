/* One iteration of the tree search: selection, playouts, proofs, judgements, expansion, backup. */
#include "tree_own.h"

#include "core/facets.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_LENGTH = 1024 };
#define EXPLORATION_MIN 0.1
/* Proofs are tried when the visits of a node are a power of two from here on: the work for a node
 * is in proportion to its visits. */
enum { PROOF_VISITS = 256 };
/* Visits of a node from which on its selection works on a copy. */
enum { COPY_VISITS = 200 };
#define AMAF_VISITS_MAX 1e6F /* more changes nothing, and floats lose precision */

struct step {
    uint32_t node, edge;
};

struct tree_worker {
    struct tree *tree;
    struct th_state *state, *room;
    struct th_playouts playouts;
    struct step path[PATH_MAX_LENGTH];
    int length;
    struct tree_edge edge[TH_LEGAL_MAX]; /* copies, see select_edge */
    struct tree_amaf amaf[TH_LEGAL_MAX];
};

struct tree_worker *tree_worker_new(struct tree *t, struct th_error *e) {
    struct tree_worker *w = calloc(1, sizeof *w);
    struct th_options options;
    if (w == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    th_options_init(&options, t->game->options);
    w->tree = t;
    t->workers++;
    w->state = th_state_new(t->game, &options, e);
    w->room = w->state != NULL ? th_state_new(t->game, &options, e) : NULL;
    if (w->room != NULL) return w;
    tree_worker_drop(w);
    return NULL;
}

void tree_worker_drop(struct tree_worker *w) {
    w->tree->workers--;
    free(w->state);
    free(w->room);
    free(w);
}

/* ---- playouts ---- */

/* Sets the payoffs of the playouts for a proven winner. */
static void set_certain_payoff(struct tree_worker *w, int winner) {
    const int seats = w->tree->game->seats(w->state);
    for (int i = 0; i < seats; i++) w->playouts.payoff[i] = i == winner;
}

/* Fills w->playouts for w->state; returns the proven winner, or -1. Called without a lock. */
static int evaluate(struct tree_worker *w, struct th_rng *rng, const th_flag *stop) {
    const struct tree *t = w->tree;
    struct th_playouts *out = &w->playouts;
    out->sure_winner = -1;
    out->by_action = out->prior_only = false;
    if (t->game->mover(w->state) == TH_OVER) {
        t->game->payoff(w->state, out->payoff);
        return -1; /* tree_add_node has set the winner */
    }
    if (search_of(t->game)->playouts != NULL)
        t->game->search->playouts(w->state, t->settings.playouts, rng, stop, out);
    else
        rollout_random(t->game, w->state, t->settings.playouts, stop, rng, w->room, out->payoff);
    if (out->sure_winner >= 0) set_certain_payoff(w, out->sure_winner);
    return out->sure_winner;
}

/* ---- expansion and selection: with the lock of the node held ---- */

/* Adds the edges of a node, with the AMAF results of the last playouts. */
static void expand(struct tree_worker *w, struct tree_node *n) {
    struct tree *t = w->tree;
    th_action legal[TH_LEGAL_MAX];
    int count;
    if (n->mover == TH_CHANCE) {
        count = t->game->outcome_count;
    } else {
        count = t->game->legal(w->state, legal);
    }
    const uint32_t first = tree_take(&pool_of(t)->edges, (uint32_t)count, t->edge_room);
    if (first == 0) return;
    n->first = first;
    n->edges = (uint16_t)count;
    n->prior_only = w->playouts.prior_only;
    for (int i = 0; i < count; i++) {
        struct tree_edge *edge = edge_at(t, first + (uint32_t)i);
        *edge = (struct tree_edge){.action = (uint16_t)(n->mover == TH_CHANCE ? i : (int)legal[i])};
        struct tree_amaf *amaf = &pool_of(t)->amaf[first + (uint32_t)i];
        *amaf = (struct tree_amaf){0};
        if (n->mover < 0 || !w->playouts.by_action || edge->action >= TH_PLAYOUT_ACTIONS) continue;
        amaf->visits = w->playouts.made[n->mover][edge->action];
        amaf->sum = w->playouts.won[n->mover][edge->action];
    }
}

static double score_of(const struct tree_edge *e, const struct tree_amaf *amaf, double rave,
                       double bonus, double by_prior) {
    const double n = e->visits, made = amaf->visits;
    if (n + made < 1e-6) return 1e6; /* never visited: first */
    const double beta = made > 0 ? made / (made + n + made * n / rave) : 0;
    const double own = n > 0 ? e->sum / n : 0, others = made > 0 ? amaf->sum / made : 0;
    return (1 - beta) * own + beta * others + bonus / sqrt(n + 1) +
           by_prior * (double)e->prior / (n + 1);
}

/* What the selection at a node needs besides its edges. */
struct selection {
    double bonus, by_prior;
    int mover, edges;
};

static struct selection selection_of(const struct tree *t, const struct tree_node *n) {
    /* Where AMAF values are only a prior, the search needs a bonus to explore. */
    const double exploration =
        n->prior_only ? fmax(EXPLORATION_MIN, t->settings.exploration) : t->settings.exploration;
    return (struct selection){
        .bonus = exploration * sqrt(approximate_log2(n->visits + 1.0)),
        .by_prior = n->judged ? t->settings.prior * sqrt((double)n->visits) : 0,
        .mover = n->mover,
        .edges = n->edges,
    };
}

/* The edge to follow; one that provably loses only if all do. */
static uint32_t best_edge(const struct tree *t, const struct selection *s,
                          const struct tree_edge edge[], const struct tree_amaf amaf[]) {
    uint32_t best = 0;
    double best_score = -1e9;
    for (int i = 0; i < s->edges; i++) {
        double score = score_of(&edge[i], &amaf[i], t->settings.rave, s->bonus, s->by_prior);
        const int winner = child_winner(t, &edge[i]);
        if (winner >= 0) score = winner == s->mover ? 1e7 : -1e6;
        if (score > best_score) best = (uint32_t)i, best_score = score;
    }
    return best;
}

/* The same for the node, as an index of the pool. Where several workers often meet, on a copy, so
 * that the lock is held for a tenth of the time. */
static uint32_t select_edge(struct tree_worker *w, struct tree_node *n) {
    struct tree *t = w->tree;
    const struct selection s = selection_of(t, n);
    const struct tree_edge *edge = edge_at(t, n->first);
    const struct tree_amaf *amaf = &pool_of(t)->amaf[n->first];
    const uint32_t first = n->first;
    if (atomic_load_explicit(&t->workers, memory_order_relaxed) == 1 || n->visits < COPY_VISITS)
        return first + best_edge(t, &s, edge, amaf);
    memcpy(w->edge, edge, (size_t)s.edges * sizeof *edge);
    memcpy(w->amaf, amaf, (size_t)s.edges * sizeof *amaf);
    unlock_node(n);
    const uint32_t best = best_edge(t, &s, w->edge, w->amaf);
    lock_node(n);
    return first + best;
}

/* Sets the proven winner of a node if it follows from its children. Workers that prove the last
 * children at the same time come here one after the other: the last one sees all. */
static void propagate_proof(struct tree *t, struct tree_node *n, const struct tree_edge *taken) {
    if (n->mover < 0 || proven_winner(n) >= 0) return;
    const int winner = child_winner(t, taken);
    if (winner < 0) return;
    if (winner == n->mover) {
        set_proven(n, winner);
        return;
    }
    for (uint32_t i = n->first; i < n->first + n->edges; i++)
        if (child_winner(t, edge_at(t, i)) != winner) return;
    set_proven(n, winner); /* every action loses to the same seat */
}

/* ---- proofs ---- */

/* Marks the action as a win of the root's seat, and the root with it. Called with the locks of the
 * root and the prover. */
static void prove_root(struct tree *t, struct tree_node *root, th_action action) {
    for (uint32_t i = root->first; i < root->first + root->edges; i++) {
        struct tree_edge *e = edge_at(t, i);
        if (e->action != action) continue;
        memcpy(t->room[0], t->root_state, t->game->state_size);
        t->game->apply(t->room[0], action);
        if (e->child == 0) e->child = tree_add_node(t, t->room[0]);
        if (e->child == 0) return; /* the pool is full */
        set_proven(node_at(t, e->child), root->mover);
        set_proven(root, root->mover);
    }
}

/* Asks the prover about a node, whose state is w->state, when it is due; the next time if another
 * worker is asking. Called with the lock of the node, which it gives up meanwhile. That the root is
 * lost does not end its search: some actions are harder to refute than others. */
static void try_proof(struct tree_worker *w, uint32_t index, const th_flag *stop) {
    struct tree *t = w->tree;
    struct tree_node *n = node_at(t, index);
    th_action action;
    if (t->prover == NULL || proven_winner(n) >= 0 || n->mover < 0 || n->first == 0 ||
        n->visits < PROOF_VISITS || ((n->visits & (n->visits - 1)) != 0 && !n->proof_missed))
        return;
    n->proof_missed = pthread_mutex_trylock(&t->prover_lock) != 0;
    if (n->proof_missed) return;
    const uint64_t work = (uint64_t)(t->settings.proof * n->visits);
    unlock_node(n);
    const int winner =
        t->prover->prove(t->proofs, w->state, work, stop, index == t->root ? &action : NULL);
    lock_node(n);
    if (index == t->root && winner == n->mover)
        prove_root(t, n, action);
    else if (index != t->root && winner >= 0)
        set_proven(n, winner);
    pthread_mutex_unlock(&t->prover_lock);
}

/* ---- judgements ---- */

/* Judges a node, whose state is w->state, when it is due. Called with the lock of the node, which
 * it gives up meanwhile; for other workers the node has no judgement yet. */
static void try_judgement(struct tree_worker *w, struct tree_node *n) {
    struct tree *t = w->tree;
    th_action legal[TH_LEGAL_MAX];
    float prior[TH_LEGAL_MAX];
    double payoff[TH_SEATS_MAX];
    if (t->settings.network <= 0 || n->judged || n->first == 0 || n->mover < 0 ||
        n->visits < t->settings.judge_visits || search_of(t->game)->judge == NULL)
        return;
    n->judged = true;
    const int count = n->edges;
    for (int i = 0; i < count; i++) legal[i] = edge_at(t, n->first + (uint32_t)i)->action;
    unlock_node(n);
    const bool known = t->game->search->judge(w->state, legal, count, prior, payoff);
    lock_node(n);
    if (!known) return;
    atomic_store_explicit(&n->judgement, (float)payoff[0], memory_order_relaxed);
    for (int i = 0; i < count; i++) edge_at(t, n->first + (uint32_t)i)->prior = prior[i];
}

/* Mixes the payoffs of the leaf with the judgement of the deepest node of the path that has one. */
static void mix_judgement(struct tree_worker *w) {
    for (int i = w->length - 1; i >= 0; i--) {
        struct tree_node *n = node_at(w->tree, w->path[i].node);
        const float judgement = atomic_load_explicit(&n->judgement, memory_order_relaxed);
        if (isnan(judgement)) continue;
        double *payoff = w->playouts.payoff;
        payoff[0] += w->tree->settings.network * ((double)judgement - payoff[0]);
        payoff[1] = 1 - payoff[0];
        return;
    }
}

/* ---- one iteration ---- */

/* Adds the results of the playouts, and of the path below this node, to the AMAF values of its
 * edges. */
static void add_amaf(struct tree_worker *w, const struct tree_node *n) {
    const float *made = w->playouts.made[n->mover], *won = w->playouts.won[n->mover];
    const struct tree_edge *edge = edge_at(w->tree, n->first);
    struct tree_amaf *amaf = &pool_of(w->tree)->amaf[n->first];
    for (int i = 0; i < n->edges; i++) {
        if (edge[i].action >= TH_PLAYOUT_ACTIONS || amaf[i].visits > AMAF_VISITS_MAX) continue;
        amaf[i].visits += made[edge[i].action];
        amaf[i].sum += won[edge[i].action];
    }
}

static void back_up(struct tree_worker *w) {
    struct th_playouts *out = &w->playouts;
    for (int i = w->length - 1; i >= 0; i--) {
        struct tree_node *n = node_at(w->tree, w->path[i].node);
        struct tree_edge *e = edge_at(w->tree, w->path[i].edge);
        if (n->mover < 0) continue;
        if (out->by_action && e->action < TH_PLAYOUT_ACTIONS) {
            out->made[n->mover][e->action] = 1;
            out->won[n->mover][e->action] = (float)out->payoff[n->mover];
        }
        lock_node(n);
        e->sum += out->payoff[n->mover];
        propagate_proof(w->tree, n, e);
        if (out->by_action && e->action < TH_PLAYOUT_ACTIONS && !n->prior_only) add_amaf(w, n);
        unlock_node(n);
    }
}

/* Evaluates a leaf, and releases its lock. It is expanded at its second visit. */
static void visit_leaf(struct tree_worker *w, uint32_t index, struct th_rng *rng,
                       const th_flag *stop) {
    struct tree_node *n = node_at(w->tree, index);
    const bool is_root = index == w->tree->root, is_new = n->visits++ == 0;
    unlock_node(n);
    if (proven_winner(n) >= 0) {
        w->playouts.by_action = false;
        set_certain_payoff(w, proven_winner(n));
        return;
    }
    const int winner = evaluate(w, rng, stop);
    if (n->mover == TH_OVER) return;
    if (winner < 0) mix_judgement(w);
    /* At the root the search still has to find the winning action. */
    if (winner >= 0 && !is_root) {
        set_proven(n, winner);
        w->playouts.by_action = false;
        return;
    }
    if (is_new && !is_root && n->mover != TH_CHANCE) return;
    lock_node(n);
    if (n->first == 0 && proven_winner(n) < 0) expand(w, n);
    unlock_node(n);
}

/* Follows one edge, selected or drawn by chance, releases the lock of the node, and returns the
 * child; 0 if the pool is full. The visit counts from now on, as a loss until its result is backed
 * up: meanwhile other workers prefer other edges (virtual loss: Chaslot, Winands and van den Herik
 * 2008). */
static uint32_t descend(struct tree_worker *w, uint32_t index, struct th_rng *rng) {
    struct tree *t = w->tree;
    struct tree_node *n = node_at(t, index);
    const uint32_t edge = n->mover == TH_CHANCE
                              ? n->first + th_chance_pick(t->game, w->state, th_rng_next(rng))
                              : select_edge(w, n);
    struct tree_edge *e = edge_at(t, edge);
    uint32_t child = e->child;
    w->path[w->length++] = (struct step){index, edge};
    n->visits++;
    e->visits++;
    unlock_node(n);
    t->game->apply(w->state, e->action);
    if (child != 0) return child;
    lock_node(n);
    if (e->child == 0) e->child = tree_add_node(t, w->state);
    child = e->child;
    unlock_node(n);
    return child;
}

static void iterate(struct tree_worker *w, struct th_rng *rng, const th_flag *stop) {
    struct tree *t = w->tree;
    memcpy(w->state, t->root_state, t->game->state_size);
    uint32_t index = t->root;
    w->length = 0;
    for (;;) {
        struct tree_node *n = node_at(t, index);
        lock_node(n);
        try_proof(w, index, stop);
        if (proven_winner(n) < 0) try_judgement(w, n);
        if (proven_winner(n) >= 0 || n->first == 0 || w->length == PATH_MAX_LENGTH) {
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

bool tree_iterate(struct tree_worker *w, struct th_rng *rng, const th_flag *stop) {
    struct tree *t = w->tree;
    if (proven_winner(node_at(t, t->root)) >= 0) return false;
    iterate(w, rng, stop);
    return true;
}
