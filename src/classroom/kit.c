#include "kit.h"

#include "core/text.h"
#include "kit_files.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the kits ---- */

/* Every kit also has README.md and test.sh. `policy` is the ending of the files that have the
 * function `choose` of each game. */
static const struct kit {
    const char *language, *title, *bot, *policy, *build, *command;
    const char *more[3]; /* further files of the language's folder */
} kits[] = {
    {"python", "Python", "bot.py", ".py", "", "python3 bot.py", {NULL}},
    {"javascript", "JavaScript", "bot.js", ".js", "", "node bot.js", {NULL}},
    {"c", "C", "bot.c", ".c", "cc -O2 -std=c17 -o bot bot.c -lm", "./bot", {NULL}},
    {"cpp", "C++", "bot.cpp", ".cpp", "c++ -O2 -std=c++17 -o bot bot.cpp", "./bot", {NULL}},
    {"rust", "Rust", "bot.rs", ".rs", "make", "./bot", {"Makefile", NULL}},
    {"java",
     "Java",
     "Bot.java",
     ".java",
     "make",
     "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC Bot",
     {"Makefile", "command", NULL}},
};
enum { KITS = sizeof kits / sizeof *kits };

static const struct kit *find_kit(const char *language) {
    for (int i = 0; i < KITS; i++)
        if (strcmp(kits[i].language, language) == 0) return &kits[i];
    return NULL;
}

static bool no_such_kit(const char *language, struct th_error *e) {
    char list[128], wrong[TEXT_CLIP_BYTES];
    struct text t = text_in(list, sizeof list);
    for (int i = 0; i < KITS; i++) text_add(&t, "%s%s", i == 0 ? "" : ", ", kits[i].language);
    return th_fail(e, "there is no kit for the language '%s'; there are: %s",
                   text_clip(language, wrong), list);
}

/* ---- templates ---- */

enum { FILE_BYTES = 1 << 15, NAME_BYTES = 128, PATH_BYTES = 4096 };

/* NULL if there is no such file. */
static const char *template_text(const char *folder, const char *name) {
    char path[2 * NAME_BYTES];
    snprintf(path, sizeof path, "%s%s%s", folder, *folder == 0 ? "" : "/", name);
    for (const struct kit_file *f = kit_files; f->path != NULL; f++)
        if (strcmp(f->path, path) == 0) return f->text;
    return NULL;
}

/* What stands for @name@ in a template. */
struct word {
    const char *name, *value;
};
enum { WORDS = 10 };

/* Replaces each @name@ that is in the list; other text is copied. */
static void fill_in(const char *template, const struct word words[WORDS], struct text *out) {
    for (const char *at = template; *at != 0;) {
        const char *end = *at == '@' ? strchr(at + 1, '@') : NULL;
        const struct word *found = NULL;
        for (int i = 0; end != NULL && i < WORDS; i++)
            if (strlen(words[i].name) == (size_t)(end - at - 1) &&
                strncmp(words[i].name, at + 1, (size_t)(end - at - 1)) == 0)
                found = &words[i];
        if (found != NULL)
            text_add(out, "%s", found->value);
        else
            text_add(out, "%c", *at);
        at = found != NULL ? end + 1 : at + 1;
    }
}

/* ---- writing ---- */

static bool write_all(int file, const char *text, size_t size) {
    while (size > 0) {
        const ssize_t n = write(file, text, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text += n;
        size -= (size_t)n;
    }
    return true;
}

static bool write_file(const char *folder, const char *name, const char *text, struct th_error *e) {
    char path[PATH_BYTES];
    const bool script = strcmp(name, "test.sh") == 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, script ? 0777 : 0666);
    if (file < 0) return th_fail(e, "%s cannot be written: %s", path, strerror(errno));
    const bool written = write_all(file, text, strlen(text));
    const int why = errno;
    if (close(file) == 0 && written) return true;
    return th_fail(e, "%s cannot be written: %s", path, strerror(written ? errno : why));
}

/* Writes one file of the kit, from the template in the language's folder or in kits/ itself. */
static bool write_filled(const char *folder, const char *from, const char *name,
                         const struct word words[WORDS], struct th_error *e) {
    char *room = malloc(FILE_BYTES);
    if (room == NULL) return th_fail(e, "out of memory");
    struct text t = text_in(room, FILE_BYTES);
    fill_in(template_text(from, name), words, &t);
    const bool ok = write_file(folder, name, room, e);
    free(room);
    return ok;
}

/* Refuses a folder that has a file of the kit already, before anything is written. */
static bool check_new(const char *folder, const struct kit *kit, struct th_error *e) {
    const char *const names[] = {kit->bot, "README.md", "test.sh", kit->more[0], kit->more[1]};
    char path[PATH_BYTES];
    struct stat is;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i] == NULL) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) >= (int)sizeof path)
            return th_fail(e, "the name of the folder is too long");
        if (lstat(path, &is) == 0)
            return th_fail(e, "%s is there already; choose another folder", path);
    }
    return true;
}

/* " name" for each other seat. */
static const char *opponents(int seats, const char *name, char out[NAME_BYTES]) {
    struct text t = text_in(out, NAME_BYTES);
    for (int i = 1; i < seats; i++) text_add(&t, "%s%s", i == 1 ? "" : " ", name);
    return out;
}

bool kit_write(const char *language, const struct th_game *game, const struct th_spec *spec,
               const char *folder, struct th_error *e) {
    const struct kit *kit = find_kit(language);
    char policy_name[NAME_BYTES], against[NAME_BYTES], level[NAME_BYTES];
    if (kit == NULL) return no_such_kit(language, e);
    snprintf(policy_name, sizeof policy_name, "%s%s", game->name, kit->policy);
    const char *policy = template_text(kit->language, policy_name);
    if (policy == NULL) return th_fail(e, "there is no kit for %s", game->title);
    const int seats = th_game_seats(game, &spec->options, e);
    if (seats == 0 || !check_new(folder, kit, e)) return false;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return th_fail(e, "the folder %s cannot be made: %s", folder, strerror(errno));
    const struct word words[WORDS] = {
        {"policy", policy},
        {"game", spec->text},
        {"language", kit->title},
        {"file", kit->bot},
        {"build", kit->build},
        {"build_sentence", *kit->build != 0 ? "builds it, " : ""},
        {"command", kit->command},
        {"opponents", opponents(seats, "\"$opponent\"", against)},
        {"levels", opponents(seats, "level1", level)},
        {"random_plies", game->outcomes == NULL ? " --random-plies 2" : ""},
    };
    bool ok = write_filled(folder, kit->language, kit->bot, words, e) &&
              write_filled(folder, "", "README.md", words, e) &&
              write_filled(folder, "", "test.sh", words, e);
    for (int i = 0; ok && kit->more[i] != NULL; i++)
        ok = write_filled(folder, kit->language, kit->more[i], words, e);
    return ok;
}
