/* Can't Stop's bots answer two questions: which move, and stop or roll again. Each question has
 * its policies; a bot is a pair of them. Scores compare as integers, so ties are exact. */
#ifndef CANTSTOP_POLICY_H
#define CANTSTOP_POLICY_H

#include "board.h"
#include "tahur/rng.h"

/* 1.0 of a score: 45045 is the least common multiple of the heights, and weights have at most six
 * decimals, so that every score is an integer. */
#define CANTSTOP_UNIT (INT64_C(45045) * TH_MILLION)

/* The numbers of the greedy move policies, in CANTSTOP_UNITs where they are weights. */
struct cantstop_greedy {
    /* Of a column that stands at this height after the move: its share of the way, and the bonus
     * at the top. */
    int64_t worth[CANTSTOP_COLUMNS][14];
    int64_t win;      /* aggressive: three columns completed or at their top */
    int64_t open;     /* conservative: taken off for a newly opened column … */
    bool open_once;   /* … once a move, however many it opens */
    int64_t active;   /* conservative: added for a column that was active already */
};

/* The numbers of rule-of-28 and glenn-aloi. */
struct cantstop_linear {
    int progress[CANTSTOP_COLUMNS], move[CANTSTOP_COLUMNS];
    int odd, even, high, low, marker, threshold;
};

struct cantstop_policy;
typedef th_action cantstop_choose_move(const struct cantstop_policy *p, const struct cantstop *s,
                                       const th_action legal[], int n, struct th_rng *rng);
typedef bool cantstop_decide_stop(const struct cantstop_policy *p, const struct cantstop *s);

struct cantstop_policy {
    cantstop_choose_move *choose_move;
    cantstop_decide_stop *decide_stop;
    bool stop_on_win; /* stop when a bank now wins, whatever else holds */
    int max_rolls;
    int64_t risk; /* in millionths */
    struct cantstop_greedy greedy;
    struct cantstop_linear linear;
};

cantstop_choose_move cantstop_first_move, cantstop_random_move, cantstop_greedy_aggressive,
    cantstop_greedy_conservative, cantstop_linear_move;
cantstop_decide_stop cantstop_linear_stop;

#endif
