/* Colour for the terminal, and text measured as it stands there.
 *
 * Only the eight colours that every terminal has, as its owner has set them: as writing never the
 * bright ones, which are lost on white, and as ground always with the writing that goes with it. So
 * pictures can be read on dark and on light windows. */
#ifndef CORE_PAINT_H
#define CORE_PAINT_H

#include "core/text.h"
#include "tahur/game.h"

enum paint {
    PAINT_NONE,
    PAINT_BOLD,
    PAINT_FAINT,
    PAINT_YELLOW, /* as writing */
    PAINT_BLUE,
    PAINT_RED,
    PAINT_GREEN,
    PAINT_MAGENTA,
    PAINT_CYAN,
    PAINT_ON_YELLOW, /* as ground */
    PAINT_ON_BLUE,
    PAINT_ON_RED,
    PAINT_ON_GREEN,
    PAINT_REVERSED,
    PAINTS
};

/* What switches to a paint, with PAINT_NONE back to none; "" where there is no colour. */
const char *paint_code(const struct th_look *look, enum paint paint);
/* Adds a text in a paint. */
void paint_add(struct text *t, const struct th_look *look, enum paint paint, const char *format,
               ...) __attribute__((format(printf, 4, 5)));

/* Columns that a text takes on the screen: one a character, none for codes of colours. */
int paint_width(const char *text);

/* Adds one line, broken at blanks so that no line is wider than `columns`, as far as its words
 * allow; what is broken off begins after so many blanks. */
void paint_fill(struct text *t, const char *line, int columns, int indent);

/* Adds the text with its lines broken at blanks, so that none is wider than `columns` (0: no
 * limit), as far as its words allow. What is broken off stands two blanks further to the right than
 * the line it belongs to. */
void paint_wrap(struct text *t, const char *text, int columns);

#endif
