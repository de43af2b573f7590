/* Ratings: maximum likelihood strengths and their cluster-robust errors. */
#include "rating.h"

#include "dense.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void rating_add_block(struct rating_line_up *l, const double won[]) {
    for (int i = 0; i < l->players; i++) {
        l->games += won[i];
        l->won[i] += won[i];
        for (int j = 0; j < l->players; j++) l->products[i][j] += won[i] * won[j];
    }
    l->blocks++;
}

/* ---- meetings ---- */

static struct meeting meeting_of(const struct rating_line_up *l) {
    struct meeting m = {.games = l->games, .blocks = l->blocks};
    int place[TH_SEATS_MAX]; /* of a slot's bot in the meeting */
    for (int i = 0; i < l->players; i++) {
        for (place[i] = 0; place[i] < m.bots && m.bot[place[i]] != l->bot[i];) place[i]++;
        if (place[i] == m.bots) m.bot[m.bots++] = l->bot[i];
        m.slots[place[i]]++;
        m.won[place[i]] += l->won[i];
    }
    for (int i = 0; i < l->players; i++)
        for (int j = 0; j < l->players; j++) m.products[place[i]][place[j]] += l->products[i][j];
    return m;
}

/* Makes the meetings of all line-ups with at least two different bots. */
static void gather(struct meetings *l, const struct rating_line_up *line_ups, int count, int bots) {
    for (int k = 0; k < count; k++) {
        assert(line_ups[k].players >= 2 && line_ups[k].players <= TH_SEATS_MAX);
        for (int i = 0; i < line_ups[k].players; i++)
            assert(line_ups[k].bot[i] >= 0 && line_ups[k].bot[i] < bots);
        const struct meeting m = meeting_of(&line_ups[k]);
        if (m.games > 0 && m.bots > 1) l->meeting[l->count++] = m;
    }
    l->nodes = bots;
}

/* ---- existence of the maximum ---- */

/* Whether every bot is reachable from the first by edges from a loser of a game to its winner, or,
 * backwards, from a winner to all losers. */
static bool all_reached(const struct meetings *l, bool backwards, bool *reached) {
    memset(reached, 0, (size_t)l->nodes * sizeof *reached);
    reached[0] = true;
    int found = 1;
    for (int before = 0; found > before;) {
        before = found;
        for (int k = 0; k < l->count; k++) {
            const struct meeting *m = &l->meeting[k];
            bool here = false;
            for (int i = 0; i < m->bots; i++)
                here |= reached[m->bot[i]] && (!backwards || m->won[i] > 0);
            for (int i = 0; here && i < m->bots; i++)
                if (!reached[m->bot[i]] && (backwards || m->won[i] > 0))
                    reached[m->bot[i]] = true, found++;
        }
    }
    return found == l->nodes;
}

/* The likelihood has a unique maximum if and only if, for every partition of the bots in two sets,
 * some bot of each set has won against the other set (Ford, "Solution of a ranking problem from
 * binary comparisons", 1957; for more than two players Hunter, "MM algorithms for generalized
 * Bradley–Terry models", 2004). That is, the graph of wins is strongly connected. */
static bool has_maximum(const struct meetings *l, bool *reached) {
    return all_reached(l, false, reached) && all_reached(l, true, reached);
}

static void add_ghosts(struct meetings *l) {
    l->ghosts = true;
    const int average = l->nodes++;
    for (int i = 0; i < average; i++)
        l->meeting[l->count++] = (struct meeting){.bots = 2,
                                                  .bot = {i, average},
                                                  .slots = {1, 1},
                                                  .games = 1,
                                                  .blocks = 1,
                                                  .won = {0.5, 0.5},
                                                  .products = {{0.25, 0.25}, {0.25, 0.25}}};
}

/* ---- maximum likelihood ---- */

void meetings_chances(const struct meetings *l, const struct meeting *m, double p[TH_SEATS_MAX]) {
    double best = -INFINITY, sum = 0;
    for (int i = 0; i < m->bots; i++) best = fmax(best, l->strength[m->bot[i]]);
    for (int i = 0; i < m->bots; i++)
        sum += p[i] = m->slots[i] * exp(l->strength[m->bot[i]] - best);
    for (int i = 0; i < m->bots; i++) p[i] /= sum;
}

/* The strength of the last node stays 0: its row is that of the unit matrix. */
static void pin_last(const struct meetings *l, double *matrix, double diagonal) {
    const int n = l->nodes, last = n - 1;
    for (int i = 0; i < n; i++) matrix[i * n + last] = matrix[last * n + i] = 0;
    matrix[last * n + last] = diagonal;
}

