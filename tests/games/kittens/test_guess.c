/* Guesses at the hidden world against exact enumeration.
 *
 * Every order of a small deck is played out, with every place where seat 1 may put a bomb back, by
 * two players whose choices tell nothing about hidden cards: seat 1 keeps to a plan made of the
 * cards it is known to hold, seat 0 goes by what it sees. A shuffle leads to every order, and so
 * does what the rules make seat 0 forget when seat 1 puts a bomb back. All worlds that look the
 * same to seat 0 are collected; what it should believe is how often each of them came. */
#include "beside.h"

#include "cmocka_includes.h"
#include "scale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- all worlds ---- */

struct world {
    struct kittens view;            /* of seat 0 */
    uint8_t hand[KITTENS_CARDS];    /* of seat 1 */
    uint8_t deck[KITTENS_DECK_MAX]; /* from the bottom */
    double weight;
};

static struct world *worlds;
static size_t world_count, world_room;

static void note_world(const struct beside *b, double weight) {
    if (world_count == world_room) {
        world_room = world_room == 0 ? 4096 : 2 * world_room;
        worlds = realloc(worlds, world_room * sizeof *worlds);
        assert_non_null(worlds);
    }
    struct world *w = &worlds[world_count++];
    memset(w, 0, sizeof *w);
    kittens_view(&b->fast, 0, &w->view);
    w->weight = weight;
    for (int c = 0; c < KITTENS_CARDS; c++) w->hand[c] = (uint8_t)b->plain.hand[1][c];
    for (int i = 0; i < b->plain.deck_size; i++)
        w->deck[b->plain.deck_size - 1 - i] = (uint8_t)b->plain.deck[i];
}

/* By view, then by what is hidden. */
static int by_view(const void *a, const void *b) {
    const struct world *x = a, *y = b;
    const int seen = memcmp(&x->view, &y->view, sizeof x->view);
    if (seen != 0) return seen;
    const int held = memcmp(x->hand, y->hand, sizeof x->hand);
    return held != 0 ? held : memcmp(x->deck, y->deck, sizeof x->deck);
}

/* ---- playing them out ---- */

struct plan {
    const char *name;
    struct kittens_deck deck;
    enum kittens_rules rules;
    int other[6]; /* what seat 1 does in its turns, as long as it lasts; then it draws */
    int decisions;
};

static long bombs_forgotten; /* how often it came to that */

static int choice_of_seat_0(const struct kittens *s) {
    if (s->phase == KITTENS_PLACING)
        return s->deck_size % 2 == 0 ? KITTENS_PUT_MIDDLE : KITTENS_PUT_BOTTOM;
    if (s->hand[0][KITTENS_SHUFFLE] > 0 && s->turns >= 2) return KITTENS_DO_SHUFFLE;
    if (s->hand[0][KITTENS_SEE_FUTURE] > 0) return KITTENS_DO_SEE_FUTURE;
    if (s->hand[0][KITTENS_DRAW_BOTTOM] > 0) return KITTENS_DO_DRAW_BOTTOM;
    return s->turns == 4 && s->hand[0][KITTENS_SKIP] > 0 ? KITTENS_DO_SKIP : KITTENS_DO_DRAW;
}

static void play_out(const struct plan *plan, const struct beside *b, int done, int other_done,
                     double weight);

/* How to play on from an order of the deck. */
struct orders {
    const struct plan *plan;
    int done, other_done;
    int place;     /* where seat 1 puts its bomb first; KITTENS_ACTIONS: it has none */
    double weight; /* of each order */
};

