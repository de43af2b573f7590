/* JSON helpers. */
#include "json.h"

#include "fields.h"
#include "file.h"
#include "tahur/rng.h"
#include "text.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fields_are(const json_t *json, const char *where, const char *const names[], int n,
                struct th_error *e) {
    const char *key;
    json_t *value;
    if (!json_is_object(json)) return th_fail(e, "%s must be a JSON object", where);
    for (int i = 0; i < n; i++)
        if (json_object_get(json, names[i]) == NULL)
            return th_fail(e, "%s has no field \"%s\"", where, names[i]);
    json_object_foreach((json_t *)json, key, value) {
        bool known = false;
        for (int i = 0; i < n && !known; i++) known = strcmp(key, names[i]) == 0;
        char wrong[TEXT_CLIP_BYTES];
        if (!known)
            return th_fail(e, "%s has an unknown field \"%s\"", where, text_clip(key, wrong));
    }
    return true;
}

json_t *fields_to_json(const struct th_game *game, const struct th_state *s) {
    char text[TH_POSITION_BYTES];
    return json_loads(fields_json(game, s, text, sizeof text), 0, NULL);
}

json_t *seed_json(struct th_seed seed) {
    char text[TH_SEED_BYTES];
    if (seed.word[1] == 0 && seed.word[0] <= INT64_MAX)
        return json_integer((json_int_t)seed.word[0]);
    return json_string(th_seed_write(seed, text));
}

bool seed_from_json(const json_t *json, struct th_seed *seed) {
    if (!json_is_integer(json)) return th_seed_read(json_string_value(json), seed);
    *seed = th_seed_of((uint64_t)json_integer_value(json));
    return json_integer_value(json) >= 0;
}

/* The digest of the file that an option names, such as a model: with other contents it is another
 * bot. */
static json_t *file_of(const struct th_options *o) {
    for (const struct th_option *option = o->table; option != NULL && option->name != NULL;
         option++) {
        struct th_error ignored;
        size_t size;
        const bool names = option->kind == TH_TEXT && th_options_given(o, option->name);
        uint8_t *data = names ? file_read(th_options_text(o, option->name), &size, &ignored) : NULL;
        if (data == NULL) continue;
        uint64_t hash = size;
        char text[17];
        for (size_t i = 0; i < size; i++) hash = th_mix2(hash, data[i]);
        free(data);
        return json_string(text_digest(hash, text));
    }
    return NULL;
}

json_t *bot_settings(const char *name, const struct th_bot_kind *kind,
                     const struct th_options *options) {
    char spec[TH_SPEC_BYTES], clean[TH_SPEC_BYTES];
    th_options_write(kind->name, options, true, spec, sizeof spec);
    snprintf(clean, sizeof clean, "%s", name);
    text_clean(spec);
    text_clean(clean);
    json_t *bot = json_pack("{s:s, s:s}", "name", clean, "spec", spec);
    json_t *file = file_of(options);
    if (file != NULL) json_object_set_new(bot, "file", file);
    return bot;
}

/* ---- allocations of jansson ---- */

static _Thread_local bool lacked;
static json_malloc_t plain_malloc;

static void *watched_malloc(size_t size) {
    void *block = plain_malloc(size);
    if (block == NULL && size > 0) lacked = true;
    return block;
}

/* Wraps the allocation functions that the program has set. */
static void watch(void) {
    json_free_t plain_free;
    json_get_alloc_funcs(&plain_malloc, &plain_free);
    json_set_alloc_funcs(watched_malloc, plain_free);
}

void json_memory_watch(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
}

bool json_memory_lacked(void) {
    const bool any = lacked;
    lacked = false;
    return any;
}
