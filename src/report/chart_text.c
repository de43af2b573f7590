/* Charts for the terminal: title, axes, plot and legend. */
#include "chart_own.h"

#include "core/paint.h"
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

/* ---- the plot ---- */

/* A place in dots. */
struct place {
    int x, y;
};

static struct place place_of(const struct frame *f, double x, double y) {
    return (struct place){(int)lround(frame_across(f, x)), (int)lround(frame_down(f, y))};
}

static void draw_line(struct canvas *canvas, const struct chart_series *one, const struct frame *f,
                      int i) {
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, false), s.begin < s.end) {
        struct place last = place_of(f, one->x[s.begin], one->y[s.begin]);
        if (s.end - s.begin == 1 && canvas->dots) { /* a dot alone is overlooked */
            canvas_sign(canvas, last.x / 2, last.y / 4, 0x2022 /* • */, i);
            continue;
        }
        for (int k = s.begin; k < s.end; k++) {
            const struct place here = place_of(f, one->x[k], one->y[k]);
            canvas_line(canvas, last.x, last.y, here.x, here.y, i);
            last = here;
        }
    }
}

/* Over names: the value, and its interval up and down. */
static void draw_intervals(struct canvas *canvas, const struct chart *c, const struct frame *f,
                           int i) {
    const struct chart_series *one = &c->series[i];
    const int across = canvas_across(canvas), down = canvas_down(canvas);
    const uint32_t sign = canvas->dots ? 0x25cf /* ● */ : canvas_series_sign(i);
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, false), s.begin < s.end)
        for (int k = s.begin; k < s.end; k++) {
            const double x = one->x[k] + chart_aside(c, i);
            const struct place here = place_of(f, x, one->y[k]);
            if (one->low != NULL && chart_is_number(one->low[k]) && chart_is_number(one->high[k]))
                for (int row = place_of(f, x, one->high[k]).y / down;
                     row <= place_of(f, x, one->low[k]).y / down; row++)
                    canvas_sign(canvas, here.x / across, row, canvas->utf8 ? 0x2502 /* │ */ : '|',
                                i);
            canvas_sign(canvas, here.x / across, here.y / down, sign, i);
        }
}

/* The dot at which something begins, the last one of the frame at most. */
static int dot_across(const struct frame *f, double x) {
    const int at = (int)lround(frame_across(f, x)), last = (int)f->right - 1;
    return at < last ? at : last;
}

/* Histograms of several series cover each other, so that only their outlines are drawn. */
static void draw_outline(struct canvas *canvas, const struct chart *c, const struct frame *f,
                         int i) {
    const struct chart_series *one = &c->series[i];
    const int ground = place_of(f, 0, 0).y;
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, false), s.begin < s.end) {
        int before = ground, right = 0;
        for (int k = s.begin; k < s.end; k++) {
            const int left = dot_across(f, one->x[k]), y = place_of(f, 0, one->y[k]).y;
            right = dot_across(f, one->x[k] + c->step);
            canvas_line(canvas, left, before, left, y, i);
            canvas_line(canvas, left, y, right, y, i);
            before = y;
        }
        canvas_line(canvas, right, before, right, ground, i);
    }
}

/* A bar of a histogram is always seen; one that goes up or down, from half a dot on, which
 * shows the direction. */
static bool is_seen(const struct chart *c, const struct frame *f, double y) {
    if (c->step > 0) return y != 0;
    return fabs(frame_down(f, y) - frame_down(f, 0)) >= 0.5;
}

/* A histogram, or bars around their x. */
static void draw_bars(struct canvas *canvas, const struct chart *c, const struct frame *f, int i) {
    const struct chart_series *one = &c->series[i];
    const double width = c->step > 0 ? c->step : c->bars, begin = c->step > 0 ? 0 : -c->bars / 2;
    const int ground = place_of(f, 0, 0).y;
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, false), s.begin < s.end)
        for (int k = s.begin; k < s.end; k++) {
            if (!is_seen(c, f, one->y[k])) continue;
            const int right = place_of(f, one->x[k] + begin + width, 0).x;
            int x = dot_across(f, one->x[k] + begin);
            do canvas_line(canvas, x, ground, x, place_of(f, 0, one->y[k]).y, i);
            while (++x < right);
        }
}

/* A dashed line where nothing else is, with its text where that is free. */
static bool draw_mark(struct canvas *canvas, const struct chart_mark *mark, const struct frame *f) {
    const int across = canvas_across(canvas), row = place_of(f, 0, mark->y).y / canvas_down(canvas);
    const int left = (int)f->left / across, wanted = text_width(mark->text) + 2;
    int room = 0, end = left;
    for (; end < canvas->columns && room < wanted; end++)
        room = canvas_is_free(canvas, end, row) && end > left ? room + 1 : 0;
    if (room == wanted) {
        const int begin = end - wanted;
        canvas_sign(canvas, begin, row, ' ', INK_NONE);
        canvas_text(canvas, begin + 1, row, wanted - 2, mark->text, INK_NONE);
        canvas_sign(canvas, end - 1, row, ' ', INK_NONE);
    }
    for (int i = left; i < canvas->columns; i++)
        if (canvas_is_free(canvas, i, row))
            canvas_sign(canvas, i, row, canvas->utf8 ? 0x254c /* ╌ */ : '-', INK_NONE);
    return room == wanted;
}

