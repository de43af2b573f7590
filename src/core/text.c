/* Text: writing, numbers, clean UTF-8, words, the nearest name, ASCII replacements. */
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text text_in(char *out, size_t size) {
    if (size > 0) out[0] = 0;
    return (struct text){.out = out, .size = size, .length = 0};
}

void text_add(struct text *t, const char *format, ...) {
    if (t->length + 1 >= t->size) return;
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(t->out + t->length, t->size - t->length, format, arguments);
    va_end(arguments);
    if (n > 0) t->length += (size_t)n;
    if (t->length >= t->size) t->length = t->size - 1;
}

bool text_integer(const char *text, int64_t *value) {
    const char *digits = text + (*text == '-');
    if (!isdigit((unsigned char)*digits)) return false; /* strtoll would skip spaces */
    char *end;
    errno = 0;
    const long long n = strtoll(text, &end, 10);
    if (*end != 0 || errno == ERANGE) return false;
    *value = n;
    return true;
}

static const char ten_digits[] = "0123456789";

/* Adds the digits at *p, with or without a separator between groups of three. */
static bool add_digits(struct text *t, const char **p) {
    const size_t first = strspn(*p, ten_digits);
    const char separator = (*p)[first];
    text_add(t, "%.*s", (int)first, *p);
    *p += first;
    if (separator != ',' && separator != '_') return first > 0;
    if (first == 0 || first > 3) return false;
    for (; **p == separator; *p += 4) {
        if (strspn(*p + 1, ten_digits) != 3) return false;
        text_add(t, "%.3s", *p + 1);
    }
    return true;
}

/* The power of ten of a suffix (k, M, exponent); -1 if it is invalid. */
static int power_of(const char *p) {
    if (*p == 0) return 0;
    if (strcmp(p, "k") == 0 || strcmp(p, "K") == 0) return 3;
    if (strcmp(p, "M") == 0) return 6;
    if (*p != 'e' && *p != 'E') return -1;
    p += 1 + (p[1] == '+');
    const size_t n = strspn(p, ten_digits);
    return n >= 1 && n <= 2 && p[n] == 0 ? atoi(p) : -1;
}

bool text_count(const char *text, int64_t *value) {
    char plain[128];
    struct text t = text_in(plain, sizeof plain);
    const char *p = text;
    size_t decimals = 0;
    if (strlen(text) >= sizeof plain / 4) return false; /* longer than any number */
    if (*p == '-') text_add(&t, "%c", *p++);
    if (!add_digits(&t, &p)) return false;
    if (*p == '.') {
        decimals = strspn(++p, ten_digits);
        if (decimals == 0) return false;
        text_add(&t, "%.*s", (int)decimals, p);
        p += decimals;
    }
    const int power = power_of(p);
    if (power < 0 || decimals > (size_t)power) return false; /* "1.5" is not whole */
    for (int i = (int)decimals; i < power && t.length + 1 < t.size; i++) text_add(&t, "0");
    return text_integer(plain, value);
}

bool text_natural(const char *text, uint64_t *value) {
    if (!isdigit((unsigned char)*text)) return false; /* strtoull would take signs */
    char *end;
    errno = 0;
    const unsigned long long n = strtoull(text, &end, 10);
    if (*end != 0 || errno == ERANGE) return false;
    *value = n;
    return true;
}

bool text_millionths(const char *text, int64_t *value) {
    const bool negative = *text == '-';
    const char *p = text + negative;
    int64_t whole = 0, part = 0, place = 100000;
    if (!isdigit((unsigned char)p[*p == '.'])) return false;
    for (; isdigit((unsigned char)*p); p++) {
        if (whole > INT64_MAX / 10000000 / 10) return false;
        whole = whole * 10 + (*p - '0');
    }
    if (*p == '.')
        for (p++; isdigit((unsigned char)*p); p++, place /= 10) {
            if (place == 0 && *p != '0') return false;
            part += (*p - '0') * place;
        }
    if (*p != 0) return false;
    *value = whole * 1000000 + part;
    if (negative) *value = -*value;
    return true;
}

