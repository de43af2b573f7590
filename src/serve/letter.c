#include "letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *letter_json(const json_t *json) {
    return json != NULL ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
}

struct letter *letter_new(size_t size) {
    struct letter *l = malloc(sizeof *l + size);
    if (l == NULL) return NULL;
    l->holders = 1;
    l->size = size;
    return l;
}

struct letter *letter_event(const char *name, const char *text) {
    const size_t room = strlen(text) + strlen(name) + sizeof "event: \ndata: \n\n";
    struct letter *l = letter_new(room);
    if (l != NULL)
        l->size = (size_t)snprintf(l->bytes, room, "event: %s\ndata: %s\n\n", name, text);
    return l;
}

struct letter *letter_hold(struct letter *l) {
    l->holders++;
    return l;
}

void letter_drop(struct letter *l) {
    if (l != NULL && --l->holders == 0) free(l);
}
