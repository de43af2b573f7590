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

/* The columns' worth after the move. */
static inline int64_t worth_of(const struct cantstop_greedy *g, const struct cantstop *s,
                               struct cantstop_move m) {
    return g->worth[m.a][s->active >> m.a & 1][s->reached[m.a] + m.steps_a] +
           g->worth[m.b][s->active >> m.b & 1][s->reached[m.b] + 1];
}

/* Columns at their top after the move that were not before. */
static inline unsigned new_tops(const struct cantstop *s, struct cantstop_move m) {
    unsigned tops = (unsigned)(s->reached[m.a] + m.steps_a == cantstop_height[m.a]) << m.a;
    if (m.b != CANTSTOP_NONE)
        tops |= (unsigned)(s->reached[m.b] + 1 == cantstop_height[m.b]) << m.b;
    return tops;
}

/* Among equals: a double step first, then the larger sum of the columns listed; in 16ths. */
static inline int tie_aggressive(struct cantstop_move m) {
    const int sum = m.a + CANTSTOP_FIRST_COLUMN;
    if (m.b != CANTSTOP_NONE) return 16 * (sum + m.b + CANTSTOP_FIRST_COLUMN);
    return 16 * (m.steps_a == 2 ? 32 + 2 * sum : sum);
}

/* The move with this score: a later one in the list had its place taken off. */
static inline th_action move_of(int64_t best, const th_action legal[]) {
    return legal[(uint64_t)-best & 15];
}

th_action cantstop_greedy_aggressive(const struct cantstop_policy *p, const struct cantstop *s,
                                     const th_action legal[], int n, struct th_rng *rng) {
    (void)rng;
    const unsigned banked = cantstop_banked(s);
    int64_t best = INT64_MIN;
    for (int i = 0; i < n; i++) {
        const struct cantstop_move m = cantstop_tables.moves[legal[i]];
        int64_t score = worth_of(&p->greedy, s, m) + tie_aggressive(m) - i;
        if (cantstop_count(banked | new_tops(s, m)) >= CANTSTOP_TO_WIN) score += p->greedy.win;
        best = score > best ? score : best;
    }
    return move_of(best, legal);
}

/* Ties are part of the columns' worth: fewer newly opened ones, then fewer distinct ones. */
th_action cantstop_greedy_conservative(const struct cantstop_policy *p, const struct cantstop *s,
                                       const th_action legal[], int n, struct th_rng *rng) {
    (void)rng;
    const struct cantstop_greedy *g = &p->greedy;
    int64_t best = INT64_MIN;
    for (int i = 0; i < n; i++) {
        const struct cantstop_move m = cantstop_tables.moves[legal[i]];
        int64_t score = worth_of(g, s, m) - i;
        if (g->two_new != 0 && m.b != CANTSTOP_NONE &&
            ((s->active >> m.a | s->active >> m.b) & 1) == 0)
            score += g->two_new;
        best = score > best ? score : best;
    }
    return move_of(best, legal);
}

/* ---- from the weights of the rules page to the table ---- */

struct weights {
    int64_t top;       /* for a column that reaches its top */
    int64_t opened;    /* for a column that the move opens */
    int64_t active;    /* for one that was active before */
    int tie_of_column; /* what a column counts among equals … */
    int tie_of_opened; /* … and, on top of it, one that is opened */
};

static void fill(struct cantstop_greedy *g, const struct weights *w) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int at = 0; at <= cantstop_height[c]; at++) {
            int64_t worth = CANTSTOP_UNIT / cantstop_height[c] * at;
            if (at == cantstop_height[c]) worth += w->top;
            g->worth[c][0][at] =
                (worth + w->opened) * CANTSTOP_TIES + w->tie_of_column + w->tie_of_opened;
            g->worth[c][1][at] = (worth + w->active) * CANTSTOP_TIES + w->tie_of_column;
        }
}

void cantstop_set_aggressive(struct cantstop_greedy *g, int64_t b, int64_t w) {
    fill(g, &(struct weights){.top = b});
    g->win = w * CANTSTOP_TIES;
}

void cantstop_set_conservative(struct cantstop_greedy *g, int64_t b, int64_t p, int64_t a,
                               bool once) {
    fill(g,
         &(struct weights){
             .top = b, .opened = -p, .active = a, .tie_of_column = -16, .tie_of_opened = -4 * 16});
    g->two_new = once ? p * CANTSTOP_TIES : 0;
}
