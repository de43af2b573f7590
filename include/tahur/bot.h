/* A bot: made once per thread from its options, then asked for one decision after another.
 * Between begin and end it may remember; begin makes it forget everything, so that no result
 * depends on which thread played which game. */
#ifndef TAHUR_BOT_H
#define TAHUR_BOT_H

#include "tahur/game.h"
#include "tahur/public.h"
#include "tahur/rng.h"

TH_BEGIN_C

/* A bot's mistake is a result with a name, never a crash of the arena. As an answer it is negative,
 * so that it is never a place in a list. */
enum th_fault {
    TH_NO_FAULT = 0,
    TH_FAULT_ILLEGAL = -1, /* no legal action */
    /* Of bots that are other programs: */
    TH_FAULT_TIMEOUT = -2,  /* no answer in time */
    TH_FAULT_CRASH = -3,    /* it ended, or could not be started */
    TH_FAULT_PROTOCOL = -4, /* its answer is none */
    TH_FAULT_MEMORY = -5,   /* it ended at its limit of memory */
};

/* What a bot answers where it is not to blame: the program that asks it has no memory, file
 * descriptors or processes left. That is no fault and no result: the run ends with an error. */
enum { TH_SHORTAGE = -100 };

/* Its name, "none", "illegal", …; NULL if there is no such fault. */
TH_PUBLIC const char *th_fault_name(int fault);

/* What a bot thinks of one action. A number that it has nothing to say about is NaN. */
enum { TH_LINE_MAX = 12 };
struct th_thought {
    double value; /* the seat's chance of winning if it takes the action */
    double error; /* standard error of that; 0: exact, as far as the bot looks */
    double own;   /* in the bot's own measure: an evaluation, a Q-value, visits */
    int line_n;
    th_action line[TH_LINE_MAX]; /* what it expects to follow, beginning with the action */
};

struct th_thoughts {
    const char *own;   /* what `own` is; NULL: there is none */
    int depth;         /* plies that a search by values looked at; else 0 */
    const char *reach; /* in words, how far it is exact: "exact within the turn"; may be NULL */
    bool of_answer;    /* the question: only what it thinks of its own answer is wanted */
    struct th_thought of[TH_LEGAL_MAX]; /* by place in the list of legal actions */
};

/* One question. The bot may read all of it, keep none of it, and draw from `rng` only. */
struct th_ask {
    const struct th_game *game;
    const struct th_state *view; /* what the seat may know */
    int seat;
    /* Ascending, n ≥ 2: a seat with one action is not asked. Only `tahur serve` asks bots of this
     * program with n = 1, in games with hidden information, so that an answer takes as long. */
    const th_action *legal;
    int n;
    struct th_rng *rng; /* the bot's own in this game */
    /* Somebody wants to know what the bot thinks: it fills in what it has, of entries that
     * th_thoughts_clear has cleared. This must not change its answer. NULL: nobody does. */
    struct th_thoughts *thoughts;
    /* Set: enough, the bot answers within milliseconds with the best that it has so far. Set from
     * the beginning, its answer is still a legal one. NULL: never. */
    const th_flag *stop;
};

enum th_tells { TH_TELLS_NO_CHANCES, TH_TELLS_CHANCES, TH_TELLS_VALUES };

struct th_bot_kind {
    const char *name, *summary;
    const struct th_option *options; /* NULL: none */
    /* What its thoughts hold: chances of winning, values that the game's value_scale turns into
     * such, or neither. */
    enum th_tells tells;
    bool thinks;  /* an answer takes much longer than the game's `estimate` of a position */
    bool outside; /* another program, which only options can name: it is no part of this one */
    /* Any options within their ranges fit together and with the game: `make` fails only for lack of
     * memory, so options can be checked without making the bot, which may be costly. */
    bool takes_any_options;
    /* Whether it can play this game; NULL: any that it is offered for. */
    bool (*plays)(const struct th_game *game);
    /* Optional: whether it is nothing in this game before options name its parts. */
    bool (*needs_options)(const struct th_game *game);
    /* A new bot for this game, or NULL and the reason: options that do not fit together. */
    void *(*make)(const struct th_game *game, const struct th_options *o, struct th_error *e);
    /* Optional: whether it can play the game with these options; if not, the reason. */
    bool (*accepts)(const void *self, const struct th_options *game_options, struct th_error *e);
    /* Optional: what the options of the game are, for bots that tell them to somebody. */
    void (*know)(void *self, const struct th_options *game_options);
    void (*begin)(void *self, const struct th_state *view, int seat); /* may be NULL */
    /* The answer: the place in ask->legal of the action it takes, a fault, or TH_SHORTAGE. */
    int (*choose)(void *self, const struct th_ask *ask);
    void (*end)(void *self, const double payoff[]); /* may be NULL */
    void (*drop)(void *self);                       /* may be NULL */
};

/* A new bot that knows the options of the game, or NULL and the reason. */
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

/* Whether it cannot play this game by its name alone: options must say what it is. */
static inline bool th_bot_needs_options(const struct th_bot_kind *kind,
                                        const struct th_game *game) {
    return kind->outside || (kind->needs_options != NULL && kind->needs_options(game));
}

/* No thoughts yet, of so many actions, of which there is room for TH_LEGAL_MAX. */
TH_PUBLIC void th_thoughts_clear(struct th_thoughts *t, int n);

/* Where the action stands in the list; TH_FAULT_ILLEGAL if it does not. */
static inline int th_place_of(th_action action, const th_action legal[], int n) {
    for (int i = 0; legal != NULL && i < n; i++)
        if (legal[i] == action) return i;
    return TH_FAULT_ILLEGAL;
}

TH_END_C

#endif
