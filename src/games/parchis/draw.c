/* The board for the terminal: the cross of the real one, 98 columns by 45 lines, with two lines
 * above it. Where there is no room for it, draw_small.c has another picture.
 *
 * Yellow's arm points down, and the track runs against the clock: blue's arm to the right, red's
 * up, green's to the left. As on the real board the squares are broad in the upright arms and tall
 * in the others; either way there are three slots of three characters: what lies on the square,
 * and two pieces. In the corners live the colours: home, pieces, dice. */
#include "draw.h"
#include "sight.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- canvas: one character a place, lines that join by themselves ---- */

enum { WIDTH = 98, HEIGHT = 45 };
enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, ROUND = 16 };

struct canvas {
    uint8_t line[HEIGHT][WIDTH];  /* which ways lines leave */
    char mark[HEIGHT][WIDTH][4];  /* a character as UTF-8, instead of lines */
    uint8_t paint[HEIGHT][WIDTH]; /* of the character */
    enum paint brush;             /* what is written now has this paint */
};

static const char *const joints[16] = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                       "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
static const char *const round_joints[16] = {
    [UP | LEFT] = "╯", [DOWN | LEFT] = "╮", [UP | RIGHT] = "╰", [DOWN | RIGHT] = "╭"};

static void draw_box(struct canvas *c, int left, int top, int right, int bottom, uint8_t round) {
    for (int x = left; x < right; x++) {
        c->line[top][x] |= RIGHT, c->line[top][x + 1] |= LEFT;
        c->line[bottom][x] |= RIGHT, c->line[bottom][x + 1] |= LEFT;
    }
    for (int y = top; y < bottom; y++) {
        c->line[y][left] |= DOWN, c->line[y + 1][left] |= UP;
        c->line[y][right] |= DOWN, c->line[y + 1][right] |= UP;
    }
    c->line[top][left] |= round, c->line[top][right] |= round;
    c->line[bottom][left] |= round, c->line[bottom][right] |= round;
}

