/* The pages of a class: both languages are complete, and text of strangers stays text. */
#include "cmocka_includes.h"
#include "core/file.h"
#include "report/class_page.h"
#include "report/class_words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void path_of(const char *file, char out[128]) {
    snprintf(out, 128, "%s/%s", folder, file);
}

static int set_up(void **state) {
    (void)state;
    char pages[128];
    strcpy(folder, "/tmp/tahur-pages-XXXXXX");
    if (mkdtemp(folder) == NULL) return 1;
    path_of("pages", pages);
    return mkdir(pages, 0777);
}

static int tear_down(void **state) {
    static const char *const files[] = {"index.html", "similarity.html", "pages/a.html",
                                        "pages/b.html"};
    char path[128];
    (void)state;
    for (int i = 0; i < 4; i++) {
        path_of(files[i], path);
        unlink(path);
    }
    path_of("pages", path);
    rmdir(path);
    return rmdir(folder);
}

/* ---- a class without games ---- */

#define HOSTILE                                                                                    \
    "</script><script>alert(1)</script>\\\" onclick=\\\"x\\u202e\\u0007\\nline &amp; <!-- \\u05d0"

static const char class_text[] =
    "{\"format\": \"tahur class 1\", \"game\": \"cantstop\", \"seats\": 2, \"seed\": 7,"
    " \"complete\": false, \"games\": 0, \"settings\": {\"levels\": [\"easy\"], \"marks\": null,"
    " \"require\": 0.5, \"confidence\": 0.95, \"disqualify\": 3},"
    " \"submissions\": ["
    "  {\"name\": \"" HOSTILE "\", \"page\": \"pages/a.html\", \"status\": \"unsound\","
    "   \"sentence\": \"" HOSTILE "\", \"source\": \"" HOSTILE "\", \"command\": \"" HOSTILE "\","
    "   \"disqualified\": 3, \"same_as\": [\"bert\"],"
    "   \"build\": {\"command\": \"make\", \"ok\": false, \"seconds\": 1, \"log\": \"" HOSTILE
    "\"},"
    "   \"check\": {\"asked\": 3, \"right\": 2, \"games\": 1, \"wrong\": [{\"fault\": \"crash\","
    "     \"what\": \"" HOSTILE "\", \"position\": \"" HOSTILE "\", \"stderr\": \"" HOSTILE "\"}]},"
    "   \"faults\": [{\"kind\": \"crash\", \"count\": 2, \"what\": \"" HOSTILE "\","
    "     \"stderr\": \"Traceback:\\n    indented " HOSTILE "\", \"against\": \"" HOSTILE "\"}]},"
    "  {\"name\": \"bert\", \"page\": \"pages/b.html\", \"status\": \"sound\", \"same_as\": []}],"
    " \"similarity\": %s}";

static const char pairs_text[] =
    "{\"threshold\": 0.4, \"template\": \"kit\", \"pairs\": [{\"a\": \"" HOSTILE
    "\", \"b\": \"bert\","
    " \"share\": 0.5, \"share_a\": 0.75, \"share_b\": 0.25, \"passages\": [{\"file_a\": \"bot.py\","
    " \"lines_a\": [3, 9], \"file_b\": \"" HOSTILE "\", \"lines_b\": [1, 7], \"tokens\": 40,"
    " \"text_a\": \"    first passage\", \"text_b\": \"" HOSTILE "\"}]}]}";

static void write_pages(const char *similarity, int language) {
    char text[8192];
    struct th_error e = {""};
    json_error_t why;
    snprintf(text, sizeof text, class_text, similarity);
    json_t *class = json_loads(text, 0, &why);
    if (class == NULL) fail_msg("%s", why.text);
    if (!class_pages_write(folder, class, language, &e)) fail_msg("%s", e.text);
    json_decref(class);
}

/* The text of a page; the caller frees it. */
static char *read_page(const char *file) {
    char path[128];
    struct th_error e = {""};
    path_of(file, path);
    char *text = file_read_text(path, &e);
    if (text == NULL) fail_msg("%s", e.text);
    return text;
}

