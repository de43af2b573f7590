/* Many games between bots: how good is each? */
#include "contest_command.h"
#include "core/json.h"
#include "core/text.h"
#include "tahur/state.h"
#include "terminal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const struct th_option flags[] = {
    {"games", TH_INTEGER, 1, INT64_C(1000000000000), "10000", NULL, "games to play"},
    CONTEST_ITERATIONS_FLAG,
    CONTEST_TIME_FLAG,
    CONTEST_LUCK_FLAG,
    CONTEST_FLAGS,
    CONTEST_SAVE_FLAG,
    CONTEST_SHARD_FLAG,
    CONTEST_RECORD_FLAG,
    {0},
};

struct arena_names {
    const struct contest *contest;
    const char *game;                 /* as the user wrote it */
    const char *player[TH_SEATS_MAX]; /* likewise */
};

/* ---- for people ---- */

static void add_wins(struct table *t, const struct th_arena_standing *s) {
    char wins[27];
    table_add(t, "%s", text_thousands((int64_t)s->wins, wins));
    table_add(t, "%.2f %%", 100 * s->share.mean);
    table_add(t, "%.2f – %.2f", 100 * s->low, 100 * s->high);
    if (isnan(s->adjusted.mean)) return;
    table_add(t, "%.2f %%", 100 * s->adjusted.mean);
    table_add(t, "%.2f – %.2f", 100 * s->adjusted_low, 100 * s->adjusted_high);
}

/* How many players are in the group, and the first of them. */
static int members_of(const struct th_arena_result *r, int group, int *first) {
    int members = 0;
    for (int i = r->players - 1; i >= 0; i--)
        if (r->group_of[i] == group) members++, *first = i;
    return members;
}

static void print_standings(const struct arena_names *names, const struct th_arena_result *r) {
    const bool adjusted = r->luck == TH_LUCK_ADJUSTED;
    struct table t = table_start(adjusted ? "lrrrrrrRR" : "lrrrrRR");
    const char *const head[] = {"bot",           "wins",     "win share",
                                "95 % interval", "adjusted", "95 % interval"};
    for (int i = 0; i < (adjusted ? 6 : 4); i++) table_add(&t, "%s", head[i]);
    add_pace_heads(&t);
    for (int i = 0; i < r->players; i++) {
        table_add(&t, contest_is_out(names->contest, i) ? "%s, disqualified" : "%s",
                  names->player[i]);
        add_wins(&t, &r->player[i]);
        add_pace(&t, r->player_pace[i]);
    }
    for (int g = 0; g < r->groups; g++) {
        int first = 0;
        const int members = members_of(r, g, &first);
        if (members == 1 || members == r->players) continue; /* all of them win every game */
        table_add(&t, "%s, all %d", names->player[first], members);
        add_wins(&t, &r->group[g]);
        for (int i = 0; i < 3; i++) table_add(&t, " ");
    }
    table_end(&t, 0, stdout);
}

static void print_metrics(const struct plan *plan, const struct arena_names *names,
                          const struct th_arena_result *r) {
    if (th_game_metric(plan->game, 0) == NULL) return;
    struct table t = metrics_table(plan->game);
    for (int i = 0; i < r->players; i++) {
        table_add(&t, "%s", names->player[i]);
        add_metrics(&t, plan->game, &r->player[i]);
    }
    for (int g = 0; g < r->groups; g++) {
        int first = 0;
        const int members = members_of(r, g, &first);
        if (members == 1) continue;
        table_add(&t, "%s, all %d", names->player[first], members);
        add_metrics(&t, plan->game, &r->group[g]);
    }
    printf("\n");
    table_end(&t, 0, stdout);
}

static void print_by_order(const struct th_arena_result *r) {
    static const char *const order[] = {"first", "second", "third", "fourth"};
    char align[TABLE_COLUMNS_MAX + 1] = "l";
    for (int i = 0; i < r->players; i++) align[i + 1] = 'r', align[i + 2] = 0;
    struct table t = table_start(align);
    table_add(&t, "play order");
    for (int i = 0; i < r->players; i++) table_add(&t, "%s", order[i]);
    table_add(&t, "win share");
    for (int i = 0; i < r->players; i++) table_add(&t, "%.2f %%", 100 * r->seat[i].share.mean);
    table_add(&t, "95 %%");
    for (int i = 0; i < r->players; i++)
        table_add(&t, "%.2f – %.2f", 100 * r->seat[i].low, 100 * r->seat[i].high);
    table_end(&t, 0, stdout);
}

