/* Compression of answers for clients that accept gzip. */
#ifndef TAHUR_SERVE_GZIP_H
#define TAHUR_SERVE_GZIP_H

#include <stddef.h>

/* The bytes compressed, the same for the same input; the caller owns them. NULL: they would not be
 * smaller, or there was no memory. */
char *gzip_bytes(const char *bytes, size_t size, size_t *compressed);

#endif
