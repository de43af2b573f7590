/* Values with their intervals, one below the other. */
#include "chart_own.h"
#include "page.h"

#include "core/labels.h"
#include "core/text.h"
#include <math.h>
#include <stdlib.h>

enum { ROW = 22, TOP = 6, BOTTOM = 46, RIGHT = 20, LETTER = 9, LETTERS_MAX = 23 };

/* The name in the room there is; all of it is its tooltip. */
static void write_name(FILE *out, const char *shown, const char *name, double x, double y) {
    fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">", x, y);
    html_text(out, shown);
    fprintf(out, "<title>");
    html_text(out, name);
    fprintf(out, "</title></text>\n");
}

static struct frame frame_of(const struct chart_rows *c) {
    int letters = 4;
    struct frame f = {.right = CHART_WIDTH - RIGHT,
                      .top = TOP,
                      .bottom = TOP + ROW * c->rows,
                      .x_low = isnan(c->mark) ? INFINITY : c->mark,
                      .x_high = isnan(c->mark) ? -INFINITY : c->mark,
                      .y_low = 0,
                      .y_high = 1};
    for (int i = 0; i < c->rows; i++) {
        const int n = text_width(c->row[i].name);
        letters = n > LETTERS_MAX ? LETTERS_MAX : n > letters ? n : letters;
        f.x_low = fmin(f.x_low, c->row[i].low);
        f.x_high = fmax(f.x_high, c->row[i].high);
    }
    f.left = LETTER * letters + 16;
    const double around = f.x_low < f.x_high ? (f.x_high - f.x_low) / 40 : c->percent ? 0.05 : 0.5;
    f.x_low -= around, f.x_high += around;
    if (c->percent && f.x_low < 0) f.x_low = 0;
    if (c->percent && f.x_high > 1) f.x_high = 1;
    return f;
}

static void write_row(FILE *out, const struct chart_rows *c, const struct frame *f, int i,
                      const char *shown) {
    const struct chart_row *row = &c->row[i];
    const double y = f->top + ROW * (i + 0.5), x = frame_across(f, row->value);
    const double end[] = {frame_across(f, row->low), frame_across(f, row->high)};
    const int colour = i < CHART_SERIES_MAX ? i : CHART_SERIES_MAX - 1;
    char text[32];
    write_name(out, shown, row->name, f->left - 10, y + 4);
    fprintf(out, "<line class=\"bar c%d\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
            colour, end[0], end[1], y, y);
    for (int k = 0; k < 2; k++)
        fprintf(out, "<line class=\"bar c%d\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                colour, end[k], end[k], y - 4, y + 4);
    fprintf(out, "<circle class=\"point c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>", colour, x,
            y);
    html_text(out, row->name);
    fprintf(out, ": %s", chart_number(row->value, 0, c->percent, text));
    fprintf(out, " (%s", chart_number(row->low, 0, c->percent, text));
    fprintf(out, " to %s)</title></circle>\n", chart_number(row->high, 0, c->percent, text));
}

/* All names in the room there is, each different from the others; NULL: there is no memory. */
static char **short_names(const struct chart_rows *c) {
    const char **name = calloc((size_t)c->rows + 1, sizeof *name);
    for (int i = 0; name != NULL && i < c->rows; i++) name[i] = c->row[i].name;
    char **shown = name != NULL ? labels_shorten(name, c->rows, LETTERS_MAX, "…") : NULL;
    free(name);
    return shown;
}

void chart_rows_write(FILE *out, const struct chart_rows *c) {
    char **shown = short_names(c);
    const struct frame f = frame_of(c);
    const int height = TOP + ROW * c->rows + BOTTOM;
    chart_begin(out, c->title, false, height);
    frame_x_ticks(out, &f, c->percent, true);
    if (!isnan(c->mark))
        fprintf(out, "<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
                frame_across(&f, c->mark), frame_across(&f, c->mark), f.top, f.bottom);
    for (int i = 0; i < c->rows; i++)
        write_row(out, c, &f, i, shown != NULL ? shown[i] : c->row[i].name);
    free(shown);
    fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">",
            (f.left + f.right) / 2, height - 6);
    html_text(out, c->x_title);
    fprintf(out, "</text>\n</svg></figure>\n");
}
