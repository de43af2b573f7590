#include "league.h"

#include "tahur/rng.h"
#include <math.h>
#include <stdlib.h>

bool league_make(struct league *l, const struct series *s, struct th_error *e) {
    const size_t bots = (size_t)s->bots, fixtures = (size_t)s->fixtures;
    *l = (struct league){.series = s,
                         .unit = calloc(bots, sizeof *l->unit),
                         .line_up = calloc(fixtures, sizeof *l->line_up),
                         .won = calloc(bots * bots, sizeof *l->won),
                         .telling = calloc(bots, sizeof *l->telling),
                         .repeats = calloc(fixtures, sizeof *l->repeats)};
    if (l->unit == NULL || l->line_up == NULL || l->won == NULL || l->telling == NULL ||
        l->repeats == NULL) {
        league_drop(l);
        return th_fail(e, "there is no memory for so many bots");
    }
    for (int f = 0; f < s->fixtures; f++) {
        l->line_up[f].players = s->seats;
        for (int i = 0; i < s->seats; i++) l->line_up[f].bot[i] = s->fixture[f].line_up[0].bot[i];
    }
    return true;
}

void league_drop(struct league *l) {
    free(l->unit);
    free(l->line_up);
    free(l->won);
    free(l->telling);
    free(l->repeats);
    kinds_drop(&l->kinds);
    *l = (struct league){0};
}

static void count_game(struct league *l, const struct series_block *block, int game,
                       double won[TH_SEATS_MAX]) {
    const struct series *s = l->series;
    const struct match_result *r = &block->result[game];
    double share[TH_SEATS_MAX];
    int bot[TH_SEATS_MAX];
    series_shares(r, s->seats, share);
    for (int i = 0; i < s->seats; i++) {
        bot[i] = series_bot(s, block, game, i);
        won[series_place(s, block, game, i)] += share[i];
        unit_add_share(&l->unit[bot[i]], r, i, share[i]);
    }
    for (int i = 0; i < s->seats; i++)
        for (int j = 0; j < s->seats; j++)
            if (bot[i] != bot[j]) l->won[bot[i] * s->bots + bot[j]] += share[i];
    l->unfinished += r->end == MATCH_UNFINISHED;
    l->faults += r->end == MATCH_FAULT;
    l->digest = th_mix2(l->digest, r->digest);
    l->games++;
}

/* A bot that sits in several places has one block, with as many games for each of them. */
static void close_units(struct league *l, const struct series_block *block) {
    const struct series *s = l->series;
    const int *bot = s->fixture[block->fixture].line_up[0].bot;
    for (int i = 0; i < s->seats; i++) {
        int places = 0;
        bool first = true;
        for (int j = 0; j < s->seats; j++) {
            places += bot[j] == bot[i];
            first = first && (bot[j] != bot[i] || j >= i);
        }
        if (first) unit_close_block(&l->unit[bot[i]], s->game, places * block->games);
    }
}

bool league_count(void *league, const struct series_block *block) {
    struct league *l = league;
    double won[TH_SEATS_MAX] = {0};
    for (int i = 0; i < block->games; i++) count_game(l, block, i, won);
    close_units(l, block);
    if (!kinds_add_block(&l->kinds, l->series, block)) {
        l->repeats[block->fixture]++;
        return true;
    }
    rating_add_block(&l->line_up[block->fixture], won);
    for (int i = 0; i < l->series->seats; i++)
        l->telling[l->line_up[block->fixture].bot[i]] += block->games;
    return true;
}

double league_odds(const struct league *l, int i, int j) {
    const double ours = l->won[i * l->series->bots + j], theirs = l->won[j * l->series->bots + i];
    return ours + theirs > 0 ? ours / (ours + theirs) : NAN;
}

void league_standing(const struct league *l, int bot, struct th_arena_standing *out) {
    unit_report(&l->unit[bot], l->series->game, l->telling[bot], out);
}

bool league_rate(const struct league *l, struct ratings *out, struct th_error *e) {
    return ratings_fit(l->line_up, l->series->fixtures, l->series->bots, out, e);
}

int league_repeats(const struct league *l) {
    int n = 0;
    for (int f = 0; f < l->series->fixtures; f++) n += l->repeats[f] > 0;
    return n;
}
