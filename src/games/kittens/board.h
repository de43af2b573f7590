/* Kittens: cards, the state and the rules as functions on it (docs/rules/kittens.md).
 *
 * The deck is held as far as it is fixed: a place holds a card that a seat has looked at or put
 * there, or KITTENS_UNKNOWN; the cards of all unknown places are a multiset, and which of them lies
 * where is decided by chance when it is drawn or looked at. A shuffle makes every place unknown.
 *
 * Each fixed place remembers which seats know it. What a seat knows (“What a player knows”) is the
 * same struct with the rest blanked (see.c): places it does not know are unknown, and of the other
 * hand it holds only what must still be there from the start. */
#ifndef KITTENS_BOARD_H
#define KITTENS_BOARD_H

#include "tahur/bot.h"
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
    uint8_t dealt; /* from the deck without bombs and defuses, which join it after the deal */
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

/* How likely the card at a place is a bomb, as far as the seat can know, by the law of `guess`. */
double kittens_bomb_chance(const struct kittens *s, int seat, int place);
/* The same of the top and the bottom card; 0 in an empty deck. */
void kittens_bomb_chances(const struct kittens *s, int seat, float *top, float *bottom);

extern const struct th_game kittens_game;

/* ---- bots (bots.c): the heuristic opponents of the rules page ---- */

extern const struct th_bot_kind *const kittens_bots[]; /* v1, v2, v3; ended by NULL */

/* What each of them does, as a function of what its seat may know. */
enum kittens_action kittens_v1(const struct kittens *view, struct th_rng *rng);
enum kittens_action kittens_v2(const struct kittens *view, struct th_rng *rng);
enum kittens_action kittens_v3(const struct kittens *view, struct th_rng *rng);

/* ---- observations (observe.c) ---- */

/* clang-format off */
/* What a seat may know as a row of numbers, for learning. The layout is fixed: networks depend on
 * it, so a change of it is a new KITTENS_OBSERVATION_LAYOUT.
 *
 *   at  numbers
 *    0   7       own hand: Defuse, Skip, Attack, SeeFuture, DrawBottom, Shuffle, each / 4;
 *                Safe / 16
 *    7   1       size of the other hand / 16
 *    8   1       deck size / 32
 *    9   1       bombs in the deck / 4
 *   10   1       bombs / deck size (0 for an empty deck)
 *   11   1       draws owed / 2
 *   12   1       1 if a bomb is to be put back (actions 3–5), else 0
 *   13   7       the other's last action, 1 for it and 0 for the rest: Draw, Skip, Attack, defused,
 *                SeeFuture, DrawBottom, Shuffle; all 0 before its first
 *   20   6       cards the other has played: Defuse, Skip, Attack, SeeFuture, DrawBottom, Shuffle,
 *                each / 4
 *   26   4       cards played by oneself: Defuse, Skip, Attack, the others together, each / 4
 *   30   4       the top card, the second, the third, the bottom card: 1 a bomb for sure, −1 surely
 *                none, 0 not known
 *   34   1       the highest bomb whose place is known: 1 / (1 + cards above it), 0 if there is none
 *   35   3       where the other may have put its last bomb, if it has not been shuffled or drawn
 *                from since: the top of then, the middle, the bottom, each 1 / (1 + cards above it
 *                now), 0 where it was found or another card was seen
 *   38   2       the probability that the top card is a bomb, and that the bottom card is, as far as
 *                the seat can know (the three places of the other's bomb being equally likely)
 *
 * Only the seat's view is read: a state and its view give the same numbers. */
/* clang-format on */

#define KITTENS_OBSERVATION_LAYOUT "kittens 1, 40 numbers"
enum { KITTENS_OBSERVATION = 40 };

/* Writes the numbers for this seat, which need not be in turn. `s` may be a state or the seat's
 * view. */
void kittens_observe(const struct kittens *s, int seat, float out[KITTENS_OBSERVATION]);

/* How many there are, and what the i-th is called and means. */
int kittens_observations(const struct th_state *s);
const char *kittens_observation_name(const struct th_state *s, int i, char *out, size_t size);
const char *kittens_observation_meaning(const struct th_state *s, int i);

/* A key of decisions for learning in a table, equal for those that are treated alike. It
 * distinguishes own cards that do something
 * (up to three of a kind), deck size, bombs in the deck (up to seven), draws owed (up to two),
 * whether a bomb is to be put back, what is known of the first three cards and the last one (a bomb
 * or none), the cards above the highest place where the other may have put its last bomb (up to
 * three), whether the other's hand is larger by more than two (v2 looks at that), and the defuses,
 * attacks and skips that the other has played (up to three each). Only the seat's view is read. */
uint64_t kittens_abstract(const struct kittens *s, int seat);

#endif
