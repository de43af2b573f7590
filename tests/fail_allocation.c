/* To be preloaded: makes the allocations of one process fail, so that tests see what it does then.
 *
 *   FAIL_AT     the allocation that fails, counted from 1 on; 0 or not set: none does
 *   FAIL_ON     1: all after it fail too
 *   FAIL_COUNT  a file that gets the number of allocations at the end
 *
 * Other programs that the process starts are left alone. */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* What glibc's own functions call, so that nothing has to be looked up. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t line, size_t size);

static atomic_long done;
static long fail_at;
static bool fail_on, begun;
static char count_file[4096];

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAIL_AT"), *on = getenv("FAIL_ON"), *count = getenv("FAIL_COUNT");
    fail_at = at != NULL ? strtol(at, NULL, 10) : 0;
    fail_on = on != NULL && *on == '1';
    if (count != NULL) snprintf(count_file, sizeof count_file, "%s", count);
    unsetenv("LD_PRELOAD");
    unsetenv("FAIL_COUNT");
    begun = true;
}

__attribute__((destructor)) static void end(void) {
    const long all = atomic_load(&done);
    fail_at = 0;
    FILE *file = *count_file != 0 ? fopen(count_file, "w") : NULL;
    if (file == NULL) return;
    fprintf(file, "%ld\n", all);
    fclose(file);
}

static bool fails(void) {
    if (!begun) return false;
    const long number = atomic_fetch_add(&done, 1) + 1;
    if (fail_at == 0 || (fail_on ? number < fail_at : number != fail_at)) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t line, size_t size) {
    return fails() ? NULL : __libc_memalign(line, size);
}
