/* The streams stdout and stderr are replaced by streams that write ASCII to the same files, so that
 * no print needs to know. This takes the GNU C library, which allows both streams of one's own
 * (fopencookie) and assigning to stdout; elsewhere the output stays UTF-8. */
#define _GNU_SOURCE /* fopencookie */
#include "output.h"

#include "core/ascii.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- the locale ---- */

static const char *locale_name(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != 0) return value;
    }
    return NULL;
}

static bool names_utf8(const char *name) {
    for (; *name != 0; name++)
        if (strncasecmp(name, "utf-8", 5) == 0 || strncasecmp(name, "utf8", 4) == 0) return true;
    return false;
}

/* A locale that is not installed is taken by its name. */
static bool is_utf8(void) {
    const char *name = locale_name();
    if (name == NULL || names_utf8(name)) return true;
    const locale_t own = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const bool utf8 = own != (locale_t)0 && names_utf8(nl_langinfo_l(CODESET, own));
    if (own != (locale_t)0) freelocale(own);
    return utf8;
}

/* ---- the streams ---- */

#ifdef __GLIBC__

struct sink {
    int file;
    struct ascii_reader reader;
};

static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t n = write(file, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static ssize_t write_ascii(void *cookie, const char *bytes, size_t size) {
    struct sink *sink = cookie;
    char out[4096];
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        used += (size_t)ascii_take(&sink->reader, (unsigned char)bytes[i], out + used);
        if (used + ASCII_BYTES <= sizeof out && i + 1 < size) continue;
        if (!write_all(sink->file, out, used)) return -1;
        used = 0;
    }
    return (ssize_t)size;
}

static FILE *open_ascii(struct sink *sink, int buffering) {
    const cookie_io_functions_t functions = {.write = write_ascii};
    FILE *f = fopencookie(sink, "w", functions);
    if (f != NULL) setvbuf(f, NULL, buffering, buffering == _IONBF ? 0 : BUFSIZ);
    return f;
}

static FILE *plain_output;

void output_begin(void) {
    static struct sink out = {.file = STDOUT_FILENO}, err = {.file = STDERR_FILENO};
    plain_output = stdout;
    if (is_utf8()) return;
    FILE *o = open_ascii(&out, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    FILE *e = open_ascii(&err, _IONBF);
    if (o == NULL || e == NULL) return;
    stdout = o;
    stderr = e;
    ascii_use(true);
}

void output_for_programs(void) {
    stdout = plain_output;
}

#else

void output_begin(void) {
    ascii_use(!is_utf8());
}

void output_for_programs(void) {}

#endif
