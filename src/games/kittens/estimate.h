/* Each seat's chance of winning, judged at a glance from a whole state, as good players would go on
 * with it. Made to separate luck from skill: the worth of a drawn card is the estimate after it
 * less the mean over all cards that it could have been.
 *
 * Where a seat is to decide, the chance comes from a small network (estimate_weights.h): the rows
 * of a table that are true of the position are added up, a number for each unit; the sums above
 * zero are weighted by the kind of position, and a sigmoid makes a chance of them. Where a card is
 * to be turned, it is the mean over the cards. */
#ifndef KITTENS_ESTIMATE_H
#define KITTENS_ESTIMATE_H

#include "board.h"

/* Of a whole state, not of a view: there, cards of the other hand would be drawn from the deck. */
void kittens_estimate(const struct kittens *s, double out[2]);

/* ---- for fitting (bench/kittens_estimate.c) ---- */

/* What can be true of a position, as rows of the table. “Own” is the seat in turn. Of what is
 * counted, more than the last number count as that; none has no row where it begins with 1. Of two
 * alike, the first is the own one, the second the other's. How they have played so far shows how
 * they may go on. */
enum kittens_row {
    KITTENS_ROW_TURN,                             /* rules, a bomb to put back, draws owed 0–2 */
    KITTENS_ROW_DEFUSES = KITTENS_ROW_TURN + 12,  /* 0–3 own, 0–3 of the other */
    KITTENS_ROW_SKIPS = KITTENS_ROW_DEFUSES + 16, /* in both hands, 1–4 */
    KITTENS_ROW_ATTACKS = KITTENS_ROW_SKIPS + 8,  /* the same */
    KITTENS_ROW_SEE = KITTENS_ROW_ATTACKS + 8,    /* SeeFuture in both hands, 1–2 */
    KITTENS_ROW_BOTTOMS = KITTENS_ROW_SEE + 4,    /* DrawBottom in both hands, 1 */
    KITTENS_ROW_SHUFFLES = KITTENS_ROW_BOTTOMS + 2, /* in both hands, 1–2 */
    KITTENS_ROW_DECK = KITTENS_ROW_SHUFFLES + 4,    /* cards 0–15, then by fours until 44 */
    KITTENS_ROW_BOMBS = KITTENS_ROW_DECK + 24,      /* at unknown places, 0–5 */
    KITTENS_ROW_RISK = KITTENS_ROW_BOMBS + 6,       /* their share of the unknown cards, in 32nds */
    KITTENS_ROW_SHARE = KITTENS_ROW_RISK + 24,      /* all bombs / deck, in twentieths, 0–7 */
    KITTENS_ROW_FINDS = KITTENS_ROW_SHARE + 8,      /* Defuses in the deck, 1–3 */
    KITTENS_ROW_WAYS = KITTENS_ROW_FINDS + 3,       /* Skips and Attacks in the deck, 1–4 */
    KITTENS_ROW_TOP = KITTENS_ROW_WAYS + 4,      /* first four cards, if fixed: a bomb, who knows */
    KITTENS_ROW_NEXT = KITTENS_ROW_TOP + 32,     /* next six: a bomb or none */
    KITTENS_ROW_LOWEST = KITTENS_ROW_NEXT + 12,  /* the last card: a bomb and who knows, or none */
    KITTENS_ROW_SURE = KITTENS_ROW_LOWEST + 5,   /* no bomb unknown: cards above the first, 0–9,
                                                    then even or odd */
    KITTENS_ROW_LOCATED = KITTENS_ROW_SURE + 12, /* bombs at fixed places, 1–3 */
    KITTENS_ROW_MAYBE = KITTENS_ROW_LOCATED + 3, /* cards above where a seat fears a bomb, 0–2 */
    KITTENS_ROW_PLAYED = KITTENS_ROW_MAYBE + 6,  /* Defuses, Skips, Attacks played, 1–2 each */
    KITTENS_ROW_TRICKS = KITTENS_ROW_PLAYED + 12, /* SeeFuture, DrawBottom, Shuffle played, 1 */
    KITTENS_ROW_HANDS = KITTENS_ROW_TRICKS + 6,   /* a hand is larger by more than two */
    KITTENS_ROWS = KITTENS_ROW_HANDS + 2
};

enum {
    KITTENS_TRUE_MAX = 46, /* rows that are true of a position */
    KITTENS_UNITS = 16,
    /* The largest weights of a row and of a kind, so that sums do not overflow. */
    KITTENS_WEIGHT_MAX = INT16_MAX / KITTENS_TRUE_MAX,
    KITTENS_COUNT_MAX = INT32_MAX / 2 / INT16_MAX / KITTENS_UNITS,
    KITTENS_DEFUSES = 3, /* none, one, more */
    KITTENS_KINDS = 3 * KITTENS_DEFUSES * KITTENS_DEFUSES,
};

/* Of a state in which a seat decides: the rows that are true; returns how many. And its kind: to
 * decide, to decide with a bomb on top, to put a bomb back; by the defuses of both hands. */
int kittens_estimate_rows(const struct kittens *s, uint8_t out[KITTENS_TRUE_MAX]);
int kittens_estimate_kind(const struct kittens *s);

/* While hands are dealt: what a hand is expected to have more than the other in the end. */
enum { KITTENS_DEAL_SKIPS, KITTENS_DEAL_ATTACKS, KITTENS_DEAL_TRICKS, KITTENS_DEAL_FEATURES };
void kittens_deal_features(const struct kittens *s, double out[KITTENS_DEAL_FEATURES]);

#endif
