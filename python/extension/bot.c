/* The type Bot: a bot of the program that is asked about states. */
#include "bot.h"

#include "background.h"
#include "core/bot.h"
#include "external/bots.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct bot_object {
    PyObject_HEAD struct game_object *game; /* owned */
    struct th_spec spec;
    struct bot bot;
    struct th_rng rng;
    int seat;      /* of the game that `begin` has begun; -1: none, every question stands alone */
    bool thinking; /* in some thread; protected by the GIL */
};

static struct bot_object *bot_of(PyObject *self) {
    return (struct bot_object *)self;
}

/* ---- life ---- */

/* A Game, or the Game of a spec; a new reference. */
static PyObject *game_argument(PyObject *o) {
    if (is_game(o)) {
        Py_INCREF(o);
        return o;
    }
    if (!PyUnicode_Check(o))
        return PyErr_Format(PyExc_TypeError, "a Game or its spec is needed, not %R", o);
    PyObject *bytes = text_argument(o, "the game");
    PyObject *game = bytes != NULL ? game_new(PyBytes_AsString(bytes)) : NULL;
    Py_XDECREF(bytes);
    return game;
}

static bool make(struct bot_object *b, PyObject *spec) {
    struct th_error e;
    const struct th_game *game = b->game->game;
    PyObject *bytes = text_argument(spec, "a bot");
    if (bytes == NULL) return false;
    b->bot.kind = th_bot_find(game, PyBytes_AsString(bytes), &b->spec, &e);
    Py_DECREF(bytes);
    if (b->bot.kind != NULL) {
        Py_BEGIN_ALLOW_THREADS b->bot.self =
            th_bot_make(b->bot.kind, game, &b->game->spec.options, &b->spec.options, &e);
        Py_END_ALLOW_THREADS
    }
    if (b->bot.self == NULL) raise_error(&e);
    return b->bot.self != NULL;
}

static PyObject *bot_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"spec", "game", "seed", NULL};
    PyObject *spec, *game, *seed = NULL;
    uint64_t number = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|O:Bot", names, &spec, &game, &seed) ||
        (seed != NULL && !seed_argument(seed, "the seed", &number)))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (self == NULL) return NULL;
    struct bot_object *b = bot_of(self);
    b->rng = th_rng_seeded(number);
    b->seat = -1;
    b->game = game_of(game_argument(game));
    if (b->game != NULL && make(b, spec)) return self;
    Py_DECREF(self);
    return NULL;
}

static void bot_dealloc(PyObject *self) {
    struct bot_object *b = bot_of(self);
    PyTypeObject *type = Py_TYPE(self);
    if (b->bot.self != NULL && b->bot.kind->drop != NULL) {
        Py_BEGIN_ALLOW_THREADS b->bot.kind->drop(b->bot.self);
        Py_END_ALLOW_THREADS
    }
    Py_XDECREF((PyObject *)b->game);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF((PyObject *)type);
}

/* ---- questions ---- */

/* One question, which is answered without the GIL. */
struct question {
    struct bot_object *b;
    struct th_state *view; /* owned */
    th_action legal[TH_LEGAL_MAX];
    int n, seat, place;
    bool alone;                   /* the bot begins with this state */
    struct th_thoughts *thoughts; /* owned; NULL: not wanted */
    th_flag stop;
};

static void ask(void *context) {
    struct question *q = context;
    struct bot_object *b = q->b;
    const struct bot *bot = &b->bot;
    if (q->alone && bot->kind->begin != NULL) bot->kind->begin(bot->self, q->view, q->seat);
    q->place = bot_ask_always(bot, b->game->game, q->view, q->seat, q->legal, q->n, &b->rng,
                              q->thoughts, &q->stop);
}

/* The view of the seat, of a whole state or of one that is this view already. */
static bool set_view(struct question *q, struct state_object *s, int seat) {
    struct th_error e;
    const struct th_game *game = table_of(s);
    if (strcmp(s->game->text, q->b->game->text) != 0) {
        PyErr_Format(TahurError, "the bot plays %s, and this is a state of %s", q->b->game->text,
                     s->game->text);
        return false;
    }
    q->seat = seat;
    q->view = state_snapshot(s);
    if (q->view == NULL) return false;
    const int viewer = th_state_viewer(game, state_in(s));
    if (game->view == NULL || viewer == seat) return true;
    if (viewer != TH_SEES_ALL) {
        PyErr_Format(TahurError, "the state is what another seat sees, not seat %d", seat);
        return false;
    }
    if (!th_state_view(game, state_in(s), seat, q->view, &e)) {
        raise_error(&e);
        return false;
    }
    return true;
}

