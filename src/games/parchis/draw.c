/* The board for the terminal: the largest picture that fits, and what the pictures have in common.
 */
#include "draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char parchis_item_codes[PARCHIS_DICE][3] = {
    [PARCHIS_STAR_DIE] = "st",      [PARCHIS_BOO] = "bo",        [PARCHIS_BULLET] = "bu",
    [PARCHIS_RED_SHELL] = "rs",     [PARCHIS_BLUE_SHELL] = "bs", [PARCHIS_MUSHROOM] = "mu",
    [PARCHIS_MEGA_MUSHROOM] = "mm", [PARCHIS_LIGHTNING] = "li",  [PARCHIS_HORN] = "ho",
    [PARCHIS_BANANA] = "ba"};
const enum paint parchis_paint[PARCHIS_COLOURS] = {PAINT_YELLOW, PAINT_BLUE, PAINT_RED,
                                                   PAINT_GREEN};
const enum paint parchis_ground[PARCHIS_COLOURS] = {PAINT_ON_YELLOW, PAINT_ON_BLUE, PAINT_ON_RED,
                                                    PAINT_ON_GREEN};

/* ---- squares ---- */

/* A quarter of the board further, against the clock. */
static struct parchis_cell turned(struct parchis_cell cell, int quarters) {
    for (; quarters > 0; quarters--)
        cell = (struct parchis_cell){cell.row, PARCHIS_SIDE - 1 - cell.column};
    return cell;
}

/* Squares 1 to 8 lead up the right lane of the lower arm, 9 to 16 out along the lower lane of the
 * right one, 17 lies at its end, and so on. */
struct parchis_cell parchis_cell_of(int place) {
    enum { ARM = PARCHIS_ARM, SIDE = PARCHIS_SIDE };
    if (place > PARCHIS_TRACK) {
        const int beyond = place - PARCHIS_TRACK - 1;
        const struct parchis_cell yellow = {ARM + 1, SIDE - 2 - beyond % PARCHIS_STEPS};
        return turned(yellow, beyond / PARCHIS_STEPS);
    }
    const int k = (place - 1) % 17;
    const struct parchis_cell first = k < ARM       ? (struct parchis_cell){ARM + 2, SIDE - 1 - k}
                                      : k < 2 * ARM ? (struct parchis_cell){k + 3, ARM + 2}
                                                    : (struct parchis_cell){SIDE - 1, ARM + 1};
    return turned(first, (place - 1) / 17);
}

static bool has_item(const struct parchis *s, int place) {
    const int item = parchis_item_at[place] - 1;
    return item >= 0 && (s->items >> item & 1);
}

const char *parchis_ground_text(const struct parchis *s, int place, char *out, size_t size) {
    struct text t = text_in(out, size);
    if (!parchis_on_track(place)) return out;
    int traps = 0;
    for (int i = 0; i < PARCHIS_TRAPS; i++) traps += s->traps[i] == place;
    char exit = ' ';
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (parchis_exit[c] == place) exit = parchis_colour_names[c][0];
    if (has_item(s, place))
        text_add(&t, "%s", parchis_item_codes[parchis_items[parchis_item_at[place] - 1].die]);
    else if (parchis_safe[place])
        text_add(&t, "○%c", exit);
    else if (traps > 0)
        text_add(&t, "  ");
    if (traps > 0) text_add(&t, "%c", traps == 1 ? 'x' : traps < 10 ? '0' + traps : '9');
    return out;
}

enum paint parchis_ground_paint(const struct parchis *s, int place) {
    if (!parchis_on_track(place)) return PAINT_NONE;
    if (has_item(s, place)) return PAINT_MAGENTA;
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (parchis_exit[c] == place) return parchis_paint[c];
    return PAINT_NONE;
}

const char *parchis_number_text(int place, char *out, size_t size) {
    struct text t = text_in(out, size);
    if (place > PARCHIS_TRACK)
        text_add(&t, "c%d", (place - PARCHIS_TRACK - 1) % PARCHIS_STEPS + 1);
    else
        text_add(&t, "%d", place);
    return out;
}

enum paint parchis_number_paint(int place) {
    if (place <= PARCHIS_TRACK) return PAINT_FAINT;
    return parchis_paint[(place - PARCHIS_TRACK - 1) / PARCHIS_STEPS];
}

bool parchis_has_barrier(const struct parchis *s, const struct parchis_sight *sight, int place) {
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (parchis_barrier(s, sight, c, place) != 0) return true;
    return false;
}

void parchis_add_codes(struct text *t, const struct parchis *s, const char *marks) {
    text_add(t, "  %s", marks);
    for (int die = PARCHIS_STAR_DIE; die < PARCHIS_DICE; die++)
        for (int i = 0; i < PARCHIS_ITEMS; i++)
            if (parchis_items[i].die == die && (s->items >> i & 1)) {
                text_add(t, "  %s=%s", parchis_item_codes[die], parchis_die_names[die]);
                break;
            }
    text_add(t, "\n");
}

/* ---- pieces and players ---- */

const char *parchis_piece_text(const struct parchis *s, int p, char out[4]) {
    static const char state_marks[] = " bmg*M";
    out[0] = "YBRG"[parchis_colour(p)];
    out[1] = (char)('0' + p % PARCHIS_EACH);
    out[2] = state_marks[parchis_condition_of(s, p)];
    out[3] = 0;
    return out;
}

void parchis_add_standing(struct text *t, const struct parchis *s, int p) {
    char place[8];
    const int condition = parchis_condition_of(s, p), left = parchis_turns_left(s, p);
    text_add(t, "%s", parchis_place_text(s, p, place, sizeof place));
    if (condition != PARCHIS_NORMAL)
        text_add(t, ", %s for %d turn%s", parchis_condition_names[condition], left,
                 left == 1 ? "" : "s");
}

