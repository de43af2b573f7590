/* The board for the terminal: columns stand side by side on a common foot, a cell has one place
 * for each seat. "1".."4" is a seat's permanent marker (seat 0 is shown as player 1), "*" the
 * runner of the player in turn. */
#include "core/text.h"
#include "notation.h"

/* What stands in the place of `seat` in this cell. */
static char marker(const struct cantstop *b, int column, int row, int seat) {
    const int permanent = b->permanent[seat][column];
    if (seat == b->seat && cantstop_reached(b, column) == row && permanent < row) return '*';
    return permanent == row ? (char)('1' + seat) : '.';
}

static void draw_cell(const struct cantstop *b, struct text *t, int column, int row) {
    text_add(t, "  ");
    if (row == cantstop_height[column] + 1) {
        text_add(t, "%-*d", b->players > 2 ? b->players : 2, column + CANTSTOP_FIRST_COLUMN);
        return;
    }
    for (int seat = 0; seat < b->players; seat++)
        text_add(t, "%c", row > cantstop_height[column] ? ' ' : marker(b, column, row, seat));
    /* One place is too narrow for the numbers 10 to 12 above it. */
    if (b->players == 1) text_add(t, " ");
}

static void draw_standing(const struct cantstop *b, struct text *t, int seat) {
    char columns[64];
    text_add(t, "player %d (seat %d): completed %s%s\n", seat + 1, seat,
             cantstop_columns_text(b->completed[seat], columns, sizeof columns),
             seat != b->seat             ? ""
             : b->phase == CANTSTOP_OVER ? ", has won"
                                         : ", to play");
}

const char *cantstop_draw(const struct th_state *s, char *out, size_t size) {
    const struct cantstop *b = (const struct cantstop *)(const void *)s;
    struct text t = text_in(out, size);
    for (int row = cantstop_height[CANTSTOP_COLUMNS / 2] + 1; row > 0; row--) {
        const size_t line = t.length;
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) draw_cell(b, &t, c, row);
        while (t.length > line && t.out[t.length - 1] == ' ') t.length--;
        text_add(&t, "\n");
    }
    if (b->players == 1)
        text_add(&t, "\n1: the player's marker   *: a runner\n\n");
    else
        text_add(&t, "\n1 to %d: a player's marker   *: a runner of the player in turn\n\n",
                 b->players);
    for (int seat = 0; seat < b->players; seat++) draw_standing(b, &t, seat);
    const uint8_t *d = cantstop_tables.rolls[b->roll].dice;
    if (b->phase == CANTSTOP_MOVE)
        text_add(&t, "roll %d of this turn: %d %d %d %d\n", b->rolls, d[0], d[1], d[2], d[3]);
    else if (b->phase != CANTSTOP_OVER)
        text_add(&t, "rolls of this turn: %d; the next one busts in %d of %d\n", b->rolls,
                 CANTSTOP_ALL - cantstop_successes(b), CANTSTOP_ALL);
    return out;
}
