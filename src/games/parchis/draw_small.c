/* The board where there is no room for a cross: the pieces by colour, and from 72 columns on the
 * track in four strips, a quarter each; below that the items by name. */
#include "draw.h"

enum { QUARTER = 17, CELL = 4, MARGIN = 4, STRIP = MARGIN + QUARTER * CELL, DICE_MARGIN = 9 };

/* How much is drawn, from the tallest picture to the lowest. */
enum detail {
    CODES,        /* strips with pieces one below the other, and what the codes mean */
    STACKED,      /* the same without what codes mean */
    SIDE_BY_SIDE, /* two pieces of a square beside each other */
    ONE_LINE,     /* pieces in place of what lies there */
    ITEMS,        /* no strips, but where the items are: where strips are too wide */
    LISTS         /* the pieces by colour only */
};

/* ---- the strips ---- */

static unsigned pieces_on(const struct parchis *s, const struct parchis_sight *sight, int place) {
    return parchis_standing(sight, place) | parchis_fronts(s, sight, place);
}

/* The end of a line of cells, without the blanks there. */
static void end_strip(struct text *t) {
    while (t->out[t->length - 1] == ' ') t->length--;
    text_add(t, "\n");
}

/* What lies on a square, or else its number. */
static void add_ground(struct text *t, const struct th_look *look, const struct parchis *s,
                       const struct parchis_sight *sight, int place) {
    char text[16];
    const bool bare = parchis_ground_text(s, place, text, sizeof text)[0] == 0;
    if (bare) parchis_number_text(place, text, sizeof text);
    paint_add(t, look, bare ? PAINT_FAINT : parchis_ground_paint(s, place), "%s", text);
    const bool barrier = parchis_has_barrier(s, sight, place);
    text_add(t, "%s%*s", barrier ? "#" : "", CELL - text_width(text) - barrier, "");
}

/* The pieces of a square in a cell: one with its mark, two, or one and how many others. */
static void add_pieces(struct text *t, const struct th_look *look, const struct parchis *s,
                       unsigned here) {
    char text[4];
    int width = 0;
    for (unsigned m = here; m != 0 && width < CELL; m = rest_of(m)) {
        const enum paint paint = parchis_ground[parchis_colour(first_of(m))];
        parchis_piece_text(s, first_of(m), text);
        if (text[2] == ' ' || count_of(here) > 1) text[2] = 0;
        if (width > 0 && count_of(m) > 1)
            paint_add(t, look, paint, "+%d", count_of(m));
        else
            paint_add(t, look, paint, "%s", text);
        width += text_width(text);
    }
    text_add(t, "%*s", CELL - width, "");
}

/* The pieces of a quarter: all of each square, or only the k-th. False, and nothing, if there are
 * none. */
static bool add_line_of_pieces(struct text *t, const struct th_look *look, const struct parchis *s,
                               const struct parchis_sight *sight, int first, int k, bool all) {
    const size_t begun = t->length;
    bool any = false;
    text_add(t, "%*s", MARGIN, "");
    for (int place = first; place < first + QUARTER; place++) {
        unsigned here = pieces_on(s, sight, place);
        for (int i = 0; i < k; i++) here = rest_of(here);
        if (!all && here != 0) here = set_of(first_of(here));
        add_pieces(t, look, s, here);
        any = any || here != 0;
    }
    end_strip(t);
    if (!any) t->out[t->length = begun] = 0;
    return any;
}

static void add_strips(struct text *t, const struct th_look *look, const struct parchis *s,
                       enum detail detail) {
    struct parchis_sight sight;
    parchis_look(s, &sight);
    for (int first = 1; first <= PARCHIS_TRACK; first += QUARTER) {
        paint_add(t, look, PAINT_FAINT, "%2d:", first);
        text_add(t, " ");
        for (int place = first; place < first + QUARTER; place++)
            if (detail == ONE_LINE && pieces_on(s, &sight, place) != 0)
                add_pieces(t, look, s, pieces_on(s, &sight, place));
            else
                add_ground(t, look, s, &sight, place);
        end_strip(t);
        if (detail == ONE_LINE) continue;
        const bool all = detail == SIDE_BY_SIDE;
        for (int k = 0; add_line_of_pieces(t, look, s, &sight, first, k, all) && !all;) k++;
    }
}

/* ---- the lists ---- */

/* "star 5 22; boo 39 56", and the traps. */
static void add_items(struct text *t, const struct parchis *s) {
    bool any = false;
    text_add(t, "on the track:");
    for (int die = PARCHIS_STAR_DIE; die < PARCHIS_DICE; die++) {
        bool named = false;
        for (int i = 0; i < PARCHIS_ITEMS; i++) {
            if (parchis_items[i].die != die || !(s->items >> i & 1)) continue;
            if (!named) text_add(t, "%s %s", any ? ";" : "", parchis_die_names[die]);
            text_add(t, " %d", parchis_items[i].square);
            named = any = true;
        }
    }
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++) {
        text_add(t, i > 0 ? " %d" : any ? "; traps %d" : " traps %d", s->traps[i]);
        any = true;
    }
    text_add(t, "%s\n", any ? "" : " nothing");
}