const char *text_from_millionths(int64_t value, char *out, size_t size) {
    const int64_t size_of = value < 0 ? -value : value;
    snprintf(out, size, "%s%" PRId64 ".%06" PRId64, value < 0 ? "-" : "", size_of / 1000000,
             size_of % 1000000);
    size_t n = strlen(out);
    while (n > 0 && out[n - 1] == '0') n--;
    if (n > 0 && out[n - 1] == '.') n--;
    out[n] = 0;
    return out;
}

const char *text_thousands(int64_t value, char out[27]) {
    char digits[24];
    const int n = snprintf(digits, sizeof digits, "%" PRId64, value < 0 ? -value : value);
    char *p = out;
    if (value < 0) *p++ = '-';
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) *p++ = ',';
        *p++ = digits[i];
    }
    *p = 0;
    return out;
}

const char *text_digest(uint64_t digest, char out[17]) {
    snprintf(out, 17, "%016" PRIx64, digest);
    return out;
}

/* Bytes of the UTF-8 character at p; 0 if it is invalid. */
static int character_bytes(const unsigned char *p) {
    /* Overlong encodings, surrogates, and code points above U+10FFFF. */
    if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0) ||
        (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] >= 0x90))
        return 0;
    const int n = *p < 0x80                 ? 1
                  : *p >= 0xc2 && *p < 0xe0 ? 2
                  : *p >= 0xe0 && *p < 0xf0 ? 3
                  : *p >= 0xf0 && *p < 0xf5 ? 4
                                            : 0;
    for (int i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    return n;
}

const char *text_seconds(double seconds, char out[16]) {
    static const char *const unit[] = {"s", "ms", "µs", "ns"};
    int i = 0;
    for (; i < 3 && seconds < 0.9995; i++) seconds *= 1000;
    const int decimals = seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0;
    snprintf(out, 16, "%.*f %s", decimals, seconds, unit[i]);
    return out;
}

size_t text_cut(const char *text, size_t most) {
    size_t n = strlen(text);
    if (n <= most) return n;
    for (n = most; n > 0 && most - n < 4 && ((unsigned char)text[n] & 0xc0) == 0x80;) n--;
    return n;
}

const char *text_clip(const char *text, char out[TEXT_CLIP_BYTES]) {
    enum { MOST = 40 };
    if (strlen(text) > MOST) {
        snprintf(out, TEXT_CLIP_BYTES, "%.*s…", (int)text_cut(text, MOST), text);
    } else {
        snprintf(out, TEXT_CLIP_BYTES, "%s", text);
    }
    return out;
}

int text_width(const char *text) {
    int n = 0;
    for (; *text != 0; text++) n += ascii_columns(text);
    return n;
}

/* Whether the character of n bytes at p is a control character, ends a line (U+2028, U+2029), or
 * reorders text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069). */
static bool is_control(const unsigned char *p, int n) {
    switch (n) {
    case 1:
        return *p < 0x20 || *p == 0x7f;
    case 2:
        return (*p == 0xc2 && p[1] < 0xa0) || (*p == 0xd8 && p[1] == 0x9c);
    case 3:
        return *p == 0xe2 && ((p[1] == 0x80 && (p[2] == 0x8e || p[2] == 0x8f)) ||
                              (p[1] == 0x80 && p[2] >= 0xa8 && p[2] <= 0xae) ||
                              (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9));
    default:
        return n == 0; /* an invalid byte */
    }
}

int text_lines(const char *text) {
    int lines = 0;
    for (; *text != 0; text++) lines += *text == '\n';
    return lines;
}

void text_clean(char *text) {
    for (unsigned char *p = (unsigned char *)text; *p != 0;) {
        const int n = character_bytes(p), bytes = n > 1 ? n : 1;
        if (is_control(p, n)) memset(p, '?', (size_t)bytes);
        p += bytes;
    }
}

