/* What a bot does wrong, from the games of a saved run. */
#include "analysis_command.h"
#include "terminal.h"

#include "analysis/review.h"
#include "contest/contest.h"
#include "core/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 10 };

/* The same thing done instead of the same other thing, however often. */
struct habit {
    char did[TH_ACTION_BYTES], better[TH_ACTION_BYTES];
    int times;
    double lost, worst;              /* in all, and in the worst case */
    char example[TH_POSITION_BYTES]; /* which is this one */
};

struct study {
    const struct contest *contest;
    struct judging judging;
    struct progress progress;
    const atomic_bool *stop;
    char player[TH_SPEC_BYTES]; /* the bot, as records name it */
    uint64_t most, games;       /* to be looked at, and looked at */
    uint64_t decisions;
    int grade[REVIEW_GRADES];
    double lost, squares;     /* of the games' losses */
    double products, lengths; /* of losses and decisions, and of decisions squared */
    struct habit *habit;
    int habits, room;
};

/* ---- one decision ---- */

static struct habit *habit_of(struct study *s, const char *did, const char *better) {
    for (int i = 0; i < s->habits; i++)
        if (strcmp(s->habit[i].did, did) == 0 && strcmp(s->habit[i].better, better) == 0)
            return &s->habit[i];
    if (s->habits == s->room) {
        const int room = s->room > 0 ? 2 * s->room : 64;
        struct habit *larger = realloc(s->habit, (size_t)room * sizeof *larger);
        if (larger == NULL) return NULL;
        s->habit = larger;
        s->room = room;
    }
    struct habit *h = &s->habit[s->habits++];
    *h = (struct habit){.times = 0};
    snprintf(h->did, sizeof h->did, "%s", did);
    snprintf(h->better, sizeof h->better, "%s", better);
    return h;
}

static bool note(struct study *s, const struct th_game *game, const struct th_state *state,
                 double lost, th_action best, th_action played, struct th_error *e) {
    char did[TH_ACTION_BYTES], better[TH_ACTION_BYTES];
    game->action_text(state, played, did, sizeof did);
    game->action_text(state, best, better, sizeof better);
    struct habit *h = habit_of(s, did, better);
    if (h == NULL) return th_fail(e, "out of memory");
    h->times++;
    h->lost += lost;
    if (lost > h->worst) {
        h->worst = lost;
        game->position_text(state, h->example, sizeof h->example);
    }
    return true;
}

/* ---- one game ---- */

static bool study_game(struct study *s, const struct record *r, const bool own[],
                       struct th_error *e) {
    const struct th_game *game = r->game;
    struct th_state *state = r->spare[0];
    double lost = 0, decisions = 0;
    memcpy(state, r->start, game->state_size);
    for (size_t k = 0; k < r->steps; k++) {
        const int mover = game->mover(state);
        struct review_loss loss;
        if (mover >= 0 && own[mover]) {
            if (!review_decide(s->judging.judge, game, state, r->action[k], r->spare[1], &loss, e))
                return false;
            if (loss.choice) {
                decisions++;
                s->grade[loss.grade]++;
                lost += loss.lost[mover];
            }
            if (loss.lost[mover] > 0 &&
                !note(s, game, state, loss.lost[mover], loss.best, r->action[k], e))
                return false;
        }
        game->apply(state, r->action[k]);
    }
    s->games++;
    s->decisions += (uint64_t)decisions;
    s->lost += lost;
    s->squares += lost * lost;
    s->products += lost * decisions;
    s->lengths += decisions * decisions;
    progress_update(&s->progress, s->games);
    return true;
}

/* Ends the visit when enough has been seen, which is no failure. */
static bool visit(void *context, struct record *r, struct th_error *e) {
    struct study *s = context;
    bool own[TH_SEATS_MAX], any = false;
    for (int i = 0; i < r->seats; i++) {
        own[i] = strcmp(r->player[i], s->player) == 0;
        any = any || own[i];
    }
    if (!any) return true;
    if (s->games == s->most || atomic_load(s->stop)) return th_fail(e, "%s", "");
    return study_game(s, r, own, e);
}

/* ---- what was found ---- */

/* The standard error of the mean loss a decision, a ratio of sums over games. */
static double mean_error(const struct study *s) {
    const double games = (double)s->games, decisions = (double)s->decisions;
    if (games < 2 || decisions == 0) return NAN;
    const double mean = s->lost / decisions;
    const double rest = s->squares - 2 * mean * s->products + mean * mean * s->lengths;
    return rest > 0 ? sqrt(rest * games / (games - 1)) / decisions : 0;
}

static int by_loss(const void *a, const void *b) {
    const struct habit *x = a, *y = b;
    if (x->lost != y->lost) return x->lost < y->lost ? 1 : -1;
    const int did = strcmp(x->did, y->did);
    return did != 0 ? did : strcmp(x->better, y->better);
}

static void print_study(const struct study *s, const char *name) {
    char way[JUDGING_WAY_BYTES], games[27], decisions[27];
    judging_way(&s->judging, way);
    print_folded(stdout, "%s: %s decisions in %s games, judged by %s\n\n", name,
                 text_thousands((int64_t)s->decisions, decisions),
                 text_thousands((int64_t)s->games, games), way);
    if (s->decisions == 0) return;
    print_folded(stdout, "  mean loss a decision  %.3f %% ± %.3f %% (standard error, by game)\n",
                 100 * s->lost / (double)s->decisions, 100 * mean_error(s));
    printf("  lost a game           %.2f %%\n", 100 * s->lost / (double)s->games);
    printf("  mistakes              %d small, %d bad, %d blunders\n", s->grade[REVIEW_SMALL],
           s->grade[REVIEW_BAD], s->grade[REVIEW_BLUNDER]);
    if (s->habits == 0) return;
    print_folded(stdout,
                 "\nTypical mistakes, by what they cost in all, each with its worst case:\n");
    struct table table = table_start("llrrrl");
    static const char *const head[] = {"did",         "better", "times",
                                       "lost in all", "worst",  "position"};
    for (int i = 0; i < 6; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < s->habits && i < SHOWN; i++) {
        const struct habit *h = &s->habit[i];
        table_add(&table, "%s", h->did);
        table_add(&table, "%s", h->better);
        table_add(&table, "%d", h->times);
        table_add(&table, "%.1f %%", 100 * h->lost);
        table_add(&table, "%.1f %%", 100 * h->worst);
        table_add(&table, "%s", h->example);
    }
    table_end(&table, 2, stdout);
}

