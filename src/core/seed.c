/* Seeds as text, and random seeds. */
#define _DEFAULT_SOURCE /* getentropy */
#include "seed.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HEX_DIGITS = 32 };

static int hex_value(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *at = c != 0 ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

static bool read_hex(const char *text, struct th_seed *seed) {
    *seed = (struct th_seed){{0, 0}};
    for (int i = 0; i < HEX_DIGITS; i++) {
        const int value = hex_value(text[i]);
        if (value < 0) return false;
        uint64_t *word = &seed->word[i < HEX_DIGITS / 2];
        *word = *word << 4 | (uint64_t)value;
    }
    return true;
}

static bool read_number(const char *text, struct th_seed *seed) {
    uint64_t number = 0;
    if (*text == 0) return false;
    for (; *text != 0; text++) {
        if (*text < '0' || *text > '9') return false;
        const uint64_t digit = (uint64_t)(*text - '0');
        if (number > (UINT64_MAX - digit) / 10) return false;
        number = 10 * number + digit;
    }
    *seed = th_seed_of(number);
    return true;
}

bool th_seed_read(const char *text, struct th_seed *seed) {
    if (text == NULL || seed == NULL) return false;
    return strlen(text) == HEX_DIGITS ? read_hex(text, seed) : read_number(text, seed);
}

const char *th_seed_write(struct th_seed seed, char out[TH_SEED_BYTES]) {
    if (out == NULL) return NULL;
    if (seed.word[1] == 0)
        snprintf(out, TH_SEED_BYTES, "%" PRIu64, seed.word[0]);
    else
        snprintf(out, TH_SEED_BYTES, "%016" PRIx64 "%016" PRIx64, seed.word[1], seed.word[0]);
    return out;
}

bool th_seed_draw(struct th_seed *seed) {
    return seed != NULL && getentropy(seed->word, sizeof seed->word) == 0;
}
