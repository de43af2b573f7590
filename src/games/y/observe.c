#include "board.h"

#include "core/observation.h"
#include "notation.h"
#include <stdio.h>

static const struct y *board(const struct th_state *s) {
    return (const struct y *)(const void *)s;
}

void y_observe(const struct th_state *s, int seat, float out[]) {
    const struct y *b = board(s);
    const int cells = y_cells(b->size);
    for (int i = 0; i < cells; i++) {
        out[i] = b->cell[i] == seat;
        out[cells + i] = b->cell[i] == (seat ^ 1);
    }
    out[2 * cells] = b->mover == seat ? 1 : -1;
    out[2 * cells + 1] = y_may_swap(b);
    out[2 * cells + 2] = b->pie && b->stones == 0;
}

/* ---- symmetries ---- */

enum { SYMMETRIES = 6 };

/* The cell at distances x, y and z from the sides, which sum to size - 1. */
static int cell_at(const int distance[3]) {
    return y_index(distance[0] + distance[1], distance[0]);
}

/* A symmetry of the triangle permutes the sides. */
static int symmetric_cell(int size, int k, int cell) {
    static const uint8_t order[SYMMETRIES][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const struct y_shape *shape = y_shape(size);
    const int column = shape->column[cell], row = shape->row[cell];
    const int from[3] = {column, row - column, size - 1 - row};
    const int to[3] = {from[order[k][0]], from[order[k][1]], from[order[k][2]]};
    return cell_at(to);
}

int y_symmetries(const struct th_state *s) {
    (void)s;
    return SYMMETRIES;
}

int y_symmetric_number(const struct th_state *s, int k, int i) {
    const int size = board(s)->size, cells = y_cells(size);
    if (i >= 2 * cells) return i;
    return i / cells * cells + symmetric_cell(size, k, i % cells);
}

int y_symmetric_action(const struct th_state *s, int k, int action) {
    const int size = board(s)->size;
    return action < y_cells(size) ? symmetric_cell(size, k, action) : action;
}

/* ---- names ---- */

enum block { OWN, OTHER, TURN, SWAP, SWAP_AHEAD, BLOCKS };

static void list_blocks(const struct th_state *s, struct observation_block out[BLOCKS + 1]) {
    const int cells = y_cells(board(s)->size);
    out[OWN] = (struct observation_block){cells, "1 where the seat has a stone, else 0"};
    out[OTHER] = (struct observation_block){cells, "1 where the other has a stone, else 0"};
    out[TURN] = (struct observation_block){1, "1 if the seat is in turn, else -1"};
    out[SWAP] = (struct observation_block){1, "1 if the seat in turn may swap, else 0"};
    out[SWAP_AHEAD] = (struct observation_block){
        1, "1 if the stone played now may be taken over by a swap, else 0"};
    out[BLOCKS] = (struct observation_block){0};
}

int y_observations(const struct th_state *s) {
    struct observation_block blocks[BLOCKS + 1];
    list_blocks(s, blocks);
    return observation_count(blocks);
}

const char *y_observation_name(const struct th_state *s, int i, char *out, size_t size) {
    static const char *const names[BLOCKS] = {"own", "other", "turn", "swap", "swap_ahead"};
    struct observation_block blocks[BLOCKS + 1];
    list_blocks(s, blocks);
    char cell[8];
    const int block = observation_block_of(blocks, &i);
    if (block <= OTHER)
        snprintf(out, size, "cell_%s_%s", y_cell_text(board(s)->size, i, cell, sizeof cell),
                 names[block]);
    else
        snprintf(out, size, "%s", names[block]);
    return out;
}

const char *y_observation_meaning(const struct th_state *s, int i) {
    struct observation_block blocks[BLOCKS + 1];
    list_blocks(s, blocks);
    return blocks[observation_block_of(blocks, &i)].meaning;
}
