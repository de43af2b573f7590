#include "outlook.h"

#include "core/wide.h"
#include "lanes.h"
#include <math.h>
#include <pthread.h>
#include <string.h>

int cantstop_outlook_power(int forced, int players) {
    static const int eighths[2][TH_SEATS_MAX + 1] = {{0, 8, 6, 6, 6}, {0, 8, 7, 6, 6}};
    return eighths[forced][players];
}

/* ---- turns still needed ---- */

static int completed_in(const uint8_t progress[]) {
    int completed = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) completed += progress[c] == cantstop_height[c];
    return completed;
}

static const float no_row[OUTLOOK_UNITS];

WIDE double cantstop_outlook_turns(const struct outlook_turns *n, const uint8_t progress[]) {
    if (completed_in(progress) >= CANTSTOP_TO_WIN) return 0;
    float unit[OUTLOOK_UNITS] = {0};
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        add_row(unit, n->column[c][progress[c]], OUTLOOK_UNITS);
    return at_least_one(weigh(unit, no_row, n->weight, OUTLOOK_UNITS) + n->base);
}

void cantstop_outlook_units(const struct outlook_turns *n,
                            const uint8_t squares[CANTSTOP_COLUMNS][CANTSTOP_RUNNER],
                            const int room[CANTSTOP_COLUMNS], struct units *out) {
    memset(out->base, 0, sizeof out->base);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int i = 0; i <= room[c]; i++)
            memcpy(out->row[c][i], n->column[c][squares[c][i]], sizeof out->row[c][i]);
    memcpy(out->weight, n->weight, sizeof out->weight);
    out->bias = n->base;
}

void cantstop_outlook_fill(const struct outlook_turns *n, const uint8_t progress[],
                           struct cantstop_turn *t) {
    struct units units;
    const int completed = completed_in(progress);
    uint8_t squares[CANTSTOP_COLUMNS][CANTSTOP_RUNNER];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int i = 0; i <= t->room[c]; i++) squares[c][i] = (uint8_t)(progress[c] + i);
    cantstop_outlook_units(n, squares, t->room, &units);
    units_begin(&units, t->room);
    for (int at = 0; at < t->blocks; at++) {
        const struct turn_block *b = &t->block[at];
        double *stop = t->stop + b->first;
        units_fill(&units, b, stop);
        for (int i = 1; i <= b->room[0]; i++)
            for (int j = 1; j <= b->room[1]; j++)
                for (int k = 1; k <= b->room[2]; k++, stop++) {
                    const int tops = (i == b->room[0]) + (b->runners > 1 && j == b->room[1]) +
                                     (b->runners > 2 && k == b->room[2]);
                    if (completed + tops >= CANTSTOP_TO_WIN)
                        *stop = 0;
                    else if (*stop < 1)
                        *stop = 1;
                }
    }
}

/* ---- rolling again ---- */

WIDE void cantstop_outlook_going_on(const struct outlook_going_on *n, const struct cantstop *s,
                                    double out[GOING_RESULTS]) {
    enum { GOING = OUTLOOK_GOING_UNITS };
    const uint8_t *progress = s->permanent[s->seat];
    const float success = (float)cantstop_successes(s) / CANTSTOP_ALL;
    float unit[GOING];
    for (int u = 0; u < GOING; u++) unit[u] = n->success[u] * success;
    add_row(unit, n->runners[cantstop_count(s->active)], GOING);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        add_row(unit, n->column[c][progress[c]], GOING);
        if (s->active >> c & 1) add_row(unit, n->runner[c][cantstop_reached(s, c)], GOING);
    }
    for (int i = 0; i < GOING_RESULTS; i++)
        out[i] = (double)(weigh(unit, no_row, n->weight[i], GOING) + n->base[i]);
}

/* ---- who is first ---- */

/* How likely each number of turns is for this mean: a mixture of the two rows around it. */
static void spread(const struct outlook *o, double mean, double out[OUTLOOK_TIMES]) {
    const double at = mean * OUTLOOK_MEANS_A_TURN;
    const int row = at < OUTLOOK_MEANS - 2 ? (int)at : OUTLOOK_MEANS - 2;
    const double upper = at - row < 1 ? at - row : 1;
    for (int t = 0; t < OUTLOOK_TIMES; t++)
        out[t] = (1 - upper) * o->ends[row][t] + upper * o->ends[row + 1][t];
}

/* x to the power of so many eighths, by roots, which are the same everywhere. */
static double power_of(double x, int n) {
    double power = n & 8 ? x : 1;
    for (int bit = 4; bit > 0; bit /= 2) {
        x = sqrt(x);
        if (n & bit) power *= x;
    }
    return power;
}

/* Chances of being first, in this order in each round: done in the t-th turn, and no seat before.
 * If all went on as they would alone, that would be all. But players who trail take risks, and
 * those who are ahead win less often than that; a power of the chances, fitted to games, makes up
 * for it. */
static void run_race(const struct outlook_race *r, const double *const ends[], double out[]) {
    const int power = cantstop_outlook_power(r->forced, r->players);
    double alive[TH_SEATS_MAX], sum = 0;
    for (int p = 0; p < r->players; p++) alive[p] = 1, out[p] = 0;
    for (int t = 1; t < OUTLOOK_TIMES; t++)
        for (int p = 0; p < r->players; p++) {
            double first = ends[p][t];
            for (int other = 0; other < r->players; other++)
                if (other != p) first *= alive[other];
            out[p] += first;
            alive[p] -= ends[p][t];
            if (alive[p] < 0) alive[p] = 0;
        }
    for (int p = 0; p < r->players; p++) {
        out[p] = power_of(out[p], power);
        sum += out[p];
    }
    for (int p = 0; p < r->players; p++) out[p] /= sum;
}

