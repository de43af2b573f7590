/* Moves by a die 1–6, 10 or 20. One function finds out all about a move, for the list of legal
 * moves and for making it. */
#ifndef PARCHIS_MOVE_H
#define PARCHIS_MOVE_H

#include "way.h"

struct parchis_move {
    bool burnt;   /* a star sends the piece home */
    bool trapped; /* a trap stops it */
    bool bounced; /* and this counts */
    bool landed;  /* it has moved at all */
    int to;       /* where it stops */
    struct parchis_way way;
};

/* What a ply has earned. */
struct parchis_gain {
    int forced; /* a 10 or 20, or 0 */
    int colour; /* whose pieces may use it */
};

/* The die can be used on the piece as far as its place goes: not in the goal, at home only a 5 and
 * some special dice. */
static inline bool parchis_usable(const struct parchis *s, int piece, int die) {
    const unsigned at_home = 1U << PARCHIS_FIVE | 1U << PARCHIS_BULLET | 1U << PARCHIS_RED_SHELL |
                             1U << PARCHIS_BLUE_SHELL | 1U << PARCHIS_LIGHTNING;
    if (s->place[piece] == PARCHIS_HOME) return (at_home >> die & 1) != 0;
    return !parchis_in_goal(s, piece);
}

/* All about a move; false if it is not legal. */
bool parchis_find_move(const struct parchis *s, const struct parchis_sight *sight, int piece,
                       int die, struct parchis_move *m);
/* Makes a legal move, the die's spending aside. */
struct parchis_gain parchis_make_move(struct parchis *s, const struct parchis_sight *sight,
                                      int piece, const struct parchis_move *m);

/* Whether a mega of this piece could stand on the place and the next one; `grows`: by the mega
 * mushroom, where it stands. */
bool parchis_room_for_mega(const struct parchis *s, const struct parchis_sight *sight, int piece,
                           int place, bool grows);

/* Whether the next square, from home the exit square, has room for a mega that stands where the
 * piece does. */
bool parchis_room_ahead(const struct parchis *s, const struct parchis_sight *sight, int piece);

/* ---- what moves and special dice do to pieces and items ---- */

void parchis_send_home(struct parchis *s, int piece);
void parchis_send_all_home(struct parchis *s, unsigned pieces);
/* A new state for so many turns of the owner after this ply; the old one ends. */
void parchis_give(struct parchis *s, int piece, int condition, int turns);
/* Takes the item of a place, if one lies there and the player in turn has room. */
void parchis_collect(struct parchis *s, int place);
/* What a mega does where it stands now: crushes, and takes the items of both squares. */
void parchis_mega_stands(struct parchis *s, const struct parchis_sight *sight, int piece,
                         int place);

/* ---- the special dice, rules 18–47 (special.c) ---- */

bool parchis_special_legal(const struct parchis *s, const struct parchis_sight *sight, int piece,
                           int die);
/* Uses a special die that has left the hand. */
struct parchis_gain parchis_use_special(struct parchis *s, const struct parchis_sight *sight,
                                        int piece, int die);

#endif
