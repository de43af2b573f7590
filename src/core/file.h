/* Whole files: read at once, and replaced at once. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "tahur/error.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* All of a file, to be dropped with free; NULL and the reason if it cannot be read. Only files that
 * have an end are read: no devices, no pipes, nothing larger than FILE_READ_MOST. */
#define FILE_READ_MOST (UINT64_C(4) << 30)
uint8_t *file_read(const char *path, size_t *size, struct th_error *e);

/* The same for a text, ended by 0; a file with a 0 in it is none. The mark that some editors set at
 * the beginning of UTF-8 is left out. */
char *file_read_text(const char *path, struct th_error *e);

/* The same, also from a pipe, which is read to its end: for commands that read their input once. A
 * pipe that no program has opened for writing within five seconds cannot be read. */
char *file_read_text_once(const char *path, struct th_error *e);

/* Writes a new file beside it, of a name that is not in use, which takes its name only when it is
 * complete and on the disk: what was there before stays whole whatever happens. A link stays a
 * link, and its target is replaced; the mode of a file that was there is kept. What is no file (a
 * device, a pipe), and what standard output or error goes to, is written to instead. */
bool file_replace(const char *path, const void *data, size_t size, struct th_error *e);

/* Whether file_replace could be done now, as far as that can be told without writing; if not, the
 * reason. For asking before hours of work. */
bool file_check_output(const char *path, struct th_error *e);

/* A file to be written bit by bit, from its beginning; NULL and the reason if it cannot be. What
 * standard output or error goes to is gone on with there, behind what was printed. */
FILE *file_stream(const char *path, struct th_error *e);

/* Whether two paths are one file, or would be one if they were written. Devices and pipes never
 * are: nothing is lost there. */
bool file_same(const char *a, const char *b);

#endif
