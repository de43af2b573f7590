/* The reports of the command class (class_report.c). */
#ifndef CLI_CLASS_COMMAND_H
#define CLI_CLASS_COMMAND_H

#include "classroom/results.h"

/* The tables for people, on standard output. */
void class_print(const struct class_results *r, double seconds);
/* The CSV of marks: a line for each submission. False with the reason if it cannot be written. */
bool class_write_csv(const struct class_results *r, const char *path, struct th_error *e);

#endif
