/* A grid of characters to draw a board on: one character per place, lines that join by themselves.
 */
#ifndef PARCHIS_CANVAS_H
#define PARCHIS_CANVAS_H

#include "core/paint.h"

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
