#include "python_bot.h"

#include "core/text.h"
#include "external/bots.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A bot in a seat. All but `first`, `seat` and `begun` is used with the GIL held only. */
struct python_player {
    struct python_kind *kind;
    PyObject *bot, *choose; /* owned: the object, and its method */
    const struct th_game *table;
    struct game_object *game; /* owned: the same with its options */
    struct th_state *first;   /* owned: the view at the start of the game */
    int seat;
    bool begun;           /* the bot has heard of the game, which is before its first question */
    unsigned long thread; /* where it is asked just now; 0: nowhere */
    struct python_player *next;
};

enum { SEED_BITS = 53 }; /* as in the protocol (docs/protocol.md): exact in any language */

static _Thread_local int asked; /* calls of bots in progress in this thread */

bool python_bot_is_asked(void) {
    return asked > 0;
}

/* ---- exceptions ---- */

/* Takes the exception that is set, with its traceback. A new reference. */
static PyObject *take_exception(void) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != NULL && value != NULL) PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return value;
}

/* "ValueError: no move" */
static void describe(PyObject *exception, char *out, size_t size) {
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(exception), "__name__");
    PyObject *message = PyObject_Str(exception), *all = NULL;
    if (name != NULL && message != NULL)
        all = PyUnicode_GetLength(message) > 0 ? PyUnicode_FromFormat("%U: %U", name, message)
                                               : PyUnicode_FromFormat("%U", name);
    PyObject *bytes = all != NULL ? PyUnicode_AsEncodedString(all, "utf-8", "replace") : NULL;
    const char *text = bytes != NULL ? PyBytes_AsString(bytes) : NULL;
    snprintf(out, size, "%s", text != NULL ? text : "an exception that cannot be printed");
    out[text_cut(out, size)] = 0;
    text_clean(out);
    PyErr_Clear();
    Py_XDECREF(name);
    Py_XDECREF(message);
    Py_XDECREF(all);
    Py_XDECREF(bytes);
}

/* Notes a fault, and keeps the first exception of each kind. */
static int note(struct python_player *p, const struct fault *fault, PyObject *exception) {
    const char *name = th_fault_name(fault->fault);
    faults_note(p->kind->name, fault);
    if (exception == NULL) return fault->fault;
    PyObject *key = PyUnicode_FromString(name);
    if (key != NULL && PyDict_Contains(p->kind->exceptions, key) == 0)
        PyDict_SetItem(p->kind->exceptions, key, exception);
    Py_XDECREF(key);
    PyErr_Clear();
    return fault->fault;
}

/* What the exception that a method has raised means: a fault; or, of KeyboardInterrupt, that the
 * contest is to end, and any answer will do. */
static int blame(struct python_player *p, const char *method) {
    struct python_bots *all = p->kind->all;
    struct fault fault = {.fault = TH_FAULT_CRASH};
    PyObject *exception = take_exception();
    if (exception == NULL) return TH_FAULT_CRASH;
    if (PyErr_GivenExceptionMatches(exception, PyExc_KeyboardInterrupt)) {
        atomic_store(&all->stop, true);
        if (all->interrupt == NULL)
            all->interrupt = exception;
        else
            Py_DECREF(exception);
        return 0;
    }
    char what[FAULT_WHAT_BYTES - 40];
    if (PyErr_GivenExceptionMatches(exception, PyExc_MemoryError)) fault.fault = TH_FAULT_MEMORY;
    describe(exception, what, sizeof what);
    snprintf(fault.what, sizeof fault.what, "its method %s raised %s", method, what);
    const int answer = note(p, &fault, exception);
    Py_DECREF(exception);
    return answer;
}

/* ---- making ---- */

static void drop_player(struct python_player *p) {
    struct python_player **place = &p->kind->players;
    while (*place != NULL && *place != p) place = &(*place)->next;
    if (*place != NULL) *place = p->next;
    if (p->bot == p->kind->maker) p->kind->seated = false;
    Py_XDECREF(p->bot);
    Py_XDECREF(p->choose);
    Py_XDECREF((PyObject *)p->game);
    free(p->first);
    PyMem_Free(p);
}

static bool make_bot(struct python_player *p, struct th_error *e) {
    struct python_kind *k = p->kind;
    if (k->is_object && k->seated)
        return th_fail(
            e,
            "the bot %s is one object, which sits in one seat of one game at a time; give "
            "its class, of which one is made for every seat and thread",
            k->name);
    if (k->is_object) {
        k->seated = true;
        p->bot = k->maker;
        Py_INCREF(p->bot);
    } else {
        p->bot = PyObject_CallObject(k->maker, NULL);
    }
    p->choose = p->bot != NULL ? PyObject_GetAttrString(p->bot, "choose") : NULL;
    if (p->choose != NULL && PyCallable_Check(p->choose)) return true;
    char what[300];
    PyObject *exception = p->choose == NULL ? take_exception() : NULL;
    if (exception == NULL) return th_fail(e, "the bot %s has no method choose", k->name);
    describe(exception, what, sizeof what);
    Py_XDECREF(k->refusal);
    k->refusal = exception;
    return th_fail(e, "the bot %s cannot be made: %s", k->name, what);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct python_kind *kind =
        (void *)((char *)(uintptr_t)o->table - offsetof(struct python_kind, options));
    const PyGILState_STATE gil = callback_begin(&kind->all->threads);
    struct python_player *p = PyMem_Calloc(1, sizeof *p);
    if (p == NULL) {
        th_fail(e, "out of memory");
    } else {
        p->kind = kind;
        p->table = game;
        p->first = malloc(game->state_size);
        asked++; /* its constructor may not run a contest, either */
        const bool made = p->first != NULL ? make_bot(p, e) : th_fail(e, "out of memory");
        asked--;
        if (made) {
            p->next = kind->players;
            kind->players = p;
        } else {
            drop_player(p);
            p = NULL;
        }
    }
    callback_end(gil);
    return p;
}

