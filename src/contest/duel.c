#include "duel.h"

#include "tahur/rng.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELO_MOST = 4000 };

/* ---- who plays whom ---- */

static bool make_fixtures(struct duel *d, int seats, int others, struct th_error *e) {
    struct line_ups l = {0};
    static const int both[] = {DUEL_NEW, DUEL_OLD};
    int *pool = calloc((size_t)others + 1, sizeof *pool);
    if (pool == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < others; i++) pool[i] = 2 + i;
    bool ok = others > 0 ? line_ups_add(&l, seats, both, 1, pool, others, e)
                         : line_ups_add(&l, seats, NULL, 0, both, 2, e);
    free(pool);
    d->fixtures = others > 0 ? l.count : 1;
    d->line_ups = others > 0 ? 2 : l.count; /* an odd number of seats is divided in two ways */
    if (ok) d->fixture = calloc((size_t)d->fixtures, sizeof *d->fixture);
    if (ok && d->fixture == NULL) ok = th_fail(e, "out of memory");
    for (int i = 0; ok && i < l.count; i++) {
        struct fixture *f = &d->fixture[others > 0 ? i : 0];
        f->line_up[others > 0 ? 0 : i] = l.list[i];
        if (others == 0) continue;
        f->line_up[1] = l.list[i];
        f->line_up[1].bot[0] = DUEL_OLD;
    }
    line_ups_drop(&l);
    return ok;
}

bool duel_make(struct duel *d, int seats, int others, double elo0, double elo1, double alpha,
               double beta, struct th_error *e) {
    *d = (struct duel){.beside_others = others > 0,
                       .elo0 = elo0,
                       .elo1 = elo1,
                       .bounds = sprt_bounds(alpha, beta)};
    d->faults = calloc((size_t)others + 2, sizeof *d->faults);
    d->pace = calloc((size_t)others + 2, sizeof *d->pace);
    if (d->faults == NULL || d->pace == NULL) return th_fail(e, "out of memory");
    return make_fixtures(d, seats, others, e) &&
           scores_make(&d->scores, TWELFTHS * seats * d->line_ups, e);
}

void duel_drop(struct duel *d) {
    free(d->fixture);
    free(d->faults);
    free(d->pace);
    scores_drop(&d->scores);
    distinct_drop(&d->distinct);
    luck_choice_drop(&d->luck);
}

/* ---- scores and Elo ---- */

static double chance_of(double log_odds) {
    return 1 / (1 + exp(-log_odds));
}

/* Of all games between the two, NEW's share: each line-up has `ours` seats of NEW among its `all`,
 * which together win with odds ours · strength : theirs. */
static double score_direct(const struct duel *d, double strength) {
    const int seats = d->scores.steps / (TWELFTHS * d->line_ups);
    double sum = 0;
    for (int l = 0; l < d->line_ups; l++) {
        int ours = 0;
        for (int i = 0; i < seats; i++) ours += d->fixture[0].line_up[l].bot[i] == DUEL_NEW;
        sum += ours * strength / (ours * strength + (seats - ours));
    }
    return sum / d->line_ups;
}

