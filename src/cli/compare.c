/* Is a change better? A test that stops as soon as it knows. */
#include "contest/duel.h"

#include "command.h"
#include "contest_command.h"
#include "core/json.h"
#include "core/text.h"
#include "terminal.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const struct th_option flags[] = {
    {"elo0", TH_DECIMAL, -1000 * TH_MILLION, 1000 * TH_MILLION, "0", NULL,
     "difference in Elo points that is not enough"},
    {"elo1", TH_DECIMAL, -1000 * TH_MILLION, 1000 * TH_MILLION, "10", NULL,
     "difference that is to be found; the nearer to --elo0, the more games"},
    {"alpha", TH_DECIMAL, 1, TH_MILLION / 2 - 1, "0.05", NULL,
     "how often NEW may be called better if the difference is --elo0"},
    {"beta", TH_DECIMAL, 1, TH_MILLION / 2 - 1, "0.05", NULL,
     "how often it may be called not better if the difference is --elo1"},
    {"against", TH_TEXT, 0, 0, NULL, NULL,
     "bot, or several after one another, against which NEW and OLD play with the same luck, "
     "instead of each other; in games of more than two seats every combination of them"},
    {"games", TH_INTEGER, 2, INT64_C(1000000000000), "1000000", NULL,
     "games after which it ends undecided"},
    CONTEST_ITERATIONS_FLAG,
    CONTEST_TIME_FLAG,
    CONTEST_LUCK_FLAG,
    CONTEST_FLAGS,
    CONTEST_SAVE_FLAG,
    CONTEST_RECORD_FLAG,
    {0},
};

struct comparing {
    struct contest *contest; /* with its duel */
    struct live live;
    bool stopped;
};

static const char *const decision[] = {"undecided", "better", "not better"};

static bool same_bot(const struct contest *c) {
    return plan_same_bot(&c->player[DUEL_NEW], &c->player[DUEL_OLD]);
}

/* ---- for people ---- */

static void print_bots(const struct comparing *c) {
    const struct duel *d = &c->contest->duel;
    const int shares = luck_is_adjusted(&d->luck) ? 2 : 1;
    struct table t = table_start(shares > 1 ? "lLrrrrRR" : "lLrrrRR");
    const char *const head[] = {" ", "bot", "games", "win share", "adjusted"};
    for (int i = 0; i < 3 + shares; i++) table_add(&t, "%s", head[i]);
    add_pace_heads(&t);
    for (int i = 0; i < c->contest->plan.bots; i++) {
        const char *const role[] = {"new", "old", "against"};
        char games[27];
        table_add(&t, "%s", role[i < 2 ? i : 2]);
        table_add(&t, contest_is_out(c->contest, i) ? "%s, disqualified" : "%s",
                  c->contest->bot[i].name);
        if (i < 2) {
            struct th_arena_standing s;
            duel_adjusted(d, i, &s);
            table_add(&t, "%s", text_thousands((int64_t)d->seats[i], games));
            table_add(&t, "%.2f %%", 100 * d->won[i] / (double)d->seats[i]);
            if (shares > 1) table_add(&t, "%.2f %%", 100 * s.adjusted.mean);
        } else {
            for (int k = 0; k < 1 + shares; k++) table_add(&t, " ");
        }
        add_pace(&t, pace_summary(&d->pace[i]));
    }
    table_end(&t, 0, stdout);
}

/* Without a sign where it is nothing. */
static double evidence(const struct duel *d) {
    return fabs(d->llr) < 0.005 ? 0 : d->llr;
}

static void print_decision(const struct comparing *c) {
    const struct duel *d = &c->contest->duel;
    const struct duel_estimate x = duel_estimate(d);
    char games[27], asked[27], different[48], elo[3][24];
    text_thousands((int64_t)d->games, games);
    if (duel_is_stale(d))
        print_folded(stdout, "undecided   %s in %s; " CONTEST_VARY "\n",
                     contest_different(d->distinct.count, different), games);
    else if (c->stopped && duel_decision(d) == DUEL_OPEN)
        print_folded(stdout,
                     "stopped     after %s of %s games, before the test of %+g against %+g Elo was "
                     "decided\n",
                     games, text_thousands((int64_t)c->contest->plan.games, asked), d->elo1,
                     d->elo0);
    else
        print_folded(stdout, "%-10s  by the test of %+g against %+g Elo, after %s games\n",
                     decision[duel_decision(d)], d->elo1, d->elo0, games);
    print_folded(stdout, "difference  %s Elo, 95 %% interval %s to %s\n",
                 duel_elo_text(x.elo, elo[0]), duel_elo_text(x.low, elo[1]),
                 duel_elo_text(x.high, elo[2]));
    print_folded(stdout, "evidence    log likelihood ratio %+.2f, decided at %+.2f or %+.2f\n",
                 evidence(d), d->bounds.lower, d->bounds.upper);
    char luck[CONTEST_LUCK_BYTES];
    if (contest_luck_text(&d->luck.summary, luck) != NULL)
        print_folded(stdout, "luck        %s\n", luck);
    const char *equal = duel_equal_text(same_bot(c->contest), duel_is_level(d));
    if (equal != NULL) print_folded(stdout, "equal       %s\n", equal);
}

