/* Which submissions look copied, as JSON: for tahur similar and tahur class. */
#include "core/text.h"
#include "sources.h"
#include <stdlib.h>
#include <string.h>

/* The bytes of the lines from `first` to `last`, from 1 on. */
static const char *lines_of(const struct source *s, int first, int last, size_t *size) {
    const char *end = s->text + s->size, *from = s->text, *next;
    for (int line = 1; line < first; line++) {
        next = memchr(from, '\n', (size_t)(end - from));
        if (next == NULL) break;
        from = next + 1;
    }
    const char *to = from;
    for (int line = first; line <= last && to < end; line++) {
        next = memchr(to, '\n', (size_t)(end - to));
        to = next != NULL ? next + 1 : end;
    }
    *size = (size_t)(to - from);
    return from;
}

/* The source of a passage as text, cut after a whole line where that is possible. */
static json_t *text_json(const struct source *s, int first, int last, size_t *left) {
    size_t size;
    const char *bytes = lines_of(s, first, last, &size);
    if (*left == 0) return json_string("");
    /* What is cut off need not be cleaned. */
    char *text = text_clean_lines(bytes, size < PASSAGE_BYTES ? size : PASSAGE_BYTES);
    if (text == NULL) return NULL;
    const size_t whole = text_cut(text, PASSAGE_BYTES);
    const bool cut = size > PASSAGE_BYTES || text[whole] != 0;
    text[whole] = 0;
    char *end = cut ? strrchr(text, '\n') : NULL;
    if (end != NULL) end[1] = 0;
    const size_t length = strlen(text);
    *left -= length < *left ? length : *left;
    json_t *out = json_string(text);
    free(text);
    return out;
}

static json_t *passages_json(const struct similar_pair *p, const struct source_list *a,
                             const struct source_list *b, size_t *left) {
    json_t *list = json_array();
    for (int i = 0; i < p->passages; i++) {
        const struct passage *x = &p->passage[i];
        const struct source *in_a = &a->file[x->file_a], *in_b = &b->file[x->file_b];
        json_array_append_new(
            list,
            json_pack("{s:s, s:[ii], s:s, s:[ii], s:i, s:o, s:o}", "file_a", in_a->name, "lines_a",
                      x->first_a, x->last_a, "file_b", in_b->name, "lines_b", x->first_b, x->last_b,
                      "tokens", x->tokens, "text_a", text_json(in_a, x->first_a, x->last_a, left),
                      "text_b", text_json(in_b, x->first_b, x->last_b, left)));
    }
    return list;
}

json_t *similarity_json(const struct similarity *found, const struct source_lists *all,
                        const struct similarity_options *o, const char *template) {
    json_t *pairs = json_array(), *names = json_array();
    size_t left = PASSAGES_BYTES;
    for (int i = 0; i < all->count; i++) {
        const struct source_list *l = &all->list[i];
        json_array_append_new(names, json_pack("{s:s, s:i, s:i}", "name", l->name, "files",
                                               l->count, "left_out", l->left_out));
    }
    for (size_t i = 0; i < found->pairs; i++) {
        const struct similar_pair *p = &found->pair[i];
        const struct source_list *a = &all->list[p->a], *b = &all->list[p->b];
        json_array_append_new(pairs, json_pack("{s:s, s:s, s:f, s:f, s:f, s:o}", "a", a->name, "b",
                                               b->name, "share", p->share, "share_a", p->share_a,
                                               "share_b", p->share_b, "passages",
                                               passages_json(p, a, b, &left)));
    }
    return json_pack("{s:f, s:s?, s:i, s:o, s:o}", "threshold", o->threshold, "template", template,
                     "common", o->common, "submissions", names, "pairs", pairs);
}
