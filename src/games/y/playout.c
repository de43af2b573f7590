#include "playout.h"

int y_playout(const struct y *s, struct th_rng *rng) {
    struct y now = *s;
    uint8_t empty[Y_CELLS_MAX];
    uint32_t n = 0;
    for (int i = 0; i < y_cells(s->size); i++)
        if (s->cell[i] == Y_EMPTY) empty[n++] = (uint8_t)i;
    while (!now.over) {
        const uint32_t k = th_rng_below(rng, n);
        y_place(&now, empty[k]);
        empty[k] = empty[--n];
    }
    return now.winner;
}
