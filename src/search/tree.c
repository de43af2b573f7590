#include "tree.h"

#include "rollout.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_LENGTH = 1024 };
#define LOOK_AROUND 0.1
#define MADE_ENOUGH 1e6F /* beyond that, more of it changes nothing, and floats get coarse */

struct tree_node {
    uint32_t first; /* edge; 0: not expanded */
    uint32_t visits;
    uint16_t edges;
    int8_t mover;    /* a seat, TH_CHANCE or TH_OVER */
    int8_t sure;     /* who has won for certain; -1: open */
    bool prior_only; /* its all-moves-as-first values stay as they were at first */
};

/* Nodes and edges by index; 0 is nobody. Two of them, to copy what is kept from one to the other.
 */
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

/* ---- making and dropping ---- */

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
    /* A quarter as many nodes as edges: only nodes that were visited are made. */
    t->edge_room = (uint32_t)fmin(4e9, (double)bytes / 2 / (sizeof(struct tree_edge) + 4));
    t->node_room = t->edge_room / 4 + 16;
    th_options_init(&options, game->options);
    t->root_state = th_state_new(game, &options, e);
    t->state = th_state_new(game, &options, e);
    t->scratch = th_state_new(game, &options, e);
    bool ok = t->root_state != NULL && t->state != NULL && t->scratch != NULL;
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
    free(t->root_state);
    free(t->state);
    free(t->scratch);
    free(t);
}

/* A node for this state; 0 if there is no room left. */
static uint32_t add_node(struct tree *t, const struct th_state *s) {
    struct pool *p = pool_of(t);
    if (p->nodes == t->node_room) return 0;
    struct tree_node *n = &p->node[p->nodes];
    *n = (struct tree_node){.mover = (int8_t)t->game->mover(s), .sure = -1};
    if (n->mover == TH_OVER) {
        double payoff[TH_SEATS_MAX];
        t->game->payoff(s, payoff);
        for (int i = 0; i < t->game->seats(s); i++)
            if (payoff[i] >= 1.0) n->sure = (int8_t)i;
    }
    return p->nodes++;
}

static void empty_pool(struct pool *p) {
    p->nodes = p->edges = 1;
}

void tree_begin(struct tree *t, const struct th_state *root) {
    memcpy(t->root_state, root, t->game->state_size);
    empty_pool(pool_of(t));
    t->root = add_node(t, root);
}

/* ---- moving on ---- */

/* Copies the tree below a node into the other pool, which has as much room. */
static uint32_t keep(struct tree *t, struct pool *to, uint32_t index) {
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
        if (edge->child != 0) to->edge[first + i].child = keep(t, to, edge->child);
    }
    return kept;
}

/* The node of `wanted` below `index`, whose state is `s`, at most `depth` actions down; 0 if it is
 * not there. */
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

void tree_move_on(struct tree *t, const struct th_state *root) {
    const uint32_t found = t->root != 0 ? find(t, t->root, t->root_state, 2, root) : 0;
    if (found == 0) {
        tree_begin(t, root);
        return;
    }
    struct pool *to = &t->pool[1 - t->current];
    empty_pool(to);
    t->root = keep(t, to, found);
    t->current = 1 - t->current;
    if (node_at(t, t->root)->first == 0) node_at(t, t->root)->sure = -1; /* see evaluate */
    memcpy(t->root_state, root, t->game->state_size);
}

/* ---- playouts ---- */

/* What playouts would find where a seat wins for certain. */
static void certain(struct tree *t, const struct th_state *s, int winner) {
    const int seats = t->game->seats(s);
    for (int i = 0; i < seats; i++) t->playouts.payoff[i] = i == winner;
}

/* Fills t->playouts for this state; returns who has won for certain, -1 if that is open. */
static int evaluate(struct tree *t, const struct th_state *s, struct th_rng *rng,
                    const th_flag *stop) {
    struct th_playouts *out = &t->playouts;
    out->sure_winner = -1;
    out->by_action = out->prior_only = false;
    if (t->game->mover(s) == TH_OVER) {
        t->game->payoff(s, out->payoff);
        return -1; /* add_node knows */
    }
    if (t->game->playouts != NULL)
        t->game->playouts(s, t->settings.playouts, rng, stop, out);
    else
        rollout_random(t->game, s, t->settings.playouts, stop, rng, t->scratch, out->payoff);
    if (out->sure_winner >= 0) certain(t, s, out->sure_winner);
    return out->sure_winner;
}

/* ---- one iteration ---- */

/* Gives the node its edges, with what the last playouts said of their actions. */
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
        edge->made = t->playouts.made[n->mover][edge->action];
        edge->won = t->playouts.won[n->mover][edge->action];
    }
}

