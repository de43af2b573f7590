/* One task of a grade: does a bot win its share of the games in one line-up? Played until that is
 * sure. */
#ifndef ARENA_EXAM_H
#define ARENA_EXAM_H

#include "kinds.h"
#include "stats/bets.h"

struct exam {
    struct fixture fixture; /* one line-up: the bot in its first place, and its opponents */
    double require, confidence;
    struct kinds kinds;
    struct scores scores; /* of blocks that are no repeats, in twelfths of a game */
    enum bets_verdict verdict;
    uint64_t repeats;              /* the other blocks */
    uint64_t games, unfinished;    /* of all */
    uint64_t faults[TH_SEATS_MAX]; /* by place in the line-up, likewise */
};

bool exam_make(struct exam *x, const struct line_up *line_up, int seats, double require,
               double confidence, struct th_error *e);
void exam_drop(struct exam *x);

/* Sets who plays whom, and how many games at most. */
void exam_set(const struct exam *x, struct series *s, uint64_t games);
/* Counts a block of such a series; false once it is sure, or when nothing new has come for long
 * (exam_is_stale). */
bool exam_count(struct exam *x, const struct series *s, const struct series_block *block);
bool exam_is_stale(const struct exam *x);

#endif
