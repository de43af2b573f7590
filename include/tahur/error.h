/* A user's or the system's mistake: one sentence that says what is wrong and what is accepted.
 * (A bot's mistake is a recorded th_fault, see bot.h.)
 *
 * Public functions check their arguments in every build: a NULL pointer, a number out of range or a
 * text that is too long is such a mistake. What cannot be checked is the caller's duty: that a
 * pointer which is not NULL points to what its type says, that texts end with a 0, and that a state
 * was made by the game it is given to. Functions that return no error do nothing then, and say at
 * their declaration what they return. */
#ifndef TAHUR_ERROR_H
#define TAHUR_ERROR_H

#include "tahur/public.h"
#include <stdbool.h>

TH_BEGIN_C

struct th_error {
    char text[400];
};

/* Writes the sentence, whatever bytes it quotes as one clean line, and returns false, so that a
 * function may end with `return th_fail(e, …)`. `e` may be NULL in every function that takes one:
 * then the sentence is lost. */
TH_PUBLIC bool th_fail(struct th_error *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

TH_END_C

#endif
