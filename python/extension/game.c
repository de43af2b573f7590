/* The type Game: a game with its options. */
#include "game_calls.h"

#include "core/facets.h"

#include <string.h>

/* ---- life ---- */

static PyObject *make(PyTypeObject *type, const char *spec) {
    struct th_error e;
    struct game_object *g = (struct game_object *)PyType_GenericAlloc(type, 0);
    if (g == NULL) return NULL;
    g->game = th_game_find(spec, &g->spec, &e);
    g->start = g->game != NULL ? th_state_new(g->game, &g->spec.options, &e) : NULL;
    if (g->start == NULL) {
        Py_DECREF((PyObject *)g);
        return raise_error(&e);
    }
    th_options_write(g->game->name, &g->spec.options, false, g->text, sizeof g->text);
    return (PyObject *)g;
}

PyObject *game_new(const char *spec) {
    return make(Game_type, spec);
}

static PyObject *new (PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"spec", NULL};
    PyObject *spec;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:Game", names, &spec)) return NULL;
    PyObject *text = text_argument(spec, "the game");
    PyObject *game = text != NULL ? make(type, PyBytes_AsString(text)) : NULL;
    Py_XDECREF(text);
    return game;
}

static void dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    th_state_free(game_of(self)->start);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

static PyObject *repr(PyObject *self) {
    return PyUnicode_FromFormat("tahur.Game('%s')", game_of(self)->text);
}

static Py_hash_t hash(PyObject *self) {
    PyObject *text = text_object(game_of(self)->text);
    const Py_hash_t value = text != NULL ? PyObject_Hash(text) : -1;
    Py_XDECREF(text);
    return value;
}

bool game_equal(const struct game_object *a, const struct game_object *b) {
    return a == b || (a->game == b->game && strcmp(a->text, b->text) == 0);
}

