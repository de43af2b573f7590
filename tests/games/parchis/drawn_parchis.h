/* Positions written in the tests, and what a player would say about them:
 *
 *     struct parchis s = place("yellow 10 home home; blue 12 home home");
 *     play(&s, "2 yellow 0");
 *     assert_at(&s, "blue 0", "home");
 *     assert_next(&s, "yellow, 20 for yellow");
 *
 * Positions are those of position.c. What is left out is at home, or whole, or not there; it is
 * yellow's turn, and a colour with a piece at home moves 6 with a 6. */
#ifndef TESTS_DRAWN_PARCHIS_H
#define TESTS_DRAWN_PARCHIS_H

#include "cmocka_includes.h"
#include "games/parchis/notation.h"

/* By rules=text; place_by: by any set of switches. */
struct parchis place(const char *position);
struct parchis place_by(uint64_t course, const char *position);

/* "6 yellow 2" or "pass 6"; it must be legal. */
void play(struct parchis *s, const char *action);

#define assert_can(s, action)    assert_true(can(s, action))
#define assert_cannot(s, action) assert_false(can(s, action))
bool can(const struct parchis *s, const char *action);

/* All that can use a die: "yellow 0, red 2"; "pass"; "" for a die that there is none of. */
#define assert_users(s, die, pieces) assert_string_equal(users(s, die), pieces)
const char *users(const struct parchis *s, const char *die);

/* Where a piece stands, with its state and the turns left of it: "home", "c3", "34:ghost:5". */
#define assert_at(s, piece, where) assert_string_equal(place_of(s, piece), where)
const char *place_of(const struct parchis *s, const char *piece);

/* Whose turn it is: "red"; "yellow, 20 for red"; "player 0 wins". */
#define assert_next(s, whose) assert_string_equal(next_turn(s), whose)
const char *next_turn(const struct parchis *s);

/* Parts of a position as written in it: "special", "items"… and what stands behind; "" if the part
 * is left out. */
#define assert_part(s, part, text) assert_string_equal(part_of(s, part), text)
const char *part_of(const struct parchis *s, const char *part);

static inline struct th_state *state_of(struct parchis *s) {
    return (struct th_state *)(void *)s;
}
static inline const struct th_state *state_seen(const struct parchis *s) {
    return (const struct th_state *)(const void *)s;
}

#endif
