/* Sequential statistics of block scores that are real numbers: results less their luck are neither
 * counts nor bounded, though their mean, a share, lies in 0..1. What sprt.h does for histograms,
 * done with three moments: a generalised sequential probability ratio test, the estimate after it,
 * and a confidence sequence.
 *
 * All of it is asymptotic. Three measures make it usable with few blocks; docs/luck-statistics.md
 * has the error rates by simulation.
 *  - There is no decision before MEANS_BLOCKS blocks.
 *  - One more block, which was not played, deviates by one half. So the variance is never 0 because
 *    a few blocks happen to be equal, and an event that is too rare to have come yet, but would
 *    change the mean, is allowed for. In blocks it costs a quarter divided by the variance.
 *  - Skewness is corrected for, in part. */
#ifndef STATS_MEANS_H
#define STATS_MEANS_H

#include "sprt.h"

enum { MEANS_BLOCKS = 31 };

/* ---- moments ---- */

/* Zero is the empty sample. */
struct moments {
    uint64_t count;
    double mean, squares, cubes; /* sums of powers of the deviations from the mean */
};

/* Adds the score of a block (Welford 1962: no cancellation, however many there are). A score that
 * is not finite is ignored. */
void moments_add(struct moments *m, double score);

/* The unbiased estimate, divided by count − 1; 0 with fewer than two. */
double moments_variance(const struct moments *m);

/* ---- sequential probability ratio test ---- */

/* As sprt_llr and sprt_estimate, 0 < mean0 < mean1 < 1, with the bounds of sprt_bounds. Without
 * skewness it is the ratio of the maxima of the likelihood over all normal laws of either mean (Van
 * den Bergh, "A practical introduction to the GSPRT"), for n scores x
 *     llr = n/2 · log(Σ (x − mean0)² / Σ (x − mean1)²).
 * 0 with fewer than MEANS_BLOCKS blocks. `first` is the number of blocks after which the test was
 * looked at for the first time: one that ends there is of fixed size. */
double means_llr(const struct moments *m, double mean0, double mean1);
struct sprt_estimate means_estimate(const struct moments *m, double mean0, double mean1,
                                    double lower, double upper, double llr, uint64_t first);

/* ---- confidence sequence ---- */

/* As bets_interval and bets_verdict, but asymptotic (Waudby-Smith, Arbour, Sinha, Kennedy and
 * Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", Annals of
 * Statistics 52, 2024): the probability that the interval or the verdict is ever wrong is about
 * 1 − confidence, or less. 0 to 1 with fewer than MEANS_BLOCKS blocks, and always within 0..1. */
struct bets_interval means_interval(const struct moments *m, double confidence);
enum bets_verdict means_verdict(const struct moments *m, double required, double confidence);

#endif
