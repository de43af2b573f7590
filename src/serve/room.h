/* One served game: a session, the keys to its seats, the clocks, the bot that decides, and the
 * streams of the clients that watch.
 *
 * The mutex of the hub protects everything here. A change is made in the session, the game is
 * continued as far as no seat has to decide, the room is stored, and only then the change is sent
 * to clients (room_changed). The hub owns the rooms. */
#ifndef SERVE_ROOM_H
#define SERVE_ROOM_H

#include "access.h"
#include "core/bytes.h"
#include "limits.h"
#include "play/session.h"
#include "pool.h"
#include "stream.h"
#include <jansson.h>

struct hub;

struct room_player {
    bool person;
    bool here;                       /* plays on the screen of the owner */
    char name[LIMIT_NAME_BYTES + 1]; /* empty: none was given */
    char bot[TH_SPEC_BYTES];         /* its spec */
};

/* A key gives access to seats. Key 0 belongs to the owner, the client that made the game. */
struct room_key {
    char text[ID_BYTES];
    unsigned seats; /* bits */
    int decided;    /* which of its seats decided last; -1: none yet */
    bool joined;    /* its client has been here */
    bool agrees;    /* to hints; the owner has agreed by offering them */
};
enum { ROOM_KEYS_MAX = 1 + TH_SEATS_MAX, ROOM_VIEWER = -1, ROOM_OWNER = 0 };

/* What the streams with one key have received, so that only new steps are sent. */
struct room_audience {
    int streams;
    int perspective; /* of the last message; ROOM_NO_PERSPECTIVE: none yet */
    size_t sent;     /* steps of the record that were sent and still stand */
};
enum { ROOM_NO_PERSPECTIVE = -100 };

/* A request to take a move back, and what became of it. It is kept in memory only. */
struct room_takeback {
    enum { TAKEBACK_NONE, TAKEBACK_ASKED, TAKEBACK_REFUSED, TAKEBACK_GRANTED } stage;
    int key, seat;    /* that asks; the seat whose move it is */
    int by;           /* the seat that has refused or granted last; -1: none */
    unsigned granted; /* keys that agree, as bits */
    size_t steps;     /* of the record when it was made; it lapses when there are others */
};

struct room {
    struct room *next; /* in the hub */
    struct hub *hub;
    char id[ID_BYTES];
    struct session session;
    struct room_player player[TH_SEATS_MAX];
    struct room_key key[ROOM_KEYS_MAX];
    int keys;
    struct timer timer;
    struct timer given; /* the timer at the start, for playing again */
    int64_t version;
    int pace; /* milliseconds */
    bool paused;
    char after[ID_BYTES]; /* the game that `again` made of it; empty: none */
    uint64_t client;      /* that made it */
    double stepped;       /* when the last decision was made */
    double used;          /* when it was last requested */
    int64_t parked; /* when it was evicted from memory with a running clock, in seconds since the
                     * epoch; 0: it was not */
    bool seeded;    /* the client that made it may know its luck or cards */
    bool hints;     /* the owner has offered hints and thoughts to all people */
    struct room_takeback takeback;
    struct job *decision; /* of a bot, in progress; NULL: none */
    bool has_answer;      /* a bot has decided, and the pace delays its move */
    int answer;           /* that decision: an index of the legal actions, or a fault */
    struct job *review;   /* in progress; NULL: none */
    bool reviewed;        /* the review is in the file */
    bool foreign;         /* over, and played by bots that are unknown here */
    struct stream *streams;
    struct room_audience audience[1 + ROOM_KEYS_MAX]; /* viewers first, then by key */
    int pins;    /* reference count of requests; while it is > 0, the room stays in memory */
    bool broken; /* it could not be stored: to be dropped and read from the file again */
};

