/* A picture in letters for the terminal. A cell holds a character, or some of Braille's two by four
 * dots; without dots, a line is made of the signs of its series, one a cell. */
#ifndef REPORT_CANVAS_H
#define REPORT_CANVAS_H

#include "chart.h"
#include <stdint.h>

enum { CANVAS_COLUMNS_MAX = 240, CANVAS_ROWS_MAX = 64 };

/* In which colour: of a series, of a tone, or as the text around it. */
enum { INK_NONE = -1, INK_TONES = CHART_SERIES_MAX };

struct canvas {
    int columns, rows;
    bool colour, utf8, dots;
    struct canvas_cell {
        uint32_t sign; /* covers the dots; 0: none */
        uint8_t dots;
        int8_t ink;
    } cell[CANVAS_ROWS_MAX][CANVAS_COLUMNS_MAX];
};

/* Empty, with `columns` and `rows` as they are. */
void canvas_clear(struct canvas *c);
/* Dots of a cell: two by four, or one. */
int canvas_across(const struct canvas *c);
int canvas_down(const struct canvas *c);

/* In dots, from the top left; `series` −1 is the ground on which others stand. What lies outside is
 * lost. */
void canvas_dot(struct canvas *c, int x, int y, int series);
void canvas_line(struct canvas *c, int x0, int y0, int x1, int y1, int series);

/* In cells. */
bool canvas_is_free(const struct canvas *c, int column, int row);
void canvas_sign(struct canvas *c, int column, int row, uint32_t sign, int ink);
/* Cut to `most` characters, and cleaned of what is none; returns the column behind it. */
int canvas_text(struct canvas *c, int column, int row, int most, const char *text, int ink);
/* The sign that stands for a series where there are no dots. */
uint32_t canvas_series_sign(int series);

/* A line without blanks at its end, in which every colour is ended. */
void canvas_write_row(FILE *out, const struct canvas *c, int row);

#endif
