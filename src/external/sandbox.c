/* Decides which files a bot in a sandbox sees, and composes the arguments of bubblewrap. */
#define _GNU_SOURCE /* realpath */
#include "sandbox.h"

#include "core/text.h"
#include "tahur/option.h"
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = PATH_MAX, WORDS_MAX = 32 };

const char *const sandbox_environment[] = {NULL};

/* ---- arguments ---- */

static void add(struct sandbox *s, const char *argument) {
    if (s->arguments + 1 >= SANDBOX_ARGUMENTS_MAX)
        s->full = true;
    else
        s->argument[s->arguments++] = argument;
}

/* Formats an argument into the storage of the sandbox; "" and s->full if there is no room. */
__attribute__((format(printf, 2, 3))) static const char *store(struct sandbox *s,
                                                               const char *format, ...) {
    va_list arguments;
    char *place = s->text + s->size;
    const size_t room = sizeof s->text - s->size;
    va_start(arguments, format);
    const int n = vsnprintf(place, room, format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n >= room) {
        s->full = true;
        return "";
    }
    s->size += (size_t)n + 1;
    return place;
}

static void add_two(struct sandbox *s, const char *option, const char *value) {
    add(s, option);
    add(s, value);
}

static void add_three(struct sandbox *s, const char *option, const char *a, const char *b) {
    add_two(s, option, a);
    add(s, b);
}

/* Binds a path read-only at the same place. */
static void add_bound(struct sandbox *s, const char *path) {
    const char *stored = store(s, "%s", path);
    add_three(s, "--ro-bind", stored, stored);
}

/* ---- paths ---- */

static bool is_below(const char *path, const char *folder) {
    const size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 &&
           (path[n] == '/' || path[n] == 0 || (n > 0 && folder[n - 1] == '/'));
}

static const char *const system_folders[] = {"/usr",   "/bin",   "/sbin",   "/lib",
                                             "/lib32", "/lib64", "/libx32", NULL};

static bool is_system(const char *path) {
    for (int i = 0; system_folders[i] != NULL; i++)
        if (is_below(path, system_folders[i])) return true;
    return false;
}

/* Whether a folder contains more than a bot should see: the working directory of this program, with
 * its runs and the other bots, a home directory, or everything. */
static bool is_private(const char *folder) {
    char here[PATH_BYTES];
    const char *home = getenv("HOME");
    if (getcwd(here, sizeof here) == NULL || is_below(here, folder)) return true;
    return is_below("/root", folder) || is_below("/home", folder) ||
           (home != NULL && *home == '/' && is_below(home, folder));
}

/* Cuts the last component off a path, in place. */
static char *cut_name(char *path) {
    char *slash = strrchr(path, '/');
    if (slash != NULL) slash[slash == path] = 0;
    return path;
}

/* Finds a program in PATH. */
static bool find_program(const char *name, char path[PATH_BYTES]) {
    const char *rest = getenv("PATH");
    for (; rest != NULL && *rest != 0; rest += *rest == ':') {
        const size_t n = strcspn(rest, ":");
        const int written = snprintf(path, PATH_BYTES, "%.*s/%s", (int)n, rest, name);
        if (*rest == '/' && written > 0 && written < PATH_BYTES && access(path, X_OK) == 0)
            return true;
        rest += n;
    }
    return false;
}

/* ---- the command ---- */

struct words {
    char text[TH_SPEC_BYTES + WORDS_MAX];
    const char *word[WORDS_MAX];
    int n;
};

/* Splits the command into words, approximately as the shell does: enough to find the program and
 * the files that it names. */
static void split(const char *command, struct words *w) {
    static const char separators[] = " \t\n;&|<>()";
    char *out = w->text;
    w->n = 0;
    while (w->n < WORDS_MAX) {
        command += strspn(command, separators);
        if (*command == 0) return;
        w->word[w->n++] = out;
        char quote = 0;
        for (; *command != 0 && out < w->text + sizeof w->text - 1; command++) {
            if (quote == 0 && strchr(separators, *command) != NULL) break;
            if (quote == 0 && (*command == '\'' || *command == '"'))
                quote = *command;
            else if (quote != 0 && *command == quote)
                quote = 0;
            else if (*command == '\\' && quote != '\'' && command[1] != 0)
                *out++ = *++command;
            else
                *out++ = *command;
        }
        *out = 0;
        if (out < w->text + sizeof w->text - 1) out++;
    }
}

static bool is_assignment(const char *word) {
    const char *equals = strchr(word, '=');
    return equals != NULL && equals > word && strcspn(word, "=/") == (size_t)(equals - word);
}

/* The index of the program among the words; the number of words if there is none. */
static int program_place(const struct words *w) {
    int i = 0;
    while (i < w->n && (strcmp(w->word[i], "exec") == 0 || strcmp(w->word[i], "env") == 0 ||
                        is_assignment(w->word[i])))
        i++;
    return i;
}

/* ---- visible files ---- */

