/* Dense symmetric positive definite systems: n × n numbers by rows. A league has at most a few
 * hundred bots, so plain algorithms suffice, and their sums always have the same order. */
#ifndef STATS_DENSE_H
#define STATS_DENSE_H

/* Cholesky factorization a = L Lᵀ, with L in the lower triangle of a. A pivot that is lost to
 * rounding is kept slightly above zero, so that solutions are large but finite. */
void dense_factor(double *a, int n);

/* x := A⁻¹ x, by the factor L of A. */
void dense_solve(const double *l, int n, double *x);

/* s := A⁻¹ s A⁻¹ for a symmetric s, by the factor L of A. */
void dense_sandwich(const double *l, int n, double *s);

#endif
