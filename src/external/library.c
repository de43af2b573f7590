#include "library.h"

#include "core/text.h"
#include "tahur/bot_library.h"
#include <dlfcn.h>
#include <errno.h>
#ifdef __ELF__
#include <link.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A library that was loaded. It stays: bots of any thread may be in it, and whatever it has started
 * or registered itself. */
struct loaded {
    dev_t device;
    ino_t number; /* of the file, whatever path leads to it */
    const struct th_bot_kind *kind;
    struct loaded *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct loaded *all;

/* ---- what is in its tables ---- */

/* What is wrong with an option; NULL: nothing. What it has by default must be a value of it. */
static const char *wrong_option(const struct th_option *option, bool last) {
    struct th_option bare[2] = {*option, {0}};
    struct th_options o;
    struct th_error e;
    if (option->help == NULL) return "has no help";
    if ((unsigned)option->kind > TH_REST) return "is of no kind that there is";
    if (option->kind == TH_CHOICE && option->choices == NULL) return "has no choices";
    if (option->kind == TH_REST && !last) return "takes the rest of a spec, but is not the last";
    bare[0].initial = NULL;
    th_options_init(&o, bare);
    if (option->initial != NULL && !th_options_set(&o, NULL, option->name, option->initial, &e))
        return "has a default that it does not take itself";
    return NULL;
}

static bool check_options(const struct th_option *table, struct th_error *e) {
    int n = 0;
    while (table != NULL && n <= TH_OPTIONS_MAX && table[n].name != NULL) n++;
    if (n > TH_OPTIONS_MAX)
        return th_fail(e, "its table of options has no end, or more than %d", TH_OPTIONS_MAX);
    for (int i = 0; i < n; i++) {
        const char *wrong = wrong_option(&table[i], i + 1 == n);
        char clipped[TEXT_CLIP_BYTES];
        if (wrong != NULL)
            return th_fail(e, "its option '%s' %s", text_clip(table[i].name, clipped), wrong);
    }
    return true;
}

/* A name as it can stand in a spec. */
static bool check_name(const char *name, struct th_error *e) {
    const size_t n = strlen(name);
    const size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-_.");
    return (n > 0 && n < 64 && good == n) ||
           th_fail(e, "the name of its bot must be 1 to 63 letters, digits, dashes and dots");
}

static bool check_kind(const struct th_bot_kind *kind, struct th_error *e) {
    if (kind == NULL) return th_fail(e, "it has no bot: its kind is NULL");
    const char *missing = kind->name == NULL      ? "name"
                          : kind->summary == NULL ? "summary"
                          : kind->make == NULL    ? "make"
                          : kind->choose == NULL  ? "choose"
                                                  : NULL;
    if (missing != NULL) return th_fail(e, "its bot has no '%s', which is NULL", missing);
    return check_name(kind->name, e) && check_options(kind->options, e);
}

static bool check_library(const struct th_bot_library *library, struct th_error *e) {
    static const uint32_t size[] = TH_BOT_LIBRARY_SIZES;
    if (library == NULL) return th_fail(e, "its tahur_bot_library returns NULL");
    if (library->abi != TH_BOT_LIBRARY_ABI)
        return th_fail(e,
                       "it was made for version %u of libraries, and this is version %d: compile "
                       "it with the headers of this program",
                       (unsigned)library->abi, TH_BOT_LIBRARY_ABI);
    if (memcmp(library->size, size, sizeof size) != 0)
        return th_fail(e, "its structs have other sizes: compile it with the headers of this "
                          "program, and with no flags that change them");
    return check_kind(library->kind, e);
}

/* ---- loading ---- */

/* Whether a file ends before what it says it holds, as after a full disk or a broken download. The
 * system would load it, and the program would end when it looks there. Anything else that is wrong
 * with a file the system finds out. */
static bool is_cut_off(const char *path, const struct stat *s) {
    bool cut_off = false;
#ifdef __ELF__
    FILE *file = fopen(path, "rb");
    ElfW(Ehdr) head;
    ElfW(Phdr) part;
    if (file == NULL) return false;
    if (fread(&head, sizeof head, 1, file) == 1 && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
        head.e_phentsize == sizeof part && fseek(file, (long)head.e_phoff, SEEK_SET) == 0)
        for (int i = 0; i < head.e_phnum && fread(&part, sizeof part, 1, file) == 1; i++)
            cut_off |= part.p_type == PT_LOAD && part.p_offset + part.p_filesz > (size_t)s->st_size;
    fclose(file);
#else
    (void)path, (void)s;
#endif
    return cut_off;
}

/* The bot of a library that is open. */
static const struct th_bot_kind *bot_in(void *handle, struct th_error *e) {
    const struct th_bot_library *(*function)(void);
    void *symbol = dlsym(handle, "tahur_bot_library");
    if (symbol == NULL) {
        th_fail(e, "it has no function tahur_bot_library, which TH_BOT_LIBRARY(…) of "
                   "tahur/bot_library.h makes");
        return NULL;
    }
    memcpy(&function, &symbol, sizeof function); /* C has no cast for it */
    const struct th_bot_library *library = function();
    return check_library(library, e) ? library->kind : NULL;
}

/* A name without a slash would be looked for among the system's libraries, not here. */
static void *open_file(const char *path, struct th_error *e) {
    char here[TH_SPEC_BYTES + 2];
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    void *handle = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        th_fail(e, "it is no library of this machine, or something that it needs is missing: %s",
                dlerror());
    return handle;
}

static const struct th_bot_kind *load(const char *path, const struct stat *s, struct th_error *e) {
    for (const struct loaded *l = all; l != NULL; l = l->next)
        if (l->device == s->st_dev && l->number == s->st_ino) return l->kind;
    struct loaded *new = malloc(sizeof *new);
    void *handle = NULL;
    if (new == NULL)
        th_fail(e, "out of memory");
    else if (is_cut_off(path, s))
        th_fail(e, "it is not complete: it ends before its last part");
    else
        handle = open_file(path, e);
    const struct th_bot_kind *kind = handle != NULL ? bot_in(handle, e) : NULL;
    if (kind == NULL) {
        if (handle != NULL) dlclose(handle);
        free(new);
        return NULL;
    }
    *new = (struct loaded){s->st_dev, s->st_ino, kind, all};
    all = new;
    return kind;
}

const struct th_bot_kind *library_bot(const char *path, struct th_error *e) {
    struct stat s;
    struct th_error why;
    char clipped[TEXT_CLIP_BYTES];
    const struct th_bot_kind *kind = NULL;
    text_clip(path, clipped);
    if (stat(path, &s) != 0) {
        th_fail(e, "the library '%s' cannot be read: %s", clipped, strerror(errno));
    } else if (!S_ISREG(s.st_mode)) {
        th_fail(e, "the library '%s' is no file", clipped);
    } else {
        pthread_mutex_lock(&lock);
        kind = load(path, &s, &why);
        pthread_mutex_unlock(&lock);
        if (kind == NULL) th_fail(e, "the library '%s' cannot be used: %s", clipped, why.text);
    }
    return kind;
}
