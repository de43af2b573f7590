/* Limits of the service, so that no client can harm others. GET /catalog reports those that concern
 * clients. */
#ifndef SERVE_LIMITS_H
#define SERVE_LIMITS_H

enum {
    LIMIT_BODY = 64 << 10,       /* bytes of the body of a request */
    LIMIT_RECORD_BODY = 1 << 20, /* of a body with a record */
    LIMIT_UNREAD_BODY = 4 << 20, /* of a body that is too large, but is read before it is refused */
    LIMIT_HEADERS = 32 << 10,    /* memory of a connection, including the headers */
    LIMIT_CONNECTIONS = 1024,    /* at once */
    LIMIT_CLOSING = 256,         /* more that are shut down, but not yet closed by libmicrohttpd */
    LIMIT_ADDRESS = 512,         /* connections of one address */
    LIMIT_IDLE_SECONDS = 30,     /* without traffic, unless the client waits for us */
    LIMIT_REQUEST_SECONDS = 60,  /* for sending the request, and for receiving the answer */
    LIMIT_HEADER_SECONDS = 10,   /* from connecting to the end of the first headers */
    LIMIT_VIEWERS = 768,         /* event streams of all games */
    LIMIT_PLAYER_STREAMS = 256,  /* of them reserved for players */
    LIMIT_KEY_STREAMS = 8,       /* of one key with seats */
    LIMIT_GAME_VIEWERS = 400,    /* streams without seats of one game */
    LIMIT_STREAM_MESSAGES = 32,  /* queued for a slow client; then it gets the full state */
    LIMIT_SEND_BUFFER = 128 << 10, /* bytes of the socket's send buffer */
    LIMIT_GAMES = 100000,          /* in the file */
    LIMIT_CLIENT_GAMES = 5000,     /* in the file, of one client */
    LIMIT_IDLE_DAYS = 7,           /* then a new game of the same client may replace it */
    LIMIT_CLIENT_SHARE = 25, /* percent of the time for all clients, while there are several; and */
    LIMIT_CLIENT_LEAST = 10, /* milliseconds in 4 seconds that each client may always use */
    LIMIT_CACHED_MESSAGES = 32,   /* long state messages in the cache */
    LIMIT_ROOMS = 2000,           /* games in memory */
    LIMIT_STEPS = 4000,           /* of a game, which is then unfinished: ten times a long game */
    LIMIT_QUESTIONS = 64,         /* hints, evaluations and reviews that wait for a worker */
    LIMIT_CLIENT_QUESTIONS = 8,   /* of one client */
    LIMIT_GAMES_A_MINUTE = 300,   /* made by one client */
    LIMIT_NAME_BYTES = 64,        /* of a player's name */
    LIMIT_PACE = 10000,           /* milliseconds */
    LIMIT_DECISION_SECONDS = 10,  /* of a bot; then it answers with the best so far */
    LIMIT_QUESTION_SECONDS = 20,  /* of a hint, an evaluation, a bot of Y */
    LIMIT_SLICE_SECONDS = 2,      /* of one of them while a question of another client waits */
    LIMIT_REVIEW_SECONDS = 300,   /* of a review */
    LIMIT_KEEP_ALIVE_SECONDS = 15 /* between keep-alive comments in a stream */
};

#endif
