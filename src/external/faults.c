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
    struct note *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct note *notes; /* a list in order of first occurrence */

/* Finds or adds the note of this bot and fault; NULL if there is no memory. */
static struct note *note_of(const char *bot, const struct fault *f) {
    struct note **place = &notes;
    for (; *place != NULL; place = &(*place)->next)
        if ((*place)->first.fault == f->fault && strcmp((*place)->bot, bot) == 0) return *place;
    struct note *made = calloc(1, sizeof *made);
    if (made == NULL) return NULL;
    snprintf(made->bot, sizeof made->bot, "%s", bot);
    memcpy(made->name, made->bot, sizeof made->name);
    made->first = *f;
    return *place = made;
}

void faults_note(const char *bot, const struct fault *f) {
    pthread_mutex_lock(&lock);
    struct note *note = note_of(bot, f);
    if (note != NULL) note->count++;
    pthread_mutex_unlock(&lock);
}

void faults_name(const char *spec, const char *name) {
    pthread_mutex_lock(&lock);
    for (struct note *n = notes; n != NULL; n = n->next)
        if (strcmp(n->bot, spec) == 0) snprintf(n->name, sizeof n->name, "%s", name);
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

void fault_print(const char *bot, const struct fault *first, uint64_t count, FILE *out) {
    char number[27];
    fprintf(out, "%s: %s, %s time%s; %s%s\n", bot, th_fault_name(first->fault),
            text_thousands((int64_t)count, number), count == 1 ? "" : "s",
            count == 1 ? "" : "the first: ", first->what);
    if (first->stderr_text[0] != 0) fprintf(out, "  its last words on standard error:\n");
    fault_print_stderr(first->stderr_text, "  | ", out);
}

static json_t *note_json(const struct note *n) {
    char bot[TH_SPEC_BYTES];
    strcpy(bot, n->bot);
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
