/* Whole files: reading, atomic replacement; lock files. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "tahur/error.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The contents of a file; the caller calls free. Returns NULL and sets *e if it cannot be read.
 * Reads only regular files of at most FILE_READ_MOST bytes, no devices and no pipes. */
#define FILE_READ_MOST (UINT64_C(4) << 30)
uint8_t *file_read(const char *path, size_t *size, struct th_error *e);

/* The same for a text, terminated by 0; a file that contains a 0 byte is refused. A byte order mark
 * of UTF-8 is removed. */
char *file_read_text(const char *path, struct th_error *e);

/* The same, also from a pipe, for commands that read their input once. A pipe must be opened for
 * writing within five seconds. */
char *file_read_text_once(const char *path, struct th_error *e);

/* Replaces a file atomically: writes a temporary file in the same directory, syncs it to the disk,
 * and renames it. The old contents stay intact if anything fails. A symbolic link stays, and its
 * target is replaced; the mode of an existing file is kept. A path that is not a regular file (a
 * device, a pipe), or that is standard output or error, is written to directly; a pipe must be
 * opened for reading within five seconds. */
bool file_replace(const char *path, const void *data, size_t size, struct th_error *e);

/* Whether file_replace would succeed, as far as that can be checked without writing; if not,
 * returns false and sets *e. To be called before hours of work. */
bool file_check_output(const char *path, struct th_error *e);

/* Opens a file for writing from its start. Returns NULL and sets *e if that fails. A path that is
 * standard output or error is appended to; a pipe must be opened for reading within five seconds.
 */
FILE *file_stream(const char *path, struct th_error *e);

/* Whether two paths name the same file, or would do so once written. Never true for devices and
 * pipes, where nothing is overwritten. */
bool file_same(const char *a, const char *b);

/* ---- lock file ---- */

/* An advisory lock (flock) on a separate file. The kernel releases it when the process ends in any
 * way, kill -9 included. It works between processes, between two holders in one process, and over
 * NFS. */

/* Creates the file and locks it; waits up to `seconds` for another holder. Returns a descriptor
 * that holds the lock, or -1 with errno set: EWOULDBLOCK if another holder has it. Child processes
 * do not inherit it. */
int lock_file_take(const char *path, double seconds);

/* Removes the file and releases the lock; does nothing if the descriptor is -1. */
void lock_file_release(const char *path, int descriptor);

#endif
