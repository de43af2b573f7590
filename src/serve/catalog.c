/* The catalogue, specs from JSON, and the limits of options on a shared service. */
#include "api.h"

#include "analysis/think.h"
#include "core/error.h"
#include "core/text.h"
#include "core/tools.h"
#include "limits.h"
#include "play/session.h"
#include "tahur/version.h"
#include <math.h>
#include <string.h>

/* ---- limits ---- */

/* The largest value of an option of a bot (NULL: of a game). */
static int64_t most(const struct th_bot_kind *bot, const struct th_option *o) {
    for (const struct th_shared_limit *l = bot != NULL ? bot->shared_limits : NULL;
         l != NULL && l->option != NULL; l++)
        if (strcmp(l->option, o->name) == 0) return l->max < o->max ? l->max : o->max;
    return o->max;
}

static bool names_file(const struct th_option *o) {
    return o->kind == TH_TEXT || o->kind == TH_REST;
}

/* Whether the bot works without options that the service does not accept (programs, files). */
static bool is_kind_offered(const struct th_game *game, const struct th_bot_kind *kind) {
    return !th_bot_needs_options(kind, game);
}

static bool is_offered(const struct th_game *game, const struct th_bot_entry *entry) {
    return entry->kind == NULL || is_kind_offered(game, entry->kind);
}

/* ---- the catalogue ---- */

static json_t *number_json(enum th_option_kind kind, int64_t value) {
    if (kind == TH_DECIMAL) return json_real((double)value / (double)TH_MILLION);
    return json_integer(value);
}

static json_t *default_json(const struct th_option *o, int64_t max) {
    int64_t value;
    if (o->initial == NULL) return json_null();
    if (o->kind == TH_CHOICE) return json_string(o->initial);
    if (o->kind == TH_DECIMAL ? !text_millionths(o->initial, &value)
                              : !text_integer(o->initial, &value))
        return json_null();
    return number_json(o->kind, o->kind != TH_SWITCH && value > max ? max : value);
}

static json_t *option_json(const struct th_bot_kind *bot, const struct th_option *o) {
    static const char *const kinds[] = {"integer", "decimal", "switch", "choice", "text", "text"};
    const bool number = o->kind == TH_INTEGER || o->kind == TH_DECIMAL;
    const int64_t max = most(bot, o);
    json_t *choices = o->kind == TH_CHOICE ? json_array() : json_null();
    for (int i = 0; o->kind == TH_CHOICE && o->choices[i] != NULL; i++)
        json_array_append_new(choices, json_string(o->choices[i]));
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:s}", "name", o->name, "kind", kinds[o->kind],
                     "min", number ? number_json(o->kind, o->min) : json_null(), "max",
                     number ? number_json(o->kind, max) : json_null(), "default",
                     default_json(o, max), "choices", choices, "help", o->help);
}

static json_t *options_json(const struct th_bot_kind *bot, const struct th_option *table) {
    json_t *list = json_array();
    for (const struct th_option *o = table; o != NULL && o->name != NULL; o++)
        if (!names_file(o)) json_array_append_new(list, option_json(bot, o));
    return list;
}

static json_t *bot_json(const struct th_game *game, const struct th_bot_entry *entry) {
    static const char *const tells[] = {NULL, "chances", "values"};
    enum th_value_kind told = TH_VALUE_NONE;
    struct th_spec spec;
    struct th_error e;
    const char *stands_for = session_stands_for(entry);
    const struct th_bot_kind *kind =
        entry->kind != NULL ? entry->kind : th_bot_find(game, stands_for, &spec, &e);
    if (kind != NULL) told = kind->value_kind;
    return json_pack("{s:s, s:s, s:s?, s:s?, s:o}", "name", entry->name, "summary", entry->summary,
                     "stands_for", stands_for, "tells", tells[told], "options",
                     entry->kind != NULL ? options_json(entry->kind, entry->kind->options)
                                         : json_array());
}

