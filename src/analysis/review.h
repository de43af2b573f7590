/* A review: what a finished game owes to chance and what to its players.
 *
 * Every position of the game gets one value, each seat's chance of winning, and every figure is a
 * difference of such values. So for every seat
 *
 *     result = value of the start + luck + hidden + hindsight − errors
 *
 * holds exactly, however good the judge is, if the errors of all seats are included: a seat's own,
 * and those of the others with the sign that they have for it (gifts). A seat's errors are the sum
 * of the losses of its decisions, each from one comparison by the judge.
 *
 * With perfect information, values are computed from the end to the start. The value of the end is
 * the result; the value before a decision is the value after it plus the loss of the decision; the
 * value before a chance event is the mean over its outcomes, as the judge values them. A value
 * stays between 0 and 1: the part of a loss beyond that, as in a game that was won nevertheless, is
 * hindsight; with hidden information it is 0. (Without chance, all values are those of hindsight.)
 *
 * With hidden information, the value of a position is that of the full state, with the action that
 * is best by the view of the seat. An error is judged by the view alone; any other change of the
 * value of the full state by a decision is reported as hidden. */
#ifndef ANALYSIS_REVIEW_H
#define ANALYSIS_REVIEW_H

#include "judge.h"
#include "record/record.h"
#include <jansson.h>

enum review_kind {
    REVIEW_DECISION,
    REVIEW_FORCED, /* one legal action: nothing to judge */
    REVIEW_CHANCE,
    REVIEW_GIVEN_UP, /* after the last step: resigned, out of time, or a fault */
};

/* Grades by loss, as chance of winning. */
enum review_grade { REVIEW_FINE, REVIEW_SMALL, REVIEW_BAD, REVIEW_BLUNDER, REVIEW_GRADES };
extern const char *const review_grades[];
#define REVIEW_SMALL_LOSS   0.02
#define REVIEW_BAD_LOSS     0.04
#define REVIEW_BLUNDER_LOSS 0.08

/* What a search expects. */
struct review_line {
    int n;
    th_action action[TH_LINE_MAX];
};

struct review_step {
    enum review_kind kind;
    int seat; /* that decides; of chance, the seat whose turn it is */
    uint32_t turn;
    th_action played, best; /* best: set if `better` */
    bool better;
    struct review_line line; /* after a better action, beginning with it */
    enum review_grade grade;
    double hoped, had; /* the chance of the deciding seat with the best action, and with its own, by
                        * the judge; NaN: there was no choice */
    double probability;          /* of the outcome of chance */
    double value[TH_SEATS_MAX];  /* before the step */
    double change[TH_SEATS_MAX]; /* value after it minus value before it: of chance, the luck */
    /* Of a decision, change = hidden + hindsight − error: */
    double error[TH_SEATS_MAX]; /* the loss of each seat by the judge; negative for gifts, never for
                                   the seat that decides */
    double hidden[TH_SEATS_MAX];    /* the change that its seat could not know */
    double hindsight[TH_SEATS_MAX]; /* the part of the error that did not affect the result */
};

struct review_player {
    /* result = start + luck + hidden + hindsight − errors + gifts */
    double start, luck, hidden, hindsight, errors, gifts, result;
    int decisions; /* with a choice */
    int grade[REVIEW_GRADES];
    double accuracy; /* the mean of review_accuracy over its decisions; NaN: there were none */
};

/* The accuracy of a decision with this loss: 1 without a loss, 0.90, 0.82 and 0.67 at the limits of
 * the grades, 0.01 for a game that was won and is lost. */
double review_accuracy(double loss);

/* The loss of the seat that decides. */
static inline double review_lost(const struct review_step *s) {
    return s->error[s->seat];
}

/* The result without luck and hidden as people read it, as a chance. In data it is not clamped: it
 * may lie outside of 0 to 1, and its mean must not be distorted. */
static inline double review_adjusted(const struct review_player *p) {
    const double adjusted = p->result - p->luck - p->hidden;
    return adjusted < 0 ? 0 : adjusted > 1 ? 1 : adjusted;
}

struct review {
    int seats;
    size_t steps;
    struct review_step *step;
    double result[TH_SEATS_MAX];
    struct review_player player[TH_SEATS_MAX];
};

/* Whether the game of a record is finished; if not, returns false and sets *e. */
bool review_check(const struct record *record, struct th_error *e);
/* Reviews the game of such a record. The caller calls review_drop only if it succeeds. `progress`
 * may be NULL. */
bool review_make(struct review *r, const struct record *record, struct judge *judge,
                 void (*progress)(void *context, uint64_t done), void *context, struct th_error *e);
void review_drop(struct review *r);

/* One decision: its loss against the judge's best action, 0 unless that is significantly better. */
struct review_loss {
    bool choice;               /* there was more than one legal action */
    double lost[TH_SEATS_MAX]; /* by seat; not negative for the one that decides */
    th_action best;            /* by the judge */
    double hoped, had;         /* see review_step */
    struct review_line line;   /* of the best */
    enum review_grade grade;
};
/* `room` is a buffer for one state. */
bool review_decide(struct judge *judge, const struct th_game *game, const struct th_state *s,
                   th_action played, struct th_state *room, struct review_loss *out,
                   struct th_error *e);

/* ---- text and JSON ---- */

/* An action at this step of the record, and the position before it, as text. */
const char *review_action(const struct record *r, size_t step, th_action a,
                          char out[TH_ACTION_BYTES]);
const char *review_position(const struct record *r, size_t step, char out[TH_POSITION_BYTES]);
/* The action of the step; "(resigns)" or the like after the last step. */
const char *review_did(const struct record *r, const struct review *review, size_t step,
                       char out[TH_ACTION_BYTES]);

/* The output of `tahur review --json`; `judge` describes the judge. */
json_t *review_json(const struct record *r, const struct review *review, const char *judge);

#endif
