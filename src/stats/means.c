/* Sequential statistics of real numbers: moments, a test, the estimate after it, an interval. */
#include "means.h"

#include <assert.h>
#include <math.h>

/* ---- moments ---- */

void moments_add(struct moments *m, double score) {
    assert(isfinite(score));
    if (!isfinite(score)) return;
    const double before = (double)m->count, n = before + 1, step = (score - m->mean) / n;
    const double squares = step * step * n * before;
    m->cubes += squares * step * (n - 2) - 3 * step * m->squares;
    m->squares += squares;
    m->mean += step;
    m->count++;
}

double moments_variance(const struct moments *m) {
    return m->count < 2 ? 0 : m->squares / (double)(m->count - 1);
}

/* The variance of a block that was not played: 0 or 1, equally probable. */
#define UNPLAYED 0.25

/* ---- likelihood ---- */

/* The blocks, and the one that was not played, with the mean `guess`. */
struct fit {
    double total, mean, deviation;
    double skewness; /* that is corrected for */
};

/* The sample skewness is noise where tails are long, so half of it is corrected for: all of it
 * makes errors too frequent for symmetric laws with long tails, none of it for skewed ones. */
#define SKEWNESS_PART 0.5
#define SKEWNESS_MOST 1.8 /* below 2, where the quasi-likelihood ends */

static struct fit fit_of(const struct moments *m, double guess) {
    const double n = (double)m->count, total = n + 1, lead = guess - m->mean;
    const double squares = m->squares + UNPLAYED + n / total * lead * lead;
    const double cubes = m->cubes + lead * lead * lead * n * (n - 1) / (total * total) +
                         3 * lead * (n * UNPLAYED - m->squares) / total;
    const double deviation = sqrt(squares / total);
    const double skewness = SKEWNESS_PART * cubes / total / (deviation * deviation * deviation);
    return (struct fit){total, m->mean + lead / total, deviation,
                        fmin(fmax(skewness, -SKEWNESS_MOST), SKEWNESS_MOST)};
}

/* By how much the log-likelihood of a block is lower at a hypothetical mean than at the sample
 * mean: the quasi-likelihood (Wedderburn 1974) whose variance, if the mean were t, would be V(t) =
 * v − skewness · √v · (mean − t) + (mean − t)², that is the integral of (mean − t) / V(t) from the
 * sample mean to the hypothetical one. Without skewness it is log(1 + (mean − t)² / v) / 2, that of
 * a normal law of unknown variance. With all of the skewness it agrees with the empirical
 * likelihood (Owen, Empirical Likelihood, 2001, chapter 2) up to the third power of mean − t. V is
 * positive, so it rises on either side of the mean. */
static double fall(const struct fit *f, double mean) {
    const double z = (f->mean - mean) / f->deviation, g = f->skewness, root = sqrt(4 - g * g);
    return log1p(z * (z - g)) / 2 + g / root * (atan((2 * z - g) / root) + atan(g / root));
}

/* ---- the test ---- */

double means_llr(const struct moments *m, double mean0, double mean1) {
    const struct fit f = fit_of(m, (mean0 + mean1) / 2);
    if (m->count < MEANS_BLOCKS) return 0;
    return f.total * (fall(&f, mean0) - fall(&f, mean1));
}

/* ---- the estimate after the test ---- */

/* The path of the ratio is approximated by a Brownian motion: a block x changes it by
 *     gain · (x − (mean0 + mean1) / 2),
 * with the gain for which these changes add up to the ratio, but for skewness. */
struct course {
    struct fit fit;
    double middle, gain, lower, upper, llr, blocks;
};

/* (mean1 − mean0) / v with the logarithmic mean of the variances v0 and v1 about the hypotheses:
 * log(v0 / v1) · total / 2 is then gain · total · (mean − middle), since v0 − v1 is
 * 2 · (mean1 − mean0) · (mean − middle). */
static double gain_of(const struct fit *f, double mean0, double mean1) {
    const double lead0 = f->mean - mean0, lead1 = f->mean - mean1, v = f->deviation * f->deviation;
    const double v1 = v + lead1 * lead1, excess = (lead0 * lead0 - lead1 * lead1) / v1;
    const double ratio = fabs(excess) < 1e-9 ? 1 : log1p(excess) / excess;
    return (mean1 - mean0) / v1 * ratio;
}

static double better(const void *context, double mean, double last) {
    const struct course *c = context;
    const double drift = c->gain * (mean - c->middle), deviation = c->gain * c->fit.deviation;
    return sprt_better(c->lower, c->upper, c->llr, c->blocks, drift, deviation, last);
}

/* Where the test could not stop before, it is one of fixed size. */
static double better_of_fixed(const void *context, double mean, double last) {
    (void)last;
    const struct course *c = context;
    const double error = c->fit.deviation / sqrt(c->blocks);
    return 0.5 * erfc((c->fit.mean - mean) / error / sqrt(2));
}

/* The path of the course that ends where the sample mean has led it. That is the ratio, but for
 * skewness; and a ratio that has met a bound may be far beyond it, where blocks say much, or the
 * test was not looked at before. Then the bound is where the path is, at this very block. */
