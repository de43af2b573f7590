/* Charts as SVG: lines, points, histograms and bars; and rows of intervals. */
#include "chart_own.h"
#include "page.h"

#include "core/paint.h"
#include "core/text.h"
#include <math.h>
#include <stdlib.h>

enum { HEIGHT = 300, LEFT = 58, RIGHT = 22, TOP = 10, BOTTOM = 46 };
enum { DENSE = 40 }; /* more points than this are shown only under the pointer */

static void write_x_ticks(FILE *out, const struct frame *f, int percent, bool lines) {
    const int ticks = f->right - f->left > CHART_WIDTH ? 2 * CHART_TICKS : CHART_TICKS;
    const double step = chart_step(f->x_low, f->x_high, ticks);
    char text[32];
    double x;
    for (int k = 0; chart_tick(f->x_low, f->x_high, step, k, &x); k++) {
        const double at = frame_across(f, x);
        if (lines)
            fprintf(out, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    at, at, f->top, f->bottom);
        fprintf(out,
                "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", at,
                f->bottom + 18, chart_number(x, f->x_high, percent, text));
    }
}

static void begin_figure(FILE *out, const char *title, bool wide, int height) {
    fprintf(out, wide ? "<figure class=\"wide\"><figcaption>" : "<figure><figcaption>");
    html_text(out, title);
    fprintf(out, "</figcaption>\n");
    if (wide) page_box_begin(out, "chart");
    fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
            wide ? CHART_WIDTH_WIDE : CHART_WIDTH, height);
    html_text(out, title);
    fprintf(out, "\">\n");
}

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
        write_x_ticks(out, f, c->x_percent, false);
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

/* The numbers of a point, as its tooltip. */
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

/* ---- notes ---- */

/* Around 0,0, none larger than 7. */
static const char *const shapes[TONES] = {
    [TONE_PLAIN] = "M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z",
    [TONE_UP] = "M0-5L5 4L-5 4Z",
    [TONE_DOWN] = "M0 5L5-4L-5-4Z",
    [TONE_SLIGHT] = "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z",
    [TONE_SERIOUS] = "M0-6L6 0L0 6L-6 0Z",
    [TONE_GRAVE] = "M-6-3L-3-6L0-3L3-6L6-3L3 0L6 3L3 6L0 3L-3 6L-6 3L-3 0Z",
};

static void write_notes(FILE *out, const struct chart *c, const struct frame *f) {
    for (int tone = 0; tone < TONES; tone++)
        for (int i = 0; i < c->note_count; i++) {
            const struct chart_note *note = &c->note[i];
            if ((int)note->tone != tone || !chart_has_note(note)) continue;
            fprintf(out, "<path class=\"sign %s", page_tone_class(note->tone));
            if (note->series >= 0) fprintf(out, " c%d", note->series);
            fprintf(out, "\" transform=\"translate(%.1f %.1f)\" d=\"%s\"><title>",
                    frame_across(f, note->x), frame_down(f, note->y), shapes[tone]);
            html_text(out, note->text);
            fprintf(out, "</title></path>\n");
        }
}

static void write_notes_legend(FILE *out, const struct chart *c) {
    for (int tone = 0; tone < TONES; tone++) {
        if (!chart_tone_occurs(c, (enum tone)tone)) continue;
        fprintf(out,
                "<b><svg class=\"key\" aria-hidden=\"true\" viewBox=\"0 0 16 16\"><path "
                "class=\"sign %s\" "
                "transform=\"translate(8 8)\" d=\"%s\"/></svg> ",
                page_tone_class((enum tone)tone), shapes[tone]);
        html_text(out, c->tone_name[tone]);
        fprintf(out, "</b> ");
    }
}

/* ---- the chart ---- */

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
    write_notes_legend(out, c);
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
    begin_figure(out, c->title, c->wide, HEIGHT);
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
    write_notes(out, c, &f);
    if (chart_is_empty(c)) write_empty(out, &f);
    write_legend(out, c);
}

/* ---- rows ---- */

enum {
    ROW = 22,
    ROW_OF_TWO = 34,
    ROWS_TOP = 6,
    ROWS_RIGHT = 24,
    CHARACTER = 9,
    NAME_MAX_WIDTH = 23
};

/* The name in the room there is; all of it is its tooltip. */
static void write_name(FILE *out, const char *shown, const char *name, double x, double y) {
    fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">", x, y);
    html_text(out, shown);
    fprintf(out, "<title>");
    html_text(out, name);
    fprintf(out, "</title></text>\n");
}

static double row_height(const struct chart_rows *c) {
    return c->second != NULL ? ROW_OF_TWO : ROW;
}

