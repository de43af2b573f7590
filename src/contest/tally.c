#include "tally.h"

#include "core/facets.h"
#include "tahur/rng.h"
#include <math.h>
#include <string.h>

/* E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927. */
void th_wilson(double wins, double games, double *low, double *high) {
    if (low == NULL || high == NULL) return;
    *low = 0, *high = 1;
    if (!(games > 0) || isnan(wins)) return;
    wins = fmin(fmax(wins, 0), games);
    const double z = 1.959963984540054, p = wins / games, z2 = z * z / games;
    const double middle = (p + z2 / 2) / (1 + z2);
    const double half = z / (1 + z2) * sqrt(p * (1 - p) / games + z2 / (4 * games));
    *low = wins <= 0 ? 0 : middle - half;
    *high = wins >= games ? 1 : middle + half;
}

/* ---- one who is counted ---- */

static bool won_alone(const struct match_result *r, int seat) {
    return r->payoff[seat] >= 1.0;
}

static bool is_draw(const struct match_result *r, int seats) {
    if (r->end != MATCH_WON) return false;
    for (int i = 0; i < seats; i++)
        if (won_alone(r, i)) return false;
    return true;
}

/* A draw is shared. A game that a fault ends, with several others left, has no winner here. */
void unit_add(struct tally_unit *u, const struct match_result *r, int seat) {
    unit_add_share(u, r, seat, r->end == MATCH_WON ? r->payoff[seat] : won_alone(r, seat));
}

void unit_add_share(struct tally_unit *u, const struct match_result *r, int seat, double share) {
    u->wins += won_alone(r, seat);
    u->faults += r->end == MATCH_FAULT && r->fault_seat == seat;
    u->block_share += share;
    u->block_luck += r->luck[seat];
    for (int i = 0; i < TH_COUNTERS_MAX; i++) u->block_counters[i] += r->counters[seat][i];
}

void unit_close_block(struct tally_unit *u, const struct th_game *game, int games) {
    ratio_add(&u->share, u->block_share, games);
    ratio_add(&u->adjusted, u->block_share - u->block_luck, games);
    struct ratio *sums = u->metric;
    for (const struct th_metric *m = metrics_of(game)->list; m != NULL && m->name != NULL; m++)
        ratio_add(sums++, (double)u->block_counters[m->numerator],
                  (double)u->block_counters[m->denominator]);
    u->games += games;
    u->blocks++;
    u->block_share = u->block_luck = 0;
    memset(u->block_counters, 0, sizeof u->block_counters);
}

void unit_report(const struct tally_unit *u, const struct th_game *game, double games,
                 struct th_arena_standing *out) {
    out->wins = u->wins;
    out->faults = u->faults;
    out->share = ratio_estimate(&u->share, u->blocks);
    const double worth = independent_games(out->share, games);
    th_wilson(out->share.mean * worth, worth, &out->low, &out->high);
    for (int i = 0; metrics_of(game)->list != NULL && metrics_of(game)->list[i].name != NULL; i++)
        out->metric[i] = ratio_estimate(&u->metric[i], u->blocks);
    report_unadjusted(out);
}

void report_unadjusted(struct th_arena_standing *out) {
    out->adjusted = (struct th_estimate){NAN, NAN};
    out->adjusted_low = out->adjusted_high = NAN;
}

/* Adjusted shares are not bounded, and their spread is known from the blocks alone: Student's
 * interval. The share itself is between 0 and 1. */
void ratio_report_adjusted(const struct ratio *r, uint64_t blocks, struct th_arena_standing *out) {
    out->adjusted = ratio_estimate(r, blocks);
    out->adjusted_low = 0, out->adjusted_high = 1;
    if (blocks < 2) return;
    const double freedom = fmin((double)blocks - 1, 1e9);
    const double half = student_95((int)freedom) * out->adjusted.se;
    out->adjusted_low = fmin(fmax(out->adjusted.mean - half, 0), 1);
    out->adjusted_high = fmin(fmax(out->adjusted.mean + half, 0), 1);
}

void unit_report_adjusted(const struct tally_unit *u, struct th_arena_standing *out) {
    ratio_report_adjusted(&u->adjusted, u->blocks, out);
}

/* ---- a run ---- */

void tally_start(struct tally *t, const struct plan *plan) {
    memset(t, 0, sizeof *t);
    t->game = plan->game;
    t->seats = plan->seats;
    for (int i = 0; i < t->seats; i++) {
        t->group_of[i] = -1;
        for (int j = 0; j < i && t->group_of[i] < 0; j++)
            if (plan_same_bot(&plan->bot[i], &plan->bot[j])) t->group_of[i] = t->group_of[j];
        if (t->group_of[i] < 0) t->group_of[i] = t->groups++;
    }
}

