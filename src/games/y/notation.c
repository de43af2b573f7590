#include "notation.h"

#include "core/fields.h"
#include "core/paint.h"
#include "core/text.h"
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const struct y *board(const struct th_state *s) {
    return (const struct y *)(const void *)s;
}

/* ---- cells and actions ---- */

const char *y_cell_text(int board_size, int cell, char *out, size_t size) {
    const struct y_shape *t = y_shape(board_size);
    snprintf(out, size, "%c%d", 'a' + t->column[cell], board_size - t->row[cell]);
    return out;
}

int y_read_cell(int board_size, const char *text) {
    const bool lettered = isalpha((unsigned char)text[0]);
    const char *digits = text + lettered;
    int number = 0;
    if (!isdigit((unsigned char)*digits)) return -1;
    for (; isdigit((unsigned char)*digits) && number < 1000; digits++)
        number = number * 10 + (*digits - '0');
    if (*digits != 0) return -1;
    if (!lettered) return number < y_cells(board_size) ? number : -1;
    const int row = board_size - number, column = tolower((unsigned char)text[0]) - 'a';
    return row >= 0 && row < board_size && column <= row ? y_index(row, column) : -1;
}

const char *y_action_text(const struct th_state *s, th_action a, char *out, size_t size) {
    if (a < Y_SWAP) return y_cell_text(board(s)->size, (int)a, out, size);
    snprintf(out, size, "%s", a == Y_SWAP ? "swap" : "resign");
    return out;
}

bool y_parse_action(const struct th_state *s, const char *text, th_action *a, struct th_error *e) {
    const struct y *b = board(s);
    char wrong[TEXT_CLIP_BYTES], corner[8];
    text_clip(text, wrong);
    if (b->over) return th_fail(e, "the game is over, '%s' comes too late", wrong);
    if (strcmp(text, "resign") == 0) {
        *a = Y_RESIGN;
        return true;
    }
    if (strcmp(text, "swap") == 0) {
        if (!y_may_swap(b))
            return th_fail(e, "swap is only for the second player's first move, with pie=1");
        *a = Y_SWAP;
        return true;
    }
    const int cell = y_read_cell(b->size, text);
    if (cell < 0)
        return th_fail(e,
                       "'%s' is no cell of this board: write an index from 0 to %d or a1 to %s, "
                       "swap or resign",
                       wrong, y_cells(b->size) - 1,
                       y_cell_text(b->size, y_cells(b->size) - 1, corner, sizeof corner));
    if (b->cell[cell] != Y_EMPTY) return th_fail(e, "the cell %s is taken", wrong);
    *a = (th_action)cell;
    return true;
}

/* ---- positions: YEN ---- */

void y_fields(const struct th_state *s, struct th_writer *w) {
    const struct y *b = board(s);
    char layout[Y_CELLS_MAX + Y_SIZE_MAX];
    int n = 0;
    for (int r = 0; r < b->size; r++) {
        if (r > 0) layout[n++] = '/';
        for (int c = 0; c <= r; c++) layout[n++] = "BR."[b->cell[y_index(r, c)]];
    }
    layout[n] = 0;
    w->begin_object(w);
    th_write_integer(w, "size", b->size);
    th_write_integer(w, "turn", b->mover);
    th_write_list(w, "players");
    w->text(w, "B");
    w->text(w, "R");
    w->end_list(w);
    th_write_text(w, "layout", layout);
    w->end_object(w);
}

/* A position is its fields as JSON. */
const char *y_position_text(const struct th_state *s, char *out, size_t size) {
    return fields_json(&y_game, s, out, size);
}

/* The letters of the two players; B and R if the text names none. */
static bool read_players(const json_t *yen, char letters[2], struct th_error *e) {
    const json_t *players = json_object_get(yen, "players");
    letters[0] = 'B', letters[1] = 'R';
    if (players == NULL) return true;
    if (json_array_size(players) != 2) return th_fail(e, "\"players\" must name two players");
    for (size_t i = 0; i < 2; i++) {
        const char *name = json_string_value(json_array_get(players, i));
        if (name == NULL || strlen(name) != 1 || strchr("./", name[0]) != NULL ||
            !isgraph((unsigned char)name[0]))
            return th_fail(e, "player %zu of \"players\" must be one letter", i + 1);
        letters[i] = name[0];
    }
    if (letters[0] == letters[1]) return th_fail(e, "both \"players\" are '%c'", letters[0]);
    return true;
}