/* Values that are not known have no part in it. */
static void widen_frame(struct frame *f, const struct chart_row *row) {
    f->x_low = fmin(f->x_low, row->low);
    f->x_high = fmax(f->x_high, row->high);
}

static struct frame frame_of_rows(const struct chart_rows *c) {
    int characters = 4;
    struct frame f = {.right = CHART_WIDTH - ROWS_RIGHT,
                      .top = ROWS_TOP,
                      .bottom = ROWS_TOP + row_height(c) * c->rows,
                      .x_low = isnan(c->mark) ? INFINITY : c->mark,
                      .x_high = isnan(c->mark) ? -INFINITY : c->mark,
                      .y_low = 0,
                      .y_high = 1};
    for (int i = 0; i < c->rows; i++) {
        const int n = text_width(c->row[i].name);
        characters = n > NAME_MAX_WIDTH ? NAME_MAX_WIDTH : n > characters ? n : characters;
        widen_frame(&f, &c->row[i]);
        if (c->second != NULL) widen_frame(&f, &c->second[i]);
    }
    f.left = CHARACTER * characters + 16;
    const double around = f.x_low < f.x_high ? (f.x_high - f.x_low) / 40 : c->percent ? 0.05 : 0.5;
    f.x_low -= around, f.x_high += around;
    if (c->percent && f.x_low < 0) f.x_low = 0;
    if (c->percent && f.x_high > 1) f.x_high = 1;
    return f;
}

/* The value and its interval; `open`: with an empty circle, as the first of two. */
static void write_interval(FILE *out, const struct chart_rows *c, const struct frame *f,
                           const struct chart_row *row, double y, int colour, bool open) {
    const double x = frame_across(f, row->value);
    const double end[] = {frame_across(f, row->low), frame_across(f, row->high)};
    char text[32];
    if (!chart_is_number(row->value + row->low + row->high)) return; /* it is not known */
    fprintf(out, "<line class=\"bar c%d\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
            colour, end[0], end[1], y, y);
    for (int k = 0; k < 2; k++)
        fprintf(out, "<line class=\"bar c%d\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                colour, end[k], end[k], y - 4, y + 4);
    fprintf(out, "<circle class=\"%s c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>",
            open ? "open" : "point", colour, x, y);
    html_text(out, row->name);
    fprintf(out, ": %s", chart_number(row->value, 0, c->percent, text));
    fprintf(out, " (%s", chart_number(row->low, 0, c->percent, text));
    fprintf(out, " to %s)</title></circle>\n", chart_number(row->high, 0, c->percent, text));
}

static void write_row(FILE *out, const struct chart_rows *c, const struct frame *f, int i,
                      const char *shown) {
    const bool two = c->second != NULL;
    const double y = f->top + row_height(c) * (i + 0.5), apart = two ? ROW_OF_TWO / 5.0 : 0;
    const int colour = i < CHART_SERIES_MAX ? i : CHART_SERIES_MAX - 1;
    write_name(out, shown, c->row[i].name, f->left - 10, y + 4);
    write_interval(out, c, f, &c->row[i], y - apart, colour, two);
    if (two) write_interval(out, c, f, &c->second[i], y + apart, colour, false);
}

/* All names in the room there is, each different from the others; NULL: there is no memory. */
static char **short_names(const struct chart_rows *c) {
    const char **name = calloc((size_t)c->rows + 1, sizeof *name);
    for (int i = 0; name != NULL && i < c->rows; i++) name[i] = c->row[i].name;
    char **shown = name != NULL ? labels_shorten(name, c->rows, NAME_MAX_WIDTH, "…") : NULL;
    free(name);
    return shown;
}

void chart_rows_write(FILE *out, const struct chart_rows *c) {
    char **shown = short_names(c);
    const struct frame f = frame_of_rows(c);
    const int height = (int)f.bottom + BOTTOM;
    begin_figure(out, c->title, false, height);
    write_x_ticks(out, &f, c->percent, true);
    if (!isnan(c->mark))
        fprintf(out, "<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
                frame_across(&f, c->mark), frame_across(&f, c->mark), f.top, f.bottom);
    for (int i = 0; i < c->rows; i++)
        write_row(out, c, &f, i, shown != NULL ? shown[i] : c->row[i].name);
    free(shown);
    fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">",
            (f.left + f.right) / 2, height - 6);
    html_text(out, c->x_title);
    fprintf(out, "</text>\n</svg>");
    if (c->second != NULL) {
        fprintf(out, "\n<p class=\"legend\"><b>○ ");
        html_text(out, c->first_name);
        fprintf(out, "</b> <b>● ");
        html_text(out, c->second_name);
        fprintf(out, "</b></p>");
    }
    fprintf(out, "</figure>\n");
}
