/* Cluster-robust (sandwich) covariance of ratings.
 *
 * The covariance of the gradient of the log-likelihood over repetitions of the league.
 *
 * If all games were independent, it would equal the information. Games of a block are not, so it is
 * estimated from the differences between blocks: the sandwich estimator (White, "Maximum likelihood
 * estimation of misspecified models", 1982) with blocks as clusters (Liang and Zeger, "Longitudinal
 * data analysis using generalized linear models", 1986).
 *
 * A block with wins w of m games adds w − m p to the gradient. Within a meeting p is constant, so
 * this has the covariance of w, and B blocks together
 *     B / (B − 1) · (Σ w wᵀ − (Σ w)(Σ w)ᵀ / B),
 * for which the sums of a line-up suffice. It is unbiased, because it is taken about the meeting's
 * own mean, even if no strengths fit the results (rock, paper, scissors).
 *
 * With few blocks the estimate is noisy. So each meeting is averaged with the covariance of the
 * model, multiplied by the dispersion of all meetings together (McCullagh and Nelder, Generalized
 * Linear Models, 1989, section 4.5). The constants below were chosen by simulation;
 * tests/stats/test_coverage.c checks them, tests/stats/test_rating_real.c those for real scores. */
#include "rating.h"

#include <string.h>

/* The weight of the model in a meeting, in blocks of that meeting; and the weight of a dispersion
 * of 1 (independent games), in blocks of all meetings. */
static const double MEETING_BLOCKS = 6, PRIOR_BLOCKS = 8;

/* Real scores vary less than wins, and not as wins do: a dispersion of 1 has the weight of the one
 * block that was not played (means.h), and no meeting is less informative than its blocks. */
static const double REAL_PRIOR_BLOCKS = 1, REAL_PRIOR_FREEDOM = 4;

/* Whether the meeting shows the variation of blocks. One block does not. With ghosts, neither do
 * blocks that were all won by the same bot; without ghosts these must be included, because leaving
 * out the meetings with the least variation would make errors too large. */
static bool shows_spread(const struct meetings *l, const struct meeting *m) {
    if (m->blocks < 2) return false;
    for (int i = 0; l->ghosts && !l->real && i < m->bots; i++)
        if (m->won[i] >= m->games) return false;
    return true;
}

/* The degrees of freedom of the variation of a meeting: effective blocks less one for the mean. If
 * a bot hardly ever wins, or loses, few blocks are informative, however many were played: a
 * thousand losses do not show that wins do not vary. */
static double seen_freedom(const struct meetings *l, const struct meeting *m,
                           const double p[TH_SEATS_MAX]) {
    double freedom = shows_spread(l, m) ? m->blocks - 1 : 0;
    for (int i = 0; !l->real && i < m->bots; i++) {
        const double telling = 2 * m->games * meetings_game_covariance(p, i, i);
        if (telling < freedom) freedom = telling;
    }
    return freedom;
}

double meeting_covariance(const struct meeting *m, int i, int j) {
    const double b = m->blocks;
    return (m->products[i][j] - m->won[i] * m->won[j] / b) * b / (b - 1);
}

struct dispersion {
    double factor;
    double freedom; /* effective blocks, less one for each mean */
};

static struct dispersion meetings_dispersion(const struct meetings *l) {
    double seen = 0, expected = 0, freedom = 0;
    for (int k = 0; k < l->count; k++) {
        const struct meeting *m = &l->meeting[k];
        if (!shows_spread(l, m)) continue;
        double p[TH_SEATS_MAX];
        meetings_chances(l, m, p);
        for (int i = 0; i < m->bots; i++) {
            seen += meeting_covariance(m, i, i);
            expected += m->games * meetings_game_covariance(p, i, i);
        }
        freedom += m->blocks - 1;
    }
    const double ratio = expected > 0 ? seen / expected : 1;
    if (l->real)
        return (struct dispersion){(freedom * ratio + REAL_PRIOR_BLOCKS) /
                                       (freedom + REAL_PRIOR_BLOCKS),
                                   freedom + REAL_PRIOR_FREEDOM};
    return (struct dispersion){(freedom * ratio + PRIOR_BLOCKS) / (freedom + PRIOR_BLOCKS),
                               freedom + PRIOR_BLOCKS};
}

void meetings_score(struct meetings *l) {
    const struct dispersion d = meetings_dispersion(l);
    /* An estimated variance makes the tails longer than those of the normal distribution. The
     * larger variance of Student's distribution is included here, so that callers can use the
     * normal one. */
    const double student = d.freedom / (d.freedom - 2);
    memset(l->score, 0, (size_t)l->nodes * (size_t)l->nodes * sizeof *l->score);
    for (int k = 0; k < l->count; k++) {
        const struct meeting *m = &l->meeting[k];
        double p[TH_SEATS_MAX];
        meetings_chances(l, m, p);
        const double freedom = seen_freedom(l, m, p);
        for (int i = 0; i < m->bots; i++)
            for (int j = 0; j < m->bots; j++) {
                const double seen = freedom > 0 ? meeting_covariance(m, i, j) : 0;
                const double model = d.factor * m->games * meetings_game_covariance(p, i, j);
                l->score[m->bot[i] * l->nodes + m->bot[j]] +=
                    student * (freedom * seen + MEETING_BLOCKS * model) /
                    (freedom + MEETING_BLOCKS);
            }
    }
}
