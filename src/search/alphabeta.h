/* Alpha-beta: the value of plain minimax, from a small part of its tree.
 *
 * Iterative deepening, a principal-variation search with null windows, a transposition table and
 * the order of ordering.h. At a fixed depth the table answers only for exactly the depth that is
 * asked, so that value and action are those of minimax. On a budget of time or nodes, unless full
 * width is asked for, it also answers for more, and actions that come late in the order are looked
 * at less deeply at first. (Only a line that forced plies lead on to SEARCH_PLIES_MAX could make a
 * difference, because the table does not know how long the way to a state was.) Searching allocates
 * nothing. */
#ifndef SEARCH_ALPHABETA_H
#define SEARCH_ALPHABETA_H

#include "walk.h"

struct alphabeta_settings {
    size_t table_bytes; /* 0: no table */
    /* For the game's evaluation, kept, not copied; NULL: the game's own. Whoever changes a weight
     * calls alphabeta_forget. */
    const int *weight;
    bool full_width; /* on a budget, too, every finished depth is that of minimax */
};

struct alphabeta_limits {
    int depth;           /* plies, 1 to SEARCH_DEPTH_MAX; forced plies do not count */
    double seconds;      /* 0: none; the first iteration is always finished */
    uint64_t nodes;      /* 0: none; the same */
    const th_flag *stop; /* set: enough; the first iteration is finished all the same */
};

struct alphabeta_result {
    int value; /* for the seat in turn (walk.h tells the scale) */
    int place; /* of the best action, in the list of legal ones; the first of equals */
    int depth; /* of the last iteration that was finished */
    int length;
    th_action line[SEARCH_PLIES_MAX + 1];    /* the principal line, as far as it was looked at */
    uint64_t nodes;                          /* states made */
    uint64_t nodes_at[SEARCH_DEPTH_MAX + 1]; /* the same by iteration, an unfinished one too */
    uint64_t lookups, hits; /* of the table; hits: what was found answered the question */
};

struct alphabeta;

/* NULL and the reason if there is not the memory. */
struct alphabeta *alphabeta_new(const struct th_game *game,
                                const struct alphabeta_settings *settings, struct th_error *e);
void alphabeta_drop(struct alphabeta *e);

/* As if it were new, at no cost. */
void alphabeta_forget(struct alphabeta *e);

/* Looks at a state that is not over. Ends before its limits when nothing can change any more: the
 * game is decided and no quicker end is left to be found, or, against the clock, there is only one
 * action. */
void alphabeta_search(struct alphabeta *e, const struct th_state *s,
                      const struct alphabeta_limits *limits, struct alphabeta_result *result);

#endif
