/* Who is strongest: any number of bots, rated by their results. */
#include "contest/contest.h"

#include "contest_command.h"
#include "core/clock.h"
#include "core/text.h"
#include "terminal.h"
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    {"format", TH_CHOICE, 0, 0, NULL, league_formats,
     "who plays whom: round-robin, every pair by itself; gauntlet, the first bot with every "
     "combination of the others; free-for-all, every combination of bots; by default free-for-all, "
     "which for two seats is every pair"},
    {"games", TH_INTEGER, 1, INT64_C(1000000000), "1000", NULL,
     "games of each line-up, made up to whole blocks"},
    CONTEST_ITERATIONS_FLAG,
    {"time", TH_TEXT, 0, 0, NULL, NULL,
     "milliseconds a move for every bot that has the option time; several, as in 50,200,1000, "
     "play a league each and show how the bots scale; then results depend on the machine"},
    CONTEST_LUCK_FLAG,
    CONTEST_FLAGS,
    CONTEST_SAVE_FLAG,
    CONTEST_SHARD_FLAG,
    CONTEST_RECORD_FLAG,
    {0},
};

enum { TIMES_MAX = 16 };

/* One league after the other, a budget each. */
struct leagues {
    struct contest *contest;
    const struct contest_output *output;
    int64_t time[TIMES_MAX];
    int times;
    struct ratings rated[TIMES_MAX]; /* by budget, of the leagues that were finished */
    bool stopped, failed;
};

/* ---- reading ---- */

static bool read_times(struct leagues *l, const char *text, struct th_error *e) {
    for (const char *p = text; p != NULL; p = strchr(p, ',') != NULL ? strchr(p, ',') + 1 : NULL) {
        char word[24], clipped[TEXT_CLIP_BYTES];
        const size_t length = strcspn(p, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), p);
        if (l->times == TIMES_MAX) return th_fail(e, "--time takes at most %d", TIMES_MAX);
        int64_t *time = &l->time[l->times++];
        if (!text_count(word, time) || *time < 1 || *time > 3600000)
            return th_fail(e,
                           "--time takes milliseconds a move, whole numbers from 1 to 3600000, "
                           "separated by commas, not “%s”",
                           text_clip(length < sizeof word ? word : p, clipped));
    }
    return true;
}

static bool read_bots(struct leagues *l, const struct arguments *a, struct th_error *e) {
    struct contest *c = l->contest;
    for (int i = 1; i < a->count; i++)
        if (!contest_add(c, a->positional[i], e)) return false;
    if (c->plan.bots < 2) return th_fail(e, "a league takes at least two bots");
    return contest_has_rivals(c, a, e) && contest_choose_seed(c, a, e) &&
           contest_read_luck(c, a, e);
}

static bool read_leagues(struct leagues *l, const struct arguments *a, struct th_error *e) {
    const char *time = th_options_text(&a->flags, "time");
    l->contest->format = th_options_given(&a->flags, "format")
                             ? (enum league_format)th_options_number(&a->flags, "format")
                             : FREE_FOR_ALL;
    if (time != NULL && th_options_given(&a->flags, "iterations"))
        return th_fail(e, "--time and --iterations cannot both be given");
    if (!read_bots(l, a, e) || (time != NULL && !read_times(l, time, e))) return false;
    if (l->times > 1 && th_options_given(&a->flags, "save"))
        return th_fail(e, "a run that is saved has one --time, not %d", l->times);
    if (l->times > 0 && !contest_set_budget(l->contest, "time", l->time[0], e)) return false;
    return !th_options_given(&a->flags, "iterations") ||
           contest_set_budget(l->contest, "iterations", th_options_number(&a->flags, "iterations"),
                              e);
}

/* ---- playing ---- */

/* A league in progress, on the terminal. */
struct playing {
    const struct contest *contest;
    struct live live;
    struct rate rate;
};

