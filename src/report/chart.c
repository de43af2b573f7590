/* Lines, points, histograms and bars, as SVG. */
#include "chart_own.h"
#include "page.h"

#include <math.h>

enum { HEIGHT = 300, LEFT = 58, RIGHT = 22, TOP = 10, BOTTOM = 46 };
enum { DENSE = 40 }; /* more points than this are seen only where they are pointed at */

static struct frame frame_of(const struct chart *c) {
    struct frame f = chart_span(c);
    f.left = LEFT, f.right = (c->wide ? CHART_WIDTH_WIDE : CHART_WIDTH) - RIGHT;
    f.top = TOP, f.bottom = HEIGHT - BOTTOM;
    return f;
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
    else if (chart_has_one_x(c))
        write_x_text(out, f, (f->x_low + f->x_high) / 2,
                     chart_number((f->x_low + f->x_high) / 2, f->x_high, c->x_percent, text));
    else if (!chart_is_empty(c))
        frame_x_ticks(out, f, c->x_percent, false);
    fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">",
            (f->left + f->right) / 2, HEIGHT - 6);
    html_text(out, c->x_title);
    fprintf(out, "</text>\n");
}

/* A line begins, or ends, where the text of a mark would stand. */
static bool is_crowded(const struct chart *c, const struct frame *f, double at, bool end) {
    enum { NEAR = 26 };
    for (int i = 0; i < c->series_count; i++) {
        const struct chart_series *one = &c->series[i];
        if (one->points == 0) continue;
        const double y = one->y[end ? one->points - 1 : 0];
        if (chart_is_number(y) && fabs(frame_down(f, y) - at) < NEAR) return true;
    }
    return false;
}

static void write_marks(FILE *out, const struct chart *c, const struct frame *f) {
    for (int i = 0; i < c->mark_count; i++) {
        if (!chart_is_number(c->mark[i].y)) continue;
        const double at = frame_down(f, c->mark[i].y);
        const bool high = at < f->top + 20; /* then its text stands below the line */
        fprintf(out, "<line class=\"mark\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                f->left, f->right, at, at);
        const bool right = is_crowded(c, f, at, false) && !is_crowded(c, f, at, true);
        fprintf(out, "<text class=\"tick\" x=\"%.0f\" y=\"%.1f\"%s>",
                right ? f->right - 6 : f->left + 6, at + (high ? 15 : -6),
                right ? " text-anchor=\"end\"" : "");
        html_text(out, c->mark[i].text);
        fprintf(out, "</text>\n");
    }
}

static void write_place(FILE *out, const struct frame *f, double x, double y) {
    fprintf(out, "%.1f,%.1f ", frame_across(f, x), frame_down(f, y));
}

static void write_band(FILE *out, const struct chart_series *one, const struct frame *f, int i) {
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, true), s.begin < s.end) {
        if (s.end - s.begin < 2) continue;
        fprintf(out, "<polygon class=\"band c%d\" points=\"", i);
        for (int k = s.begin; k < s.end; k++) write_place(out, f, one->x[k], one->high[k]);
        for (int k = s.end - 1; k >= s.begin; k--) write_place(out, f, one->x[k], one->low[k]);
        fprintf(out, "\"/>\n");
    }
}

/* The numbers of a point, for whoever points at it. */
static void write_numbers(FILE *out, const struct chart *c, const struct chart_series *one, int k) {
    char at[32], value[32];
    fprintf(out, "<title>");
    html_text(out, one->name);
    fprintf(out, ", ");
    html_text(out, c->x_names != NULL ? c->x_names[(int)one->x[k]]
                                      : chart_number(one->x[k], 0, c->x_percent, at));
    fprintf(out, ": %s", chart_number(one->y[k], 0, c->percent, value));
    if (one->low != NULL && chart_is_number(one->low[k]) && chart_is_number(one->high[k])) {
        fprintf(out, " (%s", chart_number(one->low[k], 0, c->percent, value));
        fprintf(out, " to %s)", chart_number(one->high[k], 0, c->percent, value));
    }
    fprintf(out, "</title>");
}

static void write_point(FILE *out, const struct chart *c, const struct chart_series *one, int k,
                        const char *kind, int i, double x, double y) {
    fprintf(out, "<circle class=\"%s c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\">", kind, i, x, y,
            c->x_names != NULL ? 4 : 3);
    write_numbers(out, c, one, k);
    fprintf(out, "</circle>\n");
}

static void write_line(FILE *out, const struct chart *c, const struct chart_series *one,
                       const struct frame *f, int i) {
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, false), s.begin < s.end) {
        /* A point alone between gaps has no line to be found by. */
        const bool hidden = one->points > DENSE && s.end - s.begin > 1;
        fprintf(out, "<polyline class=\"line c%d\" points=\"", i);
        for (int k = s.begin; k < s.end; k++) write_place(out, f, one->x[k], one->y[k]);
        fprintf(out, "\"/>\n");
        for (int k = s.begin; k < s.end; k++)
            write_point(out, c, one, k, hidden ? "hidden" : "dot", i, frame_across(f, one->x[k]),
                        frame_down(f, one->y[k]));
    }
}

