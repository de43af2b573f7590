/* The messages of the protocol (docs/protocol.md) in both directions: one JSON object per line.
 *
 * Lines are parsed strictly: one object, nothing after it, no duplicate fields. Unknown fields are
 * ignored, so that the protocol can grow. `tahur speak` uses the bot's side. */
#ifndef EXTERNAL_MESSAGES_H
#define EXTERNAL_MESSAGES_H

#include "core/bytes.h"
#include "tahur/bot.h"

#define PROTOCOL_VERSION 1

/* ---- messages to a bot; each function appends one line ---- */

struct message_hello {
    const struct th_game *game;
    const struct th_options *options; /* of the game */
    int players, seat;                /* seat: of the first game */
    int64_t time, start_time;         /* milliseconds */
};
void message_hello(struct bytes *out, const struct message_hello *h);

/* `view` is the seat's view at the start of the game. */
void message_start(struct bytes *out, const struct th_game *game, const struct th_state *view,
                   int seat, int64_t seed);
/* Milliseconds: `time` for this move; `clock` left for the game, or MESSAGE_NO_CLOCK. */
enum { MESSAGE_NO_CLOCK = -1 };
void message_choose(struct bytes *out, const struct th_ask *ask, int64_t id, int64_t time,
                    int64_t clock);
/* The fault that ended the game for this bot, or TH_NO_FAULT. */
void message_end(struct bytes *out, const double payoff[], int seats, enum th_fault fault);
void message_quit(struct bytes *out);

/* ---- answers of a bot ---- */

enum { MESSAGE_NAME_BYTES = 128 };
struct message_name {
    char name[MESSAGE_NAME_BYTES], version[MESSAGE_NAME_BYTES];
};
bool message_read_name(const char *line, size_t size, struct message_name *name,
                       struct th_error *e);
/* The move of the answer to question `id`. */
bool message_read_move(const char *line, size_t size, int64_t id, char move[TH_ACTION_BYTES],
                       struct th_error *e);
/* The index of a move among the legal actions, by its text; -1 if it is not legal. */
int message_place(const struct th_ask *ask, const char *move);

/* ---- the side of the bot ---- */

enum message_kind {
    MESSAGE_HELLO,
    MESSAGE_START,
    MESSAGE_CHOOSE,
    MESSAGE_END,
    MESSAGE_QUIT,
    MESSAGE_OTHER, /* of a later version: ignore it */
};

struct message {
    enum message_kind kind;
    int64_t protocol;         /* of hello */
    char game[TH_SPEC_BYTES]; /* likewise */
    int64_t id, seat, seed;
    char view[TH_POSITION_BYTES];
    int moves;                   /* how many */
    double result[TH_SEATS_MAX]; /* of the end */
    int results;
};
bool message_read(const char *line, size_t size, struct message *m, struct th_error *e);

/* Answers. */
void message_name(struct bytes *out, const char *name, const char *version);
void message_move(struct bytes *out, int64_t id, const char *move);

#endif