static bool read_question(struct question *q, PyObject *state) {
    struct th_error e;
    struct state_object *s = state_argument(state);
    if (s == NULL) return false;
    const int mover = table_of(s)->mover(state_in(s));
    if (mover < 0) {
        PyErr_SetString(TahurError, mover == TH_OVER
                                        ? "the game is over in this state"
                                        : "chance moves in this state; give one in which a seat is "
                                          "in turn");
        return false;
    }
    if (q->b->seat >= 0 && q->b->seat != mover) {
        PyErr_Format(TahurError, "the bot sits in seat %d, and seat %d is in turn", q->b->seat,
                     mover);
        return false;
    }
    if (!set_view(q, s, mover)) return false;
    q->alone = q->b->seat < 0;
    q->n = th_state_legal(table_of(s), q->view, q->legal, TH_LEGAL_MAX, &e);
    if (q->n < 1) raise_error(&e);
    return q->n >= 1;
}

static PyObject *raise_fault(const struct question *q) {
    const struct bot_object *b = q->b;
    struct th_error e;
    if (q->place == TH_SHORTAGE) {
        shortage_fail(&e);
        return raise_error(&e);
    }
    const char *what = b->bot.kind == &exec_bot ? exec_bot_fault(b->bot.self)->what : "";
    return PyErr_Format(TahurError, "%s gives no legal action here: %s%s%s", b->spec.text,
                        th_fault_name(q->place), what[0] != 0 ? "; " : "", what);
}

/* Asks; false with an exception set. A bot that takes long thinks in a thread of its own, so that
 * Control-C ends it. */
static bool answer(struct question *q, PyObject *state) {
    struct bot_object *b = q->b;
    if (b->thinking) {
        PyErr_SetString(TahurError,
                        "the bot is thinking in another thread; a thread needs its own");
        return false;
    }
    bool done = read_question(q, state);
    if (!done) return false;
    if (q->thoughts != NULL) th_thoughts_clear(q->thoughts, q->n);
    b->thinking = true;
    if (b->bot.kind->slow) {
        done = run_in_background(ask, q, &q->stop, NULL);
    } else {
        Py_BEGIN_ALLOW_THREADS ask(q);
        Py_END_ALLOW_THREADS
    }
    b->thinking = false;
    if (done && q->place < 0) raise_fault(q);
    return done && q->place >= 0;
}

static PyObject *bot_choose(PyObject *self, PyObject *state) {
    struct question q = {.b = bot_of(self)};
    PyObject *action = answer(&q, state) ? number_object(q.legal[q.place]) : NULL;
    th_state_free(q.view);
    return action;
}

/* ---- thoughts ---- */

