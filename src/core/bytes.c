/* Serialization of numbers as bytes. */
#include "bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Extends the buffer by `size` bytes; NULL if there is no memory. */
static uint8_t *bytes_more(struct bytes *b, size_t size) {
    if (b->room - b->size < size && !b->failed) {
        const size_t room = 2 * (b->size + size) + 256;
        uint8_t *data = realloc(b->data, room);
        if (data == NULL) {
            b->failed = true;
        } else {
            b->data = data;
            b->room = room;
        }
    }
    if (b->failed) return NULL;
    b->size += size;
    return b->data + b->size - size;
}

void bytes_add(struct bytes *b, const void *data, size_t size) {
    if (size == 0) return;
    uint8_t *to = bytes_more(b, size);
    if (to != NULL) memcpy(to, data, size);
}

static void put(struct bytes *b, uint64_t value, size_t size) {
    uint8_t *to = bytes_more(b, size);
    for (size_t i = 0; to != NULL && i < size; i++) to[i] = (uint8_t)(value >> 8 * i);
}

void bytes_u8(struct bytes *b, uint8_t value) {
    put(b, value, 1);
}

void bytes_u32(struct bytes *b, uint32_t value) {
    put(b, value, 4);
}

void bytes_u64(struct bytes *b, uint64_t value) {
    put(b, value, 8);
}

void bytes_varint(struct bytes *b, uint32_t value) {
    for (; value >= 128; value >>= 7) bytes_u8(b, (uint8_t)(value | 128));
    bytes_u8(b, (uint8_t)value);
}

void bytes_f32(struct bytes *b, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(b, bits, 4);
}

void bytes_f64(struct bytes *b, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(b, bits, 8);
}

void bytes_floats(struct bytes *b, const float values[], size_t count) {
    for (size_t i = 0; i < count; i++) bytes_f32(b, values[i]);
}

bool read_has(struct bytes_reader *r, size_t count, size_t size) {
    const size_t left = (size_t)(r->end - r->at);
    if (!r->failed && (size == 0 || count <= left / size)) return true;
    r->failed = true;
    return false;
}

const uint8_t *read_bytes(struct bytes_reader *r, size_t size) {
    if (!read_has(r, size, 1)) return NULL;
    r->at += size;
    return r->at - size;
}

static uint64_t take(struct bytes_reader *r, size_t size) {
    const uint8_t *from = read_bytes(r, size);
    uint64_t value = 0;
    for (size_t i = 0; from != NULL && i < size; i++) value |= (uint64_t)from[i] << 8 * i;
    return value;
}

uint8_t read_u8(struct bytes_reader *r) {
    return (uint8_t)take(r, 1);
}

uint32_t read_u32(struct bytes_reader *r) {
    return (uint32_t)take(r, 4);
}

uint64_t read_u64(struct bytes_reader *r) {
    return take(r, 8);
}

uint32_t read_varint(struct bytes_reader *r) {
    uint32_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        const uint8_t byte = read_u8(r);
        if (shift == 28 && byte > 15) break; /* more than 32 bits */
        value |= (uint32_t)(byte & 127) << shift;
        if (byte < 128) return value;
    }
    r->failed = true;
    return 0;
}

float read_f32(struct bytes_reader *r) {
    const uint32_t bits = read_u32(r);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double read_f64(struct bytes_reader *r) {
    const uint64_t bits = read_u64(r);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void read_floats(struct bytes_reader *r, float values[], size_t count) {
    if (!read_has(r, count, 4)) return;
    for (size_t i = 0; i < count; i++) {
        values[i] = read_f32(r);
        if (!isfinite(values[i])) r->failed = true;
    }
}
