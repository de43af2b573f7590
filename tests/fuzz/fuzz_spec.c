/* Arbitrary bytes as the spec of a game and of a bot. */
#include "tahur/registry.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[700];
    if (size >= sizeof text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    struct th_spec spec;
    struct th_error e;
    th_game_find(text, &spec, &e);
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_bot_kind *kind = th_bot_find(th_game_at(i), text, &spec, &e);
        if (kind == NULL) continue;
        void *bot = kind->make(th_game_at(i), &spec.options, &e);
        if (bot != NULL && kind->drop != NULL) kind->drop(bot);
    }
    return 0;
}
