/* Text: bounded writing into buffers, strict parsing of words and numbers, cleaning of text from
 * outside, the nearest of several names, and ASCII replacements for other characters. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text in a buffer of the caller, always terminated by 0; what does not fit is dropped. */
struct text {
    char *out;
    size_t size, length;
};

struct text text_in(char *out, size_t size);
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* These return false if the text is not such a number, or has anything before or after it. */

/* A decimal integer within int64. */
bool text_integer(const char *text, int64_t *value);
/* An integer as people type it: also in groups of three (1,000 or 1_000), with k for thousands, M
 * for millions, or an exponent (10k, 1.5M, 1e6). For command lines and specs; output of programs is
 * read by text_integer. */
bool text_count(const char *text, int64_t *value);
/* A whole number without a sign, within uint64. */
bool text_natural(const char *text, uint64_t *value);
/* A decimal number with at most six decimals, in millionths, exactly. */
bool text_millionths(const char *text, int64_t *value);
/* The shortest decimal for a number of millionths: 300000 is "0.3". */
const char *text_from_millionths(int64_t value, char *out, size_t size);
/* 1234567 is "1,234,567". `out` has room for 27 characters. */
const char *text_thousands(int64_t value, char out[27]);

/* A digest as 16 hexadecimal digits. Returns `out`. */
const char *text_digest(uint64_t digest, char out[17]);

/* A time with three digits in a suitable unit: "1.23 ms". Returns `out`. */
const char *text_seconds(double seconds, char out[16]);

/* The first characters of a text that a message quotes, with "…" if there are more. */
#define TEXT_CLIP_BYTES 48
const char *text_clip(const char *text, char out[TEXT_CLIP_BYTES]);
/* The length of the longest prefix of clean UTF-8 that has at most `most` bytes and ends with a
 * whole character. */
size_t text_cut(const char *text, size_t most);
/* Columns of UTF-8 on a terminal: one per character, or those of its ASCII replacement. */
int text_width(const char *text);
/* The number of line ends. */
int text_lines(const char *text);
/* Makes the text one line of clean UTF-8: replaces by '?' every byte of a control character, of a
 * character that ends a line or reorders text, and every invalid byte. */
void text_clean(char *text);
/* Makes bytes text: lines of clean UTF-8, each with a line end. Tabs become blanks up to the next
 * multiple of four columns. The caller frees it; NULL: there is no memory. */
char *text_clean_lines(const char *bytes, size_t size);

/* Removes blanks at both ends, in place; returns the new start. */
char *text_trim(char *text);
/* The next line from *cursor, trimmed; NULL after the last. */
char *text_line(char **cursor);
/* The same with its blanks, for text whose indentation matters. */
char *text_whole_line(char **cursor);
/* Copies the next word, separated by spaces, from *cursor into `word`; false at the end, or if it
 * does not fit. */
bool text_word(const char **cursor, char *word, size_t size);

/* The name with the smallest edit distance to `wrong` (insertions, deletions, substitutions,
 * transpositions); NULL if none is near enough to suggest. */
const char *text_nearest(const char *wrong, const char *const names[], int count);

/* ---- ASCII ---- */

/* Whether text for people is printed as ASCII; widths are then those of the replacements. Must be
 * set before anything is printed, while there is one thread. */
void ascii_use(bool only);
bool ascii_used(void);

enum { ASCII_BYTES = 3 }; /* of the longest replacement of a character */

/* The replacement of a character: a letter without its accent, a plain line for a line, "?" if
 * there is none. Returns its number of bytes in `out`, which is not terminated. */
int ascii_of(uint32_t character, char out[ASCII_BYTES]);

/* Columns of the character that begins at p in clean UTF-8; 0 for a continuation byte. */
int ascii_columns(const char *p);

/* Converts UTF-8 to ASCII one byte at a time. Initialized with {0}. */
struct ascii_reader {
    uint32_t character;
    int left; /* bytes until it is complete */
};

/* Takes the next byte; returns the number of bytes to write; 0 until the character is complete. */
int ascii_take(struct ascii_reader *r, unsigned char byte, char out[ASCII_BYTES]);

#endif
