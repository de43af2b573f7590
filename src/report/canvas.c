#include "chart_own.h"

#include "core/text.h"
#include <stdlib.h>
#include <string.h>

/* Mid tones of the 256 colours, which can be read on black and on white. */
static const char *const inks[INK_TONES + TONES] = {
    "38;5;33",
    "38;5;208",
    "38;5;34",
    "38;5;134",
    "38;5;178",
    "38;5;37",
    "38;5;168",
    "38;5;246",
    "38;5;99",
    "38;5;137",
    "38;5;36",
    "38;5;66",
    [INK_TONES + TONE_PLAIN] = "1",
    [INK_TONES + TONE_UP] = "1;38;5;34",
    [INK_TONES + TONE_DOWN] = "1;38;5;98",
    [INK_TONES + TONE_SLIGHT] = "1;38;5;178",
    [INK_TONES + TONE_SERIOUS] = "1;38;5;208",
    [INK_TONES + TONE_GRAVE] = "1;38;5;196",
};

uint32_t canvas_series_sign(int series) {
    static const char signs[CHART_SERIES_MAX + 1] = "*o+#%x=&$~:;";
    return (unsigned char)signs[series];
}

void canvas_clear(struct canvas *c) {
    for (int row = 0; row < c->rows; row++)
        for (int column = 0; column < c->columns; column++)
            c->cell[row][column] = (struct canvas_cell){.ink = INK_NONE};
}

int canvas_across(const struct canvas *c) {
    return c->dots ? 2 : 1;
}
int canvas_down(const struct canvas *c) {
    return c->dots ? 4 : 1;
}

static bool is_inside(const struct canvas *c, int column, int row) {
    return column >= 0 && column < c->columns && row >= 0 && row < c->rows;
}

static void draw_dot(struct canvas *c, int x, int y, int series) {
    static const uint8_t bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x < 0 || y < 0) return;
    const int column = x / canvas_across(c), row = y / canvas_down(c);
    if (!c->dots) {
        const uint32_t ground = c->utf8 ? 0x2500 /* ─ */ : '-';
        canvas_sign(c, column, row, series < 0 ? ground : canvas_series_sign(series), series);
        return;
    }
    if (!is_inside(c, column, row)) return;
    c->cell[row][column].dots |= bit[y % 4][x % 2];
    c->cell[row][column].ink = (int8_t)series;
}

/* Bresenham's. */
void canvas_line(struct canvas *c, int x0, int y0, int x1, int y1, int series) {
    const int across = abs(x1 - x0), down = -abs(y1 - y0);
    const int right = x0 < x1 ? 1 : -1, below = y0 < y1 ? 1 : -1;
    int error = across + down;
    for (;;) {
        draw_dot(c, x0, y0, series);
        if (x0 == x1 && y0 == y1) return;
        const int twice = 2 * error;
        if (twice >= down) error += down, x0 += right;
        if (twice <= across) error += across, y0 += below;
    }
}

bool canvas_is_free(const struct canvas *c, int column, int row) {
    if (!is_inside(c, column, row)) return false;
    return c->cell[row][column].sign == 0 && c->cell[row][column].dots == 0;
}

void canvas_sign(struct canvas *c, int column, int row, uint32_t sign, int ink) {
    if (!is_inside(c, column, row)) return;
    c->cell[row][column].sign = sign;
    c->cell[row][column].ink = (int8_t)ink;
}

/* Takes a character of clean UTF-8. */
static uint32_t next_character(const char **cursor) {
    const unsigned char *p = (const unsigned char *)*cursor;
    const int more = *p < 0x80 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
    uint32_t sign = more == 0 ? *p : *p & (0x3fu >> more);
    for (int i = 1; i <= more; i++) sign = sign << 6 | (p[i] & 0x3fu);
    *cursor += more + 1;
    return sign;
}

int canvas_text(struct canvas *c, int column, int row, int most, const char *text, int ink) {
    char clean[4 * CANVAS_COLUMNS_MAX + 8];
    snprintf(clean, sizeof clean, "%s", text);
    text_clean(clean);
    const int end = column + most;
    for (const char *p = clean; *p != 0 && column < end; column++) {
        uint32_t sign = next_character(&p);
        if (column == end - 1 && *p != 0) sign = c->utf8 ? 0x2026 /* … */ : '~';
        if (sign >= 0x80 && !c->utf8) sign = '?';
        canvas_sign(c, column, row, sign, ink);
    }
    return column;
}

static void write_character(FILE *out, uint32_t sign) {
    if (sign >= 0x10000) {
        fputc((int)(0xf0 | sign >> 18), out);
        fputc((int)(0x80 | (sign >> 12 & 0x3f)), out);
    } else if (sign >= 0x800) {
        fputc((int)(0xe0 | sign >> 12), out);
    }
    if (sign >= 0x800) fputc((int)(0x80 | (sign >> 6 & 0x3f)), out);
    if (sign >= 0x80 && sign < 0x800) fputc((int)(0xc0 | sign >> 6), out);
    fputc((int)(sign < 0x80 ? sign : 0x80 | (sign & 0x3f)), out);
}

static uint32_t shown(const struct canvas_cell *cell) {
    if (cell->sign != 0) return cell->sign;
    return cell->dots != 0 ? 0x2800u + cell->dots : ' ';
}

void canvas_write_row(FILE *out, const struct canvas *c, int row) {
    const struct canvas_cell *cell = c->cell[row];
    int end = c->columns, ink = INK_NONE;
    while (end > 0 && shown(&cell[end - 1]) == ' ') end--;
    for (int i = 0; i < end; i++) {
        const int next = shown(&cell[i]) == ' ' ? ink : cell[i].ink;
        if (c->colour && next != ink && ink != INK_NONE) fputs("\033[0m", out);
        if (c->colour && next != ink && next != INK_NONE) fprintf(out, "\033[%sm", inks[next]);
        ink = next;
        write_character(out, shown(&cell[i]));
    }
    if (c->colour && ink != INK_NONE) fputs("\033[0m", out);
    fputc('\n', out);
}
