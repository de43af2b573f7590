/* Strengths of bots from the results of a league.
 *
 * The model: in a game between bots of strengths s, each wins with probability exp(s) / (the sum of
 * exp over all players). For two players this is the model of Bradley and Terry ("Rank analysis of
 * incomplete block designs", Biometrika 1952), for more the first choice of Luce (Individual Choice
 * Behavior, 1959) and Plackett ("The analysis of permutations", 1975): a game has one winner and
 * does not rank the others.
 *
 * Only differences of strengths are meaningful. The zero is the mean of the bots that have both won
 * and lost something, since the strengths of the others are only bounded on one side; with fewer
 * than two such bots it is the mean of all. */
#ifndef STATS_RATING_H
#define STATS_RATING_H

#include "tahur/error.h"
#include "tahur/game.h"

/* The results of one line-up. The games of a block share their luck, with seats exchanged: they
 * depend on each other, so a block is one observation. Blocks are assumed to be independent, also
 * between line-ups. */
struct rating_line_up {
    int players;                                 /* slots, 2..TH_SEATS_MAX */
    int bot[TH_SEATS_MAX];                       /* by slot; may repeat */
    double games, blocks;                        /* every block has the same number of games */
    double won[TH_SEATS_MAX];                    /* games won by the slot; they sum to `games` */
    double products[TH_SEATS_MAX][TH_SEATS_MAX]; /* sum over blocks of won_i · won_j in the block */
};

/* Adds a block, given the games that each slot won in it. A game without a winner counts 1/players
 * for each, so that the wins of a block sum to its games. */
void rating_add_block(struct rating_line_up *l, const double won[]);

struct ratings {
    int bots;
    double *strength;   /* natural logarithms */
    double *covariance; /* bots × bots, of the strengths relative to their zero */
    bool *bounded;      /* by bot: has both won and lost something */
    /* The results alone have no maximum of the likelihood: they make a bot infinitely better than
     * another, or do not compare them. So every bot has one more game (of real scores: one or
     * more), half won and half lost, against the same average player. */
    bool ghosts;
};

/* The maximum likelihood strengths, to about ten digits. Bots are numbered from 0; bots ≥ 1;
 * line-ups may be in any order and may repeat. All results are finite. Fails only if there is no
 * memory. */
bool ratings_fit(const struct rating_line_up *line_ups, int count, int bots, struct ratings *out,
                 struct th_error *e);
/* The same for real scores, such as results less their luck: `won` may be below 0, or above the
 * games, if the scores of a block sum to its games. Where strengths of counts exist, these are the
 * same; errors come from the blocks' own variation. `bounded`: the total differs from 0 and from
 * all games by two standard errors. */
bool ratings_fit_real(const struct rating_line_up *line_ups, int count, int bots,
                      struct ratings *out, struct th_error *e);
void ratings_drop(struct ratings *r);

/* Moves the zero to the mean of the bots that count, at least one. Differences do not change. */
void ratings_center(struct ratings *r, const bool counts[]);

/* Standard errors: of a strength relative to the zero, and of i's lead over j. Intervals of ± 1.96
 * standard errors have a coverage of about 95 %, also with few blocks; with ghosts this is not
 * guaranteed. */
double ratings_se(const struct ratings *r, int i);
double ratings_lead_se(const struct ratings *r, int i, int j);

/* The probability that i is stronger than j, by a normal approximation of the lead. */
double ratings_superiority(const struct ratings *r, int i, int j);

/* A strength, or its error, in Elo points: 400 points are odds of 10 : 1. */
double rating_elo(double strength);

/* ---- meetings ---- */

/* The data of the fit, for rating.c and its tests. */

/* A line-up with the slots of the same bot merged. */
struct meeting {
    int bots;
    int bot[TH_SEATS_MAX];
    double slots[TH_SEATS_MAX]; /* number of slots of the bot */
    double games, blocks;
    double won[TH_SEATS_MAX];
    double products[TH_SEATS_MAX][TH_SEATS_MAX];
    double moved[TH_SEATS_MAX]; /* wins that count in addition, for impossible totals */
};

struct meetings {
    bool real;   /* scores are no counts of wins */
    bool ghosts; /* as in struct ratings */
    int nodes;   /* the bots, and with ghosts the average player after them */
    struct meeting *meeting;
    int count;
    double *strength;    /* [nodes], the last one is 0 */
    double *slope;       /* [nodes], the gradient of the log-likelihood */
    double *information; /* [nodes][nodes], minus its second derivatives */
    double *score;       /* [nodes][nodes], the covariance of the gradient */
};

/* The probabilities of the bots of the meeting to win a game of it. */
void meetings_chances(const struct meetings *l, const struct meeting *m, double p[TH_SEATS_MAX]);

/* The information of a game of the meeting: the covariance of the winner, diag(p) − p pᵀ, at i, j.
 */
static inline double meetings_game_covariance(const double p[TH_SEATS_MAX], int i, int j) {
    return (i == j ? p[i] : 0) - p[i] * p[j];
}

/* The covariance of the scores of all blocks of a meeting, at i, j; at least two blocks. */
double meeting_covariance(const struct meeting *m, int i, int j);

/* Fills in `score` from the variation of blocks. */
void meetings_score(struct meetings *l);

#endif
