/* What is drawn from the seed of a run: for each purpose a keyed function of its own (sip.h), with
 * the seed as the key.
 *
 * A bot may know everything that is drawn for it, and all chance events that have happened. Since
 * the function is pseudo-random, that is of no help to foresee another output, of this purpose or
 * of any other: it would have to find the key first. */
#ifndef CORE_SEED_H
#define CORE_SEED_H

#include "sip.h"

/* The first word of each message: no two purposes share an output. Runs depend on these numbers. */
enum seed_purpose {
    SEED_CHANCE = 1,  /* (block, key, number): an event of a match */
    SEED_BOT,         /* (game, seat): a bot's generator */
    SEED_PLIES,       /* (block): the random plies that begin a match */
    SEED_OPENINGS,    /* (cycle, which): the order in which openings come */
    SEED_ORDERS,      /* (cycle, which): likewise, of the orders of seats */
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
