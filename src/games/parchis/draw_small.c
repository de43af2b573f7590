/* The board where there is no room for the cross: the pieces by colour, and from 70 columns on the
 * track in four strips, a quarter each; below that the items by name. */
#include "draw.h"
#include "sight.h"

const char parchis_item_codes[PARCHIS_DICE][3] = {
    [PARCHIS_STAR_DIE] = "st",      [PARCHIS_BOO] = "bo",        [PARCHIS_BULLET] = "bu",
    [PARCHIS_RED_SHELL] = "rs",     [PARCHIS_BLUE_SHELL] = "bs", [PARCHIS_MUSHROOM] = "mu",
    [PARCHIS_MEGA_MUSHROOM] = "mm", [PARCHIS_LIGHTNING] = "li",  [PARCHIS_HORN] = "ho",
    [PARCHIS_BANANA] = "ba"};
const enum paint parchis_paint[PARCHIS_COLOURS] = {PAINT_YELLOW, PAINT_BLUE, PAINT_RED,
                                                   PAINT_GREEN};
const enum paint parchis_ground[PARCHIS_COLOURS] = {PAINT_ON_YELLOW, PAINT_ON_BLUE, PAINT_ON_RED,
                                                    PAINT_ON_GREEN};

/* ---- what the pictures have in common ---- */

const char *parchis_ground_text(const struct parchis *s, int place, char *out, size_t size) {
    struct text t = text_in(out, size);
    if (!parchis_on_track(place)) return out;
    const int item = parchis_item_at[place] - 1;
    int traps = 0;
    for (int i = 0; i < PARCHIS_TRAPS; i++) traps += s->traps[i] == place;
    char exit = ' ';
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (parchis_exit[c] == place) exit = parchis_colour_names[c][0];
    if (item >= 0 && (s->items >> item & 1))
        text_add(&t, "%s", parchis_item_codes[parchis_items[item].die]);
    else if (parchis_safe[place])
        text_add(&t, "○%c", exit);
    else if (traps > 0)
        text_add(&t, "  ");
    if (traps > 0) text_add(&t, "%c", traps == 1 ? 'x' : traps < 10 ? '0' + traps : '9');
    return out;
}

const char *parchis_piece_text(const struct parchis *s, int p, char out[4]) {
    static const char state_marks[] = " bmg*M";
    out[0] = "YBRG"[parchis_colour(p)];
    out[1] = (char)('0' + p % PARCHIS_EACH);
    out[2] = state_marks[parchis_condition_of(s, p)];
    out[3] = 0;
    return out;
}

static bool has_item(const struct parchis *s, int place) {
    const int item = parchis_item_at[place] - 1;
    return item >= 0 && (s->items >> item & 1);
}

