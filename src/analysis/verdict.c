#include "verdict.h"

#include <math.h>

/* One more game could still have another result (Laplace's rule of succession): nothing is certain
 * by having been seen often. */
double verdict_least_error(double games) {
    const double share = 1 / (games + 2);
    return sqrt(share * (1 - share) / games);
}

struct verdict_gap verdicts_gap(const struct verdicts *v, int i, int k) {
    struct verdict_gap gap = {.mean = v->of[i].value[v->seat] - v->of[k].value[v->seat]};
    if (i == k) return gap;
    const double *error_i = v->of[i].error, *error_k = v->of[k].error;
    if (v->sample == NULL || v->games < 2) {
        gap.error = sqrt(error_i[v->seat] * error_i[v->seat] + error_k[v->seat] * error_k[v->seat]);
        return gap;
    }
    double squares = 0;
    for (int64_t g = 0; g < v->games; g++) {
        const double *game = v->sample + g * v->n;
        const double rest = game[i] - game[k] - gap.mean;
        squares += rest * rest;
    }
    const double games = (double)v->games;
    gap.error = sqrt(squares / (games - 1) / games);
    if (gap.error < verdict_least_error(games)) gap.error = verdict_least_error(games);
    return gap;
}

double verdict_sure(int n) {
    const double pairs = n > 1 ? n * (n - 1) / 2.0 : 1;
    double low = 0, high = 40;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > 0.01 / pairs)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bool verdicts_better(const struct verdicts *v, int i, int k) {
    const struct verdict_gap gap = verdicts_gap(v, i, k);
    if (isnan(gap.error)) return v->sample == NULL && gap.mean > VERDICT_DOUBT;
    return gap.mean > 0 && gap.mean > verdict_sure(v->n) * gap.error;
}
