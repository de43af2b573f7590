/* States in writing: positions, JSON, moves, pictures. */
#include "state_calls.h"

#include <string.h>

PyObject *state_get_text(PyObject *self, void *unused) {
    (void)unused;
    struct th_error e;
    char text[TH_POSITION_BYTES];
    if (!th_state_text(table_of(state_of(self)), state_in(state_of(self)), text, sizeof text, &e))
        return raise_error(&e);
    return text_object(text);
}

PyObject *state_json(PyObject *self, PyObject *unused) {
    (void)unused;
    struct th_error e;
    char text[TH_POSITION_BYTES];
    if (!th_state_json(table_of(state_of(self)), state_in(state_of(self)), text, sizeof text, &e))
        return raise_error(&e);
    return text_object(text);
}

PyObject *state_repr(PyObject *self) {
    PyObject *game = PyObject_Repr((PyObject *)state_of(self)->game);
    PyObject *text = game != NULL ? state_get_text(self, NULL) : NULL;
    PyObject *repr = text != NULL ? PyUnicode_FromFormat("%U.position(%R)", game, text) : NULL;
    Py_XDECREF(game);
    Py_XDECREF(text);
    return repr;
}

/* ---- moves ---- */

static PyObject *move_text(struct state_object *s, th_action a) {
    struct th_error e;
    char text[TH_ACTION_BYTES];
    if (!th_state_action_text(table_of(s), state_in(s), a, text, sizeof text, &e))
        return raise_error(&e);
    return text_object(text);
}

PyObject *state_moves(PyObject *self, PyObject *unused) {
    (void)unused;
    th_action actions[TH_LEGAL_MAX];
    const int n = steps_of(state_of(self), actions);
    PyObject *list = n >= 0 ? PyList_New(n) : NULL;
    for (int i = 0; list != NULL && i < n; i++) {
        PyObject *text = move_text(state_of(self), actions[i]);
        if (text != NULL && PyList_SetItem(list, i, text) == 0) continue;
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

PyObject *state_move_text(PyObject *self, PyObject *action) {
    int64_t a;
    if (!number_argument(action, "an action", 0, UINT32_MAX, &a)) return NULL;
    return move_text(state_of(self), (th_action)a);
}

/* ---- for people ---- */

/* A picture of up to TH_PICTURE_BYTES: too many for the stack of a thread. */
static PyObject *picture(struct state_object *s, bool colour, int columns, int rows) {
    struct th_error e;
    char *text = PyMem_Malloc(TH_PICTURE_BYTES);
    if (text == NULL) return PyErr_NoMemory();
    const bool ok =
        th_state_draw(table_of(s), state_in(s), colour, columns, rows, text, TH_PICTURE_BYTES, &e);
    PyObject *drawn = ok ? text_object(text) : raise_error(&e);
    PyMem_Free(text);
    return drawn;
}

PyObject *state_draw(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"colour", "columns", "rows", NULL};
    PyObject *columns_object = NULL, *rows_object = NULL;
    int64_t columns = 0, rows = 0;
    int colour = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|pOO:draw", names, &colour, &columns_object,
                                     &rows_object))
        return NULL;
    if (columns_object != NULL &&
        !number_argument(columns_object, "columns", 0, INT32_MAX, &columns))
        return NULL;
    if (rows_object != NULL && !number_argument(rows_object, "rows", 0, INT32_MAX, &rows))
        return NULL;
    return picture(state_of(self), colour != 0, (int)columns, (int)rows);
}

/* A game without pictures is shown by its position. */
PyObject *state_str(PyObject *self) {
    if (table_of(state_of(self))->screen == NULL) return state_get_text(self, NULL);
    return picture(state_of(self), false, 0, 0);
}

PyObject *state_describe(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"action", "viewer", NULL};
    struct state_object *s = state_of(self);
    PyObject *action, *viewer_object = Py_None;
    struct th_error e;
    char text[TH_POSITION_BYTES];
    int64_t viewer = TH_SEES_ALL;
    th_action a;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:describe", names, &action,
                                     &viewer_object) ||
        (viewer_object != Py_None &&
         !number_argument(viewer_object, "the viewer", TH_STRANGER, TH_SEATS_MAX, &viewer)) ||
        !step_argument(s, action, &a))
        return NULL;
    if (!th_state_describe(table_of(s), state_in(s), a, (int)viewer, text, sizeof text, &e))
        return raise_error(&e);
    return text_object(text);
}

PyObject *state_odds(PyObject *self, PyObject *unused) {
    (void)unused;
    struct state_object *s = state_of(self);
    struct th_error e;
    char text[TH_POSITION_BYTES];
    if (!th_state_odds(table_of(s), state_in(s), text, sizeof text, &e)) return raise_error(&e);
    return text_object(text);
}
