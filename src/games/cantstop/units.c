#include "units.h"

#include "core/wide.h"
#include <string.h>

enum { LANES = 8, ROW = UNITS_ROW };
_Static_assert((int)ROW < (int)UNITS_STEPS, "a row of places has room");

typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t marks __attribute__((vector_size(4 * LANES))); /* of lanes: all bits or none */

/* Vectors are passed only between functions that are inlined: how else depends on the processor. */
#define INLINED static inline __attribute__((always_inline))

INLINED lanes lanes_at(const float *from) {
    lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

INLINED lanes above_0(lanes x) {
    lanes out;
    for (int l = 0; l < LANES; l++) out[l] = x[l] > 0 ? x[l] : 0;
    return out;
}

INLINED float sum_of(lanes x) {
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

INLINED float product(const float a[UNITS], const float b[UNITS]) {
    lanes sum = {0};
    for (int u = 0; u < UNITS; u += LANES) sum += lanes_at(a + u) * lanes_at(b + u);
    return sum_of(sum);
}

WIDE static void make_columns(struct units *n, const int room[]) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        memcpy(n->low[c], n->row[c][1], sizeof n->low[c]);
        memcpy(n->high[c], n->row[c][1], sizeof n->high[c]);
        for (int i = 1; i <= room[c]; i++)
            for (int u = 0; u < UNITS; u++) {
                const float x = n->row[c][i][u];
                n->low[c][u] = x < n->low[c][u] ? x : n->low[c][u];
                n->high[c][u] = x > n->high[c][u] ? x : n->high[c][u];
            }
        for (int u = 0; u < UNITS; u++)
            for (int i = 0; i < ROW; i++)
                n->by_unit[c][u][i] = i < room[c] ? n->row[c][i + 1][u] : 0;
    }
}

/* The units in a slice of a block, where the first column does not change. */
struct slice {
    float on[UNITS]; /* the weights of those that are above 0 everywhere, else 0 */
    int open;        /* how many are above 0 in some places only, and which */
    uint8_t unit[UNITS];
};

/* One bit for each lane. */
INLINED uint64_t bits_of(marks set) {
    const marks bit = set & (marks){1, 2, 4, 8, 16, 32, 64, 128};
    return (uint64_t)(((bit[0] | bit[4]) | (bit[2] | bit[6])) |
                      ((bit[1] | bit[5]) | (bit[3] | bit[7])));
}

WIDE static void sort_units(const struct units *n, const float base[UNITS], const float low_b[],
                            const float high_b[], const float low_c[], const float high_c[],
                            struct slice *out) {
    uint64_t open = 0;
    for (int u = 0; u < UNITS; u += LANES) {
        const lanes x = lanes_at(base + u), weight = lanes_at(n->weight + u);
        const lanes low = x + lanes_at(low_b + u) + lanes_at(low_c + u);
        const lanes high = x + lanes_at(high_b + u) + lanes_at(high_c + u);
        const marks on = (marks)weight & (low >= 0);
        memcpy(out->on + u, &on, sizeof on);
        open |= bits_of((low < 0) & (high > 0)) << u;
    }
    out->open = 0;
    for (; open != 0; open &= open - 1) out->unit[out->open++] = (uint8_t)__builtin_ctzll(open);
}

/* One row of places: what the linear units give, and the others one by one. */
WIDE static void fill_row(const struct units *n, const struct slice *s, const float base[UNITS],
                          const float b[UNITS], const float (*by_unit)[ROW], float linear,
                          const float linear_c[ROW], int room, double out[]) {
    float at[UNITS], sum[ROW];
    for (int u = 0; u < UNITS; u++) at[u] = base[u] + b[u];
    lanes x = lanes_at(linear_c) + linear;
    if (room <= LANES) {
        for (int i = 0; i < s->open; i++) {
            const int u = s->unit[i];
            x += above_0(lanes_at(by_unit[u]) + at[u]) * n->weight[u];
        }
    } else {
        lanes y = lanes_at(linear_c + LANES) + linear;
        for (int i = 0; i < s->open; i++) {
            const int u = s->unit[i];
            x += above_0(lanes_at(by_unit[u]) + at[u]) * n->weight[u];
            y += above_0(lanes_at(by_unit[u] + LANES) + at[u]) * n->weight[u];
        }
        memcpy(sum + LANES, &y, sizeof y);
    }
    memcpy(sum, &x, sizeof x);
    for (int k = 0; k < room; k++) out[k] = (double)sum[k];
}

WIDE static void products(const struct slice *s, const float row[][UNITS], int room,
                          float out[ROW]) {
    for (int i = 0; i < room; i++) out[i] = product(s->on, row[i]);
    for (int i = room; i < ROW; i++) out[i] = 0;
}

static void add_rows(const float base[UNITS], const float row[UNITS], float out[UNITS]) {
    for (int u = 0; u < UNITS; u++) out[u] = base[u] + row[u];
}

static const float no_row[UNITS];

static int room_of_last(const struct turn_block *b) {
    return b->room[b->runners - 1];
}

void units_fill(const struct units *n, const struct turn_block *b, double out[]) {
    float rest[UNITS];
    memcpy(rest, n->start, sizeof rest);
    for (int i = 0; i < b->runners; i++)
        for (int u = 0; u < UNITS; u++) rest[u] -= n->row[b->column[i]][0][u];
    /* One column is the last one, two the first and the last. */
    const int first = b->runners > 1 ? b->column[0] : -1;
    const int middle = b->runners > 2 ? b->column[1] : -1;
    const int last = b->column[b->runners - 1], room = room_of_last(b);
    const int rooms[2] = {first >= 0 ? b->room[0] : 1, middle >= 0 ? b->room[1] : 1};
    const float *low = middle >= 0 ? n->low[middle] : no_row;
    const float *high = middle >= 0 ? n->high[middle] : no_row;
    for (int i = 0; i < rooms[0]; i++) {
        float base[UNITS], linear_b[ROW] = {0}, linear_c[ROW];
        struct slice s;
        add_rows(rest, first >= 0 ? n->row[first][i + 1] : no_row, base);
        sort_units(n, base, low, high, n->low[last], n->high[last], &s);
        const float linear = product(s.on, base) + n->bias;
        if (middle >= 0) products(&s, n->row[middle] + 1, rooms[1], linear_b);
        products(&s, n->row[last] + 1, room, linear_c);
        for (int j = 0; j < rooms[1]; j++) {
            fill_row(n, &s, base, middle >= 0 ? n->row[middle][j + 1] : no_row, n->by_unit[last],
                     linear + linear_b[j], linear_c, room, out);
            out += room;
        }
    }
}

double units_begin(struct units *n, const int room[CANTSTOP_COLUMNS]) {
    make_columns(n, room);
    memcpy(n->start, n->base, sizeof n->start);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int u = 0; u < UNITS; u++) n->start[u] += n->row[c][0][u];
    float sum = n->bias;
    for (int u = 0; u < UNITS; u++) sum += n->start[u] > 0 ? n->start[u] * n->weight[u] : 0;
    return (double)sum;
}
