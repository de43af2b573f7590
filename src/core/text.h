/* Text helpers: writing into a buffer that is never overrun, reading words and numbers strictly,
 * and finding the name that somebody probably meant. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text that grows in a buffer of the caller's, always ended by 0; what does not fit is lost. */
struct text {
    char *out;
    size_t size, length;
};

struct text text_in(char *out, size_t size);
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A whole decimal integer, nothing before or behind it, within int64. */
bool text_integer(const char *text, int64_t *value);
/* The same as people type it: also in groups of three (1,000 or 1_000), with k for thousands, M for
 * millions, or an exponent (10k, 1.5M, 1e6), as long as it is a whole number. For command lines and
 * specs; what programs write is read by text_integer. */
bool text_count(const char *text, int64_t *value);
/* A whole number without a sign, within uint64. */
bool text_natural(const char *text, uint64_t *value);
/* A decimal number with at most six decimals, in millionths, exactly. */
bool text_millionths(const char *text, int64_t *value);
/* The shortest decimal of so many millionths: 300000 is "0.3". */
const char *text_from_millionths(int64_t value, char *out, size_t size);
/* 1234567 is "1,234,567". `out` has room for 27 characters. */
const char *text_thousands(int64_t value, char out[27]);

/* The digest of a run, as it is told everywhere. Returns `out`. */
const char *text_digest(uint64_t digest, char out[17]);

/* A time to three digits, in the unit that fits: "1.23 ms". Returns `out`. */
const char *text_seconds(double seconds, char out[16]);

/* The first characters of something to be quoted in a message, with "…" if there are more. */
#define TEXT_CLIP_BYTES 48
const char *text_clip(const char *text, char out[TEXT_CLIP_BYTES]);
/* Of clean UTF-8, the bytes of the longest beginning of at most so many that ends with a whole
 * character. */
size_t text_cut(const char *text, size_t most);
/* Columns that UTF-8 takes on a terminal: a character is one, unless ASCII stands for it (ascii.h).
 */
int text_width(const char *text);
/* Lines that end in it. */
int text_lines(const char *text);
/* Makes one clean line of UTF-8 of it: '?' for every byte of a control character, of a character
 * that ends a line or reorders text, and for every stray byte. */
void text_clean(char *text);

/* Without the blanks before and behind it, which are cut off there. */
char *text_trim(char *text);
/* Takes the next line from *cursor, trimmed; NULL behind the last. */
char *text_line(char **cursor);
/* Takes the next word, by spaces, from *cursor into `word`; false at the end or if it is longer
 * than `size` allows. */
bool text_word(const char **cursor, char *word, size_t size);

/* Of `count` names, the one nearest to `wrong` by insertions, deletions, exchanges and swapped
 * neighbours; NULL if none is near enough to be worth naming. */
const char *text_nearest(const char *wrong, const char *const names[], int count);

#endif
