/* Names that nobody guesses: of games, and keys to their seats. 128 random bits, as 22 letters. */
#ifndef SERVE_NAMES_H
#define SERVE_NAMES_H

#include <stdbool.h>

enum { NAME_LETTERS = 22, NAME_BYTES };

/* A new one; false if the system gives no random numbers. */
bool names_new(char out[NAME_BYTES]);
/* Whether a text has the form of one. */
bool names_valid(const char *text);
/* Whether two secrets are the same, in a time that tells nothing about where they differ. */
bool names_equal(const char *a, const char *b);

#endif
