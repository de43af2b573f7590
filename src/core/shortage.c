#include "shortage.h"

#include <jansson.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- reasons ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct th_error reason; /* under the lock; "": there has been none */

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

/* ---- jansson's memory ---- */

static _Thread_local bool lacked;
static json_malloc_t plain_malloc;

static void *watched_malloc(size_t size) {
    void *block = plain_malloc(size);
    if (block == NULL && size > 0) lacked = true;
    return block;
}

/* What the program that uses the library has set stays in use: it is only watched. */
static void watch(void) {
    json_free_t plain_free;
    json_get_alloc_funcs(&plain_malloc, &plain_free);
    json_set_alloc_funcs(watched_malloc, plain_free);
}

void json_memory_watch(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
}

bool json_memory_lacked(void) {
    const bool any = lacked;
    lacked = false;
    return any;
}
