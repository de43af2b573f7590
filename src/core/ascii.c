#include "ascii.h"

#include <string.h>

static bool only_ascii;

void ascii_use(bool only) {
    only_ascii = only;
}

bool ascii_used(void) {
    return only_ascii;
}

/* ---- what stands for characters ---- */

enum { LATIN_FIRST = 0xc0, LATIN_LAST = 0x17f };

/* The letters from U+00C0 (À) to U+017F, without what is above and below them. */
static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy"
                            "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLl"
                            "NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
_Static_assert(sizeof latin == LATIN_LAST - LATIN_FIRST + 2, "one letter for each");

static const struct {
    uint32_t character;
    const char *ascii; /* at most ASCII_BYTES */
} signs[] = {
    {0xa0, " "},     {0xa1, "!"},    {0xb1, "+/-"}, {0xb2, "2"},    {0xb5, "u"},    {0xb7, "-"},
    {0xb9, "1"},     {0xbf, "?"},    {0x2010, "-"}, {0x2011, "-"},  {0x2012, "-"},  {0x2013, "-"},
    {0x2014, "-"},   {0x2018, "'"},  {0x2019, "'"}, {0x201c, "\""}, {0x201d, "\""}, {0x2022, "*"},
    {0x2026, "..."}, {0x207b, "-"},  {0x2190, "<"}, {0x2191, "^"},  {0x2192, ">"},  {0x2193, "v"},
    {0x2211, "S"},   {0x2212, "-"},  {0x221a, "V"}, {0x221e, "oo"}, {0x2248, "~"},  {0x2260, "!="},
    {0x2264, "<="},  {0x2265, ">="}, {0x25b2, "^"}, {0x25b6, ">"},  {0x25b8, ">"},  {0x25bc, "v"},
    {0x25c2, "<"},   {0x25cb, "o"},  {0x25cf, "*"}, {0x2713, "v"},  {0x2717, "x"},
};

/* Lines: along, across, or a corner. */
static char line_of(uint32_t character) {
    static const char along[] = {0x00, 0x01, 0x04, 0x05, 0x08, 0x09, 0x4c, 0x4d, 0x50, 0x74, 0x76};
    static const char across[] = {0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x4e, 0x4f, 0x51, 0x75, 0x77};
    const int which = (int)(character - 0x2500);
    if (character == 0x2571) return '/';
    if (character == 0x2572) return '\\';
    if (memchr(along, which, sizeof along) != NULL) return '-';
    return memchr(across, which, sizeof across) != NULL ? '|' : '+';
}

/* Blocks: from the lowest to the full one, and shades. */
static char block_of(uint32_t character) {
    if (character >= 0x2581 && character <= 0x2588) return "_.:-=+*#"[character - 0x2581];
    return character == 0x2591 ? '.' : character == 0x2592 ? ':' : '#';
}

/* Of characters that one of ASCII stands for; 0 for others. */
static char single(uint32_t c) {
    if (c < 0x80) return (char)c;
    if (c >= LATIN_FIRST && c <= LATIN_LAST) return latin[c - LATIN_FIRST];
    if (c >= 0x2500 && c < 0x2580) return line_of(c);
    if (c >= 0x2580 && c < 0x25a0) return block_of(c);
    if (c >= 0x2800 && c < 0x2900) return c == 0x2800 ? ' ' : '.';
    return 0;
}

int ascii_of(uint32_t character, char out[ASCII_BYTES]) {
    out[0] = single(character);
    if (out[0] != 0 || character == 0) return 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].character == character) {
            const size_t n = strlen(signs[i].ascii);
            memcpy(out, signs[i].ascii, n);
            return (int)n;
        }
    out[0] = '?';
    return 1;
}

/* ---- reading ---- */

int ascii_take(struct ascii_reader *r, unsigned char byte, char out[ASCII_BYTES]) {
    const bool goes_on = (byte & 0xc0) == 0x80;
    if (goes_on && r->left > 0) {
        r->character = r->character << 6 | (byte & 0x3f);
        return --r->left == 0 ? ascii_of(r->character, out) : 0;
    }
    r->left = byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : 0;
    if (r->left == 0) return ascii_of(byte < 0x80 ? byte : '?', out);
    r->character = byte & (0x3fU >> r->left);
    return 0;
}

int ascii_columns(const char *p) {
    struct ascii_reader r = {0};
    char ascii[ASCII_BYTES];
    int n = 0;
    if (((unsigned char)*p & 0xc0) == 0x80) return 0;
    if (!only_ascii) return 1;
    for (; *p != 0 && n == 0; p++) n = ascii_take(&r, (unsigned char)*p, ascii);
    return n > 0 ? n : 1;
}
