/* What searches and learners ask a state: values, estimates, observations, playouts, perft. */
#include "state_calls.h"

#include "core/facets.h"
#include "search/minimax.h"
#include "search/tree.h"
#include <string.h>

PyObject *state_get_forced(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(th_state_forced(table_of(state_of(self)), state_in(state_of(self))));
}

PyObject *state_observe(PyObject *self, PyObject *seat_object) {
    struct state_object *s = state_of(self);
    struct th_error e;
    void *out;
    int seat;
    if (!seat_argument(s, seat_object, &seat)) return NULL;
    const int n = th_state_observations(table_of(s), state_in(s), &e);
    if (n < 0) return raise_error(&e);
    PyObject *array = array_new(n, 0, "float32", sizeof(float), &out);
    if (array == NULL || th_state_observe(table_of(s), state_in(s), seat, out, n, &e)) return array;
    Py_DECREF(array);
    return raise_error(&e);
}

PyObject *state_estimate(PyObject *self, PyObject *unused) {
    (void)unused;
    struct state_object *s = state_of(self);
    struct th_error e;
    double share[TH_SEATS_MAX];
    if (!th_state_estimate(table_of(s), state_in(s), share, &e)) return raise_error(&e);
    return shares_object(share, table_of(s)->seats(state_in(s)));
}

/* ---- values ---- */

bool value_of(const struct th_game *game, const struct th_state *s, int seat, const int weight[],
              int *value, struct th_error *e) {
    double payoff[TH_SEATS_MAX];
    if (search_of(game)->evaluate == NULL || game->mover(s) != TH_OVER)
        return th_state_evaluate(game, s, seat, weight, value, e);
    game->payoff(s, payoff);
    *value = (int)((2 * payoff[seat] - 1) * TH_SURE_VALUE);
    return true;
}

/* The weights of an evaluation, from a sequence of as many numbers as the game has. */
static bool weights_argument(const struct th_game *game, PyObject *argument,
                             int weight[TH_WEIGHTS_MAX]) {
    const struct th_weight *table = search_of(game)->weights;
    Py_ssize_t n = 0;
    while (table != NULL && n < TH_WEIGHTS_MAX && table[n].name != NULL) n++;
    PyObject *list = PySequence_List(argument);
    if (list == NULL) return false;
    bool ok = PyList_Size(list) == n;
    if (!ok)
        PyErr_Format(TahurError, "the evaluation of %s has %zd weights, not %zd", game->name, n,
                     PyList_Size(list));
    for (Py_ssize_t i = 0; ok && i < n; i++) {
        int64_t number;
        ok = number_argument(PyList_GetItem(list, i), "a weight", -TH_SURE_VALUE, TH_SURE_VALUE,
                             &number);
        weight[i] = ok ? (int)number : 0;
    }
    Py_DECREF(list);
    return ok;
}

PyObject *state_evaluate(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"seat", "weights", NULL};
    struct state_object *s = state_of(self);
    PyObject *seat_object, *weights = Py_None;
    int seat, value, weight[TH_WEIGHTS_MAX] = {0};
    struct th_error e;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:evaluate", names, &seat_object,
                                     &weights) ||
        !seat_argument(s, seat_object, &seat) ||
        (weights != Py_None && !weights_argument(table_of(s), weights, weight)))
        return NULL;
    if (!value_of(table_of(s), state_in(s), seat, weights != Py_None ? weight : NULL, &value, &e))
        return raise_error(&e);
    return PyLong_FromLong(value);
}

PyObject *state_urgency(PyObject *self, PyObject *action) {
    struct state_object *s = state_of(self);
    struct th_error e;
    th_action a;
    if (!step_argument(s, action, &a)) return NULL;
    const int urgency = th_state_urgency(table_of(s), state_in(s), a, &e);
    return urgency >= 0 ? PyLong_FromLong(urgency) : raise_error(&e);
}

/* ---- what takes long ---- */

