/* Learning a game by playing it (train); a trained network for other programs (export). */
#include "train.h"

#include "command.h"
#include "contest/ranks.h"
#include "contest/run_file.h"
#include "core/facets.h"
#include "core/file.h"
#include "learn/model.h"
#include "report/pages.h"
#include "terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- ranks and saved runs, as the training run sees them ---- */

enum { HEAD_BYTES = 5 }; /* of a message between ranks: its kind, and a u32 */

static void send(int to, const struct bytes *message) {
    struct bytes b = {0};
    bytes_u8(&b, MESSAGE_TRAIN);
    bytes_u32(&b, 0);
    bytes_add(&b, message->data, message->size);
    if (b.failed) abort(); /* nothing can be done without a message's worth of memory */
    rank_send(to, &b);
    free(b.data);
}

static bool receive(int *from, struct bytes *message) {
    struct rank_message m;
    if (!rank_receive(&m)) return false;
    *from = m.from;
    *message = m.body;
    if (message->size < HEAD_BYTES || message->data[0] != MESSAGE_TRAIN) {
        message->size = 0; /* MESSAGE_OVER: the first rank has left the training */
        return true;
    }
    message->size -= HEAD_BYTES;
    memmove(message->data, message->data + HEAD_BYTES, message->size);
    return true;
}

static struct train_transport transport(void) {
    return (struct train_transport){.own = rank_own(),
                                    .count = rank_count(),
                                    .send = send,
                                    .receive = receive,
                                    .pause = rank_sleep};
}

static bool load(void *file, uint64_t seed, struct train_saved *saved, struct th_error *e) {
    struct run_training t;
    if (!run_file_training_load(file, seed, &t, e)) return false;
    *saved = (struct train_saved){.games = t.games, .finished = t.finished, .model = t.model};
    return true;
}

static bool save(void *file, uint64_t seed, const struct train_saved *saved, struct th_error *e) {
    const struct run_training t = {
        .games = saved->games, .finished = saved->finished, .model = saved->model};
    return run_file_training_keep(file, seed, &t, e);
}

/* ---- reports ---- */

/* What the players do, by stage of the game; false: nothing is known of it. `taken` is freed by the
 * caller in any case. */
static bool watch(const struct train_plan *plan, struct train_run runs[], int count,
                  struct training_page *page, uint32_t **taken) {
    static char names[TRAINING_PAGE_ACTIONS][64];
    static const char *name[TRAINING_PAGE_ACTIONS];
    const struct th_game *game = plan->game;
    struct train_run *first = NULL;
    *taken = calloc((size_t)TRAIN_STAGES * (size_t)game->action_count, sizeof **taken);
    if (learning_of(game)->stage == NULL || *taken == NULL) return false;
    for (int i = 0; i < count; i++) {
        if (!train_begun(&runs[i])) continue;
        train_count_actions(&runs[i], *taken);
        if (first == NULL) first = &runs[i];
    }
    const struct th_state *decision = first != NULL ? train_some_decision(first) : NULL;
    if (decision == NULL || atomic_load(plan->stop)) return false;
    for (int a = 0; a < game->action_count && a < TRAINING_PAGE_ACTIONS; a++)
        name[a] = game->action_text(decision, (th_action)a, names[a], sizeof names[a]);
    page->stage_name = learning_of(game)->stage_name;
    page->stages = TRAIN_STAGES;
    page->actions = game->action_count;
    page->action = name;
    page->taken = *taken;
    return true;
}

static bool write_page(const char *path, const struct train_plan *plan, struct train_run runs[],
                       int count, struct th_error *e) {
    const char *judge[VERSUS_OPPONENTS_MAX], *note[VERSUS_OPPONENTS_MAX];
    static char sentence[VERSUS_OPPONENTS_MAX][TRAIN_REPEATS_BYTES];
    json_t *all = train_json(plan, runs, count);
    uint32_t *taken;
    struct training_page page = {.training = all,
                                 .judge = judge,
                                 .judges = train_judges(plan),
                                 .final_games = plan->final_games,
                                 .note = note};
    for (int i = 0; i < page.judges; i++) {
        judge[i] = train_judge(plan, i);
        if (train_repeats(plan, runs, count, i, sentence[i])) note[page.notes++] = sentence[i];
    }
    watch(plan, runs, count, &page, &taken);
    const bool done = training_page_write(path, &page, e);
    free(taken);
    json_decref(all);
    return done;
}

/* The results are printed even if a file cannot be written; the first error is reported at
 * the end. */
