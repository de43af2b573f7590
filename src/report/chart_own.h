/* Inside of charts: what those for pages and for the terminal share (frame.c); the canvas. */
#ifndef REPORT_CHART_OWN_H
#define REPORT_CHART_OWN_H

#include "chart.h"
#include <stdint.h>

enum { CHART_WIDTH = 500, CHART_WIDTH_WIDE = 1080, CHART_TICKS = 6 };

/* Where the plot is in the picture, and what its axes span. */
struct frame {
    double left, right, top, bottom;
    double x_low, x_high, y_low, y_high;
};

/* Values beyond the axes are drawn at their ends. */
double frame_across(const struct frame *f, double x);
double frame_down(const struct frame *f, double y);

/* A round step that makes about `ticks` of the span: 1, 2 or 5 times a power of ten. */
double chart_step(double low, double high, int ticks);
/* The k-th tick from `low` on; past `high` there is none. */
bool chart_tick(double low, double high, double step, int k, double *value);
/* How it is written: in per cent; or in thousands (k) or millions (M), if the largest of those it
 * stands with wants that. */
const char *chart_number(double value, double largest, int percent, char out[32]);

/* Neither NaN nor infinite, nor so large that sums of a few are. */
bool chart_is_number(double value);
/* Points begin … end − 1 of a series, all of them numbers. */
struct stretch {
    int begin, end;
};
/* The first stretch from point `from` on, empty if there is none; `band`: of its band. */
struct stretch chart_stretch(const struct chart_series *one, int from, bool band);
bool chart_has_note(const struct chart_note *note);
/* There is no point and no note to draw. */
bool chart_is_empty(const struct chart *c);
/* All points have the same x, which is then the only number below them. */
bool chart_has_one_x(const struct chart *c);
/* The frame, at no place yet. */
struct frame chart_span(const struct chart *c);
/* Over names series stand side by side: how far the i-th is from the middle. */
double chart_aside(const struct chart *c, int i);

/* A note of this tone occurs, and the legend has a name for it. */
bool chart_tone_occurs(const struct chart *c, enum tone tone);

/* ---- the canvas (canvas.c) ---- */

/* A picture in characters for the terminal. A cell holds a character, or some of Braille's two by
 * four dots; without dots, a line is made of the signs of its series, one a cell. */

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
void canvas_line(struct canvas *c, int x0, int y0, int x1, int y1, int series);

/* In cells. */
bool canvas_is_free(const struct canvas *c, int column, int row);
void canvas_sign(struct canvas *c, int column, int row, uint32_t sign, int ink);
/* Cut to `most` characters, and cleaned of what is none; returns the column after it. */
int canvas_text(struct canvas *c, int column, int row, int most, const char *text, int ink);
/* The sign that stands for a series where there are no dots. */
uint32_t canvas_series_sign(int series);

/* A line without blanks at its end, in which every colour is ended. */
void canvas_write_row(FILE *out, const struct canvas *c, int row);

#endif
