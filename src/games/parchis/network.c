/* The learned evaluation: which rows are true of a position, and the network over them. */
#include "network.h"

#include "network_weights.h"
#include "switches.h"
#include <string.h>

/* ---- places ---- */

/* What the rows need to know of a place, as it is for a colour. */
struct spot {
    uint16_t row;   /* the row of its distance, of PARCHIS_ROW_PIECE */
    uint16_t marks; /* marks of threats that matter here */
    uint16_t room;  /* squares to the entry of the corridor, at most REACH; 0 off the track */
    uint16_t wait;  /* bit of dice_ready: steps to the goal in the corridor, AT_HOME, ON_TRACK */
};

/* Marks of squares: reached by the other's pieces. */
enum { REACHED = 1, REACHED_NOW = 2, REACHED_BY_STAR = 4, REACH = 8, STAR_REACH = 9 };
enum { AT_HOME = 8, ON_TRACK = 9 };

/* Entries are at 68, 17, 34, 51; squares 4, 13 and 17 of each quarter are safe. */
#define AHEAD(c, p)    ((17 * (c) + 2 * PARCHIS_TRACK - (p)) % PARCHIS_TRACK)
#define TO_GOAL(c, p)  (PARCHIS_TRACK + PARCHIS_STEPS * ((c) + 1) - (p))
#define IS_OWN(c, p)   (TO_GOAL(c, p) >= 0 && TO_GOAL(c, p) < PARCHIS_STEPS)
#define IS_TRACK(p)    ((p) >= 1 && (p) <= PARCHIS_TRACK)
#define IS_SAFE(p)     ((p) % 17 == 0 || (p) % 17 == 4 || (p) % 17 == 13)
#define DISTANCE(c, p) (IS_TRACK(p) ? AHEAD(c, p) + PARCHIS_STEPS : IS_OWN(c, p) * TO_GOAL(c, p))
#define ROOM(c, p)     (!IS_TRACK(p) ? 0 : AHEAD(c, p) < REACH ? AHEAD(c, p) : REACH)
#define SPOT(c, p)                                                                                 \
    {                                                                                              \
        .row = PARCHIS_DANGERS * ((p) == 0 ? PARCHIS_FROM_HOME : DISTANCE(c, p)),                  \
        .room = ROOM(c, p),                                                                        \
        .wait = (p) == 0      ? AT_HOME                                                            \
                : IS_TRACK(p) ? ON_TRACK                                                           \
                              : DISTANCE(c, p),                                                    \
        .marks = !IS_TRACK(p) ? 0                                                                  \
                 : IS_SAFE(p) ? REACHED_BY_STAR                                                    \
                              : 7,                                                                 \
    }
#define SPOTS_5(c, p)  SPOT(c, p), SPOT(c, p + 1), SPOT(c, p + 2), SPOT(c, p + 3), SPOT(c, p + 4)
#define SPOTS_20(c, p) SPOTS_5(c, p), SPOTS_5(c, p + 5), SPOTS_5(c, p + 10), SPOTS_5(c, p + 15)
#define SPOTS(c)                                                                                   \
    {                                                                                              \
        SPOTS_20(c, 0), SPOTS_20(c, 20), SPOTS_20(c, 40), SPOTS_20(c, 60), SPOTS_20(c, 80),        \
            SPOT(c, 100)                                                                           \
    }
static const struct spot spots[PARCHIS_COLOURS][PARCHIS_PLACES] = {SPOTS(0), SPOTS(1), SPOTS(2),
                                                                   SPOTS(3)};

/* ---- what threatens ---- */

/* By player: marks of the squares that its pieces reach, 69 and on counted on after 68. By colour:
 * the dice that its player has when it moves next, as bits of struct spot. */
struct threats {
    uint8_t mark[2][PARCHIS_PLACES + STAR_REACH + 2]; /* 112, a multiple of 16 */
    unsigned ready[PARCHIS_COLOURS];
};

/* Marks of the next 8 squares by pool (dice 1 2 4 5 6); the 6 goes 7 squares if no piece of the
 * colour is at home. */
