/* Sequential statistics: scores, the GSPRT, the estimate after it, and betting. */
#include "sprt.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- scores ---- */

bool scores_make(struct scores *s, int steps, struct th_error *e) {
    *s = (struct scores){.steps = steps};
    if (steps < 1) return th_fail(e, "scores need at least one step, not %d", steps);
    s->times = calloc((size_t)steps + 1, sizeof *s->times);
    s->value = calloc((size_t)steps + 1, sizeof *s->value);
    if (s->times == NULL || s->value == NULL) {
        scores_drop(s);
        return th_fail(e, "there is no memory for scores of %d steps", steps);
    }
    s->value[0] = 0;
    s->value[1] = steps;
    s->values = 2;
    return true;
}

void scores_drop(struct scores *s) {
    free(s->times);
    free(s->value);
    *s = (struct scores){0};
}

/* The list is sorted, so that sums over it do not depend on the order of the units. */
static void list(struct scores *s, int score) {
    int place = s->values - 1; /* of the last, which is `steps` */
    while (s->value[place - 1] > score) place--;
    memmove(s->value + place + 1, s->value + place, (size_t)(s->values - place) * sizeof *s->value);
    s->value[place] = score;
    s->values++;
}

void scores_add(struct scores *s, int score) {
    assert(score >= 0 && score <= s->steps);
    if (score < 0 || score > s->steps) return;
    if (s->times[score] == 0 && score != 0 && score != s->steps) list(s, score);
    s->times[score]++;
    s->count++;
}

double scores_mean(const struct scores *s) {
    double sum = 0;
    for (int i = 0; i < s->values; i++) sum += scores_times(s, i) * s->value[i];
    return s->count > 0 ? sum / (double)s->count / s->steps : 0;
}

double scores_variance(const struct scores *s) {
    if (s->count < 2) return 0;
    const double mean = scores_mean(s);
    double sum = 0;
    for (int i = 0; i < s->values; i++) {
        const double d = scores_share(s, i) - mean;
        sum += scores_times(s, i) * d * d;
    }
    return sum / (double)(s->count - 1);
}

/* ---- maximum likelihood given the mean ---- */

/* The scores, and one more unit that was not played: won with probability `guess`, else lost. It
 * gives both ends some weight, so that a distribution of the required mean always exists, and so
 * that a few equal units at the start do not look as if no others were possible. Its mean lies
 * between the two hypotheses and favours neither. */
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

/* The most likely distribution of mean m gives x the probability
 *     weight(x) / total / (1 + tilt · (x − m))
 * with the tilt for which the mean is m (Owen, Empirical Likelihood, 2001, chapter 2): the root of
 * Σ weight · (x − m) / (1 + tilt · (x − m)). That sum decreases from +∞ to −∞ as the tilt goes from
 * −1/(1 − m) to 1/m. Newton's method, starting from the solution for small tilts, with bisection if
 * a step would leave the bracket. */
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

/* Both hypotheses, and the change of the log-likelihood ratio by a unit of the i-th score. */
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

/* ---- the estimate after the test ---- */

/* The probability of an outcome better than the observed one increases with the true mean. The
 * estimate is the mean for which it is one half; the interval ends where it is 2.5 % and 97.5 %
 * (Siegmund, Sequential Analysis, 1985, chapter III). */

double sprt_better(double lower, double upper, double llr, double units, double drift,
                   double deviation, double last) {
    const struct brownian b = {.drift = drift / deviation,
                               .low = lower / deviation - SPRT_OVERSTEP,
                               .high = upper / deviation + SPRT_OVERSTEP};
    if (llr >= upper) return brownian_leaves_high(b, units - 1 + last);
    if (llr <= lower) return 1 - brownian_leaves_low(b, units - last);
    return brownian_leaves_high(b, units) + brownian_stays_above(b, units, llr / deviation);
}

typedef double better_function(const void *context, double m, double last);

/* The mean for which a better outcome has this probability. */
static double mean_where(better_function *better, const void *context, double probability,
                         double last) {
    double low = 0, high = 1;
    for (int halving = 0; halving < 40; halving++) {
        const double m = (low + high) / 2;
        if (better(context, m, last) < probability)
            low = m;
        else
            high = m;
    }
    return (low + high) / 2;
}

