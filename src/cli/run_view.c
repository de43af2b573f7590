#include "run_view.h"

#include "tahur/rng.h"
#include <string.h>

bool run_sum_up(struct run_file *f, struct run_sum *out, struct th_error *e) {
    const json_t *settings = run_file_settings(f);
    const uint64_t size = settings_number(settings, "block_games");
    const struct series_store store = run_file_store(f);
    *out = (struct run_sum){.asked = run_games_asked(settings), .prefix = true};
    for (uint64_t k = 0; size > 0 && k < run_file_blocks(f); k++) {
        struct match_result result[BLOCK_GAMES_MAX];
        const uint64_t block = run_file_block(f, k), first = block * size;
        if (first >= out->asked)
            return th_fail(e, "the run is damaged: it has games behind its last one");
        const uint64_t left = out->asked - first;
        const int games = (int)(left < size ? left : size);
        if (!store.load(store.self, NULL, block, result, NULL, games, e)) return false;
        if (out->prefix && block != k) {
            out->prefix = false;
            out->gap = k * size;
        }
        out->games += (uint64_t)games;
        out->last = first + (uint64_t)games - 1;
        for (int i = 0; i < games && out->prefix; i++)
            out->digest = th_mix2(out->digest, result[i].digest);
    }
    out->complete = size > 0 && out->games == out->asked;
    if (out->prefix) out->gap = out->games;
    return true;
}
