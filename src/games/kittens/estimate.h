/* Each seat's chance of winning, judged at a glance from a whole state, as good players would go on
 * with it. Made to separate luck from skill: the worth of a drawn card is the estimate after it
 * less the mean over all cards that it could have been.
 *
 * Where a seat is to decide, the chance is a sigmoid of a weighted sum of what the position looks
 * like, with weights by its kind and by the defuses of both hands (estimate_weights.h). Where a
 * card is to be turned, it is the mean over the cards. */
#ifndef KITTENS_ESTIMATE_H
#define KITTENS_ESTIMATE_H

#include "board.h"

/* Of a whole state, not of a view: there, cards of the other hand would be drawn from the deck. */
void kittens_estimate(const struct kittens *s, double out[2]);

/* ---- for fitting (bench/kittens_estimate.c) ---- */

/* “Own” is the seat in turn; cards to come are counted from the top. A danger is the chance of a
 * bomb, negative if the seat in turn draws the card when all just draw, positive if the other. */
enum kittens_feature {
    KITTENS_ONE,                            /* always 1 */
    KITTENS_OWES_NONE,                      /* the bomb was the last draw owed */
    KITTENS_OWES_TWO,                       /* two draws */
    KITTENS_DANGER,                         /* of the first four cards, one each */
    KITTENS_SURE_BOMB = KITTENS_DANGER + 4, /* ± if no bomb is unknown: of the first, by distance */
    KITTENS_RISK,                           /* bombs / cards in the deck */
    KITTENS_RISK_TWICE,                     /* the same, with two draws owed */
    KITTENS_OWN_SKIPS,
    KITTENS_OTHER_SKIPS,
    KITTENS_OWN_ATTACKS,
    KITTENS_OTHER_ATTACKS,
    KITTENS_SOON, /* the last four, times the mean danger of the first four cards */
    KITTENS_OWN_TRICKS = KITTENS_SOON + 4, /* SeeFuture, DrawBottom, Shuffle */
    KITTENS_OTHER_TRICKS,
    KITTENS_OWN_SPARE, /* defuses beyond two */
    KITTENS_OTHER_SPARE,
    KITTENS_OWN_WAY_OUT, /* all draws owed can be avoided */
    KITTENS_OTHER_WAY_OUT,
    KITTENS_MORE_WAYS, /* to avoid draws than the other has */
    KITTENS_FEWER_WAYS,
    KITTENS_OWN_KNOWN, /* the top card is known to the seat */
    KITTENS_OTHER_KNOWN,
    KITTENS_FEATURES
};

enum kittens_kind { KITTENS_COLD, KITTENS_HOT, KITTENS_PUTTING, KITTENS_KINDS };

enum {
    KITTENS_DEFUSES = 3, /* none, one, more */
    KITTENS_ROWS = KITTENS_KINDS * KITTENS_DEFUSES * KITTENS_DEFUSES,
};

/* Of a state in which a seat decides: its row of weights, and what they are multiplied with. */
int kittens_estimate_row(const struct kittens *s);
void kittens_estimate_features(const struct kittens *s, double out[KITTENS_FEATURES]);

/* While hands are dealt: what a hand is expected to have more than the other in the end. */
enum { KITTENS_DEAL_SKIPS, KITTENS_DEAL_ATTACKS, KITTENS_DEAL_TRICKS, KITTENS_DEAL_FEATURES };
void kittens_deal_features(const struct kittens *s, double out[KITTENS_DEAL_FEATURES]);

#endif