char *text_clean_lines(const char *bytes, size_t size) {
    enum { TAB = 4 };
    size_t tabs = 0, length = 0;
    for (size_t i = 0; i < size; i++) tabs += bytes[i] == '\t';
    char *out = malloc(size + TAB * tabs + 2);
    for (size_t at = 0, n; out != NULL && at < size; at += n + 1) {
        char *line = out + length;
        for (n = 0; at + n < size && bytes[at + n] != '\n'; n++) {
            const char c = bytes[at + n];
            size_t blanks = c == '\t' ? TAB - (size_t)(out + length - line) % TAB : 0;
            for (; blanks > 0; blanks--) out[length++] = ' ';
            if (c != '\t') out[length++] = c == 0 ? '?' : c;
        }
        if (n > 0 && at + n < size && bytes[at + n - 1] == '\r') length--;
        out[length] = 0;
        text_clean(line);
        out[length++] = '\n';
    }
    if (out != NULL) out[length] = 0;
    return out;
}

char *text_trim(char *text) {
    text += strspn(text, " \t\r");
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r", text[n - 1]) != NULL) text[--n] = 0;
    return text;
}

char *text_whole_line(char **cursor) {
    char *line = *cursor;
    if (line == NULL) return NULL;
    char *end = strchr(line, '\n');
    if (end != NULL) *end++ = 0;
    *cursor = end;
    return line;
}

char *text_line(char **cursor) {
    char *line = text_whole_line(cursor);
    return line != NULL ? text_trim(line) : NULL;
}

bool text_word(const char **cursor, char *word, size_t size) {
    const char *p = *cursor + strspn(*cursor, " ");
    const size_t n = strcspn(p, " ");
    if (n == 0 || n >= size) return false;
    memcpy(word, p, n);
    word[n] = 0;
    *cursor = p + n;
    return true;
}

#define NAME_MAX_LENGTH 40

/* The optimal string alignment distance, row by row. */
static int distance(const char *a, const char *b) {
    const int m = (int)strlen(a), n = (int)strlen(b);
    if (m > NAME_MAX_LENGTH || n > NAME_MAX_LENGTH) return 2 * NAME_MAX_LENGTH;
    int row[3][NAME_MAX_LENGTH + 1];
    int *before = row[0], *above = row[1], *here = row[2];
    for (int j = 0; j <= n; j++) above[j] = j;
    for (int i = 1; i <= m; i++) {
        here[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best) best = above[j] + 1;
            if (here[j - 1] + 1 < best) best = here[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            here[j] = best;
        }
        int *spare = before;
        before = above, above = here, here = spare;
    }
    return above[n];
}

const char *text_nearest(const char *wrong, const char *const names[], int count) {
    const char *best = NULL;
    if (strlen(wrong) > NAME_MAX_LENGTH) return NULL;
    int least = 1 + (int)strlen(wrong) / 3; /* a larger distance is no typing mistake */
    for (int i = 0; i < count; i++) {
        const int d = distance(wrong, names[i]);
        if (d >= (int)strlen(wrong)) continue; /* nothing in common */
        if (d < least || (d == least && best == NULL)) best = names[i], least = d;
    }
    return best;
}

/* ---- ASCII ---- */

static bool only_ascii;

void ascii_use(bool only) {
    only_ascii = only;
}

bool ascii_used(void) {
    return only_ascii;
}

enum { LATIN_FIRST = 0xc0, LATIN_LAST = 0x17f };

/* The letters from U+00C0 (À) to U+017F without diacritics. */
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

/* Box drawing: horizontal lines, vertical lines, and corners. */
static char line_of(uint32_t character) {
    static const char along[] = {0x00, 0x01, 0x04, 0x05, 0x08, 0x09, 0x4c, 0x4d, 0x50, 0x74, 0x76};
    static const char across[] = {0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x4e, 0x4f, 0x51, 0x75, 0x77};
    const int which = (int)(character - 0x2500);
    if (character == 0x2571) return '/';
    if (character == 0x2572) return '\\';
    if (memchr(along, which, sizeof along) != NULL) return '-';
    return memchr(across, which, sizeof across) != NULL ? '|' : '+';
}

/* Block elements: from the lowest to the full block, and shades. */
static char block_of(uint32_t character) {
    if (character >= 0x2581 && character <= 0x2588) return "_.:-=+*#"[character - 0x2581];
    return character == 0x2591 ? '.' : character == 0x2592 ? ':' : '#';
}

/* The replacement of a character by one ASCII character; 0 if there is none. */
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
