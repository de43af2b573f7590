/* What the program of a submission is, and whether it is sound. */
#include "program.h"

#include "core/file.h"
#include "core/text.h"
#include "external/trial.h"
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const program_kinds[] = {[KIND_NONE] = NULL,
                                     [KIND_COMMAND] = "command",
                                     [KIND_MAKE] = "make",
                                     [KIND_C] = "c",
                                     [KIND_CPP] = "c++",
                                     [KIND_PYTHON] = "python",
                                     [KIND_JAVASCRIPT] = "javascript",
                                     [KIND_EXECUTABLE] = "executable"};

void program_drop(struct program *p) {
    free(p->folder);
    free(p->log);
    json_decref(p->check);
    *p = (struct program){.status = PROGRAM_PENDING};
}

/* ---- what it is ---- */

/* The mode of a file of the folder; 0: there is none. */
static mode_t mode_of(const struct program *p, const char *name) {
    char path[PATH_MAX];
    struct stat st;
    snprintf(path, sizeof path, "%s/%s", p->folder, name);
    return lstat(path, &st) == 0 && S_ISREG(st.st_mode) ? st.st_mode : 0;
}

static bool has(const struct program *p, const char *name) {
    return mode_of(p, name) != 0;
}

static bool fail(struct program *p, const char *sentence) {
    p->status = PROGRAM_UNBUILT;
    snprintf(p->sentence, sizeof p->sentence, "%s", sentence);
    return false;
}

/* Whether a line is printable UTF-8, as all that is reported must be. */
static bool is_clean(const char *line) {
    char *copy = strdup(line);
    if (copy != NULL) text_clean(copy);
    const bool clean = copy != NULL && strcmp(copy, line) == 0;
    free(copy);
    return clean;
}

/* Reads the file `command`: one line, apart from empty ones. */
static bool read_command(struct program *p) {
    char path[PATH_MAX];
    struct th_error e;
    snprintf(path, sizeof path, "%s/command", p->folder);
    char *text = file_read_text(path, &e), *rest = text, *line;
    bool ok = text != NULL || fail(p, "the file command cannot be read as text");
    int lines = 0;
    while (ok && (line = text_line(&rest)) != NULL) {
        if (*line == 0) continue;
        if (++lines > 1)
            ok = fail(p, "the file command has more than one line");
        else if (strlen(line) >= sizeof p->command / 2)
            ok = fail(p, "the file command has a line that is too long");
        else if (!is_clean(line))
            ok = fail(p, "the file command has characters that cannot be printed");
        else
            strcpy(p->command, line);
    }
    free(text);
    return ok && (lines == 1 || fail(p, "the file command is empty"));
}

/* Whether a Makefile is there, by one of the names that make knows. */
static bool has_makefile(const struct program *p) {
    return has(p, "Makefile") || has(p, "makefile") || has(p, "GNUmakefile");
}

/* Gives the only executable of the folder the name bot. */
static bool name_executable(const struct program *p) {
    char only[NAME_MAX + 1] = "", from[PATH_MAX], to[PATH_MAX];
    int executables = 0;
    DIR *list = opendir(p->folder);
    const struct dirent *entry;
    while (list != NULL && (entry = readdir(list)) != NULL) {
        if ((mode_of(p, entry->d_name) & 0100) == 0) continue;
        if (++executables == 1) snprintf(only, sizeof only, "%s", entry->d_name);
    }
    if (list != NULL) closedir(list);
    if (executables != 1) return false;
    snprintf(from, sizeof from, "%s/%s", p->folder, only);
    snprintf(to, sizeof to, "%s/bot", p->folder);
    return rename(from, to) == 0;
}

static void set(struct program *p, enum program_kind kind, const char *build, const char *command) {
    p->kind = kind;
    p->build = build;
    if (command != NULL) strcpy(p->command, command);
}

bool program_recognise(struct program *p) {
    static const struct {
        const char *file;
        enum program_kind kind;
        const char *build, *command;
    } by_file[] = {
        {"bot.c", KIND_C, "cc -O2 -std=c17 -o bot bot.c -lm", "./bot"},
        {"bot.cpp", KIND_CPP, "c++ -O2 -std=c++17 -o bot bot.cpp", "./bot"},
        {"bot.py", KIND_PYTHON, NULL, "python3 bot.py"},
        {"bot.js", KIND_JAVASCRIPT, NULL, "node bot.js"},
    };
    const char *make = has_makefile(p) ? "make" : NULL;
    if (has(p, "command")) {
        set(p, KIND_COMMAND, make, NULL);
        return read_command(p);
    }
    if (make != NULL) { /* what is started is known when it is built */
        set(p, KIND_MAKE, make, NULL);
        return true;
    }
    for (size_t i = 0; i < sizeof by_file / sizeof *by_file; i++)
        if (has(p, by_file[i].file)) {
            set(p, by_file[i].kind, by_file[i].build, by_file[i].command);
            return true;
        }
    if ((mode_of(p, "bot") & 0100) != 0 || name_executable(p)) {
        set(p, KIND_EXECUTABLE, NULL, "./bot");
        return true;
    }
    return fail(p, "there is no bot.py, bot.js, bot.c, bot.cpp, Makefile, command or executable");
}

/* ---- whether it is sound ---- */

bool program_options(const struct program *p, const struct th_options *exec, struct th_options *out,
                     struct th_error *e) {
    *out = *exec;
    return th_options_set(out, exec_bot.name, "folder", p->folder, e) &&
           th_options_set(out, exec_bot.name, "command", p->command, e);
}

/* What a trial found that makes it unsound. */
static bool is_sound(struct program *p, const struct trial *t) {
    struct text out = text_in(p->sentence, sizeof p->sentence);
    const int64_t wrong = t->asked - t->right;
    if (t->name.name[0] == 0)
        text_add(&out, "it does not answer hello");
    else if (wrong > 0)
        text_add(&out, "%lld of %lld answers do not count", (long long)wrong, (long long)t->asked);
    if (t->wrongs > 0)
        text_add(&out, "%s: %s, %s", wrong > 1 ? "; the first" : "",
                 th_fault_name(t->wrong[0].fault.fault), t->wrong[0].fault.what);
    for (int i = 0; out.length == 0 && i < t->manners_tried && i < TRIAL_MANNERS_NEEDED; i++)
        if (!t->manners[i].right)
            text_add(&out, "it fails the test “%s”: %s", t->manners[i].name, t->manners[i].what);
    if (out.length == 0 && t->asked == 0) text_add(&out, "it was not asked anything");
    text_clean(p->sentence); /* it may be cut within a character */
    return out.length == 0;
}

bool program_check(struct program *p, const struct trial_settings *set,
                   const struct th_options *exec, struct th_error *e) {
    struct trial_settings own = *set;
    struct trial t;
    own.command = p->command;
    if (!program_options(p, exec, &own.exec.options, e)) {
        p->status = PROGRAM_UNSOUND;
        snprintf(p->sentence, sizeof p->sentence, "%s", e->text);
        return true;
    }
    if (!trial_run(&own, &t, e)) return false;
    json_decref(p->check);
    char spec[TH_SPEC_BYTES];
    th_options_write(own.game->name, own.game_options, false, spec, sizeof spec);
    p->check = trial_json(&t, spec, p->command);
    p->status = is_sound(p, &t) ? PROGRAM_SOUND : PROGRAM_UNSOUND;
    trial_drop(&t);
    return p->check != NULL || th_fail(e, "out of memory");
}
