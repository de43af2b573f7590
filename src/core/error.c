/* Messages for the user (th_fail), and the reason of the last shortage. */
#include "error.h"

#include "text.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

bool th_fail(struct th_error *e, const char *format, ...) {
    if (e == NULL) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    text_clean(e->text);
    return false;
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
