/* The protocol of docs/protocol.md: tests a bot that is another program (check-bot); serves one of
 * our bots to other programs (speak). */
#include "command.h"
#include "contest_command.h"
#include "core/bot.h"
#include "core/error.h"
#include "core/text.h"
#include "external/bots.h"
#include "external/messages.h"
#include "external/trial.h"
#include "tahur/registry.h"
#include "tahur/version.h"
#include "terminal.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- check-bot ---- */

static const struct th_option check_bot_flags[] = {
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
    printf("      %s: %s\n", th_fault_name(w->fault.fault), w->fault.what);
    if (game != NULL) printf("        seat %d, tahur show %s '%s'\n", w->seat, game, w->position);
    fault_print_stderr(w->fault.stderr_text, "        | ", stdout);
}

static void print_trial(const struct trial_settings *set, const struct trial *t, const char *game) {
    char asked[27], right[27], games[27], mean[16], slowest[16];
    const bool greeted = t->name.name[0] != 0;
    if (!greeted && t->stopped)
        printf("      has not answered hello until it was stopped\n");
    else if (greeted)
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
        printf("      %s a move, the slowest %s; it may take %" PRId64 " ms of CPU time",
               text_seconds(t->mean, mean), text_seconds(t->slowest, slowest), limits.cpu);
    if (t->asked > 1 && limits.clock > 0)
        printf(", and %g s in a game", (double)limits.clock / 1000);
    if (t->asked > 1) printf("\n");
    if (t->stopped) {
        printf("\nstopped before all %" PRId64
               " questions were asked: it is not known whether it can play\n",
               set->questions);
        return;
    }
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

static int run_check_bot(const struct arguments *a, struct th_error *e) {
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
    if (!make_spec(a, &set, e)) return STATUS_USAGE;
    struct progress progress = progress_start((uint64_t)set.questions, "questions");
    set.stop = interrupt_watch();
    set.progress = progress_update;
    set.context = &progress;
    const bool run = trial_run(&set, &t, e);
    progress_end(&progress);
    if (!run) return STATUS_USAGE;
    if (th_options_number(&a->flags, "json") != 0)
        print_json(trial_json(&t, game_spec.text, set.command));
    else
        print_trial(&set, &t, game_spec.text);
    const int status = t.stopped             ? STATUS_INTERRUPTED
                       : trial_is_passed(&t) ? STATUS_OK
                                             : STATUS_FAILED;
    trial_drop(&t);
    faults_print(NULL); /* they have been reported */
    return status;
}

const struct command check_bot_command = {
    .name = "check-bot",
    .positional = "GAME COMMAND",
    .summary = "tests a bot that is another program, and reports what it does wrong",
    .details =
        "Starts the command, as the shell understands it, and asks it hundreds of questions by "
        "the\n"
        "protocol of docs/protocol.md, in every seat: in games that it plays itself, and in games\n"
        "of random moves, with positions that it would hardly reach itself. Then it tests\n"
        "whether the bot ignores messages that it does not know, accepts that a game is\n"
        "broken off, and exits after quit. Exit status 0 if nothing was wrong, else 1.\n"
        "Control-C ends the test, and what was found so far is reported.\n"
        "docs/write-a-bot.md explains how to write a bot.",
    .flags = check_bot_flags,
    .min = 2,
    .max = 2,
    .examples = "  tahur check-bot kittens 'python3 my_bot.py'\n"
                "  tahur check-bot y:size=9 ./my_bot --questions 1000 --time 100",
    .run = run_check_bot,
};

/* ---- speak: the other side of the bot exec ---- */

struct server {
    const struct th_game *game;
    const struct th_bot_kind *kind;
    const char *bot_text;
    struct th_spec bot_spec;
    void *bot; /* NULL: before the first hello */
    struct th_state *view;
    struct th_rng rng;
    bool begun; /* a game */
    struct message message;
    struct bytes answer;
};

static void drop_bot(struct server *s) {
    if (s->bot != NULL && s->kind->drop != NULL) s->kind->drop(s->bot);
    free(s->view);
    s->bot = NULL;
    s->view = NULL;
    s->begun = false;
}

/* A new bot for the game that hello names: the same game, with any options. */
static bool answer_hello(struct server *s, struct th_error *e) {
    struct th_spec spec;
    if (s->message.protocol != PROTOCOL_VERSION)
        return th_fail(e, "this is version %d of the protocol, not %lld", PROTOCOL_VERSION,
                       (long long)s->message.protocol);
    const struct th_game *game = th_game_find(s->message.game, &spec, e);
    if (game == NULL) return false;
    if (game != s->game)
        return th_fail(e, "hello is about %s, but this bot was started for %s", game->name,
                       s->game->name);
    drop_bot(s);
    s->view = th_state_new(game, &spec.options, e);
    s->bot =
        s->view != NULL ? th_bot_make(s->kind, game, &spec.options, &s->bot_spec.options, e) : NULL;
    if (s->bot == NULL) return false;
    message_name(&s->answer, s->bot_text, TH_VERSION);
    return true;
}

static bool read_view(struct server *s, struct th_error *e) {
    struct th_error why;
    if (s->message.seat < 0 || s->message.seat >= s->game->seats(s->view))
        return th_fail(e, "there is no seat %lld", (long long)s->message.seat);
    return s->game->parse_position(s->view, s->message.view, &why) ||
           th_fail(e, "the view cannot be read: %s", why.text);
}

static bool begin(struct server *s, struct th_error *e) {
    if (!read_view(s, e)) return false;
    s->rng = th_rng_seeded((uint64_t)s->message.seed);
    if (s->kind->begin != NULL) s->kind->begin(s->bot, s->view, (int)s->message.seat);
    s->begun = true;
    return true;
}

static bool choose(struct server *s, struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    char move[TH_ACTION_BYTES];
    if (!s->begun) return th_fail(e, "choose came before start");
    if (!read_view(s, e)) return false;
    if (s->game->mover(s->view) != s->message.seat)
        return th_fail(e, "it is not seat %lld that decides in that view",
                       (long long)s->message.seat);
    if (!th_check_view(s->game, s->view, e)) return false;
    const int n = s->game->legal(s->view, legal);
    if (n != s->message.moves)
        return th_fail(e, "\"moves\" has %d moves, but %d are legal there", s->message.moves, n);
    const struct bot bot = {.kind = s->kind, .self = s->bot};
    const int place =
        bot_ask(&bot, s->game, s->view, (int)s->message.seat, legal, n, &s->rng, NULL, NULL);
    if (place == TH_SHORTAGE) return shortage_fail(e);
    if (place < 0) return th_fail(e, "%s gives no legal move", s->bot_text);
    s->game->action_text(s->view, legal[place], move, sizeof move);
    message_move(&s->answer, s->message.id, move);
    return true;
}

static bool finish(struct server *s, struct th_error *e) {
    if (s->message.results != s->game->seats(s->view))
        return th_fail(e, "\"result\" has %d numbers, but there are %d seats", s->message.results,
                       s->game->seats(s->view));
    if (s->begun && s->kind->end != NULL) s->kind->end(s->bot, s->message.result);
    s->begun = false;
    return true;
}

static bool handle(struct server *s, struct th_error *e) {
    const enum message_kind kind = s->message.kind;
    if (s->bot == NULL && kind != MESSAGE_HELLO && kind != MESSAGE_QUIT && kind != MESSAGE_OTHER)
        return th_fail(e, "the first message must be hello");
    switch (kind) {
    case MESSAGE_HELLO:
        return answer_hello(s, e);
    case MESSAGE_START:
        return begin(s, e);
    case MESSAGE_CHOOSE:
        return choose(s, e);
    case MESSAGE_END:
        return finish(s, e);
    default:
        return true;
    }
}

/* Until quit, or the end of the input. */
static bool serve(struct server *s, struct th_error *e) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    bool ok = true;
    while (ok && (n = getline(&line, &room, stdin)) > 0) {
        s->answer.size = 0;
        if (line[n - 1] == '\n') line[--n] = 0;
        ok = message_read(line, (size_t)n, &s->message, e) && handle(s, e);
        if (ok && s->message.kind == MESSAGE_QUIT) break;
        if (ok && s->answer.size > 0) fwrite(s->answer.data, 1, s->answer.size, stdout);
        fflush(stdout);
    }
    free(line);
    return ok;
}

