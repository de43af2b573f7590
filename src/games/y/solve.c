/* Depth-first search with must-play regions (Hayward, Björnsson, Johanson, Kan, Po and van
 * Rijswijck, "Solving 7×7 Hex", 2003). When a move loses, the carrier of the opponent's win beats
 * all moves outside it as well, so that only those inside are left; when none is left, the mover
 * loses, and the union of these carriers is the carrier of that. A win's carrier is the move and
 * the carrier behind it.
 *
 * Moves are tried in the order of how few answers they leave the opponent, as seen by y_look, and
 * of their weight where that is equal. */
#include "solve.h"

#include "tahur/rng.h"
#include <assert.h>
#include <stdlib.h>

enum { SYMMETRIES = 6 };

/* A settled position, identified by the stones of the mover and of the other: the colours
 * themselves make no difference. */
struct entry {
    uint64_t own, other;
    uint64_t carrier;
    uint64_t work; /* nodes it took, times two, plus whether the mover wins; 0: no entry */
    uint64_t age;  /* of the solver when it was made: others are no entries */
};

struct y_solver {
    struct y_sight_board board;
    uint8_t image[SYMMETRIES][Y_SIGHT_CELLS]; /* where each symmetry takes a cell */
    uint64_t nodes, limit;                    /* so far, and when to stop */
    uint64_t age;                             /* how often it was reset */
    const th_flag *stop;
    bool stopped;     /* seen set: what functions return means nothing, and is not kept */
    uint64_t buckets; /* a power of two */
    struct entry (*table)[2];
};

/* ---- the six symmetries ---- */