/* Log odds x such that NEW at x + gap/2 and OLD at x − gap/2 win as much together as they did. */
static double middle_log_odds(const struct duel *d, double gap) {
    const double seats = (double)(d->seats[0] + d->seats[1]);
    const double both = (d->won[0] + d->won[1] + 0.5) / (seats + 1); /* never 0 or 1 */
    double low = -40, high = 40;
    while (high - low > 1e-9) {
        const double x = (low + high) / 2;
        if (chance_of(x + gap / 2) + chance_of(x - gap / 2) < 2 * both)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double duel_score(const struct duel *d, double elo) {
    const double gap = elo * log(10) / 400;
    if (!d->beside_others) return score_direct(d, exp(gap));
    const double x = middle_log_odds(d, gap);
    return (1 + chance_of(x + gap / 2) - chance_of(x - gap / 2)) / 2;
}

double duel_elo(const struct duel *d, double score) {
    double low = -ELO_MOST, high = ELO_MOST;
    while (high - low > 1e-6) {
        const double elo = (low + high) / 2;
        if (duel_score(d, elo) < score)
            low = elo;
        else
            high = elo;
    }
    return (low + high) / 2;
}

/* ---- counting ---- */

static void count_game(struct duel *d, const struct series_block *block, int game) {
    const struct match_result *r = &block->result[game];
    d->unfinished += r->end == MATCH_UNFINISHED;
    if (r->end == MATCH_FAULT) d->faults[plan_bot(d->plan, block, game, r->fault_seat)]++;
    d->digest = th_mix2(d->digest, r->digest);
    d->games++;
}

/* What NEW and OLD won in a game by these shares of its seats; returns what that adds to the score
 * of its block. */
static double score_game(const struct duel *d, const struct series_block *block, int game,
                         const double share[], double won[2]) {
    double here[2] = {0, 0};
    for (int i = 0; i < d->plan->seats; i++) {
        const int bot = plan_bot(d->plan, block, game, i);
        if (bot <= DUEL_OLD) here[bot] += share[i];
    }
    for (int i = 0; i < 2; i++) won[i] += here[i];
    const bool of_old = d->beside_others && game >= d->plan->seats;
    return of_old ? 1 - here[DUEL_OLD] : here[DUEL_NEW];
}

static void score_block(struct duel *d, const struct series_block *block) {
    double plain = 0, adjusted = 0, without_luck[2] = {0, 0};
    uint64_t seats[2] = {0, 0};
    for (int game = 0; game < block->games; game++) {
        const struct match_result *r = &block->result[game];
        double share[TH_SEATS_MAX];
        series_shares(r, d->plan->seats, share);
        plain += score_game(d, block, game, share, d->won);
        for (int i = 0; i < d->plan->seats; i++) {
            const int bot = plan_bot(d->plan, block, game, i);
            share[i] -= r->luck[i];
            if (bot <= DUEL_OLD) seats[bot]++;
        }
        adjusted += score_game(d, block, game, share, without_luck);
    }
    for (int i = 0; i < 2; i++) {
        ratio_add(&d->adjusted_share[i], without_luck[i], (double)seats[i]);
        d->seats[i] += seats[i];
    }
    scores_add(&d->scores, (int)(plain * TWELFTHS + 0.5));
    moments_add(&d->adjusted, adjusted / block->games);
    luck_choice_add(&d->luck, block, &plain, &adjusted);
}

static double log_likelihood_ratio(const struct duel *d) {
    const double score0 = duel_score(d, d->elo0), score1 = duel_score(d, d->elo1);
    return luck_is_adjusted(&d->luck) ? means_llr(&d->adjusted, score0, score1)
                                      : sprt_llr(&d->scores, score0, score1);
}

bool duel_count(struct duel *d, const struct series_block *block) {
    for (int i = 0; i < block->games; i++) count_game(d, block, i);
    if (distinct_add_block(&d->distinct, d->plan, block))
        score_block(d, block);
    else
        d->repeats++;
    if (block->fixture + 1 < d->fixtures) return true;
    d->llr = log_likelihood_ratio(d);
    return duel_decision(d) == DUEL_OPEN && !duel_is_stale(d);
}

static bool count_and_report(void *duel, const struct series_block *block) {
    struct duel *d = duel;
    const bool more = duel_count(d, block);
    if (d->progress != NULL) d->progress(d->context, d);
    return more;
}

enum series_end duel_play(struct duel *d, struct series s, struct th_error *e) {
    s.plan = d->plan;
    s.count = count_and_report;
    s.context = d;
    s.pace = d->pace;
    s.seconds = &d->seconds;
    if (!luck_choice_begin(&d->luck, d->plan, 1, e)) return SERIES_FAILED;
    s.measure = luck_choice_measure(&d->luck, d->plan);
    const enum series_end end = series_play(&s, e);
    luck_choice_cancel(&d->luck);
    return end;
}

bool duel_is_stale(const struct duel *d) {
    return duel_decision(d) == DUEL_OPEN && d->distinct.stale >= DISTINCT_STALE_BLOCKS &&
           d->distinct.stale >= (uint64_t)d->fixtures;
}

bool duel_is_level(const struct duel *d) {
    const int steps = d->scores.steps;
    return steps % 2 == 0 && d->scores.count > 0 && d->scores.times[steps / 2] == d->scores.count;
}

enum duel_decision duel_decision(const struct duel *d) {
    return d->llr >= d->bounds.upper   ? DUEL_BETTER
           : d->llr <= d->bounds.lower ? DUEL_NOT_BETTER
                                       : DUEL_OPEN;
}

void duel_adjusted(const struct duel *d, int bot, struct th_arena_standing *out) {
    report_unadjusted(out);
    if (luck_is_adjusted(&d->luck))
        ratio_report_adjusted(&d->adjusted_share[bot], d->adjusted.count, out);
}

struct duel_estimate duel_estimate(const struct duel *d) {
    const double score0 = duel_score(d, d->elo0), score1 = duel_score(d, d->elo1);
    const double lower = d->bounds.lower, upper = d->bounds.upper;
    const uint64_t first =
        d->luck.summary.asked == TH_LUCK_AUTO ? d->luck.trial : (uint64_t)MEANS_BLOCKS;
    const struct sprt_estimate s =
        luck_is_adjusted(&d->luck)
            ? means_estimate(&d->adjusted, score0, score1, lower, upper, d->llr, first)
            : sprt_estimate(&d->scores, score0, score1, lower, upper, d->llr);
    return (struct duel_estimate){duel_elo(d, s.mean), duel_elo(d, s.low), duel_elo(d, s.high)};
}

/* ---- words ---- */

const char *duel_elo_text(double elo, char out[24]) {
    if (fabs(elo) > DUEL_ELO_KNOWN)
        snprintf(out, 24, "%s %+d", elo > 0 ? "above" : "below",
                 elo > 0 ? DUEL_ELO_KNOWN : -DUEL_ELO_KNOWN);
    else
        snprintf(out, 24, "%+.1f", fabs(elo) < 0.05 ? 0 : elo);
    return out;
}

#define CAN_RULE_OUT                                                                               \
    "the interval allows for the early stop, and only shows what so many games can rule out"

const char *duel_equal_text(bool same_bot, bool level) {
    if (same_bot) return "NEW and OLD are the same bot, so the true difference is 0; " CAN_RULE_OUT;
    if (level) return "NEW and OLD won the same in every block; " CAN_RULE_OUT;
    return NULL;
}
