/* Does a bot pass? Plays until it is sure. */
#include "arena/line_ups.h"
#include "arena_report.h"
#include "commands.h"
#include "contest.h"
#include "core/clock.h"
#include "core/text.h"
#include "describe.h"
#include "live.h"
#include "stats/bets.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    {"against", TH_TEXT, 0, 0, NULL, NULL,
     "bot, or several behind one another; each is a task of its own, and all must be passed; in "
     "games of more than two seats every combination of them in the other seats is one"},
    {"require", TH_DECIMAL, 1, TH_MILLION - 1, "0.5", NULL,
     "share of the games that the bot must win"},
    {"confidence", TH_DECIMAL, TH_MILLION / 2, TH_MILLION - 1, "0.95", NULL,
     "how sure a verdict must be: of all verdicts, at least this share is right"},
    {"games", TH_INTEGER, 2, INT64_C(1000000000), "100000", NULL,
     "games of each task after which a bot that is not sure to pass fails"},
    CONTEST_TIME_FLAG,
    CONTEST_FLAGS,
    {0},
};

/* One line-up: the bot, and who sits in the other seats. */
struct task {
    struct fixture fixture;
    struct scores scores; /* of blocks, in twelfths of a game */
    enum bets_verdict verdict;
    struct bets_interval interval;
    uint64_t games, faults, unfinished;
};

struct grading {
    struct contest contest;
    struct task *task;
    int tasks;
    struct task *now; /* under way */
    double require, confidence;
    struct series series;
    struct pace *pace;
    struct live live;
    uint64_t digest, games;
    double begun;
    bool stopped;
};

/* ---- playing ---- */

static int score_of(const struct grading *g, const struct series_block *block, int game) {
    double share[TH_SEATS_MAX];
    const struct match_result *r = &block->result[game];
    series_shares(r, g->contest.seats, share);
    for (int i = 0; i < g->contest.seats; i++)
        if (series_place(&g->series, block, game, i) == 0) {
            g->now->faults += r->end == MATCH_FAULT && r->fault_seat == i;
            return (int)(share[i] * TWELFTHS + 0.5);
        }
    return 0;
}

static void draw_progress(struct grading *g) {
    char text[200], games[27];
    const struct bets_interval x = bets_interval(&g->now->scores, g->confidence);
    snprintf(text, sizeof text,
             "task %d of %d, %s games: %.1f %% (%.1f – %.1f), required %.1f %%\n",
             (int)(g->now - g->task) + 1, g->tasks, text_thousands((int64_t)g->now->games, games),
             100 * scores_mean(&g->now->scores), 100 * x.low, 100 * x.high, 100 * g->require);
    live_draw(&g->live, text);
}

static bool count_block(void *context, const struct series_block *block) {
    struct grading *g = context;
    struct task *t = g->now;
    int score = 0;
    for (int i = 0; i < block->games; i++) {
        score += score_of(g, block, i);
        t->unfinished += block->result[i].end == MATCH_UNFINISHED;
        g->digest = th_mix2(g->digest, block->result[i].digest);
    }
    t->games += (uint64_t)block->games;
    scores_add(&t->scores, score);
    t->verdict = bets_verdict(&t->scores, g->require, g->confidence);
    if (live_due(&g->live)) draw_progress(g);
    return t->verdict == BETS_NOT_SURE;
}

static bool play_task(struct grading *g, struct task *t, struct th_error *e) {
    const uint64_t seats = (uint64_t)g->contest.seats;
    const uint64_t asked = g->contest.games;
    struct series *s = &g->series;
    *s = contest_series(&g->contest);
    s->fixture = &t->fixture;
    s->fixtures = s->line_ups = 1;
    s->all_orders = true;
    s->games = (asked + seats - 1) / seats * seats;
    s->count = count_block;
    s->context = g;
    s->pace = g->pace;
    g->now = t;
    const enum series_end end = series_play(s, e);
    if (end == SERIES_FAILED) return false;
    t->interval = bets_interval(&t->scores, g->confidence);
    g->games += t->games;
    g->stopped = end == SERIES_STOPPED;
    return true;
}

