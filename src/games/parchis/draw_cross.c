/* The board as a cross, in two sizes.
 *
 * Small, where frames around the squares would be too tall: every row of squares is one line, 19 of
 * them, below a line about the turn. A square is four or five characters wide. In the corners
 * are the colours: pieces, dice, bounces, special dice. */
#include "draw.h"

#include "way.h"
#include <stdio.h>
#include <string.h>

enum { ARM = PARCHIS_ARM, SIDE = PARCHIS_SIDE };

/* Columns from one square to the next for this width; 0: the cross does not fit. */
static int pitch_in(int columns) {
    for (int pitch = 6; pitch >= 5; pitch--)
        if (columns == 0 || SIDE * pitch + 1 <= columns) return pitch;
    return 0;
}

/* ---- the small cross: a square ---- */

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

/* ---- the small cross: centre and corners ---- */

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

/* ---- the small cross: the picture ---- */

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

/* ---- the large cross ---- */

/* The large board: the cross of the real one, 98 columns by 45 lines, with two lines above it.
 *
 * As on the real board the squares are broad in the upright arms and tall in the others; either way
 * there are three slots of three characters: what lies on the square, and two pieces. In the
 * corners are the colours: home, pieces, dice. */

enum { WIDTH = 98, HEIGHT = 45, HEAD = 2 };
enum { NARROW = 4, BROAD = 11, LOW = 2, TALL = 4 };

/* Where the line left of a column is; above a row. */
static int line_x(int column) {
    const int broad = column < ARM ? 0 : column < ARM + 3 ? column - ARM : 3;
    return NARROW * (column - broad) + BROAD * broad;
}
static int line_y(int row) {
    const int tall = row < ARM ? 0 : row < ARM + 3 ? row - ARM : 3;
    return LOW * (row - tall) + TALL * tall;
}

/* ---- the large cross: what is on a square ---- */

/* Writes into a slot of a cell: 0 for the ground, 1 and 2 for pieces. */
static void put_slot(struct canvas *c, struct parchis_cell cell, int slot, enum paint paint,
                     const char *text) {
    const bool tall = cell.row >= ARM && cell.row < ARM + 3;
    const int x = line_x(cell.column) + 1, y = line_y(cell.row) + 1;
    if (tall)
        canvas_put(c, paint, x, y + slot, "%s", text);
    else
        canvas_put(c, paint, x + (slot == 0 ? 0 : 1 + 3 * slot), y, "%s", text);
}

/* The frame of a square, with its number and '#' for a barrier in the upper line. */
static void draw_frame(struct canvas *c, const struct parchis *s, const struct parchis_sight *sight,
                       int place) {
    const struct parchis_cell cell = parchis_cell_of(place);
    const int x = line_x(cell.column), y = line_y(cell.row);
    char number[8];
    canvas_box(c, x, y, line_x(cell.column + 1), line_y(cell.row + 1), 0);
    canvas_put(c, parchis_number_paint(place), x + 1, y, "%s%s",
               parchis_number_text(place, number, sizeof number),
               parchis_has_barrier(s, sight, place) ? "#" : "");
}

/* What lies on a square and who stands there. Three pieces take the slot of bare ground too; if
 * they do not fit, the last slot counts the rest. */
static void draw_square(struct canvas *c, const struct parchis *s,
                        const struct parchis_sight *sight, int place) {
    const struct parchis_cell cell = parchis_cell_of(place);
    const unsigned here = parchis_standing(sight, place) | parchis_fronts(s, sight, place);
    char text[16];
    draw_frame(c, s, sight, place);
    put_slot(c, cell, 0, parchis_ground_paint(s, place),
             parchis_ground_text(s, place, text, sizeof text));
    int slot = text[0] != 0 || count_of(here) < 3 ? 1 : 0;
    for (unsigned m = here; m != 0 && slot < 3; m = rest_of(m), slot++) {
        if (slot == 2 && count_of(m) > 1)
            snprintf(text, sizeof text, "+%d", count_of(m));
        else
            parchis_piece_text(s, first_of(m), text);
        put_slot(c, cell, slot, parchis_ground[parchis_colour(first_of(m))], text);
    }
}

/* ---- the large cross: centre and corners ---- */

