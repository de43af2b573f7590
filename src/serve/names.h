/* Names that nobody guesses: of games, and keys to their seats. 128 random bits, as 22 letters. And
 * names of players, which somebody has made up. */
#ifndef SERVE_NAMES_H
#define SERVE_NAMES_H

#include <stdbool.h>

enum { NAME_LETTERS = 22, NAME_BYTES };

/* A new one; false if the system gives no random numbers. */
bool names_new(char out[NAME_BYTES]);
/* Whether a text has the form of one. */
bool names_valid(const char *text);
/* Makes a player's name fit to be shown: without what is not seen (control characters, directions
 * of writing, joints of no width) and without blanks around it. Empty: nothing is left, and whoever
 * shows it says something of its own. */
void names_tidy(char *name);
/* Whether two secrets are the same, in a time that tells nothing about where they differ. */
bool names_equal(const char *a, const char *b);

#endif
