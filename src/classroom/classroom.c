/* A class: its settings, its life, and its threads. */
#define _GNU_SOURCE /* realpath */
#include "classroom.h"

#include "core/text.h"
#include "tahur/registry.h"
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *class_key(char out[SHA256_TEXT], const char *const lines[], int count) {
    struct sha256 s;
    sha256_begin(&s);
    for (int i = 0; i < count; i++) sha256_add(&s, lines[i], strlen(lines[i]) + 1);
    return sha256_text(&s, out);
}

/* ---- levels ---- */

const char *class_default_levels(const struct th_game *game) {
    struct th_bot_entry entry;
    for (int i = 0; th_bot_at(game, i, &entry); i++)
        if (strcmp(entry.name, "level1") == 0) return "level1,level2,level3,level4";
    return "easy,medium,hard";
}

static bool add_level(struct classroom *c, const char *text, struct th_error *e) {
    if (c->levels == CLASS_LEVELS_MAX)
        return th_fail(e, "--levels has more than %d levels", CLASS_LEVELS_MAX);
    struct th_spec *spec = &c->level[c->levels];
    const struct th_bot_kind *kind = th_bot_find(c->set.game, text, spec, e);
    if (kind == NULL) return false;
    if (kind->outside)
        return th_fail(e, "--levels takes bots of this program, and %s is another one", kind->name);
    for (int i = 0; i < c->levels; i++)
        if (strcmp(c->level[i].text, spec->text) == 0)
            return th_fail(e, "--levels has %s twice", spec->text);
    void *bot = th_bot_make(kind, c->set.game, &c->set.game_spec.options, &spec->options, e);
    if (bot == NULL) return false;
    if (kind->drop != NULL) kind->drop(bot);
    c->level_kind[c->levels++] = kind;
    return true;
}

/* The end of the first spec of a list. A comma also separates the options of a spec: what follows
 * is one of them if it is "key=value" without the name of a bot. */
static const char *end_of_spec(const char *list) {
    const char *end = list + strcspn(list, ",");
    while (*end == ',') {
        const char *next = end + 1;
        if (next[strcspn(next, ":=,")] != '=') break;
        end = next + strcspn(next, ",");
    }
    return end;
}

bool class_read_levels(struct classroom *c, struct th_error *e) {
    const char *rest = c->set.levels;
    if (*rest == 0) return th_fail(e, "--levels names no level");
    for (;;) {
        char one[TH_SPEC_BYTES];
        const char *end = end_of_spec(rest);
        snprintf(one, sizeof one, "%.*s", (int)(end - rest), rest);
        if (!add_level(c, text_trim(one), e)) return false;
        if (*end == 0) return true;
        rest = end + 1;
    }
}

/* ---- folders ---- */

static bool make_folder(const char *path, struct th_error *e) {
    struct stat st;
    if (mkdir(path, 0777) == 0) return true;
    const int error = errno;
    if (error == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) return true;
    return th_fail(e, "the folder %s cannot be made: %s", path,
                   strerror(error == EEXIST ? ENOTDIR : error));
}

static bool is_within(const char *path, const char *folder) {
    const size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && (path[n] == '/' || path[n] == 0);
}

/* The full path of a folder that may not be there yet: then of the one above it. */
static bool full_path(const char *path, char out[PATH_MAX]) {
    char above[PATH_MAX];
    if (realpath(path, out) != NULL) return true;
    if (errno != ENOENT || strlen(path) >= sizeof above) return false;
    strcpy(above, path);
    size_t n = strlen(above);
    while (n > 1 && above[n - 1] == '/') above[--n] = 0;
    char *slash = strrchr(above, '/');
    if (slash != NULL) slash[slash == above] = 0;
    return realpath(slash != NULL ? above : ".", out) != NULL;
}

/* Results inside of the folder of submissions would be taken for one. */
static bool check_folders(const struct class_settings *set, struct th_error *e) {
    char in[PATH_MAX], out[PATH_MAX];
    struct stat st;
    if (stat(set->folder, &st) != 0 || realpath(set->folder, in) == NULL)
        return th_fail(e, "the folder %s cannot be read: %s", set->folder, strerror(errno));
    if (!S_ISDIR(st.st_mode)) return th_fail(e, "%s is not a folder", set->folder);
    if (!full_path(set->out, out))
        return th_fail(e, "the folder %s cannot be made: %s", set->out, strerror(errno));
    if (is_within(out, in))
        return th_fail(e, "--out is inside of the folder of submissions, which is only read; name "
                          "another one");
    return strlen(out) + strlen(set->out) < TH_SPEC_BYTES / 2 ||
           th_fail(e, "the path of --out is too long: it has more than %d bytes",
                   TH_SPEC_BYTES / 2);
}

