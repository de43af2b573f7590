#include "similarity.h"

#include "similarity_own.h"
#include "tahur/rng.h"
#include <stdlib.h>
#include <string.h>

bool source_is_compared(const struct source *s) {
    return language_of(s->name) != NO_LANGUAGE && s->size <= SOURCE_MOST && s->size > 0 &&
           memchr(s->text, 0, s->size) == NULL;
}

/* ---- programs ---- */

static bool out_of_memory(struct th_error *e) {
    return th_fail(e, "out of memory");
}

/* Reads the tokens of all files, one after the other. */
static bool read_program(struct program *p, const struct source *file, int count,
                         struct th_error *e) {
    p->files = count;
    p->start = calloc((size_t)count + 1, sizeof *p->start);
    if (p->start == NULL) return out_of_memory(e);
    for (int i = 0; i < count; i++) {
        const enum language language = language_of(file[i].name);
        p->start[i] = p->tokens.count;
        if (source_is_compared(&file[i]) &&
            !tokens_read(&p->tokens, file[i].text, file[i].size, language, e))
            return false;
    }
    p->start[count] = p->tokens.count;
    p->given = calloc(p->tokens.count + 1, 1);
    return p->given != NULL || out_of_memory(e);
}

static void drop_program(struct program *p) {
    tokens_drop(&p->tokens);
    free(p->start);
    free(p->given);
    free(p->print);
}

/* ---- hashes of GRAM tokens ---- */

/* A polynomial of the codes, modulo 2^64, rolled from token to token, and mixed. */
#define BASE UINT64_C(0x9e3779b97f4a7c15)

/* Calls `use` for each GRAM tokens in a row of a file, with the place of the first and their hash.
 */
static void each_gram(const struct program *p, size_t from, size_t to,
                      void (*use)(void *context, size_t place, uint64_t hash), void *context) {
    const struct token *t = p->tokens.list;
    uint64_t sum = 0, power = 1;
    for (int i = 1; i < GRAM; i++) power *= BASE;
    for (size_t i = from; i < to; i++) {
        if (i >= from + GRAM) sum -= power * t[i - GRAM].code;
        sum = sum * BASE + t[i].code;
        if (i + 1 >= from + GRAM) use(context, i + 1 - GRAM, th_mix(sum));
    }
}

/* ---- the template ---- */

static void add_hash(void *context, size_t place, uint64_t hash) {
    struct hashes *h = context;
    (void)place;
    h->list[h->count++] = hash;
}