void cantstop_outlook_race(struct outlook_race *r, const struct cantstop *s) {
    static const double usual[TH_SEATS_MAX] = {1, 1, 1, 1};
    cantstop_outlook_race_at(r, s, usual);
}

void cantstop_outlook_race_at(struct outlook_race *r, const struct cantstop *s,
                              const double pace[]) {
    r->outlook = cantstop_outlook(s->forced);
    r->players = s->players;
    r->forced = s->forced;
    memset(r->filled, 0, sizeof r->filled);
    for (int i = 0; i < r->players; i++) {
        const int seat = (s->seat + i) % s->players;
        r->turns[i] = cantstop_outlook_turns(&r->outlook->turns, s->permanent[seat]);
        r->pace[i] = pace[seat];
        spread(r->outlook, r->turns[i] * r->pace[i], r->ends[i]);
    }
}

void cantstop_outlook_start(const struct outlook_race *r, double out[]) {
    const double *ends[TH_SEATS_MAX];
    for (int i = 0; i < r->players; i++) ends[i] = r->ends[i];
    run_race(r, ends, out);
}

/* The others come first in the next round. */
static const double *chances_at(struct outlook_race *r, int row) {
    double *chance = r->chance[row];
    if (r->filled[row]) return chance;
    const double *ends[TH_SEATS_MAX];
    double in_order[TH_SEATS_MAX];
    for (int i = 1; i < r->players; i++) ends[i - 1] = r->ends[i];
    ends[r->players - 1] = r->outlook->ends[row];
    run_race(r, ends, in_order);
    for (int i = 0; i < r->players; i++) chance[(i + 1) % r->players] = in_order[i];
    r->filled[row] = true;
    return chance;
}

void cantstop_outlook_after(struct outlook_race *r, double turns, double share, double out[]) {
    if (turns < 1) { /* it has won */
        out[0] += share;
        return;
    }
    const double at = turns * r->pace[0] * OUTLOOK_MEANS_A_TURN;
    const int row = at < OUTLOOK_MEANS - 2 ? (int)at : OUTLOOK_MEANS - 2;
    const double upper = at - row < 1 ? at - row : 1;
    const double *low = chances_at(r, row), *high = chances_at(r, row + 1);
    for (int i = 0; i < r->players; i++) out[i] += share * ((1 - upper) * low[i] + upper * high[i]);
}

/* The same sum for the seat in turn as in cantstop_outlook_after, by two tables. */
WIDE static void cost_all(const double low[], const double high[], double scale, double cost[],
                          int n) {
    for (int i = 0; i < n; i++) {
        const double at = (cost[i] < 1 ? 1 : cost[i]) * scale;
        const int row = at < OUTLOOK_MEANS - 2 ? (int)at : OUTLOOK_MEANS - 2;
        const double upper = at - row < 1 ? at - row : 1;
        const double chance = (1 - upper) * low[row] + upper * high[row];
        cost[i] = -chance;
    }
}

void cantstop_outlook_costs(struct outlook_race *r, double cost[], int n) {
    double own[OUTLOOK_MEANS];
    for (int i = 0; i < OUTLOOK_MEANS; i++) own[i] = chances_at(r, i)[0];
    cost_all(own, own + 1, r->pace[0] * OUTLOOK_MEANS_A_TURN, cost, n);
}

/* ---- the fitted numbers ---- */

static struct outlook fitted[2];

static const int16_t *take_rows(float *to, int from, int heights, int units, const int16_t *n) {
    for (int h = from; h <= heights; h++)
        for (int u = 0; u < units; u++) to[h * units + u] = (float)*n++ / OUTLOOK_SCALE;
    return n;
}

static void make_outlook(struct outlook *o, const int16_t *n) {
    struct outlook_going_on *g = &o->going_on;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        n = take_rows(o->turns.column[c][0], 0, cantstop_height[c], OUTLOOK_UNITS, n);
    n = take_rows(o->turns.weight, 0, 0, OUTLOOK_UNITS, n);
    n = take_rows(&o->turns.base, 0, 0, 1, n);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        n = take_rows(g->column[c][0], 0, cantstop_height[c], OUTLOOK_GOING_UNITS, n);
        n = take_rows(g->runner[c][0], 1, cantstop_height[c], OUTLOOK_GOING_UNITS, n);
    }
    n = take_rows(g->runners[0], 0, CANTSTOP_RUNNERS, OUTLOOK_GOING_UNITS, n);
    n = take_rows(g->success, 0, 0, OUTLOOK_GOING_UNITS, n);
    n = take_rows(g->weight[0], 0, GOING_RESULTS - 1, OUTLOOK_GOING_UNITS, n);
    take_rows(g->base, 0, 0, GOING_RESULTS, n);
}

static void make_ends(struct outlook *o, const uint16_t (*ends)[OUTLOOK_TIMES]) {
    for (int m = 0; m < OUTLOOK_MEANS; m++) {
        double sum = 0;
        for (int t = 0; t < OUTLOOK_TIMES; t++) sum += ends[m][t];
        for (int t = 0; t < OUTLOOK_TIMES; t++) o->ends[m][t] = ends[m][t] / sum;
    }
}

static void make_fitted(void) {
    cantstop_prepare();
    for (int forced = 0; forced < 2; forced++) {
        make_outlook(&fitted[forced], cantstop_outlook_numbers[forced]);
        make_ends(&fitted[forced], cantstop_outlook_ends[forced]);
    }
}

const struct outlook *cantstop_outlook(int forced) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_fitted);
    return &fitted[forced];
}