static void print_study_json(const struct study *s, const char *name) {
    char way[JUDGING_WAY_BYTES];
    json_t *habits = json_array();
    const double error = mean_error(s);
    for (int i = 0; i < s->habits; i++) {
        const struct habit *h = &s->habit[i];
        json_array_append_new(habits,
                              json_pack("{s:s, s:s, s:i, s:f, s:f, s:s}", "did", h->did, "better",
                                        h->better, "times", h->times, "lost", h->lost, "worst",
                                        h->worst, "position", h->example));
    }
    print_json(json_pack("{s:s, s:s, s:I, s:I, s:o, s:o, s:i, s:i, s:i, s:o}", "bot", name, "judge",
                         judging_way(&s->judging, way), "games", (json_int_t)s->games, "decisions",
                         (json_int_t)s->decisions, "mean_loss",
                         s->decisions > 0 ? json_real(s->lost / (double)s->decisions) : json_null(),
                         "mean_loss_error", isnan(error) ? json_null() : json_real(error), "small",
                         s->grade[REVIEW_SMALL], "bad", s->grade[REVIEW_BAD], "blunders",
                         s->grade[REVIEW_BLUNDER], "mistakes", habits));
}

/* A game of the run that is reviewed alone. */
struct one_game {
    const struct arguments *arguments;
    bool found;
    int status;
};

/* ---- whose decisions ---- */

static int find_bot(const struct contest *c, const char *name, struct th_error *e) {
    char names[300] = "";
    for (int i = 0; i < c->plan.bots; i++) {
        if (strcmp(c->bot[i].name, name) == 0) return i;
        if (strlen(names) + strlen(c->bot[i].name) + 3 < sizeof names) {
            if (i > 0) strcat(names, ", ");
            strcat(names, c->bot[i].name);
        }
    }
    th_fail(e, "there is no bot “%s” in the run; there are %s", name, names);
    return -1;
}

static int study(struct run_file *f, struct contest *c, const struct arguments *a,
                 struct th_error *e) {
    const char *name = th_options_text(&a->flags, "bot");
    const int bot = find_bot(c, name, e);
    if (bot < 0) return STATUS_USAGE;
    const struct th_arena_player *p = &c->player[bot];
    struct study s = {.contest = c,
                      .stop = interrupt_watch(),
                      .most = (uint64_t)th_options_number(&a->flags, "games")};
    th_options_write(p->kind->name, &p->options, true, s.player, sizeof s.player);
    int status = STATUS_USAGE;
    if (judging_open(&s.judging, c->plan.game, c->plan.game_options, a, s.stop, e)) {
        s.progress = progress_start(s.most, "games");
        /* What was found before a signal is reported; a game in progress is left out. */
        const bool visited = contest_visit_records(c, f, 0, RUN_LAST_GAME, visit, &s, e);
        const bool stopped = !visited && s.games < s.most && atomic_load(s.stop);
        const bool ok = stopped ? s.games > 0 : visited || e->text[0] == 0;
        progress_end(&s.progress);
        status = !ok ? STATUS_FAILED : stopped ? STATUS_INTERRUPTED : STATUS_OK;
        if (s.habits > 0) qsort(s.habit, (size_t)s.habits, sizeof *s.habit, by_loss);
        if (ok && th_options_number(&a->flags, "json") != 0)
            print_study_json(&s, name);
        else if (ok)
            print_study(&s, name);
    }
    if (status == STATUS_FAILED && atomic_load(s.stop)) status = interrupt_stopped("review");
    judging_close(&s.judging);
    free(s.habit);
    return status;
}

static bool review_one(void *context, struct record *r, struct th_error *e) {
    struct one_game *one = context;
    one->found = true;
    one->status = review_record(r, one->arguments, e);
    return one->status == STATUS_OK;
}

/* One game of it, as if it were a record. */
static int review_game(struct run_file *f, const struct contest *c, const struct arguments *a,
                       struct th_error *e) {
    const uint64_t number = (uint64_t)th_options_number(&a->flags, "game");
    struct one_game one = {.arguments = a, .status = STATUS_USAGE};
    if (contest_visit_records(c, f, number, number, review_one, &one, e) && !one.found)
        th_fail(e, "there is no game %llu in the run", (unsigned long long)number);
    return one.status;
}

int review_run(const char *path, const struct arguments *a, struct th_error *e) {
    struct contest c = {.command = NULL};
    struct th_error ignored;
    struct run_file *f = run_file_read(path, e);
    if (f == NULL) return STATUS_USAGE;
    int status = STATUS_USAGE;
    if (contest_from_settings(&c, run_file_settings(f), e))
        status = th_options_given(&a->flags, "game")  ? review_game(f, &c, a, e)
                 : th_options_given(&a->flags, "bot") ? study(f, &c, a, e)
                                                      : review_bots(f, &c, a, e);
    if (status == STATUS_FAILED && run_file_failed(f)) status = STATUS_USAGE; /* it is damaged */
    contest_drop(&c);
    run_file_close(f, &ignored);
    return status;
}
