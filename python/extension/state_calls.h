/* The methods and properties of State, by file; state_type.c has their table and descriptions. */
#ifndef TAHUR_STATE_CALLS_H
#define TAHUR_STATE_CALLS_H

#include "extension.h"

/* state.c: the object */
void state_dealloc(PyObject *self);
PyObject *state_refuse_new(PyTypeObject *type, PyObject *args, PyObject *keywords);
PyObject *state_compare(PyObject *self, PyObject *other, int operation);
Py_hash_t state_hash(PyObject *self);
PyObject *state_copy(PyObject *self, PyObject *unused);
PyObject *state_deepcopy(PyObject *self, PyObject *memo);
PyObject *state_reduce(PyObject *self, PyObject *unused);
PyObject *state_get_game(PyObject *self, void *unused);
PyObject *state_get_key(PyObject *self, void *unused);

/* state_rules.c */
PyObject *state_get_seats(PyObject *self, void *unused);
PyObject *state_get_mover(PyObject *self, void *unused);
PyObject *state_get_over(PyObject *self, void *unused);
PyObject *state_get_turns(PyObject *self, void *unused);
PyObject *state_get_payoff(PyObject *self, void *unused);
PyObject *state_get_viewer(PyObject *self, void *unused);
PyObject *state_legal(PyObject *self, PyObject *unused);
PyObject *state_apply(PyObject *self, PyObject *action);
PyObject *state_after(PyObject *self, PyObject *action);
PyObject *state_children(PyObject *self, PyObject *unused);
PyObject *state_outcomes(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *state_pick(PyObject *self, PyObject *bits);
PyObject *state_view(PyObject *self, PyObject *seat);
PyObject *state_guess(PyObject *self, PyObject *args, PyObject *keywords);

/* state_text.c */
PyObject *state_repr(PyObject *self);
PyObject *state_str(PyObject *self);
PyObject *state_get_text(PyObject *self, void *unused);
PyObject *state_json(PyObject *self, PyObject *unused);
PyObject *state_moves(PyObject *self, PyObject *unused);
PyObject *state_move_text(PyObject *self, PyObject *action);
PyObject *state_parse_move(PyObject *self, PyObject *text);
PyObject *state_draw(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *state_describe(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *state_odds(PyObject *self, PyObject *unused);

/* state_data.c */
PyObject *state_get_data(PyObject *self, void *unused);

/* state_search.c */
PyObject *state_get_forced(PyObject *self, void *unused);
PyObject *state_observe(PyObject *self, PyObject *seat);
PyObject *state_estimate(PyObject *self, PyObject *unused);
PyObject *state_evaluate(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *state_urgency(PyObject *self, PyObject *action);
PyObject *state_solve(PyObject *self, PyObject *unused);
PyObject *state_perft(PyObject *self, PyObject *depth);
PyObject *state_playouts(PyObject *self, PyObject *args, PyObject *keywords);

#endif