/* Over names: the series side by side, so that their bars do not cover each other. */
static void write_intervals(FILE *out, const struct chart *c, const struct chart_series *one,
                            const struct frame *f, int i) {
    const double aside = chart_aside(c, i);
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, false), s.begin < s.end) {
        fprintf(out, "<polyline class=\"line c%d\" opacity=\".35\" points=\"", i);
        for (int k = s.begin; k < s.end; k++) write_place(out, f, one->x[k] + aside, one->y[k]);
        fprintf(out, "\"/>\n");
        for (int k = s.begin; k < s.end; k++) {
            const double x = frame_across(f, one->x[k] + aside);
            if (one->low != NULL && chart_is_number(one->low[k]) && chart_is_number(one->high[k]))
                fprintf(out,
                        "<line class=\"bar c%d\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" "
                        "y2=\"%.1f\"/>",
                        i, x, x, frame_down(f, one->low[k]), frame_down(f, one->high[k]));
            write_point(out, c, one, k, "point", i, x, frame_down(f, one->y[k]));
        }
    }
}

static void write_steps(FILE *out, const struct chart *c, const struct chart_series *one,
                        const struct frame *f, int i) {
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, false), s.begin < s.end) {
        fprintf(out, "<polygon class=\"steps c%d\" points=\"", i);
        write_place(out, f, one->x[s.begin], 0);
        for (int k = s.begin; k < s.end; k++) {
            write_place(out, f, one->x[k], one->y[k]);
            write_place(out, f, one->x[k] + c->step, one->y[k]);
        }
        write_place(out, f, one->x[s.end - 1] + c->step, 0);
        fprintf(out, "\"><title>");
        html_text(out, one->name);
        fprintf(out, "</title></polygon>\n");
    }
}

static void write_bars(FILE *out, const struct chart *c, const struct chart_series *one,
                       const struct frame *f, int i) {
    const double ground = frame_down(f, 0);
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, false), s.begin < s.end)
        for (int k = s.begin; k < s.end; k++) {
            const double from = frame_across(f, one->x[k] - c->bars / 2);
            const double to = frame_across(f, one->x[k] + c->bars / 2);
            const double gap = to - from > 5 ? 1 : 0; /* thin bars would be gone with it */
            const double y = frame_down(f, one->y[k]);
            if (one->y[k] == 0) continue;
            fprintf(out,
                    "<rect class=\"column c%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                    "height=\"%.1f\">",
                    i, from + gap / 2, fmin(y, ground), fmax(1, to - from - gap),
                    fmax(0.5, fabs(y - ground)));
            write_numbers(out, c, one, k);
            fprintf(out, "</rect>\n");
        }
    fprintf(out, "<line class=\"ground\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
            f->left, f->right, ground, ground);
}

static void write_legend(FILE *out, const struct chart *c) {
    fprintf(out, "</svg>\n");
    if (c->wide) page_box_end(out);
    fprintf(out, "<p class=\"legend\">");
    for (int i = 0; i < c->series_count; i++) {
        if (c->series[i].name[0] == 0) continue;
        fprintf(out, "<span class=\"c%d\">", i);
        html_text(out, c->series[i].name);
        fprintf(out, "</span> ");
    }
    chart_notes_legend(out, c);
    fprintf(out, "<em>");
    html_text(out, c->y_title != NULL ? c->y_title : "");
    fprintf(out, "</em></p></figure>\n");
}

static void write_empty(FILE *out, const struct frame *f) {
    fprintf(out,
            "<text class=\"title\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">no data</text>\n",
            (f->left + f->right) / 2, (f->top + f->bottom) / 2);
}

void chart_write(FILE *out, const struct chart *c) {
    const struct frame f = frame_of(c);
    const bool lines = c->step <= 0 && c->bars <= 0 && c->x_names == NULL;
    chart_begin(out, c->title, c->wide, HEIGHT);
    write_axes(out, c, &f);
    for (int i = 0; i < c->series_count && lines; i++) write_band(out, &c->series[i], &f, i);
    for (int i = 0; i < c->series_count; i++) {
        if (c->step > 0)
            write_steps(out, c, &c->series[i], &f, i);
        else if (c->bars > 0)
            write_bars(out, c, &c->series[i], &f, i);
        else if (c->x_names != NULL)
            write_intervals(out, c, &c->series[i], &f, i);
        else
            write_line(out, c, &c->series[i], &f, i);
    }
    write_marks(out, c, &f);
    chart_notes_write(out, c, &f);
    if (chart_is_empty(c)) write_empty(out, &f);
    write_legend(out, c);
}
