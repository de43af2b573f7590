#include "brownian.h"

#include <math.h>

/* exp(exponent) times the probability that a normal variable is above z. The factors may be out of
 * range where the product is not: here it is never much above 1, so z is large where the exponent
 * is, and so large a z has a tail known by its density (Mills' ratio). */
static double weighted_tail(double exponent, double z) {
    const double half_log_2pi = 0.91893853320467274178, root_half = 0.70710678118654752440;
    if (z > 25) return exp(exponent - z * z / 2 - half_log_2pi) / z * (1 - 1 / (z * z));
    return exp(exponent) * erfc(z * root_half) / 2;
}

/* exp(exponent) times the probability that a normal variable is between z0 < z1, by the tails on
 * the side where they are small. */
static double weighted_between(double exponent, double z0, double z1) {
    if (z0 + z1 < 0) return weighted_between(exponent, -z1, -z0);
    return weighted_tail(exponent, z0) - weighted_tail(exponent, z1);
}

/* Nobody stays between the barriers for longer: e^-123 of the motions without drift do, and fewer
 * with it. So the sums below are short. */
static double clamped_time(struct brownian b, double time) {
    const double width = b.high - b.low;
    return fmin(time, 25 * width * width);
}

/* By the law of Bachelier and Lévy, as exp(drift · (high − level)) times the probability to meet
 * the level until `time` where there is no other barrier. */
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
