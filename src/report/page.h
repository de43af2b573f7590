/* Pages that need nothing but themselves, with one style for all that this folder writes. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "chart.h"
#include <jansson.h>
#include <stdio.h>

/* Text for HTML: &, <, > and quotes are escaped. */
void html_text(FILE *out, const char *text);

/* The style of all pages, for one with a frame of its own. */
void page_style(FILE *out);

/* The beginning of a page, up to its heading. */
void page_begin(FILE *out, const char *title);
void page_end(FILE *out);

/* A heading within the page, and a paragraph; the first one may be its lead. */
void page_heading(FILE *out, const char *text);
void page_paragraph(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_lead(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Between them charts stand side by side where there is room. */
void page_charts_begin(FILE *out);
void page_charts_end(FILE *out);

/* Between them stands what scrolls by itself where the page is too narrow for it; `what` names it
 * for those who do not see it. Tables have their own. */
void page_box_begin(FILE *out, const char *what);
void page_box_end(FILE *out);

/* A table of figures with its head; the first column is text, the others are numbers. */
void page_table_begin(FILE *out, const char *const head[], int columns);
/* The same with texts in other columns too: `align` has a letter a column, l for text, r for
 * numbers. */
void page_mixed_table_begin(FILE *out, const char *const head[], const char *align);
void page_table_end(FILE *out);
/* A row begins with its name. */
void page_row(FILE *out, const char *name);
void page_row_end(FILE *out);
void page_cell(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A cell with text, which may take several lines; and one with a number. Both are shaded by what
 * they mean. */
void page_text_cell(FILE *out, enum tone tone, const char *text);
void page_tone_cell(FILE *out, enum tone tone, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A cell with a share in per cent, shaded by how far it is from one half. */
void page_share_cell(FILE *out, double share);

/* A number in the JSON that a page shows, or one of a list in there; NaN where there is none. */
double page_number(const json_t *object, const char *name);
double page_number_at(const json_t *object, const char *name, size_t i);

/* The class that has the colour of a tone in the style. */
const char *page_tone_class(enum tone tone);

#endif
