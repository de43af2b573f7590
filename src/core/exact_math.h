/* The exponential and the logarithm from additions, products, divisions and exact scaling only, in
 * a fixed order: the same bits on every machine, which exp and log of the C library do not promise.
 * For decisions of bots (softmax, Gumbel noise). Relative errors are below 1e-12. */
#ifndef CORE_EXACT_MATH_H
#define CORE_EXACT_MATH_H

#include <math.h>

#define EXACT_LN2 0.693147180559945309

/* e^x; 0 below -700 and for NaN; above 700 it is that of 700. */
static inline double exact_exp(double x) {
    if (!(x > -700)) return 0;
    if (x > 700) x = 700;
    /* x = k ln 2 + r with |r| ≤ ln 2 / 2; then the Taylor series of e^r, by Horner's rule. */
    static const double coefficient[] = {1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
                                         1.0 / 5040,     1.0 / 720,     1.0 / 120,    1.0 / 24,
                                         1.0 / 6,        1.0 / 2,       1.0,          1.0};
    const double k = floor(x / EXACT_LN2 + 0.5), r = x - k * EXACT_LN2;
    double sum = 0;
    for (int i = 0; i < 12; i++) sum = sum * r + coefficient[i];
    return ldexp(sum, (int)k);
}

/* The natural logarithm of a positive, finite x. */
static inline double exact_log(double x) {
    int exponent;
    double mantissa = frexp(x, &exponent); /* in 0.5..1 */
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2;
        exponent--;
    }
    /* ln m = 2 artanh t with t = (m - 1) / (m + 1), |t| < 0.172. */
    const double t = (mantissa - 1) / (mantissa + 1), square = t * t;
    double sum = 0;
    for (int n = 17; n >= 1; n -= 2) sum = sum * square + 1.0 / n;
    return exponent * EXACT_LN2 + 2 * t * sum;
}

#endif