PyObject *state_solve(PyObject *self, PyObject *unused) {
    (void)unused;
    struct state_object *s = state_of(self);
    const struct th_game *game = table_of(s);
    th_action actions[TH_LEGAL_MAX];
    double payoff[TH_LEGAL_MAX];
    struct th_error e;
    if (!state_is_whole(s, "solve")) return NULL;
    const int n = steps_of(s, actions);
    struct th_state *copy = n >= 0 ? state_snapshot(s) : NULL;
    if (copy == NULL) return NULL;
    bool solved;
    Py_BEGIN_ALLOW_THREADS solved = th_state_solve(game, copy, payoff, n, &e);
    Py_END_ALLOW_THREADS th_state_free(copy);
    if (!solved && e.text[0] != 0) return raise_error(&e);
    if (!solved) Py_RETURN_NONE;
    PyObject *list = PyList_New(n);
    for (int i = 0; list != NULL && i < n; i++) {
        PyObject *pair = Py_BuildValue("(Nd)", number_object(actions[i]), payoff[i]);
        if (pair != NULL && PyList_SetItem(list, i, pair) == 0) continue;
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

/* Plies that are counted without a look at signals: at most a few million sequences. */
enum { PERFT_SPAN = 2 };

/* Perft of a state that no other thread sees. False with an exception set if a signal handler
 * raised one, or there is no memory. */
static bool count_sequences(const struct th_game *game, const struct th_state *s, int depth,
                            uint64_t *sequences) {
    struct th_error e;
    uint64_t count = 0;
    bool ok = true;
    if (depth <= PERFT_SPAN) {
        Py_BEGIN_ALLOW_THREADS ok = perft(game, s, depth, &count, &e);
        Py_END_ALLOW_THREADS if (!ok) raise_error(&e);
        *sequences += count;
        return ok && PyErr_CheckSignals() == 0;
    }
    th_action actions[TH_LEGAL_MAX];
    struct th_outcome outcomes[TH_OUTCOMES_MAX];
    struct th_state *next = th_state_copy(game, s, &e);
    if (next == NULL) {
        raise_error(&e);
        return false;
    }
    const int mover = game->mover(s);
    const int n = mover >= 0           ? game->legal(s, actions)
                  : mover == TH_CHANCE ? game->outcomes(s, outcomes)
                                       : 0;
    for (int i = 0; ok && i < n; i++) {
        memcpy(next, s, game->state_size);
        game->apply(next, mover >= 0 ? actions[i] : outcomes[i].action);
        ok = count_sequences(game, next, depth - 1, sequences);
    }
    th_state_free(next);
    return ok;
}

PyObject *state_perft(PyObject *self, PyObject *depth_object) {
    struct state_object *s = state_of(self);
    int64_t depth;
    uint64_t sequences = 0;
    if (!number_argument(depth_object, "the depth", 0, PERFT_DEPTH_MAX, &depth) ||
        !state_is_whole(s, "perft"))
        return NULL;
    struct th_state *copy = state_snapshot(s);
    if (copy == NULL) return NULL;
    const bool ok = count_sequences(table_of(s), copy, (int)depth, &sequences);
    th_state_free(copy);
    return ok ? PyLong_FromUnsignedLongLong(sequences) : NULL;
}

/* Playouts between two looks at signals: with the game's own fast ones, and with random moves. */
enum { FAST_SPAN = 8192, RANDOM_SPAN = 256 };

int add_playouts(const struct th_game *game, const struct th_state *s, int count,
                 struct th_rng *rng, struct th_state *room, struct th_playouts *out,
                 double sum[TH_SEATS_MAX]) {
    memset(out, 0, sizeof *out);
    out->sure_winner = -1;
    if (search_of(game)->playouts != NULL)
        game->search->playouts(s, count, rng, NULL, out);
    else
        rollout_random(game, s, count, NULL, rng, room, out->payoff);
    for (int i = 0; i < game->seats(s); i++)
        sum[i] += count * (out->sure_winner >= 0 ? i == out->sure_winner : out->payoff[i]);
    return out->sure_winner;
}

/* Fills the mean payoffs; false with an exception set if a signal handler raised one. */
static bool play_out(const struct th_game *game, const struct th_state *s, struct th_state *room,
                     int64_t count, uint64_t seed, double mean[TH_SEATS_MAX], int *sure_winner) {
    const int span = search_of(game)->playouts != NULL ? FAST_SPAN : RANDOM_SPAN;
    struct th_rng rng = th_rng_seeded(seed);
    struct th_playouts *out = PyMem_Malloc(sizeof *out);
    bool ok = out != NULL;
    if (!ok) PyErr_NoMemory();
    for (int64_t done = 0; ok && done < count; done += span) {
        const int n = count - done < span ? (int)(count - done) : span;
        Py_BEGIN_ALLOW_THREADS *sure_winner = add_playouts(game, s, n, &rng, room, out, mean);
        Py_END_ALLOW_THREADS ok = PyErr_CheckSignals() == 0;
    }
    for (int i = 0; i < game->seats(s); i++) mean[i] /= (double)count;
    PyMem_Free(out);
    return ok;
}

PyObject *state_playouts(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"count", "seed", NULL};
    struct state_object *s = state_of(self);
    const struct th_game *game = table_of(s);
    PyObject *count_object, *seed_object;
    int64_t count;
    uint64_t seed;
    double mean[TH_SEATS_MAX] = {0};
    int sure_winner = -1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:playouts", names, &count_object,
                                     &seed_object) ||
        !number_argument(count_object, "the number of playouts", 1, INT64_C(1) << 40, &count) ||
        !seed_argument(seed_object, "the seed", &seed) || !state_is_whole(s, "playouts"))
        return NULL;
    struct th_state *copy = state_snapshot(s), *room = copy != NULL ? state_snapshot(s) : NULL;
    bool ok = room != NULL;
    if (ok && game->mover(copy) == TH_OVER)
        game->payoff(copy, mean);
    else if (ok)
        ok = play_out(game, copy, room, count, seed, mean, &sure_winner);
    const int seats = ok ? game->seats(copy) : 0;
    th_state_free(copy);
    th_state_free(room);
    if (!ok) return NULL;
    PyObject *winner = sure_winner >= 0 ? PyLong_FromLong(sure_winner) : Py_BuildValue("");
    return data_new(Py_BuildValue("{sNsLsN}", "payoff", shares_object(mean, seats), "count",
                                  (long long)count, "sure_winner", winner));
}
