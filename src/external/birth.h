/* Inside of child.c: making a process. */
#ifndef EXTERNAL_BIRTH_H
#define EXTERNAL_BIRTH_H

#include "child.h"

/* A new process with these arguments, and our ends of its pipes; 0 and the reason. */
pid_t birth_of(const char *const arguments[], int64_t memory, int *to, int *from, int *errors,
               struct th_error *e);
/* To be called before it is waited for: then its number may soon be another's. */
void birth_forget(pid_t pid);

/* The path of bubblewrap; false if it is not installed. */
bool birth_find_sandbox(char *path, size_t size);

#endif
