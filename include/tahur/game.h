/* A game, as everybody but the game itself sees it: one table of functions.
 *
 * A state is a value: the game's own flat struct of `state_size` bytes, without pointers, copied
 * with memcpy. Every function is pure and none allocates. A seat is a place in play order:
 * seat 0 moves first. A state waits for a seat, waits for chance, or is over. */
#ifndef TAHUR_GAME_H
#define TAHUR_GAME_H

#include "tahur/error.h"
#include "tahur/flag.h"
#include "tahur/option.h"
#include "tahur/public.h"
#include "tahur/rng.h"
#include <stddef.h>
#include <stdint.h>

TH_BEGIN_C

#define TH_SEATS_MAX         4
#define TH_LEGAL_MAX         512 /* actions a seat may ever have to choose from, in any game */
#define TH_OUTCOMES_MAX      256 /* the same of chance's outcomes */
#define TH_COUNTERS_MAX      16  /* counters a game's metrics are made of */
#define TH_METRICS_MAX       16
#define TH_OBSERVATION_MAX   1024 /* numbers a decision is described by */
#define TH_OBSERVATION_BOUND 8    /* and how far from 0 they are at most */
/* Room for what a game writes, with its end: an action, a position, a picture. */
#define TH_ACTION_BYTES           64
#define TH_OBSERVATION_NAME_BYTES 40
#define TH_POSITION_BYTES         8192
#define TH_PICTURE_BYTES          65536 /* with colour */
#define TH_EXTRA_BYTES            65536

enum { TH_CHANCE = -1, TH_OVER = -2 }; /* what `mover` says when it is no seat */

typedef uint32_t th_action; /* a seat's action, or, where chance moves, its outcome */

/* Incomplete on purpose: only the game knows its struct. Whoever needs one in general takes it from
 * th_state_new and copies `state_size` bytes; a game hands in its own struct by a cast. */
struct th_state;
struct th_rng;
/* Of the library itself: */
struct match;
struct episode;

/* One thing chance may do, with probability weight / (sum of the weights): exact, in integers. */
struct th_outcome {
    th_action action;
    uint32_t weight;
};

/* What playouts from a state found, for a search to use. */
#define TH_PLAYOUT_ACTIONS 192
struct th_playouts {
    double payoff[TH_SEATS_MAX]; /* mean payoff of each seat */
    int sure_winner;             /* a seat that wins for certain, as the game can see; else -1 */
    /* All moves as first: how often the seat made the action at any time, as a share of the
     * playouts, and the mean payoff this brought it in all of them (so at most the share). Only if
     * `by_action`, and only for actions below TH_PLAYOUT_ACTIONS. */
    bool by_action;
    bool prior_only; /* what playouts say of later moves says nothing about this state's actions */
    float made[TH_SEATS_MAX][TH_PLAYOUT_ACTIONS], won[TH_SEATS_MAX][TH_PLAYOUT_ACTIONS];
};

/* A number in a game's evaluation, for tools that tune them. */
struct th_weight {
    const char *name;
    int value;
    const char *help;
};
#define TH_WEIGHTS_MAX 64
/* Evaluations stay strictly below: what lies above is a game that is won or lost. */
#define TH_SURE_VALUE 1000000

/* What the arena measures about a game's players: sum of one counter over sum of another. */
struct th_metric {
    const char *name;  /* in JSON: "bust_rate" */
    const char *title; /* in tables: "bust rate" */
    const char *help;
    int numerator, denominator; /* counters */
    bool percent;               /* tables show a share */
};

/* How a picture may look. NULL in its place: without colour, as large as it likes. */
struct th_look {
    bool colour;       /* codes of the terminal between the characters */
    int columns, rows; /* room for the picture; 0: no limit */
};

/* In the place of a seat: whoever may know everything, and whoever stands by and holds no cards. */
enum { TH_SEES_ALL = -1, TH_STRANGER = -2 };

/* What must be there: every slot that is not called optional, says what NULL means, or comes with
 * another one that is left out. */
