#include "sprt.h"

#include "brownian.h"
#include <assert.h>
#include <math.h>

/* ---- the likeliest law of a given mean ---- */

/* The scores, and one unit more that was never played: won with probability `guess`, else lost.
 * With it both ends have some weight, so that there is always a law of the wanted mean; and the
 * first few units, which may happen to be all alike, do not look as if no other were possible. Its
 * mean lies between the two hypotheses and speaks for neither. */
struct sample {
    const struct scores *s;
    double guess;
};

static double weight(struct sample a, int i) {
    const double unplayed = i == 0 ? 1 - a.guess : i == a.s->values - 1 ? a.guess : 0;
    return scores_times(a.s, i) + unplayed;
}

static double total(struct sample a) {
    return (double)a.s->count + 1;
}

/* Where its mean is m, the likeliest law gives x the probability
 *     weight(x) / total / (1 + tilt · (x − m))
 * with the one tilt for which the mean is right (Owen, Empirical Likelihood, 2001, chapter 2):
 * where Σ weight · (x − m) / (1 + tilt · (x − m)) is 0. That sum falls from +∞ to −∞ as the tilt
 * goes from −1/(1 − m) to 1/m. Newton's method from the tilt that is right for small ones, and
 * halving the bracket where it would leave it. */
static double tilt_to(struct sample a, double m) {
    double low = -1 / (1 - m), high = 1 / m, first = 0, second = 0;
    for (int i = 0; i < a.s->values; i++) {
        const double w = weight(a, i), d = scores_share(a.s, i) - m;
        first += w * d;
        second += w * d * d;
    }
    double tilt = first / second;
    for (int round = 0; round < 100; round++) {
        if (!(tilt > low && tilt < high)) tilt = (low + high) / 2;
        double sum = 0, slope = 0;
        for (int i = 0; i < a.s->values; i++) {
            const double d = scores_share(a.s, i) - m, ratio = d / (1 + tilt * d);
            sum += weight(a, i) * ratio;
            slope += weight(a, i) * ratio * ratio;
        }
        if (sum > 0)
            low = tilt;
        else
            high = tilt;
        const double change = sum / slope;
        tilt += change;
        /* The likelihood is flat here: an error e of the tilt costs total · variance · e². */
        if (change * change * slope < 1e-18) break;
    }
    return tilt < low ? low : tilt > high ? high : tilt;
}

/* Both hypotheses, and how a unit of the i-th score moves the log-likelihood ratio. */
struct rivals {
    double mean0, tilt0, mean1, tilt1;
};

static struct sample sample_of(const struct scores *s, double mean0, double mean1) {
    assert(mean0 > 0 && mean0 < mean1 && mean1 < 1);
    return (struct sample){s, (mean0 + mean1) / 2};
}

static struct rivals rivals_of(struct sample a, double mean0, double mean1) {
    return (struct rivals){mean0, tilt_to(a, mean0), mean1, tilt_to(a, mean1)};
}

static double move(struct rivals r, double x) {
    return log((1 + r.tilt0 * (x - r.mean0)) / (1 + r.tilt1 * (x - r.mean1)));
}

/* ---- the test ---- */

double sprt_llr(const struct scores *s, double mean0, double mean1) {
    const struct sample a = sample_of(s, mean0, mean1);
    const struct rivals r = rivals_of(a, mean0, mean1);
    double sum = 0;
    for (int i = 0; i < s->values; i++) sum += weight(a, i) * move(r, scores_share(s, i));
    return sum;
}

struct sprt_bounds sprt_bounds(double alpha, double beta) {
    return (struct sprt_bounds){log(beta / (1 - alpha)), log((1 - beta) / alpha)};
}

/* ---- the estimate afterwards ---- */

/* The outcomes of a test in order, from the best: stopped at the upper bound, the sooner the
 * better; undecided, the higher the better; stopped at the lower bound, the later the better. The
 * greater the true mean, the likelier is a better outcome than the one that was seen. The estimate
 * is the mean for which that probability is a half, and the interval ends where it is 2.5 % and
 * 97.5 % (Siegmund, Sequential Analysis, 1985, chapter III).
 *
 * The ratio's path is taken for a Brownian motion with the drift and variance that its steps have
 * under the likeliest law of a mean. */
struct outcome {
    struct sample sample;
    struct rivals rivals;
    double lower, upper, llr, units;
};

/* A walk oversteps a bound, as if it stood farther out by so many standard deviations of a step:
 * Siegmund 1985, chapter X, for normal steps. */
#define OVERSTEP 0.583

/* The probability of a better outcome where the mean is m, with the test's last unit counted in
 * (1), out (0), or half: a test that stops does so at a whole unit, and others may stop with it. */
static double better(const struct outcome *o, double m, double last) {
    const double tilt = tilt_to(o->sample, m);
    double drift = 0, squares = 0;
    for (int i = 0; i < o->sample.s->values; i++) {
        const double x = scores_share(o->sample.s, i), step = move(o->rivals, x);
        const double p = weight(o->sample, i) / total(o->sample) / (1 + tilt * (x - m));
        drift += p * step;
        squares += p * step * step;
    }
    const double deviation = sqrt(fmax(squares - drift * drift, 1e-30));
    const struct brownian b = {.drift = drift / deviation,
                               .low = o->lower / deviation - OVERSTEP,
                               .high = o->upper / deviation + OVERSTEP};
    if (o->llr >= o->upper) return brownian_leaves_high(b, o->units - 1 + last);
    if (o->llr <= o->lower) return 1 - brownian_leaves_low(b, o->units - last);
    return brownian_leaves_high(b, o->units) +
           brownian_stays_above(b, o->units, o->llr / deviation);
}

/* The mean for which a better outcome has this probability. */
static double mean_where(const struct outcome *o, double probability, double last) {
    double low = 0, high = 1;
    for (int halving = 0; halving < 40; halving++) {
        const double m = (low + high) / 2;
        if (better(o, m, last) < probability)
            low = m;
        else
            high = m;
    }
    return (low + high) / 2;
}

struct sprt_estimate sprt_estimate(const struct scores *s, double mean0, double mean1, double lower,
                                   double upper, double llr) {
    assert(lower < 0 && upper > 0);
    if (s->count == 0) return (struct sprt_estimate){0.5, 0, 1};
    const struct sample a = sample_of(s, mean0, mean1);
    const struct outcome o = {a, rivals_of(a, mean0, mean1), lower, upper, llr, (double)s->count};
    struct sprt_estimate e = {mean_where(&o, 0.5, 0.5), mean_where(&o, 0.025, 1),
                              mean_where(&o, 0.975, 0)};
    e.low = fmin(e.low, e.mean);
    e.high = fmax(e.high, e.mean);
    return e;
}