static void add_up(struct meetings *l) {
    const size_t n = (size_t)l->nodes;
    memset(l->slope, 0, n * sizeof *l->slope);
    memset(l->information, 0, n * n * sizeof *l->information);
    for (int k = 0; k < l->count; k++) {
        const struct meeting *m = &l->meeting[k];
        double p[TH_SEATS_MAX];
        meetings_chances(l, m, p);
        for (int i = 0; i < m->bots; i++) {
            l->slope[m->bot[i]] += m->won[i] - m->games * p[i];
            for (int j = 0; j < m->bots; j++)
                l->information[m->bot[i] * l->nodes + m->bot[j]] +=
                    m->games * meetings_game_covariance(p, i, j);
        }
    }
    l->slope[l->nodes - 1] = 0;
    pin_last(l, l->information, 1);
}

/* The largest change by a step of the difference between two bots that meet. */
static double widest(const struct meetings *l, const double *step) {
    double widest = 0;
    for (int k = 0; k < l->count; k++) {
        const struct meeting *m = &l->meeting[k];
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < m->bots; i++) {
            low = fmin(low, step[m->bot[i]]);
            high = fmax(high, step[m->bot[i]]);
        }
        widest = fmax(widest, high - low);
    }
    return widest;
}

/* Newton's method; the log-likelihood is concave and its second derivatives do not depend on the
 * results, so observed and expected information are the same. A step that changes differences
 * within meetings by at most r changes the curvature along it by a factor of at most e^r, since the
 * third moment of a variable is at most its range times its variance (Bach, "Self-concordant
 * analysis for logistic regression", 2010). With h the derivative along the whole step, the part t
 * of it gains at least
 *     h · (t − (e^(rt) − rt − 1) / r²),
 * which is positive and largest at t = ln(1 + r) / r. So every step increases the likelihood, no
 * line search is needed, and near the maximum, where r goes to 0, whole steps are taken.
 * Leaves the factor of the information at the maximum. */
static void climb(struct meetings *l) {
    double before = INFINITY;
    for (int round = 0; round < 500; round++) {
        add_up(l);
        dense_factor(l->information, l->nodes);
        double *step = l->slope;
        dense_solve(l->information, l->nodes, step);
        const double r = widest(l, step);
        const double part = r > 0 ? log1p(r) / r : 1;
        for (int i = 0; i < l->nodes; i++) l->strength[i] += part * step[i];
        /* Quadratic convergence, until only rounding errors are left. */
        if (r < 1e-10 || (r < 1e-6 && r >= before)) break;
        before = r;
    }
    add_up(l);
    dense_factor(l->information, l->nodes);
}

/* ---- results ---- */

void ratings_center(struct ratings *r, const bool counts[]) {
    const int n = r->bots;
    double members = 0, middle = 0;
    for (int i = 0; i < n; i++)
        if (counts[i]) members++, middle += r->strength[i];
    assert(members > 0);
    for (int i = 0; i < n; i++) r->strength[i] -= middle / members;
    for (int i = 0; i < n; i++) {
        double *row = r->covariance + i * n, sum = 0;
        for (int j = 0; j < n; j++) sum += counts[j] ? row[j] : 0;
        for (int j = 0; j < n; j++) row[j] -= sum / members;
    }
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += counts[i] ? r->covariance[i * n + j] : 0;
        for (int i = 0; i < n; i++) r->covariance[i * n + j] -= sum / members;
    }
}

/* Sets `bounded`: the bots that have both won and lost something. `won` is a buffer, one mark per
 * bot. */
static void find_bounded(const struct meetings *l, bool *won, struct ratings *out) {
    bool *lost = out->bounded;
    memset(won, 0, (size_t)out->bots * sizeof *won);
    for (int k = 0; k < l->count; k++) {
        const struct meeting *m = &l->meeting[k];
        for (int i = 0; i < m->bots; i++) {
            won[m->bot[i]] |= m->won[i] > 0;
            for (int j = 0; j < m->bots; j++) lost[m->bot[i]] |= j != i && m->won[j] > 0;
        }
    }
    for (int i = 0; i < out->bots; i++) out->bounded[i] = won[i] && lost[i];
}

/* Moves the zero from the last node to the documented one. `counts` is a buffer, one mark per bot.
 */
