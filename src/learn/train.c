/* The training run: making trainings, playing them on threads; lists of bots; plans. */
#include "train.h"

#include "core/clock.h"
#include "core/error.h"
#include "tahur/registry.h"
#include "train_own.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Random actions of a learner that plays itself, so that games differ. */
static const float SELF_RANDOM = 0.05F;

/* ---- a learner as a bot ---- */

static int choose(void *self, const struct th_ask *ask) {
    const struct learned_player *p = self;
    if (p->random > 0 && (float)(th_rng_next(ask->rng) >> 40) * 0x1p-24F < p->random)
        return (int)th_rng_below(ask->rng, (uint32_t)ask->n);
    return p->learner->choose(p->self, p->which, ask);
}

struct bot learned_bot(struct learned_player *p) {
    static const struct th_bot_kind kind = {.name = "learner", .choose = choose};
    return (struct bot){.kind = &kind, .self = p};
}

/* ---- making ---- */

void train_past_drop(struct train_past *past, const struct learner *learner) {
    learner->drop(past->self);
    json_decref(past->points);
    json_decref(past->measure);
}

static bool make_bots(struct train_run *run, struct th_error *e) {
    const struct train_plan *plan = run->plan;
    const struct th_options *options = &plan->game_spec.options;
    struct versus *v = &run->versus;
    if (!versus_make(v, plan->game, options, e) ||
        !bot_list_make(&plan->opponents, plan->game, options, v->seats - 1, run->opponent, e) ||
        (!plan->learner->reference &&
         !bot_list_make(&plan->judges, plan->game, options, v->seats - 1, run->judge, e)))
        return false;
    memcpy(v->opponent, run->opponent, sizeof v->opponent);
    v->opponents = plan->opponents.count;
    if (v->opponents == 0) {
        run->itself = (struct learned_player){
            .learner = plan->learner, .self = run->self, .random = SELF_RANDOM};
        for (int k = 0; k < v->seats - 1; k++) v->opponent[0].copy[k] = learned_bot(&run->itself);
        v->opponents = 1;
    }
    return true;
}

/* Takes ownership of the contents of `past`, also if it fails. */
static bool make_run(struct train_run *run, const struct train_plan *plan,
                     const struct train_past *past, const char *path, struct th_error *e) {
    *run = (struct train_run){
        .plan = plan, .self = past->self, .points = past->points, .measure = past->measure};
    const struct learner_progress p = train_progress(run);
    run->seed = p.seed;
    run->first = p.games;
    run->first_updates = p.updates;
    const bool named = path == NULL || (run->path = strdup(path)) != NULL;
    if (!named) th_fail(e, "there is no memory for a training");
    if (named && make_bots(run, e)) return true;
    train_drop(run);
    return false;
}

bool train_new(struct train_run *run, const struct train_plan *plan, uint64_t number,
               const char *path, struct th_error *e) {
    const struct learner_setup setup = {.game = plan->game,
                                        .observation = plan->observations,
                                        .actions = plan->game->action_count,
                                        .seats = plan->seats,
                                        .seed = plan->seed + number,
                                        .games = plan->games};
    struct train_past past = {.self = plan->learner->new (&setup, &plan->options, e)};
    if (past.self == NULL) return false;
    past.points = json_array();
    if (!make_run(run, plan, &past, path, e)) return false;
    if (plan->store == NULL || checkpoint_load(run, e)) return true;
    train_drop(run);
    return false;
}

bool train_resume(struct train_run *run, struct train_plan *plan, const char *from,
                  const char *opponents, const char *path, struct th_error *e) {
    struct train_past past;
    if (!checkpoint_read(from, plan, &past, e)) return false;
    if (train_read_opponents(plan, opponents != NULL ? opponents : past.opponent_text, e))
        return make_run(run, plan, &past, path, e);
    train_past_drop(&past, plan->learner);
    return false;
}

void train_drop(struct train_run *run) {
    bot_list_drop(run->opponent);
    bot_list_drop(run->judge);
    versus_drop(&run->versus);
    run->plan->learner->drop(run->self);
    json_decref(run->points);
    json_decref(run->measure);
    free(run->path);
}

/* ---- progress ---- */

struct learner_progress train_progress(const struct train_run *run) {
    return run->plan->learner->progress(run->self);
}

