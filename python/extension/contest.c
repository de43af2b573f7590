/* Commands of the program in Python: _tahur._call, which the functions of contests.py use. */
#include "contest.h"

#include "cli/call.h"
#include "cli/command.h"
#include "python_bot.h"
#include <stdlib.h>
#include <string.h>

struct contest {
    struct command_call call;
    struct python_bots bots;
    char **argv; /* owned: copies of the arguments */
};

/* ---- arguments ---- */

static bool copy_arguments(struct contest *c, PyObject *list) {
    const Py_ssize_t count = PyList_Size(list);
    c->argv = calloc((size_t)count + 1, sizeof *c->argv);
    if (c->argv == NULL) return PyErr_NoMemory() != NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *bytes = text_argument(PyList_GetItem(list, i), "an argument");
        const char *text = bytes != NULL ? PyBytes_AsString(bytes) : NULL;
        c->argv[i] = text != NULL ? strdup(text) : NULL;
        Py_XDECREF(bytes);
        if (c->argv[i] == NULL) return PyErr_Occurred() ? false : PyErr_NoMemory() != NULL;
    }
    c->call.argc = (int)count;
    c->call.argv = c->argv;
    return true;
}

/* ---- what there is ---- */

/* The options of a command as the help describes them. */
PyObject *contest_options(PyObject *module, PyObject *name) {
    (void)module;
    PyObject *bytes = text_argument(name, "a command");
    if (bytes == NULL) return NULL;
    const struct command *command = command_callable(PyBytes_AsString(bytes));
    Py_DECREF(bytes);
    if (command == NULL) return PyErr_Format(PyExc_ValueError, "there is no command %R", name);
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && command_flag(command, i) != NULL; i++) {
        const struct th_option *o = command_flag(command, i);
        char accepted[200];
        th_option_describe(o, accepted, sizeof accepted);
        const bool text = o->kind == TH_SWITCH || o->kind == TH_TEXT || o->kind == TH_REST;
        PyObject *entry = Py_BuildValue("(sNss)", o->name, PyBool_FromLong(o->kind == TH_SWITCH),
                                        o->help, text ? "" : accepted);
        const int added = entry != NULL ? PyList_Append(list, entry) : -1;
        Py_XDECREF(entry);
        if (added == 0) continue;
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

PyObject *bot_names(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *names = PySet_New(NULL);
    struct th_bot_entry bot;
    for (int g = 0; names != NULL && th_game_at(g) != NULL; g++)
        for (int i = 0; names != NULL && th_bot_at(th_game_at(g), i, &bot); i++) {
            PyObject *name = text_object(bot.name);
            const int added = name != NULL ? PySet_Add(names, name) : -1;
            Py_XDECREF(name);
            if (added == 0) continue;
            Py_DECREF(names);
            names = NULL;
        }
    return names;
}

/* ---- running ---- */

static void work(void *context) {
    struct contest *c = context;
    command_call(&c->call);
}

static void hurry(void *context) {
    struct contest *c = context;
    python_bots_interrupt(&c->bots);
}

/* ---- results ---- */

/* {(bot, fault): exception} */
static PyObject *exceptions_of(const struct python_bots *bots) {
    PyObject *all = PyDict_New();
    for (int i = 0; all != NULL && i < bots->count; i++) {
        PyObject *key, *value;
        Py_ssize_t place = 0;
        while (PyDict_Next(bots->kind[i].exceptions, &place, &key, &value)) {
            PyObject *both = Py_BuildValue("(sO)", bots->kind[i].name, key);
            const int set = both != NULL ? PyDict_SetItem(all, both, value) : -1;
            Py_XDECREF(both);
            if (set == 0) continue;
            Py_DECREF(all);
            return NULL;
        }
    }
    return all;
}

/* Why a bot could not be made, or the first exception that it raised; NULL: there is none. */
static PyObject *cause_of(const struct python_kind *bot) {
    PyObject *key, *exception;
    Py_ssize_t place = 0;
    if (bot->refusal != NULL) return bot->refusal;
    return bot->exceptions != NULL && PyDict_Next(bot->exceptions, &place, &key, &exception)
               ? exception
               : NULL;
}

/* Raises the sentence, with what a bot raised as its cause. */
static PyObject *raise_with_cause(const struct contest *c) {
    PyObject *type, *value, *traceback;
    raise_error(&c->call.error);
    for (int i = 0; i < c->bots.count; i++) {
        PyObject *cause = cause_of(&c->bots.kind[i]);
        if (cause == NULL) continue;
        PyErr_Fetch(&type, &value, &traceback);
        PyErr_NormalizeException(&type, &value, &traceback);
        Py_INCREF(cause);
        if (value != NULL)
            PyException_SetCause(value, cause);
        else
            Py_DECREF(cause);
        PyErr_Restore(type, value, traceback);
        break;
    }
    return NULL;
}

static PyObject *result_of(const struct contest *c) {
    if (c->bots.interrupt != NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(c->bots.interrupt), c->bots.interrupt);
        return NULL;
    }
    if (c->call.json == NULL) return raise_with_cause(c);
    char *faults = c->call.faults != NULL ? json_dumps(c->call.faults, 0) : NULL;
    PyObject *exceptions = exceptions_of(&c->bots), *result = NULL;
    if (faults == NULL)
        PyErr_NoMemory();
    else if (exceptions != NULL)
        result = Py_BuildValue("(sssO)", c->call.json, c->call.error.text, faults, exceptions);
    Py_XDECREF(exceptions);
    free(faults);
    return result;
}

PyObject *contest_call(PyObject *module, PyObject *args) {
    struct contest c = {.argv = NULL};
    PyObject *arguments, *bots, *result = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "sO!O:_call", &c.call.name, &PyList_Type, &arguments, &bots))
        return NULL;
    if (python_bot_is_asked())
        return PyErr_Format(TahurError, "a bot cannot run %s while it plays in a contest itself",
                            c.call.name);
    if (python_bots_make(&c.bots, bots) && copy_arguments(&c, arguments)) {
        c.call.stop = &c.bots.stop;
        c.call.bots = c.bots.list;
        if (run_in_background(work, &c, &c.bots.stop, hurry)) result = result_of(&c);
    }
    python_bots_drop(&c.bots);
    for (int i = 0; c.argv != NULL && c.argv[i] != NULL; i++) free(c.argv[i]);
    free(c.argv);
    free(c.call.json);
    json_decref(c.call.faults);
    return result;
}
