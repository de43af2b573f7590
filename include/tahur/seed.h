/* The seed of a run: 128 bits that determine all its chance.
 *
 * A seed below 2^64 is written as a number, any other as 32 hexadecimal digits. Only a random seed
 * (th_seed_draw) keeps future chance events secret: a short number can be guessed. */
#ifndef TAHUR_SEED_H
#define TAHUR_SEED_H

#include "tahur/public.h"
#include <stdbool.h>
#include <stdint.h>

TH_BEGIN_C

struct th_seed {
    uint64_t word[2]; /* low word first */
};

enum { TH_SEED_BYTES = 33 }; /* of the text, with its terminator */

static inline struct th_seed th_seed_of(uint64_t number) {
    const struct th_seed seed = {{number, 0}};
    return seed;
}

/* Parses the text of a seed; false if it is none. */
TH_PUBLIC bool th_seed_read(const char *text, struct th_seed *seed);
/* Returns `out`; NULL if that is NULL. */
TH_PUBLIC const char *th_seed_write(struct th_seed seed, char out[TH_SEED_BYTES]);
/* A random seed from the system; false if that fails. */
TH_PUBLIC bool th_seed_draw(struct th_seed *seed);

TH_END_C

#endif
