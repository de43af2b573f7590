/* The module: types, constants, and the exception that carries the library's sentences. */
#include "background.h"
#include "bot.h"
#include "contest.h"
#include "extension.h"

#include "learn/player.h"
#include "tahur/version.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

PyTypeObject *Game_type, *State_type, *Data_type;
PyObject *TahurError;

PyObject *raise_error(const struct th_error *e) {
    PyObject *sentence = text_object(e->text);
    if (sentence != NULL) PyErr_SetObject(TahurError, sentence);
    Py_XDECREF(sentence);
    return NULL;
}

static PyObject *games(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && th_game_at(i) != NULL; i++) {
        PyObject *name = text_object(th_game_at(i)->name);
        const int status = name != NULL ? PyList_Append(list, name) : -1;
        Py_XDECREF(name);
        if (status == 0) continue;
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

static PyMethodDef functions[] = {
    {"games", games, METH_NOARGS,
     "games()\n--\n\nThe names of all games, for tahur.Game: ['cantstop', 'kittens', …]."},
    {"_call", contest_call, METH_VARARGS, "_call(name, arguments, bots)\n--\n\nRuns a command."},
    {"_options", contest_options, METH_O, "_options(name)\n--\n\nThe options of a command."},
    {"_end_work", background_end, METH_NOARGS,
     "_end_work()\n--\n\nStops all contests and waits for them."},
    {"_bot_names", bot_names, METH_NOARGS, "_bot_names()\n--\n\nThe names of all bots."},
    {0},
};

/* The state of the module is in static variables: it serves one interpreter of a process, and the
 * import system copies its dictionary when it is imported again there. */
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tahur._tahur",
    .m_doc = "Games and states of tahur, in C. Use the package tahur, which has all of it.",
    .m_size = -1,
    .m_methods = functions,
};

/* Adds an object under a name, and keeps a reference to it for the C code. */
static bool add(PyObject *module, const char *name, void *object) {
    if (object == NULL) return false;
    Py_INCREF((PyObject *)object);
    if (PyModule_AddObject(module, name, object) == 0) return true;
    Py_DECREF((PyObject *)object);
    return false;
}

static bool fill(PyObject *module) {
    TahurError = PyErr_NewExceptionWithDoc("tahur.TahurError",
                                           "What the library says is wrong, in one sentence.",
                                           PyExc_ValueError, NULL);
    Data_type = data_type_new();
    Game_type = game_type_new();
    State_type = state_type_new();
    return numbers_make() && add(module, "TahurError", TahurError) &&
           add(module, "Data", Data_type) && add(module, "Game", Game_type) &&
           add(module, "State", State_type) && add(module, "Bot", bot_type_new()) &&
           PyModule_AddIntConstant(module, "CHANCE", TH_CHANCE) == 0 &&
           PyModule_AddIntConstant(module, "OVER", TH_OVER) == 0 &&
           PyModule_AddIntConstant(module, "STRANGER", TH_STRANGER) == 0 &&
           PyModule_AddIntConstant(module, "SURE_VALUE", TH_SURE_VALUE) == 0 &&
           PyModule_AddStringConstant(module, "__version__", TH_VERSION) == 0;
}

PyMODINIT_FUNC PyInit__tahur(void);

/* The models are in the package, beside this file. */
static void find_models(void) {
    Dl_info here;
    char folder[900];
    if (dladdr((const void *)&definition, &here) == 0 || here.dli_fname == NULL) return;
    const char *end = strrchr(here.dli_fname, '/');
    snprintf(folder, sizeof folder, "%.*smodels", end != NULL ? (int)(end + 1 - here.dli_fname) : 0,
             here.dli_fname);
    player_add_models(folder);
}

PyMODINIT_FUNC PyInit__tahur(void) {
    static int64_t interpreter = -1;
    const int64_t here = PyInterpreterState_GetID(PyInterpreterState_Get());
    if (interpreter >= 0 && interpreter != here)
        return PyErr_Format(PyExc_ImportError,
                            "tahur is in use by another interpreter of this process");
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) return NULL;
    interpreter = here;
    find_models();
    if (fill(module)) return module;
    Py_DECREF(module);
    return NULL;
}
