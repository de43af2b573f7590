/* What a person types: lines from standard input, and what they mean. */
#ifndef CLI_PLAY_INPUT_H
#define CLI_PLAY_INPUT_H

#include "tahur/game.h"
#include <stdatomic.h>

enum { PLAY_LINE_BYTES = 4096 };

/* Standard input, line by line. Read by its own means, since a clock may run out meanwhile. */
struct play_input {
    char buffer[PLAY_LINE_BYTES];
    size_t used; /* bytes in it that have been read, but not handed out */
    bool ended;
};

enum play_got {
    PLAY_GOT_LINE,
    PLAY_GOT_END,      /* of the input */
    PLAY_GOT_LATE,     /* the time is over */
    PLAY_GOT_INTERRUPT /* Control-C */
};

/* The next line, whatever bytes it has, without its end; one that is too long is cut. Waits at
 * most so many seconds, or with a negative number as long as it takes. */
enum play_got play_read_line(struct play_input *in, double seconds, const atomic_bool *stop,
                             char line[PLAY_LINE_BYTES]);

enum play_order_kind {
    PLAY_AGAIN, /* nothing typed: shows everything again */
    PLAY_MOVE,
    PLAY_BOARD,
    PLAY_MOVES,
    PLAY_HINT,
    PLAY_ODDS,
    PLAY_UNDO,
    PLAY_RESIGN,
    PLAY_SAVE,
    PLAY_LOAD,
    PLAY_HELP,
    PLAY_QUIT,
    PLAY_ORDERS
};

struct play_order {
    enum play_order_kind kind;
    th_action move;
    const char *rest; /* of the line, behind the command */
};

/* The commands, by kind, with what they are for; no name for those that are not typed by name. */
struct play_command {
    const char *name, *argument, *help;
};
extern const struct play_command play_commands[PLAY_ORDERS];

/* What a line means where these actions are legal: the number of one, an action as it is written,
 * or a command. The shortest beginning that fits only one of them will do. False and a sentence if
 * it means nothing, or not one thing. `view` is what the person may know. */
bool play_understand(const struct th_game *game, const struct th_state *view,
                     const th_action legal[], int n, char *line, struct play_order *order,
                     struct th_error *e);

#endif
