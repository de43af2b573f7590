#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, LINKS_MAX = 40 };

/* ---- reading ---- */

/* Opens a file that has an end. A pipe must not be waited for, so nothing is. */
static int open_to_read(const char *path, struct th_error *e) {
    struct stat is;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &is) != 0) {
        th_fail(e, "%s cannot be read: %s", path, strerror(errno));
    } else if (!S_ISREG(is.st_mode)) {
        th_fail(e, "%s cannot be read: %s", path,
                S_ISDIR(is.st_mode) ? strerror(EISDIR) : "it is no regular file");
    } else if ((uint64_t)is.st_size > FILE_READ_MOST) {
        th_fail(e, "%s cannot be read: it is larger than %d gigabytes", path,
                (int)(FILE_READ_MOST >> 30));
    } else {
        return file;
    }
    if (file >= 0) close(file);
    return -1;
}

uint8_t *file_read(const char *path, size_t *size, struct th_error *e) {
    const int file = open_to_read(path, e);
    if (file < 0) return NULL;
    uint8_t *data = NULL;
    size_t room = 0;
    ssize_t got = 1;
    for (*size = 0; got > 0; *size += (size_t)got) {
        if (*size == room) {
            room = room == 0 ? 1 << 16 : 2 * room;
            uint8_t *more = realloc(data, room);
            if (more == NULL) {
                got = -1;
                break;
            }
            data = more;
        }
        got = read(file, data + *size, room - *size);
        if (got < 0) break;
    }
    const int error = errno;
    close(file);
    if (got == 0) return data;
    free(data);
    th_fail(e, "%s cannot be read: %s", path, strerror(error));
    return NULL;
}

char *file_read_text(const char *path, struct th_error *e) {
    size_t size;
    uint8_t *data = file_read(path, &size, e);
    if (data == NULL) return NULL;
    char *text = realloc(data, size + 1);
    if (text != NULL && memchr(text, 0, size) == NULL) {
        text[size] = 0;
        if (strncmp(text, "\xef\xbb\xbf", 3) == 0) memmove(text, text + 3, size - 3 + 1);
        return text;
    }
    if (text == NULL)
        th_fail(e, "there is no memory to read %s", path);
    else
        th_fail(e, "%s is not a text", path);
    free(text != NULL ? (uint8_t *)text : data);
    return NULL;
}

/* ---- what a path means ---- */

/* The length of the directory's part of a path, without the slash behind it; 0: none, -1: "/". */
static int directory_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : slash == path ? -1 : (int)(slash - path);
}

/* The directory that a path is in. */
static void directory_of(const char *path, char out[PATH_BYTES]) {
    const int n = directory_length(path);
    if (n > 0)
        snprintf(out, PATH_BYTES, "%.*s", n, path);
    else
        strcpy(out, n < 0 ? "/" : ".");
}

/* Follows links to what they name, be it there or not; false with errno set if that has no end. */
static bool follow_links(const char *path, char out[PATH_BYTES]) {
    if (strlen(path) >= PATH_BYTES) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(out, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        char name[PATH_BYTES], directory[PATH_BYTES];
        const ssize_t n = readlink(out, name, sizeof name - 1);
        if (n < 0) return true; /* no link */
        name[n] = 0;
        directory_of(out, directory);
        const int length = name[0] == '/' ? snprintf(out, PATH_BYTES, "%s", name)
                                          : snprintf(out, PATH_BYTES, "%s/%s", directory, name);
        if (length < 0 || length >= PATH_BYTES) {
            errno = ENAMETOOLONG;
            return false;
        }
    }
    errno = ELOOP;
    return false;
}

static bool same_inode(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool file_same(const char *a, const char *b) {
    struct stat is[2];
    char real[2][PATH_BYTES], directory[2][PATH_BYTES];
    const bool there[2] = {stat(a, &is[0]) == 0, stat(b, &is[1]) == 0};
    if (there[0] != there[1]) return false;
    if (there[0]) return S_ISREG(is[0].st_mode) && same_inode(&is[0], &is[1]);
    if (strcmp(a, b) == 0) return true;
    if (!follow_links(a, real[0]) || !follow_links(b, real[1])) return false;
    for (int i = 0; i < 2; i++) {
        directory_of(real[i], directory[i]);
        if (stat(directory[i], &is[i]) != 0) return false;
    }
    const char *name[2];
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(real[i], '/');
        name[i] = slash != NULL ? slash + 1 : real[i];
    }
    return same_inode(&is[0], &is[1]) && strcmp(name[0], name[1]) == 0;
}

