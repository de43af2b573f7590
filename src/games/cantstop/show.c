/* The board for the terminal: columns stand side by side on a common foot, a cell has one place
 * for each seat. "1".."4" is a seat's permanent marker (seat 0 is shown as player 1), "*" the
 * runner of the player in turn. Where that is too wide, each column is a row of numbers. */
#include "core/paint.h"
#include "core/text.h"
#include "notation.h"
#include <string.h>

static const enum paint seat_paint[TH_SEATS_MAX] = {PAINT_ON_BLUE, PAINT_ON_RED, PAINT_ON_GREEN,
                                                    PAINT_ON_YELLOW};

/* ---- the board ---- */

static int cell_columns(const struct cantstop *b) {
    return 2 + (b->players > 2 ? b->players : 2);
}

/* What stands in the place of `seat` in this cell. */
static void draw_place(const struct cantstop *b, struct text *t, const struct th_look *look,
                       int column, int row, int seat) {
    const int permanent = b->permanent[seat][column];
    if (seat == b->seat && cantstop_reached(b, column) == row && permanent < row)
        paint_add(t, look, PAINT_REVERSED, "*");
    else if (permanent == row)
        paint_add(t, look, seat_paint[seat], "%d", seat + 1);
    else
        paint_add(t, look, PAINT_FAINT, b->shut >> column & 1 ? "-" : ".");
}

static void draw_board(const struct cantstop *b, struct text *t, const struct th_look *look) {
    for (int row = cantstop_height[CANTSTOP_COLUMNS / 2] + 1; row > 0; row--) {
        int blanks = 0; /* that are written only when something follows them */
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
            blanks += 2;
            if (row > cantstop_height[c] + 1) {
                blanks += cell_columns(b) - 2;
                continue;
            }
            text_add(t, "%*s", blanks, "");
            blanks = cell_columns(b) - 2 - b->players;
            if (row == cantstop_height[c] + 1) {
                const int name = c + CANTSTOP_FIRST_COLUMN;
                paint_add(t, look, PAINT_BOLD, "%d", name);
                blanks = cell_columns(b) - 2 - (name < 10 ? 1 : 2);
                continue;
            }
            for (int seat = 0; seat < b->players; seat++) draw_place(b, t, look, c, row, seat);
        }
        text_add(t, "\n");
    }
}

/* ---- the board in numbers ---- */

static void draw_rows(const struct cantstop *b, struct text *t, const struct th_look *look) {
    text_add(t, "column  of");
    for (int seat = 0; seat < b->players; seat++) {
        text_add(t, "   ");
        paint_add(t, look, seat_paint[seat], "%d", seat + 1);
    }
    text_add(t, "   runner\n");
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        text_add(t, "%6d  %2d", c + CANTSTOP_FIRST_COLUMN, cantstop_height[c]);
        for (int seat = 0; seat < b->players; seat++) {
            const int steps = b->permanent[seat][c];
            text_add(t, "  ");
            if (steps == 0)
                paint_add(t, look, PAINT_FAINT, b->shut >> c & 1 ? " -" : " .");
            else
                paint_add(t, look, steps == cantstop_height[c] ? seat_paint[seat] : PAINT_NONE,
                          "%2d", steps);
        }
        if (cantstop_temporary(b, c) > 0) {
            text_add(t, "   ");
            paint_add(t, look, PAINT_REVERSED, "%2d", cantstop_reached(b, c));
        }
        text_add(t, "\n");
    }
}

/* ---- who stands how ---- */

static const char *has_won(const struct cantstop *b) {
    return cantstop_count(cantstop_winners(b)) > 1 ? ", shares the win" : ", has won";
}

static void draw_standing(const struct cantstop *b, struct text *t, const struct th_look *look,
                          int seat) {
    char columns[64];
    paint_add(t, look, seat_paint[seat], "player %d", seat + 1);
    text_add(t, " (seat %d): completed %s%s\n", seat,
             cantstop_columns_text(b->completed[seat], columns, sizeof columns),
             b->phase != CANTSTOP_OVER         ? seat == b->seat ? ", to play" : ""
             : cantstop_winners(b) >> seat & 1 ? has_won(b)
                                               : "");
}

