#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint8_t *file_read(const char *path, size_t *size, struct th_error *e) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    uint8_t *data = NULL;
    size_t room = 0;
    ssize_t got = file < 0 ? -1 : 1;
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
    if (file >= 0) close(file);
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
        return text;
    }
    if (text == NULL)
        th_fail(e, "there is no memory to read %s", path);
    else
        th_fail(e, "%s is not a text", path);
    free(text != NULL ? (uint8_t *)text : data);
    return NULL;
}

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

bool file_replace(const char *path, const void *data, size_t size, struct th_error *e) {
    char beside[4096];
    const int length = snprintf(beside, sizeof beside, "%s.%ld.new", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof beside) return th_fail(e, "the path is too long");
    const int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return th_fail(e, "%s cannot be written: %s", path, strerror(errno));
    bool done = write_all(file, data, size);
    int error = errno;
    if (close(file) != 0 && done) done = false, error = errno;
    if (done && rename(beside, path) != 0) done = false, error = errno;
    if (done) return true;
    unlink(beside);
    return th_fail(e, "%s cannot be written: %s", path, strerror(error));
}