struct sprt_estimate sprt_invert(better_function *better, const void *context) {
    struct sprt_estimate e = {mean_where(better, context, 0.5, 0.5),
                              mean_where(better, context, 0.025, 1),
                              mean_where(better, context, 0.975, 0)};
    e.low = fmin(e.low, e.mean);
    e.high = fmax(e.high, e.mean);
    return e;
}

/* The path of the ratio is approximated by a Brownian motion with the drift and variance of its
 * steps under the most likely distribution of a mean. */
struct outcome {
    struct sample sample;
    struct rivals rivals;
    double lower, upper, llr, units;
};

static double better(const void *outcome, double m, double last) {
    const struct outcome *o = outcome;
    const double tilt = tilt_to(o->sample, m);
    double drift = 0, squares = 0;
    for (int i = 0; i < o->sample.s->values; i++) {
        const double x = scores_share(o->sample.s, i), step = move(o->rivals, x);
        const double p = weight(o->sample, i) / total(o->sample) / (1 + tilt * (x - m));
        drift += p * step;
        squares += p * step * step;
    }
    const double deviation = sqrt(fmax(squares - drift * drift, 1e-30));
    return sprt_better(o->lower, o->upper, o->llr, o->units, drift, deviation, last);
}

struct sprt_estimate sprt_estimate(const struct scores *s, double mean0, double mean1, double lower,
                                   double upper, double llr) {
    assert(lower < 0 && upper > 0);
    if (s->count == 0) return (struct sprt_estimate){0.5, 0, 1};
    const struct sample a = sample_of(s, mean0, mean1);
    const struct outcome o = {a, rivals_of(a, mean0, mean1), lower, upper, llr, (double)s->count};
    return sprt_invert(better, &o);
}

/* ---- Brownian motion ---- */

/* exp(exponent) times the probability that a normal variable is above z. The factors may overflow
 * or underflow while the product does not: here it is never much above 1, so z is large if the
 * exponent is, and the tail of a large z follows from its density (Mills' ratio). */
static double weighted_tail(double exponent, double z) {
    const double half_log_2pi = 0.91893853320467274178, root_half = 0.70710678118654752440;
    if (z > 25) return exp(exponent - z * z / 2 - half_log_2pi) / z * (1 - 1 / (z * z));
    return exp(exponent) * erfc(z * root_half) / 2;
}

/* exp(exponent) times the probability that a normal variable is between z0 < z1, from the tails on
 * the side where they are small. */
static double weighted_between(double exponent, double z0, double z1) {
    if (z0 + z1 < 0) return weighted_between(exponent, -z1, -z0);
    return weighted_tail(exponent, z0) - weighted_tail(exponent, z1);
}

/* Longer times are cut off: only e^-123 of the paths without drift stay that long between the
 * barriers, and fewer with drift. So the sums below are short. */
static double clamped_time(struct brownian b, double time) {
    const double width = b.high - b.low;
    return fmin(time, 25 * width * width);
}

/* By the Bachelier–Lévy formula: exp(drift · (high − level)) times the probability to hit the level
 * until `time` without another barrier. */
static double meets(struct brownian b, double level, double time) {
    const double root = sqrt(time);
    return weighted_tail(b.drift * (b.high - level), (level - b.drift * time) / root) +
           weighted_tail(b.drift * (b.high + level), (level + b.drift * time) / root);
}

double brownian_leaves_high(struct brownian b, double time) {
    if (!(time > 0)) return 0;
    time = clamped_time(b, time);
    const double width = b.high - b.low, far = b.high + 9 * sqrt(time);
    double sum = 0;
    for (double turn = 0; turn <= far; turn += 2 * width)
        sum += meets(b, turn + b.high, time) - meets(b, turn + 2 * width - b.high, time);
    return fmin(fmax(sum, 0), 1);
}

double brownian_leaves_low(struct brownian b, double time) {
    return brownian_leaves_high((struct brownian){-b.drift, -b.high, -b.low}, time);
}

/* From `source`, above `place` and below the high barrier at `time`, weighted as one image. */
static double image(struct brownian b, double source, double time, double place) {
    const double root = sqrt(time), centre = source + b.drift * time;
    return weighted_between(b.drift * source, (place - centre) / root, (b.high - centre) / root);
}

double brownian_stays_above(struct brownian b, double time, double place) {
    if (!(time > 0)) return place < 0;
    time = clamped_time(b, time);
    const double width = b.high - b.low, far = 2 * width + 9 * sqrt(time);
    double sum = image(b, 0, time, place) - image(b, 2 * b.high, time, place);
    for (double turn = 2 * width; turn <= far; turn += 2 * width)
        for (int side = -1; side <= 1; side += 2)
            sum += image(b, side * turn, time, place) -
                   image(b, 2 * b.high + side * turn, time, place);
    return fmin(fmax(sum, 0), 1);
}