/* Every order of the deck that keeps the first `fixed` cards: played on from, or only counted. */
static void from_every_order(const struct orders *o, struct beside *b, int fixed, bool counting,
                             long *count) {
    int *deck = b->plain.deck;
    if (fixed == b->plain.deck_size) {
        ++*count;
        if (counting) return;
        struct th_rng none = th_rng_seeded(0);
        struct beside next = *b;
        if (o->place < KITTENS_ACTIONS) beside_act(&next, o->place, &none);
        play_out(o->plan, &next, o->done + 1, o->other_done, o->weight);
        return;
    }
    bool tried[KITTENS_CARDS] = {false};
    for (int i = fixed; i < b->plain.deck_size; i++) {
        const int card = deck[i];
        if (tried[card]) continue;
        tried[card] = true;
        deck[i] = deck[fixed], deck[fixed] = card;
        from_every_order(o, b, fixed + 1, counting, count);
        deck[fixed] = deck[i], deck[i] = card;
    }
}

static void shuffled(struct orders o, const struct beside *b) {
    struct beside copy = *b;
    long count = 0, played = 0;
    from_every_order(&o, &copy, 0, true, &count);
    o.weight /= (double)count;
    from_every_order(&o, &copy, 0, false, &played);
}

/* Nobody knows a place any more. */
static void forget(struct kittens *s) {
    for (int i = 0; i < s->deck_size; i++) {
        const int card = kittens_card_at(s, i);
        if (card != KITTENS_UNKNOWN) s->unknown[card]++;
        s->deck[i] = KITTENS_UNKNOWN;
    }
    s->known[0] = s->known[1] = 0;
}

static void act(const struct plan *plan, const struct beside *b, int action, int done,
                int other_done, double weight) {
    struct th_rng any = th_rng_seeded(0);
    struct beside next = *b;
    beside_act(&next, action, &any);
    if (action == KITTENS_DO_SHUFFLE)
        shuffled((struct orders){plan, done, other_done, KITTENS_ACTIONS, weight}, &next);
    else
        play_out(plan, &next, done + 1, other_done, weight);
}

static void play_out(const struct plan *plan, const struct beside *b, int done, int other_done,
                     double weight) {
    if (b->plain.loser >= 0 || done == plan->decisions) return;
    if (b->plain.seat == 0) {
        note_world(b, weight);
        act(plan, b, choice_of_seat_0(&b->fast), done, other_done, weight);
        return;
    }
    if (!b->plain.placing) {
        const int action = other_done < 6 ? plan->other[other_done] : KITTENS_DO_DRAW;
        act(plan, b, action, done, other_done + 1, weight);
        return;
    }
    for (int place = KITTENS_PUT_TOP; place <= KITTENS_PUT_BOTTOM; place++) {
        if (b->plain.played[0][PLAIN_DEFUSE] == 0) {
            act(plan, b, place, done, other_done, weight / 3);
            continue;
        }
        /* Seat 0 has put a bomb back before. The page says that it forgets where: to it, the rest
         * of the deck may now be in any order. */
        struct beside next = *b;
        forget(&next.fast);
        shuffled((struct orders){plan, done, other_done, place, weight / 3}, &next);
        bombs_forgotten++;
    }
}

/* Every order of the cards that are left, from the top. */
static void every_order(const struct plan *plan, uint8_t left[KITTENS_CARDS], int order[], int n) {
    bool more = false;
    for (int c = 0; c < KITTENS_CARDS; c++) {
        if (left[c] == 0) continue;
        more = true;
        left[c]--;
        order[n] = c;
        every_order(plan, left, order, n + 1);
        left[c]++;
    }
    if (more) return;
    struct beside b;
    struct th_rng none = th_rng_seeded(0);
    beside_begin(&b, &plan->deck, plan->rules, order, &none);
    play_out(plan, &b, 0, 0, 1);
}

static void enumerate(const struct plan *plan) {
    uint8_t left[KITTENS_CARDS];
    int order[KITTENS_DECK_MAX];
    world_count = 0;
    memcpy(left, plan->deck.count, sizeof left);
    every_order(plan, left, order, 0);
    qsort(worlds, world_count, sizeof *worlds, by_view);
    size_t kept = 0; /* equal worlds are one */
    for (size_t i = 0; i < world_count; i++) {
        if (kept > 0 && by_view(&worlds[kept - 1], &worlds[i]) == 0)
            worlds[kept - 1].weight += worlds[i].weight;
        else
            worlds[kept++] = worlds[i];
    }
    world_count = kept;
}

