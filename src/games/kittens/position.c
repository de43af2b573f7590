/* Positions in one line.
 *
 * A position is a list of parts, joined by ';', in any order. What is left out has its default, in
 * brackets.
 *
 *   hands defuse+2*safe / -   what seats 0 and 1 hold; "3*?" for cards that are hidden in a view
 *                             [none]
 *   deck 3*? bomb:0 12*?      from the top: unknown cards, and those whose place is fixed, with the
 *                             seats that know it (:0, :1, :01, or none)
 *   rest 3*bomb+10*safe       the cards at the unknown places; in a view, and in the hidden part of
 *                             the other hand
 *   played skip / attack      cards played by seats 0 and 1 [what is missing of the hands they
 *                             started with]
 *   last draw / none          the last action of each seat; "defused" for a bomb put back [none]
 *   maybe 0,7,15 / -          where a seat thinks the other may have put its last bomb: cards above
 *                             the top, the middle and the bottom of then; "no" where another card
 *                             was seen, "found" where a bomb was [nowhere]
 *   turns 12                  turns that have ended [0]
 *   seat 1                    whose turn it is [0]
 *   owes 2                    draws owed [1]
 *   waits decide              what for: decide, draw, draw-bottom, place; "look 1" with the cards
 *                             SeeFuture has shown already; "deal 14 1 2" with the cards to deal and
 *                             the bombs and defuses that join the deck then; over (the seat has
 *                             lost) [decide]
 *   view 0                    not the truth, but what this seat knows, or with "stranger" what
 *                             a stranger without cards sees [the truth]
 *
 * The rules, and the hands that both started with, are those of the game's options. */
#include "core/text.h"
#include "notation.h"
#include <string.h>

/* Where reading stands. '/' is a word of its own; ';' ends a part. */
struct reader {
    const char *rest;
    char word[160];
};

static bool next_word(struct reader *r) {
    r->rest += strspn(r->rest, " ");
    const size_t n = *r->rest == '/' ? 1 : strcspn(r->rest, " /;");
    if (n == 0) return false;
    struct text t = text_in(r->word, sizeof r->word);
    text_add(&t, "%.*s", n < sizeof r->word ? (int)n : (int)sizeof r->word, r->rest);
    r->rest += n;
    return true;
}

static bool next_slash(struct reader *r) {
    return next_word(r) && strcmp(r->word, "/") == 0;
}

static bool number_in(const char *text, int min, int max, int *value) {
    int64_t n;
    if (!text_integer(text, &n) || n < min || n > max) return false;
    *value = (int)n;
    return true;
}

static bool next_number(struct reader *r, const char *part, int min, int max, int *value,
                        struct th_error *e) {
    if (next_word(r) && number_in(r->word, min, max, value)) return true;
    return th_fail(e, "'%s' takes a whole number from %d to %d here", part, min, max);
}

/* "3*safe" in its parts: how often, and what. */
static bool split_count(char *text, int *count, char **what, struct th_error *e) {
    char *star = strchr(text, '*');
    *count = 1;
    *what = text;
    if (star == NULL) return true;
    *star = 0;
    *what = star + 1;
    if (number_in(text, 1, KITTENS_CARDS_MAX, count)) return true;
    return th_fail(e, "'%s' is no number of cards; write, for instance, 3*safe", text);
}

/* Cards joined by '+'. `hidden` may be NULL: nothing is. */
static bool read_cards(char *word, uint8_t count[KITTENS_CARDS], int *hidden, struct th_error *e) {
    if (strcmp(word, "-") == 0) return true;
    for (char *next = word; next != NULL;) {
        char *card = next, *name;
        int n;
        next = strchr(card, '+');
        if (next != NULL) *next++ = 0;
        if (!split_count(card, &n, &name, e)) return false;
        if (hidden != NULL && strcmp(name, "?") == 0) {
            *hidden += n;
            continue;
        }
        const int c = kittens_read_name("card", name, kittens_card_names, KITTENS_CARDS, e);
        if (c < 0) return false;
        if (count[c] + n > KITTENS_CARDS_MAX)
            return th_fail(e, "there are more than %d cards", KITTENS_CARDS_MAX);
        count[c] = (uint8_t)(count[c] + n);
    }
    return true;
}

