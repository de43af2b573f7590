/* Chance nodes: a hash table of events, their outcomes, expectations. */
#include "chance_nodes.h"

#include "view_key.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NO_ROOM = UINT32_MAX };
/* The outcomes are listed after one visit per this number of them: listing costs an answer of the
 * evaluator for each, so a short search does not list at all. */
enum { OUTCOMES_A_VISIT = 8 };
/* Forced actions after an outcome before the state is evaluated all the same. */
enum { FORCED_MAX = 64 };

/* A chance event. */
struct node {
    uint64_t key;
    uint32_t search;   /* the search it belongs to */
    uint32_t first;    /* of its outcomes */
    uint32_t visits;   /* before the outcomes were listed; since then, that followed one */
    uint16_t outcomes; /* 0: not listed yet */
    double expected[TH_SEATS_MAX];
};

struct outcome {
    double value[TH_SEATS_MAX]; /* mean of the evaluator's answer and the visits */
    float probability;
    uint32_t visits;
    th_action action;
};

struct chance_nodes {
    const struct th_game *game;
    const struct evaluator *evaluator;
    struct node *node; /* hash table with linear probing; its size is a power of two */
    struct outcome *outcome;
    uint32_t node_mask, nodes, outcome_room, outcomes, search;
    struct th_state *after;
};

bool chance_nodes_check(const struct th_game *game, struct th_error *e) {
    if (game->view != NULL)
        return th_fail(e, "%s has no chance nodes: something is hidden in it", game->name);
    if (game->outcomes == NULL || game->outcome_count < 1)
        return th_fail(e, "%s has no chance nodes: there is no chance in it", game->name);
    return game->outcome_count <= TH_OUTCOMES_MAX ||
           th_fail(e, "%s has no chance nodes: its outcomes are too many", game->name);
}