static int report(const struct arguments *a, const struct train_plan *plan, struct train_run runs[],
                  int count, struct th_error *e) {
    const char *csv = th_options_text(&a->flags, "csv"), *html = th_options_text(&a->flags, "html");
    const bool json = th_options_number(&a->flags, "json") != 0;
    struct th_error more;
    bool done = true;
    for (int i = 0; i < count && done; i++)
        if (runs[i].failed || runs[i].save_failed) {
            *e = runs[i].save_failed ? runs[i].save_error : runs[i].error;
            done = false;
        }
    if (csv != NULL && !train_write_csv(csv, plan, runs, count, done ? e : &more)) {
        csv = NULL;
        done = false;
    }
    if (html != NULL && !write_page(html, plan, runs, count, done ? e : &more)) {
        html = NULL;
        done = false;
    }
    if (json)
        print_json(train_json(plan, runs, count));
    else
        train_print(plan, runs, count);
    print_wrote(csv, json);
    print_wrote(html, json);
    return !done ? STATUS_FAILED : atomic_load(plan->stop) ? STATUS_INTERRUPTED : STATUS_OK;
}

/* ---- the trainings ---- */

static void no_progress(void *context, const struct train_run *run, bool evaluated) {
    (void)context, (void)run, (void)evaluated;
}

static void set_progress(const struct arguments *a, struct train_plan *plan,
                         struct train_screen *screen) {
    const bool json = th_options_number(&a->flags, "json") != 0;
    plan->context = screen;
    plan->remote_progress = train_screen_remote;
    plan->progress = !plan->learner->reference ? train_screen_update
                     : json                    ? no_progress
                                               : train_print_evaluation;
}

static bool make_runs(const struct arguments *a, struct train_plan *plan, struct train_run runs[],
                      int count, int *made, struct th_error *e) {
    char room[TRAIN_PATH_BYTES];
    const char *path;
    if (th_options_given(&a->flags, "resume")) {
        *made = train_check_resume(a, plan, e) &&
                train_resume(&runs[0], plan, th_options_text(&a->flags, "resume"),
                             th_options_text(&a->flags, "opponent"),
                             th_options_text(&a->flags, "out"), e);
        return *made == 1;
    }
    while (*made < count && train_model_path(a, (uint64_t)*made, room, &path, e) &&
           train_new(&runs[*made], plan, (uint64_t)*made, path, e))
        ++*made;
    return *made == count;
}

static int run_all(const struct arguments *a, struct train_plan *plan, struct train_run runs[],
                   int count, struct th_error *e) {
    const struct train_transport ranks = transport();
    struct train_screen screen;
    int made = 0, status = STATUS_USAGE;
    if (make_runs(a, plan, runs, count, &made, e) && train_screen_start(&screen, runs, count, e)) {
        set_progress(a, plan, &screen);
        plan->save = plan->store != NULL ? train_save_in_store : NULL;
        plan->save_context = (void *)(uintptr_t)plan->store;
        if (ranks.count > 1 && !plan->learner->reference && !th_options_given(&a->flags, "resume"))
            train_coordinate(plan, &ranks, runs, count);
        else
            train_together(runs, count, thread_count(&a->flags));
        train_screen_end(&screen);
        status = report(a, plan, runs, count, e);
    }
    for (int i = 0; i < made; i++) train_drop(&runs[i]);
    return status;
}

/* Trainings in the file of a run, in which they may be already. */
static int run_saved(const struct arguments *a, struct train_plan *plan, struct train_run runs[],
                     int count, struct th_error *e) {
    struct th_error more;
    json_t *settings = train_settings(a, plan);
    struct run_file *file = run_file_write(th_options_text(&a->flags, "save"), settings, e);
    json_decref(settings);
    if (file == NULL) return STATUS_USAGE;
    const struct train_store store = {.context = file, .load = load, .save = save};
    plan->store = &store;
    const int status = run_all(a, plan, runs, count, e);
    plan->store = NULL;
    const bool failed = status == STATUS_USAGE || status == STATUS_FAILED;
    return run_file_close(file, failed ? &more : e) || failed ? status : STATUS_FAILED;
}

/* Only seeds are assigned to other ranks, and only the first one writes. */
static int run_plan(const struct arguments *a, struct train_plan *plan, struct train_run runs[],
                    int count, struct th_error *e) {
    const struct train_transport ranks = transport();
    const bool resumed = th_options_given(&a->flags, "resume");
    const bool saved = th_options_given(&a->flags, "save");
    if (ranks.own > 0 && (plan->learner->reference || resumed)) return STATUS_OK;
    if ((!resumed || plan->learner->reference) &&
        !train_read_opponents(plan, train_opponents(a, plan->game), e))
        return STATUS_USAGE;
    if (!train_check_flags(a, plan, e)) return STATUS_USAGE;
    if (ranks.own > 0) return train_worker(plan, &ranks, saved, e) ? STATUS_OK : STATUS_FAILED;
    if (!train_check_files(a, e)) return STATUS_USAGE;
    return saved && !resumed ? run_saved(a, plan, runs, count, e)
                             : run_all(a, plan, runs, count, e);
}