static struct luck_summary luck_summary_of(const struct plan *plan,
                                           const struct th_arena_result *r) {
    return (struct luck_summary){.asked = plan->luck,
                                 .chosen = r->luck,
                                 .blocks = r->luck_blocks,
                                 .variance_ratio = r->luck_variance_ratio,
                                 .time_ratio = r->luck_time_ratio};
}

static void arena_print(const struct plan *plan, const struct arena_names *names,
                        const struct th_arena_result *r) {
    char games[27], asked[27], digest[17], speed[64], luck_text[CONTEST_LUCK_BYTES];
    const struct luck_summary luck = luck_summary_of(plan, r);
    if (r->games < plan->games)
        print_folded(stdout,
                     plan->to > 0 ? "a part: %s of %s games\n\n"
                                  : "stopped: these are the first %s of %s games\n\n",
                     text_thousands((int64_t)r->games, games),
                     text_thousands((int64_t)plan->games, asked));
    if (r->games == 0) return;
    print_standings(names, r);
    print_metrics(plan, names, r);
    if (r->players > 1) {
        printf("\n");
        print_by_order(r);
    }
    char error[32] = "";
    if (!isnan(r->game_turns.se)) snprintf(error, sizeof error, " ± %.2f", 1.96 * r->game_turns.se);
    print_folded(stdout, "\ngame length  %.2f turns%s, %.1f decisions\n", r->game_turns.mean, error,
                 r->game_plies.mean);
    if (contest_luck_text(&luck, luck_text) != NULL)
        print_folded(stdout, "luck         %s\n", luck_text);
    if (r->distinct > 0)
        print_folded(stdout,
                     "different    only %" PRIu64
                     " of these games, and the intervals count no more: "
                     "--random-plies or --openings vary the beginnings\n",
                     r->distinct);
    if (r->draws > 0)
        print_folded(stdout, "draws        %s games, which count as shared\n",
                     text_thousands((int64_t)r->draws, games));
    if (r->unfinished > 0)
        print_folded(stdout, "unfinished   %s games reached %u turns and have no winner\n",
                     text_thousands((int64_t)r->unfinished, games), (unsigned)plan->max_turns);
    contest_print_faults(names->contest, stdout);
    char seed[TH_SEED_BYTES];
    print_folded(stdout, "\n%s · %s games · seed %s · digest %s%s\n", names->game,
                 text_thousands((int64_t)r->games, games), th_seed_write(plan->seed, seed),
                 text_digest(r->digest, digest), contest_speed(r->games, r->seconds, speed));
}

/* ---- for programs ---- */

