/* The program: finds the sub-command, hands it its arguments, and says in one line what went
 * wrong. Exit status: 0 done, 1 failed, 2 invalid input, 128 + N ended by signal N. */
#include "arena/ranks.h"
#include "arena/series.h"
#include "commands.h"
#include "core/shortage.h"
#include "core/text.h"
#include "describe.h"
#include "external/faults.h"
#include "interrupt.h"
#include "mpi_job.h"
#include "output.h"
#include "table.h"
#include "tahur/version.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

const struct command *const commands[] = {
    &games_command,     &rules_command,  &bots_command,  &odds_command,
    &play_command,      &serve_command,  &arena_command, &league_command,
    &compare_command,   &grade_command,  &runs_command,  &report_command,
    &merge_command,     &replay_command, &show_command,  &ask_command,
    &analyze_command,   &review_command, &train_command, &export_command,
    &solve_command,     &gtp_command,    &perft_command, &speak_command,
    &check_bot_command, &bench_command,  NULL,
};

static void print_help(void) {
    printf("tahur: an engine, arena and training ground for games of skill and luck\n\n"
           "usage: tahur COMMAND [arguments]\n\n");
    struct table t = table_start("ll");
    for (int i = 0; commands[i] != NULL; i++) {
        table_add(&t, "tahur %s %s", commands[i]->name, commands[i]->positional);
        table_add(&t, "%s", commands[i]->summary);
    }
    table_end(&t, 2, stdout);
    printf(
        "\nGames and bots are written name or name:key=value,key=value:\n"
        "  cantstop:players=2   max-rolls:n=4   risk-stop:t=0.3,moves=greedy-aggressive\n"
        "Whole numbers may be written 1000000, 1e6, 1M, 1000k, 1_000_000 and, but for the\n"
        "options of games and bots, 1,000,000.\n\n"
        "Exit status: 0 done; 1 the work failed; 2 invalid input, which includes files that "
        "cannot\n"
        "be opened or are not what they should be; 130, 143 or 129 ended by Control-C, SIGTERM or\n"
        "SIGHUP: what was finished is reported and saved, and another signal, a second later or\n"
        "more, ends the program at once.\n"
        "If LC_ALL, LC_CTYPE or LANG, the first of them that is set, names a locale without "
        "UTF-8,\n"
        "what is printed for people is ASCII; JSON and files stay UTF-8.\n\n"
        "tahur COMMAND --help is the manual of a command, tahur --version prints the version.\n"
        "First steps: tahur games, tahur bots cantstop,\n"
        "             tahur arena cantstop easy medium hard glenn-aloi\n");
}

static const struct command *find_command(const char *name) {
    for (int i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

static int unknown_command(const char *name) {
    const char *names[64];
    char list[300], wrong[TEXT_CLIP_BYTES];
    struct text t = text_in(list, sizeof list);
    int n = 0;
    for (; commands[n] != NULL; n++) {
        names[n] = commands[n]->name;
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

/* What the machine lacks is no mistake in the command. */
static bool is_lack(const struct th_error *e) {
    const char *last = strstr(e->text, "out of memory");
    return shortage_happened() || (last != NULL && strcmp(last, "out of memory") == 0) ||
           strncmp(e->text, "there is no memory", strlen("there is no memory")) == 0;
}

static int run_command(const struct command *c, int argc, char **argv) {
    if (wants_help(argc, argv)) {
        command_help(c);
        return STATUS_OK;
    }
    struct arguments arguments;
    struct th_error e = {""};
    int status = STATUS_USAGE;
    if (command_parse(c, argc, argv, &arguments, &e)) {
        if (c->protocol || th_options_given(&arguments.flags, "json")) output_for_programs();
        status = c->run(&arguments, &e);
    }
    if (status != STATUS_OK && shortage_happened() && e.text[0] == 0) shortage_fail(&e);
    if (status != STATUS_OK && is_lack(&e)) status = STATUS_FAILED;
    if ((status == STATUS_USAGE || status == STATUS_FAILED) && e.text[0] != 0)
        fprintf(stderr, "tahur %s: %s\n", c->name, e.text);
    faults_print(stderr);
    arguments_drop(&arguments);
    return status;
}

static int run(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "help";
    if (strcmp(name, "--version") == 0) {
        printf("tahur %s\n", TH_VERSION);
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
    mpi_job_end(series_goodbye());
    return rank_own() == 0 ? status : STATUS_OK;
}