/* Draws the standings so far: the callback of the league. */
static void draw_standings(void *context, const struct league *l) {
    struct playing *p = context;
    struct ratings ratings;
    struct league_view view;
    struct th_error e;
    const double now = clock_seconds();
    if (p->live.terminal) rate_note(&p->rate, now, l->games);
    if (!live_due(&p->live) || !league_rate(l, &ratings, &e)) return;
    char *text = NULL, number[27], left[RATE_TEXT];
    const uint64_t all = plan_own_games(l->plan);
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out != NULL && league_view_make(&view, p->contest, l, &ratings, &e)) {
        rate_left(&p->rate, now, l->games, all, left);
        fprintf(out, "%s games, %.0f %%%s%s; Control-C ends it here\n\n",
                text_thousands((int64_t)l->games, number), 100 * (double)l->games / (double)all,
                left[0] != 0 ? ", " : "", left);
        league_print_ratings(&view, terminal_width() - 1, out);
        free(view.order);
    }
    if (out != NULL) fclose(out);
    if (text != NULL) live_draw(&p->live, text);
    free(text);
    ratings_drop(&ratings);
}

static bool report(struct leagues *l, const struct league *league, int number, json_t *list,
                   struct th_error *e) {
    struct ratings ratings;
    struct league_view view;
    if (!league_rate(league, &ratings, e)) return false;
    const bool ok = league_view_make(&view, l->contest, league, &ratings, e);
    if (ok) {
        view.stopped = l->stopped;
        if (l->output->copy != NULL) *l->output->copy = league_json(&view);
        if (l->output->json)
            json_array_append_new(list, league_json(&view));
        else
            league_print(&view, stdout);
        free(view.order);
    }
    if (l->times > 0 && !l->stopped)
        l->rated[number] = ratings;
    else
        ratings_drop(&ratings);
    return ok;
}

/* One league, with the budgets that are set. */
static bool play(struct leagues *l, int number, json_t *list, struct th_error *e) {
    struct contest *c = l->contest;
    const struct plan *plan = &c->plan;
    struct league league;
    if (!contest_open_run(c, e) || !contest_begin(c, e) || !league_make(&league, plan, e))
        return false;
    struct playing p = {
        .contest = c, .live = live_start(), .rate = {.skip = contest_saved_games(c)}};
    league.progress = draw_standings;
    league.context = &p;
    live_announce(&p.live, plan_own_games(plan));
    const enum series_end end = league_play(&league, contest_series(c, plan), e);
    live_end(&p.live);
    c->games_before += plan->games;
    l->stopped = end == SERIES_STOPPED;
    l->failed = end == SERIES_FAILED ? contest_failed(c) : !contest_close_run(c, e);
    const bool ok = end != SERIES_FAILED && (end != SERIES_SHORT || league.games > 0) &&
                    report(l, &league, number, list, e);
    if (end == SERIES_SHORT) l->failed = l->stopped = true;
    league_drop(&league);
    return ok;
}

/* Where some bots are not bound by the budget, and their strength is known in every league, their
 * mean is the zero of all columns, which so can be compared. */
static bool find_zero(const struct leagues *l, int columns, bool counts[]) {
    bool any = false;
    for (int bot = 0; bot < l->contest->plan.bots; bot++) {
        counts[bot] = !contest_has_budget(l->contest, bot);
        for (int i = 0; i < columns; i++) counts[bot] = counts[bot] && l->rated[i].bounded[bot];
        any |= counts[bot];
    }
    return any;
}

static void print_scaling(struct leagues *l, int columns) {
    const int bots = l->contest->plan.bots;
    char align[TIMES_MAX + 2] = "l";
    bool *counts = calloc((size_t)bots, sizeof *counts);
    const bool one_zero = counts != NULL && find_zero(l, columns, counts);
    for (int i = 0; i < columns; i++) {
        align[i + 1] = 'r';
        if (one_zero) ratings_center(&l->rated[i], counts);
    }
    struct table t = table_start(align);
    table_add(&t, "rating at");
    for (int i = 0; i < columns; i++) table_add(&t, "%lld ms", (long long)l->time[i]);
    for (int bot = 0; bot < bots; bot++) {
        table_add(&t, "%s", l->contest->bot[bot].name);
        for (int i = 0; i < columns; i++) {
            const double error = 1.96 * rating_elo(ratings_se(&l->rated[i], bot));
            const int decimals = rating_decimals(error);
            const double elo = rating_elo(l->rated[i].strength[bot]);
            table_add(&t, "%+.*f ± %.*f", decimals, rating_rounded(elo, decimals), decimals, error);
        }
    }
    printf("\n");
    table_end(&t, 0, stdout);
    printf(one_zero ? "0 is the mean of"
                    : "each column has a zero of its own, the mean of its bots: columns cannot be "
                      "compared");
    for (int bot = 0, shown = 0; one_zero && bot < bots; bot++)
        if (counts[bot]) printf("%s %s", shown++ > 0 ? "," : "", l->contest->bot[bot].name);
    printf(one_zero ? ", not bound by --time\n" : "\n");
    free(counts);
}