int room_seats(const struct room *r);
/* The index of a key; ROOM_VIEWER for NULL; ROOM_NO_KEY: there is no such key. */
enum { ROOM_NO_KEY = -2 };
int room_key_of(const struct room *r, const char *text);
/* The seats of a key as bits; 0 for a viewer. */
unsigned room_seats_of(const struct room *r, int key);
/* The seats of all people as bits. */
unsigned room_persons(const struct room *r);

/* ---- what a key sees (perspectives: see below) ---- */

/* Whether all information is public. */
bool room_is_open(const struct room *r);
int room_perspective(const struct room *r, int key);
/* The perspective of a seat; -1: of a viewer. */
int room_perspective_of_seat(const struct room *r, int seat);
/* The seat whose view a key gets; -1 for viewers. */
int room_seat_of(const struct room *r, int key);

/* ---- what a key may do now ---- */

bool room_can_undo(const struct room *r, int key);
bool room_can_switch(const struct room *r, int key);
bool room_can_resign(const struct room *r, int key);
bool room_can_hint(const struct room *r, int key);
/* Also about the moves of a bot. */
bool room_can_think(const struct room *r, int key);
bool room_can_record(const struct room *r);
bool room_can_review(const struct room *r);
/* The number of steps that stay if a client with this key takes a move back; SIZE_MAX with the
 * reason if it may not. */
size_t room_undo_target(const struct room *r, int key, struct th_error *e);

/* ---- changes ---- */

/* Starts the clock of the person who has to decide, unless it runs. Clocks wait for people who have
 * not joined. */
void room_start_clock(struct room *r);
/* Continues a game that was just made or read. Sends nothing. */
void room_start(struct room *r);
/* Takes the time since a parked game was evicted, or since the service began, off its clock. */
void room_unpark(struct room *r, int64_t service_began);
/* After a change: continues the game, stores the room and sends the state. False with the reason if
 * it cannot be stored; then the room is broken. */
bool room_changed(struct room *r, struct th_error *e);

bool room_move(struct room *r, th_action a, struct th_error *e);
/* Takes back all but `steps` steps, a result of room_undo_target. */
bool room_undo(struct room *r, size_t steps, struct th_error *e);
bool room_end(struct room *r, enum record_end end, int seat, struct th_error *e);
bool room_switch(struct room *r, struct th_error *e);
bool room_set_pace(struct room *r, int pace, bool paused, struct th_error *e);

/* A worker has started to compute a bot's decision; and has finished. */
void room_decision_started(struct room *r, int seat);
void room_decision_done(struct room *r, int answer);

/* Plays a delayed move of a bot, and ends the game if a clock has run out. */
void room_tick(struct room *r, double now);
/* When room_tick is due; INFINITY: never. */
double room_due(const struct room *r, double now);
/* Whether the game continues, or a clock runs, without a request. */
bool room_is_active(const struct room *r);
/* Cancels its jobs and ends its streams. */
void room_close(struct room *r);
void room_free(struct room *r);

/* ---- several people at one game (people.c) ---- */

/* The client with this key is here. False with the reason if that cannot be stored; then the room
 * is broken. */
bool room_join(struct room *r, int key, struct th_error *e);
bool room_all_joined(const struct room *r);
enum room_presence { ROOM_BOT, ROOM_AWAITED, ROOM_PRESENT, ROOM_AWAY };
enum room_presence room_presence(const struct room *r, int seat);
/* The presence of each seat: "awaited", "here", "away"; null: a bot. */
json_t *room_presence_json(const struct room *r);

/* Between people there are hints and thoughts only if all of them have agreed. */
enum room_hints { ROOM_HINTS_NONE, ROOM_HINTS_OFFERED, ROOM_HINTS_ALLOWED };
enum room_hints room_hints(const struct room *r);
bool room_can_agree(const struct room *r, int key);
bool room_agree(struct room *r, int key, struct th_error *e);

