#include "move.h"

#include "change.h"

/* ---- legality ---- */

/* Whether the move would end on this square of its way. */
static bool ends_at(const struct parchis_way *way, int i) {
    return i == way->n - 1 && way->square[i] == way->to;
}

/* A foreign barrier or mega on a square of the way. `last`: the move would end here. */
static bool bars(const struct parchis *s, const struct parchis_sight *sight, int piece, int square,
                 bool last) {
    const int colour = parchis_colour(piece), condition = parchis_condition_of(s, piece);
    if (condition == PARCHIS_GHOST) return false;
    const piece_set here = parchis_standing(sight, square);
    const piece_set megas = sight->by_condition[PARCHIS_MEGA];
    if (parchis_as_course(s, PARCHIS_MEGA_IS_SHORT)) {
        if (one_only(here) && (here & megas & others_than(colour)) != 0) return true;
    } else if (megas != 0 &&
               (((here & megas) | parchis_fronts(s, sight, square)) & others_than(colour)) != 0) {
        return true;
    }
    if (condition == PARCHIS_STAR) return false; /* it sends the barrier home */
    if (condition == PARCHIS_MEGA && (last || parchis_as_course(s, PARCHIS_MEGA_CROSSES)))
        return false;
    if (!two_at_least(here)) return false;
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (c != colour && parchis_barrier(s, sight, c, square) != 0) return true;
    return false;
}

/* Rule 7, and an own mega: no room for the piece where its move ends. */
static bool crowded(const struct parchis *s, const struct parchis_sight *sight, int piece, int to) {
    const int colour = parchis_colour(piece), condition = parchis_condition_of(s, piece);
    if (condition == PARCHIS_MEGA && !parchis_as_course(s, PARCHIS_TWO_BAR_A_MEGA)) return false;
    piece_set here = parchis_standing(sight, to) & (piece_set)~set_of(piece);
    if (parchis_as_course(s, PARCHIS_MEGA_ALONE_BARS)) {
        if (one_only(here) && (here & sight->by_condition[PARCHIS_MEGA]) != 0) return true;
    } else if (condition != PARCHIS_GHOST && sight->by_condition[PARCHIS_MEGA] != 0) {
        const piece_set megas =
            (here & sight->by_condition[PARCHIS_MEGA]) | parchis_fronts(s, sight, to);
        if ((megas & (piece_set)~set_of(piece)) != 0) return true;
    }
    if (!parchis_as_course(s, PARCHIS_GHOSTS_CROWD)) {
        if (condition == PARCHIS_GHOST) return false;
        here &= (piece_set)~sight->by_condition[PARCHIS_GHOST];
    }
    if (!two_at_least(here)) return false;
    if (parchis_as_course(s, PARCHIS_CROWD_IS_TWO) && two_at_least(rest_of(here))) return false;
    if (condition != PARCHIS_STAR) return true;
    const piece_set stars = sight->by_condition[PARCHIS_STAR];
    /* Who stays when the star comes: its own colour and other stars, or by the course stars. */
    const piece_set stay = parchis_as_course(s, PARCHIS_STAR_JOINS_ANY)
                               ? stars
                               : (piece_set)(stars | pieces_of(colour));
    return two_at_least(here & stay);
}

/* A piece that a mega cannot share a square with: its own colour, stars, megas. */
static bool no_mega_with(const struct parchis *s, const struct parchis_sight *sight, int piece,
                         int place) {
    const piece_set others =
        parchis_as_course(s, PARCHIS_MEGA_BARS_ITSELF) ? ALL_PIECES : (piece_set)~set_of(piece);
    const piece_set here = parchis_standing(sight, place) & others;
    const piece_set refused = pieces_of(parchis_colour(piece)) | sight->by_condition[PARCHIS_STAR];
    if ((here & refused) != 0) return true;
    if (parchis_as_course(s, PARCHIS_MEGA_IS_SHORT))
        return one_only(here) && (here & sight->by_condition[PARCHIS_MEGA]) != 0;
    return ((here & sight->by_condition[PARCHIS_MEGA]) |
            (parchis_fronts(s, sight, place) & others)) != 0;
}

/* The first piece of a set in the order B, R, G, Y. */
static int first_in_course_order(unsigned set) {
    const unsigned without_yellow = set & (unsigned)~pieces_of(0);
    return first_of(without_yellow != 0 ? without_yellow : set);
}

