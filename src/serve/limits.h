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
    LIMIT_CLOSING = 256,        /* more that are closed already, but still known to the library */
    LIMIT_ADDRESS = 512,        /* of them from one address */
    LIMIT_IDLE_SECONDS = 30,    /* without a byte either way, unless we are the ones who think */
    LIMIT_REQUEST_SECONDS = 60, /* from the first byte to the last, and for taking the answer */
    LIMIT_HEADER_SECONDS = 10,  /* from the connection to the end of the first headers */
    LIMIT_VIEWERS = 768,        /* streams of events, of all games */
    LIMIT_PLAYER_STREAMS = 256, /* of them kept for those who play */
    LIMIT_KEY_STREAMS = 8,      /* of one key that holds seats */
    LIMIT_GAME_VIEWERS = 400,   /* of those who only watch, of one game */
    LIMIT_STREAM_LETTERS = 32,  /* that wait for a slow client; then it gets one whole state */
    LIMIT_SEND_BUFFER = 128 << 10, /* bytes that the system keeps of what one has not taken yet */
    LIMIT_GAMES = 100000,          /* in the file */
    LIMIT_CLIENT_GAMES = 5000,     /* of them made by one client */
    LIMIT_IDLE_DAYS = 7,           /* then a game makes way for a new one of the same client */
    LIMIT_CLIENT_SHARE = 25,       /* percent of the time for all clients that use much, and */
    LIMIT_CLIENT_BURST = 100,      /* milliseconds at once for one, before it is one of them */
    LIMIT_MESSAGES = 32,           /* long state messages that are kept for the next request */
    LIMIT_ROOMS = 2000,            /* of them in memory */
    LIMIT_STEPS = 4000,            /* of a game, which then is unfinished: ten times a long one */
    LIMIT_QUESTIONS = 64,          /* hints, thoughts, reviews that wait for a thread */
    LIMIT_CLIENT_QUESTIONS = 8,    /* of them from one address */
    LIMIT_GAMES_A_MINUTE = 300,    /* made from one address */
    LIMIT_NAME_BYTES = 64,         /* of a player's name */
    LIMIT_PACE = 10000,            /* milliseconds */
    LIMIT_DECISION_SECONDS = 10,   /* of a bot; then it answers with the best it has */
    LIMIT_QUESTION_SECONDS = 20,   /* of a hint, of thoughts, of a bot of Y */
    LIMIT_SLICE_SECONDS = 2,       /* of any of them while a question of another client waits */
    LIMIT_REVIEW_SECONDS = 300,    /* of a review */
    LIMIT_KEEP_ALIVE_SECONDS = 15  /* between comments in a stream */
};

#endif