static struct course course_of(const struct fit *f, double blocks, double mean0, double mean1,
                               double lower, double upper, double llr) {
    struct course c = {.fit = *f,
                       .middle = (mean0 + mean1) / 2,
                       .gain = gain_of(f, mean0, mean1),
                       .lower = lower,
                       .upper = upper,
                       .blocks = blocks};
    const double step = c.gain * f->deviation, over = SPRT_OVERSTEP * step;
    const double end = c.gain * blocks * (f->mean - c.middle);
    if (llr >= upper)
        c.llr = c.upper = fmax(end - over, step);
    else if (llr <= lower)
        c.llr = c.lower = fmin(end + over, -step);
    else {
        c.llr = end;
        c.upper = fmax(upper, end + step);
        c.lower = fmin(lower, end - step);
    }
    return c;
}

struct sprt_estimate means_estimate(const struct moments *m, double mean0, double mean1,
                                    double lower, double upper, double llr, uint64_t first) {
    assert(lower < 0 && upper > 0);
    if (m->count == 0) return (struct sprt_estimate){0.5, 0, 1};
    const struct fit f = fit_of(m, (mean0 + mean1) / 2);
    const struct course c = course_of(&f, (double)m->count, mean0, mean1, lower, upper, llr);
    return sprt_invert(m->count <= first ? better_of_fixed : better, &c);
}

/* ---- confidence sequence ---- */

/* Lai's sequence for the mean of normal scores of unknown variance ("On confidence sequences",
 * Annals of Statistics 4, 1976), with m = MEANS_BLOCKS: it holds the means t with
 *     n · log(1 + (mean − t)² / v) < log(n / m) + m · log(1 + a² / (m − 1))      for all n ≥ m,
 * v = Σ (x − mean)² / n. If t is true, the exponential of half of the difference of the two sides
 * is a martingale: the ratio of the likelihoods of all means, spread evenly, and of t, each with
 * the scale integrated out. By Ville's inequality from the m-th score on, the probability that the
 * true mean is ever left out is at most
 *     2 · (1 − F(a) + a · f(a)),
 * with Student's distribution F of m − 1 degrees of freedom and its density f.
 *
 * As m grows it becomes the sequence of Robbins and Siegmund ("Boundary crossing probabilities for
 * the Wiener process and sample sums", Annals of Mathematical Statistics 41, 1970),
 *     n · (mean − t)² / v < a² + log(n / m),
 * which has the error 2 · (1 − Φ(a) + a · φ(a)) for scores of any law with a variance. The sequence
 * of Waudby-Smith and others is the same with a normal law of standard deviation rho instead of the
 * even one, and 1 / rho² in the place of m. So the start is also the time for which the sequence is
 * tuned: for 95 % it is 2.8 standard errors wide at m blocks, 3.2 at 10 m.
 *
 * Here the left side is twice the fall of the quasi-likelihood, which includes skewness. */

/* The error probability above for a. Of an even number of degrees of freedom F is a finite sum. */
static double error_of(double a) {
    enum { FREEDOM = MEANS_BLOCKS - 1 };
    _Static_assert(FREEDOM % 2 == 0, "the sum is for even degrees of freedom");
    const double cosine2 = 1 / (1 + a * a / FREEDOM), tangent = a / sqrt(FREEDOM);
    double term = 1, power = 1, sum = 0, sum_at_0 = 0;
    for (int k = 1; k <= FREEDOM / 2; k++) {
        sum += term * power;
        sum_at_0 += term;
        term *= (2 * k - 1) / (2.0 * k);
        power *= cosine2;
    }
    const double cosine = sqrt(cosine2);
    if (!(cosine > 0)) return 0;
    const double above = (1 - tangent * cosine * sum) / 2;
    const double a_density = tangent / 2 * sum_at_0 * cosine * power;
    return fmax(0, 2 * (above + a_density));
}

/* The a for which this mean is just left out; 0 if it is not for any. */
static double a_of(const struct moments *m, double mean) {
    const struct fit f = fit_of(m, m->mean);
    const double n = (double)m->count;
    const double excess = 2 * n * fall(&f, mean) - log(n / MEANS_BLOCKS);
    return excess > 0 ? sqrt((MEANS_BLOCKS - 1) * expm1(excess / MEANS_BLOCKS)) : 0;
}

static bool excluded(const struct moments *m, double mean, double confidence) {
    return error_of(a_of(m, mean)) <= 1 - confidence;
}

/* One end of the interval, by bisection between `out`, the end of the range, and the sample mean,
 * which is never left out: the last point that is left out. */
static double end(const struct moments *m, double out, double confidence) {
    double in = m->mean;
    for (int halving = 0; halving < 50; halving++) {
        const double mean = (out + in) / 2;
        if (excluded(m, mean, confidence))
            out = mean;
        else
            in = mean;
    }
    return out;
}

struct bets_interval means_interval(const struct moments *m, double confidence) {
    assert(confidence > 0 && confidence < 1);
    if (m->count < MEANS_BLOCKS) return (struct bets_interval){0, 1};
    /* Where the sample mean is outside 0..1, so may be the whole interval. */
    if (m->mean <= 0 && excluded(m, 0, confidence)) return (struct bets_interval){0, 0};
    if (m->mean >= 1 && excluded(m, 1, confidence)) return (struct bets_interval){1, 1};
    return (struct bets_interval){m->mean > 0 ? end(m, 0, confidence) : 0,
                                  m->mean < 1 ? end(m, 1, confidence) : 1};
}

enum bets_verdict means_verdict(const struct moments *m, double required, double confidence) {
    assert(required > 0 && required < 1 && confidence > 0 && confidence < 1);
    if (m->count < MEANS_BLOCKS) return BETS_NOT_SURE;
    if (!excluded(m, required, confidence)) return BETS_NOT_SURE;
    return m->mean > required ? BETS_AT_LEAST : BETS_BELOW;
}
