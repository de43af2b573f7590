/* The program: finds the sub-command, hands it its arguments, and says in one line what went
 * wrong. Exit status: 0 done, 1 failed, 2 not understood, 130 stopped by Control-C. */
#include "commands.h"
#include "core/text.h"
#include <stdio.h>
#include <string.h>

const struct command *const commands[] = {&games_command, &bots_command,  &odds_command,
                                          &arena_command, &show_command, &bench_command, NULL};

static void print_help(void) {
    printf("tahur: an engine, arena and training ground for games of skill and luck\n\n"
           "usage: tahur COMMAND [arguments]\n\n");
    for (int i = 0; commands[i] != NULL; i++) {
        char call[64];
        snprintf(call, sizeof call, "%s %s", commands[i]->name, commands[i]->positional);
        printf("  tahur %-22s %s\n", call, commands[i]->summary);
    }
    printf("\nGames and bots are written name or name:key=value,key=value:\n"
           "  cantstop:players=2   max-rolls:n=4   risk-stop:t=0.3,moves=greedy-aggressive\n\n"
           "tahur COMMAND --help tells all about a command, tahur --version the version.\n"
           "First steps: tahur games, tahur bots cantstop, tahur arena cantstop easy medium hard "
           "hard\n");
}

static int refuse(const char *message) {
    fprintf(stderr, "tahur: %s\n", message);
    return STATUS_USAGE;
}

static int unknown_command(const char *name) {
    const char *names[64];
    char list[300];
    struct text t = text_in(list, sizeof list);
    int n = 0;
    for (; commands[n] != NULL; n++) {
        names[n] = commands[n]->name;
        text_add(&t, "%s%s", n == 0 ? "" : ", ", names[n]);
    }
    struct th_error e;
    const char *near = text_nearest(name, names, n);
    if (near != NULL)
        th_fail(&e, "there is no command '%s'; did you mean '%s'? There are: %s", name, near, list);
    else th_fail(&e, "there is no command '%s'; there are: %s", name, list);
    return refuse(e.text);
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
    struct arguments arguments;
    struct th_error e = {""};
    if (!command_parse(c, argc, argv, &arguments, &e)) return refuse(e.text);
    const int status = c->run(&arguments, &e);
    if (status == STATUS_USAGE || status == STATUS_FAILED)
        fprintf(stderr, "tahur %s: %s\n", c->name, e.text);
    return status;
}

static int run(int argc, char **argv) {
    if (argc < 2) {
        print_help();
        return STATUS_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return STATUS_OK;
    }
    if (strcmp(name, "--version") == 0) {
        printf("tahur %s\n", TAHUR_VERSION);
        return STATUS_OK;
    }
    for (int i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return run_command(commands[i], argc - 2, argv + 2);
    return unknown_command(name);
}

int main(int argc, char **argv) {
    const int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "tahur: the output could not be written\n");
        return STATUS_FAILED;
    }
    return status;
}
