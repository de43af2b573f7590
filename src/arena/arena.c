/* The arena: a series of one line-up. */
#include "tahur/arena.h"

#include "core/clock.h"
#include "tally.h"
#include <string.h>

struct counting {
    const struct th_arena *arena;
    const struct series *series;
    struct tally tally;
};

static bool count_block(void *context, const struct series_block *block) {
    struct counting *c = context;
    const int opening = series_opening(c->series, block->round);
    for (int i = 0; i < block->games; i++) tally_add(&c->tally, &block->result[i], opening);
    if (c->arena->progress != NULL) c->arena->progress(c->arena->context, c->tally.games);
    return true;
}

bool th_arena_run(const struct th_arena *arena, struct th_arena_result *out, struct th_error *e) {
    const double begun = clock_seconds();
    const struct fixture fixture = {{{{0, 1, 2, 3}}}};
    struct pace pace[TH_SEATS_MAX] = {0};
    struct counting counting = {.arena = arena};
    tally_start(&counting.tally, arena);
    const struct series series = {.game = arena->game,
                                  .game_options = &arena->game_options,
                                  .seats = arena->players,
                                  .bot = arena->player,
                                  .bots = arena->players,
                                  .fixture = &fixture,
                                  .fixtures = 1,
                                  .line_ups = 1,
                                  .games = arena->games,
                                  .seed = arena->seed,
                                  .threads = arena->threads,
                                  .max_turns = arena->max_turns,
                                  .random_plies = arena->random_plies,
                                  .opening = arena->opening,
                                  .openings = arena->openings,
                                  .store = arena->store,
                                  .recorder = arena->recorder,
                                  .from = arena->from,
                                  .to = arena->to,
                                  .fault_aborts = arena->fault_aborts,
                                  .stop = arena->stop,
                                  .count = count_block,
                                  .context = &counting,
                                  .pace = pace};
    counting.series = &series;
    const enum series_end end = series_play(&series, e);
    memset(out, 0, sizeof *out);
    if (end == SERIES_FAILED) {
        kinds_drop(&counting.tally.kinds);
        return false;
    }
    out->stopped = end == SERIES_STOPPED;
    tally_close(&counting.tally, out);
    for (int i = 0; i < arena->players; i++) out->player_pace[i] = pace_summary(&pace[i]);
    out->seconds = clock_seconds() - begun;
    return true;
}
