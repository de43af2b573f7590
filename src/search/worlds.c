/* Monte Carlo tree search over views: a hash table of them, and the iterations. */
#include "worlds.h"

#include "core/facets.h"
#include "tree.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_LENGTH = 1024, SLOTS_AT_FIRST = 1024 };

/* The view of a seat that has to decide. Its legal actions follow from it. */
struct node {
    uint64_t key; /* of the view */
    uint32_t first;
    uint32_t visits;
    uint16_t edges;
    float value; /* for the seat, by the evaluator */
};

enum { PRIOR_ONE = 65535 }; /* a prior of 1 */

struct edge {
    double sum; /* of the seat's payoffs */
    uint32_t visits;
    th_action action;
    uint16_t prior; /* by the evaluator, in parts of PRIOR_ONE */
};

/* A slot is in use if it has the number of the current search, so nothing has to be cleared. */
struct slot {
    uint32_t node, search;
};

struct step {
    uint32_t node, edge;
    int seat;
};

struct worlds {
    const struct th_game *game;
    struct worlds_settings settings;
    struct node *node;
    struct edge *edge;
    struct slot *slot; /* hash table with linear probing; its size in use is a power of two and
                          grows with the nodes, so that a short search stays in the CPU caches */
    uint32_t node_room, edge_room, slot_room, slot_mask;
    uint32_t nodes, edges, search;
    int seat;
    struct th_state *view, *state, *seen, *room;
    struct th_playouts playouts;
    struct step path[PATH_MAX_LENGTH];
    int length;
};

