#include "board.h"

#include "tahur/rng.h"
#include <pthread.h>

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