/* ---- the parts ---- */

static bool read_hands(struct reader *r, struct kittens *s, struct th_error *e) {
    for (int seat = 0; seat < 2; seat++) {
        int size = 0;
        if ((seat == 1 && !next_slash(r)) || !next_word(r))
            return th_fail(e, "'hands' takes the cards of seats 0 and 1, as in "
                              "'hands defuse+2*safe / skip'");
        if (!read_cards(r->word, s->hand[seat], &size, e)) return false;
        for (int c = 0; c < KITTENS_CARDS; c++) size += s->hand[seat][c];
        if (size > KITTENS_CARDS_MAX)
            return th_fail(e, "there are more than %d cards", KITTENS_CARDS_MAX);
        s->hand_size[seat] = (uint8_t)size;
    }
    return true;
}

static bool read_place(char *word, int *count, uint8_t *place, struct th_error *e) {
    char *name, *knows = strchr(word, ':');
    unsigned marks = 0;
    if (knows != NULL) *knows++ = 0;
    if (!split_count(word, count, &name, e)) return false;
    for (; knows != NULL && *knows != 0; knows++) {
        if (*knows != '0' && *knows != '1')
            return th_fail(e, "':' is followed by the seats that know the card: 0, 1 or 01");
        marks |= (unsigned)KITTENS_KNOWN_0 << (*knows - '0');
    }
    *place = KITTENS_UNKNOWN;
    if (strcmp(name, "?") == 0)
        return marks == 0 || th_fail(e, "no seat knows an unknown card of the deck");
    const int card = kittens_read_name("card", name, kittens_card_names, KITTENS_CARDS, e);
    *place = (uint8_t)((unsigned)card | marks);
    return card >= 0;
}

static bool read_deck(struct reader *r, struct kittens *s, struct th_error *e) {
    uint8_t from_top[KITTENS_DECK_MAX];
    int size = 0, fixed = 0;
    if (!next_word(r))
        return th_fail(e, "'deck' takes cards from the top, as in 'deck 3*? bomb:0'");
    if (strcmp(r->word, "-") == 0) return true;
    do {
        uint8_t place = 0;
        int n;
        if (!read_place(r->word, &n, &place, e)) return false;
        if (size + n > KITTENS_DECK_MAX)
            return th_fail(e, "a deck has at most %d cards", KITTENS_DECK_MAX);
        if (place != KITTENS_UNKNOWN) fixed += n;
        for (; n > 0; n--) from_top[size++] = place;
    } while (next_word(r));
    if (fixed > KITTENS_FIXED_MAX)
        return th_fail(e, "at most %d places of the deck can be fixed", KITTENS_FIXED_MAX);
    s->deck_size = (uint8_t)size;
    for (int i = 0; i < size; i++) s->deck[i] = from_top[size - 1 - i];
    return true;
}

static bool read_rest(struct reader *r, struct kittens *s, struct th_error *e) {
    if (!next_word(r)) return th_fail(e, "'rest' takes cards, as in 'rest 3*bomb+10*safe'");
    return read_cards(r->word, s->unknown, NULL, e);
}

static bool read_played(struct reader *r, struct kittens *s, struct th_error *e) {
    memset(s->played, 0, sizeof s->played);
    for (int seat = 0; seat < 2; seat++) {
        if ((seat == 1 && !next_slash(r)) || !next_word(r))
            return th_fail(e, "'played' takes the cards of seats 0 and 1, as in 'played skip / -'");
        if (!read_cards(r->word, s->played[seat], NULL, e)) return false;
    }
    return true;
}

