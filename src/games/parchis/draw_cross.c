/* The cross where frames around the squares would be too tall: every row of squares is one line, 19
 * of them, below a line about the turn. A square is four or five characters wide. In the corners
 * are the colours: pieces, dice, bounces, special dice. */
#include "draw.h"
#include <stdio.h>
#include <string.h>

enum { ARM = PARCHIS_ARM, SIDE = PARCHIS_SIDE };

/* Columns from one square to the next for this width; 0: the cross does not fit. */
static int pitch_in(int columns) {
    for (int pitch = 6; pitch >= 5; pitch--)
        if (columns == 0 || SIDE * pitch + 1 <= columns) return pitch;
    return 0;
}

/* ---- a square ---- */

/* The pieces of a square from x on: up to two, else the first and how many others; their marks
 * only if there is room for all. Returns the columns used. */
static int put_pieces(struct canvas *c, const struct parchis *s, unsigned here, int x, int y,
                      int room) {
    char text[8];
    int used = 0;
    const bool marks = 3 * count_of(here) <= room;
    for (unsigned m = here; m != 0; m = rest_of(m)) {
        const bool rest = used > 0 && count_of(m) > 1;
        if (rest)
            snprintf(text, sizeof text, "+%d", count_of(m));
        else
            parchis_piece_text(s, first_of(m), text);
        if (text[2] == ' ' || !marks) text[2] = 0;
        canvas_put(c, parchis_ground[parchis_colour(first_of(m))], x + used, y, "%s", text);
        used += (int)strlen(text);
        if (rest) break;
    }
    return used;
}

/* Pieces first, then what lies there, then the number, each if there is room for it. */
static void put_square(struct canvas *c, const struct parchis *s, const struct parchis_sight *sight,
                       int place, int pitch) {
    const struct parchis_cell cell = parchis_cell_of(place);
    const int x = cell.column * pitch + 1, y = cell.row, room = pitch - 1;
    const unsigned here = parchis_standing(sight, place) | parchis_fronts(s, sight, place);
    char ground[16], number[8];
    c->line[y][x - 1] |= CANVAS_UP | CANVAS_DOWN;
    c->line[y][x + room] |= CANVAS_UP | CANVAS_DOWN;
    int used = put_pieces(c, s, here, x, y, room);
    if (used < room && parchis_has_barrier(s, sight, place))
        canvas_put(c, PAINT_NONE, x + used++, y, "#");
    const char *lies = parchis_ground_text(s, place, ground, sizeof ground);
    lies += strspn(lies, " "); /* before a trap on bare ground */
    const int width = text_width(lies);
    parchis_number_text(place, number, sizeof number);
    if (used == 0 && (int)strlen(number) + width <= room) {
        canvas_put(c, parchis_number_paint(place), x, y, "%s", number);
        used = (int)strlen(number);
    }
    if (used + width <= room)
        canvas_put(c, parchis_ground_paint(s, place), x + room - width, y, "%s", lies);
}

/* ---- centre and corners ---- */

/* The pieces in the goal, each colour's where its corridor ends. */
static void put_goal(struct canvas *c, const struct parchis *s, int pitch) {
    const int left = ARM * pitch + 1, right = (ARM + 3) * pitch, middle = (left + right) / 2;
    const struct parchis_cell at[PARCHIS_COLOURS] = {
        {middle - 3, ARM + 2}, {right - 6, ARM + 1}, {middle - 3, ARM}, {left, ARM + 1}};
    bool any[PARCHIS_COLOURS] = {false};
    for (int y = ARM; y < ARM + 3; y++) {
        c->line[y][left - 1] |= CANVAS_UP | CANVAS_DOWN;
        c->line[y][right] |= CANVAS_UP | CANVAS_DOWN;
    }
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        char text[4];
        const int colour = parchis_colour(p);
        if (!parchis_in_goal(s, p)) continue;
        parchis_piece_text(s, p, text);
        text[2] = 0;
        canvas_put(c, parchis_ground[colour], at[colour].column + 2 * (p % PARCHIS_EACH),
                   at[colour].row, "%s", text);
        any[colour] = true;
    }
    if (!any[1] && !any[3]) canvas_put(c, PAINT_FAINT, middle - 2, ARM + 1, "goal");
}

