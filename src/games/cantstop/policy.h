/* Can't Stop's bots answer two questions: which move, and stop or roll again. Each question has
 * its policies; a bot is a pair of them. Scores compare as integers, so ties are exact. */
#ifndef CANTSTOP_POLICY_H
#define CANTSTOP_POLICY_H

#include "board.h"
#include "tahur/rng.h"

/* 1.0 of a score: 45045 is the least common multiple of the heights, and weights have at most six
 * decimals, so that every score is an integer. */
#define CANTSTOP_UNIT (INT64_C(45045) * TH_MILLION)

/* The numbers of the greedy move policies.
 *
 * What a move is worth is a sum over the columns it touches, so one table lookup a column does it.
 * Scores are in CANTSTOP_UNITs times CANTSTOP_TIES; below that, what decides ties is added in, and
 * in the lowest four bits the place in the list, so that the largest number is the move. */
#define CANTSTOP_TIES 1024
struct cantstop_greedy {
    /* Of a column that stands at this height after the move, plus CANTSTOP_RUNNER if it had a
     * runner before; CANTSTOP_NONE is worth 0. */
    int64_t worth[CANTSTOP_COLUMNS + 1][2 * CANTSTOP_RUNNER];
    int64_t win;     /* aggressive: for three columns completed or at their top */
    int64_t two_new; /* conservative: given back when a move opens two, if it costs but once */
};

/* From the weights b, w, p and a of the rules page, in CANTSTOP_UNITs; `once`: penalty=move. */
void cantstop_set_aggressive(struct cantstop_greedy *g, int64_t b, int64_t w);
void cantstop_set_conservative(struct cantstop_greedy *g, int64_t b, int64_t p, int64_t a,
                               bool once);

/* The numbers of rule-of-28 and glenn-aloi. */
struct cantstop_linear {
    int progress[CANTSTOP_COLUMNS], move[CANTSTOP_COLUMNS];
    int odd, even, high, low, marker, threshold;
};

struct cantstop_policy;
/* The place in `legal` of the move to make. */
typedef int cantstop_choose_move(const struct cantstop_policy *p, const struct cantstop *s,
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

/* One step of a quick sensible game: a roll by these random bits, or what risk-stop would do. */
void cantstop_play_ply(struct cantstop *s, uint64_t bits);

#endif
