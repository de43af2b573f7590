/* An arena's result, for people and for programs. */
#ifndef CLI_ARENA_REPORT_H
#define CLI_ARENA_REPORT_H

#include "tahur/arena.h"
#include <jansson.h>

struct arena_names {
    const char *game;                 /* as the user wrote it */
    const char *player[TH_SEATS_MAX]; /* likewise */
};

void arena_print(const struct th_arena *arena, const struct arena_names *names,
                 const struct th_arena_result *r);
json_t *arena_json(const struct th_arena *arena, const struct arena_names *names,
                   const struct th_arena_result *r);

#endif