bool file_check_output(const char *path, struct th_error *e) {
    struct stat is;
    char real[PATH_BYTES], directory[PATH_BYTES];
    if (*path == 0) return th_fail(e, "the name of a file to write is empty");
    const bool there = stat(path, &is) == 0;
    if (there && S_ISDIR(is.st_mode))
        return th_fail(e, "%s cannot be written: %s", path, strerror(EISDIR));
    if (there && access(path, W_OK) != 0)
        return th_fail(e, "%s cannot be written: %s", path, strerror(errno));
    if (there && !S_ISREG(is.st_mode)) return true;
    bool can = follow_links(path, real);
    if (can) {
        directory_of(real, directory);
        can = stat(directory, &is) == 0;
    }
    if (can && (!S_ISDIR(is.st_mode) || real[strlen(real) - 1] == '/')) {
        errno = ENOTDIR;
        can = false;
    }
    if (can) can = access(directory, W_OK | X_OK) == 0;
    return can || th_fail(e, "%s cannot be written: %s", path, strerror(errno));
}

/* ---- writing ---- */

static bool write_all(int file, const uint8_t *data, size_t size) {
    while (size > 0) {
        const ssize_t n = write(file, data, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        data += n;
        size -= (size_t)n;
    }
    return fsync(file) == 0 || errno == EINVAL; /* EINVAL: nothing that could be synchronised */
}

/* Writes, closes, and tells; `error` is errno of what went wrong. */
static bool write_and_close(int file, const void *data, size_t size, int *error) {
    bool done = file >= 0 && write_all(file, data, size);
    *error = errno;
    if (file >= 0 && close(file) != 0 && done) done = false, *error = errno;
    return done;
}

/* Standard output or error, if that is where this file would go; -1: neither. */
static int standard_stream(const struct stat *is) {
    struct stat stream;
    for (int file = STDOUT_FILENO; file <= STDERR_FILENO; file++)
        if (fstat(file, &stream) == 0 && same_inode(is, &stream)) return file;
    return -1;
}

static bool write_through(const char *path, int stream, const void *data, size_t size, int *error) {
    fflush(stdout); /* what was printed before comes first */
    return write_and_close(stream >= 0 ? dup(stream) : open(path, O_WRONLY | O_CLOEXEC), data, size,
                           error);
}

static bool write_beside(const char *path, const struct stat *old, const void *data, size_t size,
                         int *error) {
    char beside[PATH_BYTES + 32];
    snprintf(beside, sizeof beside, "%s.%ld.new", path, (long)getpid());
    const int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        *error = errno;
        return false;
    }
    if (old != NULL) fchmod(file, old->st_mode & 0777); /* where there are modes */
    bool done = write_and_close(file, data, size, error);
    if (done && rename(beside, path) != 0) done = false, *error = errno;
    if (!done) unlink(beside);
    return done;
}

bool file_replace(const char *path, const void *data, size_t size, struct th_error *e) {
    struct stat old;
    char real[PATH_BYTES];
    int error = 0;
    const bool there = stat(path, &old) == 0;
    const int stream = there ? standard_stream(&old) : -1;
    bool done;
    if (stream >= 0 || (there && !S_ISREG(old.st_mode))) {
        done = write_through(path, stream, data, size, &error);
    } else {
        done = follow_links(path, real);
        error = errno;
        if (done) done = write_beside(real, there ? &old : NULL, data, size, &error);
    }
    return done || th_fail(e, "%s cannot be written: %s", path, strerror(error));
}

FILE *file_stream(const char *path, struct th_error *e) {
    struct stat is;
    const int stream = stat(path, &is) == 0 ? standard_stream(&is) : -1;
    fflush(stdout); /* what was printed before comes first */
    const int file =
        stream >= 0 ? dup(stream) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    if (out == NULL) {
        th_fail(e, "%s cannot be written: %s", path, strerror(errno));
        if (file >= 0) close(file);
    }
    return out;
}
