/* Copied programs are found, whatever was renamed or moved; independent ones are not. */
#include "classroom/similarity.h"
#include "classroom/tokens.h"
#include "cmocka_includes.h"
#include "tahur/rng.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- programs ---- */

static const char given[] =
    "import json\nimport sys\n\n"
    "def answer(action):\n"
    "    print(json.dumps({'type': 'action', 'action': action}), flush=True)\n\n"
    "def listen(choose):\n"
    "    for line in sys.stdin:\n"
    "        message = json.loads(line)\n"
    "        if message['type'] == 'choose':\n"
    "            answer(choose(message))\n"
    "        elif message['type'] == 'quit':\n"
    "            break\n\n";

static const char score[] = "def score(columns, move):\n"
                            "    \"\"\"How good a move is.\"\"\"\n"
                            "    total = 0\n"
                            "    for column, steps in move.items():\n"
                            "        left = columns[column] - steps\n"
                            "        if left <= 0:\n"
                            "            total += 10  # the top\n"
                            "        else:\n"
                            "            total += 3.5 * steps / left\n"
                            "    return total\n\n";
static const char choose[] = "def choose(message):\n"
                             "    best, best_value = None, -1\n"
                             "    for action in message['legal']:\n"
                             "        value = score(message['columns'], action)\n"
                             "        if value > best_value and not action.get('bad'):\n"
                             "            best, best_value = action, value\n"
                             "    return best if best is not None else message['legal'][0]\n\n";
static const char risk[] = "def risk(rolls, active):\n"
                           "    lost = sum(1 for roll in rolls if not set(roll) & active)\n"
                           "    while lost > len(rolls):\n"
                           "        lost -= len(rolls)\n"
                           "    return lost / max(len(rolls), 1)\n\n";

static const char other[] =
    "class Player:\n"
    "    def __init__(self, depth):\n"
    "        self.depth = depth\n"
    "        self.seen = {}\n\n"
    "    def search(self, state, depth):\n"
    "        if depth == 0 or state.over():\n"
    "            return state.value(), None\n"
    "        key = (state.key(), depth)\n"
    "        if key in self.seen:\n"
    "            return self.seen[key]\n"
    "        values = [(-self.search(state.after(m), depth - 1)[0], m) for m in state.moves()]\n"
    "        self.seen[key] = max(values, key=lambda pair: pair[0])\n"
    "        return self.seen[key]\n\n"
    "    def play(self, state):\n"
    "        try:\n"
    "            return self.search(state, self.depth)[1]\n"
    "        except RecursionError:\n"
    "            return state.moves()[0]\n";

/* The parts one after the other. The caller calls free. */
static char *program_of(const char *const parts[]) {
    char *text = calloc(1, 20000);
    assert_non_null(text);
    for (int i = 0; parts[i] != NULL; i++) strcat(text, parts[i]);
    return text;
}

/* Every name that is no keyword and not in quotes is another one, and every line has a comment. */
static char *renamed(const char *text) {
    static const char kept[] = " import def for in if elif else break return not None and is while "
                               "class try except lambda or ";
    char *out = calloc(1, 60000), *end = out;
    assert_non_null(out);
    for (const char *c = text; *c != 0;) {
        char word[64];
        size_t n = 0;
        while (n < 60 && (isalnum((unsigned char)c[n]) || c[n] == '_')) n++;
        snprintf(word, sizeof word, " %.*s ", (int)n, c);
        if (n > 0 && !isdigit((unsigned char)*c) && strstr(kept, word) == NULL)
            end += sprintf(end, "my%.*s", (int)n, c);
        else if (n > 0)
            end += sprintf(end, "%.*s", (int)n, c);
        else if (*c == '\n')
            end += sprintf(end, "   # a comment\n"), n = 1;
        else
            *end++ = *c, n = 1;
        c += n;
    }
    return out;
}

/* ---- comparing two ---- */

struct pair_result {
    double share;
    int passages;
    struct passage first;
};

static struct pair_result compare_sized(const char *name_a, const char *a, size_t size_a,
                                        const char *name_b, const char *b, size_t size_b,
                                        const char *template) {
    const struct source file_a = {name_a, a, size_a}, file_b = {name_b, b, size_b};
    const struct sources both[] = {{"a", &file_a, 1}, {"b", &file_b, 1}};
    const struct source skeleton = {"skeleton.py", template,
                                    template == NULL ? 0 : strlen(template)};
    const struct similarity_options options = {.threshold = 0, .common = SIMILARITY_COMMON};
    struct similarity found;
    struct th_error e;
    struct pair_result result = {0};
    assert_true(similarity_find(both, 2, &skeleton, template != NULL, &options, &found, &e));
    if (found.pairs == 1) {
        result = (struct pair_result){found.pair[0].share, found.pair[0].passages,
                                      found.pair[0].passage[0]};
        assert_true(found.pair[0].share_a <= 1 && found.pair[0].share_b <= 1);
    }
    similarity_drop(&found);
    return result;
}