static void close_block(struct tally *t) {
    for (int i = 0; i < t->seats; i++) {
        unit_close_block(&t->player[i], t->game, t->in_block);
        unit_close_block(&t->seat[i], t->game, t->in_block);
    }
    for (int i = 0; i < t->groups; i++) unit_close_block(&t->group[i], t->game, t->in_block);
    ratio_add(&t->turns, (double)t->block_turns, t->played);
    ratio_add(&t->plies, (double)t->block_plies, t->played);
    t->block_turns = t->block_plies = 0;
    t->in_block = t->played = 0;
    t->blocks++;
}

void tally_add(struct tally *t, const struct match_result *r, int opening) {
    for (int seat = 0; seat < t->seats; seat++) {
        const int player = match_player(seat, t->games, t->seats);
        unit_add(&t->player[player], r, seat);
        unit_add(&t->seat[seat], r, seat);
        unit_add(&t->group[t->group_of[player]], r, seat);
    }
    t->unfinished += r->end == MATCH_UNFINISHED;
    t->draws += is_draw(r, t->seats);
    t->digest = th_mix2(t->digest, r->digest);
    distinct_add(&t->distinct, r, 0, opening);
    t->played += r->end != MATCH_FORFEIT;
    t->block_turns += r->turns;
    t->block_plies += r->plies;
    t->games++;
    if (++t->in_block == t->seats) close_block(t);
}

static void report_adjusted(const struct tally *t, struct th_arena_result *out) {
    for (int i = 0; i < t->seats; i++) {
        unit_report_adjusted(&t->player[i], &out->player[i]);
        unit_report_adjusted(&t->seat[i], &out->seat[i]);
    }
    for (int i = 0; i < t->groups; i++) unit_report_adjusted(&t->group[i], &out->group[i]);
}

static void forget_errors(const struct th_game *game, struct th_arena_standing *s) {
    s->share.se = NAN;
    for (int i = 0; metrics_of(game)->list != NULL && metrics_of(game)->list[i].name != NULL; i++)
        s->metric[i].se = NAN;
}

/* Standard errors by blocks take the same game for many observations: there are none. */
static void report_repeated(const struct tally *t, struct th_arena_result *out) {
    for (int i = 0; i < t->seats; i++) {
        forget_errors(t->game, &out->player[i]);
        forget_errors(t->game, &out->seat[i]);
    }
    for (int i = 0; i < t->groups; i++) forget_errors(t->game, &out->group[i]);
    out->game_turns.se = out->game_plies.se = NAN;
}

void tally_close(struct tally *t, bool adjusted, struct th_arena_result *out) {
    if (t->in_block > 0) close_block(t);
    out->games = t->games;
    out->unfinished = t->unfinished;
    out->draws = t->draws;
    out->digest = t->digest;
    out->players = t->seats;
    out->groups = t->groups;
    out->distinct = distinct_repeated(&t->distinct, t->games, t->seats);
    const double games = (double)(out->distinct > 0 ? out->distinct : t->games);
    for (int i = 0; i < t->seats; i++) {
        out->group_of[i] = t->group_of[i];
        unit_report(&t->player[i], t->game, games, &out->player[i]);
        unit_report(&t->seat[i], t->game, games, &out->seat[i]);
    }
    for (int i = 0; i < t->groups; i++) unit_report(&t->group[i], t->game, games, &out->group[i]);
    if (adjusted) report_adjusted(t, out);
    out->game_turns = ratio_estimate(&t->turns, t->blocks);
    out->game_plies = ratio_estimate(&t->plies, t->blocks);
    if (out->distinct > 0) report_repeated(t, out);
    distinct_drop(&t->distinct);
}

/* ---- distinct games ---- */

bool distinct_add(struct distinct *k, const struct match_result *r, int fixture, int opening) {
    const uint64_t beginning = (uint64_t)fixture << 32 | (uint32_t)opening;
    return distinct_add_key(k, th_mix2(beginning, r->digest), !r->varied);
}

bool distinct_add_block(struct distinct *k, const struct plan *plan, const struct series_block *b) {
    bool any = false;
    for (int i = 0; i < b->games; i++)
        any |= distinct_add(k, &b->result[i], b->fixture, plan_opening(plan, b->round));
    k->stale = any ? 0 : k->stale + 1;
    return any;
}