/* ---- telling ---- */

static bool passes(const struct grading *g) {
    for (int i = 0; i < g->tasks; i++)
        if (g->task[i].verdict != BETS_AT_LEAST) return false;
    return true;
}

static const char *word_of(const struct task *t) {
    return t->games == 0                 ? "not played"
           : t->verdict == BETS_AT_LEAST ? "pass"
           : t->verdict == BETS_BELOW    ? "fail"
                                         : "fail, not sure";
}

static const char *others_of(const struct grading *g, const struct task *t, char *out,
                             size_t size) {
    struct text text = text_in(out, size);
    for (int i = 1; i < g->contest.seats; i++)
        text_add(&text, "%s%s", i > 1 ? ", " : "",
                 g->contest.bot[t->fixture.line_up[0].bot[i]].name);
    return out;
}

static void print_all(const struct grading *g) {
    struct table t = table_start("lrrrrl");
    char percent[40], number[27], others[800], time[3][16];
    snprintf(percent, sizeof percent, "%g %% interval", 100 * g->confidence);
    const char *const head[] = {"against", "games", "win share", percent, "required", " "};
    for (int i = 0; i < 6; i++) table_add(&t, "%s", head[i]);
    for (int i = 0; i < g->tasks; i++) {
        const struct task *task = &g->task[i];
        table_add(&t, "%s", others_of(g, task, others, sizeof others));
        table_add(&t, "%s", text_thousands((int64_t)task->games, number));
        table_add(&t, "%.2f %%", 100 * scores_mean(&task->scores));
        table_add(&t, "%.2f – %.2f", 100 * task->interval.low, 100 * task->interval.high);
        table_add(&t, "%g %%", 100 * g->require);
        table_add(&t, "%s", word_of(task));
    }
    table_end(&t, 0, stdout);
    const struct th_pace pace = pace_summary(&g->pace[0]);
    printf("\n%s %s\n", g->contest.bot[0].name, passes(g) ? "passes" : "fails");
    if (pace.answers > 0)
        printf("time a move %s, 95 %% within %s, worst %s\n", text_seconds(pace.mean, time[0]),
               text_seconds(pace.p95, time[1]), text_seconds(pace.worst, time[2]));
    for (int i = 0; i < g->tasks; i++) {
        if (g->task[i].faults > 0)
            printf("illegal answers in %" PRIu64 " games against %s, which it lost\n",
                   g->task[i].faults, others_of(g, &g->task[i], others, sizeof others));
        if (g->task[i].unfinished > 0)
            printf("%" PRIu64 " games against %s had no winner and count as shared\n",
                   g->task[i].unfinished, others_of(g, &g->task[i], others, sizeof others));
    }
    printf("%s · %s games · seed %" PRIu64 " · digest %016" PRIx64 " · %.2f s\n",
           g->contest.game_spec.text, text_thousands((int64_t)g->games, number), g->series.seed,
           g->digest, clock_seconds() - g->begun);
}

static json_t *grade_json(const struct grading *g) {
    json_t *tasks = json_array();
    char digest[17];
    snprintf(digest, sizeof digest, "%016" PRIx64, g->digest);
    for (int i = 0; i < g->tasks; i++) {
        const struct task *t = &g->task[i];
        json_t *others = json_array();
        for (int k = 1; k < g->contest.seats; k++)
            json_array_append_new(others,
                                  json_string(g->contest.bot[t->fixture.line_up[0].bot[k]].name));
        json_array_append_new(
            tasks, json_pack("{s:o, s:I, s:f, s:[f, f], s:s, s:b, s:I, s:I}", "against", others,
                             "games", (json_int_t)t->games, "win_share", scores_mean(&t->scores),
                             "interval", t->interval.low, t->interval.high, "verdict",
                             t->verdict == BETS_AT_LEAST ? "pass" : "fail", "sure",
                             t->verdict != BETS_NOT_SURE, "faults", (json_int_t)t->faults,
                             "unfinished", (json_int_t)t->unfinished));
    }
    return json_pack("{s:s, s:s, s:s, s:I, s:b, s:f, s:f, s:I, s:s, s:o, s:o}", "game",
                     g->contest.game_spec.text, "rules_version", g->contest.game->rules_version,
                     "bot", g->contest.bot[0].name, "seed", (json_int_t)g->series.seed, "passes",
                     passes(g), "require", g->require, "confidence", g->confidence, "games",
                     (json_int_t)g->games, "digest", digest, "seconds_a_move",
                     pace_json(pace_summary(&g->pace[0])), "tasks", tasks);
}

