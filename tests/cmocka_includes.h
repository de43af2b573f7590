/* cmocka needs these before itself. */
#ifndef TESTS_CMOCKA_INCLUDES_H
#define TESTS_CMOCKA_INCLUDES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
