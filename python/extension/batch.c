/* Many states at once, as arrays: observations, estimates, values, masks of legal actions,
 * playouts.
 *
 * The states are copied first. The loop over the copies runs without the GIL and writes into an
 * array that no other thread has seen; between spans of states it looks at signals. */
#include "game_calls.h"

#include <stdlib.h>
#include <string.h>

struct batch {
    const struct th_game *game;
    Py_ssize_t n;
    size_t stride;         /* bytes from one state to the next */
    unsigned char *states; /* owned, `n` copies */
    int *seat;             /* owned, by state; NULL: the operation needs none */
    int64_t count;         /* of playouts */
    uint64_t seed;
    struct th_state *room;        /* of playouts, owned */
    struct th_playouts *playouts; /* the same */
};

static const struct th_state *batch_state(const struct batch *b, Py_ssize_t i) {
    return (const struct th_state *)(const void *)(b->states + (size_t)i * b->stride);
}

static void batch_free(struct batch *b) {
    free(b->states);
    free(b->seat);
    free(b->playouts);
    th_state_free(b->room);
}

/* ---- arguments ---- */

static bool copy_states(struct batch *b, struct game_object *game, PyObject *list) {
    for (Py_ssize_t i = 0; i < b->n; i++) {
        struct state_object *s = state_argument(PyList_GetItem(list, i));
        if (s == NULL) return false;
        if (!game_equal(s->game, game)) {
            PyErr_Format(TahurError, "state %zd is of %s, and the game is %s", i, s->game->text,
                         game->text);
            return false;
        }
        memcpy(b->states + (size_t)i * b->stride, s->bytes, b->game->state_size);
    }
    return true;
}

/* The states of any iterable. False with an exception set; batch_free is needed in any case. */
static bool batch_read(struct batch *b, PyObject *self, PyObject *states) {
    *b = (struct batch){.game = game_of(self)->game};
    PyObject *list = PySequence_List(states);
    if (list == NULL) return false;
    b->n = PyList_Size(list);
    b->stride = (b->game->state_size + 15) / 16 * 16;
    b->states = aligned_alloc(16, b->stride * (size_t)(b->n + 1));
    if (b->states == NULL) PyErr_NoMemory();
    const bool ok = b->states != NULL && copy_states(b, game_of(self), list);
    Py_DECREF(list);
    return ok;
}

/* The seat for state i: the one in turn, the same for all, or that of a list. */
static bool read_seat(const struct batch *b, PyObject *seats, PyObject *list, Py_ssize_t i,
                      int *seat) {
    int64_t number;
    const int seats_there = b->game->seats(batch_state(b, i));
    if (seats == Py_None) {
        *seat = b->game->mover(batch_state(b, i));
        if (*seat < 0)
            PyErr_Format(TahurError, "no seat is in turn in state %zd: name the seat", i);
        return *seat >= 0;
    }
    if (!number_argument(list != NULL ? PyList_GetItem(list, i) : seats, "a seat", 0,
                         seats_there - 1, &number))
        return false;
    *seat = (int)number;
    return true;
}

static bool read_seats(struct batch *b, PyObject *seats) {
    PyObject *list = NULL;
    if (seats != Py_None && !PyIndex_Check(seats) && (list = PySequence_List(seats)) == NULL)
        return false;
    bool ok = list == NULL || PyList_Size(list) == b->n;
    if (!ok)
        PyErr_Format(TahurError, "there are %zd seats for %zd states", PyList_Size(list), b->n);
    b->seat = malloc(sizeof *b->seat * (size_t)(b->n + 1));
    if (ok && b->seat == NULL) ok = PyErr_NoMemory() != NULL;
    for (Py_ssize_t i = 0; ok && i < b->n; i++) ok = read_seat(b, seats, list, i, &b->seat[i]);
    Py_XDECREF(list);
    return ok;
}

/* ---- the loop ---- */

typedef bool operation(const struct batch *b, Py_ssize_t i, unsigned char *out, struct th_error *e);

/* Fills an array of `columns` numbers for each state. NULL with an exception set; frees the batch
 * in any case. */
static PyObject *batch_run(struct batch *b, Py_ssize_t columns, const char *type, size_t size,
                           Py_ssize_t span, operation *operate) {
    struct th_error e;
    void *out;
    PyObject *array = array_new(b->n, columns, type, size, &out);
    bool ok = array != NULL, interrupted = false;
    Py_ssize_t i = 0;
    const size_t row = size * (size_t)(columns > 0 ? columns : 1);
    while (ok && !interrupted && i < b->n) {
        const Py_ssize_t end = b->n - i < span ? b->n : i + span;
        Py_BEGIN_ALLOW_THREADS while (ok && i < end) {
            ok = operate(b, i, (unsigned char *)out + (size_t)i * row, &e);
            i += ok;
        }
        Py_END_ALLOW_THREADS interrupted = PyErr_CheckSignals() != 0;
    }
    batch_free(b);
    if (ok && !interrupted) return array;
    if (!ok && !interrupted && array != NULL) {
        PyObject *sentence = text_object(e.text);
        if (sentence != NULL) PyErr_Format(TahurError, "state %zd: %U", i, sentence);
        Py_XDECREF(sentence);
    }
    Py_XDECREF(array);
    return NULL;
}

