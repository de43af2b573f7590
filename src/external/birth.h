/* Inside of child.c: making a process. */
#ifndef EXTERNAL_BIRTH_H
#define EXTERNAL_BIRTH_H

#include "child.h"

/* A new process with these arguments, and our ends of its pipes; 0 and the reason. It fails only
 * where this program or the system lacks something, but for one case: `memory` is not enough even
 * to begin with, and *too_small is set. */
pid_t birth_of(const char *const arguments[], int64_t memory, int *to, int *from, int *errors,
               bool *too_small, struct th_error *e);
/* To be called before it is waited for: then its number may soon be another's. */
void birth_forget(pid_t pid);

/* The path of bubblewrap; false if it is not installed. */
bool birth_find_sandbox(char *path, size_t size);

#endif