static void print_all(const struct comparing *c) {
    const struct duel *d = &c->contest->duel;
    char number[27], digest[17], different[48], speed[64];
    if (d->scores.count == 0) {
        printf("stopped before the first games were over\n");
        return;
    }
    print_decision(c);
    printf("\n");
    print_bots(c);
    printf("\n");
    if (d->unfinished > 0)
        print_folded(stdout, "%s games reached %u turns, have no winner and count as shared.\n",
                     text_thousands((int64_t)d->unfinished, number),
                     (unsigned)c->contest->plan.max_turns);
    if (d->repeats > 0 && !duel_is_stale(d))
        print_folded(stdout, "%s: others only repeat them, and do not count; " CONTEST_VARY ".\n",
                     contest_different(d->distinct.count, different));
    contest_print_faults(c->contest, stdout);
    contest_print_unbound(c->contest, stdout);
    char seed[TH_SEED_BYTES];
    print_folded(stdout, "%s · %s games · seed %s · digest %s%s\n", c->contest->game_spec.text,
                 text_thousands((int64_t)d->games, number),
                 th_seed_write(c->contest->plan.seed, seed), text_digest(d->digest, digest),
                 contest_speed(d->games, c->contest->duel.seconds, speed));
}

/* The callback of the duel. */
static void draw_progress(void *context, const struct duel *d) {
    struct comparing *c = context;
    char text[200], games[27], elo[3][24];
    if (!live_due(&c->live) || d->scores.count < 2) return;
    const struct duel_estimate x = duel_estimate(d);
    snprintf(text, sizeof text, "%s games: %s Elo (%s to %s), evidence %+.2f of %+.2f or %+.2f\n",
             text_thousands((int64_t)d->games, games), duel_elo_text(x.elo, elo[0]),
             duel_elo_text(x.low, elo[1]), duel_elo_text(x.high, elo[2]), evidence(d),
             d->bounds.lower, d->bounds.upper);
    live_draw(&c->live, text);
}

/* ---- for programs ---- */

static json_t *bot_json(const struct comparing *c, int i) {
    const struct duel *d = &c->contest->duel;
    struct th_arena_standing s;
    json_t *one = json_pack("{s:s, s:s}", "bot", c->contest->bot[i].name, "role",
                            i == DUEL_NEW   ? "new"
                            : i == DUEL_OLD ? "old"
                                            : "against");
    json_object_set_new(one, "faults", json_integer((json_int_t)d->faults[i]));
    add_faults_json(c->contest, i, one);
    if (i > DUEL_OLD) return one;
    json_object_set_new(one, "games", json_integer((json_int_t)d->seats[i]));
    json_object_set_new(one, "win_share", number_json(d->won[i] / (double)d->seats[i]));
    duel_adjusted(d, i, &s);
    add_adjusted_json(&s, one);
    return one;
}

static json_t *elo_json(const struct duel *d, double elo) {
    return d->scores.count == 0 || fabs(elo) > DUEL_ELO_KNOWN ? json_null() : json_real(elo);
}

static json_t *compare_json(const struct comparing *c) {
    const struct duel *d = &c->contest->duel;
    const struct duel_estimate x = duel_estimate(d);
    char digest[17];
    json_t *bots = json_array(), *paces = json_array();
    for (int i = 0; i < c->contest->plan.bots; i++) {
        json_array_append_new(bots, bot_json(c, i));
        json_array_append_new(paces, pace_json(pace_summary(&c->contest->duel.pace[i])));
    }
    return json_pack(
        "{s:s, s:s, s:o, s:s, s:b, s:b, s:b, s:f, s:f, s:o, s:[o, o], s:f, s:[f, f], s:I, s:I, "
        "s:I, s:o, s:I, s:s, s:o, s:o, s:o, s:o, s:o}",
        "game", c->contest->game_spec.text, "rules_version", c->contest->plan.game->rules_version,
        "seed", seed_json(c->contest->plan.seed), "decision", decision[duel_decision(d)], "stopped",
        c->stopped, "same_bot", same_bot(c->contest), "level", duel_is_level(d), "elo0", d->elo0,
        "elo1", d->elo1, "elo", elo_json(d, x.elo), "elo_ci95", elo_json(d, x.low),
        elo_json(d, x.high), "llr", d->llr, "llr_bounds", d->bounds.lower, d->bounds.upper, "games",
        (json_int_t)d->games, "games_asked", (json_int_t)c->contest->plan.games, "blocks",
        (json_int_t)d->scores.count, "different_games",
        d->repeats > 0 ? json_integer((json_int_t)d->distinct.count) : json_null(), "unfinished",
        (json_int_t)d->unfinished, "digest", text_digest(d->digest, digest), "seconds",
        number_json(c->contest->duel.seconds), "seconds_a_move", paces, "luck",
        luck_json(&d->luck.summary), "bots", bots, "fault_notes", fault_notes_json(c->contest));
}