enum { SPAN = 4096 }; /* states between two looks at signals */

/* Reads the arguments (states, seats=None) of a method; false with an exception set. */
static bool states_and_seats(struct batch *b, PyObject *self, PyObject *args, PyObject *keywords,
                             const char *format) {
    static char *names[] = {"states", "seats", NULL};
    PyObject *states, *seats = Py_None;
    *b = (struct batch){0};
    return PyArg_ParseTupleAndKeywords(args, keywords, format, names, &states, &seats) &&
           batch_read(b, self, states) && read_seats(b, seats);
}

/* ---- operations ---- */

static bool observe(const struct batch *b, Py_ssize_t i, unsigned char *out, struct th_error *e) {
    return th_state_observe(b->game, batch_state(b, i), b->seat[i], (float *)(void *)out,
                            TH_OBSERVATION_MAX, e);
}

PyObject *game_observe(PyObject *self, PyObject *args, PyObject *keywords) {
    struct batch b;
    struct th_error e;
    const int n = th_state_observations(game_of(self)->game, game_of(self)->start, &e);
    if (n < 0) return raise_error(&e);
    if (states_and_seats(&b, self, args, keywords, "O|O:observe"))
        return batch_run(&b, n, "float32", sizeof(float), SPAN, observe);
    batch_free(&b);
    return NULL;
}

static bool evaluate(const struct batch *b, Py_ssize_t i, unsigned char *out, struct th_error *e) {
    int value;
    if (!value_of(b->game, batch_state(b, i), b->seat[i], NULL, &value, e)) return false;
    memcpy(out, &value, sizeof value);
    return true;
}

PyObject *game_evaluate(PyObject *self, PyObject *args, PyObject *keywords) {
    struct batch b;
    if (states_and_seats(&b, self, args, keywords, "O|O:evaluate"))
        return batch_run(&b, 0, "int32", sizeof(int32_t), SPAN, evaluate);
    batch_free(&b);
    return NULL;
}

static bool estimate(const struct batch *b, Py_ssize_t i, unsigned char *out, struct th_error *e) {
    double share[TH_SEATS_MAX];
    if (!th_state_estimate(b->game, batch_state(b, i), share, e)) return false;
    memcpy(out, share, sizeof *share * (size_t)b->game->seats(batch_state(b, i)));
    return true;
}

PyObject *game_estimate(PyObject *self, PyObject *states) {
    struct batch b;
    const int seats = game_of(self)->game->seats(game_of(self)->start);
    if (batch_read(&b, self, states))
        return batch_run(&b, seats, "float64", sizeof(double), SPAN, estimate);
    batch_free(&b);
    return NULL;
}

static bool mask(const struct batch *b, Py_ssize_t i, unsigned char *out, struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    const struct th_state *s = batch_state(b, i);
    if (b->game->mover(s) < 0) return true;
    if (!th_check_view(b->game, s, e)) return false;
    const int n = b->game->legal(s, legal);
    for (int k = 0; k < n; k++) out[legal[k]] = 1;
    return true;
}

PyObject *game_masks(PyObject *self, PyObject *states) {
    struct batch b;
    if (batch_read(&b, self, states))
        return batch_run(&b, game_of(self)->game->action_count, "int8", 1, SPAN, mask);
    batch_free(&b);
    return NULL;
}

/* State i has a generator of its own, so that its figures do not depend on the others. */
static bool playouts(const struct batch *b, Py_ssize_t i, unsigned char *out, struct th_error *e) {
    const struct th_state *s = batch_state(b, i);
    double sum[TH_SEATS_MAX] = {0};
    struct th_rng rng = th_rng_seeded(th_mix2(b->seed, (uint64_t)i));
    if (b->game->viewer != NULL && b->game->viewer(s) != TH_SEES_ALL)
        return th_fail(e, "playouts begin with whole states, not with views");
    if (b->game->mover(s) == TH_OVER)
        b->game->payoff(s, sum);
    else
        add_playouts(b->game, s, (int)b->count, &rng, b->room, b->playouts, sum);
    const double count = b->game->mover(s) == TH_OVER ? 1 : (double)b->count;
    for (int k = 0; k < b->game->seats(s); k++) sum[k] /= count;
    memcpy(out, sum, sizeof *sum * (size_t)b->game->seats(s));
    return true;
}

PyObject *game_playouts(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"states", "count", "seed", NULL};
    PyObject *states, *count, *seed;
    struct batch b = {0};
    struct th_error e;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO:playouts", names, &states, &count, &seed))
        return NULL;
    bool ok = batch_read(&b, self, states) &&
              number_argument(count, "the number of playouts", 1, 1 << 20, &b.count) &&
              seed_argument(seed, "the seed", &b.seed);
    if (ok && (b.room = th_state_copy(b.game, game_of(self)->start, &e)) == NULL)
        ok = raise_error(&e) != NULL;
    if (ok && (b.playouts = malloc(sizeof *b.playouts)) == NULL) ok = PyErr_NoMemory() != NULL;
    const int seats = game_of(self)->game->seats(game_of(self)->start);
    if (ok) return batch_run(&b, seats, "float64", sizeof(double), 1, playouts);
    batch_free(&b);
    return NULL;
}
