/* The passages that two submissions have in common: each fingerprint of both is extended token by
 * token as far as they are the same, and no token is in two passages. */
#include "similarity_own.h"

#include <stdlib.h>

/* Of one side: which tokens are taken, by the template or by a passage. */
struct side {
    const struct program *program;
    unsigned char *taken;
    size_t matched;
};

/* How many places with the same hash are tried: a statement that is repeated a thousand times has
 * a thousand, and comparing all with all would take too long. */
enum { TRIES = 64 };

static int file_of(const struct program *p, size_t place) {
    int low = 0, high = p->files; /* start[low] <= place < start[high] */
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (p->start[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The same tokens from these places on, to the end of a file or to a token that is taken. */
static size_t same_from(const struct side *a, size_t at_a, size_t end_a, const struct side *b,
                        size_t at_b, size_t end_b) {
    size_t n = 0;
    while (at_a + n < end_a && at_b + n < end_b && !a->taken[at_a + n] && !b->taken[at_b + n] &&
           a->program->tokens.list[at_a + n].code == b->program->tokens.list[at_b + n].code)
        n++;
    return n;
}

/* The same tokens before these places. */
static size_t same_before(const struct side *a, size_t at_a, size_t start_a, const struct side *b,
                          size_t at_b, size_t start_b) {
    size_t n = 0;
    while (at_a - n > start_a && at_b - n > start_b && !a->taken[at_a - n - 1] &&
           !b->taken[at_b - n - 1] &&
           a->program->tokens.list[at_a - n - 1].code == b->program->tokens.list[at_b - n - 1].code)
        n++;
    return n;
}

struct match {
    size_t a, b, length;
};

/* The longest row of equal tokens around these two places; length 0 if it is shorter than GRAM. */
static struct match extend(const struct side *a, size_t at_a, const struct side *b, size_t at_b) {
    const struct program *p = a->program, *q = b->program;
    const int f = file_of(p, at_a), g = file_of(q, at_b);
    const size_t after = same_from(a, at_a, p->start[f + 1], b, at_b, q->start[g + 1]);
    if (after == 0) return (struct match){0};
    const size_t before = same_before(a, at_a, p->start[f], b, at_b, q->start[g]);
    if (before + after < GRAM) return (struct match){0};
    return (struct match){at_a - before, at_b - before, before + after};
}

/* The first fingerprint of the list that is not before (hash, program). */
static size_t find_print(const struct comparison *c, uint64_t hash, int program) {
    size_t low = 0, high = c->prints;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct fingerprint *f = &c->print[middle];
        if (f->hash < hash || (f->hash == hash && f->program < program))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct match longest_match(const struct comparison *c, const struct side *a,
                                  const struct fingerprint *f, const struct side *b, int number_b) {
    struct match best = {0};
    const size_t first = find_print(c, f->hash, number_b);
    for (size_t i = first; i < first + TRIES && i < c->prints; i++) {
        if (c->print[i].hash != f->hash || c->print[i].program != number_b) break;
        const struct match m = extend(a, f->place, b, c->print[i].place);
        if (m.length > best.length) best = m;
    }
    return best;
}

static bool add_passage(struct similar_pair *pair, size_t *room, struct side *a, struct side *b,
                        const struct match *m) {
    if ((size_t)pair->passages == *room) {
        *room = *room == 0 ? 8 : 2 * *room;
        struct passage *more = realloc(pair->passage, *room * sizeof *more);
        if (more == NULL) return false;
        pair->passage = more;
    }
    for (size_t i = 0; i < m->length; i++) a->taken[m->a + i] = b->taken[m->b + i] = 1;
    a->matched += m->length;
    b->matched += m->length;
    const struct token *t = a->program->tokens.list, *u = b->program->tokens.list;
    pair->passage[pair->passages++] = (struct passage){
        .file_a = file_of(a->program, m->a),
        .file_b = file_of(b->program, m->b),
        .first_a = t[m->a].line,
        .last_a = t[m->a + m->length - 1].line,
        .first_b = u[m->b].line,
        .last_b = u[m->b + m->length - 1].line,
        .tokens = (int)m->length,
    };
    return true;
}

static int compare_passages(const void *x, const void *y) {
    const struct passage *a = x, *b = y;
    if (a->file_a != b->file_a) return a->file_a - b->file_a;
    if (a->first_a != b->first_a) return a->first_a - b->first_a;
    return a->last_a != b->last_a ? a->last_a - b->last_a : a->first_b - b->first_b;
}

/* A fingerprint counts only if it is not common: then it is still in the list of all. */
static bool is_listed(const struct comparison *c, const struct fingerprint *f) {
    const size_t i = find_print(c, f->hash, f->program);
    return i < c->prints && c->print[i].hash == f->hash && c->print[i].program == f->program;
}

static bool match_all(const struct comparison *c, struct side *a, struct side *b,
                      struct similar_pair *pair) {
    size_t room = 0;
    for (size_t i = 0; i < a->program->prints; i++) {
        const struct fingerprint *f = &a->program->print[i];
        if (a->taken[f->place] || !is_listed(c, f)) continue;
        const struct match m = longest_match(c, a, f, b, pair->b);
        if (m.length > 0 && !add_passage(pair, &room, a, b, &m)) return false;
    }
    return true;
}

static unsigned char *copy_given(const struct program *p) {
    unsigned char *taken = malloc(p->tokens.count + 1);
    for (size_t i = 0; taken != NULL && i < p->tokens.count; i++) taken[i] = p->given[i];
    return taken;
}

bool passages_find(const struct comparison *c, struct similar_pair *pair) {
    struct side a = {.program = &c->program[pair->a]}, b = {.program = &c->program[pair->b]};
    a.taken = copy_given(a.program);
    b.taken = copy_given(b.program);
    const bool ok = a.taken != NULL && b.taken != NULL && match_all(c, &a, &b, pair);
    if (ok && pair->passages > 0) {
        qsort(pair->passage, (size_t)pair->passages, sizeof *pair->passage, compare_passages);
        pair->share_a = (double)a.matched / (double)a.program->own;
        pair->share_b = (double)b.matched / (double)b.program->own;
        pair->share = pair->share_a > pair->share_b ? pair->share_a : pair->share_b;
    }
    free(a.taken);
    free(b.taken);
    return ok;
}
