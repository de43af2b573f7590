/* A league under way: what the games of its line-ups add up to, bot by bot and pair by pair. */
#ifndef ARENA_LEAGUE_H
#define ARENA_LEAGUE_H

#include "stats/rating.h"
#include "tally.h"

struct league {
    const struct series *series;    /* with one line-up a fixture */
    struct tally_unit *unit;        /* by bot */
    struct rating_line_up *line_up; /* by fixture */
    double *won;                    /* [i × bots + j]: in games against j, seat by seat */
    double *telling;                /* by bot: its games in blocks that were no repeats */
    uint64_t *repeats;              /* by fixture: blocks that were */
    struct kinds kinds;
    uint64_t games, unfinished, digest, faults;
};

/* `s` is the configuration; its counting is the league's: league_count, with the league as
 * context. */
bool league_make(struct league *l, const struct series *s, struct th_error *e);
void league_drop(struct league *l);
bool league_count(void *league, const struct series_block *block);

/* Of the games of i and j that one of the two won, the share that i won: their odds against each
 * other, whoever else plays. NaN where there is none. */
double league_odds(const struct league *l, int i, int j);
/* What one bot did; its share is of the seats it sat in, with its part of shared games. */
void league_standing(const struct league *l, int bot, struct th_arena_standing *out);
/* How strong they are. Blocks that only repeat others tell nothing of that. */
bool league_rate(const struct league *l, struct ratings *out, struct th_error *e);
/* Line-ups that played the same games again, as bots do that never vary. */
int league_repeats(const struct league *l);

#endif
