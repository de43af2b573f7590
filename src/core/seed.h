/* Random numbers from the seed of a run: for each purpose a keyed function of its own, SipHash-2-4
 * with the seed as the key.
 *
 * A bot may know everything that is drawn for it, and all chance events that have happened. Since
 * the function is pseudo-random, this does not help to predict another output, of this purpose or
 * of any other: that would require the key. */
#ifndef CORE_SEED_H
#define CORE_SEED_H

#include "tahur/seed.h"

/* ---- SipHash-2-4 ---- */

/* A keyed function from bytes to 64 bits (Aumasson and Bernstein 2012). Without the key of 128
 * bits, outputs cannot be distinguished from random numbers.
 *
 * Messages are words of 64 bits, and a last one of 56 bits. The length is part of the message, so
 * messages of different lengths have unrelated outputs. */
struct sip {
    uint64_t v[4];
    uint64_t words;
};

static inline uint64_t sip_rotate(uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
}

static inline void sip_round(uint64_t v[4]) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = sip_rotate(v[1], 13) ^ v[0];
    v[3] = sip_rotate(v[3], 16) ^ v[2];
    v[0] = sip_rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[3] = sip_rotate(v[3], 21) ^ v[0];
    v[1] = sip_rotate(v[1], 17) ^ v[2];
    v[2] = sip_rotate(v[2], 32);
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

/* The output for all words added and the last one, below 2^56. */
static inline uint64_t sip_end(const struct sip *s, uint64_t last) {
    uint64_t v[4] = {s->v[0], s->v[1], s->v[2], s->v[3]};
    sip_compress(v, (last & ((UINT64_C(1) << 56) - 1)) | ((8 * s->words + 7) << 56));
    v[2] ^= 0xff;
    for (int i = 0; i < 4; i++) sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- purposes ---- */

/* The first word of each message: no two purposes share an output. Results of runs depend on these
 * numbers. */
enum seed_purpose {
    SEED_CHANCE = 1,  /* (block, key, number): an event of a match */
    SEED_BOT,         /* (game, seat): a bot's generator */
    SEED_PLIES,       /* (block): the random plies that begin a match */
    SEED_OPENINGS,    /* (cycle, index): the order of openings */
    SEED_ORDERS,      /* (cycle, index): the order of seatings */
    SEED_FIXTURE,     /* (fixture, word): the seed of one line-up of a series */
    SEED_TASK,        /* (task, word): the seed of one opponent's games in a grading */
    SEED_BOT_AT_STEP, /* (seat, step): a bot's generator for one decision of a session */
};

static inline struct sip seed_begin(struct th_seed seed, enum seed_purpose purpose, uint64_t a) {
    struct sip s = sip_begin(seed);
    sip_add(&s, (uint64_t)purpose);
    sip_add(&s, a);
    return s;
}

/* `b` is below 2^56. */
static inline uint64_t seed_number(struct th_seed seed, enum seed_purpose purpose, uint64_t a,
                                   uint64_t b) {
    const struct sip s = seed_begin(seed, purpose, a);
    return sip_end(&s, b);
}

/* A seed of its own for a part of the run; part 0 has the seed of the run itself. */
static inline struct th_seed seed_of_part(struct th_seed seed, enum seed_purpose purpose,
                                          uint64_t part) {
    if (part == 0) return seed;
    return (struct th_seed){
        {seed_number(seed, purpose, part, 0), seed_number(seed, purpose, part, 1)}};
}

#endif
