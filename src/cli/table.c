#include "terminal.h"

#include "core/paint.h"
#include "core/text.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2, KEY_LEAST = 8, TEXT_LEAST = 20, HEAD_LEAST = 6, HEAD_MOST = 14 };

struct table table_start(const char *align) {
    struct table t = {.columns = (int)strlen(align)};
    snprintf(t.align, sizeof t.align, "%s", align);
    return t;
}

void table_add(struct table *t, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int size = vsnprintf(NULL, 0, format, arguments) + 1;
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text != NULL && t->cells == t->room) {
        const int room = t->room * 2 + 64;
        char **larger = realloc(t->cell, (size_t)room * sizeof *larger);
        if (larger != NULL) {
            t->cell = larger;
            t->room = room;
        }
    }
    if (text != NULL && t->cells < t->room) {
        vsnprintf(text, (size_t)size, format, again);
        text_clean(text); /* it may come from a file, or from another program */
        t->cell[t->cells++] = text;
    } else {
        free(text);
    }
    va_end(again);
    va_end(arguments);
}

/* ---- lines of a cell ---- */

static int least(int a, int b) {
    return a < b ? a : b;
}

static int most(int a, int b) {
    return a > b ? a : b;
}

/* Where a word that is longer than a line may be broken. */
#define PUNCTUATION ",;/"

/* Bytes of the first characters, as many as fit `width` columns, but at least one. */
static size_t first_bytes(const char *text, int width) {
    size_t n = 0;
    int columns = 0;
    while (text[n] != 0 && ((columns += ascii_columns(text + n)) <= width || n == 0 ||
                            ((unsigned char)text[n] & 0xc0) == 0x80))
        n++;
    return n;
}

/* A blank, but not the one between a number and its per cent sign. */
static bool is_break(const char *text) {
    return text[0] == ' ' && text[1] != '%';
}

/* Takes a line of at most `width` characters from *cursor, and returns its bytes: up to a blank; of
 * a word that is longer than a line, up to a comma or the like. */
static size_t take_line(const char **cursor, int width) {
    const char *text = *cursor;
    const size_t fits = first_bytes(text, width > 0 ? width : 1);
    size_t n = fits;
    if (text[fits] != 0) {
        while (n > 0 && !is_break(text + n)) n--;
        for (size_t k = fits; n == 0 && k > 1; k--)
            if (strchr(PUNCTUATION, text[k - 1]) != NULL) n = k;
        if (n == 0) n = fits;
    }
    *cursor = text + n + strspn(text + n, " ");
    while (n > 0 && text[n - 1] == ' ') n--;
    return n;
}

/* Of what blanks, and those `ends` of which a line may break after, leave in one piece. */
static int longest_piece(const char *text, const char *ends) {
    int longest = 0, here = 0;
    for (; *text != 0; text++) {
        here = is_break(text) ? 0 : here + ascii_columns(text);
        longest = most(longest, here);
        if (strchr(ends, *text) != NULL) here = 0;
    }
    return longest;
}

/* ---- where columns stand ---- */

/* Columns of the key stand in every part; the others in one. */
struct layout {
    int indent, columns; /* of the terminal */
    int limit;           /* of a part */
    int keys, parts;
    int width[TABLE_COLUMNS_MAX], natural[TABLE_COLUMNS_MAX], part[TABLE_COLUMNS_MAX];
};

static bool is_text(const struct table *t, int column) {
    return tolower(t->align[column]) == 'l';
}

static bool is_in(const struct layout *x, int column, int part) {
    return column < x->keys || x->part[column] == part;
}

static int part_width(const struct table *t, const struct layout *x, int part) {
    int width = x->indent - GAP;
    for (int c = 0; c < t->columns; c++)
        if (is_in(x, c, part)) width += GAP + x->width[c];
    return width;
}

/* Columns as wide as their cells; returns the width of all. */
static int measure(const struct table *t, struct layout *x) {
    for (int i = 0; i < t->cells; i++)
        x->natural[i % t->columns] = most(x->natural[i % t->columns], text_width(t->cell[i]));
    memcpy(x->width, x->natural, sizeof x->width);
    return part_width(t, x, 0);
}