static struct pair_result compare(const char *a, const char *b, const char *template) {
    return compare_sized("a.py", a, strlen(a), "b.py", b, strlen(b), template);
}

static void a_copy_is_the_same(void **state) {
    (void)state;
    char *a = program_of((const char *const[]){score, choose, risk, NULL});
    const struct pair_result r = compare(a, a, NULL);
    assert_true(r.share == 1 && r.passages == 1);
    assert_int_equal(r.first.first_a, 1);
    assert_int_equal(r.first.first_b, 1);
    assert_int_equal(r.first.last_a, r.first.last_b);
    free(a);
}

static void new_names_and_comments_change_nothing(void **state) {
    (void)state;
    char *a = program_of((const char *const[]){score, choose, risk, NULL}), *b = renamed(a);
    assert_true(compare(a, b, NULL).share == 1);
    free(a);
    free(b);
}

static void another_order_of_functions_changes_little(void **state) {
    (void)state;
    char *a = program_of((const char *const[]){score, choose, risk, NULL});
    char *moved = program_of((const char *const[]){risk, score, choose, NULL});
    char *b = renamed(moved);
    assert_true(compare(a, moved, NULL).share > 0.9);
    assert_true(compare(a, b, NULL).share > 0.9);
    free(a);
    free(b);
    free(moved);
}

static void a_copied_function_among_own_code_is_found_with_its_lines(void **state) {
    (void)state;
    char *a = program_of((const char *const[]){choose, score, NULL});
    char *b = program_of((const char *const[]){other, "\n", choose, NULL});
    const struct pair_result r = compare(a, b, NULL);
    assert_int_equal(r.first.first_a, 1);
    assert_int_equal(r.first.last_a - r.first.first_a, r.first.last_b - r.first.first_b);
    assert_true(r.first.first_b > 20 && r.share > 0.4 && r.share < 0.7);
    free(a);
    free(b);
}

static void independent_programs_are_different(void **state) {
    (void)state;
    char *a = program_of((const char *const[]){score, choose, risk, NULL});
    assert_true(compare(a, other, NULL).share < 0.15);
    free(a);
}

static void the_template_does_not_count(void **state) {
    (void)state;
    char *a = program_of((const char *const[]){given, score, choose, NULL});
    char *b = program_of((const char *const[]){given, other, NULL});
    assert_true(compare(a, b, NULL).share > 0.2);
    assert_true(compare(a, b, given).share == 0);
    assert_true(compare(a, a, given).share == 1);
    assert_true(compare(given, given, given).share == 0);
    free(a);
    free(b);
}

static void code_that_many_have_does_not_count(void **state) {
    (void)state;
    enum { N = 12 };
    char *text = program_of((const char *const[]){score, choose, NULL});
    const struct source file = {"bot.py", text, strlen(text)};
    struct sources all[N];
    for (int i = 0; i < N; i++) all[i] = (struct sources){"x", &file, 1};
    const int limits[] = {0, N, N - 1};
    for (int i = 0; i < 3; i++) {
        const struct similarity_options options = {.threshold = 0.5, .common = limits[i]};
        struct similarity found;
        struct th_error e;
        assert_true(similarity_find(all, N, NULL, 0, &options, &found, &e));
        assert_int_equal(found.pairs, i < 2 ? N * (N - 1) / 2 : 0);
        similarity_drop(&found);
    }
    free(text);
}

/* ---- what is no program ---- */

static void empty_and_binary_files_have_no_tokens(void **state) {
    (void)state;
    char *text = program_of((const char *const[]){score, choose, NULL});
    const size_t size = strlen(text);
    assert_true(compare_sized("a.py", "", 0, "b.py", "", 0, NULL).share == 0);
    assert_true(compare_sized("a.txt", text, size, "b.txt", text, size, NULL).share == 0);
    assert_true(compare_sized("a.py", text, size, "b.c", text, size, NULL).share < 0.5);
    text[size / 2] = 0;
    assert_true(compare_sized("a.py", text, size, "b.py", text, size, NULL).share == 0);
    struct similarity found;
    struct th_error e;
    assert_true(similarity_find(NULL, 0, NULL, 0, &(struct similarity_options){0}, &found, &e));
    assert_int_equal(found.pairs, 0);
    similarity_drop(&found);
    free(text);
}

