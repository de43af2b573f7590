/* The board by place, and the way of a move on it. */
#ifndef PARCHIS_WAY_H
#define PARCHIS_WAY_H

#include "board.h"
#include "switches.h"
#include <string.h>

/* ---- the board by place ---- */

/* The state by place instead of by piece, computed once for all moves of a position. Sets of pieces
 * are bit masks, bit 3 * colour + number. */

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

/* ---- the way of a move ---- */

/* The way of a move by a die: how far it goes, where it ends, and which squares of the track it
 * runs over (“The way of a move” in docs/rules/parchis.md). Corridors hold nothing that could
 * stop a piece, so only squares of the track are listed. */
struct parchis_way {
    int to;       /* where the move ends if nothing stops it */
    bool bounces; /* it runs into the goal and back */
    int before;   /* so many of the squares are met before the goal */
    int n;
    uint8_t square[PARCHIS_TRACK];
};

/* Squares a piece moves by a die: rule 6, then its state. */
static inline int parchis_steps(const struct parchis *s, const struct parchis_sight *sight,
                                int piece, int die) {
    int steps = parchis_number[die];
    if (die == PARCHIS_SIX && (sight->at[PARCHIS_HOME] & pieces_of(parchis_colour(piece))) == 0)
        steps = 7;
    if (die > PARCHIS_SIX && !parchis_as_course(s, PARCHIS_FORCED_DICE_VARY)) return steps;
    switch (parchis_condition_of(s, piece)) {
    case PARCHIS_STAR:
        return steps + 2;
    case PARCHIS_MINI:
        return steps / 2;
    case PARCHIS_BANANED:
        return 0;
    default:
        return steps;
    }
}

/* So many steps from a place on, with what is over counted backwards (rule 13). */
static inline int parchis_stepped(int colour, int from, int steps, bool *bounces) {
    const int entry = parchis_entry[colour];
    int beyond; /* the entry square */
    *bounces = false;
    if (from > PARCHIS_TRACK) {
        beyond = from - parchis_corridor(colour, 0) + steps;
    } else {
        const int ahead = from <= entry ? entry - from : entry - from + PARCHIS_TRACK;
        beyond = steps - ahead;
        if (beyond <= 0) {
            const int to = from + steps;
            return to > PARCHIS_TRACK ? to - PARCHIS_TRACK : to;
        }
    }
    if (beyond <= PARCHIS_STEPS) return parchis_corridor(colour, beyond);
    *bounces = true;
    const int back = 2 * PARCHIS_STEPS - beyond;
    if (back > 0) return parchis_corridor(colour, back);
    return entry + back > 0 ? entry + back : entry + back + PARCHIS_TRACK;
}

/* Adds the squares after `from` up to `last`, in the direction of play; round the board if `last`
 * comes before it. */
static inline void parchis_way_forward(struct parchis_way *w, int from, int last) {
    int square = from;
    do {
        square = square == PARCHIS_TRACK ? 1 : square + 1;
        w->square[w->n++] = (uint8_t)square;
    } while (square != last);
}

/* `squares`: whether they are wanted, and not only the end. */
static inline void parchis_find_way(const struct parchis *s, int piece, int steps, bool squares,
                                    struct parchis_way *w) {
    const int colour = parchis_colour(piece), from = s->place[piece];
    const int entry = parchis_entry[colour];
    w->n = w->before = 0;
    w->bounces = false;
    const bool course = parchis_as_course(s, PARCHIS_WAY_RUNS_FORWARD);
    if (from == PARCHIS_HOME) {
        w->to = parchis_exit[colour];
        if (!course) w->square[w->n++] = (uint8_t)w->to;
        w->before = w->n;
        return;
    }
    w->to = steps == 0 ? from : parchis_stepped(colour, from, steps, &w->bounces);
    if (steps == 0 || !squares) return;
    if (course) {
        const int last = parchis_on_track(w->to) ? w->to : entry;
        if (parchis_on_track(from) && w->to != from && from != last)
            parchis_way_forward(w, from, last);
        w->before = w->n;
        return;
    }
    if (parchis_on_track(from)) {
        const int last = parchis_on_track(w->to) && !w->bounces ? w->to : entry;
        if (from != last) parchis_way_forward(w, from, last);
    }
    w->before = w->n;
    if (w->bounces && parchis_on_track(w->to))
        for (int square = entry;; square = square == 1 ? PARCHIS_TRACK : square - 1) {
            w->square[w->n++] = (uint8_t)square;
            if (square == w->to) break;
        }
}

#endif
