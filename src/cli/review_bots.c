/* What the games of a saved run owe to luck and what to their players, bot by bot: the sums of the
 * reviews of its games. */
#include "analysis_command.h"
#include "contest_command.h"
#include "terminal.h"

#include "analysis/review.h"
#include "core/text.h"
#include "stats/share.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a result, and the result without luck and hidden. */
enum part { START, LUCK, HIDDEN, HINDSIGHT, ERRORS, GIFTS, RESULT, ADJUSTED, PARTS };
static const char *const part_names[PARTS] = {"start",  "luck",  "hidden", "hindsight",
                                              "errors", "gifts", "result", "luck_adjusted"};

/* One bot. The games of a block share their luck, so that a block is one observation. */
struct balance {
    char player[TH_SPEC_BYTES]; /* the bot, as records name it */
    uint64_t games, blocks, decisions;
    int grade[REVIEW_GRADES];
    struct ratio part[PARTS]; /* a game */
    /* Of the block in progress: */
    double block_games, block_part[PARTS];
};

struct balances {
    const struct contest *contest;
    struct judging judging;
    struct progress progress;
    const atomic_bool *stop;
    uint64_t most, games, unfinished; /* to be reviewed, reviewed, and left out */
    uint64_t block;                   /* in progress */
    struct balance *bot;              /* by bot of the contest */
};

/* ---- counting ---- */

static void close_block(struct balances *b) {
    for (int i = 0; i < b->contest->plan.bots; i++) {
        struct balance *one = &b->bot[i];
        if (one->block_games == 0) continue;
        for (int k = 0; k < PARTS; k++) {
            ratio_add(&one->part[k], one->block_part[k], one->block_games);
            one->block_part[k] = 0;
        }
        one->blocks++;
        one->block_games = 0;
    }
}

static void add_player(struct balance *one, const struct review_player *p) {
    const double part[PARTS] = {[START] = p->start,   [LUCK] = p->luck,
                                [HIDDEN] = p->hidden, [HINDSIGHT] = p->hindsight,
                                [ERRORS] = p->errors, [GIFTS] = p->gifts,
                                [RESULT] = p->result, [ADJUSTED] = p->result - p->luck - p->hidden};
    for (int k = 0; k < PARTS; k++) one->block_part[k] += part[k];
    for (int k = 0; k < REVIEW_GRADES; k++) one->grade[k] += p->grade[k];
    one->decisions += (uint64_t)p->decisions;
    one->games++;
    one->block_games++;
}

static void count(struct balances *b, const struct record *r, const struct review *review) {
    const uint64_t block = r->number / (uint64_t)plan_block_games(&b->contest->plan);
    if (block != b->block) close_block(b);
    b->block = block;
    for (int seat = 0; seat < r->seats; seat++)
        for (int i = 0; i < b->contest->plan.bots; i++)
            if (strcmp(b->bot[i].player, r->player[seat]) == 0) {
                add_player(&b->bot[i], &review->player[seat]);
                break; /* a later one is a copy, and is not told from it */
            }
    progress_update(&b->progress, ++b->games);
}

/* Ends the visit when enough has been seen, which is no failure. */
static bool visit(void *context, struct record *r, struct th_error *e) {
    struct balances *b = context;
    struct th_error unfinished;
    struct review review;
    if (b->games == b->most || atomic_load(b->stop)) return th_fail(e, "%s", "");
    if (!review_check(r, &unfinished)) {
        b->unfinished++;
        return true;
    }
    if (!review_make(&review, r, b->judging.judge, NULL, NULL, e)) return false;
    count(b, r, &review);
    review_drop(&review);
    return true;
}

/* ---- what was found ---- */

static struct th_estimate part_of(const struct balance *one, enum part k) {
    return ratio_estimate(&one->part[k], one->blocks);
}

static void add_estimate(struct table *t, struct th_estimate x, bool sign) {
    if (isnan(x.se))
        table_add(t, sign ? "%+.1f %%" : "%.1f %%", 100 * x.mean);
    else
        table_add(t, sign ? "%+.1f %% ± %.1f" : "%.1f %% ± %.1f", 100 * x.mean, 100 * x.se);
}