enum paint parchis_ground_paint(const struct parchis *s, int place) {
    if (!parchis_on_track(place)) return PAINT_NONE;
    if (has_item(s, place)) return PAINT_MAGENTA;
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (parchis_exit[c] == place) return parchis_paint[c];
    return PAINT_NONE;
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

/* Who has won and how, or who is to play and what is special about it. */
static void add_turn(struct text *t, const struct parchis *s) {
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

static void add_hands(struct text *t, const struct parchis *s) {
    for (int player = 0; player < 2; player++) {
        const uint8_t *hand = s->hand[player];
        text_add(t, "player %d holds %s", player,
                 hand[0] == 0 ? "no special die" : parchis_die_names[hand[0]]);
        if (hand[1] != 0) text_add(t, " and %s", parchis_die_names[hand[1]]);
        text_add(t, player == 0 ? "; " : "\n");
    }
}

void parchis_add_head(struct text *t, const struct parchis *s) {
    add_turn(t, s);
    add_hands(t, s);
}

/* ---- the small picture ---- */

enum { QUARTER = 17, CELL = 4, STRIP = 2 + QUARTER * CELL, MARGIN = 9 };

static bool wide(const struct th_look *look) {
    return look->columns == 0 || look->columns >= STRIP;
}

/* A cell of a strip, filled up with blanks. */
static void add_cell(struct text *t, const struct th_look *look, enum paint paint,
                     const char *text) {
    paint_add(t, look, paint, "%s", text);
    text_add(t, "%*s", CELL - paint_width(text), "");
}

/* Ends a line of cells, without the blanks behind the last. */
static void end_strip(struct text *t) {
    while (t->out[t->length - 1] == ' ') t->length--;
    text_add(t, "\n");
}

/* The k-th piece of each square of a quarter; false, and nothing, if no square has so many. */
static bool add_pieces(struct text *t, const struct th_look *look, const struct parchis *s,
                       const struct parchis_sight *sight, int first, int k) {
    const size_t begun = t->length;
    bool any = false;
    text_add(t, "  ");
    for (int place = first; place < first + QUARTER; place++) {
        unsigned here = parchis_standing(sight, place) | parchis_fronts(s, sight, place);
        for (int i = 0; i < k; i++) here = rest_of(here);
        char text[4] = {0};
        if (here != 0) parchis_piece_text(s, first_of(here), text);
        if (text[2] == ' ') text[2] = 0;
        add_cell(t, look, here != 0 ? parchis_ground[parchis_colour(first_of(here))] : PAINT_NONE,
                 text);
        any = any || here != 0;
    }
    end_strip(t);
    if (!any) t->out[t->length = begun] = 0;
    return any;
}

static void add_strips(struct text *t, const struct th_look *look, const struct parchis *s) {
    struct parchis_sight sight;
    parchis_look(s, &sight);
    for (int first = 1; first <= PARCHIS_TRACK; first += QUARTER) {
        char text[16];
        text_add(t, "  ");
        for (int place = first; place < first + QUARTER; place++) {
            bool barrier = false;
            for (int c = 0; c < PARCHIS_COLOURS; c++)
                barrier = barrier || parchis_barrier(s, &sight, c, place) != 0;
            struct text number = text_in(text, sizeof text);
            text_add(&number, "%d%s", place, barrier ? "#" : "");
            add_cell(t, look, PAINT_FAINT, text);
        }
        end_strip(t);
        text_add(t, "  ");
        for (int place = first; place < first + QUARTER; place++)
            add_cell(t, look, parchis_ground_paint(s, place),
                     parchis_ground_text(s, place, text, sizeof text));
        end_strip(t);
        for (int k = 0; k < PARCHIS_PIECES && add_pieces(t, look, s, &sight, first, k);) k++;
    }
}

/* What the codes on the track mean that are there now. */
static void add_codes(struct text *t, const struct parchis *s) {
    text_add(t, "  ○ safe  # barrier  x trap");
    for (int die = PARCHIS_STAR_DIE; die < PARCHIS_DICE; die++)
        for (int i = 0; i < PARCHIS_ITEMS; i++)
            if (parchis_items[i].die == die && (s->items >> i & 1)) {
                text_add(t, "  %s %s", parchis_item_codes[die], parchis_die_names[die]);
                break;
            }
    text_add(t, "\n");
}

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

/* "▶ yellow  Y0 4  Y1 13, ghost for 2  Y2 home   dice 1 2 4 5 6  bounces 0" */
static void add_colour(struct text *t, const struct th_look *look, const struct parchis *s,
                       int colour) {
    text_add(t, "%s ", parchis_in_turn(s, colour) ? "▶" : " ");
    paint_add(t, look, parchis_paint[colour], "%-6s", parchis_colour_names[colour]);
    for (int p = PARCHIS_EACH * colour; p < PARCHIS_EACH * (colour + 1); p++) {
        char piece[4], place[8];
        const int condition = parchis_condition_of(s, p);
        parchis_piece_text(s, p, piece);
        piece[2] = 0;
        text_add(t, " ");
        paint_add(t, look, parchis_ground[colour], "%s", piece);
        text_add(t, " %s", parchis_place_text(s, p, place, sizeof place));
        if (condition != PARCHIS_NORMAL)
            text_add(t, " (%s for %d)", parchis_condition_names[condition],
                     parchis_turns_left(s, p));
    }
    if (wide(look))
        text_add(t, "   ");
    else
        text_add(t, "\n%*s", MARGIN, "");
    parchis_add_pool(t, s, colour);
    text_add(t, "  bounces %d\n", s->bounces[colour]);
}

void parchis_draw_small(struct text *t, const struct th_look *look, const struct parchis *s) {
    char lines[4096];
    struct text l = text_in(lines, sizeof lines);
    parchis_add_head(&l, s);
    for (int c = 0; c < PARCHIS_COLOURS; c++) add_colour(&l, look, s, c);
    if (!wide(look)) add_items(&l, s);
    paint_wrap(t, lines, look->columns);
    if (!wide(look)) return;
    add_strips(t, look, s);
    char codes[512];
    struct text c = text_in(codes, sizeof codes);
    add_codes(&c, s);
    paint_wrap(t, codes, look->columns);
}
