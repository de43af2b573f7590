/* Pig for people: the table on the terminal, what happened in words, the odds, the rules. */
#include "core/paint.h"
#include "pig.h"

static const enum paint seat_paint[TH_SEATS_MAX] = {PAINT_ON_BLUE, PAINT_ON_RED, PAINT_ON_GREEN,
                                                    PAINT_ON_YELLOW};

/* A bar up to the goal: what is safe, what is at stake, what is missing. */
static void draw_bar(struct text *t, const struct th_look *look, const struct pig *p, int seat) {
    enum { WIDTH = 40 };
    const uint32_t safe = p->score[seat], all = safe + (seat == p->seat ? p->turn_total : 0);
    for (uint32_t i = 0; i < WIDTH; i++) {
        const uint32_t here = (i + 1) * p->goal / WIDTH;
        if (here <= safe)
            paint_add(t, look, seat_paint[seat], "#");
        else if (here <= all)
            paint_add(t, look, PAINT_REVERSED, "+");
        else
            paint_add(t, look, PAINT_FAINT, ".");
    }
    text_add(t, "\n");
}

static void draw_seat(struct text *t, const struct th_look *look, const struct pig *p, int seat) {
    char line[200];
    struct text l = text_in(line, sizeof line);
    paint_add(&l, look, seat_paint[seat], "player %d", seat + 1);
    text_add(&l, " (seat %d): %u of %d", seat, (unsigned)p->score[seat], p->goal);
    if (seat == p->seat && p->phase == PIG_OVER) text_add(&l, ", has won");
    if (seat == p->seat && p->phase != PIG_OVER)
        text_add(&l, ", %u in this turn", (unsigned)p->turn_total);
    text_add(&l, "\n");
    paint_wrap(t, line, look != NULL ? look->columns : 0);
    draw_bar(t, look, p, seat);
}

const char *pig_draw(const struct th_state *s, const struct th_look *look, char *out, size_t size) {
    struct text t = text_in(out, size);
    for (int seat = 0; seat < pig_in(s)->players; seat++) draw_seat(&t, look, pig_in(s), seat);
    return out;
}

const char *pig_describe(const struct th_state *before, th_action a, int seat, char *out,
                         size_t size) {
    (void)seat; /* all is open */
    const struct pig *p = pig_in(before);
    const unsigned stake = p->turn_total, sum = p->score[p->seat] + stake;
    struct text t = text_in(out, size);
    if (p->phase == PIG_ROLLING) {
        text_add(&t, "rolled %d", (int)a + 1);
        if (a == 0 && stake > 0) text_add(&t, " and lost %u points", stake);
    } else if (a == PIG_ROLL) {
        text_add(&t, "went on");
    } else {
        text_add(&t, "held %u points and has %u%s", stake, sum, sum >= p->goal ? ": won" : "");
    }
    return out;
}

void pig_events(const struct th_state *before, th_action a, int seat, struct th_writer *w) {
    (void)seat; /* all is open */
    const struct pig *p = pig_in(before);
    if (p->phase == PIG_ROLLING) {
        th_write_event(w, "rolled");
        th_write_integer(w, "die", (int)a + 1);
        th_write_integer(w, "lost", a == 0 ? p->turn_total : 0);
    } else if (a == PIG_ROLL) {
        th_write_event(w, "went-on");
    } else {
        th_write_event(w, "held");
        th_write_integer(w, "points", p->turn_total);
        th_write_integer(w, "score", p->score[p->seat] + p->turn_total);
    }
    w->end_object(w);
}

const char *pig_odds(const struct th_state *view, char *out, size_t size) {
    const struct pig *p = pig_in(view);
    struct text t = text_in(out, size);
    text_add(&t, "the next roll\n");
    text_add(&t, "  is a 1   1 of 6, 16.7 %%: %u are lost\n", (unsigned)p->turn_total);
    text_add(&t, "  adds     5 of 6, 83.3 %%: 4 on average\n");
    return out;
}

const char pig_rules[] =
    "## The aim\n"
    "The first player who holds with the points of the goal, 100 unless chosen otherwise, *wins*.\n"
    "\n"
    "## Your turn\n"
    "- *Roll* the die as often as you like. What you roll is added up.\n"
    "- *Hold*, and the sum is yours for good; the turn passes.\n"
    "- A *1* ends the turn, and the sum is lost.\n";
