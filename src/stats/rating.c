#include "rating.h"

#include "dense.h"
#include "meetings.h"
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

/* All line-ups that tell of anything: a bot alone with itself does not. */
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

/* ---- whether there is a maximum ---- */

/* Whether every bot is reached from the first by steps from one who lost a game to its winner, or,
 * backwards, from a winner to all who sat there. */
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

/* The likelihood has one maximum just if, however the bots are parted in two, some bot of each
 * part has won against the other (Ford, "Solution of a ranking problem from binary comparisons",
 * 1957; for more than two players Hunter, "MM algorithms for generalized Bradley–Terry models",
 * 2004). That is to say, everybody is reached from everybody. */
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

/* ---- the maximum ---- */

void meetings_chances(const struct meetings *l, const struct meeting *m, double p[TH_SEATS_MAX]) {
    double best = -INFINITY, sum = 0;
    for (int i = 0; i < m->bots; i++) best = fmax(best, l->strength[m->bot[i]]);
    for (int i = 0; i < m->bots; i++)
        sum += p[i] = m->slots[i] * exp(l->strength[m->bot[i]] - best);
    for (int i = 0; i < m->bots; i++) p[i] /= sum;
}

/* The last one's strength is 0 and stays so: it has a row of the unit matrix. */
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

/* By how much a step sets bots apart that meet, at most. */
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
 * results, so observed and expected information are the same. A step that sets bots of a meeting
 * apart by r at most changes the curvature on its way by a factor of e^r at most, since the third
 * moment of a variable is at most its range times its variance (Bach, "Self-concordant analysis
 * for logistic regression", 2010). With h the slope along the whole step, part t of it then gains
 * at least
 *     h · (t − (e^(rt) − rt − 1) / r²),
 * which is largest, and above 0, at t = ln(1 + r) / r. So no step ever loses, none need be tried
 * twice, and near the top, where r goes to 0, whole steps are taken.
 * Leaves the information at the top factored. */
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
        /* The error squares with every step, until rounding is all there is. */
        if (r < 1e-10 || (r < 1e-6 && r >= before)) break;
        before = r;
    }
    add_up(l);
    dense_factor(l->information, l->nodes);
}

/* ---- what is told ---- */

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

/* Who has won something and lost something. `won` is room for a mark a bot. */
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

/* From strengths relative to the last one's to the zero that is promised. `counts` is room for a
 * mark a bot. */
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
    bool *reached = calloc(n, sizeof *reached); /* marks, for whoever needs some */
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
