/* The rules of states: whose turn it is, what can happen, and making it happen; views. */
#include "state_calls.h"

#include "tahur/bot.h"
#include <string.h>

/* ---- whose turn ---- */

PyObject *state_get_seats(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(table_of(state_of(self))->seats(state_in(state_of(self))));
}

PyObject *state_get_mover(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(table_of(state_of(self))->mover(state_in(state_of(self))));
}

PyObject *state_get_over(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(table_of(state_of(self))->mover(state_in(state_of(self))) == TH_OVER);
}

PyObject *state_get_turns(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(table_of(state_of(self))->turns(state_in(state_of(self))));
}

PyObject *state_get_payoff(PyObject *self, void *unused) {
    (void)unused;
    struct state_object *s = state_of(self);
    double payoff[TH_SEATS_MAX];
    if (table_of(s)->mover(state_in(s)) != TH_OVER) Py_RETURN_NONE;
    table_of(s)->payoff(state_in(s), payoff);
    return shares_object(payoff, table_of(s)->seats(state_in(s)));
}

PyObject *state_get_viewer(PyObject *self, void *unused) {
    (void)unused;
    const int viewer = th_state_viewer(table_of(state_of(self)), state_in(state_of(self)));
    if (viewer == TH_SEES_ALL) Py_RETURN_NONE;
    return PyLong_FromLong(viewer);
}

/* ---- what can happen ---- */

/* Whether the list of steps follows from the state: a view has that of its own seat only. */
static bool check_steps(struct state_object *s) {
    struct th_error e;
    if (table_of(s)->viewer == NULL || th_check_view(table_of(s), state_in(s), &e)) return true;
    raise_error(&e);
    return false;
}

int steps_of(struct state_object *s, th_action out[TH_LEGAL_MAX]) {
    const struct th_game *game = table_of(s);
    const int mover = game->mover(state_in(s));
    if (mover == TH_OVER) return 0;
    if (!check_steps(s)) return -1;
    if (mover != TH_CHANCE) return game->legal(state_in(s), out);
    struct th_outcome outcomes[TH_OUTCOMES_MAX];
    const int n = game->outcomes(state_in(s), outcomes);
    for (int i = 0; i < n; i++) out[i] = outcomes[i].action;
    return n;
}