/* None for what is not known. */
static PyObject *float_or_none(double x) {
    if (!isnan(x)) return PyFloat_FromDouble(x);
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *line_object(const struct th_thought *t) {
    PyObject *line = PyTuple_New(t->line_n);
    for (int i = 0; line != NULL && i < t->line_n; i++) {
        PyObject *action = number_object(t->line[i]);
        if (action == NULL || PyTuple_SetItem(line, i, action) != 0) {
            Py_DECREF(line);
            return NULL;
        }
    }
    return line;
}

static PyObject *thoughts_object(const struct question *q) {
    const struct th_thoughts *t = q->thoughts;
    PyObject *moves = PyList_New(0);
    for (int i = 0; moves != NULL && i < q->n; i++) {
        const struct th_thought *of = &t->of[i];
        PyObject *move =
            Py_BuildValue("(INNNN)", (unsigned)q->legal[i], float_or_none(of->value),
                          float_or_none(of->error), float_or_none(of->own), line_object(of));
        const int added = move != NULL ? PyList_Append(moves, move) : -1;
        Py_XDECREF(move);
        if (added == 0) continue;
        Py_DECREF(moves);
        return NULL;
    }
    if (moves == NULL) return NULL;
    return Py_BuildValue("(IziziN)", (unsigned)q->legal[q->place], t->own, t->depth, t->reach,
                         q->seat, moves);
}

static PyObject *bot_think(PyObject *self, PyObject *state) {
    struct question q = {.b = bot_of(self), .thoughts = malloc(sizeof *q.thoughts)};
    PyObject *result = NULL;
    if (q.thoughts == NULL)
        PyErr_NoMemory();
    else if (answer(&q, state))
        result = thoughts_object(&q);
    free(q.thoughts);
    th_state_free(q.view);
    return result;
}

/* ---- games ---- */

static PyObject *bot_begin(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"state", "seat", "seed", NULL};
    struct bot_object *b = bot_of(self);
    struct question q = {.b = b};
    PyObject *state, *seat, *seed = NULL;
    uint64_t number;
    int place;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|O:begin", names, &state, &seat, &seed))
        return NULL;
    struct state_object *s = state_argument(state);
    if (s == NULL || !seat_argument(s, seat, &place) ||
        (seed != NULL && !seed_argument(seed, "the seed", &number)))
        return NULL;
    if (b->thinking) return PyErr_Format(TahurError, "the bot is thinking in another thread");
    const bool seen = set_view(&q, s, place);
    if (seen) {
        if (seed != NULL) b->rng = th_rng_seeded(number);
        if (b->bot.kind->begin != NULL) b->bot.kind->begin(b->bot.self, q.view, place);
        b->seat = place;
    }
    th_state_free(q.view);
    if (!seen) return NULL;
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *bot_end(PyObject *self, PyObject *payoff) {
    struct bot_object *b = bot_of(self);
    double share[TH_SEATS_MAX] = {0};
    const int seats = b->game->game->seats(b->game->start);
    if (b->seat < 0) return PyErr_Format(TahurError, "the bot plays no game that could end");
    if (b->thinking) return PyErr_Format(TahurError, "the bot is thinking in another thread");
    if (PySequence_Size(payoff) != seats) {
        PyErr_Clear();
        return PyErr_Format(PyExc_TypeError, "the payoff is a sequence of %d numbers, not %R",
                            seats, payoff);
    }
    for (int i = 0; i < seats; i++) {
        PyObject *item = PySequence_GetItem(payoff, i);
        share[i] = item != NULL ? PyFloat_AsDouble(item) : -1;
        Py_XDECREF(item);
        if (PyErr_Occurred()) return NULL;
    }
    if (b->bot.kind->end != NULL) b->bot.kind->end(b->bot.self, share);
    b->seat = -1;
    Py_INCREF(Py_None);
    return Py_None;
}

/* ---- the type ---- */

static PyObject *get_spec(PyObject *self, void *unused) {
    (void)unused;
    return text_object(bot_of(self)->spec.text);
}

static PyObject *get_game(PyObject *self, void *unused) {
    (void)unused;
    PyObject *game = (PyObject *)bot_of(self)->game;
    Py_INCREF(game);
    return game;
}

static PyObject *bot_repr(PyObject *self) {
    const struct bot_object *b = bot_of(self);
    return PyUnicode_FromFormat("tahur.Bot('%s', '%s')", b->spec.text, b->game->text);
}

static PyMethodDef methods[] = {
    {"choose", bot_choose, METH_O,
     "choose($self, state, /)\n--\n\n"
     "The action that the bot takes in a state, or in the view of the seat in turn.\n\n"
     "The bot sees what that seat sees. Between begin and end it may use what it remembers of the\n"
     "game; otherwise every question stands alone. Control-C ends a long search."},
    {"_think", bot_think, METH_O, "_think($self, state, /)\n--\n\nWhat thoughts is made from."},
    {"begin", (PyCFunction)(void (*)(void))bot_begin, METH_VARARGS | METH_KEYWORDS,
     "begin($self, state, seat, seed=None)\n--\n\n"
     "Begins a game in this state, with the bot in this seat.\n\n"
     "The bot forgets earlier games. With a seed its random numbers begin anew: the same seed and\n"
     "the same states give the same actions."},
    {"end", bot_end, METH_O,
     "end($self, payoff, /)\n--\n\nEnds the game, with the shares of all seats in the win."},
    {0},
};

static PyGetSetDef properties[] = {
    {"spec", get_spec, NULL, "The bot as it was written, such as 'alphabeta:depth=4'.", NULL},
    {"game", get_game, NULL, "The Game that it plays.", NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A bot of the program.\n\nThe class tahur.Bot is made from it."},
    {Py_tp_new, bot_new},
    {Py_tp_dealloc, bot_dealloc},
    {Py_tp_repr, bot_repr},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0},
};

static PyType_Spec specification = {
    .name = "tahur._tahur.Bot",
    .basicsize = sizeof(struct bot_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

PyTypeObject *bot_type_new(void) {
    return (PyTypeObject *)PyType_FromSpec(&specification);
}
