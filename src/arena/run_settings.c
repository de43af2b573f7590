/* Whether the settings in the file of a run are what a command writes. They come from the writer of
 * the file, go to terminals, pages and tables, and decide how much memory and time a report takes:
 * each is checked before it is used. That bots, options and openings exist in the game is checked
 * where they are read (contest_from_settings in the command line). */
#include "core/seed_json.h"
#include "core/shortage.h"
#include "core/text.h"
#include "run_file_own.h"
#include <string.h>

enum {
    SETTINGS_MAX = 100,  /* a command writes some twenty */
    NAME_MAX_BYTES = 40, /* of a setting's name */
    DEPTH_MAX = 3,       /* a list of objects of texts */
    OTHER_BYTES = 4096,  /* of a text that has no limit of its own */
    BOTS_MAX = 4096,     /* in one run */
    OPENINGS_MAX = 1000000,
    TURNS_MAX = 10000000, /* as the flags --max-turns and --random-plies allow */
    PLIES_MAX = 1000000
};

static bool damaged(const struct run_file *f, const char *name, const char *why,
                    struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    if (json_memory_lacked()) return th_fail(e, "there is no memory to read %s", f->path);
    return th_fail(e, "%s is damaged: its setting '%s' %s", f->path, text_clip(name, clipped), why);
}

/* ---- any value ---- */

/* Clean text, as text_clean leaves it, of less than so many bytes, at most TH_POSITION_BYTES. */
static bool check_text(const json_t *value, size_t bytes) {
    char clean[TH_POSITION_BYTES];
    const char *text = json_string_value(value);
    if (text == NULL || json_string_length(value) >= bytes) return false;
    strcpy(clean, text);
    text_clean(clean);
    return strcmp(clean, text) == 0;
}

static bool check_name(const char *name) {
    const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return length > 0 && length <= NAME_MAX_BYTES && name[length] == 0;
}

/* A value of any kind: its texts are clean and not too long, its lists not too deep. */
static bool check_value(const json_t *value, size_t bytes, int depth) {
    const char *key;
    json_t *item;
    size_t i;
    if (json_is_string(value)) return check_text(value, bytes);
    if ((json_is_array(value) || json_is_object(value)) && depth == DEPTH_MAX) return false;
    json_array_foreach((json_t *)value, i, item) {
        if (!check_value(item, bytes, depth + 1)) return false;
    }
    json_object_foreach((json_t *)value, key, item) {
        if (!check_name(key) || !check_value(item, bytes, depth + 1)) return false;
    }
    return true;
}

/* ---- by name ---- */

static bool check_texts(const struct run_file *f, struct th_error *e) {
    static const struct {
        const char *name;
        size_t bytes;
    } texts[] = {{"command", 16},         {"version", 64}, {"rules_version", 64},
                 {"game", TH_SPEC_BYTES}, {"format", 32},  {"method", 32}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const json_t *value = json_object_get(f->settings, texts[i].name);
        if (value != NULL && !check_text(value, texts[i].bytes))
            return damaged(f, texts[i].name, "is no text, too long or not clean", e);
    }
    return true;
}

static bool check_numbers(const struct run_file *f, struct th_error *e) {
    static const struct {
        const char *name;
        json_int_t least, most;
    } numbers[] = {{"games", 0, INT64_MAX / TH_SEATS_MAX},
                   {"all_games", 0, INT64_MAX},
                   {"block_games", 0, BLOCK_GAMES_MAX},
                   {"seats", 0, TH_SEATS_MAX},
                   {"max_turns", 0, TURNS_MAX},
                   {"others", 0, BOTS_MAX},
                   {"random_plies", 0, PLIES_MAX},
                   {"seeds", 1, 1000}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const json_t *value = json_object_get(f->settings, numbers[i].name);
        const json_int_t n = json_integer_value(value);
        if (value != NULL &&
            (!json_is_integer(value) || n < numbers[i].least || n > numbers[i].most))
            return damaged(f, numbers[i].name, "makes no sense", e);
    }
    const json_t *given = json_object_get(f->settings, "seed");
    struct th_seed seed;
    return given == NULL || seed_from_json(given, &seed) || damaged(f, "seed", "makes no sense", e);
}

static bool check_pair(const json_t *settings, const char *name) {
    const json_t *pair = json_object_get(settings, name);
    if (pair == NULL) return true;
    return json_array_size(pair) == 2 && json_is_number(json_array_get(pair, 0)) &&
           json_is_number(json_array_get(pair, 1));
}

/* Names tell bots apart: no two are the same. A training's bots have a spec each, and may be
 * copies. */
static bool check_bots(const struct run_file *f, const char *name, bool distinct,
                       struct th_error *e) {
    const json_t *list = json_object_get(f->settings, name);
    json_t *names = json_object(), *bot;
    size_t i;
    bool ok = names != NULL && json_array_size(list) <= BOTS_MAX;
    json_array_foreach((json_t *)list, i, bot) {
        static const char *const texts[] = {"name", "spec", "text", "file"};
        for (size_t k = 0; ok && k < sizeof texts / sizeof *texts; k++) {
            const json_t *text = json_object_get(bot, texts[k]);
            ok = text == NULL || check_text(text, TH_SPEC_BYTES);
        }
        const char *own = json_string_value(json_object_get(bot, "name"));
        if (!ok || !distinct || own == NULL) continue;
        ok = json_object_get(names, own) == NULL;
        json_object_set_new(names, own, json_true());
    }
    json_decref(names);
    return ok ||
           damaged(f, name, "has too many bots, two of a name, or a name that is not clean", e);
}

static bool check_lists(const struct run_file *f, struct th_error *e) {
    static const char *const lists[] = {"bots", "openings"};
    const json_t *s = f->settings, *openings = json_object_get(s, "openings"), *position;
    size_t i;
    for (int k = 0; k < 2; k++) {
        const json_t *list = json_object_get(s, lists[k]);
        if (list != NULL && !json_is_array(list)) return damaged(f, lists[k], "is no list", e);
    }
    if (json_array_size(openings) > OPENINGS_MAX) return damaged(f, "openings", "is too long", e);
    json_array_foreach((json_t *)openings, i, position) {
        if (!check_text(position, TH_POSITION_BYTES))
            return damaged(f, "openings", "has one that is too long or not clean", e);
    }
    if (!check_bots(f, "bots", true, e) || !check_bots(f, "opponents", false, e) ||
        !check_bots(f, "judges", false, e))
        return false;
    return (check_pair(s, "elo") && check_pair(s, "errors")) ||
           th_fail(e, "%s is damaged: its settings 'elo' and 'errors' are two numbers each",
                   f->path);
}

bool run_check_settings(const struct run_file *f, struct th_error *e) {
    const char *name;
    json_t *value;
    if (json_object_size(f->settings) > SETTINGS_MAX)
        return th_fail(e, "%s is damaged: it has more than %d settings", f->path, SETTINGS_MAX);
    json_object_foreach(f->settings, name, value) {
        const bool position = strcmp(name, "openings") == 0;
        if (!check_name(name)) return damaged(f, name, "has a name that no setting has", e);
        if (!check_value(value, position ? TH_POSITION_BYTES : OTHER_BYTES, 0))
            return damaged(f, name, "has a text that is too long or not clean", e);
    }
    if (!check_texts(f, e) || !check_numbers(f, e) || !check_lists(f, e)) return false;
    if ((json_object_get(f->settings, "block_games") == NULL) !=
        (json_object_get(f->settings, "seats") == NULL))
        return th_fail(e, "%s is damaged: its settings 'block_games' and 'seats' belong together",
                       f->path);
    return true;
}
