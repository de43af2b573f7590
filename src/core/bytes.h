/* Serialization: a buffer that grows, and a reader that never goes past the end. Numbers are little
 * endian on every machine. Errors set a flag, which the caller checks at the end. */
#ifndef CORE_BYTES_H
#define CORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    uint8_t *data; /* the owner calls free */
    size_t size, room;
    bool failed; /* out of memory: `data` is incomplete */
};

void bytes_add(struct bytes *b, const void *data, size_t size);
void bytes_u8(struct bytes *b, uint8_t value);
void bytes_u32(struct bytes *b, uint32_t value);
void bytes_u64(struct bytes *b, uint64_t value);
/* LEB128: seven bits per byte, the last byte below 128. */
void bytes_varint(struct bytes *b, uint32_t value);
void bytes_f32(struct bytes *b, float value);
void bytes_f64(struct bytes *b, double value);
void bytes_floats(struct bytes *b, const float values[], size_t count);

struct bytes_reader {
    const uint8_t *at, *end;
    bool failed; /* a read went past the end: it and all later reads return 0 */
};
/* Reads these bytes; `data` may be NULL if there are none. */
static inline struct bytes_reader bytes_reader_of(const void *data, size_t size) {
    const uint8_t *at = (const uint8_t *)data;
    return (struct bytes_reader){.at = at, .end = size > 0 ? at + size : at};
}

/* Whether `count` items of `size` bytes are left; if not, the reader fails. */
bool read_has(struct bytes_reader *r, size_t count, size_t size);
/* The next `size` bytes; NULL if there are fewer. */
const uint8_t *read_bytes(struct bytes_reader *r, size_t size);
uint8_t read_u8(struct bytes_reader *r);
uint32_t read_u32(struct bytes_reader *r);
uint64_t read_u64(struct bytes_reader *r);
uint32_t read_varint(struct bytes_reader *r);
float read_f32(struct bytes_reader *r);
double read_f64(struct bytes_reader *r);
/* Fails also if one of them is not finite. */
void read_floats(struct bytes_reader *r, float values[], size_t count);

#endif
