#include "tahur/error.h"

#include "text.h"
#include <stdarg.h>
#include <stdio.h>

bool th_fail(struct th_error *e, const char *format, ...) {
    if (e == NULL) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    text_clean(e->text);
    return false;
}
