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
            six = six << 1 | (b < 128 ? (unsigned)bits[b / 8] >> (7 - b % 8) & 1U : 0U);
        out[i] = letters[six];
    }
    out[NAME_LETTERS] = 0;
    return true;
}

bool names_valid(const char *text) {
    return strlen(text) == NAME_LETTERS && strspn(text, letters) == NAME_LETTERS;
}

/* The character of UTF-8 that begins here, and its bytes; a wrong byte is one of its own. */
static unsigned long read_character(const char *text, size_t *bytes) {
    const unsigned char *b = (const unsigned char *)text;
    const size_t n = b[0] < 0xc0 ? 1 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : 4;
    unsigned long c = n == 1 ? b[0] : b[0] & (0x7fUL >> n);
    for (size_t i = 1; i < n; i++) {
        if ((b[i] & 0xc0) != 0x80) return *bytes = 1, b[0];
        c = c << 6 | (b[i] & 0x3fUL);
    }
    *bytes = n;
    return c;
}

static bool is_unseen(unsigned long c) {
    static const unsigned long ranges[][2] = {
        {0x34f, 0x34f},   {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
        {0xfe00, 0xfe0f}, {0xffa0, 0xffa0}, {0x00, 0x1f},     {0x7f, 0x9f},
        {0xad, 0xad},     {0x61c, 0x61c},   {0x200b, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

static bool is_blank(unsigned long c) {
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x2800 || c == 0x3000 || c == 0x3164;
}

void names_tidy(char *name) {
    char *const first = name, *out = name, *end = name;
    for (size_t n; *name != 0; name += n) {
        const unsigned long c = read_character(name, &n);
        if (is_unseen(c) || (is_blank(c) && out == first)) continue;
        memmove(out, name, n);
        out += n;
        if (!is_blank(c)) end = out;
    }
    *end = 0;
}

bool names_equal(const char *a, const char *b) {
    const size_t length = strlen(a);
    unsigned different = 0;
    if (length != strlen(b)) return false; /* how long a secret is, is none */
    for (size_t i = 0; i < length; i++) different |= (unsigned)(a[i] ^ b[i]);
    return different == 0;
}
