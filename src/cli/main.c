/* The program: finds the sub-command, hands it its arguments, and says in one line what went
 * wrong. Exit status: 0 done, 1 failed, 2 invalid input, 128 + N ended by signal N. */
#include "command.h"
#include "contest/ranks.h"
#include "contest/series.h"
#include "core/json.h"
#include "core/text.h"
#include "core/wide.h"
#include "external/bots.h"
#include "tahur/version.h"
#include "terminal.h"
#include "version_commit.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

#if defined __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif
#ifdef TAHUR_MPI
#define FEATURE_MPI "MPI"
#else
#define FEATURE_MPI "no MPI"
#endif
#ifdef TAHUR_PAGE
#define FEATURE_PAGE "page"
#else
#define FEATURE_PAGE "no page"
#endif

const struct command_group command_groups[] = {
    {"Play", {&play_command, &serve_command, &rules_command, &games_command, &bots_command}},
    {"Contests", {&arena_command, &league_command, &compare_command, &grade_command}},
    {"Homework", {&class_command, &similar_command}},
    {"Saved runs and games", {&runs_command, &report_command, &merge_command, &replay_command}},
    {"Analysis",
     {&analyze_command, &review_command, &ask_command, &show_command, &odds_command,
      &solve_command}},
    {"Learning", {&train_command, &export_command}},
    {"Bots that are other programs",
     {&new_bot_command, &check_bot_command, &speak_command, &gtp_command}},
    {"This program", {&perft_command, &bench_command, &completion_command}},
    {NULL, {NULL}},
};

static void print_help(void) {
    printf("tahur: an engine, arena and training ground for games of skill and luck\n\n"
           "usage: tahur COMMAND [arguments]\n\n");
    for (const struct command_group *g = command_groups; g->title != NULL; g++) {
        printf("%s:\n", g->title);
        for (int i = 0; g->command[i] != NULL; i++)
            print_wrapped(g->command[i]->summary, printf("  %-10s ", g->command[i]->name), 13);
        printf("\n");
    }
    print_paragraphs(
        "Games and bots are written name or name:key=value,key=value:\n"
        "  cantstop:players=2   max-rolls:n=4   risk-stop:t=0.3,moves=greedy-aggressive\n"
        "Whole numbers may be written 1000000, 1e6, 1M, 1000k, 1_000_000 and, but for the "
        "options of games and bots, 1,000,000.\n\n"
        "Exit status: 0 done; 1 the work failed; 2 invalid input, which includes files that "
        "cannot be opened or are not what they should be; 130, 143 or 129 ended by Control-C, "
        "SIGTERM or SIGHUP: what was finished is reported and saved, and another signal, a second "
        "later or more, ends the program at once.\n\n"
        "If LC_ALL, LC_CTYPE or LANG, the first of them that is set, names a locale without "
        "UTF-8, what is printed for people is ASCII; JSON and files stay UTF-8.\n\n"
        "tahur COMMAND --help is the manual of a command, tahur --version prints the version.\n\n"
        "First steps:\n"
        "  tahur games\n"
        "  tahur bots cantstop\n"
        "  tahur arena cantstop easy medium hard glenn-aloi");
}

/* The first line is for programs. */
static void print_version(void) {
    printf("tahur %s\n"
           "commit %s, %s\n"
           "features: %s, %s, %s\n",
           TH_VERSION, TAHUR_COMMIT, COMPILER, FEATURE_MPI, FEATURE_PAGE, WIDE_VECTORS);
}

const struct command *command_at(int i) {
    for (const struct command_group *g = command_groups; g->title != NULL; g++)
        for (int k = 0; g->command[k] != NULL; k++)
            if (i-- == 0) return g->command[k];
    return NULL;
}

static const struct command *find_command(const char *name) {
    const struct command *c = NULL;
    for (int i = 0; (c = command_at(i)) != NULL && strcmp(c->name, name) != 0; i++) {
    }
    return c;
}

static int unknown_command(const char *name) {
    const char *names[64];
    char list[300], wrong[TEXT_CLIP_BYTES];
    struct text t = text_in(list, sizeof list);
    int n = 0;
    for (; command_at(n) != NULL; n++) {
        names[n] = command_at(n)->name;
        text_add(&t, "%s%s", n == 0 ? "" : ", ", names[n]);
    }
    struct th_error e;
    const char *near = text_nearest(name, names, n);
    text_clip(name, wrong);
    if (near != NULL)
        th_fail(&e, "there is no command '%s'; did you mean '%s'? There are: %s", wrong, near,
                list);
    else
        th_fail(&e, "there is no command '%s'; there are: %s", wrong, list);
    fprintf(stderr, "tahur: %s\n", e.text);
    return STATUS_USAGE;
}

static bool wants_help(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

static int run_command(const struct command *c, int argc, char **argv) {
    if (wants_help(argc, argv)) {
        command_help(c);
        return STATUS_OK;
    }
    struct th_error e = {""};
    const int status = command_run(c, argc, argv, &e);
    if ((status == STATUS_USAGE || status == STATUS_FAILED) && e.text[0] != 0)
        fprintf(stderr, "tahur %s: %s\n", c->name, e.text);
    faults_print(stderr);
    return status;
}

static int run(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "help";
    if (strcmp(name, "--version") == 0) {
        print_version();
        return STATUS_OK;
    }
    if (strcmp(name, "help") == 0 && argc > 2) { /* "help arena" is "arena --help" */
        const struct command *c = find_command(argv[2]);
        if (c == NULL) return unknown_command(argv[2]);
        command_help(c);
        return STATUS_OK;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return STATUS_OK;
    }
    const struct command *c = find_command(name);
    return c != NULL ? run_command(c, argc - 2, argv + 2) : unknown_command(name);
}

int main(int argc, char **argv) {
    /* A file that grows past the limit of its size (ulimit -f) is a write that fails, not a silent
     * death. */
    signal(SIGXFSZ, SIG_IGN);
    json_memory_watch();
    /* One that speaks is a bot of a job's rank, and inherits its environment; it is no rank itself.
     */
    if (argc < 2 || strcmp(argv[1], speak_command.name) != 0) mpi_job_begin(&argc, &argv);
    output_begin();
    int status = run(argc, argv);
    if (status == STATUS_OK && print_json_lost()) {
        fprintf(stderr, "tahur: out of memory\n");
        status = STATUS_FAILED;
    }
    if (status == STATUS_INTERRUPTED && interrupt_signal() != 0) status = 128 + interrupt_signal();
    /* After SIGHUP the terminal is gone, and nothing can be written to it. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && interrupt_signal() != SIGHUP) {
        fprintf(stderr, "tahur: the output could not be written\n");
        status = STATUS_FAILED;
    }
    mpi_job_end(series_leave());
    return rank_own() == 0 ? status : STATUS_OK;
}