static void has(const char *file, const char *wanted) {
    char *text = read_page(file);
    if (strstr(text, wanted) == NULL) fail_msg("%s has no %s", file, wanted);
    free(text);
}

static int count(const char *text, const char *wanted) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, wanted)) != NULL; at++) n++;
    return n;
}

/* ---- tests ---- */

static void text_of_strangers_stays_text(void **state) {
    static const char *const files[] = {"index.html", "similarity.html", "pages/a.html",
                                        "pages/b.html"};
    (void)state;
    for (int language = 0; class_languages[language] != NULL; language++) {
        write_pages(pairs_text, language);
        for (int i = 0; i < 4; i++) {
            char *text = read_page(files[i]);
            assert_null(strstr(text, "alert(1)</script>"));
            assert_null(strstr(text, "onclick=\"x"));
            assert_null(strstr(text, "<!-- "));
            assert_null(strstr(text, "\xe2\x80\xae"));
            assert_null(strchr(text, 7));
            assert_int_equal(count(text, "<script"), count(text, "</script>"));
            assert_true(count(text, "<script") <= 1);
            free(text);
        }
    }
    has("pages/a.html", "Traceback:\n    indented &lt;/script&gt;");
}

static void similar_submissions_are_side_by_side(void **state) {
    (void)state;
    write_pages(pairs_text, 0);
    has("index.html", "similarity.html#pair-1");
    has("similarity.html", "id=\"pair-1\"");
    has("similarity.html", "    first passage");
    has("similarity.html", "lines <bdi>3</bdi> to <bdi>9</bdi>");
    char *text = read_page("pages/a.html");
    assert_null(strstr(text, "similarity"));
    free(text);
}

static void without_pairs_there_is_no_page_of_them(void **state) {
    static const char *const none[] = {"null",
                                       "{\"threshold\": 0.4, \"template\": null, \"pairs\": []}"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char path[128];
        write_pages(pairs_text, 0);
        write_pages(none[i], 0);
        path_of("similarity.html", path);
        assert_int_not_equal(access(path, F_OK), 0);
        has("index.html", "have the same contents");
    }
}

static void what_is_not_complete_says_so(void **state) {
    (void)state;
    write_pages("null", 0);
    has("index.html", "<html lang=\"en\">");
    has("index.html", "not complete");
    has("index.html", "disqualified after 3 faults");
    write_pages("null", 1);
    has("index.html", "<html lang=\"es\">");
    has("index.html", "no están completos");
    has("pages/a.html", "fin inesperado");
}

/* Places for arguments are the same in all languages, so that none is lost or made up. */
static void languages_have_all_words(void **state) {
    (void)state;
    for (int i = 0; i < WORDS; i++) {
        assert_non_null(class_words_en[i]);
        assert_non_null(class_words_es[i]);
        for (char digit = '0'; digit <= '9'; digit++) {
            const char place[] = {'{', digit, '}', 0};
            if (count(class_words_en[i], place) != count(class_words_es[i], place))
                fail_msg("%s / %s", class_words_en[i], class_words_es[i]);
        }
    }
}

static void a_missing_record_is_an_error(void **state) {
    struct th_error e = {""};
    (void)state;
    json_t *class =
        json_loads("{\"submissions\": [{\"name\": \"a\", \"page\": \"pages/a.html\", \"games\": "
                   "[{\"id\": \"x\", \"file\": \"games/x.txt\"}]}]}",
                   0, NULL);
    assert_false(class_pages_write(folder, class, 0, &e));
    assert_non_null(strstr(e.text, "games/x.txt"));
    json_decref(class);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_of_strangers_stays_text, set_up, tear_down),
        cmocka_unit_test_setup_teardown(similar_submissions_are_side_by_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_pairs_there_is_no_page_of_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_complete_says_so, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_missing_record_is_an_error, set_up, tear_down),
        cmocka_unit_test(languages_have_all_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
