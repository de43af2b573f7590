/* What the pictures of Parchís have in common, and the pictures. */
#ifndef PARCHIS_DRAW_H
#define PARCHIS_DRAW_H

#include "core/paint.h"
#include "notation.h"
#include "way.h"

extern const char parchis_item_codes[PARCHIS_DICE][3]; /* "st" and the like */
extern const enum paint parchis_paint[PARCHIS_COLOURS], parchis_ground[PARCHIS_COLOURS];

/* A piece with the mark of its condition: "Y0*". Returns `out`. */
const char *parchis_piece_text(const struct parchis *s, int piece, char out[4]);
/* Item, circle of a safe square (with the colour whose exit it is), traps; "" for bare ground. */
const char *parchis_ground_text(const struct parchis *s, int place, char *out, size_t size);
enum paint parchis_ground_paint(const struct parchis *s, int place);
/* "13", and "c2" in a corridor, which has the paint of its colour. */
const char *parchis_number_text(int place, char *out, size_t size);
enum paint parchis_number_paint(int place);
bool parchis_has_barrier(const struct parchis *s, const struct parchis_sight *sight, int place);
/* Whether the colour is in turn; in the course both of a player are. */
bool parchis_in_turn(const struct parchis *s, int colour);
/* "dice 1 2 · 5 6" */
void parchis_add_pool(struct text *t, const struct parchis *s, int colour);
/* "13, ghost for 2 turns" */
void parchis_add_standing(struct text *t, const struct parchis *s, int piece);
/* One line: whose turn it is, or who has won. */
void parchis_add_turn(struct text *t, const struct parchis *s);
/* What the codes of items mean that are on the track now, in one line that may be long. */
void parchis_add_codes(struct text *t, const struct parchis *s, const char *marks);

/* The board is 19 by 19 squares: arms of eight rows, three squares broad. Yellow's arm points down,
 * and the track runs against the clock: blue's arm to the right, red's up, green's to the left. */
enum { PARCHIS_ARM = 8, PARCHIS_SIDE = 2 * PARCHIS_ARM + 3 };

struct parchis_cell {
    int column, row;
};

/* Where a place of the track or of a corridor is on the board. */
struct parchis_cell parchis_cell_of(int place);
/* Whether a place is drawn as a square: all but the goals. */
static inline bool parchis_has_cell(int place) {
    return place <= PARCHIS_TRACK || (place - PARCHIS_TRACK) % PARCHIS_STEPS != 0;
}

/* ---- the pictures; each returns false, and adds nothing, where there is no room for it ---- */

/* The cross with a frame around every square: 98 columns by 47 lines. */
bool parchis_draw_large(struct text *t, const struct th_look *look, const struct parchis *s);
/* The cross with a line per row of squares: from 96 columns by 20 lines on. */
bool parchis_draw_cross(struct text *t, const struct th_look *look, const struct parchis *s);
/* Lists and four strips of track, from 40 columns on, with as much detail as there is room for. The
 * last resort: it is drawn in any case. */
void parchis_draw_small(struct text *t, const struct th_look *look, const struct parchis *s);

/* ---- canvas: a grid of characters, with lines that join where they meet ---- */

enum { CANVAS_WIDTH = 116, CANVAS_HEIGHT = 45 }; /* of the largest one */
enum { CANVAS_UP = 1, CANVAS_DOWN = 2, CANVAS_LEFT = 4, CANVAS_RIGHT = 8, CANVAS_ROUND = 16 };

/* Starts as all zeros but for its size. */
struct canvas {
    int width, height;
    uint8_t line[CANVAS_HEIGHT][CANVAS_WIDTH];  /* in which directions lines leave */
    char mark[CANVAS_HEIGHT][CANVAS_WIDTH][4];  /* a character as UTF-8, in place of lines */
    uint8_t paint[CANVAS_HEIGHT][CANVAS_WIDTH]; /* of the character */
};

/* A frame; `round` is 0 or CANVAS_ROUND, for its corners. */
void canvas_box(struct canvas *c, int left, int top, int right, int bottom, uint8_t round);
/* Writes UTF-8 from here to the right; what would leave the canvas is lost. */
void canvas_put(struct canvas *c, enum paint paint, int x, int y, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Adds the picture, without blanks at the ends of its lines. */
void canvas_add(struct text *t, const struct th_look *look, const struct canvas *c);

#endif
