#include "bets.h"

#include <assert.h>
#include <math.h>

/* Sixteen bettors share the money, and each stakes the same fraction of his in every unit. The best
 * fraction depends on how far the true mean is from the one bet against. That is not known, so
 * fractions go down by halves, with less money on small ones, which matter only in long runs. The
 * sum grows nearly as the best of them (a coarse universal portfolio: Cover 1991; Orabona and Jun,
 * "Tight concentrations and confidence sequences from the regret of universal portfolio", 2021).
 *
 * Bets by the mean and variance so far (aGRAPA in the paper) are no better: they need 5 % to 15 %
 * more units for shares near a half (70 % from 60 %, 52 % from 50 %), 3 % to 10 % fewer for shares
 * far from it (30 % from 25 %, 95 % from 90 %). And constant fractions have two virtues. The money
 * is a function of the histogram. And it goes one way with the mean that is bet against, for every
 * factor does: all means beyond one that is ruled out are ruled out too, and the ends of the
 * interval are found by halving. */
enum { BETTORS = 16 };
#define GREATEST_FRACTION 0.7
#define NEXT_FRACTION     0.5
#define NEXT_MONEY        0.75

/* Which way is bet: that the mean is above m, or below. */
enum side { ABOVE, BELOW };

/* The logarithm of what a bettor has made of 1 by betting against the mean m. A unit x multiplies
 * it by 1 + fraction · (x − m)/m, or the same of 1 − x and 1 − m: never less than 1 − fraction. */
static double log_gain(const struct scores *s, double m, enum side side, double fraction) {
    double sum = 0;
    for (int i = 0; i < s->values; i++) {
        const double x = scores_share(s, i);
        const double excess = side == ABOVE ? (x - m) / m : (m - x) / (1 - m);
        if (s->times[s->value[i]] > 0) sum += scores_times(s, i) * log1p(fraction * excess);
    }
    return sum;
}

/* Whether the bettors' money together has become `limit` times what it was. Sums of huge and tiny
 * gains are made relative to the greatest. */
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

/* The end of the interval between `out`, beyond which nothing can be, and the mean of the units,
 * against which nobody gets rich: the last place that is ruled out. */
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
