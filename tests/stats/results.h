/* Results written down by hand, and what all ratings must hold to. */
#ifndef TESTS_STATS_RESULTS_H
#define TESTS_STATS_RESULTS_H

#include "stats/rating.h"
#include "tahur/rng.h"

/* A line-up of so many players, each block one game, won so often by each slot. */
struct rating_line_up single_games(int players, const int bot[], const int won[]);
struct rating_line_up duel(int a, int b, int won_a, int won_b);
/* An empty line-up of the bots in this set, bit i for bot i; false if they are not so many. */
bool line_up_of_set(unsigned set, int bots, int players, struct rating_line_up *l);

/* ratings_fit, which must succeed. */
struct ratings fit(const struct rating_line_up *line_ups, int count, int bots);

void assert_near(double value, double expected, double tolerance);
/* Finite, mean 0, a covariance that goes with it. */
void assert_sound(const struct ratings *r);
/* At the maximum every bot has won as many games as it was expected to. */
void assert_wins_as_expected(const struct rating_line_up *l, int count, const struct ratings *r,
                             double tolerance);

/* In 0..1, 1 excluded. */
double uniform(struct th_rng *rng);

#endif