static bool read_last(struct reader *r, struct kittens *s, struct th_error *e) {
    for (int seat = 0; seat < 2; seat++) {
        if ((seat == 1 && !next_slash(r)) || !next_word(r))
            return th_fail(e,
                           "'last' takes the actions of seats 0 and 1, as in 'last draw / none'");
        const int action =
            kittens_read_name("action", r->word, kittens_action_names, KITTENS_NOTHING + 1, e);
        if (action < 0) return false;
        const bool put = action >= KITTENS_PUT_TOP && action <= KITTENS_PUT_BOTTOM;
        s->last[seat] = (uint8_t)(put ? KITTENS_DEFUSED : action);
    }
    return true;
}

/* Cards above, until the deck is known: settle turns them into places. */
static bool read_maybe(struct reader *r, struct kittens *s, struct th_error *e) {
    for (int seat = 0; seat < 2; seat++) {
        if ((seat == 1 && !next_slash(r)) || !next_word(r))
            return th_fail(e, "'maybe' takes places for seats 0 and 1, as in 'maybe 0,7,15 / -'");
        if (strcmp(r->word, "-") == 0) continue;
        char *next = r->word;
        for (int i = 0; i < KITTENS_PLACES; i++) {
            char *place = next;
            int above = 0;
            if (place == NULL || (i == KITTENS_PLACES - 1 && strchr(place, ',') != NULL))
                return th_fail(e, "'maybe' takes three places, as in 0,7,15");
            next = strchr(place, ',');
            if (next != NULL) *next++ = 0;
            if (strcmp(place, KITTENS_NOT_TEXT) == 0)
                above = KITTENS_MAYBE_NOT;
            else if (strcmp(place, KITTENS_FOUND_TEXT) == 0)
                above = KITTENS_MAYBE_FOUND;
            else if (!number_in(place, 0, KITTENS_DECK_MAX - 1, &above))
                return th_fail(e, "'maybe' takes cards above a place, '" KITTENS_NOT_TEXT
                                  "' or '" KITTENS_FOUND_TEXT "'");
            s->maybe[seat][i] = (uint8_t)above;
        }
    }
    return true;
}

static bool read_turns(struct reader *r, struct kittens *s, struct th_error *e) {
    int turns = 0;
    if (!next_number(r, "turns", 0, KITTENS_TURNS_MAX, &turns, e)) return false;
    s->turns = (uint16_t)turns;
    return true;
}

static bool read_seat(struct reader *r, struct kittens *s, struct th_error *e) {
    int seat = 0;
    if (!next_number(r, "seat", 0, 1, &seat, e)) return false;
    s->seat = (uint8_t)seat;
    return true;
}

static bool read_owes(struct reader *r, struct kittens *s, struct th_error *e) {
    int owes = 0;
    if (!next_number(r, "owes", 0, KITTENS_ATTACKED, &owes, e)) return false;
    s->pending = (uint8_t)owes;
    return true;
}

static bool read_waits(struct reader *r, struct kittens *s, struct th_error *e) {
    int deal = 0, bombs = 0, defuses = 0, looked = 0;
    if (!next_word(r)) return th_fail(e, "'waits' takes what the position waits for, as in decide");
    const int phase =
        kittens_read_name("thing to wait for", r->word, kittens_phase_names, KITTENS_OVER + 1, e);
    if (phase < 0) return false;
    s->phase = (uint8_t)phase;
    if (phase == KITTENS_LOOKING) {
        if (!next_number(r, "look", 0, KITTENS_SEEN - 1, &looked, e)) return false;
        s->looking = (uint8_t)looked;
    }
    if (phase == KITTENS_DEALING) {
        if (!next_number(r, "deal", 1, 2 * KITTENS_DEALT, &deal, e) ||
            !next_number(r, "deal", 1, KITTENS_DECK_MAX, &bombs, e) ||
            !next_number(r, "deal", 0, KITTENS_DECK_MAX, &defuses, e))
            return false;
        s->to_deal = (uint8_t)deal;
        s->join_bombs = (uint8_t)bombs;
        s->join_defuses = (uint8_t)defuses;
    }
    return true;
}