struct th_game {
    const char *name, *title, *summary;
    /* Optional: the rules for players, in the markup of docs/add-a-game.md. */
    const char *rules;
    const char *rules_version; /* changes whenever the same actions could mean another game */
    size_t state_size;
    int min_seats, max_seats;
    int action_count;      /* a seat's actions are 0..action_count-1 */
    int outcome_count;     /* chance's outcomes are 0..outcome_count-1; 0: no chance in this game */
    int max_legal;         /* most actions one seat ever has at once, at most TH_LEGAL_MAX */
    th_action resignation; /* the action by which the seat in turn gives up; 0: there is none */
    const struct th_option *options; /* what "name:key=value" accepts; NULL: nothing */

    /* The start of a game. Fails only where options that are each in range do not fit together. */
    bool (*setup)(struct th_state *s, const struct th_options *o, struct th_error *e);
    int (*seats)(const struct th_state *s);
    /* A seat, TH_CHANCE or TH_OVER. */
    int (*mover)(const struct th_state *s);
    /* The actions of the seat in turn, ascending; at least one. */
    int (*legal)(const struct th_state *s, th_action out[]);
    /* A legal action, a possible outcome, or a resignation where the game has one (it is never
     * listed); anything else is the caller's mistake. */
    void (*apply)(struct th_state *s, th_action a);
    /* Optional: whether the number stands for an action at all, with the options that s was set up
     * with. NULL: all do. */
    bool (*has_action)(const struct th_state *s, th_action a);
    /* All that chance can do now, each with a weight above zero, ascending. NULL: no chance. */
    int (*outcomes)(const struct th_state *s, struct th_outcome out[]);
    /* Optional, where listing is slow: the outcome that th_chance_by_weight takes. */
    th_action (*pick)(const struct th_state *s, uint64_t bits);
    /* Comes with `outcomes`. Whose luck this is and in which turn: chance events with the same key
     * follow one another, and the n-th event of a key is the same luck in every game of a block
     * (see match.h). */
    uint64_t (*chance_key)(const struct th_state *s);
    /* Turns that have ended so far; the last one counts when the game is over. */
    uint32_t (*turns)(const struct th_state *s);
    /* At the end, one number a seat: 1 for the winner, 0 for the others. */
    void (*payoff)(const struct th_state *s, double out[]);

    /* Hidden information: copies s to out without what the seat, or TH_STRANGER, may not know. A
     * stranger's view is for looking at; nobody decides by it. Where even the number of steps would
     * tell something, they are hidden too: before and behind each of them the view is the same, as
     * if all had been done. NULL: all is open. */
    void (*view)(const struct th_state *s, int seat, struct th_state *out);
    /* Comes with `view`: the seat whose view it is, or TH_STRANGER; TH_SEES_ALL: a whole state. */
    int (*viewer)(const struct th_state *s);
    /* Comes with `view`: completes what the seat sees to a whole state that agrees with it, drawn
     * with the probabilities that chance gives it. The view of it is the same view, byte for byte.
     */
    void (*guess)(const struct th_state *view, int seat, struct th_rng *rng, struct th_state *out);

    /* Optional, for learning: what a seat sees as a row of numbers, `observations` of them, mostly
     * within -1..1, and in a game from its start never beyond TH_OBSERVATION_BOUND. A state and the
     * seat's view give the same. NULL: nothing can be learned of this game. Networks depend on the
     * layout, which is named: another one, another name. */
    void (*observe)(const struct th_state *view, int seat, float out[]);
    const char *observation_layout;
    /* Come with `observe`. How many numbers, at most TH_OBSERVATION_MAX: it follows from the
     * options that s was set up with, and never changes in a game. */
    int (*observations)(const struct th_state *s);
    /* A short name of the i-th number: "own_defuse", "column_7_own". Lower case, without blanks,
     * like no other of the game. */
    const char *(*observation_name)(const struct th_state *s, int i, char *out, size_t size);
    /* What it tells, with its range; neighbours of a kind share one sentence. */
    const char *(*observation_meaning)(const struct th_state *s, int i);
    /* The file of the network that comes with the program; NULL: none does. */
    const char *model;
    /* Optional, for learning in a table: a key, the same for decisions that are held for alike. */
    uint64_t (*summarise)(const struct th_state *view, int seat);
    /* Optional, for showing how play changes in the course of a game: how far it has gone. */
    int (*stage)(const struct th_state *view);
    const char *stage_name;

