#include "board.h"
#include "tahur/rng.h"
#include <assert.h>
#include <pthread.h>
#include <string.h>

void cantstop_derive(struct cantstop *s) {
    s->active = s->open = s->shut = 0;
    s->steps = 0;
    for (int p = 0; p < TH_SEATS_MAX; p++) s->completed[p] = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        const unsigned bit = 1U << c;
        for (int p = 0; p < s->players; p++)
            if (s->permanent[p][c] == cantstop_height[c])
                s->completed[p] = (uint16_t)(s->completed[p] | bit);
        for (int p = 0; p < s->players && s->closed; p++)
            s->shut = (uint16_t)(s->shut | s->completed[p]);
        s->steps = (uint8_t)(s->steps + cantstop_temporary(s, c));
        if (cantstop_temporary(s, c) > 0) s->active = (uint16_t)(s->active | bit);
        if (cantstop_reached(s, c) < cantstop_height[c] && (s->shut & bit) == 0)
            s->open = (uint16_t)(s->open | bit);
    }
}

void cantstop_start_rules(struct cantstop *s, int players, struct cantstop_rules rules) {
    cantstop_prepare();
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    s->forced = rules.forced;
    s->closed = rules.closed;
    s->blocking = (uint8_t)rules.blocking;
    s->more = (uint8_t)(rules.columns - CANTSTOP_TO_WIN);
    s->phase = CANTSTOP_ROLL;
    cantstop_derive(s);
}

void cantstop_start(struct cantstop *s, int players, int forced) {
    cantstop_start_rules(
        s, players, (struct cantstop_rules){.forced = forced != 0, .columns = CANTSTOP_TO_WIN});
}

struct cantstop_rules cantstop_rules_of(const struct cantstop *s) {
    return (struct cantstop_rules){.forced = s->forced != 0,
                                   .closed = s->closed != 0,
                                   .blocking = (enum cantstop_blocking)s->blocking,
                                   .columns = cantstop_needed(s)};
}

/* ---- other players' markers ---- */

bool cantstop_occupied(const struct cantstop *s, int column, int square) {
    if (square == 0 || square == cantstop_height[column]) return false;
    for (int p = 0; p < s->players; p++)
        if (p != s->seat && s->permanent[p][column] == square) return true;
    return false;
}

__attribute__((cold, noinline)) int cantstop_jump(const struct cantstop *s, int column, int from) {
    int to = from + 1;
    while (to < cantstop_height[column] && cantstop_occupied(s, column, to)) to++;
    return to;
}

int cantstop_steps_between(const struct cantstop *s, int column, int from, int to) {
    int steps = 0;
    for (; from < to; steps++) from = cantstop_landing(s, column, from);
    return steps;
}

bool cantstop_blocked(const struct cantstop *s) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        if ((s->active >> c & 1) && cantstop_occupied(s, c, cantstop_reached(s, c))) return true;
    return false;
}

/* ---- the end without enough columns ---- */

/* With closed columns all eleven may be completed before a seat has enough of them. */
bool cantstop_wins_by_most(const struct cantstop *s, unsigned banked) {
    if ((s->shut | banked) != CANTSTOP_SETS - 1) return false;
    for (int p = 0; p < s->players; p++)
        if (p != s->seat && cantstop_count(s->completed[p]) >= cantstop_count(banked)) return false;
    return true;
}

unsigned cantstop_winners(const struct cantstop *s) {
    if (cantstop_count(s->completed[s->seat]) >= cantstop_needed(s)) return 1U << s->seat;
    unsigned winners = 0;
    int most = 0;
    for (int p = 0; p < s->players; p++) {
        const int count = cantstop_count(s->completed[p]);
        if (count > most) winners = 0;
        if (count > most) most = count;
        if (count == most) winners |= 1U << p;
    }
    return winners;
}

/* ---- the turn ---- */

/* Pairings come by their lower column and have one total: [low], [low, high] of each in turn, then
 * the double, then the high ones backwards is lexicographic order. Every slot is written, and kept
 * only if the move is legal, so that there is nothing for the processor to guess. */
int cantstop_moves(const struct cantstop *s, bool forced, th_action out[CANTSTOP_LEGAL_MAX]) {
    const struct cantstop_tables *t = &cantstop_tables;
    const struct cantstop_roll *r = &t->rolls[s->roll];
    const unsigned can = cantstop_steppable(s);
    /* With one free runner, two new columns cannot both be taken. */
    const unsigned new_columns = ~(unsigned)s->active;
    const unsigned exclusive = cantstop_count(s->active) == CANTSTOP_RUNNERS - 1 ? new_columns : 0U;
    unsigned alone[3]; /* the pairing's steps may be taken one without the other */
    int n = 0;
    for (int i = 0; i < 3; i++) {
        const int a = r->low[i], b = r->high[i];
        const unsigned both = (can >> a) & (can >> b) & ~((exclusive >> a) & (exclusive >> b)) & 1;
        alone[i] = 1U & ~(both & (unsigned)forced);
        out[n] = t->single[a];
        n += (int)(can >> a & alone[i]);
        out[n] = r->both[i];
        n += (int)both;
    }
    const bool capped =
        cantstop_landing(s, r->twin, cantstop_reached(s, r->twin)) == cantstop_height[r->twin];
    out[n] = t->single[r->twin] + (capped ? 0U : 1U);
    n += (int)(can >> r->twin & 1);
    for (int i = 2; i >= 0; i--) {
        out[n] = t->single[r->high[i]];
        n += (int)(can >> r->high[i] & alone[i]);
    }
    return n;
}

