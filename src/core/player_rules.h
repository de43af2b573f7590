/* The rules of a game for players, of one of its variants. */
#ifndef CORE_PLAYER_RULES_H
#define CORE_PLAYER_RULES_H

#include "tahur/option.h"

/* The lines of a text of rules (docs/add-a-game.md) that hold with these options of the game:
 * without the conditions, and with an empty line for a figure, which only the page has. Headings,
 * items and strong parts keep their marks. The caller frees it; NULL: there is no memory. */
char *rules_with_options(const char *rules, const struct th_options *o);

#endif