/* ---- what seat 0 should believe ---- */

/* The worlds behind one view. */
struct group {
    const struct world *world;
    size_t count;
    double weight;
};

static struct group group_at(size_t first) {
    struct group g = {&worlds[first], 0, 0};
    while (first + g.count < world_count &&
           memcmp(&g.world->view, &worlds[first + g.count].view, sizeof g.world->view) == 0)
        g.weight += worlds[first + g.count++].weight;
    return g;
}

/* Place by place, exactly. */
static void assert_bomb_chances(const struct group *g) {
    const struct kittens *view = &g->world->view;
    for (int place = 0; place < view->deck_size; place++) {
        double bomb = 0;
        for (size_t i = 0; i < g->count; i++)
            if (g->world[i].deck[place] == KITTENS_BOMB) bomb += g->world[i].weight;
        const double told = kittens_bomb_chance(view, 0, place);
        if (fabs(told - bomb / g->weight) > 1e-9)
            fail_msg("place %d of %d: a bomb with %.6f, enumerated %.6f", place, view->deck_size,
                     told, bomb / g->weight);
    }
}

/* A guess, with its unknown places filled at random. */
static struct world guessed(const struct kittens *view, struct th_rng *rng) {
    struct world w;
    struct kittens s;
    memset(&w, 0, sizeof w);
    w.view = *view;
    kittens_guess(view, 0, rng, &s);
    memcpy(w.hand, s.hand[1], sizeof w.hand);
    for (int i = 0; i < s.deck_size; i++) {
        int card = kittens_card_at(&s, i);
        if (card == KITTENS_UNKNOWN) {
            int total = 0;
            for (int c = 0; c < KITTENS_CARDS; c++) total += s.unknown[c];
            int left = (int)th_rng_below(rng, (uint32_t)total);
            for (card = 0; left >= s.unknown[card]; card++) left -= s.unknown[card];
            s.unknown[card]--;
        }
        w.deck[i] = (uint8_t)card;
    }
    return w;
}

/* World by world: Pearson's statistic over many guesses. */
static void assert_guesses_are_distributed(const struct group *g, long guesses,
                                           struct th_rng *rng) {
    double *count = calloc(g->count, sizeof *count), statistic = 0;
    for (long k = 0; k < guesses; k++) {
        const struct world w = guessed(&g->world->view, rng);
        const struct world *found = bsearch(&w, g->world, g->count, sizeof w, by_view);
        if (found == NULL) fail_msg("a guess that cannot be");
        count[found - g->world]++;
    }
    for (size_t i = 0; i < g->count; i++) {
        const double expected = (double)guesses * g->world[i].weight / g->weight;
        statistic += (count[i] - expected) * (count[i] - expected) / expected;
    }
    const double freedom = (double)g->count - 1;
    if (statistic > freedom + 5 * sqrt(2 * freedom) + 15)
        fail_msg("Pearson's statistic %.1f with %.0f degrees of freedom", statistic, freedom);
    free(count);
}