/* Makes the Game of its states. */
static bool accepts(const void *self, const struct th_options *game_options, struct th_error *e) {
    struct python_player *p = (void *)(uintptr_t)self;
    char spec[TH_SPEC_BYTES];
    const PyGILState_STATE gil = callback_begin(&p->kind->all->threads);
    Py_XDECREF((PyObject *)p->game);
    th_options_write(p->table->name, game_options, true, spec, sizeof spec);
    p->game = game_of(game_new(spec));
    if (p->game == NULL) {
        PyErr_Clear();
        th_fail(e, "out of memory");
    }
    callback_end(gil);
    return p->game != NULL;
}

static void drop(void *self) {
    struct python_player *p = self;
    const PyGILState_STATE gil = callback_begin(&p->kind->all->threads);
    drop_player(p);
    callback_end(gil);
}

/* ---- asking ---- */

static void begin(void *self, const struct th_state *view, int seat) {
    struct python_player *p = self;
    memcpy(p->first, view, p->table->state_size);
    p->seat = seat;
    p->begun = false;
}

/* Seeds the generator of a bot that has one, an attribute `random`: the same game of the same run
 * has the same seed, also through the protocol. */
static bool seed_random(PyObject *bot, const struct th_rng *rng) {
    struct th_rng copy = *rng;
    PyObject *random = PyObject_GetAttrString(bot, "random");
    if (random == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return false;
        PyErr_Clear();
        return true;
    }
    PyObject *done = PyObject_CallMethod(
        random, "seed", "K", (unsigned long long)th_rng_next(&copy) >> (64 - SEED_BITS));
    Py_DECREF(random);
    Py_XDECREF(done);
    return done != NULL;
}

/* Calls an optional method with these arguments, whose references it takes. */
static bool call_optional(PyObject *bot, const char *name, PyObject *arguments) {
    PyObject *method = arguments != NULL ? PyObject_GetAttrString(bot, name) : NULL;
    PyObject *done = NULL;
    if (method != NULL) {
        done = PyObject_CallObject(method, arguments);
        Py_DECREF(method);
        Py_XDECREF(done);
    } else if (arguments != NULL && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear();
        done = Py_None;
    }
    Py_XDECREF(arguments);
    return done != NULL;
}

/* Before the first question of a game, as a program outside hears of it. */
static bool begin_game(struct python_player *p, const struct th_ask *ask) {
    if (p->begun) return true;
    PyObject *view = state_new(p->game, p->first);
    PyObject *arguments = view != NULL ? Py_BuildValue("(Ni)", view, p->seat) : NULL;
    if (!seed_random(p->bot, ask->rng)) {
        Py_XDECREF(arguments);
        return false;
    }
    return p->begun = call_optional(p->bot, "begin", arguments);
}

