/* The parts of a page about a run: the data, gathered from its games in one pass; tables; charts.
 */
#ifndef REPORT_RUN_PAGE_OWN_H
#define REPORT_RUN_PAGE_OWN_H

#include "pages.h"
#include "stats/share.h"

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
    const json_t *results;            /* see run_page_write */
    int bots;                         /* of an arena, one for each seat */
    char (*name)[TH_SPEC_BYTES + 32]; /* by bot */
    int *order;                       /* bots from the best on */
    bool adjusted;                    /* results are also without luck */
    uint64_t games, unfinished;
    struct tally_unit *unit;             /* by bot */
    struct tally_unit *seat;             /* [bot × TH_SEATS_MAX + seat] */
    struct tally_unit all[TH_SEATS_MAX]; /* by seat, of all bots */
    struct ratio *luck;                  /* by bot, where results are without luck */
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
                    const json_t *results, struct th_error *e);
void page_data_drop(struct page_data *d);

/* The standing of a unit, with intervals that count no more games than were different. */
void page_standing(const struct page_data *d, const struct tally_unit *u,
                   struct th_arena_standing *out);

/* The mean luck of a bot in a game: its share less the adjusted one. */
struct th_estimate page_luck(const struct page_data *d, int bot);

/* The place of a bot in the lists of the results. */
int page_result_place(const struct page_data *d, int bot);
/* One bot of the results. */
const json_t *page_result_of(const struct page_data *d, int bot);
/* The difference that a comparison found, or an end of its interval, as text. */
enum page_elo { PAGE_ELO_LOW, PAGE_ELO_HIGH, PAGE_ELO };
const char *page_elo(const json_t *results, enum page_elo which, char out[24]);

/* Whether any bot was at fault. */
bool page_any_faults(const struct page_data *d);

/* Faults and times of moves (run_page_faults.c), where there are any. */
void page_faults(FILE *out, const struct page_data *d);
void page_times(FILE *out, const struct page_data *d);
/* Tables (run_page_tables.c): the results of the run; of a league, pair by pair; the metrics of the
 * bots; wins by play order. */
void page_results(FILE *out, const struct page_data *d);
void page_cross_table(FILE *out, const struct page_data *d);
void page_metrics(FILE *out, const struct page_data *d);
void page_order(FILE *out, const struct page_data *d);
/* Charts (run_page_charts.c): strength; along the run and by seat; and how metrics spread over
 * games. */
void page_strengths(FILE *out, const struct page_data *d);
void page_charts(FILE *out, const struct page_data *d);
void page_spreads(FILE *out, const struct page_data *d);

#endif