/* A list of the numbers; NULL with an exception set. */
static PyObject *list_of(const th_action actions[], int n) {
    PyObject *list = PyList_New(n);
    for (int i = 0; list != NULL && i < n; i++) {
        PyObject *number = number_object(actions[i]);
        if (number != NULL && PyList_SetItem(list, i, number) == 0) continue;
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

PyObject *state_legal(PyObject *self, PyObject *unused) {
    (void)unused;
    th_action actions[TH_LEGAL_MAX];
    const int n = steps_of(state_of(self), actions);
    return n >= 0 ? list_of(actions, n) : NULL;
}

/* The number of an action; false with an exception set if the argument is no number. Numbers that
 * no action has are UINT32_MAX. */
static bool action_number(PyObject *argument, th_action *a) {
    if (PyBool_Check(argument) || !PyIndex_Check(argument)) {
        PyErr_Format(PyExc_TypeError, "a move must be a number or a text, not %R", argument);
        return false;
    }
    PyObject *number = PyNumber_Index(argument);
    if (number == NULL) return false;
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    *a = overflow != 0 || value < 0 || value >= (long)UINT32_MAX ? UINT32_MAX : (th_action)value;
    return true;
}

/* The action that a text stands for. */
static bool read_move(struct state_object *s, PyObject *argument, th_action *a) {
    struct th_error e;
    PyObject *text = text_argument(argument, "a move");
    if (text == NULL) return false;
    const bool ok = th_state_parse_action(table_of(s), state_in(s), PyBytes_AsString(text), a, &e);
    Py_DECREF(text);
    if (!ok) raise_error(&e);
    return ok;
}

bool step_argument(struct state_object *s, PyObject *argument, th_action *a) {
    if (PyUnicode_Check(argument)) return check_steps(s) && read_move(s, argument, a);
    if (!action_number(argument, a) || !check_steps(s)) return false;
    if (th_is_possible(table_of(s), state_in(s), *a)) return true;
    PyErr_Format(TahurError, "%R is not possible there%s", argument,
                 table_of(s)->mover(state_in(s)) == TH_OVER ? ": the game is over"
                                                            : "; legal() lists what is");
    return false;
}

PyObject *state_parse_move(PyObject *self, PyObject *text) {
    th_action a;
    if (!check_steps(state_of(self)) || !read_move(state_of(self), text, &a)) return NULL;
    return number_object(a);
}

/* ---- making it happen ---- */

PyObject *state_apply(PyObject *self, PyObject *action) {
    struct state_object *s = state_of(self);
    th_action a;
    if (!step_argument(s, action, &a) || !state_is_whole(s, "a move")) return NULL;
    table_of(s)->apply(state_in(s), a);
    Py_RETURN_NONE;
}

PyObject *state_after(PyObject *self, PyObject *action) {
    struct state_object *s = state_of(self);
    th_action a;
    if (!step_argument(s, action, &a) || !state_is_whole(s, "a move")) return NULL;
    PyObject *next = state_new(s->game, state_in(s));
    if (next != NULL) table_of(s)->apply(state_in(state_of(next)), a);
    return next;
}

/* The pair of an action and the state after it. */
static PyObject *child(struct state_object *s, th_action a) {
    PyObject *number = number_object(a), *next = state_new(s->game, state_in(s));
    PyObject *pair = number != NULL && next != NULL ? PyTuple_New(2) : NULL;
    if (pair == NULL) {
        Py_XDECREF(number);
        Py_XDECREF(next);
        return NULL;
    }
    table_of(s)->apply(state_in(state_of(next)), a);
    PyTuple_SetItem(pair, 0, number);
    PyTuple_SetItem(pair, 1, next);
    return pair;
}

PyObject *state_children(PyObject *self, PyObject *unused) {
    (void)unused;
    struct state_object *s = state_of(self);
    th_action actions[TH_LEGAL_MAX];
    const int n = state_is_whole(s, "children") ? steps_of(s, actions) : -1;
    PyObject *list = n >= 0 ? PyList_New(n) : NULL;
    for (int i = 0; list != NULL && i < n; i++) {
        PyObject *pair = child(s, actions[i]);
        if (pair != NULL && PyList_SetItem(list, i, pair) == 0) continue;
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

/* ---- chance ---- */

PyObject *state_outcomes(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"weights", NULL};
    struct state_object *s = state_of(self);
    struct th_outcome outcome[TH_OUTCOMES_MAX];
    struct th_error e;
    int weights = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|p:outcomes", names, &weights) ||
        !check_steps(s))
        return NULL;
    const int n = th_state_outcomes(table_of(s), state_in(s), outcome, TH_OUTCOMES_MAX, &e);
    if (n < 0) return raise_error(&e);
    uint32_t total = 0;
    for (int i = 0; i < n; i++) total += outcome[i].weight;
    PyObject *list = PyList_New(n);
    for (int i = 0; list != NULL && i < n; i++) {
        PyObject *pair =
            weights ? Py_BuildValue("(NI)", number_object(outcome[i].action), outcome[i].weight)
                    : Py_BuildValue("(Nd)", number_object(outcome[i].action),
                                    (double)outcome[i].weight / total);
        if (pair != NULL && PyList_SetItem(list, i, pair) == 0) continue;
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

PyObject *state_pick(PyObject *self, PyObject *bits) {
    struct state_object *s = state_of(self);
    struct th_error e;
    uint64_t random;
    th_action a;
    if (!seed_argument(bits, "the random bits", &random) || !check_steps(s)) return NULL;
    if (!th_state_pick(table_of(s), state_in(s), random, &a, &e)) return raise_error(&e);
    return number_object(a);
}

/* ---- hidden information ---- */

PyObject *state_view(PyObject *self, PyObject *seat) {
    struct state_object *s = state_of(self);
    struct th_error e;
    int viewer = TH_STRANGER;
    const bool stranger = PyLong_Check(seat) && PyLong_AsLong(seat) == TH_STRANGER;
    PyErr_Clear();
    if (!stranger && !seat_argument(s, seat, &viewer)) return NULL;
    PyObject *view = state_new(s->game, state_in(s));
    if (view == NULL ||
        th_state_view(table_of(s), state_in(s), viewer, state_in(state_of(view)), &e))
        return view;
    Py_DECREF(view);
    return raise_error(&e);
}

PyObject *state_guess(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"seat", "seed", NULL};
    struct state_object *s = state_of(self);
    PyObject *seat_object, *seed_object;
    struct th_error e;
    uint64_t seed;
    int seat;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:guess", names, &seat_object,
                                     &seed_object) ||
        !seat_argument(s, seat_object, &seat) || !seed_argument(seed_object, "the seed", &seed))
        return NULL;
    PyObject *world = state_new(s->game, state_in(s));
    if (world == NULL ||
        th_state_guess(table_of(s), state_in(s), seat, seed, state_in(state_of(world)), &e))
        return world;
    Py_DECREF(world);
    return raise_error(&e);
}