bool parchis_in_turn(const struct parchis *s, int colour) {
    if (s->winner != PARCHIS_NOBODY) return false;
    return parchis_in_course(s) ? (colour & 1) == parchis_player(s) : colour == s->colour;
}

void parchis_add_pool(struct text *t, const struct parchis *s, int colour) {
    const int pool = parchis_in_course(s) ? colour & 1 : colour;
    text_add(t, "dice");
    for (int die = PARCHIS_ONE; die <= PARCHIS_SIX; die++)
        text_add(t, " %s", s->pool[pool] >> (die - 1) & 1 ? parchis_die_names[die] : "·");
    if (parchis_in_course(s)) text_add(t, " (shared)");
}

void parchis_add_turn(struct text *t, const struct parchis *s) {
    text_add(t, "turn %u: ", (unsigned)s->turn);
    if (s->winner != PARCHIS_NOBODY) {
        text_add(t, "player %d has won: ", s->winner);
        for (int c = 0; c < PARCHIS_COLOURS; c++)
            if (s->bounces[c] > PARCHIS_BOUNCES)
                text_add(t, "%s has bounced %d times\n", parchis_colour_names[c], s->bounces[c]);
        if (parchis_winning_colour(s) >= 0)
            text_add(t, "%s is complete\n", parchis_colour_names[parchis_winning_colour(s)]);
        return;
    }
    if (parchis_in_course(s))
        text_add(t, "player %d to play", parchis_player(s));
    else
        text_add(t, "%s to play (player %d)", parchis_colour_names[s->colour], parchis_player(s));
    if (s->forced != 0) text_add(t, ", the %s", parchis_die_names[s->forced]);
    if (s->forced != 0 && !parchis_in_course(s))
        text_add(t, " with %s", parchis_colour_names[s->forced_colour]);
    if (s->forced != 0 && (s->flags & PARCHIS_RUN)) text_add(t, ", then once more for a 6");
    if (s->flags & PARCHIS_BANANA_LOST) text_add(t, "; a trap stopped the last move");
    text_add(t, "\n");
}

/* ---- the picture ---- */

const char *parchis_draw(const struct th_state *state, const struct th_look *look, char *out,
                         size_t size) {
    static const struct th_look any = {0};
    const struct parchis *s = (const struct parchis *)(const void *)state;
    struct text t = text_in(out, size);
    if (look == NULL) look = &any;
    if (!parchis_draw_large(&t, look, s) && !parchis_draw_cross(&t, look, s))
        parchis_draw_small(&t, look, s);
    return out;
}

static const char *const joints[16] = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                       "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
static const char *const round_joints[16] = {
    [CANVAS_UP | CANVAS_LEFT] = "╯",
    [CANVAS_DOWN | CANVAS_LEFT] = "╮",
    [CANVAS_UP | CANVAS_RIGHT] = "╰",
    [CANVAS_DOWN | CANVAS_RIGHT] = "╭",
};

void canvas_box(struct canvas *c, int left, int top, int right, int bottom, uint8_t round) {
    for (int x = left; x < right; x++) {
        c->line[top][x] |= CANVAS_RIGHT, c->line[top][x + 1] |= CANVAS_LEFT;
        c->line[bottom][x] |= CANVAS_RIGHT, c->line[bottom][x + 1] |= CANVAS_LEFT;
    }
    for (int y = top; y < bottom; y++) {
        c->line[y][left] |= CANVAS_DOWN, c->line[y + 1][left] |= CANVAS_UP;
        c->line[y][right] |= CANVAS_DOWN, c->line[y + 1][right] |= CANVAS_UP;
    }
    c->line[top][left] |= round, c->line[top][right] |= round;
    c->line[bottom][left] |= round, c->line[bottom][right] |= round;
}

void canvas_put(struct canvas *c, enum paint paint, int x, int y, const char *format, ...) {
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (const char *p = text; *p != 0 && x < c->width; x++) {
        size_t n = 1;
        while (((unsigned char)p[n] & 0xc0) == 0x80) n++;
        memcpy(c->mark[y][x], p, n);
        c->paint[y][x] = (uint8_t)paint;
        p += n;
    }
}

static const char *glyph_at(const struct canvas *c, int x, int y) {
    const int ways = c->line[y][x] & ~CANVAS_ROUND;
    if (c->mark[y][x][0] != 0) return c->mark[y][x];
    if ((c->line[y][x] & CANVAS_ROUND) != 0 && round_joints[ways] != NULL)
        return round_joints[ways];
    return joints[ways];
}

static enum paint paint_at(const struct canvas *c, int x, int y) {
    if (c->mark[y][x][0] != 0) return (enum paint)c->paint[y][x];
    return c->line[y][x] != 0 ? PAINT_FAINT : PAINT_NONE;
}

void canvas_add(struct text *t, const struct th_look *look, const struct canvas *c) {
    for (int y = 0; y < c->height; y++) {
        int width = c->width;
        while (width > 0 && strcmp(glyph_at(c, width - 1, y), " ") == 0) width--;
        enum paint now = PAINT_NONE;
        for (int x = 0; x < width; x++) {
            if (paint_at(c, x, y) != now) text_add(t, "%s", paint_code(look, paint_at(c, x, y)));
            now = paint_at(c, x, y);
            text_add(t, "%s", glyph_at(c, x, y));
        }
        text_add(t, "%s\n", now != PAINT_NONE ? paint_code(look, PAINT_NONE) : "");
    }
}
