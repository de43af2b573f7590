/* A lock that lasts as long as its holder: an advisory lock (flock) on a file of its own. The
 * kernel releases it when the process ends in any way, kill -9 included. It works between
 * processes, between two holders in one process, and over NFS. */
#ifndef CORE_LOCK_FILE_H
#define CORE_LOCK_FILE_H

/* Creates the file and locks it, waiting up to `seconds` for another holder. Returns a descriptor
 * that holds the lock, or -1 with errno set: EWOULDBLOCK if it is held elsewhere. Programs started
 * by this one do not inherit it. */
int lock_file_take(const char *path, double seconds);

/* Removes the file and releases the lock. -1 is no lock. */
void lock_file_release(const char *path, int descriptor);

#endif
