#include "ybot.h"

#include "games/y/board.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define YBOT_VERSION "v1"

/* What the projects call bots; the first is who plays if nobody is named. */
static const struct {
    const char *id, *spec;
} ids[] = {{"mcts_bot", "flat-mc:iterations=20000"}, {"random_bot", "random"}};

static const char *spec_of(const char *id) {
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (strcmp(ids[i].id, id) == 0) return ids[i].spec;
    return id;
}

static struct ybot_answer refuse(int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static struct ybot_answer refuse(int status, const char *code, const char *format, ...) {
    char message[sizeof(struct th_error)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return (struct ybot_answer){status, json_pack("{s:s, s:s}", "message", message, "code", code)};
}

/* ---- the position ---- */

/* The size that the text names, and whether it says that the first stone may be taken over; false
 * and the reason if it cannot be told. */
static bool read_size(const char *text, int *size, bool *pie, struct th_error *e) {
    json_error_t error;
    json_t *yen = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    const json_t *number = json_object_get(yen, "size"), *swap = json_object_get(yen, "pie");
    const bool ok = json_is_integer(number) && json_integer_value(number) >= Y_SIZE_MIN &&
                    json_integer_value(number) <= Y_SIZE_MAX;
    if (ok) *size = (int)json_integer_value(number);
    *pie = json_is_true(swap) || (json_is_integer(swap) && json_integer_value(swap) == 1);
    json_decref(yen);
    if (yen == NULL)
        return th_fail(e, "the position is not JSON, at character %d: %s", error.position,
                       error.text);
    return ok || th_fail(e, "the position needs a \"size\" from %d to %d", Y_SIZE_MIN, Y_SIZE_MAX);
}

/* Without the swap, unless the position says otherwise; but one that only a swap leads to is read
 * as well. */
static bool read_position(const char *text, struct y *s, struct th_error *e) {
    struct th_error ignored;
    bool pie = false;
    int size = 0;
    if (!read_size(text, &size, &pie, e)) return false;
    y_start(s, size, pie);
    if (y_game.parse_position((struct th_state *)(void *)s, text, e)) return true;
    y_start(s, size, 1);
    return !pie && y_game.parse_position((struct th_state *)(void *)s, text, &ignored) &&
           s->swapped;
}

/* ---- the bot ---- */

/* The action it takes; -1 and the reason if there is no memory for it. */
static int decide(const struct ybot_question *q, const struct th_bot_kind *kind,
                  const struct th_options *options, const struct y *s, struct th_error *e) {
    const struct th_state *state = (const struct th_state *)(const void *)s;
    struct th_rng rng = th_rng_seeded(q->seed);
    struct th_options game;
    th_action legal[TH_LEGAL_MAX];
    char size[8];
    const int n = y_game.legal(state, legal);
    if (n == 1) return (int)legal[0];
    th_options_init(&game, y_game.options);
    snprintf(size, sizeof size, "%d", s->size);
    if (!th_options_set(&game, y_game.name, "size", size, e)) return -1;
    void *self = th_bot_make(kind, &y_game, &game, options, e);
    if (self == NULL) return -1;
    if (kind->begin != NULL) kind->begin(self, state, s->mover);
    const struct th_ask ask = {&y_game, state, s->mover, legal, n, &rng, NULL, q->stop};
    const int place = kind->choose(self, &ask);
    if (kind->drop != NULL) kind->drop(self);
    if (place >= 0 && place < n) return (int)legal[place];
    th_fail(e, "%s gives no legal move", kind->name);
    return -1;
}

/* x + y + z = size − 1. */
static json_t *coords_json(const struct y *s, int cell) {
    const struct y_shape *shape = y_shape(s->size);
    const int row = shape->row[cell], column = shape->column[cell];
    return json_pack("{s:i, s:i, s:i}", "x", s->size - 1 - row, "y", column, "z", row - column);
}

/* Whether the name in a spec is right, so that it can only be the options that are not. */
static bool is_served(const char *spec) {
    const size_t n = strcspn(spec, ":");
    struct th_bot_entry entry;
    for (int i = 0; th_bot_at(&y_game, i, &entry); i++)
        if (strlen(entry.name) == n && memcmp(entry.name, spec, n) == 0)
            return entry.kind == NULL || !th_bot_needs_options(entry.kind, &y_game);
    return false;
}

/* Reads all of it and decides. Status 200: *action; else a refusal. `pie`: swaps can be told. */
static struct ybot_answer answer(const struct ybot_question *q, bool pie, const char *bot,
                                 struct y *s, int *action) {
    struct th_error e = {""};
    struct th_spec spec;
    if (q->position == NULL) return refuse(400, "bad-position", "there is no position");
    if (!read_position(q->position, s, &e)) return refuse(400, "bad-position", "%s", e.text);
    const struct th_bot_kind *kind = q->find(&y_game, spec_of(bot), &spec, &e);
    if (kind == NULL && is_served(spec_of(bot))) return refuse(400, "bad-option", "%s", e.text);
    if (kind == NULL) return refuse(404, "no-such-bot", "%s", e.text);
    if (kind->outside) return refuse(404, "no-such-bot", "%s is not served", kind->name);
    if (s->over) return refuse(409, "game-over", "the game is over: player %d has won", s->winner);
    if (!pie) s->pie = 0;
    *action = decide(q, kind, &spec.options, s, &e);
    if (*action < 0) return refuse(503, "full", "%s", e.text);
    return (struct ybot_answer){200, NULL};
}

static const char *bot_of(const struct ybot_question *q) {
    return q->bot != NULL ? q->bot : ids[0].id;
}

struct ybot_answer ybot_choose(const struct ybot_question *q) {
    struct y s;
    int action = 0;
    struct ybot_answer a = answer(q, false, bot_of(q), &s, &action);
    if (a.status == 200)
        a.body = json_pack("{s:s, s:s, s:o}", "api_version", YBOT_VERSION, "bot_id", bot_of(q),
                           "coords", coords_json(&s, action));
    return a;
}

struct ybot_answer ybot_play(const struct ybot_question *q) {
    struct y s;
    int action = 0;
    if (q->api_version == NULL || strcmp(q->api_version, YBOT_VERSION) != 0)
        return refuse(400, "bad-version", "api_version must be " YBOT_VERSION);
    struct ybot_answer a = answer(q, true, bot_of(q), &s, &action);
    if (a.status != 200) return a;
    a.body = action == Y_SWAP ? json_pack("{s:s}", "action", "swap")
                              : json_pack("{s:o}", "coords", coords_json(&s, action));
    return a;
}
