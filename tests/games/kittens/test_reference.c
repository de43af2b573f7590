/* The simulator and the heuristics against recorded and exact figures
 * (tests/oracles/kittens/reference_metrics.json). */
#include "cmocka_includes.h"
#include "games/kittens/bots.h"
#include "making.h"
#include "scale.h"
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *reference;

static int load_reference(void **state) {
    (void)state;
    json_error_t error;
    reference = json_load_file("tests/oracles/kittens/reference_metrics.json", 0, &error);
    if (reference == NULL) fail_msg("reference_metrics.json: %s", error.text);
    return 0;
}

static int drop_reference(void **state) {
    (void)state;
    json_decref(reference);
    return 0;
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    if (text == NULL) fail_msg("no text '%s'", key);
    return text;
}

static double real(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value)) fail_msg("no number '%s'", key);
    return json_number_value(value);
}

/* ---- matches ---- */

/* A ratio of sums over independent games, with its standard error. */
struct ratio {
    double n, d, nn, nd, dd;
};

static void ratio_add(struct ratio *r, double n, double d) {
    r->n += n, r->d += d;
    r->nn += n * n, r->nd += n * d, r->dd += d * d;
}

static double ratio_mean(const struct ratio *r) {
    return r->n / r->d;
}

static double ratio_se(const struct ratio *r) {
    const double mean = ratio_mean(r);
    return sqrt(r->nn - 2 * mean * r->nd + mean * mean * r->dd) / r->d;
}

enum { ROW_GAMES = 100000 }; /* of the reference */

/* Within four joint standard errors, half a unit of the last digit being rounded away. The
 * reference's own error is that of as many games as it had. */
static void assert_near(const char *what, const struct ratio *r, double games, double expected,
                        double rounding) {
    const double se = ratio_se(r), theirs = se * sqrt(games / ROW_GAMES);
    const double off = fabs(ratio_mean(r) - expected) - rounding / 2;
    if (off > 4 * sqrt(se * se + theirs * theirs))
        fail_msg("%s: %.5f ± %.5f, the reference has %.5f", what, ratio_mean(r), se, expected);
}

enum { CHOICES = 3 };
static const char *const choice_names[CHOICES] = {"draw", "skip", "attack"};

struct row {
    struct ratio wins, turns, share[2][CHOICES];
};

static void add_game(struct row *row, const struct match_result *result) {
    assert_int_equal(result->end, MATCH_WON);
    ratio_add(&row->wins, result->payoff[0], 1);
    ratio_add(&row->turns, result->turns - 1.0, 1); /* the reference leaves the losing turn out */
    for (int seat = 0; seat < 2; seat++) {
        const uint32_t *c = result->counters[seat];
        const double all = (double)c[0] + c[1] + c[2];
        for (int i = 0; i < CHOICES; i++) ratio_add(&row->share[seat][i], c[i], all);
    }
}

static void play_row(const json_t *entry, long games, struct row *row) {
    char spec[64];
    snprintf(spec, sizeof spec, "kittens:deck=%s,rules=%s", text_of(entry, "deck"),
             text_of(entry, "rules"));
    struct th_spec read;
    struct th_error e;
    const struct th_game *game = th_game_find(spec, &read, &e);
    struct th_state *start = th_state_new(game, &read.options, &e);
    struct bot bots[2] = {make_bot(game, text_of(entry, "first")),
                          make_bot(game, text_of(entry, "second"))};
    struct kittens state, view;
    const struct match_rules rules = {.game = game, .start = start, .seed = 5, .max_turns = 4000};
    struct match_result result;
    memset(row, 0, sizeof *row);
    for (long g = 0; g < games; g++) { /* one of each block: all independent */
        match_play(&rules, bots, (uint64_t)g * 2, (struct th_state *)(void *)&state,
                   (struct th_state *)(void *)&view, &result);
        add_game(row, &result);
    }
    for (int i = 0; i < 2; i++) drop_bot(&bots[i]);
    free(start);
}

static void every_match_agrees_within_four_standard_errors(void **state) {
    (void)state;
    const long games = test_scale(ROW_GAMES);
    const json_t *entry;
    size_t i;
    json_array_foreach(json_object_get(reference, "matches"), i, entry) {
        struct row row;
        char what[160];
        play_row(entry, games, &row);
        snprintf(what, sizeof what, "row %zu, %s: %s against %s", i, text_of(entry, "rules"),
                 text_of(entry, "first"), text_of(entry, "second"));
        char named[200];
        snprintf(named, sizeof named, "%s, wins of the first", what);
        assert_near(named, &row.wins, (double)games, real(entry, "win_first"), 1e-4);
        snprintf(named, sizeof named, "%s, turns", what);
        assert_near(named, &row.turns, (double)games, real(entry, "mean_turns"), 1e-2);
        for (int seat = 0; seat < 2; seat++) {
            const json_t *shares =
                json_object_get(entry, seat == 0 ? "first_actions" : "second_actions");
            for (int c = 0; c < CHOICES; c++) {
                snprintf(named, sizeof named, "%s, seat %d, %s", what, seat, choice_names[c]);
                assert_near(named, &row.share[seat][c], (double)games,
                            real(shares, choice_names[c]), 1e-4);
            }
        }
    }
    assert_int_equal(i, 18);
}

/* ---- the heuristics alone ---- */

static struct kittens position(int deck, int bombs, int own, int other, int skips, int attacks) {
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

/* The page: deck 5–30, 4 bombs, Skip and Attack in {0, 1}, hands 2–8, all uniform. */
static void policy_mix_agrees(const char *name,
                              enum kittens_action (*policy)(const struct kittens *,
                                                            struct th_rng *)) {
    enum { THEIR_STATES = 400000 };
    const long states = test_scale(THEIR_STATES);
    struct th_rng rng = th_rng_seeded(7);
    long count[CHOICES] = {0};
    for (long i = 0; i < states; i++) {
        const int deck = 5 + (int)th_rng_below(&rng, 26), skip = (int)th_rng_below(&rng, 2);
        const int attack = (int)th_rng_below(&rng, 2), own = 2 + (int)th_rng_below(&rng, 7);
        const struct kittens s =
            position(deck, 4, own, 2 + (int)th_rng_below(&rng, 7), skip, attack);
        count[policy(&s, &rng)]++;
    }
    const json_t *mix = json_object_get(json_object_get(reference, "policy_mix"), name);
    for (size_t c = 0; c < CHOICES; c++) {
        const double expected = json_number_value(json_array_get(mix, c));
        const double share = (double)count[c] / (double)states;
        const double variance = expected * (1 - expected);
        const double se = sqrt(variance / (double)states + variance / THEIR_STATES);
        if (fabs(share - expected) - 0.0005 > 4 * se)
            fail_msg("%s, %s: %.4f, the reference has %.4f", name, choice_names[c], share,
                     expected);
    }
}

static void v2_over_sampled_states_is_as_recorded(void **state) {
    (void)state;
    policy_mix_agrees("V2", kittens_v2);
}

static void v1_over_sampled_states_is_as_recorded(void **state) {
    (void)state;
    policy_mix_agrees("V1", kittens_v1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_match_agrees_within_four_standard_errors),
        cmocka_unit_test(v2_over_sampled_states_is_as_recorded),
        cmocka_unit_test(v1_over_sampled_states_is_as_recorded),
    };
    return cmocka_run_group_tests(tests, load_reference, drop_reference);
}
