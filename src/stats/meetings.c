/* How much the slope of the log-likelihood would vary if the league were played again.
 *
 * Were all games independent, this would be the information itself. Games of a block are not, so
 * it is taken from how blocks differ: the sandwich of White ("Maximum likelihood estimation of
 * misspecified models", 1982) with blocks for clusters (Liang and Zeger, "Longitudinal data
 * analysis using generalized linear models", 1986).
 *
 * A block with wins w of m games adds w − m p to the slope. Within a meeting p is fixed, so the
 * covariance of that is the covariance of w, and of B blocks together
 *     B / (B − 1) · (Σ w wᵀ − (Σ w)(Σ w)ᵀ / B),
 * for which the sums of a line-up suffice. Being taken about the meeting's own mean it has no bias,
 * however the league was fitted, and even if no strengths fit it (paper, stone, scissors).
 *
 * With few blocks it is a rough guess, though. So each meeting is mixed with what the model says,
 * times how many times more than the model all meetings vary together (the dispersion of McCullagh
 * and Nelder, Generalized Linear Models, 1989, section 4.5). The numbers below were chosen by
 * simulation; tests/stats/test_coverage.c holds them to it. */
#include "meetings.h"

#include <string.h>

/* The model is believed about a meeting's spread like so many of its blocks, and independent games
 * are believed about the dispersion like so many of all blocks. */
static const double MEETING_BLOCKS = 6, PRIOR_BLOCKS = 8;

/* Whether the meeting shows how blocks vary. One block does not. Nor do any number that were all
 * won by the same bot, where that is what makes bots infinitely apart; elsewhere, to leave such
 * meetings out would leave out the least varied and make errors too large. */
static bool shows_spread(const struct meetings *l, const struct meeting *m) {
    if (m->blocks < 2) return false;
    for (int i = 0; l->ghosts && i < m->bots; i++)
        if (m->won[i] >= m->games) return false;
    return true;
}

/* How many blocks the spread that was seen is worth, less one for the mean. Of a bot that hardly
 * ever wins, or loses, few blocks tell anything, however many were played: that none of a thousand
 * was won does not show that wins do not vary. */
static double seen_freedom(const struct meetings *l, const struct meeting *m,
                           const double p[TH_SEATS_MAX]) {
    double freedom = shows_spread(l, m) ? m->blocks - 1 : 0;
    for (int i = 0; i < m->bots; i++) {
        const double telling = 2 * m->games * meetings_game_covariance(p, i, i);
        if (telling < freedom) freedom = telling;
    }
    return freedom;
}

static double seen_covariance(const struct meeting *m, int i, int j) {
    const double b = m->blocks;
    return (m->products[i][j] - m->won[i] * m->won[j] / b) * b / (b - 1);
}

struct dispersion {
    double factor;
    double freedom; /* blocks that tell of it, less one for each mean */
};

static struct dispersion meetings_dispersion(const struct meetings *l) {
    double seen = 0, expected = 0, freedom = 0;
    for (int k = 0; k < l->count; k++) {
        const struct meeting *m = &l->meeting[k];
        if (!shows_spread(l, m)) continue;
        double p[TH_SEATS_MAX];
        meetings_chances(l, m, p);
        for (int i = 0; i < m->bots; i++) {
            seen += seen_covariance(m, i, i);
            expected += m->games * meetings_game_covariance(p, i, i);
        }
        freedom += m->blocks - 1;
    }
    const double ratio = expected > 0 ? seen / expected : 1;
    return (struct dispersion){(freedom * ratio + PRIOR_BLOCKS) / (freedom + PRIOR_BLOCKS),
                               freedom + PRIOR_BLOCKS};
}

void meetings_score(struct meetings *l) {
    const struct dispersion d = meetings_dispersion(l);
    /* A spread that is itself a guess makes tails longer than the normal's. What Student's
     * distribution has more of variance is allowed for here, so that callers need not. */
    const double student = d.freedom / (d.freedom - 2);
    memset(l->score, 0, (size_t)l->nodes * (size_t)l->nodes * sizeof *l->score);
    for (int k = 0; k < l->count; k++) {
        const struct meeting *m = &l->meeting[k];
        double p[TH_SEATS_MAX];
        meetings_chances(l, m, p);
        const double freedom = seen_freedom(l, m, p);
        for (int i = 0; i < m->bots; i++)
            for (int j = 0; j < m->bots; j++) {
                const double seen = freedom > 0 ? seen_covariance(m, i, j) : 0;
                const double model = d.factor * m->games * meetings_game_covariance(p, i, j);
                l->score[m->bot[i] * l->nodes + m->bot[j]] +=
                    student * (freedom * seen + MEETING_BLOCKS * model) /
                    (freedom + MEETING_BLOCKS);
            }
    }
}
