/* Fills by the bit: a plane holds one cell of 256 boards.
 *
 * 1. Every empty cell but the last two gets a fair coin on every board.
 * 2. The coins that fell to player 0 are counted, on all boards at once, in planes of binary digits
 *    (carry-save adders, five operations for one more plane).
 * 3. The last two cells make up the number that player 0 must have. If it still needs one stone,
 *    a coin says which cell takes it. If it needs none or two there is one way instead of two, so
 *    such a board is kept only if another coin says so. All other boards are dropped. What is kept
 *    is exactly uniform over all balanced fills, and twice as many boards are kept as if their
 *    coins had to be balanced by luck alone.
 * 4. Y-reduction: each cell becomes the majority of a small triangle, row by row, until one cell is
 *    left: the winner.
 *
 * The compiler's vector types make it portable; the results are the same however wide the
 * machine's vectors are. */
#include "fill.h"

#include "core/wide.h"
#include <math.h>
#include <string.h>

typedef uint64_t lanes __attribute__((vector_size(32)));
enum { WORDS = 4, LANES = 256, DIGITS = 8 };

/* xorshift128+ (Vigna 2017), a generator for each word, and two of them in turns: one waits for
 * its own last step while the other works. */
struct coins {
    lanes a, b;
};
enum { GENERATORS = 2 };

#define TOSS(result, coins)                                                                        \
    do {                                                                                           \
        lanes s1_ = (coins).a;                                                                     \
        const lanes s0_ = (coins).b;                                                               \
        (result) = s0_ + s1_;                                                                      \
        (coins).a = s0_;                                                                           \
        s1_ ^= s1_ << 23;                                                                          \
        (coins).b = s1_ ^ s0_ ^ (s1_ >> 18) ^ (s0_ >> 5);                                          \
    } while (0)

/* A full adder: the digits of a + b + c. */
#define ADD3(high, low, a, b, c)                                                                   \
    do {                                                                                           \
        const lanes half_ = (a) ^ (b), both_ = (a) & (b), third_ = (c);                            \
        (high) = both_ | (half_ & third_);                                                         \
        (low) = half_ ^ third_;                                                                    \
    } while (0)

#define MAJORITY(a, b, c) ((((a) ^ (b)) & ((a) ^ (c))) ^ (a))

/* What is filled, prepared once for many rounds. */
struct job {
    int size, empty, coins, need; /* need: stones player 0 has to get in these … */
    uint8_t cell[Y_CELLS_MAX];    /* … empty cells */
    const struct y_bridges *bridges;
    lanes board[Y_CELLS_MAX]; /* ones where player 0 has a stone */
    lanes work[Y_CELLS_MAX];
    lanes target[3][DIGITS]; /* the digits of need, need - 1 and need - 2, on every board */
};

static void prepare(struct job *job, const struct y *s, const struct y_bridges *bridges) {
    const lanes zero = {0};
    bool bridged[Y_CELLS_MAX] = {false};
    int need = 0;
    job->size = s->size;
    job->empty = 0;
    job->bridges = bridges;
    for (int i = 0; i < bridges->count; i++)
        bridged[bridges->cell[i][0]] = bridged[bridges->cell[i][1]] = true;
    for (int i = 0; i < y_cells(s->size); i++) {
        job->board[i] = s->cell[i] == 0 ? ~zero : zero;
        if (s->cell[i] != Y_EMPTY) continue;
        need++;
        if (!bridged[i]) job->cell[job->empty++] = (uint8_t)i;
    }
    job->need = (s->mover == 0 ? (need + 1) / 2 : need / 2) - bridges->count;
    job->coins = job->empty - 2;
    for (int k = 0; k < 3; k++)
        for (int d = 0; d < DIGITS; d++)
            job->target[k][d] = (job->need - k) >> d & 1 ? ~zero : zero;
}

/* Adds a plane of weight 2^from to the digits. */
static inline __attribute__((always_inline)) void carry_on(lanes digit[DIGITS], int from,
                                                           lanes plane) {
    for (int d = from; d < DIGITS; d++) {
        const lanes next = digit[d] & plane;
        digit[d] ^= plane;
        plane = next;
    }
}