/* "completed: 1 none, 2 7 12; player 1 to play": the standing of all in one line. */
static void draw_standings(const struct cantstop *b, struct text *t, const struct th_look *look) {
    char columns[64];
    text_add(t, "completed:");
    for (int seat = 0; seat < b->players; seat++) {
        text_add(t, "  ");
        paint_add(t, look, seat_paint[seat], "%d", seat + 1);
        text_add(t, " %s", cantstop_columns_text(b->completed[seat], columns, sizeof columns));
    }
    if (b->phase != CANTSTOP_OVER) text_add(t, "; player %d to play", b->seat + 1);
    for (int seat = 0; seat < b->players && b->phase == CANTSTOP_OVER; seat++)
        if (cantstop_winners(b) >> seat & 1)
            text_add(t, "; player %d %s", seat + 1, has_won(b) + strlen(", "));
    text_add(t, "\n");
}

static void draw_roll(const struct cantstop *b, struct text *t, const struct th_look *look) {
    const uint8_t *d = cantstop_tables.rolls[b->roll].dice;
    if (b->phase == CANTSTOP_MOVE) {
        text_add(t, "roll %d of this turn: ", b->rolls);
        paint_add(t, look, PAINT_BOLD, "%d %d %d %d", d[0], d[1], d[2], d[3]);
        text_add(t, "\n");
    } else if (b->phase != CANTSTOP_OVER) {
        text_add(t, "rolls of this turn: %d; the next one busts in %d of %d\n", b->rolls,
                 CANTSTOP_ALL - cantstop_successes(b), CANTSTOP_ALL);
        if (!cantstop_may_stop(b))
            text_add(t, "a runner stands on another player's square: you must roll again\n");
    }
}

/* How much is written below the board, from the most lines to the fewest. */
enum detail { LEGEND, STANDINGS, ONE_LINE };

/* All that is below the board, broken to the width. */
static void draw_below(const struct cantstop *b, struct text *t, const struct th_look *look,
                       int columns, enum detail detail) {
    char lines[1024];
    struct text l = text_in(lines, sizeof lines);
    if (detail != ONE_LINE) text_add(&l, "\n");
    if (detail == LEGEND && b->players == 1)
        text_add(&l, "1: the player's marker   *: a runner\n\n");
    else if (detail == LEGEND)
        text_add(&l, "1 to %d: a player's marker   *: a runner of the player in turn%s\n\n",
                 b->players, b->shut != 0 ? "   -: a closed column" : "");
    if (detail == ONE_LINE)
        draw_standings(b, &l, look);
    else
        for (int seat = 0; seat < b->players; seat++) draw_standing(b, &l, look, seat);
    draw_roll(b, &l, look);
    paint_wrap(t, lines, columns);
}

const char *cantstop_draw(const struct th_state *s, const struct th_look *look, char *out,
                          size_t size) {
    const struct cantstop *b = (const struct cantstop *)(const void *)s;
    struct text t = text_in(out, size);
    const int columns = look != NULL ? look->columns : 0, rows = look != NULL ? look->rows : 0;
    const bool narrow = columns > 0 && columns < cell_columns(b) * CANTSTOP_COLUMNS;
    if (narrow)
        draw_rows(b, &t, look);
    else
        draw_board(b, &t, look);
    const size_t board = t.length;
    for (enum detail detail = narrow ? STANDINGS : LEGEND; detail <= ONE_LINE; detail++) {
        out[t.length = board] = 0;
        draw_below(b, &t, look, columns, detail);
        if (rows == 0 || text_lines(out) <= rows) break;
    }
    return out;
}

/* ---- steps in words ---- */

/* Can't Stop in words: what happened, and what the next roll may do. */

static const struct cantstop *board(const struct th_state *s) {
    return (const struct cantstop *)(const void *)s;
}

int cantstop_luck_of(const struct th_state *s) {
    return board(s)->seat;
}