static void next_turn(struct cantstop *s) {
    s->turns++;
    if (++s->seat == s->players) s->seat = 0;
    memcpy(s->place, s->permanent[s->seat], CANTSTOP_COLUMNS);
    s->active = 0;
    s->open = (uint16_t)(~(s->completed[s->seat] | s->shut) & (CANTSTOP_SETS - 1));
    s->rolls = s->steps = 0;
    s->phase = CANTSTOP_ROLL;
}

void cantstop_rolled(struct cantstop *s, int roll) {
    assert(s->phase == CANTSTOP_ROLL);
    if ((cantstop_tables.rolls[roll].columns & cantstop_steppable(s)) == 0) {
        next_turn(s); /* bust */
        return;
    }
    s->roll = (uint8_t)roll;
    s->rolls++;
    s->phase = CANTSTOP_MOVE;
}

static inline void advance(struct cantstop *s, int column, int squares) {
    const unsigned bit = 1U << column;
    s->place[column] = (uint8_t)((s->place[column] | CANTSTOP_RUNNER) + squares);
    s->active = (uint16_t)(s->active | bit);
    if (cantstop_reached(s, column) == cantstop_height[column])
        s->open = (uint16_t)(s->open & ~bit);
}

/* Squares from where the seat stands to where these steps lead. */
static int squares_jumped(const struct cantstop *s, int column, int steps) {
    const int from = cantstop_reached(s, column);
    int to = from;
    for (; steps > 0; steps--) to = cantstop_jump(s, column, to);
    return to - from;
}

static inline void end_move(struct cantstop *s, int squares) {
    s->steps = (uint8_t)(s->steps + squares);
    s->roll = 0;
    s->phase = CANTSTOP_DECIDE;
}

/* Apart, so that the usual case needs no room for it. */
__attribute__((cold, noinline)) static void move_with_jumps(struct cantstop *s,
                                                            struct cantstop_move m) {
    const int a = squares_jumped(s, m.a, m.steps_a);
    const int b = m.b != CANTSTOP_NONE ? squares_jumped(s, m.b, 1) : 0;
    advance(s, m.a, a);
    if (b > 0) advance(s, m.b, b);
    end_move(s, a + b);
}

void cantstop_make_move(struct cantstop *s, th_action move) {
    assert(s->phase == CANTSTOP_MOVE && move < CANTSTOP_MOVES);
    const struct cantstop_move m = cantstop_tables.moves[move];
    if (s->blocking == CANTSTOP_JUMPED) {
        move_with_jumps(s, m);
        return;
    }
    advance(s, m.a, m.steps_a);
    if (m.b != CANTSTOP_NONE) advance(s, m.b, 1);
    end_move(s, m.steps);
}

/* Closes these columns, just completed by the seat in turn: the others' markers leave them. */
__attribute__((cold, noinline)) static void close_columns(struct cantstop *s, unsigned columns) {
    s->shut = (uint16_t)(s->shut | columns);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int p = 0; p < s->players && (columns >> c & 1); p++)
            if (p != s->seat) s->permanent[p][c] = 0;
}

void cantstop_bank(struct cantstop *s) {
    assert(s->phase == CANTSTOP_DECIDE && cantstop_may_stop(s));
    s->completed[s->seat] = (uint16_t)cantstop_banked(s);
    uint8_t *permanent = s->permanent[s->seat];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        s->place[c] = permanent[c] = (uint8_t)cantstop_reached(s, c);
    if (s->closed) close_columns(s, s->completed[s->seat] & ~(unsigned)s->shut);
    if (cantstop_count(s->completed[s->seat]) < cantstop_needed(s) &&
        s->shut != CANTSTOP_SETS - 1) {
        next_turn(s);
        return;
    }
    s->turns++; /* the last turn counts; the seat stays, to be named */
    s->active = 0;
    s->rolls = s->steps = 0;
    s->phase = CANTSTOP_OVER;
}

/* ---- tables ---- */

const uint8_t cantstop_height[CANTSTOP_COLUMNS + 1] = {3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3, 0};

struct cantstop_tables cantstop_tables;

