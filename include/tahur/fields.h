/* The fields of a state: what a game says about a state to programs outside, as an object of
 * numbers, texts and lists. A game names them once, in its function `fields`, to a writer that the
 * caller brings. JSON text is made by one writer (th_state_json), Python objects by another. */
#ifndef TAHUR_FIELDS_H
#define TAHUR_FIELDS_H

#include <stdint.h>

/* Receives one value: a number, a text, null, or an object or list with values in it. In an object
 * each value follows its key. Texts are UTF-8, and copied by the writer. */
struct th_writer {
    void (*begin_object)(struct th_writer *w);
    void (*end_object)(struct th_writer *w);
    void (*begin_list)(struct th_writer *w);
    void (*end_list)(struct th_writer *w);
    void (*key)(struct th_writer *w, const char *name);
    void (*integer)(struct th_writer *w, int64_t value);
    void (*text)(struct th_writer *w, const char *value);
    void (*null)(struct th_writer *w);
};

/* Objects and lists are at most so deep in each other. */
#define TH_FIELDS_DEPTH 16

/* A field of the object that was begun last, with its value. */
static inline void th_write_integer(struct th_writer *w, const char *key, int64_t value) {
    w->key(w, key);
    w->integer(w, value);
}

static inline void th_write_text(struct th_writer *w, const char *key, const char *value) {
    w->key(w, key);
    w->text(w, value);
}

/* The same with a list, which the caller fills and ends with w->end_list(w). */
static inline void th_write_list(struct th_writer *w, const char *key) {
    w->key(w, key);
    w->begin_list(w);
}

/* Begins an event with this key, to which the caller adds arguments and ends with w->end_object(w).
 */
static inline void th_write_event(struct th_writer *w, const char *key) {
    w->begin_object(w);
    th_write_text(w, "key", key);
}

#endif
