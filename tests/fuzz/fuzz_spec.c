/* Arbitrary bytes as the spec of a game, or of a bot of a game that the first byte chooses. A bot
 * that is accepted is also made, but only of few inputs: tables and networks take milliseconds. */
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MADE_ONE_IN = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[700];
    if (size < 1 || size > sizeof text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    struct th_spec spec;
    struct th_error e;
    const struct th_game *game = th_game_at(data[0] % 8);
    if (game == NULL) {
        th_game_find(text, &spec, &e);
        return 0;
    }
    const struct th_bot_kind *kind = th_bot_find(game, text, &spec, &e);
    uint64_t hash = size;
    for (size_t i = 0; i < size; i++) hash = th_mix2(hash, data[i]);
    if (kind == NULL || hash % MADE_ONE_IN != 0) return 0;
    void *bot = kind->make(game, &spec.options, &e);
    if (bot != NULL && kind->drop != NULL) kind->drop(bot);
    return 0;
}
