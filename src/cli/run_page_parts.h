/* The parts of a page about a run. */
#ifndef CLI_RUN_PAGE_PARTS_H
#define CLI_RUN_PAGE_PARTS_H

#include "run_page_data.h"
#include <stdio.h>

void page_tables(FILE *out, const struct page_data *d);
void page_charts(FILE *out, const struct page_data *d);

/* One bot of what was told; and a figure in there, NaN where there is none. */
const json_t *page_told_bot(const struct page_data *d, int bot);
double page_number(const json_t *object, const char *name);
double page_number_at(const json_t *object, const char *name, size_t i);

#endif
