#include "background.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

enum { POLL_MILLISECONDS = 50, PATIENCE_MILLISECONDS = 1000, END_MOMENTS = 600 };

struct job {
    void (*work)(void *context);
    void *context;
    pthread_mutex_t lock; /* protects `over` */
    pthread_cond_t ended;
    bool over;
};

static void *run(void *argument) {
    struct job *job = argument;
    job->work(job->context);
    pthread_mutex_lock(&job->lock);
    job->over = true;
    pthread_cond_signal(&job->ended);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

static atomic_bool ending; /* the interpreter ends: all work is to stop */
static atomic_int at_work; /* threads in run_in_background */

/* Signals go to the threads of Python. Those of a crash stay where they are. */
static bool start(pthread_t *thread, struct job *job) {
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    sigset_t others, before;
    sigfillset(&others);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) sigdelset(&others, own[i]);
    pthread_sigmask(SIG_BLOCK, &others, &before);
    const bool started = pthread_create(thread, NULL, run, job) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static struct timespec in_milliseconds(long milliseconds) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += milliseconds * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Without the GIL. Whether the work has ended; at the latest after POLL_MILLISECONDS. */
static bool wait_a_moment(struct job *job) {
    const struct timespec until = in_milliseconds(POLL_MILLISECONDS);
    pthread_mutex_lock(&job->lock);
    while (!job->over && pthread_cond_timedwait(&job->ended, &job->lock, &until) == 0) {
    }
    const bool over = job->over;
    pthread_mutex_unlock(&job->lock);
    return over;
}

/* An exception that was raised, kept aside. */
struct raised {
    PyObject *type, *value, *traceback;
};

static void await(struct job *job, th_flag *stop, void (*hurry)(void *context),
                  struct raised *raised) {
    long since = 0; /* milliseconds since the exception */
    for (;;) {
        bool over;
        Py_BEGIN_ALLOW_THREADS over = wait_a_moment(job);
        Py_END_ALLOW_THREADS if (over) return;
        if (raised->type != NULL) {
            since += POLL_MILLISECONDS;
            if (since >= PATIENCE_MILLISECONDS && hurry != NULL) hurry(job->context);
        } else if (atomic_load(&ending)) {
            PyErr_SetNone(PyExc_SystemExit); /* which ends a thread without a word */
            PyErr_Fetch(&raised->type, &raised->value, &raised->traceback);
            atomic_store(stop, true);
        } else if (PyErr_CheckSignals() != 0) {
            PyErr_Fetch(&raised->type, &raised->value, &raised->traceback);
            atomic_store(stop, true);
        }
    }
}

bool run_in_background(void (*work)(void *context), void *context, th_flag *stop,
                       void (*hurry)(void *context)) {
    struct job job = {.work = work, .context = context, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct raised raised = {NULL, NULL, NULL};
    pthread_condattr_t monotonic;
    pthread_t thread;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&job.ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    atomic_fetch_add(&at_work, 1);
    const bool started = start(&thread, &job);
    if (started) {
        await(&job, stop, hurry, &raised);
        pthread_join(thread, NULL);
    } else {
        PyErr_SetString(PyExc_RuntimeError, "the system gives no thread to work in");
    }
    pthread_cond_destroy(&job.ended);
    pthread_mutex_destroy(&job.lock);
    atomic_fetch_sub(&at_work, 1);
    if (raised.type != NULL) PyErr_Restore(raised.type, raised.value, raised.traceback);
    return started && raised.type == NULL;
}

PyObject *background_end(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    const struct timespec moment = {.tv_nsec = 5000000};
    atomic_store(&ending, true);
    Py_BEGIN_ALLOW_THREADS for (int i = 0; atomic_load(&at_work) > 0 && i < END_MOMENTS; i++)
        nanosleep(&moment, NULL);
    Py_END_ALLOW_THREADS Py_INCREF(Py_None);
    return Py_None;
}

/* ---- callbacks ---- */

static _Thread_local bool known; /* this thread has a state of Python that is kept */

/* Without memory for its place, the state stays until the program ends. */
static void keep(struct callback_threads *threads, PyThreadState *state) {
    if (threads->count == threads->room) {
        const int room = 2 * threads->room + 8;
        PyThreadState **more = PyMem_Realloc(threads->state, (size_t)room * sizeof *more);
        if (more == NULL) return;
        threads->state = more;
        threads->room = room;
    }
    threads->state[threads->count++] = state;
}

PyGILState_STATE callback_begin(struct callback_threads *threads) {
    if (known) return PyGILState_Ensure();
    known = true;
    (void)PyGILState_Ensure(); /* never released, so that the state stays */
    keep(threads, PyThreadState_Get());
    (void)PyGILState_Ensure();
    return PyGILState_UNLOCKED; /* releasing this gives the GIL back */
}

void callback_end(PyGILState_STATE state) {
    PyGILState_Release(state);
}

void callback_threads_drop(struct callback_threads *threads) {
    for (int i = 0; i < threads->count; i++) {
        PyThreadState_Clear(threads->state[i]);
        PyThreadState_Delete(threads->state[i]);
    }
    PyMem_Free(threads->state);
    *threads = (struct callback_threads){0};
}
