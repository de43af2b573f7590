/* A review: what a finished game owes to chance and what to its players.
 *
 * Every position of the game gets one value, each seat's chance of winning, and everything that is
 * told is a difference of such values; so for every seat
 *
 *     result = value of the start + luck + hidden + hindsight − errors
 *
 * holds exactly, whatever the judge is worth, when the errors of all are counted: a seat's own, and
 * those of the others with the sign that they have for it (gifts). A seat's errors are the sum of
 * the losses of its decisions, each by one comparison of the judge.
 *
 * In open games values go from the end to the beginning. The end is worth its result; before a
 * decision stands what stood after it and what the decision lost; before a chance event the mean
 * over its outcomes, as the judge values them. A value stays between 0 and 1: what a decision lost
 * beyond that, as in a game that was won all the same, is hindsight, and 0 where something is
 * hidden. (Where chance has no part, all values are those of hindsight.)
 *
 * Where something is hidden, every position is valued as it truly is, with the action that the
 * judge holds for best by what the seat could know. An error is judged by that knowledge alone;
 * what a decision changed in the true position beyond it is told as hidden. */
#ifndef ANALYSIS_REVIEW_H
#define ANALYSIS_REVIEW_H

#include "judge.h"
#include "record/record.h"

enum review_kind {
    REVIEW_DECISION,
    REVIEW_FORCED, /* one legal action: nothing to judge */
    REVIEW_CHANCE,
    REVIEW_GIVEN_UP, /* behind the last step: resigned, out of time, or a fault */
};

/* By what was lost, as chance of winning. */
enum review_grade { REVIEW_FINE, REVIEW_SMALL, REVIEW_BAD, REVIEW_BLUNDER, REVIEW_GRADES };
extern const char *const review_grades[];
#define REVIEW_SMALL_LOSS   0.02
#define REVIEW_BAD_LOSS     0.04
#define REVIEW_BLUNDER_LOSS 0.08

struct review_step {
    enum review_kind kind;
    int seat; /* who decides; of chance, whose turn it is */
    uint32_t turn;
    th_action played, best; /* best: where it is better than what was played */
    bool better;
    enum review_grade grade;
    double probability;          /* of chance: how likely the outcome was */
    double value[TH_SEATS_MAX];  /* before the step */
    double change[TH_SEATS_MAX]; /* value behind it minus value before it: of chance, the luck */
    /* Of a decision, change = hidden + hindsight − error: */
    double error[TH_SEATS_MAX]; /* what each seat lost by it, as the judge compares; gifts are below
                                   0, and what its own seat lost is not */
    double hidden[TH_SEATS_MAX];    /* what it changed beyond what its seat could know */
    double hindsight[TH_SEATS_MAX]; /* the part of the error that the game did not take */
};

struct review_player {
    /* result = start + luck + hidden + hindsight − errors + gifts */
    double start, luck, hidden, hindsight, errors, gifts, result;
    int decisions; /* with a choice */
    int grade[REVIEW_GRADES];
};

/* What its own seat lost by a step. */
static inline double review_lost(const struct review_step *s) {
    return s->error[s->seat];
}

struct review {
    int seats;
    size_t steps;
    struct review_step *step;
    double result[TH_SEATS_MAX];
    struct review_player player[TH_SEATS_MAX];
};

/* Whether the game of a record is finished, neither stopped nor unfinished; if not, the reason. */
bool review_check(const struct record *record, struct th_error *e);
/* Reviews the game of such a record. review_drop is due only if it succeeds. `progress` may be
 * NULL.
 */
bool review_make(struct review *r, const struct record *record, struct judge *judge,
                 void (*progress)(void *context, uint64_t done), void *context, struct th_error *e);
void review_drop(struct review *r);

/* One decision alone: what it lost against the judge's best action, as far as that is beyond
 * doubt. */
struct review_loss {
    bool choice;               /* there was one */
    double lost[TH_SEATS_MAX]; /* by seat; of the one that decided 0 or more */
    th_action best;            /* the judge's */
    enum review_grade grade;
};
/* `room` is for one state. */
bool review_decide(struct judge *judge, const struct th_game *game, const struct th_state *s,
                   th_action played, struct th_state *room, struct review_loss *out,
                   struct th_error *e);

#endif