static void report(const struct meetings *l, bool *counts, struct ratings *out) {
    const int n = out->bots;
    int bounded = 0;
    out->ghosts = l->ghosts;
    for (int i = 0; i < n; i++) {
        out->strength[i] = l->strength[i];
        memcpy(out->covariance + i * n, l->score + i * l->nodes, (size_t)n * sizeof(double));
        bounded += out->bounded[i];
    }
    for (int i = 0; i < n; i++) counts[i] = out->bounded[i] || bounded < 2;
    ratings_center(out, counts);
}

bool ratings_fit(const struct rating_line_up *line_ups, int count, int bots, struct ratings *out,
                 struct th_error *e) {
    assert(bots >= 1 && count >= 0);
    const size_t n = (size_t)bots + 1, pairs = n * n;
    struct meetings l = {.meeting = calloc((size_t)count + n, sizeof *l.meeting),
                         .strength = calloc(n, sizeof(double)),
                         .slope = calloc(n, sizeof(double)),
                         .information = calloc(pairs, sizeof(double)),
                         .score = calloc(pairs, sizeof(double))};
    bool *reached = calloc(n, sizeof *reached); /* buffer for marks */
    *out = (struct ratings){.bots = bots,
                            .strength = calloc(n, sizeof(double)),
                            .covariance = calloc(pairs, sizeof(double)),
                            .bounded = calloc(n, sizeof *out->bounded)};
    const bool ok = l.meeting != NULL && l.strength != NULL && l.slope != NULL &&
                    l.information != NULL && l.score != NULL && reached != NULL &&
                    out->strength != NULL && out->covariance != NULL && out->bounded != NULL;
    if (ok) {
        gather(&l, line_ups, count, bots);
        find_bounded(&l, reached, out);
        if (!has_maximum(&l, reached)) add_ghosts(&l);
        climb(&l);
        meetings_score(&l);
        pin_last(&l, l.score, 0);
        dense_sandwich(l.information, l.nodes, l.score);
        report(&l, reached, out);
    } else {
        ratings_drop(out);
        th_fail(e, "out of memory");
    }
    free(l.meeting), free(l.strength), free(l.slope), free(l.information), free(l.score);
    free(reached);
    return ok;
}

void ratings_drop(struct ratings *r) {
    free(r->strength);
    free(r->covariance);
    free(r->bounded);
    *r = (struct ratings){.bots = 0};
}

double ratings_se(const struct ratings *r, int i) {
    return sqrt(fmax(0, r->covariance[i * r->bots + i]));
}

double ratings_lead_se(const struct ratings *r, int i, int j) {
    const double *c = r->covariance;
    const int n = r->bots;
    return i == j ? 0 : sqrt(fmax(0, c[i * n + i] + c[j * n + j] - 2 * c[i * n + j]));
}

double ratings_superiority(const struct ratings *r, int i, int j) {
    const double lead = r->strength[i] - r->strength[j], se = ratings_lead_se(r, i, j);
    return se > 0 ? 0.5 * erfc(-lead / se / sqrt(2)) : lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
}

double rating_elo(double strength) {
    return strength * 400 / log(10);
}

/* ---- cluster-robust (sandwich) covariance ---- */

/* The covariance of the gradient of the log-likelihood over repetitions of the league.
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
 * tests/stats/test_coverage.c checks them. */

/* The weight of the model in a meeting, in blocks of that meeting; and the weight of a dispersion
 * of 1 (independent games), in blocks of all meetings. */
static const double MEETING_BLOCKS = 6, PRIOR_BLOCKS = 8;

/* Whether the meeting shows the variation of blocks. One block does not. With ghosts, neither do
 * blocks that were all won by the same bot; without ghosts these must be included, because leaving
 * out the meetings with the least variation would make errors too large. */
static bool shows_spread(const struct meetings *l, const struct meeting *m) {
    if (m->blocks < 2) return false;
    for (int i = 0; l->ghosts && i < m->bots; i++)
        if (m->won[i] >= m->games) return false;
    return true;
}

/* The degrees of freedom of the variation of a meeting: effective blocks less one for the mean. If
 * a bot hardly ever wins, or loses, few blocks are informative, however many were played: a
 * thousand losses do not show that wins do not vary. */
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
                const double seen = freedom > 0 ? seen_covariance(m, i, j) : 0;
                const double model = d.factor * m->games * meetings_game_covariance(p, i, j);
                l->score[m->bot[i] * l->nodes + m->bot[j]] +=
                    student * (freedom * seen + MEETING_BLOCKS * model) /
                    (freedom + MEETING_BLOCKS);
            }
    }
}
