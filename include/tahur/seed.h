/* The seed of a run: 128 bits, from which all its chance follows.
 *
 * A seed below 2^64 is written as a number, any other as 32 hexadecimal digits. Only a seed that is
 * drawn at random (th_seed_draw) keeps the chance to come secret: a short number can be guessed. */
#ifndef TAHUR_SEED_H
#define TAHUR_SEED_H

#include "tahur/public.h"
#include <stdbool.h>
#include <stdint.h>

TH_BEGIN_C

struct th_seed {
    uint64_t word[2]; /* the low one first */
};

enum { TH_SEED_BYTES = 33 }; /* of the text, with its end */

static inline struct th_seed th_seed_of(uint64_t number) {
    const struct th_seed seed = {{number, 0}};
    return seed;
}

/* Reads what th_seed_write writes; false if the text is no seed. */
TH_PUBLIC bool th_seed_read(const char *text, struct th_seed *seed);
/* Returns `out`; NULL if that is NULL. */
TH_PUBLIC const char *th_seed_write(struct th_seed seed, char out[TH_SEED_BYTES]);
/* A seed that cannot be guessed, from the system; false if the system gives none. */
TH_PUBLIC bool th_seed_draw(struct th_seed *seed);

TH_END_C

#endif
