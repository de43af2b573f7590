/* Text for places where only ASCII can be shown: what stands for a character, and how wide it is.
 */
#ifndef CORE_ASCII_H
#define CORE_ASCII_H

#include <stdbool.h>
#include <stdint.h>

/* Whether what is printed for people will be ASCII. Widths are then those of what stands for the
 * characters. Set once, before anything is printed, while there is one thread. */
void ascii_use(bool only);
bool ascii_used(void);

enum { ASCII_BYTES = 3 }; /* at most, for one character */

/* What stands for a character: an accented letter without its accent, a plain line for a line, "?"
 * where there is nothing like it. Returns how many bytes it put into `out`, without an end. */
int ascii_of(uint32_t character, char out[ASCII_BYTES]);

/* Columns that the character which begins with this byte of clean UTF-8 takes on the screen; 0 for
 * a byte within a character. */
int ascii_columns(const char *p);

/* Characters from bytes of UTF-8, one byte at a time. Begins as {0}. */
struct ascii_reader {
    uint32_t character;
    int left; /* bytes until it is complete */
};

/* Takes the next byte; how many bytes are to be written for it: 0 where more must come first. */
int ascii_take(struct ascii_reader *r, unsigned char byte, char out[ASCII_BYTES]);

#endif
