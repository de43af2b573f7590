/* v1, v2 and v3, sentence by sentence of docs/rules/kittens.md, with exact probabilities. */
#include "cmocka_includes.h"
#include "games/kittens/board.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef enum kittens_action policy(const struct kittens *, struct th_rng *);

/* ---- exact probabilities ----
 *
 * Every random test is a number below 20. A generator for each beginning of three such numbers:
 * a policy that asks three times at most does each thing with probability (how many of the 8000
 * make it do so) / 8000, exactly. */
enum { SIDES = 20, BEGINNINGS = SIDES * SIDES * SIDES };
static struct th_rng generator[BEGINNINGS];

static int make_generators(void **state) {
    (void)state;
    static bool made[BEGINNINGS];
    int left = BEGINNINGS;
    for (uint64_t seed = 0; left > 0; seed++) {
        const struct th_rng fresh = th_rng_seeded(seed);
        struct th_rng rng = fresh;
        uint32_t beginning = 0;
        for (int i = 0; i < 3; i++) beginning = beginning * SIDES + th_rng_below(&rng, SIDES);
        if (made[beginning]) continue;
        made[beginning] = true;
        generator[beginning] = fresh;
        left--;
    }
    return 0;
}

/* In 8000ths, by action. */
struct odds {
    int of[KITTENS_ACTIONS];
};

static struct odds odds_of(policy *choose, const struct kittens *s) {
    struct odds odds = {{0}};
    for (int i = 0; i < BEGINNINGS; i++) {
        struct th_rng rng = generator[i];
        odds.of[choose(s, &rng)]++;
    }
    return odds;
}

static void assert_odds(policy *choose, const struct kittens *s, double draw, double skip,
                        double attack) {
    const struct odds odds = odds_of(choose, s);
    const double expected[] = {draw, skip, attack};
    for (int a = 0; a < 3; a++)
        if (odds.of[a] != (int)(expected[a] * BEGINNINGS + 0.5))
            fail_msg("action %d with %d of %d, wanted %.4f", a, odds.of[a], BEGINNINGS,
                     expected[a]);
}

/* Seat 0 to decide: deck, bombs, own and other hand, its Skips and Attacks. */
static struct kittens seen(int deck, int bombs, int own, int other, int skips, int attacks) {
    struct kittens s;
    kittens_begin(&s, &kittens_decks[0], KITTENS_FULL);
    s.deck_size = (uint8_t)deck;
    s.bombs = (uint8_t)bombs;
    s.hand[0][KITTENS_SKIP] = (uint8_t)skips;
    s.hand[0][KITTENS_ATTACK] = (uint8_t)attacks;
    s.hand_size[0] = (uint8_t)own;
    s.hand_size[1] = (uint8_t)other;
    return s;
}

static struct kittens placing(int deck, int bombs) {
    struct kittens s = seen(deck, bombs, 3, 3, 0, 0);
    s.phase = KITTENS_PLACING;
    return s;
}

/* ---- v2 ---- */

static void v2_worked_positions_are_exact(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int deck, bombs, own, other, skips, attacks;
    } examples[] = {{"ex1", 25, 3, 4, 5, 1, 1},
                    {"ex2", 15, 3, 7, 4, 1, 1},
                    {"ex3", 8, 2, 3, 3, 2, 0},
                    {"ex4", 7, 1, 5, 3, 1, 1},
                    {"ex5", 18, 3, 4, 5, 1, 0}};
    json_error_t error;
    json_t *file = json_load_file("tests/oracles/kittens/reference_metrics.json", 0, &error);
    const json_t *all = json_object_get(file, "v2_examples");
    assert_int_equal(json_object_size(all), 5);
    for (int i = 0; i < 5; i++) {
        const struct kittens s = seen(examples[i].deck, examples[i].bombs, examples[i].own,
                                      examples[i].other, examples[i].skips, examples[i].attacks);
        const json_t *odds = json_object_get(all, examples[i].name);
        assert_odds(kittens_v2, &s, json_number_value(json_object_get(odds, "draw")),
                    json_number_value(json_object_get(odds, "skip")),
                    json_number_value(json_object_get(odds, "attack")));
    }
    json_decref(file);
}

static void v2_1_skips_above_a_quarter(void **state) {
    (void)state;
    struct kittens s = seen(11, 3, 3, 3, 1, 1); /* 27 % */
    assert_odds(kittens_v2, &s, 0, 1, 0);
    s = seen(12, 3, 3, 3, 1, 0); /* 25 % is not above: rule 3, or 5 */
    assert_odds(kittens_v2, &s, 0, 1, 0);
    s = seen(16, 4, 3, 3, 1, 0); /* 25 %, and rule 5 wants a deck of 15 */
    assert_odds(kittens_v2, &s, 0.5, 0.5, 0);
}

