/* Learning a game by playing it. */
#include "commands.h"
#include "core/text.h"
#include "describe.h"
#include "interrupt.h"
#include "tahur/registry.h"
#include "train_page.h"
#include "train_report.h"
#include "train_table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const methods[] = {"dqn", "table", NULL};

static const struct th_option flags[] = {
    {"method", TH_CHOICE, 0, 0, "dqn", methods,
     "how to learn: dqn, a network by double Q-learning; table, every decision by itself, which "
     "shows what can be had but writes no file"},
    {"opponent", TH_TEXT, 0, 0, "v2", NULL,
     "a bot; several with commas between, one of which is drawn for every game; or self, the "
     "network itself (default v2)"},
    {"games", TH_INTEGER, 1, 1000000000, "5000", NULL, "games to learn from"},
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL,
     "of the network, the games and the learning; the same seed gives the same file"},
    {"seeds", TH_INTEGER, 1, 1000, "1", NULL, "so many trainings, with this seed and the next"},
    {"threads", TH_INTEGER, 1, 1024, NULL, NULL,
     "trainings at once; changes nothing but the time; all cores if not given"},
    {"out", TH_TEXT, 0, 0, NULL, NULL,
     "file for the model; with several seeds each has its own, FILE with its seed"},
    {"resume", TH_TEXT, 0, 0, NULL, NULL,
     "goes on with the training of this file, bit for bit, for --games more; what belongs to the "
     "learning is in the file"},
    {"slim", TH_SWITCH, 0, 1, "0", NULL,
     "a small file with the network alone, which cannot be resumed"},
    {"hidden", TH_TEXT, 0, 0, "64,64", NULL, "units of the hidden layers (default 64,64)"},
    {"batch", TH_INTEGER, 1, 65536, "64", NULL, "steps an update learns from"},
    {"rate", TH_DECIMAL, 0, TH_MILLION, "0.001", NULL, "learning rate of Adam at the start"},
    {"rate-end", TH_DECIMAL, 0, TH_MILLION, "0.0001", NULL, "and at the end"},
    {"rate-games", TH_INTEGER, 0, 1000000000, NULL, NULL,
     "games over which it falls; all of this run if not given"},
    {"gamma", TH_DECIMAL, 0, TH_MILLION, "1", NULL, "what a reward is worth one decision earlier"},
    {"epsilon", TH_DECIMAL, 0, TH_MILLION, "1", NULL, "share of random actions at the start"},
    {"epsilon-end", TH_DECIMAL, 0, TH_MILLION, "0.05", NULL, "and after --epsilon-games"},
    {"epsilon-games", TH_INTEGER, 0, 1000000000, "1000", NULL, "games over which it falls"},
    {"target-every", TH_INTEGER, 1, 1000000000, "500", NULL,
     "updates between copies to the target network"},
    {"replay", TH_INTEGER, 1, 100000000, "50000", NULL, "steps remembered"},
    {"warm-up", TH_INTEGER, 1, 1000000000, "1000", NULL, "steps before the first update"},
    {"update-every", TH_INTEGER, 1, 1000000000, "1", NULL, "steps between updates"},
    {"knee", TH_DECIMAL, 1, 1000 * TH_MILLION, "1", NULL,
     "errors above it count by their size, not their square (Huber's loss)"},
    {"clip", TH_DECIMAL, 0, 1000 * TH_MILLION, "0", NULL,
     "gradients longer than this are shortened to it; 0: never"},
    {"evaluate-every", TH_INTEGER, 1, 1000000000, "500", NULL,
     "games between evaluations; the network that did best against its opponents is kept"},
    {"evaluate-games", TH_INTEGER, 2, 1000000000, "2000", NULL,
     "games of an evaluation against each bot, the same every time"},
    {"evaluate-against", TH_TEXT, 0, 0, "random,v1,v2,v3", NULL,
     "bots of the evaluations, besides the opponents (default random,v1,v2,v3)"},
    {"final-games", TH_INTEGER, 0, 1000000000, "20000", NULL,
     "games against each bot, others than those, to tell how good the kept network is"},
    {"csv", TH_TEXT, 0, 0, NULL, NULL, "file for the evaluations, one line each"},
    {"html", TH_TEXT, 0, 0, NULL, NULL,
     "file for a page with the learning curves, what the networks do, and the settings"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of tables"},
    {0},
};