const char *cantstop_describe(const struct th_state *before, th_action a, int seat, char *out,
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

void cantstop_events(const struct th_state *before, th_action a, int seat, struct th_writer *w) {
    (void)seat; /* all is open */
    const struct cantstop *b = board(before);
    char move[16];
    if (b->phase == CANTSTOP_ROLL) {
        const struct cantstop_roll *roll = &cantstop_tables.rolls[a];
        th_write_event(w, "rolled");
        th_write_list(w, "dice");
        for (int i = 0; i < 4; i++) w->integer(w, roll->dice[i]);
        w->end_list(w);
        th_write_integer(w, "bust", !(roll->columns & cantstop_steppable(b)));
    } else if (a == CANTSTOP_GO_ON) {
        th_write_event(w, "went-on");
    } else if (a == CANTSTOP_STOP) {
        const unsigned new = cantstop_banked(b) & ~(unsigned)b->completed[b->seat];
        th_write_event(w, "stopped");
        th_write_integer(w, "steps", b->steps);
        th_write_list(w, "completed");
        for (int c = 0; c < CANTSTOP_COLUMNS; c++)
            if (new >> c & 1) w->integer(w, c + CANTSTOP_FIRST_COLUMN);
        w->end_list(w);
    } else {
        th_write_event(w, "took");
        th_write_text(w, "move", cantstop_action_text(before, a, move, sizeof move));
    }
    w->end_object(w);
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

/* ---- extra ---- */

/* What a board shows beside the position: how likely the next roll can be used, now and after each
 * move, exactly; how high the columns are, and who has won which.
 *
 *   {"success":0.92,"moves":[{"move":"6+8","success":0.87,"columns":[6,8]},…],
 *    "heights":[3,5,…,3],"won":[{"column":7,"seat":1}]}
 *
 * and by other rules than the default ones "closed":true, if a column that is won is closed to all;
 * "needed":4, of columns to win; "jump":true, with the squares to which each move leads, as in
 * "to":[7,9]; and "stop":false where the seat must roll again. */

static double success(const struct cantstop *s) {
    return (double)cantstop_successes(s) / CANTSTOP_ALL;
}

static void add_moves(struct text *t, const struct th_state *view, const struct cantstop *s) {
    th_action moves[CANTSTOP_LEGAL_MAX];
    const int n = s->phase == CANTSTOP_MOVE ? cantstop_moves(s, s->forced, moves) : 0;
    text_add(t, ",\"moves\":[");
    for (int i = 0; i < n; i++) {
        const struct cantstop_move *m = &cantstop_tables.moves[moves[i]];
        struct cantstop after = *s;
        char text[16];
        cantstop_make_move(&after, moves[i]);
        text_add(t, "%s{\"move\":\"%s\",\"success\":%.9g,\"columns\":[%d", i > 0 ? "," : "",
                 cantstop_action_text(view, moves[i], text, sizeof text), success(&after),
                 m->a + CANTSTOP_FIRST_COLUMN);
        if (m->b != CANTSTOP_NONE) text_add(t, ",%d", m->b + CANTSTOP_FIRST_COLUMN);
        text_add(t, "]");
        if (s->blocking == CANTSTOP_JUMPED)
            text_add(t, ",\"to\":[%d", cantstop_reached(&after, m->a));
        if (s->blocking == CANTSTOP_JUMPED && m->b != CANTSTOP_NONE)
            text_add(t, ",%d", cantstop_reached(&after, m->b));
        text_add(t, s->blocking == CANTSTOP_JUMPED ? "]}" : "}");
    }
    text_add(t, "]");
}

const char *cantstop_extra(const struct th_state *view, const th_action done[], size_t steps,
                           char *out, size_t size) {
    const struct cantstop *s = (const struct cantstop *)(const void *)view;
    struct text t = text_in(out, size);
    const char *join = "";
    (void)done, (void)steps;
    if (s->phase == CANTSTOP_MOVE || s->phase == CANTSTOP_DECIDE)
        text_add(&t, "{\"success\":%.9g", success(s));
    else
        text_add(&t, "{\"success\":null");
    add_moves(&t, view, s);
    text_add(&t, ",\"heights\":");
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        text_add(&t, "%c%d", c == 0 ? '[' : ',', cantstop_height[c]);
    text_add(&t, "],\"won\":[");
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int seat = 0; seat < s->players; seat++) {
            if ((s->completed[seat] >> c & 1) == 0) continue;
            text_add(&t, "%s{\"column\":%d,\"seat\":%d}", join, c + CANTSTOP_FIRST_COLUMN, seat);
            join = ",";
        }
    text_add(&t, "]");
    if (s->closed) text_add(&t, ",\"closed\":true");
    if (s->more != 0) text_add(&t, ",\"needed\":%d", cantstop_needed(s));
    if (s->blocking == CANTSTOP_JUMPED) text_add(&t, ",\"jump\":true");
    if (s->phase == CANTSTOP_DECIDE && !cantstop_may_stop(s)) text_add(&t, ",\"stop\":false");
    text_add(&t, "}");
    return out;
}
