/* The type State: its methods and properties with their descriptions, which help(tahur.State)
 * shows. */
#include "state_calls.h"

#define KEYWORDS(function) ((PyCFunction)(void (*)(void))(function)), METH_VARARGS | METH_KEYWORDS

static const char doc[] =
    "A state of a game: a position, with whose turn it is and what has been rolled or drawn.\n\n"
    "States are made by their game, game.start() or game.position(text), and by other states.\n"
    "A state waits for a seat, waits for chance, or is over:\n\n"
    "    while not s.over:\n"
    "        if s.mover == tahur.CHANCE:\n"
    "            s.apply(s.pick(random.getrandbits(64)))\n"
    "        else:\n"
    "            s.apply(random.choice(s.legal()))\n"
    "    print(s.payoff)\n\n"
    "apply changes the state; after and children make new ones. Equal states are equal (==) and\n"
    "have the same hash, so states can be keys of a dict; do not apply anything to such a state.\n"
    "In games with hidden information view(seat) is what a seat knows, and guess(seat, seed) a\n"
    "whole state that agrees with it. Mistakes raise tahur.TahurError, a ValueError, with a\n"
    "sentence, or TypeError; the state stays as it was.";

static PyMethodDef methods[] = {
    {"legal", state_legal, METH_NOARGS,
     "legal($self)\n--\n\n"
     "The actions of the seat in turn, a list of ascending numbers. Where chance moves, its\n"
     "possible outcomes (see outcomes for their probabilities); an empty list at the end."},
    {"apply", state_apply, METH_O,
     "apply($self, action, /)\n--\n\n"
     "Makes a move, or lets chance do something: a number of legal(), or its text, as in\n"
     "s.apply('5 yellow 2'). What is not possible raises TahurError."},
    {"after", state_after, METH_O,
     "after($self, action, /)\n--\n\n"
     "The state after a move; this one stays as it is."},
    {"children", state_children, METH_NOARGS,
     "children($self)\n--\n\n"
     "All that can happen, a list of (action, State) in the order of legal(). Much faster than\n"
     "after for each."},
    {"copy", state_copy, METH_NOARGS, "copy($self)\n--\n\nAn independent copy."},
    {"outcomes", KEYWORDS(state_outcomes),
     "outcomes($self, /, weights=False)\n--\n\n"
     "Where chance moves, a list of (action, probability); otherwise an empty list. With\n"
     "weights=True whole numbers in place of probabilities, which are exact."},
    {"pick", state_pick, METH_O,
     "pick($self, bits, /)\n--\n\n"
     "The outcome of chance that 64 random bits choose: s.pick(random.getrandbits(64))."},
    {"view", state_view, METH_O,
     "view($self, seat, /)\n--\n\n"
     "What a seat may know, or a watcher (tahur.STRANGER). A copy where nothing is hidden."},
    {"guess", KEYWORDS(state_guess),
     "guess($self, /, seat, seed)\n--\n\n"
     "A whole state that agrees with what the seat knows, drawn at random: the same for the same\n"
     "seed (0 to 2**64 - 1). Of a whole state, only what the seat knows is used."},
    {"observe", state_observe, METH_O,
     "observe($self, seat, /)\n--\n\n"
     "What the seat knows as numbers for learning, a numpy array of float32. Their names are\n"
     "game.observation_names. game.observe does it for many states."},
    {"estimate", state_estimate, METH_NOARGS,
     "estimate($self)\n--\n\n"
     "The expected payoff of each seat, as the game itself estimates it: a tuple; at the end the\n"
     "payoff. A view has none: guess a whole state first."},
    {"evaluate", KEYWORDS(state_evaluate),
     "evaluate($self, /, seat, weights=None)\n--\n\n"
     "The value of the state for a seat, a whole number, as the search by values uses it. A game\n"
     "that is over counts tahur.SURE_VALUE for the winner and -tahur.SURE_VALUE for the loser;\n"
     "all other values are between them. `weights`, a list in the order of\ngame.weights, replaces "
     "those."},
    {"urgency", state_urgency, METH_O,
     "urgency($self, action, /)\n--\n\n"
     "How urgent a move looks before it is tried, 0 (quiet) to 255: for ordering moves."},
    {"solve", state_solve, METH_NOARGS,
     "solve($self)\n--\n\n"
     "The exact payoff of the seat in turn after each move, a list of (action, payoff); None if\n"
     "it cannot be found within seconds."},
    {"perft", state_perft, METH_O,
     "perft($self, depth, /)\n--\n\n"
     "The number of sequences of exactly `depth` moves and outcomes. Other threads run meanwhile."},
    {"playouts", KEYWORDS(state_playouts),
     "playouts($self, /, count, seed)\n--\n\n"
     "Plays on at random to the end, `count` times, with the game's own fast playouts where it\n"
     "has them. Data with `payoff` (the mean of each seat), `count`, and `sure_winner` (a seat\n"
     "that wins for certain, as the game can see, or None). Other threads run meanwhile."},
    {"moves", state_moves, METH_NOARGS, "moves($self)\n--\n\nThe texts of legal(), in its order."},
    {"move_text", state_move_text, METH_O,
     "move_text($self, action, /)\n--\n\nThe text of an action."},
    {"parse_move", state_parse_move, METH_O,
     "parse_move($self, text, /)\n--\n\nThe action that a text stands for; it must be possible."},
    {"json", state_json, METH_NOARGS,
     "json($self)\n--\n\n"
     "The position as JSON, in one line: what external bots receive (docs/protocol.md).\n"
     "game.position reads it. `data` has the same as numbers."},
    {"draw", KEYWORDS(state_draw),
     "draw($self, /, colour=False, columns=0, rows=0)\n--\n\n"
     "A picture of the position for a terminal, of at most so many columns and rows (0: any)."},
    {"describe", KEYWORDS(state_describe),
     "describe($self, /, action, viewer=None)\n--\n\n"
     "What a move or outcome is, in words that follow a player's name: 'rolled 2 4 4 6'. With a\n"
     "viewer, a seat or tahur.STRANGER, only what that one may know."},
    {"odds", state_odds, METH_NOARGS,
     "odds($self)\n--\n\n"
     "What chance may do after a move of the seat in turn, and how likely it is, in lines."},
    {"__copy__", state_copy, METH_NOARGS, "__copy__($self)\n--\n\nFor copy.copy."},
    {"__deepcopy__", state_deepcopy, METH_O,
     "__deepcopy__($self, memo, /)\n--\n\nFor copy.deepcopy."},
    {"__reduce__", state_reduce, METH_NOARGS, "__reduce__($self)\n--\n\nFor pickle."},
    {0},
};

