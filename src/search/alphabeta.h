/* Alpha-beta: the value of plain minimax, from a small part of its tree.
 *
 * Iterative deepening, principal-variation search with null windows, a transposition table and move
 * ordering. At a fixed depth, only table entries of exactly the requested depth are used, so value
 * and action are those of minimax. With a budget of time or nodes, unless `full_width` is set,
 * deeper entries are used too, and late actions are first searched with reduced depth. (Value and
 * action could differ from minimax only where forced plies reach SEARCH_PLIES_MAX, because the
 * table does not store the ply of a state.) A search does not allocate.
 *
 * Several threads search one tree with one table. At a fixed depth value and action stay those of
 * minimax; the principal variation and the nodes vary. With a budget, which is that of all threads
 * together, value and action vary, too. */
#ifndef SEARCH_ALPHABETA_H
#define SEARCH_ALPHABETA_H

#include "stack.h"

struct alphabeta_settings {
    size_t table_bytes; /* 0: no table */
    /* For the game's evaluation, borrowed, not copied; NULL: the game's network, or its own weights
     * if it has none or `by_weights` is set. After a change of a weight the caller must call
     * alphabeta_clear. */
    const int *weight;
    bool by_weights;
    int threads;     /* 0: as 1. Fewer are used where the system cannot start all */
    bool full_width; /* with a budget, too, every finished depth has the result of minimax */
};

struct alphabeta_limits {
    /* The first iteration is finished whatever the limits are. */
    int depth;           /* plies, 1 to SEARCH_DEPTH_MAX; forced plies do not count */
    double seconds;      /* 0: no limit */
    uint64_t nodes;      /* 0: no limit */
    const th_flag *stop; /* ends the search when set; NULL: never */
};

struct alphabeta_result {
    int value; /* for the seat in turn; the scale is in stack.h */
    int place; /* index of the best action in the list of legal ones; the first of equals */
    int depth; /* of the last finished iteration */
    int length;
    th_action line[SEARCH_PLIES_MAX + 1];    /* the principal variation */
    uint64_t nodes;                          /* states generated, by all threads */
    uint64_t nodes_at[SEARCH_DEPTH_MAX + 1]; /* by iteration, an unfinished one included */
    uint64_t lookups, hits;                  /* of the table; a hit caused a cutoff */
};

struct alphabeta;

/* Returns NULL and sets *e if there is no memory. */
struct alphabeta *alphabeta_new(const struct th_game *game,
                                const struct alphabeta_settings *settings, struct th_error *e);
void alphabeta_drop(struct alphabeta *t);

/* Makes it as if it were new, at almost no cost. */
void alphabeta_clear(struct alphabeta *t);

/* Searches a state that is not terminal. Ends before its limits when the result cannot change: the
 * game is decided and no quicker end can be found, or, with a budget, there is only one action. */
void alphabeta_search(struct alphabeta *t, const struct th_state *s,
                      const struct alphabeta_limits *limits, struct alphabeta_result *result);

#endif