static void print_bots(const struct balances *b) {
    static const struct {
        enum part part;
        const char *title;
        bool of_chance, of_hidden, sign;
    } column[] = {{RESULT, "result", false, false, false},
                  {LUCK, "luck", true, false, true},
                  {HIDDEN, "hidden", false, true, true},
                  {ADJUSTED, "luck-adjusted", true, false, false},
                  {ERRORS, "errors", false, false, false}};
    enum { COLUMNS = sizeof column / sizeof *column };
    const struct th_game *game = b->contest->plan.game;
    char align[TABLE_COLUMNS_MAX + 1] = "lr", games[27];
    bool shown[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) {
        shown[k] = (!column[k].of_chance || game->outcomes != NULL) &&
                   (!column[k].of_hidden || game->view != NULL);
        if (shown[k]) strcat(align, "r");
    }
    strcat(align, "rr");
    struct table t = table_start(align);
    table_add(&t, "bot");
    table_add(&t, "games");
    for (int k = 0; k < COLUMNS; k++)
        if (shown[k]) table_add(&t, "%s", column[k].title);
    table_add(&t, "loss a decision");
    table_add(&t, "mistakes");
    for (int i = 0; i < b->contest->plan.bots; i++) {
        const struct balance *one = &b->bot[i];
        if (one->games == 0) continue;
        table_add(&t, "%s", b->contest->bot[i].name);
        table_add(&t, "%s", text_thousands((int64_t)one->games, games));
        for (int k = 0; k < COLUMNS; k++)
            if (shown[k]) add_estimate(&t, part_of(one, column[k].part), column[k].sign);
        if (one->decisions > 0)
            table_add(&t, "%.2f %%", 100 * one->part[ERRORS].n / (double)one->decisions);
        else
            table_add(&t, "%s", "");
        table_add(&t, "%d of %llu",
                  one->grade[REVIEW_SMALL] + one->grade[REVIEW_BAD] + one->grade[REVIEW_BLUNDER],
                  (unsigned long long)one->decisions);
    }
    table_end(&t, 2, stdout);
}

static void print_balances(const struct balances *b) {
    char way[JUDGING_WAY_BYTES], games[27];
    judging_way(&b->judging, way);
    print_folded(stdout, "%s games, judged by %s\n\n", text_thousands((int64_t)b->games, games),
                 way);
    if (b->games > 0) {
        print_bots(b);
        print_folded(stdout,
                     "\nMeans of a game, with standard errors by block.%s --bot shows the mistakes "
                     "of a bot.\n",
                     b->contest->plan.game->outcomes == NULL ? ""
                     : b->contest->plan.game->view != NULL
                         ? " Luck-adjusted is the result without luck and hidden."
                         : " Luck-adjusted is the result without luck.");
    }
    if (b->unfinished > 0)
        print_folded(stdout, "%s games without a result are left out.\n",
                     text_thousands((int64_t)b->unfinished, games));
}

static void print_balances_json(const struct balances *b) {
    char way[JUDGING_WAY_BYTES];
    json_t *bots = json_array();
    for (int i = 0; i < b->contest->plan.bots; i++) {
        const struct balance *one = &b->bot[i];
        if (one->games == 0) continue;
        json_t *json = json_pack("{s:s, s:I}", "bot", b->contest->bot[i].name, "games",
                                 (json_int_t)one->games);
        for (int k = 0; k < PARTS; k++)
            json_object_set_new(json, part_names[k], estimate_json(part_of(one, (enum part)k)));
        json_object_set_new(json, "decisions", json_integer((json_int_t)one->decisions));
        for (int k = REVIEW_SMALL; k < REVIEW_GRADES; k++)
            json_object_set_new(json, k == REVIEW_BLUNDER ? "blunders" : review_grades[k],
                                json_integer(one->grade[k]));
        json_array_append_new(bots, json);
    }
    print_json(json_pack("{s:s, s:I, s:I, s:o}", "judge", judging_way(&b->judging, way), "games",
                         (json_int_t)b->games, "unfinished", (json_int_t)b->unfinished, "bots",
                         bots));
}

/* ---- the command ---- */

static int review_games(struct balances *b, struct run_file *f, const struct arguments *a,
                        struct th_error *e) {
    b->progress = progress_start(b->most, "games");
    /* What was found before a signal is reported; a game in progress is left out. */
    const bool visited = contest_visit_records(b->contest, f, 0, RUN_LAST_GAME, visit, b, e);
    const bool stopped = !visited && b->games < b->most && atomic_load(b->stop);
    progress_end(&b->progress);
    if (stopped ? b->games == 0 : !visited && e->text[0] != 0)
        return stopped ? interrupt_stopped("review") : STATUS_FAILED;
    close_block(b);
    if (th_options_number(&a->flags, "json") != 0)
        print_balances_json(b);
    else
        print_balances(b);
    return stopped ? STATUS_INTERRUPTED : STATUS_OK;
}

int review_bots(struct run_file *f, const struct contest *c, const struct arguments *a,
                struct th_error *e) {
    struct balances b = {.contest = c,
                         .stop = interrupt_watch(),
                         .most = (uint64_t)th_options_number(&a->flags, "games"),
                         .bot = calloc((size_t)c->plan.bots, sizeof *b.bot)};
    int status = STATUS_USAGE;
    for (int i = 0; b.bot != NULL && i < c->plan.bots; i++)
        th_options_write(c->player[i].kind->name, &c->player[i].options, true, b.bot[i].player,
                         sizeof b.bot[i].player);
    if (b.bot == NULL) {
        th_fail(e, "out of memory");
        status = STATUS_FAILED;
    } else if (review_can_judge(c->plan.game, a, e) &&
               judging_open(&b.judging, c->plan.game, c->plan.game_options, a, b.stop, e)) {
        status = review_games(&b, f, a, e);
    }
    judging_close(&b.judging);
    free(b.bot);
    return status;
}
