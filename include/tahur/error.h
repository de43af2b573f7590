/* A user's or the system's mistake: one sentence that says what is wrong and what is accepted.
 * (A programmer's mistake is an assert; a bot's mistake is a recorded th_fault, see bot.h.) */
#ifndef TAHUR_ERROR_H
#define TAHUR_ERROR_H

#include "tahur/public.h"
#include <stdbool.h>

TH_BEGIN_C

struct th_error {
    char text[400];
};

/* Writes the sentence, whatever bytes it quotes as one clean line, and returns false, so that a
 * function may end with `return th_fail(e, …)`. */
TH_PUBLIC bool th_fail(struct th_error *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

TH_END_C

#endif
