/* The table for the terminal. A whole state is drawn with what each seat knows; a view with what
 * its seat knows.
 *
 *   seat 1               5 cards   defuse, attack, 3 hidden      played skip   last attack
 *   deck                20 cards   3 bombs  top ▸ ? bomb ? ? ? … ? ◂ bottom
 *   seat 0 to decide     4 cards   defuse, skip, 2 safe          owes 2 draws */
#include "core/paint.h"
#include "core/text.h"
#include "notation.h"
#include <string.h>

enum { MARGIN = 13 };

/* "defuse, 2 skip, 3 hidden" */
static struct kittens_manner manner_of(const struct th_look *look) {
    return (struct kittens_manner){" ", ", ", "hidden", "none", look};
}

static void add_seat(struct text *t, const struct th_look *look, const struct kittens *s,
                     int seat) {
    const bool its_turn = s->seat == seat;
    const struct kittens_manner manner = manner_of(look);
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
    const struct kittens_manner manner = manner_of(look);
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

/* ---- steps in words ---- */

/* Kittens in words: what a seat sees happen, and what the next card may be as far as it can know.
 */

int kittens_luck_of(const struct th_state *s) {
    return kittens_in(s)->seat;
}

/* Sets the cards that SeeFuture shows, from the top, and returns how many; 0 if one is not known.
 * `turned` is the card that chance turns now, if it does. */
static int seen_cards(const struct kittens *s, int turned, int card[KITTENS_SEEN]) {
    const int n = s->deck_size < KITTENS_SEEN ? s->deck_size : KITTENS_SEEN;
    for (int i = 0; i < n; i++) {
        const bool now = turned != KITTENS_UNKNOWN && i == s->looking;
        card[i] = now ? turned : kittens_card_at(s, s->deck_size - 1 - i);
        if (card[i] == KITTENS_UNKNOWN) return 0;
    }
    return n;
}

/* What SeeFuture shows to the seat that looks, from the top. Some of it may have been fixed before,
 * and needs no step of chance; which cards these are it may not know. So all of them are described
 * at once, with the last step, or with the action if there is none. */
static void tell_seen(struct text *t, const struct kittens *s, int turned) {
    int card[KITTENS_SEEN];
    const int n = seen_cards(s, turned, card);
    for (int i = 0; i < n; i++)
        text_add(t, "%s%s",
                 i == 0      ? (t->length > 0 ? ", saw " : "saw ")
                 : i < n - 1 ? ", "
                             : " and ",
                 kittens_card_names[card[i]]);
}

/* Whoever draws sees the card; the others see only whether it is a bomb. */
static void tell_drawn(struct text *t, const struct kittens *s, const char *card, bool sees) {
    const char *from = s->phase == KITTENS_DRAWING_BOTTOM ? " from the bottom" : "";
    if (strcmp(card, kittens_card_names[KITTENS_BOMB]) == 0)
        text_add(t, "drew a bomb%s and %s", from,
                 s->hand[s->seat][KITTENS_DEFUSE] > 0 ? "defused it" : "had no defuse");
    else
        text_add(t, "drew %s%s", sees ? card : "a card", from);
}

static void tell_turned(struct text *t, const struct kittens *s, int card, int seat) {
    const bool sees = seat == TH_SEES_ALL || seat == s->seat;
    if (s->phase != KITTENS_DEALING && s->phase != KITTENS_LOOKING)
        tell_drawn(t, s, kittens_card_names[card], sees);
    else if (s->phase == KITTENS_LOOKING && seat == s->seat)
        tell_seen(t, s, card);
    else if (sees)
        text_add(t, "%s %s", s->phase == KITTENS_DEALING ? "got" : "saw", kittens_card_names[card]);
}

const char *kittens_describe(const struct th_state *before, th_action a, int seat, char *out,
                             size_t size) {
    const struct kittens *s = kittens_in(before);
    const bool sees = seat == TH_SEES_ALL || seat == s->seat;
    struct text t = text_in(out, size);
    if (s->phase == KITTENS_PLACING)
        text_add(&t, "put the bomb back %s%s",
                 !sees                     ? "somewhere"
                 : a == KITTENS_PUT_MIDDLE ? "in the "
                                           : "at the ",
                 sees ? kittens_action_names[a] : "");
    else if (s->phase != KITTENS_DECIDING)
        tell_turned(&t, s, (int)a, seat);
    else if (a != KITTENS_DO_DRAW) /* the card that it draws shows it */
        text_add(&t, "played %s", kittens_action_names[a]);
    if (s->phase == KITTENS_DECIDING && a == KITTENS_DO_SEE_FUTURE && seat == s->seat)
        tell_seen(&t, s, KITTENS_UNKNOWN);
    return out;
}

/* ---- steps as data ---- */

/* What tell_seen describes. */
static void report_seen(struct th_writer *w, const struct kittens *s, int turned) {
    int card[KITTENS_SEEN];
    const int n = seen_cards(s, turned, card);
    if (n == 0) return;
    th_write_event(w, "saw");
    th_write_list(w, "cards");
    for (int i = 0; i < n; i++) w->text(w, kittens_card_names[card[i]]);
    w->end_list(w);
    w->end_object(w);
}

static void report_drawn(struct th_writer *w, const struct kittens *s, int card, bool sees) {
    const bool bomb = card == KITTENS_BOMB;
    th_write_event(w, bomb ? "drew-bomb" : "drew");
    if (bomb) {
        th_write_integer(w, "defused", s->hand[s->seat][KITTENS_DEFUSE] > 0);
    } else {
        w->key(w, "card");
        sees ? w->text(w, kittens_card_names[card]) : w->null(w);
    }
    th_write_integer(w, "bottom", s->phase == KITTENS_DRAWING_BOTTOM);
    w->end_object(w);
}

static void report_turned(struct th_writer *w, const struct kittens *s, int card, int seat) {
    const bool sees = seat == TH_SEES_ALL || seat == s->seat;
    if (s->phase != KITTENS_DEALING && s->phase != KITTENS_LOOKING) {
        report_drawn(w, s, card, sees);
    } else if (s->phase == KITTENS_LOOKING && seat == s->seat) {
        report_seen(w, s, card);
    } else if (sees) {
        th_write_event(w, s->phase == KITTENS_DEALING ? "got" : "saw");
        th_write_list(w, "cards");
        w->text(w, kittens_card_names[card]);
        w->end_list(w);
        w->end_object(w);
    }
}

void kittens_events(const struct th_state *before, th_action a, int seat, struct th_writer *w) {
    const struct kittens *s = kittens_in(before);
    const bool sees = seat == TH_SEES_ALL || seat == s->seat;
    if (s->phase == KITTENS_PLACING) {
        th_write_event(w, "put-back");
        w->key(w, "place");
        sees ? w->text(w, kittens_action_names[a]) : w->null(w);
        w->end_object(w);
    } else if (s->phase != KITTENS_DECIDING) {
        report_turned(w, s, (int)a, seat);
    } else if (a != KITTENS_DO_DRAW) { /* the card that it draws shows it */
        th_write_event(w, "played");
        th_write_text(w, "card", kittens_action_names[a]);
        w->end_object(w);
    }
    if (s->phase == KITTENS_DECIDING && a == KITTENS_DO_SEE_FUTURE && seat == s->seat)
        report_seen(w, s, KITTENS_UNKNOWN);
}

/* ---- odds ---- */

/* How likely the card at a place is this one, by the law of guess: cards that are no bombs are all
 * alike, so what is no bomb is one of them by their numbers. */
static double card_chance(const struct kittens *s, int place, int card) {
    const double bomb = kittens_bomb_chance(s, s->seat, place);
    if (card == KITTENS_BOMB) return bomb;
    if (kittens_knows(s, s->seat, place)) return kittens_card_at(s, place) == card;
    int others = 0;
    for (int c = 0; c < KITTENS_CARDS; c++)
        if (c != KITTENS_BOMB) others += s->unknown[c];
    return others > 0 ? (1 - bomb) * s->unknown[card] / others : 0;
}

const char *kittens_odds(const struct th_state *view, char *out, size_t size) {
    const struct kittens *s = kittens_in(view);
    const bool bottom = s->hand[s->seat][KITTENS_DRAW_BOTTOM] > 0;
    struct text t = text_in(out, size);
    if (s->phase == KITTENS_PLACING) {
        text_add(&t, "where the bomb goes is up to you\n");
        return out;
    }
    text_add(&t, "the next card%s\n",
             bottom ? "         top   bottom" : ", as far as you can know");
    for (int c = 0; c < KITTENS_CARDS; c++) {
        const double top = card_chance(s, s->deck_size - 1, c), low = card_chance(s, 0, c);
        if (top <= 0 && (low <= 0 || !bottom)) continue;
        text_add(&t, "  %-12s %5.1f %%", kittens_card_names[c], 100 * top);
        if (bottom) text_add(&t, "  %5.1f %%", 100 * low);
        text_add(&t, "\n");
    }
    return out;
}

/* ---- extra ---- */

/* What a table shows beside the cards: how likely the top and the bottom card are bombs, as far as
 * whoever looks can know, and what is left in the deck.
 *
 *   {"bomb":{"top":0.12,"bottom":0.1},"count":{"deck":12,"bombs":3}} */

/* Of a viewer who sees what s says and no more: the whole, or what a stranger sees. */
static double chance_as_told(const struct kittens *s, int place) {
    int bombs = s->bombs, places = 0;
    if (kittens_card_at(s, place) != KITTENS_UNKNOWN)
        return kittens_card_at(s, place) == KITTENS_BOMB;
    for (int i = 0; i < s->deck_size; i++) {
        bombs -= kittens_card_at(s, i) == KITTENS_BOMB;
        places += kittens_card_at(s, i) == KITTENS_UNKNOWN;
    }
    return (double)bombs / places;
}

static double chance(const struct kittens *s, int place) {
    return s->viewer >= 0 ? kittens_bomb_chance(s, s->viewer, place) : chance_as_told(s, place);
}

const char *kittens_extra(const struct th_state *view, const th_action done[], size_t steps,
                          char *out, size_t size) {
    const struct kittens *s = kittens_in(view);
    struct text t = text_in(out, size);
    (void)done, (void)steps;
    if (s->phase == KITTENS_DEALING || s->deck_size == 0)
        text_add(&t, "{\"bomb\":null");
    else
        text_add(&t, "{\"bomb\":{\"top\":%.9g,\"bottom\":%.9g}", chance(s, s->deck_size - 1),
                 chance(s, 0));
    text_add(&t, ",\"count\":{\"deck\":%d,\"bombs\":%d}}", s->deck_size, s->bombs);
    return out;
}
