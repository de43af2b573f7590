/* Ratings: maximum likelihood strengths. rating_errors.c has their errors. */
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

/* Whether every bot is reachable from the first by edges from a loser of a game to its winner, or
 * backwards, from a winner to all losers, or between all who met. */
enum edges { FORWARDS, BACKWARDS, BOTH_WAYS };

static bool all_reached(const struct meetings *l, enum edges edges, bool *reached) {
    memset(reached, 0, (size_t)l->nodes * sizeof *reached);
    reached[0] = true;
    int found = 1;
    for (int before = 0; found > before;) {
        before = found;
        for (int k = 0; k < l->count; k++) {
            const struct meeting *m = &l->meeting[k];
            bool here = false;
            for (int i = 0; i < m->bots; i++)
                here |= reached[m->bot[i]] && (edges != BACKWARDS || m->won[i] > 0);
            for (int i = 0; here && i < m->bots; i++)
                if (!reached[m->bot[i]] && (edges != FORWARDS || m->won[i] > 0))
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
    return all_reached(l, FORWARDS, reached) && all_reached(l, BACKWARDS, reached);
}

static void add_ghosts(struct meetings *l, double games) {
    const double half = games / 2;
    l->ghosts = true;
    const int average = l->nodes++;
    for (int i = 0; i < average; i++)
        l->meeting[l->count++] =
            (struct meeting){.bots = 2,
                             .bot = {i, average},
                             .slots = {1, 1},
                             .games = games,
                             .blocks = 1,
                             .won = {half, half},
                             .products = {{half * half, half * half}, {half * half, half * half}}};
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
            l->slope[m->bot[i]] += m->won[i] + m->moved[i] - m->games * p[i];
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

/* No league has as many games as would show a lead of this size. */
#define INFINITE_LEAD 50

/* Newton's method; the log-likelihood is concave and its second derivatives do not depend on the
 * results, so observed and expected information are the same. A step that changes differences
 * within meetings by at most r changes the curvature along it by a factor of at most e^r, since the
 * third moment of a variable is at most its range times its variance (Bach, "Self-concordant
 * analysis for logistic regression", 2010). With h the derivative along the whole step, the part t
 * of it gains at least
 *     h · (t − (e^(rt) − rt − 1) / r²),
 * which is positive and largest at t = ln(1 + r) / r. So every step increases the likelihood, no
 * line search is needed, and near the maximum, where r goes to 0, whole steps are taken.
 * Leaves the factor of the information at the maximum. For real scores, false if there is none. */
static bool climb(struct meetings *l) {
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
        if (l->real && widest(l, l->strength) > INFINITE_LEAD) return false;
        before = r;
    }
    add_up(l);
    dense_factor(l->information, l->nodes);
    return true;
}

/* ---- real scores ---- */

/* The equations are those of maximum likelihood, wins = expected wins for every bot. For scores
 * that are no counts they are the moment equations of a quasi-likelihood (Wedderburn 1974; Papke
 * and Wooldridge, "Econometric methods for fractional response variables", 1996): consistent if the
 * expected shares are those of the model, whatever the law of the scores, with errors by the
 * sandwich (Liang and Zeger 1986).
 *
 * The quasi-likelihood, Σ W_i s_i − Σ g_k log(Σ exp s) with the total W_i of each bot and the games
 * g_k of each meeting, depends on scores by the totals only. Its second derivatives do not depend
 * on them at all, so it is concave, strictly if all bots are connected by meetings: there is at
 * most one maximum. There is one if and only if it falls in every direction d that is not constant.
 * Far out, it falls along d by Σ_k Σ_i w_ki (max_k d − d_i),      per unit, with the score w_ki of
 * bot i in meeting k. Since max d − d_i is the length of the t with d_i ≤ t < max d, this is the
 * integral over t of F(U) = Σ over meetings of any of U, of what the others won there,      U = {i:
 * d_i > t}. So a maximum exists if and only if F(U) > 0 for every set U, neither empty nor of all
 * bots. (For counts this is Ford's condition.) In particular 0 < W_i < T_i for every bot, with its
 * games T_i.
 *
 * Real scores of a bot that never wins have a total near 0, above or below. So
 *  - a total counts as at least one standard error of it, and at most T_i less one; what is missing
 *    is moved from the others of its meetings, in proportion to games;
 *  - a bot whose total is within two standard errors of 0 or T_i is not bounded;
 *  - if there still is no maximum, because of a set of several bots, every bot is given 1, 2, 4, …
 *    ghost games, half won. g of them add g/2 to every F(U), so there is a number that suffices. */

struct total {
    double won, games, variance;
};

static struct total total_of(const struct meetings *l, int bot) {
    struct total t = {0};
    double block = 0; /* games of the largest block: one that was not played deviates by half */
    for (int k = 0; k < l->count; k++) {
        const struct meeting *m = &l->meeting[k];
        for (int i = 0; i < m->bots; i++) {
            if (m->bot[i] != bot) continue;
            t.won += m->won[i] + m->moved[i];
            t.games += m->games;
            t.variance += m->blocks < 2 ? m->games * m->games / 4 : meeting_covariance(m, i, i);
            block = fmax(block, m->games / m->blocks);
        }
    }
    t.variance += block * block / 4;
    return t;
}

/* Moves wins to the bot, from the other bots of its meetings. */
static void move_wins(struct meetings *l, int bot, double share) {
    for (int k = 0; k < l->count; k++) {
        struct meeting *m = &l->meeting[k];
        int place = 0;
        double others = 0;
        while (place < m->bots && m->bot[place] != bot) place++;
        if (place == m->bots) continue;
        for (int i = 0; i < m->bots; i++) others += i != place ? m->slots[i] : 0;
        for (int i = 0; i < m->bots; i++)
            m->moved[i] += share * m->games * (i == place ? 1 : -m->slots[i] / others);
    }
}

static void limit_totals(struct meetings *l, bool *bounded) {
    for (int bot = 0; bot < l->nodes; bot++) {
        const struct total t = total_of(l, bot);
        const double error = sqrt(t.variance), least = fmin(error, t.games / 2);
        bounded[bot] = t.won >= 2 * error && t.won <= t.games - 2 * error;
        const double counted = fmin(fmax(t.won, least), t.games - least);
        if (counted != t.won) move_wins(l, bot, (counted - t.won) / t.games);
    }
}

static void climb_real(struct meetings *l, bool *reached) {
    const int count = l->count, bots = l->nodes;
    bool found = all_reached(l, BOTH_WAYS, reached) && climb(l);
    for (double games = 1; !found && games < 1e15; games *= 2) {
        l->count = count;
        l->nodes = bots;
        add_ghosts(l, games);
        memset(l->strength, 0, (size_t)l->nodes * sizeof *l->strength);
        found = climb(l);
    }
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

static void climb_to_maximum(struct meetings *l, bool *marks, struct ratings *out) {
    if (l->real) {
        limit_totals(l, out->bounded);
        climb_real(l, marks);
        return;
    }
    find_bounded(l, marks, out);
    if (!has_maximum(l, marks)) add_ghosts(l, 1);
    climb(l);
}

static bool fit(const struct rating_line_up *line_ups, int count, int bots, bool real,
                struct ratings *out, struct th_error *e) {
    assert(bots >= 1 && count >= 0);
    const size_t n = (size_t)bots + 1, pairs = n * n;
    struct meetings l = {.real = real,
                         .meeting = calloc((size_t)count + n, sizeof *l.meeting),
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
        climb_to_maximum(&l, reached, out);
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

bool ratings_fit(const struct rating_line_up *line_ups, int count, int bots, struct ratings *out,
                 struct th_error *e) {
    return fit(line_ups, count, bots, false, out, e);
}

bool ratings_fit_real(const struct rating_line_up *line_ups, int count, int bots,
                      struct ratings *out, struct th_error *e) {
    return fit(line_ups, count, bots, true, out, e);
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