static const uint8_t permutation[SYMMETRIES][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
static const uint8_t inverse[SYMMETRIES] = {0, 1, 2, 4, 3, 5};

static void make_images(struct y_solver *s) {
    const struct y_shape *shape = y_shape(s->board.size);
    for (int i = 0; i < shape->cells; i++) {
        const int r = shape->row[i], c = shape->column[i];
        const int xyz[3] = {s->board.size - 1 - r, c, r - c};
        for (int k = 0; k < SYMMETRIES; k++) {
            const int x = xyz[permutation[k][0]], y = xyz[permutation[k][1]];
            s->image[k][i] = (uint8_t)y_index(s->board.size - 1 - x, y);
        }
    }
}

static uint64_t image_of(const struct y_solver *s, int symmetry, uint64_t set) {
    uint64_t image = 0;
    for (; set != 0; set &= set - 1) image |= y_bit(s->image[symmetry][y_first(set)]);
    return image;
}

/* ---- the table ---- */

/* Where a position stands: that of its images with the least numbers, by which symmetry it is one,
 * and its two places. */
struct key {
    uint64_t own, other;
    int symmetry;
    struct entry *bucket;
};

static struct key make_key(const struct y_solver *s, uint64_t own, uint64_t other) {
    struct key key = {own, other, 0, NULL};
    for (int k = 1; k < SYMMETRIES; k++) {
        const uint64_t a = image_of(s, k, own);
        if (a > key.own) continue;
        const uint64_t b = image_of(s, k, other);
        if (a < key.own || b < key.other) key = (struct key){a, b, k, NULL};
    }
    key.bucket = s->table[th_mix2(key.own, key.other) & (s->buckets - 1)];
    return key;
}

static bool recall(const struct y_solver *s, const struct key *key, struct y_sight *sight) {
    for (int i = 0; i < 2; i++) {
        const struct entry *entry = &key->bucket[i];
        if (entry->work == 0 || entry->age != s->age || entry->own != key->own ||
            entry->other != key->other)
            continue;
        sight->carrier = image_of(s, inverse[key->symmetry], entry->carrier);
        sight->verdict = entry->work & 1 ? Y_MOVER_WINS : Y_MOVER_LOSES;
        return true;
    }
    return false;
}

/* The first place keeps what took the most work, the second what came last. */
static void remember(const struct y_solver *s, const struct key *key, const struct y_sight *sight,
                     uint64_t nodes) {
    const struct entry entry = {key->own, key->other, image_of(s, key->symmetry, sight->carrier),
                                2 * nodes + (sight->verdict == Y_MOVER_WINS), s->age};
    struct entry *bucket = key->bucket;
    if (bucket[0].age == s->age && entry.work < bucket[0].work) {
        bucket[1] = entry;
    } else {
        bucket[1] = bucket[0];
        bucket[0] = entry;
    }
}

/* ---- the search ---- */

static int heaviest(uint64_t set, const float weight[]) {
    int best = y_first(set);
    for (set &= set - 1; set != 0; set &= set - 1)
        if (weight[y_first(set)] > weight[best]) best = y_first(set);
    return best;
}

/* What is known of the mover's position, after a move from which the opponent's position is known
 * to be this: true if that settles it. */
static bool learn(struct y_sight *sight, int move, const struct y_sight *after) {
    if (after->verdict == Y_MOVER_LOSES) {
        sight->verdict = Y_MOVER_WINS;
        sight->carrier = after->carrier | y_bit(move);
        return true;
    }
    if (after->verdict == Y_MOVER_WINS) {
        sight->must &= after->carrier;
        sight->carrier |= after->carrier;
    }
    return false;
}

/* Looks at what each move leads to, before any is searched: some are settled at once. Makes the
 * number of answers the first thing that a move is weighed by. */
static bool look_ahead(const struct y_solver *s, const struct y_side *mover,
                       const struct y_side *opponent, float weight[], struct y_sight *sight,
                       struct y_sight after[]) {
    for (uint64_t left = sight->must; left != 0;) {
        const int move = heaviest(left, weight);
        struct y_side moved;
        y_side_add(&s->board, mover, move, &moved);
        after[move] = y_look(&s->board, opponent, &moved);
        if (learn(sight, move, &after[move])) return true;
        weight[move] -= (float)__builtin_popcountll(after[move].must);
        left &= sight->must & ~y_bit(move);
    }
    return false;
}

/* Settles an open position. */
static void search(struct y_solver *s, const struct y_side *mover, const struct y_side *opponent,
                   struct y_sight *sight) {
    const uint64_t before = s->nodes++;
    if (before >= s->limit || th_is_set(s->stop)) s->stopped = true;
    if (s->stopped) return;
    const struct key key = make_key(s, mover->stones, opponent->stones);
    if (recall(s, &key, sight)) return;
    struct y_vulnerable vulnerable;
    y_leave_out(&s->board, mover->stones, opponent->stones, sight, &vulnerable);
    float weight[Y_SIGHT_CELLS];
    y_weigh(&s->board, mover->stones, opponent->stones, weight);
    struct y_sight after[Y_SIGHT_CELLS];
    bool won = look_ahead(s, mover, opponent, weight, sight, after);
    while (!won && sight->must != 0) {
        const int move = heaviest(sight->must, weight);
        struct y_side moved;
        y_side_add(&s->board, mover, move, &moved);
        search(s, opponent, &moved, &after[move]);
        if (s->stopped) return;
        won = learn(sight, move, &after[move]);
    }
    if (!won) {
        sight->verdict = Y_MOVER_LOSES;
        sight->carrier = y_carrier_with_killers(sight->carrier, &vulnerable);
    }
    remember(s, &key, sight, s->nodes - before);
}

/* Whether the side has won by its newest stone, whose chain is the last. */
static bool has_won(const struct y_side *side) {
    return side->chains > 0 && side->sides[side->chains - 1] == Y_ALL_SIDES;
}

/* What the position is worth to the mover, where the opponent may have won by its newest stone. */
static struct y_sight settle(struct y_solver *s, const struct y_side *mover,
                             const struct y_side *opponent) {
    if (has_won(opponent)) return (struct y_sight){.verdict = Y_MOVER_LOSES};
    struct y_sight sight = y_look(&s->board, mover, opponent);
    if (sight.verdict == Y_OPEN) search(s, mover, opponent, &sight);
    return sight;
}

/* ---- questions ---- */

struct y_solver *y_solver_new(int size, size_t table_bytes, struct th_error *e) {
    if (size < Y_SIZE_MIN || size > Y_SOLVER_SIZE_MAX) {
        th_fail(e, "the solver takes boards of size %d to %d, not %d", Y_SIZE_MIN,
                Y_SOLVER_SIZE_MAX, size);
        return NULL;
    }
    struct y_solver *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->buckets = 1;
        while (s->buckets <= table_bytes / sizeof *s->table / 2) s->buckets *= 2;
        s->table = calloc(s->buckets, sizeof *s->table);
    }
    if (s == NULL || s->table == NULL) {
        free(s);
        th_fail(e, "out of memory: the solver's table takes %zu MB", table_bytes >> 20);
        return NULL;
    }
    y_solver_reset(s, size);
    s->limit = UINT64_MAX;
    return s;
}

