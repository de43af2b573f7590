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
    PLAY_GOT_END,       /* of the input */
    PLAY_GOT_LATE,      /* the time is over */
    PLAY_GOT_INTERRUPT, /* Control-C */
    PLAY_GOT_SIGNAL     /* another signal, only from play_await */
};

/* Waits at most so many seconds (negative: as long as it takes) until standard input can be read,
 * which is PLAY_GOT_LINE. `signals`: returns for any signal, else only for the one that sets
 * `stop`. No signal is missed between looking at the flag and waiting; SIGWINCH and SIGCONT come
 * through even where the caller blocks them. */
enum play_got play_await(double seconds, const atomic_bool *stop, bool signals);

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
    PLAY_RULES,
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

/* All that can be meant, in writing: the moves first, as the legal actions are, then the commands.
 */
struct play_words {
    char move[TH_LEGAL_MAX][TH_ACTION_BYTES];
    const char *all[TH_LEGAL_MAX + PLAY_ORDERS];
    int moves, count;
};
void play_list_words(struct play_words *w, const struct th_game *game, const struct th_state *view,
                     const th_action legal[], int n);

/* What a line means where these actions are legal: the number of one, an action as it is written,
 * or a command. The shortest beginning that fits only one of them will do. False and a sentence if
 * it means nothing, or not one thing. `view` is what the person may know, `w` its words. */
bool play_understand(const struct th_game *game, const struct th_state *view,
                     const th_action legal[], const struct play_words *w, char *line,
                     struct play_order *order, struct th_error *e);

#endif
