/* The transposition table: what a search has found out about states, by their keys.
 *
 * Four entries share a line of the cache. What is deeper known about the same state stays; else a
 * new entry takes the place of the same state, of what is no longer visible, or of the oldest and
 * there of the shallowest. Forgetting is one count: entries that are older are neither seen nor
 * spared, as if they were not there. */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include "tahur/game.h"

enum table_bound { TABLE_AT_MOST = 1, TABLE_AT_LEAST = 2, TABLE_EXACT = 3 };

struct table_entry {
    int value; /* of a game won or lost: as if the state were the root */
    int place; /* of the best action found, in the list of legal ones */
    int depth; /* plies looked ahead */
    enum table_bound bound;
};

struct table;

/* NULL and the reason if the memory is not there. */
struct table *table_new(size_t bytes, struct th_error *e);
void table_drop(struct table *t);

/* A new search begins: what is there is older now. */
void table_grow_older(struct table *t);
void table_forget(struct table *t);

bool table_find(const struct table *t, uint64_t key, struct table_entry *out);
void table_keep(struct table *t, uint64_t key, const struct table_entry *entry);

#endif
