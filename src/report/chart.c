/* Lines, points and histograms. */
#include "chart_own.h"
#include "page.h"

#include <math.h>

enum { HEIGHT = 300, LEFT = 58, RIGHT = 22, TOP = 10, BOTTOM = 46 };
enum { DENSE = 40 }; /* more points than this are seen only where they are pointed at */

/* What the axes span. */
static struct frame frame_of(const struct chart *c) {
    struct frame f = {LEFT,     CHART_WIDTH - RIGHT, TOP,      HEIGHT - BOTTOM,
                      INFINITY, -INFINITY,           INFINITY, -INFINITY};
    for (int i = 0; i < c->series_count; i++) {
        const struct chart_series *one = &c->series[i];
        for (int k = 0; k < one->points; k++) {
            f.x_low = fmin(f.x_low, one->x[k]);
            f.x_high = fmax(f.x_high, one->x[k] + c->step);
            f.y_low = fmin(f.y_low, one->low != NULL ? one->low[k] : one->y[k]);
            f.y_high = fmax(f.y_high, one->high != NULL ? one->high[k] : one->y[k]);
        }
    }
    if (c->step > 0) f.y_low = 0;
    if (c->x_names != NULL) f.x_low = -0.5, f.x_high = c->x_name_count - 0.5;
    if (c->y_low < c->y_high) f.y_low = c->y_low, f.y_high = c->y_high;
    /* Of a single point, an axis with it in the middle. */
    if (!(f.x_low < f.x_high)) f.x_low -= 0.5, f.x_high += 0.5;
    if (!(f.y_low < f.y_high)) {
        const double around = c->percent ? 0.05 : 0.5;
        f.y_low -= around, f.y_high += around;
        if (c->percent && f.y_low < 0) f.y_low = 0;
        if (c->percent && f.y_high > 1) f.y_high = 1;
    }
    return f;
}

/* All points have the same x, which is then the only number below them. */
static bool has_one_x(const struct chart *c) {
    double x = NAN;
    for (int i = 0; i < c->series_count; i++)
        for (int k = 0; k < c->series[i].points; k++) {
            if (!isnan(x) && c->series[i].x[k] != x) return false;
            x = c->series[i].x[k];
        }
    return c->step <= 0;
}

static void write_x_text(FILE *out, const struct frame *f, double x, const char *text) {
    fprintf(out, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
            frame_across(f, x), f->bottom + 18);
    html_text(out, text);
    fprintf(out, "</text>\n");
}