static bool read_view(struct reader *r, struct kittens *s, struct th_error *e) {
    int seat = TH_STRANGER;
    if (!next_word(r) ||
        (strcmp(r->word, KITTENS_STRANGER_TEXT) != 0 && !number_in(r->word, 0, 1, &seat)))
        return th_fail(e, "'view' takes 0, 1 or " KITTENS_STRANGER_TEXT);
    s->viewer = (int8_t)seat;
    return true;
}

enum { PLAYED = 3 }; /* the part with a default that depends on the hands */
static const char *const part_names[] = {"hands", "deck", "rest", "played", "last", "maybe",
                                         "turns", "seat", "owes", "waits",  "view"};
enum { PARTS = sizeof part_names / sizeof *part_names };
static bool (*const part_readers[PARTS])(struct reader *, struct kittens *, struct th_error *) = {
    read_hands, read_deck, read_rest, read_played, read_last, read_maybe,
    read_turns, read_seat, read_owes, read_waits,  read_view};

/* Sets what follows from the rest. */
static void settle(struct kittens *s, bool played_given) {
    s->bombs = s->unknown[KITTENS_BOMB];
    s->follow = s->rules == KITTENS_CLASSIC && s->phase != KITTENS_DECIDING &&
                s->phase != KITTENS_DEALING && s->phase != KITTENS_OVER;
    for (int i = 0; i < s->deck_size; i++) {
        s->bombs = (uint8_t)(s->bombs + (kittens_card_at(s, i) == KITTENS_BOMB));
        for (int seat = 0; seat < 2; seat++)
            s->known[seat] = (uint8_t)(s->known[seat] + kittens_knows(s, seat, i));
    }
    for (int seat = 0; seat < 2; seat++) {
        for (int c = 0; c < KITTENS_CARDS && !played_given; c++)
            if (s->hand[seat][c] < s->start[c])
                s->played[seat][c] = (uint8_t)(s->start[c] - s->hand[seat][c]);
        for (int i = 0; i < KITTENS_PLACES; i++)
            if (s->maybe[seat][i] < s->deck_size)
                s->maybe[seat][i] = (uint8_t)(s->deck_size - 1 - s->maybe[seat][i]);
    }
}

static bool read_parts(const char *text, struct kittens *s, struct th_error *e) {
    struct reader r = {.rest = text};
    unsigned seen = 0;
    for (;; r.rest++) {
        if (!next_word(&r))
            return th_fail(e, "the position has an empty part; write, for instance, 'hands defuse "
                              "/ defuse; deck 5*?; rest bomb+4*safe'");
        const int part = kittens_read_name("part of a position", r.word, part_names, PARTS, e);
        if (part < 0) return false;
        if (seen >> part & 1) return th_fail(e, "the part '%s' stands twice", part_names[part]);
        seen |= 1U << part;
        if (!part_readers[part](&r, s, e)) return false;
        if (next_word(&r))
            return th_fail(e, "'%s' is too much in the part '%s'", r.word, part_names[part]);
        if (*r.rest == 0) break;
    }
    settle(s, (seen >> PLAYED & 1) != 0);
    return true;
}

bool kittens_parse_position(struct th_state *state, const char *text, struct th_error *e) {
    struct kittens *s = kittens_of(state), read;
    char line[TH_POSITION_BYTES];
    memset(&read, 0, sizeof read);
    memcpy(read.start, s->start, sizeof read.start);
    memset(read.maybe, KITTENS_MAYBE_NOT, sizeof read.maybe);
    read.rules = s->rules;
    read.viewer = KITTENS_SEES_ALL;
    read.phase = KITTENS_DECIDING;
    read.pending = 1;
    read.last[0] = read.last[1] = KITTENS_NOTHING;
    if (*text == '{') {
        if (!kittens_json_as_line(text, line, sizeof line, e)) return false;
        text = line;
    }
    if (!read_parts(text, &read, e) || !kittens_valid(&read, e)) return false;
    *s = read;
    return true;
}
