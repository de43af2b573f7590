/* What a line means: the number of a move, a move as it is written, or a command. */
#include "core/text.h"
#include "play_input.h"
#include "tahur/bot.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const struct play_command play_commands[PLAY_ORDERS] = {
    [PLAY_BOARD] = {"board", "", "the board again"},
    [PLAY_MOVES] = {"moves", " [N]", "all moves with their numbers, or from a number on"},
    [PLAY_HINT] = {"hint", "", "what a bot would do in your place"},
    [PLAY_ODDS] = {"odds", "", "what can happen next, where chance decides"},
    [PLAY_RULES] = {"rules", " [WORD]", "the rules, or what they say about a word"},
    [PLAY_UNDO] = {"undo", "", "back to your last decision; luck stays as it is"},
    [PLAY_RESIGN] = {"resign", "", "gives the game up"},
    [PLAY_SAVE] = {"save", " FILE", "writes the game to a file, to go on another time"},
    [PLAY_LOAD] = {"load", " FILE", "goes on with a game that was saved"},
    [PLAY_HELP] = {"help", "", "this list"},
    [PLAY_QUIT] = {"quit", "", "ends the program"},
};

void play_list_words(struct play_words *w, const struct th_game *game, const struct th_state *view,
                     const th_action legal[], int n) {
    w->moves = w->count = n;
    for (int i = 0; i < n; i++)
        w->all[i] = game->action_text(view, legal[i], w->move[i], sizeof w->move[i]);
    for (int k = 0; k < PLAY_ORDERS; k++)
        if (play_commands[k].name != NULL) w->all[w->count++] = play_commands[k].name;
}

/* ---- numbers ---- */

/* "3" or "3)"; 0 if it is none of 1..n. */
static int number_in(const char *line, int n, bool *is_number) {
    char digits[24];
    int64_t number;
    size_t length = strlen(line);
    *is_number = false;
    if (length == 0 || length >= sizeof digits) return 0;
    strcpy(digits, line);
    if (digits[length - 1] == ')') digits[--length] = 0;
    *is_number = text_integer(digits, &number);
    return *is_number && number >= 1 && number <= n ? (int)number : 0;
}

/* A move that is written as a number, and another that has it as its number: which is meant?
 * "3)" says it. */
static bool check_one_number(const struct play_words *w, const char *line, int number,
                             bool *written, struct th_error *e) {
    *written = false;
    for (int i = 0; i < w->moves; i++) {
        if (strcmp(line, w->all[i]) != 0 || number == i + 1) continue;
        *written = true;
        if (number > 0)
            return th_fail(e, "'%s' is the number of %s and also a move: write %d) or %d)", line,
                           w->all[number - 1], number, i + 1);
    }
    return true;
}

/* ---- words ---- */

static bool begins_with(const char *word, const char *beginning) {
    return strncasecmp(word, beginning, strlen(beginning)) == 0;
}

/* Of all words, the one that is it, or the only one that begins so; -1 if there is none, -2 if
 * there are several. */
static int find_word(const struct play_words *w, const char *text) {
    int found = -1;
    for (int i = 0; i < w->count; i++)
        if (strcasecmp(w->all[i], text) == 0) return i;
    for (int i = 0; i < w->count; i++)
        if (begins_with(w->all[i], text)) found = found == -1 ? i : -2;
    return found;
}

static bool several(const struct play_words *w, const char *text, struct th_error *e) {
    char list[160], clipped[TEXT_CLIP_BYTES];
    struct text t = text_in(list, sizeof list);
    enum { MOST = 5 };
    int n = 0;
    for (int i = 0; i < w->count; i++)
        if (begins_with(w->all[i], text) && n++ < MOST)
            text_add(&t, "%s%s", n == 1 ? "" : ", ", w->all[i]);
    return th_fail(e, "'%s' can be the beginning of %s%s: write more of it",
                   text_clip(text, clipped), list, n > MOST ? " and others" : "");
}

static enum play_order_kind command_named(const char *name) {
    int k = 0;
    while (play_commands[k].name == NULL || strcmp(play_commands[k].name, name) != 0) k++;
    return (enum play_order_kind)k;
}

/* Says what is wrong with a line that is nothing. */
static bool nothing(const struct th_game *game, const struct th_state *view,
                    const struct play_words *w, const char *line, bool is_number,
                    struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    th_action a;
    text_clip(line, clipped);
    if (is_number)
        return th_fail(e, "there is no move %s: the moves are 1 to %d", clipped, w->moves);
    const char *near = text_nearest(line, w->all, w->count);
    if (near != NULL)
        return th_fail(e, "'%s' is no move here and no command; did you mean '%s'?", clipped, near);
    if (game->parse_action(view, line, &a, e))
        return th_fail(e, "'%s' is not possible here", clipped);
    return false;
}

/* A command with what follows it. */
static bool understand_command(const char *name, char *rest, struct play_order *order,
                               struct th_error *e) {
    const enum play_order_kind kind = command_named(name);
    const bool takes = play_commands[kind].argument[0] != 0;
    const bool needs = takes && play_commands[kind].argument[1] != '[';
    char clipped[TEXT_CLIP_BYTES];
    rest = text_trim(rest);
    if (needs && rest[0] == 0)
        return th_fail(e, "%s needs the name of a file: %s FILE", name, name);
    if (!takes && rest[0] != 0 && !(kind == PLAY_RESIGN && strcasecmp(rest, "yes") == 0))
        return th_fail(e, "'%s' stands alone; there is nothing to do with '%s'", name,
                       text_clip(rest, clipped));
    order->kind = kind;
    order->rest = rest;
    return true;
}

bool play_understand(const struct th_game *game, const struct th_state *view,
                     const th_action legal[], const struct play_words *w, char *line,
                     struct play_order *order, struct th_error *e) {
    const int n = w->moves;
    bool is_number, written;
    th_action a;
    line = text_trim(line);
    if (line[0] == 0) {
        *order = (struct play_order){.kind = PLAY_AGAIN};
        return true;
    }
    const int number = number_in(line, n, &is_number);
    if (!check_one_number(w, line, number, &written, e)) return false;
    if (number > 0) {
        *order = (struct play_order){.kind = PLAY_MOVE, .move = legal[number - 1]};
        return true;
    }
    const int word = is_number && !written ? -1 : find_word(w, line);
    if (word >= 0 && word < n) {
        *order = (struct play_order){.kind = PLAY_MOVE, .move = legal[word]};
        return true;
    }
    if (word >= n) return understand_command(w->all[word], line + strlen(line), order, e);
    if (word == -2) return several(w, line, e);
    /* A move that the game writes in another way, or a command with something behind it. */
    if (!is_number && game->parse_action(view, line, &a, e) && th_place_of(a, legal, n) >= 0) {
        *order = (struct play_order){.kind = PLAY_MOVE, .move = a};
        return true;
    }
    char first[16];
    const size_t length = strcspn(line, " \t");
    snprintf(first, sizeof first, "%.*s", (int)(length < 15 ? length : 15), line);
    for (int i = n; i < w->count && line[length] != 0; i++)
        if (strcasecmp(w->all[i], first) == 0)
            return understand_command(w->all[i], line + length, order, e);
    return nothing(game, view, w, line, is_number, e);
}
