/* Whether the results of a contest are adjusted for luck (core/luck.h): as asked for, or, by
 * default, as its first blocks show.
 *
 * Adjusting pays if it lowers variance × time. Both are ratios: variances are those of the scores
 * of the first blocks, within fixtures, and times follow from counts and a fixed price list, not
 * from the clock. So the choice is a function of the games alone: the same for any number of
 * threads and ranks, for a run that goes on, and for a report. */
#ifndef CONTEST_LUCK_CHOICE_H
#define CONTEST_LUCK_CHOICE_H

#include "plan.h"

/* The trial has at least so many blocks, in whole rounds, and two blocks of each fixture. */
enum { LUCK_BLOCKS = 100 };

extern const char *const luck_modes[]; /* the names of enum th_luck, ended by NULL */

/* What was chosen, and why. */
struct luck_summary {
    enum th_luck asked;
    enum th_luck chosen; /* TH_LUCK_AUTO: the trial is not over */
    uint64_t blocks;     /* that were measured to choose by; 0: none */
    /* Plain over adjusted, 0: unknown; and time with measuring over time without. */
    double variance_ratio, time_ratio;
};

struct luck_choice {
    struct luck_summary summary;
    atomic_bool measure; /* whether games are measured, until the choice is made and after it */
    uint64_t trial;      /* blocks */
    /* Of these blocks: */
    uint64_t plies, work;
    double answer_price; /* of a decision */
    int scores;          /* of a block */
    int fixtures;
    struct luck_sums {
        uint64_t blocks;
        struct {
            double sum, squares;
        } plain[TH_SEATS_MAX], adjusted[TH_SEATS_MAX]; /* by score */
    } * fixture;                                       /* by fixture; owned */
};

/* For a plan whose fixtures are set, with so many scores of each block, at most TH_SEATS_MAX.
 * luck_choice_drop is due in any case. A zeroed choice is plain. */
bool luck_choice_begin(struct luck_choice *c, const struct plan *plan, int scores,
                       struct th_error *e);
void luck_choice_drop(struct luck_choice *c);

/* The next block, with its scores. At the end of the trial the choice is made. */
void luck_choice_add(struct luck_choice *c, const struct series_block *b, const double plain[],
                     const double adjusted[]);
/* After the last block: a run that is shorter than the trial chooses by what it has. */
void luck_choice_end(struct luck_choice *c);
/* After a test that may have ended before the trial: if so, it has used plain results, unless it
 * was asked not to. */
void luck_choice_cancel(struct luck_choice *c);

/* Whether results are adjusted by now. */
static inline bool luck_is_adjusted(const struct luck_choice *c) {
    return c->summary.chosen == TH_LUCK_ADJUSTED;
}

/* For struct series: what says whether its games are measured. Not NULL in any rank if the game has
 * luck: the first one may measure because a saved run says so, which the others do not read. */
atomic_bool *luck_choice_measure(struct luck_choice *c, const struct plan *plan);

/* What each place of a line-up won in a block, in games (series_shares), with luck and without. For
 * plans with one line-up a fixture. */
void luck_block_wins(const struct plan *plan, const struct series_block *b, double plain[],
                     double adjusted[]);

#endif
