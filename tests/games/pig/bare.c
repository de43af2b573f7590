#include "games/pig/bare.h"

#include "pig/pig.h"

struct th_game bare_game;

/* Before main: a table cannot be copied from another one when it is compiled. */
__attribute__((constructor)) static void leave_out(void) {
    bare_game = pig_game;
    bare_game.name = "bare";
    bare_game.title = "Pig without more";
    bare_game.analysis = NULL;
    bare_game.screen = NULL;
    bare_game.metrics = NULL;
}
