/* What alpha-beta remembers between nodes: the transposition table and the statistics for move
 * ordering.
 *
 * The table stores results of searches by the key of the state. A bucket of four entries is a cache
 * line. A deeper entry of the same state is kept; otherwise a new entry replaces that of the same
 * state, a cleared one, or the oldest, and among equally old ones the shallowest. tt_clear only
 * increments a counter: entries from before are invisible and are replaced first. Threads may look
 * up and insert at the same time; the other functions need the table for themselves. */
#ifndef SEARCH_TRANSPOSITION_H
#define SEARCH_TRANSPOSITION_H

#include "stack.h"
#include "tahur/game.h"

enum tt_bound { TT_UPPER = 1, TT_LOWER = 2, TT_EXACT = 3 };

struct tt_entry {
    int value; /* of a game won or lost: as if the state were the root */
    int place; /* index of the best action in the list of legal ones */
    int depth; /* plies searched */
    enum tt_bound bound;
};

struct tt;

/* Returns NULL and sets *e if there is no memory. */
struct tt *tt_new(size_t bytes, struct th_error *e);
void tt_drop(struct tt *t);

/* A new search begins: all entries become older. */
void tt_new_search(struct tt *t);
/* Removes all entries, at almost no cost. */
void tt_clear(struct tt *t);

/* Returns false if the key has no entry. */
bool tt_lookup(const struct tt *t, uint64_t key, struct tt_entry *out);
void tt_insert(struct tt *t, uint64_t key, const struct tt_entry *entry);

/* ---- move ordering ---- */

/* The order in which alpha-beta searches the actions of a state: first the action of the
 * transposition table, then the killers (actions that caused a cutoff at the same ply), then by the
 * sum of history (how often an action caused a cutoff anywhere) and the game's own urgency. Of
 * equal actions, the first in the list comes first. Everything is in integers. The order changes
 * only how soon a value is found, not the value. */

struct ordering {
    const struct th_game *game;
    th_action killer[SEARCH_PLIES_MAX + 1][2];
    int32_t *history; /* by seat and action */
    uint64_t *rank;   /* by ply, game->max_legal each: higher ranks come earlier */
};

bool ordering_make(struct ordering *o, const struct th_game *game, struct th_error *e);
void ordering_drop(struct ordering *o);

/* A new search begins: clears the killers and halves the history. */
void ordering_new_search(struct ordering *o);
void ordering_clear(struct ordering *o);

/* Ranks the n actions of this ply; `first` is the index of the one to search first; -1: none. */
void ordering_rank(struct ordering *o, const struct search_stack *w, int ply, int seat, int n,
                   int first);
/* The index of the i-th action in order; called for i = 0, 1, 2, … */
int ordering_pick(struct ordering *o, int ply, int i, int n);
/* Puts off the i-th action in order, just picked, until all others are picked: another thread is
 * searching it. Returns false if it was put off before. */
bool ordering_defer(struct ordering *o, int ply, int i);
/* Records that the i-th action in order caused a cutoff, and those before it did not. */
void ordering_cutoff(struct ordering *o, const struct search_stack *w, int ply, int seat, int i,
                     int depth);

#endif
