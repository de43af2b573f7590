/* One game on the service: a session with the people around it. Who holds which seat by which key,
 * the clock, the bot that thinks, and everybody who watches.
 *
 * Everything here happens under the lock of the house. A change is made in the session, gone on
 * with as far as nobody has to decide, stored, and only then announced (room_changed). */
#ifndef SERVE_ROOM_H
#define SERVE_ROOM_H

#include "limits.h"
#include "names.h"
#include "play/session.h"
#include "play/timer.h"
#include "queue.h"
#include "stream.h"

struct house;

struct room_player {
    bool person;
    bool here;                       /* on the screen of whoever made the game */
    char name[LIMIT_NAME_BYTES + 1]; /* empty: none was given */
    char bot[TH_SPEC_BYTES];         /* its spec */
};

/* Who may ask for what: key 0 is of whoever made the game. */
struct room_key {
    char text[NAME_BYTES];
    unsigned seats; /* bits */
    int decided;    /* of its seats the one that decided last; -1: none yet */
};
enum { ROOM_KEYS_MAX = 1 + TH_SEATS_MAX, ROOM_VIEWER = -1, ROOM_OWNER = 0 };

/* What those who watch with one key were told last, so that only what is new need be told. */
struct room_audience {
    int streams;
    int sight;   /* whose view it was; ROOM_NO_SIGHT: none yet */
    size_t told; /* steps of the record that were told, and are still so */
};
enum { ROOM_NO_SIGHT = -100 };

struct room {
    struct room *next; /* in the house */
    struct house *house;
    char id[NAME_BYTES];
    struct session session;
    struct room_player player[TH_SEATS_MAX];
    struct room_key key[ROOM_KEYS_MAX];
    int keys;
    struct timer timer;
    struct timer given; /* as it was in the beginning, for playing again */
    int64_t version;
    int pace; /* milliseconds */
    bool paused;
    char after[NAME_BYTES]; /* the game that was made of it by `again`; empty: none */
    uint64_t client;        /* whoever made it, for the queue */
    double stepped;         /* when the last decision was made */
    double used;            /* when somebody asked for it last */
    int64_t parked;         /* when it left the memory with a clock running, in seconds of the
                             * calendar; 0: it did not */
    bool seeded;            /* the client that made it may know its luck or cards */
    struct job *thinking;   /* a bot's decision under way; NULL: none */
    bool holds;             /* its answer is there and waits for its time */
    int held;
    struct job *review; /* under way; NULL: none */
    bool reviewed;      /* it is in the file */
    bool foreign;       /* over, and played by bots that are not known here */
    struct stream *streams;
    struct room_audience audience[1 + ROOM_KEYS_MAX]; /* viewers first, then by key */
    int pins;    /* requests under way that use it: it stays in memory while there are any */
    bool broken; /* it could not be stored: to be forgotten, and read from the file again */
};

int room_seats(const struct room *r);
/* The key that this text is: its number; ROOM_VIEWER for NULL; -2: none. */
enum { ROOM_NO_KEY = -2 };
int room_key_of(const struct room *r, const char *text);
/* Its seats; none for a viewer. */
unsigned room_seats_of(const struct room *r, int key);
/* The seats of all people. */
unsigned room_persons(const struct room *r);

/* Whether everybody may see everything. */
bool room_is_open(const struct room *r);
/* What somebody with this key is shown: a seat's view, TH_SEES_ALL or TH_STRANGER. */
int room_sight(const struct room *r, int key);
/* The same of one seat; -1: of a viewer. */
int room_sight_of(const struct room *r, int seat);
/* Whose view that is: a seat, or -1 for viewers. */
int room_seat_of(const struct room *r, int key);

/* Whether whoever holds the key may do it now. */
bool room_can_undo(const struct room *r, int key);
bool room_can_switch(const struct room *r, int key);
bool room_can_resign(const struct room *r, int key);
bool room_can_think(const struct room *r, int key);
bool room_can_record(const struct room *r);
bool room_can_review(const struct room *r);

/* A game that has just been made or read goes on from here, without a word. */
void room_wake(struct room *r);
/* A game that was parked: its clock has run on since then, or since the service began. */
void room_unpark(struct room *r, int64_t service_began);
/* Something is new: it is gone on with, stored, and told. False and the reason if it cannot be
 * stored; then the room is broken. */
bool room_changed(struct room *r, struct th_error *e);

bool room_move(struct room *r, th_action a, struct th_error *e);
/* Back to so many steps, which takeback_to has found. */
bool room_undo(struct room *r, size_t steps, struct th_error *e);
bool room_end(struct room *r, enum record_end end, int seat, struct th_error *e);
bool room_switch(struct room *r, struct th_error *e);
bool room_set_pace(struct room *r, int pace, bool paused, struct th_error *e);

/* A thread begins to think about a bot's decision; and has thought. */
void room_thinks(struct room *r, int seat);
void room_answered(struct room *r, int place);

/* What a bot has thought of is played when it is time; and a clock may run out. */
void room_tick(struct room *r, double now);
/* When that is; INFINITY: never. */
double room_due(const struct room *r, double now);
/* Whether it goes on, or a clock runs, without anybody asking. */
bool room_is_lively(const struct room *r);
/* Stops what is under way, and ends the streams. */
void room_close(struct room *r);

#endif
