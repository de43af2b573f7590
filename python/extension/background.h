/* Long work without the GIL: it runs in a thread of its own, while the calling thread waits and
 * lets Python handle its signals. */
#ifndef TAHUR_BACKGROUND_H
#define TAHUR_BACKGROUND_H

#include "extension.h"
#include "tahur/flag.h"

/* Runs work(context) and waits for it. When a signal handler of Python raises an exception, as
 * Control-C does, `stop` is set and the exception is raised after the work has ended: false. What
 * has not ended a second later is reported to `hurry`, again and again and with the GIL held; it
 * may be NULL. False, too, with an exception set, if no thread can be started. */
bool run_in_background(void (*work)(void *context), void *context, th_flag *stop,
                       void (*hurry)(void *context));

/* Called when the interpreter ends, by atexit: stops all work and waits for it, three seconds at
 * most. A thread that Python ends while it waits would take the stack with it that the work uses.
 */
PyObject *background_end(PyObject *module, PyObject *unused);

/* The GIL, for callbacks in threads that are not Python's. The state of Python for a thread is made
 * at its first call and kept, which is ten times faster than a new one for every callback. */
struct callback_threads {
    PyThreadState **state;
    int count, room;
};
PyGILState_STATE callback_begin(struct callback_threads *threads);
void callback_end(PyGILState_STATE state);
/* After the threads have ended, with the GIL held. */
void callback_threads_drop(struct callback_threads *threads);

#endif
