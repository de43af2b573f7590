#include "contest.h"

#include "tahur/rng.h"
#include <math.h>
#include <stdlib.h>

bool league_make(struct league *l, const struct plan *plan, struct th_error *e) {
    const size_t bots = (size_t)plan->bots, fixtures = (size_t)plan->fixtures;
    *l = (struct league){.plan = plan,
                         .unit = calloc(bots, sizeof *l->unit),
                         .line_up = calloc(fixtures, sizeof *l->line_up),
                         .adjusted = calloc(fixtures, sizeof *l->adjusted),
                         .won = calloc(bots * bots, sizeof *l->won),
                         .evident = calloc(bots, sizeof *l->evident),
                         .repeats = calloc(fixtures, sizeof *l->repeats),
                         .pace = calloc(bots, sizeof *l->pace)};
    if (l->unit == NULL || l->line_up == NULL || l->adjusted == NULL || l->won == NULL ||
        l->evident == NULL || l->repeats == NULL || l->pace == NULL) {
        league_drop(l);
        return th_fail(e, "there is no memory for so many bots");
    }
    for (int f = 0; f < plan->fixtures; f++) {
        l->line_up[f].players = plan->seats;
        for (int i = 0; i < plan->seats; i++)
            l->line_up[f].bot[i] = plan->fixture[f].line_up[0].bot[i];
        l->adjusted[f] = l->line_up[f];
    }
    return true;
}

void league_drop(struct league *l) {
    free(l->unit);
    free(l->line_up);
    free(l->adjusted);
    free(l->won);
    free(l->evident);
    free(l->repeats);
    free(l->pace);
    distinct_drop(&l->distinct);
    luck_choice_drop(&l->luck);
    *l = (struct league){0};
}

static void count_game(struct league *l, const struct series_block *block, int game) {
    const struct plan *plan = l->plan;
    const struct match_result *r = &block->result[game];
    double share[TH_SEATS_MAX];
    int bot[TH_SEATS_MAX];
    series_shares(r, plan->seats, share);
    for (int i = 0; i < plan->seats; i++) {
        bot[i] = plan_bot(plan, block, game, i);
        unit_add_share(&l->unit[bot[i]], r, i, share[i]);
    }
    for (int i = 0; i < plan->seats; i++)
        for (int j = 0; j < plan->seats; j++)
            if (bot[i] != bot[j]) l->won[bot[i] * plan->bots + bot[j]] += share[i];
    l->unfinished += r->end == MATCH_UNFINISHED;
    l->faults += r->end == MATCH_FAULT;
    l->digest = th_mix2(l->digest, r->digest);
    l->games++;
}

/* A bot that sits in several places has one block, with as many games for each of them. */
static void close_units(struct league *l, const struct series_block *block) {
    const struct plan *plan = l->plan;
    const int *bot = plan->fixture[block->fixture].line_up[0].bot;
    for (int i = 0; i < plan->seats; i++) {
        int places = 0;
        bool first = true;
        for (int j = 0; j < plan->seats; j++) {
            places += bot[j] == bot[i];
            first = first && (bot[j] != bot[i] || j >= i);
        }
        if (first) unit_close_block(&l->unit[bot[i]], plan->game, places * block->games);
    }
}

/* What the block says of strengths. */
static void rate_block(struct league *l, const struct series_block *block) {
    double plain[TH_SEATS_MAX], adjusted[TH_SEATS_MAX];
    luck_block_wins(l->plan, block, plain, adjusted);
    luck_choice_add(&l->luck, block, plain, adjusted);
    for (int i = 0; i < l->plan->seats; i++)
        l->evident[l->line_up[block->fixture].bot[i]] += block->games;
    rating_add_block(&l->line_up[block->fixture], plain);
    rating_add_block(&l->adjusted[block->fixture], adjusted);
}

bool league_count(void *league, const struct series_block *block) {
    struct league *l = league;
    for (int i = 0; i < block->games; i++) count_game(l, block, i);
    close_units(l, block);
    if (distinct_add_block(&l->distinct, l->plan, block))
        rate_block(l, block);
    else
        l->repeats[block->fixture]++;
    return true;
}

static bool count_and_report(void *league, const struct series_block *block) {
    const struct league *l = league;
    league_count(league, block);
    if (l->progress != NULL) l->progress(l->context, l);
    return true;
}

enum series_end league_play(struct league *l, struct series s, struct th_error *e) {
    s.plan = l->plan;
    s.count = count_and_report;
    s.context = l;
    s.pace = l->pace;
    s.seconds = &l->seconds;
    if (!luck_choice_begin(&l->luck, l->plan, l->plan->seats, e)) return SERIES_FAILED;
    s.measure = luck_choice_measure(&l->luck, l->plan);
    const enum series_end end = series_play(&s, e);
    luck_choice_end(&l->luck);
    return end;
}

double league_odds(const struct league *l, int i, int j) {
    const double ours = l->won[i * l->plan->bots + j], theirs = l->won[j * l->plan->bots + i];
    return ours + theirs > 0 ? ours / (ours + theirs) : NAN;
}

void league_standing(const struct league *l, int bot, struct th_arena_standing *out) {
    unit_report(&l->unit[bot], l->plan->game, l->evident[bot], out);
    if (luck_is_adjusted(&l->luck)) unit_report_adjusted(&l->unit[bot], out);
}

bool league_rate(const struct league *l, struct ratings *out, struct th_error *e) {
    const int line_ups = l->plan->fixtures, bots = l->plan->bots;
    return luck_is_adjusted(&l->luck) ? ratings_fit_real(l->adjusted, line_ups, bots, out, e)
                                      : ratings_fit(l->line_up, line_ups, bots, out, e);
}

int league_repeats(const struct league *l) {
    int n = 0;
    for (int f = 0; f < l->plan->fixtures; f++) n += l->repeats[f] > 0;
    return n;
}
