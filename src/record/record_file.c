#include "record_file.h"

#include "core/file.h"
#include <errno.h>
#include <string.h>

/* More than the records of one flush mostly need: then they reach the file in one piece, and a
 * program that is killed leaves whole ones. */
enum { BUFFER_BYTES = 1 << 18 };

bool record_file_open(struct record_file *f, const char *path, struct th_error *e) {
    *f = (struct record_file){.out = file_stream(path, e), .path = path};
    if (f->out == NULL) return false;
    setvbuf(f->out, NULL, _IOFBF, BUFFER_BYTES);
    return true;
}

void record_file_add(struct record_file *f, const struct record *r) {
    if (f->records++ > 0) fputc('\n', f->out);
    record_write(f->out, r);
}

static bool fail(struct record_file *f, struct th_error *e) {
    f->failed = true;
    return th_fail(e, "%s cannot be written: %s", f->path, strerror(errno));
}

bool record_file_flush(struct record_file *f, struct th_error *e) {
    return f->out == NULL || (fflush(f->out) == 0 && !ferror(f->out)) || fail(f, e);
}

bool record_file_close(struct record_file *f, struct th_error *e) {
    if (f->out == NULL) return true;
    FILE *out = f->out;
    f->out = NULL;
    const bool written = !ferror(out);
    return (fclose(out) == 0 && written) || fail(f, e);
}