    /* Optional: each seat's chance of winning as the game itself judges it, fast and at any state,
     * also at one that waits for chance; at the end it is the payoff. The chances add up to 1. What
     * a state that waits for chance is worth should be close to the mean over its outcomes, as far
     * as the judgement reaches. NULL: it has none. */
    void (*estimate)(const struct th_state *s, double out[]);
    /* Optional, for analysis: who wins behind each legal action with perfect play, where that can
     * be found within seconds: the payoff of the seat in turn, by place. False: it cannot, or was
     * stopped before it had. Unlike the rest it may allocate. */
    bool (*solve)(const struct th_state *s, const th_action legal[], int n, double payoff[],
                  const th_flag *stop);
    /* Specs of the bots that analysis believes unless told otherwise: whose thoughts are asked for
     * (NULL: of none), and who plays rollouts (NULL: random, which judges poorly). */
    const char *judge, *roller;

    /* Optional: the game's own fast playouts, about `count` of them, from a state that is not over;
     * fewer, but at least one, if `stop` is set meanwhile. NULL: random actions to the end. */
    void (*playouts)(const struct th_state *s, int count, struct th_rng *rng, const th_flag *stop,
                     struct th_playouts *out);
    /* What a tree search does best with: playouts at a leaf (0: one), and the weight of an action
     * that was seldom tried (0: 0.5). */
    int leaf_playouts;
    double exploration;

    /* For searching by values, in games of two seats without chance or hidden information; NULL:
     * the game has no evaluation. How good a state that is not over looks for a seat, the negative
     * of how it looks for the other. `weight` holds a value for each entry of `weights`. */
    int (*evaluate)(const struct th_state *s, int seat, const int weight[]);
    const struct th_weight *weights; /* ends with a NULL name; NULL: none */
    /* Fitted to games: a position that a search values at v is won with probability
     * 1 / (1 + exp(-v / value_scale)). 0: nobody has measured it. */
    double value_scale;
    /* States with equal futures have equal keys, others have not, up to 64-bit accidents. Comes
     * with `evaluate`. */
    uint64_t (*key)(const struct th_state *s);
    /* Optional: how urgent an action looks before it is tried, 0 for a quiet one; at most 255. */
    int (*urgency)(const struct th_state *s, th_action a);
    /* Optional: the ply is forced by the last one and does not count as depth. */
    bool (*forced_ply)(const struct th_state *s);

    /* Text, both ways. Writers return `out`; parsers say what is wrong and leave the state alone.
     * An action is a seat's or chance's, whoever moves in s; the text of a seat's is the same
     * wherever a seat is in turn. A position fits one line; it is read
     * into a state that setup has filled, and must agree with its options. */
    const char *(*action_text)(const struct th_state *s, th_action a, char *out, size_t size);
    bool (*parse_action)(const struct th_state *s, const char *text, th_action *a,
                         struct th_error *e);
    const char *(*position_text)(const struct th_state *s, char *out, size_t size);
    bool (*parse_position)(struct th_state *s, const char *text, struct th_error *e);
    /* The state as a JSON object in one line, of the game's own form; of a view, what the seat
     * knows. What it writes, parse_position reads. Programs outside read it: docs/protocol.md. */
    const char *(*json)(const struct th_state *s, char *out, size_t size);
    /* The position as a picture for the terminal, several lines. In 40 columns there is always
     * room for something useful. Where rows are few it leaves out what matters least; it may need
     * more than there are. Of a view, it shows what the seat knows. */
    const char *(*draw)(const struct th_state *s, const struct th_look *look, char *out,
                        size_t size);
    /* A step in words behind the name of whoever acts, or whose luck it is: "rolled 2 4 4 6",
     * "drew a card". `before` is the whole state in which `a` happens. Tells what this seat may
     * know of it, or TH_STRANGER, or all to TH_SEES_ALL; nothing of a step that is hidden. */
    const char *(*tell)(const struct th_state *before, th_action a, int seat, char *out,
                        size_t size);
    /* What chance can do next, after an action of the seat in turn, and how likely it is as far as
     * that seat, whose view this is, can know; several lines of at most 40 columns. NULL: nothing
     * is left to chance in this game, or nobody is told. */
    const char *(*odds)(const struct th_state *view, char *out, size_t size);
    /* Optional, for boards on a screen: what they show of a view (or a whole state) and no client
     * should have to compute, as a JSON object in one line (docs/api.md). `done` are the steps that
     * led there, none if they are not known. */
    const char *(*extra)(const struct th_state *view, const th_action done[], size_t steps,
                         char *out, size_t size);
    /* Whose luck a step of chance is; comes with `outcomes`. */
    int (*luck_of)(const struct th_state *s);