/* What is in the file of a training that is resumed. */
static const char *const learning[] = {"seed",        "hidden",        "batch",        "rate",
                                       "rate-end",    "rate-games",    "gamma",        "epsilon",
                                       "epsilon-end", "epsilon-games", "target-every", "replay",
                                       "warm-up",     "update-every",  "knee",         "clip",
                                       NULL};

/* ---- reading the arguments ---- */

static bool read_hidden(const char *text, struct dqn_settings *s, struct th_error *e) {
    s->hidden_layers = 0;
    for (const char *p = text;; p++) {
        char word[16];
        int64_t units;
        const size_t n = strcspn(p, ",");
        snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word), p);
        if (!text_integer(word, &units) || units < 1 || units > NETWORK_WIDTH_MAX ||
            s->hidden_layers == NETWORK_LAYERS_MAX - 1)
            return th_fail(e,
                           "--hidden cannot be '%s'; it takes 1 to %d numbers from 1 to %d, as in "
                           "64,64",
                           text, NETWORK_LAYERS_MAX - 1, NETWORK_WIDTH_MAX);
        s->hidden[s->hidden_layers++] = (int)units;
        p += n;
        if (*p == 0) return true;
    }
}

static int count_of(const struct arguments *a, const char *name) {
    return (int)th_options_number(&a->flags, name);
}

static float decimal_of(const struct arguments *a, const char *name) {
    return (float)((double)th_options_number(&a->flags, name) / 1e6);
}

static bool read_settings(const struct arguments *a, struct dqn_settings *s, struct th_error *e) {
    *s = dqn_defaults();
    s->seed = (uint64_t)th_options_number(&a->flags, "seed");
    s->batch = count_of(a, "batch");
    s->rate = decimal_of(a, "rate");
    s->rate_last = decimal_of(a, "rate-end");
    s->rate_games = count_of(a, th_options_given(&a->flags, "rate-games") ? "rate-games" : "games");
    s->gamma = decimal_of(a, "gamma");
    s->epsilon = decimal_of(a, "epsilon");
    s->epsilon_last = decimal_of(a, "epsilon-end");
    s->epsilon_games = count_of(a, "epsilon-games");
    s->copy_every = count_of(a, "target-every");
    s->replay = count_of(a, "replay");
    s->warm_up = count_of(a, "warm-up");
    s->update_every = count_of(a, "update-every");
    s->knee = decimal_of(a, "knee");
    s->adam.clip = decimal_of(a, "clip");
    return read_hidden(th_options_text(&a->flags, "hidden"), s, e);
}

static bool read_opponents(struct train_plan *plan, const char *text, struct th_error *e) {
    if (strlen(text) >= sizeof plan->opponent_text)
        return th_fail(e, "--opponent is too long; it may have %zu characters",
                       sizeof plan->opponent_text - 1);
    strcpy(plan->opponent_text, text);
    if (strcmp(text, "self") == 0) return true;
    return line_up_read(&plan->opponents, plan->game, text, e) &&
           line_up_read(&plan->judges, plan->game, text, e);
}

static bool read_plan(const struct arguments *a, struct train_plan *plan, struct th_error *e) {
    *plan = (struct train_plan){
        .games = (uint64_t)th_options_number(&a->flags, "games"),
        .evaluate_every = (uint64_t)th_options_number(&a->flags, "evaluate-every"),
        .evaluate_games = (uint64_t)th_options_number(&a->flags, "evaluate-games"),
        .final_games = (uint64_t)th_options_number(&a->flags, "final-games"),
        .slim = th_options_number(&a->flags, "slim") != 0,
        .stop = interrupt_watch(),
        .progress = train_screen_update,
    };
    plan->game = th_game_find(a->positional[0], &plan->game_spec, e);
    if (plan->game == NULL) return false;
    if (plan->game->observe == NULL)
        return th_fail(e, "%s cannot be learned: it has no observations", plan->game->name);
    return line_up_read(&plan->judges, plan->game, th_options_text(&a->flags, "evaluate-against"),
                        e);
}

