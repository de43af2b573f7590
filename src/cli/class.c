/* A class: submissions in, marks and standings out. */
#define _GNU_SOURCE /* realpath */
#include "class_command.h"
#include "command.h"
#include "contest/ranks.h"
#include "contest_command.h"
#include "core/clock.h"
#include "core/file.h"
#include "core/text.h"
#include "report/class_page.h"
#include "tahur/registry.h"
#include "terminal.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    {"levels", TH_TEXT, 0, 0, NULL, NULL,
     "reference bots, separated by commas, from the weakest to the strongest; level1 to level4, or "
     "easy,medium,hard in a game without them, if not given"},
    {"marks", TH_TEXT, 0, 0, NULL, NULL,
     "formula of the marks, or @FILE with one: \"2*easy + 3*medium.first + max(0, 5 - rank/10)\". "
     "docs/classroom.md lists its variables and functions"},
    {"out", TH_TEXT, 0, 0, NULL, NULL,
     "folder for the results; FOLDER-results, in the working directory, if not given"},
    {"games", TH_INTEGER, 2, 1000000, "40", NULL,
     "of each submission against each level; rounded up so that it has every seat equally often"},
    {"league-games", TH_INTEGER, 1, 1000000, "2", NULL,
     "of each pair in the league; rounded up so that both have every seat equally often"},
    {"opponents", TH_INTEGER, 1, 5000, NULL, NULL,
     "submissions that each one meets in the league; all if not given"},
    {"require", TH_DECIMAL, 1, TH_MILLION - 1, "0.5", NULL,
     "share of the games that beats a level"},
    {"confidence", TH_DECIMAL, TH_MILLION / 2, TH_MILLION - 1, "0.95", NULL,
     "how sure it must be that a level is beaten"},
    {"build-cpu", TH_INTEGER, 1, 86400, "60", NULL,
     "seconds of CPU time of a build; by the clock it may take 5 times as long"},
    {"questions", TH_INTEGER, 1, 1000000, "300", NULL, "of the check of a submission"},
    {"seed", TH_TEXT, 0, 0, NULL, NULL,
     "of all chance: a whole number, or 32 hexadecimal digits; if not given, one that cannot be "
     "guessed is drawn at the first run and kept"},
    {"threads", TH_INTEGER, 1, 1024, NULL, NULL,
     "games played at once; changes nothing but the time; all cores if not given"},
    {"max-turns", TH_INTEGER, 1, 10000000, "4000", NULL,
     "a game not over within so many turns is unfinished and has no winner"},
    {"random-plies", TH_INTEGER, 0, 1000000, "0", NULL,
     "decisions made at random at the start of a game, for games without chance"},
    {"bot-cpu", TH_INTEGER, 1, 3600000, "1000", NULL,
     "milliseconds of CPU time a move of each submission; by the clock it may take 5 times as "
     "long"},
    {"bot-clock", TH_DECIMAL, TH_MILLION / 1000, INT64_C(86400) * TH_MILLION, NULL, NULL,
     "seconds of CPU time a game of each submission, for all its moves together; no limit if not "
     "given"},
    {"bot-memory", TH_INTEGER, 1, 1048576, "1024", NULL,
     "MB that the processes of a submission may have in use"},
    {"disqualify", TH_INTEGER, 1, INT64_C(1000000000), NULL, NULL,
     "a submission is out after so many faults: it forfeits its remaining games, which are not "
     "played; never if not given"},
    {"similar", TH_DECIMAL, 0, TH_MILLION, "0.4", NULL,
     "lists pairs of submissions of which one has at least this share of its code in the other; 0: "
     "they are not compared"},
    {"template", TH_TEXT, 0, 0, NULL, NULL,
     "a file or folder that all were given; what is in it is no copy"},
    {"common", TH_INTEGER, 0, 1000000, "10", NULL,
     "code that more submissions than this have is no copy; 0: all counts"},
    {"review-games", TH_INTEGER, 0, SHOWN_GAMES, "3", NULL,
     "of each submission, whose decisions are judged for its worst mistakes; 0: none"},
    {"judge", TH_TEXT, 0, 0, NULL, NULL,
     "the bot that judges them, as in tahur review; by default the game's own choice"},
    {"language", TH_CHOICE, 0, 0, "en", class_languages, "of the pages: en or es"},
    {"trusted", TH_SWITCH, 0, 1, "0", NULL,
     "builds and runs submissions without a sandbox: they may do anything as you"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of tables"},
    {0},
};

/* ---- reading ---- */

/* What the command holds while it runs. */
struct lesson {
    struct class_settings set;
    struct classroom class;
    struct class_results results;
    char out[PATH_MAX];
    char *formula; /* of a file; owned */
    struct progress progress;
    const char *what; /* of which the progress is */
    bool json;
    int language; /* of the pages, among class_languages */
    double begun;
};

