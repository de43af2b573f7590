/* Bridges: two chains of one player, or a chain and a side, that have two empty cells in common.
 * The opponent can take one of them, and the player takes the other.
 *
 * Bridges that share a cell cannot all be counted on, so they are taken first come first served:
 * each that joins two chains (by stones or by bridges taken before) which were apart. Whoever's
 * chains touch all three sides in this way has won, whoever is to move. */
#include "fill.h"

enum { SIDES = 3 };

/* Chains, joined by stones and bridges, with the sides they reach at their roots. */
struct links {
    uint8_t parent[Y_CELLS_MAX], sides[Y_CELLS_MAX];
    bool used[Y_CELLS_MAX]; /* cells of bridges that were taken */
};

static int root_of(struct links *l, int node) {
    while (l->parent[node] != node) node = l->parent[node] = l->parent[l->parent[node]];
    return node;
}

static void unite(struct links *l, int one, int other) {
    const int a = root_of(l, one), b = root_of(l, other);
    if (a == b) return;
    l->parent[a] = (uint8_t)b;
    l->sides[b] |= l->sides[a];
}

static void start_links(struct links *l, const struct y *s, const struct y_shape *t) {
    for (int i = 0; i < t->cells; i++) {
        l->parent[i] = (uint8_t)i;
        l->sides[i] = t->sides[i];
        l->used[i] = false;
    }
    for (int i = 0; i < t->cells; i++) {
        if (s->cell[i] == Y_EMPTY) continue;
        for (int k = 0; k < t->neighbours[i]; k++)
            if (s->cell[t->neighbour[i][k]] == s->cell[i]) unite(l, i, t->neighbour[i][k]);
    }
}

/* Takes the cells a and b for a bridge of the owner, if both are free. */
static bool take(struct links *l, struct y_bridges *out, int owner, int a, int b) {
    if (l->used[a] || l->used[b]) return false;
    l->used[a] = l->used[b] = true;
    out->owner[out->count] = (uint8_t)owner;
    out->cell[out->count][0] = (uint8_t)a;
    out->cell[out->count++][1] = (uint8_t)b;
    return true;
}

/* The empty cells next to both; returns how many. */
static int common_empty(const struct y *s, const struct y_shape *t, int one, int other,
                        int common[6]) {
    int n = 0;
    for (int k = 0; k < t->neighbours[one]; k++) {
        const int cell = t->neighbour[one][k];
        if (s->cell[cell] != Y_EMPTY) continue;
        for (int m = 0; m < t->neighbours[cell]; m++)
            if (t->neighbour[cell][m] == other) common[n++] = cell;
    }
    return n;
}

/* A stone in the second line of a side reaches it by either of two cells. */
static void bridges_to_sides(struct links *l, const struct y *s, const struct y_shape *t, int stone,
                             struct y_bridges *out) {
    for (int side = 0; side < SIDES; side++) {
        int at_side[6], n = 0;
        if (l->sides[root_of(l, stone)] >> side & 1) continue;
        for (int k = 0; k < t->neighbours[stone]; k++) {
            const int cell = t->neighbour[stone][k];
            if (s->cell[cell] == Y_EMPTY && t->sides[cell] >> side & 1) at_side[n++] = cell;
        }
        if (n == 2 && take(l, out, s->cell[stone], at_side[0], at_side[1]))
            l->sides[root_of(l, stone)] |= (uint8_t)(1 << side);
    }
}

/* To stones two steps away, in the six directions a bridge can lie. */
static void bridges_to_stones(struct links *l, const struct y *s, const struct y_shape *t,
                              int stone, struct y_bridges *out) {
    static const int8_t steps[6][2] = {{1, 2}, {2, 1}, {1, -1}, {-1, -2}, {-2, -1}, {-1, 1}};
    for (int k = 0; k < 6; k++) {
        const int row = t->row[stone] + steps[k][0], column = t->column[stone] + steps[k][1];
        if (row < 0 || row >= t->size || column < 0 || column > row) continue;
        const int other = y_index(row, column);
        int common[6];
        if (s->cell[other] == s->cell[stone] && root_of(l, other) != root_of(l, stone) &&
            common_empty(s, t, stone, other, common) == 2 &&
            take(l, out, s->cell[stone], common[0], common[1]))
            unite(l, stone, other);
    }
}

void y_find_bridges(const struct y *s, struct y_bridges *out) {
    const struct y_shape *t = y_shape(s->size);
    struct links l;
    out->count = 0;
    out->winner = Y_EMPTY;
    start_links(&l, s, t);
    for (int i = 0; i < t->cells; i++)
        if (s->cell[i] != Y_EMPTY) bridges_to_stones(&l, s, t, i, out);
    for (int i = 0; i < t->cells; i++)
        if (s->cell[i] != Y_EMPTY) bridges_to_sides(&l, s, t, i, out);
    for (int i = 0; i < t->cells; i++)
        if (s->cell[i] != Y_EMPTY && l.sides[root_of(&l, i)] == Y_ALL_SIDES)
            out->winner = s->cell[i];
}
