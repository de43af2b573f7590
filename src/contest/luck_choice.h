/* Whether the results of a contest are adjusted for luck (core/luck.h): as asked for, or, by
 * default, as its first blocks show.
 *
 * Adjusting pays if it lowers variance × time. Both are ratios: variances are those of block means
 * in the first LUCK_BLOCKS blocks, and times follow from counts and a fixed price list, not from
 * the clock. So the choice is a function of the games alone: the same for any number of threads and
 * ranks, for a run that goes on, and for a report. */
#ifndef CONTEST_LUCK_CHOICE_H
#define CONTEST_LUCK_CHOICE_H

#include "plan.h"

enum { LUCK_BLOCKS = 100 };

extern const char *const luck_modes[]; /* the names of enum th_luck, ended by NULL */

struct luck_choice {
    enum th_luck asked;
    enum th_luck made;   /* TH_LUCK_AUTO: not yet */
    atomic_bool measure; /* whether games are measured, until the choice is made and after it */
    /* Of the blocks that it is made by: */
    uint64_t blocks, plies, work;
    struct {
        double sum, squares;
    } plain[TH_SEATS_MAX], adjusted[TH_SEATS_MAX]; /* by player: means of blocks */
    double answer_price;                           /* of a decision */
    /* Plain over adjusted, 0: unknown; and time with measuring over time without. */
    double variance_ratio, time_ratio;
};

void luck_choice_begin(struct luck_choice *c, const struct plan *plan);
/* The next block of an arena; after LUCK_BLOCKS of them the choice is made. */
void luck_choice_add(struct luck_choice *c, const struct plan *plan, const struct series_block *b);
/* After the last block: a run with fewer blocks than that chooses by what it has. */
void luck_choice_end(struct luck_choice *c, const struct plan *plan);

#endif
