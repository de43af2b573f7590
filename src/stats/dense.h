/* Symmetric positive definite systems, dense: n × n numbers by rows. A league has a few hundred
 * bots at most, so the plain algorithms serve, and they add up in the same order every time. */
#ifndef STATS_DENSE_H
#define STATS_DENSE_H

/* Cholesky: a = L Lᵀ, with L in the lower triangle of a afterwards. A pivot that rounding has eaten
 * is held up a little above zero, so that what is solved with it is large, but finite. */
void dense_factor(double *a, int n);

/* x := A⁻¹ x, by the factor L of A. */
void dense_solve(const double *l, int n, double *x);

/* s := A⁻¹ s A⁻¹ for a symmetric s, by the factor L of A. */
void dense_sandwich(const double *l, int n, double *s);

#endif
