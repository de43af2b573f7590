/* A review for people. */
#ifndef CLI_REVIEW_REPORT_H
#define CLI_REVIEW_REPORT_H

#include "analysis/review_json.h"
#include "judging_flags.h"
#include "report/chart.h"

struct reviewed {
    const struct record *record;
    const struct review *review;
    const struct judging *judging;
};

/* "risk-stop:t=0.3 (seat 1)" */
const char *review_player(const struct reviewed *x, int seat, char out[TH_SPEC_BYTES + 16]);

/* The chances of winning by step, with what went wrong and what chance did on top; and each seat's
 * luck. Two charts, made together and dropped together. */
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

/* The steps with the most luck, good or bad, for the seat whose turn it is; at most so many, the
 * largest first. Returns how many. */
int review_strokes(const struct review *r, size_t step[], int most);

/* The steps with mistakes, the worst first, at most so many. Returns how many there are in all. */
int review_mistakes(const struct review *r, size_t step[], int most);

void review_print(const struct reviewed *x, bool all);
bool review_write_page(const char *path, const struct reviewed *x, struct th_error *e);

#endif
