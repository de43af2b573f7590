/* Inside of birth.c and sandbox.c: the system calls that a bot in a sandbox does not have, as a
 * seccomp program for bubblewrap. */
#ifndef EXTERNAL_FILTER_H
#define EXTERNAL_FILTER_H

#include <stddef.h>

/* Where bubblewrap finds the program. */
enum { FILTER_FD = 4 };

/* The program; NULL: there is none for this kind of machine. */
const void *filter_program(size_t *size);

#endif