static double score_of(const struct tree_edge *e, double rave, double curiosity) {
    const double n = e->visits, made = e->made;
    if (n + made < 1e-6) return 1e6; /* nothing is known: try it */
    const double beta = made > 0 ? made / (made + n + made * n / rave) : 0;
    const double own = n > 0 ? e->sum / n : 0, others = made > 0 ? e->won / made : 0;
    return (1 - beta) * own + beta * others + curiosity / sqrt(n + 1);
}

/* The edge to walk; one that surely loses only if all do. */
static uint32_t select_edge(struct tree *t, const struct tree_node *n) {
    /* Where all moves as first do not guide on, one must look around by oneself. */
    const double exploration =
        n->prior_only ? fmax(LOOK_AROUND, t->settings.exploration) : t->settings.exploration;
    const double curiosity = exploration * sqrt(rough_log2(n->visits + 1.0));
    uint32_t best = n->first;
    double best_score = -1e9;
    for (uint32_t i = n->first; i < n->first + n->edges; i++) {
        const struct tree_edge *e = edge_at(t, i);
        double score = score_of(e, t->settings.rave, curiosity);
        if (e->child != 0 && node_at(t, e->child)->sure >= 0)
            score = node_at(t, e->child)->sure == n->mover ? 1e7 : -1e6;
        if (score > best_score) best = i, best_score = score;
    }
    return best;
}

/* Whether the node is decided by what its children are. */
static void pass_up_certainty(struct tree *t, struct tree_node *n, const struct tree_edge *taken) {
    if (taken->child == 0 || n->mover < 0 || n->sure >= 0) return;
    const int sure = node_at(t, taken->child)->sure;
    if (sure < 0) return;
    if (sure == n->mover) {
        n->sure = (int8_t)sure;
        return;
    }
    for (uint32_t i = n->first; i < n->first + n->edges; i++) {
        const struct tree_edge *e = edge_at(t, i);
        if (e->child == 0 || node_at(t, e->child)->sure != sure) return;
    }
    n->sure = (int8_t)sure; /* every action loses to the same seat */
}

/* All moves as first: what the playouts, and the actions on the way below this node, say of each
 * of its actions. */
static void add_made(struct tree *t, const struct tree_node *n) {
    const float *made = t->playouts.made[n->mover], *won = t->playouts.won[n->mover];
    struct tree_edge *edge = edge_at(t, n->first);
    for (int i = 0; i < n->edges; i++) {
        if (edge[i].action >= TH_PLAYOUT_ACTIONS || edge[i].made > MADE_ENOUGH) continue;
        edge[i].made += made[edge[i].action];
        edge[i].won += won[edge[i].action];
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
        pass_up_certainty(t, n, e);
        if (!out->by_action || e->action >= TH_PLAYOUT_ACTIONS) continue;
        out->made[n->mover][e->action] = 1;
        out->won[n->mover][e->action] = (float)out->payoff[n->mover];
        if (!n->prior_only) add_made(t, n);
    }
}

/* A leaf is judged once when it is new, then again and given its edges. */
static void visit_leaf(struct tree *t, uint32_t index, struct th_rng *rng, const th_flag *stop) {
    struct tree_node *n = node_at(t, index);
    const bool is_new = n->visits++ == 0;
    if (n->sure >= 0) {
        t->playouts.by_action = false;
        certain(t, t->state, n->sure);
        return;
    }
    const int sure = evaluate(t, t->state, rng, stop);
    if (n->mover == TH_OVER) return;
    /* At the root one must still find out which action keeps the win. */
    if (sure >= 0 && index != t->root) {
        n->sure = (int8_t)sure;
        t->playouts.by_action = false;
    }
    if (n->sure < 0 && n->first == 0 && (!is_new || index == t->root || n->mover == TH_CHANCE))
        expand(t, index, t->state);
}

/* Walks along one edge, chosen or drawn, and returns the node behind it; 0 if there is no room for
 * one. */
static uint32_t walk(struct tree *t, uint32_t index, struct th_rng *rng) {
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
    if (node_at(t, t->root)->sure >= 0) return false;
    memcpy(t->state, t->root_state, t->game->state_size);
    uint32_t index = t->root;
    t->length = 0;
    for (;;) {
        const struct tree_node *n = node_at(t, index);
        if (n->sure >= 0 || n->first == 0 || t->length == PATH_MAX_LENGTH) {
            visit_leaf(t, index, rng, stop);
            break;
        }
        index = walk(t, index, rng);
        if (index == 0) { /* judged all the same */
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

int tree_sure_behind(const struct tree *t, const struct tree_edge *edge) {
    return edge->child == 0 ? -1 : t->pool[t->current].node[edge->child].sure;
}
