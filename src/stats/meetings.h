/* Inside of the ratings: results ready for adding up, and the sums. */
#ifndef STATS_MEETINGS_H
#define STATS_MEETINGS_H

#include "rating.h"

/* A line-up with the slots of the same bot made one. */
struct meeting {
    int bots;
    int bot[TH_SEATS_MAX];
    double slots[TH_SEATS_MAX]; /* how many of them the bot has */
    double games, blocks;
    double won[TH_SEATS_MAX];
    double products[TH_SEATS_MAX][TH_SEATS_MAX];
};

struct meetings {
    bool ghosts; /* as in struct ratings */
    int nodes;   /* the bots, and the average player after them where there are ghosts */
    struct meeting *meeting;
    int count;
    double *strength;    /* [nodes], the last one's is 0 */
    double *slope;       /* [nodes], of the log-likelihood */
    double *information; /* [nodes][nodes], minus its second derivatives */
    double *score;       /* [nodes][nodes], the covariance of the slope */
};

/* How likely each bot of the meeting is to win a game of it. */
void meetings_chances(const struct meetings *l, const struct meeting *m, double p[TH_SEATS_MAX]);

/* What a game of the meeting tells: the covariance of one winner, diag(p) − p pᵀ, at i, j. */
static inline double meetings_game_covariance(const double p[TH_SEATS_MAX], int i, int j) {
    return (i == j ? p[i] : 0) - p[i] * p[j];
}

/* Fills `score`, as the blocks show it. */
void meetings_score(struct meetings *l);

#endif
