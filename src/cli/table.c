#include "table.h"

#include "core/text.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct table table_start(const char *align) {
    struct table t = {.columns = (int)strlen(align)};
    snprintf(t.align, sizeof t.align, "%s", align);
    return t;
}

void table_add(struct table *t, const char *format, ...) {
    if (t->cells == t->room) {
        const int room = t->room * 2 + 64;
        void *larger = realloc(t->cell, (size_t)room * sizeof *t->cell);
        if (larger == NULL) return;
        t->cell = larger;
        t->room = room;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->cell[t->cells], sizeof *t->cell, format, arguments);
    va_end(arguments);
    text_clean(t->cell[t->cells++]); /* it may come from a file, or from another program */
}

void table_end(struct table *t, int indent, FILE *file) {
    int widths[TABLE_COLUMNS_MAX] = {0};
    for (int i = 0; i < t->cells; i++) {
        const int w = text_width(t->cell[i]);
        if (w > widths[i % t->columns]) widths[i % t->columns] = w;
    }
    for (int i = 0; file != NULL && i < t->cells; i++) {
        const int column = i % t->columns, pad = widths[column] - text_width(t->cell[i]);
        const int gap = column == 0 ? indent : 2;
        const bool last = column == t->columns - 1;
        if (t->align[column] == 'r')
            fprintf(file, "%*s%s", gap + pad, "", t->cell[i]);
        else
            fprintf(file, "%*s%s%*s", gap, "", t->cell[i], last ? 0 : pad, "");
        if (last) fprintf(file, "\n");
    }
    free(t->cell);
    *t = (struct table){0};
}