static json_t *game_json(const struct th_game *game) {
    json_t *bots = json_array();
    struct th_bot_entry entry;
    for (int i = 0; th_bot_at(game, i, &entry); i++)
        if (is_offered(game, &entry)) json_array_append_new(bots, bot_json(game, &entry));
    return json_pack(
        "{s:s, s:s, s:s, s:[i, i], s:b, s:b, s:b, s:s, s:o, s:o}", "name", game->name, "title",
        game->title, "summary", game->summary, "seats", game->min_seats, game->max_seats, "hidden",
        game->view != NULL, "chance", game->outcomes != NULL, "resignation", game->resignation != 0,
        "adviser", think_adviser(game), "options", options_json(NULL, game->options), "bots", bots);
}

json_t *catalog_json(void) {
    json_t *games = json_array();
    for (int i = 0; th_game_at(i) != NULL; i++)
        json_array_append_new(games, game_json(th_game_at(i)));
    json_t *limits =
        json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "body", LIMIT_BODY, "record",
                  LIMIT_RECORD_BODY, "games", LIMIT_GAMES, "steps", LIMIT_STEPS, "viewers",
                  LIMIT_VIEWERS, "game_viewers", LIMIT_GAME_VIEWERS, "name", LIMIT_NAME_BYTES,
                  "pace", LIMIT_PACE, "decision_seconds", LIMIT_DECISION_SECONDS);
    return json_pack("{s:s, s:o, s:o}", "version", TH_VERSION, "limits", limits, "games", games);
}

/* ---- specs from JSON ---- */

/* Writes a JSON value as in a spec; false if it cannot be one. */
static bool value_text(const json_t *value, char out[64]) {
    if (json_is_string(value) && json_string_length(value) < 64 &&
        strlen(json_string_value(value)) == json_string_length(value)) {
        strcpy(out, json_string_value(value));
        return strpbrk(out, ",:=") == NULL;
    }
    if (json_is_boolean(value)) {
        strcpy(out, json_is_true(value) ? "1" : "0");
        return true;
    }
    if (json_is_integer(value)) {
        struct text t = text_in(out, 64);
        text_add(&t, "%lld", (long long)json_integer_value(value));
        return true;
    }
    if (!json_is_real(value) || !(fabs(json_real_value(value)) < 1e12)) return false;
    text_from_millionths(llround(json_real_value(value) * 1e6), out, 64);
    return true;
}

