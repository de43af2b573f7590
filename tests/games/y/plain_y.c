/* The Game of Y, slow and obvious; see plain_y.h. */
#include "plain_y.h"

/* ---- Board ---- */

/* "Board": the number of cells of a triangle of this size. */
static int plain_y_count_cells(int size) {
    return size * (size + 1) / 2;
}

/* "Board": rows from the apex. */
static int plain_y_index(int r, int c) {
    return r * (r + 1) / 2 + c;
}

static int plain_y_is_on_board(int size, int r, int c) {
    return r >= 0 && r < size && c >= 0 && c <= r;
}

/* "Board": the sides are x = 0, y = 0, z = 0, one bit each; a corner has two. */
static int plain_y_sides(int size, int r, int c) {
    int x = size - 1 - r;
    int y = c;
    int z = r - c;
    int sides = 0;
    if (x == 0) sides |= 1;
    if (y == 0) sides |= 2;
    if (z == 0) sides |= 4;
    return sides;
}

void plain_y_start(struct plain_y *b, int size) {
    b->size = size;
    for (int i = 0; i < 190; i++) b->cell[i] = 2;
    b->mover = 0;
}

/* ---- Who has won, by flood fill ---- */

/* "Play": the sides that the group of this player around (r, c) touches. Off the board, on another
 * cell than this player's and where the fill has been already, there is nothing to add. */
static int plain_y_flood(const struct plain_y *b, int seen[190], int player, int r, int c) {
    int sides;
    if (!plain_y_is_on_board(b->size, r, c)) return 0;
    if (seen[plain_y_index(r, c)] || b->cell[plain_y_index(r, c)] != player) return 0;
    seen[plain_y_index(r, c)] = 1;
    sides = plain_y_sides(b->size, r, c);
    sides |= plain_y_flood(b, seen, player, r, c - 1);
    sides |= plain_y_flood(b, seen, player, r, c + 1);
    sides |= plain_y_flood(b, seen, player, r - 1, c);
    sides |= plain_y_flood(b, seen, player, r + 1, c);
    sides |= plain_y_flood(b, seen, player, r + 1, c + 1);
    sides |= plain_y_flood(b, seen, player, r - 1, c - 1);
    return sides;
}

/* "Play": one group must touch all three sides by itself, so every fill starts afresh. */
static int plain_y_wins_at(const struct plain_y *b, int r, int c) {
    int seen[190] = {0};
    return plain_y_flood(b, seen, b->cell[plain_y_index(r, c)], r, c) == 7;
}

int plain_y_winners(const struct plain_y *b) {
    int winners = 0;
    for (int r = 0; r < b->size; r++) {
        for (int c = 0; c <= r; c++) {
            int player = b->cell[plain_y_index(r, c)];
            if (player != 2 && plain_y_wins_at(b, r, c)) winners |= 1 << player;
        }
    }
    return winners;
}

/* ---- Who has won, by Y-reduction ---- */

/* Of three cells of a full board at least two are alike. */
static int plain_y_majority(int a, int b, int c) {
    return a + b + c >= 2;
}

/* "Two facts worth using", Y-reduction: from size to size - 1. The new board is a copy, so that no
 * majority is taken of cells that are new already. */
static struct plain_y plain_y_reduce_once(const struct plain_y *b) {
    struct plain_y smaller;
    plain_y_start(&smaller, b->size - 1);
    for (int r = 0; r < b->size - 1; r++) {
        for (int c = 0; c <= r; c++) {
            smaller.cell[plain_y_index(r, c)] =
                plain_y_majority(b->cell[plain_y_index(r, c)], b->cell[plain_y_index(r + 1, c)],
                                 b->cell[plain_y_index(r + 1, c + 1)]);
        }
    }
    return smaller;
}

/* At size 1 the cell is the winner. */
int plain_y_reduce(const struct plain_y *b) {
    struct plain_y board = *b;
    while (board.size > 1) board = plain_y_reduce_once(&board);
    return board.cell[0];
}

/* ---- Shape ---- */

static void plain_y_add_neighbour(struct plain_y_shape *t, int cell, int r, int c) {
    if (!plain_y_is_on_board(t->size, r, c)) return;
    t->neighbour[cell][t->neighbours[cell]] = plain_y_index(r, c);
    t->neighbours[cell]++;
}