/* The worst for a comparison of all places with all: the same code again and again. */
static void huge_files_take_linear_time(void **state) {
    (void)state;
    const size_t most = SOURCE_MOST, period = strlen(score);
    char *a = malloc(most + 1), *b = malloc(most + 1);
    assert_true(a != NULL && b != NULL);
    for (size_t i = 0; i <= most; i++) a[i] = score[i % period], b[i] = score[(i / 3) % period];
    assert_true(compare_sized("a.py", a, most, "b.py", a, most / 2, NULL).share > 0.99);
    assert_true(compare_sized("a.py", a, most, "b.py", b, most, NULL).share < 0.5);
    assert_true(compare_sized("a.py", a, most + 1, "b.py", a, most + 1, NULL).share == 0);
    memset(a, 'x', most);
    for (size_t i = 1; i < most; i += 2) a[i] = '+';
    compare_sized("a.py", a, most, "b.py", a, most / 2, NULL);
    free(a);
    free(b);
}

static void any_bytes_are_read_safely(void **state) {
    (void)state;
    static const char bytes[] = "ab1.'\"`/*\\#\n r(){}[]<>=+-R\x80_e";
    static const char *const names[] = {"a.py", "a.c", "a.js", "a.java", "a.rs"};
    struct th_rng rng = th_rng_seeded(5);
    for (int round = 0; round < 2000; round++) {
        const size_t size = th_rng_below(&rng, 200) + 1;
        char *a = malloc(size); /* exactly as large, so that sanitizers see a step too far */
        assert_non_null(a);
        for (size_t i = 0; i < size; i++) a[i] = bytes[th_rng_below(&rng, sizeof bytes - 1)];
        const char *name = names[round % 5];
        struct tokens t = {0};
        struct th_error e;
        assert_true(tokens_read(&t, a, size, language_of(name), &e));
        assert_true(t.count <= size);
        for (size_t i = 1; i < t.count; i++) assert_true(t.list[i].line >= t.list[i - 1].line);
        tokens_drop(&t);
        compare_sized(name, a, size, name, a, size, NULL);
        free(a);
    }
}

/* ---- tokens ---- */

static bool same_tokens(enum language language, const char *a, const char *b) {
    struct tokens s = {0}, t = {0};
    struct th_error e;
    assert_true(tokens_read(&s, a, strlen(a), language, &e));
    assert_true(tokens_read(&t, b, strlen(b), language, &e));
    bool same = s.count == t.count && s.count > 0;
    for (size_t i = 0; same && i < s.count; i++) same = s.list[i].code == t.list[i].code;
    tokens_drop(&s);
    tokens_drop(&t);
    return same;
}

static void comments_strings_and_numbers_of_each_language(void **state) {
    (void)state;
    static const struct {
        enum language language;
        const char *a, *b;
    } same[] = {
        {PYTHON, "x = 'a#b' # c\n", "y = \"\"\n"},
        {PYTHON, "def f():\n    '''text\n    text'''\n    return 1", "def g(): return 0x1F"},
        {PYTHON, "x = rb'\\'' + f\"{y}\"", "x = 'a' + 'b'"},
        {PYTHON, "x = ('''a\n''')", "x = ('a')"},
        {C_OR_CPP, "int a = 1'000; /* b\n */ char c = '\"';", "int x=5;char y='a';// z"},
        {C_OR_CPP, "s = R\"x(a \" )\" b)x\" + 1;", "t = \"\" + 2.5e-3f;"},
        {JAVASCRIPT, "x = /a\"[/]/g.test(y) / 2", "x = 'a'.test(y) / 3"},
        {JAVASCRIPT, "x = `a\n'b` // c", "y = \"\""},
        {JAVA, "String s = \"\"\"\n a \" b\n \"\"\";", "String t = \"\";"},
        {RUST, "fn f<'a>(x: &'a str) -> char { /* /* */ */ '\\'' }",
         "fn g<'b>(y:&'b str)->char{'x'}"},
        {RUST, "let s = r#\"a \" b\"#; for i in 0..10 {}", "let t = \"a\nb\"; for j in 1..2 {}"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (!same_tokens(same[i].language, same[i].a, same[i].b))
            fail_msg("%s and %s", same[i].a, same[i].b);
    assert_false(same_tokens(PYTHON, "if x: pass", "while x: pass"));
    assert_false(same_tokens(C_OR_CPP, "a <= b", "a < b"));
    assert_false(same_tokens(JAVA, "a + b", "a - b"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_the_same),
        cmocka_unit_test(new_names_and_comments_change_nothing),
        cmocka_unit_test(another_order_of_functions_changes_little),
        cmocka_unit_test(a_copied_function_among_own_code_is_found_with_its_lines),
        cmocka_unit_test(independent_programs_are_different),
        cmocka_unit_test(the_template_does_not_count),
        cmocka_unit_test(code_that_many_have_does_not_count),
        cmocka_unit_test(empty_and_binary_files_have_no_tokens),
        cmocka_unit_test(huge_files_take_linear_time),
        cmocka_unit_test(any_bytes_are_read_safely),
        cmocka_unit_test(comments_strings_and_numbers_of_each_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
