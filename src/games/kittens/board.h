/* Kittens: cards, the state and the rules as functions on it (docs/rules/kittens.md).
 *
 * The deck is held as far as it is fixed: a place holds a card that somebody has looked at or put
 * there, or KITTENS_UNKNOWN; the cards of all unknown places are a multiset, and which of them lies
 * where is decided by chance when it is drawn or looked at. A shuffle makes every place unknown.
 *
 * Each fixed place remembers which seats know it. What a seat knows (“What a player knows”) is the
 * same struct with the rest blanked (see.c): places it does not know are unknown, and of the other
 * hand it holds only what must still be there from the start. */
#ifndef KITTENS_BOARD_H
#define KITTENS_BOARD_H

#include "tahur/game.h"
#include "tahur/rng.h"
#include <stdint.h>

enum kittens_card {
    KITTENS_BOMB,
    KITTENS_DEFUSE,
    KITTENS_SKIP,
    KITTENS_ATTACK,
    KITTENS_SEE_FUTURE,
    KITTENS_DRAW_BOTTOM,
    KITTENS_SHUFFLE,
    KITTENS_SAFE,
    KITTENS_CARDS,
    KITTENS_UNKNOWN = KITTENS_CARDS, /* a place in the deck */
};

/* The ids of the rules page: observations, networks and records use them. */
enum kittens_action {
    KITTENS_DO_DRAW,
    KITTENS_DO_SKIP,
    KITTENS_DO_ATTACK,
    KITTENS_PUT_TOP,
    KITTENS_PUT_MIDDLE,
    KITTENS_PUT_BOTTOM,
    KITTENS_DO_SEE_FUTURE,
    KITTENS_DO_DRAW_BOTTOM,
    KITTENS_DO_SHUFFLE,
    KITTENS_ACTIONS,
    /* What others see of an action: */
    KITTENS_DEFUSED = KITTENS_ACTIONS, /* put the bomb back somewhere */
    KITTENS_NOTHING,                   /* has not acted yet */
};

enum kittens_phase {
    KITTENS_DEALING,        /* chance deals the hands (deck=official) */
    KITTENS_DECIDING,       /* the seat chooses an action */
    KITTENS_DRAWING,        /* chance turns the top card */
    KITTENS_DRAWING_BOTTOM, /* chance turns the bottom card */
    KITTENS_LOOKING,        /* chance turns what SeeFuture is to show */
    KITTENS_PLACING,        /* the seat has defused and puts the bomb back */
    KITTENS_OVER,           /* the seat has lost */
};

enum kittens_rules { KITTENS_FULL, KITTENS_CLASSIC };

enum {
    KITTENS_DECK_MAX = 64,
    KITTENS_CARDS_MAX = 120, /* in the whole game */
    KITTENS_TURNS_MAX = 60000,
    KITTENS_SEEN = 3,  /* cards SeeFuture shows */
    KITTENS_DEALT = 7, /* cards a seat is dealt from the deck `official` */
    KITTENS_ATTACKED = 2,
    KITTENS_CARD = 15,              /* of a place: which card */
    KITTENS_KNOWN_0 = 16,           /* of a place: seat 0 knows it; twice that: seat 1 */
    KITTENS_PLACES = 3,             /* where a bomb can be put back */
    KITTENS_SEES_ALL = TH_SEES_ALL, /* `viewer` of a whole state */
};

/* What a seat may think of one of the three places where the other put its last bomb: a place in
 * the deck as it is now, or one of these. */
enum {
    KITTENS_MAYBE_NOT = 255,   /* there was none, or another card was seen there */
    KITTENS_MAYBE_FOUND = 254, /* a bomb was seen there: this one, or another */
};