/* The quirk of MEGA_DIE_LOOKS_AT_TWO. */
static bool first_two_refuse(const struct parchis_sight *sight, int colour, int place) {
    const unsigned here = parchis_standing(sight, place);
    if (!two_at_least(here)) return false;
    const int a = first_in_course_order(here);
    const int b = first_in_course_order(here & ~(1U << a));
    const bool own_a = parchis_colour(a) == colour, own_b = parchis_colour(b) == colour;
    if (own_a && own_b) return true;
    const unsigned other = own_a ? 1U << b : own_b ? 1U << a : 0;
    return (other & sight->by_condition[PARCHIS_STAR]) != 0;
}

bool parchis_room_ahead(const struct parchis *s, const struct parchis_sight *sight, int piece) {
    const int next = parchis_next(parchis_colour(piece), s->place[piece]);
    return !no_mega_with(s, sight, piece, next);
}

bool parchis_room_for_mega(const struct parchis *s, const struct parchis_sight *sight, int piece,
                           int place, bool grows) {
    const int colour = parchis_colour(piece), goal = parchis_goal(colour);
    const int next = parchis_next(colour, place);
    if (!parchis_as_course(s, PARCHIS_GOAL_IS_A_SQUARE) && (place == goal || next == goal))
        return true;
    if (grows && parchis_as_course(s, PARCHIS_MEGA_DIE_LOOKS_AT_TWO)) {
        if (first_two_refuse(sight, colour, place)) return false;
    } else if (no_mega_with(s, sight, piece, place)) {
        return false;
    }
    return !no_mega_with(s, sight, piece, next);
}

static bool burns(const struct parchis_sight *sight, int colour, int condition, int square) {
    if (condition == PARCHIS_GHOST || condition == PARCHIS_MEGA || condition == PARCHIS_STAR)
        return false;
    return (sight->at[square] & sight->by_condition[PARCHIS_STAR] & others_than(colour)) != 0;
}

static bool stops(const struct parchis_sight *sight, int condition, int square) {
    if (condition == PARCHIS_GHOST || condition == PARCHIS_MEGA || condition == PARCHIS_STAR)
        return false;
    return (sight->at[square] & TRAP_HERE) != 0;
}

/* The squares on which stars are met: the way itself, or what the course program makes of it on
 * the way to `to`. */
static const struct parchis_way *star_way(const struct parchis *s, const struct parchis_way *way,
                                          int from, int to, struct parchis_way *room) {
    if (!parchis_as_course(s, PARCHIS_BUG_OF_68) || from != PARCHIS_TRACK || way->n == 0)
        return way;
    room->n = 0;
    parchis_way_forward(room, 1, parchis_on_track(to) ? to : way->square[way->n - 1]);
    return room;
}

/* What happens on the way, in the order in which it is met. False: something bars it. */
static bool meet(const struct parchis *s, const struct parchis_sight *sight, int piece,
                 struct parchis_move *m) {
    const int colour = parchis_colour(piece), condition = parchis_condition_of(s, piece);
    for (int i = 0; i < m->way.n; i++) {
        const int square = m->way.square[i];
        if (sight->at[square] == 0) continue;
        if (bars(s, sight, piece, square, ends_at(&m->way, i))) return false;
        m->burnt = burns(sight, colour, condition, square);
        m->trapped = !m->burnt && stops(sight, condition, square);
        if (!m->burnt && !m->trapped) continue;
        m->to = square;
        m->bounced = m->way.bounces && i >= m->way.before;
        m->way.n = i + 1;
        break;
    }
    return true;
}

/* The same by the course program (BARRIERS_FIRST). */
static bool meet_by_kind(const struct parchis *s, const struct parchis_sight *sight, int piece,
                         struct parchis_move *m) {
    const int colour = parchis_colour(piece), condition = parchis_condition_of(s, piece);
    for (int i = 0; i < m->way.n; i++)
        if (sight->at[m->way.square[i]] != 0 &&
            bars(s, sight, piece, m->way.square[i], ends_at(&m->way, i)))
            return false;
    for (int i = 0; i < m->way.n && !m->trapped; i++) {
        if (!stops(sight, condition, m->way.square[i])) continue;
        m->trapped = true;
        m->to = m->way.square[i];
        m->bounced = m->way.bounces && i >= m->way.before;
        m->way.n = i + 1;
    }
    if (sight->by_condition[PARCHIS_STAR] == 0) return true;
    struct parchis_way room;
    const struct parchis_way *w = star_way(s, &m->way, s->place[piece], m->to, &room);
    for (int i = 0; i < w->n; i++)
        if (burns(sight, colour, condition, w->square[i])) m->burnt = true;
    return true;
}

