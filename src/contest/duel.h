/* Two versions of a bot compared, NEW and OLD: how much stronger is NEW, in Elo?
 *
 * Either they play each other (in a game of more than two seats each takes as many seats as the
 * other, turn about), or each plays in the same place against the same others, with the same luck.
 * One observation is a block; the test looks at them when a round of all fixtures is complete. The
 * score of a block is a share, 1/2 if they are equally strong: of the games, what NEW won; or,
 * beside others, of NEW's and OLD's games, what NEW won and OLD did not.
 *
 * With luck taken off (luck_choice.h) a score is a real number with the same mean, and the test is
 * the one for such scores. It begins with plain results where the choice is made by the first
 * blocks.
 *
 * Elo's scale is that of Plackett and Luce: odds of winning are proportional to strength. Beside
 * others, the expected score also depends on how strong the others are; that is taken from the
 * games played so far. */
#ifndef CONTEST_DUEL_H
#define CONTEST_DUEL_H

#include "core/clock.h"
#include "luck_choice.h"
#include "series.h"
#include "stats/means.h"
#include "tally.h"

enum { DUEL_NEW = 0, DUEL_OLD = 1 }; /* bots of the series; others follow */

struct duel {
    const struct plan *plan;
    struct fixture *fixture;
    int fixtures, line_ups;
    bool beside_others;
    double elo0, elo1;
    struct sprt_bounds bounds;
    struct distinct distinct;
    /* Of blocks that are no repeats: scores, in twelfths of a game; games, or shares of them, won
     * by NEW and by OLD; seats in which they sat, game by game. */
    struct scores scores;
    double won[2];
    uint64_t seats[2];
    /* The same without luck, of all blocks while it is measured. */
    struct luck_choice luck;
    struct moments adjusted;
    struct ratio adjusted_share[2];     /* of the seats of NEW and of OLD */
    uint64_t repeats;                   /* the other blocks */
    uint64_t games, unfinished, digest; /* of all */
    uint64_t *faults;                   /* by bot, likewise */
    double llr;
    struct pace *pace; /* by bot: times of answers */
    double seconds;    /* of playing, when it is over */
    /* Callback after every block; may be NULL. */
    void (*progress)(void *context, const struct duel *d);
    void *context;
};

/* Beyond ± DUEL_ELO_KNOWN nothing is known but that: scores are all but 0 or 1. */
enum { DUEL_ELO_KNOWN = 2000 };

struct duel_estimate {
    double elo, low, high; /* 95 % */
};

/* The fixtures of the duel: beside `others` bots of the series, from number 2 on, or of NEW and OLD
 * alone. */
bool duel_make(struct duel *d, int seats, int others, double elo0, double elo1, double alpha,
               double beta, struct th_error *e);
void duel_drop(struct duel *d);

/* Plays a series of d->plan, which has the files of the contest, until the test decides. */
enum series_end duel_play(struct duel *d, struct series s, struct th_error *e);
/* Counts a block; false once the test has decided, or when nothing new has come for long
 * (duel_is_stale). For a series that has d->fixture. */
bool duel_count(struct duel *d, const struct series_block *block);

enum duel_decision { DUEL_OPEN, DUEL_BETTER, DUEL_NOT_BETTER }; /* elo1 or elo0 accepted */
enum duel_decision duel_decision(const struct duel *d);
/* Whether it ended because bots that never vary played the same games again and again. */
bool duel_is_stale(const struct duel *d);
/* Whether the two won the same in every block, as copies of a bot do that draw no numbers. */
bool duel_is_level(const struct duel *d);
/* The adjusted share of NEW or OLD, without regard to the early stop; NaN where luck is not taken
 * off. */
void duel_adjusted(const struct duel *d, int bot, struct th_arena_standing *out);
/* Allows for the early stop. */
struct duel_estimate duel_estimate(const struct duel *d);

/* "+12.3", or that it is beyond DUEL_ELO_KNOWN. Returns `out`. */
const char *duel_elo_text(double elo, char out[24]);
/* What the interval means if NEW and OLD are copies, or won the same in every block: a sentence
 * without its full stop. NULL: they are neither. */
const char *duel_equal_text(bool same_bot, bool level);

/* The expected score if NEW is stronger by so many points; and the other way round. */
double duel_score(const struct duel *d, double elo);
double duel_elo(const struct duel *d, double score);

#endif