/* From `column` on, those that stay together. */
static int group_end(const struct table *t, int column) {
    do column++;
    while (column < t->columns && isupper((unsigned char)t->align[column]));
    return column;
}

/* The columns up to the first text, but never all of them. */
static int key_columns(const struct table *t) {
    int c = 0;
    while (c < t->columns && !is_text(t, c)) c++;
    if (c == t->columns) c = 0; /* all are figures: the first */
    return least(group_end(t, c), t->columns - 1);
}

static int head_width(const char *head) {
    return most(HEAD_LEAST, least(longest_piece(head, PUNCTUATION), HEAD_MOST));
}

/* Columns as narrow as they can be: figures with their heads in several lines, texts in little. */
static void narrow(const struct table *t, struct layout *x) {
    const int quarter = x->columns / 4;
    for (int c = 0; c < t->columns; c++) {
        const int text = c < x->keys ? most(KEY_LEAST, quarter) : TEXT_LEAST;
        int width = is_text(t, c) ? text : head_width(t->cell[c]);
        for (int i = t->columns + c; i < t->cells && !is_text(t, c); i += t->columns)
            width = most(width, text_width(t->cell[i]));
        x->width[c] = least(width, x->natural[c]);
    }
}

/* Puts each column in the part of the one before, or, where that has no room, in a new one. */
static void divide(const struct table *t, struct layout *x) {
    bool empty = true; /* the part in progress */
    x->parts = 0;
    for (int c = x->keys; c < t->columns; c++) x->part[c] = -1;
    for (int c = x->keys, end; c < t->columns; c = end) {
        end = group_end(t, c);
        for (int i = c; i < end; i++) x->part[i] = x->parts;
        if (part_width(t, x, x->parts) <= x->limit) {
            empty = false;
            continue;
        }
        if (!empty) {
            for (int i = c; i < end; i++) x->part[i] = -1;
            x->parts++;
            empty = true;
            end = c; /* again, in the new part */
        } else {     /* too wide to stay together */
            for (int i = c + 1; i < end; i++) x->part[i] = -1;
            end = c + 1;
            empty = false;
        }
    }
    x->parts++;
}

/* Parts of about the same width, no more than are needed. */
static void divide_evenly(const struct table *t, struct layout *x) {
    struct layout even = *x;
    even.limit = x->columns;
    divide(t, &even);
    do {
        *x = even;
        even.limit--;
        divide(t, &even);
    } while (even.parts == x->parts && even.limit > 0);
}

/* Gives the key what all parts have left, and then the other texts of each part. */
static void widen(const struct table *t, struct layout *x) {
    const int key = x->keys - 1;
    int spare = x->columns;
    for (int p = 0; p < x->parts; p++) spare = least(spare, x->columns - part_width(t, x, p));
    if (key >= 0 && is_text(t, key))
        x->width[key] = least(x->natural[key], most(x->width[key] + spare, 1));
    for (int p = 0; p < x->parts; p++)
        for (bool more = true; more;) {
            more = false;
            for (int c = x->keys; c < t->columns; c++)
                if (x->part[c] == p && is_text(t, c) && x->width[c] < x->natural[c] &&
                    part_width(t, x, p) < x->columns)
                    x->width[c]++, more = true;
        }
}

/* ---- names ---- */

/* Shortens cells begin, begin + step, … of which a piece does not fit in its column, all to the
 * same width, so that different ones stay different. */
