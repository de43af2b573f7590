/* Contests and analyses: the commands of the program as a function of the module. */
#ifndef TAHUR_CONTEST_H
#define TAHUR_CONTEST_H

#include "extension.h"

/* _tahur._call(name, arguments, bots): a command with its arguments, a list of str without --json,
 * and bots of Python as tuples (name, class or object, whether it is an object). Returns (JSON,
 * sentence, faults as JSON, {(bot, fault): exception}); raises TahurError with the command's
 * sentence if it has no result. */
PyObject *contest_call(PyObject *module, PyObject *args);
/* _tahur._options(name): (name, whether it is a switch, help, what it takes) of each. */
PyObject *contest_options(PyObject *module, PyObject *name);
/* _tahur._bot_names(): a set with the names of the bots of all games. */
PyObject *bot_names(PyObject *module, PyObject *unused);

#endif
