/* Openings: a file of positions, or of moves that lead to them, for games to begin with.
 *
 * One a line; empty lines and lines that begin with # are left out. A line that begins with "moves"
 * is a list of actions from the start of the game, separated by ";", chance's outcomes included;
 * any other is a position, in the game's notation. */
#ifndef CORE_OPENINGS_H
#define CORE_OPENINGS_H

#include "tahur/game.h"

struct openings {
    struct th_state **state;
    int count;
};

/* One more, from a line as in a file, which is taken apart. */
bool openings_add(struct openings *o, char *line, const struct th_game *game,
                  const struct th_options *options, struct th_error *e);
/* False and the reason, with the line, if something is wrong with it. */
bool openings_read(struct openings *o, const char *path, const struct th_game *game,
                   const struct th_options *options, struct th_error *e);
void openings_drop(struct openings *o);

#endif