bool parchis_find_move(const struct parchis *s, const struct parchis_sight *sight, int piece,
                       int die, struct parchis_move *m) {
    if (!parchis_usable(s, piece, die)) return false;
    const int from = s->place[piece];
    const int steps = parchis_steps(s, sight, piece, die);
    const bool mega = parchis_condition_of(s, piece) == PARCHIS_MEGA;
    m->burnt = m->trapped = false;
    m->landed = from == PARCHIS_HOME || steps > 0;
    parchis_find_way(s, piece, steps, sight->obstacles, &m->way);
    m->to = m->way.to;
    m->bounced = m->way.bounces;
    const bool by_kind = parchis_as_course(s, PARCHIS_BARRIERS_FIRST);
    if (!(by_kind ? meet_by_kind : meet)(s, sight, piece, m)) return false;
    if (m->trapped && m->way.bounces && parchis_as_course(s, PARCHIS_STOPPED_BOUNCES))
        m->bounced = true;
    if (m->burnt && by_kind) m->bounced = false; /* wherever the star was met */
    if (!m->landed || ((m->burnt || m->trapped) && !by_kind)) return true;
    const int end = m->way.to;
    const bool stays = by_kind && end == from;
    if (!stays && end != parchis_goal(parchis_colour(piece)) && crowded(s, sight, piece, end))
        return false;
    return !mega || parchis_room_for_mega(s, sight, piece, end, false);
}

/* ---- making it ---- */

/* The piece is small again and where it stands then (not for the bullet). */
static void shrink(struct parchis *s, int piece) {
    if (parchis_as_course(s, PARCHIS_SHRINKS_BY_MOVING)) return;
    if (parchis_condition_of(s, piece) != PARCHIS_MEGA) return;
    if (s->place[piece] == PARCHIS_HOME || parchis_in_goal(s, piece)) return;
    parchis_set_place(s, piece, parchis_next(parchis_colour(piece), s->place[piece]));
}

void parchis_give(struct parchis *s, int piece, int condition, int turns) {
    if (condition != PARCHIS_MEGA) shrink(s, piece);
    if (condition == PARCHIS_NORMAL)
        turns =
            parchis_as_course(s, PARCHIS_TURNS_OUTLIVE_STATE) ? parchis_turns_left(s, piece) : 0;
    parchis_set_condition(s, piece, condition, turns);
}

void parchis_send_home(struct parchis *s, int piece) {
    parchis_set_place(s, piece, PARCHIS_HOME);
    if (!parchis_as_course(s, PARCHIS_HOME_KEEPS_STATE))
        parchis_set_condition(s, piece, PARCHIS_NORMAL, 0);
}

void parchis_send_all_home(struct parchis *s, unsigned pieces) {
    for (; pieces != 0; pieces = rest_of(pieces)) parchis_send_home(s, first_of(pieces));
}

void parchis_collect(struct parchis *s, int place) {
    if (!parchis_on_track(place) || parchis_item_at[place] == 0) return;
    const int item = parchis_item_at[place] - 1;
    if ((s->items >> item & 1) == 0) return;
    if (parchis_take_special(s, parchis_player(s), parchis_items[item].die))
        parchis_set_items(s, s->items & ~(UINT32_C(1) << item));
}

void parchis_mega_stands(struct parchis *s, const struct parchis_sight *sight, int piece,
                         int place) {
    const int colour = parchis_colour(piece);
    const int next = parchis_next(colour, place);
    const piece_set spared = sight->by_condition[PARCHIS_GHOST] | pieces_of(colour);
    const bool goal = place == parchis_goal(colour);
    unsigned crushed = goal ? 0 : parchis_standing(sight, place);
    if (parchis_on_track(next) && (!goal || parchis_as_course(s, PARCHIS_GOAL_IS_A_SQUARE)))
        crushed |= parchis_standing(sight, next);
    parchis_send_all_home(s, crushed & (unsigned)~spared);
    parchis_collect(s, place);
    if (!goal || parchis_as_course(s, PARCHIS_GOAL_IS_A_SQUARE)) parchis_collect(s, next);
}

