#include "play_screen.h"

#include "core/paint.h"
#include "look.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INDENT = 2, WORDS_BYTES = 2048 };

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
    if (s->teller >= 0) printf("\n");
    s->teller = -1;
}

/* Words behind what stands in the open line, which is broken where the window ends, with room for a
 * comma. */
static void add_words(struct play_screen *s, const char *words) {
    const struct th_look look = look_of_output();
    for (const char *p = words; *p != 0;) {
        const int n = (int)strcspn(p, " ");
        char word[TH_SPEC_BYTES];
        snprintf(word, sizeof word, "%.*s", n, p);
        const int width = paint_width(word);
        if (s->column + 1 + width + 1 > look_columns(&look)) {
            printf("\n%*s", INDENT, "");
            s->column = INDENT;
        } else if (s->column > 0) {
            printf(" ");
            s->column++;
        }
        printf("%s", word);
        s->column += width;
        p += n + (p[n] == ' ');
    }
    fflush(stdout);
}

/* One step: behind what the same seat did before, or in a new line. */
static void tell_step(struct play_screen *s, const struct th_state *before, th_action action) {
    const struct th_game *game = s->session->game;
    const int mover = game->mover(before);
    const int seat = mover == TH_CHANCE ? game->luck_of(before) : mover;
    char text[WORDS_BYTES], name[TH_SPEC_BYTES + 16];
    th_action legal[TH_LEGAL_MAX];
    if (mover >= 0)
        s->only = session_is_person(s->session, mover) && game->legal(before, legal) == 1;
    game->tell(before, action, s->viewer, text, sizeof text);
    if (text[0] == 0) return;
    if (s->teller == seat) {
        printf(",");
        s->column++;
    } else {
        screen_end_line(s);
        s->teller = seat;
        s->column = 0;
        add_words(s, screen_name(s, seat, name));
    }
    add_words(s, text);
    if (s->only) add_words(s, "(the only move)");
    s->only = false;
}

void screen_tell(struct play_screen *s) {
    const struct record *r = &s->session->record;
    size_t *told = &s->told[s->viewer + 1];
    if (*told == r->steps) return;
    record_state(r, *told, r->spare[0]);
    for (; *told < r->steps; ++*told) {
        tell_step(s, r->spare[0], r->action[*told]);
        r->game->apply(r->spare[0], r->action[*told]);
    }
}

void screen_cut(struct play_screen *s, size_t steps) {
    for (int i = 0; i <= TH_SEATS_MAX; i++)
        if (s->told[i] > steps) s->told[i] = steps;
}

void screen_board(struct play_screen *s) {
    char picture[TH_PICTURE_BYTES];
    const struct th_look look = look_of_output();
    screen_end_line(s);
    s->session->game->draw(session_view(s->session, s->viewer), &look, picture, sizeof picture);
    printf("\n%s", picture);
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

/* Lays the moves out in lines: in which line each stands, and in which column. */
struct places {
    int line[TH_LEGAL_MAX], column[TH_LEGAL_MAX];
};

static void lay_out(const int widths[], int n, int columns, struct places *out) {
    const int apart = stops_apart(widths, n);
    int line = 0, column = 0;
    for (int i = 0; i < n; i++) {
        if (column > 0 && column + widths[i] > columns) line++, column = 0;
        out->line[i] = line;
        out->column[i] = column;
        column += (widths[i] + 2 + apart - 1) / apart * apart;
    }
}

/* Lines that the list may have without being asked for; a pipe has no end. */
static int most_lines(const struct th_look *look) {
    return look->rows == 0 ? TH_LEGAL_MAX : look->rows > 24 ? look->rows / 3 : 8;
}

void screen_moves(struct play_screen *s, bool all) {
    const struct th_game *game = s->session->game;
    const struct th_state *view = session_view(s->session, s->viewer);
    const struct th_look look = look_of_output();
    th_action legal[TH_LEGAL_MAX];
    char text[TH_ACTION_BYTES];
    int widths[TH_LEGAL_MAX], at = 0;
    struct places places;
    const int n = game->legal(view, legal), digits = n < 10 ? 1 : n < 100 ? 2 : 3;
    for (int i = 0; i < n; i++)
        widths[i] = digits + 2 + paint_width(game->action_text(view, legal[i], text, sizeof text));
    lay_out(widths, n, look_columns(&look), &places);
    const int lines = all || places.line[n - 1] < most_lines(&look) ? n : most_lines(&look) / 2;
    screen_end_line(s);
    for (int i = 0; i < n && places.line[i] < lines; i++) {
        if (i > 0 && places.line[i] != places.line[i - 1]) at = 0, printf("\n");
        printf("%*s%s%*d)%s %s", places.column[i] - at, "", paint_code(&look, PAINT_FAINT), digits,
               i + 1, paint_code(&look, PAINT_NONE),
               game->action_text(view, legal[i], text, sizeof text));
        at = places.column[i] + widths[i];
    }
    printf("\n");
    if (places.line[n - 1] >= lines) screen_say(s, "… %d moves in all: `moves` shows them", n);
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
    printf("%s\n", wrapped);
}

void screen_clear(struct play_screen *s) {
    screen_end_line(s);
    if (isatty(STDOUT_FILENO)) printf("\033[H\033[2J\033[3J");
}
