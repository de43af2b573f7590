/* SHA-256 (FIPS 180-4): the identity of contents. Two contents with the same hash are not known. */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_TEXT = 65 };

struct sha256 {
    uint32_t state[8];
    uint64_t size; /* of all that was added */
    uint8_t block[64];
};

void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *data, size_t size);
void sha256_end(struct sha256 *s, uint8_t out[SHA256_BYTES]);
/* Ends it, and writes the hash as 64 hexadecimal digits. Returns `out`. */
const char *sha256_text(struct sha256 *s, char out[SHA256_TEXT]);

#endif
