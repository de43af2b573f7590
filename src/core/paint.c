#include "paint.h"

#include "ascii.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ANSI X3.64, “select graphic rendition”. Each begins by forgetting the one before. */
static const char *const codes[PAINTS] = {
    [PAINT_NONE] = "\033[0m",           [PAINT_BOLD] = "\033[0;1m",
    [PAINT_FAINT] = "\033[0;2m",        [PAINT_YELLOW] = "\033[0;33m",
    [PAINT_BLUE] = "\033[0;34m",        [PAINT_RED] = "\033[0;31m",
    [PAINT_GREEN] = "\033[0;32m",       [PAINT_MAGENTA] = "\033[0;35m",
    [PAINT_CYAN] = "\033[0;36m",        [PAINT_ON_YELLOW] = "\033[0;30;43m",
    [PAINT_ON_BLUE] = "\033[0;37;44m",  [PAINT_ON_RED] = "\033[0;37;41m",
    [PAINT_ON_GREEN] = "\033[0;30;42m", [PAINT_REVERSED] = "\033[0;7m",
};

const char *paint_code(const struct th_look *look, enum paint paint) {
    return look != NULL && look->colour ? codes[paint] : "";
}

void paint_add(struct text *t, const struct th_look *look, enum paint paint, const char *format,
               ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (paint == PAINT_NONE)
        text_add(t, "%s", text);
    else
        text_add(t, "%s%s%s", paint_code(look, paint), text, paint_code(look, PAINT_NONE));
}

/* Bytes of the code of a colour at p; 0 if there is none. */
static size_t code_bytes(const char *p) {
    if (p[0] != '\033' || p[1] != '[') return 0;
    const size_t n = 2 + strspn(p + 2, "0123456789;");
    return p[n] == 'm' ? n + 1 : 0;
}

/* Columns of the first so many bytes. */
static int width_of(const char *text, size_t bytes) {
    int width = 0;
    for (const char *p = text; p < text + bytes;) {
        const size_t code = code_bytes(p);
        width += code == 0 ? ascii_columns(p) : 0;
        p += code > 0 ? code : 1;
    }
    return width;
}

int paint_width(const char *text) {
    return width_of(text, strlen(text));
}

/* One line, which has no end of line in it. */
static void wrap_line(struct text *t, const char *line, size_t bytes, int columns, int indent) {
    const char *end = line + bytes;
    int column = 0;
    for (const char *p = line; p < end;) {
        const size_t blanks = strspn(p, " ");
        const char *word = p + blanks < end ? p + blanks : end;
        const char *behind = word;
        while (behind < end && *behind != ' ') behind++;
        const int width = width_of(word, (size_t)(behind - word));
        if (column > indent && column + (int)(word - p) + width > columns) {
            text_add(t, "\n%*s", indent, "");
            column = indent;
        } else {
            text_add(t, "%.*s", (int)(word - p), p);
            column += (int)(word - p);
        }
        text_add(t, "%.*s", (int)(behind - word), word);
        column += width;
        p = behind;
    }
}

void paint_fill(struct text *t, const char *line, int columns, int indent) {
    wrap_line(t, line, strlen(line), columns, indent);
}

void paint_wrap(struct text *t, const char *text, int columns) {
    for (const char *line = text; *line != 0;) {
        const size_t n = strcspn(line, "\n");
        if (columns == 0 || width_of(line, n) <= columns)
            text_add(t, "%.*s", (int)n, line);
        else
            wrap_line(t, line, n, columns, (int)strspn(line, " ") + 2);
        line += n;
        if (*line == '\n') {
            text_add(t, "\n");
            line++;
        }
    }
}