static PyObject *legal_list(const struct th_ask *ask) {
    PyObject *list = PyList_New(ask->n);
    for (int i = 0; list != NULL && i < ask->n; i++) {
        PyObject *action = number_object(ask->legal[i]);
        if (action == NULL || PyList_SetItem(list, i, action) != 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

/* The place of the action that an answer stands for, a number or a text; a negative number for any
 * other object. Sets no exception. */
static int place_of(const struct th_ask *ask, PyObject *answer) {
    th_action action = 0;
    struct th_error ignored;
    if (PyUnicode_Check(answer)) {
        PyObject *bytes = PyUnicode_AsUTF8String(answer);
        const char *text = bytes != NULL ? PyBytes_AsString(bytes) : NULL;
        const bool read =
            text != NULL && th_state_parse_action(ask->game, ask->view, text, &action, &ignored);
        Py_XDECREF(bytes);
        PyErr_Clear();
        return read ? th_place_of(action, ask->legal, ask->n) : TH_FAULT_ILLEGAL;
    }
    PyObject *number = PyBool_Check(answer) ? NULL : PyNumber_Index(answer);
    int overflow = 0;
    const long long value = number != NULL ? PyLong_AsLongLongAndOverflow(number, &overflow) : -1;
    Py_XDECREF(number);
    PyErr_Clear();
    if (number == NULL || overflow != 0 || value < 0 || value > UINT32_MAX) return TH_FAULT_ILLEGAL;
    return th_place_of((th_action)value, ask->legal, ask->n);
}

static int blame_answer(struct python_player *p, const struct th_ask *ask, PyObject *answer) {
    struct fault fault = {.fault = TH_FAULT_ILLEGAL};
    char position[TH_POSITION_BYTES];
    PyObject *shown = PyObject_ASCII(answer);
    PyObject *bytes = shown != NULL ? PyUnicode_AsUTF8String(shown) : NULL;
    const char *text = bytes != NULL ? PyBytes_AsString(bytes) : NULL;
    PyErr_Clear();
    ask->game->position_text(ask->view, position, sizeof position);
    snprintf(fault.what, sizeof fault.what,
             "its answer %.80s is none of the %d legal actions of seat %d in: %.200s",
             text != NULL ? text : "?", ask->n, ask->seat, position);
    text_clean(fault.what);
    Py_XDECREF(shown);
    Py_XDECREF(bytes);
    return note(p, &fault, NULL);
}

/* With the GIL held. */
static int ask_bot(struct python_player *p, const struct th_ask *ask) {
    if (!begin_game(p, ask)) return blame(p, "begin");
    PyObject *view = state_new(p->game, ask->view);
    PyObject *legal = view != NULL ? legal_list(ask) : NULL;
    PyObject *answer =
        legal != NULL ? PyObject_CallFunctionObjArgs(p->choose, view, legal, NULL) : NULL;
    Py_XDECREF(view);
    Py_XDECREF(legal);
    if (answer == NULL) return blame(p, "choose");
    const int place = place_of(ask, answer);
    const int result = place >= 0 ? place : blame_answer(p, ask, answer);
    Py_DECREF(answer);
    return result;
}

static int choose(void *self, const struct th_ask *ask) {
    struct python_player *p = self;
    const PyGILState_STATE gil = callback_begin(&p->kind->all->threads);
    p->thread = PyThread_get_thread_ident();
    asked++;
    const int place = ask_bot(p, ask);
    asked--;
    p->thread = 0;
    callback_end(gil);
    return place;
}

static void end(void *self, const double payoff[]) {
    struct python_player *p = self;
    if (!p->begun) return;
    const PyGILState_STATE gil = callback_begin(&p->kind->all->threads);
    PyObject *shares = shares_object(payoff, p->table->seats(p->first));
    PyObject *arguments = shares != NULL ? Py_BuildValue("(N)", shares) : NULL;
    p->thread = PyThread_get_thread_ident();
    asked++;
    if (!call_optional(p->bot, "end", arguments)) blame(p, "end");
    asked--;
    p->thread = 0;
    callback_end(gil);
}

void python_bots_interrupt(struct python_bots *bots) {
    for (int i = 0; i < bots->count; i++)
        for (struct python_player *p = bots->kind[i].players; p != NULL; p = p->next)
            if (p->thread != 0) PyThreadState_SetAsyncExc(p->thread, PyExc_KeyboardInterrupt);
}

/* ---- kinds ---- */

static bool make_kind(struct python_kind *k, PyObject *entry) {
    PyObject *maker;
    const char *name;
    int is_object;
    if (!PyTuple_Check(entry) || !PyArg_ParseTuple(entry, "sOp", &name, &maker, &is_object))
        return false;
    snprintf(k->name, sizeof k->name, "%s", name);
    k->is_object = is_object != 0;
    k->maker = maker;
    Py_INCREF(maker);
    k->exceptions = PyDict_New();
    k->kind = (struct th_bot_kind){.name = k->name,
                                   .summary = "a bot in Python",
                                   .options = k->options,
                                   .slow = true,
                                   .make = make,
                                   .accepts = accepts,
                                   .begin = begin,
                                   .choose = choose,
                                   .end = end,
                                   .drop = drop};
    return k->exceptions != NULL;
}

bool python_bots_make(struct python_bots *bots, PyObject *sequence) {
    const Py_ssize_t count = PySequence_Size(sequence);
    if (count < 0) return false;
    bots->kind = PyMem_Calloc((size_t)count + 1, sizeof *bots->kind);
    bots->list = PyMem_Calloc((size_t)count + 1, sizeof *bots->list);
    if (bots->kind == NULL || bots->list == NULL) return PyErr_NoMemory() != NULL;
    for (; bots->count < count; bots->count++) {
        PyObject *entry = PySequence_GetItem(sequence, bots->count);
        struct python_kind *k = &bots->kind[bots->count];
        const bool made = entry != NULL && make_kind(k, entry);
        Py_XDECREF(entry);
        k->all = bots;
        bots->list[bots->count] = &k->kind;
        if (!made) {
            bots->count++; /* what it has is dropped */
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a bot is a tuple");
            return false;
        }
    }
    return true;
}

void python_bots_drop(struct python_bots *bots) {
    callback_threads_drop(&bots->threads);
    for (int i = 0; i < bots->count; i++) {
        Py_XDECREF(bots->kind[i].maker);
        Py_XDECREF(bots->kind[i].exceptions);
        Py_XDECREF(bots->kind[i].refusal);
    }
    Py_XDECREF(bots->interrupt);
    PyMem_Free(bots->kind);
    PyMem_Free(bots->list);
}
