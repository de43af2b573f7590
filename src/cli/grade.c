/* Does a bot pass? Plays until it is sure. */
#include "contest/contest.h"

#include "command.h"
#include "contest_command.h"
#include "core/clock.h"
#include "core/json.h"
#include "core/text.h"
#include "terminal.h"
#include <inttypes.h>
#include <stdlib.h>

static const struct th_option flags[] = {
    {"against", TH_TEXT, 0, 0, NULL, NULL,
     "bot, or several after one another; each is a task of its own, and all must be passed; in "
     "games of more than two seats every combination of them in the other seats is one"},
    {"require", TH_DECIMAL, 1, TH_MILLION - 1, "0.5", NULL,
     "share of the games that the bot must win"},
    {"confidence", TH_DECIMAL, TH_MILLION / 2, TH_MILLION - 1, "0.95", NULL,
     "how sure a verdict must be: of all verdicts, at least this share is right"},
    {"games", TH_INTEGER, 2, INT64_C(1000000000), "100000", NULL,
     "games of each task after which a bot that is not sure to pass fails"},
    CONTEST_ITERATIONS_FLAG,
    CONTEST_TIME_FLAG,
    CONTEST_LUCK_FLAG,
    CONTEST_FLAGS,
    CONTEST_RECORD_FLAG,
    {0},
};

struct grading {
    struct contest contest;
    struct grade grade;
    struct live live;
    double begun, seconds;
};

static void draw_progress(void *context, const struct grade *grade) {
    struct grading *g = context;
    if (!live_due(&g->live)) return;
    const struct exam *x = &grade->task[grade->now];
    char text[200], games[27];
    const struct bets_interval interval = exam_interval(x);
    snprintf(text, sizeof text,
             "task %d of %d, %s games: %.1f %% (%.1f – %.1f), required %.1f %%\n", grade->now + 1,
             grade->tasks, text_thousands((int64_t)x->games, games), 100 * exam_share(x),
             100 * interval.low, 100 * interval.high, 100 * x->require);
    live_draw(&g->live, text);
}

/* ---- reporting ---- */

static const char *word_of(const struct grade *g, int task, char out[60]) {
    const struct exam *x = &g->task[task];
    if (exam_is_stale(x)) {
        char different[48];
        snprintf(out, 60, "fail, %s", contest_different(x->distinct.count, different));
        return out;
    }
    return x->verdict == BETS_AT_LEAST ? "pass"
           : x->verdict == BETS_BELOW  ? "fail"
           : g->over[task]             ? "fail, not sure"
           : x->games == 0             ? "not played"
                                       : "stopped";
}

static const char *name_at(const struct grading *g, const struct exam *x, int place) {
    return g->contest.bot[x->fixture.line_up[0].bot[place]].name;
}

static const char *others_of(const struct grading *g, const struct exam *x, char *out,
                             size_t size) {
    struct text text = text_in(out, size);
    for (int i = 1; i < g->contest.plan.seats; i++)
        text_add(&text, "%s%s", i > 1 ? ", " : "", name_at(g, x, i));
    return out;
}

static void add_share(struct table *t, const struct exam *x, double share, bool known) {
    if (known && x->scores.count > 0)
        table_add(t, "%.2f %%", 100 * share);
    else
        table_add(t, "-");
}

static void print_tasks(const struct grading *g) {
    bool adjusted = false;
    for (int i = 0; i < g->grade.tasks; i++) adjusted |= luck_is_adjusted(&g->grade.task[i].luck);
    struct table t = table_start(adjusted ? "lrrrrrl" : "lrrrrl");
    char percent[40], number[27], others[800], word[60];
    snprintf(percent, sizeof percent, "%g %% interval", 100 * g->grade.confidence);
    const char *const head[] = {"against", "games",    "win share", "adjusted",
                                percent,   "required", " "};
    for (int i = 0; i < 7; i++)
        if (adjusted || i != 3) table_add(&t, "%s", head[i]);
    for (int i = 0; i < g->grade.tasks; i++) {
        const struct exam *task = &g->grade.task[i];
        const struct bets_interval x = exam_interval(task);
        table_add(&t, "%s", others_of(g, task, others, sizeof others));
        table_add(&t, "%s", text_thousands((int64_t)task->games, number));
        add_share(&t, task, scores_mean(&task->scores), true);
        if (adjusted) add_share(&t, task, task->adjusted.mean, luck_is_adjusted(&task->luck));
        table_add(&t, "%.2f – %.2f", 100 * x.low, 100 * x.high);
        table_add(&t, "%g %%", 100 * g->grade.require);
        table_add(&t, "%s", word_of(&g->grade, i, word));
    }
    table_end(&t, 0, stdout);
}

