/* Tables for people: columns as wide as they need to be, numbers to the right. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdio.h>

#define TABLE_COLUMNS_MAX 32

struct table {
    char align[TABLE_COLUMNS_MAX + 1]; /* one of l and r a column */
    int columns, cells, room;
    char (*cell)[320]; /* row by row */
};

/* `align` has a letter a column: "lrr". */
struct table table_start(const char *align);
/* The next cell, from left to right, row after row. */
void table_add(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints behind `indent` spaces, and forgets it; NULL: only forgets it. */
void table_end(struct table *t, int indent, FILE *file);

#endif
