/* Making games, bots and arenas from their specs, as the commands do. */
#ifndef TESTS_MAKING_H
#define TESTS_MAKING_H

#include "core/match.h"
#include "tahur/arena.h"
#include "tahur/registry.h"

/* A bot of this game; the test fails if the spec is wrong. */
struct bot make_bot(const struct th_game *game, const char *spec);
void drop_bot(struct bot *bot);

/* An arena for this game, one spec a seat (or one for all seats, then NULL): 1 thread, seed 1,
 * 4,000 turns at most. */
struct th_arena make_arena(const char *game, const char *const specs[], uint64_t games);

/* Runs it; the test fails if it does not run. */
struct th_arena_result run_arena(const struct th_arena *arena);

#endif
