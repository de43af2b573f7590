/* Whole files: read at once, and replaced at once. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "tahur/error.h"
#include <stddef.h>
#include <stdint.h>

/* All of a file, to be dropped with free; NULL and the reason if it cannot be read. */
uint8_t *file_read(const char *path, size_t *size, struct th_error *e);

/* The same for a text, ended by 0; a file with a 0 in it is none. */
char *file_read_text(const char *path, struct th_error *e);

/* Writes a new file beside it, which takes its name only when it is complete and on the disk: what
 * was there before stays whole whatever happens. */
bool file_replace(const char *path, const void *data, size_t size, struct th_error *e);

#endif
