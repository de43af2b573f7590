/* What a page about a run draws, gathered from its games in one pass. */
#ifndef CLI_RUN_PAGE_DATA_H
#define CLI_RUN_PAGE_DATA_H

#include "arena/tally.h"
#include "contest.h"
#include "stats/spread.h"

enum {
    PAGE_POINTS = 100, /* along the run */
    PAGE_BOTS = 12,    /* lines in a chart, at most; CHART_SERIES_MAX */
    PAGE_SPREADS = 6,  /* histograms in one */
};

/* A figure along the run, with its 95 % interval. */
struct page_line {
    int points;
    double x[PAGE_POINTS + 1], y[PAGE_POINTS + 1], low[PAGE_POINTS + 1], high[PAGE_POINTS + 1];
};

struct page_data {
    const struct contest *contest;
    const json_t *settings;
    const json_t *told; /* what --json prints; NULL: nothing can be told yet */
    int bots;           /* of an arena, those who sit: one bot in all seats is so many */
    char (*name)[TH_SPEC_BYTES + 32]; /* by bot */
    int *order;                       /* bots from the best on */
    uint64_t games, unfinished;
    struct tally_unit *unit;             /* by bot */
    struct tally_unit *seat;             /* [bot × TH_SEATS_MAX + seat] */
    struct tally_unit all[TH_SEATS_MAX]; /* by seat, whoever sits there */
    struct spread turns;
    /* Of the best ones, in their order: */
    int shown, spreads;     /* bots with lines, and with histograms */
    struct page_line *line; /* share of games won */
    struct spread *metric;  /* [place × TH_METRICS_MAX + metric] */
    /* Of a comparison, by games: */
    struct page_line evidence, elo;
};

/* Reads the run. page_data_drop is due in any case. */
bool page_data_make(struct page_data *d, struct run_file *f, const struct contest *c,
                    const json_t *told, struct th_error *e);
void page_data_drop(struct page_data *d);

/* What a bot did, with intervals that count no more games than were different. */
void page_standing(const struct page_data *d, const struct tally_unit *u,
                   struct th_arena_standing *out);

#endif
