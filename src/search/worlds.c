/* Monte Carlo tree search over views: a hash table of them, and the iterations. */
#include "worlds.h"

#include "chance_nodes.h"
#include "core/facets.h"
#include "tree.h"
#include "view_key.h"
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

/* A decision of the seat, or a chance event. */
struct step {
    uint32_t node, edge;
    int seat; /* TH_CHANCE: `chance` counts instead of the fields above */
    struct chance_step chance;
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
    struct chance_nodes *chance; /* NULL: outcomes are drawn */
    struct th_playouts playouts;
    struct step path[PATH_MAX_LENGTH];
    int length;
    double root_sum[TH_LEGAL_MAX][TH_SEATS_MAX]; /* of all seats' payoffs, by the first action */
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
    if (ok && settings->chance_nodes) {
        assert(settings->evaluator != NULL);
        ok = (w->chance = chance_nodes_new(game, settings->evaluator, bytes, e)) != NULL;
    }
    if (ok) return w;
    worlds_drop(w);
    return NULL;
}

void worlds_drop(struct worlds *w) {
    chance_nodes_drop(w->chance);
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

/* Sets the payoffs where no evaluator has: of a terminal state, or of playouts. With an evaluator,
 * a game that does not end counts as a draw. */
static void evaluate_leaf(struct worlds *w, struct th_rng *rng, const th_flag *stop) {
    const int seats = w->game->seats(w->state);
    if (w->game->mover(w->state) == TH_OVER)
        w->game->payoff(w->state, w->playouts.payoff);
    else if (w->settings.evaluator != NULL)
        for (int i = 0; i < seats; i++) w->playouts.payoff[i] = 1.0 / seats;
    else if (search_of(w->game)->playouts != NULL)
        w->game->search->playouts(w->state, w->settings.playouts, rng, stop, &w->playouts);
    else
        rollout_random(w->game, w->state, w->settings.playouts, stop, rng, w->room,
                       w->playouts.payoff);
}

static void take_edge(struct worlds *w, uint32_t node, uint32_t edge, int mover) {
    w->path[w->length++] = (struct step){.node = node, .edge = edge, .seat = mover};
    w->game->apply(w->state, w->edge[edge].action);
}

/* Whether the last step is an outcome whose value is known: an iteration that ended here would
 * find nothing new. */
static bool is_valued(const struct worlds *w) {
    const struct step *last = w->length > 0 ? &w->path[w->length - 1] : NULL;
    return last != NULL && last->seat == TH_CHANCE && last->chance.valued;
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
    const uint64_t key = view_key(seen, game->state_size, mover);
    struct slot *slot = slot_of(w, key);
    if (slot->search != w->search) {
        add_node(w, slot, key, seen, mover, legal, n);
        if (!is_valued(w)) return false;
        slot = slot_of(w, key);
        if (slot->search != w->search) return false; /* there was no room */
    }
    const struct node *node = &w->node[slot->node];
    assert(node->edges == n);
    take_edge(w, slot->node, select_edge(w, node), mover);
    return true;
}

/* Follows an outcome of chance; false if the payoffs are set instead. */
static bool meet_chance(struct worlds *w, struct th_rng *rng) {
    if (w->chance == NULL) {
        w->game->apply(w->state, th_chance_pick(w->game, w->state, th_rng_next(rng)));
        return true;
    }
    struct step *step = &w->path[w->length];
    *step = (struct step){.seat = TH_CHANCE};
    if (chance_nodes_visit(w->chance, w->state, rng, w->playouts.payoff, &step->chance))
        return false;
    w->length++;
    return true;
}

void worlds_begin(struct worlds *w, const struct th_state *view, int seat) {
    th_action legal[TH_LEGAL_MAX];
    memcpy(w->view, view, w->game->state_size);
    w->seat = seat;
    w->nodes = w->edges = 0;
    w->slot_mask = SLOTS_AT_FIRST - 1;
    w->search++;
    if (w->chance != NULL) chance_nodes_clear(w->chance);
    const uint64_t key = view_key(view, w->game->state_size, seat);
    const int n = w->game->legal(view, legal);
    memset(w->root_sum, 0, (size_t)n * sizeof *w->root_sum);
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

/* Adds the payoffs to the decisions of the path. They are replaced by expectations at the chance
 * events. */
static void backup(struct worlds *w) {
    double *payoff = w->playouts.payoff;
    for (int i = w->length - 1; i >= 0; i--) {
        const struct step *step = &w->path[i];
        if (step->seat == TH_CHANCE) {
            chance_nodes_backup(w->chance, &step->chance, payoff);
            continue;
        }
        w->node[step->node].visits++;
        w->edge[step->edge].visits++;
        w->edge[step->edge].sum += payoff[step->seat];
        if (step->node != 0) continue;
        double *sum = w->root_sum[step->edge - w->node[0].first];
        for (int k = 0; k < TH_SEATS_MAX; k++) sum[k] += payoff[k];
    }
}

/* Plays on to a new view or the end, and backs up its payoffs. */
static void finish_iteration(struct worlds *w, struct th_rng *rng, const th_flag *stop) {
    const struct th_game *game = w->game;
    int mover;
    bool valued = false;
    while ((mover = game->mover(w->state)) != TH_OVER && w->length < PATH_MAX_LENGTH && !valued)
        valued = mover == TH_CHANCE ? !meet_chance(w, rng) : !decide(w, mover);
    if (!valued || w->settings.evaluator == NULL) evaluate_leaf(w, rng, stop);
    backup(w);
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

void worlds_payoff(const struct worlds *w, int i, double payoff[]) {
    const double visits = worlds_visits(w, i);
    for (int k = 0; k < w->game->seats(w->view); k++) payoff[k] = w->root_sum[i][k] / visits;
}

double worlds_prior(const struct worlds *w, int i) {
    return (double)w->edge[w->node[0].first + (uint32_t)i].prior / PRIOR_ONE;
}

double worlds_value(const struct worlds *w) {
    return (double)w->node[0].value;
}
