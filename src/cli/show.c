/* A position: as a picture, with its notation and its legal moves (show); and what a bot would do
 * in it (ask). */
#include "command.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/facets.h"
#include "core/json.h"
#include "core/match.h"
#include "core/text.h"
#include "tahur/registry.h"
#include "terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- show ---- */

static const struct th_option show_flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

enum { LEGAL_COLUMN = 9, LINE_COLUMNS = 98 };

static json_t *legal_json(const struct th_game *game, const struct th_state *s) {
    json_t *list = json_array();
    th_action legal[TH_LEGAL_MAX];
    char action[TH_ACTION_BYTES];
    const int n = game->mover(s) >= 0 ? game->legal(s, legal) : 0;
    for (int i = 0; i < n; i++)
        json_array_append_new(list,
                              json_string(game->action_text(s, legal[i], action, sizeof action)));
    return list;
}

/* Whether some action is written in several words. */
static bool has_spaces(const json_t *list) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strchr(json_string_value(json_array_get(list, i)), ' ') != NULL) return true;
    return false;
}

static void show_json(const struct th_game *game, const char *spec, const struct th_state *s) {
    char position[TH_POSITION_BYTES];
    const int mover = game->mover(s);
    game->position_text(s, position, sizeof position);
    json_t *object = game->fields != NULL ? fields_to_json(game, s) : json_null();
    print_json(json_pack("{s:s, s:s, s:o, s:o, s:o}", "game", spec, "position", position, "state",
                         object, "mover",
                         mover == TH_CHANCE ? json_string("chance")
                         : mover == TH_OVER ? json_null()
                                            : json_integer(mover),
                         "legal", legal_json(game, s)));
}

/* The legal moves in lines. Where the output has no width, moves of one word each stand in one
 * line, to be copied. */
static void add_legal(struct text *t, const json_t *legal, int window) {
    const bool words = has_spaces(legal), broken = words || window > 0;
    const size_t columns = window > 0 && window < LINE_COLUMNS ? (size_t)window : LINE_COLUMNS;
    size_t column = LEGAL_COLUMN;
    if (json_array_size(legal) > 0) text_add(t, "legal:   ");
    for (size_t i = 0; i < json_array_size(legal); i++) {
        const char *action = json_string_value(json_array_get(legal, i));
        if (i > 0 && words) text_add(t, ",");
        if ((column += strlen(action) + 2) > columns && broken) {
            text_add(t, "\n%*s", LEGAL_COLUMN, "");
            column = LEGAL_COLUMN + strlen(action) + 2;
        }
        text_add(t, " %s", action);
    }
    if (json_array_size(legal) > 0) text_add(t, "\n");
}

/* Lines of a text in a window of so many columns, which breaks those that are longer. */
static int lines_in(const char *text, int columns) {
    int lines = 0;
    for (const char *p = text; *p != 0; p += strcspn(p, "\n") + 1)
        lines += 1 + ((int)strcspn(p, "\n") - 1) / columns;
    return lines;
}

static void show(const struct th_game *game, const struct th_state *s) {
    char picture[TH_PICTURE_BYTES], position[TH_POSITION_BYTES];
    char below[TH_POSITION_BYTES + TH_LEGAL_MAX * TH_ACTION_BYTES];
    struct text t = text_in(below, sizeof below);
    const int mover = game->mover(s);
    const struct th_look window = look_of_output();
    const int columns = window.columns > 0 ? window.columns : LINE_COLUMNS;
    json_t *legal = legal_json(game, s);
    text_add(&t, "position: %s\n", game->position_text(s, position, sizeof position));
    if (mover == TH_CHANCE)
        text_add(&t, "to move:  chance\n");
    else if (mover >= 0)
        text_add(&t, "to move:  seat %d\n", mover);
    add_legal(&t, legal, window.columns);
    json_decref(legal);
    /* Below the picture: an empty line, this, and the prompt of the shell. */
    const struct th_look look = look_of_picture(lines_in(below, columns) + 2);
    screen_draw(game, s, &look, picture, sizeof picture);
    printf("%s\n%s", picture, below);
}

static int run_show(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    struct th_state *s = th_state_new(game, &spec.options, e);
    const bool ok = s != NULL && (a->count < 2 || game->parse_position(s, a->positional[1], e));
    if (ok && th_options_number(&a->flags, "json") != 0)
        show_json(game, spec.text, s);
    else if (ok)
        show(game, s);
    free(s);
    return ok ? STATUS_OK : STATUS_USAGE;
}

const struct command show_command = {
    .name = "show",
    .positional = "GAME [POSITION]",
    .summary = "draws a position, the start if none is given, with its legal moves",
    .flags = show_flags,
    .min = 1,
    .max = 2,
    .examples = "  tahur show cantstop\n"
                "  tahur show cantstop:players=2 \\\n"
                "    '2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6'",
    .run = run_show,
};

/* ---- ask ---- */