static bool make_folders(const struct class_settings *set, struct th_error *e) {
    static const char *const parts[] = {"", "/build", "/games", "/pages"};
    char path[PATH_MAX];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s", set->out, parts[i]);
        if (!make_folder(path, e)) return false;
    }
    return true;
}

static bool list_submissions(struct classroom *c, struct th_error *e) {
    if (!check_folders(&c->set, e) || !intake_list(c->set.folder, &c->list, e)) return false;
    return c->list.count > 0 || th_fail(e, "the folder %s has no submissions", c->set.folder);
}

/* ---- the life of a class ---- */

bool class_open(struct classroom *c, const struct class_settings *set, struct th_error *e) {
    char path[PATH_MAX];
    *c = (struct classroom){.set = *set};
    pthread_mutex_init(&c->mutex, NULL);
    c->seats = th_game_seats(set->game, &c->set.game_spec.options, e);
    if (c->seats <= 0) return false;
    if (c->seats < 2)
        return th_fail(e, "%s has one seat: bots cannot play against each other",
                       set->game_spec.text);
    const struct child_limits limits = {.sandbox = set->sandbox, .folder = CHILD_NO_FOLDER};
    if (!class_read_levels(c, e) || !class_read_marks(c, e)) return false;
    if (set->template != NULL && !class_check_template(set->template, e)) return false;
    struct th_error why;
    if (!child_check(&limits, &why))
        return th_fail(e, "%s; --trusted does without, and gives submissions all your rights",
                       why.text);
    if (!list_submissions(c, e) || !make_folders(set, e)) return false;
    snprintf(path, sizeof path, "%s/class.db", set->out);
    c->db = class_db_open(path, e);
    if (c->db == NULL) return false;
    if (set->seed_given) return true;
    if (!th_seed_draw(&c->set.seed))
        return th_fail(e, "the system has no random seed; give one by --seed");
    return class_db_seed(c->db, &c->set.seed, e);
}

void class_close(struct classroom *c) {
    for (int i = 0; i < c->pairings; i++) free(c->pairing[i].result);
    for (int i = 0; i < c->programs; i++) program_drop(&c->program[i]);
    formula_drop(c->formula);
    free(c->pairing);
    free(c->bot);
    free(c->program);
    free(c->submission);
    intake_list_drop(&c->list);
    class_db_close(c->db);
    pthread_mutex_destroy(&c->mutex);
}

bool class_run(struct classroom *c, struct th_error *e) {
    e->text[0] = 0;
    if (!class_prepare(c, e)) return false;
    c->stopped = th_is_set(c->set.stop);
    if (!class_pair(c, e)) return false;
    if (!c->stopped && !class_play(c, e)) return false;
    class_forfeit(c);
    c->stopped = c->found + c->played < c->total || c->stopped;
    return true;
}

void class_progress(struct classroom *c, const char *what, uint64_t done, uint64_t total) {
    if (c->set.progress != NULL) c->set.progress(c->set.context, what, done, total);
}

/* ---- threads ---- */

struct workshop {
    struct classroom *class;
    class_job *job;
    int count;
    atomic_int next;
    atomic_bool failed;
    struct th_error error; /* of the first that failed; the mutex of the class protects it */
};

static void *work(void *argument) {
    struct workshop *w = argument;
    int index;
    while (!th_is_set(w->class->set.stop) && !atomic_load(&w->failed) &&
           (index = atomic_fetch_add(&w->next, 1)) < w->count) {
        struct th_error e = {""};
        if (w->job(w->class, index, &e) || th_is_set(w->class->set.stop)) continue;
        pthread_mutex_lock(&w->class->mutex);
        if (!atomic_exchange(&w->failed, true)) w->error = e;
        pthread_mutex_unlock(&w->class->mutex);
    }
    return NULL;
}

/* Fewer threads than asked for, where the system gives no more, change only the time. */
bool class_parallel(struct classroom *c, int count, class_job *job, struct th_error *e) {
    struct workshop w = {.class = c, .job = job, .count = count};
    const int wanted = c->set.threads < count ? c->set.threads : count;
    pthread_t *thread = calloc((size_t)(wanted > 0 ? wanted : 1), sizeof *thread);
    int started = 1;
    if (thread == NULL) return th_fail(e, "out of memory");
    while (started < wanted && pthread_create(&thread[started], NULL, work, &w) == 0) started++;
    work(&w);
    for (int i = 1; i < started; i++) pthread_join(thread[i], NULL);
    free(thread);
    if (!atomic_load(&w.failed)) return true;
    *e = w.error;
    return false;
}
