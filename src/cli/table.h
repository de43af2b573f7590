/* Tables for people: columns as wide as they need to be, numbers to the right. On a terminal, or
 * where COLUMNS limits the width, a table that is too wide is folded: heads and texts take several
 * lines, names are shortened so that they stay different, and columns that still have no room come
 * in a further table below, with the names again. Figures are never cut. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdio.h>

#define TABLE_COLUMNS_MAX 32

struct table {
    char align[TABLE_COLUMNS_MAX + 1];
    int columns, cells, room;
    char **cell; /* row by row; the first row is the head */
};

/* `align` has a letter a column: l for text, r for figures; a capital keeps the column in one table
 * with the column to its left. The columns up to the first text are the key of a row, which every
 * table has. */
struct table table_start(const char *align);
/* The next cell, from left to right, row after row. */
void table_add(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints after `indent` spaces in the width of `file`, and frees it; NULL: only frees it. */
void table_end(struct table *t, int indent, FILE *file);
/* The same in so many columns; 0: no limit. */
void table_end_within(struct table *t, int indent, int columns, FILE *file);

#endif
