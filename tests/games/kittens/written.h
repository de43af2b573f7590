/* Positions of Kittens in writing, for the tests; a test fails where something is not legal. */
#ifndef KITTENS_WRITTEN_H
#define KITTENS_WRITTEN_H

#include "cmocka_includes.h"
#include "games/kittens/notation.h"

/* A position (see position.c) by the rules of a spec like "kittens:rules=classic". */
struct kittens written(const char *spec, const char *position);
/* The start of a game. */
struct kittens started(const char *spec);

/* Words: an action of the seat in turn, or the card that chance turns. */
void does(struct kittens *s, const char *words);

/* Whether the position has these parts, word for word. */
void assert_has(const struct kittens *s, const char *part);
/* Which actions are legal, or which cards can be turned with their weights ("bomb 3, safe 2"). */
void assert_legal(const struct kittens *s, const char *actions);
void assert_turns(const struct kittens *s, const char *cards);

#endif
