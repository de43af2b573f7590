/* What the kinds of charts have in common: a frame, its scales and ticks. */
#ifndef REPORT_CHART_OWN_H
#define REPORT_CHART_OWN_H

#include "chart.h"

enum { CHART_WIDTH = 500, CHART_TICKS = 6 };

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
void chart_begin(FILE *out, const char *title, int height);

#endif