static uint64_t games_of(const struct train_run *run) {
    return train_progress(run).games;
}

bool train_begun(const struct train_run *run) {
    return games_of(run) > run->first;
}

enum learned train_kept(const struct train_run *run) {
    return run->end_best || run->plan->learner->reference ? LEARNED_NOW : LEARNED_BEST;
}

double train_best_score(const struct train_run *run) {
    return run->end_best ? run->end_score : train_progress(run).best_score;
}

bool train_finite(const struct train_run *run) {
    const struct learner *learner = run->plan->learner;
    return learner->finite == NULL || learner->finite(run->self);
}

bool train_must_stop(const struct train_plan *plan) {
    return atomic_load(plan->stop) || shortage_happened();
}

/* ---- running ---- */

/* Writes the file after an evaluation, so that little is lost if the program is killed, but uses at
 * most a twentieth of the time for that. Errors are reported at the end, when the file is written
 * again. */
static void write_now_and_then(struct train_run *run) {
    const double begun = clock_seconds();
    struct th_error ignored;
    if (run->path == NULL || begun - run->saved_at < 20 * run->save_seconds) return;
    if (!train_finite(run)) return;
    checkpoint_write(run, &ignored);
    run->saved_at = clock_seconds();
    run->save_seconds = run->saved_at - begun;
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* Plays until this number of games, or until it must stop. */
static void play_until(struct train_run *run, uint64_t last) {
    const struct environment environment = versus_environment(&run->versus);
    const double begun = clock_cpu_seconds();
    while (games_of(run) < last && !train_must_stop(run->plan))
        run->plan->learner->play(run->self, &environment, &run->versus, 1);
    run->train_seconds += clock_cpu_seconds() - begun;
}

/* Returns false to end the training; it can continue later from its last saved state. */
static bool save(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    if (plan->save == NULL) return true;
    run->save_failed = !plan->save(plan->save_context, run, &run->save_error);
    return !run->save_failed;
}

static void train(struct train_run *run) {
    enum { GAMES_AT_ONCE = 25 }; /* between reports of progress */
    const struct train_plan *plan = run->plan;
    const uint64_t last = run->first + plan->games, every = plan->evaluate_every;
    bool going = !train_point_missing(run) || (train_evaluate_point(run, false) && save(run));
    while (going && games_of(run) < last && !train_must_stop(run->plan)) {
        const uint64_t now = games_of(run);
        play_until(run, least(least(last, (now / every + 1) * every), now + GAMES_AT_ONCE));
        bool evaluated = false;
        if (train_point_missing(run)) {
            evaluated = train_evaluate_point(run, false);
            if (evaluated) write_now_and_then(run);
            going = evaluated && save(run);
        }
        plan->progress(plan->context, run, evaluated);
    }
    if (games_of(run) == last && last % every != 0 && train_evaluate_point(run, true))
        plan->progress(plan->context, run, true);
}

void train_write(struct train_run *run) {
    if (run->path != NULL) run->failed = !checkpoint_write(run, &run->error);
}

/* Whether games could not be played for lack of resources: then the training fails, and can
 * continue later from its last saved state. */
static bool fail_short(struct train_run *run) {
    if (!shortage_happened()) return false;
    run->failed = true;
    shortage_fail(&run->error);
    return true;
}

void train_all(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    if (!run->finished) {
        train_choose_openings(run);
        if (train_measure_again(run)) train(run);
    }
    if (fail_short(run) || !train_begun(run)) return;
    train_write(run);
    if (run->finished || run->save_failed) return;
    run->finished = train_evaluate_final(run) && !atomic_load(plan->stop);
    if (!fail_short(run)) save(run);
}

/* ---- threads ---- */

/* Trainings share only the plan, which is constant; its callbacks lock what they need. Each worker
 * thread takes the next training that no thread has started. */
struct pool {
    struct train_run *runs;
    int count;
    atomic_int next;
};

static void *work(void *argument) {
    struct pool *pool = argument;
    int i;
    while ((i = atomic_fetch_add(&pool->next, 1)) < pool->count) train_all(&pool->runs[i]);
    return NULL;
}

void train_together(struct train_run runs[], int count, int threads) {
    enum { THREADS_MAX = 1024 };
    struct pool pool = {.runs = runs, .count = count};
    pthread_t thread[THREADS_MAX];
    int started = 0;
    while (started < threads - 1 && started < count - 1 && started < THREADS_MAX &&
           pthread_create(&thread[started], NULL, work, &pool) == 0)
        started++;
    work(&pool);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

/* ---- learners ---- */

#define LEARNER_TABLE(name) &name##_learner,
const struct learner *const learners[LEARNER_COUNT] = {LEARNERS(LEARNER_TABLE)};

#define LEARNER_NAME(name) #name,
const char *const learner_names[LEARNER_COUNT + 1] = {LEARNERS(LEARNER_NAME) NULL};

/* ---- lists of bots ---- */

int bot_list_find(const struct bot_list *l, const struct listed_bot *bot) {
    for (int i = 0; i < l->count; i++)
        if (l->bot[i].kind == bot->kind &&
            th_options_equal(&l->bot[i].spec.options, &bot->spec.options))
            return i;
    return -1;
}

/* The length of the first spec in a list. A comma ends it, unless an option of the same spec
 * follows: key=value without a name and a colon before it. */
static size_t first_spec(const char *list) {
    size_t n = strcspn(list, ",");
    while (list[n] == ',') {
        const size_t word = strcspn(list + n + 1, ":=,");
        if (list[n + 1 + word] != '=' || memchr(list, ':', n) == NULL) break;
        n += 1 + strcspn(list + n + 1, ",");
    }
    return n;
}

bool bot_list_read(struct bot_list *l, const struct th_game *game, const char *list, bool once,
                   struct th_error *e) {
    for (;; list++) {
        char text[TH_SPEC_BYTES];
        struct listed_bot bot;
        const size_t n = first_spec(list);
        if (n >= sizeof text) return th_fail(e, "the name of a bot is too long");
        memcpy(text, list, n);
        text[n] = 0;
        bot.kind = th_bot_find(game, text, &bot.spec, e);
        if (bot.kind == NULL) return false;
        const bool known = bot_list_find(l, &bot) >= 0;
        if (known && once)
            return th_fail(e, "'%s' is named twice; each opponent is drawn as often as the others",
                           text);
        if (!known) {
            if (l->count == VERSUS_OPPONENTS_MAX)
                return th_fail(e, "at most %d bots can be named", VERSUS_OPPONENTS_MAX);
            l->bot[l->count++] = bot;
        }
        list += n;
        if (*list == 0) return true;
    }
}

bool bot_list_make(const struct bot_list *l, const struct th_game *game,
                   const struct th_options *options, int copies,
                   struct opponent bots[VERSUS_OPPONENTS_MAX], struct th_error *e) {
    for (int i = 0; i < l->count * copies; i++) {
        const struct listed_bot *listed = &l->bot[i / copies];
        struct bot *bot = &bots[i / copies].copy[i % copies];
        bot->kind = listed->kind;
        bot->self = th_bot_make(bot->kind, game, options, &listed->spec.options, e);
        if (bot->self == NULL) return false;
    }
    return true;
}

void bot_list_drop(struct opponent bots[VERSUS_OPPONENTS_MAX]) {
    for (int i = 0; i < VERSUS_OPPONENTS_MAX; i++)
        for (int k = 0; k < VERSUS_OTHERS_MAX; k++) {
            const struct bot *bot = &bots[i].copy[k];
            if (bot->self != NULL && bot->kind->drop != NULL) bot->kind->drop(bot->self);
        }
}

/* ---- plans ---- */

bool train_read_opponents(struct train_plan *plan, const char *text, struct th_error *e) {
    if (strlen(text) >= sizeof plan->opponent_text)
        return th_fail(e, "--opponent is too long; it may have %zu characters",
                       sizeof plan->opponent_text - 1);
    strcpy(plan->opponent_text, text);
    if (strcmp(text, "self") == 0) return true;
    return bot_list_read(&plan->opponents, plan->game, text, true, e) &&
           bot_list_read(&plan->judges, plan->game, text, false, e);
}

int train_judges(const struct train_plan *plan) {
    return plan->learner->reference ? 1 : plan->judges.count;
}

const char *train_judge(const struct train_plan *plan, int judge) {
    return plan->learner->reference ? plan->opponent_text : plan->judges.bot[judge].spec.text;
}
