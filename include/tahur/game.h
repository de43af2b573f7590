/* A game: one table of functions and facts.
 *
 * The table itself holds the rules and their text. What only some parts of the library need is in
 * five facets, each with a header of its own: learning, search, analysis, screen and metrics. A
 * game may leave out any of them.
 *
 * A state is a value: the game's own flat struct of `state_size` bytes, without pointers, copied
 * with memcpy. All functions are pure, and none allocates. A seat is a place in play order: seat 0
 * moves first. A state waits for a seat, waits for chance, or is over.
 *
 * Other languages, and code outside the library, use the flat functions of tahur/state.h, which
 * check their arguments, instead of this table. */
#ifndef TAHUR_GAME_H
#define TAHUR_GAME_H

#include "tahur/analysis.h"
#include "tahur/error.h"
#include "tahur/fields.h"
#include "tahur/flag.h"
#include "tahur/learning.h"
#include "tahur/metrics.h"
#include "tahur/option.h"
#include "tahur/public.h"
#include "tahur/rng.h"
#include "tahur/screen.h"
#include "tahur/search.h"
#include "tahur/types.h"

TH_BEGIN_C

/* Room for what a game writes, with its terminating zero. */
#define TH_ACTION_BYTES   64
#define TH_POSITION_BYTES 8192

/* Internal to the library. */
struct match;
struct episode;
struct game_tools;

/* A slot is required unless its comment says optional, explains NULL, or says that it comes with a
 * slot that is left out. */
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
    int longest_game;      /* no game has more steps (actions and outcomes); 0: there is no limit */
    bool draws;            /* a game can end with the win shared */
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
     * (docs/contests.md). */
    uint64_t (*chance_key)(const struct th_state *s);
    /* Comes with `outcomes`: the seat whose luck the event is. */
    int (*luck_of)(const struct th_state *s);
    /* Turns that have ended so far; the last one counts when the game is over. */
    uint32_t (*turns)(const struct th_state *s);
    /* At the end, the share of each seat in the win. Shares are from 0 to 1 and sum to 1: a sole
     * winner has 1, two who draw have 1/2 each. */
    void (*payoff)(const struct th_state *s, double out[]);

    /* Hidden information: copies s to out without what the seat, or TH_STRANGER, may not know. The
     * view of a stranger is for watching; no bot decides by it. Where even the number of steps
     * would reveal something, steps are hidden too: the view before and after each of them is the
     * same, as if all had been done. NULL: nothing is hidden. */
    void (*view)(const struct th_state *s, int seat, struct th_state *out);
    /* Comes with `view`: the seat whose view it is, or TH_STRANGER; TH_SEES_ALL: a whole state. */
    int (*viewer)(const struct th_state *s);
    /* Comes with `view`: completes a view to a whole state that agrees with it, sampled with the
     * probabilities of chance. The view of that state is the same view, byte for byte. */
    void (*guess)(const struct th_state *view, int seat, struct th_rng *rng, struct th_state *out);

    /* Text, both ways. Writers return `out`; parsers say what is wrong and leave the state alone.
     * An action is one of the mover of s, a seat or chance; the text of a seat's action is the same
     * in all states where a seat is in turn. A position is one line; it is parsed into a state that
     * setup has filled, and must agree with its options. */
    const char *(*action_text)(const struct th_state *s, th_action a, char *out, size_t size);
    bool (*parse_action)(const struct th_state *s, const char *text, th_action *a,
                         struct th_error *e);
    const char *(*position_text)(const struct th_state *s, char *out, size_t size);
    bool (*parse_position)(struct th_state *s, const char *text, struct th_error *e);
    /* The state as one object of fields, in the game's own form; of a view, what the seat knows.
     * parse_position reads the JSON of it. External bots read that (docs/protocol.md), and Python
     * has the fields as State.data. */
    void (*fields)(const struct th_state *s, struct th_writer *w);

    /* Facets; NULL: the game has none. */
    const struct th_learning *learning;
    const struct th_search *search;
    const struct th_analysis *analysis;
    const struct th_screen *screen;
    const struct th_metrics *metrics;

    /* Of games inside the library, for speed: the loops of a match and of a game to learn from,
     * compiled for this game (core/match_loop.h). NULL: there is none. */
    int (*play_on)(struct match *m);
    int (*episode_on)(struct episode *e);
    /* Tools that only this game has (core/tools.h); NULL: none. */
    const struct game_tools *tools;
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

TH_END_C

#endif
