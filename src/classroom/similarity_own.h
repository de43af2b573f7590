/* What similarity.c and passages.c share. */
#ifndef CLASSROOM_SIMILARITY_OWN_H
#define CLASSROOM_SIMILARITY_OWN_H

#include "similarity.h"
#include "tokens.h"

/* Fewer tokens in a row than GRAM are never a match; GRAM + WINDOW - 1 always are. Names count as
 * equal, so rows must be longer than in texts: 20 tokens are two or three lines. */
enum { GRAM = 20, WINDOW = 8 };
/* Fingerprints that two submissions must share at least. */
enum { SHARED_LEAST = 3 };

struct fingerprint {
    uint64_t hash;
    int program;  /* whose */
    size_t place; /* of its first token */
};

struct hashes {
    uint64_t *list; /* ascending */
    size_t count;
};

/* A submission as tokens. */
struct program {
    struct tokens tokens; /* of all files */
    size_t *start;        /* by file: its first token; after the last file: their number */
    int files;
    unsigned char *given; /* by token: whether it is in the template */
    size_t own;           /* tokens that are not */
    struct fingerprint *print;
    size_t prints;
};

struct comparison {
    struct program *program;
    int n;
    double threshold;
    struct fingerprint *print; /* of all programs, by hash, program, place */
    size_t prints;
    uint32_t *shared; /* n × n: distinct fingerprints that both have, a < b; diagonal: of one */
};

/* Sets the passages and shares of the pair (a, b). False for lack of memory. */
bool passages_find(const struct comparison *c, struct similar_pair *pair);

#endif
