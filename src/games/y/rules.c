#include "board.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

/* ---- shapes ---- */

static struct y_shape shapes[Y_SIZE_MAX + 1];

static void make_shape(struct y_shape *t, int size) {
    static const int8_t steps[6][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {1, 1}, {-1, -1}};
    t->size = size;
    t->cells = y_cells(size);
    for (int r = 0; r < size; r++)
        for (int c = 0; c <= r; c++) {
            const int i = y_index(r, c), x = size - 1 - r, y = c, z = r - c;
            t->row[i] = (uint8_t)r;
            t->column[i] = (uint8_t)c;
            t->sides[i] = (uint8_t)((x == 0) | (y == 0) << 1 | (z == 0) << 2);
            for (int k = 0; k < 6; k++) {
                const int row = r + steps[k][0], column = c + steps[k][1];
                if (row < 0 || row >= size || column < 0 || column > row) continue;
                t->neighbour[i][t->neighbours[i]++] = (uint8_t)y_index(row, column);
            }
        }
}

static void make_shapes(void) {
    for (int size = 1; size <= Y_SIZE_MAX; size++) make_shape(&shapes[size], size);
}

void y_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_shapes);
}

const struct y_shape *y_shape(int size) {
    return &shapes[size];
}

/* ---- chains ---- */

static int root_of(const struct y *s, int cell) {
    while (s->parent[cell] != cell) cell = s->parent[cell];
    return cell;
}

/* Joins a stone that was just put down to its neighbours; returns the sides of the whole chain.
 * The older chain's root stays, which keeps the links short. */
static int join(struct y *s, const struct y_shape *t, int cell) {
    int root = cell;
    s->parent[cell] = (uint8_t)cell;
    s->sides[cell] = t->sides[cell];
    for (int k = 0; k < t->neighbours[cell]; k++) {
        const int other = t->neighbour[cell][k];
        if (s->cell[other] != s->cell[cell]) continue;
        const int chain = root_of(s, other);
        if (chain == root) continue;
        s->parent[root] = (uint8_t)chain;
        s->sides[chain] |= s->sides[root];
        root = chain;
    }
    return s->sides[root];
}

/* ---- play ---- */

void y_start(struct y *s, int size, int pie) {
    y_prepare();
    memset(s, 0, sizeof *s);
    memset(s->cell, Y_EMPTY, sizeof s->cell);
    s->size = (uint8_t)size;
    s->pie = (uint8_t)pie;
}

void y_place(struct y *s, int cell) {
    const struct y_shape *t = &shapes[s->size];
    assert(cell < t->cells && s->cell[cell] == Y_EMPTY && !s->over);
    s->cell[cell] = s->mover;
    s->stones++;
    if (join(s, t, cell) == Y_ALL_SIDES) {
        s->over = 1;
        s->winner = s->mover;
    }
    s->mover ^= 1;
}

void y_swap(struct y *s) {
    assert(y_may_swap(s));
    for (int i = 0; i < shapes[s->size].cells; i++)
        if (s->cell[i] != Y_EMPTY) s->cell[i] = 1;
    s->swapped = 1;
    s->mover = 0;
}

void y_resign(struct y *s) {
    assert(!s->over);
    s->over = s->resigned = 1;
    s->winner = s->mover ^ 1;
}

int y_rebuild(struct y *s) {
    const struct y_shape *t = &shapes[s->size];
    int winners = 0;
    s->stones = 0;
    memset(s->parent, 0, sizeof s->parent);
    memset(s->sides, 0, sizeof s->sides);
    for (int i = 0; i < t->cells; i++) s->parent[i] = s->cell[i] == Y_EMPTY ? 0 : (uint8_t)i;
    for (int i = 0; i < t->cells; i++) {
        if (s->cell[i] == Y_EMPTY) continue;
        s->stones++;
        /* Later cells are not joined yet: they are their own roots and join when it is their
         * turn. */
        s->sides[i] |= t->sides[i];
        for (int k = 0; k < t->neighbours[i]; k++) {
            const int other = t->neighbour[i][k];
            if (other > i || s->cell[other] != s->cell[i]) continue;
            const int a = root_of(s, i), b = root_of(s, other);
            if (a == b) continue;
            s->parent[a] = (uint8_t)b;
            s->sides[b] |= s->sides[a];
        }
        if (s->sides[root_of(s, i)] == Y_ALL_SIDES) winners |= 1 << s->cell[i];
    }
    s->over = winners != 0;
    s->winner = winners == 2;
    return winners;
}