/* Whether people of other keys have to grant what this key wants to take back. */
bool room_needs_consent(const struct room *r, int key);
/* NULL: there is no request. */
const struct room_takeback *room_takeback_now(const struct room *r);
bool room_can_answer(const struct room *r, int key);
/* Callers have checked room_can_undo and room_can_answer. */
bool room_ask_takeback(struct room *r, int key, struct th_error *e);
bool room_answer_takeback(struct room *r, int key, bool grant, struct th_error *e);
json_t *room_takeback_json(const struct room *r);

/* ---- jobs of a room (jobs.c) ---- */

/* A job that decides for the bot whose turn it is; NULL with the reason if there is no memory. */
struct job *decision_job_new(struct room *r, struct th_error *e);
/* The room has changed: the result of the job is ignored. */
void decision_job_detach(struct job *job);
/* Cancels the review of the room, if there is one. */
void review_job_cancel(struct room *r);

/* ---- the room in the file (room_file.c) ---- */

/* The room as JSON, which the caller frees; NULL if there is no memory. The steps of the record are
 * appended to `steps`. */
char *room_file_write(const struct room *r, struct bytes *steps);
/* Fills a zeroed room; false with the reason if the data is no valid game. */
bool room_file_read(struct room *r, const char *json, const void *steps, size_t size,
                    struct th_error *e);
/* Begins the room's session with a record and the room's players; a game that is over can only be
 * viewed. If it succeeds, the room owns the record. */
bool room_begin(struct room *r, struct record *record, struct th_error *e);
/* Makes a player's name fit for display: removes invisible characters (controls, text directions,
 * zero-width joiners) and surrounding blanks. It may become empty. */
void room_clean_name(char *name);

/* What a client sees of a room.
 *
 * A perspective is a seat, TH_SEES_ALL (everything) or TH_STRANGER (only public information). The
 * numbers of steps could reveal hidden information: how often chance turned a card shows how many
 * cards a seat had fixed before. So without full information, a step that a stranger cannot see is
 * no step of its own but a part of the one before it, and all perspectives count the same steps.
 * With full information the steps are those of the record. */

/* ---- states and steps ---- */

/* A state as JSON. `room` is a scratch state. */
json_t *view_state(const struct th_game *game, const struct th_state *s, int perspective,
                   struct th_state *room);
/* The field `extra`: further information for boards. */
json_t *view_extra(const struct record *r, const struct th_state *s, size_t steps, int perspective,
                   struct th_state *room);

/* These replay the record, and use its spare states and the scratch state of the session. */

/* The number of visible steps among the first `steps` of the record. */
size_t view_count_steps(const struct session *s, size_t steps, int perspective);
/* The same without a last step that later steps of the record have become a part of. */
size_t view_settled_steps(const struct session *s, size_t steps, int perspective);
/* The number of steps of the record that `count` visible steps consist of; SIZE_MAX: there are not
 * so many. */
size_t view_record_steps(const struct session *s, size_t count, int perspective);
/* The visible steps after the first `from`, among the first `steps` of the record, as JSON. */
json_t *view_steps(const struct session *s, size_t from, size_t steps, int perspective);

/* ---- messages ---- */

/* The state message for a key, with the steps after the first `sent` of the record; NULL: no
 * memory. */
json_t *room_message(const struct room *r, int key, size_t sent);
/* Its text with all steps; the caller frees it. NULL: no memory. */
char *room_text(struct room *r, int key);
/* The message after `steps` steps of the record, as `seat` sees it, or a viewer (-1). */
json_t *room_message_at(const struct room *r, int key, int seat, size_t steps);

/* An event with the full state. */
struct message *room_state_event(struct room *r, int key);
/* Sends what is new to all streams of the room. */
void room_send_state(struct room *r);
/* Sends to all streams of the room who is here, and the clocks, which wait for people. */
void room_send_presence(struct room *r);
/* Sends the progress of a review to all streams of the room. */
void room_send_review_progress(struct room *r, uint64_t done, uint64_t of);

#endif
