/* Tries a bot that is another program, and tells what it does wrong and where. */
#include "arena_report.h"
#include "bot_limits.h"
#include "commands.h"
#include "core/text.h"
#include "describe.h"
#include "external/exec_bot.h"
#include "external/trial.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct th_option flags[] = {
    {"questions", TH_INTEGER, 1, 1000000, "300", NULL, "to ask it"},
    BOT_LIMIT_FLAGS,
    {"time", TH_INTEGER, 1, 18000000, NULL, NULL,
     "milliseconds for a move by the clock; 5 times --bot-cpu if not given"},
    {"start-time", TH_INTEGER, 1, 3600000, "10000", NULL,
     "milliseconds to start and to answer hello"},
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL, "of the positions"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

/* The spec of the bot exec that this command stands for. */
static bool make_spec(const struct arguments *a, struct trial_settings *set, struct th_error *e) {
    char text[2 * TH_SPEC_BYTES];
    struct text t = text_in(text, sizeof text);
    text_add(&t, "exec:start-time=%lld", (long long)th_options_number(&a->flags, "start-time"));
    text_add(&t, ",command=%s", set->command);
    const struct th_bot_kind *kind = th_bot_find(set->game, text, &set->exec, e);
    if (kind == NULL || !bot_limits_set(&a->flags, kind, &set->exec.options, e)) return false;
    if (!th_options_given(&a->flags, "time")) return true;
    snprintf(text, sizeof text, "%lld", (long long)th_options_number(&a->flags, "time"));
    return th_options_set(&set->exec.options, kind->name, "time", text, e);
}

/* ---- for people ---- */

static void print_line(bool right, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void print_line(bool right, const char *format, ...) {
    va_list arguments;
    printf("%-6s", right ? "ok" : "WRONG");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

/* `game` is NULL if it is not a position that matters. */
static void print_wrong(const struct trial_wrong *w, const char *game) {
    char words[CHILD_WORDS_BYTES + 1], *rest = words, *line;
    printf("      %s: %s\n", th_fault_name(w->fault.fault), w->fault.what);
    if (game != NULL) printf("        seat %d, tahur show %s '%s'\n", w->seat, game, w->position);
    strcpy(words, w->fault.words);
    while (*words != 0 && (line = text_line(&rest)) != NULL) printf("        | %s\n", line);
}

static void print(const struct trial_settings *set, const struct trial *t, const char *game) {
    char asked[27], right[27], games[27], mean[16], slowest[16];
    const bool greeted = t->name.name[0] != 0;
    if (greeted)
        print_line(true, "says hello: %s, version %s", t->name.name, t->name.version);
    else
        print_line(false, "says hello");
    print_line(t->right == t->asked, "%s of %s answers count, in %s games",
               text_thousands(t->right, right), text_thousands(t->asked, asked),
               text_thousands(t->games, games));
    for (int i = 0; i < t->wrongs; i++) print_wrong(&t->wrong[i], greeted ? game : NULL);
    if (t->asked - t->right > t->wrongs)
        printf("      and %" PRId64 " more\n", t->asked - t->right - t->wrongs);
    for (int i = 0; i < t->manners_tried; i++)
        print_line(t->manners[i].right, "%s%s%s", t->manners[i].name,
                   t->manners[i].right ? "" : ": ", t->manners[i].what);
    const struct exec_limits limits = exec_bot_limits(&set->exec.options);
    if (t->asked > 1)
        printf("      %s a move, the slowest %s; it may take %" PRId64 " ms of CPU time\n",
               text_seconds(t->mean, mean), text_seconds(t->slowest, slowest), limits.cpu);
    if (t->right == t->asked)
        printf("      asked the same with the same seed, it answers %s\n",
               t->repeats ? "the same" : "something else: its games cannot be repeated");
    if (!trial_is_passed(t)) {
        printf("\nit is not ready to play %s: %s\n", game, set->command);
        return;
    }
    printf("\nit can play: tahur arena %s exec:command='%s'", game, set->command);
    for (int i = 1; i < t->seats; i++) printf(" random");
    printf("\n");
}

/* ---- for programs ---- */

static json_t *to_json(const struct trial *t, const char *game, const char *command) {
    json_t *wrong = json_array(), *manners = json_array();
    for (int i = 0; i < t->wrongs; i++) {
        const struct trial_wrong *w = &t->wrong[i];
        json_array_append_new(wrong, json_pack("{s:s, s:s, s:i, s:s, s:s}", "fault",
                                               th_fault_name(w->fault.fault), "what", w->fault.what,
                                               "seat", w->seat, "position", w->position, "stderr",
                                               w->fault.words));
    }
    for (int i = 0; i < t->manners_tried; i++)
        json_array_append_new(manners,
                              json_pack("{s:s, s:b, s:s}", "check", t->manners[i].name, "right",
                                        t->manners[i].right, "what", t->manners[i].what));
    return json_pack("{s:s, s:s, s:s, s:s, s:b, s:I, s:I, s:I, s:o, s:o, s:o, s:b, s:o}", "game",
                     game, "command", command, "name", t->name.name, "version", t->name.version,
                     "passed", trial_is_passed(t), "asked", (json_int_t)t->asked, "right",
                     (json_int_t)t->right, "games", (json_int_t)t->games, "seconds_a_move",
                     number_json(t->mean), "slowest", number_json(t->slowest), "wrong", wrong,
                     "repeats", t->repeats, "manners", manners);
}

static int run(const struct arguments *a, struct th_error *e) {
    struct trial_settings set = {.command = a->positional[1],
                                 .questions = th_options_number(&a->flags, "questions"),
                                 .seed = (uint64_t)th_options_number(&a->flags, "seed")};
    struct th_spec game_spec;
    struct trial t;
    set.game = th_game_find(a->positional[0], &game_spec, e);
    if (set.game == NULL) return STATUS_USAGE;
    set.game_options = &game_spec.options;
    if (strncmp(set.command, "lib:", 4) == 0) {
        th_fail(e, "a library is checked as a program: tahur check-bot %s 'tahur speak %s %s'",
                game_spec.text, game_spec.text, set.command);
        return STATUS_USAGE;
    }
    if (!make_spec(a, &set, e) || !trial_run(&set, &t, e)) return STATUS_USAGE;
    if (th_options_number(&a->flags, "json") != 0)
        print_json(to_json(&t, game_spec.text, set.command));
    else
        print(&set, &t, game_spec.text);
    const bool passed = trial_is_passed(&t);
    trial_drop(&t);
    faults_print(NULL); /* they have been told */
    return passed ? STATUS_OK : STATUS_FAILED;
}

const struct command check_bot_command = {
    .name = "check-bot",
    .positional = "GAME COMMAND",
    .summary = "tries a bot that is another program, and tells what it does wrong",
    .details =
        "Starts the command, as the shell understands it, and asks it hundreds of questions by "
        "the\n"
        "protocol of docs/protocol.md, in every seat: in games that it plays itself, and in games\n"
        "of drawn moves, with positions that it would hardly come to. Then it looks at its\n"
        "manners: whether it leaves messages alone that it does not know, bears that a game is\n"
        "broken off, and ends when it is told to. Exit status 0 if nothing was wrong, else 1.\n"
        "docs/write-a-bot.md tells how to write a bot.",
    .flags = flags,
    .min = 2,
    .max = 2,
    .examples = "  tahur check-bot kittens 'python3 my_bot.py'\n"
                "  tahur check-bot y:size=9 ./my_bot --questions 1000 --time 100",
    .run = run,
};
