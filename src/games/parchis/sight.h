/* What is where: the state turned around, by place instead of by piece, for one look at all moves.
 * Sets of pieces are bit masks, bit 3 * colour + number. */
#ifndef PARCHIS_SIGHT_H
#define PARCHIS_SIGHT_H

#include "board.h"
#include "switches.h"
#include <string.h>

typedef uint16_t piece_set;

enum {
    ALL_PIECES = 0xfff,
    TRAP_HERE = 0x1000,  /* a mark beside the pieces of a place */
    FRONT_HERE = 0x2000, /* a mega's second square, in rules=text */
};

struct parchis_sight {
    /* By place: the set of pieces, TRAP_HERE, FRONT_HERE; 0 where a move passes undisturbed. */
    uint16_t at[PARCHIS_PLACES + 1];
    piece_set by_condition[PARCHIS_CONDITIONS];
    bool obstacles; /* some way may be disturbed: a barrier, mega, star or trap on the track */
};

static inline piece_set set_of(int piece) {
    return (piece_set)(1U << piece);
}
static inline piece_set pieces_of(int colour) {
    return (piece_set)(7U << (PARCHIS_EACH * colour));
}
static inline piece_set others_than(int colour) {
    return (piece_set)(ALL_PIECES & ~pieces_of(colour));
}
/* The set without its first piece. */
static inline unsigned rest_of(unsigned set) {
    return set & (set - 1);
}
static inline int count_of(unsigned set) {
    return __builtin_popcount(set);
}
static inline bool two_at_least(unsigned set) {
    return (set & (set - 1)) != 0;
}
static inline bool one_only(unsigned set) {
    return set != 0 && (set & (set - 1)) == 0;
}
/* The first piece of a set that is not empty. */
static inline int first_of(unsigned set) {
    return __builtin_ctz(set);
}
/* The next place on a colour's route: from home the exit square, after the goal square 1 (which
 * only PARCHIS_GOAL_IS_A_SQUARE uses). */
static inline int parchis_next(int colour, int place) {
    if (place == PARCHIS_HOME) return parchis_exit[colour];
    if (place > PARCHIS_TRACK) return place == parchis_goal(colour) ? 1 : place + 1;
    if (place == parchis_entry[colour]) return parchis_corridor(colour, 1);
    return place % PARCHIS_TRACK + 1;
}

static inline void parchis_look(const struct parchis *s, struct parchis_sight *sight) {
    memset(sight, 0, sizeof *sight);
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        if ((sight->at[s->place[p]] & pieces_of(parchis_colour(p))) != 0 &&
            parchis_on_track(s->place[p]))
            sight->obstacles = true;
        sight->at[s->place[p]] |= set_of(p);
        sight->by_condition[parchis_condition_of(s, p)] |= set_of(p);
    }
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++) sight->at[s->traps[i]] |= TRAP_HERE;
    if (s->traps[0] != 0 ||
        (sight->by_condition[PARCHIS_STAR] | sight->by_condition[PARCHIS_MEGA]) != 0)
        sight->obstacles = true;
    if (parchis_as_course(s, PARCHIS_MEGA_IS_SHORT)) return;
    for (unsigned m = sight->by_condition[PARCHIS_MEGA]; m != 0; m = rest_of(m)) {
        const int p = first_of(m);
        if (s->place[p] == PARCHIS_HOME || parchis_in_goal(s, p)) continue;
        sight->at[parchis_next(parchis_colour(p), s->place[p])] |= FRONT_HERE;
    }
}

/* The pieces that stand on a place, megas on the front square not counted. */
static inline piece_set parchis_standing(const struct parchis_sight *sight, int place) {
    return sight->at[place] & ALL_PIECES;
}

/* The megas that have this place as their front square. */
static inline piece_set parchis_fronts(const struct parchis *s, const struct parchis_sight *sight,
                                       int place) {
    piece_set fronts = 0;
    if ((sight->at[place] & FRONT_HERE) == 0) return 0;
    for (unsigned m = sight->by_condition[PARCHIS_MEGA]; m != 0; m = rest_of(m)) {
        const int p = first_of(m);
        if (s->place[p] != PARCHIS_HOME && parchis_next(parchis_colour(p), s->place[p]) == place)
            fronts |= set_of(p);
    }
    return fronts;
}

/* The pieces of a barrier of this colour on the place (rule 8); none if there is none. A mega
 * stands on its front square too. */
static inline piece_set parchis_barrier(const struct parchis *s, const struct parchis_sight *sight,
                                        int colour, int place) {
    const piece_set here = parchis_standing(sight, place);
    const piece_set able =
        (here | parchis_fronts(s, sight, place)) & pieces_of(colour) &
        (piece_set) ~(sight->by_condition[PARCHIS_GHOST] | sight->by_condition[PARCHIS_MINI]);
    if (!two_at_least(able)) return 0;
    if (parchis_as_course(s, PARCHIS_BARRIER_IS_TWO_ALONE) && two_at_least(rest_of(here))) return 0;
    return able;
}

#endif
