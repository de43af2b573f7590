/* The bot `lib`: forwards every call to a bot in a shared library (tahur/bot_library.h). Libraries
 * are loaded once, checked, and kept until the program ends; `lock` protects the list of them. The
 * answers of the bot are checked, but a crash of it is a crash of the program. */
#include "bots.h"

#include "core/bot.h"
#include "core/text.h"
#include "tahur/bot_library.h"
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef __ELF__
#include <link.h>
#endif

/* A loaded library. It is never unloaded: bots of any thread may use it, and it may have started
 * threads or registered handlers. */
struct loaded {
    dev_t device;
    ino_t number; /* identifies the file, by any path */
    const struct th_bot_kind *kind;
    struct loaded *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct loaded *all; /* a list */

/* ---- checking it ---- */

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
    return library->kind != NULL ? bot_kind_check(library->kind, e)
                                 : th_fail(e, "it has no bot: its kind is NULL");
}

/* ---- loading ---- */

/* Whether a file is shorter than its ELF headers say, as after a full disk or a broken download.
 * dlopen would map it, and the program would crash on the missing part. dlopen reports anything
 * else that is wrong with a file. */
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

/* The bot of an opened library. */
static const struct th_bot_kind *bot_in(void *handle, struct th_error *e) {
    const struct th_bot_library *(*function)(void);
    void *symbol = dlsym(handle, "tahur_bot_library");
    if (symbol == NULL) {
        th_fail(e, "it has no function tahur_bot_library, which TH_BOT_LIBRARY(…) of "
                   "tahur/bot_library.h makes");
        return NULL;
    }
    memcpy(&function, &symbol, sizeof function); /* C has no conversion to function pointers */
    const struct th_bot_library *library = function();
    return check_library(library, e) ? library->kind : NULL;
}

/* dlopen would search a name without a slash among the system's libraries, so it gets a "./". */
static void *open_file(const char *path, struct th_error *e) {
    char here[TH_SPEC_BYTES + 2];
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    void *handle = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        th_fail(e, "it is no library of this machine, or something that it needs is missing: %s",
                dlerror());
    return handle;
}

/* Called with `lock` held. */
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

