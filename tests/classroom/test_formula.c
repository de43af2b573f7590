/* Formulas for marks: what they compute, and what is said about wrong ones. */
#include "classroom/formula.h"
#include "cmocka_includes.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "easy", "easy.first", "rank", "mcts:iterations=20,c=1", "mcts:iterations=20,c=1.beaten",
    "sound"};
static const double values[] = {0.5, 0.75, 3, 0.25, 1, 0};
enum { NAMES = sizeof names / sizeof *names };

static double value_of(const char *text) {
    struct th_error e = {""};
    struct formula *f = formula_read(text, names, NAMES, &e);
    if (f == NULL) fail_msg("%s: %s", text, e.text);
    const double value = formula_value(f, values);
    formula_drop(f);
    return value;
}

static void formulas_have_their_values(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"1", 1},
        {" 1.5 + .5 ", 2},
        {"2*easy + 3*easy.first + max(0, 5 - rank/10)", 1 + 2.25 + 4.7},
        {"2 + 3 * 4", 14},
        {"(2 + 3) * 4", 20},
        {"10 - 2 - 3", 5},
        {"16 / 4 / 2", 2},
        {"2 ^ 3 ^ 2", 512},
        {"-2 ^ 2", -4},
        {"2 ^ -1", 0.5},
        {"--3", 3},
        {"'mcts:iterations=20,c=1'", 0.25},
        {"\"mcts:iterations=20,c=1\".beaten", 1},
        {"1 < 2", 1},
        {"2 <= 1", 0},
        {"3 == rank", 1},
        {"3 != rank", 0},
        {"not sound and rank >= 3", 1},
        {"sound or 0", 0},
        {"not (1 or 0)", 0},
        {"1 + 1 == 2", 1},
        {"if(rank > 2, 10, 20)", 10},
        {"if(sound, 1/0, 7)", 7},
        {"min(3, 1, 2)", 1},
        {"max(3, 1, 2, 9)", 9},
        {"round(2.5)", 3},
        {"round(2.346, 2)", 2.35},
        {"floor(-1.5) + ceil(1.2)", 0},
        {"abs(-3) + sqrt(16)", 7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (fabs(value_of(rows[i].text) - rows[i].value) > 1e-12)
            fail_msg("%s is %g", rows[i].text, value_of(rows[i].text));
}

static void what_has_no_value_says_so(void **state) {
    (void)state;
    assert_true(isinf(value_of("1/0")));
    assert_true(isnan(value_of("0/0")));
    assert_true(isnan(value_of("max(1, 0/0)")));
    assert_true(isnan(value_of("min(0/0, 1)")));
    assert_true(isnan(value_of("sqrt(-1)")));
    assert_true(isinf(value_of("round(1/0, 2)")));
}

static void wrong_formulas_are_refused_at_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"", "at character 1: it ends"},
        {"1 +", "at character 4: it ends"},
        {"1 2", "at character 3: here should be an operator"},
        {"2easy", "at character 2: an operator is missing"},
        {"easi + 1", "at character 1: there is no variable 'easi'; did you mean 'easy'?"},
        {"1 + easy.third", "at character 5: there is no variable 'easy.third'"},
        {"(1 + 2", "at character 7: a ) is missing"},
        {"1 + 2)", "at character 6: here should be an operator"},
        {"max(1)", "at character 1: max has 1 arguments"},
        {"if(1, 2)", "at character 1: if has 2 arguments"},
        {"max(1, 2", "at character 9: a ) is missing"},
        {"'easy", "at character 1: the quote does not end"},
        {"1 + $", "at character 5: here should be a number"},
        {"ñ + $", "at character 1: here should be a number"},
        {"rank = 3", "at character 6: here should be an operator"},
        {".", "at character 1: here should be a number"},
        {"system(1)", "there is no variable 'system'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct th_error e = {""};
        assert_null(formula_read(rows[i].text, names, NAMES, &e));
        if (strstr(e.text, rows[i].words) == NULL) fail_msg("%s: %s", rows[i].text, e.text);
    }
}

static void huge_formulas_are_refused(void **state) {
    (void)state;
    static const char *const parts[] = {"(", "-", "not ", "1+(", "max(1,", "2^", "1+"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct th_error e = {""};
        char text[2 * FORMULA_BYTES] = "";
        while (strlen(text) < FORMULA_BYTES + 10) strcat(text, parts[i]);
        assert_null(formula_read(text, names, NAMES, &e));
        text[FORMULA_BYTES - 1] = 0;
        assert_null(formula_read(text, names, NAMES, &e));
        assert_true(e.text[0] != 0);
    }
}

/* Random texts of the right characters are formulas, or are refused with a sentence. */
static void random_texts_do_no_harm(void **state) {
    (void)state;
    static const char *const parts[] = {
        "easy", "rank", ".first", "(",   ")",    "+",    "-", "*",  "/", "^",  "1", ".5",
        "max(", "if(",  ",",      "not", " and", " or ", "<", "==", "'", "\"", " ", "round("};
    struct th_rng rng = th_rng_seeded(1);
    for (int i = 0; i < 200000; i++) {
        struct th_error e = {""};
        char text[200] = "";
        for (uint32_t n = th_rng_below(&rng, 12); n > 0; n--)
            strcat(text, parts[th_rng_below(&rng, sizeof parts / sizeof *parts)]);
        struct formula *f = formula_read(text, names, NAMES, &e);
        if (f != NULL)
            (void)formula_value(f, values);
        else
            assert_true(e.text[0] != 0);
        formula_drop(f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_have_their_values),
        cmocka_unit_test(what_has_no_value_says_so),
        cmocka_unit_test(wrong_formulas_are_refused_at_their_place),
        cmocka_unit_test(huge_formulas_are_refused),
        cmocka_unit_test(random_texts_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
