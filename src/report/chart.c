#include "chart.h"

#include <math.h>
#include <stdbool.h>

enum { WIDTH = 760, HEIGHT = 340, LEFT = 62, RIGHT = 16, TOP = 12, BOTTOM = 44, TICKS = 6 };

/* What the axes span. */
struct span {
    double x_low, x_high, y_low, y_high;
    bool one_x; /* all points have the same x */
};

static struct span span_of(const struct chart *c) {
    struct span s = {INFINITY, -INFINITY, INFINITY, -INFINITY, false};
    for (int i = 0; i < c->series_count; i++) {
        const struct chart_series *one = &c->series[i];
        for (int k = 0; k < one->points; k++) {
            s.x_low = fmin(s.x_low, one->x[k]);
            s.x_high = fmax(s.x_high, one->x[k]);
            s.y_low = fmin(s.y_low, one->low != NULL ? one->low[k] : one->y[k]);
            s.y_high = fmax(s.y_high, one->high != NULL ? one->high[k] : one->y[k]);
        }
    }
    if (c->y_low < c->y_high) s.y_low = c->y_low, s.y_high = c->y_high;
    /* Of a single point, an axis with it in the middle. */
    if (!(s.x_low < s.x_high)) s.x_low -= 0.5, s.x_high += 0.5, s.one_x = true;
    if (!(s.y_low < s.y_high)) {
        const double around = c->percent ? 0.05 : 0.5;
        s.y_low -= around, s.y_high += around;
        if (c->percent && s.y_low < 0) s.y_low = 0;
        if (c->percent && s.y_high > 1) s.y_high = 1;
    }
    return s;
}

static double across(const struct span *s, double x) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (x - s->x_low) / (s->x_high - s->x_low);
}
static double down(const struct span *s, double y) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (s->y_high - y) / (s->y_high - s->y_low);
}

/* A round step that makes about TICKS of the span: 1, 2 or 5 times a power of ten. */
static double step_of(double low, double high) {
    const double rough = (high - low) / TICKS, power = pow(10, floor(log10(rough)));
    const double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

static void write_axes(FILE *out, const struct chart *c, const struct span *s) {
    const double x_step = step_of(s->x_low, s->x_high), y_step = step_of(s->y_low, s->y_high);
    for (double y = ceil(s->y_low / y_step) * y_step; y <= s->y_high + y_step / 1e6; y += y_step) {
        fprintf(out, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT,
                WIDTH - RIGHT, down(s, y), down(s, y));
        fprintf(out, "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8,
                down(s, y) + 4);
        if (c->percent)
            fprintf(out, "%.4g %%</text>\n", 100 * y);
        else
            fprintf(out, "%.4g</text>\n", y);
    }
    const double x_first = s->one_x ? (s->x_low + s->x_high) / 2 : ceil(s->x_low / x_step) * x_step;
    const double x_last = s->one_x ? x_first : s->x_high + x_step / 1e6;
    for (double x = x_first; x <= x_last; x += x_step)
        fprintf(out,
                "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.6g</text>\n",
                across(s, x), HEIGHT - BOTTOM + 18, x);
    fprintf(out, "<text class=\"title\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6);
    html_text(out, c->x_title);
    fprintf(out, "</text>\n");
}

static void write_band(FILE *out, const struct chart_series *one, const struct span *s, int i) {
    if (one->low == NULL || one->points < 2) return;
    fprintf(out, "<polygon class=\"band c%d\" points=\"", i);
    for (int k = 0; k < one->points; k++)
        fprintf(out, "%.1f,%.1f ", across(s, one->x[k]), down(s, one->high[k]));
    for (int k = one->points - 1; k >= 0; k--)
        fprintf(out, "%.1f,%.1f ", across(s, one->x[k]), down(s, one->low[k]));
    fprintf(out, "\"/>\n");
}

/* The line, and a dot with its numbers for whoever points at it. */
static void write_line(FILE *out, const struct chart *c, const struct chart_series *one,
                       const struct span *s, int i) {
    fprintf(out, "<polyline class=\"line c%d\" points=\"", i);
    for (int k = 0; k < one->points; k++)
        fprintf(out, "%.1f,%.1f ", across(s, one->x[k]), down(s, one->y[k]));
    fprintf(out, "\"/>\n");
    for (int k = 0; k < one->points; k++) {
        fprintf(out, "<circle class=\"dot c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>", i,
                across(s, one->x[k]), down(s, one->y[k]));
        html_text(out, one->name);
        fprintf(out, c->percent ? ", %.6g: %.2f %%" : ", %.6g: %.4g", one->x[k],
                c->percent ? 100 * one->y[k] : one->y[k]);
        fprintf(out, "</title></circle>\n");
    }
}

void chart_write(FILE *out, const struct chart *c) {
    const struct span s = span_of(c);
    fprintf(out, "<figure><figcaption>");
    html_text(out, c->title);
    fprintf(out, "</figcaption>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH,
            HEIGHT);
    html_text(out, c->title);
    fprintf(out, "\">\n");
    write_axes(out, c, &s);
    for (int i = 0; i < c->series_count; i++) write_band(out, &c->series[i], &s, i);
    for (int i = 0; i < c->series_count; i++) write_line(out, c, &c->series[i], &s, i);
    fprintf(out, "</svg>\n<p class=\"legend\">");
    for (int i = 0; i < c->series_count; i++) {
        fprintf(out, "<span class=\"c%d\">", i);
        html_text(out, c->series[i].name);
        fprintf(out, "</span> ");
    }
    fprintf(out, "<em>");
    html_text(out, c->y_title);
    fprintf(out, "</em></p></figure>\n");
}
