/* The parts of a page about a run. */
#ifndef CLI_RUN_PAGE_PARTS_H
#define CLI_RUN_PAGE_PARTS_H

#include "run_page_data.h"
#include <stdio.h>

/* Tables: what the run found; of a league, pair by pair; how the bots play; what a seat is worth.
 */
void page_results(FILE *out, const struct page_data *d);
void page_cross_table(FILE *out, const struct page_data *d);
void page_metrics(FILE *out, const struct page_data *d);
void page_order(FILE *out, const struct page_data *d);
/* Charts: how good they are; along the run and by seat; and how metrics spread over games. */
void page_strengths(FILE *out, const struct page_data *d);
void page_charts(FILE *out, const struct page_data *d);
void page_spreads(FILE *out, const struct page_data *d);

/* One bot of what was told; and a figure in there, NaN where there is none. */
const json_t *page_told_bot(const struct page_data *d, int bot);
double page_number(const json_t *object, const char *name);
double page_number_at(const json_t *object, const char *name, size_t i);
/* The difference that a comparison tells, or an end of its interval, in words. */
enum page_elo { PAGE_ELO_LOW, PAGE_ELO_HIGH, PAGE_ELO };
const char *page_elo(const json_t *told, enum page_elo which, char out[24]);

#endif
