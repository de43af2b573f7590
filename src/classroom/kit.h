/* Starter kits: a bot for a game in a language, which works, with a README and a test script. The
 * templates are in kits/. */
#ifndef CLASSROOM_KIT_H
#define CLASSROOM_KIT_H

#include "tahur/error.h"
#include "tahur/game.h"

/* The language is python, javascript, c, cpp, rust or java. Writes a kit for the game of this spec
 * into a folder, which is made if it is not there. Returns false and sets *e if there is no such
 * kit or the folder cannot be written; a file that is there already is never changed, and then
 * nothing is written. */
bool kit_write(const char *language, const struct th_game *game, const struct th_spec *spec,
               const char *folder, struct th_error *e);

#endif
