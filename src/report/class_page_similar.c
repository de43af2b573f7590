/* Similar submissions: the pairs on the index of a class, and a page with their passages. They are
 * for the teacher: pages of submissions do not mention them. */
#include "class_page_own.h"

#include <math.h>
#include <string.h>

static const json_t *pairs_of(const json_t *class) {
    return json_object_get(json_object_get(class, "similarity"), "pairs");
}

bool has_pairs(const json_t *class) {
    return json_array_size(pairs_of(class)) > 0;
}

/* A name in a pair, with its page where it has one. */
static void write_name(const struct class_page *p, const char *text) {
    const json_t *one = page_find_submission(p, text);
    if (one != NULL)
        page_link(p, one);
    else
        page_name(p, text);
}

/* ---- the index ---- */

static void write_same(const struct class_page *p) {
    const json_t *list = json_object_get(p->class, "submissions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i), *same = json_object_get(one, "same_as");
        for (size_t k = 0; k < json_array_size(same); k++) {
            const char *other = item_text(same, k);
            if (strcmp(member_text(one, "name"), other) > 0) continue; /* each pair once */
            fprintf(p->out, "<p class=\"note\">");
            page_say(p, W_SAME_NOTE, member_text(one, "name"), other);
            fprintf(p->out, "</p>\n");
        }
    }
}

static bool any_same(const json_t *class) {
    const json_t *list = json_object_get(class, "submissions");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_array_size(json_object_get(json_array_get(list, i), "same_as")) > 0) return true;
    return false;
}

static void write_table(const struct class_page *p) {
    const char *const head[] = {p->word[W_SUBMISSION], p->word[W_SUBMISSION], p->word[W_SHARE],
                                p->word[W_SHARE_A],    p->word[W_SHARE_B],    p->word[W_PASSAGES]};
    static const char *const shares[] = {"share", "share_a", "share_b"};
    const json_t *pairs = pairs_of(p->class);
    page_grid_begin(p, W_SIMILARITY, head, "llrrrr");
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        char number[NUMBER_BYTES];
        fprintf(p->out, "<tr><th scope=\"row\">");
        write_name(p, member_text(pair, "a"));
        fprintf(p->out, "</th><td class=\"text\">");
        write_name(p, member_text(pair, "b"));
        fprintf(p->out, "</td>");
        for (int k = 0; k < 3; k++)
            page_number_cell(p, figure_percent(p, page_number(pair, shares[k]), 0, number));
        fprintf(p->out, "<td><a href=\"similarity.html#pair-%zu\">%zu</a></td></tr>\n", i + 1,
                json_array_size(json_object_get(pair, "passages")));
    }
    page_grid_end(p);
}

void page_pairs(const struct class_page *p) {
    const json_t *similarity = json_object_get(p->class, "similarity");
    char number[NUMBER_BYTES];
    if (!json_is_object(similarity) && !any_same(p->class)) return;
    page_section(p, W_SIMILARITY);
    write_same(p);
    if (!json_is_object(similarity)) return;
    fprintf(p->out, "<p class=\"small\">");
    page_say(p, has_pairs(p->class) ? W_SIMILARITY_NOTE : W_NO_SIMILARITY,
             figure_percent(p, page_number(similarity, "threshold"), 0, number));
    if (*member_text(similarity, "template") != 0) {
        fprintf(p->out, " ");
        page_say(p, W_TEMPLATE, member_text(similarity, "template"));
    }
    fprintf(p->out, "</p>\n");
    if (has_pairs(p->class)) write_table(p);
}

/* ---- the page ---- */

static void write_side(const struct class_page *p, const json_t *passage, const char *file,
                       const char *range, const char *text) {
    char from[NUMBER_BYTES], to[NUMBER_BYTES];
    fprintf(p->out, "<div><p class=\"small\">");
    page_say(p, W_PASSAGE_LINES, member_text(passage, file),
             figure_whole(p, page_number_at(passage, range, 0), from),
             figure_whole(p, page_number_at(passage, range, 1), to));
    fprintf(p->out, "</p><pre class=\"log\" tabindex=\"0\">");
    page_lines(p, member_text(passage, text));
    fprintf(p->out, "</pre></div>\n");
}

static void write_pair(const struct class_page *p, const json_t *pair, size_t number) {
    const json_t *passages = json_object_get(pair, "passages");
    char share[NUMBER_BYTES], a[NUMBER_BYTES], b[NUMBER_BYTES];
    fprintf(p->out, "<h2 id=\"pair-%zu\">", number);
    page_say(p, W_PAIR_TITLE, member_text(pair, "a"), member_text(pair, "b"),
             figure_percent(p, page_number(pair, "share"), 0, share));
    fprintf(p->out, "</h2>\n<p>");
    page_say(p, W_PAIR_TEXT, figure_percent(p, page_number(pair, "share_a"), 0, a),
             figure_percent(p, page_number(pair, "share_b"), 0, b));
    fprintf(p->out, "</p>\n");
    for (size_t i = 0; i < json_array_size(passages); i++) {
        const json_t *one = json_array_get(passages, i);
        fprintf(p->out, "<div class=\"sides\">\n");
        write_side(p, one, "file_a", "lines_a", "text_a");
        write_side(p, one, "file_b", "lines_b", "text_b");
        fprintf(p->out, "</div>\n");
    }
}

void page_similar(const struct class_page *p) {
    const json_t *pairs = pairs_of(p->class);
    page_open(p, p->word[W_SIMILARITY], NULL);
    fprintf(p->out, "<nav><a href=\"index.html\">← ");
    page_word(p, W_BACK);
    fprintf(p->out, "</a></nav>\n<h1>");
    page_word(p, W_SIMILARITY);
    fprintf(p->out, "</h1>\n");
    for (size_t i = 0; i < json_array_size(pairs); i++)
        write_pair(p, json_array_get(pairs, i), i + 1);
    page_close(p, NULL);
}
