/* Arbitrary bytes as a position of Y in YEN, and then as an action in it. What is accepted must
 * read back. */
#include "games/y/board.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct th_state *state_of(struct y *s) {
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

    struct y s, back;
    struct th_error e;
    y_start(&s, Y_SIZE_MIN + data[0] % 18, data[0] / 18 % 2);
    if (!y_game.parse_position(state_of(&s), text, &e)) return 0;
    y_start(&back, s.size, s.pie);
    y_game.position_text(state_of(&s), again, sizeof again);
    if (!y_game.parse_position(state_of(&back), again, &e)) abort();
    if (memcmp(&s, &back, sizeof s) != 0) abort();
    y_game.screen->draw(state_of(&s), NULL, picture, sizeof picture);
    th_action a;
    if (action == NULL || !y_game.parse_action(state_of(&s), action, &a, &e)) return 0;
    y_game.apply(state_of(&s), a);
    y_game.screen->draw(state_of(&s), NULL, picture, sizeof picture);
    return 0;
}
