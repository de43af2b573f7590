#include "tahur/arena.h"

#include "arena_report.h"
#include "commands.h"
#include "describe.h"
#include "interrupt.h"
#include "progress.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <string.h>

static const struct th_option flags[] = {
    {"games", TH_INTEGER, 1, INT64_C(1000000000000), "10000", NULL, "games to play"},
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL,
     "of all chance; the same seed gives the same games, byte for byte"},
    {"threads", TH_INTEGER, 1, 1024, NULL, NULL,
     "games played at once; changes nothing but the time; all cores if not given"},
    {"max-turns", TH_INTEGER, 1, 10000000, "4000", NULL,
     "a game not over within so many turns is unfinished and has no winner"},
    {"random-plies", TH_INTEGER, 0, 1000000, "0", NULL,
     "decisions made at random at the start of a game, the same for the games of a block; "
     "metrics begin behind them, with the turn under way counted whole"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of tables"},
    {0},
};

/* As many bots as seats, or one that plays itself in every seat. */
static bool read_players(const struct arguments *a, struct th_arena *arena,
                         struct arena_names *names, struct th_error *e) {
    const int bots = a->count - 1;
    if (arena->players == 1 && bots != 1)
        return th_fail(e, "%s has one seat, so it takes one bot, not %d", names->game, bots);
    if (bots != 1 && bots != arena->players)
        return th_fail(e,
                       "%s has %d seats, so it takes %d bots, or one that plays itself in every "
                       "seat, not %d",
                       names->game, arena->players, arena->players, bots);
    for (int i = 0; i < arena->players; i++) {
        struct th_spec spec;
        names->player[i] = a->positional[bots == 1 ? 1 : 1 + i];
        arena->player[i].kind = th_bot_find(arena->game, names->player[i], &spec, e);
        if (arena->player[i].kind == NULL) return false;
        arena->player[i].options = spec.options;
    }
    return true;
}

static bool read_arena(const struct arguments *a, struct th_arena *arena, struct arena_names *names,
                       struct th_error *e) {
    struct th_spec spec;
    memset(arena, 0, sizeof *arena);
    names->game = a->positional[0];
    arena->game = th_game_find(names->game, &spec, e);
    if (arena->game == NULL) return false;
    arena->game_options = spec.options;
    arena->games = (uint64_t)th_options_number(&a->flags, "games");
    arena->seed = (uint64_t)th_options_number(&a->flags, "seed");
    arena->max_turns = (uint32_t)th_options_number(&a->flags, "max-turns");
    arena->random_plies = (uint32_t)th_options_number(&a->flags, "random-plies");
    arena->threads = thread_count(&a->flags);
    arena->players = th_game_seats(arena->game, &arena->game_options, e);
    return arena->players > 0 && read_players(a, arena, names, e);
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_arena arena;
    struct arena_names names;
    struct th_arena_result result;
    if (!read_arena(a, &arena, &names, e)) return STATUS_USAGE;
    struct progress progress = progress_start(arena.games);
    arena.stop = interrupt_watch();
    arena.progress = progress_update;
    arena.context = &progress;
    const bool ok = th_arena_run(&arena, &result, e);
    progress_end(&progress);
    if (!ok) return STATUS_USAGE;
    if (th_options_number(&a->flags, "json"))
        print_json(arena_json(&arena, &names, &result));
    else
        arena_print(&arena, &names, &result);
    return result.games < arena.games ? STATUS_INTERRUPTED : STATUS_OK;
}

const struct command arena_command = {
    .name = "arena",
    .positional = "GAME BOT…",
    .summary = "plays many games between bots and tells who is how good",
    .details =
        "As many bots as the game has seats, or one that plays itself in every seat. The starter\n"
        "rotates: in game g bot i sits in seat (i - g) mod n. The n games of a rotation are a\n"
        "block and share their luck, seat by seat and turn by turn; so every bot gets the same\n"
        "dice, and standard errors count a block as one observation. The interval of the win\n"
        "share is Wilson's, from fewer games than were played where the games of a block tend to\n"
        "go the same way. The digest is a hash over every action and result in game order: the\n"
        "same for any number of threads.\n"
        "Control-C ends the run and reports the games finished so far, from the first on.",
    .flags = flags,
    .min = 2,
    .max = POSITIONAL_MAX,
    .examples = "  tahur arena cantstop easy medium hard glenn-aloi\n"
                "  tahur arena cantstop max-rolls:n=4 --games 100000\n"
                "  tahur arena cantstop:players=2,forced=1 rule-of-28 glenn-aloi --json",
    .run = run,
};
