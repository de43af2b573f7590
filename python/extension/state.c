/* The object State: making, comparing, copying and pickling. */
#include "state_calls.h"

#include <string.h>

/* ---- life ---- */

PyObject *state_new(struct game_object *game, const struct th_state *s) {
    const size_t size = game->game->state_size;
    struct state_object *state = PyObject_Malloc(sizeof *state + size);
    if (state == NULL) return PyErr_NoMemory();
    PyObject_InitVar((PyVarObject *)state, State_type, (Py_ssize_t)size);
    Py_INCREF((PyObject *)game);
    state->game = game;
    if (s != NULL) memcpy(state->bytes, s, size);
    return (PyObject *)state;
}

void state_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    Py_DECREF((PyObject *)state_of(self)->game);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

/* Without a game there is no state: State(…), State.__new__ and copyreg come here. */
PyObject *state_refuse_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    (void)type, (void)args, (void)keywords;
    return PyErr_Format(PyExc_TypeError,
                        "a State is made by its game: game.start() or game.position(text)");
}

struct state_object *state_argument(PyObject *o) {
    if (is_state(o)) return state_of(o);
    PyErr_Format(PyExc_TypeError, "a State is needed, not %R", o);
    return NULL;
}

struct th_state *state_snapshot(struct state_object *s) {
    struct th_error e;
    struct th_state *copy = th_state_copy(table_of(s), state_in(s), &e);
    if (copy == NULL) raise_error(&e);
    return copy;
}

bool state_is_whole(struct state_object *s, const char *what) {
    if (table_of(s)->viewer == NULL || table_of(s)->viewer(state_in(s)) == TH_SEES_ALL) return true;
    PyErr_Format(TahurError,
                 "%s needs a whole state, and this is a view: make one with guess(seat, seed)",
                 what);
    return false;
}

PyObject *state_copy(PyObject *self, PyObject *unused) {
    (void)unused;
    return state_new(state_of(self)->game, state_in(state_of(self)));
}

PyObject *state_deepcopy(PyObject *self, PyObject *memo) {
    return state_copy(self, memo);
}

PyObject *state_get_game(PyObject *self, void *unused) {
    (void)unused;
    PyObject *game = (PyObject *)state_of(self)->game;
    Py_INCREF(game);
    return game;
}

/* ---- equality ---- */

static uint64_t hash_bytes(const unsigned char *bytes, size_t size) {
    uint64_t hash = size;
    for (; size >= sizeof hash; bytes += sizeof hash, size -= sizeof hash) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * TH_GOLDEN;
        hash ^= hash >> 29;
    }
    uint64_t rest = 0;
    memcpy(&rest, bytes, size);
    return th_mix(hash ^ rest);
}

/* Equal states have equal bytes, except in games with keys of their own. */
static uint64_t key_of(struct state_object *s) {
    uint64_t key;
    if (th_state_key(table_of(s), state_in(s), &key, NULL)) return key;
    return hash_bytes(s->bytes, table_of(s)->state_size);
}

PyObject *state_get_key(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLongLong(key_of(state_of(self)));
}

Py_hash_t state_hash(PyObject *self) {
    const Py_hash_t hash = (Py_hash_t)key_of(state_of(self));
    return hash != -1 ? hash : -2;
}

/* The same position, the same seat to move, and the same result. */
static bool written_alike(struct state_object *a, struct state_object *b) {
    const struct th_game *game = table_of(a);
    char text[2][TH_POSITION_BYTES];
    if (game->mover(state_in(a)) != game->mover(state_in(b))) return false;
    return strcmp(game->position_text(state_in(a), text[0], sizeof *text),
                  game->position_text(state_in(b), text[1], sizeof *text)) == 0;
}

/* Where a game has keys, equal states may differ in how they were reached, and so in bytes. */
static bool equal(struct state_object *a, struct state_object *b) {
    const struct th_game *game = table_of(a);
    if (!game_equal(a->game, b->game)) return false;
    if (memcmp(a->bytes, b->bytes, game->state_size) == 0) return true;
    uint64_t key_a, key_b;
    return th_state_key(game, state_in(a), &key_a, NULL) &&
           th_state_key(game, state_in(b), &key_b, NULL) && key_a == key_b && written_alike(a, b);
}

PyObject *state_compare(PyObject *self, PyObject *other, int operation) {
    if (!is_state(self) || !is_state(other) || (operation != Py_EQ && operation != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return PyBool_FromLong(equal(state_of(self), state_of(other)) == (operation == Py_EQ));
}

/* ---- pickling ---- */

/* Whether the position that a text stands for goes on, although the game is over in s: it was given
 * up, which is not part of a position. -1 with an exception set if the text cannot be read. */
static int was_resigned(struct state_object *s, const char *text) {
    const struct th_game *game = table_of(s);
    struct th_error e;
    struct th_state *again = th_state_copy(game, s->game->start, &e);
    int resigned = -1;
    if (again != NULL && th_state_parse(game, again, text, &e))
        resigned = game->mover(state_in(s)) == TH_OVER && game->mover(again) != TH_OVER;
    else
        raise_error(&e);
    th_state_free(again);
    return resigned;
}

/* A state is pickled as a call of game.position(text, moves). The text is checked when it is read:
 * no damaged file makes a state that the rules cannot go on from. */
PyObject *state_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    struct state_object *s = state_of(self);
    struct th_error e;
    char text[TH_POSITION_BYTES];
    if (!th_state_text(table_of(s), state_in(s), text, sizeof text, &e)) return raise_error(&e);
    const int resigned = was_resigned(s, text);
    PyObject *position =
        resigned >= 0 ? PyObject_GetAttrString((PyObject *)s->game, "position") : NULL;
    if (position == NULL) return NULL;
    return resigned
               ? Py_BuildValue("N(s[k])", position, text, (unsigned long)table_of(s)->resignation)
               : Py_BuildValue("N(s)", position, text);
}
