/* The board for the terminal, and moves in words. */
#include "core/paint.h"
#include "notation.h"

static const struct y *board(const struct th_state *s) {
    return (const struct y *)(const void *)s;
}

static void add_cell(struct text *t, const struct th_look *look, int content) {
    static const enum paint paints[] = {PAINT_ON_BLUE, PAINT_ON_RED, PAINT_FAINT};
    paint_add(t, look, paints[content], "%c", "BR."[content]);
}

/* Rows from the apex, each half a cell further left; a column runs up and to the right from its
 * letter below the base. The largest board fills 40 columns when its numbers lose a blank. */
const char *y_draw(const struct th_state *s, const struct th_look *look, char *out, size_t size) {
    const struct y *b = board(s);
    struct text t = text_in(out, size);
    const bool narrow = look != NULL && look->columns > 0 && look->columns < 2 * b->size + 3;
    const int digits = narrow ? 2 : 3;
    for (int r = 0; r < b->size; r++) {
        text_add(&t, "%*d %*s", digits, b->size - r, b->size - 1 - r, "");
        for (int c = 0; c <= r; c++) {
            text_add(&t, "%s", c > 0 ? " " : "");
            add_cell(&t, look, b->cell[y_index(r, c)]);
        }
        text_add(&t, "\n");
    }
    text_add(&t, "%*s", digits, "");
    for (int c = 0; c < b->size; c++) text_add(&t, " %c", 'a' + c);
    /* Where rows are few, the last line goes beside the letters. */
    const bool low = look != NULL && look->rows > 0 && look->rows < b->size + 3 &&
                     look->columns >= 2 * b->size + 40;
    text_add(&t, low ? "   " : "\n\n");
    const int player = b->over ? b->winner : b->mover;
    text_add(&t, "player %d (", player);
    add_cell(&t, look, player);
    text_add(&t, ") %s%s\n", b->over ? "has won" : "to move", y_may_swap(b) ? ", may swap" : "");
    return out;
}

const char *y_tell(const struct th_state *before, th_action a, int seat, char *out, size_t size) {
    (void)seat; /* all is open */
    struct text t = text_in(out, size);
    char cell[8];
    if (a == Y_SWAP) {
        text_add(&t, "swapped");
    } else if (a == Y_RESIGN) {
        text_add(&t, "resigned");
    } else {
        struct y after = *board(before);
        y_place(&after, (int)a);
        text_add(&t, "played %s%s", y_action_text(before, a, cell, sizeof cell),
                 after.over ? " and connected the three sides" : "");
    }
    return out;
}
