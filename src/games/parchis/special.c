#include "move.h"

#include "change.h"

/* Turns of a state, this ply included (rule 47). */
enum { GHOST_TURNS = 6, STAR_TURNS = 4, MEGA_TURNS = 4, MINI_TURNS = 5 };
enum { MUSHROOM_STEPS = 8, BULLET_STEPS = 40, HORN_REACH = 2 };

bool parchis_special_legal(const struct parchis *s, const struct parchis_sight *sight, int piece,
                           int die) {
    if (!parchis_usable(s, piece, die)) return false;
    if (parchis_condition_of(s, piece) == PARCHIS_MEGA &&
        parchis_as_course(s, PARCHIS_MEGA_NEEDS_ROOM) && !parchis_room_ahead(s, sight, piece))
        return false;
    if (die == PARCHIS_BANANA) return parchis_on_track(s->place[piece]);
    if (die == PARCHIS_MEGA_MUSHROOM)
        return parchis_room_for_mega(s, sight, piece, s->place[piece], true);
    return true;
}

/* ---- mushroom and bullet ---- */

static bool free_place(const struct parchis_sight *sight, int place) {
    return (sight->at[place] & (ALL_PIECES | FRONT_HERE)) == 0;
}

/* Where a jump of at least so many steps ends: the first free square, or the goal. */
static int jump_end(const struct parchis *s, const struct parchis_sight *sight, int piece, int from,
                    int steps, bool as_mega) {
    const int colour = parchis_colour(piece), goal = parchis_goal(colour);
    const int distance = parchis_distance(colour, from);
    if (distance <= steps) return goal;
    for (int n = steps;; n++) {
        if (n >= distance && !parchis_as_course(s, PARCHIS_JUMP_BOUNCES)) return goal;
        bool bounces;
        const int to = parchis_stepped(colour, from, n, &bounces);
        if (!free_place(sight, to)) continue;
        if (!as_mega || parchis_as_course(s, PARCHIS_MEGA_JUMPS_SHORT)) return to;
        const int next = parchis_next(colour, to);
        if (next == goal) return goal;
        if (free_place(sight, next)) return to;
    }
}

static void jump(struct parchis *s, const struct parchis_sight *sight, int piece, int die) {
    const int colour = parchis_colour(piece);
    const bool bullet = die == PARCHIS_BULLET;
    const bool mega = parchis_condition_of(s, piece) == PARCHIS_MEGA && !bullet;
    const int from = s->place[piece] == PARCHIS_HOME ? parchis_exit[colour] : s->place[piece];
    const int to = jump_end(s, sight, piece, from, bullet ? BULLET_STEPS : MUSHROOM_STEPS, mega);
    if (bullet) parchis_give(s, piece, PARCHIS_NORMAL, 0);
    parchis_set_place(s, piece, to);
    parchis_collect(s, to);
    if (!mega || parchis_as_course(s, PARCHIS_MEGA_JUMPS_SHORT)) return;
    if (to == parchis_goal(colour))
        parchis_give(s, piece, PARCHIS_NORMAL, 0);
    else
        parchis_collect(s, parchis_next(colour, to));
}

/* ---- shells ---- */

/* How far ahead on the acting piece's route another place of the track lies; 0: not ahead. */
static int ahead(int colour, int from, int place) {
    if (!parchis_on_track(from) || !parchis_on_track(place)) return 0;
    const int d = (place - from + PARCHIS_TRACK) % PARCHIS_TRACK;
    const int route = (parchis_entry[colour] - from + PARCHIS_TRACK) % PARCHIS_TRACK;
    return d <= route ? d : 0;
}

static unsigned red_shell_targets(const struct parchis *s, unsigned candidates, int piece) {
    const int colour = parchis_colour(piece);
    const int from = s->place[piece] == PARCHIS_HOME ? parchis_exit[colour] - 1 : s->place[piece];
    unsigned targets = 0;
    for (int nearest = PARCHIS_TRACK; candidates != 0; candidates = rest_of(candidates)) {
        const int p = first_of(candidates);
        const int d = ahead(colour, from, s->place[p]);
        if (d == 0 || d > nearest) continue;
        if (d < nearest) targets = 0;
        nearest = d;
        targets |= 1U << p;
    }
    return targets;
}

static unsigned blue_shell_targets(const struct parchis *s, unsigned candidates) {
    unsigned targets = 0;
    for (int nearest = 100; candidates != 0; candidates = rest_of(candidates)) {
        const int p = first_of(candidates);
        const int d = parchis_distance(parchis_colour(p), s->place[p]);
        if (d == 0 || d > nearest) continue;
        if (d < nearest) targets = 0;
        nearest = d;
        targets |= 1U << p;
    }
    return targets;
}

