/* Gumbel search: sequential halving at the root, and the improved policy. */
#include "gumbel.h"

#include "core/exact_math.h"

/* The weight of values against logarithms of priors grows with the search: sigma of the paper. */
static const double VISITS_BASE = 50;

struct candidate {
    int place;
    double urgency; /* Gumbel noise + logarithm of the prior */
    double score;   /* urgency + weighted value */
};

/* -ln(-ln u) of a uniform u: the standard Gumbel distribution. */
static double gumbel_noise(struct th_rng *rng) {
    const double u = ((double)(th_rng_next(rng) >> 12) + 0.5) * 0x1p-52; /* in (0, 1) */
    return -exact_log(-exact_log(u));
}

/* The factor of values in scores. */
static double value_weight(const struct worlds *w, int n, double scale) {
    uint32_t most = 0;
    for (int i = 0; i < n; i++)
        if (worlds_visits(w, i) > most) most = worlds_visits(w, i);
    return (VISITS_BASE + most) * scale;
}

static double mean_of(const struct worlds *w, int i) {
    return worlds_sum(w, i) / worlds_visits(w, i);
}

/* The best first; equal ones stay in their order. */
static void sort(struct candidate list[], int count) {
    for (int i = 1; i < count; i++) {
        const struct candidate moved = list[i];
        int k = i;
        for (; k > 0 && list[k - 1].score < moved.score; k--) list[k] = list[k - 1];
        list[k] = moved;
    }
}

static void score_by_values(const struct worlds *w, int n, double scale, struct candidate list[],
                            int count) {
    const double weight = value_weight(w, n, scale);
    for (int i = 0; i < count; i++) {
        list[i].score = list[i].urgency;
        if (worlds_visits(w, list[i].place) > 0)
            list[i].score += weight * mean_of(w, list[i].place);
    }
    sort(list, count);
}

/* Ends with the best candidate first. */
static void halve(struct worlds *w, int n, struct candidate list[], int count,
                  const struct gumbel_settings *settings, struct th_rng *rng, const th_flag *stop) {
    const int iterations = settings->iterations;
    int phases = 0, left = iterations;
    while (1 << phases < count) phases++;
    while (left > 0 && !th_is_set(stop)) {
        const int share = iterations / ((phases > 0 ? phases : 1) * count);
        for (int round = 0; round < share || round == 0; round++)
            for (int i = 0; i < count && left > 0 && !th_is_set(stop); i++, left--)
                worlds_iterate_action(w, list[i].place, rng, stop);
        score_by_values(w, n, settings->value_scale, list, count);
        if (count > 2) count = (count + 1) / 2;
    }
}

/* The value of an action that was not visited: the mean of the root's own value and the values of
 * the visited actions, these by their priors (v mix of the paper). */
static double mixed_value(const struct worlds *w, int n) {
    double visits = 0, priors = 0, values = 0;
    for (int i = 0; i < n; i++) {
        if (worlds_visits(w, i) == 0) continue;
        visits += worlds_visits(w, i);
        priors += worlds_prior(w, i);
        values += worlds_prior(w, i) * mean_of(w, i);
    }
    if (visits == 0) return worlds_value(w);
    return (worlds_value(w) + visits * values / priors) / (1 + visits);
}

void gumbel_improve(const struct worlds *w, int n, double value_scale, double improved[]) {
    const double weight = value_weight(w, n, value_scale), unknown = mixed_value(w, n);
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++) {
        const double value = worlds_visits(w, i) > 0 ? mean_of(w, i) : unknown;
        improved[i] = exact_log(worlds_prior(w, i)) + weight * value;
        if (improved[i] > most) most = improved[i];
    }
    for (int i = 0; i < n; i++) sum += improved[i] = exact_exp(improved[i] - most);
    for (int i = 0; i < n; i++) improved[i] /= sum;
}

int gumbel_search(struct worlds *w, int n, const struct gumbel_settings *settings,
                  struct th_rng *rng, const th_flag *stop, double improved[]) {
    struct candidate list[TH_LEGAL_MAX];
    int count = settings->considered < n ? settings->considered : n;
    if (count > settings->iterations) count = settings->iterations;
    for (int i = 0; i < n; i++) {
        const double urgency = exact_log(worlds_prior(w, i)) + gumbel_noise(rng);
        list[i] = (struct candidate){.place = i, .urgency = urgency, .score = urgency};
    }
    sort(list, n);
    halve(w, n, list, count, settings, rng, stop);
    gumbel_improve(w, n, settings->value_scale, improved);
    return list[0].place;
}