static int run_speak(const struct arguments *a, struct th_error *e) {
    struct server s = {.bot_text = a->positional[1]};
    struct th_spec game_spec;
    s.game = th_game_find(a->positional[0], &game_spec, e);
    if (s.game == NULL) return STATUS_USAGE;
    s.kind = th_bot_find(s.game, a->positional[1], &s.bot_spec, e);
    if (s.kind == NULL) return STATUS_USAGE;
    /* Options that do not fit together are reported now, not at the first hello. */
    s.bot = th_bot_make(s.kind, s.game, &game_spec.options, &s.bot_spec.options, e);
    if (s.bot == NULL) return STATUS_USAGE;
    drop_bot(&s);
    const bool ok = serve(&s, e);
    drop_bot(&s);
    free(s.answer.data);
    return ok ? STATUS_OK : STATUS_FAILED;
}

const struct command speak_command = {
    .name = "speak",
    .protocol = true,
    .positional = "GAME BOT",
    .summary = "serves a bot on standard input and output, for other programs",
    .details =
        "Reads one JSON object a line and answers likewise, until quit or the end of the input: "
        "the\n"
        "protocol of docs/protocol.md, which the bot exec speaks from the other side. The options\n"
        "of the game are those of each hello, so GAME may be its name alone.",
    .min = 2,
    .max = 2,
    .examples = "  tahur speak kittens v2\n"
                "  tahur arena y:size=5 exec:command='tahur speak y hard' medium --games 10",
    .run = run_speak,
};
