/* The rules of a game for players, broken to the width of the window. */
#ifndef CLI_RULES_PRINT_H
#define CLI_RULES_PRINT_H

#include "tahur/game.h"

/* Prints what holds with these options. With a word: only headings, paragraphs and items that
 * mention it, and whole parts whose heading does. False, and nothing is printed, if there is none;
 * `e` says what parts there are. The game must have rules. */
bool rules_print(const struct th_game *game, const struct th_options *o, const char *word,
                 struct th_error *e);

#endif
