/* Messages for the user (th_fail), their keys (error_attach), and the reason of the last shortage.
 */
#include "error.h"

#include "text.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool th_fail(struct th_error *e, const char *format, ...) {
    if (e == NULL) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    text_clean(e->text);
    return false;
}

/* ---- keys of messages ---- */

/* With the message, so that no other one is given these details. */
static _Thread_local struct {
    struct th_error message;
    struct error_detail detail;
} attached;

bool error_attach(struct th_error *e, const char *key, ...) {
    struct error_detail *d = &attached.detail;
    if (e == NULL) return false;
    attached.message = *e;
    *d = (struct error_detail){.key = key};
    va_list arguments;
    va_start(arguments, key);
    for (const char *a; d->n < ERROR_ARGUMENTS && (a = va_arg(arguments, const char *)) != NULL;) {
        struct th_error clean; /* valid UTF-8 in one line, as messages are */
        th_fail(&clean, "%.*s", ERROR_ARGUMENT_BYTES - 1, a);
        snprintf(d->argument[d->n++], ERROR_ARGUMENT_BYTES, "%.*s", ERROR_ARGUMENT_BYTES - 1,
                 clean.text);
    }
    va_end(arguments);
    return false;
}

const struct error_detail *error_detail(const char *message) {
    const bool same = attached.detail.key != NULL && strcmp(attached.message.text, message) == 0;
    return same ? &attached.detail : NULL;
}

/* ---- shortages ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct th_error reason; /* protected by the lock; "": no shortage so far */

int shortage(const char *format, ...) {
    va_list arguments;
    pthread_mutex_lock(&lock);
    va_start(arguments, format);
    vsnprintf(reason.text, sizeof reason.text, format, arguments);
    va_end(arguments);
    pthread_mutex_unlock(&lock);
    return TH_SHORTAGE;
}

bool shortage_fail(struct th_error *e) {
    pthread_mutex_lock(&lock);
    const struct th_error last = reason;
    pthread_mutex_unlock(&lock);
    return th_fail(e, "%s", last.text[0] != 0 ? last.text : "out of memory");
}

bool shortage_happened(void) {
    pthread_mutex_lock(&lock);
    const bool any = reason.text[0] != 0;
    pthread_mutex_unlock(&lock);
    return any;
}

void shortage_forget(void) {
    pthread_mutex_lock(&lock);
    reason.text[0] = 0;
    pthread_mutex_unlock(&lock);
}