static PyObject *compare(PyObject *self, PyObject *other, int operation) {
    if (!is_game(self) || !is_game(other) || (operation != Py_EQ && operation != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return PyBool_FromLong(game_equal(game_of(self), game_of(other)) == (operation == Py_EQ));
}

static PyObject *reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    return Py_BuildValue("O(s)", (PyObject *)Game_type, game_of(self)->text);
}

/* ---- facts ---- */

static PyObject *text_or_none(const char *text) {
    if (text != NULL) return text_object(text);
    Py_RETURN_NONE;
}

static PyObject *get_name(PyObject *self, void *unused) {
    (void)unused;
    return text_object(game_of(self)->game->name);
}

static PyObject *get_title(PyObject *self, void *unused) {
    (void)unused;
    return text_or_none(game_of(self)->game->title);
}

static PyObject *get_summary(PyObject *self, void *unused) {
    (void)unused;
    return text_or_none(game_of(self)->game->summary);
}

static PyObject *get_rules(PyObject *self, void *unused) {
    (void)unused;
    return text_or_none(game_of(self)->game->rules);
}

static PyObject *get_rules_version(PyObject *self, void *unused) {
    (void)unused;
    return text_or_none(game_of(self)->game->rules_version);
}

static PyObject *get_spec(PyObject *self, void *unused) {
    (void)unused;
    return text_object(game_of(self)->text);
}

static PyObject *get_seats(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(game_of(self)->game->seats(game_of(self)->start));
}

static PyObject *get_actions(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(game_of(self)->game->action_count);
}

static PyObject *option_value(const struct th_options *o, int i) {
    const struct th_option *option = &o->table[i];
    const int64_t number = o->value[i].number;
    if (option->kind == TH_TEXT || option->kind == TH_REST)
        return text_or_none(th_options_text(o, option->name));
    if (option->initial == NULL && !o->value[i].given) Py_RETURN_NONE;
    if (option->kind == TH_CHOICE) return text_object(option->choices[number]);
    if (option->kind == TH_DECIMAL) return PyFloat_FromDouble((double)number / TH_MILLION);
    if (option->kind == TH_SWITCH) return PyBool_FromLong(number != 0);
    return PyLong_FromLongLong(number);
}

static PyObject *get_options(PyObject *self, void *unused) {
    (void)unused;
    const struct th_options *o = &game_of(self)->spec.options;
    PyObject *dict = PyDict_New();
    for (int i = 0; dict != NULL && o->table != NULL && o->table[i].name != NULL; i++) {
        PyObject *value = option_value(o, i);
        const int status = value != NULL ? PyDict_SetItemString(dict, o->table[i].name, value) : -1;
        Py_XDECREF(value);
        if (status == 0) continue;
        Py_DECREF(dict);
        return NULL;
    }
    return dict;
}

static PyObject *get_facts(PyObject *self, void *unused) {
    (void)unused;
    struct th_error e;
    struct th_game_facts f;
    if (!th_game_facts(game_of(self)->game, &f, &e)) return raise_error(&e);
    const int observations = th_state_observations(game_of(self)->game, game_of(self)->start, NULL);
    return data_new(Py_BuildValue(
        "{sisisisisisisNsNsNsdsdsi}", "min_seats", f.min_seats, "max_seats", f.max_seats, "actions",
        f.action_count, "outcomes", f.outcome_count, "max_legal", f.max_legal, "longest_game",
        f.longest_game, "chance", PyBool_FromLong(f.chance), "hidden", PyBool_FromLong(f.hidden),
        "draws", PyBool_FromLong(f.draws), "min_payoff", f.min_payoff, "max_payoff", f.max_payoff,
        "observations", observations > 0 ? observations : 0));
}

/* ---- observations and weights ---- */

static PyObject *get_observation_names(PyObject *self, void *unused) {
    (void)unused;
    const struct game_object *g = game_of(self);
    struct th_error e;
    const int n = th_state_observations(g->game, g->start, NULL);
    PyObject *list = PyList_New(n > 0 ? n : 0);
    for (int i = 0; list != NULL && i < n; i++) {
        char name[TH_OBSERVATION_NAME_BYTES];
        PyObject *text = th_state_observation_name(g->game, g->start, i, name, sizeof name, &e)
                             ? text_object(name)
                             : raise_error(&e);
        if (text != NULL && PyList_SetItem(list, i, text) == 0) continue;
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

static PyObject *get_weights(PyObject *self, void *unused) {
    (void)unused;
    const struct th_weight *table = search_of(game_of(self)->game)->weights;
    PyObject *dict = PyDict_New();
    for (int i = 0; dict != NULL && table != NULL && table[i].name != NULL; i++) {
        PyObject *value = PyLong_FromLong(table[i].value);
        const int status = value != NULL ? PyDict_SetItemString(dict, table[i].name, value) : -1;
        Py_XDECREF(value);
        if (status == 0) continue;
        Py_DECREF(dict);
        return NULL;
    }
    return dict;
}

/* ---- states ---- */

static PyObject *start(PyObject *self, PyObject *unused) {
    (void)unused;
    return state_new(game_of(self), game_of(self)->start);
}

/* The dict of a mapping, without Data in it. */
static PyObject *dict_of(PyObject *mapping) {
    if (Py_TYPE(mapping) == Data_type) return data_plain(mapping);
    PyObject *dict = PyObject_CallFunctionObjArgs((PyObject *)&PyDict_Type, mapping, NULL);
    PyObject *plain = dict != NULL ? data_plain(dict) : NULL;
    Py_XDECREF(dict);
    return plain;
}

/* The text of a position: as given, or the JSON of a mapping. A new bytes object. */
static PyObject *position_argument(PyObject *o) {
    if (PyUnicode_Check(o) || !PyObject_HasAttrString(o, "keys"))
        return text_argument(o, "the position");
    PyObject *json = PyImport_ImportModule("json");
    PyObject *dict = json != NULL ? dict_of(o) : NULL;
    PyObject *written = dict != NULL ? PyObject_CallMethod(json, "dumps", "O", dict) : NULL;
    PyObject *text = written != NULL ? text_argument(written, "the position") : NULL;
    Py_XDECREF(written);
    Py_XDECREF(dict);
    Py_XDECREF(json);
    return text;
}

/* Applies one move after the other. */
static bool apply_all(PyObject *state, PyObject *moves) {
    PyObject *iterator = PyObject_GetIter(moves), *move;
    if (iterator == NULL) return false;
    bool ok = true;
    while (ok && (move = PyIter_Next(iterator)) != NULL) {
        th_action a;
        ok = state_is_whole(state_of(state), "a move") && step_argument(state_of(state), move, &a);
        if (ok) table_of(state_of(state))->apply(state_in(state_of(state)), a);
        Py_DECREF(move);
    }
    Py_DECREF(iterator);
    return ok && PyErr_Occurred() == NULL;
}

static PyObject *position(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"position", "moves", NULL};
    PyObject *argument, *moves = NULL;
    struct th_error e;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:position", names, &argument, &moves))
        return NULL;
    PyObject *text = position_argument(argument);
    PyObject *state = text != NULL ? state_new(game_of(self), game_of(self)->start) : NULL;
    const bool read =
        state != NULL &&
        th_state_parse(game_of(self)->game, state_in(state_of(state)), PyBytes_AsString(text), &e);
    Py_XDECREF(text);
    if (state == NULL) return NULL;
    if (!read) raise_error(&e);
    if (read && (moves == NULL || apply_all(state, moves))) return state;
    Py_DECREF(state);
    return NULL;
}

/* ---- the type ---- */

#define KEYWORDS(function) ((PyCFunction)(void (*)(void))(function)), METH_VARARGS | METH_KEYWORDS

static const char doc[] =
    "Game(spec)\n--\n\n"
    "A game with its options, by its spec: tahur.Game('y:size=9,pie=1'). tahur.games() has the\n"
    "names. Games with the same options are equal.\n\n"
    "    s = game.start()\n"
    "    s = game.position(s.text)\n\n"
    "observe, evaluate, estimate, masks and playouts take many states at once and give arrays of\n"
    "numpy; other threads run meanwhile.";

static PyMethodDef methods[] = {
    {"start", start, METH_NOARGS, "start($self)\n--\n\nThe State at the start of a game."},
    {"position", KEYWORDS(position),
     "position($self, /, position, moves=())\n--\n\n"
     "The State of a position: its text in one line, its JSON (of a view too), or the fields of\n"
     "that JSON as a dict. `moves`, numbers or texts, are then made one after the other."},
    {"observe", KEYWORDS(game_observe),
     "observe($self, /, states, seats=None)\n--\n\n"
     "The observations of many states, an array of float32 with a row for each. `seats` is one\n"
     "seat, one for each state, or None: the seat in turn. Other threads run meanwhile."},
    {"evaluate", KEYWORDS(game_evaluate),
     "evaluate($self, /, states, seats=None)\n--\n\n"
     "The values of many states as State.evaluate has them, an array of int32; seats as above."},
    {"estimate", game_estimate, METH_O,
     "estimate($self, states, /)\n--\n\n"
     "The estimates of many states, an array of float64 with a row for each."},
    {"masks", game_masks, METH_O,
     "masks($self, states, /)\n--\n\n"
     "The legal actions of many states, an array of int8 with a row of 0 and 1 for each; all 0\n"
     "where no seat is in turn."},
    {"playouts", KEYWORDS(game_playouts),
     "playouts($self, /, states, count, seed)\n--\n\n"
     "The mean payoffs of `count` random playouts from each of many states, an array of float64\n"
     "with a row for each. Other threads run meanwhile."},
    {"__reduce__", reduce, METH_NOARGS, "__reduce__($self)\n--\n\nFor pickle."},
    {0},
};

static PyGetSetDef properties[] = {
    {"name", get_name, NULL, "The name in specs: 'parchis'.", NULL},
    {"title", get_title, NULL, "The name for people: 'Parchís'.", NULL},
    {"summary", get_summary, NULL, "What kind of game it is, in a line.", NULL},
    {"spec", get_spec, NULL,
     "The name with all options that are not at their defaults: 'parchis:rules=course'.", NULL},
    {"options", get_options, NULL, "The values of all options, a dict.", NULL},
    {"seats", get_seats, NULL, "How many seats there are; seat 0 moves first.", NULL},
    {"actions", get_actions, NULL, "Actions of seats are the numbers 0 to actions - 1.", NULL},
    {"rules", get_rules, NULL, "The rules for players, a text; None if there is none.", NULL},
    {"rules_version", get_rules_version, NULL,
     "Changes whenever the same actions could mean another game.", NULL},
    {"observation_names", get_observation_names, NULL,
     "The names of the numbers of an observation, a list; empty if the game has none.", NULL},
    {"weights", get_weights, NULL,
     "The weights of the game's evaluation by name, a dict, in the order of State.evaluate.", NULL},
    {"facts", get_facts, NULL,
     "What is true of every game with these options, as Data: facts.chance, facts.hidden, …", NULL},
    {0},
};

PyTypeObject *game_type_new(void) {
    static PyType_Slot slots[] = {
        {Py_tp_doc, (void *)doc},
        {Py_tp_new, (void *)new},
        {Py_tp_dealloc, (void *)dealloc},
        {Py_tp_repr, (void *)repr},
        {Py_tp_hash, (void *)hash},
        {Py_tp_richcompare, (void *)compare},
        {Py_tp_methods, methods},
        {Py_tp_getset, properties},
        {0, NULL},
    };
    static PyType_Spec spec = {.name = "tahur.Game",
                               .basicsize = sizeof(struct game_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
