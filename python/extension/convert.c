/* Arguments from Python, and results for it. */
#include "extension.h"

#include <string.h>

/* ---- arguments ---- */

/* The int that a number stands for; a new reference. A bool is a mistake, not a number. */
static PyObject *index_of(PyObject *o, const char *what) {
    PyObject *number = PyBool_Check(o) ? NULL : PyNumber_Index(o);
    if (number != NULL) return number;
    if (PyErr_Occurred() != NULL && !PyErr_ExceptionMatches(PyExc_TypeError)) return NULL;
    PyErr_Format(PyExc_TypeError, "%s must be a whole number, not %R", what, o);
    return NULL;
}

bool number_argument(PyObject *o, const char *what, int64_t min, int64_t max, int64_t *out) {
    PyObject *number = index_of(o, what);
    if (number == NULL) return false;
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (overflow == 0 && value >= min && value <= max) {
        *out = value;
        return true;
    }
    PyErr_Format(TahurError, "%s must be %lld to %lld, not %R", what, (long long)min,
                 (long long)max, o);
    return false;
}

bool seed_argument(PyObject *o, const char *what, uint64_t *out) {
    PyObject *number = index_of(o, what);
    if (number == NULL) return false;
    const unsigned long long value = PyLong_AsUnsignedLongLong(number);
    Py_DECREF(number);
    if (value != (unsigned long long)-1 || PyErr_Occurred() == NULL) {
        *out = value;
        return true;
    }
    PyErr_Clear();
    PyErr_Format(TahurError, "%s must be 0 to 2**64 - 1, not %R", what, o);
    return false;
}

bool seat_argument(struct state_object *s, PyObject *o, int *seat) {
    PyObject *number = index_of(o, "the seat");
    if (number == NULL) return false;
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    const int seats = table_of(s)->seats(state_in(s));
    if (overflow == 0 && value >= 0 && value < seats) {
        *seat = (int)value;
        return true;
    }
    PyErr_Format(TahurError, "there is no seat %R: %s has the seats 0 to %d", o, table_of(s)->name,
                 seats - 1);
    return false;
}

PyObject *text_argument(PyObject *o, const char *what) {
    char *text;
    Py_ssize_t length;
    if (!PyUnicode_Check(o))
        return PyErr_Format(PyExc_TypeError, "%s must be a text, not %R", what, o);
    PyObject *bytes = PyUnicode_AsUTF8String(o);
    if (bytes == NULL && PyErr_ExceptionMatches(PyExc_UnicodeError)) {
        PyErr_Clear();
        return PyErr_Format(TahurError, "%s has characters that cannot be written: %R", what, o);
    }
    if (bytes == NULL || PyBytes_AsStringAndSize(bytes, &text, &length) < 0) return NULL;
    if (memchr(text, 0, (size_t)length) == NULL) return bytes;
    Py_DECREF(bytes);
    return PyErr_Format(TahurError, "%s must not have a zero in it", what);
}

/* ---- results ---- */

PyObject *numbers[NUMBERS];

bool numbers_make(void) {
    for (uint32_t n = 0; n < NUMBERS; n++)
        if (numbers[n] == NULL && (numbers[n] = PyLong_FromUnsignedLong(n)) == NULL) return false;
    return true;
}

PyObject *text_object(const char *text) {
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

PyObject *shares_object(const double share[], int n) {
    PyObject *tuple = PyTuple_New(n);
    for (int i = 0; tuple != NULL && i < n; i++) {
        PyObject *number = PyFloat_FromDouble(share[i]);
        if (number != NULL && PyTuple_SetItem(tuple, i, number) == 0) continue;
        Py_DECREF(tuple);
        return NULL;
    }
    return tuple;
}

/* numpy.frombuffer, imported when first needed; a borrowed reference. */
static PyObject *frombuffer(void) {
    static PyObject *function;
    if (function != NULL) return function;
    PyObject *numpy = PyImport_ImportModule("numpy");
    if (numpy == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_ImportError)) return NULL;
        PyErr_Clear();
        return PyErr_Format(PyExc_ImportError,
                            "arrays need numpy, which this Python does not have (Debian: "
                            "python3-numpy)");
    }
    function = PyObject_GetAttrString(numpy, "frombuffer");
    Py_DECREF(numpy);
    return function;
}

PyObject *array_new(Py_ssize_t rows, Py_ssize_t columns, const char *type, size_t size,
                    void **bytes) {
    PyObject *function = frombuffer();
    if (function == NULL) return NULL;
    const Py_ssize_t numbers_in_all = columns > 0 ? rows * columns : rows;
    PyObject *memory = PyByteArray_FromStringAndSize(NULL, numbers_in_all * (Py_ssize_t)size);
    if (memory == NULL) return NULL;
    *bytes = PyByteArray_AsString(memory);
    memset(*bytes, 0, (size_t)numbers_in_all * size);
    PyObject *array = PyObject_CallFunction(function, "Os", memory, type);
    Py_DECREF(memory);
    if (array == NULL || columns == 0) return array;
    PyObject *shaped = PyObject_CallMethod(array, "reshape", "nn", rows, columns);
    Py_DECREF(array);
    return shaped;
}