static int play_all(struct leagues *l, struct th_error *e) {
    const bool json = l->output->json;
    json_t *list = json ? json_array() : NULL;
    bool ok = true;
    const int leagues = l->times > 0 ? l->times : 1;
    int finished = 0;
    for (int i = 0; ok && !l->stopped && i < leagues; i++) {
        if (l->times > 0) ok = contest_set_budget(l->contest, "time", l->time[i], e);
        if (ok && leagues > 1 && !json)
            printf("%s%lld ms a move\n\n", i > 0 ? "\n" : "", (long long)l->time[i]);
        ok = ok && play(l, i, list, e);
        finished += ok && !l->stopped;
    }
    if (ok && json)
        print_json(l->times > 1 ? json_pack("{s:O}", "leagues", list)
                                : json_incref(json_array_get(list, 0)));
    else if (ok && leagues > 1 && finished > 0)
        print_scaling(l, finished);
    json_decref(list);
    return l->failed    ? STATUS_FAILED
           : !ok        ? STATUS_USAGE
           : l->stopped ? STATUS_INTERRUPTED
                        : STATUS_OK;
}

static int play_and_drop(struct leagues *l, struct th_error *e) {
    l->contest->plan.stop = interrupt_watch();
    const int status = play_all(l, e);
    for (int i = 0; i < TIMES_MAX; i++) ratings_drop(&l->rated[i]);
    return status;
}

int league_contest(struct contest *c, const struct contest_output *out, struct th_error *e) {
    struct leagues l = {.contest = c, .output = out};
    return play_and_drop(&l, e);
}

static int run(const struct arguments *a, struct th_error *e) {
    struct contest c;
    const struct contest_output out = contest_output(a);
    struct leagues l = {.contest = &c, .output = &out};
    const int status =
        contest_read(&c, "league", a, e) && read_leagues(&l, a, e) && contest_plan(&c, e)
            ? play_and_drop(&l, e)
            : STATUS_USAGE;
    contest_end(&c, a);
    return status;
}

const struct command league_command = {
    .name = "league",
    .positional = "GAME BOT BOT…",
    .summary = "plays every bot against the others and rates them",
    .details =
        "A bot may also be a folder, written with a slash: every NAME.model in it plays as dqn,\n"
        "and every NAME.bot is a text with a bot's spec.\n"
        "Ratings are on Elo's scale, where 400 points are odds of 10 to 1: Bradley-Terry for two\n"
        "seats, Plackett-Luce for more, by maximum likelihood, with blocks of games that share\n"
        "their luck counted as one observation. 0 is the mean of the bots that have both won and\n"
        "lost something (of all, if there are not two such bots). A block without any chance that\n"
        "only repeats earlier games of its line-up is no evidence and changes no rating.\n"
        "\"Above next\" is the probability that a bot is stronger than the one below it. In the\n"
        "cross table a bot's figure against another is its share of the games that one of the two\n"
        "won. With luck taken off (--luck), ratings are those of the results without luck; the "
        "cross\n"
        "table is plain. Win shares count a game without a winner as shared by all its players.\n"
        "All line-ups are played in turn, so Control-C ends the league at any time with what was\n"
        "played so far. The digest is the same for any number of threads.",
    .flags = flags,
    .min = 2,
    .max = POSITIONAL_MAX,
    .examples = "  tahur league cantstop easy medium hard glenn-aloi random\n"
                "  tahur league kittens v1 v2 v3 dqn ./models --games 20000\n"
                "  tahur league y mcts alphabeta flat-mc --time 10,50 --format gauntlet",
    .run = run,
};
