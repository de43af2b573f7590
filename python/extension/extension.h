/* The extension module tahur._tahur: games and states of the library as Python types, in C on the
 * limited API of Python 3.9, so that one file serves every later version.
 *
 * No function here trusts its caller: arguments are checked before the game's table is called. All
 * functions are called with the GIL held. One that takes long works on a copy of the state and
 * releases the GIL meanwhile, so another thread may use the same State. */
#ifndef TAHUR_EXTENSION_H
#define TAHUR_EXTENSION_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "tahur/registry.h"
#include "tahur/state.h"

/* A game with its options. Immutable. */
struct game_object {
    PyObject_HEAD const struct th_game *game;
    struct th_state *start;   /* owned: the start of a game */
    struct th_spec spec;      /* as given; its options are those of `start` */
    char text[TH_SPEC_BYTES]; /* the canonical spec: equal games have equal texts */
};

/* A state of a game. The game's struct follows the header in the same allocation; PyObject_Malloc
 * aligns it to 16 bytes. */
struct state_object {
    PyObject_VAR_HEAD struct game_object *game; /* owned reference */
    unsigned char bytes[];                      /* `state_size` of them */
};

/* ---- module.c ---- */

extern PyTypeObject *Game_type, *State_type, *Data_type;
extern PyObject *TahurError; /* a ValueError with a sentence of the library */

/* Raises TahurError with the sentence and returns NULL. */
PyObject *raise_error(const struct th_error *e);

/* ---- games and states (game.c, state.c) ---- */

static inline bool is_game(PyObject *o) {
    return Py_TYPE(o) == Game_type;
}
static inline bool is_state(PyObject *o) {
    return Py_TYPE(o) == State_type;
}
/* Of objects that are known to be one. */
static inline struct game_object *game_of(PyObject *o) {
    return (struct game_object *)o;
}
static inline struct state_object *state_of(PyObject *o) {
    return (struct state_object *)o;
}
static inline struct th_state *state_in(struct state_object *s) {
    return (struct th_state *)(void *)s->bytes;
}
static inline const struct th_game *table_of(const struct state_object *s) {
    return s->game->game;
}

/* The types of Game and State; NULL with an exception set. */
PyTypeObject *game_type_new(void);
PyTypeObject *state_type_new(void);
/* Whether it is the same game with the same options. */
bool game_equal(const struct game_object *a, const struct game_object *b);
/* The Game of a spec, "parchis:rules=course"; a new reference. NULL with an exception set if there
 * is no such game. */
PyObject *game_new(const char *spec);
/* A State of the game with a copy of `s`, which must be one of its states; a new reference. NULL
 * with an exception set if there is no memory. With s NULL, the contents are undefined, and the
 * caller fills them before anyone else sees the object. */
PyObject *state_new(struct game_object *game, const struct th_state *s);
/* The State that an argument is; NULL and TypeError if it is something else. The state is
 * state_in(…), the game table_of(…): both are valid while the caller holds a reference and the GIL,
 * but another thread may change the state when the GIL is released. */
struct state_object *state_argument(PyObject *o);
/* A copy of a state, to be read without the GIL and freed with th_state_free. NULL with an
 * exception set if there is no memory. */
struct th_state *state_snapshot(struct state_object *s);
/* Whether it is a whole state; otherwise raises that a view is not enough for `what`. */
bool state_is_whole(struct state_object *s, const char *what);

/* ---- steps (state_rules.c) ---- */

/* The actions of the seat in turn, or the outcomes where chance moves; none at the end. Returns
 * their number; -1 with an exception set for a view from which they do not follow. */
int steps_of(struct state_object *s, th_action out[TH_LEGAL_MAX]);
/* The step that an argument (a number, or a text) stands for, which must be possible in s. False
 * with an exception set if it is none. */
bool step_argument(struct state_object *s, PyObject *argument, th_action *a);

/* ---- values and playouts (state_search.c) ---- */

/* Adds `count` playouts from a state that no other thread sees, and that is not over, to the sums
 * of payoffs: the game's own playouts, or random moves. `room` has room for a state. Returns the
 * sure winner, or -1. Does not need the GIL. */
int add_playouts(const struct th_game *game, const struct th_state *s, int count,
                 struct th_rng *rng, struct th_state *room, struct th_playouts *out,
                 double sum[TH_SEATS_MAX]);

/* The value of a state for a seat, as State.evaluate has it; `weight` as in th_state_evaluate.
 * False and a sentence if the game has no evaluation. Does not need the GIL. */
bool value_of(const struct th_game *game, const struct th_state *s, int seat, const int weight[],
              int *value, struct th_error *e);

/* ---- data (data.c) ---- */

PyTypeObject *data_type_new(void);
/* The Data with these fields, a dict, whose reference it takes over; NULL passes an exception on.
 */
PyObject *data_new(PyObject *fields);
/* A value with all Data in it, at any depth of lists, dicts and Data, replaced by dicts; a new
 * reference. */
PyObject *data_plain(PyObject *value);

/* ---- arguments and results (convert.c) ---- */

/* A whole number within its range; false with TypeError or TahurError set. */
bool number_argument(PyObject *o, const char *what, int64_t min, int64_t max, int64_t *out);
bool seed_argument(PyObject *o, const char *what, uint64_t *out);
/* A seat of the state; false with an exception set. */
bool seat_argument(struct state_object *s, PyObject *o, int *seat);
/* The UTF-8 of a str without zeros, as a new bytes object; NULL with an exception set. */
PyObject *text_argument(PyObject *o, const char *what);
/* Actions as objects, made once: a list of actions then allocates nothing but itself. */
enum { NUMBERS = 1024 };
extern PyObject *numbers[NUMBERS];
bool numbers_make(void);
/* The int of an action or outcome; a new reference. */
static inline PyObject *number_object(uint32_t n) {
    if (n >= NUMBERS) return PyLong_FromUnsignedLong(n);
    Py_INCREF(numbers[n]);
    return numbers[n];
}
PyObject *text_object(const char *text);
/* A tuple of floats. */
PyObject *shares_object(const double share[], int n);
/* A numpy array of `rows` by `columns` (0: one dimension) over a bytearray, whose memory is at
 * *bytes until the array is gone. `type` is a name of numpy ("float32") of `size` bytes. NULL with
 * an exception set, also if there is no numpy. */
PyObject *array_new(Py_ssize_t rows, Py_ssize_t columns, const char *type, size_t size,
                    void **bytes);

#endif
