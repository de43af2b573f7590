/* The greedy move policies of the rules page. Every score is worked out on the columns that the
 * move touches; nothing is copied. */
#include "policy.h"

th_action cantstop_first_move(const struct cantstop_policy *p, const struct cantstop *s,
                              const th_action legal[], int n, struct th_rng *rng) {
    (void)p, (void)s, (void)n, (void)rng;
    return legal[0];
}

th_action cantstop_random_move(const struct cantstop_policy *p, const struct cantstop *s,
                               const th_action legal[], int n, struct th_rng *rng) {
    (void)p, (void)s;
    return legal[th_rng_below(rng, (uint32_t)n)];
}

/* What a candidate does to the columns it touches. */
struct effect {
    int64_t worth;         /* of the columns after the move, bonus for tops included */
    unsigned touched, top; /* the columns, and those of them that reach their top */
};

static inline struct effect effect_of(const struct cantstop_greedy *g, const struct cantstop *s,
                                      struct cantstop_move m) {
    const int a = m.a, b = m.b;
    const int at_a = s->permanent[s->seat][a] + s->temporary[a] + 1 + (m.steps == 2 && a == b);
    struct effect e = {g->worth[a][at_a], 1U << a, 0};
    e.top = (unsigned)(at_a == cantstop_height[a]) << a;
    if (a != b) {
        const int at_b = s->permanent[s->seat][b] + s->temporary[b] + 1;
        e.worth += g->worth[b][at_b];
        e.touched |= 1U << b;
        e.top |= (unsigned)(at_b == cantstop_height[b]) << b;
    }
    return e;
}

/* Ties: a double step first, then the larger sum of the columns listed, then the first. */
th_action cantstop_greedy_aggressive(const struct cantstop_policy *p, const struct cantstop *s,
                                     const th_action legal[], int n, struct th_rng *rng) {
    (void)rng;
    const unsigned banked = cantstop_banked(s);
    th_action best = legal[0];
    int64_t best_score = INT64_MIN;
    for (int i = 0; i < n; i++) {
        const struct cantstop_move m = cantstop_tables.moves[legal[i]];
        const struct effect e = effect_of(&p->greedy, s, m);
        int64_t score = e.worth;
        if (cantstop_count(banked | e.top) >= CANTSTOP_TO_WIN) score += p->greedy.win;
        const bool twice = m.steps == 2 && m.a == m.b;
        const int sum = m.steps == 2 ? m.a + m.b + 2 * CANTSTOP_FIRST_COLUMN
                                     : m.a + CANTSTOP_FIRST_COLUMN;
        score = score * 64 + twice * 32 + sum;
        if (score > best_score) best = legal[i], best_score = score;
    }
    return best;
}

/* Ties: fewer newly opened columns, then fewer distinct columns, then the first. */
th_action cantstop_greedy_conservative(const struct cantstop_policy *p, const struct cantstop *s,
                                       const th_action legal[], int n, struct th_rng *rng) {
    (void)rng;
    const struct cantstop_greedy *g = &p->greedy;
    th_action best = legal[0];
    int64_t best_score = INT64_MIN;
    for (int i = 0; i < n; i++) {
        const struct cantstop_move m = cantstop_tables.moves[legal[i]];
        const struct effect e = effect_of(g, s, m);
        const int distinct = 1 + (m.a != m.b);
        const int old = (s->active >> m.a & 1) + (m.a != m.b && (s->active >> m.b & 1));
        const int opened = distinct - old;
        int64_t score = e.worth + g->active * old;
        score -= g->open * (g->open_once ? opened > 0 : opened);
        score = score * 16 - opened * 4 - distinct;
        if (score > best_score) best = legal[i], best_score = score;
    }
    return best;
}
