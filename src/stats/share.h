/* Shares of games that players win, from games in blocks.
 *
 * The games of a block share their luck, so a block is one observation: a share is a ratio of sums
 * over blocks, with the standard error of a ratio estimator (Cochran, Sampling Techniques, 1977,
 * section 6.4). Its interval is that of as many independent games as the blocks are worth. */
#ifndef STATS_SHARE_H
#define STATS_SHARE_H

#include "tahur/arena.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- distinct games ---- */

/* Duplicate detection: which games are new. Deterministic bots play the same game again from the
 * same start, and a duplicate is no evidence. Games are recognised by their keys, in a hash table
 * that grows; beyond DISTINCT_MAX, or without memory, all games count as new. */

enum { DISTINCT_MAX = 1 << 20 };

struct distinct {
    uint64_t *slot; /* 0: free */
    size_t slots;
    uint64_t kept;  /* distinct games that may be repeated */
    uint64_t count; /* these, and all others */
    uint64_t stale; /* blocks since the last that brought something new */
};

/* The next game; whether it is new. One that cannot be the repeat of another always is. */
bool distinct_add_key(struct distinct *k, uint64_t key, bool repeatable);
/* Of so many games added, in blocks of `seats`: how many differ, if few games came again and again,
 * as between bots that never vary. 0: they do not repeat themselves, and all count. The games of
 * one block may well be the same. */
uint64_t distinct_repeated(const struct distinct *k, uint64_t games, int seats);
void distinct_drop(struct distinct *k);

/* ---- ratios ---- */

/* Sums for one ratio: numerators, denominators, and their squares and product by block. */
struct ratio {
    double n, d, nn, nd, dd;
};
/* Adds a block. Inline: a contest of fast bots adds dozens of them for each of its blocks. */
static inline void ratio_add(struct ratio *r, double n, double d) {
    r->n += n;
    r->d += d;
    r->nn += n * n;
    r->nd += n * d;
    r->dd += d * d;
}
/* NaN where it is undefined: the mean of nothing, the error of less than two blocks. */
struct th_estimate ratio_estimate(const struct ratio *r, uint64_t blocks);

/* How many independent games a share of so many games is worth: fewer, where games that share their
 * luck tend to go the same way; never more than `games`. */
double independent_games(struct th_estimate share, double games);

/* ---- the share of one player ---- */

struct share {
    uint64_t games, blocks;
    double block_won; /* in the block in progress */
    struct ratio won;
    struct distinct distinct;
};

/* The next game: what was won, 0 to 1, and its key, if it could be the repeat of another one. */
void share_add(struct share *s, double won, uint64_t key, bool repeatable);
/* The end of a block of so many games. */
void share_close_block(struct share *s, int games);
/* distinct_repeated of these games. */
uint64_t share_distinct(const struct share *s, int seats);
/* How many independent games they are worth, and their mean. */
double share_worth(const struct share *s, double games, double *mean);
void share_drop(struct share *s);

/* ---- spread ---- */

/* How values spread: a histogram of values from 0 on whose range need not be known before. Its bars
 * are as wide as a power of two; when a value comes that is beyond the last, neighbours are joined
 * and all bars are twice as wide. So no value is ever counted in a wrong bar. */

enum { SPREAD_BARS = 4096 };

struct spread {
    double width; /* of a bar; 0: nothing counted yet */
    uint64_t count;
    bool fractions; /* not all values were whole numbers */
    uint32_t bar[SPREAD_BARS];
};

/* A finite value, 0 or more; anything else is not counted. */
void spread_add(struct spread *s, double value);

/* The value below which (at least) that share of the values is: the end of a bar. 0 of nothing. */
double spread_below(const struct spread *s, double share);
/* The beginning of the first bar with something in it. */
double spread_least(const struct spread *s);
/* The share of values from `low` to below `high`, which are ends of bars. */
double spread_share(const struct spread *s, double low, double high);

/* Student's t ("The probable error of a mean", 1908): the number of standard errors on either side
 * of the mean of a few observations for a 95 % interval. */

/* `freedom`: degrees of freedom, at least one: observations less one. Above 30 it interpolates in
 * 1 / freedom between the last of the table and the normal distribution, exact to three decimals.
 */
static inline double student_95(int freedom) {
    static const double table[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
                                   2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
                                   2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
                                   2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
    const double normal = 1.95996;
    const int rows = (int)(sizeof table / sizeof *table);
    if (freedom <= rows) return table[freedom - 1];
    return normal + (table[rows - 1] - normal) * rows / freedom;
}

#endif
