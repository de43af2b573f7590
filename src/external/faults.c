/* The log of the faults of external bots; `lock` protects it. */
#include "bots.h"

#include "core/text.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct note {
    char bot[TH_SPEC_BYTES];
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
    made->first = *f;
    return *place = made;
}

void faults_note(const char *bot, const struct fault *f) {
    pthread_mutex_lock(&lock);
    struct note *note = note_of(bot, f);
    if (note != NULL) note->count++;
    pthread_mutex_unlock(&lock);
}

static void print_note(const struct note *n, FILE *out) {
    char number[27], text[CHILD_STDERR_BYTES + 1];
    fprintf(out, "%s: %s, %s time%s; %s%s\n", n->bot, th_fault_name(n->first.fault),
            text_thousands((int64_t)n->count, number), n->count == 1 ? "" : "s",
            n->count == 1 ? "" : "the first: ", n->first.what);
    strcpy(text, n->first.stderr_text);
    if (*text != 0) fprintf(out, "  its last words on standard error:\n");
    char *rest = *text != 0 ? text : NULL, *line;
    while ((line = text_line(&rest)) != NULL) fprintf(out, "  | %s\n", line);
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
        text_clean(first->bot); /* a spec may come from a file */
        if (out != NULL) print_note(first, out);
        free(first);
    }
    pthread_mutex_unlock(&lock);
}
