/* A bot: made once per thread from its options, then asked for one decision after another. It may
 * keep state between begin and end; begin resets it, so that no result depends on which thread
 * played which game. */
#ifndef TAHUR_BOT_H
#define TAHUR_BOT_H

#include "tahur/game.h"
#include "tahur/public.h"
#include "tahur/rng.h"

TH_BEGIN_C

/* A bot's fault is a result with a name, never a crash of the arena. As an answer it is negative,
 * so that it is never an index in a list. */
enum th_fault {
    TH_NO_FAULT = 0,
    TH_FAULT_ILLEGAL = -1, /* no legal action */
    /* Of external bots: */
    TH_FAULT_TIMEOUT = -2,  /* no answer in time */
    TH_FAULT_CRASH = -3,    /* it ended, or could not be started */
    TH_FAULT_PROTOCOL = -4, /* its answer is not a message of the protocol */
    TH_FAULT_MEMORY = -5,   /* it ended at its memory limit */
};

/* The answer of a bot if the program that asks it has no memory, file descriptors or processes
 * left. This is neither a fault nor a result: the run ends with an error. */
enum { TH_SHORTAGE = -100 };

/* The name of a fault: "none", "illegal", …; NULL if there is no such fault. */
TH_PUBLIC const char *th_fault_name(int fault);

/* A bot's evaluation of one action. Unknown numbers are NaN. */
enum { TH_LINE_MAX = 12 };
struct th_thought {
    double value; /* the seat's chance of winning after the action */
    double error; /* standard error of that; 0: exact within the bot's search */
    double own;   /* in the bot's own measure: an evaluation, a Q-value, visits */
    int line_n;
    th_action line[TH_LINE_MAX]; /* the expected line, beginning with the action */
};

struct th_thoughts {
    const char *own;   /* the name of the measure `own`; NULL: none */
    int depth;         /* plies of a search by values; otherwise 0 */
    const char *reach; /* within which limits it is exact: "exact within the turn"; may be NULL */
    bool of_answer;    /* set by the caller: only the thought about the answer is needed */
    struct th_thought of[TH_LEGAL_MAX]; /* by index in the list of legal actions */
};

/* One question. The bot may read all of it, must not keep pointers into it, and may use no random
 * numbers except those of `rng`. */
struct th_ask {
    const struct th_game *game;
    const struct th_state *view; /* the view of the seat */
    int seat;
    /* Ascending, n ≥ 2: a seat with one action is not asked. Only `tahur serve` asks bots of this
     * program with n = 1, in games with hidden information, so that an answer takes as long. */
    const th_action *legal;
    int n;
    struct th_rng *rng; /* the bot's generator in this game */
    /* If not NULL, the bot fills in its evaluations; th_thoughts_clear has cleared the entries.
     * This must not change its answer. */
    struct th_thoughts *thoughts;
    /* When set, the bot answers within milliseconds with the best action so far. If it is set from
     * the start, the answer must still be legal. NULL: never set. */
    const th_flag *stop;
};

/* What a bot's values of actions are: none, chances of winning, or evaluations (scores) that the
 * game's value_scale converts to chances. */
enum th_value_kind { TH_VALUE_NONE, TH_VALUE_CHANCE, TH_VALUE_SCORE };

/* The largest value of an option in a service that several people share. */
struct th_shared_limit {
    const char *option; /* NULL ends a list */
    int64_t max;
};

struct th_bot_kind {
    const char *name, *summary;
    const struct th_option *options; /* NULL: none */
    /* Limits of its options in a service for many people; NULL: the ranges of the options. A bot
     * that searches needs them. */
    const struct th_shared_limit *shared_limits;
    enum th_value_kind value_kind; /* of the values in its thoughts */
    bool slow;    /* an answer takes much longer than the game's `estimate` of a position */
    bool outside; /* an external program, named by an option */
    /* All combinations of options within their ranges are valid: `make` fails only for lack of
     * memory, so options can be checked without making the bot, which may be expensive. */
    bool takes_any_options;
    /* Whether it can play this game; NULL: any game that it is listed for. */
    bool (*plays)(const struct th_game *game);
    /* Optional: whether it cannot play this game without options. */
    bool (*needs_options)(const struct th_game *game);
    /* A new bot for this game, which the caller drops. Returns NULL and sets *e if the options do
     * not fit together. */
    void *(*make)(const struct th_game *game, const struct th_options *o, struct th_error *e);
    /* Optional: whether it can play the game with these options; if not, sets *e. */
    bool (*accepts)(const void *self, const struct th_options *game_options, struct th_error *e);
    /* Optional: receives the options of the game, for bots that pass them on. */
    void (*know)(void *self, const struct th_options *game_options);
    void (*begin)(void *self, const struct th_state *view, int seat); /* may be NULL */
    /* Optional, comes with `begin`: whether an answer depends on what the bot was asked since
     * begin. If not, one bot can play many games at the same time, and begin is called between
     * questions of other games. NULL: it does. */
    bool (*remembers)(const void *self);
    /* Returns the index of its action in ask->legal, a fault, or TH_SHORTAGE. */
    int (*choose)(void *self, const struct th_ask *ask);
    /* Optional: the exact probability of each answer that `choose` could give to this question, by
     * index in ask->legal. A function of the view alone, also of a view that does not come in the
     * game; it has no generator (ask->rng is NULL), and no later answer depends on it. False: they
     * are not known. Contests then take the luck of the bot's own draws off results, too. Of bots
     * in libraries it is not asked. */
    bool (*chances)(void *self, const struct th_ask *ask, double probability[]);
    void (*end)(void *self, const double payoff[]); /* may be NULL */
    void (*drop)(void *self);                       /* may be NULL */
};

/* Makes a bot for a game with these options. Returns NULL and sets *e if it cannot play it. */
static inline void *th_bot_make(const struct th_bot_kind *kind, const struct th_game *game,
                                const struct th_options *game_options, const struct th_options *o,
                                struct th_error *e) {
    void *self = kind->make(game, o, e);
    if (self != NULL && kind->accepts != NULL && !kind->accepts(self, game_options, e)) {
        if (kind->drop != NULL) kind->drop(self);
        return NULL;
    }
    if (self != NULL && kind->know != NULL) kind->know(self, game_options);
    return self;
}

/* Whether its answers depend on what it was asked before in the same game. */
static inline bool th_bot_remembers(const struct th_bot_kind *kind, const void *self) {
    return kind->begin != NULL && (kind->remembers == NULL || kind->remembers(self));
}

/* Whether it cannot play this game without options. */
static inline bool th_bot_needs_options(const struct th_bot_kind *kind,
                                        const struct th_game *game) {
    return kind->outside || (kind->needs_options != NULL && kind->needs_options(game));
}

/* Clears the thoughts about n actions, at most TH_LEGAL_MAX. */
TH_PUBLIC void th_thoughts_clear(struct th_thoughts *t, int n);

/* The index of the action in the list; TH_FAULT_ILLEGAL if it is not there. */
static inline int th_place_of(th_action action, const th_action legal[], int n) {
    for (int i = 0; legal != NULL && i < n; i++)
        if (legal[i] == action) return i;
    return TH_FAULT_ILLEGAL;
}

TH_END_C

#endif
