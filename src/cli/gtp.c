/* GTP, the Go Text Protocol, version 2, for the Game of Y: what drives engines of Go and Hex can
 * drive our bots. A line is a command, an answer is "= text" or "? what is wrong" and an empty
 * line.
 *
 * Where GTP leaves a choice, it is what HexGui and Benzene's twogtp need: "= " keeps its space
 * before an empty text, boardsize may name width and height, and the end of a game is announced by
 * a resignation (see `lost`). */
#include "command.h"
#include "core/facets.h"
#include "core/text.h"
#include "gtp_game.h"
#include "record/record.h"
#include "tahur/registry.h"
#include "tahur/version.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct th_option flags[] = {
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL,
     "of all chance; the same seed and the same commands give the same moves"},
    {"record", TH_TEXT, 0, 0, NULL, NULL,
     "file for a readable record of every game, written when a new one begins and at the end; "
     "tahur replay shows them"},
    {0},
};

enum {
    LINE_BYTES = 512,
    ID_DIGITS = 10, /* of an int */
    WORDS_MAX = 4,  /* of a command with its arguments */
    ANSWER_BYTES = 4096,
    ACTION_BYTES = 16,
};

struct session {
    const char *bot_name;
    struct gtp_game game;
    struct record_file records; /* of --record */
    struct th_error unrecorded; /* what went wrong with it, reported at the end */
    /* The command in progress, word[0], with its arguments; and the answer, where it succeeds. */
    char *word[WORDS_MAX];
    int words;
    char text[ANSWER_BYTES];
    struct text answer;
    struct th_error error;
    bool quit;
};

/* ---- words ---- */

static const char *const colour_names[GTP_SEATS] = {"black", "white"};

static bool syntax_error(struct session *s) {
    return th_fail(&s->error, "syntax error");
}

