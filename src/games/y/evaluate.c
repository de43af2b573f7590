#include "board.h"

#include "tahur/rng.h"

static const struct y *board(const struct th_state *s) {
    return (const struct y *)(const void *)s;
}

/* ---- value ---- */

#define ONE (INT64_C(1) << 19) /* as sure as can be */

enum { TEMPO };
const struct th_weight y_weights[] = {
    [TEMPO] = {"tempo", 200000, "what the right to move is worth; a won position is worth 524288"},
    {0},
};

/* The Y-reduction (docs/rules/y.md) of a board that is not full: a cell holds how much it is player
 * 0's, from ONE to -ONE, 0 while it is empty, and the expected majority of three independent cells
 * a, b, c is (a + b + c - abc) / 2. What is left at the apex is the value (after van Rijswijck,
 * "Search and evaluation in Hex", 2002). Turning the board does not change it, and exchanging the
 * players only its sign: every rounding is towards zero. */
static int reduce(const struct y *s) {
    int32_t cell[Y_CELLS_MAX];
    for (int i = 0; i < y_cells(s->size); i++)
        cell[i] = (int32_t)ONE * ((s->cell[i] == 0) - (s->cell[i] == 1));
    for (int size = s->size - 1; size >= 1; size--)
        for (int r = 0, i = 0; r < size; r++)
            for (int end = i + r + 1; i < end; i++) {
                const int64_t a = cell[i], b = cell[i + r + 1], c = cell[i + r + 2];
                cell[i] = (int32_t)(((a + b + c) * (ONE * ONE) - a * b * c) / (2 * ONE * ONE));
            }
    return cell[0];
}

/* Who may swap takes the better side. */
int y_evaluate(const struct th_state *state, int seat, const int weight[]) {
    const struct y *s = board(state);
    const int value = reduce(s) + (s->mover == 0 ? weight[TEMPO] : -weight[TEMPO]);
    const int best = y_may_swap(s) && value > 0 ? -value : value;
    return seat == 0 ? best : -best;
}

/* ---- key ---- */

enum { CELLS_IN_WORD = 40 }; /* in base 3 */

/* The cells and who is to move, whether a swap may still come, and how the game ended. */
uint64_t y_key(const struct th_state *state) {
    const struct y *s = board(state);
    const bool swap_ahead = s->pie && !s->swapped && s->stones <= 1;
    const int cells = y_cells(s->size);
    uint64_t key = (uint64_t)s->size << 8 | (uint64_t)swap_ahead << 3 | (uint64_t)s->mover << 2 |
                   (uint64_t)s->over << 1 | s->winner;
    for (int i = 0; i < cells; i += CELLS_IN_WORD) {
        uint64_t word = 0;
        for (int k = i; k < cells && k < i + CELLS_IN_WORD; k++) word = word * 3 + s->cell[k];
        key = th_mix2(key, word);
    }
    return key;
}