/* "dir/name.model" of seed 3 is "dir/name-3.model". */
static bool seed_path(const char *path, uint64_t seed, char *out, size_t size, struct th_error *e) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (dot == NULL || dot == path || (slash != NULL && dot < slash + 2)) dot = path + strlen(path);
    const int n =
        snprintf(out, size, "%.*s-%llu%s", (int)(dot - path), path, (unsigned long long)seed, dot);
    return (n >= 0 && (size_t)n < size) || th_fail(e, "the name of the file is too long");
}

/* ---- the trainings ---- */

static bool make_resumed(const struct arguments *a, struct train_plan *plan, struct train_run *run,
                         struct th_error *e) {
    char opponent[TH_SPEC_BYTES];
    struct dqn *dqn;
    json_t *points;
    for (int i = 0; learning[i] != NULL; i++)
        if (th_options_given(&a->flags, learning[i]))
            return th_fail(e, "--%s cannot be given with --resume: it is in the file", learning[i]);
    if (th_options_number(&a->flags, "seeds") > 1)
        return th_fail(e, "--resume goes on with one training, so --seeds cannot be given");
    if (!train_resume(th_options_text(&a->flags, "resume"), plan, &dqn, &points, opponent, e))
        return false;
    const char *text =
        th_options_given(&a->flags, "opponent") ? th_options_text(&a->flags, "opponent") : opponent;
    if (!read_opponents(plan, text, e)) {
        dqn_drop(dqn);
        json_decref(points);
        return false;
    }
    const bool made = train_run_make(run, plan, dqn, points, th_options_text(&a->flags, "out"), e);
    if (!made) train_run_drop(run);
    return made;
}

static bool make_new(const struct arguments *a, const struct train_plan *plan,
                     struct train_run *run, uint64_t number, struct th_error *e) {
    char path[4096];
    struct dqn_settings settings;
    if (!read_settings(a, &settings, e)) return false;
    settings.seed += number;
    const char *out = th_options_text(&a->flags, "out");
    if (out != NULL && th_options_number(&a->flags, "seeds") > 1) {
        if (!seed_path(out, settings.seed, path, sizeof path, e)) return false;
        out = path;
    }
    struct dqn *dqn = dqn_new(&settings, plan->game->observation, plan->game->action_count, e);
    if (dqn == NULL) return false;
    const bool made = train_run_make(run, plan, dqn, json_array(), out, e);
    if (!made) train_run_drop(run);
    return made;
}

static bool make_runs(const struct arguments *a, struct train_plan *plan, struct train_run runs[],
                      int count, int *made, struct th_error *e) {
    if (th_options_given(&a->flags, "resume")) {
        *made = make_resumed(a, plan, &runs[0], e);
        return *made == 1;
    }
    if (!read_opponents(plan, th_options_text(&a->flags, "opponent"), e)) return false;
    while (*made < count && make_new(a, plan, &runs[*made], (uint64_t)*made, e)) ++*made;
    return *made == count;
}

/* Trainings share nothing but the plan, which nobody changes, and the screen, which has its lock;
 * each thread takes the next that nobody has begun. */
struct crew {
    struct train_run *runs;
    int count;
    atomic_int next;
};

static void *work(void *argument) {
    struct crew *crew = argument;
    int i;
    while ((i = atomic_fetch_add(&crew->next, 1)) < crew->count) train_run_all(&crew->runs[i]);
    return NULL;
}

