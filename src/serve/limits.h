/* How much of everything there may be: nobody who asks for more harms the others. The numbers that
 * a client can run into are told by GET /catalog. */
#ifndef SERVE_LIMITS_H
#define SERVE_LIMITS_H

enum {
    LIMIT_BODY = 64 << 10,       /* bytes of a request */
    LIMIT_RECORD_BODY = 1 << 20, /* of one that brings a record */
    LIMIT_UNREAD_BODY =
        4 << 20,                /* of one that is too large, but read to its end for good manners */
    LIMIT_HEADERS = 32 << 10,   /* memory of a connection, which the headers must fit in */
    LIMIT_CONNECTIONS = 1024,   /* at once */
    LIMIT_ADDRESS = 512,        /* of them from one address */
    LIMIT_IDLE_SECONDS = 30,    /* without a byte either way, unless we are the ones who think */
    LIMIT_REQUEST_SECONDS = 60, /* from the first byte to the last, and for taking the answer */
    LIMIT_VIEWERS = 768,        /* streams of events, of all games */
    LIMIT_GAME_VIEWERS = 400,   /* of one */
    LIMIT_STREAM_LETTERS = 32,  /* that wait for a slow client; then it gets one whole state */
    LIMIT_SEND_BUFFER = 128 << 10, /* bytes that the system keeps of what one has not taken yet */
    LIMIT_GAMES = 100000,          /* in the file */
    LIMIT_ROOMS = 2000,            /* of them in memory */
    LIMIT_STEPS = 4000,            /* of a game, which then is unfinished: ten times a long one */
    LIMIT_QUESTIONS = 64,          /* hints, thoughts, reviews that wait for a thread */
    LIMIT_CLIENT_QUESTIONS = 8,    /* of them from one address */
    LIMIT_GAMES_A_MINUTE = 300,    /* made from one address */
    LIMIT_NAME_BYTES = 64,         /* of a player's name */
    LIMIT_PACE = 10000,            /* milliseconds */
    LIMIT_DECISION_SECONDS = 10,   /* of a bot; then it answers with the best it has */
    LIMIT_QUESTION_SECONDS = 20,   /* of a hint, of thoughts, of a bot of Y */
    LIMIT_REVIEW_SECONDS = 300,    /* of a review */
    LIMIT_KEEP_ALIVE_SECONDS = 15  /* between comments in a stream */
};

#endif