static void add_system(struct sandbox *s) {
    static const char *const files[] = {"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime",
                                        "/etc/java-*-openjdk", NULL};
    for (int i = 0; system_folders[i] != NULL; i++) {
        const char *path = system_folders[i];
        char target[PATH_BYTES];
        struct stat it;
        if (lstat(path, &it) != 0) continue;
        const ssize_t n = S_ISLNK(it.st_mode) ? readlink(path, target, sizeof target - 1) : -1;
        if (n > 0) {
            target[n] = 0;
            add_three(s, "--symlink", store(s, "%s", target), path);
        } else if (S_ISDIR(it.st_mode)) {
            add_bound(s, path);
        }
    }
    for (int i = 0; files[i] != NULL; i++) {
        glob_t found;
        if (glob(files[i], 0, NULL, &found) != 0) continue;
        for (size_t k = 0; k < found.gl_pathc; k++) add_bound(s, found.gl_pathv[k]);
        globfree(&found);
    }
}

static void hide(struct sandbox *s, const char *path) {
    struct stat it;
    if (lstat(path, &it) != 0) return;
    if (S_ISDIR(it.st_mode))
        add_two(s, "--tmpfs", store(s, "%s", path));
    else if (S_ISREG(it.st_mode))
        add_three(s, "--ro-bind", "/dev/null", store(s, "%s", path));
}

/* Hides this program, so that a bot cannot ask its bots for moves: the running executable, if it is
 * in the folder; */
static void hide_running(struct sandbox *s, const char *folder) {
    char running[PATH_BYTES];
    const ssize_t n = readlink("/proc/self/exe", running, sizeof running - 1);
    if (n <= 0) return;
    running[n] = 0;
    const char *name = strrchr(running, '/');
    if (name != NULL && strncmp(name, "/tahur", 6) == 0 && is_below(running, folder))
        hide(s, running);
}

/* and installed copies of the program and its library. */
static void hide_installed(struct sandbox *s, const char *folder) {
    static const char *const places[] = {"bin/tahur",
                                         "games/tahur",
                                         "local/bin/tahur",
                                         "local/games/tahur",
                                         "lib*/libtahur*",
                                         "lib/*/libtahur*",
                                         "local/lib*/libtahur*",
                                         "local/lib/*/libtahur*",
                                         "lib/python3*/*-packages/tahur",
                                         "local/lib/python3*/*-packages/tahur",
                                         NULL};
    for (int i = 0; places[i] != NULL; i++) {
        char pattern[PATH_BYTES + 64];
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/%s", folder, places[i]);
        if (glob(pattern, 0, NULL, &found) != 0) continue;
        for (size_t k = 0; k < found.gl_pathc; k++) hide(s, found.gl_pathv[k]);
        globfree(&found);
    }
    hide_running(s, folder);
}

/* Binds the bot's own folder. */
static void add_folder(struct sandbox *s, const char *folder, bool writable) {
    const char *stored = store(s, "%s", folder);
    add_three(s, writable ? "--bind" : "--ro-bind", stored, stored);
    hide_running(s, folder);
}

/* Whether a folder is the installation of an interpreter. A home directory also has other folders
 * with a bin, such as .local and .cargo; an installation there contains one of these marks. */
static bool is_installation(const char *folder) {
    static const char *const marks[] = {"conda-meta", "pyvenv.cfg", "versions", NULL};
    const char *home = getenv("HOME");
    char path[PATH_BYTES + 16];
    if (is_private(folder)) return false;
    if (home == NULL || !is_below(folder, home) || strchr(folder + strlen(home) + 1, '/') != NULL)
        return true;
    for (int i = 0; marks[i] != NULL; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, marks[i]);
        if (access(path, F_OK) == 0) return true;
    }
    return false;
}

/* Binds the installation of a program outside of the system folders: the folder above bin, or above
 * shims (pyenv); if that is not an installation, only the file. */
static void add_installation(struct sandbox *s, const char *program) {
    char prefix[PATH_BYTES];
    if (is_system(program)) return;
    snprintf(prefix, sizeof prefix, "%s", program);
    const char *name = strrchr(cut_name(prefix), '/');
    const bool known = name != NULL && (strcmp(name, "/bin") == 0 || strcmp(name, "/shims") == 0);
    if (known) cut_name(prefix);
    if (!known || !is_installation(prefix)) {
        add_bound(s, program);
        return;
    }
    add_bound(s, prefix);
    hide_installed(s, prefix);
}

/* Binds an interpreter by its path and by the target of its symbolic links. */
static void add_interpreter(struct sandbox *s, const char *path) {
    char real[PATH_BYTES];
    add_installation(s, path);
    if (realpath(path, real) != NULL && strcmp(real, path) != 0) add_installation(s, real);
}

/* Finds the full path of a file or folder that a word of the command names; false if it names none,
 * or one of the system. */
static bool find_file(const char *word, char path[PATH_BYTES], bool *is_folder) {
    struct stat it;
    if (*word == 0 || *word == '-' || realpath(word, path) == NULL || stat(path, &it) != 0)
        return false;
    *is_folder = S_ISDIR(it.st_mode);
    return (*is_folder || S_ISREG(it.st_mode)) && !is_system(path) && !is_below(path, "/proc") &&
           !is_below(path, "/dev") && !is_below(path, "/etc") && !is_below(path, "/sys");
}