static void run_together(struct train_run runs[], int count, int threads) {
    enum { THREADS_MAX = 1024 };
    struct crew crew = {.runs = runs, .count = count};
    pthread_t thread[THREADS_MAX];
    int started = 0;
    while (started < threads - 1 && started < count - 1 &&
           pthread_create(&thread[started], NULL, work, &crew) == 0)
        started++;
    work(&crew);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

static int report(const struct arguments *a, const struct train_plan *plan, struct train_run runs[],
                  int count, struct th_error *e) {
    bool finished = true;
    const char *csv = th_options_text(&a->flags, "csv");
    for (int i = 0; i < count; i++) {
        finished = finished && runs[i].finished;
        if (!runs[i].failed) continue;
        *e = runs[i].error;
        return STATUS_FAILED;
    }
    if (csv != NULL && !train_write_csv(csv, plan, runs, count, e)) return STATUS_FAILED;
    const char *html = th_options_text(&a->flags, "html");
    if (html != NULL && !train_write_page(html, plan, runs, count, e)) return STATUS_FAILED;
    if (th_options_number(&a->flags, "json"))
        print_json(train_json(plan, runs, count));
    else
        train_print(plan, runs, count);
    return finished ? STATUS_OK : STATUS_INTERRUPTED;
}

static int train_all(const struct arguments *a, struct train_plan *plan, struct train_run runs[],
                     int count, struct th_error *e) {
    struct train_screen screen;
    int made = 0, status = STATUS_USAGE;
    if (make_runs(a, plan, runs, count, &made, e) && train_screen_start(&screen, runs, count, e)) {
        plan->context = &screen;
        run_together(runs, count, thread_count(&a->flags));
        train_screen_end(&screen);
        status = report(a, plan, runs, count, e);
    }
    for (int i = 0; i < made; i++) train_run_drop(&runs[i]);
    return status;
}

/* What a network needs and a table has no use for. */
static bool fits_table(const struct arguments *a, const struct train_plan *plan,
                       struct th_error *e) {
    static const char *const foreign[] = {"out",  "resume", "csv",   "html",
                                          "slim", "hidden", "batch", NULL};
    for (int i = 0; foreign[i] != NULL; i++)
        if (th_options_given(&a->flags, foreign[i]))
            return th_fail(e, "--%s cannot be given with --method table", foreign[i]);
    if (th_options_number(&a->flags, "seeds") > 1)
        return th_fail(e, "--seeds cannot be given with --method table");
    if (plan->opponents.count == 0)
        return th_fail(e, "a table learns against bots, not against itself");
    return plan->game->summarise != NULL ||
           th_fail(e, "%s has no keys to learn under in a table", plan->game->name);
}

static int run_table(const struct arguments *a, struct train_plan *plan, struct th_error *e) {
    if (!read_opponents(plan, th_options_text(&a->flags, "opponent"), e) || !fits_table(a, plan, e))
        return STATUS_USAGE;
    return train_table(a, plan, e);
}

static int run(const struct arguments *a, struct th_error *e) {
    const int count = count_of(a, "seeds");
    struct train_plan *plan = calloc(1, sizeof *plan);
    struct train_run *runs = calloc((size_t)count, sizeof *runs);
    int status = STATUS_USAGE;
    if (plan == NULL || runs == NULL)
        th_fail(e, "there is no memory for so many trainings");
    else if (read_plan(a, plan, e))
        status = th_options_number(&a->flags, "method") == 1 ? run_table(a, plan, e)
                                                             : train_all(a, plan, runs, count, e);
    free(plan);
    free(runs);
    return status;
}

const struct command train_command = {
    .name = "train",
    .positional = "GAME",
    .summary = "learns a game by playing it, and writes what was learned to a file",
    .details =
        "A network learns what every action is worth (double Q-learning with replay and a target\n"
        "network; legal actions only), in both seats, from what its seat may know. Every so many\n"
        "games it is evaluated on games that are always the same; the network that won the "
        "largest\n"
        "share against its opponents (in self-play: against all bots of the evaluation) is kept,\n"
        "and in the end measured on other games. The bot dqn:model=FILE plays it.\n"
        "The file also holds the state of the training: --resume goes on as if it had never been\n"
        "interrupted. Control-C ends the training, writes the file and exits with 130.\n"
        "The same command gives the same file on the same kind of processor.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur train kittens --out cat.model\n"
                "  tahur arena kittens dqn:model=cat.model v2\n"
                "  tahur train kittens --opponent v1,v2,v3,random --games 20000 --out all.model\n"
                "  tahur train kittens:rules=classic --seeds 5 --threads 2 --json\n"
                "  tahur train kittens --method table --games 1000000 --evaluate-every 100000\n"
                "  tahur train kittens --resume cat.model --games 5000 --out wiser.model",
    .run = run,
};
