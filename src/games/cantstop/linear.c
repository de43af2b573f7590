/* The reference opponents of the literature: Keller's rule of 28 and the bot of Glenn and Aloi
 * (2009). One form with different numbers. Both move by the official rule. */
#include "policy.h"

#include "tahur/bot.h"

enum {
    EVEN = 0x555,
    ODD = 0x2aa,
    LOW = 0x03f,
    HIGH = 0x7e0
}; /* columns 2, 4, …; 3, 5, …; ≤ 7; ≥ 7 */

static int adjustment(const struct cantstop_linear *l, unsigned active) {
    if (cantstop_count(active) < CANTSTOP_RUNNERS) return 0;
    int sum = 0;
    if ((active & ODD) == 0) sum += l->even;
    if ((active & EVEN) == 0) sum += l->odd;
    if ((active & ~(unsigned)LOW) == 0) sum += l->low;
    if ((active & ~(unsigned)HIGH) == 0) sum += l->high;
    return sum;
}

static int weigh(const int weight[CANTSTOP_COLUMNS], const struct cantstop *s) {
    int sum = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        if (s->active >> c & 1) sum += weight[c] * (cantstop_temporary(s, c) + 1);
    return sum;
}

int cantstop_linear_move(const struct cantstop_policy *p, const struct cantstop *s,
                         const th_action legal[], int n, struct th_rng *rng) {
    (void)rng;
    const struct cantstop_linear *l = &p->linear;
    th_action official[CANTSTOP_LEGAL_MAX];
    const int count = cantstop_moves(s, true, official);
    th_action best = official[0];
    int best_score = INT32_MIN;
    for (int i = 0; i < count; i++) {
        struct cantstop after = *s;
        cantstop_make_move(&after, official[i]);
        const int score = weigh(l->move, &after) - l->marker * cantstop_count(after.active) -
                          adjustment(l, after.active);
        if (score > best_score) best = official[i], best_score = score;
    }
    return th_place_of(best, legal, n);
}

bool cantstop_linear_stop(const struct cantstop_policy *p, const struct cantstop *s) {
    const int active = cantstop_count(s->active);
    if (active < CANTSTOP_RUNNERS && cantstop_count(s->open) > active) return false;
    return weigh(p->linear.progress, s) + adjustment(&p->linear, s->active) >= p->linear.threshold;
}
