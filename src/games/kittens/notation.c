#include "notation.h"

#include "core/paint.h"
#include <string.h>

const char *const kittens_card_names[KITTENS_CARDS] = {
    "bomb", "defuse", "skip", "attack", "see-future", "draw-bottom", "shuffle", "safe"};
const char *const kittens_action_names[KITTENS_NOTHING + 1] = {
    "draw",       "skip",        "attack",  "top",     "middle", "bottom",
    "see-future", "draw-bottom", "shuffle", "defused", "none"};
const char *const kittens_phase_names[KITTENS_OVER + 1] = {"deal", "decide", "draw", "draw-bottom",
                                                           "look", "place",  "over"};

int kittens_read_name(const char *what, const char *word, const char *const names[], int n,
                      struct th_error *e) {
    char list[160], wrong[TEXT_CLIP_BYTES];
    struct text t = text_in(list, sizeof list);
    for (int i = 0; i < n; i++) {
        if (strcmp(word, names[i]) == 0) return i;
        text_add(&t, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
    const char *near = text_nearest(word, names, n);
    text_clip(word, wrong);
    if (near != NULL)
        th_fail(e, "'%s' is no %s; did you mean '%s'? There are: %s", wrong, what, near, list);
    else
        th_fail(e, "'%s' is no %s; there are: %s", wrong, what, list);
    return -1;
}

/* ---- actions ---- */

const char *kittens_action_text(const struct th_state *s, th_action a, char *out, size_t size) {
    struct text t = text_in(out, size);
    const bool chance = kittens_game.mover(s) == TH_CHANCE;
    text_add(&t, "%s", chance ? kittens_card_names[a] : kittens_action_names[a]);
    return out;
}

static bool parse_turned(const struct th_state *s, const char *text, th_action *a,
                         struct th_error *e) {
    const int card = kittens_read_name("card", text, kittens_card_names, KITTENS_CARDS, e);
    if (card < 0) return false;
    struct th_outcome outcomes[KITTENS_CARDS];
    const int n = kittens_game.outcomes(s, outcomes);
    for (int i = 0; i < n; i++)
        if ((int)outcomes[i].action == card) {
            *a = (th_action)card;
            return true;
        }
    return th_fail(e, "the card that is turned cannot be '%s' here", text);
}

bool kittens_parse_action(const struct th_state *state, const char *text, th_action *a,
                          struct th_error *e) {
    const struct kittens *s = kittens_in(state);
    if (s->phase == KITTENS_OVER) return th_fail(e, "the game is over");
    if (kittens_game.mover(state) == TH_CHANCE) return parse_turned(state, text, a, e);
    const int action = kittens_read_name("action", text, kittens_action_names, KITTENS_ACTIONS, e);
    if (action < 0) return false;
    if (!(kittens_legal_set(s) >> action & 1)) {
        char list[128];
        struct text t = text_in(list, sizeof list);
        for (int i = 0; i < KITTENS_ACTIONS; i++)
            if (kittens_legal_set(s) >> i & 1)
                text_add(&t, "%s%s", t.length == 0 ? "" : ", ", kittens_action_names[i]);
        return th_fail(e, "'%s' is not possible now; possible are: %s", text, list);
    }
    *a = (th_action)action;
    return true;
}

/* ---- writing positions ---- */

int kittens_hidden_cards(const struct kittens *s, int seat) {
    int hidden = s->hand_size[seat];
    for (int c = 0; c < KITTENS_CARDS; c++) hidden -= s->hand[seat][c];
    return hidden;
}

const struct kittens_manner kittens_written = {"*", "+", "?", "-", NULL};

void kittens_add_card(struct text *t, const struct th_look *look, int card, const char *name) {
    static const enum paint paints[KITTENS_UNKNOWN + 1] = {
        [KITTENS_BOMB] = PAINT_ON_RED,     [KITTENS_DEFUSE] = PAINT_ON_GREEN,
        [KITTENS_SKIP] = PAINT_BLUE,       [KITTENS_ATTACK] = PAINT_RED,
        [KITTENS_SEE_FUTURE] = PAINT_CYAN, [KITTENS_DRAW_BOTTOM] = PAINT_MAGENTA,
        [KITTENS_SHUFFLE] = PAINT_YELLOW,  [KITTENS_UNKNOWN] = PAINT_FAINT};
    paint_add(t, look, paints[card], "%s", name);
}

void kittens_add_cards(struct text *t, const uint8_t count[KITTENS_CARDS], int hidden,
                       const struct kittens_manner *manner) {
    bool any = false;
    for (int c = 0; c <= KITTENS_CARDS; c++) {
        const int n = c < KITTENS_CARDS ? count[c] : hidden;
        if (n == 0) continue;
        text_add(t, "%s", any ? manner->join : "");
        if (n > 1) text_add(t, "%d%s", n, manner->times);
        kittens_add_card(t, manner->look, c,
                         c < KITTENS_CARDS ? kittens_card_names[c] : manner->hidden);
        any = true;
    }
    if (!any) text_add(t, "%s", manner->none);
}

/* From the top; equal neighbours together. */
static void add_deck(struct text *t, const struct kittens *s) {
    if (s->deck_size == 0) text_add(t, " -");
    for (int i = s->deck_size - 1, run; i >= 0; i -= run) {
        for (run = 1; run <= i && s->deck[i - run] == s->deck[i];) run++;
        text_add(t, " ");
        if (run > 1) text_add(t, "%d*", run);
        const int card = kittens_card_at(s, i);
        text_add(t, "%s", card == KITTENS_UNKNOWN ? "?" : kittens_card_names[card]);
        if (kittens_knows(s, 0, i) || kittens_knows(s, 1, i)) text_add(t, ":");
        for (int seat = 0; seat < 2; seat++)
            if (kittens_knows(s, seat, i)) text_add(t, "%d", seat);
    }
}

static bool has_maybe(const struct kittens *s, int seat) {
    for (int i = 0; i < KITTENS_PLACES; i++)
        if (s->maybe[seat][i] != KITTENS_MAYBE_NOT) return true;
    return false;
}

static void add_maybe(struct text *t, const struct kittens *s) {
    if (!has_maybe(s, 0) && !has_maybe(s, 1)) return;
    text_add(t, "; maybe ");
    for (int seat = 0; seat < 2; seat++) {
        if (seat == 1) text_add(t, " / ");
        if (!has_maybe(s, seat)) text_add(t, "-");
        for (int i = 0; i < KITTENS_PLACES && has_maybe(s, seat); i++) {
            const int place = s->maybe[seat][i];
            if (i > 0) text_add(t, ",");
            if (place >= KITTENS_DECK_MAX)
                text_add(t, place == KITTENS_MAYBE_NOT ? KITTENS_NOT_TEXT : KITTENS_FOUND_TEXT);
            else
                text_add(t, "%d", s->deck_size - 1 - place);
        }
    }
}

const char *kittens_position_text(const struct th_state *state, char *out, size_t size) {
    const struct kittens *s = kittens_in(state);
    struct text t = text_in(out, size);
    text_add(&t, "hands ");
    kittens_add_cards(&t, s->hand[0], kittens_hidden_cards(s, 0), &kittens_written);
    text_add(&t, " / ");
    kittens_add_cards(&t, s->hand[1], kittens_hidden_cards(s, 1), &kittens_written);
    text_add(&t, "; deck");
    add_deck(&t, s);
    text_add(&t, "; rest ");
    kittens_add_cards(&t, s->unknown, 0, &kittens_written);
    text_add(&t, "; played ");
    kittens_add_cards(&t, s->played[0], 0, &kittens_written);
    text_add(&t, " / ");
    kittens_add_cards(&t, s->played[1], 0, &kittens_written);
    text_add(&t, "; last %s / %s", kittens_action_names[s->last[0]],
             kittens_action_names[s->last[1]]);
    add_maybe(&t, s);
    text_add(&t, "; turns %d; seat %d; owes %d; waits %s", s->turns, s->seat, s->pending,
             kittens_phase_names[s->phase]);
    if (s->phase == KITTENS_LOOKING) text_add(&t, " %d", s->looking);
    if (s->phase == KITTENS_DEALING)
        text_add(&t, " %d %d %d", s->to_deal, s->join_bombs, s->join_defuses);
    if (s->viewer == TH_STRANGER)
        text_add(&t, "; view " KITTENS_STRANGER_TEXT);
    else if (s->viewer != KITTENS_SEES_ALL)
        text_add(&t, "; view %d", s->viewer);
    return out;
}
