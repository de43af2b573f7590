/* Text on the terminal: colours, widths, line breaking, and labels shortened to a width.
 *
 * Only the eight standard colours, which the user can configure: never the bright ones as
 * foreground, which are invisible on white, and backgrounds always with a matching foreground. So
 * pictures are readable on dark and light terminals. */
#ifndef CORE_PAINT_H
#define CORE_PAINT_H

#include "core/text.h"
#include "tahur/game.h"

enum paint {
    PAINT_NONE,
    PAINT_BOLD,
    PAINT_FAINT,
    PAINT_YELLOW, /* foreground */
    PAINT_BLUE,
    PAINT_RED,
    PAINT_GREEN,
    PAINT_MAGENTA,
    PAINT_CYAN,
    PAINT_ON_YELLOW, /* background */
    PAINT_ON_BLUE,
    PAINT_ON_RED,
    PAINT_ON_GREEN,
    PAINT_REVERSED,
    PAINTS
};

/* The escape sequence of a paint; PAINT_NONE resets. "" if the look has no colour. */
const char *paint_code(const struct th_look *look, enum paint paint);
/* Adds a formatted text in a paint. */
void paint_add(struct text *t, const struct th_look *look, enum paint paint, const char *format,
               ...) __attribute__((format(printf, 4, 5)));

/* Columns of a text on the screen: one per character, none for escape sequences of colours. */
int paint_width(const char *text);

/* Adds one line, broken at blanks so that no line is wider than `columns`, unless a word is wider;
 * continuation lines begin with `indent` blanks. */
void paint_fill(struct text *t, const char *line, int columns, int indent);

/* Adds a text with its lines broken at blanks, so that none is wider than `columns` (0: no limit),
 * unless a word is wider. Continuation lines are indented by two blanks more than their line. */
void paint_wrap(struct text *t, const char *text, int columns);

/* ---- labels ---- */

/* Shortens labels so that different labels stay different: a label that is cut at its end would
 * look like every other label with the same beginning.
 *
 * Returns `count` texts of at most `width` characters each (at least 1), or NULL if there is no
 * memory. A label that fits is unchanged. In any other, a middle part is replaced by `ellipsis`,
 * which is one character. If labels would then look the same, their common beginning and end are
 * left out first. Labels that are still the same get their number in the list, "mcts#3", if `width`
 * allows it. The caller frees the result with one free(). Labels must be clean UTF-8 (text_clean).
 */
char **labels_shorten(const char *const label[], int count, int width, const char *ellipsis);

#endif
