/* Bridges: two chains of one player, or a chain and a side, that have two empty cells in common.
 * The opponent can take one of them, and the player takes the other.
 *
 * Bridges that share a cell cannot all be counted on, so they are taken first come first served:
 * each that joins two chains (by stones or by bridges taken before) which were apart. Whoever's
 * chains touch all three sides in this way has won, whoever is to move. */
#include "fill.h"

#include <string.h>

enum { SIDES = 3, NODES = Y_CELLS_MAX + 2 * SIDES };

/* Chains and, behind the cells, each player's three sides; joined by stones and bridges. */
struct links {
    uint8_t parent[NODES];
};

static int root_of(struct links *l, int node) {
    while (l->parent[node] != node) node = l->parent[node] = l->parent[l->parent[node]];
    return node;
}

static int side_node(int player, int side) {
    return Y_CELLS_MAX + player * SIDES + side;
}

static void start_links(struct links *l, const struct y *s, const struct y_shape *t) {
    for (int i = 0; i < NODES; i++) l->parent[i] = (uint8_t)i;
    for (int i = 0; i < t->cells; i++) {
        if (s->cell[i] == Y_EMPTY) continue;
        for (int k = 0; k < t->neighbours[i]; k++)
            if (s->cell[t->neighbour[i][k]] == s->cell[i])
                l->parent[root_of(l, i)] = (uint8_t)root_of(l, t->neighbour[i][k]);
        for (int side = 0; side < SIDES; side++)
            if (t->sides[i] >> side & 1)
                l->parent[root_of(l, i)] = (uint8_t)root_of(l, side_node(s->cell[i], side));
    }
}

/* Takes the bridge over a and b between two nodes, if it is free and joins anything. */
static void take(struct links *l, struct y_bridges *out, bool used[Y_CELLS_MAX], int from, int to,
                 int a, int b) {
    if (used[a] || used[b]) return;
    const int x = root_of(l, from), y = root_of(l, to);
    if (x == y) return;
    l->parent[x] = (uint8_t)y;
    used[a] = used[b] = true;
    out->cell[out->count][0] = (uint8_t)a;
    out->cell[out->count++][1] = (uint8_t)b;
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
                             bool used[Y_CELLS_MAX], struct y_bridges *out) {
    for (int side = 0; side < SIDES; side++) {
        int at_side[6], n = 0;
        for (int k = 0; k < t->neighbours[stone]; k++) {
            const int cell = t->neighbour[stone][k];
            if (s->cell[cell] == Y_EMPTY && t->sides[cell] >> side & 1) at_side[n++] = cell;
        }
        if (n == 2)
            take(l, out, used, stone, side_node(s->cell[stone], side), at_side[0], at_side[1]);
    }
}

/* To stones two steps away, in the six directions a bridge can lie. */
static void bridges_to_stones(struct links *l, const struct y *s, const struct y_shape *t,
                              int stone, bool used[Y_CELLS_MAX], struct y_bridges *out) {
    static const int8_t steps[6][2] = {{1, 2}, {2, 1}, {1, -1}, {-1, -2}, {-2, -1}, {-1, 1}};
    for (int k = 0; k < 6; k++) {
        const int row = t->row[stone] + steps[k][0], column = t->column[stone] + steps[k][1];
        if (row < 0 || row >= t->size || column < 0 || column > row) continue;
        const int other = y_index(row, column);
        int common[6];
        if (s->cell[other] == s->cell[stone] && common_empty(s, t, stone, other, common) == 2)
            take(l, out, used, stone, other, common[0], common[1]);
    }
}

void y_find_bridges(const struct y *s, struct y_bridges *out) {
    const struct y_shape *t = y_shape(s->size);
    struct links l;
    bool used[Y_CELLS_MAX] = {false};
    out->count = 0;
    out->winner = Y_EMPTY;
    start_links(&l, s, t);
    for (int i = 0; i < t->cells; i++)
        if (s->cell[i] != Y_EMPTY) bridges_to_sides(&l, s, t, i, used, out);
    for (int i = 0; i < t->cells; i++)
        if (s->cell[i] != Y_EMPTY) bridges_to_stones(&l, s, t, i, used, out);
    for (int player = 0; player < 2; player++)
        if (root_of(&l, side_node(player, 0)) == root_of(&l, side_node(player, 1)) &&
            root_of(&l, side_node(player, 1)) == root_of(&l, side_node(player, 2)))
            out->winner = (uint8_t)player;
}
