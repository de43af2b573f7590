/* Charts for the terminal: title, axes and legend around the plot. */
#include "canvas.h"
#include "chart_own.h"

#include "core/labels.h"
#include "core/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MIN = 3, PLOT_MIN = 6, AROUND = 4 }; /* title, axis, its numbers and title */
_Static_assert((int)CANVAS_ROWS_MAX > (int)AROUND + (int)ROWS_MIN, "charts have room");

/* Characters of lines, with and without UTF-8. */
enum { ACROSS, DOWN, CORNER, TICK_LEFT, TICK_BELOW };
static uint32_t line_sign(const struct canvas *canvas, int which) {
    static const uint32_t signs[][2] = {
        [ACROSS] = {'-', 0x2500},    [DOWN] = {'|', 0x2502},       [CORNER] = {'+', 0x2514},
        [TICK_LEFT] = {'+', 0x2524}, [TICK_BELOW] = {'+', 0x252c},
    };
    return signs[which][canvas->utf8];
}

/* Names in so many characters, each different from the others. The caller frees them; NULL: there
 * is no memory. */
static char **short_names(const struct canvas *canvas, const char *const names[], int count,
                          int width) {
    return labels_shorten(names, count, width > 1 ? width : 1, canvas->utf8 ? "…" : "~");
}

/* ---- axes ---- */

/* Of y: about one a second line. */
static double y_step(const struct frame *f, int rows) {
    const int ticks = rows / 2;
    return chart_step(f->y_low, f->y_high, ticks < 3 ? 3 : ticks > 10 ? 10 : ticks);
}

static int y_label_width(const struct chart *c, const struct frame *f, int rows) {
    const double step = y_step(f, rows);
    int width = 0;
    char text[32];
    double y;
    for (int k = 0; chart_tick(f->y_low, f->y_high, step, k, &y); k++) {
        const int w = text_width(chart_number(y, f->y_high, c->percent, text));
        if (w > width) width = w;
    }
    return width;
}

static void draw_y_axis(struct canvas *canvas, const struct chart *c, const struct frame *f,
                        int rows, int axis) {
    const double step = y_step(f, rows);
    int last = -1;
    char text[32];
    double y;
    for (int row = 1; row <= rows; row++)
        canvas_sign(canvas, axis, row, line_sign(canvas, DOWN), INK_NONE);
    for (int k = 0; chart_tick(f->y_low, f->y_high, step, k, &y); k++) {
        const int row = (int)lround(frame_down(f, y)) / canvas_down(canvas);
        if (row == last) continue;
        chart_number(y, f->y_high, c->percent, text);
        canvas_text(canvas, axis - 1 - text_width(text), row, axis, text, INK_NONE);
        canvas_sign(canvas, axis, row, line_sign(canvas, TICK_LEFT), INK_NONE);
        last = row;
    }
}

/* A text below its place of the axis, if it does not touch the one before, which ended at `end`;
 * returns where this one ends. */
static int draw_x_text(struct canvas *canvas, const struct frame *f, double x, int axis_row,
                       const char *text, int most, int end) {
    const int column = (int)lround(frame_across(f, x)) / canvas_across(canvas);
    const int tick = column < canvas->columns ? column : canvas->columns - 1;
    const int width = text_width(text) < most ? text_width(text) : most;
    int begin = tick - width / 2;
    if (begin > canvas->columns - width) begin = canvas->columns - width;
    if (begin < 0) begin = 0;
    canvas_sign(canvas, tick, axis_row, line_sign(canvas, TICK_BELOW), INK_NONE);
    if (end >= 0 && begin <= end) return end;
    return canvas_text(canvas, begin, axis_row + 1, width, text, INK_NONE);
}

static void draw_x_axis(struct canvas *canvas, const struct chart *c, const struct frame *f,
                        int row, int axis) {
    const int plot = canvas->columns - axis - 1, ticks = plot / 10;
    const double step = chart_step(f->x_low, f->x_high, ticks < 3 ? 3 : ticks > 12 ? 12 : ticks);
    int end = -1;
    char text[32];
    double x;
    canvas_sign(canvas, axis, row, line_sign(canvas, CORNER), INK_NONE);
    for (int i = axis + 1; i < canvas->columns; i++)
        canvas_sign(canvas, i, row, line_sign(canvas, ACROSS), INK_NONE);
    if (c->x_names != NULL) {
        const int room = c->x_name_count > 0 ? plot / c->x_name_count - 1 : 0;
        char **names = short_names(canvas, c->x_names, c->x_name_count, room);
        for (int i = 0; names != NULL && i < c->x_name_count; i++)
            end = draw_x_text(canvas, f, i, row, names[i], room, end);
        free(names);
    } else if (chart_has_one_x(c)) {
        x = (f->x_low + f->x_high) / 2;
        draw_x_text(canvas, f, x, row, chart_number(x, f->x_high, c->x_percent, text), plot, end);
    } else if (!chart_is_empty(c)) {
        for (int k = 0; chart_tick(f->x_low, f->x_high, step, k, &x); k++)
            end = draw_x_text(canvas, f, x, row, chart_number(x, f->x_high, c->x_percent, text),
                              plot, end);
    }
    const int width = text_width(c->x_title) < plot ? text_width(c->x_title) : plot;
    canvas_text(canvas, axis + 1 + (plot - width) / 2, row + 2, plot, c->x_title, INK_NONE);
}

