/* A position as a picture, with its notation and what can be done in it. */
#include "commands.h"
#include "core/text.h"
#include "describe.h"
#include "look.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

enum { STATE_BYTES = 8192, LEGAL_COLUMN = 9, LINE_COLUMNS = 98 };

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
    char state[STATE_BYTES], position[TH_POSITION_BYTES];
    const int mover = game->mover(s);
    game->position_text(s, position, sizeof position);
    json_t *object =
        game->json != NULL ? json_loads(game->json(s, state, sizeof state), 0, NULL) : json_null();
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
    game->draw(s, &look, picture, sizeof picture);
    printf("%s\n%s", picture, below);
}

static int run(const struct arguments *a, struct th_error *e) {
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
    .flags = flags,
    .min = 1,
    .max = 2,
    .examples = "  tahur show cantstop\n"
                "  tahur show cantstop:players=2 \\\n"
                "    '2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6'",
    .run = run,
};
