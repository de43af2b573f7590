/* What a person can ask for in a game. */
#include "command.h"
#include "core/facets.h"
#include "core/text.h"
#include "play.h"
#include "tahur/bot.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

bool play_make_adviser(struct play *p, struct th_error *e) {
    struct th_spec spec;
    if (p->adviser.kind != NULL) return true;
    const struct th_bot_kind *kind = th_bot_find(p->session.game, p->hint, &spec, e);
    const struct th_options *game = &p->session.record.spec.options;
    void *self = kind != NULL ? th_bot_make(kind, p->session.game, game, &spec.options, e) : NULL;
    if (self == NULL) return false;
    p->adviser = (struct bot){.kind = kind, .self = self};
    return true;
}

static void hint(struct play *p) {
    const struct th_game *game = p->session.game;
    struct th_error e;
    th_action action, legal[TH_LEGAL_MAX];
    char text[TH_ACTION_BYTES], chance[40] = "";
    double value;
    if (!play_make_adviser(p, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return;
    }
    p->session.stop = p->stop;
    if (!session_hint(&p->session, &p->adviser, &action, &value)) {
        screen_say(&p->screen, "%s does not know", p->hint);
        return;
    }
    const struct th_state *view = session_view(&p->session, p->screen.viewer);
    const int place = th_place_of(action, legal, game->legal(view, legal));
    if (!isnan(value)) snprintf(chance, sizeof chance, ", to win with %.1f %%", 100 * value);
    screen_say(&p->screen, "%s would play %d) %s%s", p->hint, place + 1,
               game->action_text(view, action, text, sizeof text), chance);
}

static void odds(struct play *p) {
    const struct th_game *game = p->session.game;
    char text[2048];
    if (screen_of(game)->odds == NULL)
        screen_say(&p->screen,
                   game->outcomes == NULL ? "nothing is left to chance in %s"
                                          : "the odds of %s are not known",
                   game->title);
    else
        printf("%s",
               game->screen->odds(session_view(&p->session, p->screen.viewer), text, sizeof text));
}

static void rules(struct play *p, const char *word) {
    const struct th_game *game = p->session.game;
    struct th_error e;
    if (game->rules == NULL)
        screen_say(&p->screen, "%s comes without a text of its rules", game->title);
    else if (!rules_print(game, &p->session.record.spec.options, word[0] != 0 ? word : NULL, &e))
        screen_say(&p->screen, "%s", e.text);
}

/* From the first on, or from one that is named by its number. */
static void moves(struct play *p, const char *rest) {
    th_action legal[TH_LEGAL_MAX];
    const int n = p->session.game->legal(session_view(&p->session, p->screen.viewer), legal);
    int64_t first = 1;
    char clipped[TEXT_CLIP_BYTES];
    if (rest[0] != 0 && (!text_integer(rest, &first) || first < 1 || first > n))
        screen_say(&p->screen, "moves takes the number of a move, 1 to %d, not '%s'", n,
                   text_clip(rest, clipped));
    else
        screen_moves(&p->screen, (int)first);
}

static enum play_turn undo(struct play *p) {
    if (!session_undo(&p->session)) {
        screen_say(&p->screen, "there is nothing to take back");
        return TURN_AGAIN;
    }
    screen_cut(&p->screen, p->session.record.steps);
    screen_say(&p->screen, "taken back");
    return TURN_GOES_ON;
}

/* Once for the question, once for the answer. */
static enum play_turn resign(struct play *p, int seat, bool sure) {
    if (!sure) {
        screen_say(&p->screen, "that gives the game up%s: write resign once more to do it",
                   p->session.record.seats > 2 ? ", and ends it for all" : "");
        p->resigning = true;
        return TURN_AGAIN;
    }
    session_end(&p->session, RECORD_RESIGNED, seat);
    return TURN_GOES_ON;
}

static void save(struct play *p, const char *path) {
    struct th_error e;
    if (!play_may_replace(path, &e) || !play_write(&p->session.record, path, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return;
    }
    screen_say(&p->screen, "saved; `load %s` goes on with it, and tahur play --load", path);
    if (p->session.game->view != NULL)
        screen_say(&p->screen,
                   "the file holds all that is hidden in the game: do not look into it");
}

/* The same game with the players who sit here. On a mistake the game in progress stays. */
static bool take_over(struct play *p, const char *path, struct th_error *e) {
    struct session *now = &p->session, next;
    struct record record;
    const char *players[TH_SEATS_MAX];
    if (!play_read(path, &record, e)) return false;
    bool ok = record.game == now->game &&
              th_options_equal(&record.spec.options, &now->record.spec.options);
    if (!ok)
        th_fail(e, "that is a game of %s, but here %s is played; tahur play --load goes on with it",
                record.spec.text, now->record.spec.text);
    for (int i = 0; i < now->record.seats; i++) players[i] = now->record.player[i];
    ok = ok && session_resume(&next, &record, players, now->record.seats, now->record.seed, e);
    if (!ok) {
        record_drop(&record);
        return false;
    }
    session_drop(now);
    *now = next;
    return true;
}

static enum play_turn load(struct play *p, const char *path) {
    struct th_error e;
    if (!take_over(p, path, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return TURN_AGAIN;
    }
    for (int i = 0; i <= TH_SEATS_MAX; i++) p->screen.described[i] = p->session.record.steps;
    p->covered = play_is_shared(p);
    screen_say(&p->screen, "loaded, after %zu steps", p->session.record.steps);
    return TURN_GOES_ON;
}

static void help(struct play *p) {
    screen_say(&p->screen, "A move is written as it stands in the list, or by its number. Enter "
                           "alone shows everything again. The other commands, of which the first "
                           "letters will do:");
    for (int k = 0; k < PLAY_ORDERS; k++) {
        const struct play_command *c = &play_commands[k];
        if (c->name != NULL)
            screen_say(&p->screen, "  %s%-*s  %s", c->name, 11 - (int)strlen(c->name), c->argument,
                       c->help);
    }
}

void play_show(struct play *p) {
    screen_say_steps(&p->screen);
    screen_show(&p->screen);
}

enum play_turn play_carry_out(struct play *p, int seat, const struct play_order *order, bool sure) {
    switch (order->kind) {
    case PLAY_AGAIN:
        play_show(p);
        return TURN_AGAIN;
    case PLAY_MOVE:
        return session_act(&p->session, order->move) ? TURN_GOES_ON : TURN_FAILED;
    case PLAY_BOARD:
        screen_board(&p->screen);
        return TURN_AGAIN;
    case PLAY_MOVES:
        moves(p, order->rest);
        return TURN_AGAIN;
    case PLAY_HINT:
        hint(p);
        return TURN_AGAIN;
    case PLAY_ODDS:
        odds(p);
        return TURN_AGAIN;
    case PLAY_RULES:
        rules(p, order->rest);
        return TURN_AGAIN;
    case PLAY_UNDO:
        return undo(p);
    case PLAY_RESIGN:
        return resign(p, seat, sure || order->rest[0] != 0);
    case PLAY_SAVE:
        save(p, order->rest);
        return TURN_AGAIN;
    case PLAY_LOAD:
        return load(p, order->rest);
    case PLAY_HELP:
        help(p);
        return TURN_AGAIN;
    default:
        return TURN_QUIT;
    }
}

/* ---- play orders ---- */

/* What a line means: the number of a move, a move as it is written, or a command. */

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
    /* A move that the game writes in another way, or a command with an argument. */
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
