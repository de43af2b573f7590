#include "board.h"

/* p = bombs / deck size against so many hundredths, exactly. With an empty deck p is 0. */
static bool risk_above(const struct kittens *s, int percent) {
    return 100 * s->bombs > percent * s->deck_size && s->deck_size > 0;
}
static bool risk_below(const struct kittens *s, int percent) {
    return 100 * s->bombs < percent * s->deck_size || (s->deck_size == 0 && percent > 0);
}

/* All probabilities of the page are twentieths. */
static bool by_chance(struct th_rng *rng, uint32_t twentieths) {
    return th_rng_below(rng, 20) < twentieths;
}

static bool holds(const struct kittens *s, enum kittens_card card) {
    return s->hand[s->seat][card] > 0;
}

/* “Putting the bomb back”. */
static enum kittens_action put_back(const struct kittens *s) {
    if (s->deck_size > 10 && risk_below(s, 30)) return KITTENS_PUT_TOP;
    if (s->deck_size <= 10 && risk_above(s, 30)) return KITTENS_PUT_BOTTOM;
    return KITTENS_PUT_MIDDLE;
}

enum kittens_action kittens_v1(const struct kittens *s, struct th_rng *rng) {
    if (s->phase == KITTENS_PLACING) return put_back(s);
    if (risk_above(s, 30) && holds(s, KITTENS_SKIP)) return KITTENS_DO_SKIP;
    if (holds(s, KITTENS_ATTACK) && by_chance(rng, 6)) return KITTENS_DO_ATTACK;
    return KITTENS_DO_DRAW;
}

/* Rule 2 of v2. */
static bool v2_attacks(const struct kittens *s, struct th_rng *rng) {
    if (!holds(s, KITTENS_ATTACK)) return false;
    if (s->hand_size[s->seat] > s->hand_size[1 - s->seat] + 2 && by_chance(rng, 16)) return true;
    if (risk_above(s, 20) && by_chance(rng, 15)) return true;
    return s->deck_size <= 8 && risk_above(s, 15) && by_chance(rng, 12);
}

enum kittens_action kittens_v2(const struct kittens *s, struct th_rng *rng) {
    if (s->phase == KITTENS_PLACING) return put_back(s);
    const bool skip = holds(s, KITTENS_SKIP);
    if (risk_above(s, 25) && skip) return KITTENS_DO_SKIP;
    if (v2_attacks(s, rng)) return KITTENS_DO_ATTACK;
    if (risk_above(s, 15) && skip && by_chance(rng, 10)) return KITTENS_DO_SKIP;
    if (risk_below(s, 5)) return KITTENS_DO_DRAW;
    if (skip && risk_above(s, 10) && s->deck_size <= 15) return KITTENS_DO_SKIP;
    return KITTENS_DO_DRAW;
}

enum kittens_action kittens_v3(const struct kittens *s, struct th_rng *rng) {
    return s->phase == KITTENS_PLACING ? KITTENS_PUT_BOTTOM : kittens_v2(s, rng);
}

/* ---- as bots ---- */

static int choose_v1(void *self, const struct th_ask *ask) {
    (void)self;
    return th_place_of(kittens_v1(kittens_in(ask->view), ask->rng), ask->legal, ask->n);
}

static int choose_v2(void *self, const struct th_ask *ask) {
    (void)self;
    return th_place_of(kittens_v2(kittens_in(ask->view), ask->rng), ask->legal, ask->n);
}

static int choose_v3(void *self, const struct th_ask *ask) {
    (void)self;
    return th_place_of(kittens_v3(kittens_in(ask->view), ask->rng), ask->legal, ask->n);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)game, (void)o, (void)e;
    static char nothing_to_remember;
    return &nothing_to_remember;
}

static const struct th_bot_kind v1 = {
    .name = "v1",
    .summary = "skips when bombs are likely, else attacks now and then (course project)",
    .make = make,
    .choose = choose_v1,
};
static const struct th_bot_kind v2 = {
    .name = "v2",
    .summary = "weighs bombs, hands and deck; puts the bomb on top while the deck is large",
    .make = make,
    .choose = choose_v2,
};
static const struct th_bot_kind v3 = {
    .name = "v3",
    .summary = "as v2, but puts the bomb at the bottom, which is much harder to exploit",
    .make = make,
    .choose = choose_v3,
};

const struct th_bot_kind *const kittens_bots[] = {&v1, &v2, &v3, NULL};