static void shorten_cells(struct table *t, const struct layout *x, int begin, int end, int step,
                          const char *ends) {
    const char **label = calloc((size_t)t->cells, sizeof *label);
    int *cell = calloc((size_t)t->cells, sizeof *cell), n = 0, width = x->columns;
    for (int i = begin; label != NULL && cell != NULL && i < end; i += step)
        if (longest_piece(t->cell[i], ends) > x->width[i % t->columns]) {
            label[n] = t->cell[i];
            cell[n++] = i;
            width = least(width, x->width[i % t->columns]);
        }
    char **shorter = n > 0 ? labels_shorten(label, n, width, ascii_used() ? "~" : "…") : NULL;
    for (int k = 0; shorter != NULL && k < n; k++) {
        char *copy = strdup(shorter[k]);
        if (copy == NULL) continue;
        free(t->cell[cell[k]]);
        t->cell[cell[k]] = copy;
    }
    free(shorter);
    free(label);
    free(cell);
}

static struct layout lay_out(struct table *t, int indent, int columns) {
    struct layout x = {.indent = indent, .columns = columns};
    if (measure(t, &x) <= columns || columns == 0) {
        x.parts = 1;
        return x;
    }
    x.keys = key_columns(t);
    narrow(t, &x);
    divide_evenly(t, &x);
    widen(t, &x);
    for (int c = 0; c < x.keys; c++)
        if (is_text(t, c)) shorten_cells(t, &x, c, t->cells, t->columns, "");
    shorten_cells(t, &x, x.keys, least(t->columns, t->cells), 1, PUNCTUATION);
    return x;
}

/* ---- printing ---- */

static int lines_of(const char *cell, int width) {
    int lines = 0;
    do {
        take_line(&cell, width);
        lines++;
    } while (*cell != 0);
    return lines;
}

/* Line k of a cell; `size` is 0 outside of it. */
static const char *line_of(const char *cell, int width, int k, size_t *size) {
    const char *line = cell;
    *size = 0;
    for (; k >= 0 && *cell != 0; k--) {
        line = cell;
        *size = take_line(&cell, width);
    }
    if (k >= 0) *size = 0;
    return line;
}

static void print_row(const struct table *t, const struct layout *x, int row, int part,
                      FILE *file) {
    char *const *cell = t->cell + row * t->columns;
    const int columns = least(t->columns, t->cells - row * t->columns);
    int height = 1;
    for (int c = 0; c < columns; c++)
        if (is_in(x, c, part)) height = most(height, lines_of(cell[c], x->width[c]));
    for (int k = 0; k < height; k++) {
        int blanks = x->indent; /* before the next text: none are printed at the end of a line */
        for (int c = 0; c < columns; c++) {
            if (!is_in(x, c, part)) continue;
            /* Heads of several lines end in the same line. */
            const int above = row == 0 ? height - lines_of(cell[c], x->width[c]) : 0;
            size_t size = 0;
            const char *line = k >= above ? line_of(cell[c], x->width[c], k - above, &size) : "";
            int width = 0;
            for (size_t i = 0; i < size; i++) width += ascii_columns(line + i);
            const int pad = most(0, x->width[c] - width);
            if (!is_text(t, c)) blanks += pad;
            if (size > 0) {
                fprintf(file, "%*s%.*s", blanks, "", (int)size, line);
                blanks = 0;
            }
            blanks += GAP + (is_text(t, c) ? pad : 0);
        }
        fprintf(file, "\n");
    }
}

void table_end_within(struct table *t, int indent, int columns, FILE *file) {
    if (file != NULL && t->cells >= t->columns) {
        const struct layout x = lay_out(t, indent, columns);
        for (int part = 0; part < x.parts; part++) {
            if (part > 0) fprintf(file, "\n");
            for (int row = 0; row * t->columns < t->cells; row++) print_row(t, &x, row, part, file);
        }
    }
    for (int i = 0; i < t->cells; i++) free(t->cell[i]);
    free(t->cell);
    *t = (struct table){0};
}

void table_end(struct table *t, int indent, FILE *file) {
    const struct th_look look = look_of_output();
    table_end_within(t, indent, file == stdout ? look.columns : 0, file);
}

void csv_add_text(FILE *out, const char *text) {
    fputc('"', out);
    if (*text != 0 && strchr("=+-@\t\r\n", *text) != NULL) fputc('\'', out);
    for (; *text != 0; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}
