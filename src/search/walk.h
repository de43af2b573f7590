/* What the searches by values share: room for one state and one list of actions a ply, made once,
 * and what a state found there is worth.
 *
 * Plies are counted from the root, which is ply 0. A value is seen by a seat: the game's own
 * evaluation, kept strictly inside ±TH_SURE_VALUE, or what a finished game is worth, outside it: a
 * win counts the more and a loss the less, the sooner it comes. */
#ifndef SEARCH_WALK_H
#define SEARCH_WALK_H

#include "tahur/bot.h"
#include <string.h>

enum {
    SEARCH_DEPTH_MAX = 64,  /* plies that count */
    SEARCH_PLIES_MAX = 256, /* all plies: where a walk through forced ones ends in any case */
    VALUE_WIN = TH_SURE_VALUE + SEARCH_PLIES_MAX + 2, /* at the root; one less with every ply */
    VALUE_LIMIT = VALUE_WIN + 1,                      /* beyond all values */
};

struct walk {
    const struct th_game *game;
    const int *weight; /* of the game's evaluation */
    int initial[TH_WEIGHTS_MAX];
    unsigned char *states; /* by ply, each `stride` bytes */
    size_t stride;
    th_action *legal; /* by ply, each game->max_legal */
};

/* Whether values can be searched in this game: two seats, all open, no chance, an evaluation. */
bool walk_plays(const struct th_game *game);

/* Room for so many plies below the root. `weight` is kept, not copied; NULL: the game's own. */
bool walk_make(struct walk *w, const struct th_game *game, const int *weight, int plies,
               struct th_error *e);
void walk_drop(struct walk *w);

static inline struct th_state *walk_state(const struct walk *w, int ply) {
    return (struct th_state *)(void *)(w->states + (size_t)ply * w->stride);
}

static inline th_action *walk_legal(const struct walk *w, int ply) {
    return w->legal + (size_t)ply * (size_t)w->game->max_legal;
}

static inline void walk_begin(struct walk *w, const struct th_state *root) {
    memcpy(walk_state(w, 0), root, w->game->state_size);
}

/* Makes the state of the next ply by an action; returns its mover. */
static inline int walk_step(struct walk *w, int ply, th_action a) {
    struct th_state *next = walk_state(w, ply + 1);
    memcpy(next, walk_state(w, ply), w->game->state_size);
    w->game->apply(next, a);
    return w->game->mover(next);
}

/* Whether the ply that this state waits for does not count as depth. */
static inline bool walk_forced(const struct walk *w, int ply) {
    return w->game->forced_ply != NULL && w->game->forced_ply(walk_state(w, ply));
}

/* Of a state that is not over. */
static inline int walk_value(const struct walk *w, int ply, int seat) {
    const int value = w->game->evaluate(walk_state(w, ply), seat, w->weight);
    return value >= TH_SURE_VALUE    ? TH_SURE_VALUE - 1
           : value <= -TH_SURE_VALUE ? 1 - TH_SURE_VALUE
                                     : value;
}

/* Of a state that is over. */
int walk_end_value(const struct walk *w, int ply, int seat);

/* Whether a value is that of a game won or lost, and in how many plies from the root. */
static inline bool value_is_sure(int value) {
    return value > TH_SURE_VALUE || value < -TH_SURE_VALUE;
}
static inline int value_plies(int value) {
    return VALUE_WIN - (value < 0 ? -value : value);
}

/* The chance of winning that a value stands for; NaN where the game does not say. For telling, not
 * for deciding. */
double value_chance(const struct th_game *game, int value);
/* Notes it as what is thought of an action. */
void value_tell(const struct th_game *game, int value, struct th_thought *t);

#endif
