/* Changing a state: whatever the rules do to it goes through here, so that the key follows.
 *
 * The key is a sum of field times factor, with a random odd factor a field: Zobrist's idea
 * without his tables, since a byte's change of value moves the key by change times factor. Traps
 * are a multiset of squares and add a hash each. */
#ifndef PARCHIS_CHANGE_H
#define PARCHIS_CHANGE_H

#include "board.h"
#include <string.h>

/* Where the fields' factors begin. */
enum {
    KEY_PLACE,
    KEY_CONDITION = KEY_PLACE + PARCHIS_PIECES,
    KEY_POOL = KEY_CONDITION + PARCHIS_PIECES,
    KEY_HAND = KEY_POOL + PARCHIS_COLOURS,
    KEY_BOUNCES = KEY_HAND + 2 * PARCHIS_HAND,
    KEY_ITEMS = KEY_BOUNCES + PARCHIS_COLOURS,
    KEY_COLOUR,
    KEY_FORCED,
    KEY_FORCED_COLOUR,
    KEY_FLAGS,
    KEY_FACTORS
};
extern const uint64_t parchis_factor[KEY_FACTORS];

static inline void parchis_move_key(struct parchis *s, int field, unsigned from, unsigned to) {
    s->key += parchis_factor[field] * ((uint64_t)to - from);
}

static inline void parchis_set_place(struct parchis *s, int piece, int place) {
    parchis_move_key(s, KEY_PLACE + piece, s->place[piece], (unsigned)place);
    s->place[piece] = (uint8_t)place;
}

static inline void parchis_set_condition(struct parchis *s, int piece, int condition, int turns) {
    const unsigned to = (unsigned)condition | (unsigned)turns << 3;
    parchis_move_key(s, KEY_CONDITION + piece, s->condition[piece], to);
    s->condition[piece] = (uint8_t)to;
}

static inline void parchis_set_pool(struct parchis *s, int whose, unsigned pool) {
    parchis_move_key(s, KEY_POOL + whose, s->pool[whose], pool);
    s->pool[whose] = (uint8_t)pool;
}

static inline void parchis_set_hand(struct parchis *s, int player, int first, int second) {
    uint8_t *hand = s->hand[player];
    parchis_move_key(s, KEY_HAND + 2 * player, hand[0], (unsigned)first);
    parchis_move_key(s, KEY_HAND + 2 * player + 1, hand[1], (unsigned)second);
    hand[0] = (uint8_t)first, hand[1] = (uint8_t)second;
}

static inline void parchis_set_bounces(struct parchis *s, int colour, int bounces) {
    parchis_move_key(s, KEY_BOUNCES + colour, s->bounces[colour], (unsigned)bounces);
    s->bounces[colour] = (uint8_t)bounces;
}

static inline void parchis_set_items(struct parchis *s, uint32_t items) {
    parchis_move_key(s, KEY_ITEMS, s->items, items);
    s->items = items;
}

static inline void parchis_set_colour(struct parchis *s, int colour) {
    parchis_move_key(s, KEY_COLOUR, s->colour, (unsigned)colour);
    s->colour = (uint8_t)colour;
}

static inline void parchis_set_forced(struct parchis *s, int die, int colour) {
    parchis_move_key(s, KEY_FORCED, s->forced, (unsigned)die);
    parchis_move_key(s, KEY_FORCED_COLOUR, s->forced_colour, (unsigned)colour);
    s->forced = (uint8_t)die, s->forced_colour = (uint8_t)colour;
}

static inline void parchis_set_flags(struct parchis *s, unsigned flags) {
    parchis_move_key(s, KEY_FLAGS, s->flags, flags);
    s->flags = (uint8_t)flags;
}

static inline uint64_t parchis_trap_key(int square) {
    return th_mix2(KEY_FACTORS, (uint64_t)square);
}

static inline void parchis_add_trap(struct parchis *s, int square) {
    int i = 0;
    while (i < PARCHIS_TRAPS - 1 && s->traps[i] != 0 && s->traps[i] <= square) i++;
    memmove(&s->traps[i + 1], &s->traps[i], (size_t)(PARCHIS_TRAPS - 1 - i));
    s->traps[i] = (uint8_t)square;
    s->key += parchis_trap_key(square);
}

/* Takes one of the traps of the square away. */
static inline void parchis_remove_trap(struct parchis *s, int square) {
    int i = 0;
    while (s->traps[i] != square) i++;
    memmove(&s->traps[i], &s->traps[i + 1], (size_t)(PARCHIS_TRAPS - 1 - i));
    s->traps[PARCHIS_TRAPS - 1] = 0;
    s->key -= parchis_trap_key(square);
}

/* A special die more, if there is room for it. */
static inline bool parchis_take_special(struct parchis *s, int player, int die) {
    const uint8_t *hand = s->hand[player];
    if (hand[1] != 0) return false;
    if (hand[0] == 0)
        parchis_set_hand(s, player, die, 0);
    else
        parchis_set_hand(s, player, hand[0], die);
    return true;
}

/* One die less of this kind, if the player holds it. */
static inline bool parchis_drop_special(struct parchis *s, int player, int die) {
    const uint8_t *hand = s->hand[player];
    if (hand[0] == die)
        parchis_set_hand(s, player, hand[1], 0);
    else if (hand[1] == die)
        parchis_set_hand(s, player, hand[0], 0);
    else
        return false;
    return true;
}

/* The last acquired special die leaves the hand; 0 if there is none. */
static inline int parchis_lose_special(struct parchis *s, int player) {
    const uint8_t *hand = s->hand[player];
    const int lost = hand[1] != 0 ? hand[1] : hand[0];
    if (hand[1] != 0)
        parchis_set_hand(s, player, hand[0], 0);
    else
        parchis_set_hand(s, player, 0, 0);
    return lost;
}

#endif