static void print_remarks(const struct grading *g, const struct exam *x) {
    char others[800], different[48], luck[CONTEST_LUCK_BYTES];
    others_of(g, x, others, sizeof others);
    if (contest_luck_text(&x->luck.summary, luck) != NULL)
        print_folded(stdout, "luck against %s %s\n", others, luck);
    if (x->unfinished > 0)
        print_folded(stdout, "%" PRIu64 " games against %s had no winner and count as shared\n",
                     x->unfinished, others);
    if (x->repeats > 0)
        print_folded(
            stdout, "%s of %" PRIu64 " against %s, and the others do not count; " CONTEST_VARY "\n",
            contest_different(x->distinct.count, different), x->games, others);
}

static void print_all(const struct grading *g) {
    char number[27], time[3][16], digest[17];
    const struct th_pace pace = pace_summary(&g->grade.pace[0]);
    print_tasks(g);
    if (g->grade.stopped)
        print_folded(stdout, "\nstopped: no verdict on %s\n", g->contest.bot[0].name);
    else
        print_folded(stdout, "\n%s %s\n", g->contest.bot[0].name,
                     grade_passes(&g->grade) ? "passes" : "fails");
    if (pace.answers > 0)
        print_folded(stdout, "time a move %s, 95 %% within %s, worst %s\n",
                     text_seconds(pace.mean, time[0]), text_seconds(pace.p95, time[1]),
                     text_seconds(pace.worst, time[2]));
    for (int i = 0; i < g->grade.tasks; i++) print_remarks(g, &g->grade.task[i]);
    contest_print_faults(&g->contest, stdout);
    contest_print_copies(&g->contest, stdout);
    contest_print_unbound(&g->contest, stdout);
    char seed[TH_SEED_BYTES];
    print_folded(stdout, "%s · %s games · seed %s · digest %s · %.2f s\n",
                 g->contest.game_spec.text, text_thousands((int64_t)g->grade.games, number),
                 th_seed_write(g->contest.plan.seed, seed), text_digest(g->grade.digest, digest),
                 g->seconds);
}

static json_t *task_json(const struct grading *g, int task) {
    const struct exam *x = &g->grade.task[task];
    const struct bets_interval interval = exam_interval(x);
    const bool sure = x->verdict != BETS_NOT_SURE;
    json_t *others = json_array(), *opponent_faults = json_array();
    for (int i = 1; i < g->contest.plan.seats; i++) {
        json_array_append_new(others, json_string(name_at(g, x, i)));
        json_array_append_new(opponent_faults, json_integer((json_int_t)x->faults[i]));
    }
    return json_pack(
        "{s:o, s:I, s:o, s:o, s:o, s:[f, f], s:o, s:o, s:b, s:I, s:o, s:I}", "against", others,
        "games", (json_int_t)x->games, "different_games",
        x->repeats > 0 ? json_integer((json_int_t)x->distinct.count) : json_null(), "win_share",
        x->scores.count > 0 ? json_real(scores_mean(&x->scores)) : json_null(), "adjusted_share",
        luck_is_adjusted(&x->luck) ? json_real(x->adjusted.mean) : json_null(), "interval",
        interval.low, interval.high, "luck", luck_json(&x->luck.summary), "verdict",
        !sure && !g->grade.over[task] ? json_null()
                                      : json_string(x->verdict == BETS_AT_LEAST ? "pass" : "fail"),
        "sure", sure, "faults", (json_int_t)x->faults[0], "opponent_faults", opponent_faults,
        "unfinished", (json_int_t)x->unfinished);
}

