/* The HTML pages: of reviews (with their charts, also for the terminal), of saved runs and of
 * trainings. */
#ifndef REPORT_PAGES_H
#define REPORT_PAGES_H

#include "analysis/review.h"
#include "chart.h"
#include "contest/contest.h"
#include "tahur/error.h"
#include <jansson.h>
#include <stdint.h>

struct reviewed {
    const struct record *record;
    const struct review *review;
    const char *judge; /* who judged it, and how, in words (judging_way) */
};

/* "risk-stop:t=0.3 (seat 1)" */
const char *review_player(const struct reviewed *x, int seat, char out[TH_SPEC_BYTES + 16]);

/* The steps with the most luck, good or bad, for the seat in turn; at most so many, the largest
 * first. Returns how many. */
int review_strokes(const struct review *r, size_t step[], int most);

/* The steps with mistakes, the worst first, at most so many. Returns how many there are in all. */
int review_mistakes(const struct review *r, size_t step[], int most);

/* The chances of winning by step, with notes on mistakes and on luck; and the luck of each seat.
 * Made together and dropped together. */
struct review_charts {
    struct chart curve, luck;
    double *numbers;
    struct chart_note *notes;
    char (*texts)[160];
    char name[TH_SEATS_MAX][TH_SPEC_BYTES + 16];
    bool has_luck;
};
bool review_charts_make(struct review_charts *c, const struct reviewed *x, struct th_error *e);
void review_charts_drop(struct review_charts *c);

/* False and *e if it cannot be written. */
bool review_page_write(const char *path, const struct reviewed *x, struct th_error *e);

/* A saved run as an HTML page: conclusion, tables and charts. */

/* `results` is what --json prints about the run; NULL: it has no results yet. False and *e if the
 * run cannot be read or the page cannot be written. */
bool run_page_write(const char *path, struct run_file *f, const struct contest *c,
                    const json_t *results, struct th_error *e);

/* Trainings as an HTML page: what was learned, how it went, and how the players play. */

enum { TRAINING_PAGE_ACTIONS = CHART_SERIES_MAX }; /* at most so many are shown */

struct training_page {
    const json_t *training; /* the JSON of `tahur train` */
    const char *const *judge;
    int judges;
    uint64_t final_games;    /* against each judge */
    const char *const *note; /* sentences below the table */
    int notes;
    /* How often each action was taken, by stage of the game; 0 stages: not known. */
    const char *stage_name;
    int stages, actions;
    const char *const *action; /* names of the first TRAINING_PAGE_ACTIONS */
    const uint32_t *taken;     /* (stages, actions) */
};

/* False and *e if it cannot be written. */
bool training_page_write(const char *path, const struct training_page *page, struct th_error *e);

#endif