static bool read_row(struct y *s, int r, const char *row, size_t length, const char letters[2],
                     struct th_error *e) {
    if (length != (size_t)r + 1)
        return th_fail(e, "row %d of the layout has %zu cells, not %d", r + 1, length, r + 1);
    for (int c = 0; c <= r; c++) {
        const char mark = row[c];
        if (mark != '.' && mark != letters[0] && mark != letters[1])
            return th_fail(e, "row %d, cell %d of the layout is '%c'; it may be '%c', '%c' or '.'",
                           r + 1, c + 1, mark, letters[0], letters[1]);
        s->cell[y_index(r, c)] = mark == '.' ? Y_EMPTY : mark == letters[1];
    }
    return true;
}

static bool read_layout(struct y *s, const char *layout, const char letters[2],
                        struct th_error *e) {
    const char *row = layout;
    for (int r = 0; r < s->size; r++) {
        const size_t length = strcspn(row, "/");
        if (!read_row(s, r, row, length, letters, e)) return false;
        row += length;
        if (r + 1 < s->size && *row++ != '/')
            return th_fail(e, "the layout has %d rows, not %d", r + 1, s->size);
    }
    if (*row != 0) return th_fail(e, "the layout has more than %d rows", s->size);
    return true;
}

/* What no alternating play reaches is refused; with pie=1 a swap leaves one more of the second
 * player's stones. */
static bool check_counts(struct y *s, struct th_error *e) {
    int stones[2] = {0, 0};
    for (int i = 0; i < y_cells(s->size); i++)
        if (s->cell[i] != Y_EMPTY) stones[s->cell[i]]++;
    const int ahead = stones[0] - stones[1], usual = s->mover;
    s->swapped = s->pie && stones[1] > 0 && ahead == usual - 1;
    if (ahead != usual && !s->swapped)
        return th_fail(e,
                       "player 0 has %d stones and player 1 %d: with player %d to move, "
                       "no alternating play leads there",
                       stones[0], stones[1], s->mover);
    const int winners = y_rebuild(s);
    if (winners == 3) return th_fail(e, "both players have a chain that touches all three sides");
    if (s->over && s->winner == s->mover)
        return th_fail(e, "player %d is to move, but has won already", s->mover);
    return true;
}

static bool read_yen(const json_t *yen, struct y *s, struct th_error *e) {
    const json_t *size = json_object_get(yen, "size"), *turn = json_object_get(yen, "turn");
    const char *layout = json_string_value(json_object_get(yen, "layout"));
    char letters[2];
    if (!json_is_integer(size)) return th_fail(e, "the position needs a whole number as \"size\"");
    if (json_integer_value(size) != s->size)
        return th_fail(e, "the position has size %lld, the game size %d; write y:size=%lld",
                       (long long)json_integer_value(size), s->size,
                       (long long)json_integer_value(size));
    if (!json_is_integer(turn) || (json_integer_value(turn) != 0 && json_integer_value(turn) != 1))
        return th_fail(e, "\"turn\" must be 0 or 1");
    if (layout == NULL) return th_fail(e, "the position needs a text as \"layout\"");
    s->mover = (uint8_t)json_integer_value(turn);
    return read_players(yen, letters, e) && read_layout(s, layout, letters, e) &&
           check_counts(s, e);
}

bool y_parse_position(struct th_state *state, const char *text, struct th_error *e) {
    struct y *s = (struct y *)(void *)state, read;
    json_error_t error;
    json_t *yen = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (yen == NULL)
        return th_fail(e, "the position is not JSON, at character %d: %s", error.position,
                       error.text);
    y_start(&read, s->size, s->pie);
    const bool ok = json_is_object(yen) ? read_yen(yen, &read, e)
                                        : th_fail(e, "the position must be a JSON object (YEN)");
    json_decref(yen);
    if (ok) *s = read;
    return ok;
}

/* ---- for people: the board on the terminal, moves in words ---- */

static void add_cell(struct text *t, const struct th_look *look, int content) {
    static const enum paint paints[] = {PAINT_ON_BLUE, PAINT_ON_RED, PAINT_FAINT};
    paint_add(t, look, paints[content], "%c", "BR."[content]);
}