static void write_axes(FILE *out, const struct chart *c, const struct frame *f) {
    const double step = chart_step(f->y_low, f->y_high, CHART_TICKS);
    char text[32];
    double y;
    for (int k = 0; chart_tick(f->y_low, f->y_high, step, k, &y); k++) {
        const double at = frame_down(f, y);
        fprintf(out, "<line class=\"grid\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                f->left, f->right, at, at);
        fprintf(out, "<text class=\"tick\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                f->left - 7, at + 4, chart_number(y, f->y_high, c->percent, text));
    }
    if (c->x_names != NULL)
        for (int i = 0; i < c->x_name_count; i++) write_x_text(out, f, i, c->x_names[i]);
    else if (has_one_x(c))
        write_x_text(out, f, (f->x_low + f->x_high) / 2,
                     chart_number((f->x_low + f->x_high) / 2, f->x_high, c->x_percent, text));
    else
        frame_x_ticks(out, f, c->x_percent, false);
    fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">",
            (f->left + f->right) / 2, HEIGHT - 6);
    html_text(out, c->x_title);
    fprintf(out, "</text>\n");
}

static void write_marks(FILE *out, const struct chart *c, const struct frame *f) {
    for (int i = 0; i < c->mark_count; i++) {
        const double at = frame_down(f, c->mark[i].y);
        const bool high = at < f->top + 20; /* then its text stands below the line */
        fprintf(out, "<line class=\"mark\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                f->left, f->right, at, at);
        fprintf(out, "<text class=\"tick\" x=\"%.0f\" y=\"%.1f\">", f->left + 6,
                at + (high ? 15 : -6));
        html_text(out, c->mark[i].text);
        fprintf(out, "</text>\n");
    }
}

static void write_band(FILE *out, const struct chart_series *one, const struct frame *f, int i) {
    if (one->low == NULL || one->points < 2) return;
    fprintf(out, "<polygon class=\"band c%d\" points=\"", i);
    for (int k = 0; k < one->points; k++)
        fprintf(out, "%.1f,%.1f ", frame_across(f, one->x[k]), frame_down(f, one->high[k]));
    for (int k = one->points - 1; k >= 0; k--)
        fprintf(out, "%.1f,%.1f ", frame_across(f, one->x[k]), frame_down(f, one->low[k]));
    fprintf(out, "\"/>\n");
}

/* The numbers of a point, for whoever points at it. */
static void write_point(FILE *out, const struct chart *c, const struct chart_series *one, int k,
                        const char *kind, int i, double x, double y) {
    char at[32], value[32];
    fprintf(out, "<circle class=\"%s c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>", kind, i, x, y,
            c->x_names != NULL ? 4 : 3);
    html_text(out, one->name);
    fprintf(out, ", ");
    html_text(out, c->x_names != NULL ? c->x_names[(int)one->x[k]]
                                      : chart_number(one->x[k], 0, c->x_percent, at));
    fprintf(out, ": %s", chart_number(one->y[k], 0, c->percent, value));
    if (one->low != NULL) {
        fprintf(out, " (%s", chart_number(one->low[k], 0, c->percent, value));
        fprintf(out, " to %s)", chart_number(one->high[k], 0, c->percent, value));
    }
    fprintf(out, "</title></circle>\n");
}

static void write_line(FILE *out, const struct chart *c, const struct chart_series *one,
                       const struct frame *f, int i) {
    fprintf(out, "<polyline class=\"line c%d\" points=\"", i);
    for (int k = 0; k < one->points; k++)
        fprintf(out, "%.1f,%.1f ", frame_across(f, one->x[k]), frame_down(f, one->y[k]));
    fprintf(out, "\"/>\n");
    for (int k = 0; k < one->points; k++)
        write_point(out, c, one, k, one->points > DENSE ? "hidden" : "dot", i,
                    frame_across(f, one->x[k]), frame_down(f, one->y[k]));
}

/* Over names: the series side by side, so that their bars do not cover each other. */
static void write_bars(FILE *out, const struct chart *c, const struct chart_series *one,
                       const struct frame *f, int i) {
    const double room = fmin(0.6, 0.1 * c->series_count);
    const double aside = c->series_count > 1 ? room * (i / (c->series_count - 1.0) - 0.5) : 0;
    fprintf(out, "<polyline class=\"line c%d\" opacity=\".35\" points=\"", i);
    for (int k = 0; k < one->points; k++)
        fprintf(out, "%.1f,%.1f ", frame_across(f, one->x[k] + aside), frame_down(f, one->y[k]));
    fprintf(out, "\"/>\n");
    for (int k = 0; k < one->points; k++) {
        const double x = frame_across(f, one->x[k] + aside);
        if (one->low != NULL)
            fprintf(out,
                    "<line class=\"bar c%d\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", i,
                    x, x, frame_down(f, one->low[k]), frame_down(f, one->high[k]));
        write_point(out, c, one, k, "point", i, x, frame_down(f, one->y[k]));
    }
}

static void write_steps(FILE *out, const struct chart *c, const struct chart_series *one,
                        const struct frame *f, int i) {
    if (one->points == 0) return;
    const double ground = frame_down(f, 0);
    double x = frame_across(f, one->x[0]);
    fprintf(out, "<polygon class=\"steps c%d\" points=\"%.1f,%.1f ", i, x, ground);
    for (int k = 0; k < one->points; k++) {
        const double y = frame_down(f, one->y[k]);
        fprintf(out, "%.1f,%.1f ", x, y);
        x = frame_across(f, one->x[k] + c->step);
        fprintf(out, "%.1f,%.1f ", x, y);
    }
    fprintf(out, "%.1f,%.1f\"><title>", x, ground);
    html_text(out, one->name);
    fprintf(out, "</title></polygon>\n");
}

static void write_legend(FILE *out, const struct chart *c) {
    fprintf(out, "</svg>\n<p class=\"legend\">");
    for (int i = 0; i < c->series_count; i++) {
        if (c->series[i].name[0] == 0) continue;
        fprintf(out, "<span class=\"c%d\">", i);
        html_text(out, c->series[i].name);
        fprintf(out, "</span> ");
    }
    fprintf(out, "<em>");
    html_text(out, c->y_title);
    fprintf(out, "</em></p></figure>\n");
}

void chart_write(FILE *out, const struct chart *c) {
    const struct frame f = frame_of(c);
    chart_begin(out, c->title, HEIGHT);
    write_axes(out, c, &f);
    for (int i = 0; i < c->series_count && c->step <= 0 && c->x_names == NULL; i++)
        write_band(out, &c->series[i], &f, i);
    for (int i = 0; i < c->series_count; i++) {
        if (c->step > 0)
            write_steps(out, c, &c->series[i], &f, i);
        else if (c->x_names != NULL)
            write_bars(out, c, &c->series[i], &f, i);
        else
            write_line(out, c, &c->series[i], &f, i);
    }
    write_marks(out, c, &f);
    write_legend(out, c);
}
