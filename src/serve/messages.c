#include "messages.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

const struct letter *messages_find(struct messages *m, const char *id, int key, int64_t version) {
    for (int i = 0; i < LIMIT_MESSAGES; i++) {
        struct kept_message *k = &m->kept[i];
        if (k->text == NULL || k->version != version || k->key != key || strcmp(k->id, id) != 0)
            continue;
        k->used = ++m->asked;
        m->found++;
        return k->text;
    }
    return NULL;
}

/* An older version of the same message goes first: it is never asked for again. */
static struct kept_message *place_for(struct messages *m, const char *id, int key) {
    struct kept_message *place = &m->kept[0];
    for (int i = 0; i < LIMIT_MESSAGES; i++) {
        struct kept_message *k = &m->kept[i];
        if (k->text != NULL && k->key == key && strcmp(k->id, id) == 0) return k;
        if (k->used < place->used) place = k;
    }
    return place;
}

void messages_keep(struct messages *m, const char *id, int key, int64_t version, struct letter *l) {
    struct kept_message *k = place_for(m, id, key);
    letter_drop(k->text);
    snprintf(k->id, sizeof k->id, "%s", id);
    k->key = key;
    k->version = version;
    k->text = letter_hold(l);
    k->used = ++m->asked;
}

void messages_clear(struct messages *m) {
    for (int i = 0; i < LIMIT_MESSAGES; i++) letter_drop(m->kept[i].text);
    memset(m, 0, sizeof *m);
}
