/* Learning by self-play with search (Silver et al., "Mastering the game of Go without human
 * knowledge", 2017, with the root search of Danihelka et al., 2022: search/gumbel.h).
 *
 * A network with a policy and a value head (policy_value.h) plays all seats, by a search that asks
 * it. It learns from a window of the last decisions: the policy, what the search found better; the
 * value, how the game ended, or a mean of that and of what the search found later in the game:
 * TD(lambda) (Sutton, "Learning to predict by the methods of temporal differences", 1988). Chance
 * and hidden information are those of the search (search/worlds.h). If chance events are nodes of
 * it, the network also learns the value of states that wait for chance.
 *
 * A training is a function of its settings and the game: it can be stored after any game and
 * continues bit for bit. All its state is in the struct, so several can run at once. */
#ifndef LEARN_SELFPLAY_H
#define LEARN_SELFPLAY_H

#include "core/bytes.h"
#include "network.h"
#include "policy_value.h"
#include "search/worlds.h"
#include "symmetries.h"
#include "tahur/bot.h"

/* ---- the window ---- */

/* A ring buffer of the last decisions, and of other states whose value is learned. It is allocated
 * at its full size. */
struct window {
    int capacity, observation, actions, seats;
    uint64_t added;   /* so far; the next goes to index added % capacity */
    float *observed;  /* (capacity, observation) */
    uint16_t *policy; /* (capacity, actions): the improved policy in parts of their sum; 0: not
                         legal; all 0: only the value is learned */
    float *value;     /* (capacity, seats): payoffs, from the seat that decided on */
    uint8_t *seat;    /* (capacity): the seat that decided, or whose luck it was */
};

int window_filled(const struct window *w);

/* ---- training ---- */

struct selfplay_settings {
    uint64_t seed;
    int hidden_layers, hidden[NETWORK_LAYERS_MAX - 1]; /* and their units */
    int window;                                        /* decisions in the window */
    int warm_up;                                       /* decisions before the first update */
    int batch;                                         /* decisions per update */
    int reuse;                                         /* times a decision is learned from */
    int iterations;                                    /* of the search, per decision */
    int considered;                                    /* actions that the root samples */
    int random_plies;     /* random decisions at the start of a game, at most */
    double quick_share;   /* of the decisions are searched quickly, and give no policy to learn */
    int quick_iterations; /* in these */
    bool chance_nodes;    /* of the search (worlds.h) */
    double value_scale;   /* of the search (gumbel.h) */
    double lambda;      /* the share in a value of what came later; the rest is the search's own */
    bool choose_values; /* players choose by the improved policy, not by visits */
    float rate, rate_last; /* learning rate of Adam: linear… */
    int rate_games;        /* …over this number of games */
    double accept;     /* share of the games against the accepted network that replaces it; 0: the
                          network that learns plays all games (selfplay_gate.c) */
    int accept_every;  /* games of self-play between such comparisons */
    int accept_games;  /* games of each */
    bool symmetries;   /* positions are learned from in all ways that are the same for the rules */
    double past_share; /* of the games are played against an older self (selfplay_past.c) */
    int past_every;    /* games between older selves */
    struct adam_settings adam;
};

enum { SELFPLAY_PAST = 8 }; /* older selves that are kept: the last ones */

/* Totals since the last report. */
struct selfplay_tally {
    uint64_t games, decisions, updates, accepted;
    double policy_loss, value_loss; /* sums over the updates */
};

/* The search, with the network that it asks at the moment. */
struct selfplay_search {
    struct evaluator evaluator;
    struct worlds *worlds;
};

struct selfplay {
    struct selfplay_settings settings;
    const struct th_game *game;
    int observation, actions, seats;
    struct network online, best,
        actor; /* actor: the accepted one, which plays if there is a gate */
    struct network past[SELFPLAY_PAST]; /* a ring; only with a past_share */
    double best_score;                  /* -INFINITY: none yet */
    struct adam adam;
    struct symmetries symmetries; /* of the game as set up; the identity alone without them */
    struct window window;
    struct th_rng draw;      /* for batches */
    uint64_t games, updates; /* so far; decisions are window.added */
    uint64_t owed;           /* decisions to learn from before the next game */
    struct selfplay_tally tally;
    struct selfplay_search *search;
    struct th_state *state, *view;
    struct network_pass pass;
    float *input;     /* (batch, observation) */
    float *stored;    /* (actions): the policy of one decision */
    float *policy;    /* (actions): the same as it is learned, the target */
    float *slope;     /* (batch, outputs) */
    float *gradients; /* (parameters) */
};

/* Whether all settings are in range; if not, returns false and sets *e. */
bool selfplay_check(const struct selfplay_settings *s, int observation, int actions, int seats,
                    struct th_error *e);
/* The network it trains. */
struct network_shape selfplay_shape(const struct selfplay_settings *s, int observation, int actions,
                                    int seats);

/* A training before its first game. Returns NULL and sets *e if it cannot be made. */
struct selfplay *selfplay_new(const struct selfplay_settings *s, const struct th_game *game,
                              int observation, int seats, struct th_error *e);
void selfplay_drop(struct selfplay *p); /* accepts NULL */

/* Plays `games` more games from `start` and learns from them. Does not allocate. */
void selfplay_train(struct selfplay *p, const struct th_state *start, uint64_t games);

/* The place of the action that a player with this network of the training takes. */
int selfplay_choose(const struct selfplay *p, const struct network *n, const struct th_ask *ask);

/* Whether a comparison is due after the games so far; and makes it. */
bool selfplay_gate_due(const struct selfplay *p);
void selfplay_gate(struct selfplay *p, const struct th_state *start);

/* The network that plays the games: the accepted one, or the one that learns. */
const struct network *selfplay_player(const struct selfplay *p);
/* How many older selves there are after the games so far. */
int selfplay_past_count(const struct selfplay *p);
/* Draws whether the next game is against an older self: its network, and *own the seat of the
 * player; NULL: it is not. Does not draw without a past_share. */
const struct network *selfplay_past_draw(const struct selfplay *p, struct th_rng *rng, int *own);
/* Keeps the player as an older self if one is due after the games so far. */
void selfplay_past_keep(struct selfplay *p);

/* The rate in the next game. */
float selfplay_rate(const struct selfplay *p);
/* The best network so far; the current one if there is none. */
const struct network *selfplay_best(const struct selfplay *p);
/* Whether all its numbers are finite. A training that has diverged cannot continue. */
bool selfplay_finite(const struct selfplay *p);

#endif
