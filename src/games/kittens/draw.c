/* The table for the terminal. A whole state is drawn with what each seat knows; a view with what
 * its seat knows.
 *
 *   seat 1               5 cards   defuse, attack, 3 hidden      played skip   last attack
 *   deck                20 cards   3 bombs  top ▸ ? bomb ? ? ? … ? ◂ bottom
 *   seat 0 to decide     4 cards   defuse, skip, 2 safe          owes 2 draws */
#include "core/paint.h"
#include "notation.h"

enum { MARGIN = 13 };

/* "defuse, 2 skip, 3 hidden" */
static struct kittens_manner told(const struct th_look *look) {
    return (struct kittens_manner){" ", ", ", "hidden", "none", look};
}

static void add_seat(struct text *t, const struct th_look *look, const struct kittens *s,
                     int seat) {
    const bool its_turn = s->seat == seat;
    const struct kittens_manner manner = told(look);
    text_add(t, "%s seat %d   %2d card%s: ", its_turn ? "▶" : " ", seat, s->hand_size[seat],
             s->hand_size[seat] == 1 ? " " : "s");
    kittens_add_cards(t, s->hand[seat], kittens_hidden_cards(s, seat), &manner);
    text_add(t, "\n%*splayed: ", MARGIN, "");
    kittens_add_cards(t, s->played[seat], 0, &manner);
    if (s->last[seat] != KITTENS_NOTHING)
        text_add(t, "; last: %s", kittens_action_names[s->last[seat]]);
    text_add(t, "\n");
}

/* One line for each run of equal cards, from the top. */
static void add_deck(struct text *t, const struct th_look *look, const struct kittens *s) {
    for (int i = s->deck_size - 1, run; i >= 0; i -= run) {
        const int card = kittens_card_at(s, i), above = s->deck_size - 1 - i;
        for (run = 1; run <= i && s->deck[i - run] == s->deck[i];) run++;
        text_add(t, "%*s", MARGIN, "");
        if (run > 1)
            text_add(t, "%2d – %-2d  ", above + 1, above + run);
        else
            text_add(t, "%2d       ", above + 1);
        kittens_add_card(t, look, card, card == KITTENS_UNKNOWN ? "?" : kittens_card_names[card]);
        for (int seat = 0; seat < 2 && s->viewer == KITTENS_SEES_ALL; seat++)
            if (kittens_knows(s, seat, i)) text_add(t, ", seat %d knows", seat);
        text_add(t, "\n");
    }
}

/* Where the other's last bomb may lie, for a view. */
static void add_maybe(struct text *t, const struct kittens *s) {
    bool any = false;
    if (s->viewer < 0) return;
    for (int i = 0; i < KITTENS_PLACES; i++) {
        const int place = s->maybe[s->viewer][i];
        if (place >= KITTENS_DECK_MAX) continue;
        text_add(t, any ? " or %d" : "             a bomb was put back, perhaps as card %d",
                 s->deck_size - place);
        any = true;
    }
    if (any) text_add(t, "\n");
}

static void add_wait(struct text *t, const struct kittens *s) {
    static const char *const waits[] = {
        "the hands are dealt", "decides", "draws", "draws from the bottom", "looks at the top",
        "puts the bomb back",  "has lost"};
    if (s->phase != KITTENS_DEALING) text_add(t, "seat %d ", s->seat);
    text_add(t, "%s", waits[s->phase]);
    if (s->phase != KITTENS_OVER && s->phase != KITTENS_DEALING)
        text_add(t, "; %d draw%s owed", s->pending, s->pending == 1 ? "" : "s");
    text_add(t, "; %d turn%s ended\n", s->turns, s->turns == 1 ? " has" : "s have");
}

const char *kittens_draw(const struct th_state *state, const struct th_look *look, char *out,
                         size_t size) {
    const struct kittens *s = kittens_in(state);
    const struct kittens_manner manner = told(look);
    char picture[8192];
    struct text t = text_in(picture, sizeof picture);
    if (s->viewer == TH_STRANGER)
        text_add(&t, "what a stranger sees\n");
    else if (s->viewer != KITTENS_SEES_ALL)
        text_add(&t, "what seat %d knows\n", s->viewer);
    add_seat(&t, look, s, 0);
    add_seat(&t, look, s, 1);
    text_add(&t, "  deck     %2d card%s, %d bomb%s among them\n", s->deck_size,
             s->deck_size == 1 ? "" : "s", s->bombs, s->bombs == 1 ? "" : "s");
    add_deck(&t, look, s);
    text_add(&t, "        ");
    kittens_add_card(&t, look, KITTENS_UNKNOWN, "?");
    text_add(&t, " is one of: ");
    kittens_add_cards(&t, s->unknown, 0, &manner);
    text_add(&t, "\n");
    add_maybe(&t, s);
    add_wait(&t, s);
    struct text wrapped = text_in(out, size);
    paint_wrap(&wrapped, picture, look != NULL ? look->columns : 0);
    return out;
}