#define MARK(pool, bit) (REACHED | ((pool) >> (bit)&1) * REACHED_NOW)
#define MARKS(pool)                                                                                \
    {                                                                                              \
        {MARK(pool, 0), MARK(pool, 1), 0, MARK(pool, 2), MARK(pool, 3), 0, MARK(pool, 4), 0},      \
            {MARK(pool, 0), MARK(pool, 1), 0, MARK(pool, 2), MARK(pool, 3), MARK(pool, 4), 0, 0},  \
    }
#define MARKS_4(pool) MARKS(pool), MARKS(pool + 1), MARKS(pool + 2), MARKS(pool + 3)
static const uint8_t reach_marks[32][2][REACH] = {MARKS_4(0),  MARKS_4(4),  MARKS_4(8),
                                                  MARKS_4(12), MARKS_4(16), MARKS_4(20),
                                                  MARKS_4(24), MARKS_4(28)};

/* The first n bytes of eight. */
static const uint8_t first_bytes[REACH + 1][REACH] = {
    {0},
    {255},
    {255, 255},
    {255, 255, 255},
    {255, 255, 255, 255},
    {255, 255, 255, 255, 255},
    {255, 255, 255, 255, 255, 255},
    {255, 255, 255, 255, 255, 255, 255},
    {255, 255, 255, 255, 255, 255, 255, 255},
};

static uint64_t eight_bytes(const uint8_t *at) {
    uint64_t x;
    memcpy(&x, at, sizeof x);
    return x;
}

static void join_marks(uint8_t *at, uint64_t marks) {
    marks |= eight_bytes(at);
    memcpy(at, &marks, sizeof marks);
}

static unsigned dice_ready(unsigned pool, bool home) {
    return (pool & 3) << 1 | (pool & 12) << 2 | (pool & 16) << (home ? 2 : 3) |
           (pool & 8) << (AT_HOME - 3);
}

/* A piece that is not normal: a star reaches further, the others eat nothing. */
static void mark_star(uint8_t *mark, const struct parchis *s, int piece) {
    const int colour = parchis_colour(piece), place = s->place[piece];
    if (parchis_condition_of(s, piece) != PARCHIS_STAR || !parchis_on_track(place)) return;
    const int room = parchis_distance(colour, place) - PARCHIS_STEPS;
    for (int d = 1; d <= STAR_REACH && d <= room; d++) mark[place + d] |= REACHED_BY_STAR;
}

/* Marks what a colour reaches by a pool. */
static void mark_colour(struct threats *t, const struct parchis *s, int colour, unsigned pool) {
    const uint8_t *place = &s->place[PARCHIS_EACH * colour];
    uint8_t *mark = t->mark[colour & 1];
    const bool home = place[0] == 0 || place[1] == 0 || place[2] == 0;
    const uint64_t marks = eight_bytes(reach_marks[pool][home]);
    t->ready[colour] = dice_ready(pool, home);
    for (int i = 0; i < PARCHIS_EACH; i++) {
        const int piece = PARCHIS_EACH * colour + i;
        if (parchis_condition_of(s, piece) == PARCHIS_NORMAL)
            join_marks(&mark[place[i] + 1],
                       marks & eight_bytes(first_bytes[spots[colour][place[i]].room]));
        else
            mark_star(mark, s, piece);
    }
}

static void find_threats(struct threats *t, const struct parchis *s) {
    const bool course = parchis_in_course(s);
    /* Each for itself: small enough for plain stores. */
    memset(t->mark[0], 0, sizeof t->mark[0]);
    memset(t->mark[1], 0, sizeof t->mark[1]);
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        /* In the text, the next colour in turn of its player. */
        const int next = course ? c & 1 : (s->colour + ((c - s->colour) & 1)) & 3;
        mark_colour(t, s, c, s->pool[next]);
    }
    for (int player = 0; player < 2; player++) {
        uint8_t *mark = t->mark[player];
        join_marks(&mark[1], eight_bytes(&mark[PARCHIS_TRACK + 1]));
        mark[1 + REACH] |= mark[PARCHIS_TRACK + 1 + REACH];
    }
}

