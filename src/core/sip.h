/* SipHash-2-4 (Aumasson and Bernstein 2012): a keyed function from bytes to 64 bits. Without its
 * key of 128 bits, no output can be told from a random number, whatever other outputs are known.
 *
 * Messages here are words of 64 bits, and at last one of 56 bits. The length is part of the
 * message, so that a longer one never shares its output with a shorter one. */
#ifndef CORE_SIP_H
#define CORE_SIP_H

#include "tahur/seed.h"

struct sip {
    uint64_t v[4];
    uint64_t words;
};

static inline uint64_t sip_turn(uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
}

static inline void sip_round(uint64_t v[4]) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = sip_turn(v[1], 13) ^ v[0];
    v[3] = sip_turn(v[3], 16) ^ v[2];
    v[0] = sip_turn(v[0], 32) + v[3];
    v[2] += v[1];
    v[3] = sip_turn(v[3], 21) ^ v[0];
    v[1] = sip_turn(v[1], 17) ^ v[2];
    v[2] = sip_turn(v[2], 32);
}

static inline struct sip sip_begin(struct th_seed key) {
    return (struct sip){.v = {key.word[0] ^ UINT64_C(0x736f6d6570736575),
                              key.word[1] ^ UINT64_C(0x646f72616e646f6d),
                              key.word[0] ^ UINT64_C(0x6c7967656e657261),
                              key.word[1] ^ UINT64_C(0x7465646279746573)}};
}

static inline void sip_compress(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    sip_round(v);
    sip_round(v);
    v[0] ^= word;
}

static inline void sip_add(struct sip *s, uint64_t word) {
    sip_compress(s->v, word);
    s->words++;
}

/* The output for all words that were added and the last one, below 2^56. */
static inline uint64_t sip_end(const struct sip *s, uint64_t last) {
    uint64_t v[4] = {s->v[0], s->v[1], s->v[2], s->v[3]};
    sip_compress(v, (last & ((UINT64_C(1) << 56) - 1)) | ((8 * s->words + 7) << 56));
    v[2] ^= 0xff;
    for (int i = 0; i < 4; i++) sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

#endif
