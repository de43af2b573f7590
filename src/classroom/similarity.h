/* Which submissions look copied from each other: fingerprints of their tokens, chosen by winnowing
 * (Schleimer, Wilkerson, Aiken: Winnowing: local algorithms for document fingerprinting, SIGMOD
 * 2003). Renaming, comments, layout and another order of functions change little. A high share is a
 * reason to read both programs, not a proof. */
#ifndef CLASSROOM_SIMILARITY_H
#define CLASSROOM_SIMILARITY_H

#include "tahur/error.h"
#include <stdbool.h>
#include <stddef.h>

/* A file. The language is that of its name's ending. A file of no known language, with a 0 byte in
 * it, or of more than SOURCE_MOST bytes has no tokens. */
#define SOURCE_MOST ((size_t)4 << 20)
struct source {
    const char *name, *text; /* the text need not end with 0 */
    size_t size;
};
bool source_is_compared(const struct source *s);

struct sources {
    const char *name; /* of the submission */
    const struct source *file;
    int count;
};

struct similarity_options {
    double threshold; /* pairs with at least this share are reported; 0 … 1 */
    /* Code that more submissions than this have is common, and does not count; 0: none is. */
    int common;
};
#define SIMILARITY_THRESHOLD 0.4
#define SIMILARITY_COMMON    10

/* The same tokens in both, as lines from 1 on, both ends included. */
struct passage {
    int file_a, file_b; /* indices in the lists of files */
    int first_a, last_a, first_b, last_b;
    int tokens;
};

struct similar_pair {
    int a, b;                /* indices of the submissions, a < b */
    double share_a, share_b; /* of the tokens of each that are in passages; template not counted */
    double share;            /* the larger of the two: a copy with additions stays visible */
    struct passage *passage; /* in the order of a */
    int passages;
};

struct similarity {
    struct similar_pair *pair; /* the largest share first */
    size_t pairs;
};

/* Compares n submissions, each with each. `template` is what all were given: it does not count. The
 * texts are not kept. Returns false and sets *e only for lack of memory. similarity_drop is due in
 * any case. */
bool similarity_find(const struct sources *submission, int n, const struct source *template,
                     int templates, const struct similarity_options *o, struct similarity *out,
                     struct th_error *e);
void similarity_drop(struct similarity *s);
/* Puts the pairs in their order: the largest share first, then as the submissions are. */
void similarity_sort(struct similarity *s);

#endif
