/* Positions as JSON objects, of the whole truth or of what a seat knows:
 *
 *   {"hands":[{"defuse":1,"skip":2},{"defuse":1,"?":3}],"deck":["?","bomb:0","?"],
 *    "rest":{"bomb":1,"safe":9},"played":[{},{"skip":1}],"last":["draw","none"],
 *    "maybe":[null,[0,7,"no"]],"turns":12,"seat":0,"owes":1,"waits":"decide","view":0}
 *
 * The fields are the parts of a position in one line (position.c). An object is read by writing it
 * as such a line: one reader knows what contradicts itself. */
#include "core/json.h"
#include "core/text.h"
#include "notation.h"
#include <string.h>

/* ---- writing ---- */

static void write_counts(struct th_writer *w, const uint8_t count[KITTENS_CARDS], int hidden) {
    w->begin_object(w);
    for (int c = 0; c < KITTENS_CARDS; c++)
        if (count[c] != 0) th_write_integer(w, kittens_card_names[c], count[c]);
    if (hidden != 0) th_write_integer(w, "?", hidden);
    w->end_object(w);
}

/* A card of the deck, with the seats that know it: "bomb:0". */
static void write_card(struct th_writer *w, const struct kittens *s, int place) {
    const int card = kittens_card_at(s, place);
    const char *name = card == KITTENS_UNKNOWN ? "?" : kittens_card_names[card];
    if (!kittens_knows(s, 0, place) && !kittens_knows(s, 1, place)) {
        w->text(w, name);
        return;
    }
    char word[32];
    struct text t = text_in(word, sizeof word);
    text_add(&t, "%s:%s%s", name, kittens_knows(s, 0, place) ? "0" : "",
             kittens_knows(s, 1, place) ? "1" : "");
    w->text(w, word);
}

static void write_maybe(struct th_writer *w, const struct kittens *s, int seat) {
    const uint8_t *maybe = s->maybe[seat];
    if (maybe[0] == KITTENS_MAYBE_NOT && maybe[1] == KITTENS_MAYBE_NOT &&
        maybe[2] == KITTENS_MAYBE_NOT) {
        w->null(w);
        return;
    }
    w->begin_list(w);
    for (int i = 0; i < KITTENS_PLACES; i++)
        if (maybe[i] == KITTENS_MAYBE_NOT)
            w->text(w, KITTENS_NOT_TEXT);
        else if (maybe[i] == KITTENS_MAYBE_FOUND)
            w->text(w, KITTENS_FOUND_TEXT);
        else
            w->integer(w, s->deck_size - 1 - maybe[i]);
    w->end_list(w);
}

/* What the state waits for, with what it needs to go on. */
static void write_waits(struct th_writer *w, const struct kittens *s) {
    char words[64];
    struct text t = text_in(words, sizeof words);
    text_add(&t, "%s", kittens_phase_names[s->phase]);
    if (s->phase == KITTENS_LOOKING) text_add(&t, " %d", s->looking);
    if (s->phase == KITTENS_DEALING)
        text_add(&t, " %d %d %d", s->to_deal, s->join_bombs, s->join_defuses);
    th_write_text(w, "waits", words);
}

static void write_viewer(struct th_writer *w, const struct kittens *s) {
    w->key(w, "view");
    if (s->viewer == TH_STRANGER)
        w->text(w, KITTENS_STRANGER_TEXT);
    else if (s->viewer != KITTENS_SEES_ALL)
        w->integer(w, s->viewer);
    else
        w->null(w);
}

void kittens_fields(const struct th_state *state, struct th_writer *w) {
    const struct kittens *s = kittens_in(state);
    w->begin_object(w);
    th_write_list(w, "hands");
    for (int seat = 0; seat < 2; seat++)
        write_counts(w, s->hand[seat], kittens_hidden_cards(s, seat));
    w->end_list(w);
    th_write_list(w, "deck");
    for (int i = s->deck_size - 1; i >= 0; i--) write_card(w, s, i);
    w->end_list(w);
    w->key(w, "rest");
    write_counts(w, s->unknown, 0);
    th_write_list(w, "played");
    for (int seat = 0; seat < 2; seat++) write_counts(w, s->played[seat], 0);
    w->end_list(w);
    th_write_list(w, "last");
    for (int seat = 0; seat < 2; seat++) w->text(w, kittens_action_names[s->last[seat]]);
    w->end_list(w);
    th_write_list(w, "maybe");
    for (int seat = 0; seat < 2; seat++) write_maybe(w, s, seat);
    w->end_list(w);
    th_write_integer(w, "turns", s->turns);
    th_write_integer(w, "seat", s->seat);
    th_write_integer(w, "owes", s->pending);
    write_waits(w, s);
    write_viewer(w, s);
    w->end_object(w);
}

/* ---- reading ---- */

/* A text of the characters that words of positions are made of, and of no others: nothing may
 * slip in that ends its part. */
static const char *word(const json_t *json) {
    const char *text = json_string_value(json);
    return text != NULL && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-:? ") == strlen(text)
               ? text
               : NULL;
}