/* Shades the free cells between the ends of the band, from one point to the next. */
static void draw_band(struct canvas *canvas, const struct chart_series *one, const struct frame *f,
                      int i) {
    const int across = canvas_across(canvas), down = canvas_down(canvas);
    struct stretch s = {0, 0};
    while (s = chart_stretch(one, s.end, true), s.begin < s.end)
        for (int k = s.begin; k + 1 < s.end; k++) {
            const double from = frame_across(f, one->x[k]), to = frame_across(f, one->x[k + 1]);
            for (int column = (int)from / across; column <= (int)to / across; column++) {
                const double part = to > from ? (column * across - from) / (to - from) : 0;
                const double along = fmin(1, fmax(0, part));
                const double high = one->high[k] + along * (one->high[k + 1] - one->high[k]);
                const double low = one->low[k] + along * (one->low[k + 1] - one->low[k]);
                const int bottom = place_of(f, 0, low).y / down;
                for (int row = place_of(f, 0, high).y / down; row <= bottom; row++)
                    if (canvas_is_free(canvas, column, row))
                        canvas_sign(canvas, column, row, canvas->utf8 ? 0x2591 /* ░ */ : '.', i);
            }
        }
}

static unsigned tone_sign(enum tone tone, bool utf8) {
    static const unsigned signs[TONES][2] = {
        [TONE_PLAIN] = {'@', 0x2022 /* • */}, [TONE_UP] = {'^', 0x25b2 /* ▲ */},
        [TONE_DOWN] = {'v', 0x25bc /* ▼ */},  [TONE_SLIGHT] = {'?', '?'},
        [TONE_SERIOUS] = {'!', '!'},          [TONE_GRAVE] = {'X', 'X'},
    };
    return signs[tone][utf8];
}

static void draw_notes(struct canvas *canvas, const struct chart *c, const struct frame *f) {
    for (int tone = 0; tone < TONES; tone++)
        for (int i = 0; i < c->note_count; i++) {
            const struct chart_note *note = &c->note[i];
            if ((int)note->tone != tone || !chart_has_note(note)) continue;
            const struct place here = place_of(f, note->x, note->y);
            canvas_sign(canvas, here.x / canvas_across(canvas), here.y / canvas_down(canvas),
                        tone_sign(note->tone, canvas->utf8),
                        tone == TONE_PLAIN ? note->series : INK_TONES + tone);
        }
}

/* Draws series, marks, bands and notes, in a frame that counts dots. `shown[i]`: the text of mark i
 * found room on its line; the legend has the others. */
static void draw_plot(struct canvas *canvas, const struct chart *c, const struct frame *f,
                      bool shown[CHART_MARKS_MAX]) {
    const bool bars = c->step > 0 || c->bars > 0;
    if (c->bars > 0) {
        const struct place left = place_of(f, f->x_low, 0), right = place_of(f, f->x_high, 0);
        canvas_line(canvas, left.x, left.y, right.x, right.y, -1);
    }
    for (int i = 0; i < c->series_count; i++) {
        if (c->step > 0 && c->series_count > 1)
            draw_outline(canvas, c, f, i);
        else if (bars)
            draw_bars(canvas, c, f, i);
        else if (c->x_names != NULL)
            draw_intervals(canvas, c, f, i);
        else
            draw_line(canvas, &c->series[i], f, i);
    }
    for (int i = 0; i < c->mark_count; i++)
        if (chart_is_number(c->mark[i].y)) shown[i] = draw_mark(canvas, &c->mark[i], f);
    for (int i = 0; i < c->series_count && !bars && c->x_names == NULL; i++)
        draw_band(canvas, &c->series[i], f, i);
    draw_notes(canvas, c, f);
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

/* An entry with its sign, 0: none, `gap` blanks after the one before. */
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
                         const bool marks_shown[CHART_MARKS_MAX]) {
    struct flow w = {out, line, 0};
    line->rows = 1;
    canvas_clear(line);
    add_series(&w, c);
    for (int i = 0; i < c->mark_count; i++)
        if (!marks_shown[i] && chart_is_number(c->mark[i].y))
            flow_add(&w, 3, line->utf8 ? 0x254c /* ╌ */ : '-', c->mark[i].text, INK_NONE);
    for (int tone = 0; tone < TONES; tone++)
        if (chart_tone_occurs(c, (enum tone)tone))
            flow_add(&w, 3, tone_sign((enum tone)tone, line->utf8), c->tone_name[tone],
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
    bool marks_shown[CHART_MARKS_MAX] = {false};
    draw_plot(&canvas, c, &f, marks_shown);
    if (chart_is_empty(c))
        canvas_text(&canvas, axis + 2, 1 + plot_rows / 2, canvas.columns - axis - 2, "no data",
                    INK_NONE);
    for (int row = 0; row < canvas.rows; row++) canvas_write_row(out, &canvas, row);
    write_legend(out, &canvas, c, marks_shown);
}