/* The goal: four triangles, each with the pieces of the colour whose corridor leads there. */
static void draw_goal(struct canvas *c, const struct parchis *s) {
    const int left = line_x(ARM), right = line_x(ARM + 3), top = line_y(ARM),
              bottom = line_y(ARM + 3);
    canvas_box(c, left, top, right, bottom, 0);
    for (int i = 0; i < bottom - top - 1; i++) {
        canvas_put(c, PAINT_NONE, left + 1 + 3 * i, top + 1 + i, "╲");
        canvas_put(c, PAINT_NONE, right - 1 - 3 * i, top + 1 + i, "╱");
    }
    const int middle_x = (left + right) / 2, middle_y = (top + bottom) / 2;
    canvas_put(c, parchis_paint[0], middle_x - 5, bottom - 1, "yellow goal");
    canvas_put(c, parchis_paint[1], right - 10, middle_y - 1, "blue goal");
    canvas_put(c, parchis_paint[2], middle_x - 3, top + 1, "red goal");
    canvas_put(c, parchis_paint[3], left + 2, middle_y - 1, "green goal");
    const struct parchis_cell at[PARCHIS_COLOURS] = {{middle_x - 4, bottom - 2},
                                                     {right - 9, middle_y},
                                                     {middle_x - 4, top + 2},
                                                     {left + 2, middle_y}};
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        char text[4];
        const struct parchis_cell to = at[parchis_colour(p)];
        if (parchis_in_goal(s, p))
            canvas_put(c, parchis_ground[parchis_colour(p)], to.column + 3 * (p % PARCHIS_EACH),
                       to.row, "%s", parchis_piece_text(s, p, text));
    }
}

static void draw_corner(struct canvas *c, const struct parchis *s, int colour) {
    const int x = colour == 0 || colour == 1 ? line_x(ARM + 3) + 3 : 1;
    const int y = colour == 1 || colour == 2 ? 0 : line_y(ARM + 3) + 2;
    const bool in_turn = parchis_in_turn(s, colour);
    char text[64];
    canvas_box(c, x, y, x + 29, y + 2, CANVAS_ROUND);
    canvas_put(c, in_turn ? parchis_ground[colour] : parchis_paint[colour], x + 2, y,
               " %s, player %d%s ", parchis_colour_names[colour], colour & 1,
               in_turn ? ", to play" : "");
    canvas_put(c, PAINT_NONE, x + 2, y + 1, "home:");
    for (int i = 0; i < PARCHIS_EACH; i++) {
        const int p = PARCHIS_EACH * colour + i;
        parchis_piece_text(s, p, text);
        if (s->place[p] == PARCHIS_HOME)
            canvas_put(c, parchis_ground[colour], x + 9 + 4 * i, y + 1, "%s", text);
        text[2] = 0;
        canvas_put(c, parchis_ground[colour], x + 2, y + 3 + i, "%s", text);
        struct text standing = text_in(text, sizeof text);
        parchis_add_standing(&standing, s, p);
        canvas_put(c, PAINT_NONE, x + 6, y + 3 + i, "%s", text);
    }
    struct text pool = text_in(text, sizeof text);
    parchis_add_pool(&pool, s, colour);
    canvas_put(c, PAINT_NONE, x + 2, y + 6, "%s", text);
    canvas_put(c, PAINT_NONE, x + 2, y + 7, "bounces %d of %d", s->bounces[colour],
               PARCHIS_BOUNCES);
}

/* What the codes mean, in the lower corners. */
static void draw_legend(struct canvas *c) {
    static const char *const marks[] = {
        "Y0b bananed  #  barrier", "Y0m mini     ○  safe square", "Y0g ghost    ○y yellow's exit",
        "Y0* star     x  trap (2: two)", "Y0M mega     +2 two more pieces"};
    const int top = HEIGHT - 6, items = PARCHIS_DICE - PARCHIS_STAR_DIE;
    for (int i = 0; i < items; i++)
        canvas_put(c, PAINT_NONE, 1 + 14 * (i / 5), top + i % 5, "%s %s",
                   parchis_item_codes[PARCHIS_STAR_DIE + i],
                   parchis_die_names[PARCHIS_STAR_DIE + i]);
    for (int i = 0; i < 5; i++)
        canvas_put(c, PAINT_NONE, line_x(ARM + 3) + 2, top + i, "%s", marks[i]);
}

static void add_hands(struct text *t, const struct parchis *s) {
    for (int player = 0; player < 2; player++) {
        const uint8_t *hand = s->hand[player];
        text_add(t, "player %d holds %s", player,
                 hand[0] == 0 ? "no special die" : parchis_die_names[hand[0]]);
        if (hand[1] != 0) text_add(t, " and %s", parchis_die_names[hand[1]]);
        text_add(t, player == 0 ? "; " : "\n");
    }
}

bool parchis_draw_large(struct text *t, const struct th_look *look, const struct parchis *s) {
    if ((look->columns > 0 && look->columns < WIDTH) ||
        (look->rows > 0 && look->rows < HEIGHT + HEAD))
        return false;
    struct canvas canvas;
    struct parchis_sight sight;
    memset(&canvas, 0, sizeof canvas);
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    parchis_look(s, &sight);
    for (int place = 1; place < PARCHIS_PLACES; place++)
        if (parchis_has_cell(place)) draw_square(&canvas, s, &sight, place);
    draw_goal(&canvas, s);
    for (int colour = 0; colour < PARCHIS_COLOURS; colour++) draw_corner(&canvas, s, colour);
    draw_legend(&canvas);
    parchis_add_turn(t, s);
    add_hands(t, s);
    canvas_add(t, look, &canvas);
    return true;
}