/* "Board": the six neighbours, where they exist. */
static void plain_y_shape_cell(struct plain_y_shape *t, int r, int c) {
    int cell = plain_y_index(r, c);
    t->sides[cell] = plain_y_sides(t->size, r, c);
    t->neighbours[cell] = 0;
    plain_y_add_neighbour(t, cell, r, c - 1);
    plain_y_add_neighbour(t, cell, r, c + 1);
    plain_y_add_neighbour(t, cell, r - 1, c);
    plain_y_add_neighbour(t, cell, r + 1, c);
    plain_y_add_neighbour(t, cell, r + 1, c + 1);
    plain_y_add_neighbour(t, cell, r - 1, c - 1);
}

void plain_y_shape(struct plain_y_shape *t, int size) {
    t->size = size;
    t->cells = plain_y_count_cells(size);
    for (int r = 0; r < size; r++) {
        for (int c = 0; c <= r; c++) plain_y_shape_cell(t, r, c);
    }
}

/* ---- Playout ---- */

/* The groups as a union-find forest. parent and sides have a meaning where there is a stone, and
 * sides only at the root of a group. */
struct plain_y_groups {
    int owner[190]; /* as cell of struct plain_y */
    int parent[190];
    int sides[190];
};

/* Path halving: every other cell on the way is hung to its grandparent. */
static int plain_y_find(struct plain_y_groups *g, int cell) {
    while (g->parent[cell] != cell) {
        g->parent[cell] = g->parent[g->parent[cell]];
        cell = g->parent[cell];
    }
    return cell;
}

/* Places a stone and joins it with the groups around it. Returns 1 when its group touches all three
 * sides: "Play", the win. */
static int plain_y_place(const struct plain_y_shape *t, struct plain_y_groups *g, int cell,
                         int player) {
    int root = cell;
    g->owner[cell] = player;
    g->parent[cell] = cell;
    g->sides[cell] = t->sides[cell];
    for (int i = 0; i < t->neighbours[cell]; i++) {
        int other = t->neighbour[cell][i];
        if (g->owner[other] != player) continue;
        other = plain_y_find(g, other);
        if (other == root) continue;
        g->parent[root] = other;
        g->sides[other] |= g->sides[root];
        root = other;
    }
    return g->sides[root] == 7;
}

/* The stones that lie there already are placed one by one, as if they had been played. */
static void plain_y_place_all(const struct plain_y_shape *t, struct plain_y_groups *g,
                              const struct plain_y *b) {
    for (int cell = 0; cell < t->cells; cell++) g->owner[cell] = 2;
    for (int cell = 0; cell < t->cells; cell++) {
        if (b->cell[cell] != 2) plain_y_place(t, g, cell, b->cell[cell]);
    }
}

/* The empty cells in index order, but with `first`, where it is one, exchanged to the front. */
static int plain_y_list_empty(const struct plain_y_shape *t, const struct plain_y *b, int first,
                              int list[190]) {
    int count = 0;
    for (int cell = 0; cell < t->cells; cell++) {
        if (b->cell[cell] != 2) continue;
        list[count] = cell;
        if (cell == first) {
            list[count] = list[0];
            list[0] = cell;
        }
        count++;
    }
    return count;
}

/* Fisher-Yates, from the front and only as far as the game goes: cells that are never played need
 * no order. */
int plain_y_playout(const struct plain_y_shape *t, const struct plain_y *b, int first,
                    plain_y_random *random, void *context) {
    struct plain_y_groups g;
    int list[190];
    int count = plain_y_list_empty(t, b, first, list);
    int player = b->mover;
    plain_y_place_all(t, &g, b);
    for (int i = 0; i < count; i++) {
        int place = i;
        int cell;
        if (i > 0 || first < 0) place += (int)random(context, (unsigned)(count - i));
        cell = list[place];
        list[place] = list[i];
        if (plain_y_place(t, &g, cell, player)) return player;
        player = 1 - player;
    }
    return -1; /* "Play": a filled board has a winner, so this is not reached */
}

/* ---- Exact solution ---- */

/* "Play": the mover wins when one of its moves leads to a position that it wins; without such a
 * move the opponent wins. There are no draws, so a full board is over. */
int plain_y_solve(const struct plain_y *b) {
    int winners = plain_y_winners(b);
    if (winners != 0) return winners == 1 ? 0 : 1;
    for (int cell = 0; cell < plain_y_count_cells(b->size); cell++) {
        struct plain_y next = *b;
        if (b->cell[cell] != 2) continue;
        next.cell[cell] = b->mover;
        next.mover = 1 - b->mover;
        if (plain_y_solve(&next) == b->mover) return b->mover;
    }
    return 1 - b->mover;
}
