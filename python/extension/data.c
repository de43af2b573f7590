/* The type Data: fields by name, as attributes and as items. */
#include "extension.h"

struct data_object {
    PyObject_HEAD PyObject *fields; /* owned: a dict of str */
};

static PyObject *fields_of(PyObject *self) {
    return ((struct data_object *)self)->fields;
}

PyObject *data_new(PyObject *fields) {
    if (fields == NULL) return NULL;
    PyObject *self = PyType_GenericAlloc(Data_type, 0);
    if (self == NULL)
        Py_DECREF(fields);
    else
        ((struct data_object *)self)->fields = fields;
    return self;
}

/* Data(fields): a copy of a dict, for pickle and copy. */
static PyObject *new (PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"fields", NULL};
    PyObject *fields;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:Data", names, &PyDict_Type, &fields))
        return NULL;
    return data_new(PyDict_Copy(fields));
}

static int traverse(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(fields_of(self));
    Py_VISIT((PyObject *)Py_TYPE(self));
    return 0;
}

/* Fields are not cleared: a cycle through them is broken at the dict or list that closes it. */
static void dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(fields_of(self));
    PyObject_GC_Del(self);
    Py_DECREF((PyObject *)type);
}

/* Fields come before methods: a game may have a field of any name. */
static PyObject *getattro(PyObject *self, PyObject *name) {
    PyObject *value = PyDict_GetItemWithError(fields_of(self), name);
    if (value == NULL && PyErr_Occurred() != NULL) return NULL;
    if (value == NULL) return PyObject_GenericGetAttr(self, name);
    Py_INCREF(value);
    return value;
}

static PyObject *subscript(PyObject *self, PyObject *name) {
    return PyObject_GetItem(fields_of(self), name);
}

static Py_ssize_t length(PyObject *self) {
    return PyDict_Size(fields_of(self));
}

static int contains(PyObject *self, PyObject *name) {
    return PyDict_Contains(fields_of(self), name);
}

static PyObject *iterate(PyObject *self) {
    return PyObject_GetIter(fields_of(self));
}

static PyObject *compare(PyObject *self, PyObject *other, int operation) {
    if (Py_TYPE(other) == Data_type) other = fields_of(other);
    return PyObject_RichCompare(fields_of(self), other, operation);
}

static PyObject *repr(PyObject *self) {
    return PyUnicode_FromFormat("tahur.Data(%R)", fields_of(self));
}

static PyObject *keys(PyObject *self, PyObject *unused) {
    (void)unused;
    return PyDict_Keys(fields_of(self));
}

static PyObject *get(PyObject *self, PyObject *args) {
    PyObject *name, *otherwise = Py_None;
    if (!PyArg_ParseTuple(args, "O|O:get", &name, &otherwise)) return NULL;
    PyObject *value = PyDict_GetItemWithError(fields_of(self), name);
    if (value == NULL && PyErr_Occurred() != NULL) return NULL;
    if (value == NULL) value = otherwise;
    Py_INCREF(value);
    return value;
}

static PyObject *reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    return Py_BuildValue("O(O)", (PyObject *)Data_type, fields_of(self));
}

/* ---- plain dicts ---- */

static PyObject *plain_list(PyObject *list) {
    const Py_ssize_t n = PyList_Size(list);
    PyObject *copy = PyList_New(n);
    for (Py_ssize_t i = 0; copy != NULL && i < n; i++) {
        PyObject *item = data_plain(PyList_GetItem(list, i));
        if (item != NULL && PyList_SetItem(copy, i, item) == 0) continue;
        Py_DECREF(copy);
        return NULL;
    }
    return copy;
}

static PyObject *plain_dict(PyObject *fields) {
    PyObject *copy = PyDict_New(), *key, *value;
    Py_ssize_t place = 0;
    while (copy != NULL && PyDict_Next(fields, &place, &key, &value)) {
        PyObject *item = data_plain(value);
        const int status = item != NULL ? PyDict_SetItem(copy, key, item) : -1;
        Py_XDECREF(item);
        if (status == 0) continue;
        Py_DECREF(copy);
        return NULL;
    }
    return copy;
}

PyObject *data_plain(PyObject *value) {
    PyObject *copy;
    if (Py_EnterRecursiveCall(" in Data._asdict")) return NULL;
    if (Py_TYPE(value) == Data_type)
        copy = plain_dict(fields_of(value));
    else if (PyDict_Check(value))
        copy = plain_dict(value);
    else if (PyList_Check(value))
        copy = plain_list(value);
    else
        Py_INCREF(copy = value);
    Py_LeaveRecursiveCall();
    return copy;
}

static PyObject *asdict(PyObject *self, PyObject *unused) {
    (void)unused;
    return data_plain(self);
}

/* ---- the type ---- */

static PyMethodDef methods[] = {
    {"keys", keys, METH_NOARGS, "keys($self)\n--\n\nThe names of the fields, in their order."},
    {"get", get, METH_VARARGS,
     "get($self, name, default=None, /)\n--\n\n"
     "The value of a field, or `default` if there is no such field: cards and the like that there\n"
     "are none of have no field."},
    {"_asdict", asdict, METH_NOARGS,
     "_asdict($self)\n--\n\nThe fields as a dict, of dicts, lists and numbers only."},
    {"__dir__", keys, METH_NOARGS, "__dir__($self)\n--\n\nThe names of the fields."},
    {"__reduce__", reduce, METH_NOARGS, "__reduce__($self)\n--\n\nFor pickle."},
    {0},
};

PyTypeObject *data_type_new(void) {
    static PyType_Slot slots[] = {
        {Py_tp_doc, (void *)"Fields by name: data.scores and data['scores'] are the same.\n\n"
                            "Data equals a dict with the same fields; iterating gives their names. "
                            "Names that are no\nPython identifiers, such as '?', are items only. "
                            "dict(data) and data._asdict() are dicts,\nwith items() and values()."},
        {Py_tp_new, (void *)new},
        {Py_tp_dealloc, (void *)dealloc},
        {Py_tp_traverse, (void *)traverse},
        {Py_tp_getattro, (void *)getattro},
        {Py_tp_richcompare, (void *)compare},
        {Py_tp_hash, (void *)PyObject_HashNotImplemented},
        {Py_tp_repr, (void *)repr},
        {Py_tp_iter, (void *)iterate},
        {Py_mp_subscript, (void *)subscript},
        {Py_mp_length, (void *)length},
        {Py_sq_contains, (void *)contains},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    static PyType_Spec spec = {.name = "tahur.Data",
                               .basicsize = sizeof(struct data_object),
                               .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
