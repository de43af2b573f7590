/* Parchís in writing.
 *
 *   dice       1 2 4 5 6 10 20 star boo bullet red-shell blue-shell mushroom mega-mushroom
 *              lightning horn banana
 *   actions    DIE COLOUR PIECE: "6 yellow 2", "red-shell blue 0"; "pass 4"
 *   positions  one line, see position.c
 *   JSON       the state objects of tests/oracles/parchis/FORMAT.md */
#ifndef PARCHIS_NOTATION_H
#define PARCHIS_NOTATION_H

#include "switches.h"
#include <jansson.h>

extern const char *const parchis_die_names[PARCHIS_DICE]; /* "none" for PARCHIS_NO_DIE */
extern const char *const parchis_colour_names[PARCHIS_COLOURS];
extern const char *const parchis_condition_names[PARCHIS_CONDITIONS];

/* Names in words; on a mistake the sentence, with the nearest name.
 *
 * The index of the word among the names, or -1. `what` says what they are. */
int parchis_read_name(const char *what, const char *word, const char *const names[], int n,
                      struct th_error *e);
/* The colour, or -1. */
int parchis_read_colour(const char *word, struct th_error *e);
/* A die from `first` on, or PARCHIS_NO_DIE. */
int parchis_read_die(const char *what, const char *word, int first, struct th_error *e);
/* Whether it is a whole number in this range; no sentence. */
bool parchis_read_number(const char *word, int min, int max, int *value);

const char *parchis_action_text(const struct th_state *s, th_action a, char *out, size_t size);
bool parchis_parse_action(const struct th_state *s, const char *text, th_action *a,
                          struct th_error *e);
/* Where a piece stands: "home", "13", "c2", "goal". */
const char *parchis_place_text(const struct parchis *s, int piece, char *out, size_t size);
const char *parchis_position_text(const struct th_state *s, char *out, size_t size);
bool parchis_parse_position(struct th_state *s, const char *text, struct th_error *e);
void parchis_fields(const struct th_state *s, struct th_writer *w);
const char *parchis_draw(const struct th_state *s, const struct th_look *look, char *out,
                         size_t size);
const char *parchis_describe(const struct th_state *before, th_action a, int seat, char *out,
                             size_t size);
void parchis_events(const struct th_state *before, th_action a, int seat, struct th_writer *w);
const char *parchis_extra(const struct th_state *view, const th_action done[], size_t steps,
                          char *out, size_t size);

static inline int parchis_pools(const struct parchis *s) {
    return parchis_in_course(s) ? 2 : PARCHIS_COLOURS;
}

enum { PARCHIS_TURN_MAX = 1000000000, PARCHIS_TURNS_LEFT_MAX = 7 };

/* Whether a state is one that the rules can go on from; if not, the reason. The key is not
 * looked at. */
bool parchis_valid(const struct parchis *s, struct th_error *e);
/* Sets what follows from the rest: the winner, PARCHIS_BOUNCED_OUT, the key. */
void parchis_settle(struct parchis *s);
/* For both rule sets: s->course says which form it has. Reading checks everything. */
bool parchis_from_json(struct parchis *s, const json_t *json, struct th_error *e);
/* A place in the numbers of that form: 0 home, 1 to 68, 101 to 107 the corridor, 108 the goal. */
int parchis_square(int piece, int place);

#endif
