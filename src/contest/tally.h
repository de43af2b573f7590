/* What a run adds up, game by game in their order, and what it makes of the sums.
 *
 * The games of a block share their luck, so a block is one observation: every mean is a ratio of
 * sums over blocks, with the standard error of a ratio estimator (Cochran, Sampling Techniques,
 * 1977, section 6.4). Games are added in their order, so that the sums are the same on every
 * machine. */
#ifndef CONTEST_TALLY_H
#define CONTEST_TALLY_H

#include "series.h"
#include "stats/share.h"

/* ---- distinct games ---- */

/* A contest that needs evidence ends by itself after so many blocks that brought none. */
enum { DISTINCT_STALE_BLOCKS = 200 };

/* Duplicate detection (stats/share.h). Where chance or a bot's generator had a part
 * (match_result.varied), every game counts as new, even if two of them happen to be the same. */

/* The next game, from this opening of this fixture; whether it is new. */
bool distinct_add(struct distinct *k, const struct match_result *r, int fixture, int opening);
/* The next block; whether any of its games is new. */
bool distinct_add_block(struct distinct *k, const struct plan *plan, const struct series_block *b);
/* ---- units ---- */

/* One who is counted: a player, a seat, the players of one group, or a bot of a league. */
struct tally_unit {
    uint64_t wins, faults, blocks;
    double games; /* that its share is of */
    struct ratio share, metric[TH_METRICS_MAX];
    struct ratio adjusted; /* the share without luck */
    /* Of the block in progress. */
    double block_share, block_luck;
    uint64_t block_counters[TH_COUNTERS_MAX];
};

/* What one seat did in a game; its share is its payoff, or this part of the win. */
void unit_add(struct tally_unit *u, const struct match_result *r, int seat);
void unit_add_share(struct tally_unit *u, const struct match_result *r, int seat, double share);
/* The end of a block in which it had so many games. */
void unit_close_block(struct tally_unit *u, const struct th_game *game, int games);
/* What it comes to; the interval counts no more than `games`. The adjusted share is left out. */
void unit_report(const struct tally_unit *u, const struct th_game *game, double games,
                 struct th_arena_standing *out);
/* The adjusted share; luck was measured in all games. The same of sums over so many blocks. */
void unit_report_adjusted(const struct tally_unit *u, struct th_arena_standing *out);
void ratio_report_adjusted(const struct ratio *r, uint64_t blocks, struct th_arena_standing *out);
/* Leaves it out. */
void report_unadjusted(struct th_arena_standing *out);

/* ---- an arena ---- */

struct tally {
    const struct th_game *game;
    int seats;
    int groups, group_of[TH_SEATS_MAX];
    uint64_t games, unfinished, draws, digest;
    uint64_t blocks; /* complete ones; close adds the last */
    int in_block;    /* games of the block in progress */
    int played;      /* of these: not forfeited */
    struct tally_unit player[TH_SEATS_MAX], seat[TH_SEATS_MAX], group[TH_SEATS_MAX];
    struct ratio turns, plies;
    uint64_t block_turns, block_plies;
    struct distinct distinct;
};

/* For a plan with a bot for every seat. */
void tally_start(struct tally *t, const struct plan *plan);
/* The next game, and the opening it began with. */
void tally_add(struct tally *t, const struct match_result *r, int opening);
/* After the last game; frees what the tally has. Leaves `seconds` alone. `adjusted`: luck was
 * measured in all games. */
void tally_close(struct tally *t, bool adjusted, struct th_arena_result *out);

#endif
