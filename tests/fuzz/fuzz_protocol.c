/* Arbitrary bytes as a line of the protocol: as an answer of a bot, and as a message to one; the
 * view of a message goes on to the reader of positions of every game. */
#include "core/fields.h"
#include "external/messages.h"
#include "tahur/registry.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES_MAX = 16 };

/* The start of every game, made once. */
static const struct th_state *start_of(int game) {
    static struct th_state *start[GAMES_MAX];
    struct th_options options;
    struct th_error e;
    if (start[game] == NULL) {
        th_options_init(&options, th_game_at(game)->options);
        start[game] = th_state_new(th_game_at(game), &options, &e);
    }
    return start[game];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct message message;
    static char text[TH_POSITION_BYTES];
    struct message_name name;
    struct th_error e;
    char move[TH_ACTION_BYTES], *line = malloc(size + 1);
    if (line == NULL) return 0;
    memcpy(line, data, size);
    line[size] = 0; /* as the reader of lines leaves it */
    message_read_name(line, size, &name, &e);
    message_read_move(line, size, 1, move, &e);
    const bool seen = message_read(line, size, &message, &e) &&
                      (message.kind == MESSAGE_START || message.kind == MESSAGE_CHOOSE);
    free(line);
    for (int i = 0; seen && th_game_at(i) != NULL; i++) {
        struct th_state *s = malloc(th_game_at(i)->state_size);
        if (s == NULL) return 0;
        memcpy(s, start_of(i), th_game_at(i)->state_size);
        if (th_game_at(i)->parse_position(s, message.view, &e))
            fields_json(th_game_at(i), s, text, sizeof text);
        free(s);
    }
    return 0;
}
