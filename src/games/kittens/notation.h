/* Kittens in writing.
 *
 *   cards      bomb defuse skip attack see-future draw-bottom shuffle safe
 *   actions    draw skip attack top middle bottom see-future draw-bottom shuffle
 *   chance     the card that is turned: "safe"
 *   positions  one line of parts, see position.c */
#ifndef KITTENS_NOTATION_H
#define KITTENS_NOTATION_H

#include "board.h"

extern const char *const kittens_card_names[KITTENS_CARDS];
extern const char *const kittens_action_names[KITTENS_NOTHING + 1]; /* "defused", "none" too */
extern const char *const kittens_phase_names[KITTENS_OVER + 1];
/* What a seat thinks of a place that is no place of the deck any more. */
#define KITTENS_NOT_TEXT "no"
/* Whose view it is, if it is no seat's. */
#define KITTENS_STRANGER_TEXT "stranger"
#define KITTENS_FOUND_TEXT    "found"

const char *kittens_action_text(const struct th_state *s, th_action a, char *out, size_t size);
bool kittens_parse_action(const struct th_state *s, const char *text, th_action *a,
                          struct th_error *e);
const char *kittens_position_text(const struct th_state *s, char *out, size_t size);
bool kittens_parse_position(struct th_state *s, const char *text, struct th_error *e);
void kittens_fields(const struct th_state *s, struct th_writer *w);
/* A position that is a JSON object as a line; false and the reason. */
bool kittens_json_as_line(const char *text, char *out, size_t size, struct th_error *e);
const char *kittens_draw(const struct th_state *s, const struct th_look *look, char *out,
                         size_t size);
int kittens_luck_of(const struct th_state *s);
const char *kittens_describe(const struct th_state *before, th_action a, int seat, char *out,
                             size_t size);
void kittens_events(const struct th_state *before, th_action a, int seat, struct th_writer *w);
const char *kittens_odds(const struct th_state *view, char *out, size_t size);
const char *kittens_extra(const struct th_state *view, const th_action done[], size_t steps,
                          char *out, size_t size);

/* The index of the word among the names, or -1 and a sentence; `what` says what they are. */
int kittens_read_name(const char *what, const char *word, const char *const names[], int n,
                      struct th_error *e);

struct text;
/* A list of cards with so many hidden ones after them, in a manner of writing. */
struct kittens_manner {
    const char *times, *join, *hidden, *none;
    const struct th_look *look; /* may be NULL */
};
extern const struct kittens_manner kittens_written; /* "defuse+2*skip+3*?"; "-" for none */
/* The name of a card, or of KITTENS_UNKNOWN, in its colour. */
void kittens_add_card(struct text *t, const struct th_look *look, int card, const char *name);
void kittens_add_cards(struct text *t, const uint8_t count[KITTENS_CARDS], int hidden,
                       const struct kittens_manner *manner);
/* Cards of a hand that are not named: only in a view, of the other hand. */
int kittens_hidden_cards(const struct kittens *s, int seat);

enum { KITTENS_FIXED_MAX = 24 }; /* places of a written deck that are fixed */

/* Whether the rules can go on from this state (or, a view, can be guessed from); if not, why. */
bool kittens_valid(const struct kittens *s, struct th_error *e);

#endif