/* [x], then [x, x], [x, x+1], …, for each x: lexicographic order. */
static void make_moves(struct cantstop_tables *t) {
    int n = 0;
    for (int x = 0; x < CANTSTOP_COLUMNS; x++) {
        t->single[x] = (uint8_t)n;
        t->moves[n++] = (struct cantstop_move){(uint8_t)x, CANTSTOP_NONE, 1, 1};
        t->moves[n++] = (struct cantstop_move){(uint8_t)x, CANTSTOP_NONE, 2, 2};
        for (int y = x + 1; y < CANTSTOP_COLUMNS; y++)
            t->moves[n++] = (struct cantstop_move){(uint8_t)x, (uint8_t)y, 1, 2};
    }
}

static void swap_bytes(uint8_t *a, uint8_t *b) {
    const uint8_t held = *a;
    *a = *b;
    *b = held;
}

static void swap_pairings(struct cantstop_roll *r, int i, int j) {
    swap_bytes(&r->low[i], &r->low[j]);
    swap_bytes(&r->high[i], &r->high[j]);
    swap_bytes(&r->both[i], &r->both[j]);
}

/* How many orders four sorted dice can fall in. */
static int orders_of(const uint8_t d[4]) {
    static const int factorial[] = {1, 1, 2, 6, 24};
    int orders = 24, run = 1;
    for (int i = 1; i <= 4; i++) {
        if (i < 4 && d[i] == d[i - 1]) {
            run++;
            continue;
        }
        orders /= factorial[run];
        run = 1;
    }
    return orders;
}

/* With sorted dice each pairing's first sum is at most its second, or the last two change places:
 * (d0+d1, d2+d3) has the lowest column, then (d0+d2, d1+d3), then (d0+d3, d1+d2) either way. */
static void make_roll(const struct cantstop_tables *t, struct cantstop_roll *r) {
    const uint8_t *d = r->dice;
    const int total = d[0] + d[1] + d[2] + d[3];
    const int firsts[3] = {d[0] + d[1], d[0] + d[2], d[0] + d[3]};
    int n = 0;
    r->twin = CANTSTOP_NONE;
    for (int i = 0; i < 3; i++) r->low[i] = r->high[i] = CANTSTOP_NONE;
    for (int i = 0; i < 3; i++) {
        const int other = total - firsts[i];
        const int low = (firsts[i] < other ? firsts[i] : other) - CANTSTOP_FIRST_COLUMN;
        const int high = (firsts[i] < other ? other : firsts[i]) - CANTSTOP_FIRST_COLUMN;
        if (r->columns >> low & 1) continue; /* the same pairing again */
        r->columns = (uint16_t)(r->columns | 1U << low | 1U << high);
        if (low == high) {
            r->twin = (uint8_t)low;
            continue;
        }
        r->low[n] = (uint8_t)low;
        r->high[n] = (uint8_t)high;
        r->both[n++] = (uint8_t)(t->single[low] + 1 + high - low);
    }
    if (n > 1 && r->low[n - 1] < r->low[n - 2]) swap_pairings(r, n - 2, n - 1);
}

static void make_rolls(struct cantstop_tables *t) {
    int n = 0, rank = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = a; b <= 6; b++)
            for (int c = b; c <= 6; c++)
                for (int d = c; d <= 6; d++) {
                    struct cantstop_roll *r = &t->rolls[n];
                    *r = (struct cantstop_roll){
                        .dice = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d}};
                    r->weight = (uint8_t)orders_of(r->dice);
                    make_roll(t, r);
                    for (int i = 0; i < r->weight; i++) t->roll_by_rank[rank++] = (uint8_t)n;
                    n++;
                }
}

static void make_sets(struct cantstop_tables *t) {
    for (unsigned set = 0; set < CANTSTOP_SETS; set++) {
        int successes = 0, size = 0;
        for (int i = 0; i < CANTSTOP_ROLLS; i++)
            if (t->rolls[i].columns & set) successes += t->rolls[i].weight;
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) size += (int)(set >> c & 1);
        t->successes[set] = (uint16_t)successes;
        t->size[set] = (uint8_t)size;
    }
}

static void make_tables(void) {
    make_moves(&cantstop_tables);
    make_rolls(&cantstop_tables);
    make_sets(&cantstop_tables);
}

void cantstop_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_tables);
}

int cantstop_roll_of(const int dice[4]) {
    uint8_t sorted[4];
    for (int i = 0; i < 4; i++) {
        int at = i;
        for (; at > 0 && sorted[at - 1] > dice[i]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = (uint8_t)dice[i];
    }
    for (int i = 0; i < CANTSTOP_ROLLS; i++) {
        const uint8_t *d = cantstop_tables.rolls[i].dice;
        if (d[0] == sorted[0] && d[1] == sorted[1] && d[2] == sorted[2] && d[3] == sorted[3])
            return i;
    }
    return -1;
}
