#include "plan.h"

#include "core/seed.h"
#include "tahur/rng.h"
#include <stdlib.h>
#include <string.h>

/* ---- rounds and blocks ---- */

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Every n rounds each of n things comes once, in an order of its own: i goes to a·i + b mod n,
 * where a has no divisor in common with n. */
static uint64_t drawn_in_turn(const struct plan *p, enum seed_purpose purpose, uint64_t round,
                              uint64_t n) {
    uint64_t a = seed_number(p->seed, purpose, round / n, 1) % n;
    while (greatest_common_divisor(a, n) != 1) a = (a + 1) % n;
    return (a * (round % n) + seed_number(p->seed, purpose, round / n, 2) % n) % n;
}

int plan_opening(const struct plan *p, uint64_t round) {
    if (p->openings == 0) return 0;
    return (int)drawn_in_turn(p, SEED_OPENINGS, round, (uint64_t)p->openings);
}

const struct th_state *plan_start(const struct plan *p, uint64_t round) {
    return p->openings > 0 ? p->opening[plan_opening(p, round)] : NULL;
}

/* In the k-th order of (n − 1)! the places after the first are exchanged: with rotations, all
 * orders of the seats. */
static void order_of_round(const struct plan *p, uint64_t round, int order[]) {
    int rest[TH_SEATS_MAX], left = p->seats - 1;
    uint64_t orders = 1, k = round;
    for (int i = 0; i < left; i++) {
        rest[i] = i + 1;
        orders *= (uint64_t)i + 1;
    }
    if (p->all_orders && p->openings > 0) k = drawn_in_turn(p, SEED_ORDERS, round, orders);
    order[0] = 0;
    for (int i = 1; i < p->seats; i++, left--) {
        const int take = p->all_orders ? (int)(k % (uint64_t)left) : 0;
        k /= (uint64_t)left;
        order[i] = rest[take];
        memmove(&rest[take], &rest[take + 1], (size_t)(left - take - 1) * sizeof *rest);
    }
}

int plan_place(const struct plan *p, const struct series_block *b, int game, int seat) {
    int order[TH_SEATS_MAX];
    order_of_round(p, b->round, order);
    return order[match_player(seat, (uint64_t)(game % p->seats), p->seats)];
}

int plan_bot(const struct plan *p, const struct series_block *b, int game, int seat) {
    return p->fixture[b->fixture].line_up[game / p->seats].bot[plan_place(p, b, game, seat)];
}

struct series_block plan_block_at(const struct plan *p, uint64_t block,
                                  const struct match_result *result) {
    const uint64_t size = (uint64_t)plan_block_games(p), left = p->games - block * size;
    return (struct series_block){.round = block / (uint64_t)p->fixtures,
                                 .fixture = (int)(block % (uint64_t)p->fixtures),
                                 .games = (int)(left < size ? left : size),
                                 .result = result};
}

struct match_rules plan_rules(const struct plan *p, const struct series_block *b,
                              const struct th_state *start) {
    return (struct match_rules){.game = p->game,
                                .start = p->openings > 0 ? plan_start(p, b->round) : start,
                                .seed = seed_of_part(p->seed, SEED_FIXTURE, (uint64_t)b->fixture),
                                .max_turns = p->max_turns,
                                .random_plies = p->random_plies,
                                .abort = p->stop};
}

struct match_number plan_match(const struct plan *p, const struct series_block *b, int game) {
    return (struct match_number){b->round,
                                 b->round * (uint64_t)p->seats + (uint64_t)(game % p->seats)};
}

uint64_t plan_blocks(const struct plan *p) {
    const uint64_t size = (uint64_t)plan_block_games(p);
    return (p->games + size - 1) / size;
}

uint64_t plan_own_games(const struct plan *p) {
    const uint64_t size = (uint64_t)plan_block_games(p), end = p->to * size;
    return (p->to > 0 && end < p->games ? end : p->games) - p->from * size;
}

/* ---- line-ups ---- */

enum { LINE_UPS_LIMIT = 1000000 };

const char *const league_formats[] = {"round-robin", "gauntlet", "free-for-all", NULL};

static bool append(struct line_ups *l, const struct line_up *one, struct th_error *e) {
    if (l->count == LINE_UPS_LIMIT)
        return th_fail(e, "these bots make more than %d line-ups", LINE_UPS_LIMIT);
    if ((l->count & (l->count - 1)) == 0) { /* room for 1, 2, 4, 8… */
        void *larger =
            realloc(l->list, (l->count > 0 ? 2 * (size_t)l->count : 1) * sizeof *l->list);
        if (larger == NULL) return th_fail(e, "out of memory");
        l->list = larger;
    }
    l->list[l->count++] = *one;
    return true;
}

struct combining {
    struct line_ups *out;
    const int *pool;
    int bots, seats, most; /* times a bot may come */
    struct line_up line_up;
};

/* Fills the seats from `seat` on with bots of the pool from number `from` on, which sits `times`
 * already. */
static bool combine(struct combining *c, int seat, int from, int times, struct th_error *e) {
    if (seat >= c->seats || seat >= TH_SEATS_MAX) return append(c->out, &c->line_up, e);
    for (int i = from; i < c->bots; i++) {
        const int here = i == from ? times : 0;
        if (here == c->most) continue;
        c->line_up.bot[seat] = c->pool[i];
        if (!combine(c, seat + 1, i, here + 1, e)) return false;
    }
    return true;
}

bool line_ups_add(struct line_ups *l, int seats, const int first[], int firsts, const int pool[],
                  int bots, struct th_error *e) {
    const int left = seats - firsts;
    struct combining c = {.out = l,
                          .pool = pool,
                          .bots = bots,
                          .seats = seats,
                          .most = bots > 0 ? (left + bots - 1) / bots : 0};
    for (int i = 0; i < firsts; i++) c.line_up.bot[i] = first[i];
    return combine(&c, firsts, 0, 0, e);
}

void line_ups_drop(struct line_ups *l) {
    free(l->list);
    *l = (struct line_ups){0};
}

bool line_ups_of_league(struct line_ups *l, enum league_format format, int seats, int bots,
                        struct th_error *e) {
    int *all = malloc((size_t)bots * sizeof *all);
    if (all == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < bots; i++) all[i] = i;
    bool ok = true;
    if (format == GAUNTLET) ok = line_ups_add(l, seats, all, 1, all + 1, bots - 1, e);
    if (format == FREE_FOR_ALL) ok = line_ups_add(l, seats, NULL, 0, all, bots, e);
    for (int i = 0; format == ROUND_ROBIN && i < bots; i++)
        for (int j = i + 1; ok && j < bots; j++)
            ok = line_ups_add(l, seats, NULL, 0, (const int[]){i, j}, 2, e);
    free(all);
    return ok;
}
