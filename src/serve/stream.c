#include "stream.h"

#include "core/clock.h"
#include "room.h"
#include "room_message.h"
#include <string.h>

static void drop_letters(struct stream *s) {
    for (; s->count > 0; s->count--) {
        letter_drop(s->letter[s->first]);
        s->first = (s->first + 1) % LIMIT_STREAM_LETTERS;
    }
    s->sent = 0;
}

/* What was begun must be sent to its end; the rest is not wanted any more. */
static void drop_unbegun(struct stream *s) {
    const int keep = s->sent > 0 ? 1 : 0;
    for (; s->count > keep; s->count--)
        letter_drop(s->letter[(s->first + s->count - 1) % LIMIT_STREAM_LETTERS]);
}

void stream_join(struct stream *s, struct room *r, int key, uint64_t client) {
    s->room = r;
    s->key = key;
    s->client = client;
    s->since = clock_seconds();
    s->behind = true;
    s->next = r->streams;
    r->streams = s;
    r->audience[1 + key].streams++;
}

void stream_leave(struct stream *s) {
    drop_letters(s);
    if (s->room == NULL) return;
    struct stream **at = &s->room->streams;
    while (*at != s) at = &(*at)->next;
    *at = s->next;
    s->room->audience[1 + s->key].streams--;
    s->room = NULL;
}

void stream_post(struct stream *s, struct letter *l) {
    if (!s->behind && s->count == LIMIT_STREAM_LETTERS) {
        drop_unbegun(s);
        s->behind = true;
    }
    if (!s->behind) s->letter[(s->first + s->count++) % LIMIT_STREAM_LETTERS] = letter_hold(l);
    s->wake(s);
}

/* The next letter: one that waits, or the whole state if some were lost. */
static struct letter *next_letter(struct stream *s) {
    if (s->count == 0 && s->behind) {
        s->letter[s->first] = room_letter_whole(s->room, s->key);
        if (s->letter[s->first] == NULL) return NULL;
        s->count = 1;
        s->behind = false;
    }
    return s->count > 0 ? s->letter[s->first] : NULL;
}

long stream_read(struct stream *s, char *out, size_t most) {
    static const char comment[] = ":\n\n";
    if (s->room == NULL) return -1;
    struct letter *l = next_letter(s);
    if (l == NULL && s->comment && most >= sizeof comment - 1) {
        s->comment = false;
        memcpy(out, comment, sizeof comment - 1);
        return sizeof comment - 1;
    }
    if (l == NULL) return 0;
    s->comment = false;
    const size_t left = l->size - s->sent, n = left < most ? left : most;
    memcpy(out, l->bytes + s->sent, n);
    s->sent += n;
    if (s->sent == l->size) {
        letter_drop(l);
        s->first = (s->first + 1) % LIMIT_STREAM_LETTERS;
        s->count--;
        s->sent = 0;
    }
    return (long)n;
}