/* "Y0 4  Y1 13 ghost 2  Y2 home": the number after a condition is that of the turns left. */
static void add_standing(struct text *t, const struct th_look *look, const struct parchis *s,
                         int colour, const char *between) {
    for (int i = 0; i < PARCHIS_EACH; i++) {
        char piece[4], place[8];
        const int p = PARCHIS_EACH * colour + i, condition = parchis_condition_of(s, p);
        parchis_piece_text(s, p, piece);
        piece[2] = 0;
        text_add(t, "%s", i > 0 ? between : "");
        paint_add(t, look, parchis_ground[colour], "%s", piece);
        text_add(t, " %s", parchis_place_text(s, p, place, sizeof place));
        if (condition != PARCHIS_NORMAL)
            text_add(t, " %s %d", parchis_condition_names[condition], parchis_turns_left(s, p));
    }
}

/* "star, boo", after something else; nothing for an empty hand. */
static void add_hand(struct text *t, const char *before, const struct parchis *s, int player) {
    const uint8_t *hand = s->hand[player];
    if (hand[0] != 0) text_add(t, "%s%s", before, parchis_die_names[hand[0]]);
    if (hand[1] != 0) text_add(t, ", %s", parchis_die_names[hand[1]]);
}

/* "dice 1 2 4 5 6 + star, boo": all that the colour can be moved by. */
static void add_dice(struct text *t, const struct parchis *s, int colour, bool hands) {
    parchis_add_pool(t, s, colour);
    if (hands) add_hand(t, " + ", s, colour & 1);
    if (s->bounces[colour] > 0)
        text_add(t, ", %d bounce%s", s->bounces[colour], s->bounces[colour] == 1 ? "" : "s");
}

/* A line for each colour, or two where the window is narrow; the dice one below the other. `hands`:
 * with the special dice of its player, else these have a line of their own. */
static void add_colours(struct text *t, const struct th_look *look, const struct parchis *s,
                        bool hands) {
    enum { WIDE = 56 }; /* columns for the pieces and dice of a colour in one line, mostly */
    const bool wide = look->columns == 0 || look->columns >= WIDE;
    char pieces[PARCHIS_COLOURS][256];
    int widest = 0;
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        struct text one = text_in(pieces[c], sizeof pieces[c]);
        add_standing(&one, look, s, c, look->columns >= STRIP ? "  " : " ");
        if (paint_width(pieces[c]) > widest) widest = paint_width(pieces[c]);
    }
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        text_add(t, "%s ", parchis_in_turn(s, c) ? "▶" : " ");
        paint_add(t, look, parchis_paint[c], "%-6s", parchis_colour_names[c]);
        text_add(t, " %s", pieces[c]);
        if (wide)
            text_add(t, "%*s", widest - paint_width(pieces[c]) + 2, "");
        else
            text_add(t, "\n%*s", DICE_MARGIN, "");
        add_dice(t, s, c, hands);
        text_add(t, "\n");
    }
    if (hands) return;
    text_add(t, "special dice");
    add_hand(t, "  player 0: ", s, 0);
    add_hand(t, "  player 1: ", s, 1);
    text_add(t, "\n");
}

/* Broken to the width, in the form that takes fewer lines. */
static void add_lists(struct text *t, const struct th_look *look, const struct parchis *s) {
    char lines[4096], broken[2][4096];
    for (int hands = 0; hands < 2; hands++) {
        struct text l = text_in(lines, sizeof lines), b = text_in(broken[hands], sizeof *broken);
        parchis_add_turn(&l, s);
        add_colours(&l, look, s, hands != 0);
        paint_wrap(&b, lines, look->columns);
    }
    text_add(t, "%s", broken[text_lines(broken[1]) <= text_lines(broken[0])]);
}

/* ---- the picture ---- */

static void add_picture(struct text *t, const struct th_look *look, const struct parchis *s,
                        enum detail detail) {
    char line[512] = "";
    struct text l = text_in(line, sizeof line);
    add_lists(t, look, s);
    if (detail <= ONE_LINE) add_strips(t, look, s, detail);
    if (detail == ITEMS) add_items(&l, s);
    if (detail == CODES) parchis_add_codes(&l, s, "○=safe  #=barrier  x=trap");
    paint_wrap(t, line, look->columns);
}

void parchis_draw_small(struct text *t, const struct th_look *look, const struct parchis *s) {
    const bool strips = look->columns == 0 || look->columns >= STRIP;
    const size_t begun = t->length;
    for (enum detail detail = strips ? CODES : ITEMS;; detail++) {
        if (strips && detail == ITEMS) continue;
        add_picture(t, look, s, detail);
        if (detail == LISTS || look->rows == 0 || text_lines(t->out + begun) <= look->rows) return;
        t->out[t->length = begun] = 0;
    }
}