/* ---- the legend: entries that flow from line to line ---- */

struct flow {
    FILE *out;
    struct canvas *line;
    int column;
};

static void flow_end(struct flow *w) {
    if (w->column > 0) canvas_write_row(w->out, w->line, 0);
    canvas_clear(w->line);
    w->column = 0;
}

/* An entry with its sign, 0: none, `gap` blanks behind the one before. */
static void flow_add(struct flow *w, int gap, uint32_t sign, const char *text, int ink) {
    const int before = sign != 0 ? 2 : 0, width = before + text_width(text);
    if (w->column > 0 && w->column + gap + width > w->line->columns) flow_end(w);
    int column = w->column > 0 ? w->column + gap : 0;
    if (sign != 0) canvas_sign(w->line, column, 0, sign, ink);
    column += before;
    w->column = canvas_text(w->line, column, 0, w->line->columns - column, text, INK_NONE);
}

/* A sentence, word by word. */
static void flow_add_words(struct flow *w, int gap, const char *text) {
    char word[4 * CANVAS_COLUMNS_MAX];
    while (text_word(&text, word, sizeof word)) {
        flow_add(w, gap, 0, word, INK_NONE);
        gap = 1;
    }
}

static uint32_t series_sample(const struct canvas *canvas, const struct chart *c, int i) {
    if (!canvas->dots) return canvas_series_sign(i);
    if (c->step > 0 || c->bars > 0) return 0x2588; /* █ */
    return c->x_names != NULL ? 0x25cf /* ● */ : 0x2501 /* ━ */;
}

/* Each series with a name, in one line. */
static void add_series(struct flow *w, const struct chart *c) {
    const char *name[CHART_SERIES_MAX];
    for (int i = 0; i < c->series_count; i++) name[i] = c->series[i].name;
    char **shown = short_names(w->line, name, c->series_count, w->line->columns - 2);
    for (int i = 0; shown != NULL && i < c->series_count; i++)
        if (shown[i][0] != 0) flow_add(w, 3, series_sample(w->line, c, i), shown[i], i);
    free(shown);
}

static void write_legend(FILE *out, struct canvas *line, const struct chart *c,
                         const struct plot_text_marks *marks) {
    struct flow w = {out, line, 0};
    line->rows = 1;
    canvas_clear(line);
    add_series(&w, c);
    for (int i = 0; i < c->mark_count; i++)
        if (!marks->told[i] && chart_is_number(c->mark[i].y))
            flow_add(&w, 3, line->utf8 ? 0x254c /* ╌ */ : '-', c->mark[i].text, INK_NONE);
    for (int tone = 0; tone < TONES; tone++)
        if (chart_notes_tell(c, (enum tone)tone))
            flow_add(&w, 3, plot_text_sign((enum tone)tone, line->utf8), c->tone_name[tone],
                     INK_TONES + tone);
    flow_end(&w);
    if (c->y_title != NULL) flow_add_words(&w, 3, c->y_title);
    flow_end(&w);
}

/* ---- the chart ---- */

static int within(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}

void chart_text(FILE *out, const struct chart *c, int columns, int rows, bool colour, bool utf8) {
    struct canvas canvas = {.columns = within(columns, 1, CANVAS_COLUMNS_MAX),
                            .rows = within(rows, ROWS_MIN, CANVAS_ROWS_MAX - AROUND) + AROUND,
                            .colour = colour,
                            .utf8 = utf8,
                            .dots = utf8 && (colour || c->series_count == 1)};
    struct frame f = chart_span(c);
    const int plot_rows = canvas.rows - AROUND;
    const int axis = y_label_width(c, &f, plot_rows) + 1;
    const int across = canvas_across(&canvas), down = canvas_down(&canvas);
    canvas_clear(&canvas);
    canvas_text(&canvas, 0, 0, canvas.columns, c->title, INK_TONES + TONE_PLAIN);
    if (canvas.columns - axis - 1 < PLOT_MIN) {
        canvas_text(&canvas, 0, 1, canvas.columns, "no room for the chart", INK_NONE);
        for (int row = 0; row < 2; row++) canvas_write_row(out, &canvas, row);
        return;
    }
    /* A bar ends where the next begins; a point is in the middle of its dot. */
    const int end = c->step > 0 || c->bars > 0 ? 0 : 1;
    f.left = (axis + 1) * across, f.right = canvas.columns * across - end;
    f.top = down, f.bottom = (plot_rows + 1) * down - 1;
    draw_y_axis(&canvas, c, &f, plot_rows, axis);
    draw_x_axis(&canvas, c, &f, plot_rows + 1, axis);
    const struct plot_text_marks marks = plot_text(&canvas, c, &f);
    if (chart_is_empty(c))
        canvas_text(&canvas, axis + 2, 1 + plot_rows / 2, canvas.columns - axis - 2, "no data",
                    INK_NONE);
    for (int row = 0; row < canvas.rows; row++) canvas_write_row(out, &canvas, row);
    write_legend(out, &canvas, c, &marks);
}