/* Rows from the apex, each half a cell further left; a column runs up and to the right from its
 * letter below the base. The largest board fills 40 columns when its numbers lose a blank. */
const char *y_draw(const struct th_state *s, const struct th_look *look, char *out, size_t size) {
    const struct y *b = board(s);
    struct text t = text_in(out, size);
    const bool narrow = look != NULL && look->columns > 0 && look->columns < 2 * b->size + 3;
    const int digits = narrow ? 2 : 3;
    for (int r = 0; r < b->size; r++) {
        text_add(&t, "%*d %*s", digits, b->size - r, b->size - 1 - r, "");
        for (int c = 0; c <= r; c++) {
            text_add(&t, "%s", c > 0 ? " " : "");
            add_cell(&t, look, b->cell[y_index(r, c)]);
        }
        text_add(&t, "\n");
    }
    text_add(&t, "%*s", digits, "");
    for (int c = 0; c < b->size; c++) text_add(&t, " %c", 'a' + c);
    /* Where rows are few, the last line goes beside the letters. */
    const bool low = look != NULL && look->rows > 0 && look->rows < b->size + 3 &&
                     look->columns >= 2 * b->size + 40;
    text_add(&t, low ? "   " : "\n\n");
    const int player = b->over ? b->winner : b->mover;
    text_add(&t, "player %d (", player);
    add_cell(&t, look, player);
    text_add(&t, ") %s%s\n", b->over ? "has won" : "to move", y_may_swap(b) ? ", may swap" : "");
    return out;
}

const char *y_describe(const struct th_state *before, th_action a, int seat, char *out,
                       size_t size) {
    (void)seat; /* all is open */
    struct text t = text_in(out, size);
    char cell[8];
    if (a == Y_SWAP) {
        text_add(&t, "swapped");
    } else if (a == Y_RESIGN) {
        text_add(&t, "resigned");
    } else {
        struct y after = *board(before);
        y_place(&after, (int)a);
        text_add(&t, "played %s%s", y_action_text(before, a, cell, sizeof cell),
                 after.over ? " and connected the three sides" : "");
    }
    return out;
}

void y_events(const struct th_state *before, th_action a, int seat, struct th_writer *w) {
    (void)seat; /* all is open */
    char cell[8];
    if (a == Y_SWAP) {
        th_write_event(w, "swapped");
    } else if (a == Y_RESIGN) {
        th_write_event(w, "resigned");
    } else {
        struct y after = *board(before);
        y_place(&after, (int)a);
        th_write_event(w, "played");
        th_write_text(w, "cell", y_action_text(before, a, cell, sizeof cell));
        th_write_integer(w, "connected", after.over);
    }
    w->end_object(w);
}

/* ---- extra ---- */

/* What a board shows beside the position: the last stone, and the winner's chain.
 *
 *   {"last":"c3","chain":["a1",…]} */

/* The cell of the last stone that was put down; -1 if there is none, or it is not known. A swap
 * leaves the stone where it is. */
static int last_stone(const struct y *s, const th_action done[], size_t steps) {
    while (steps > 0)
        if (done[--steps] < Y_SWAP) return (int)done[steps];
    if (s->stones == 1)
        for (int i = 0; i < y_cells(s->size); i++)
            if (s->cell[i] != Y_EMPTY) return i;
    return -1;
}

static int root_of(const struct y *s, int cell) {
    while (s->parent[cell] != cell) cell = s->parent[cell];
    return cell;
}

const char *y_extra(const struct th_state *view, const th_action done[], size_t steps, char *out,
                    size_t size) {
    const struct y *s = (const struct y *)(const void *)view;
    const int last = last_stone(s, done, steps);
    struct text t = text_in(out, size);
    char cell[8];
    const char *join = "";
    if (last >= 0)
        text_add(&t, "{\"last\":\"%s\"", y_cell_text(s->size, last, cell, sizeof cell));
    else
        text_add(&t, "{\"last\":null");
    text_add(&t, ",\"chain\":[");
    for (int i = 0; i < y_cells(s->size) && s->over && !s->resigned; i++) {
        if (s->cell[i] != s->winner || s->sides[root_of(s, i)] != Y_ALL_SIDES) continue;
        text_add(&t, "%s\"%s\"", join, y_cell_text(s->size, i, cell, sizeof cell));
        join = ",";
    }
    text_add(&t, "]}");
    return out;
}