/* ---- the command ---- */

static bool read_grading(struct grading *g, const struct arguments *a, struct th_error *e) {
    struct line_ups l = {0};
    g->require = (double)th_options_number(&a->flags, "require") / (double)TH_MILLION;
    g->confidence = (double)th_options_number(&a->flags, "confidence") / (double)TH_MILLION;
    if (!th_options_given(&a->flags, "against"))
        return th_fail(e, "needs --against BOT…: whom the bot has to beat");
    if (!contest_read(&g->contest, "grade", a, e)) return false;
    const int seats = g->contest.seats;
    if (seats < 2)
        return th_fail(e, "%s has one seat: nobody plays against another", a->positional[0]);
    if (!contest_add_named(&g->contest, a->positional[1], a->positional[1], e) ||
        !contest_add_against(&g->contest, 2, e) || !contest_read_budget(&g->contest, e))
        return false;
    const int others = g->contest.bots - 1;
    int *pool = calloc((size_t)others, sizeof *pool);
    for (int i = 0; pool != NULL && i < others; i++) pool[i] = i + 1;
    bool ok = pool != NULL && line_ups_add(&l, seats, (const int[]){0}, 1, pool, others, e);
    free(pool);
    if (ok) g->task = calloc((size_t)l.count, sizeof *g->task);
    g->pace = calloc((size_t)g->contest.bots, sizeof *g->pace);
    if (g->task == NULL || g->pace == NULL) ok = ok && th_fail(e, "out of memory");
    for (int i = 0; ok && i < l.count; i++) {
        g->task[i].fixture.line_up[0] = l.list[i];
        ok = scores_make(&g->task[i].scores, TWELFTHS * seats, e);
        g->tasks++;
    }
    line_ups_drop(&l);
    return ok;
}

static int play(struct grading *g, struct th_error *e) {
    bool ok = true;
    for (int i = 0; ok && !g->stopped && i < g->tasks; i++) ok = play_task(g, &g->task[i], e);
    live_end(&g->live);
    if (!ok) return STATUS_USAGE;
    if (g->contest.json)
        print_json(grade_json(g));
    else
        print_all(g);
    return g->stopped ? STATUS_INTERRUPTED : passes(g) ? STATUS_OK : STATUS_FAILED;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct grading g = {.live = live_start(), .begun = clock_seconds()};
    const int status = read_grading(&g, a, e) ? play(&g, e) : STATUS_USAGE;
    for (int i = 0; i < g.tasks; i++) scores_drop(&g.task[i].scores);
    contest_drop(&g.contest);
    free(g.task);
    free(g.pace);
    return status;
}

const struct command grade_command = {
    .name = "grade",
    .positional = "GAME BOT",
    .summary = "plays a bot until it is sure whether it wins often enough",
    .details =
        "For teachers and for continuous integration: exit status 0 if the bot passes, 1 if it\n"
        "fails. It passes when it is sure to win at least the required share of games against\n"
        "each bot named. Sure means that the interval lies above; it is an interval that holds at\n"
        "every moment, so that looking after every block and stopping early does it no harm. A "
        "bot\n"
        "whose strength is very near to what is required fails when --games are over, and is told\n"
        "so. One observation is a block: games that share their luck, with seats exchanged.",
    .flags = flags,
    .min = 2,
    .max = POSITIONAL_MAX,
    .examples = "  tahur grade kittens dqn --against v1 v2 --require 0.9\n"
                "  tahur grade cantstop medium --against easy --require 0.6 --confidence 0.99\n"
                "  tahur grade y mcts --iterations 200 --against flat-mc random",
    .run = run,
};