/* Two coins for the cells i and i + 1. */
#define TOSS2(p, q, i)                                                                             \
    do {                                                                                           \
        TOSS(p, first);                                                                            \
        TOSS(q, second);                                                                           \
        job->board[job->cell[i]] = (p);                                                            \
        job->board[job->cell[(i) + 1]] = (q);                                                      \
    } while (0)

/* Steps 1 and 2. */
static inline __attribute__((always_inline)) void
toss(struct job *job, struct coins coins[GENERATORS], lanes digit[DIGITS]) {
    struct coins first = coins[0], second = coins[1];
    lanes ones = {0}, twos = {0}, fours = {0};
    int i = 0;
    for (int d = 0; d < DIGITS; d++) digit[d] = ones;
    for (; i + 8 <= job->coins; i += 8) {
        lanes p, q, two_a, two_b, four_a, four_b, eights;
        TOSS2(p, q, i);
        ADD3(two_a, ones, ones, p, q);
        TOSS2(p, q, i + 2);
        ADD3(two_b, ones, ones, p, q);
        ADD3(four_a, twos, twos, two_a, two_b);
        TOSS2(p, q, i + 4);
        ADD3(two_a, ones, ones, p, q);
        TOSS2(p, q, i + 6);
        ADD3(two_b, ones, ones, p, q);
        ADD3(four_b, twos, twos, two_a, two_b);
        ADD3(eights, fours, fours, four_a, four_b);
        carry_on(digit, 3, eights);
    }
    digit[0] = ones, digit[1] = twos, digit[2] = fours;
    for (; i < job->coins; i++) {
        lanes p;
        TOSS(p, first);
        job->board[job->cell[i]] = p;
        carry_on(digit, 0, p);
    }
    coins[0] = first, coins[1] = second;
}

/* Zeros on the boards where the digits are these. */
static inline __attribute__((always_inline)) lanes difference(const lanes digit[DIGITS],
                                                              const lanes target[DIGITS]) {
    lanes differ = digit[0] ^ target[0];
    for (int d = 1; d < DIGITS; d++) differ |= digit[d] ^ target[d];
    return differ;
}

/* Step 3: the boards to keep. */
static inline __attribute__((always_inline)) lanes complete(struct job *job,
                                                            struct coins coins[GENERATORS]) {
    lanes digit[DIGITS], which, keep;
    const lanes zero = {0};
    for (int i = 0; i < job->bridges->count; i++) {
        TOSS(which, coins[i & 1]);
        job->board[job->bridges->cell[i][0]] = which;
        job->board[job->bridges->cell[i][1]] = ~which;
    }
    if (job->empty < 2) { /* nothing to choose */
        if (job->empty == 1) job->board[job->cell[0]] = job->need == 1 ? ~zero : zero;
        return ~zero;
    }
    toss(job, coins, digit);
    TOSS(which, coins[0]);
    TOSS(keep, coins[1]);
    const lanes none = ~difference(digit, job->target[0]), one = ~difference(digit, job->target[1]);
    const lanes two = job->need >= 2 ? ~difference(digit, job->target[2]) : zero;
    job->board[job->cell[job->empty - 2]] = (one & which) | two;
    job->board[job->cell[job->empty - 1]] = (one & ~which) | two;
    return one | ((none | two) & keep);
}

/* Step 4: ones where player 0 wins. */
static inline __attribute__((always_inline)) lanes reduce(struct job *job) {
    const lanes *from = job->board;
    lanes *work = job->work;
    for (int size = job->size; size > 1; size--) {
        int i = 0;
        for (int r = 0; r < size - 1; r++) {
            lanes left = from[i + r + 1];
            for (int c = 0; c <= r; c++, i++) {
                const lanes right = from[i + r + 2];
                work[i] = MAJORITY(from[i], left, right);
                left = right;
            }
        }
        from = work; /* row r is written before row r + 1 is: it can stay where it is */
    }
    return from[0];
}

static inline __attribute__((always_inline)) uint32_t count(lanes plane) {
    uint32_t n = 0;
    for (int w = 0; w < WORDS; w++) n += (uint32_t)__builtin_popcountll(plane[w]);
    return n;
}

