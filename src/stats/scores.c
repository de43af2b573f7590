#include "scores.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

/* The list is kept in order, so that sums over it do not depend on the order of the units. */
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