/* The seat of a colour; our own board calls the second player R, red. */
static bool read_colour(struct session *s, const char *word, int *seat) {
    static const char *const names[][GTP_SEATS] = {
        {"b", "w"}, {"black", "white"}, {"b", "r"}, {"black", "red"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (*seat = 0; *seat < GTP_SEATS; ++*seat)
            if (strcasecmp(word, names[i][*seat]) == 0) return true;
    return syntax_error(s);
}

static bool all_digits(const char *word) {
    return word[0] != 0 && word[strspn(word, "0123456789")] == 0;
}

/* GTP's int: from 0 to 2^31 - 1. */
static bool read_int(struct session *s, const char *word) {
    int64_t value;
    if (all_digits(word) && text_integer(word, &value) && value <= INT32_MAX) return true;
    return syntax_error(s);
}

/* ---- the commands: what they answer goes to s->answer, what is wrong to s->error ---- */

static bool protocol_version(struct session *s) {
    text_add(&s->answer, "2");
    return true;
}

static bool name(struct session *s) {
    text_add(&s->answer, "tahur %s", s->bot_name);
    return true;
}

static bool version(struct session *s) {
    text_add(&s->answer, "%s", TH_VERSION);
    return true;
}

static bool quit(struct session *s) {
    s->quit = true;
    return true;
}

/* Writes down the game that was played, if any. */
static void record_game(struct session *s) {
    struct record r;
    if (s->records.out == NULL || s->records.failed || s->game.count == 0) return;
    s->records.failed = !gtp_record(&s->game, s->bot_name, &r, &s->unrecorded);
    if (s->records.failed) return;
    record_file_add(&s->records, &r);
    record_drop(&r);
    record_file_flush(&s->records, &s->unrecorded);
}

static const struct th_option *size_option(const struct th_game *game) {
    const struct th_option *o = game->options;
    while (strcmp(o->name, "size") != 0) o++;
    return o;
}

/* Drivers of Hex give width and height, which must be the same here. */
static bool boardsize(struct session *s) {
    const struct th_option *range = size_option(s->game.game);
    int64_t size = 0;
    struct th_error why;
    for (int i = 1; i < s->words; i++) {
        const char *word = s->word[i];
        if (!all_digits(word + (word[0] == '-'))) return syntax_error(s);
        if (!text_integer(word, &size) || size < range->min || size > range->max ||
            strcmp(word, s->word[1]) != 0)
            return th_fail(&s->error, "unacceptable size");
    }
    if (!gtp_accepts(&s->game, (int)size, gtp_pie(&s->game), &why))
        return th_fail(&s->error, "unacceptable size: %s", why.text);
    record_game(s);
    return gtp_new(&s->game, (int)size, gtp_pie(&s->game), &s->error);
}

static bool clear_board(struct session *s) {
    record_game(s);
    return gtp_new(&s->game, gtp_size(&s->game), gtp_pie(&s->game), &s->error);
}

/* Whether the seat has lost. Drivers of Hex do not look at the board: they ask for moves until one
 * is a resignation, which they then pass to the other engine. So the loser of a game that is over
 * may resign once more, which changes nothing. */
static bool lost(const struct session *s, int seat) {
    return gtp_is_over(&s->game) && gtp_winner(&s->game) != seat;
}

static bool check_turn(struct session *s, int seat) {
    if (gtp_is_over(&s->game)) return th_fail(&s->error, "illegal move: the game is over");
    const int mover = s->game.game->mover(s->game.state);
    if (mover == seat) return true;
    return th_fail(&s->error, "illegal move: it is %s's turn", colour_names[mover]);
}

static bool play(struct session *s) {
    int seat;
    th_action action;
    struct th_error wrong;
    char *move = s->word[2];
    if (!read_colour(s, s->word[1], &seat)) return false;
    for (char *p = move; *p != 0; p++) *p = (char)tolower((unsigned char)*p);
    if (lost(s, seat) && strcmp(move, "resign") == 0) return true;
    if (!check_turn(s, seat)) return false;
    if (!s->game.game->parse_action(s->game.state, move, &action, &wrong))
        return th_fail(&s->error, "illegal move: %s", wrong.text);
    gtp_play(&s->game, action, false);
    return true;
}

static bool genmove(struct session *s) {
    int seat;
    th_action action = s->game.game->resignation;
    char move[ACTION_BYTES];
    if (!read_colour(s, s->word[1], &seat)) return false;
    if (!lost(s, seat)) {
        if (!check_turn(s, seat)) return false;
        if (!gtp_decide(&s->game, &action)) return th_fail(&s->error, "the bot gave no legal move");
        gtp_play(&s->game, action, true);
    }
    text_add(&s->answer, "%s", s->game.game->action_text(s->game.state, action, move, sizeof move));
    return true;
}

static bool undo(struct session *s) {
    if (s->game.count == 0) return th_fail(&s->error, "cannot undo");
    gtp_undo(&s->game);
    return true;
}

/* Without the picture's empty lines: the first would end the answer. */
static bool showboard(struct session *s) {
    char picture[ANSWER_BYTES], *rest;
    screen_draw(s->game.game, s->game.state, NULL, picture, sizeof picture);
    for (char *line = strtok_r(picture, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        text_add(&s->answer, "\n%s", line);
    return true;
}

/* Times are understood and change nothing: the options of a bot say how long it searches. */
static bool time_settings(struct session *s) {
    return read_int(s, s->word[1]) && read_int(s, s->word[2]) && read_int(s, s->word[3]);
}

static bool time_left(struct session *s) {
    int seat;
    return read_colour(s, s->word[1], &seat) && read_int(s, s->word[2]) && read_int(s, s->word[3]);
}

static bool final_score(struct session *s) {
    if (!gtp_is_over(&s->game)) return th_fail(&s->error, "cannot score");
    text_add(&s->answer, "%c+", "BW"[gtp_winner(&s->game)]);
    return true;
}

static bool winner(struct session *s) {
    text_add(&s->answer, "%s", gtp_is_over(&s->game) ? colour_names[gtp_winner(&s->game)] : "none");
    return true;
}

static bool known_command(struct session *s);
static bool list_commands(struct session *s);

static const struct entry {
    const char *name;
    bool (*run)(struct session *s);
    int min, max; /* arguments */
} table[] = {
    {"protocol_version", protocol_version, 0, 0},
    {"name", name, 0, 0},
    {"version", version, 0, 0},
    {"known_command", known_command, 1, 1},
    {"list_commands", list_commands, 0, 0},
    {"boardsize", boardsize, 1, 2},
    {"clear_board", clear_board, 0, 0},
    {"play", play, 2, 2},
    {"genmove", genmove, 1, 1},
    {"undo", undo, 0, 0},
    {"showboard", showboard, 0, 0},
    {"time_settings", time_settings, 3, 3},
    {"time_left", time_left, 3, 3},
    {"final_score", final_score, 0, 0},
    {"winner", winner, 0, 0},
    {"quit", quit, 0, 0},
};
enum { ENTRIES = sizeof table / sizeof *table };

static const struct entry *find_entry(const char *word) {
    for (int i = 0; i < ENTRIES; i++)
        if (strcmp(table[i].name, word) == 0) return &table[i];
    return NULL;
}

static bool known_command(struct session *s) {
    text_add(&s->answer, "%s", find_entry(s->word[1]) != NULL ? "true" : "false");
    return true;
}

static bool list_commands(struct session *s) {
    for (int i = 0; i < ENTRIES; i++)
        text_add(&s->answer, "%s%s", i == 0 ? "" : "\n", table[i].name);
    return true;
}

/* ---- lines ---- */

/* Reads a line as GTP wants it cleaned: without control characters and what follows a '#', a
 * tab is a space; and further without a space at the start or after another, so that only words
 * fill the room. What does not fit is lost, and *fits says so. False at the end of the input. */
static bool read_line(char line[LINE_BYTES], bool *fits) {
    size_t n = 0;
    bool comment = false;
    int c;
    *fits = true;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == '\t') c = ' ';
        comment |= c == '#';
        if (comment || c < ' ' || c == 0x7f) continue;
        if (c == ' ' && (n == 0 || line[n - 1] == ' ')) continue;
        if (n + 1 < LINE_BYTES)
            line[n++] = (char)c;
        else
            *fits = false;
    }
    line[n] = 0;
    return c != EOF || n > 0;
}

/* Takes the line apart into the command's words; returns the id before them, "" if there is
 * none. */
static const char *split(struct session *s, char *line) {
    const char *id = "";
    char *rest, *word = strtok_r(line, " ", &rest);
    if (word != NULL && all_digits(word) && strlen(word) <= ID_DIGITS) {
        id = word;
        word = strtok_r(NULL, " ", &rest);
    }
    for (s->words = 0; word != NULL; word = strtok_r(NULL, " ", &rest), s->words++)
        if (s->words < WORDS_MAX) s->word[s->words] = word;
    return id;
}

static bool execute(struct session *s) {
    const struct entry *entry = s->words > 0 ? find_entry(s->word[0]) : NULL;
    if (s->words == 0) return syntax_error(s); /* an id alone */
    if (entry == NULL) return th_fail(&s->error, "unknown command");
    const int arguments = s->words - 1;
    if (arguments < entry->min || arguments > entry->max) return syntax_error(s);
    return entry->run(s);
}

/* Until quit or the end of the input; main says so if the output cannot be written. */
static void converse(struct session *s) {
    char line[LINE_BYTES];
    bool fits;
    while (!s->quit && !ferror(stdout) && read_line(line, &fits)) {
        if (line[0] == 0) continue;
        const char *id = split(s, line);
        s->answer = text_in(s->text, sizeof s->text);
        const bool done = fits ? execute(s) : syntax_error(s);
        printf("%c%s %s\n\n", done ? '=' : '?', id, done ? s->text : s->error.text);
        fflush(stdout);
    }
    record_game(s);
}

/* ---- the program's command ---- */

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    struct session s = {.bot_name = a->positional[1]};
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    if (strcmp(game->name, "y") != 0) {
        th_fail(e, "speaks for the game y only, as in y:size=9, not for %s", game->name);
        return STATUS_USAGE;
    }
    s.game.game = game;
    s.game.seed = (uint64_t)th_options_number(&a->flags, "seed");
    const char *path = th_options_text(&a->flags, "record");
    const int size = (int)th_options_number(&spec.options, "size");
    const bool pie = th_options_number(&spec.options, "pie") != 0;
    const bool ok =
        gtp_make_bots(&s.game, a->positional[1], e) && gtp_accepts(&s.game, size, pie, e) &&
        (path == NULL || record_file_open(&s.records, path, e)) && gtp_new(&s.game, size, pie, e);
    if (ok) converse(&s);
    gtp_drop(&s.game);
    if (!ok) return STATUS_USAGE;
    if (record_file_close(&s.records, &s.unrecorded) && !s.records.failed) return STATUS_OK;
    *e = s.unrecorded;
    return STATUS_FAILED;
}

const struct command gtp_command = {
    .name = "gtp",
    .positional = "GAME BOT",
    .summary = "speaks GTP, the Go Text Protocol, for a bot of the game y",
    .details =
        "Reads commands of GTP version 2 from standard input and answers on standard output, "
        "until\n"
        "quit or the end of the input:\n"
        "  protocol_version, name, version, known_command NAME, list_commands, quit\n"
        "  boardsize N              2 to 19, if the bot plays on it; begins a new game\n"
        "  clear_board              begins a new game\n"
        "  play COLOUR MOVE         c3, swap (with y:pie=1) or resign\n"
        "  genmove COLOUR           the bot's move, which is played\n"
        "  undo                     takes back the last move\n"
        "  showboard                the board as a picture\n"
        "  winner                   black, white or none\n"
        "  final_score              B+ or W+; fails before the end\n"
        "  time_settings MAIN BYO STONES, time_left COLOUR TIME STONES\n"
        "                           understood, but the bot's options set the time\n"
        "Colours are black (b), who begins, and white (w), also red (r), the R of the picture; "
        "they\n"
        "take turns, and a move out of turn is illegal. Columns are lettered without a gap: i is\n"
        "one of them, unlike in Go. When the game is over, genmove of the loser is resign.",
    .flags = flags,
    .protocol = true,
    .min = 2,
    .max = 2,
    .examples = "  tahur gtp y:size=9 flat-mc:iterations=1000\n"
                "  printf 'boardsize 5\\ngenmove b\\nshowboard\\n' | tahur gtp y random --seed 7",
    .run = run,
};
