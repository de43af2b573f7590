/* Bytes of a file, least significant first on every machine: a list that grows, and a reader that
 * never goes past the end. Neither fails on the spot; a flag tells in the end. */
#ifndef CORE_BYTES_H
#define CORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    uint8_t *data; /* to be dropped with free */
    size_t size, room;
    bool failed; /* there was no memory: what is in `data` is not all */
};

void bytes_add(struct bytes *b, const void *data, size_t size);
void bytes_u8(struct bytes *b, uint8_t value);
void bytes_u32(struct bytes *b, uint32_t value);
void bytes_u64(struct bytes *b, uint64_t value);
/* Seven bits a byte, the last one below 128: small numbers take one byte. */
void bytes_varint(struct bytes *b, uint32_t value);
void bytes_f32(struct bytes *b, float value);
void bytes_f64(struct bytes *b, double value);
void bytes_floats(struct bytes *b, const float values[], size_t count);

struct bytes_reader {
    const uint8_t *at, *end;
    bool failed; /* more was asked for than there is: what was read since is 0 */
};

/* Whether there are so many items of a size left; if not, the reader has failed. */
bool read_has(struct bytes_reader *r, size_t count, size_t size);
/* So many bytes; NULL if there are not. */
const uint8_t *read_bytes(struct bytes_reader *r, size_t size);
uint8_t read_u8(struct bytes_reader *r);
uint32_t read_u32(struct bytes_reader *r);
uint64_t read_u64(struct bytes_reader *r);
uint32_t read_varint(struct bytes_reader *r);
float read_f32(struct bytes_reader *r);
double read_f64(struct bytes_reader *r);
/* Fails too if one of them is infinite or no number. */
void read_floats(struct bytes_reader *r, float values[], size_t count);

#endif