struct kittens {
    uint8_t deck[KITTENS_DECK_MAX]; /* deck[0] is the bottom; card and who knows it */
    uint8_t unknown[KITTENS_CARDS]; /* cards of the unknown places; in a view, and of the hidden
                                       cards of the other hand */
    uint8_t hand[2][KITTENS_CARDS];
    uint8_t played[2][KITTENS_CARDS]; /* a spent Defuse counts */
    uint8_t start[KITTENS_CARDS];     /* what each hand is known to have held at the start */
    uint8_t maybe[2][KITTENS_PLACES]; /* top, middle, bottom: see above */
    uint8_t known[2];                 /* places of the deck that each seat knows */
    uint8_t last[2];                  /* last action, as others see it */
    uint8_t hand_size[2];
    uint8_t deck_size;
    uint8_t bombs; /* in the deck */
    uint8_t rules;
    uint8_t seat, phase;
    uint8_t pending;                  /* draws owed */
    uint8_t follow;                   /* classic: the draws that are owed follow by themselves */
    uint8_t looking;                  /* the next place to look at, from the top */
    uint8_t to_deal;                  /* cards, in KITTENS_DEALING */
    uint8_t join_bombs, join_defuses; /* put into the deck after the deal */
    int8_t viewer;                    /* whose view this is; TH_STRANGER; KITTENS_SEES_ALL */
    uint16_t turns;                   /* finished */
};

static inline struct kittens *kittens_of(struct th_state *s) {
    return (struct kittens *)(void *)s;
}
static inline const struct kittens *kittens_in(const struct th_state *s) {
    return (const struct kittens *)(const void *)s;
}

static inline int kittens_card_at(const struct kittens *s, int place) {
    return s->deck[place] & KITTENS_CARD;
}
static inline bool kittens_knows(const struct kittens *s, int seat, int place) {
    return (s->deck[place] >> 4 >> seat & 1) != 0;
}

/* ---- rules.c ---- */

/* How many of each card are in the deck, and what each seat gets. */
struct kittens_deck {
    const char *name;
    uint8_t count[KITTENS_CARDS];
    uint8_t start[KITTENS_CARDS];
    uint8_t dealt; /* from the deck without bombs and defuses, which join it behind the deal */
};
extern const struct kittens_deck kittens_decks[];

void kittens_begin(struct kittens *s, const struct kittens_deck *deck, enum kittens_rules rules);

/* The legal actions as a set of bits, in KITTENS_DECIDING and KITTENS_PLACING. */
static inline unsigned kittens_legal_set(const struct kittens *s) {
    if (s->phase == KITTENS_PLACING)
        return 1U << KITTENS_PUT_TOP | 1U << KITTENS_PUT_MIDDLE | 1U << KITTENS_PUT_BOTTOM;
    const uint8_t *hand = s->hand[s->seat];
    return 1U << KITTENS_DO_DRAW | (unsigned)(hand[KITTENS_SKIP] > 0) << KITTENS_DO_SKIP |
           (unsigned)(hand[KITTENS_ATTACK] > 0) << KITTENS_DO_ATTACK |
           (unsigned)(hand[KITTENS_SEE_FUTURE] > 0) << KITTENS_DO_SEE_FUTURE |
           (unsigned)(hand[KITTENS_DRAW_BOTTOM] > 0) << KITTENS_DO_DRAW_BOTTOM |
           (unsigned)(hand[KITTENS_SHUFFLE] > 0) << KITTENS_DO_SHUFFLE;
}

/* A legal action of the seat in turn. */
void kittens_act(struct kittens *s, enum kittens_action action);
/* The place in the deck whose card chance decides now. */
static inline int kittens_turned_place(const struct kittens *s) {
    return s->phase == KITTENS_DRAWING_BOTTOM ? 0 : s->deck_size - 1 - s->looking;
}
/* The card that chance turns: in the deal, by a draw, or for a look. */
void kittens_turned(struct kittens *s, enum kittens_card card);

/* ---- see.c ---- */

void kittens_view(const struct kittens *s, int seat, struct kittens *out);
void kittens_guess(const struct kittens *view, int seat, struct th_rng *rng, struct kittens *out);

/* How likely the card at a place is a bomb, as far as the seat can tell, by the law of `guess`. */
double kittens_bomb_chance(const struct kittens *s, int seat, int place);
/* The same of the top and the bottom card; 0 in an empty deck. */
void kittens_bomb_chances(const struct kittens *s, int seat, float *top, float *bottom);

extern const struct th_game kittens_game;

#endif