/* An object of cards and their numbers. */
static bool add_cards(struct text *t, const json_t *json, const char *field, struct th_error *e) {
    const char *card;
    json_t *count;
    bool any = false;
    if (!json_is_object(json)) return th_fail(e, "\"%s\" must be made of {CARD: NUMBER, …}", field);
    json_object_foreach((json_t *)json, card, count) {
        if (!json_is_integer(count) || json_integer_value(count) < 1 ||
            json_integer_value(count) > KITTENS_CARDS_MAX || strpbrk(card, " /;+*") != NULL)
            return th_fail(e, "\"%s\" must be made of {CARD: NUMBER, …}, numbers from 1 on", field);
        text_add(t, "%s%d*%s", any ? "+" : "", (int)json_integer_value(count), card);
        any = true;
    }
    if (!any) text_add(t, "-");
    return true;
}

/* A list of two things, one a seat, as "; field A / B". */
static bool add_pair(struct text *t, const json_t *json, const char *field,
                     bool (*add)(struct text *, const json_t *, const char *, struct th_error *),
                     struct th_error *e) {
    const json_t *list = json_object_get(json, field);
    if (json_array_size(list) != 2)
        return th_fail(e, "\"%s\" must be a list of two, one a seat", field);
    text_add(t, "%s%s ", t->length > 0 ? "; " : "", field);
    if (!add(t, json_array_get(list, 0), field, e)) return false;
    text_add(t, " / ");
    return add(t, json_array_get(list, 1), field, e);
}

static bool add_action(struct text *t, const json_t *json, const char *field, struct th_error *e) {
    if (word(json) == NULL) return th_fail(e, "\"%s\" must hold names of actions", field);
    text_add(t, "%s", word(json));
    return true;
}

static bool add_places(struct text *t, const json_t *json, const char *field, struct th_error *e) {
    if (json_is_null(json)) {
        text_add(t, "-");
        return true;
    }
    bool ok = json_array_size(json) == KITTENS_PLACES;
    for (size_t i = 0; ok && i < KITTENS_PLACES; i++) {
        const json_t *place = json_array_get(json, i);
        if (i > 0) text_add(t, ",");
        ok = json_is_integer(place) || word(place) != NULL;
        if (json_is_integer(place))
            text_add(t, "%" JSON_INTEGER_FORMAT, json_integer_value(place));
        else if (ok)
            text_add(t, "%s", word(place));
    }
    return ok || th_fail(e, "\"%s\" must hold null or lists of three places", field);
}

static bool add_written_deck(struct text *t, const json_t *deck, struct th_error *e) {
    if (!json_is_array(deck)) return th_fail(e, "\"deck\" must be a list of cards from the top");
    text_add(t, "; deck%s", json_array_size(deck) == 0 ? " -" : "");
    for (size_t i = 0; i < json_array_size(deck); i++) {
        const char *card = word(json_array_get(deck, i));
        if (card == NULL || strchr(card, ' ') != NULL)
            return th_fail(e, "\"deck\" must hold cards, as in \"?\" or \"bomb:0\"");
        text_add(t, " %s", card);
    }
    return true;
}

static bool add_number(struct text *t, const json_t *json, const char *field, struct th_error *e) {
    const json_t *value = json_object_get(json, field);
    if (!json_is_integer(value)) return th_fail(e, "\"%s\" must be a whole number", field);
    text_add(t, "; %s %" JSON_INTEGER_FORMAT, field, json_integer_value(value));
    return true;
}

static bool add_all(struct text *t, const json_t *json, struct th_error *e) {
    static const char *const names[] = {"hands", "deck", "rest", "played", "last", "maybe",
                                        "turns", "seat", "owes", "waits",  "view"};
    if (!fields_are(json, "the position", names, sizeof names / sizeof *names, e) ||
        !add_pair(t, json, "hands", add_cards, e) ||
        !add_written_deck(t, json_object_get(json, "deck"), e))
        return false;
    text_add(t, "; rest ");
    if (!add_cards(t, json_object_get(json, "rest"), "rest", e) ||
        !add_pair(t, json, "played", add_cards, e) || !add_pair(t, json, "last", add_action, e) ||
        !add_pair(t, json, "maybe", add_places, e) || !add_number(t, json, "turns", e) ||
        !add_number(t, json, "seat", e) || !add_number(t, json, "owes", e))
        return false;
    const char *waits = word(json_object_get(json, "waits"));
    if (waits == NULL) return th_fail(e, "\"waits\" must be what the position waits for");
    text_add(t, "; waits %s", waits);
    const char *view = json_string_value(json_object_get(json, "view"));
    if (view != NULL && strcmp(view, KITTENS_STRANGER_TEXT) == 0) {
        text_add(t, "; view " KITTENS_STRANGER_TEXT);
        return true;
    }
    return json_is_null(json_object_get(json, "view")) || add_number(t, json, "view", e);
}

bool kittens_json_as_line(const char *text, char *out, size_t size, struct th_error *e) {
    struct text t = text_in(out, size);
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    bool ok = json != NULL ? add_all(&t, json, e)
                           : th_fail(e, "the position is not JSON, at character %d: %s",
                                     error.position, error.text);
    if (ok && t.length + 1 >= size) ok = th_fail(e, "the position is too long");
    json_decref(json);
    return ok;
}
