/* A game under way between people and bots, whoever shows it: on a terminal, on a page.
 *
 * The history is a record, and everything follows from it and the seed. The n-th chance event of a
 * key is drawn as in a match (core/match_loop.h), and a bot's generator in a decision is made of
 * (seed, seat, number of the step): what is taken back and played again has the same luck. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "core/match_loop.h"
#include "record/record.h"

#define SESSION_PERSON "human" /* who is no bot */

struct session {
    const struct th_game *game;
    struct record record;              /* every step so far */
    struct th_state *room;             /* for a view, or another state */
    struct bot bot[TH_SEATS_MAX];      /* by seat; no kind: a person */
    struct th_spec spec[TH_SEATS_MAX]; /* of the bots */
    struct luck luck;
    const th_flag *stop; /* set: bots answer at once, with the best they have; NULL: never */
    bool over;           /* record.end says how */
    bool named;          /* bots are not made, but only named */
};

/* Begins a game with these players, one a seat. A game whose option `players` is not given has as
 * many seats as there are players. */
bool session_begin(struct session *s, const char *game, const char *const players[], int count,
                   struct th_seed seed, struct th_error *e);
/* Goes on with a record, which becomes the session's own; only if it was stopped, or is unfinished.
 * `players` by seat, or NULL for those of the record. Luck is that of the record's seed; of `seed`
 * if it has none. On a mistake the record stays the caller's. */
bool session_resume(struct session *s, struct record *record, const char *const players[],
                    int count, struct th_seed seed, struct th_error *e);
/* The same with bots that are only named: what they decide, somebody else finds out
 * (session_thinks) and hands in (session_answer). */
bool session_resume_named(struct session *s, struct record *record, const char *const players[],
                          int count, struct th_seed seed, struct th_error *e);
/* A game that is over, to be looked at; the record becomes the session's own if it succeeds. */
bool session_look(struct session *s, struct record *record, struct th_error *e);
/* The spec of a game for so many players, where it leaves open how many there are. */
bool session_spec(const char *game, int players, char out[TH_SPEC_BYTES], struct th_error *e);
void session_drop(struct session *s);

static inline bool session_is_person(const struct session *s, int seat) {
    return s->bot[seat].kind == NULL;
}
/* How many people play. */
int session_persons(const struct session *s);
/* Whether the seat that moves in this state is asked. A single legal action is no decision, except
 * in a session with named bots of a game with hidden information: there every move is asked for, so
 * that no client can see whether a hidden hand has a choice. */
bool session_is_decision(const struct session *s, const struct th_state *state);
/* A person has to decide: the seat, or -1. */
int session_asks(const struct session *s);
/* The same of a bot. */
int session_thinks(const struct session *s);
/* What a bot in this seat draws from, now. */
struct th_rng session_generator(const struct session *s, int seat);

enum session_step {
    SESSION_WENT_ON, /* one step of chance, a bot, or without a choice has been made */
    SESSION_ASKS,    /* a person has to decide */
    SESSION_THINKS,  /* a bot that is only named has to */
    SESSION_ENDED,   /* by the rules or by a bot's fault */
    SESSION_FAILED,  /* there is no memory, or a shortage (core/shortage.h) */
};
enum session_step session_step(struct session *s);
/* A person's decision, one of the legal actions. False if there is no memory. */
bool session_act(struct session *s, th_action action);
/* What a bot has decided: the place in the list of legal actions, or a fault, which ends the game.
 * False if there is no memory. */
bool session_answer(struct session *s, int place);
/* Back to the last decision of a person before this moment; false if there was none. */
bool session_undo(struct session *s);
/* How many steps came before the last decision of a person in these seats (bits); SIZE_MAX: there
 * was none. */
size_t session_last_choice(const struct session *s, unsigned seats);
#define SESSION_ALL_SEATS ((1U << TH_SEATS_MAX) - 1)
/* Takes back all but so many steps. */
void session_cut(struct session *s, size_t steps);
/* Ends the game before the rules do. */
void session_end(struct session *s, enum record_end end, int seat);

/* What a seat may know of the state now, good until the next call; TH_SEES_ALL: the state. */
const struct th_state *session_view(const struct session *s, int seat);
/* What a bot would do in the place of the person that has to decide, and the chance of winning that
 * it sees behind it (NaN: it does not say); false if it does not know. */
bool session_hint(const struct session *s, const struct bot *adviser, th_action *action,
                  double *chance);

#endif
