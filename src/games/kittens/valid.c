/* Which states the rules can go on from. */
#include "notation.h"

#include <string.h>

static int sum(const uint8_t count[KITTENS_CARDS]) {
    int n = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) n += count[c];
    return n;
}

static bool valid_cards(const struct kittens *s, struct th_error *e) {
    int all = s->deck_size + s->join_bombs + s->join_defuses, unknown = 0;
    for (int i = 0; i < 2; i++) all += s->hand_size[i] + sum(s->played[i]);
    if (all > KITTENS_CARDS_MAX)
        return th_fail(e, "there are %d cards, but at most %d", all, KITTENS_CARDS_MAX);
    for (int i = 0; i < s->deck_size; i++) unknown += kittens_card_at(s, i) == KITTENS_UNKNOWN;
    const int hidden = kittens_hidden_cards(s, 0) + kittens_hidden_cards(s, 1);
    if (unknown + hidden != sum(s->unknown))
        return th_fail(e, "'rest' names %d cards, but %d are unknown", sum(s->unknown),
                       unknown + hidden);
    if (s->unknown[KITTENS_BOMB] > unknown)
        return th_fail(e, "'rest' names more bombs than the deck has unknown cards");
    for (int i = 0; i < 2; i++) {
        if (s->hand[i][KITTENS_BOMB] > 0) return th_fail(e, "a hand never holds a bomb");
        if (s->played[i][KITTENS_BOMB] > 0) return th_fail(e, "a bomb is never played");
        for (int c = 0; c < KITTENS_CARDS; c++)
            if (s->hand[i][c] + s->played[i][c] < s->start[c])
                return th_fail(e, "seat %d neither holds nor has played the %s of its start", i,
                               kittens_card_names[c]);
    }
    return true;
}

static bool valid_deal(const struct kittens *s, struct th_error *e) {
    if (s->deck_size < s->to_deal) return th_fail(e, "there are fewer cards than are to be dealt");
    if (s->bombs > 0) return th_fail(e, "bombs join the deck behind the deal");
    if (s->deck_size - s->to_deal + s->join_bombs + s->join_defuses > KITTENS_DECK_MAX)
        return th_fail(e, "a deck has at most %d cards", KITTENS_DECK_MAX);
    for (int i = 0; i < s->deck_size; i++)
        if (s->deck[i] != KITTENS_UNKNOWN)
            return th_fail(e, "nothing of the deck is known before the deal");
    if (s->seat != (s->to_deal > KITTENS_DEALT ? 0 : 1))
        return th_fail(e, "the deal is seat 0's as long as more than %d cards are left",
                       KITTENS_DEALT);
    return s->pending == 1 || th_fail(e, "before the deal one draw is owed");
}

static bool valid_phase(const struct kittens *s, struct th_error *e) {
    if (s->phase == KITTENS_DEALING) return valid_deal(s, e);
    const bool bomb_out = s->phase == KITTENS_PLACING || s->phase == KITTENS_OVER;
    if (!bomb_out && s->bombs == 0) return th_fail(e, "there is always a bomb in the deck");
    if (bomb_out && s->deck_size == KITTENS_DECK_MAX)
        return th_fail(e, "there is no room for the bomb in the deck");
    if (bomb_out ? s->pending >= KITTENS_ATTACKED : s->pending == 0)
        return th_fail(e, "%d draws cannot be owed here", s->pending);
    return s->phase != KITTENS_LOOKING || s->looking < s->deck_size ||
           th_fail(e, "there is no card to look at next");
}

static bool valid_maybe(const struct kittens *s, struct th_error *e) {
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < KITTENS_PLACES; i++) {
            const int place = s->maybe[seat][i];
            if (place >= KITTENS_MAYBE_FOUND) continue;
            if (place >= s->deck_size)
                return th_fail(e, "'maybe' has more cards above a place than the deck");
            if (kittens_knows(s, seat, place))
                return th_fail(e, "'maybe' names a place that seat %d knows", seat);
        }
    return true;
}

/* A view shows nothing that the seat may not know. */
static bool valid_view(const struct kittens *s, struct th_error *e) {
    if (s->viewer == KITTENS_SEES_ALL)
        return kittens_hidden_cards(s, 0) + kittens_hidden_cards(s, 1) == 0 ||
               th_fail(e, "only a view hides cards of a hand");
    struct kittens seen;
    const bool stranger = s->viewer == TH_STRANGER;
    if (!stranger && kittens_hidden_cards(s, s->viewer) > 0)
        return th_fail(e, "seat %d sees its own hand", s->viewer);
    kittens_view(s, s->viewer, &seen);
    if (memcmp(&seen, s, sizeof seen) == 0) return true;
    if (stranger) return th_fail(e, "the view shows more than a stranger may know");
    return th_fail(e, "the view shows more than seat %d may know", s->viewer);
}

bool kittens_valid(const struct kittens *s, struct th_error *e) {
    return valid_cards(s, e) && valid_phase(s, e) && valid_maybe(s, e) && valid_view(s, e);
}
