/* The arena: a series of one line-up; the public arena; the signature of the program. */
#include "contest.h"
#include "luck_choice.h"

#include "tahur/arena.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include "tally.h"
#include <inttypes.h>
#include <string.h>

struct counting {
    const struct plan *plan;
    const struct arena_callbacks *callbacks;
    struct tally tally;
    struct luck_choice luck;
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

/* Reports the i-th game of a block to the callback. */
static void report_game(const struct counting *c, const struct series_block *block, int i) {
    const struct match_result *r = &block->result[i];
    const int seats = c->plan->seats;
    struct th_arena_game game = {.number = block->round * (uint64_t)seats + (uint64_t)i,
                                 .seats = seats,
                                 .turns = r->turns,
                                 .plies = r->plies,
                                 .unfinished = r->end == MATCH_UNFINISHED,
                                 .fault = r->fault,
                                 .fault_seat = r->end == MATCH_FAULT ? r->fault_seat : -1,
                                 .measured = r->measured};
    for (int seat = 0; seat < seats; seat++) {
        game.player[seat] = plan_bot(c->plan, block, i, seat);
        game.payoff[seat] = r->payoff[seat];
        game.luck[seat] = r->luck[seat];
    }
    c->callbacks->finished(c->callbacks->context, &game);
}

static bool count_block(void *context, const struct series_block *block) {
    struct counting *c = context;
    const int opening = plan_opening(c->plan, block->round);
    for (int i = 0; i < block->games; i++) {
        tally_add(&c->tally, &block->result[i], opening);
        if (c->callbacks->finished != NULL) report_game(c, block, i);
    }
    double plain[TH_SEATS_MAX], adjusted[TH_SEATS_MAX];
    luck_block_wins(c->plan, block, plain, adjusted);
    luck_choice_add(&c->luck, block, plain, adjusted);
    if (c->callbacks->progress != NULL)
        c->callbacks->progress(c->callbacks->context, c->tally.games);
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
    if (a->luck != TH_LUCK_PLAIN && a->luck != TH_LUCK_ADJUSTED && a->luck != TH_LUCK_AUTO)
        return th_fail(e, "luck of the arena is none of plain, adjusted and auto");
    return check_games(a, e);
}

void arena_set(struct plan *plan) {
    static const struct fixture fixture = {{{{0, 1, 2, 3}}}};
    plan->fixture = &fixture;
    plan->fixtures = plan->line_ups = 1;
}

bool arena_play(const struct plan *given, const struct series_store *store,
                const struct series_recorder *recorder, struct fault_log *faults,
                const struct arena_callbacks *callbacks, struct th_arena_result *out,
                struct th_error *e) {
    struct th_arena_player player[TH_SEATS_MAX];
    struct plan plan = *given;
    struct pace pace[TH_SEATS_MAX] = {0};
    double seconds = 0;
    bool at_fault = false;
    for (int i = 0; i < plan.seats; i++) player[i] = given->bot[given->bots == 1 ? 0 : i];
    plan.bot = player;
    plan.bots = plan.seats;
    struct counting counting = {.plan = &plan, .callbacks = callbacks};
    const struct series series = {.plan = &plan,
                                  .count = count_block,
                                  .context = &counting,
                                  .store = store,
                                  .recorder = recorder,
                                  .seconds = &seconds,
                                  .pace = pace,
                                  .faults = faults,
                                  .at_fault = &at_fault,
                                  .measure = luck_choice_measure(&counting.luck, &plan)};
    memset(out, 0, sizeof *out);
    if (!luck_choice_begin(&counting.luck, &plan, plan.seats, e)) return false;
    tally_start(&counting.tally, &plan);
    const enum series_end end = series_play(&series, e);
    luck_choice_end(&counting.luck);
    luck_choice_drop(&counting.luck);
    out->at_fault = at_fault;
    if (end == SERIES_FAILED) {
        distinct_drop(&counting.tally.distinct);
        return false;
    }
    out->stopped = end != SERIES_COMPLETE;
    const struct luck_summary *luck = &counting.luck.summary;
    out->luck = luck->chosen;
    out->luck_blocks = luck->blocks;
    out->luck_variance_ratio = luck->variance_ratio;
    out->luck_time_ratio = luck->time_ratio;
    tally_close(&counting.tally, out->luck == TH_LUCK_ADJUSTED, out);
    for (int i = 0; i < plan.seats; i++) out->player_pace[i] = pace_summary(&pace[i]);
    out->seconds = seconds;
    return end != SERIES_SHORT;
}

bool th_arena_run(const struct th_arena *arena, struct th_arena_result *out, struct th_error *e) {
    struct th_error unread; /* a bot of another library may write to it */
    if (e == NULL) e = &unread;
    if (out == NULL) return th_fail(e, "there is no place for the result: it is NULL");
    if (!check_arena(arena, e)) {
        memset(out, 0, sizeof *out);
        return false;
    }
    struct plan plan = {.game = arena->game,
                        .game_options = &arena->game_options,
                        .seats = arena->players,
                        .bot = arena->player,
                        .bots = arena->players,
                        .games = arena->games,
                        .from = arena->from,
                        .to = arena->to,
                        .seed = arena->seed,
                        .threads = arena->threads,
                        .max_turns = arena->max_turns,
                        .random_plies = arena->random_plies,
                        .opening = arena->opening,
                        .openings = arena->openings,
                        .fault_aborts = arena->fault_aborts,
                        .luck = arena->luck,
                        .stop = arena->stop};
    const struct arena_callbacks callbacks = {arena->progress, arena->finished, arena->context};
    arena_set(&plan);
    return arena_play(&plan, NULL, NULL, NULL, &callbacks, out, e);
}

/* ---- the signature ---- */

/* Sets an option of the bot, if it has it. */
static bool set_if_any(const struct th_bot_kind *kind, struct th_options *options, const char *name,
                       const char *value, struct th_error *e) {
    for (const struct th_option *o = kind->options; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return th_options_set(options, kind->name, name, value, e);
    return true;
}

/* Every bot with its default options, and a small budget where it has one, against itself; a few
 * games that need not end. */
bool signature_of_game(const struct th_game *game, uint64_t *signature, struct th_error *e) {
    struct th_arena arena = {.game = game,
                             .games = 12,
                             .seed = {{2026, 0}},
                             .threads = 1,
                             .max_turns = 60,
                             .random_plies = 2};
    th_options_init(&arena.game_options, game->options);
    arena.players = th_game_seats(game, &arena.game_options, e);
    if (arena.players == 0) return false;
    struct th_bot_entry bot;
    *signature = 0;
    for (int i = 0; th_bot_at(game, i, &bot); i++) {
        struct th_spec spec;
        struct th_arena_result result;
        if (bot.kind == NULL || th_bot_needs_options(bot.kind, game)) continue; /* a short name */
        const struct th_bot_kind *kind = th_bot_find(game, bot.name, &spec, e);
        if (kind == NULL) return false;
        if (!set_if_any(kind, &spec.options, "iterations", "10", e) ||
            !set_if_any(kind, &spec.options, "depth", "2", e) ||
            !set_if_any(kind, &spec.options, "memory", "16", e))
            return false;
        for (int p = 0; p < arena.players; p++)
            arena.player[p] = (struct th_arena_player){kind, spec.options};
        if (!th_arena_run(&arena, &result, e)) return false;
        *signature = th_mix2(*signature, result.digest);
    }
    return true;
}

bool signature_of_all(uint64_t *signature, struct th_error *e) {
    *signature = 0;
    for (int i = 0; th_game_at(i) != NULL; i++) {
        uint64_t one;
        if (!signature_of_game(th_game_at(i), &one, e)) return false;
        *signature = th_mix2(*signature, one);
    }
    return true;
}