static json_t *grade_json(const struct grading *g) {
    json_t *tasks = json_array(), *bots = json_array();
    char digest[17];
    for (int i = 0; i < g->contest.plan.bots; i++) {
        json_t *one = json_pack("{s:s, s:I}", "bot", g->contest.bot[i].name, "faults",
                                (json_int_t)g->contest.faults.bot[i].faults);
        add_faults_json(&g->contest, i, one);
        json_array_append_new(bots, one);
    }
    for (int i = 0; i < g->grade.tasks; i++) json_array_append_new(tasks, task_json(g, i));
    return json_pack("{s:s, s:s, s:s, s:o, s:b, s:o, s:f, s:f, s:I, s:s, s:f, s:o, s:o, s:o, s:o}",
                     "game", g->contest.game_spec.text, "rules_version",
                     g->contest.plan.game->rules_version, "bot", g->contest.bot[0].name, "seed",
                     seed_json(g->contest.plan.seed), "stopped", g->grade.stopped, "passes",
                     g->grade.stopped ? json_null() : json_boolean(grade_passes(&g->grade)),
                     "require", g->grade.require, "confidence", g->grade.confidence, "games",
                     (json_int_t)g->grade.games, "digest", text_digest(g->grade.digest, digest),
                     "seconds", g->seconds, "seconds_a_move",
                     pace_json(pace_summary(&g->grade.pace[0])), "tasks", tasks, "bots", bots,
                     "fault_notes", fault_notes_json(&g->contest));
}

/* ---- the command ---- */

static bool read_grading(struct grading *g, const struct arguments *a, struct th_error *e) {
    struct contest *c = &g->contest;
    if (!th_options_given(&a->flags, "against"))
        return th_fail(e, "needs --against BOT…: whom the bot has to beat");
    return contest_read(c, "grade", a, e) && contest_has_rivals(c, a, e) &&
           contest_add_own(c, a, 1, "the bot is", e) && contest_add_against(c, a, e) &&
           contest_read_budget(c, a, e) && contest_choose_seed(c, a, e) &&
           contest_read_luck(c, a, e) &&
           grade_make(&g->grade, c, arguments_decimal(a, "require"),
                      arguments_decimal(a, "confidence"), e);
}

static int play(struct grading *g, bool json, struct th_error *e) {
    g->contest.plan.stop = interrupt_watch();
    g->grade.progress = draw_progress;
    g->grade.context = g;
    const bool ok = contest_begin(&g->contest, e) && grade_play(&g->grade, e);
    live_end(&g->live);
    g->seconds = clock_seconds() - g->begun;
    if (!ok) return contest_failure(&g->contest);
    if (json)
        print_json(grade_json(g));
    else
        print_all(g);
    return g->grade.stopped          ? STATUS_INTERRUPTED
           : grade_passes(&g->grade) ? STATUS_OK
                                     : STATUS_FAILED;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct grading g = {.live = live_start(), .begun = clock_seconds()};
    const int status = read_grading(&g, a, e) ? play(&g, contest_output(a).json, e) : STATUS_USAGE;
    grade_drop(&g.grade);
    contest_end(&g.contest, a);
    return status;
}

const struct command grade_command = {
    .name = "grade",
    .positional = "GAME BOT",
    .summary = "plays a bot until it is clear whether it wins often enough",
    .details =
        "For teachers and for continuous integration: exit status 0 if the bot passes, 1 if it\n"
        "fails. It passes when it is sure to win at least the required share of games against\n"
        "each bot named. Sure means that the interval lies above; it is an interval that holds at\n"
        "every moment, so that looking after every block and stopping early does it no harm. A "
        "bot\n"
        "whose strength is very near to what is required fails when --games are over, and the\n"
        "report says so. One observation is a block: games that share their luck, with seats "
        "exchanged; a "
        "block\n"
        "without any chance that only repeats earlier games is none.\n"
        "With luck taken off (--luck) fewer games are needed, and the confidence holds "
        "approximately\n"
        "instead of exactly (docs/luck-statistics.md).\n"
        "Control-C, or SIGTERM, ends it without a verdict.",
    .flags = flags,
    .min = 2,
    .max = POSITIONAL_MAX,
    .examples = "  tahur grade kittens dqn --against v1 v2 --require 0.9\n"
                "  tahur grade cantstop medium --against easy --require 0.6 --confidence 0.99\n"
                "  tahur grade y mcts --iterations 200 --against flat-mc random",
    .run = run,
};
