/* The greedy move policies of the rules page. Every score is worked out on the columns that the
 * move touches; nothing is copied. */
#include "policy.h"
#include "tahur/bot.h"

int cantstop_first_move(const struct cantstop_policy *p, const struct cantstop *s,
                        const th_action legal[], int n, struct th_rng *rng) {
    (void)p, (void)s, (void)legal, (void)n, (void)rng;
    return 0;
}

int cantstop_random_move(const struct cantstop_policy *p, const struct cantstop *s,
                         const th_action legal[], int n, struct th_rng *rng) {
    (void)p, (void)s, (void)legal;
    return (int)th_rng_below(rng, (uint32_t)n);
}

/* Squares that a runner moves in the column by these steps: more where it jumps over markers. */
static inline int squares(const struct cantstop *s, int column, int steps, bool jumps) {
    if (!jumps || column == CANTSTOP_NONE) return steps;
    const int from = cantstop_reached(s, column);
    int to = from;
    for (int i = 0; i < steps; i++) to = cantstop_jump(s, column, to);
    return to - from;
}

/* The columns' worth after the move. */
static inline int64_t worth_of(const struct cantstop_greedy *g, const struct cantstop *s,
                               struct cantstop_move m, bool jumps) {
    return g->worth[m.a][s->place[m.a] + squares(s, m.a, m.steps_a, jumps)] +
           g->worth[m.b][s->place[m.b] + squares(s, m.b, 1, jumps)];
}

/* Columns at their top after the move that were not before. */
static inline unsigned new_tops(const struct cantstop *s, struct cantstop_move m, bool jumps) {
    const int a = cantstop_reached(s, m.a) + squares(s, m.a, m.steps_a, jumps);
    unsigned tops = (unsigned)(a == cantstop_height[m.a]) << m.a;
    if (m.b == CANTSTOP_NONE) return tops;
    const int b = cantstop_reached(s, m.b) + squares(s, m.b, 1, jumps);
    return tops | (unsigned)(b == cantstop_height[m.b]) << m.b;
}

/* Among equals: a double step first, then the larger sum of the columns listed; in 16ths. */
static inline int tie_aggressive(struct cantstop_move m) {
    const int sum = m.a + CANTSTOP_FIRST_COLUMN;
    if (m.b != CANTSTOP_NONE) return 16 * (sum + m.b + CANTSTOP_FIRST_COLUMN);
    return 16 * (m.steps_a == 2 ? 32 + 2 * sum : sum);
}

/* The place of the move with this score: a later one in the list had its place taken off. */
static inline int place_of(int64_t best) {
    return (int)((uint64_t)-best & 15);
}

static inline int aggressive(const struct cantstop_policy *p, const struct cantstop *s,
                             const th_action legal[], int n, bool jumps) {
    const unsigned banked = cantstop_banked(s);
    int64_t best = INT64_MIN;
    for (int i = 0; i < n; i++) {
        const struct cantstop_move m = cantstop_tables.moves[legal[i]];
        int64_t score = worth_of(&p->greedy, s, m, jumps) + tie_aggressive(m) - i;
        if (cantstop_count(banked | new_tops(s, m, jumps)) >= cantstop_needed(s))
            score += p->greedy.win;
        best = score > best ? score : best;
    }
    return place_of(best);
}

/* Apart, so that the usual case needs no room for it. */
__attribute__((cold, noinline)) static int aggressive_with_jumps(const struct cantstop_policy *p,
                                                                 const struct cantstop *s,
                                                                 const th_action legal[], int n) {
    return aggressive(p, s, legal, n, true);
}

int cantstop_greedy_aggressive(const struct cantstop_policy *p, const struct cantstop *s,
                               const th_action legal[], int n, struct th_rng *rng) {
    (void)rng;
    if (s->blocking == CANTSTOP_JUMPED) return aggressive_with_jumps(p, s, legal, n);
    return aggressive(p, s, legal, n, false);
}

/* Ties are part of the columns' worth: fewer newly opened ones, then fewer distinct ones. The
 * common case, in which nothing is given back, is compiled without asking for it. */
static inline int conservative(const struct cantstop_greedy *g, const struct cantstop *s,
                               const th_action legal[], int n, bool gives_back, bool jumps) {
    int64_t best = INT64_MIN;
    for (int i = 0; i < n; i++) {
        const struct cantstop_move m = cantstop_tables.moves[legal[i]];
        int64_t score = worth_of(g, s, m, jumps) - i;
        if (gives_back && m.b != CANTSTOP_NONE && ((s->active >> m.a | s->active >> m.b) & 1) == 0)
            score += g->two_new;
        best = score > best ? score : best;
    }
    return place_of(best);
}

__attribute__((cold, noinline)) static int conservative_with_jumps(const struct cantstop_policy *p,
                                                                   const struct cantstop *s,
                                                                   const th_action legal[], int n) {
    return conservative(&p->greedy, s, legal, n, true, true);
}

int cantstop_greedy_conservative(const struct cantstop_policy *p, const struct cantstop *s,
                                 const th_action legal[], int n, struct th_rng *rng) {
    (void)rng;
    if (s->blocking == CANTSTOP_JUMPED) return conservative_with_jumps(p, s, legal, n);
    if (p->greedy.two_new == 0) return conservative(&p->greedy, s, legal, n, false, false);
    return conservative(&p->greedy, s, legal, n, true, false);
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
            g->worth[c][at] =
                (worth + w->opened) * CANTSTOP_TIES + w->tie_of_column + w->tie_of_opened;
            g->worth[c][at + CANTSTOP_RUNNER] =
                (worth + w->active) * CANTSTOP_TIES + w->tie_of_column;
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

/* ---- linear ---- */

/* The reference opponents of the literature: Keller's rule of 28 and the bot of Glenn and Aloi
 * (2009). One form with different numbers. Both move by the official rule. */

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
