/* Tools that only some games have: odds, solver, benchmark. They return JSON, which the commands
 * print or format as tables, so that no command depends on a game's structs.
 *
 * Each of these returns NULL and sets *e if it fails; the caller owns the result. */
#ifndef CORE_TOOLS_H
#define CORE_TOOLS_H

#include "tahur/flag.h"
#include "tahur/option.h"
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Limits of the flags of tahur solve for the race of Can't Stop. */
enum { SOLVE_SIDES_MAX = 8, SOLVE_SHORTEST_MAX = 50 };

struct solve_request {
    const struct th_options *game;  /* options of the game */
    const struct th_options *flags; /* of the command (src/cli/solve.c) */
    const char *position;           /* NULL: the start */
    int threads;
    const th_flag *stop; /* when set, the result is NULL with an empty message */
    /* Optional callbacks: the units of work, once; then the number of those done. */
    void (*begin)(void *context, uint64_t total);
    void (*progress)(void *context, uint64_t done);
    void *context;
    bool begun; /* set by the tool if the request is valid: a later failure is not the user's */
};

struct game_tools {
    /* Exact odds, by the flags "active", "done", "closed" and "top" (src/cli/solve.c). */
    json_t *(*odds)(const struct th_options *flags, struct th_error *e);
    /* Perfect play. */
    json_t *(*solve)(struct solve_request *r, struct th_error *e);
    /* Rates of the game's own fast routines, the median of `rounds` rounds. */
    json_t *(*bench)(int rounds);
    /* Replaces an option that stands for several others, a preset, by those, so that one game has
     * one spec; options that were given stay as they are. th_game_find calls it. */
    void (*expand)(struct th_options *o);
    /* The names of options on which what was learned depends though observations have the same
     * size: a model plays only with the values that it was trained with. NULL-terminated; NULL:
     * there are none. */
    const char *const *model_options;
};

/* Does so where a game has such an option. */
static inline void tools_expand(const struct game_tools *t, struct th_options *o) {
    if (t != NULL && t->expand != NULL) t->expand(o);
}

#endif
