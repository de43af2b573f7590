#include "solve.h"

#include <string.h>

/* ---- the board ---- */

/* The neighbours in their order around the cell; where the edge of the board interrupts it, the
 * first is the one after the gap. */
static void make_ring(struct y_sight_board *b, int r, int c) {
    static const int8_t steps[6][2] = {{0, -1}, {-1, -1}, {-1, 0}, {0, 1}, {1, 1}, {1, 0}};
    const int cell = y_index(r, c);
    bool there[6];
    int n = 0, start = 0;
    for (int k = 0; k < 6; k++) {
        const int row = r + steps[k][0], column = c + steps[k][1];
        there[k] = row >= 0 && row < b->size && column >= 0 && column <= row;
    }
    for (int k = 0; k < 6; k++)
        if (there[k] && !there[(k + 5) % 6]) start = k;
    for (int k = start; k < start + 6; k++)
        if (there[k % 6])
            b->ring[cell][n++] = (uint8_t)y_index(r + steps[k % 6][0], c + steps[k % 6][1]);
    b->around[cell] = (uint8_t)n;
}

/* Whether a cell still matters when its neighbours are filled so. Inside, it does not if each
 * colour's neighbours hang together around it: then it joins nothing. On a side, where the way
 * around begins and ends at the edge, each colour must moreover reach that edge without the cell,
 * or have no neighbour here. In a corner only two of one colour reach both edges without it. */
static bool matters(int neighbours, unsigned fill) {
    int changes = 0;
    for (int k = 1; k < neighbours; k++) changes += (fill >> k & 1) != (fill >> (k - 1) & 1);
    if (neighbours == 6) changes += (fill & 1) != (fill >> 5 & 1);
    return changes >= (neighbours == 6 ? 4 : neighbours == 4 ? 2 : 1);
}

/* Dead: however the empty neighbours are filled, the cell does not matter. */
static void make_dead(struct y_sight_board *b, int neighbours) {
    const unsigned fills = 1U << neighbours;
    for (unsigned own = 0; own < fills; own++)
        for (unsigned other = 0; other < fills; other++) {
            bool dead = (own & other) == 0;
            for (unsigned fill = 0; fill < fills; fill++)
                if ((fill & own) == own && (fill & other) == 0 && matters(neighbours, fill))
                    dead = false;
            b->dead[neighbours / 2 - 1][own | other << 6] = dead;
        }
}

void y_sight_prepare(struct y_sight_board *b, int size) {
    y_prepare();
    const struct y_shape *shape = y_shape(size);
    memset(b, 0, sizeof *b);
    b->size = size;
    b->cells = shape->cells;
    b->all = y_bit(shape->cells) - 1;
    for (int i = 0; i < shape->cells; i++) {
        b->row[i] = shape->row[i];
        b->sides[i] = shape->sides[i];
        for (int k = 0; k < shape->neighbours[i]; k++) b->near[i] |= y_bit(shape->neighbour[i][k]);
        for (int k = 0; k < 3; k++)
            if (shape->sides[i] >> k & 1) b->side[k] |= y_bit(i);
        make_ring(b, shape->row[i], shape->column[i]);
    }
    for (int neighbours = 2; neighbours <= 6; neighbours += 2) make_dead(b, neighbours);
}

/* ---- chains ---- */

void y_side_add(const struct y_sight_board *b, const struct y_side *from, int cell,
                struct y_side *to) {
    uint64_t reach = b->near[cell];
    unsigned sides = b->sides[cell];
    int n = 0;
    for (int i = 0; i < from->chains; i++) {
        if (from->reach[i] >> cell & 1) {
            reach |= from->reach[i];
            sides |= from->sides[i];
        } else {
            to->reach[n] = from->reach[i];
            to->sides[n++] = from->sides[i];
        }
    }
    to->reach[n] = reach;
    to->sides[n++] = (uint8_t)sides;
    to->chains = n;
    to->stones = from->stones | y_bit(cell);
}

/* ---- wins by bridges ---- */

static bool two_or_more(uint64_t set) {
    return (set & (set - 1)) != 0;
}

static uint64_t lowest_two(uint64_t set) {
    const uint64_t rest = set & (set - 1);
    return (set ^ rest) | (rest & (0 - rest));
}

/* With a stone of this side on `cell`, is its chain joined to all three sides by bridges, no two of
 * which share a cell? A bridge is two empty cells, each of which joins: when the opponent takes
 * one, the other is the answer. Returns the carrier, the cell itself included; 0: it is not.
 * Bridges are taken as they come; a win that only another choice of them shows is left to the
 * search. */
static uint64_t bridged(const struct y_sight_board *b, const struct y_side *side, int cell,
                        uint64_t empty) {
    uint64_t reach = b->near[cell], open = empty & ~y_bit(cell);
    unsigned sides = b->sides[cell];
    uint8_t apart[Y_SIGHT_CHAINS];
    int n = 0;
    for (int i = 0; i < side->chains; i++) {
        if (side->reach[i] >> cell & 1) {
            reach |= side->reach[i];
            sides |= side->sides[i];
        } else {
            apart[n++] = (uint8_t)i;
        }
    }
    for (int before = -1; before != n;) {
        before = n;
        for (int k = 0; k < n; k++) {
            const uint64_t common = reach & side->reach[apart[k]] & open;
            if (!two_or_more(common)) continue;
            open &= ~lowest_two(common);
            reach |= side->reach[apart[k]];
            sides |= side->sides[apart[k]];
            apart[k--] = apart[--n];
        }
    }
    for (int k = 0; k < 3; k++) {
        if (sides >> k & 1) continue;
        const uint64_t common = reach & b->side[k] & open;
        if (!two_or_more(common)) return 0;
        open &= ~lowest_two(common);
    }
    return empty & ~open;
}