static void v2_2a_attacks_with_three_cards_more(void **state) {
    (void)state;
    struct kittens s = seen(30, 1, 6, 3, 0, 1);
    assert_odds(kittens_v2, &s, 0.2, 0, 0.8);
    s = seen(30, 1, 5, 3, 0, 1); /* two more are not enough */
    assert_odds(kittens_v2, &s, 1, 0, 0);
}

static void v2_2b_attacks_above_a_fifth(void **state) {
    (void)state;
    struct kittens s = seen(14, 3, 3, 3, 0, 1);
    assert_odds(kittens_v2, &s, 0.25, 0, 0.75);
    s = seen(14, 3, 6, 3, 0, 1); /* behind 2a */
    assert_odds(kittens_v2, &s, 0.2 * 0.25, 0, 0.8 + 0.2 * 0.75);
}

static void v2_2c_attacks_with_a_small_deck(void **state) {
    (void)state;
    struct kittens s = seen(6, 1, 3, 3, 0, 1); /* 16.7 % */
    assert_odds(kittens_v2, &s, 0.4, 0, 0.6);
    s = seen(8, 2, 3, 3, 0, 1); /* behind 2b */
    assert_odds(kittens_v2, &s, 0.25 * 0.4, 0, 0.75 + 0.25 * 0.6);
    s = seen(9, 2, 3, 3, 0, 1); /* nine cards: only 2b */
    assert_odds(kittens_v2, &s, 0.25, 0, 0.75);
    s = seen(8, 2, 6, 3, 0, 1); /* all three, one after the other */
    assert_odds(kittens_v2, &s, 0.2 * 0.25 * 0.4, 0, 1 - 0.2 * 0.25 * 0.4);
}

static void v2_3_skips_above_15_percent_every_second_time(void **state) {
    (void)state;
    struct kittens s = seen(19, 3, 3, 3, 1, 0);
    assert_odds(kittens_v2, &s, 0.5, 0.5, 0);
    s = seen(18, 4, 3, 3, 1, 1); /* 22 %: behind 2b */
    assert_odds(kittens_v2, &s, 0.125, 0.125, 0.75);
}

static void v2_4_draws_below_5_percent(void **state) {
    (void)state;
    const struct kittens s = seen(30, 1, 3, 3, 1, 0);
    assert_odds(kittens_v2, &s, 1, 0, 0);
}

static void v2_5_skips_above_10_percent_in_the_last_15_cards(void **state) {
    (void)state;
    struct kittens s = seen(15, 2, 3, 3, 1, 0); /* 13 % */
    assert_odds(kittens_v2, &s, 0, 1, 0);
    s = seen(16, 2, 3, 3, 1, 0);
    assert_odds(kittens_v2, &s, 1, 0, 0);
    s = seen(10, 1, 3, 3, 1, 0); /* 10 % is not above 10 % */
    assert_odds(kittens_v2, &s, 1, 0, 0);
}

static void v2_6_draws(void **state) {
    (void)state;
    const struct kittens s = seen(2, 2, 3, 3, 0, 0); /* and sure death, without a card */
    assert_odds(kittens_v2, &s, 1, 0, 0);
}

/* ---- the boundaries, where a float quotient goes wrong ---- */

static void boundary_3_of_15_and_4_of_20_are_not_above_20_percent(void **state) {
    (void)state;
    struct kittens s = seen(15, 3, 3, 3, 0, 1);
    assert_odds(kittens_v2, &s, 1, 0, 0);
    s = seen(20, 4, 3, 3, 0, 1);
    assert_odds(kittens_v2, &s, 1, 0, 0);
}

static void boundary_3_of_20_is_not_above_15_percent(void **state) {
    (void)state;
    const struct kittens s = seen(20, 3, 3, 3, 1, 0);
    assert_odds(kittens_v2, &s, 1, 0, 0);
}

static void boundary_1_of_20_is_not_below_5_percent(void **state) {
    (void)state;
    /* Rules 4 and 6 both draw: nothing to be seen but that it draws. */
    const struct kittens s = seen(20, 1, 3, 3, 1, 1);
    assert_odds(kittens_v2, &s, 1, 0, 0);
}

static void boundary_3_of_10_is_neither_above_nor_below_30_percent(void **state) {
    (void)state;
    struct kittens s = seen(10, 3, 3, 3, 1, 0);
    assert_odds(kittens_v1, &s, 1, 0, 0);
    s = placing(10, 3);
    assert_int_equal(odds_of(kittens_v1, &s).of[KITTENS_PUT_MIDDLE], BEGINNINGS);
    s = placing(20, 6);
    assert_int_equal(odds_of(kittens_v2, &s).of[KITTENS_PUT_MIDDLE], BEGINNINGS);
}

/* ---- v1 ---- */

static void v1_skips_above_30_percent(void **state) {
    (void)state;
    struct kittens s = seen(13, 4, 3, 3, 1, 1);
    assert_odds(kittens_v1, &s, 0, 1, 0);
    s = seen(13, 4, 3, 3, 0, 1);
    assert_odds(kittens_v1, &s, 0.7, 0, 0.3);
}