struct chance_nodes *chance_nodes_new(const struct th_game *game, const struct evaluator *evaluator,
                                      size_t bytes, struct th_error *e) {
    struct chance_nodes *c = calloc(1, sizeof *c);
    struct th_options options;
    if (c == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    uint32_t nodes = 1024;
    while (nodes < UINT32_C(1) << 28 && (size_t)nodes * 16 * sizeof *c->node <= bytes) nodes *= 2;
    c->game = game;
    c->evaluator = evaluator;
    c->node_mask = nodes - 1;
    c->outcome_room = (uint32_t)(bytes / sizeof *c->outcome);
    if (c->outcome_room < TH_OUTCOMES_MAX) c->outcome_room = TH_OUTCOMES_MAX;
    c->node = calloc(nodes, sizeof *c->node);
    c->outcome = malloc(c->outcome_room * sizeof *c->outcome);
    th_options_init(&options, game->options);
    c->search = 1;
    if (c->node == NULL || c->outcome == NULL)
        th_fail(e, "out of memory");
    else if ((c->after = th_state_new(game, &options, e)) != NULL)
        return c;
    chance_nodes_drop(c);
    return NULL;
}

void chance_nodes_drop(struct chance_nodes *c) {
    if (c == NULL) return;
    free(c->node);
    free(c->outcome);
    free(c->after);
    free(c);
}

void chance_nodes_clear(struct chance_nodes *c) {
    c->search++;
    c->nodes = c->outcomes = 0;
}

/* The node with this key, or the free one for it. Half of them stay free. */
static struct node *node_of(const struct chance_nodes *c, uint64_t key) {
    uint32_t i = (uint32_t)key & c->node_mask;
    while (c->node[i].search == c->search && c->node[i].key != key) i = (i + 1) & c->node_mask;
    return &c->node[i];
}

/* ---- values ---- */

static void value_of_event(const struct chance_nodes *c, const struct th_state *s,
                           double payoff[]) {
    c->evaluator->evaluate(c->evaluator->self, c->game, s, c->game->luck_of(s), NULL, 0, NULL,
                           payoff);
}

/* The payoffs of c->after, which follows forced actions to a state with a choice. */
static void value_after(struct chance_nodes *c, double payoff[]) {
    const struct th_game *game = c->game;
    th_action legal[TH_LEGAL_MAX];
    int mover, forced = 0;
    while ((mover = game->mover(c->after)) >= 0 && forced++ < FORCED_MAX &&
           game->legal(c->after, legal) == 1)
        game->apply(c->after, legal[0]);
    if (mover == TH_OVER)
        game->payoff(c->after, payoff);
    else if (mover == TH_CHANCE)
        value_of_event(c, c->after, payoff);
    else
        c->evaluator->evaluate(c->evaluator->self, game, c->after, mover, NULL, 0, NULL, payoff);
}

/* Lists the outcomes of the event with their values; false if there is no room. */
static bool list_outcomes(struct chance_nodes *c, struct node *node, const struct th_state *s) {
    struct th_outcome list[TH_OUTCOMES_MAX];
    const int n = c->game->outcomes(s, list), seats = c->game->seats(s);
    double total = 0;
    if (c->outcomes + (uint32_t)n > c->outcome_room) return false;
    for (int i = 0; i < n; i++) total += list[i].weight;
    for (int k = 0; k < TH_SEATS_MAX; k++) node->expected[k] = 0;
    node->first = c->outcomes;
    node->visits = 0;
    node->outcomes = (uint16_t)n;
    c->outcomes += (uint32_t)n;
    for (int i = 0; i < n; i++) {
        struct outcome *o = &c->outcome[node->first + (uint32_t)i];
        *o = (struct outcome){.probability = (float)(list[i].weight / total),
                              .action = list[i].action};
        memcpy(c->after, s, c->game->state_size);
        c->game->apply(c->after, o->action);
        value_after(c, o->value);
        for (int k = 0; k < seats; k++) node->expected[k] += list[i].weight / total * o->value[k];
    }
    return true;
}

/* ---- visits ---- */

/* The outcome whose visits are furthest below its share; of equal ones the first. */
static uint32_t next_outcome(const struct chance_nodes *c, const struct node *node) {
    const double visits = node->visits + 1.0;
    uint32_t best = 0;
    double most = -INFINITY;
    for (uint32_t i = 0; i < node->outcomes; i++) {
        const struct outcome *o = &c->outcome[node->first + i];
        const double missing = (double)o->probability * visits - o->visits;
        if (missing > most) best = i, most = missing;
    }
    return best;
}

static bool draw_outcome(const struct chance_nodes *c, struct th_state *s, struct th_rng *rng,
                         struct chance_step *step) {
    *step = (struct chance_step){.node = NO_ROOM};
    c->game->apply(s, th_chance_pick(c->game, s, th_rng_next(rng)));
    return false;
}

bool chance_nodes_visit(struct chance_nodes *c, struct th_state *s, struct th_rng *rng,
                        double payoff[], struct chance_step *step) {
    const size_t seats = (size_t)c->game->seats(s);
    const uint64_t key = view_key(s, c->game->state_size, TH_CHANCE);
    struct node *node = node_of(c, key);
    if (node->search != c->search) {
        if (2 * c->nodes > c->node_mask) return draw_outcome(c, s, rng, step);
        *node = (struct node){.key = key, .search = c->search};
        c->nodes++;
        value_of_event(c, s, node->expected);
    }
    if (node->outcomes == 0) {
        const bool due = node->visits * OUTCOMES_A_VISIT >= (uint32_t)c->game->outcome_count;
        if (due && !list_outcomes(c, node, s)) return draw_outcome(c, s, rng, step);
        if (!due) node->visits++;
        memcpy(payoff, node->expected, seats * sizeof *payoff);
        return true;
    }
    const uint32_t i = next_outcome(c, node);
    struct outcome *o = &c->outcome[node->first + i];
    *step = (struct chance_step){(uint32_t)(node - c->node), i, o->visits == 0};
    node->visits++;
    o->visits++;
    c->game->apply(s, o->action);
    return false;
}

void chance_nodes_backup(struct chance_nodes *c, const struct chance_step *step, double payoff[]) {
    if (step->node == NO_ROOM) return;
    struct node *node = &c->node[step->node];
    struct outcome *o = &c->outcome[node->first + step->outcome];
    for (int k = 0; k < TH_SEATS_MAX; k++) {
        const double change = (payoff[k] - o->value[k]) / (o->visits + 1.0);
        o->value[k] += change;
        node->expected[k] += (double)o->probability * change;
        payoff[k] = node->expected[k];
    }
}
