/* The methods of Game on many states (batch.c); game.c has their table and descriptions. */
#ifndef TAHUR_GAME_CALLS_H
#define TAHUR_GAME_CALLS_H

#include "extension.h"

PyObject *game_observe(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *game_evaluate(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *game_estimate(PyObject *self, PyObject *states);
PyObject *game_masks(PyObject *self, PyObject *states);
PyObject *game_playouts(PyObject *self, PyObject *args, PyObject *keywords);

#endif
