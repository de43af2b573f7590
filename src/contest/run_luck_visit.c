/* The games of a run with the luck of each, also where the file does not have it. */
#include "luck_replay.h"
#include "run_file_own.h"

struct measuring {
    struct run_file *file;
    const struct plan *plan;
    bool missing; /* luck that the file does not have is measured */
    struct luck_replay replay;
    run_visit *visit;
    void *context;
};

static bool measure(struct measuring *m, struct run_game *game, struct th_error *e) {
    const uint64_t round =
        game->number / (uint64_t)plan_block_games(m->plan) / (uint64_t)m->plan->fixtures;
    if (th_is_set(m->plan->stop)) return th_fail(e, "stopped while luck was measured");
    return luck_replay_game(&m->replay, game->number, round, game->sits, game->tape,
                            game->tape_size, &game->result, e);
}

static bool visit_game(void *context, const struct run_game *saved, struct th_error *e) {
    struct measuring *m = context;
    struct run_game game = *saved;
    if (!run_luck_load(m->file, game.number, &game.result, 1, e)) return false;
    if (m->missing && !game.result.measured && game.result.end != MATCH_FORFEIT &&
        !measure(m, &game, e))
        return false;
    return m->visit(m->context, &game, e);
}

bool run_file_visit_luck(struct run_file *f, const struct plan *plan, bool measured,
                         run_visit *visit, void *context, struct th_error *e) {
    struct measuring m = {.file = f,
                          .plan = plan,
                          .missing = measured && luck_is_known(plan->game),
                          .visit = visit,
                          .context = context};
    const bool ok = (!m.missing || luck_replay_make(&m.replay, plan, e)) &&
                    run_file_visit(f, 0, RUN_LAST_GAME, visit_game, &m, e);
    luck_replay_drop(&m.replay);
    return ok;
}