/* Writes UTF-8 from here to the right; what would leave the canvas is lost. */
static void put(struct canvas *c, int x, int y, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void put(struct canvas *c, int x, int y, const char *format, ...) {
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (const char *p = text; *p != 0 && x < WIDTH; x++) {
        size_t n = 1;
        while (((unsigned char)p[n] & 0xc0) == 0x80) n++;
        memcpy(c->mark[y][x], p, n);
        c->paint[y][x] = (uint8_t)c->brush;
        p += n;
    }
}

static const char *glyph_at(const struct canvas *c, int x, int y) {
    const int ways = c->line[y][x] & ~ROUND;
    if (c->mark[y][x][0] != 0) return c->mark[y][x];
    if ((c->line[y][x] & ROUND) != 0 && round_joints[ways] != NULL) return round_joints[ways];
    return joints[ways];
}

static enum paint paint_at(const struct canvas *c, int x, int y) {
    if (c->mark[y][x][0] != 0) return (enum paint)c->paint[y][x];
    return c->line[y][x] != 0 ? PAINT_FAINT : PAINT_NONE;
}

/* Blanks at the end of a line are left out. */
static void add_canvas(struct text *t, const struct th_look *look, const struct canvas *c) {
    for (int y = 0; y < HEIGHT; y++) {
        int width = WIDTH;
        while (width > 0 && strcmp(glyph_at(c, width - 1, y), " ") == 0) width--;
        enum paint now = PAINT_NONE;
        for (int x = 0; x < width; x++) {
            if (paint_at(c, x, y) != now) text_add(t, "%s", paint_code(look, paint_at(c, x, y)));
            now = paint_at(c, x, y);
            text_add(t, "%s", glyph_at(c, x, y));
        }
        text_add(t, "%s\n", now != PAINT_NONE ? paint_code(look, PAINT_NONE) : "");
    }
}

/* ---- where the squares are ---- */

/* The board is 19 by 19 squares: arms of eight rows, three squares broad. */
enum { ARM = 8, SIDE = 2 * ARM + 3, NARROW = 4, BROAD = 11, LOW = 2, TALL = 4 };

struct cell {
    int column, row;
};

/* Where the line left of a column is; above a row. */
static int line_x(int column) {
    const int broad = column < ARM ? 0 : column < ARM + 3 ? column - ARM : 3;
    return NARROW * (column - broad) + BROAD * broad;
}
static int line_y(int row) {
    const int tall = row < ARM ? 0 : row < ARM + 3 ? row - ARM : 3;
    return LOW * (row - tall) + TALL * tall;
}

/* A quarter of the board further, against the clock. */
static struct cell turned(struct cell cell, int quarters) {
    for (; quarters > 0; quarters--) cell = (struct cell){cell.row, SIDE - 1 - cell.column};
    return cell;
}

/* A place of the track or of a corridor: squares 1 to 8 lead up the right lane of the lower arm,
 * 9 to 16 out along the lower lane of the right one, 17 lies at its end, and so on. */
static struct cell cell_of(int place) {
    if (place > PARCHIS_TRACK) {
        const int beyond = place - PARCHIS_TRACK - 1;
        const struct cell yellow = {ARM + 1, SIDE - 2 - beyond % PARCHIS_STEPS};
        return turned(yellow, beyond / PARCHIS_STEPS);
    }
    const int k = (place - 1) % 17;
    const struct cell first = k < ARM       ? (struct cell){ARM + 2, SIDE - 1 - k}
                              : k < 2 * ARM ? (struct cell){k + 3, ARM + 2}
                                            : (struct cell){SIDE - 1, ARM + 1};
    return turned(first, (place - 1) / 17);
}

/* ---- what is on a square ---- */

/* Writes in a paint. */
#define PUT_IN(c, paint, ...) ((c)->brush = (paint), put((c), __VA_ARGS__), (c)->brush = PAINT_NONE)

/* Writes into a slot of a cell: 0 for the ground, 1 and 2 for pieces. */
static void put_slot(struct canvas *c, struct cell cell, int slot, enum paint paint,
                     const char *text) {
    const bool tall = cell.row >= ARM && cell.row < ARM + 3;
    const int x = line_x(cell.column) + 1, y = line_y(cell.row) + 1;
    if (tall)
        PUT_IN(c, paint, x, y + slot, "%s", text);
    else
        PUT_IN(c, paint, x + (slot == 0 ? 0 : 1 + 3 * slot), y, "%s", text);
}

/* The frame of a square, with its number and '#' for a barrier in the upper line. */
static void draw_frame(struct canvas *c, const struct parchis *s, const struct parchis_sight *sight,
                       int place) {
    const struct cell cell = cell_of(place);
    const int x = line_x(cell.column), y = line_y(cell.row);
    const bool track = parchis_on_track(place);
    bool barrier = false;
    for (int k = 0; k < PARCHIS_COLOURS; k++)
        barrier = barrier || parchis_barrier(s, sight, k, place) != 0;
    draw_box(c, x, y, line_x(cell.column + 1), line_y(cell.row + 1), 0);
    const int beyond = place - PARCHIS_TRACK - 1;
    PUT_IN(c, track ? PAINT_FAINT : parchis_paint[beyond / PARCHIS_STEPS], x + 1, y, "%s%d%s",
           track ? "" : "c", track ? place : beyond % PARCHIS_STEPS + 1, barrier ? "#" : "");
}

/* What lies on a square and who stands there. Three pieces take the slot of bare ground too; if
 * they do not fit, the last slot counts the rest. */
static void draw_square(struct canvas *c, const struct parchis *s,
                        const struct parchis_sight *sight, int place) {
    const struct cell cell = cell_of(place);
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

/* ---- centre and corners ---- */

/* The goal: four triangles, each with the pieces of the colour whose corridor leads there. */
static void draw_goal(struct canvas *c, const struct parchis *s) {
    const int left = line_x(ARM), right = line_x(ARM + 3), top = line_y(ARM),
              bottom = line_y(ARM + 3);
    draw_box(c, left, top, right, bottom, 0);
    for (int i = 0; i < bottom - top - 1; i++) {
        put(c, left + 1 + 3 * i, top + 1 + i, "╲");
        put(c, right - 1 - 3 * i, top + 1 + i, "╱");
    }
    const int middle_x = (left + right) / 2, middle_y = (top + bottom) / 2;
    PUT_IN(c, parchis_paint[0], middle_x - 5, bottom - 1, "yellow goal");
    PUT_IN(c, parchis_paint[1], right - 10, middle_y - 1, "blue goal");
    PUT_IN(c, parchis_paint[2], middle_x - 3, top + 1, "red goal");
    PUT_IN(c, parchis_paint[3], left + 2, middle_y - 1, "green goal");
    const struct cell at[PARCHIS_COLOURS] = {{middle_x - 4, bottom - 2},
                                             {right - 9, middle_y},
                                             {middle_x - 4, top + 2},
                                             {left + 2, middle_y}};
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        char text[4];
        const struct cell to = at[parchis_colour(p)];
        if (parchis_in_goal(s, p))
            PUT_IN(c, parchis_ground[parchis_colour(p)], to.column + 3 * (p % PARCHIS_EACH), to.row,
                   "%s", parchis_piece_text(s, p, text));
    }
}

/* "13, ghost for 2 turns" */
static void draw_standing(struct canvas *c, int x, int y, const struct parchis *s, int p) {
    char place[8];
    const int condition = parchis_condition_of(s, p), left = parchis_turns_left(s, p);
    parchis_place_text(s, p, place, sizeof place);
    if (condition == PARCHIS_NORMAL)
        put(c, x, y, "%s", place);
    else
        put(c, x, y, "%s, %s for %d turn%s", place, parchis_condition_names[condition], left,
            left == 1 ? "" : "s");
}

static void draw_corner(struct canvas *c, const struct parchis *s, int colour) {
    const int x = colour == 0 || colour == 1 ? line_x(ARM + 3) + 3 : 1;
    const int y = colour == 1 || colour == 2 ? 0 : line_y(ARM + 3) + 2;
    const bool in_turn = parchis_in_turn(s, colour);
    char text[64];
    draw_box(c, x, y, x + 29, y + 2, ROUND);
    PUT_IN(c, in_turn ? parchis_ground[colour] : parchis_paint[colour], x + 2, y,
           " %s, player %d%s ", parchis_colour_names[colour], colour & 1,
           in_turn ? ", to play" : "");
    put(c, x + 2, y + 1, "home:");
    for (int i = 0; i < PARCHIS_EACH; i++) {
        const int p = PARCHIS_EACH * colour + i;
        parchis_piece_text(s, p, text);
        if (s->place[p] == PARCHIS_HOME)
            PUT_IN(c, parchis_ground[colour], x + 9 + 4 * i, y + 1, "%s", text);
        text[2] = 0;
        PUT_IN(c, parchis_ground[colour], x + 2, y + 3 + i, "%s", text);
        draw_standing(c, x + 6, y + 3 + i, s, p);
    }
    struct text t = text_in(text, sizeof text);
    parchis_add_pool(&t, s, colour);
    put(c, x + 2, y + 6, "%s", text);
    put(c, x + 2, y + 7, "bounces %d of %d", s->bounces[colour], PARCHIS_BOUNCES);
}

/* What the codes mean, in the lower corners. */
static void draw_legend(struct canvas *c) {
    static const char *const marks[] = {
        "Y0b bananed  #  barrier", "Y0m mini     ○  safe square", "Y0g ghost    ○y yellow's exit",
        "Y0* star     x  trap (2: two)", "Y0M mega     +2 two more pieces"};
    const int top = HEIGHT - 6, items = PARCHIS_DICE - PARCHIS_STAR_DIE;
    for (int i = 0; i < items; i++)
        put(c, 1 + 14 * (i / 5), top + i % 5, "%s %s", parchis_item_codes[PARCHIS_STAR_DIE + i],
            parchis_die_names[PARCHIS_STAR_DIE + i]);
    for (int i = 0; i < 5; i++) put(c, line_x(ARM + 3) + 2, top + i, "%s", marks[i]);
}

/* Lines that the picture needs, with those of a list of moves below it. */
enum { ROWS = HEIGHT + 2 + 8 };

static bool has_room(const struct th_look *look) {
    return look == NULL || ((look->columns == 0 || look->columns >= WIDTH) &&
                            (look->rows == 0 || look->rows >= ROWS));
}

const char *parchis_draw(const struct th_state *state, const struct th_look *look, char *out,
                         size_t size) {
    const struct parchis *s = (const struct parchis *)(const void *)state;
    struct text t = text_in(out, size);
    if (!has_room(look)) {
        parchis_draw_small(&t, look, s);
        return out;
    }
    struct canvas canvas;
    struct parchis_sight sight;
    memset(&canvas, 0, sizeof canvas);
    parchis_look(s, &sight);
    for (int place = 1; place < PARCHIS_PLACES; place++)
        if (place <= PARCHIS_TRACK || (place - PARCHIS_TRACK) % PARCHIS_STEPS != 0)
            draw_square(&canvas, s, &sight, place);
    draw_goal(&canvas, s);
    for (int colour = 0; colour < PARCHIS_COLOURS; colour++) draw_corner(&canvas, s, colour);
    draw_legend(&canvas);
    parchis_add_head(&t, s);
    add_canvas(&t, look, &canvas);
    return out;
}
