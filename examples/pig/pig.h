/* Pig: in your turn roll a die as often as you like. What you roll is yours when you hold; a 1 ends
 * the turn and takes what you rolled in it. Who first holds with 100 points has won.
 *
 * docs/add-a-game.md walks through these files. */
#ifndef PIG_H
#define PIG_H

#include "tahur/bot.h"

enum { PIG_HOLD, PIG_ROLL, PIG_ACTIONS }; /* what a seat can do */
enum { PIG_SIDES = 6 };                   /* chance's outcome k is a die that shows k + 1 */

enum pig_phase {
    PIG_ROLLING,  /* chance rolls the die */
    PIG_DECIDING, /* the seat holds or rolls again */
    PIG_OVER,     /* the seat has won */
};

struct pig {
    uint32_t score[TH_SEATS_MAX];
    uint32_t turn_total; /* rolled in this turn, not yet safe */
    uint32_t turns;      /* that have ended, of all seats */
    uint16_t goal;       /* an option, as is: */
    uint8_t players;
    uint8_t seat; /* in turn */
    uint8_t phase;
};

/* Everybody else holds states of any game; here they are Pig's. */
static inline const struct pig *pig_in(const struct th_state *s) {
    return (const struct pig *)(const void *)s;
}

/* ---- rules.c ---- */
void pig_start(struct pig *p, int players, int goal);
void pig_rolled(struct pig *p, int die);
void pig_hold(struct pig *p);
/* Turns that a seat has finished. */
uint32_t pig_turns_of(const struct pig *p, int seat);

/* ---- text.c: "12/40 turn 14 seat 1 round 3 decide" ---- */
extern const char *const pig_phase_words[];
const char *pig_action_text(const struct th_state *s, th_action a, char *out, size_t size);
bool pig_parse_action(const struct th_state *s, const char *text, th_action *a, struct th_error *e);
const char *pig_position_text(const struct th_state *s, char *out, size_t size);
bool pig_parse_position(struct th_state *s, const char *text, struct th_error *e);

/* ---- json.c ---- */
void pig_fields(const struct th_state *s, struct th_writer *w);
/* A position that is a JSON object, as a line of text.c. */
bool pig_json_as_line(const struct pig *p, const char *text, char *out, size_t size,
                      struct th_error *e);

/* ---- show.c ---- */
const char *pig_draw(const struct th_state *s, const struct th_look *look, char *out, size_t size);
const char *pig_describe(const struct th_state *before, th_action a, int seat, char *out,
                         size_t size);
void pig_events(const struct th_state *before, th_action a, int seat, struct th_writer *w);
const char *pig_odds(const struct th_state *view, char *out, size_t size);
extern const char pig_rules[];

/* ---- game.c, bots.c: what the registry lists ---- */
extern const struct th_game pig_game;
extern const struct th_bot_kind *const pig_bots[]; /* ended by NULL */

#endif
