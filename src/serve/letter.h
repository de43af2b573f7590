/* A message that is built once and read by many: bytes that count who holds them. All of it happens
 * under the lock of the house. */
#ifndef SERVE_LETTER_H
#define SERVE_LETTER_H

#include <jansson.h>
#include <stddef.h>

struct letter {
    int holders;
    size_t size;
    char bytes[];
};

/* So many bytes, uninitialised; NULL if there is no memory. */
struct letter *letter_new(size_t size);
/* An event for a stream, "event: NAME\ndata: TEXT\n\n"; NULL if there is no memory. */
struct letter *letter_event(const char *name, const char *text);
struct letter *letter_hold(struct letter *l);
void letter_drop(struct letter *l); /* may be NULL */

/* JSON as it is sent, to be dropped with free; NULL if there is no memory. */
char *letter_json(const json_t *json);

#endif
