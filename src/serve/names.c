#include "names.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool names_new(char out[NAME_BYTES]) {
    uint8_t bits[16];
    if (getrandom(bits, sizeof bits, 0) != (ptrdiff_t)sizeof bits) return false;
    for (int i = 0; i < NAME_LETTERS; i++) {
        unsigned six = 0;
        for (int b = 6 * i; b < 6 * i + 6; b++)
            six = six << 1 | (b < 128 ? bits[b / 8] >> (7 - b % 8) & 1U : 0U);
        out[i] = letters[six];
    }
    out[NAME_LETTERS] = 0;
    return true;
}

bool names_valid(const char *text) {
    return strlen(text) == NAME_LETTERS && strspn(text, letters) == NAME_LETTERS;
}

bool names_equal(const char *a, const char *b) {
    const size_t length = strlen(a);
    unsigned different = 0;
    if (length != strlen(b)) return false; /* how long a secret is, is none */
    for (size_t i = 0; i < length; i++) different |= (unsigned)(a[i] ^ b[i]);
    return different == 0;
}
