/* What stands in the frame of a chart in letters. The frame counts dots of the canvas. */
#include "canvas.h"
#include "chart_own.h"

#include "core/text.h"
#include <math.h>

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

/* A bar of a histogram is always seen; one that goes up or down, from half a dot on, which tells
 * where to. */
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

unsigned plot_text_sign(enum tone tone, bool utf8) {
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
                        plot_text_sign(note->tone, canvas->utf8),
                        tone == TONE_PLAIN ? note->series : INK_TONES + tone);
        }
}

struct plot_text_marks plot_text(struct canvas *canvas, const struct chart *c,
                                 const struct frame *f) {
    struct plot_text_marks marks = {{false}};
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
        if (chart_is_number(c->mark[i].y)) marks.told[i] = draw_mark(canvas, &c->mark[i], f);
    for (int i = 0; i < c->series_count && !bars && c->x_names == NULL; i++)
        draw_band(canvas, &c->series[i], f, i);
    draw_notes(canvas, c, f);
    return marks;
}
