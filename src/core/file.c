#include "file.h"

#include "clock.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, LINKS_MAX = 40 };
enum { PIPE_SECONDS = 5 }; /* for the program at the other end of a pipe to open it */

/* ---- reading ---- */

enum read_kind { READ_FILES, READ_PIPES_TOO };

/* Opens a regular file, or a pipe if pipes are accepted. Does not wait for the writer of a pipe;
 * O_NONBLOCK stays set. */
static int open_to_read(const char *path, enum read_kind kind, struct th_error *e) {
    struct stat is;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &is) != 0) {
        th_fail(e, "%s cannot be read: %s", path, strerror(errno));
    } else if (!S_ISREG(is.st_mode) && (kind == READ_FILES || !S_ISFIFO(is.st_mode))) {
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

/* Like read, but waits for the writer of a pipe; a signal ends the wait. */
static ssize_t read_some(int file, uint8_t *out, size_t size) {
    struct pollfd more = {.fd = file, .events = POLLIN};
    ssize_t got;
    while ((got = read(file, out, size)) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        if (poll(&more, 1, -1) < 0) break;
    return got;
}

/* Reads the first part. A pipe without a writer looks like one at its end, so a writer that is
 * started together with the reader gets some seconds to open it. */
static ssize_t read_first(int file, uint8_t *out, size_t size) {
    struct pollfd writer = {.fd = file, .events = POLLIN};
    struct stat is;
    const ssize_t got = read_some(file, out, size);
    if (got != 0 || fstat(file, &is) != 0 || !S_ISFIFO(is.st_mode)) return got;
    return poll(&writer, 1, 1000 * PIPE_SECONDS) < 0 ? -1 : read_some(file, out, size);
}

/* The rest of an open file; NULL with errno set if that fails. */
static uint8_t *read_all(int file, size_t *size) {
    uint8_t *data = NULL;
    size_t room = 0;
    ssize_t got = 1;
    for (*size = 0; got > 0; *size += (size_t)got) {
        if (*size == room) {
            room = room == 0 ? 1 << 16 : 2 * room;
            uint8_t *more = room <= 2 * FILE_READ_MOST ? realloc(data, room) : NULL;
            if (more == NULL) {
                errno = room <= 2 * FILE_READ_MOST ? ENOMEM : EFBIG;
                got = -1;
                break;
            }
            data = more;
        }
        got = (*size == 0 ? read_first : read_some)(file, data + *size, room - *size);
        if (got < 0) break;
    }
    if (got == 0) return data;
    const int error = errno;
    free(data);
    errno = error;
    return NULL;
}

static uint8_t *read_path(const char *path, enum read_kind kind, size_t *size, struct th_error *e) {
    struct stat is;
    const int file = open_to_read(path, kind, e);
    if (file < 0) return NULL;
    uint8_t *data = read_all(file, size);
    if (data == NULL) {
        th_fail(e, "%s cannot be read: %s", path, strerror(errno));
    } else if (*size == 0 && fstat(file, &is) == 0 && S_ISFIFO(is.st_mode)) {
        th_fail(e, "%s cannot be read: no program writes to this pipe", path);
        free(data);
        data = NULL;
    }
    close(file);
    return data;
}

uint8_t *file_read(const char *path, size_t *size, struct th_error *e) {
    return read_path(path, READ_FILES, size, e);
}

/* Makes a text of the bytes read; takes ownership of them. */
static char *text_of(uint8_t *data, size_t size, const char *path, struct th_error *e) {
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

char *file_read_text(const char *path, struct th_error *e) {
    size_t size = 0;
    uint8_t *data = read_path(path, READ_FILES, &size, e);
    return text_of(data, size, path, e);
}

char *file_read_text_once(const char *path, struct th_error *e) {
    size_t size = 0;
    uint8_t *data = read_path(path, READ_PIPES_TOO, &size, e);
    return text_of(data, size, path, e);
}

/* ---- paths ---- */

/* The length of the directory part of a path, without the slash after it; 0: none, -1: "/". */
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

/* Resolves symbolic links, also to a file that does not exist; false with errno set if they form a
 * loop. */
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
    return fsync(file) == 0 || errno == EINVAL; /* EINVAL: the file does not support fsync */
}

/* Writes and closes; on failure sets *error to errno. */
static bool write_and_close(int file, const void *data, size_t size, int *error) {
    bool done = file >= 0 && write_all(file, data, size);
    *error = errno;
    if (file >= 0 && close(file) != 0 && done) done = false, *error = errno;
    return done;
}

/* The descriptor of standard output or error, if it is this file; -1: neither. */
static int standard_stream(const struct stat *is) {
    struct stat stream;
    for (int file = STDOUT_FILENO; file <= STDERR_FILENO; file++)
        if (fstat(file, &stream) == 0 && same_inode(is, &stream)) return file;
    return -1;
}

/* Opens for writing. A pipe must be opened for reading within some seconds, or errno is ENXIO: a
 * program that waits for a reader for ever looks like one that hangs. */
static int open_to_write(const char *path, int flags) {
    enum { NANOSECONDS = 10000000 };
    struct stat is;
    if (stat(path, &is) != 0 || !S_ISFIFO(is.st_mode))
        return open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
    const double end = clock_seconds() + PIPE_SECONDS;
    int file;
    while ((file = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)) < 0 &&
           (errno == ENXIO || errno == EINTR) && clock_seconds() < end)
        nanosleep(&(struct timespec){.tv_nsec = NANOSECONDS}, NULL);
    if (file >= 0) fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return file;
}

static bool fail_to_write(const char *path, int error, struct th_error *e) {
    struct stat is;
    const bool unread = error == ENXIO && stat(path, &is) == 0 && S_ISFIFO(is.st_mode);
    return th_fail(e, "%s cannot be written: %s", path,
                   unread ? "no program reads this pipe" : strerror(error));
}

static bool write_through(const char *path, int stream, const void *data, size_t size, int *error) {
    fflush(stdout); /* earlier output comes first */
    return write_and_close(stream >= 0 ? dup(stream) : open_to_write(path, 0), data, size, error);
}

/* Creates a file with a new name in the directory of another. Never opens an existing file or link,
 * which could be planted or left over. Returns -1 with errno set if it fails. */
static int create_beside(const char *path, char out[PATH_BYTES + 32]) {
    enum { TRIES = 100 };
    int file = -1;
    for (int i = 0; i < TRIES && file < 0; i++) {
        uint32_t name;
        if (getrandom(&name, sizeof name, 0) != (ssize_t)sizeof name)
            name = (uint32_t)getpid() + (uint32_t)i;
        snprintf(out, PATH_BYTES + 32, "%s.%08" PRIx32 ".new", path, name);
        file = open(out, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) break;
    }
    return file;
}

static bool write_beside(const char *path, const struct stat *old, const void *data, size_t size,
                         int *error) {
    char beside[PATH_BYTES + 32];
    const int file = create_beside(path, beside);
    if (file < 0) {
        *error = errno;
        return false;
    }
    if (old != NULL) fchmod(file, old->st_mode & 0777); /* fails on file systems without modes */
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
    return done || fail_to_write(path, error, e);
}

FILE *file_stream(const char *path, struct th_error *e) {
    struct stat is;
    const int stream = stat(path, &is) == 0 ? standard_stream(&is) : -1;
    fflush(stdout); /* earlier output comes first */
    const int file = stream >= 0 ? dup(stream) : open_to_write(path, O_CREAT | O_TRUNC);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    if (out == NULL) {
        fail_to_write(path, errno, e);
        if (file >= 0) close(file);
    }
    return out;
}

/* ---- lock file ---- */

/* Whether the path still names the locked file: the last holder may have removed it between open
 * and flock, and a lock on a removed file has no effect. */
static bool is_current(const char *path, int descriptor) {
    struct stat named, locked;
    return lstat(path, &named) == 0 && fstat(descriptor, &locked) == 0 &&
           named.st_dev == locked.st_dev && named.st_ino == locked.st_ino;
}

int lock_file_take(const char *path, double seconds) {
    const double end = clock_seconds() + seconds;
    for (;;) {
        const int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (descriptor < 0) return -1;
        const bool locked = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
        if (locked && is_current(path, descriptor)) return descriptor;
        const int error = locked ? 0 : errno; /* 0: removed meanwhile, try again */
        close(descriptor);
        if (error != 0 && error != EINTR && (error != EWOULDBLOCK || clock_seconds() >= end)) {
            errno = error;
            return -1;
        }
        if (error == EWOULDBLOCK) nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

void lock_file_release(const char *path, int descriptor) {
    if (descriptor < 0) return;
    unlink(path); /* before unlocking, so that the file of the next holder is not removed */
    close(descriptor);
}
