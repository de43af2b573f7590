/* Parchís slow and obvious, written from the rules pages alone: the judge of the engine. Numbers
 * are those of tests/oracles/parchis/FORMAT.md: squares 0..68 and 101..108, dice 1..20 and
 * 101..110, pieces states 0..5. */
#ifndef PLAIN_PARCHIS_H
#define PLAIN_PARCHIS_H

#include <jansson.h>
#include <stdbool.h>

struct plain_parchis {
    bool text;        /* rules=text, else rules=course */
    int turn, colour; /* in turn; its player is colour & 1 */
    struct {
        int square, state, left;
    } piece[4][3];
    bool pool[4][7]; /* [colour, or in the course player][die] */
    int hand[2][3], held[2];
    int forced, forced_colour; /* 0: none; the colour in rules=text only */
    bool run6, eat, goal, ban; /* the last three in rules=course only */
    int item[69], traps[69];   /* by square: the die that lies there, how many traps */
    int bounces[4];
    int last_die, winner, win_colour;
};

#define PLAIN_LEGAL_MAX 64
struct plain_action {
    int die, colour, piece;
};

bool plain_from_json(struct plain_parchis *s, const json_t *state);
json_t *plain_to_json(const struct plain_parchis *s);

/* Sorted by die, colour, piece, without duplicates; the number of them. */
int plain_text_legal(const struct plain_parchis *s, struct plain_action out[PLAIN_LEGAL_MAX]);
void plain_text_apply(struct plain_parchis *s, struct plain_action a);
int plain_course_legal(const struct plain_parchis *s, struct plain_action out[PLAIN_LEGAL_MAX]);
void plain_course_apply(struct plain_parchis *s, struct plain_action a);

#endif
