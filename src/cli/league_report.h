/* A league as tables and as JSON. */
#ifndef CLI_LEAGUE_REPORT_H
#define CLI_LEAGUE_REPORT_H

#include "arena/league.h"
#include "contest.h"
#include <jansson.h>
#include <stdio.h>

/* A league that has been played, or is being played. */
struct league_view {
    const struct contest *contest;
    const struct league *league;
    const struct ratings *ratings;
    const struct pace *pace; /* by bot */
    int *order;              /* bots from the strongest on */
    double seconds;
    bool stopped; /* by the user */
};

bool league_view_make(struct league_view *v, const struct contest *c, const struct league *l,
                      const struct ratings *r, const struct pace *pace, double seconds,
                      struct th_error *e);
void league_view_drop(struct league_view *v);

/* "+12 ± 5" and the like, with a decimal where it is known so well. */
int rating_decimals(double error);
double rating_rounded(double rating, int decimals); /* never −0 */
/* The ratings alone, in so many columns: without times, and with long names cut. */
void league_print_ratings(const struct league_view *v, int columns, FILE *out);
/* All there is to say. */
void league_print(const struct league_view *v, FILE *out);
json_t *league_json(const struct league_view *v);

#endif
