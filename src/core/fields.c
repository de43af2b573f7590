/* A writer of fields that makes JSON text, without spaces. It is called for every question to an
 * external bot, so it formats by hand. */
#include "fields.h"

#include "facets.h"
#include <string.h>

struct json_writer {
    struct th_writer writer; /* the first member: the functions below cast back */
    char *out;
    size_t size, length;
    int depth;
    bool filled[TH_FIELDS_DEPTH + 1]; /* by depth: there is a value already, so a comma is needed */
    bool keyed;                       /* the value of a key comes next */
};

static struct json_writer *json_of(struct th_writer *w) {
    return (struct json_writer *)(void *)w;
}

/* ---- characters ---- */

static void put(struct json_writer *j, const char *text, size_t n) {
    const size_t room = j->size - 1 - j->length;
    if (n > room) n = room;
    memcpy(j->out + j->length, text, n);
    j->length += n;
}

static void put_integer(struct json_writer *j, int64_t value) {
    char digits[20];
    size_t first = sizeof digits;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do digits[--first] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0) put(j, "-", 1);
    put(j, digits + first, sizeof digits - first);
}

static void put_escaped(struct json_writer *j, unsigned char c) {
    static const char hexadecimal[] = "0123456789abcdef";
    const char unicode[] = {'\\', 'u', '0', '0', hexadecimal[c >> 4], hexadecimal[c & 15]};
    const char escaped[] = {'\\', (char)c};
    if (c == '"' || c == '\\')
        put(j, escaped, sizeof escaped);
    else
        put(j, unicode, sizeof unicode);
}

static void put_text(struct json_writer *j, const char *text) {
    put(j, "\"", 1);
    while (*text != 0) {
        size_t n = 0;
        while ((unsigned char)text[n] >= ' ' && text[n] != '"' && text[n] != '\\') n++;
        put(j, text, n);
        text += n;
        if (*text != 0) put_escaped(j, (unsigned char)*text++);
    }
    put(j, "\"", 1);
}

/* ---- values ---- */

/* Before every value: a comma, unless it is the first of its list or follows its key. */
static void begin_value(struct json_writer *j) {
    if (!j->keyed && j->filled[j->depth]) put(j, ",", 1);
    j->filled[j->depth] = true;
    j->keyed = false;
}

static void begin(struct th_writer *w, const char *bracket) {
    struct json_writer *j = json_of(w);
    begin_value(j);
    put(j, bracket, 1);
    if (j->depth < TH_FIELDS_DEPTH) j->depth++;
    j->filled[j->depth] = false;
}

static void end(struct th_writer *w, const char *bracket) {
    struct json_writer *j = json_of(w);
    put(j, bracket, 1);
    if (j->depth > 0) j->depth--;
}

static void begin_object(struct th_writer *w) {
    begin(w, "{");
}

static void end_object(struct th_writer *w) {
    end(w, "}");
}

static void begin_list(struct th_writer *w) {
    begin(w, "[");
}

static void end_list(struct th_writer *w) {
    end(w, "]");
}

static void key(struct th_writer *w, const char *name) {
    struct json_writer *j = json_of(w);
    begin_value(j);
    put_text(j, name);
    put(j, ":", 1);
    j->keyed = true;
}

static void integer(struct th_writer *w, int64_t value) {
    begin_value(json_of(w));
    put_integer(json_of(w), value);
}

static void text(struct th_writer *w, const char *value) {
    begin_value(json_of(w));
    put_text(json_of(w), value);
}

static void null(struct th_writer *w) {
    begin_value(json_of(w));
    put(json_of(w), "null", 4);
}

static struct json_writer json_writer_in(char *out, size_t size) {
    return (struct json_writer){
        .writer = {begin_object, end_object, begin_list, end_list, key, integer, text, null},
        .out = out,
        .size = size,
    };
}

const char *fields_json(const struct th_game *game, const struct th_state *s, char *out,
                        size_t size) {
    struct json_writer j = json_writer_in(out, size);
    game->fields(s, &j.writer);
    out[j.length] = 0;
    return out;
}

const char *events_json(const struct th_game *game, const struct th_state *before, th_action a,
                        int viewer, char *out, size_t size) {
    struct json_writer j = json_writer_in(out, size);
    const struct th_screen *screen = screen_of(game);
    if (screen->events == NULL) {
        null(&j.writer);
    } else {
        begin_list(&j.writer);
        screen->events(before, a, viewer, &j.writer);
        end_list(&j.writer);
    }
    out[j.length] = 0;
    return out;
}