static void v1_attacks_three_times_in_ten(void **state) {
    (void)state;
    struct kittens s = seen(30, 4, 3, 3, 1, 1);
    assert_odds(kittens_v1, &s, 0.7, 0, 0.3);
    s = seen(30, 4, 3, 3, 1, 0);
    assert_odds(kittens_v1, &s, 1, 0, 0);
}

/* ---- putting the bomb back ---- */

static void assert_puts(policy *choose, int deck, int bombs, enum kittens_action place) {
    const struct kittens s = placing(deck, bombs);
    assert_int_equal(odds_of(choose, &s).of[place], BEGINNINGS);
}

static void bombs_go_to_the_top_of_a_large_safe_deck(void **state) {
    (void)state;
    assert_puts(kittens_v1, 11, 3, KITTENS_PUT_TOP);
    assert_puts(kittens_v2, 29, 3, KITTENS_PUT_TOP);
    assert_puts(kittens_v2, 11, 0, KITTENS_PUT_TOP);
}

static void bombs_go_to_the_bottom_of_a_small_dangerous_deck(void **state) {
    (void)state;
    assert_puts(kittens_v1, 10, 4, KITTENS_PUT_BOTTOM);
    assert_puts(kittens_v2, 1, 1, KITTENS_PUT_BOTTOM);
}

static void bombs_go_to_the_middle_else(void **state) {
    (void)state;
    assert_puts(kittens_v1, 10, 2, KITTENS_PUT_MIDDLE);
    assert_puts(kittens_v2, 11, 4, KITTENS_PUT_MIDDLE);
    assert_puts(kittens_v2, 0, 0, KITTENS_PUT_MIDDLE); /* p is 0 for an empty deck */
}

static void v3_puts_the_bomb_at_the_bottom_and_is_v2_else(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int deck = 0; deck < 30; deck++)
        assert_puts(kittens_v3, deck, deck / 4, KITTENS_PUT_BOTTOM);
    for (int i = 0; i < 200; i++) {
        const int size = 1 + (int)th_rng_below(&rng, 30);
        const struct kittens s = seen(size, 1 + (int)th_rng_below(&rng, 4), 3, 3,
                                      (int)th_rng_below(&rng, 2), (int)th_rng_below(&rng, 2));
        const struct odds two = odds_of(kittens_v2, &s), three = odds_of(kittens_v3, &s);
        assert_memory_equal(&two, &three, sizeof two);
    }
}

/* One uniform number for each test whose deterministic part holds, and none for others. */
static void random_numbers_are_drawn_only_where_they_decide(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1), untouched = rng;
    struct kittens s = seen(30, 4, 3, 3, 1, 0);
    kittens_v1(&s, &rng);
    kittens_v2(&s, &rng);
    s = placing(20, 3);
    kittens_v2(&s, &rng);
    s = seen(11, 3, 7, 3, 1, 1);
    kittens_v2(&s, &rng);
    assert_memory_equal(&rng, &untouched, sizeof rng);
    s = seen(19, 3, 3, 3, 1, 0);
    kittens_v2(&s, &rng);
    th_rng_below(&untouched, SIDES);
    assert_memory_equal(&rng, &untouched, sizeof rng);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(v2_worked_positions_are_exact),
        cmocka_unit_test(v2_1_skips_above_a_quarter),
        cmocka_unit_test(v2_2a_attacks_with_three_cards_more),
        cmocka_unit_test(v2_2b_attacks_above_a_fifth),
        cmocka_unit_test(v2_2c_attacks_with_a_small_deck),
        cmocka_unit_test(v2_3_skips_above_15_percent_every_second_time),
        cmocka_unit_test(v2_4_draws_below_5_percent),
        cmocka_unit_test(v2_5_skips_above_10_percent_in_the_last_15_cards),
        cmocka_unit_test(v2_6_draws),
        cmocka_unit_test(boundary_3_of_15_and_4_of_20_are_not_above_20_percent),
        cmocka_unit_test(boundary_3_of_20_is_not_above_15_percent),
        cmocka_unit_test(boundary_1_of_20_is_not_below_5_percent),
        cmocka_unit_test(boundary_3_of_10_is_neither_above_nor_below_30_percent),
        cmocka_unit_test(v1_skips_above_30_percent),
        cmocka_unit_test(v1_attacks_three_times_in_ten),
        cmocka_unit_test(bombs_go_to_the_top_of_a_large_safe_deck),
        cmocka_unit_test(bombs_go_to_the_bottom_of_a_small_dangerous_deck),
        cmocka_unit_test(bombs_go_to_the_middle_else),
        cmocka_unit_test(v3_puts_the_bomb_at_the_bottom_and_is_v2_else),
        cmocka_unit_test(random_numbers_are_drawn_only_where_they_decide),
    };
    return cmocka_run_group_tests(tests, make_generators, NULL);
}
