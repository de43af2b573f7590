/* How often the program's own code has asked for memory: for tests that link with
 * --wrap=malloc,--wrap=calloc,--wrap=realloc. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

extern long allocations;

#endif