/* Whether another piece of its colour makes a barrier with this one, the rare cases aside. */
static bool in_barrier(const struct parchis *s, int piece) {
    const int first = piece - piece % PARCHIS_EACH;
    for (int p = first; p < first + PARCHIS_EACH; p++)
        if (p != piece && s->place[p] == s->place[piece] &&
            parchis_condition_of(s, p) != PARCHIS_GHOST &&
            parchis_condition_of(s, p) != PARCHIS_MINI)
            return true;
    return false;
}

/* ---- rows ---- */

/* What a piece of this colour has to fear on this place. */
static unsigned danger_at(const struct threats *t, int colour, int place, bool barred) {
    static const uint8_t by_mark[8] = {PARCHIS_NO_DANGER, PARCHIS_LATER,   PARCHIS_NOW,
                                       PARCHIS_NOW,       PARCHIS_STARRED, PARCHIS_STARRED,
                                       PARCHIS_STARRED,   PARCHIS_STARRED};
    const struct spot *at = &spots[colour][place];
    const unsigned waits = (t->ready[colour] >> at->wait & 1) * PARCHIS_NOW;
    const unsigned danger = by_mark[t->mark[~colour & 1][place] & at->marks] | waits;
    return barred && at->wait == ON_TRACK ? PARCHIS_BARRED : danger;
}

/* Adds the rows of a colour with pieces that are not normal; returns the end. */
static uint16_t *add_states(uint16_t *out, const struct threats *t, const struct parchis *s,
                            int colour, int seen) {
    for (int p = PARCHIS_EACH * colour; p < PARCHIS_EACH * (colour + 1); p++) {
        const int condition = parchis_condition_of(s, p), turns = parchis_turns_left(s, p);
        unsigned danger =
            danger_at(t, colour, s->place[p], condition != PARCHIS_MINI && in_barrier(s, p));
        if (condition >= PARCHIS_GHOST && parchis_on_track(s->place[p])) danger = PARCHIS_NO_DANGER;
        *out++ = (uint16_t)(PARCHIS_ROW_PIECE + (unsigned)seen * 77 * PARCHIS_DANGERS +
                            spots[colour][s->place[p]].row + danger);
        if (condition != PARCHIS_NORMAL)
            *out++ = (uint16_t)(PARCHIS_ROW_STATE + (seen * 5 + condition - 1) * 8 +
                                (turns < 7 ? turns : 7));
    }
    return out;
}

/* Adds the rows of the pieces of a colour; returns the end. */
static uint16_t *add_pieces(uint16_t *out, const struct threats *t, const struct parchis *s,
                            int colour, int seen) {
    const int first = PARCHIS_EACH * colour;
    const unsigned base = PARCHIS_ROW_PIECE + (unsigned)seen * 77 * PARCHIS_DANGERS;
    const uint8_t *place = &s->place[first], *condition = &s->condition[first];
    if ((condition[0] | condition[1] | condition[2]) != 0)
        return add_states(out, t, s, colour, seen);
    const bool a = place[1] == place[2], b = place[0] == place[2], c = place[0] == place[1];
    const struct spot *at = spots[colour];
    out[0] = (uint16_t)(base + at[place[0]].row + danger_at(t, colour, place[0], b | c));
    out[1] = (uint16_t)(base + at[place[1]].row + danger_at(t, colour, place[1], a | c));
    out[2] = (uint16_t)(base + at[place[2]].row + danger_at(t, colour, place[2], a | b));
    return out + PARCHIS_EACH;
}

static int hand_row(const uint8_t hand[PARCHIS_HAND]) {
    const int a = hand[0] == 0 ? 0 : hand[0] - PARCHIS_STAR_DIE + 1;
    const int b = hand[1] == 0 ? 0 : hand[1] - PARCHIS_STAR_DIE + 1;
    return a < b ? a * 11 + b : b * 11 + a;
}