/* A formula, or that of a file. */
static bool read_formula(struct lesson *l, const char *text, struct th_error *e) {
    l->set.marks = text;
    if (text == NULL || *text != '@') return true;
    l->formula = file_read_text(text + 1, e);
    l->set.marks = l->formula != NULL ? text_trim(l->formula) : NULL;
    return l->formula != NULL;
}

/* The folder of results: next to where the user is, with the name of the folder of submissions. */
static bool name_out(struct lesson *l, const struct arguments *a, struct th_error *e) {
    const char *given = th_options_text(&a->flags, "out");
    char folder[PATH_MAX];
    l->set.folder = a->positional[1];
    l->set.out = l->out;
    if (given != NULL) {
        if (*given == 0) return th_fail(e, "--out is empty");
        return snprintf(l->out, sizeof l->out, "%s", given) < (int)sizeof l->out ||
               th_fail(e, "the path of --out is too long");
    }
    if (realpath(l->set.folder, folder) == NULL)
        return th_fail(e, "there is no folder %s", l->set.folder);
    const char *slash = strrchr(folder, '/');
    snprintf(l->out, sizeof l->out, "%.200s-results", slash != NULL ? slash + 1 : folder);
    return true;
}

/* The limits of submissions: options of the bot exec without its command. */
static bool read_limits(struct class_settings *set, const struct arguments *a, struct th_error *e) {
    char cpu[24], memory[24], clock[32];
    th_options_init(&set->exec, exec_bot.options);
    set->sandbox = th_options_number(&a->flags, "trusted") == 0;
    snprintf(cpu, sizeof cpu, "%lld", (long long)th_options_number(&a->flags, "bot-cpu"));
    snprintf(memory, sizeof memory, "%lld", (long long)th_options_number(&a->flags, "bot-memory"));
    if (th_options_given(&a->flags, "bot-clock")) {
        text_from_millionths(th_options_number(&a->flags, "bot-clock"), clock, sizeof clock);
        if (!th_options_set(&set->exec, exec_bot.name, "clock", clock, e)) return false;
    }
    return th_options_set(&set->exec, exec_bot.name, "cpu", cpu, e) &&
           th_options_set(&set->exec, exec_bot.name, "memory", memory, e) &&
           th_options_set(&set->exec, exec_bot.name, "sandbox", set->sandbox ? "1" : "0", e);
}

/* Before hours of work. */
static bool check_judge(const struct class_settings *set, struct th_error *e) {
    struct th_spec spec;
    if (set->judge == NULL) return true;
    const struct th_bot_kind *kind = th_bot_find(set->game, set->judge, &spec, e);
    return kind != NULL && (!kind->outside || th_fail(e,
                                                      "--judge takes a bot of this program, and "
                                                      "%s is another one",
                                                      kind->name));
}

static bool read_lesson(struct lesson *l, const struct arguments *a, struct th_error *e) {
    struct class_settings *set = &l->set;
    const struct th_options *f = &a->flags;
    set->game = th_game_find(a->positional[0], &set->game_spec, e);
    if (set->game == NULL) return false;
    const char *levels = th_options_text(f, "levels");
    if (levels == NULL) levels = class_default_levels(set->game);
    if (snprintf(set->levels, sizeof set->levels, "%s", levels) >= (int)sizeof set->levels)
        return th_fail(e, "--levels is too long");
    set->games = (uint64_t)th_options_number(f, "games");
    set->league_games = (uint64_t)th_options_number(f, "league-games");
    set->opponents = th_options_given(f, "opponents") ? (int)th_options_number(f, "opponents") : 0;
    set->require = arguments_decimal(a, "require");
    set->confidence = arguments_decimal(a, "confidence");
    set->build_cpu = (int)th_options_number(f, "build-cpu");
    set->questions = th_options_number(f, "questions");
    set->seed_given = th_options_given(f, "seed");
    set->threads = thread_count(f);
    set->max_turns = (uint32_t)th_options_number(f, "max-turns");
    set->random_plies = (uint32_t)th_options_number(f, "random-plies");
    set->disqualify =
        th_options_given(f, "disqualify") ? (uint64_t)th_options_number(f, "disqualify") : 0;
    set->similar.threshold = arguments_decimal(a, "similar");
    set->similar.common = (int)th_options_number(f, "common");
    set->template = th_options_text(f, "template");
    set->review_games = (int)th_options_number(f, "review-games");
    set->judge = th_options_text(f, "judge");
    l->language = (int)th_options_number(f, "language");
    return check_judge(set, e) && (!set->seed_given || seed_flag(f, &set->seed, e)) &&
           name_out(l, a, e) && read_formula(l, th_options_text(f, "marks"), e) &&
           read_limits(set, a, e);
}

