#include "board.h"
#include "notation.h"
#include <assert.h>
#include <string.h>

/*                       Bomb Defuse Skip Attack SeeFuture DrawBottom Shuffle Safe */
const struct kittens_deck kittens_decks[] = {
    {"course", {4, 2, 2, 2, 1, 1, 1, 17}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
    {"seed25", {3, 2, 2, 2, 1, 1, 1, 13}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
    {"official", {1, 2, 4, 4, 5, 0, 4, 29}, {0, 1, 0, 0, 0, 0, 0, 0}, KITTENS_DEALT},
};

static void fill_deck(struct kittens *s) {
    s->deck_size = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) s->deck_size = (uint8_t)(s->deck_size + s->unknown[c]);
    assert(s->deck_size <= KITTENS_DECK_MAX);
    memset(s->deck, KITTENS_UNKNOWN, s->deck_size);
}

void kittens_begin(struct kittens *s, const struct kittens_deck *deck, enum kittens_rules rules) {
    memset(s, 0, sizeof *s);
    memcpy(s->unknown, deck->count, sizeof s->unknown);
    memcpy(s->start, deck->start, sizeof s->start);
    memset(s->maybe, KITTENS_MAYBE_NOT, sizeof s->maybe);
    for (int i = 0; i < 2; i++) {
        memcpy(s->hand[i], deck->start, sizeof s->hand[i]);
        for (int c = 0; c < KITTENS_CARDS; c++)
            s->hand_size[i] = (uint8_t)(s->hand_size[i] + deck->start[c]);
        s->last[i] = KITTENS_NOTHING;
    }
    s->rules = (uint8_t)rules;
    s->viewer = KITTENS_SEES_ALL;
    s->pending = 1;
    s->phase = KITTENS_DECIDING;
    s->bombs = deck->count[KITTENS_BOMB];
    if (deck->dealt > 0) {
        s->phase = KITTENS_DEALING;
        s->to_deal = (uint8_t)(2 * deck->dealt);
        s->join_bombs = deck->count[KITTENS_BOMB];
        s->join_defuses = deck->count[KITTENS_DEFUSE];
        s->unknown[KITTENS_BOMB] = s->unknown[KITTENS_DEFUSE] = s->bombs = 0;
    }
    fill_deck(s);
}

/* ---- places of the deck ---- */

/* A card has been seen at a place: is the bomb that the other may have put there found? */
static void settle_maybe(struct kittens *s, int seat, int place, enum kittens_card card) {
    for (int i = 0; i < KITTENS_PLACES; i++)
        if (s->maybe[seat][i] == place)
            s->maybe[seat][i] = card == KITTENS_BOMB ? KITTENS_MAYBE_FOUND : KITTENS_MAYBE_NOT;
}

/* The places above `place` move by one; the three a seat thinks of move with them. */
static void move_maybe(struct kittens *s, int seat, int from, int by) {
    for (int i = 0; i < KITTENS_PLACES; i++)
        if (s->maybe[seat][i] >= from && s->maybe[seat][i] < KITTENS_DECK_MAX)
            s->maybe[seat][i] = (uint8_t)(s->maybe[seat][i] + by);
}

/* Takes the top or the bottom card, which is this one. Whether it is a bomb is seen by both. */
static void take_card(struct kittens *s, int place, enum kittens_card card) {
    if (kittens_card_at(s, place) == KITTENS_UNKNOWN) s->unknown[card]--;
    for (int seat = 0; seat < 2; seat++) {
        if (kittens_knows(s, seat, place)) s->known[seat]--;
        settle_maybe(s, seat, place, card);
    }
    s->deck_size--;
    if (place == 0) {
        memmove(s->deck, s->deck + 1, s->deck_size);
        for (int seat = 0; seat < 2; seat++) move_maybe(s, seat, 1, -1);
    }
    s->deck[s->deck_size] = 0;
}

/* Puts the bomb back. The other no longer knows any place, only three where it may be. */
static void put_bomb(struct kittens *s, int place) {
    const int seat = s->seat, other = 1 - seat, size = s->deck_size;
    if (s->known[other] > 0)
        for (int i = 0; i < size; i++) s->deck[i] &= (uint8_t) ~(KITTENS_KNOWN_0 << other);
    s->known[other] = 0;
    move_maybe(s, seat, place, +1);
    s->maybe[other][0] = (uint8_t)size;
    s->maybe[other][1] = (uint8_t)(size / 2);
    s->maybe[other][2] = 0;
    memmove(s->deck + place + 1, s->deck + place, (size_t)(size - place));
    s->deck[place] = (uint8_t)(KITTENS_BOMB | KITTENS_KNOWN_0 << seat);
    s->known[seat]++;
    s->deck_size++;
    s->bombs++;
}

static void shuffle(struct kittens *s) {
    for (int i = 0; i < s->deck_size; i++) {
        const int card = kittens_card_at(s, i);
        if (card != KITTENS_UNKNOWN) s->unknown[card]++;
        s->deck[i] = KITTENS_UNKNOWN;
    }
    s->known[0] = s->known[1] = 0;
    memset(s->maybe, KITTENS_MAYBE_NOT, sizeof s->maybe);
}

/* ---- turns ---- */

static void next_turn(struct kittens *s, int pending) {
    s->turns++;
    s->seat ^= 1;
    s->pending = (uint8_t)pending;
    s->follow = 0;
    s->phase = KITTENS_DECIDING;
}

/* What comes next when a card has been played, drawn or put back. */
static void go_on(struct kittens *s) {
    if (s->pending == 0)
        next_turn(s, 1);
    else
        s->phase = s->follow ? KITTENS_DRAWING : KITTENS_DECIDING;
}

/* The seat sees what is fixed already; chance turns the rest, place by place. */
static void look_on(struct kittens *s) {
    for (; s->looking < KITTENS_SEEN && s->looking < s->deck_size; s->looking++) {
        const int place = s->deck_size - 1 - s->looking, card = kittens_card_at(s, place);
        if (card == KITTENS_UNKNOWN) {
            s->phase = KITTENS_LOOKING;
            return;
        }
        if (!kittens_knows(s, s->seat, place)) s->known[s->seat]++;
        s->deck[place] |= (uint8_t)(KITTENS_KNOWN_0 << s->seat);
        settle_maybe(s, s->seat, place, (enum kittens_card)card);
    }
    s->looking = 0;
    go_on(s);
}

static void play_card(struct kittens *s, enum kittens_card card) {
    assert(s->hand[s->seat][card] > 0);
    s->hand[s->seat][card]--;
    s->hand_size[s->seat]--;
    s->played[s->seat][card]++;
}

void kittens_act(struct kittens *s, enum kittens_action action) {
    assert(s->viewer == KITTENS_SEES_ALL && (kittens_legal_set(s) >> action & 1));
    const bool placing = s->phase == KITTENS_PLACING;
    s->last[s->seat] = (uint8_t)(placing ? KITTENS_DEFUSED : action);
    if (s->rules == KITTENS_CLASSIC) s->follow = 1;
    switch (action) {
    case KITTENS_DO_DRAW:
        s->phase = KITTENS_DRAWING;
        return;
    case KITTENS_DO_SKIP:
        play_card(s, KITTENS_SKIP);
        s->pending--;
        go_on(s);
        return;
    case KITTENS_DO_ATTACK:
        play_card(s, KITTENS_ATTACK);
        next_turn(s, KITTENS_ATTACKED);
        return;
    case KITTENS_PUT_TOP:
    case KITTENS_PUT_MIDDLE:
    case KITTENS_PUT_BOTTOM:
        put_bomb(s, action == KITTENS_PUT_TOP      ? s->deck_size
                    : action == KITTENS_PUT_MIDDLE ? s->deck_size / 2
                                                   : 0);
        go_on(s);
        return;
    case KITTENS_DO_SEE_FUTURE:
        play_card(s, KITTENS_SEE_FUTURE);
        look_on(s);
        return;
    case KITTENS_DO_DRAW_BOTTOM:
        play_card(s, KITTENS_DRAW_BOTTOM);
        s->phase = KITTENS_DRAWING_BOTTOM;
        return;
    case KITTENS_DO_SHUFFLE:
        play_card(s, KITTENS_SHUFFLE);
        shuffle(s);
        go_on(s);
        return;
    default:
        return;
    }
}

/* ---- chance ---- */

static void deal(struct kittens *s, enum kittens_card card) {
    take_card(s, s->deck_size - 1, card);
    s->hand[s->seat][card]++;
    s->hand_size[s->seat]++;
    s->to_deal--;
    if (s->to_deal == KITTENS_DEALT) s->seat = 1;
    if (s->to_deal > 0) return;
    s->unknown[KITTENS_BOMB] = s->bombs = s->join_bombs;
    s->unknown[KITTENS_DEFUSE] = s->join_defuses;
    s->join_bombs = s->join_defuses = 0;
    fill_deck(s);
    s->seat = 0;
    s->phase = KITTENS_DECIDING;
}

/* The place is unknown, but for a guess at what the other looks at. */
static void look(struct kittens *s, enum kittens_card card) {
    const int place = kittens_turned_place(s);
    if (kittens_card_at(s, place) == KITTENS_UNKNOWN) {
        s->unknown[card]--;
        s->deck[place] = (uint8_t)card;
    }
    look_on(s);
}

static void explode_or_defuse(struct kittens *s) {
    s->bombs--;
    if (s->hand[s->seat][KITTENS_DEFUSE] == 0) {
        s->phase = KITTENS_OVER;
        s->follow = 0;
        s->turns++; /* the losing turn counts; the seat stays, to be named */
        return;
    }
    play_card(s, KITTENS_DEFUSE);
    s->phase = KITTENS_PLACING;
}

void kittens_turned(struct kittens *s, enum kittens_card card) {
    if (s->phase == KITTENS_DEALING) {
        deal(s, card);
    } else if (s->phase == KITTENS_LOOKING) {
        look(s, card);
    } else {
        assert(s->phase == KITTENS_DRAWING || s->phase == KITTENS_DRAWING_BOTTOM);
        take_card(s, kittens_turned_place(s), card);
        s->pending--;
        if (card == KITTENS_BOMB) {
            explode_or_defuse(s);
            return;
        }
        s->hand[s->seat][card]++;
        s->hand_size[s->seat]++;
        go_on(s);
    }
}

/* ---- valid ---- */

/* Which states the rules can go on from. */

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
    if (s->bombs > 0) return th_fail(e, "bombs join the deck after the deal");
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
