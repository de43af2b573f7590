/* Kittens once more, slow and obvious, from docs/rules/kittens.md alone: a real deck of cards that
 * is really shuffled. The judge of the engine. */
#ifndef PLAIN_KITTENS_H
#define PLAIN_KITTENS_H

#include <stdbool.h>

enum { PLAIN_CARD_TYPES = 8, PLAIN_MOST_CARDS = 128 };

/* The order of the page. */
enum plain_card {
    PLAIN_BOMB,
    PLAIN_DEFUSE,
    PLAIN_SKIP,
    PLAIN_ATTACK,
    PLAIN_SEE_FUTURE,
    PLAIN_DRAW_BOTTOM,
    PLAIN_SHUFFLE,
    PLAIN_SAFE
};

struct plain_kittens {
    bool classic;
    int deck[PLAIN_MOST_CARDS]; /* deck[0] is the next card drawn */
    bool known[2][PLAIN_MOST_CARDS];
    int deck_size;
    int hand[2][PLAIN_CARD_TYPES], played[2][PLAIN_CARD_TYPES];
    int seat, pending, turns;
    bool placing, drawing_all; /* a bomb is in the hand; classic: draws go on behind it */
    int loser;                 /* -1: nobody yet */
    int last[2];               /* action id; 9: defused; 10: none */
    /* What the last action turned, for whoever follows it. */
    int drawn[PLAIN_MOST_CARDS], drawn_count;
    int seen[3], seen_count;
};

/* Below n, evenly; for shuffling. */
typedef int (*plain_dice)(void *context, int n);

/* A deck in this order, from the top; each seat holds `start`. */
void plain_begin(struct plain_kittens *p, bool classic, const int deck[], int deck_size,
                 const int start[PLAIN_CARD_TYPES]);
int plain_legal(const struct plain_kittens *p, int out[9]);
/* An action of the page, 0 to 8, with all that follows from it. */
void plain_act(struct plain_kittens *p, int action, plain_dice dice, void *context);
int plain_bombs(const struct plain_kittens *p);
int plain_hand_size(const struct plain_kittens *p, int seat);

#endif