/* The piece that a landing here eats; -1 if it eats none (rules 10–12). */
static int eaten(const struct parchis *s, const struct parchis_sight *sight, int piece, int to) {
    const int colour = parchis_colour(piece);
    if (!parchis_on_track(to) || parchis_safe[to]) return -1;
    if (parchis_condition_of(s, piece) != PARCHIS_NORMAL) return -1;
    const piece_set here = parchis_standing(sight, to);
    const piece_set prey =
        here & others_than(colour) & (piece_set)~sight->by_condition[PARCHIS_GHOST];
    if (prey == 0) return -1;
    if (!parchis_as_course(s, PARCHIS_FIRST_IS_EATEN)) return first_of(prey);
    const int first = first_in_course_order(here);
    return (prey & set_of(first)) != 0 ? first : -1;
}

/* The star sends home whom it meets (rule 39). */
static void star_runs(struct parchis *s, const struct parchis_sight *sight, int piece, int from,
                      const struct parchis_move *m) {
    struct parchis_way room;
    const struct parchis_way *w = star_way(s, &m->way, from, m->to, &room);
    const piece_set spared = sight->by_condition[PARCHIS_GHOST] |
                             sight->by_condition[PARCHIS_STAR] | pieces_of(parchis_colour(piece));
    unsigned met = 0;
    for (int i = 0; i < w->n; i++) met |= sight->at[w->square[i]];
    parchis_send_all_home(s, met & ALL_PIECES & (unsigned)~spared);
}

/* Counts a bounce; the 31st loses the game (rule 14). */
static void bounce(struct parchis *s, int colour) {
    parchis_set_bounces(s, colour, s->bounces[colour] + 1);
    if (s->bounces[colour] <= PARCHIS_BOUNCES) return;
    s->winner = (uint8_t)(parchis_player(s) ^ 1);
    parchis_set_flags(s, s->flags | PARCHIS_BOUNCED_OUT);
}

/* A mega comes to its two squares (rules 42–46). */
static void mega_lands(struct parchis *s, const struct parchis_sight *sight, int piece, int to) {
    const int colour = parchis_colour(piece), goal = parchis_goal(colour);
    const bool enters = to == goal || parchis_next(colour, to) == goal;
    parchis_set_place(s, piece, enters ? goal : to);
    parchis_mega_stands(s, sight, piece, s->place[piece]);
    if (enters)
        parchis_give(s, piece, PARCHIS_NORMAL, 0);
    else if (parchis_as_course(s, PARCHIS_SHRINKS_BY_MOVING) &&
             parchis_turns_left(s, piece) == 1) /* its last ply as a mega */
        parchis_set_place(s, piece, parchis_next(colour, to));
}

struct parchis_gain parchis_make_move(struct parchis *s, const struct parchis_sight *sight,
                                      int piece, const struct parchis_move *m) {
    const int colour = parchis_colour(piece), from = s->place[piece];
    const int condition = parchis_condition_of(s, piece);
    struct parchis_gain gain = {0, 0};
    if (m->trapped) parchis_remove_trap(s, m->to);
    if (m->trapped) parchis_give(s, piece, PARCHIS_BANANED, 2);
    if (m->bounced &&
        !(condition == PARCHIS_STAR && parchis_as_course(s, PARCHIS_STAR_BOUNCES_FREE)))
        bounce(s, colour);
    if (m->burnt) {
        parchis_send_home(s, piece);
        return gain;
    }
    if (condition == PARCHIS_MEGA && m->landed) {
        mega_lands(s, sight, piece, m->to);
    } else {
        parchis_set_place(s, piece, m->to);
        if (condition == PARCHIS_STAR) star_runs(s, sight, piece, from, m);
        const int victim = m->landed ? eaten(s, sight, piece, m->to) : -1;
        if (victim >= 0) {
            parchis_send_home(s, victim);
            gain = (struct parchis_gain){PARCHIS_TWENTY, colour};
        }
        if (m->landed || parchis_as_course(s, PARCHIS_ZERO_MOVE_LANDS)) parchis_collect(s, m->to);
    }
    if (parchis_in_goal(s, piece)) gain = (struct parchis_gain){PARCHIS_TEN, colour};
    return gain;
}
