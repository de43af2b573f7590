/* The fields of a state as Python objects: a writer (tahur/fields.h) that makes Data, lists,
 * numbers and texts without going through text. */
#include "state_calls.h"

struct data_writer {
    struct th_writer writer;         /* the first member: the functions below cast back */
    PyObject *open[TH_FIELDS_DEPTH]; /* owned: dicts and lists that are not complete */
    PyObject *key[TH_FIELDS_DEPTH];  /* owned: of a dict, the key of its next value; or NULL */
    int depth;
    PyObject *result; /* owned: the first complete value */
    bool failed;      /* an exception is set; everything else is ignored */
};

static struct data_writer *data_of(struct th_writer *w) {
    return (struct data_writer *)(void *)w;
}

static void fail(struct data_writer *d, const char *why) {
    if (!d->failed && PyErr_Occurred() == NULL)
        PyErr_Format(PyExc_RuntimeError, "the fields of the game are not an object: %s", why);
    d->failed = true;
}

/* Adds a value to what was begun last. Takes over the reference; NULL: an exception is set. */
static void add(struct data_writer *d, PyObject *value) {
    if (value == NULL) fail(d, "no memory");
    if (!d->failed && d->depth == 0) {
        Py_XDECREF(d->result);
        d->result = value;
        return;
    }
    if (!d->failed) {
        PyObject *into = d->open[d->depth - 1], *key = d->key[d->depth - 1];
        d->key[d->depth - 1] = NULL;
        int status = -1;
        if (PyList_Check(into))
            status = PyList_Append(into, value);
        else if (key != NULL)
            status = PyDict_SetItem(into, key, value);
        Py_XDECREF(key);
        if (status < 0) fail(d, "a value has no key");
    }
    Py_XDECREF(value);
}

static void begin(struct data_writer *d, PyObject *container) {
    if (container == NULL || d->failed || d->depth == TH_FIELDS_DEPTH) {
        fail(d, "it is too deep");
        Py_XDECREF(container);
        return;
    }
    d->open[d->depth] = container;
    d->key[d->depth++] = NULL;
}

/* The container that was begun last, which is complete; an owned reference. */
static PyObject *end(struct data_writer *d) {
    if (d->failed) return NULL;
    if (d->depth == 0) {
        fail(d, "it ends before it begins");
        return NULL;
    }
    d->depth--;
    Py_XDECREF(d->key[d->depth]);
    return d->open[d->depth];
}

/* ---- the writer ---- */

static void begin_object(struct th_writer *w) {
    begin(data_of(w), PyDict_New());
}

static void end_object(struct th_writer *w) {
    PyObject *fields = end(data_of(w));
    if (fields != NULL) add(data_of(w), data_new(fields));
}

static void begin_list(struct th_writer *w) {
    begin(data_of(w), PyList_New(0));
}

static void end_list(struct th_writer *w) {
    PyObject *list = end(data_of(w));
    if (list != NULL) add(data_of(w), list);
}

static void key(struct th_writer *w, const char *name) {
    struct data_writer *d = data_of(w);
    if (d->failed || d->depth == 0) {
        fail(d, "a key is outside of it");
        return;
    }
    Py_XDECREF(d->key[d->depth - 1]);
    d->key[d->depth - 1] = PyUnicode_InternFromString(name);
    if (d->key[d->depth - 1] == NULL) fail(d, "a key is no text");
}

static void integer(struct th_writer *w, int64_t value) {
    const bool small = value >= 0 && value < NUMBERS;
    add(data_of(w), small ? number_object((uint32_t)value) : PyLong_FromLongLong(value));
}

static void text(struct th_writer *w, const char *value) {
    add(data_of(w), text_object(value));
}

static void null(struct th_writer *w) {
    Py_INCREF(Py_None);
    add(data_of(w), Py_None);
}

PyObject *state_get_data(PyObject *self, void *unused) {
    (void)unused;
    struct data_writer d = {
        .writer = {begin_object, end_object, begin_list, end_list, key, integer, text, null},
    };
    struct th_error e;
    if (!th_state_fields(table_of(state_of(self)), state_in(state_of(self)), &d.writer, &e))
        return raise_error(&e);
    if (!d.failed && (d.depth != 0 || d.result == NULL)) fail(&d, "it does not end");
    if (!d.failed) return d.result;
    while (d.depth > 0) {
        Py_XDECREF(d.key[--d.depth]);
        Py_DECREF(d.open[d.depth]);
    }
    Py_XDECREF(d.result);
    return NULL;
}
