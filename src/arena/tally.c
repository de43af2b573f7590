#include "tally.h"

#include "tahur/rng.h"
#include <math.h>
#include <string.h>

static void ratio_add(struct ratio *r, double n, double d) {
    r->n += n;
    r->d += d;
    r->nn += n * n;
    r->nd += n * d;
    r->dd += d * d;
}

static struct th_estimate ratio_estimate(const struct ratio *r, uint64_t blocks) {
    struct th_estimate e = {NAN, NAN};
    if (r->d <= 0) return e;
    e.mean = r->n / r->d;
    if (blocks < 2) return e;
    const double squares = r->nn - 2 * e.mean * r->nd + e.mean * e.mean * r->dd;
    const double b = (double)blocks;
    e.se = squares > 0 ? sqrt(squares * b / (b - 1)) / r->d : 0;
    return e;
}

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

void unit_add(struct tally_unit *u, const struct match_result *r, int seat) {
    unit_add_share(u, r, seat, won_alone(r, seat));
}

void unit_add_share(struct tally_unit *u, const struct match_result *r, int seat, double share) {
    u->wins += won_alone(r, seat);
    u->faults += r->end == MATCH_FAULT && r->fault_seat == seat;
    u->block_share += share;
    for (int i = 0; i < TH_COUNTERS_MAX; i++) u->block_counters[i] += r->counters[seat][i];
}

void unit_close_block(struct tally_unit *u, const struct th_game *game, int games) {
    ratio_add(&u->share, u->block_share, games);
    for (const struct th_metric *m = game->metrics; m != NULL && m->name != NULL; m++)
        ratio_add(&u->metric[m - game->metrics], (double)u->block_counters[m->numerator],
                  (double)u->block_counters[m->denominator]);
    u->games += games;
    u->blocks++;
    u->block_share = 0;
    memset(u->block_counters, 0, sizeof u->block_counters);
}

/* How many independent games these are worth: fewer, where games that share their luck tend to go
 * the same way; never more than there were. */
static double worth_in_games(struct th_estimate share, double games) {
    const double variance = share.mean * (1 - share.mean);
    if (!(share.se > 0) || !(variance > 0)) return games;
    return fmin(games, variance / (share.se * share.se));
}

void unit_report(const struct tally_unit *u, const struct th_game *game, double games,
                 struct th_arena_standing *out) {
    out->wins = u->wins;
    out->faults = u->faults;
    out->share = ratio_estimate(&u->share, u->blocks);
    const double worth = worth_in_games(out->share, games);
    th_wilson(out->share.mean * worth, worth, &out->low, &out->high);
    for (int i = 0; game->metrics != NULL && game->metrics[i].name != NULL; i++)
        out->metric[i] = ratio_estimate(&u->metric[i], u->blocks);
}

/* ---- a run ---- */

void tally_start(struct tally *t, const struct th_arena *arena) {
    memset(t, 0, sizeof *t);
    t->game = arena->game;
    t->seats = arena->players;
    for (int i = 0; i < t->seats; i++) {
        t->group_of[i] = -1;
        for (int j = 0; j < i && t->group_of[i] < 0; j++)
            if (series_same_bot(&arena->player[i], &arena->player[j]))
                t->group_of[i] = t->group_of[j];
        if (t->group_of[i] < 0) t->group_of[i] = t->groups++;
    }
}

static void close_block(struct tally *t) {
    for (int i = 0; i < t->seats; i++) {
        unit_close_block(&t->player[i], t->game, t->in_block);
        unit_close_block(&t->seat[i], t->game, t->in_block);
    }
    for (int i = 0; i < t->groups; i++) unit_close_block(&t->group[i], t->game, t->in_block);
    ratio_add(&t->turns, (double)t->block_turns, t->in_block);
    ratio_add(&t->plies, (double)t->block_plies, t->in_block);
    t->block_turns = t->block_plies = 0;
    t->in_block = 0;
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
    t->digest = th_mix2(t->digest, r->digest);
    kinds_add(&t->kinds, r, 0, opening);
    t->block_turns += r->turns;
    t->block_plies += r->plies;
    t->games++;
    if (++t->in_block == t->seats) close_block(t);
}

void tally_close(struct tally *t, struct th_arena_result *out) {
    if (t->in_block > 0) close_block(t);
    out->games = t->games;
    out->unfinished = t->unfinished;
    out->digest = t->digest;
    out->players = t->seats;
    out->groups = t->groups;
    out->kinds = kinds_repeated(&t->kinds, t->games, t->seats);
    const double games = (double)(out->kinds > 0 ? out->kinds : t->games);
    for (int i = 0; i < t->seats; i++) {
        out->group_of[i] = t->group_of[i];
        unit_report(&t->player[i], t->game, games, &out->player[i]);
        unit_report(&t->seat[i], t->game, games, &out->seat[i]);
    }
    for (int i = 0; i < t->groups; i++) unit_report(&t->group[i], t->game, games, &out->group[i]);
    out->game_turns = ratio_estimate(&t->turns, t->blocks);
    out->game_plies = ratio_estimate(&t->plies, t->blocks);
    kinds_drop(&t->kinds);
}
