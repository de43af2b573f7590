#include "tahur/arena.h"

#include "arena_report.h"
#include "commands.h"
#include "contest.h"
#include "describe.h"
#include "progress.h"

static const struct th_option flags[] = {
    {"games", TH_INTEGER, 1, INT64_C(1000000000000), "10000", NULL, "games to play"},
    CONTEST_ITERATIONS_FLAG,
    CONTEST_TIME_FLAG,
    CONTEST_FLAGS,
    CONTEST_SAVE_FLAG,
    CONTEST_SHARD_FLAG,
    CONTEST_RECORD_FLAG,
    {0},
};

/* As many bots as seats, or one that plays itself in every seat. */
static bool read_players(struct contest *c, const struct arguments *a, struct th_error *e) {
    const char *game = a->positional[0];
    int bots = 0;
    for (int i = 1; i < a->count; i++, bots = c->bots) {
        if (c->bots == c->seats) { /* whatever comes is too much */
            bots = c->bots + a->count - i;
            break;
        }
        if (!contest_add(c, a->positional[i], e)) return false;
    }
    if (c->seats == 1 && bots != 1)
        return th_fail(e, "%s has one seat, so it takes one bot, not %d", game, bots);
    if (bots != 1 && bots != c->seats)
        return th_fail(e,
                       "%s has %d seats, so it takes %d bots, or one that plays itself in every "
                       "seat, not %d",
                       game, c->seats, c->seats, bots);
    return contest_read_budget(c, e) && contest_choose_seed(c, e);
}

int arena_contest(struct contest *c, struct th_error *e) {
    struct series s = contest_series(c);
    struct th_arena_result result;
    struct arena_names names = {.game = c->game_spec.text};
    s.line_ups = 1;
    s.games = c->games;
    if (!contest_open_run(c, &s, e)) return STATUS_USAGE;
    struct progress progress =
        progress_resume(series_own_games(&s), contest_saved_games(c, &s), "games");
    struct th_arena arena = {.game = c->game,
                             .game_options = c->game_spec.options,
                             .players = c->seats,
                             .games = c->games,
                             .seed = s.seed,
                             .threads = s.threads,
                             .max_turns = s.max_turns,
                             .random_plies = s.random_plies,
                             .opening = s.opening,
                             .openings = s.openings,
                             .store = s.store,
                             .recorder = s.recorder,
                             .fault_aborts = s.fault_aborts,
                             .from = s.from,
                             .to = s.to,
                             .stop = s.stop,
                             .progress = progress_update,
                             .context = &progress};
    for (int i = 0; i < c->seats; i++) {
        arena.player[i] = c->player[c->bots == 1 ? 0 : i];
        names.player[i] = c->bot[c->bots == 1 ? 0 : i].spec;
    }
    const bool ok = th_arena_run(&arena, &result, e);
    progress_end(&progress);
    c->at_fault = result.at_fault;
    if (!ok && result.games == 0) return contest_failure(c);
    const bool saved = contest_close_run(c, e);
    if (c->told != NULL) *c->told = arena_json(&arena, &names, &result);
    if (c->json)
        print_json(arena_json(&arena, &names, &result));
    else
        arena_print(&arena, &names, &result);
    if (!c->json && result.games > 0) {
        contest_print_copies(c, stdout);
        contest_print_unbound(c, stdout);
    }
    return !saved || !ok ? STATUS_FAILED : result.stopped ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct contest c;
    const int status = contest_read(&c, "arena", a, e) && read_players(&c, a, e)
                           ? arena_contest(&c, e)
                           : STATUS_USAGE;
    contest_drop(&c);
    return status;
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
        "Control-C, or SIGTERM, ends the run and reports the blocks finished so far, from the "
        "first\n"
        "on; the games under way are dropped.",
    .flags = flags,
    .min = 2,
    .max = POSITIONAL_MAX,
    .examples = "  tahur arena cantstop easy medium hard glenn-aloi\n"
                "  tahur arena cantstop max-rolls:n=4 --games 100000\n"
                "  tahur arena cantstop:players=2,forced=1 rule-of-28 glenn-aloi --json\n"
                "  tahur arena y:size=5 hard random --games 2 --record y.games",
    .run = run,
};