static const struct th_option ask_flags[] = {
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL, "of the bot's generator"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

/* The bot's answer in a state in which a seat has to act; negative: a fault. */
static int answer(const struct th_game *game, const struct th_bot_kind *kind, void *bot,
                  const struct th_state *s, struct th_state *view, uint64_t seed,
                  const th_action legal[], int n) {
    struct th_rng rng = th_rng_seeded(seed);
    const int seat = game->mover(s);
    memcpy(view, s, game->state_size);
    if (game->view != NULL) game->view(s, seat, view);
    if (n == 1) return 0; /* a seat with one action is not asked */
    if (kind->begin != NULL) kind->begin(bot, view, seat);
    return bot_ask(&(struct bot){.kind = kind, .self = bot}, game, view, seat, legal, n, &rng, NULL,
                   NULL);
}

static int print_answer(const struct th_game *game, const char *game_text, const char *bot_text,
                        const struct th_state *s, th_action a, double seconds, bool json) {
    char text[TH_ACTION_BYTES];
    game->action_text(s, a, text, sizeof text);
    if (json)
        print_json(json_pack("{s:s, s:s, s:i, s:s, s:f}", "game", game_text, "bot", bot_text,
                             "seat", game->mover(s), "action", text, "seconds", seconds));
    else
        printf("%s\n", text);
    return STATUS_OK;
}

/* Whether a seat decides there; otherwise it says what is the matter, and, where chance moves, a
 * position that can be reached from there with this seed. `room` is for one state. */
static bool seat_decides(const struct th_game *game, const struct th_state *s,
                         struct th_state *room, uint64_t seed, struct th_error *e) {
    enum { STEPS_MAX = 1000 };
    char text[TH_POSITION_BYTES];
    const int mover = game->mover(s);
    if (mover >= 0) return true;
    if (mover == TH_OVER) return th_fail(e, "the game is over in this position");
    struct th_rng rng = th_rng_seeded(seed);
    memcpy(room, s, game->state_size);
    for (int i = 0; i < STEPS_MAX && game->mover(room) == TH_CHANCE; i++)
        game->apply(room, th_chance_pick(game, room, th_rng_next(&rng)));
    th_fail(e, "chance moves in this position; give a position in which a player moves");
    game->position_text(room, text, sizeof text);
    if (game->mover(room) >= 0 && strlen(e->text) + strlen(text) + 16 < sizeof e->text)
        th_fail(e,
                "chance moves in this position; give a position in which a player moves, such as "
                "'%s'",
                text);
    return false;
}

static int ask_bot(const struct arguments *a, const struct th_game *game,
                   const struct th_spec *game_spec, const struct th_state *s, struct th_state *view,
                   struct th_error *e) {
    struct th_spec spec;
    th_action legal[TH_LEGAL_MAX];
    const struct th_bot_kind *kind = th_bot_find(game, a->positional[1], &spec, e);
    if (kind == NULL) return STATUS_USAGE;
    if (!seat_decides(game, s, view, (uint64_t)th_options_number(&a->flags, "seed"), e))
        return STATUS_USAGE;
    if (!th_check_view(game, s, e)) return STATUS_USAGE;
    void *bot = th_bot_make(kind, game, &game_spec->options, &spec.options, e);
    if (bot == NULL) return STATUS_USAGE;
    const int n = game->legal(s, legal);
    const double begun = clock_seconds();
    const int place =
        answer(game, kind, bot, s, view, (uint64_t)th_options_number(&a->flags, "seed"), legal, n);
    const double seconds = clock_seconds() - begun;
    if (kind->drop != NULL) kind->drop(bot);
    if (place < 0 || place >= n) {
        if (place == TH_SHORTAGE)
            shortage_fail(e);
        else
            th_fail(e, "%s gives no legal action here", spec.text);
        return STATUS_FAILED;
    }
    return print_answer(game, game_spec->text, spec.text, s, legal[place], seconds,
                        th_options_number(&a->flags, "json") != 0);
}

static int run_ask(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    struct th_state *s = th_state_new(game, &spec.options, e);
    struct th_state *view = s != NULL ? th_state_new(game, &spec.options, e) : NULL;
    int status = STATUS_USAGE;
    if (view != NULL && (a->count < 3 || game->parse_position(s, a->positional[2], e)))
        status = ask_bot(a, game, &spec, s, view, e);
    free(s);
    free(view);
    return status;
}

const struct command ask_command = {
    .name = "ask",
    .positional = "GAME BOT [POSITION]",
    .summary = "what a bot would do, at the start or in a position",
    .flags = ask_flags,
    .min = 2,
    .max = 3,
    .examples = "  tahur ask parchis:rules=course alphabeta:time=1000\n"
                "  tahur ask y:size=5 hard --json\n"
                "  tahur ask parchis hard 'yellow 10 c7 goal; blue 14 30 34; red 40 home home;\n"
                "    green 55 64 68; turn 9 yellow; dice 14 / 12456 / 126 / 5'",
    .run = run_ask,
};
