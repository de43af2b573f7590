/* The generator: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64. A plain value:
 * copy it to fork it. Everything here is integer arithmetic, the same on every machine. */
#ifndef TAHUR_RNG_H
#define TAHUR_RNG_H

#include "tahur/public.h"
#include <stdint.h>

TH_BEGIN_C

struct th_rng {
    uint64_t word[4];
};

/* The finaliser of splitmix64: a bijection that spreads every bit over all the others. */
static inline uint64_t th_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

#define TH_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* Hash of a and b, in this order: chain it for more. */
static inline uint64_t th_mix2(uint64_t a, uint64_t b) {
    return th_mix(th_mix(a + TH_GOLDEN) ^ (b * TH_GOLDEN));
}

static inline struct th_rng th_rng_seeded(uint64_t seed) {
    struct th_rng r;
    for (int i = 0; i < 4; i++) r.word[i] = th_mix(seed += TH_GOLDEN);
    return r;
}

static inline uint64_t th_rng_next(struct th_rng *r) {
    uint64_t *w = r->word;
    const uint64_t sum = w[0] + w[3];
    const uint64_t result = ((sum << 23) | (sum >> 41)) + w[0];
    const uint64_t t = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= t;
    w[3] = (w[3] << 45) | (w[3] >> 19);
    return result;
}

/* Uniform in 0..n-1, without bias, and 0 if n is 0: Lemire, "Fast random integer generation in an
 * interval", 2019, on 32 bits. */
static inline uint32_t th_rng_below(struct th_rng *r, uint32_t n) {
    uint64_t product = (th_rng_next(r) >> 32) * n;
    if ((uint32_t)product < n) {
        const uint32_t reject = (uint32_t)-n % n;
        while ((uint32_t)product < reject) product = (th_rng_next(r) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* floor(bits * n / 2^64): scales 64 random bits to 0..n-1. The bias, at most n / 2^64, is far
 * below what can be measured, and one number always makes one draw. */
static inline uint32_t th_scale(uint64_t bits, uint32_t n) {
    return (uint32_t)(((bits >> 32) * n + (((bits & UINT32_MAX) * n) >> 32)) >> 32);
}

TH_END_C

#endif