static PyGetSetDef properties[] = {
    {"game", state_get_game, NULL, "The Game of the state.", NULL},
    {"seats", state_get_seats, NULL, "How many seats the game has.", NULL},
    {"mover", state_get_mover, NULL,
     "The seat in turn; tahur.CHANCE where chance moves, tahur.OVER at the end. Both are negative.",
     NULL},
    {"over", state_get_over, NULL, "Whether the game is over.", NULL},
    {"turns", state_get_turns, NULL, "How many turns have ended.", NULL},
    {"payoff", state_get_payoff, NULL,
     "The share of each seat in the win, a tuple of floats that sum to 1; None until the end.",
     NULL},
    {"viewer", state_get_viewer, NULL,
     "Whose view this is, a seat or tahur.STRANGER; None: a whole state.", NULL},
    {"forced", state_get_forced, NULL,
     "Whether the move is forced by the last one and should not count as depth of a search.", NULL},
    {"text", state_get_text, NULL, "The position in one line; game.position reads it.", NULL},
    {"data", state_get_data, NULL,
     "The fields of the position as numbers, texts and lists, with names as attributes:\n"
     "s.data.scores[0]. They are those of json(), described in docs/protocol.md.",
     NULL},
    {"key", state_get_key, NULL,
     "64 bits for transposition tables: states with equal futures have equal keys where the game "
     "has\nkeys of its own, otherwise equal states. Different ones have different keys, except by "
     "accident.",
     NULL},
    {0},
};

PyTypeObject *state_type_new(void) {
    static PyType_Slot slots[] = {
        {Py_tp_doc, (void *)doc},
        {Py_tp_new, (void *)state_refuse_new},
        {Py_tp_dealloc, (void *)state_dealloc},
        {Py_tp_repr, (void *)state_repr},
        {Py_tp_str, (void *)state_str},
        {Py_tp_hash, (void *)state_hash},
        {Py_tp_richcompare, (void *)state_compare},
        {Py_tp_methods, methods},
        {Py_tp_getset, properties},
        {0, NULL},
    };
    static PyType_Spec spec = {.name = "tahur.State",
                               .basicsize = sizeof(struct state_object),
                               .itemsize = 1,
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