static const struct th_option *find_option(const struct th_option *table, const char *name) {
    for (const struct th_option *o = table; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return o;
    return NULL;
}

/* Reads the options of `owner` into `o`. */
static bool read_options(struct th_options *o, const char *owner, const json_t *options,
                         struct th_error *e) {
    const char *name;
    json_t *value;
    char text[64], wrong[TEXT_CLIP_BYTES];
    if (options == NULL) return true;
    if (!json_is_object(options)) return th_fail(e, "\"options\" must be a JSON object");
    json_object_foreach((json_t *)options, name, value) {
        const struct th_option *known = find_option(o->table, name);
        if (known != NULL && names_file(known))
            return th_fail(e, "the option %s of %s names a file, and is not offered here", name,
                           owner);
        int64_t number; /* a string must be a plain number, without a suffix */
        const bool whole = known != NULL && known->kind == TH_INTEGER;
        if (!value_text(value, text) ||
            (whole && json_is_string(value) && !text_integer(text, &number)))
            return th_fail(e, "the option %s of %s must be a number, true, false or a word",
                           text_clip(name, wrong), owner);
        if (!th_options_set(o, owner, name, text, e)) return false;
    }
    return true;
}

/* `tools`: of a game, may be NULL. */
static bool write_spec(const char *name, const struct th_option *table,
                       const struct game_tools *tools, const json_t *options,
                       char out[TH_SPEC_BYTES], struct th_error *e) {
    struct th_options o;
    th_options_init(&o, table);
    if (!read_options(&o, name, options, e)) return false;
    tools_expand(tools, &o);
    th_options_write(name, &o, true, out, TH_SPEC_BYTES);
    return true;
}

/* Whether the text is a name without options. */
static bool is_word(const char *name, const char *what, struct th_error *e) {
    char wrong[TEXT_CLIP_BYTES];
    if (strlen(name) < 64 && strpbrk(name, ":,=") == NULL) return true;
    return th_fail(e, "'%s' is no name of a %s: options are an object of their own",
                   text_clip(name, wrong), what);
}

bool catalog_game_spec(const char *name, const json_t *options, char out[TH_SPEC_BYTES],
                       struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = is_word(name, "game", e) ? th_game_find(name, &spec, e) : NULL;
    return game != NULL && write_spec(game->name, game->options, game->tools, options, out, e);
}

bool catalog_bot_spec(const struct th_game *game, const char *name, const json_t *options,
                      char out[TH_SPEC_BYTES], struct th_error *e) {
    struct th_bot_entry entry;
    struct th_spec spec;
    if (!is_word(name, "bot", e)) return false;
    for (int i = 0; th_bot_at(game, i, &entry); i++)
        if (strcmp(entry.name, name) == 0 && is_offered(game, &entry))
            return write_spec(name, entry.kind != NULL ? entry.kind->options : NULL, NULL, options,
                              out, e) &&
                   catalog_bot(game, out, &spec, e) != NULL;
    return catalog_bot(game, name, &spec, e) != NULL && /* its message lists the bots */
           th_fail(e, "the bot %s is not offered here", name);
}

/* ---- bots ---- */

static bool within_limits(const struct th_bot_kind *bot, struct th_options *o, struct th_error *e) {
    for (int i = 0; o->table != NULL && o->table[i].name != NULL; i++) {
        const struct th_option *option = &o->table[i];
        if (names_file(option) && o->value[i].given)
            return th_fail(e, "the option %s of %s names a file, and is not offered here",
                           option->name, bot->name);
        if (option->kind != TH_INTEGER || o->value[i].number <= most(bot, option)) continue;
        if (o->value[i].given) {
            char limit[24];
            snprintf(limit, sizeof limit, "%lld", (long long)most(bot, option));
            th_fail(e, "%s of %s can be at most %s here", option->name, bot->name, limit);
            return error_attach(e, "option-limit", option->name, bot->name, limit, NULL);
        }
        o->value[i].number = most(bot, option);
        o->value[i].given = true; /* so that the spec contains it */
    }
    return true;
}

/* Whether the registry has a bot of the name in this text, offered or not. */
static bool is_known(const struct th_game *game, const char *text) {
    const size_t n = strcspn(text, ":");
    struct th_bot_entry entry;
    for (int i = 0; th_bot_at(game, i, &entry); i++)
        if (strlen(entry.name) == n && memcmp(entry.name, text, n) == 0) return true;
    return false;
}

static void refuse_name(const struct th_game *game, const char *text, struct th_error *e) {
    char wrong[TEXT_CLIP_BYTES], list[300];
    struct text t = text_in(list, sizeof list);
    struct th_bot_entry entry;
    const char *comma = "";
    for (int i = 0; th_bot_at(game, i, &entry); i++)
        if (is_offered(game, &entry)) {
            text_add(&t, "%s%s", comma, entry.name);
            comma = ", ";
        }
    th_fail(e, "there is no bot '%s' here; there are: %s", text_clip(text, wrong), list);
}

const struct th_bot_kind *catalog_bot(const struct th_game *game, const char *text,
                                      struct th_spec *spec, struct th_error *e) {
    const struct th_bot_kind *kind = session_find_bot(game, text, spec, e);
    if (kind == NULL) {
        if (!is_known(game, text)) refuse_name(game, text, e);
        return NULL;
    }
    if (!is_kind_offered(game, kind)) {
        th_fail(e, "the bot %s is %s, and is not offered here", kind->name,
                kind->outside ? "another program" : "nothing without a file in this game");
        return NULL;
    }
    return within_limits(kind, &spec->options, e) ? kind : NULL;
}