struct worlds *worlds_new(const struct th_game *game, const struct worlds_settings *settings,
                          size_t bytes, struct th_error *e) {
    enum { EDGES_A_NODE = 4 };
    struct worlds *w = calloc(1, sizeof *w);
    struct th_options options;
    if (w == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    w->game = game;
    w->settings = *settings;
    uint32_t slots = SLOTS_AT_FIRST; /* at least twice as many as nodes */
    const size_t a_node = sizeof *w->node + 2 * sizeof *w->slot + EDGES_A_NODE * sizeof *w->edge;
    while (slots < UINT32_C(1) << 30 && (size_t)slots * a_node <= bytes) slots *= 2;
    w->slot_room = slots;
    w->node_room = slots / 2;
    w->edge_room = w->node_room * EDGES_A_NODE;
    w->node = malloc(w->node_room * sizeof *w->node);
    w->edge = malloc(w->edge_room * sizeof *w->edge);
    w->slot = calloc(slots, sizeof *w->slot);
    th_options_init(&options, game->options);
    struct th_state **const states[] = {&w->view, &w->state, &w->seen, &w->room};
    bool ok = w->node != NULL && w->edge != NULL && w->slot != NULL;
    if (!ok) th_fail(e, "out of memory");
    for (int i = 0; ok && i < 4; i++) ok = (*states[i] = th_state_new(game, &options, e)) != NULL;
    if (ok) return w;
    worlds_drop(w);
    return NULL;
}

void worlds_drop(struct worlds *w) {
    free(w->node);
    free(w->edge);
    free(w->slot);
    free(w->view);
    free(w->state);
    free(w->seen);
    free(w->room);
    free(w);
}

/* ---- views ---- */

static uint64_t key_of(const struct th_state *view, size_t size, int seat) {
    const unsigned char *at = (const unsigned char *)view;
    uint64_t key = th_mix((uint64_t)seat + TH_GOLDEN), word;
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        key = (key ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
        key ^= key >> 29;
    }
    for (; size > 0; size--) key = (key ^ *at++) * UINT64_C(0x94d049bb133111eb);
    return th_mix(key);
}

/* The slot that contains the key, or the free slot for it. */
static struct slot *slot_of(const struct worlds *w, uint64_t key) {
    uint32_t i = (uint32_t)key & w->slot_mask;
    while (w->slot[i].search == w->search && w->node[w->slot[i].node].key != key)
        i = (i + 1) & w->slot_mask;
    return &w->slot[i];
}

/* Doubles the slots in use and inserts all nodes again. */
static void grow_slots(struct worlds *w) {
    w->slot_mask = 2 * w->slot_mask + 1;
    w->search++;
    for (uint32_t i = 0; i < w->nodes; i++)
        *slot_of(w, w->node[i].key) = (struct slot){i, w->search};
}

/* Evaluates a view; sets the payoffs and the priors. Priors are at least one part, so that every
 * action has a logarithm and is visited some time. */
static void ask_evaluator(struct worlds *w, const struct th_state *view, int seat,
                          const th_action legal[], int n, uint16_t prior[]) {
    const struct evaluator *evaluator = w->settings.evaluator;
    float by_action[TH_LEGAL_MAX];
    evaluator->evaluate(evaluator->self, w->game, view, seat, legal, n, by_action,
                        w->playouts.payoff);
    for (int i = 0; i < n; i++) {
        const float parts = by_action[i] * PRIOR_ONE + 0.5F;
        prior[i] = parts >= PRIOR_ONE ? PRIOR_ONE : parts >= 1 ? (uint16_t)parts : 1;
    }
}

/* Adds the view of a seat, if there is room. With an evaluator, sets the payoffs in any case. */
static void add_node(struct worlds *w, struct slot *slot, uint64_t key, const struct th_state *view,
                     int seat, const th_action legal[], int n) {
    uint16_t prior[TH_LEGAL_MAX];
    const bool evaluated = w->settings.evaluator != NULL;
    if (evaluated) ask_evaluator(w, view, seat, legal, n, prior);
    if (w->nodes == w->node_room || w->edges + (uint32_t)n > w->edge_room) return;
    *slot = (struct slot){w->nodes, w->search};
    w->node[w->nodes++] = (struct node){.key = key,
                                        .first = w->edges,
                                        .edges = (uint16_t)n,
                                        .value = evaluated ? (float)w->playouts.payoff[seat] : 0};
    for (int i = 0; i < n; i++)
        w->edge[w->edges++] =
            (struct edge){.action = legal[i], .prior = evaluated ? prior[i] : (uint16_t)0};
    if (2 * w->nodes > w->slot_mask && w->slot_mask + 1 < w->slot_room) grow_slots(w);
}

/* ---- one iteration ---- */

/* PUCT: see worlds.h. */
static uint32_t select_by_prior(const struct worlds *w, const struct node *n) {
    const struct edge *edge = &w->edge[n->first];
    double total = (double)n->value;
    for (int i = 0; i < n->edges; i++) total += edge[i].sum;
    const double mean = total / (n->visits + 1.0);
    const double bonus = w->settings.exploration * sqrt(n->visits + 1.0) / PRIOR_ONE;
    int best = 0;
    double best_score = -1;
    for (int i = 0; i < n->edges; i++) {
        const double visits = edge[i].visits;
        const double own = edge[i].visits > 0 ? edge[i].sum / visits : mean;
        const double score = own + bonus * edge[i].prior / (1 + visits);
        if (score > best_score) best = i, best_score = score;
    }
    return n->first + (uint32_t)best;
}

static uint32_t select_edge(const struct worlds *w, const struct node *n) {
    if (w->settings.evaluator != NULL) return select_by_prior(w, n);
    const double bonus = w->settings.exploration * sqrt(approximate_log2(n->visits + 1.0));
    uint32_t best = n->first;
    double best_score = -1;
    for (uint32_t i = n->first; i < n->first + n->edges; i++) {
        const struct edge *e = &w->edge[i];
        if (e->visits == 0) return i;
        const double score = e->sum / e->visits + bonus / sqrt(e->visits);
        if (score > best_score) best = i, best_score = score;
    }
    return best;
}

/* Sets the payoffs: of a terminal state, or of playouts. The evaluator has set them when the view
 * was new; a game that does not end counts as a draw. */
static void evaluate_leaf(struct worlds *w, bool is_new, struct th_rng *rng, const th_flag *stop) {
    const int seats = w->game->seats(w->state);
    if (w->game->mover(w->state) == TH_OVER)
        w->game->payoff(w->state, w->playouts.payoff);
    else if (w->settings.evaluator != NULL)
        for (int i = 0; i < seats && !is_new; i++) w->playouts.payoff[i] = 1.0 / seats;
    else if (search_of(w->game)->playouts != NULL)
        w->game->search->playouts(w->state, w->settings.playouts, rng, stop, &w->playouts);
    else
        rollout_random(w->game, w->state, w->settings.playouts, stop, rng, w->room,
                       w->playouts.payoff);
}

static void take_edge(struct worlds *w, uint32_t node, uint32_t edge, int mover) {
    w->path[w->length++] = (struct step){node, edge, mover};
    w->game->apply(w->state, w->edge[edge].action);
}

/* Selects an action by the view of the seat in turn and applies it; false if the view is new. */
static bool decide(struct worlds *w, int mover) {
    const struct th_game *game = w->game;
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(w->state, legal);
    if (n == 1) {
        game->apply(w->state, legal[0]);
        return true;
    }
    if (game->view != NULL) game->view(w->state, mover, w->seen);
    const struct th_state *seen = game->view != NULL ? w->seen : w->state;
    const uint64_t key = key_of(seen, game->state_size, mover);
    struct slot *slot = slot_of(w, key);
    if (slot->search != w->search) {
        add_node(w, slot, key, seen, mover, legal, n);
        return false;
    }
    const struct node *node = &w->node[slot->node];
    assert(node->edges == n);
    take_edge(w, slot->node, select_edge(w, node), mover);
    return true;
}

void worlds_begin(struct worlds *w, const struct th_state *view, int seat) {
    th_action legal[TH_LEGAL_MAX];
    memcpy(w->view, view, w->game->state_size);
    w->seat = seat;
    w->nodes = w->edges = 0;
    w->slot_mask = SLOTS_AT_FIRST - 1;
    w->search++;
    const uint64_t key = key_of(view, w->game->state_size, seat);
    const int n = w->game->legal(view, legal);
    add_node(w, slot_of(w, key), key, view, seat, legal, n);
}

/* Samples a world and sets it as the state to play in. */
static void begin_iteration(struct worlds *w, struct th_rng *rng) {
    if (w->game->view != NULL)
        w->game->guess(w->view, w->seat, rng, w->state);
    else
        memcpy(w->state, w->view, w->game->state_size);
    w->length = 0;
}

/* Plays on to a new view or the end, and backs up its payoffs. */
static void finish_iteration(struct worlds *w, struct th_rng *rng, const th_flag *stop) {
    const struct th_game *game = w->game;
    int mover;
    bool is_new = false;
    while ((mover = game->mover(w->state)) != TH_OVER && w->length < PATH_MAX_LENGTH) {
        if (mover == TH_CHANCE)
            game->apply(w->state, th_chance_pick(game, w->state, th_rng_next(rng)));
        else if ((is_new = !decide(w, mover)))
            break;
    }
    evaluate_leaf(w, is_new, rng, stop);
    for (int i = 0; i < w->length; i++) {
        w->node[w->path[i].node].visits++;
        w->edge[w->path[i].edge].visits++;
        w->edge[w->path[i].edge].sum += w->playouts.payoff[w->path[i].seat];
    }
}

void worlds_iterate(struct worlds *w, struct th_rng *rng, const th_flag *stop) {
    begin_iteration(w, rng);
    finish_iteration(w, rng, stop);
}

void worlds_iterate_action(struct worlds *w, int i, struct th_rng *rng, const th_flag *stop) {
    begin_iteration(w, rng);
    take_edge(w, 0, w->node[0].first + (uint32_t)i, w->seat);
    finish_iteration(w, rng, stop);
}

uint32_t worlds_visits(const struct worlds *w, int i) {
    return w->edge[w->node[0].first + (uint32_t)i].visits;
}

double worlds_sum(const struct worlds *w, int i) {
    return w->edge[w->node[0].first + (uint32_t)i].sum;
}

double worlds_prior(const struct worlds *w, int i) {
    return (double)w->edge[w->node[0].first + (uint32_t)i].prior / PRIOR_ONE;
}

double worlds_value(const struct worlds *w) {
    return (double)w->node[0].value;
}
