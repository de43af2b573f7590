/* In which settings two runs differ, in words. */
#include "core/text.h"
#include "run_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOLD = 3,         /* differences that are shown, if there is room */
    SHOWN = 48,       /* bytes of a value that are shown, around the difference */
    BEFORE = 16,      /* of these, before it */
    NAME_BYTES = 80,  /* of "bots[1].spec" */
    PIECE_BYTES = 260 /* of one difference in words */
};

/* Two runs under comparison. */
struct comparison {
    struct text *out;
    const char *first, *second; /* "in the file", "here" */
    int differing;              /* differences so far */
    int told;                   /* of these, in `out` */
};

/* Adds a difference in words, if there is room for it and for the count of those left out. */
static void add_difference(struct comparison *c, const char *piece) {
    enum { COUNT_BYTES = 24 };
    struct text *t = c->out;
    c->differing++;
    if (c->told == TOLD || t->length + strlen(piece) + COUNT_BYTES > t->size) return;
    text_add(t, "%s%s", c->told > 0 ? "; " : "", piece);
    c->told++;
}

/* ---- one value ---- */

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The part of a value around its byte `at`, in which it begins to differ from the other one. */
static void add_part(struct text *t, const char *value, size_t at) {
    const size_t size = strlen(value);
    size_t from = size > SHOWN && at > BEFORE ? at - BEFORE : 0;
    while (from > 0 && is_continuation(value[from])) from--;
    const size_t n = size - from > SHOWN ? text_cut(value + from, SHOWN) : size - from;
    text_add(t, "%s%.*s%s", from > 0 ? "…" : "", (int)n, value + from, from + n < size ? "…" : "");
}

/* A value as JSON, or that there is none; the caller owns it. */
static char *text_of(const json_t *value) {
    char *text = value != NULL ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    return text != NULL ? text : strdup("not set");
}

static void add_values(struct comparison *c, const char *name, const json_t *a, const json_t *b) {
    char *x = text_of(a), *y = text_of(b), piece[PIECE_BYTES];
    struct text t = text_in(piece, sizeof piece);
    size_t at = 0;
    while (x != NULL && y != NULL && x[at] != 0 && x[at] == y[at]) at++;
    text_add(&t, "%s is ", name);
    if (x != NULL) add_part(&t, x, at);
    text_add(&t, " %s and ", c->first);
    if (y != NULL) add_part(&t, y, at);
    text_add(&t, " %s", c->second);
    add_difference(c, piece);
    free(x);
    free(y);
}

/* ---- settings within settings ---- */

static void compare(struct comparison *c, const char *name, const json_t *a, const json_t *b);

static void compare_lists(struct comparison *c, const char *name, const json_t *a,
                          const json_t *b) {
    const size_t n = json_array_size(a), m = json_array_size(b);
    if (n != m) {
        char piece[PIECE_BYTES];
        snprintf(piece, sizeof piece, "%s has %zu entries %s and %zu %s", name, n, c->first, m,
                 c->second);
        add_difference(c, piece);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        char place[NAME_BYTES];
        snprintf(place, sizeof place, "%s[%zu]", name, i);
        compare(c, place, json_array_get(a, i), json_array_get(b, i));
    }
}

/* Of a bot, its spec, or else its file: its name and how it was written follow from these. */
static void compare_objects(struct comparison *c, const char *name, const json_t *a,
                            const json_t *b) {
    static const char *const leading[] = {"spec", "file"};
    const char *key = NULL, *found = NULL;
    json_t *value, *all = json_object();
    char place[NAME_BYTES];
    json_object_update(all, (json_t *)a);
    json_object_update(all, (json_t *)b);
    for (size_t i = 0; found == NULL && i < sizeof leading / sizeof *leading; i++)
        if (!json_equal(json_object_get(a, leading[i]), json_object_get(b, leading[i])) &&
            json_object_get(all, leading[i]) != NULL)
            found = leading[i];
    json_object_foreach(all, key, value) {
        if (found == NULL && !json_equal(json_object_get(a, key), json_object_get(b, key)))
            found = key;
    }
    if (found != NULL) {
        snprintf(place, sizeof place, "%s.%s", name, found);
        compare(c, place, json_object_get(a, found), json_object_get(b, found));
    }
    json_decref(all);
}

static void compare(struct comparison *c, const char *name, const json_t *a, const json_t *b) {
    if (a == b || json_equal(a, b)) return;
    if (json_is_array(a) && json_is_array(b))
        compare_lists(c, name, a, b);
    else if (json_is_object(a) && json_is_object(b))
        compare_objects(c, name, a, b);
    else
        add_values(c, name, a, b);
}

/* The most telling ones first; those that follow from others are shown only if alone. */
bool settings_differ(const json_t *a, const char *first, const json_t *b, const char *second,
                     char *out, size_t size) {
    static const char *const leading[] = {"command", "game", "bots", "seed", "games", NULL};
    struct text t = text_in(out, size);
    struct comparison c = {.out = &t, .first = first, .second = second};
    const char *name;
    json_t *value, *all = json_object();
    for (int i = 0; leading[i] != NULL; i++) json_object_set_new(all, leading[i], json_null());
    json_object_update(all, (json_t *)a);
    json_object_update(all, (json_t *)b);
    json_object_foreach(all, name, value) {
        const bool follows = strcmp(name, "all_games") == 0 || strcmp(name, "block_games") == 0 ||
                             strcmp(name, "seats") == 0;
        if (!follows) compare(&c, name, json_object_get(a, name), json_object_get(b, name));
    }
    if (c.differing > c.told)
        text_add(&t, "%s%d more", c.told > 0 ? "; and " : "", c.differing - c.told);
    if (c.differing == 0 && !json_equal(a, b)) text_add(&t, "the number of games");
    json_decref(all);
    return t.length > 0;
}