/* ---- progress ---- */

static void show_progress(void *context, const char *what, uint64_t done, uint64_t total) {
    struct lesson *l = context;
    if (l->what != what) {
        if (l->what != NULL) progress_end(&l->progress);
        l->progress = progress_resume(total, done, what);
        l->what = what;
    }
    l->progress.total = total; /* fewer games when a submission is disqualified */
    progress_update(&l->progress, done);
}

/* ---- results ---- */

static bool write_file(const struct lesson *l, const char *name, const char *text,
                       struct th_error *e) {
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", l->out, name);
    return file_replace(path, text, strlen(text), e);
}

static bool write_results(struct lesson *l, struct th_error *e) {
    char path[PATH_MAX + 32];
    const double seconds = clock_seconds() - l->begun;
    json_t *json = class_json(&l->results, seconds);
    char *text = json != NULL ? json_dumps(json, JSON_INDENT(1)) : NULL;
    bool ok = text != NULL || th_fail(e, "out of memory");
    snprintf(path, sizeof path, "%s/marks.csv", l->out);
    ok = ok && class_write_games(&l->results, e) && write_file(l, "class.json", text, e) &&
         class_write_csv(&l->results, path, e) && class_pages_write(l->out, json, l->language, e);
    free(text);
    if (ok && l->json) {
        print_json(json);
        return true;
    }
    json_decref(json);
    if (ok) class_print(&l->results, seconds);
    if (ok) print_folded(stdout, "results: %s/index.html, marks.csv, class.json, games\n", l->out);
    return ok;
}

static int work(struct lesson *l, struct th_error *e) {
    l->set.stop = interrupt_watch();
    l->set.progress = show_progress;
    l->set.context = l;
    if (rank_own() > 0) return class_serve(&l->set, e) ? STATUS_OK : STATUS_USAGE;
    if (!class_open(&l->class, &l->set, e)) return STATUS_USAGE;
    const bool ok = class_run(&l->class, e);
    if (l->what != NULL) progress_end(&l->progress);
    l->what = NULL;
    faults_print(NULL); /* they are in the results */
    if (!ok) return l->class.submissions > 0 ? STATUS_FAILED : STATUS_USAGE;
    if (!class_results_make(&l->results, &l->class, e)) return STATUS_FAILED;
    const bool reviewed = class_review(&l->class, &l->results, e);
    if (l->what != NULL) progress_end(&l->progress);
    if (!reviewed || !write_results(l, e)) return STATUS_FAILED;
    return l->class.stopped ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct lesson *l = calloc(1, sizeof *l);
    if (l == NULL) return th_fail(e, "out of memory"), STATUS_FAILED;
    l->begun = clock_seconds();
    l->json = th_options_number(&a->flags, "json") != 0;
    int status = STATUS_USAGE;
    if (read_lesson(l, a, e)) {
        status = work(l, e);
        class_results_drop(&l->results);
        class_close(&l->class);
    }
    free(l->formula);
    free(l);
    return status;
}

const struct command class_command = {
    .name = "class",
    .positional = "GAME FOLDER",
    .summary = "builds, checks and grades a folder of submissions, with a league and marks",
    .details =
        "Every sub-folder, zip or program file in FOLDER is a submission: a folder with bot.py, "
        "bot.js,\n"
        "bot.c, bot.cpp, a Makefile, an executable bot, or a file command of one line. Each is "
        "copied,\n"
        "built in a sandbox (bubblewrap), tested as by tahur check-bot, and, if it is sound, "
        "plays\n"
        "against each level from every seat, and in a league of all sound submissions and the\n"
        "levels. FOLDER is only read.\n"
        "All results are kept in class.db of the folder --out. Control-C, SIGTERM or a crash of\n"
        "the machine lose nothing that is finished: the same command goes on. After a submission\n"
        "has changed, only its games are played again.\n"
        "--out also gets pages for a browser (index.html, and one of each submission in pages/: "
        "its\n"
        "faults, its worst mistakes, games to step through), class.json (as --json), marks.csv, "
        "and\n"
        "the records of these games, for tahur replay. docs/classroom.md describes a course from "
        "the first day to the marks.\n"
        "Exit status 0 if all was played, also where submissions are not sound.",
    .flags = flags,
    .min = 2,
    .max = 2,
    .examples = "  tahur class parchis submissions/\n"
                "  tahur class kittens bots/ --levels v1,v2 --marks \"5*v1 + 5*v2.beaten\"\n"
                "  tahur class y:size=9 bots/ --random-plies 2 --games 100 --out results --json",
    .run = run,
};