int parchis_network_rows(const struct parchis *s, int turn, uint16_t out[PARCHIS_TRUE_MAX]) {
    struct threats t;
    const int mover = parchis_player(s), pools = parchis_in_course(s) ? 2 : PARCHIS_COLOURS;
    uint16_t *const first = out;
    find_threats(&t, s);
    for (int seen = 0; seen < PARCHIS_COLOURS; seen++) {
        const int colour = (turn + seen) & 3;
        const unsigned items = s->items >> (6 * colour) & 63, kind = colour >= 2 && items != 0;
        out = add_pieces(out, &t, s, colour, seen);
        *out++ = (uint16_t)((unsigned)PARCHIS_ROW_ITEMS + ((unsigned)seen * 2 + kind) * 64 + items);
        if (s->bounces[colour] >= 2)
            *out++ = (uint16_t)(PARCHIS_ROW_BOUNCES + seen * 16 + s->bounces[colour] / 2);
        if (seen < pools)
            *out++ = (uint16_t)(PARCHIS_ROW_POOL + seen * 32 + s->pool[colour & (pools - 1)]);
    }
    for (int i = 0; i < 2; i++)
        *out++ = (uint16_t)(PARCHIS_ROW_HAND + i * 121 + hand_row(s->hand[mover ^ i]));
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++) {
        const int square = s->traps[i] - 1 - PARCHIS_TRACK / PARCHIS_COLOURS * turn;
        *out++ = (uint16_t)(PARCHIS_ROW_TRAPS + (square < 0 ? square + PARCHIS_TRACK : square));
    }
    return (int)(out - first);
}

static int goals_of(const struct parchis *s, int colour) {
    const uint8_t *place = &s->place[PARCHIS_EACH * colour];
    const int goal = parchis_goal(colour);
    return (place[0] == goal) + (place[1] == goal) + (place[2] == goal);
}

static int most_goals(const struct parchis *s, int player) {
    const int a = goals_of(s, player), b = goals_of(s, player + 2);
    return a > b ? a : b;
}

int parchis_network_kind(const struct parchis *s) {
    const int mover = parchis_player(s), own = most_goals(s, mover),
              other = most_goals(s, mover ^ 1);
    return ((parchis_in_course(s) ? 3 : 0) + (own < 2 ? own : 2)) * 3 + (other < 2 ? other : 2);
}

/* ---- the network ---- */

enum { LANES = 8, VECTORS = PARCHIS_UNITS / LANES };
typedef int16_t lanes __attribute__((vector_size(2 * LANES)));

int parchis_network_evaluate(const struct th_state *state, int seat) {
    const struct parchis *s = (const struct parchis *)(const void *)state;
    uint16_t row[PARCHIS_TRUE_MAX];
    lanes sum[VECTORS];
    int16_t unit[PARCHIS_UNITS];
    const int n = parchis_network_rows(s, s->colour, row), kind = parchis_network_kind(s);
    memcpy(sum, unit_first, sizeof sum);
    for (int i = 0; i < n; i++) {
        lanes weight[VECTORS];
        memcpy(weight, unit_weights[row[i]], sizeof weight);
        for (int k = 0; k < VECTORS; k++) sum[k] += weight[k];
    }
    memcpy(unit, sum, sizeof unit);
    int32_t value = 0;
    for (int k = 0; k < PARCHIS_UNITS; k++) {
        const int16_t x = unit[k] < 0 ? 0 : unit[k] > PARCHIS_ONE_UNIT ? PARCHIS_ONE_UNIT : unit[k];
        /* Within 16 bits by PARCHIS_OUT_MAX. */
        value += (int16_t)(x * kind_weights[kind][k]) * x;
    }
    value = (value + kind_first[kind]) / VALUE_DIVISOR;
    value = value >= TH_SURE_VALUE    ? TH_SURE_VALUE - 1
            : value <= -TH_SURE_VALUE ? 1 - TH_SURE_VALUE
                                      : value;
    return seat == parchis_player(s) ? value : -value;
}
