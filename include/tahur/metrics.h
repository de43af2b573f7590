/* The metrics facet of a game: what contests measure about its players. */
#ifndef TAHUR_METRICS_H
#define TAHUR_METRICS_H

#include "tahur/types.h"

#define TH_COUNTERS_MAX 16
#define TH_METRICS_MAX  16

/* A metric is the sum of one counter over the sum of another. */
struct th_metric {
    const char *name;  /* in JSON: "bust_rate" */
    const char *title; /* in tables: "bust rate" */
    const char *help;
    int numerator, denominator; /* counters */
    bool percent;               /* tables show a share */
};

/* Adds what a step is worth to the counters of the seats. `before` is the state in which `a`
 * happens. */
typedef void th_count(const struct th_state *before, th_action a,
                      uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX]);

struct th_metrics {
    const struct th_metric *list; /* ends with a NULL name */
    /* The names of the counters in their order, ended by NULL. Saved runs are read by these names,
     * so counters may be inserted and moved; a name never changes its meaning. */
    const char *const *counters;
    th_count *count;
};

#endif