/* Every group under the name of its first player, with how many players it is the sum of. */
static json_t *by_spec(const struct plan *plan, const struct arena_names *names,
                       const struct th_arena_result *r) {
    json_t *list = json_array();
    for (int g = 0; g < r->groups; g++) {
        int first = 0;
        const int members = members_of(r, g, &first);
        json_t *one = standing_json(plan->game, names->player[first], &r->group[g]);
        add_adjusted_json(&r->group[g], one);
        json_object_set_new(one, "players", json_integer(members));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *arena_json(const struct plan *plan, const struct arena_names *names,
                          const struct th_arena_result *r) {
    json_t *bots = json_array(), *by_order = json_array(), *paces = json_array();
    for (int i = 0; i < r->players; i++) {
        json_t *one = standing_json(plan->game, names->player[i], &r->player[i]);
        add_adjusted_json(&r->player[i], one);
        add_faults_json(names->contest, i, one);
        json_array_append_new(bots, one);
        json_array_append_new(paces, pace_json(r->player_pace[i]));
        json_t *seat = json_pack(
            "{s:I, s:o, s:o, s:[o, o], s:o}", "wins", (json_int_t)r->seat[i].wins, "win_share",
            number_json(r->seat[i].share.mean), "se", number_json(r->seat[i].share.se), "ci95",
            number_json(r->seat[i].low), number_json(r->seat[i].high), "metrics",
            metrics_json(plan->game, &r->seat[i]));
        add_adjusted_json(&r->seat[i], seat);
        json_array_append_new(by_order, seat);
    }
    char digest[17];
    const struct luck_summary luck = luck_summary_of(plan, r);
    return json_pack(
        "{s:s, s:s, s:o, s:I, s:I, s:I, s:I, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:o, "
        "s:o}}",
        "game", names->game, "rules_version", plan->game->rules_version, "seed",
        seed_json(plan->seed), "games", (json_int_t)r->games, "games_asked",
        (json_int_t)plan->games, "unfinished", (json_int_t)r->unfinished, "draws",
        (json_int_t)r->draws, "different_games",
        r->distinct > 0 ? json_integer((json_int_t)r->distinct) : json_null(), "digest",
        text_digest(r->digest, digest), "seconds", number_json(r->seconds), "seconds_a_move", paces,
        "luck", luck_json(&luck), "bots", bots, "by_spec", by_spec(plan, names, r), "by_order",
        by_order, "fault_notes", fault_notes_json(names->contest), "metrics", "game_turns",
        estimate_json(r->game_turns), "game_decisions", estimate_json(r->game_plies));
}

/* ---- the command ---- */

/* As many bots as seats, or one that plays itself in every seat. */
static bool read_players(struct contest *c, const struct arguments *a, struct th_error *e) {
    const char *game = a->positional[0];
    const int seats = c->plan.seats;
    int bots = 0;
    for (int i = 1; i < a->count; i++, bots = c->plan.bots) {
        if (c->plan.bots == seats) { /* all further ones are too many */
            bots = seats + a->count - i;
            break;
        }
        if (!contest_add(c, a->positional[i], e)) return false;
    }
    if (seats == 1 && bots != 1)
        return th_fail(e, "%s has one seat, so it takes one bot, not %d", game, bots);
    if (bots != 1 && bots != seats)
        return th_fail(e,
                       "%s has %d seats, so it takes %d bots, or one that plays itself in every "
                       "seat, not %d",
                       game, seats, seats, bots);
    return contest_read_budget(c, a, e) && contest_choose_seed(c, a, e) &&
           contest_read_luck(c, a, e) && contest_plan(c, e);
}

int arena_contest(struct contest *c, const struct contest_output *out, struct th_error *e) {
    const struct plan *plan = &c->plan;
    struct th_arena_result result;
    struct arena_names names = {.contest = c, .game = c->game_spec.text};
    c->plan.stop = interrupt_watch();
    if (!contest_open_run(c, e) || !contest_begin(c, e)) return STATUS_USAGE;
    const struct series s = contest_series(c, plan);
    struct progress progress =
        progress_resume(plan_own_games(plan), contest_saved_games(c), "games");
    const struct arena_callbacks callbacks = {.progress = progress_update, .context = &progress};
    for (int i = 0; i < plan->seats; i++) names.player[i] = c->bot[plan->bots == 1 ? 0 : i].spec;
    const bool ok = arena_play(plan, s.store, s.recorder, s.faults, &callbacks, &result, e);
    progress_end(&progress);
    c->at_fault = result.at_fault;
    if (!ok && result.games == 0) return contest_failure(c);
    const bool saved = contest_close_run(c, e);
    if (out->copy != NULL) *out->copy = arena_json(plan, &names, &result);
    if (out->json)
        print_json(arena_json(plan, &names, &result));
    else
        arena_print(plan, &names, &result);
    if (!out->json && result.games > 0) {
        contest_print_copies(c, stdout);
        contest_print_unbound(c, stdout);
    }
    return !saved || !ok ? STATUS_FAILED : result.stopped ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct contest c;
    const struct contest_output out = contest_output(a);
    const int status = contest_read(&c, "arena", a, e) && read_players(&c, a, e)
                           ? arena_contest(&c, &out, e)
                           : STATUS_USAGE;
    contest_end(&c, a);
    return status;
}

const struct command arena_command = {
    .name = "arena",
    .positional = "GAME BOT…",
    .summary = "plays many games between bots and reports how good each is",
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
        "on; the games in progress are dropped.",
    .flags = flags,
    .min = 2,
    .max = POSITIONAL_MAX,
    .examples = "  tahur arena cantstop easy medium hard glenn-aloi\n"
                "  tahur arena cantstop max-rolls:n=4 --games 100000\n"
                "  tahur arena cantstop:players=2,forced=1 rule-of-28 glenn-aloi --json\n"
                "  tahur arena y:size=5 hard random --games 2 --record y.games",
    .run = run,
};
