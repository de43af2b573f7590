/* Pages that need nothing but themselves, with one style for all that this folder writes. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stdio.h>

/* Text for HTML: &, <, > and quotes are escaped. */
void html_text(FILE *out, const char *text);

/* The beginning of a page, up to its heading. */
void page_begin(FILE *out, const char *title);
void page_end(FILE *out);

/* Between them charts stand side by side where there is room. */
void page_charts_begin(FILE *out);
void page_charts_end(FILE *out);

/* A table of figures with its head; the first column is text, the others are numbers. */
void page_table_begin(FILE *out, const char *const head[], int columns);
void page_table_end(FILE *out);
/* A row begins with its name. */
void page_row(FILE *out, const char *name);
void page_row_end(FILE *out);
void page_cell(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A cell with a share in per cent, shaded by how far it is from one half. */
void page_share_cell(FILE *out, double share);

#endif
