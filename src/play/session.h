/* A game in progress between people and bots, for the terminal and the page.
 *
 * Everything follows from the record of its steps and the seed. The n-th chance event of a key is
 * drawn as in a match (core/match_loop.h), and the generator of a bot's decision is a function of
 * seed, seat and number of the step: taking a move back does not change the luck. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "core/match_loop.h"
#include "record/record.h"
#include "tahur/game.h"
#include "tahur/registry.h"

#define SESSION_PERSON "human" /* the name of a player that is not a bot */

/* What a name of the catalogue plays where a person waits for one answer: a short name may stand
 * for a stronger bot than in contests, which need a fast one. NULL: it is no short name. */
const char *session_stands_for(const struct th_bot_entry *entry);
/* th_bot_find with these names. */
const struct th_bot_kind *session_find_bot(const struct th_game *game, const char *text,
                                           struct th_spec *spec, struct th_error *e);

struct session {
    const struct th_game *game;
    struct record record;              /* every step so far */
    struct th_state *scratch;          /* for a view, or another state; owned */
    struct bot bot[TH_SEATS_MAX];      /* by seat; kind NULL: a person */
    struct th_spec spec[TH_SEATS_MAX]; /* of the bots */
    struct luck luck;
    const th_flag *stop; /* set: bots answer at once, with the best so far; NULL: never */
    bool over;           /* record.end says how */
    bool deferred;       /* bots are not made: the caller asks them (session_resume_deferred) */
};

/* Begins a game with one player for each seat. If the option `players` of the game is not given,
 * there are as many seats as players. */
bool session_begin(struct session *s, const char *game, const char *const players[], int count,
                   struct th_seed seed, struct th_error *e);
/* Continues a record, which must be stopped or unfinished. `players` by seat, or NULL for those of
 * the record. `seed` is used if the record has none. If it succeeds, the session owns the record;
 * otherwise the caller still does. */
bool session_resume(struct session *s, struct record *record, const char *const players[],
                    int count, struct th_seed seed, struct th_error *e);
/* The same with deferred bots: the caller asks the bot whose turn it is (session_bot_to_move) and
 * passes its decision to session_answer. */
bool session_resume_deferred(struct session *s, struct record *record, const char *const players[],
                             int count, struct th_seed seed, struct th_error *e);
/* Opens a finished game for viewing; the session owns the record if it succeeds. */
bool session_open_finished(struct session *s, struct record *record, struct th_error *e);
/* The spec of a game with the number of players, if it does not fix that itself. */
bool session_spec(const char *game, int players, char out[TH_SPEC_BYTES], struct th_error *e);
void session_drop(struct session *s);

static inline bool session_is_person(const struct session *s, int seat) {
    return s->bot[seat].kind == NULL;
}
/* The number of people. */
int session_persons(const struct session *s);
/* Whether the seat that moves in this state is asked. A single legal action is no decision, except
 * in a session with deferred bots of a game with hidden information: there every move is asked for,
 * so that no client can see whether a hidden hand has a choice. */
bool session_is_decision(const struct session *s, const struct th_state *state);
/* The seat of the person who has to decide; -1: none. */
int session_person_to_move(const struct session *s);
/* The seat of the bot that has to decide; -1: none. */
int session_bot_to_move(const struct session *s);
/* The random generator of a bot in this seat for the current step. */
struct th_rng session_generator(const struct session *s, int seat);

enum session_step {
    SESSION_STEPPED,       /* made one step of chance, of a bot, or without a choice */
    SESSION_AWAITS_PERSON, /* a person has to decide */
    SESSION_AWAITS_BOT,    /* a deferred bot has to */
    SESSION_ENDED,         /* by the rules or by a bot's fault */
    SESSION_FAILED,        /* no memory, or another shortage (core/error.h) */
};
enum session_step session_step(struct session *s);
/* A person's decision, one of the legal actions. False if there is no memory. */
bool session_act(struct session *s, th_action action);
/* The decision of a deferred bot: an index of the legal actions, or a fault, which ends the game.
 * False if there is no memory. */
bool session_answer(struct session *s, int place);
/* Goes back to the last decision of a person; false if there was none. */
bool session_undo(struct session *s);
/* The number of steps before the last decision of a person in these seats (bits); SIZE_MAX: there
 * was none. */
size_t session_last_choice(const struct session *s, unsigned seats);
#define SESSION_ALL_SEATS ((1U << TH_SEATS_MAX) - 1)
/* Keeps only the first `steps` steps. */
void session_cut(struct session *s, size_t steps);
/* Ends a game that is not over by its rules. */
void session_end(struct session *s, enum record_end end, int seat);

/* The view of a seat (TH_SEES_ALL: the state), valid until the next call. */
const struct th_state *session_view(const struct session *s, int seat);
/* The action that `adviser` would choose for the person who has to decide, and its estimate of the
 * chance to win (NaN: none); false if it gives no answer. */
bool session_hint(const struct session *s, const struct bot *adviser, th_action *action,
                  double *chance);

/* ---- timer ---- */

/* A game clock: each seat has time for the whole game, and gains some with every decision. It runs
 * only while a seat decides. The caller passes the time in seconds of a monotonic clock. */

struct timer {
    bool on;
    double gain;               /* seconds gained by a decision */
    double left[TH_SEATS_MAX]; /* seconds, without the time since `since` */
    int running;               /* the seat whose clock runs, or -1 */
    double since;              /* when it started to run */
};

/* Parses "5m", "5m+3s", "300+3": time and gain per decision, in seconds unless there is a unit (s,
 * m, h). */
bool timer_parse(const char *text, struct timer *t, struct th_error *e);

void timer_start(struct timer *t, int seat, double now);
/* Stops the clock; `decided`: the seat gets the gain. */
void timer_stop(struct timer *t, double now, bool decided);
/* The time left of a seat, at least 0. */
double timer_left(const struct timer *t, int seat, double now);

/* "4:59" or "1:04:59"; below ten seconds "9.3". Returns `out`. */
const char *timer_text(double seconds, char out[24]);

#endif
