/* The arena: a series of one line-up. */
#include "tahur/arena.h"

#include "tahur/registry.h"
#include "tally.h"
#include <inttypes.h>
#include <string.h>

struct counting {
    const struct th_arena *arena;
    const struct series *series;
    struct tally tally;
};

bool th_arena_read(struct th_arena *arena, const char *game, const char *const bots[], int count,
                   struct th_error *e) {
    struct th_spec spec;
    if (arena == NULL || bots == NULL)
        return th_fail(e, "there is no arena to fill in, or no list of bots: it is NULL");
    *arena =
        (struct th_arena){.games = 10000, .seed = th_seed_of(1), .threads = 1, .max_turns = 4000};
    arena->game = th_game_find(game, &spec, e);
    if (arena->game == NULL) return false;
    arena->game_options = spec.options;
    arena->players = th_game_seats(arena->game, &arena->game_options, e);
    if (arena->players == 0) return false;
    if (count != 1 && count != arena->players)
        return th_fail(e, "%s has %d seats, so it takes as many bots, or one for all, not %d", game,
                       arena->players, count);
    for (int i = 0; i < arena->players; i++) {
        arena->player[i].kind = th_bot_find(arena->game, bots[count == 1 ? 0 : i], &spec, e);
        if (arena->player[i].kind == NULL) return false;
        arena->player[i].options = spec.options;
    }
    return true;
}

/* Tells about the i-th game of a block. */
static void tell_game(const struct counting *c, const struct series_block *block, int i) {
    const struct match_result *r = &block->result[i];
    const int seats = c->series->seats;
    struct th_arena_game game = {.number = block->round * (uint64_t)seats + (uint64_t)i,
                                 .seats = seats,
                                 .turns = r->turns,
                                 .plies = r->plies,
                                 .unfinished = r->end == MATCH_UNFINISHED,
                                 .fault = r->fault,
                                 .fault_seat = r->end == MATCH_FAULT ? r->fault_seat : -1};
    for (int seat = 0; seat < seats; seat++) {
        game.player[seat] = series_bot(c->series, block, i, seat);
        game.payoff[seat] = r->payoff[seat];
    }
    c->arena->finished(c->arena->context, &game);
}

static bool count_block(void *context, const struct series_block *block) {
    struct counting *c = context;
    const int opening = series_opening(c->series, block->round);
    for (int i = 0; i < block->games; i++) {
        tally_add(&c->tally, &block->result[i], opening);
        if (c->arena->finished != NULL) tell_game(c, block, i);
    }
    if (c->arena->progress != NULL) c->arena->progress(c->arena->context, c->tally.games);
    return true;
}

static bool check_player(const struct th_arena *a, int i, struct th_error *e) {
    const struct th_bot_kind *kind = a->player[i].kind;
    if (kind == NULL) return th_fail(e, "player %d of the arena is no bot: its kind is NULL", i);
    if (kind->name == NULL || kind->make == NULL || kind->choose == NULL)
        return th_fail(e, "player %d of the arena is no bot: it has no name, make or choose", i);
    return a->player[i].options.table == kind->options ||
           th_fail(e, "player %d of the arena has options that are not those of %s", i, kind->name);
}

/* Which games are played, and from where. */
static bool check_games(const struct th_arena *a, struct th_error *e) {
    const uint64_t seats = (uint64_t)a->players;
    if (a->games == 0) return th_fail(e, "the arena has no games to play: games must be 1 or more");
    if (a->games > INT64_MAX)
        return th_fail(e, "the arena has too many games: there may be %" PRId64, INT64_MAX);
    const uint64_t blocks = (a->games + seats - 1) / seats;
    if (a->from > 0 || a->to > 0)
        if (a->from > (a->to > 0 ? a->to : blocks) || a->to > blocks)
            return th_fail(e,
                           "the arena has the blocks 0 to %" PRIu64 ", so that it cannot play "
                           "%" PRIu64 " to %" PRIu64,
                           blocks - 1, a->from, a->to);
    if (a->openings < 0 || (a->openings > 0 && a->opening == NULL))
        return th_fail(e, "the arena has %d openings, but no positions of them", a->openings);
    for (int i = 0; i < a->openings; i++)
        if (a->opening[i] == NULL)
            return th_fail(e, "opening %d of the arena is no position: it is NULL", i);
    return true;
}

/* What the caller has filled in, by hand perhaps, can be played. */
static bool check_arena(const struct th_arena *a, struct th_error *e) {
    if (a == NULL) return th_fail(e, "there is no arena: it is NULL");
    if (a->game == NULL) return th_fail(e, "the arena has no game: it is NULL");
    const int seats = th_game_seats(a->game, &a->game_options, e);
    if (seats == 0) return false;
    if (a->players != seats)
        return th_fail(e, "%s has %d seats, so the arena needs as many players, not %d",
                       a->game->name, seats, a->players);
    for (int i = 0; i < seats; i++)
        if (!check_player(a, i, e)) return false;
    if (a->threads < 1 || a->threads > TH_THREADS_MAX)
        return th_fail(e, "threads of the arena must be from 1 to %d, not %d", TH_THREADS_MAX,
                       a->threads);
    if (a->max_turns == 0)
        return th_fail(e, "no game of the arena could be finished: max_turns must be 1 or more");
    return check_games(a, e);
}

bool th_arena_run(const struct th_arena *arena, struct th_arena_result *out, struct th_error *e) {
    struct th_error unread; /* a bot of another library may write to it */
    if (e == NULL) e = &unread;
    if (out == NULL) return th_fail(e, "there is no place for the result: it is NULL");
    if (!check_arena(arena, e)) {
        memset(out, 0, sizeof *out);
        return false;
    }
    const struct fixture fixture = {{{{0, 1, 2, 3}}}};
    struct pace pace[TH_SEATS_MAX] = {0};
    double seconds = 0;
    struct counting counting = {.arena = arena};
    bool at_fault = false;
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
                                  .at_fault = &at_fault,
                                  .stop = arena->stop,
                                  .count = count_block,
                                  .context = &counting,
                                  .seconds = &seconds,
                                  .pace = pace};
    counting.series = &series;
    const enum series_end end = series_play(&series, e);
    memset(out, 0, sizeof *out);
    out->at_fault = at_fault;
    if (end == SERIES_FAILED) {
        kinds_drop(&counting.tally.kinds);
        return false;
    }
    out->stopped = end != SERIES_COMPLETE;
    tally_close(&counting.tally, out);
    for (int i = 0; i < arena->players; i++) out->player_pace[i] = pace_summary(&pace[i]);
    out->seconds = seconds;
    return end != SERIES_SHORT;
}