static int run_train(const struct arguments *a, struct th_error *e) {
    const int count = (int)th_options_number(&a->flags, "seeds");
    struct train_plan *plan = calloc(1, sizeof *plan);
    struct train_run *runs = calloc((size_t)count, sizeof *runs);
    int status = STATUS_USAGE;
    if (plan == NULL || runs == NULL)
        th_fail(e, "there is no memory for so many trainings");
    else if (train_read_plan(a, plan, e))
        status = run_plan(a, plan, runs, count, e);
    free(plan);
    free(runs);
    return status;
}

static const struct old_name old_names[] = {{"knee", "huber-delta"}, {0}};

const struct command train_command = {
    .name = "train",
    .positional = "GAME",
    .summary = "learns a game by playing it, and writes what was learned to a file",
    .details =
        "A network learns what every action is worth (double Q-learning with replay and a target\n"
        "network; legal actions only), in all seats, from what its seat may know. At regular\n"
        "intervals it is evaluated on games that are always the same; the network that won the "
        "largest\n"
        "share against its opponents (in self-play: against all bots of the evaluation) is kept,\n"
        "and in the end measured on other games. The bot dqn:model=FILE plays it.\n"
        "With --method selfplay the network guides a tree search, which plays all seats, and "
        "learns\n"
        "from it without any bot; bots of the evaluations only measure it. The bot\n"
        "puct:model=FILE plays it.\n"
        "In a game without chance, evaluation games against a bot that never varies begin with up\n"
        "to four random decisions, the same for all seats, so that they differ; intervals count\n"
        "only games that differ.\n"
        "With more than two seats the network has one of them, drawn for every game, and bots "
        "have\n"
        "the others: in an evaluation the same bot. Of four equal players each wins 1 game in 4;\n"
        "reports show this fair share.\n"
        "The file also holds the state of the training: --resume goes on as if it had never been\n"
        "interrupted; with other opponents or evaluations it first measures the network kept so\n"
        "far again. Control-C, or SIGTERM, ends the training after the game in progress and writes "
        "the\n"
        "file.\n"
        "With --save the trainings are kept in a database at every evaluation, so that whatever\n"
        "ends the program, the same command goes on, to the same results. Under mpirun or srun "
        "the\n"
        "first rank assigns the seeds to the others, writes all files, and reports.\n"
        "The same command gives the same file on the same kind of processor.",
    .flags = train_flags,
    .groups = train_flag_groups,
    .old_names = old_names,
    .min = 1,
    .max = 1,
    .examples = "  tahur train kittens --out cat.model\n"
                "  tahur arena kittens dqn:model=cat.model v2\n"
                "  tahur train kittens --opponent v1,v2,v3,random --games 20000 --out all.model\n"
                "  tahur train kittens:rules=classic --seeds 5 --threads 2 --json\n"
                "  tahur train kittens --method table --games 1000000 --evaluate-every 100000\n"
                "  tahur train y:size=5 --method selfplay --evaluate-against alphabeta:depth=2\n"
                "  tahur train kittens --resume cat.model --games 5000 --out wiser.model\n"
                "  tahur train kittens --seeds 20 --games 20000 --save cats.db --html cats.html\n"
                "  mpirun -n 5 tahur train kittens --seeds 20 --save cats.db --out cat.model",
    .run = run_train,
};

/* ---- export ---- */

static const struct th_option export_flags[] = {
    {"onnx", TH_TEXT, 0, 0, NULL, NULL, "file to write, in the format of ONNX"},
    {0},
};

static int run_export(const struct arguments *a, struct th_error *e) {
    struct model m;
    const char *out = th_options_text(&a->flags, "onnx");
    if (out == NULL) {
        th_fail(e, "needs a file to write: --onnx FILE");
        return STATUS_USAGE;
    }
    if (file_same(a->positional[0], out)) {
        th_fail(e, "--onnx cannot be the model file itself, %s", out);
        return STATUS_USAGE;
    }
    if (!file_check_output(out, e) || !model_read(&m, a->positional[0], e)) return STATUS_USAGE;
    const bool written = network_write_onnx(&m.network, out, e);
    if (written) {
        const struct network_shape *s = &m.network.shape;
        printf("%s: a network for %s, input \"observation\" (N, %d; layout \"%s\"), output "
               "\"values\" (N, %d)\n",
               out, m.game, s->size[0], m.layout, s->size[s->layers]);
    }
    model_drop(&m);
    return written ? STATUS_OK : STATUS_FAILED;
}

const struct command export_command = {
    .name = "export",
    .positional = "FILE",
    .summary = "writes the network of a model file in a format that other programs read",
    .details =
        "The network takes rows of numbers, as the model's layout says, to the value of every\n"
        "action, legal or not.",
    .flags = export_flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur export cat.model --onnx cat.onnx",
    .run = run_export,
};