static const struct plan plans[] = {
    {"both draw",
     {"", {2, 0, 1, 0, 0, 0, 0, 3}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
     KITTENS_FULL,
     {0, 0, 0, 0, 0, 0},
     9},
    {"seat 0 looks and draws from the bottom",
     {"", {2, 0, 0, 0, 1, 1, 0, 3}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
     KITTENS_FULL,
     {0, 0, 0, 0, 0, 0},
     10},
    {"three bombs, and an attack",
     {"", {3, 0, 1, 1, 0, 0, 0, 2}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
     KITTENS_FULL,
     {0, 2, 0, 1, 0, 0},
     11},
    {"one bomb",
     {"", {1, 0, 0, 1, 1, 1, 0, 2}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
     KITTENS_FULL,
     {0, 0, 2, 0, 0, 0},
     12},
    {"classic",
     {"", {2, 0, 0, 1, 1, 0, 0, 3}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
     KITTENS_CLASSIC,
     {0, 2, 0, 1, 0, 0},
     11},
    {"seat 1 shuffles",
     {"", {2, 0, 0, 0, 1, 0, 0, 3}, {0, 1, 1, 0, 0, 0, 1, 0}, 0},
     KITTENS_FULL,
     {0, 8, 0, 1, 0, 0},
     9},
    {"seat 0 shuffles",
     {"", {2, 0, 0, 0, 0, 1, 1, 2}, {0, 1, 1, 0, 0, 0, 0, 0}, 0},
     KITTENS_FULL,
     {0, 0, 0, 1, 0, 0},
     10},
};
enum { PLANS = sizeof plans / sizeof *plans };

static void a_view_tells_how_likely_each_place_is_a_bomb(void **state) {
    (void)state;
    for (int k = 0; k < PLANS; k++) {
        int groups = 0, with_hidden_bomb = 0;
        enumerate(&plans[k]);
        for (size_t i = 0; i < world_count;) {
            const struct group g = group_at(i);
            assert_bomb_chances(&g);
            groups++;
            for (int j = 0; j < KITTENS_PLACES; j++)
                if (g.world->view.maybe[0][j] != KITTENS_MAYBE_NOT) {
                    with_hidden_bomb++;
                    break;
                }
            i += g.count;
        }
        assert_true(groups > 20 && with_hidden_bomb > 10);
    }
    assert_true(bombs_forgotten > 100);
}

static void guesses_come_as_often_as_the_worlds(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int k = 0; k < PLANS; k++) {
        enumerate(&plans[k]);
        for (size_t i = 0; i < world_count;) {
            const struct group g = group_at(i);
            /* Some of the views, and enough guesses for each world to be expected. */
            if (th_rng_below(&rng, 4) == 0)
                assert_guesses_are_distributed(&g, test_scale(20 * (long)g.count) + 200, &rng);
            i += g.count;
        }
    }
}

static void the_three_places_are_equally_likely_at_first(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    struct kittens s, view, world;
    int top = 0, middle = 0, bottom = 0;
    kittens_begin(&s, &kittens_decks[0], KITTENS_FULL);
    kittens_act(&s, KITTENS_DO_DRAW);
    kittens_turned(&s, KITTENS_SAFE);
    kittens_act(&s, KITTENS_DO_DRAW);
    kittens_turned(&s, KITTENS_BOMB);
    kittens_act(&s, KITTENS_PUT_BOTTOM); /* by seat 1 */
    kittens_view(&s, 0, &view);
    const int n = s.deck_size - 1;
    enum { GUESSES = 30000 };
    for (int i = 0; i < GUESSES; i++) {
        kittens_guess(&view, 0, &rng, &world);
        top += kittens_card_at(&world, n) == KITTENS_BOMB;
        middle += kittens_card_at(&world, n / 2) == KITTENS_BOMB;
        bottom += kittens_card_at(&world, 0) == KITTENS_BOMB;
    }
    assert_int_equal(top + middle + bottom, GUESSES);
    const double sigma = sqrt(GUESSES * 2.0 / 9);
    assert_true(fabs(top - GUESSES / 3.0) < 4 * sigma);
    assert_true(fabs(middle - GUESSES / 3.0) < 4 * sigma);
}

static int drop_worlds(void **state) {
    (void)state;
    free(worlds);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_tells_how_likely_each_place_is_a_bomb),
        cmocka_unit_test(guesses_come_as_often_as_the_worlds),
        cmocka_unit_test(the_three_places_are_equally_likely_at_first),
    };
    return cmocka_run_group_tests(tests, NULL, drop_worlds);
}