static inline __attribute__((always_inline)) void
count_cell(const struct job *job, int cell, lanes keep, lanes wins, struct y_fills *sums) {
    const lanes own = job->board[cell];
    sums->own[cell] += count(own & keep);
    sums->own_wins[cell] += count(own & wins);
}

WIDE static void fill_rounds(struct job *job, int rounds, bool by_cell,
                             struct coins coins[GENERATORS], struct y_fills *sums) {
    for (int round = 0; round < rounds; round++) {
        const lanes keep = complete(job, coins);
        const lanes wins = reduce(job) & keep;
        sums->fills += count(keep);
        sums->wins += count(wins);
        if (!by_cell) continue;
        for (int i = 0; i < job->empty; i++) count_cell(job, job->cell[i], keep, wins, sums);
        for (int i = 0; i < job->bridges->count; i++) {
            count_cell(job, job->bridges->cell[i][0], keep, wins, sums);
            count_cell(job, job->bridges->cell[i][1], keep, wins, sums);
        }
    }
}

static const struct y_bridges no_bridges;

static void seed(struct coins coins[GENERATORS], struct th_rng *rng) {
    for (int g = 0; g < GENERATORS; g++)
        for (int w = 0; w < WORDS; w++) {
            coins[g].a[w] = th_rng_next(rng);
            coins[g].b[w] = th_rng_next(rng);
        }
}

void y_fill(const struct y *s, const struct y_bridges *bridges, int rounds, bool by_cell,
            struct th_rng *rng, struct y_fills *sums) {
    struct job job;
    struct coins coins[GENERATORS];
    prepare(&job, s, bridges != NULL ? bridges : &no_bridges);
    seed(coins, rng);
    fill_rounds(&job, rounds, by_cell, coins, sums);
}

void y_fill_until(const struct y *s, int rounds, bool by_cell, struct th_rng *rng,
                  const th_flag *stop, struct y_fills *sums) {
    enum { AT_ONCE = 64 };
    struct job job;
    struct coins coins[GENERATORS];
    prepare(&job, s, &no_bridges);
    seed(coins, rng);
    do {
        const int next = rounds < AT_ONCE ? rounds : AT_ONCE;
        fill_rounds(&job, next, by_cell, coins, sums);
        rounds -= next;
    } while (rounds > 0 && !th_is_set(stop));
}

/* 2^(2 - empty) · C(empty, need) / 2 of the boards are kept. */
double y_fills_per_round(int empty) {
    if (empty < 2) return LANES;
    double ways = 1;
    for (int i = 1; i <= empty / 2; i++) ways = ways * (empty - empty / 2 + i) / i;
    return LANES * ldexp(ways, 1 - empty);
}

/* ---- bridges ---- */

/* Bridges: two chains of one player, or a chain and a side, that have two empty cells in common.
 * The opponent can take one of them, and the player takes the other.
 *
 * Bridges that share a cell cannot all be counted on, so they are taken first come first served:
 * each that joins two chains (by stones or by bridges taken before) which were apart. Whoever's
 * chains touch all three sides in this way has won, no matter who is to move. */

enum { SIDES = 3 };

/* Chains, joined by stones and bridges, with the sides they reach at their roots. */
struct links {
    uint8_t parent[Y_CELLS_MAX], sides[Y_CELLS_MAX];
    bool used[Y_CELLS_MAX]; /* cells of bridges that were taken */
};

static int root_of(struct links *l, int node) {
    while (l->parent[node] != node) node = l->parent[node] = l->parent[l->parent[node]];
    return node;
}

static void unite(struct links *l, int one, int other) {
    const int a = root_of(l, one), b = root_of(l, other);
    if (a == b) return;
    l->parent[a] = (uint8_t)b;
    l->sides[b] |= l->sides[a];
}

static void start_links(struct links *l, const struct y *s, const struct y_shape *t) {
    for (int i = 0; i < t->cells; i++) {
        l->parent[i] = (uint8_t)i;
        l->sides[i] = t->sides[i];
        l->used[i] = false;
    }
    for (int i = 0; i < t->cells; i++) {
        if (s->cell[i] == Y_EMPTY) continue;
        for (int k = 0; k < t->neighbours[i]; k++)
            if (s->cell[t->neighbour[i][k]] == s->cell[i]) unite(l, i, t->neighbour[i][k]);
    }
}