    /* Metrics: the table ends with a NULL name. `count` adds to the counters of the seats what
     * this step is worth; `before` is the state in which `a` happens. NULL: nothing to count. */
    const struct th_metric *metrics;
    void (*count)(const struct th_state *before, th_action a,
                  uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX]);

    /* Of games inside the library, for speed: the loops of a match and of a game to learn from,
     * compiled for this game (core/match_loop.h, core/episode.h). NULL: there is none. */
    int (*play_on)(struct match *m);
    int (*episode_on)(struct episode *e);
};

/* A new state at the start of a game, to be dropped with free; NULL and the reason if the options
 * do not fit together, are not of the game's own table or are out of range, or if the game lacks a
 * function or goes beyond the limits above. */
TH_PUBLIC struct th_state *th_state_new(const struct th_game *game, const struct th_options *o,
                                        struct th_error *e);
/* How many seats the game has with these options; 0 and the reason if it cannot be set up. */
TH_PUBLIC int th_game_seats(const struct th_game *game, const struct th_options *o,
                            struct th_error *e);
/* How many numbers an observation has with these options; 0 and the reason if there are none. */
TH_PUBLIC int th_game_observations(const struct th_game *game, const struct th_options *o,
                                   struct th_error *e);

/* Whether the action of the seat in turn, or the outcome of chance, can happen in s; not if either
 * is NULL. */
TH_PUBLIC bool th_is_possible(const struct th_game *game, const struct th_state *s, th_action a);
/* Reads an action that can happen in s; false and the reason if it is none. */
TH_PUBLIC bool th_read_action(const struct th_game *game, const struct th_state *s,
                              const char *text, th_action *a, struct th_error *e);
/* Reads a position to play from into a state that setup has filled: one that is not over, and in
 * which nothing is hidden. */
TH_PUBLIC bool th_read_start(const struct th_game *game, struct th_state *s, const char *text,
                             struct th_error *e);

/* Whether the seat in turn could decide by s: it is whole, or what just that seat knows. */
TH_PUBLIC bool th_check_view(const struct th_game *game, const struct th_state *s,
                             struct th_error *e);

/* The outcome that 64 random bits choose, by the weights of `outcomes`. 0 where chance has none, or
 * more than TH_OUTCOMES_MAX. */
static inline th_action th_chance_by_weight(const struct th_game *game, const struct th_state *s,
                                            uint64_t bits) {
    struct th_outcome outcomes[TH_OUTCOMES_MAX];
    if (game->outcomes == NULL || game->outcome_count > TH_OUTCOMES_MAX) return 0;
    const int n = game->outcomes(s, outcomes);
    if (n < 1) return 0;
    uint32_t total = 0;
    for (int i = 0; i < n; i++) total += outcomes[i].weight;
    uint32_t left = th_scale(bits, total);
    int i = 0;
    while (i + 1 < n && left >= outcomes[i].weight) left -= outcomes[i++].weight;
    return outcomes[i].action;
}

/* The same, by the game's short cut where it has one. */
static inline th_action th_chance_pick(const struct th_game *game, const struct th_state *s,
                                       uint64_t bits) {
    return game->pick != NULL ? game->pick(s, bits) : th_chance_by_weight(game, s, bits);
}

/* For playouts whose payoffs are added up as shares of `count`: whether those that are done must be
 * enough. Then it makes the sums the means of them. */
static inline bool th_playouts_stop(const th_flag *stop, int done, int count, int seats,
                                    double payoff[]) {
    if (done == count || !th_is_set(stop)) return false;
    for (int i = 0; i < seats; i++) payoff[i] *= (double)count / done;
    return true;
}

TH_END_C

#endif
