/* Cholesky factorization and solutions of dense systems. */
#include "dense.h"

#include <math.h>
#include <stddef.h>

static double dot(const double *x, const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

void dense_factor(double *a, int n) {
    for (int i = 0; i < n; i++) {
        double *row = a + (ptrdiff_t)i * n;
        for (int j = 0; j < i; j++) {
            const double *above = a + (ptrdiff_t)j * n;
            row[j] = (row[j] - dot(row, above, j)) / above[j];
        }
        const double least = fmax(row[i] * 1e-14, 1e-30);
        row[i] = sqrt(fmax(row[i] - dot(row, row, i), least));
    }
}

void dense_solve(const double *l, int n, double *x) {
    for (int i = 0; i < n; i++) {
        const double *row = l + (ptrdiff_t)i * n;
        x[i] = (x[i] - dot(row, x, i)) / row[i];
    }
    for (int i = n; i-- > 0;) {
        const double *row = l + (ptrdiff_t)i * n;
        x[i] /= row[i];
        for (int j = 0; j < i; j++) x[j] -= row[j] * x[i];
    }
}

static void transpose(double *s, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double *below = s + (ptrdiff_t)i * n + j, *above = s + (ptrdiff_t)j * n + i;
            const double kept = *below;
            *below = *above;
            *above = kept;
        }
}

/* The rows of a symmetric matrix are its columns: solving for each gives s A⁻¹; its transpose is
 * A⁻¹ s, and solving for the rows of that gives A⁻¹ s A⁻¹. */
void dense_sandwich(const double *l, int n, double *s) {
    for (int i = 0; i < n; i++) dense_solve(l, n, s + (ptrdiff_t)i * n);
    transpose(s, n);
    for (int i = 0; i < n; i++) dense_solve(l, n, s + (ptrdiff_t)i * n);
}