/* Takes the cells a and b for a bridge of the owner, if both are free. */
static bool take(struct links *l, struct y_bridges *out, int owner, int a, int b) {
    if (l->used[a] || l->used[b]) return false;
    l->used[a] = l->used[b] = true;
    out->owner[out->count] = (uint8_t)owner;
    out->cell[out->count][0] = (uint8_t)a;
    out->cell[out->count++][1] = (uint8_t)b;
    return true;
}

/* The empty cells next to both; returns how many. */
static int common_empty(const struct y *s, const struct y_shape *t, int one, int other,
                        int common[6]) {
    int n = 0;
    for (int k = 0; k < t->neighbours[one]; k++) {
        const int cell = t->neighbour[one][k];
        if (s->cell[cell] != Y_EMPTY) continue;
        for (int m = 0; m < t->neighbours[cell]; m++)
            if (t->neighbour[cell][m] == other) common[n++] = cell;
    }
    return n;
}

/* A stone in the second line of a side reaches it by either of two cells. */
static void bridges_to_sides(struct links *l, const struct y *s, const struct y_shape *t, int stone,
                             struct y_bridges *out) {
    for (int side = 0; side < SIDES; side++) {
        int at_side[6], n = 0;
        if (l->sides[root_of(l, stone)] >> side & 1) continue;
        for (int k = 0; k < t->neighbours[stone]; k++) {
            const int cell = t->neighbour[stone][k];
            if (s->cell[cell] == Y_EMPTY && t->sides[cell] >> side & 1) at_side[n++] = cell;
        }
        if (n == 2 && take(l, out, s->cell[stone], at_side[0], at_side[1]))
            l->sides[root_of(l, stone)] |= (uint8_t)(1 << side);
    }
}

/* To stones two steps away, in the six directions a bridge can lie. */
static void bridges_to_stones(struct links *l, const struct y *s, const struct y_shape *t,
                              int stone, struct y_bridges *out) {
    static const int8_t steps[6][2] = {{1, 2}, {2, 1}, {1, -1}, {-1, -2}, {-2, -1}, {-1, 1}};
    for (int k = 0; k < 6; k++) {
        const int row = t->row[stone] + steps[k][0], column = t->column[stone] + steps[k][1];
        if (row < 0 || row >= t->size || column < 0 || column > row) continue;
        const int other = y_index(row, column);
        int common[6];
        if (s->cell[other] == s->cell[stone] && root_of(l, other) != root_of(l, stone) &&
            common_empty(s, t, stone, other, common) == 2 &&
            take(l, out, s->cell[stone], common[0], common[1]))
            unite(l, stone, other);
    }
}

void y_find_bridges(const struct y *s, struct y_bridges *out) {
    const struct y_shape *t = y_shape(s->size);
    struct links l;
    out->count = 0;
    out->winner = Y_EMPTY;
    start_links(&l, s, t);
    for (int i = 0; i < t->cells; i++)
        if (s->cell[i] != Y_EMPTY) bridges_to_stones(&l, s, t, i, out);
    for (int i = 0; i < t->cells; i++)
        if (s->cell[i] != Y_EMPTY) bridges_to_sides(&l, s, t, i, out);
    for (int i = 0; i < t->cells; i++)
        if (s->cell[i] != Y_EMPTY && l.sides[root_of(&l, i)] == Y_ALL_SIDES)
            out->winner = s->cell[i];
}

/* ---- playout ---- */

int y_playout(const struct y *s, struct th_rng *rng) {
    struct y now = *s;
    uint8_t empty[Y_CELLS_MAX];
    uint32_t n = 0;
    for (int i = 0; i < y_cells(s->size); i++)
        if (s->cell[i] == Y_EMPTY) empty[n++] = (uint8_t)i;
    while (!now.over) {
        const uint32_t k = th_rng_below(rng, n);
        y_place(&now, empty[k]);
        empty[k] = empty[--n];
    }
    return now.winner;
}
