/* What the kinds of charts have in common: a frame, its scales and ticks. */
#ifndef REPORT_CHART_OWN_H
#define REPORT_CHART_OWN_H

#include "chart.h"

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

/* Vertical lines and their numbers below the frame. */
void frame_x_ticks(FILE *out, const struct frame *f, int percent, bool lines);
void chart_begin(FILE *out, const char *title, bool wide, int height);

/* ---- what there is to draw (span.c) ---- */

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

/* ---- notes (chart_notes.c) ---- */

void chart_notes_write(FILE *out, const struct chart *c, const struct frame *f);
void chart_notes_legend(FILE *out, const struct chart *c);
/* The legend is to tell of this tone: it occurs, and has a name. */
bool chart_notes_tell(const struct chart *c, enum tone tone);

/* ---- in letters (plot_text.c) ---- */

struct canvas;
/* Which marks found room for their text on their line; the legend has the others. */
struct plot_text_marks {
    bool told[CHART_MARKS_MAX];
};
/* Draws series, marks, bands and notes, in a frame that counts dots. */
struct plot_text_marks plot_text(struct canvas *canvas, const struct chart *c,
                                 const struct frame *f);
/* The sign of a tone. */
unsigned plot_text_sign(enum tone tone, bool utf8);

#endif
