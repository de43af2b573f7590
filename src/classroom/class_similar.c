/* Which submissions of a class look copied from each other.
 *
 * Submissions with the same contents are one program: it is compared once, and their pairs have the
 * share 1, whatever language it is in. */
#include "results.h"
#include <stdlib.h>
#include <string.h>

/* ---- sources ---- */

/* So much of a submission is compared: more is no homework, and would take memory for minutes. */
static void limit_size(struct source_list *l) {
    size_t sum = 0;
    int kept = 0;
    for (int i = 0; i < l->count; i++) {
        struct source *s = &l->file[i];
        const bool fits = s->text != NULL && sum + s->size <= SOURCE_MOST;
        if (fits) {
            sum += s->size;
            l->file[kept++] = *s;
            continue;
        }
        free((char *)s->name);
        free((char *)s->text);
        l->left_out++;
    }
    l->count = kept;
}

/* What a build has made of the folder may not be readable: that is no reason to end the run. */
static bool read_sources(struct class_results *r, struct th_error *e) {
    const struct classroom *c = r->class;
    r->sources.list = calloc((size_t)c->submissions + 1, sizeof *r->sources.list);
    if (r->sources.list == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < c->submissions; i++) {
        const struct submission *s = &c->submission[i];
        if (s->program == NULL) continue;
        struct source_list *l = &r->sources.list[r->sources.count++];
        struct th_error why;
        const bool whole = source_list_read(s->program->folder, l, &why);
        limit_size(l);
        l->left_out += !whole;
        free(l->name);
        l->name = strdup(s->name);
        if (l->name == NULL) return th_fail(e, "out of memory");
    }
    return true;
}

/* ---- pairs ---- */

static bool add_pair(struct similarity *to, const struct similar_pair *pair) {
    if ((to->pairs & (to->pairs - 1)) == 0) { /* room for 1, 2, 4, 8… */
        void *more = realloc(to->pair, (to->pairs > 0 ? 2 * to->pairs : 1) * sizeof *to->pair);
        if (more == NULL) return false;
        to->pair = more;
    }
    struct similar_pair *p = &to->pair[to->pairs];
    *p = *pair;
    p->passage = calloc((size_t)pair->passages + 1, sizeof *p->passage);
    if (p->passage == NULL) return false;
    if (pair->passages > 0)
        memcpy(p->passage, pair->passage, (size_t)pair->passages * sizeof *p->passage);
    to->pairs++;
    return true;
}

/* The same pair, the other way round. */
static void turn(struct similar_pair *p) {
    const int a = p->a;
    const double share = p->share_a;
    p->a = p->b;
    p->b = a;
    p->share_a = p->share_b;
    p->share_b = share;
    for (int i = 0; i < p->passages; i++) {
        const struct passage x = p->passage[i];
        p->passage[i] = (struct passage){x.file_b,  x.file_a, x.first_b, x.last_b,
                                         x.first_a, x.last_a, x.tokens};
    }
}

/* Pairs of programs become pairs of all submissions that have them. program[i] is that of the i-th
 * submission. */
static bool spread(const struct similarity *programs, const int program[], int n,
                   struct similarity *out) {
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            const struct similar_pair same = {
                .a = a, .b = b, .share_a = 1, .share_b = 1, .share = 1};
            if (program[a] == program[b] && !add_pair(out, &same)) return false;
        }
    for (size_t i = 0; i < programs->pairs; i++)
        for (int a = 0; a < n; a++)
            for (int b = 0; program[a] == programs->pair[i].a && b < n; b++) {
                struct similar_pair pair = programs->pair[i];
                if (program[b] != pair.b) continue;
                pair.a = a;
                pair.b = b;
                if (!add_pair(out, &pair)) return false;
                if (a > b) turn(&out->pair[out->pairs - 1]);
            }
    similarity_sort(out);
    return true;
}

static bool compare(struct class_results *r, const struct source_list *template,
                    struct th_error *e) {
    const struct classroom *c = r->class;
    const int n = r->sources.count;
    struct sources *distinct = calloc((size_t)n, sizeof *distinct);
    int *program = calloc((size_t)n, sizeof *program), at = 0, programs = 0;
    struct similarity found = {0};
    bool ok = (distinct != NULL && program != NULL) || th_fail(e, "out of memory");
    for (int i = 0; ok && i < c->submissions; i++) {
        const struct program *own = c->submission[i].program;
        if (own == NULL) continue;
        int same = 0, before = 0; /* an earlier submission with the same contents */
        for (; same < i && c->submission[same].program != own; same++)
            before += c->submission[same].program != NULL;
        const struct source_list *l = &r->sources.list[at];
        program[at] = same < i ? program[before] : programs;
        if (same == i) distinct[programs++] = (struct sources){l->name, l->file, l->count};
        at++;
    }
    ok = ok &&
         similarity_find(distinct, programs, template->file, template->count, &c->set.similar,
                         &found, e) &&
         (spread(&found, program, n, &r->similar) || th_fail(e, "out of memory"));
    similarity_drop(&found);
    free(distinct);
    free(program);
    return ok;
}

bool class_compare(struct class_results *r, struct th_error *e) {
    const struct class_settings *set = &r->class->set;
    struct source_list template = {0};
    if (set->similar.threshold <= 0) return true;
    bool ok = read_sources(r, e);
    r->compared = ok && r->sources.count > 1;
    if (r->compared && set->template != NULL) ok = source_list_read(set->template, &template, e);
    if (r->compared && ok) ok = compare(r, &template, e);
    source_list_drop(&template);
    return ok;
}

bool class_check_template(const char *path, struct th_error *e) {
    struct source_list template = {0};
    const bool ok = source_list_read(path, &template, e) &&
                    (template.count > 0 || th_fail(e, "%s contains no source files", path));
    source_list_drop(&template);
    return ok;
}
