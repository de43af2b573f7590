/* An error of the user or the system: one sentence that says what is wrong and what is accepted. (A
 * bot's error is a recorded th_fault, see bot.h.)
 *
 * Public functions check their arguments in every build: a NULL pointer, a number out of range or a
 * text that is too long is such an error. The caller must ensure what cannot be checked: that
 * pointers are NULL or valid, that texts are terminated by 0, and that a state belongs to the game
 * that it is passed to. Functions without an error argument do nothing in case of an error; their
 * declarations say what they return. */
#ifndef TAHUR_ERROR_H
#define TAHUR_ERROR_H

#include "tahur/public.h"
#include <stdbool.h>

TH_BEGIN_C

struct th_error {
    char text[400];
};

/* Sets the sentence, as one clean line whatever bytes it quotes, and returns false, so that a
 * function can end with `return th_fail(e, …)`. `e` may be NULL in every function that takes one:
 * the sentence is then dropped. */
TH_PUBLIC bool th_fail(struct th_error *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

TH_END_C

#endif
