/* The numbers of an observation come in blocks of a kind: a column for each seat, a cell each. A
 * game lists its blocks in order, and names and meanings follow from the block and the place in
 * it. */
#ifndef CORE_OBSERVATION_H
#define CORE_OBSERVATION_H

struct observation_block {
    int count;           /* 0 ends the list */
    const char *meaning; /* with the range */
};

/* The block that the i-th number is in; *i becomes its place there. */
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
