#include "canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const joints[16] = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                       "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
static const char *const round_joints[16] = {
    [CANVAS_UP | CANVAS_LEFT] = "╯",
    [CANVAS_DOWN | CANVAS_LEFT] = "╮",
    [CANVAS_UP | CANVAS_RIGHT] = "╰",
    [CANVAS_DOWN | CANVAS_RIGHT] = "╭",
};

void canvas_box(struct canvas *c, int left, int top, int right, int bottom, uint8_t round) {
    for (int x = left; x < right; x++) {
        c->line[top][x] |= CANVAS_RIGHT, c->line[top][x + 1] |= CANVAS_LEFT;
        c->line[bottom][x] |= CANVAS_RIGHT, c->line[bottom][x + 1] |= CANVAS_LEFT;
    }
    for (int y = top; y < bottom; y++) {
        c->line[y][left] |= CANVAS_DOWN, c->line[y + 1][left] |= CANVAS_UP;
        c->line[y][right] |= CANVAS_DOWN, c->line[y + 1][right] |= CANVAS_UP;
    }
    c->line[top][left] |= round, c->line[top][right] |= round;
    c->line[bottom][left] |= round, c->line[bottom][right] |= round;
}

void canvas_put(struct canvas *c, enum paint paint, int x, int y, const char *format, ...) {
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (const char *p = text; *p != 0 && x < c->width; x++) {
        size_t n = 1;
        while (((unsigned char)p[n] & 0xc0) == 0x80) n++;
        memcpy(c->mark[y][x], p, n);
        c->paint[y][x] = (uint8_t)paint;
        p += n;
    }
}

static const char *glyph_at(const struct canvas *c, int x, int y) {
    const int ways = c->line[y][x] & ~CANVAS_ROUND;
    if (c->mark[y][x][0] != 0) return c->mark[y][x];
    if ((c->line[y][x] & CANVAS_ROUND) != 0 && round_joints[ways] != NULL)
        return round_joints[ways];
    return joints[ways];
}

static enum paint paint_at(const struct canvas *c, int x, int y) {
    if (c->mark[y][x][0] != 0) return (enum paint)c->paint[y][x];
    return c->line[y][x] != 0 ? PAINT_FAINT : PAINT_NONE;
}

void canvas_add(struct text *t, const struct th_look *look, const struct canvas *c) {
    for (int y = 0; y < c->height; y++) {
        int width = c->width;
        while (width > 0 && strcmp(glyph_at(c, width - 1, y), " ") == 0) width--;
        enum paint now = PAINT_NONE;
        for (int x = 0; x < width; x++) {
            if (paint_at(c, x, y) != now) text_add(t, "%s", paint_code(look, paint_at(c, x, y)));
            now = paint_at(c, x, y);
            text_add(t, "%s", glyph_at(c, x, y));
        }
        text_add(t, "%s\n", now != PAINT_NONE ? paint_code(look, PAINT_NONE) : "");
    }
}