struct y_sight y_look(const struct y_sight_board *b, const struct y_side *mover,
                      const struct y_side *opponent) {
    const uint64_t empty = b->all & ~(mover->stones | opponent->stones);
    struct y_sight sight = {.verdict = Y_MOVER_WINS};
    for (uint64_t set = empty; set != 0; set &= set - 1) {
        sight.carrier = bridged(b, mover, y_first(set), empty);
        if (sight.carrier != 0) return sight;
    }
    /* Each threat leaves the moves in its carrier; one that cuts nothing more would only make the
     * carrier of the whole larger. */
    sight.must = empty;
    for (uint64_t set = empty; set != 0; set &= set - 1) {
        const uint64_t threat = bridged(b, opponent, y_first(set), empty);
        if (threat == 0 || (sight.must & ~threat) == 0) continue;
        sight.must &= threat;
        sight.carrier |= threat;
    }
    sight.verdict = sight.must == 0 ? Y_MOVER_LOSES : Y_OPEN;
    return sight;
}

/* ---- moves that cannot matter ---- */

enum { MATTERS = -1, DEAD = -2 };
/* A stone of the opponent, or of any player, on the first neighbour in the index of `dead`. */
#define THEIRS (1U << 6)
#define EITHER (THEIRS | 1U)

/* DEAD, or the neighbour where the opponent's stone makes the cell dead, or MATTERS. */
static int find_killer(const struct y_sight_board *b, uint64_t own, uint64_t other, int cell) {
    const bool *dead = b->dead[b->around[cell] / 2 - 1];
    unsigned stones = 0;
    for (int k = 0; k < b->around[cell]; k++) {
        const int neighbour = b->ring[cell][k];
        stones |= (unsigned)(own >> neighbour & 1) << k | (unsigned)(other >> neighbour & 1)
                                                              << (k + 6);
    }
    if (dead[stones]) return DEAD;
    for (int k = 0; k < b->around[cell]; k++)
        if ((stones >> k & EITHER) == 0 && dead[stones | THEIRS << k]) return b->ring[cell][k];
    return MATTERS;
}

/* Why this is right (after Björnsson, Hayward, Johanson and van Rijswijck, "Dead cell analysis in
 * Hex and the Shannon game", 2007). A dead cell's colour never matters, and dead it stays. Suppose
 * a vulnerable move a wins, and b is its killer. Then the mover wins after a and b, where a might
 * as well be the opponent's. That is a smaller position, not over yet, so that by induction a move
 * m that is neither dead nor vulnerable wins there. In the position here, where the opponent has
 * neither a nor b, m wins all the more, and it is not dead or vulnerable here either: the stones on
 * a and b would have made it dead there.
 *
 * The carrier of a loss must hold against the same argument in the position where all cells
 * outside it are the mover's: killers must be inside it, and the mover must not have won there
 * already, of which one threat or one searched move in the carrier takes care. */
void y_leave_out(const struct y_sight_board *b, uint64_t own, uint64_t other, struct y_sight *sight,
                 struct y_vulnerable *v) {
    uint64_t stay = sight->must;
    v->cells = 0;
    for (uint64_t set = sight->must; set != 0; set &= set - 1) {
        const int cell = y_first(set), killer = find_killer(b, own, other, cell);
        if (killer == MATTERS) continue;
        stay &= ~y_bit(cell);
        if (killer == DEAD) continue;
        v->cells |= y_bit(cell);
        v->killer[cell] = (uint8_t)killer;
    }
    if (stay == 0 && sight->carrier == 0)
        v->cells = 0; /* nothing to build a carrier on: all must be searched */
    else
        sight->must = stay;
}

uint64_t y_carrier_with_killers(uint64_t carrier, const struct y_vulnerable *v) {
    for (uint64_t before = 0; before != carrier;) {
        before = carrier;
        for (uint64_t set = v->cells & carrier; set != 0; set &= set - 1)
            carrier |= y_bit(v->killer[y_first(set)]);
    }
    return carrier;
}

/* ---- weights ---- */

/* The probability that two or three of three hold. */
static float majority(float a, float b, float c) {
    return a * b + c * (a + b - 2 * a * b);
}

/* Its slope in the third. */
static float slope(float a, float b) {
    return a + b - 2 * a * b;
}

void y_weigh(const struct y_sight_board *b, uint64_t own, uint64_t other,
             float weight[Y_SIGHT_CELLS]) {
    /* By size of the reduced board; cell (r, c) has the same index in all sizes. */
    float p[Y_SOLVER_SIZE_MAX + 1][Y_SIGHT_CELLS], d[Y_SOLVER_SIZE_MAX + 1][Y_SIGHT_CELLS];
    for (int i = 0; i < b->cells; i++)
        p[b->size][i] = own >> i & 1 ? 1.0F : other >> i & 1 ? 0.0F : 0.5F;
    for (int size = b->size - 1; size >= 1; size--) {
        const float *above = p[size + 1];
        for (int i = 0; i < y_cells(size); i++) {
            const int left = i + b->row[i] + 1;
            p[size][i] = majority(above[i], above[left], above[left + 1]);
        }
    }
    d[1][0] = 1;
    for (int size = 1; size < b->size; size++) {
        const float *above = p[size + 1];
        float *out = d[size + 1];
        memset(out, 0, sizeof d[0]);
        for (int i = 0; i < y_cells(size); i++) {
            const int left = i + b->row[i] + 1, right = left + 1;
            out[i] += d[size][i] * slope(above[left], above[right]);
            out[left] += d[size][i] * slope(above[i], above[right]);
            out[right] += d[size][i] * slope(above[i], above[left]);
        }
    }
    memcpy(weight, d[b->size], sizeof d[0]);
}
