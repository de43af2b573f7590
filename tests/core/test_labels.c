/* Labels in little room: short enough, and still different from each other. */
#include "cmocka_includes.h"
#include "core/paint.h"
#include "core/text.h"
#include "tahur/rng.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABELS = 9, BYTES = 64 };

/* Shortened to `width`, the labels look like this. */
static void look(const char *const label[], int count, int width, const char *const wanted[]) {
    char **got = labels_shorten(label, count, width, "…");
    assert_non_null(got);
    for (int i = 0; i < count; i++) assert_string_equal(got[i], wanted[i]);
    free(got);
}

#define LOOK(width, label, ...)                                                                    \
    look(label, (int)(sizeof label / sizeof *label), width, (const char *const[]){__VA_ARGS__})

static void what_fits_is_kept(void **state) {
    static const char *const label[] = {"random", "mcts:iterations=30", ""};
    (void)state;
    LOOK(18, label, "random", "mcts:iterations=30", "");
}

static void one_long_label_keeps_its_ends(void **state) {
    static const char *const label[] = {"exec:command=./examples/my-bot.py", "random"};
    (void)state;
    LOOK(16, label, "exec:com…-bot.py", "random");
    LOOK(1, label, "…", "…");
}

static void a_common_beginning_and_end_are_left_out(void **state) {
    static const char *const label[] = {"mcts:iterations=3000,rave=0.5,threads=1",
                                        "mcts:iterations=3000,rave=0.7,threads=1",
                                        "mcts:iterations=2000,rave=0.5,threads=1"};
    (void)state;
    LOOK(22, label, "mcts:…s=3000,rave=0.5…", "mcts:…s=3000,rave=0.7…", "mcts:…s=2000,rave=0.5…");
}

static void numbers_are_not_broken_where_there_is_room(void **state) {
    static const char *const label[] = {"risk-stop:t=0.25,moves=greedy-aggressive",
                                        "risk-stop:t=0.2,moves=greedy-aggressive"};
    (void)state;
    LOOK(20, label, "risk-stop:t=0.25,m…", "risk-stop:t=0.2,m…");
}

static void labels_that_differ_at_their_end_show_it(void **state) {
    static const char *const label[] = {"mcts:iterations=3000, player 1",
                                        "mcts:iterations=3000, player 2"};
    (void)state;
    LOOK(14, label, "mcts… player 1", "mcts… player 2");
}

static void with_no_room_they_have_numbers(void **state) {
    static const char *const label[] = {"abcdefgh", "abcdxfgh", "zzz", "abcdefgh"};
    (void)state;
    LOOK(3, label, "a#1", "a#2", "zzz", "a#1");
}

static void characters_stay_whole(void **state) {
    static const char *const label[] = {"parchís–parchís–á", "parchís–parchís–é"};
    (void)state;
    LOOK(6, label, "pa…s–á", "pa…s–é");
}

/* A spec of few parts, so that many labels have much in common. */
static void make_label(struct th_rng *rng, char out[BYTES]) {
    static const char *const part[] = {
        "mcts:", "iterations=30", "00", ",", "é", "–", "rave=0.", "5", "7", "alpha", " "};
    struct text t = text_in(out, BYTES);
    for (int n = 1 + (int)th_rng_below(rng, 7); n > 0; n--)
        text_add(&t, "%s", part[th_rng_below(rng, sizeof part / sizeof *part)]);
    out[text_cut(out, BYTES - 4)] = 0;
}

static void different_labels_stay_different(void **state) {
    struct th_rng rng = th_rng_seeded(17);
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char text[LABELS][BYTES];
        const char *label[LABELS];
        const int count = 1 + (int)th_rng_below(&rng, LABELS);
        const int width = 1 + (int)th_rng_below(&rng, 30);
        for (int i = 0; i < count; i++) make_label(&rng, text[i]), label[i] = text[i];
        char **got = labels_shorten(label, count, width, "…");
        assert_non_null(got);
        for (int i = 0; i < count; i++) {
            assert_true(text_width(got[i]) <= width);
            if (text_width(label[i]) <= width && strchr(got[i], '#') == NULL)
                assert_string_equal(got[i], label[i]);
            char clean[4 * BYTES];
            snprintf(clean, sizeof clean, "%s", got[i]);
            text_clean(clean);
            assert_string_equal(clean, got[i]);
            for (int k = 0; k < i && width > 1; k++)
                assert_int_equal(strcmp(got[i], got[k]) == 0, strcmp(label[i], label[k]) == 0);
        }
        free(got);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_kept),
        cmocka_unit_test(one_long_label_keeps_its_ends),
        cmocka_unit_test(a_common_beginning_and_end_are_left_out),
        cmocka_unit_test(numbers_are_not_broken_where_there_is_room),
        cmocka_unit_test(labels_that_differ_at_their_end_show_it),
        cmocka_unit_test(with_no_room_they_have_numbers),
        cmocka_unit_test(characters_stay_whole),
        cmocka_unit_test(different_labels_stay_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
