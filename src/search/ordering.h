/* In which order alpha-beta tries the actions of a state: first the one that the table remembers,
 * then those that were too good in the same ply elsewhere ("killers"), then by how often they were
 * too good anywhere ("history") and the game's own urgency together. Of equals the first in the
 * list. All in integers, and none of it can change a value: only how soon it is found. */
#ifndef SEARCH_ORDERING_H
#define SEARCH_ORDERING_H

#include "walk.h"

struct ordering {
    const struct th_game *game;
    th_action killer[SEARCH_PLIES_MAX + 1][2];
    int32_t *history; /* by seat and action */
    uint64_t *rank;   /* by ply and place, each game->max_legal: the higher, the earlier */
};

bool ordering_make(struct ordering *o, const struct th_game *game, struct th_error *e);
void ordering_drop(struct ordering *o);

/* A new search begins: other killers, half the history. */
void ordering_grow_older(struct ordering *o);
void ordering_forget(struct ordering *o);

/* Ranks the n actions of this ply; `first` is the place of the one to begin with, -1: unknown. */
void ordering_rank(struct ordering *o, const struct walk *w, int ply, int seat, int n, int first);
/* The place of the i-th in order; asked for i = 0, 1, 2, … */
int ordering_next(struct ordering *o, int ply, int i, int n);
/* The i-th was too good, those before it were not. */
void ordering_learn(struct ordering *o, const struct walk *w, int ply, int seat, int i, int depth);

#endif
