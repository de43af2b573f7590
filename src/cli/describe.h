/* Options for people and for programs, the same for games and bots. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include "tahur/option.h"
#include <jansson.h>

/* Prints text from this column on, in lines of at most 80 and what the output has, each further one
 * after `indent` spaces. */
void print_wrapped(const char *text, int column, int indent);
/* Two lines an option: what it means, what it accepts. */
void describe_options(const struct th_option *options);
/* [{"name","accepts","default","help"}…] */
json_t *describe_options_json(const struct th_option *options);
/* Says on standard output that a command has written a file, or nothing where `json` is what is
 * printed there. NULL: there is none. */
void print_wrote(const char *path, bool json);
/* Prints and drops it: one object, on one line. */
void print_json(json_t *json);
/* Whether something was not printed, for want of memory. */
bool print_json_lost(void);

#endif
