#include "lock_file.h"

#include "clock.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the path still names the locked file: the last holder may have removed it between our
 * open and our lock, and a lock on a removed file excludes no one. */
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
        const int error = locked ? 0 : errno; /* 0: removed meanwhile, try the new file */
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
    unlink(path); /* while it is still locked, so that it is ours that goes */
    close(descriptor);
}