static void put_corner(struct canvas *c, const struct parchis *s, int colour, int pitch) {
    const int x = colour == 0 || colour == 1 ? (ARM + 3) * pitch + 3 : 1;
    const int y = colour == 1 || colour == 2 ? 0 : ARM + 3 + 1;
    const bool in_turn = parchis_in_turn(s, colour);
    const uint8_t *hand = s->hand[colour & 1];
    char line[64];
    canvas_put(c, in_turn ? parchis_ground[colour] : parchis_paint[colour], x, y,
               in_turn ? " %s, player %d, to play " : "%s, player %d", parchis_colour_names[colour],
               colour & 1);
    for (int i = 0; i < PARCHIS_EACH; i++) {
        const int p = PARCHIS_EACH * colour + i;
        parchis_piece_text(s, p, line);
        line[2] = 0;
        canvas_put(c, parchis_ground[colour], x, y + 1 + i, "%s", line);
        struct text standing = text_in(line, sizeof line);
        parchis_add_standing(&standing, s, p);
        canvas_put(c, PAINT_NONE, x + 3, y + 1 + i, "%s", line);
    }
    struct text pool = text_in(line, sizeof line);
    parchis_add_pool(&pool, s, colour);
    canvas_put(c, PAINT_NONE, x, y + 4, "%s", line);
    canvas_put(c, PAINT_NONE, x, y + 5, "bounces %d of %d", s->bounces[colour], PARCHIS_BOUNCES);
    if (hand[0] != 0)
        canvas_put(c, PAINT_NONE, x, y + 6, "holds %s%s%s", parchis_die_names[hand[0]],
                   hand[1] != 0 ? ", " : "", hand[1] != 0 ? parchis_die_names[hand[1]] : "");
    else
        canvas_put(c, PAINT_NONE, x, y + 6, "holds no special die");
}

/* ---- the picture ---- */

static void add_board(struct text *t, const struct th_look *look, const struct parchis *s,
                      int pitch) {
    struct canvas canvas;
    struct parchis_sight sight;
    memset(&canvas, 0, sizeof canvas);
    canvas.width = SIDE * pitch + 1;
    canvas.height = SIDE;
    parchis_look(s, &sight);
    for (int place = 1; place < PARCHIS_PLACES; place++)
        if (parchis_has_cell(place)) put_square(&canvas, s, &sight, place, pitch);
    put_goal(&canvas, s, pitch);
    for (int colour = 0; colour < PARCHIS_COLOURS; colour++) put_corner(&canvas, s, colour, pitch);
    canvas_add(t, look, &canvas);
}

bool parchis_draw_cross(struct text *t, const struct th_look *look, const struct parchis *s) {
    const int pitch = pitch_in(look->columns);
    char line[512], head[600], codes[600];
    if (pitch == 0) return false;
    struct text h = text_in(head, sizeof head), c = text_in(codes, sizeof codes);
    struct text l = text_in(line, sizeof line);
    parchis_add_turn(&l, s);
    paint_wrap(&h, line, look->columns);
    l = text_in(line, sizeof line);
    parchis_add_codes(&l, s, "○=safe  #=barrier  x=trap");
    paint_wrap(&c, line, look->columns);
    const int spare = look->rows - text_lines(head) - SIDE;
    if (look->rows > 0 && spare < 0) return false;
    text_add(t, "%s", head);
    add_board(t, look, s, pitch);
    if (look->rows == 0 || spare >= text_lines(codes)) text_add(t, "%s", codes);
    return true;
}
