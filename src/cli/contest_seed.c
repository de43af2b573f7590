/* The seed of a contest: as given; or 1, so that a command gives the same result everywhere; or,
 * where another program plays, one that it cannot guess. */
#include "contest.h"

#include "arena/ranks.h"
#include "core/seed_json.h"
#include "core/text.h"
#include "external/exec_bot.h"
#include <stdlib.h>
#include <unistd.h>

bool seed_flag(const struct th_options *flags, struct th_seed *seed, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    const char *text = th_options_text(flags, "seed");
    return th_seed_read(text, seed) ||
           th_fail(e, "--seed takes a whole number or 32 hexadecimal digits, not “%s”",
                   text_clip(text, clipped));
}

/* A library (the bot lib) is none: it runs inside of this program, which has no secrets from it. */
static bool has_other_program(const struct contest *c) {
    for (int i = 0; i < c->bots; i++)
        if (c->player[i].kind == &exec_bot) return true;
    return false;
}

/* A run that goes on has the seed of its file. */
static bool read_saved(const char *path, struct th_seed *seed, struct th_error *e) {
    struct th_error ignored;
    struct run_file *f = run_file_read(path, e);
    if (f == NULL) return false;
    const bool found = seed_from_json(json_object_get(run_file_settings(f), "seed"), seed);
    run_file_close(f, &ignored);
    return found || th_fail(e, "%s does not say with which seed it was played", path);
}

static bool draw(const struct contest *c, struct th_seed *seed, struct th_error *e) {
    const char *path = th_options_text(&c->arguments->flags, "save");
    if (path != NULL && access(path, F_OK) == 0 && run_file_is(path))
        return read_saved(path, seed, e);
    return th_seed_draw(seed) || th_fail(e, "the system has no random seed; give one by --seed");
}

/* The first rank draws, and sends the seed before anything else. If it fails, the job ends. */
static void send_seed(const struct th_seed *seed) {
    struct bytes b = {0};
    bytes_u8(&b, MESSAGE_SEED);
    for (int i = 0; i < 2; i++) bytes_u64(&b, seed->word[i]);
    for (int rank = 1; rank < rank_count(); rank++) rank_send(rank, &b);
    free(b.data);
}

static bool receive_seed(struct th_seed *seed, struct th_error *e) {
    struct rank_message m;
    for (int idle = 0; !rank_receive(&m); idle++) rank_doze(idle);
    struct bytes_reader r = {.at = m.body.data, .end = m.body.data + m.body.size};
    const bool known = read_u8(&r) == MESSAGE_SEED;
    for (int i = 0; i < 2; i++) seed->word[i] = read_u64(&r);
    free(m.body.data);
    return (known && !r.failed) || th_fail(e, "the first rank has sent no seed");
}

bool contest_choose_seed(struct contest *c, struct th_error *e) {
    const struct th_options *flags = &c->arguments->flags;
    if (th_options_given(flags, "seed") || !has_other_program(c)) return true;
    if (th_options_given(flags, "shard"))
        return th_fail(e, "the parts of a run need the same --seed, and with a bot that is another "
                          "program none is taken by default: give one");
    if (rank_own() > 0) return receive_seed(&c->seed, e);
    if (!draw(c, &c->seed, e)) return false;
    send_seed(&c->seed);
    return true;
}