/* ---- confidence sequences by betting ---- */

/* The wealth is divided among sixteen bettors, each of which stakes a constant fraction of its
 * wealth in every unit. The best fraction depends on the unknown distance between the true mean and
 * the one bet against. So fractions are halved from bettor to bettor, with less wealth on small
 * ones, which matter only in long runs. The sum grows nearly as fast as the best of them (a coarse
 * universal portfolio: Cover 1991; Orabona and Jun, "Tight concentrations and confidence sequences
 * from the regret of universal portfolio", 2021).
 *
 * Bets by the mean and variance so far (aGRAPA in the paper) are no better: they need 5 % to 15 %
 * more units for shares near a half (70 % from 60 %, 52 % from 50 %), 3 % to 10 % fewer for shares
 * far from it (30 % from 25 %, 95 % from 90 %). Constant fractions have two advantages. The wealth
 * is a function of the histogram. And it is monotonic in the mean that is bet against, since every
 * factor is: all means beyond one that is ruled out are ruled out too, and bisection finds the ends
 * of the interval. */
enum { BETTORS = 16 };
#define GREATEST_FRACTION 0.7
#define NEXT_FRACTION     0.5
#define NEXT_MONEY        0.75

/* The direction of the bet: that the mean is above m, or below. */
enum side { ABOVE, BELOW };

/* The logarithm of a bettor's wealth, initially 1, after betting against the mean m. A unit x
 * multiplies it by 1 + fraction · (x − m)/m, or the same of 1 − x and 1 − m, and by at least
 * 1 − fraction. */
static double log_gain(const struct scores *s, double m, enum side side, double fraction) {
    double sum = 0;
    for (int i = 0; i < s->values; i++) {
        const double x = scores_share(s, i);
        const double excess = side == ABOVE ? (x - m) / m : (m - x) / (1 - m);
        if (s->times[s->value[i]] > 0) sum += scores_times(s, i) * log1p(fraction * excess);
    }
    return sum;
}

/* Whether the total wealth has reached `limit` times its start. The sum is relative to the greatest
 * gain, against overflow. */
static bool rich(const struct scores *s, double m, enum side side, double limit) {
    double gain[BETTORS], greatest = -INFINITY;
    double fraction = GREATEST_FRACTION;
    for (int i = 0; i < BETTORS; i++, fraction *= NEXT_FRACTION) {
        gain[i] = log_gain(s, m, side, fraction);
        greatest = fmax(greatest, gain[i]);
    }
    double money = 1, all = 0, sum = 0;
    for (int i = 0; i < BETTORS; i++, money *= NEXT_MONEY) {
        all += money;
        sum += money * exp(gain[i] - greatest);
    }
    return greatest + log(sum / all) >= log(limit);
}

static double limit_for(double confidence) {
    assert(confidence > 0 && confidence < 1);
    return 2 / (1 - confidence);
}

/* One end of the interval, by bisection between `out`, the end of the range, and the sample mean,
 * which is never ruled out: the last point that is ruled out. */
static double end(const struct scores *s, double out, double mean, enum side side, double limit) {
    double in = mean;
    for (int halving = 0; halving < 50; halving++) {
        const double m = (out + in) / 2;
        if (m <= 0 || m >= 1) break;
        if (rich(s, m, side, limit))
            out = m;
        else
            in = m;
    }
    return out;
}

struct bets_interval bets_interval(const struct scores *s, double confidence) {
    const double limit = limit_for(confidence), mean = scores_mean(s);
    if (s->count == 0) return (struct bets_interval){0, 1};
    return (struct bets_interval){end(s, 0, mean, ABOVE, limit), end(s, 1, mean, BELOW, limit)};
}

enum bets_verdict bets_verdict(const struct scores *s, double required, double confidence) {
    assert(required > 0 && required < 1);
    const double limit = limit_for(confidence);
    if (s->count == 0) return BETS_NOT_SURE;
    const enum side side = scores_mean(s) > required ? ABOVE : BELOW;
    if (!rich(s, required, side, limit)) return BETS_NOT_SURE;
    return side == ABOVE ? BETS_AT_LEAST : BETS_BELOW;
}