/* The bot in the file; NULL with the reason if there is none that can be used. Thread-safe. */
static const struct th_bot_kind *library_bot(const char *path, struct th_error *e) {
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

/* ---- the bot ---- */

static const struct th_option options[] = {
    {"file", TH_TEXT, 0, 0, NULL, NULL,
     "must be given: the library, as in lib:file=./my_bot.so. docs/write-a-library-bot.md explains "
     "how to write one"},
    {"options", TH_REST, 0, 0, NULL, NULL,
     "for the bot in the library, as key=value,key=value; by default its own defaults. It takes "
     "the rest of the spec, commas included"},
    {0},
};

struct lib {
    const struct th_bot_kind *kind; /* of the library */
    void *self;                     /* what it has made */
    char spec[TH_SPEC_BYTES];       /* its spec, for the log of faults */
    struct th_spec own;             /* its own options, which it may read during its whole life */
    struct fault fault;             /* the last one */
};

static void drop(void *self) {
    struct lib *x = self;
    if (x->self != NULL && x->kind->drop != NULL) x->kind->drop(x->self);
    free(x);
}

/* Parses its options by its own table, with the same messages as for built-in bots. */
static bool read_options(struct lib *x, const char *text, struct th_error *e) {
    char spec[2 * TH_SPEC_BYTES];
    const bool any = text != NULL && *text != 0;
    snprintf(spec, sizeof spec, "%s%s%s", x->kind->name, any ? ":" : "", any ? text : "");
    return th_spec_name(spec, &x->own, e) && th_spec_options(&x->own, x->kind->options, e);
}

/* Reports the reason that the bot gave, if any. */
static bool refuse(const struct lib *x, const char *what, struct th_error *why,
                   struct th_error *e) {
    why->text[sizeof why->text - 1] = 0;
    return th_fail(e, "%s, the bot in the library, %s: %s", x->kind->name, what,
                   why->text[0] != 0 ? why->text : "it does not say why");
}

static bool set_up(struct lib *x, const struct th_game *game, const struct th_options *o,
                   struct th_error *e) {
    th_options_write(lib_bot.name, o, true, x->spec, sizeof x->spec);
    x->kind = library_bot(th_options_text(o, "file"), e);
    if (x->kind == NULL) return false;
    if (x->kind->plays != NULL && !x->kind->plays(game))
        return th_fail(e, "%s, the bot in the library, does not play %s", x->kind->name,
                       game->name);
    if (!read_options(x, th_options_text(o, "options"), e)) return false;
    struct th_error why = {""};
    x->self = x->kind->make(game, &x->own.options, &why);
    return x->self != NULL || refuse(x, "cannot be made", &why, e);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    const char *file = th_options_text(o, "file");
    if (file == NULL || *file == 0) {
        th_fail(e, "lib needs a file, as in lib:file=./my_bot.so");
        return NULL;
    }
    struct lib *x = calloc(1, sizeof *x);
    if (x == NULL) {
        th_fail(e, "out of memory");
    } else if (!set_up(x, game, o, e)) {
        drop(x);
        x = NULL;
    }
    return x;
}

static bool accepts(const void *self, const struct th_options *game_options, struct th_error *e) {
    const struct lib *x = self;
    struct th_error why = {""};
    return x->kind->accepts == NULL || x->kind->accepts(x->self, game_options, &why) ||
           refuse(x, "does not play this game", &why, e);
}

static void know(void *self, const struct th_options *game_options) {
    const struct lib *x = self;
    if (x->kind->know != NULL) x->kind->know(x->self, game_options);
}

static void begin(void *self, const struct th_state *view, int seat) {
    const struct lib *x = self;
    if (x->kind->begin != NULL) x->kind->begin(x->self, view, seat);
}

/* Clears invalid values in its thoughts. */
static void check_thoughts(struct th_thoughts *t, int n) {
    for (int i = 0; i < n; i++) {
        struct th_thought *of = &t->of[i];
        if (!(of->value >= 0 && of->value <= 1)) of->value = NAN;
        if (!(of->error >= 0)) of->error = NAN;
        if (of->line_n < 0 || of->line_n > TH_LINE_MAX) of->line_n = 0;
    }
}

const struct fault *lib_bot_fault(const void *self) {
    return &((const struct lib *)self)->fault;
}

/* Any answer that is not an index of the list is an illegal move, even if it is another fault:
 * those are for programs. */
static int choose(void *self, const struct th_ask *ask) {
    struct lib *x = self;
    const int place = x->kind->choose(x->self, ask);
    if (ask->thoughts != NULL) check_thoughts(ask->thoughts, ask->n);
    x->fault.fault = TH_NO_FAULT;
    if (place >= 0 && place < ask->n) return place;
    struct fault *fault = &x->fault;
    fault->fault = TH_FAULT_ILLEGAL;
    char position[TH_POSITION_BYTES];
    ask->game->position_text(ask->view, position, sizeof position);
    snprintf(fault->what, sizeof fault->what,
             "its answer %d is no place among the %d legal moves of seat %d in: %.200s", place,
             ask->n, ask->seat, position);
    text_clean(fault->what);
    faults_note(x->spec, fault);
    return TH_FAULT_ILLEGAL;
}

static bool remembers(const void *self) {
    const struct lib *x = self;
    return th_bot_remembers(x->kind, x->self);
}

static void end(void *self, const double payoff[]) {
    const struct lib *x = self;
    if (x->kind->end != NULL) x->kind->end(x->self, payoff);
}

/* The contents of its thoughts are unknown before it is loaded, so `value_kind` promises nothing: a
 * user who wants them must request them, as with --by search. */
const struct th_bot_kind lib_bot = {
    .name = "lib",
    .summary = "a bot in a shared library of your own, as fast as ours; trust it: it runs inside",
    .options = options,
    .slow = true,
    .outside = true,
    .make = make,
    .accepts = accepts,
    .know = know,
    .begin = begin,
    .remembers = remembers,
    .choose = choose,
    .end = end,
    .drop = drop,
};
