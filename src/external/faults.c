/* The log of the faults of external bots; `lock` protects it. */
#include "bots.h"

#include "core/text.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct note {
    char bot[TH_SPEC_BYTES], name[TH_SPEC_BYTES]; /* its spec, and what it is called */
    struct fault first;
    uint64_t count;
    bool counted; /* by a contest, of the bot with that name */
    struct note *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct note *notes; /* a list in order of first occurrence */

/* Called with the lock held, as the next. The note of this bot and fault, or the end of the list.
 */
static struct note **find(const char *bot, enum th_fault fault, bool counted) {
    struct note **place = &notes;
    for (; *place != NULL; place = &(*place)->next)
        if ((*place)->counted == counted && (*place)->first.fault == fault &&
            strcmp(counted ? (*place)->name : (*place)->bot, bot) == 0)
            break;
    return place;
}

/* Adds to the note of this bot and fault, which is made if there is none and there is memory. */
static void add(const char *bot, const char *name, const struct fault *first, uint64_t count,
                bool counted) {
    struct note **place = find(counted ? name : bot, first->fault, counted);
    if (*place == NULL && (*place = calloc(1, sizeof **place)) != NULL) {
        snprintf((*place)->bot, sizeof(*place)->bot, "%s", bot);
        snprintf((*place)->name, sizeof(*place)->name, "%s", name);
        (*place)->first = *first;
        (*place)->counted = counted;
    }
    if (*place != NULL) (*place)->count += count;
}

void faults_note(const char *bot, const struct fault *f) {
    pthread_mutex_lock(&lock);
    add(bot, bot, f, 1, false);
    pthread_mutex_unlock(&lock);
}

void faults_count(const char *spec, const char *name, enum th_fault fault,
                  const struct fault *first, uint64_t count) {
    pthread_mutex_lock(&lock);
    const struct note *noted = *find(spec, fault, false);
    if (first == NULL && noted != NULL) first = &noted->first;
    if (first != NULL && count > 0) add(spec, name, first, count, true);
    pthread_mutex_unlock(&lock);
}

void faults_drop_uncounted(void) {
    pthread_mutex_lock(&lock);
    for (struct note **place = &notes; *place != NULL;) {
        struct note *n = *place;
        if (n->counted) {
            place = &n->next;
        } else {
            *place = n->next;
            free(n);
        }
    }
    pthread_mutex_unlock(&lock);
}

void faults_name(const char *spec, const char *name) {
    pthread_mutex_lock(&lock);
    for (struct note *n = notes; n != NULL; n = n->next)
        if (!n->counted && strcmp(n->bot, spec) == 0) snprintf(n->name, sizeof n->name, "%s", name);
    pthread_mutex_unlock(&lock);
}

const struct fault *fault_of_bot(const struct th_bot_kind *kind, const void *self) {
    const struct fault *f = kind == &exec_bot  ? exec_bot_fault(self)
                            : kind == &lib_bot ? lib_bot_fault(self)
                                               : NULL;
    return f != NULL && f->fault != TH_NO_FAULT ? f : NULL;
}

void fault_print_stderr(const char *stderr_text, const char *before, FILE *out) {
    while (*stderr_text != 0) {
        const size_t n = strcspn(stderr_text, "\n");
        fprintf(out, "%s%.*s\n", before, (int)n, stderr_text);
        stderr_text += stderr_text[n] != 0 ? n + 1 : n;
    }
}

static void fault_print(const char *bot, const struct fault *first, uint64_t count, FILE *out) {
    char number[27];
    fprintf(out, "%s: %s, %s time%s; %s%s\n", bot, th_fault_name(first->fault),
            text_thousands((int64_t)count, number), count == 1 ? "" : "s",
            count == 1 ? "" : "the first: ", first->what);
    if (first->stderr_text[0] != 0) fprintf(out, "  its last words on standard error:\n");
    fault_print_stderr(first->stderr_text, "  | ", out);
}

static json_t *note_json(const struct note *n) {
    char bot[TH_SPEC_BYTES];
    strcpy(bot, n->name);
    text_clean(bot); /* a spec may come from a file */
    return json_pack("{s:s, s:s, s:I, s:s, s:s}", "bot", bot, "fault",
                     th_fault_name(n->first.fault), "count", (json_int_t)n->count, "what",
                     n->first.what, "stderr", n->first.stderr_text);
}

json_t *faults_json(void) {
    json_t *list = json_array();
    pthread_mutex_lock(&lock);
    for (const struct note *n = notes; n != NULL; n = n->next)
        json_array_append_new(list, note_json(n));
    pthread_mutex_unlock(&lock);
    return list;
}

void faults_print(FILE *out) {
    pthread_mutex_lock(&lock);
    while (notes != NULL) {
        struct note *first = notes;
        notes = first->next;
        text_clean(first->name); /* a spec may come from a file */
        if (out != NULL) fault_print(first->name, &first->first, first->count, out);
        free(first);
    }
    pthread_mutex_unlock(&lock);
}
