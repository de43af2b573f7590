/* What a board shows beside the position: the last stone, and the winner's chain.
 *
 *   {"last":"c3","chain":["a1",…]} */
#include "core/text.h"
#include "notation.h"

/* The cell of the last stone that was put down; -1 if there is none, or nobody knows. A swap leaves
 * the stone where it is. */
static int last_stone(const struct y *s, const th_action done[], size_t steps) {
    while (steps > 0)
        if (done[--steps] < Y_SWAP) return (int)done[steps];
    if (s->stones == 1)
        for (int i = 0; i < y_cells(s->size); i++)
            if (s->cell[i] != Y_EMPTY) return i;
    return -1;
}

static int root_of(const struct y *s, int cell) {
    while (s->parent[cell] != cell) cell = s->parent[cell];
    return cell;
}

const char *y_extra(const struct th_state *view, const th_action done[], size_t steps, char *out,
                    size_t size) {
    const struct y *s = (const struct y *)(const void *)view;
    const int last = last_stone(s, done, steps);
    struct text t = text_in(out, size);
    char cell[8];
    const char *join = "";
    if (last >= 0)
        text_add(&t, "{\"last\":\"%s\"", y_cell_text(s->size, last, cell, sizeof cell));
    else
        text_add(&t, "{\"last\":null");
    text_add(&t, ",\"chain\":[");
    for (int i = 0; i < y_cells(s->size) && s->over && !s->resigned; i++) {
        if (s->cell[i] != s->winner || s->sides[root_of(s, i)] != Y_ALL_SIDES) continue;
        text_add(&t, "%s\"%s\"", join, y_cell_text(s->size, i, cell, sizeof cell));
        join = ",";
    }
    text_add(&t, "]}");
    return out;
}
