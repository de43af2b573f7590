/* Seeds: their text, and what is drawn from them. */
#include "cmocka_includes.h"
#include "core/json.h"
#include "core/match_loop.h"
#include <string.h>

/* The example of the paper: key 00 01 … 0f, message 00 01 … 0e. */
static void the_function_is_siphash(void **state) {
    (void)state;
    const struct th_seed key = {{0x0706050403020100, 0x0f0e0d0c0b0a0908}};
    struct sip s = sip_begin(key);
    sip_add(&s, 0x0706050403020100);
    assert_int_equal(sip_end(&s, 0x0e0d0c0b0a0908), 0xa129ca6149be45e5);
}

static void text_and_json_read_back(void **state) {
    (void)state;
    static const struct {
        struct th_seed seed;
        const char *text, *json;
    } rows[] = {
        {{{0, 0}}, "0", "0"},
        {{{7, 0}}, "7", "7"},
        {{{INT64_MAX, 0}}, "9223372036854775807", "9223372036854775807"},
        {{{UINT64_MAX, 0}}, "18446744073709551615", "\"18446744073709551615\""},
        {{{0, 1}}, "00000000000000010000000000000000", "\"00000000000000010000000000000000\""},
        {{{0xfedcba9876543210, 0x0123456789abcdef}},
         "0123456789abcdeffedcba9876543210",
         "\"0123456789abcdeffedcba9876543210\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[TH_SEED_BYTES];
        struct th_seed back;
        assert_string_equal(th_seed_write(rows[i].seed, text), rows[i].text);
        assert_true(th_seed_read(text, &back));
        assert_memory_equal(&back, &rows[i].seed, sizeof back);
        json_t *json = seed_json(rows[i].seed);
        char *dumped = json_dumps(json, JSON_ENCODE_ANY);
        assert_string_equal(dumped, rows[i].json);
        assert_true(seed_from_json(json, &back));
        assert_memory_equal(&back, &rows[i].seed, sizeof back);
        free(dumped);
        json_decref(json);
    }
}

static void what_is_no_seed_is_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "-1",
                                        "1.5",
                                        "x",
                                        " 1",
                                        "18446744073709551616",
                                        "0123456789abcdeffedcba987654321",
                                        "0123456789abcdeffedcba98765432100",
                                        "0123456789abcdeffedcba987654321g"};
    struct th_seed seed;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (th_seed_read(texts[i], &seed)) fail_msg("“%s” is taken for a seed", texts[i]);
    assert_false(th_seed_read(NULL, &seed));
    assert_false(th_seed_read("1", NULL));
    json_t *negative = json_integer(-1);
    assert_false(seed_from_json(negative, &seed) || seed_from_json(json_null(), &seed) ||
                 seed_from_json(NULL, &seed));
    json_decref(negative);
}

static void drawn_seeds_differ(void **state) {
    (void)state;
    struct th_seed a, b;
    assert_true(th_seed_draw(&a) && th_seed_draw(&b));
    assert_memory_not_equal(&a, &b, sizeof a);
    assert_true(a.word[1] != 0); /* all 128 bits are drawn */
}

/* Small inputs of all purposes: 64 random bits would not come twice. */
static void no_two_purposes_share_an_output(void **state) {
    (void)state;
    enum { PURPOSES = SEED_BOT_AT_STEP, SIDE = 6, ALL = PURPOSES * SIDE * SIDE };
    static uint64_t seen[ALL];
    int n = 0;
    for (int p = 1; p <= PURPOSES; p++)
        for (uint64_t a = 0; a < SIDE; a++)
            for (uint64_t b = 0; b < SIDE; b++) {
                seen[n] = seed_number(th_seed_of(1), (enum seed_purpose)p, a, b);
                for (int i = 0; i < n; i++) assert_true(seen[i] != seen[n]);
                n++;
            }
}

/* Every bit of the seed matters to everything that is drawn: on average half of all bits change. */
static void every_bit_of_the_seed_counts(void **state) {
    (void)state;
    int changed = 0;
    for (int bit = 0; bit < 128; bit++) {
        struct th_seed seed = {{5, 9}};
        const uint64_t before = seed_number(seed, SEED_CHANCE, 1, 2);
        seed.word[bit / 64] ^= UINT64_C(1) << bit % 64;
        const uint64_t now = seed_number(seed, SEED_CHANCE, 1, 2);
        assert_true(before != now);
        changed += __builtin_popcountll(before ^ now);
    }
    assert_in_range(changed, 128 * 30, 128 * 34);
}

/* The luck of a match is the keyed function of (block, key, number), whatever came in between. */
static void luck_is_a_function_of_block_key_and_number(void **state) {
    (void)state;
    const struct th_seed seed = {{3, 4}};
    struct luck luck = luck_of_block(seed, 17);
    for (uint64_t key = 5; key < 8; key++)
        for (uint64_t number = 0; number < 4; number++) {
            struct sip s = sip_begin(seed);
            sip_add(&s, SEED_CHANCE);
            sip_add(&s, 17);
            sip_add(&s, key);
            assert_int_equal(luck_next(&luck, key), sip_end(&s, number));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_function_is_siphash),
        cmocka_unit_test(text_and_json_read_back),
        cmocka_unit_test(what_is_no_seed_is_refused),
        cmocka_unit_test(drawn_seeds_differ),
        cmocka_unit_test(no_two_purposes_share_an_output),
        cmocka_unit_test(every_bit_of_the_seed_counts),
        cmocka_unit_test(luck_is_a_function_of_block_key_and_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
