#include "letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *letter_json(const json_t *json) {
    return json != NULL ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
}

struct letter *letter_event(const char *name, const json_t *json) {
    char *text = letter_json(json);
    if (text == NULL) return NULL;
    const size_t room = strlen(text) + strlen(name) + sizeof "event: \ndata: \n\n";
    struct letter *l = malloc(sizeof *l + room);
    if (l != NULL) {
        l->holders = 1;
        l->size = (size_t)snprintf(l->bytes, room, "event: %s\ndata: %s\n\n", name, text);
    }
    free(text);
    return l;
}

struct letter *letter_hold(struct letter *l) {
    l->holders++;
    return l;
}

void letter_drop(struct letter *l) {
    if (l != NULL && --l->holders == 0) free(l);
}
