/* Pages: what is written is what is read, whatever is in it. */
#include "cmocka_includes.h"
#include "report/page.h"
#include <stdlib.h>
#include <string.h>

static char *text;
static size_t size;

static FILE *begin(void) {
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    return out;
}

static void holds(FILE *out, const char *wanted) {
    fclose(out);
    assert_string_equal(text, wanted);
    free(text);
}

static void paragraphs_are_escaped(void **state) {
    (void)state;
    FILE *out = begin();
    page_heading(out, "a < b");
    page_lead(out, "%s & %d", "\"it\"", 7);
    page_paragraph(out, "%s", "<p>");
    holds(out, "<h2>a &lt; b</h2>\n<p class=\"lead\">&quot;it&quot; &amp; 7</p>\n"
               "<p>&lt;p&gt;</p>\n");
}

static void long_text_is_whole(void **state) {
    (void)state;
    char line[5001], *end = line + sizeof line - 1;
    memset(line, 'x', sizeof line);
    *end = 0;
    FILE *out = begin();
    page_paragraph(out, "%s", line);
    fclose(out);
    assert_int_equal(strlen(text), strlen(line) + strlen("<p></p>\n"));
    free(text);
}

static void tables_have_texts_numbers_and_shades(void **state) {
    static const char *const head[] = {"step", "played", "loss"};
    (void)state;
    FILE *out = begin();
    page_mixed_table_begin(out, head, "rlr");
    page_row(out, "1");
    page_text_cell(out, TONE_PLAIN, "2 < 4");
    page_tone_cell(out, TONE_GRAVE, "%.1f %%", 12.25);
    page_row_end(out);
    page_table_end(out);
    holds(out, "<div class=\"box\" role=\"group\" aria-label=\"table\" tabindex=\"0\">"
               "<table class=\"figures\"><thead><tr><th scope=\"col\">step</th>"
               "<th class=\"text\" scope=\"col\">played</th><th scope=\"col\">loss</th>"
               "</tr></thead><tbody>\n<tr><th scope=\"row\">1</th>"
               "<td class=\"text plain\">2 &lt; 4</td><td class=\"grave\">12.2 %</td></tr>"
               "\n</tbody></table></div>\n");
}

static void long_names_may_be_broken_at_their_parts(void **state) {
    (void)state;
    FILE *out = begin();
    page_row(out, "mcts:n=3,t=<4>");
    page_row(out, "easy:");
    holds(out,
          "\n<tr><th scope=\"row\" class=\"name\">mcts:<wbr>n=<wbr>3,<wbr>t=<wbr>&lt;4&gt;</th>"
          "\n<tr><th scope=\"row\">easy:</th>");
}

/* A tone that the style does not know would be seen as nothing. */
static void the_style_knows_every_tone(void **state) {
    (void)state;
    FILE *out = begin();
    page_begin(out, "T");
    fclose(out);
    for (int tone = TONE_PLAIN + 1; tone < TONES; tone++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, ".%s{--t:", page_tone_class((enum tone)tone));
        assert_non_null(strstr(text, wanted));
        snprintf(wanted, sizeof wanted, "td.%s", page_tone_class((enum tone)tone));
        assert_non_null(strstr(text, wanted));
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs_are_escaped),
        cmocka_unit_test(long_text_is_whole),
        cmocka_unit_test(tables_have_texts_numbers_and_shades),
        cmocka_unit_test(long_names_may_be_broken_at_their_parts),
        cmocka_unit_test(the_style_knows_every_tone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