static int compare_hashes(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* All of them, sorted, not only those that winnowing chooses: nothing of the template escapes. */
static bool hash_template(const struct program *p, struct hashes *out, struct th_error *e) {
    out->list = malloc((p->tokens.count + 1) * sizeof *out->list);
    if (out->list == NULL) return out_of_memory(e);
    for (int i = 0; i < p->files; i++) each_gram(p, p->start[i], p->start[i + 1], add_hash, out);
    qsort(out->list, out->count, sizeof *out->list, compare_hashes);
    return true;
}

static bool has_hash(const struct hashes *h, uint64_t hash) {
    return h->count > 0 &&
           bsearch(&hash, h->list, h->count, sizeof *h->list, compare_hashes) != NULL;
}

/* ---- winnowing ---- */

/* The last WINDOW hashes of a file. */
struct winnowing {
    struct program *program;
    const struct hashes *given;
    uint64_t hash[WINDOW];
    size_t seen, chosen; /* hashes of this file; the place of the last one chosen, plus 1 */
    size_t first;        /* place of the file's first token */
};

/* Chooses the smallest hash of the last WINDOW, the last of equal ones, unless it is chosen
 * already. A file with fewer hashes than a window has one choice. */
static void choose_smallest(struct winnowing *w) {
    const size_t n = w->seen < WINDOW ? w->seen : WINDOW;
    size_t best = w->seen - n;
    for (size_t i = best; i < w->seen; i++)
        if (w->hash[i % WINDOW] <= w->hash[best % WINDOW]) best = i;
    struct program *p = w->program;
    if (n == 0 || w->chosen == best + 1) return;
    w->chosen = best + 1;
    if (!has_hash(w->given, w->hash[best % WINDOW]))
        p->print[p->prints++] = (struct fingerprint){w->hash[best % WINDOW], 0, w->first + best};
}

static void take_hash(void *context, size_t place, uint64_t hash) {
    struct winnowing *w = context;
    w->hash[w->seen++ % WINDOW] = hash;
    if (w->seen >= WINDOW) choose_smallest(w);
    if (has_hash(w->given, hash)) memset(w->program->given + place, 1, GRAM);
}

static bool winnow(struct program *p, int number, const struct hashes *given, struct th_error *e) {
    p->print = malloc((p->tokens.count + 1) * sizeof *p->print);
    if (p->print == NULL) return out_of_memory(e);
    for (int i = 0; i < p->files; i++) {
        struct winnowing w = {.program = p, .given = given, .first = p->start[i]};
        each_gram(p, p->start[i], p->start[i + 1], take_hash, &w);
        if (w.seen < WINDOW) choose_smallest(&w);
    }
    for (size_t i = 0; i < p->prints; i++) p->print[i].program = number;
    for (size_t i = 0; i < p->tokens.count; i++) p->own += p->given[i] == 0;
    return true;
}

/* ---- which pairs have fingerprints in common ---- */

static int compare_prints(const void *a, const void *b) {
    const struct fingerprint *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    if (x->program != y->program) return x->program < y->program ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* The end of the run of fingerprints with the same hash; *programs: how many have it. */
static size_t run_of_hash(const struct fingerprint *all, size_t count, size_t i, int *programs) {
    const uint64_t hash = all[i].hash;
    for (*programs = 0; i < count && all[i].hash == hash; i++)
        *programs += i == 0 || all[i - 1].hash != hash || all[i - 1].program != all[i].program;
    return i;
}

/* Counts a hash once for each two programs that have it. */
static void count_run(const struct fingerprint *all, size_t from, size_t to, int n,
                      uint32_t *shared) {
    for (size_t i = from; i < to; i++) {
        if (i > from && all[i].program == all[i - 1].program) continue;
        for (size_t j = i + 1; j < to; j++)
            if (all[j].program != all[j - 1].program)
                shared[(size_t)all[i].program * (size_t)n + (size_t)all[j].program]++;
    }
}

/* Distinct fingerprints, by pair, in `shared`, and by program, in its diagonal. Those that are
 * common are removed from `all`, which stays sorted. */
static size_t count_shared(struct fingerprint *all, size_t count, int n, int common,
                           uint32_t *shared) {
    size_t kept = 0;
    for (size_t i = 0, end; i < count; i = end) {
        int programs;
        end = run_of_hash(all, count, i, &programs);
        if (common > 0 && programs > common) continue;
        for (size_t j = i; j < end; j++)
            if (j == i || all[j].program != all[j - 1].program)
                shared[(size_t)all[j].program * (size_t)(n + 1)]++;
        count_run(all, i, end, n, shared);
        memmove(all + kept, all + i, (end - i) * sizeof *all);
        kept += end - i;
    }
    return kept;
}

/* ---- the comparison ---- */

/* Whether the fingerprints make it worth comparing token by token. Half of the threshold, as they
 * are a sample; and more than a few of them, as the programs may be small. */
static bool is_candidate(const struct comparison *c, int a, int b) {
    const size_t n = (size_t)c->n;
    const uint32_t both = c->shared[(size_t)a * n + (size_t)b];
    const uint32_t of_a = c->shared[(size_t)a * (n + 1)], of_b = c->shared[(size_t)b * (n + 1)];
    const uint32_t smaller = of_a < of_b ? of_a : of_b;
    return both >= SHARED_LEAST && both >= 0.5 * c->threshold * smaller;
}

static int compare_pairs(const void *a, const void *b) {
    const struct similar_pair *x = a, *y = b;
    if (x->share != y->share) return x->share > y->share ? -1 : 1;
    return x->a != y->a ? x->a - y->a : x->b - y->b;
}

void similarity_sort(struct similarity *s) {
    if (s->pairs > 1) qsort(s->pair, s->pairs, sizeof *s->pair, compare_pairs);
}

static bool find_pairs(struct comparison *c, struct similarity *out, struct th_error *e) {
    size_t room = 0;
    for (int a = 0; a < c->n; a++)
        for (int b = a + 1; b < c->n; b++) {
            if (!is_candidate(c, a, b)) continue;
            if (out->pairs == room) {
                room = room == 0 ? 16 : 2 * room;
                struct similar_pair *more = realloc(out->pair, room * sizeof *more);
                if (more == NULL) return out_of_memory(e);
                out->pair = more;
            }
            struct similar_pair *pair = &out->pair[out->pairs];
            *pair = (struct similar_pair){.a = a, .b = b};
            if (!passages_find(c, pair)) {
                free(pair->passage);
                return out_of_memory(e);
            }
            if (pair->passages > 0 && pair->share >= c->threshold)
                out->pairs++;
            else
                free(pair->passage);
        }
    similarity_sort(out);
    return true;
}

/* Puts the fingerprints of all programs into one list, by hash. */
static bool collect(struct comparison *c, int common, struct th_error *e) {
    size_t count = 0;
    for (int i = 0; i < c->n; i++) count += c->program[i].prints;
    c->print = malloc((count + 1) * sizeof *c->print);
    c->shared = calloc((size_t)c->n * (size_t)c->n + 1, sizeof *c->shared);
    if (c->print == NULL || c->shared == NULL) return out_of_memory(e);
    for (int i = 0; i < c->n; i++) {
        const struct program *p = &c->program[i];
        if (p->prints > 0) memcpy(c->print + c->prints, p->print, p->prints * sizeof *p->print);
        c->prints += p->prints;
    }
    qsort(c->print, c->prints, sizeof *c->print, compare_prints);
    c->prints = count_shared(c->print, c->prints, c->n, common, c->shared);
    return true;
}

static bool compare_all(struct comparison *c, const struct sources *submission,
                        const struct hashes *given, int common, struct similarity *out,
                        struct th_error *e) {
    for (int i = 0; i < c->n; i++)
        if (!read_program(&c->program[i], submission[i].file, submission[i].count, e) ||
            !winnow(&c->program[i], i, given, e))
            return false;
    return collect(c, common, e) && find_pairs(c, out, e);
}

bool similarity_find(const struct sources *submission, int n, const struct source *template,
                     int templates, const struct similarity_options *o, struct similarity *out,
                     struct th_error *e) {
    struct program given = {0};
    struct hashes hashes = {0};
    struct comparison c = {.n = n, .threshold = o->threshold};
    *out = (struct similarity){0};
    c.program = calloc((size_t)n + 1, sizeof *c.program);
    const bool ok = (c.program != NULL || out_of_memory(e)) &&
                    read_program(&given, template, templates, e) &&
                    hash_template(&given, &hashes, e) &&
                    compare_all(&c, submission, &hashes, o->common, out, e);
    for (int i = 0; c.program != NULL && i < n; i++) drop_program(&c.program[i]);
    drop_program(&given);
    free(hashes.list);
    free(c.program);
    free(c.print);
    free(c.shared);
    return ok;
}

void similarity_drop(struct similarity *s) {
    for (size_t i = 0; i < s->pairs; i++) free(s->pair[i].passage);
    free(s->pair);
    *s = (struct similarity){0};
}
