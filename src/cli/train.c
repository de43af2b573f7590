/* Learning a game by playing it. */
#include "arena/ranks.h"
#include "commands.h"
#include "describe.h"
#include "interrupt.h"
#include "train_arguments.h"
#include "train_files.h"
#include "train_make.h"
#include "train_page.h"
#include "train_ranks.h"
#include "train_report.h"
#include "train_screen.h"
#include "train_store.h"
#include "train_table.h"
#include <stdlib.h>

/* ---- the trainings ---- */

static bool make_new(const struct arguments *a, const struct train_plan *plan,
                     struct run_file *file, struct train_run *run, uint64_t number,
                     struct th_error *e) {
    char room[TRAIN_PATH_BYTES];
    const char *path;
    if (!train_model_path(a, number, room, &path, e) ||
        !train_make_new(a, plan, run, number, path, e))
        return false;
    if (file == NULL || train_store_load(file, run, e)) return true;
    train_run_drop(run);
    return false;
}

static bool make_runs(const struct arguments *a, struct train_plan *plan, struct run_file *file,
                      struct train_run runs[], int count, int *made, struct th_error *e) {
    if (th_options_given(&a->flags, "resume")) {
        *made = train_make_resumed(a, plan, &runs[0], e);
        return *made == 1;
    }
    while (*made < count && make_new(a, plan, file, &runs[*made], (uint64_t)*made, e)) ++*made;
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

/* All that was found is shown, whatever goes wrong with the files; the first thing that did is
 * told in the end. */
static int report(const struct arguments *a, const struct train_plan *plan, struct train_run runs[],
                  int count, struct th_error *e) {
    const char *csv = th_options_text(&a->flags, "csv"), *html = th_options_text(&a->flags, "html");
    const bool json = th_options_number(&a->flags, "json") != 0;
    struct th_error more;
    bool done = true;
    for (int i = 0; i < count && done; i++)
        if (runs[i].failed || runs[i].unkept) {
            *e = runs[i].unkept ? runs[i].unkept_why : runs[i].error;
            done = false;
        }
    if (csv != NULL && !train_write_csv(csv, plan, runs, count, done ? e : &more)) {
        csv = NULL;
        done = false;
    }
    if (html != NULL && !train_write_page(html, plan, runs, count, done ? e : &more)) {
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

static int train_all(const struct arguments *a, struct train_plan *plan, struct run_file *file,
                     struct train_run runs[], int count, struct th_error *e) {
    struct train_screen screen;
    int made = 0, status = STATUS_USAGE;
    if (make_runs(a, plan, file, runs, count, &made, e) &&
        train_screen_start(&screen, runs, count, e)) {
        plan->progress = train_screen_update;
        plan->context = &screen;
        plan->keep = file != NULL ? train_store_keep : NULL;
        plan->keeper = file;
        if (rank_count() > 1 && !th_options_given(&a->flags, "resume"))
            train_deal(plan, file, &screen, runs, count);
        else
            run_together(runs, count, thread_count(&a->flags));
        train_screen_end(&screen);
        status = report(a, plan, runs, count, e);
    }
    for (int i = 0; i < made; i++) train_run_drop(&runs[i]);
    return status;
}

/* Trainings that begin with their first game; with --save, they may be in their run already. */
static int run_new(const struct arguments *a, struct train_plan *plan, struct train_run runs[],
                   int count, struct th_error *e) {
    struct run_file *file = NULL;
    struct th_error more;
    if (!train_read_opponents(plan, train_bots_text(a, plan->game, "opponent"), e))
        return STATUS_USAGE;
    if (rank_own() > 0) return train_serve(a, plan, e) ? STATUS_OK : STATUS_FAILED;
    if (th_options_given(&a->flags, "save")) {
        file = train_store_open(a, plan, e);
        if (file == NULL) return STATUS_USAGE;
    }
    const int status = train_all(a, plan, file, runs, count, e);
    const bool told = status == STATUS_USAGE || status == STATUS_FAILED;
    return run_file_close(file, told ? &more : e) || told ? status : STATUS_FAILED;
}

static int run_table(const struct arguments *a, struct train_plan *plan, struct th_error *e) {
    if (!train_read_opponents(plan, train_bots_text(a, plan->game, "opponent"), e) ||
        !train_fits_table(a, plan, e))
        return STATUS_USAGE;
    return train_table(a, plan, e);
}

/* Only seeds are dealt to other ranks, and only the first one writes. */
static int run_method(const struct arguments *a, struct train_plan *plan, struct train_run runs[],
                      int count, struct th_error *e) {
    const bool table = th_options_number(&a->flags, "method") == 1;
    const bool resumed = th_options_given(&a->flags, "resume");
    if (rank_own() > 0 && (table || resumed)) return STATUS_OK;
    if (table) return run_table(a, plan, e);
    if (rank_own() == 0 && !train_check_files(a, e)) return STATUS_USAGE;
    return resumed ? train_all(a, plan, NULL, runs, count, e) : run_new(a, plan, runs, count, e);
}

static int run(const struct arguments *a, struct th_error *e) {
    const int count = (int)th_options_number(&a->flags, "seeds");
    struct train_plan *plan = calloc(1, sizeof *plan);
    struct train_run *runs = calloc((size_t)count, sizeof *runs);
    int status = STATUS_USAGE;
    if (plan == NULL || runs == NULL)
        th_fail(e, "there is no memory for so many trainings");
    else if (train_read_plan(a, plan, e))
        status = run_method(a, plan, runs, count, e);
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
        "In a game without chance, evaluation games against a bot that never varies begin with up\n"
        "to four random decisions, the same for both seats, so that they differ; intervals count\n"
        "only games that differ.\n"
        "The file also holds the state of the training: --resume goes on as if it had never been\n"
        "interrupted; with other opponents or evaluations it first measures the network kept so\n"
        "far again. Control-C, or SIGTERM, ends the training after the game under way and writes "
        "the\n"
        "file.\n"
        "With --save the trainings are kept in a database at every evaluation, so that whatever\n"
        "ends the program, the same command goes on, to the same results. Under mpirun or srun "
        "the\n"
        "first rank deals the seeds to the others, writes all files, and reports.\n"
        "The same command gives the same file on the same kind of processor.",
    .flags = train_flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur train kittens --out cat.model\n"
                "  tahur arena kittens dqn:model=cat.model v2\n"
                "  tahur train kittens --opponent v1,v2,v3,random --games 20000 --out all.model\n"
                "  tahur train kittens:rules=classic --seeds 5 --threads 2 --json\n"
                "  tahur train kittens --method table --games 1000000 --evaluate-every 100000\n"
                "  tahur train kittens --resume cat.model --games 5000 --out wiser.model\n"
                "  tahur train kittens --seeds 20 --games 20000 --save cats.db --html cats.html\n"
                "  mpirun -n 5 tahur train kittens --seeds 20 --save cats.db --out cat.model",
    .run = run,
};
