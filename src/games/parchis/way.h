/* The way of a move by a die: how far it goes, where it ends, and which squares of the track it
 * runs over (“The way of a move” in docs/rules/parchis.md). Corridors hold nothing that could
 * stop a piece, so only squares of the track are listed. */
#ifndef PARCHIS_WAY_H
#define PARCHIS_WAY_H

#include "sight.h"

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

/* Adds the squares behind `from` up to `last`, in the direction of play; round the board if `last`
 * lies behind. */
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