void y_solver_reset(struct y_solver *s, int size) {
    assert(size >= Y_SIZE_MIN && size <= Y_SOLVER_SIZE_MAX);
    s->age++;
    if (s->board.size == size) return;
    y_sight_prepare(&s->board, size);
    make_images(s);
}

void y_solver_drop(struct y_solver *s) {
    if (s == NULL) return;
    free(s->table);
    free(s);
}

int y_solver_size(const struct y_solver *s) {
    return s->board.size;
}

static struct y_side side_of(const struct y_solver *s, const struct y *position, int player) {
    struct y_side side = {0};
    for (int i = 0; i < s->board.cells; i++) {
        if (position->cell[i] != player) continue;
        const struct y_side fewer = side;
        y_side_add(&s->board, &fewer, i, &side);
    }
    return side;
}

bool y_solve(struct y_solver *s, const struct y *position) {
    return y_solve_winner(s, position, NULL) == position->mover;
}

/* A move that wins, if the mover wins with this carrier; -1 if the solver was stopped first. One
 * that the opponent sees lost at once is found without a search. */
static int winning_move(struct y_solver *s, const struct y_side *mover,
                        const struct y_side *opponent, uint64_t carrier) {
    struct y_side moved;
    for (uint64_t left = carrier; left != 0; left &= left - 1) {
        y_side_add(&s->board, mover, y_first(left), &moved);
        if (has_won(&moved) || y_look(&s->board, opponent, &moved).verdict == Y_MOVER_LOSES)
            return y_first(left);
    }
    for (uint64_t left = carrier; left != 0 && !s->stopped; left &= left - 1) {
        y_side_add(&s->board, mover, y_first(left), &moved);
        if (settle(s, opponent, &moved).verdict == Y_MOVER_LOSES && !s->stopped)
            return y_first(left);
    }
    return -1;
}

int y_solve_winner(struct y_solver *s, const struct y *position, int *cell) {
    assert(position->size == s->board.size && !position->over);
    const struct y_side mover = side_of(s, position, position->mover);
    const struct y_side opponent = side_of(s, position, position->mover ^ 1);
    const struct y_sight sight = settle(s, &mover, &opponent);
    if (s->stopped) return -1;
    if (sight.verdict != Y_MOVER_WINS) return position->mover ^ 1;
    if (cell != NULL && (*cell = winning_move(s, &mover, &opponent, sight.carrier)) < 0) return -1;
    return position->mover;
}

int y_solve_moves(struct y_solver *s, const struct y *position, bool wins[Y_CELLS_MAX]) {
    assert(position->size == s->board.size && !position->over);
    const struct y_side mover = side_of(s, position, position->mover);
    const struct y_side opponent = side_of(s, position, position->mover ^ 1);
    uint64_t left = s->board.all & ~(mover.stones | opponent.stones);
    float weight[Y_SIGHT_CELLS];
    y_weigh(&s->board, mover.stones, opponent.stones, weight);
    for (int i = 0; i < Y_CELLS_MAX; i++) wins[i] = false;
    int count = 0;
    while (left != 0) {
        const int move = heaviest(left, weight);
        struct y_side moved;
        y_side_add(&s->board, &mover, move, &moved);
        const struct y_sight after = settle(s, &opponent, &moved);
        wins[move] = after.verdict == Y_MOVER_LOSES;
        count += wins[move];
        left &= ~y_bit(move);
        if (!wins[move]) left &= after.carrier;
    }
    return count;
}

void y_solver_stop_by(struct y_solver *s, const th_flag *stop) {
    s->stop = stop;
    s->stopped = false;
}

bool y_solver_stopped(const struct y_solver *s) {
    return s->stopped;
}

void y_solver_stop_after(struct y_solver *s, uint64_t nodes) {
    s->limit = nodes < UINT64_MAX - s->nodes ? s->nodes + nodes : UINT64_MAX;
    s->stopped = false;
}

uint64_t y_solver_nodes(const struct y_solver *s) {
    return s->nodes;
}
