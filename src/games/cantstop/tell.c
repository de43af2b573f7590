/* Can't Stop in words: what happened, and what the next roll may do. */
#include "core/text.h"
#include "notation.h"

static const struct cantstop *board(const struct th_state *s) {
    return (const struct cantstop *)(const void *)s;
}

int cantstop_luck_of(const struct th_state *s) {
    return board(s)->seat;
}

const char *cantstop_tell(const struct th_state *before, th_action a, int seat, char *out,
                          size_t size) {
    (void)seat; /* all is open */
    const struct cantstop *b = board(before);
    struct text t = text_in(out, size);
    char move[16], columns[64];
    if (b->phase == CANTSTOP_ROLL) {
        const struct cantstop_roll *roll = &cantstop_tables.rolls[a];
        const uint8_t *d = roll->dice;
        text_add(&t, "rolled %d %d %d %d", d[0], d[1], d[2], d[3]);
        if (!(roll->columns & cantstop_steppable(b))) text_add(&t, " and went bust");
    } else if (a == CANTSTOP_GO_ON) {
        text_add(&t, "went on");
    } else if (a == CANTSTOP_STOP) {
        const unsigned new = cantstop_banked(b) & ~(unsigned)b->completed[b->seat];
        text_add(&t, "stopped with %d step%s", b->steps, b->steps == 1 ? "" : "s");
        if (new != 0)
            text_add(&t, " and completed %s", cantstop_columns_text(new, columns, sizeof columns));
    } else {
        text_add(&t, "took %s", cantstop_action_text(before, a, move, sizeof move));
    }
    return out;
}

/* "  7   13.5 %": how likely the roll has a pair for the column. */
static void add_column(struct text *t, unsigned column, unsigned active) {
    text_add(t, "  %2d  %5.1f %%%s\n", (int)column + CANTSTOP_FIRST_COLUMN,
             100.0 * cantstop_tables.successes[1U << column] / CANTSTOP_ALL,
             active >> column & 1 ? "  has a runner" : "");
}

const char *cantstop_odds(const struct th_state *view, char *out, size_t size) {
    struct text t = text_in(out, size);
    struct cantstop b = *board(view);
    /* A roll comes after a move, which is still to be chosen: the odds are those after each. */
    if (b.phase == CANTSTOP_MOVE) {
        th_action moves[CANTSTOP_LEGAL_MAX];
        const int n = cantstop_moves(&b, b.forced, moves);
        text_add(&t, "rolling again busts\n");
        for (int i = 0; i < n; i++) {
            char text[16];
            struct cantstop next = b;
            cantstop_make_move(&next, moves[i]);
            text_add(&t, "  after %-6s %5.1f %%\n",
                     cantstop_action_text(view, moves[i], text, sizeof text),
                     100.0 * (CANTSTOP_ALL - cantstop_successes(&next)) / CANTSTOP_ALL);
        }
        return out;
    }
    const int bust = CANTSTOP_ALL - cantstop_successes(&b);
    text_add(&t, "the next roll busts: %d of %d, %.1f %%\n", bust, CANTSTOP_ALL,
             100.0 * bust / CANTSTOP_ALL);
    text_add(&t, "and has a pair for column\n");
    for (unsigned c = 0; c < CANTSTOP_COLUMNS; c++)
        if (cantstop_steppable(&b) >> c & 1) add_column(&t, c, b.active);
    return out;
}
