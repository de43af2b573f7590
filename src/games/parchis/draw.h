/* What the pictures of Parchís have in common. */
#ifndef PARCHIS_DRAW_H
#define PARCHIS_DRAW_H

#include "core/paint.h"
#include "notation.h"

extern const char parchis_item_codes[PARCHIS_DICE][3]; /* "st" and the like */
extern const enum paint parchis_paint[PARCHIS_COLOURS], parchis_ground[PARCHIS_COLOURS];

/* A piece with the mark of its condition: "Y0*". Returns `out`. */
const char *parchis_piece_text(const struct parchis *s, int piece, char out[4]);
/* Item, circle of a safe square (with the colour whose exit it is), traps; "" for bare ground. */
const char *parchis_ground_text(const struct parchis *s, int place, char *out, size_t size);
enum paint parchis_ground_paint(const struct parchis *s, int place);
/* Whether the colour is in turn; in the course both of a player are. */
bool parchis_in_turn(const struct parchis *s, int colour);
/* "dice 1 2 · 5 6" */
void parchis_add_pool(struct text *t, const struct parchis *s, int colour);
/* Two lines: whose turn it is or who has won, and the special dice. */
void parchis_add_head(struct text *t, const struct parchis *s);

/* Lists and four strips of track, from 40 columns on. */
void parchis_draw_small(struct text *t, const struct th_look *look, const struct parchis *s);

#endif
