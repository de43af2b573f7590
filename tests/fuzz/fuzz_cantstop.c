/* Arbitrary bytes as a position of Can't Stop, and then as an action in it. What is accepted must
 * read back exactly. */
#include "games/cantstop/board.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct th_state *state_of(struct cantstop *s) {
    return (struct th_state *)(void *)s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char picture[16384];
    char text[700], again[700];
    if (size < 1 || size >= sizeof text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    /* The action stands behind a line break. */
    char *action = strchr(text, '\n');
    if (action != NULL) *action++ = 0;

    struct cantstop s, back;
    struct th_error e;
    const struct cantstop_rules rules = {.forced = data[0] / 4 % 2 != 0,
                                         .closed = data[0] / 8 % 2 != 0,
                                         .blocking = (enum cantstop_blocking)(data[0] / 16 % 3),
                                         .columns = CANTSTOP_TO_WIN + data[0] / 48 % 3};
    cantstop_start_rules(&s, data[0] % 4 + 1, rules);
    if (!cantstop_game.parse_position(state_of(&s), text, &e)) return 0;
    cantstop_start_rules(&back, s.players, rules);
    cantstop_game.position_text(state_of(&s), again, sizeof again);
    if (!cantstop_game.parse_position(state_of(&back), again, &e)) abort();
    if (memcmp(&s, &back, sizeof s) != 0) abort();
    cantstop_game.screen->draw(state_of(&s), NULL, picture, sizeof picture);
    th_action a;
    if (action == NULL || !cantstop_game.parse_action(state_of(&s), action, &a, &e)) return 0;
    cantstop_game.apply(state_of(&s), a);
    cantstop_derive((back = s, &back));
    if (memcmp(&s, &back, sizeof s) != 0) abort();
    return 0;
}
