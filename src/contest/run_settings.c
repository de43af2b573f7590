/* Settings of runs: in which two runs differ, in words; the names of counters; in the file. */
#include "core/facets.h"
#include "core/text.h"
#include "run_file_own.h"
#include "tahur/registry.h"
#include "tahur/version.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_MOST = 3,   /* differences that are shown, if there is room */
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
    int shown;                  /* of these, in `out` */
};

/* Adds a difference in words, if there is room for it and for the count of those left out. */
static void add_difference(struct comparison *c, const char *piece) {
    enum { COUNT_BYTES = 24 };
    struct text *t = c->out;
    c->differing++;
    if (c->shown == SHOWN_MOST || t->length + strlen(piece) + COUNT_BYTES > t->size) return;
    text_add(t, "%s%s", c->shown > 0 ? "; " : "", piece);
    c->shown++;
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

/* The most important ones first; those that follow from others are shown only if alone. */
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
    if (c.differing > c.shown)
        text_add(&t, "%s%d more", c.shown > 0 ? "; and " : "", c.differing - c.shown);
    if (c.differing == 0 && !json_equal(a, b)) text_add(&t, "the number of games");
    json_decref(all);
    return t.length > 0;
}

/* ---- counters ---- */

json_t *counters_settings(const struct th_game *game) {
    json_t *list = json_array();
    for (int i = 0; metrics_of(game)->counters != NULL && metrics_of(game)->counters[i] != NULL;
         i++)
        json_array_append_new(list, json_string(metrics_of(game)->counters[i]));
    return list;
}

static int find_counter(const struct th_game *game, const char *name) {
    for (int i = 0; metrics_of(game)->counters != NULL && metrics_of(game)->counters[i] != NULL;
         i++)
        if (strcmp(metrics_of(game)->counters[i], name) == 0) return i;
    return -1;
}

static bool refuse_counters(const json_t *settings, const struct th_game *game, const char *name,
                            struct th_error *e) {
    const char *version = json_string_value(json_object_get(settings, "version"));
    if (version == NULL) version = "another version";
    if (name == NULL)
        return th_fail(e,
                       "the run does not name what it counts, and was saved by tahur %s: only that "
                       "version can report its metrics",
                       version);
    return th_fail(e,
                   "the run, saved by tahur %s, does not count “%s”, of which metrics of %s are "
                   "made in this version",
                   version, name, game->name);
}

bool counters_map(const json_t *settings, const struct th_game *game, int place[TH_COUNTERS_MAX],
                  struct th_error *e) {
    const json_t *list = json_object_get(settings, "counters");
    bool found[TH_COUNTERS_MAX] = {false};
    for (int i = 0; i < TH_COUNTERS_MAX; i++) place[i] = i;
    if (metrics_of(game)->counters == NULL) return true;
    if (list == NULL) return refuse_counters(settings, game, NULL, e);
    for (size_t i = 0; i < TH_COUNTERS_MAX; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        place[i] = name != NULL ? find_counter(game, name) : -1;
        if (place[i] >= 0) found[place[i]] = true;
    }
    for (int i = 0; metrics_of(game)->counters[i] != NULL; i++)
        if (!found[i]) return refuse_counters(settings, game, metrics_of(game)->counters[i], e);
    return true;
}

/* Finds the game's counters in those of the file. A run of this version of the program that does
 * not name them has the counters of this version. */
static void find_counters(struct run_file *f) {
    const char *text = json_string_value(json_object_get(f->settings, "game"));
    const char *version = json_string_value(json_object_get(f->settings, "version"));
    struct th_spec spec;
    struct th_error ignored;
    const struct th_game *game = text != NULL ? th_game_find(text, &spec, &ignored) : NULL;
    for (int i = 0; i < TH_COUNTERS_MAX; i++) f->counter_place[i] = i;
    if (game == NULL || metrics_of(game)->counters == NULL || run_file_is_training(f)) return;
    if (json_object_get(f->settings, "counters") == NULL && version != NULL &&
        strcmp(version, TH_VERSION) == 0)
        json_object_set_new(f->settings, "counters", counters_settings(game));
    counters_map(f->settings, game, f->counter_place, &ignored);
}

/* ---- in the file ---- */

uint64_t settings_number(const json_t *settings, const char *name) {
    const json_int_t n = json_integer_value(json_object_get(settings, name));
    return n > 0 ? (uint64_t)n : 0;
}

bool run_write_settings(struct run_file *f, const json_t *settings, struct th_error *e) {
    sqlite3_stmt *s = NULL;
    const char *name;
    json_t *value;
    bool ok = run_prepare(f, "INSERT INTO setting VALUES(?, ?)", &s, e);
    json_object_foreach((json_t *)settings, name, value) {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);
        if (ok && text == NULL) ok = th_fail(e, "out of memory");
        if (!ok) {
            free(text);
            continue;
        }
        sqlite3_bind_text(s, 1, name, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(s, 2, text, -1, SQLITE_TRANSIENT);
        ok = sqlite3_step(s) == SQLITE_DONE || run_fail(f, e);
        sqlite3_reset(s);
        free(text);
    }
    sqlite3_finalize(s);
    return ok;
}

bool run_read_settings(struct run_file *f, struct th_error *e) {
    sqlite3_stmt *s = NULL;
    int step = SQLITE_ERROR;
    f->settings = json_object();
    if (!run_prepare(f, "SELECT name, value FROM setting", &s, e)) return false;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(s, 0);
        const char *text = (const char *)sqlite3_column_text(s, 1);
        json_t *value = text != NULL ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
        if (name == NULL) json_decref(value);
        /* Sets it, or drops it. */
        if (name == NULL || json_object_set_new(f->settings, name, value) != 0) {
            const bool lacked = run_no_memory(f, e);
            sqlite3_finalize(s);
            return !lacked && th_fail(e, "%s is damaged: a setting cannot be read", f->path);
        }
    }
    const bool ok = step == SQLITE_DONE || run_fail(f, e);
    sqlite3_finalize(s);
    if (!ok || !run_check_settings(f, e)) return false;
    f->block_games = (int)json_integer_value(json_object_get(f->settings, "block_games"));
    f->seats = (int)json_integer_value(json_object_get(f->settings, "seats"));
    f->forfeits = settings_number(f->settings, "disqualify") > 0;
    find_counters(f);
    return true;
}
