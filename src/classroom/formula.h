/* Formulas for marks: arithmetic over named numbers, as docs/classroom.md describes. A formula
 * cannot do anything but compute: no loops, no assignments, no files. */
#ifndef CLASSROOM_FORMULA_H
#define CLASSROOM_FORMULA_H

#include "tahur/error.h"

struct formula;

enum { FORMULA_BYTES = 2000 }; /* of the longest text */

/* Reads a formula over these variables. The caller calls formula_drop. NULL with the reason, which
 * has the position in the text, if it is none. */
struct formula *formula_read(const char *text, const char *const names[], int count,
                             struct th_error *e);
void formula_drop(struct formula *f);

/* Its value, given those of the variables. It may be infinite or NaN. */
double formula_value(const struct formula *f, const double values[]);

#endif
