/* The search stack of searches by values (greedy, minimax, alphabeta): one state and one list of
 * legal actions per ply, allocated once, and the value of a state in it.
 *
 * Plies are counted from the root, which is ply 0. A value is from the point of view of a seat: the
 * game's evaluation, clamped to less than ±TH_SURE_VALUE, or the value of a finished game, which is
 * outside that range. Sooner wins have higher values, later losses too. */
#ifndef SEARCH_STACK_H
#define SEARCH_STACK_H

#include "core/facets.h"
#include "tahur/bot.h"
#include <string.h>

enum {
    SEARCH_DEPTH_MAX = 64,  /* plies that count as depth */
    SEARCH_PLIES_MAX = 256, /* all plies: lines of forced plies end here in any case */
    VALUE_WIN = TH_SURE_VALUE + SEARCH_PLIES_MAX + 2, /* at the root; one less with every ply */
    VALUE_LIMIT = VALUE_WIN + 1,                      /* larger than all values */
};

struct search_stack {
    const struct th_game *game;
    bool learned;      /* evaluated by the game's network, not by weights */
    const int *weight; /* of the game's evaluation */
    int initial[TH_WEIGHTS_MAX];
    unsigned char *states; /* by ply, `stride` bytes each */
    size_t stride;
    th_action *legal; /* by ply, game->max_legal each */
};

/* Whether the game can be searched by values: two seats, perfect information, no chance, and an
 * evaluation. */
bool stack_supports(const struct th_game *game);

/* Allocates the root and `plies` plies below it. `weight` is borrowed, not copied; NULL: the game's
 * network, or its own weights if it has none. Returns false and sets *e if there is no memory;
 * stack_drop is needed in any case. */
bool stack_make(struct search_stack *w, const struct th_game *game, const int *weight, int plies,
                struct th_error *e);
void stack_drop(struct search_stack *w);

static inline struct th_state *stack_state(const struct search_stack *w, int ply) {
    return (struct th_state *)(void *)(w->states + (size_t)ply * w->stride);
}

static inline th_action *stack_legal(const struct search_stack *w, int ply) {
    return w->legal + (size_t)ply * (size_t)w->game->max_legal;
}

static inline void stack_set_root(struct search_stack *w, const struct th_state *root) {
    memcpy(stack_state(w, 0), root, w->game->state_size);
}

/* Makes the state of the next ply by applying an action; returns its mover. */
static inline int stack_push(struct search_stack *w, int ply, th_action a) {
    struct th_state *next = stack_state(w, ply + 1);
    memcpy(next, stack_state(w, ply), w->game->state_size);
    w->game->apply(next, a);
    return w->game->mover(next);
}

/* Whether the decision in this state is forced, and does not count as depth. */
static inline bool stack_forced(const struct search_stack *w, int ply) {
    return search_of(w->game)->forced_ply != NULL &&
           w->game->search->forced_ply(stack_state(w, ply));
}

/* The evaluation of a state that is not terminal. */
static inline int stack_evaluate(const struct search_stack *w, int ply, int seat) {
    const struct th_search *search = w->game->search;
    const int value = w->learned ? search->network(stack_state(w, ply), seat)
                                 : search->evaluate(stack_state(w, ply), seat, w->weight);
    return value >= TH_SURE_VALUE    ? TH_SURE_VALUE - 1
           : value <= -TH_SURE_VALUE ? 1 - TH_SURE_VALUE
                                     : value;
}

/* The value of a terminal state. */
int stack_terminal_value(const struct search_stack *w, int ply, int seat);

/* Whether a value is that of a game won or lost, and after how many plies from the root. */
static inline bool value_is_sure(int value) {
    return value > TH_SURE_VALUE || value < -TH_SURE_VALUE;
}
static inline int value_plies(int value) {
    return VALUE_WIN - (value < 0 ? -value : value);
}

/* The chance of winning that corresponds to a value; NaN if the game has no scale for that. For
 * reports only: its result depends on the machine's exp. */
double value_to_chance(const struct th_game *game, int value);
/* Enters a value into the thought about an action. */
void thought_set_value(const struct th_game *game, int value, struct th_thought *t);

#endif