static void shell(struct parchis *s, const struct parchis_sight *sight, int piece, int die) {
    const unsigned candidates =
        others_than(parchis_colour(piece)) & (unsigned)~sight->by_condition[PARCHIS_GHOST];
    unsigned targets = die == PARCHIS_RED_SHELL ? red_shell_targets(s, candidates, piece)
                                                : blue_shell_targets(s, candidates);
    piece_set immune = sight->by_condition[PARCHIS_STAR];
    if (die == PARCHIS_RED_SHELL || !parchis_as_course(s, PARCHIS_BLUE_SHELL_HITS_MEGA))
        immune |= sight->by_condition[PARCHIS_MEGA];
    for (; targets != 0; targets = rest_of(targets)) {
        const int p = first_of(targets);
        const bool unharmed = (immune & set_of(p)) != 0 || s->place[p] == PARCHIS_HOME;
        if (unharmed && !parchis_as_course(s, PARCHIS_HORN_IS_WASTED)) continue;
        if (parchis_drop_special(s, parchis_colour(p) & 1, PARCHIS_HORN)) continue;
        if (!unharmed) parchis_send_home(s, p);
    }
}

/* ---- horn, lightning, boo ---- */

/* Whether a place is within reach of the horn (rule 28). */
static bool horn_reaches(const struct parchis *s, int acting, int other) {
    const int from = s->place[acting], place = s->place[other];
    if (!parchis_on_track(from) || !parchis_on_track(place)) return false;
    if (from == place) return true;
    const int d = (place - from + PARCHIS_TRACK) % PARCHIS_TRACK;
    if (!parchis_as_course(s, PARCHIS_HORN_BY_ROUTES))
        return d <= HORN_REACH || d >= PARCHIS_TRACK - HORN_REACH;
    const int to = ahead(parchis_colour(acting), from, place);
    const int back = ahead(parchis_colour(other), place, from);
    return (to > 0 && to <= HORN_REACH) || (back > 0 && back <= HORN_REACH);
}

static void horn(struct parchis *s, const struct parchis_sight *sight, int piece) {
    const unsigned immune = sight->by_condition[PARCHIS_GHOST] | sight->by_condition[PARCHIS_STAR] |
                            sight->by_condition[PARCHIS_MEGA];
    for (unsigned m = others_than(parchis_colour(piece)) & ~immune; m != 0; m = rest_of(m))
        if (horn_reaches(s, piece, first_of(m))) parchis_send_home(s, first_of(m));
}

static void strike(struct parchis *s, int piece) {
    const bool partner = (parchis_colour(piece) & 1) == parchis_player(s);
    const int turns = parchis_as_course(s, PARCHIS_LIGHTNING_IS_SHORT) ? MINI_TURNS - 1
                      : partner                                        ? MINI_TURNS + 1
                                                                       : MINI_TURNS;
    if (parchis_in_goal(s, piece) && !parchis_as_course(s, PARCHIS_LIGHTNING_IN_GOAL)) return;
    switch (parchis_condition_of(s, piece)) {
    case PARCHIS_STAR:
    case PARCHIS_GHOST:
        return;
    case PARCHIS_MEGA:
        parchis_give(s, piece, PARCHIS_NORMAL, 0);
        if (parchis_as_course(s, PARCHIS_TURNS_OUTLIVE_STATE))
            parchis_set_condition(s, piece, PARCHIS_NORMAL, turns);
        return;
    default:
        parchis_give(s, piece, PARCHIS_MINI, turns);
    }
}

static void lightning(struct parchis *s, int piece) {
    for (unsigned m = others_than(parchis_colour(piece)); m != 0; m = rest_of(m))
        strike(s, first_of(m));
    parchis_lose_special(s, parchis_player(s) ^ 1);
}

static void grow(struct parchis *s, const struct parchis_sight *sight, int piece) {
    const int colour = parchis_colour(piece), goal = parchis_goal(colour);
    parchis_give(s, piece, PARCHIS_MEGA, MEGA_TURNS);
    parchis_mega_stands(s, sight, piece, s->place[piece]);
    if (parchis_next(colour, s->place[piece]) != goal ||
        parchis_as_course(s, PARCHIS_MEGA_DIE_STAYS))
        return;
    parchis_set_place(s, piece, goal);
    parchis_give(s, piece, PARCHIS_NORMAL, 0);
}

struct parchis_gain parchis_use_special(struct parchis *s, const struct parchis_sight *sight,
                                        int piece, int die) {
    switch (die) {
    case PARCHIS_BANANA:
        parchis_add_trap(s, s->place[piece]);
        break;
    case PARCHIS_MUSHROOM:
    case PARCHIS_BULLET:
        jump(s, sight, piece, die);
        break;
    case PARCHIS_RED_SHELL:
    case PARCHIS_BLUE_SHELL:
        shell(s, sight, piece, die);
        break;
    case PARCHIS_HORN:
        horn(s, sight, piece);
        break;
    case PARCHIS_LIGHTNING:
        lightning(s, piece);
        break;
    case PARCHIS_MEGA_MUSHROOM:
        grow(s, sight, piece);
        break;
    case PARCHIS_STAR_DIE:
        parchis_give(s, piece, PARCHIS_STAR, STAR_TURNS);
        break;
    case PARCHIS_BOO: {
        const int taken = parchis_lose_special(s, parchis_player(s) ^ 1);
        if (taken != 0) parchis_take_special(s, parchis_player(s), taken);
        parchis_give(s, piece, PARCHIS_GHOST, GHOST_TURNS);
        break;
    }
    }
    struct parchis_gain gain = {0, 0};
    if (parchis_in_goal(s, piece) && !parchis_as_course(s, PARCHIS_SPECIAL_GOAL_FREE))
        gain = (struct parchis_gain){PARCHIS_TEN, parchis_colour(piece)};
    return gain;
}
