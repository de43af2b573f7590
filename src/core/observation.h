/* The numbers of an observation form blocks: for example one number per column or per cell. A game
 * lists its blocks in order; names and meanings follow from the block and the index in it. */
#ifndef CORE_OBSERVATION_H
#define CORE_OBSERVATION_H

struct observation_block {
    int count;           /* 0 ends the list */
    const char *meaning; /* with the range */
};

/* The block of the i-th number; *i becomes its index in the block. */
static inline int observation_block_of(const struct observation_block blocks[], int *i) {
    int b = 0;
    while (*i >= blocks[b].count) *i -= blocks[b++].count;
    return b;
}

static inline int observation_count(const struct observation_block blocks[]) {
    int n = 0;
    for (int b = 0; blocks[b].count > 0; b++) n += blocks[b].count;
    return n;
}

#endif
