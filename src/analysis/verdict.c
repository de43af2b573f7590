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

bool verdicts_better(const struct verdicts *v, int i, int k) {
    const struct verdict_gap gap = verdicts_gap(v, i, k);
    const double error = isnan(gap.error) ? 0 : gap.error;
    return gap.mean > VERDICT_SURE * error && gap.mean > 0;
}
