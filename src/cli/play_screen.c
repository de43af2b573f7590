#include "play.h"

#include "core/facets.h"
#include "core/paint.h"
#include "terminal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* PROMPT_LINES: the prompt, and the empty line above the board. SHORT_LIST: lines of a list of
 * moves that is never cut. */
enum { INDENT = 2, WORDS_BYTES = 2048, PROMPT_LINES = 2, SHORT_LIST = 3 };

/* ---- lines ---- */

/* Prints, and counts the lines since the last prompt. */
static void print(struct play_screen *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void print(struct play_screen *s, const char *format, ...) {
    char text[TH_PICTURE_BYTES + 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    s->lines += text_lines(text);
    fputs(text, stdout);
}

/* Rows of the window without so many, at least one; 0 where there is no limit. */
static int rows_without(const struct th_look *look, int lines) {
    return look->rows == 0 ? 0 : look->rows > lines ? look->rows - lines : 1;
}

/* ---- what happens ---- */

const char *screen_name(const struct play_screen *s, int seat, char out[TH_SPEC_BYTES + 16]) {
    const struct session *game = s->session;
    const char *player = game->record.player[seat];
    int same = 0;
    for (int i = 0; i < game->record.seats; i++)
        same += strcmp(game->record.player[i], player) == 0;
    if (!session_is_person(game, seat))
        snprintf(out, TH_SPEC_BYTES + 16, same > 1 ? "%s (seat %d)" : "%s", player, seat);
    else if (same == 1)
        snprintf(out, TH_SPEC_BYTES + 16, "you");
    else
        snprintf(out, TH_SPEC_BYTES + 16, "seat %d", seat);
    return out;
}

void screen_end_line(struct play_screen *s) {
    if (s->open_seat >= 0) print(s, "\n");
    s->open_seat = -1;
}

/* Adds words to the open line, which is broken where the window ends, with room for a comma. */
static void add_words(struct play_screen *s, const char *words) {
    const struct th_look look = look_of_output();
    for (const char *p = words; *p != 0;) {
        const int n = (int)strcspn(p, " ");
        char word[TH_SPEC_BYTES];
        snprintf(word, sizeof word, "%.*s", n, p);
        const int width = paint_width(word);
        if (s->column + 1 + width + 1 > look_columns(&look)) {
            print(s, "\n%*s", INDENT, "");
            s->column = INDENT;
        } else if (s->column > 0) {
            print(s, " ");
            s->column++;
        }
        print(s, "%s", word);
        s->column += width;
        p += n + (p[n] == ' ');
    }
    fflush(stdout);
}

/* One step: after what the same seat did before, or in a new line. */
static void describe_step(struct play_screen *s, const struct th_state *before, th_action action) {
    const struct th_game *game = s->session->game;
    const int mover = game->mover(before);
    const int seat = mover == TH_CHANCE ? game->luck_of(before) : mover;
    char text[WORDS_BYTES], name[TH_SPEC_BYTES + 16];
    th_action legal[TH_LEGAL_MAX];
    if (mover >= 0)
        s->only = session_is_person(s->session, mover) && game->legal(before, legal) == 1;
    screen_describe(game, before, action, s->viewer, text, sizeof text);
    if (text[0] == 0) return;
    if (s->open_seat == seat) {
        print(s, ",");
        s->column++;
    } else {
        screen_end_line(s);
        s->open_seat = seat;
        s->column = 0;
        add_words(s, screen_name(s, seat, name));
    }
    add_words(s, text);
    if (s->only) add_words(s, "(the only move)");
    s->only = false;
}

void screen_say_steps(struct play_screen *s) {
    const struct record *r = &s->session->record;
    size_t *described = &s->described[s->viewer + 1];
    if (*described == r->steps) return;
    record_state(r, *described, r->spare[0]);
    for (; *described < r->steps; ++*described) {
        describe_step(s, r->spare[0], r->action[*described]);
        r->game->apply(r->spare[0], r->action[*described]);
    }
}

void screen_cut(struct play_screen *s, size_t steps) {
    for (int i = 0; i <= TH_SEATS_MAX; i++)
        if (s->described[i] > steps) s->described[i] = steps;
}

/* ---- the board and the moves ---- */

/* Draws into that many rows (0: no limit) below an empty line, if there is room for it. Returns the
 * lines of the picture. */
static int print_board(struct play_screen *s, struct th_look look, int rows) {
    char picture[TH_PICTURE_BYTES];
    look.rows = rows;
    screen_end_line(s);
    screen_draw(s->session->game, session_view(s->session, s->viewer), &look, picture,
                sizeof picture);
    const int lines = text_lines(picture);
    print(s, "%s%s", rows == 0 || lines <= rows ? "\n" : "", picture);
    return lines;
}

void screen_board(struct play_screen *s) {
    const struct th_look look = look_of_output();
    print_board(s, look, rows_without(&look, PROMPT_LINES));
}

static int compare_ints(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* Moves stand at stops that are as far apart as the longest needs, or, if few are long, as three in
 * four need; a longer one takes several. */
static int stops_apart(const int widths[], int n) {
    int sorted[TH_LEGAL_MAX];
    memcpy(sorted, widths, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, compare_ints);
    const int most = sorted[3 * (n - 1) / 4], longest = sorted[n - 1];
    return 2 + (2 * longest > 3 * most ? most : longest);
}

/* The legal moves with their numbers, laid out in lines. */
struct move_list {
    th_action legal[TH_LEGAL_MAX];
    int width[TH_LEGAL_MAX], line[TH_LEGAL_MAX], column[TH_LEGAL_MAX];
    int count, digits, lines;
};

/* Breaks the list into lines of so many columns. */
static void break_lines(struct move_list *l, int columns, int apart) {
    int line = 0, column = 0;
    for (int i = 0; i < l->count; i++) {
        if (column > 0 && column + l->width[i] > columns) line++, column = 0;
        l->line[i] = line;
        l->column[i] = column;
        column += (l->width[i] + 2 + apart - 1) / apart * apart;
    }
    l->lines = line + 1;
}

/* As few lines as possible, and then as narrow as they allow, so that they are about equal. */
static void lay_out(const struct play_screen *s, int columns, struct move_list *l) {
    const struct th_game *game = s->session->game;
    const struct th_state *view = session_view(s->session, s->viewer);
    char text[TH_ACTION_BYTES];
    l->count = game->legal(view, l->legal);
    l->digits = l->count < 10 ? 1 : l->count < 100 ? 2 : 3;
    for (int i = 0; i < l->count; i++)
        l->width[i] =
            l->digits + 2 + paint_width(game->action_text(view, l->legal[i], text, sizeof text));
    const int apart = stops_apart(l->width, l->count);
    break_lines(l, columns, apart);
    const int lines = l->lines;
    while (l->lines == lines && columns > apart) break_lines(l, columns -= apart, apart);
    if (l->lines != lines) break_lines(l, columns + apart, apart);
}

/* That many lines of the list from a line on; returns the place of the first move after them. */
static int print_moves(struct play_screen *s, const struct move_list *l, int from, int lines) {
    const struct th_game *game = s->session->game;
    const struct th_state *view = session_view(s->session, s->viewer);
    const struct th_look look = look_of_output();
    char text[TH_ACTION_BYTES];
    int i = 0, at = 0;
    while (i < l->count && l->line[i] < from) i++;
    for (const int first = i; i < l->count && l->line[i] < from + lines; i++) {
        if (i > first && l->line[i] != l->line[i - 1]) at = 0, print(s, "\n");
        print(s, "%*s%s%*d)%s %s", l->column[i] - at, "", paint_code(&look, PAINT_FAINT), l->digits,
              i + 1, paint_code(&look, PAINT_NONE),
              game->action_text(view, l->legal[i], text, sizeof text));
        at = l->column[i] + l->width[i];
    }
    if (at > 0) print(s, "\n");
    return i;
}

void screen_show(struct play_screen *s) {
    const struct th_look look = look_of_output();
    struct move_list list;
    screen_end_line(s);
    lay_out(s, look_columns(&look), &list);
    if (look.rows == 0) {
        print_board(s, look, 0);
        print_moves(s, &list, 0, list.lines);
        return;
    }
    const int above = s->lines < look.rows / 4 ? s->lines : look.rows / 4;
    const int room = rows_without(&look, PROMPT_LINES + above);
    const int wanted = list.lines < room / 2 ? list.lines : room / 2;
    const int left = room - print_board(s, look, room - wanted > 0 ? room - wanted : 1);
    if (list.lines <= left || list.lines <= SHORT_LIST)
        print_moves(s, &list, 0, list.lines);
    else {
        print_moves(s, &list, 0, left - 1);
        screen_say(s, "… %d moves in all: `moves`", list.count);
    }
}

void screen_moves(struct play_screen *s, int first) {
    const struct th_look look = look_of_output();
    struct move_list list;
    lay_out(s, look_columns(&look), &list);
    const int from = list.line[first - 1], rows = rows_without(&look, PROMPT_LINES + 1);
    screen_end_line(s);
    const int next = print_moves(s, &list, from, rows > 0 ? rows : list.lines);
    if (next < list.count)
        screen_say(s, "… %d moves in all: `moves %d` goes on", list.count, next + 1);
}

void screen_say(struct play_screen *s, const char *format, ...) {
    char line[WORDS_BYTES], wrapped[2 * WORDS_BYTES];
    const struct th_look look = look_of_output();
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_clean(line); /* names of files and players may hold anything */
    struct text t = text_in(wrapped, sizeof wrapped);
    paint_wrap(&t, line, look_columns(&look));
    screen_end_line(s);
    print(s, "%s\n", wrapped);
}

void screen_clear(struct play_screen *s) {
    screen_end_line(s);
    if (isatty(STDOUT_FILENO)) printf("\033[H\033[2J\033[3J");
}