/* Binds the files that the command names. The folder of the first one is the bot's own folder; if
 * that is private, only the files are bound. */
static void add_named(struct sandbox *s, const struct words *w, int first) {
    bool has_folder = false;
    for (int i = first; i < w->n; i++) {
        char path[PATH_BYTES], folder[PATH_BYTES];
        bool is_folder;
        if (!find_file(w->word[i], path, &is_folder)) continue;
        strcpy(folder, path);
        if (!is_folder) cut_name(folder);
        if (!has_folder && !is_private(folder))
            add_folder(s, folder, false);
        else if (!is_folder)
            add_bound(s, path);
        has_folder = true;
    }
}

static bool names_file(const struct words *w, int from) {
    char path[PATH_BYTES];
    bool is_folder;
    for (int i = from; i < w->n; i++)
        if (find_file(w->word[i], path, &is_folder)) return true;
    return false;
}

/* Whether the program of the command is an interpreter given by its path: it is in a folder bin,
 * and a later word names a file. */
static bool is_interpreter(const struct words *w, int place) {
    const char *slash = strrchr(w->word[place], '/');
    return slash - w->word[place] >= 4 && memcmp(slash - 4, "/bin", 4) == 0 &&
           names_file(w, place + 1);
}

/* Binds what the command needs. *working: its working directory; *first: a prefix of its PATH. */
static bool add_own(struct sandbox *s, const char *command, const struct child_limits *limits,
                    const char **working, const char **first, struct th_error *e) {
    const char *folder = limits->folder;
    struct words w;
    char path[PATH_BYTES], clipped[TEXT_CLIP_BYTES];
    split(command, &w);
    int place = program_place(&w);
    if (place < w.n && strchr(w.word[place], '/') == NULL) {
        if (find_program(w.word[place], path)) {
            add_interpreter(s, path);
            if (!is_system(path)) *first = store(s, "%s:", cut_name(path));
        }
        place++;
    } else if (place < w.n && folder == NULL && is_interpreter(&w, place)) {
        if (w.word[place][0] == '/') add_interpreter(s, w.word[place]);
        place++;
    }
    if (folder == NULL) {
        add_named(s, &w, place);
        *working = getcwd(path, sizeof path) != NULL ? store(s, "%s", path) : "/tmp";
    } else if (strcmp(folder, CHILD_NO_FOLDER) != 0) {
        if (realpath(folder, path) == NULL)
            return th_fail(e, "the folder '%s' cannot be read: %s", text_clip(folder, clipped),
                           strerror(errno));
        add_folder(s, path, limits->writable);
        *working = store(s, "%s", path);
    }
    return true;
}

bool sandbox_command(struct sandbox *s, const char *command, const struct child_limits *limits,
                     struct th_error *e) {
    static const char *const separate[] = {"--unshare-all",
                                           "--unshare-user",
                                           "--disable-userns",
                                           "--new-session",
                                           "--die-with-parent",
                                           "--clearenv",
                                           NULL};
    char path[PATH_BYTES];
    const char *working = "/tmp", *first = "";
    s->arguments = 0;
    s->size = 0;
    s->full = false;
    if (!find_program("bwrap", path))
        return th_fail(e, "a sandbox needs bubblewrap (the program bwrap), which is not installed "
                          "here");
    add(s, store(s, "%s", path));
    for (int i = 0; separate[i] != NULL; i++) add(s, separate[i]);
    add_two(s, "--cap-drop", "ALL");
    add_two(s, "--hostname", "sandbox");
    size_t filter_size;
    if (filter_program(&filter_size) != NULL) add_two(s, "--seccomp", store(s, "%d", FILTER_FD));
    add_two(s, "--uid", "65534");
    add_two(s, "--gid", "65534");
    add_system(s);
    hide_installed(s, "/usr");
    add_two(s, "--proc", "/proc");
    add_two(s, "--dev", "/dev");
    const char *scratch = store(s, "%lld", (long long)child_scratch(limits) * 1024 * 1024);
    add_two(s, "--size", scratch);
    add_two(s, "--tmpfs", "/dev/shm");
    add_two(s, "--size", scratch);
    add_two(s, "--tmpfs", "/tmp");
    if (!add_own(s, command, limits, &working, &first, e)) return false;
    add_two(s, "--dir", working);
    /* A process of root owns files of /proc/sys, and could write them even without capabilities.
     * And files outside /tmp and /dev/shm would be memory without a limit. */
    add_two(s, "--remount-ro", "/proc");
    add_two(s, "--remount-ro", "/dev");
    add_two(s, "--remount-ro", "/");
    add_three(s, "--setenv", "PATH", store(s, "%s/usr/local/bin:/usr/bin:/bin", first));
    add_three(s, "--setenv", "HOME", "/tmp");
    add_three(s, "--setenv", "LANG", "C.UTF-8");
    add_two(s, "--chdir", working);
    add(s, "--");
    add_three(s, "/bin/sh", "-c", store(s, "%s", command));
    s->argument[s->arguments] = NULL;
    return !s->full || th_fail(e, "the command names too many files for a sandbox");
}