/* ---- playing ---- */

static bool read_comparison(struct contest *c, const struct arguments *a, struct th_error *e) {
    if (!contest_read(c, "compare", a, e)) return false;
    c->elo0 = arguments_decimal(a, "elo0"), c->elo1 = arguments_decimal(a, "elo1");
    c->alpha = arguments_decimal(a, "alpha"), c->beta = arguments_decimal(a, "beta");
    if (!(c->elo0 < c->elo1)) return th_fail(e, "--elo0 must be smaller than --elo1");
    if (!contest_has_rivals(c, a, e) || !contest_add_own(c, a, 2, "NEW or OLD is", e) ||
        !contest_add_against(c, a, e) || !contest_read_budget(c, a, e) ||
        !contest_choose_seed(c, a, e) || !contest_read_luck(c, a, e))
        return false;
    c->others = c->plan.bots - 2;
    return contest_plan(c, e);
}

int compare_contest(struct contest *contest, const struct contest_output *out, struct th_error *e) {
    struct comparing c = {.contest = contest, .live = live_start()};
    struct duel *duel = &contest->duel;
    contest->plan.stop = interrupt_watch();
    if (!contest_open_run(contest, e) || !contest_begin(contest, e)) return STATUS_USAGE;
    duel->progress = draw_progress;
    duel->context = &c;
    const enum series_end end = duel_play(duel, contest_series(contest, &contest->plan), e);
    live_end(&c.live);
    const bool is_short = end == SERIES_SHORT;
    if (end == SERIES_FAILED || (is_short && duel->games == 0)) return contest_failure(contest);
    const bool saved = contest_close_run(contest, e);
    c.stopped = end != SERIES_COMPLETE;
    if (out->copy != NULL) *out->copy = compare_json(&c);
    if (out->json)
        print_json(compare_json(&c));
    else
        print_all(&c);
    return !saved || is_short ? STATUS_FAILED : c.stopped ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct contest c = {.command = "compare"};
    const struct contest_output out = contest_output(a);
    const int status = read_comparison(&c, a, e) ? compare_contest(&c, &out, e) : STATUS_USAGE;
    contest_end(&c, a);
    return status;
}

const struct command compare_command = {
    .name = "compare",
    .positional = "GAME NEW OLD",
    .summary = "plays a new bot against an old one until it is clear whether it is better",
    .details =
        "A sequential probability ratio test of the difference in strength, --elo1 against\n"
        "--elo0 points on Elo's scale (400 points are odds of 10 to 1). It looks at the results\n"
        "after every round of line-ups and stops as soon as the evidence is enough for the error\n"
        "rates asked for. One observation is a block: games that share their luck, with seats\n"
        "exchanged. In games of more than two seats NEW and OLD take equally many; with --against\n"
        "each plays in one seat, with the same luck, and the others fill the rest.\n"
        "The estimated difference and its interval allow for the early stop. A block without any\n"
        "chance that only repeats earlier games is no evidence; when nothing else comes any more,\n"
        "the comparison ends undecided.\n"
        "With luck taken off (--luck) the test is one of real numbers, and needs 31 blocks at "
        "least;\n"
        "where the first blocks decide about that, it begins with plain results.\n"
        "The result and its digest are the same for any number of threads.",
    .flags = flags,
    .min = 3,
    .max = POSITIONAL_MAX,
    .examples = "  tahur compare kittens dqn v2\n"
                "  tahur compare cantstop risk-stop:t=0.25 risk-stop --elo1 5\n"
                "  tahur compare y mcts mcts:rave=0 --iterations 500 --elo1 50\n"
                "  tahur compare kittens v1 v2 --against dqn v3",
    .run = run,
};
