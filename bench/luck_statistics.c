/* The statistics of real-valued block scores, simulated: the figures of docs/luck-statistics.md.
 *
 * build/bench/luck_statistics [RUNS]. Fixed seeds: the same figures on every machine. */
#include "laws.h"
#include "real_laws.h"
#include "stats/means.h"
#include <stdio.h>

/* ---- errors ---- */

struct rates {
    double wrong, covered, blocks;
};

static struct rates simulate_test(enum real_law law, double sd, double gap, bool better,
                                  long runs) {
    const struct sprt_bounds b = sprt_bounds(0.05, 0.05);
    const double m0 = 0.5, m1 = 0.5 + gap, truth = better ? m1 : m0, n = (double)runs;
    struct th_rng rng = th_rng_seeded(th_mix2((uint64_t)law, better));
    struct rates rates = {0};
    for (long run = 0; run < runs; run++) {
        const struct decided d = decide_real(law, sd, truth, m0, m1, b, &rng);
        rates.wrong += (better ? d.llr <= b.lower : d.llr >= b.upper) / n;
        rates.covered += (d.estimate.low <= truth && truth <= d.estimate.high) / n;
        rates.blocks += (double)d.seen.count / n;
    }
    return rates;
}

static double ever_wrong(enum real_law law, double sd, long runs) {
    struct th_rng rng = th_rng_seeded(10 + (uint64_t)law);
    long wrong = 0;
    for (long run = 0; run < runs; run++) {
        struct moments m = {0};
        enum bets_verdict verdict = BETS_NOT_SURE;
        for (int i = 0; i < 1000 && verdict == BETS_NOT_SURE; i++) {
            moments_add(&m, 0.5 + sd * draw_real(law, &rng));
            verdict = means_verdict(&m, 0.5, 0.95);
        }
        wrong += verdict != BETS_NOT_SURE;
    }
    return (double)wrong / (double)runs;
}

static void print_errors(long runs) {
    printf("law: test of 0.5 against 0.55, sd 0.2: errors, coverage, mean blocks;"
           " interval ever wrong in 1,000 blocks, sd 0.1 and 0.3\n");
    for (int i = 0; i < REAL_LAWS; i++) {
        const enum real_law law = (enum real_law)i;
        const struct rates at0 = simulate_test(law, 0.2, 0.05, false, runs);
        const struct rates at1 = simulate_test(law, 0.2, 0.05, true, runs);
        printf("| %s | %.3f %.3f | %.3f %.3f | %.0f | %.3f | %.3f |\n", real_law_names[i],
               at0.wrong, at1.wrong, at0.covered, at1.covered, at0.blocks,
               ever_wrong(law, 0.1, runs), ever_wrong(law, 0.3, runs));
    }
}

/* ---- blocks needed, on the same scores ---- */

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { MEDIAN_RUNS = 2001 };

static double median(double *x, long n) {
    qsort(x, (size_t)n, sizeof *x, by_size);
    return x[n / 2];
}

/* Until both have decided, each at its own time: the sequential tests, or the intervals. */
static void print_medians(const char *name, struct law law, bool test, double m0, double m1,
                          long runs) {
    static double old[MEDIAN_RUNS], new[MEDIAN_RUNS];
    const struct sprt_bounds b = sprt_bounds(0.05, 0.05);
    struct th_rng rng = th_rng_seeded(1);
    for (long run = 0; run < runs; run++) {
        struct scores s = new_scores(law.steps);
        struct moments m = {0};
        old[run] = new[run] = 0;
        while (old[run] == 0 || new[run] == 0) {
            const int score = law_draw(&law, &rng);
            if (old[run] == 0) {
                scores_add(&s, score);
                const double llr = test ? sprt_llr(&s, m0, m1) : 0;
                if (llr <= b.lower || llr >= b.upper ||
                    (!test && bets_verdict(&s, m0, 0.95) != BETS_NOT_SURE))
                    old[run] = (double)s.count;
            }
            if (new[run] == 0) {
                moments_add(&m, (double)score / law.steps);
                const double llr = test ? means_llr(&m, m0, m1) : 0;
                if (llr <= b.lower || llr >= b.upper ||
                    (!test && means_verdict(&m, m0, 0.95) != BETS_NOT_SURE))
                    new[run] = (double)m.count;
            }
        }
        scores_drop(&s);
    }
    printf("| %s | %.0f | %.0f |\n", name, median(old, runs), median(new, runs));
}

int main(int argc, char **argv) {
    const long runs = argc > 1 ? atol(argv[1]) : 501;
    if (runs < 1) return fprintf(stderr, "RUNS is a number from 1 on\n"), 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    const long few = runs < MEDIAN_RUNS ? runs : MEDIAN_RUNS;
    printf("median blocks of two games on the same shares: histogram, moments\n");
    print_medians("compare, 40 Elo, truth 0", law_of_two(0.5, 0.5), true, 0.5, 0.557, few);
    print_medians("compare, 40 Elo, truth 40", law_of_two(0.557, 0.49), true, 0.5, 0.557, few);
    print_medians("compare, 40 Elo, truth 400", law_of_two(0.909, 0.165), true, 0.5, 0.557, few);
    print_medians("grade, 60 % required, 70 %", law_of_two(0.7, 0.42), false, 0.6, 0, few);
    print_medians("grade, 60 % required, 50 %", law_of_two(0.5, 0.5), false, 0.6, 0, few);
    print_medians("grade, 60 % required, 95 %", law_of_two(0.95, 0.095), false, 0.6, 0, few);
    print_errors(runs);
}
