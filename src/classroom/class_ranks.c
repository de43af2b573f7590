/* A class on the ranks of an MPI job. The first rank copies, builds and checks the submissions, has
 * the database, and assigns pairings; the others play them, each in a thread while it listens, and
 * send every block when it is finished.
 *
 * A rank that sends nothing for TIMEOUT is lost: its pairing is assigned again, from the last block
 * that arrived. All ranks have the same folder --out, where the programs are.
 *
 * Messages: u8 MESSAGE_CLASS, u32 which (below), u64 number of the task, and for
 *     CLASS_BLOCK  a block of games (add_block)
 *     CLASS_DONE   a text: why it failed, or ""
 *     CLASS_TASK   a pairing (add_task) */
#include "classroom.h"
#include "contest/ranks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum class_message {
    CLASS_ALIVE, /* to the first rank, now and then */
    CLASS_BLOCK,
    CLASS_DONE, /* the end of a task; also asks for the next */
    CLASS_TASK, /* from the first rank */
    CLASS_DROP, /* from the first rank: the task is of no use any more */
};

/* Seconds. */
static const double TIMEOUT = 30, HEARTBEAT = 1;

/* ---- messages ---- */

static struct bytes begin_message(enum class_message which, uint64_t task) {
    struct bytes b = {0};
    bytes_u8(&b, MESSAGE_CLASS);
    bytes_u32(&b, which);
    bytes_u64(&b, task);
    return b;
}

/* Sends and frees it. */
static void send_message(int to, struct bytes *b) {
    if (b->failed) abort(); /* nothing can be done without a message's worth of memory */
    rank_send(to, b);
    free(b->data);
    *b = (struct bytes){0};
}

static void send_bare(int to, enum class_message which, uint64_t task) {
    struct bytes b = begin_message(which, task);
    send_message(to, &b);
}

static void send_done(uint64_t task, const char *why) {
    struct bytes b = begin_message(CLASS_DONE, task);
    message_add_text(&b, why);
    send_message(0, &b);
}

static void add_block(struct bytes *out, const struct class_db_block *b) {
    bytes_u64(out, b->number);
    for (int i = 0; i < b->games; i++)
        message_add_result(out, &b->result[i], b->seats, &b->tape[i]);
    for (int i = 0; i < PAIRING_SIDES; i++) message_add_pace(out, &b->pace[i]);
    bytes_u8(out, (uint8_t)b->faults);
    for (int i = 0; i < b->faults; i++) {
        bytes_u8(out, (uint8_t)b->fault[i].side);
        bytes_u64(out, b->fault[i].number);
        message_add_fault(out, &b->fault[i].fault);
    }
}

/* A block that was received; the lists of `block` are the other members. */
struct received {
    struct class_db_block block;
    struct match_result result[PAIRING_BLOCK_MAX];
    struct bytes tape[PAIRING_BLOCK_MAX];
    struct pace pace[PAIRING_SIDES];
    struct class_db_fault fault[PAIRING_BLOCK_MAX];
};

static void drop_received(struct received *x) {
    for (int i = 0; i < PAIRING_BLOCK_MAX; i++) free(x->tape[i].data);
    free(x);
}

static bool read_fault_of(struct bytes_reader *r, struct class_db_fault *f) {
    f->side = read_u8(r);
    f->number = read_u64(r);
    struct fault *details = message_read_fault(r);
    if (details != NULL) f->fault = *details;
    free(details);
    return details != NULL && f->side < PAIRING_SIDES;
}

/* NULL: there is no memory for it. */
static struct received *read_block(struct bytes_reader *r, int seats) {
    struct received *x = calloc(1, sizeof *x);
    if (x == NULL) return NULL;
    x->block = (struct class_db_block){.number = read_u64(r),
                                       .games = seats,
                                       .seats = seats,
                                       .result = x->result,
                                       .tape = x->tape,
                                       .pace = x->pace,
                                       .fault = x->fault};
    bool ok = true;
    for (int i = 0; i < seats; i++) {
        message_read_result(r, &x->result[i], seats, true, &x->tape[i]);
        ok = ok && !x->tape[i].failed;
    }
    for (int i = 0; i < PAIRING_SIDES; i++) message_read_pace(r, &x->pace[i]);
    x->block.faults = read_u8(r);
    for (int i = 0; ok && i < x->block.faults; i++)
        ok = i < PAIRING_BLOCK_MAX && read_fault_of(r, &x->fault[i]);
    if (ok && !r->failed) return x;
    drop_received(x);
    return NULL;
}

/* ---- tasks ---- */

static void add_side(struct bytes *b, const struct classroom *c, int bot) {
    const int submission = c->bot[bot].submission;
    bytes_u8(b, submission < 0);
    if (submission < 0) {
        bytes_u32(b, (uint32_t)(bot - class_players(c)));
        return;
    }
    message_add_text(b, c->submission[submission].program->folder);
    message_add_text(b, c->submission[submission].program->command);
}

static void add_task(struct bytes *b, const struct classroom *c, const struct pairing *p) {
    bytes_u8(b, (uint8_t)p->stage);
    for (int i = 0; i < 2; i++) bytes_u64(b, p->seed.word[i]);
    bytes_u64(b, p->done);
    bytes_u64(b, p->until);
    for (int i = 0; i < PAIRING_SIDES; i++) bytes_u64(b, p->before[i] + p->faults[i]);
    for (int i = 0; i < PAIRING_SIDES; i++) add_side(b, c, p->bot[i]);
}

static bool read_side(struct bytes_reader *r, struct classroom *c, struct class_bot *b,
                      struct th_error *e) {
    struct program program = {.status = PROGRAM_SOUND};
    char folder[TH_SPEC_BYTES];
    *b = (struct class_bot){.submission = read_u8(r) != 0 ? -1 : 0};
    if (b->submission < 0) {
        const uint32_t level = read_u32(r);
        if (level >= (uint32_t)c->levels) return th_fail(e, "there is no such level");
        b->player.kind = c->level_kind[level];
        b->player.options = c->level[level].options;
        return true;
    }
    message_read_text(r, folder, sizeof folder);
    message_read_text(r, program.command, sizeof program.command);
    program.folder = folder;
    b->player.kind = &exec_bot;
    return program_options(&program, &c->set.exec, &b->player.options, e);
}

/* The pairing of the two bots of c. */
static bool read_task(struct bytes_reader *r, struct classroom *c, struct pairing *p,
                      struct th_error *e) {
    *p = (struct pairing){.stage = (enum class_stage)read_u8(r), .bot = {0, 1}, .alias = -1};
    for (int i = 0; i < 2; i++) p->seed.word[i] = read_u64(r);
    p->done = read_u64(r);
    p->until = read_u64(r);
    for (int i = 0; i < PAIRING_SIDES; i++) p->before[i] = read_u64(r);
    for (int i = 0; i < PAIRING_SIDES; i++)
        if (!read_side(r, c, &c->bot[i], e)) return false;
    if (r->failed) return th_fail(e, "a message of the first rank is incomplete");
    return class_set_fixtures(c, p, e);
}

/* ---- the first rank ---- */

/* What the first rank knows of another. */
struct player {
    bool waits;    /* it has nothing to do */
    int pairing;   /* that it plays; -1: none, or it is lost */
    uint64_t task; /* the number of that */
    double heard;  /* when it last sent anything */
};

struct coordinator {
    struct classroom *class;
    struct player *player; /* by rank */
    uint64_t tasks;        /* assigned so far */
    double heard;          /* when any rank last sent anything */
};

static bool is_held(const struct coordinator *d, int pairing) {
    for (int rank = 1; rank < rank_count(); rank++)
        if (d->player[rank].pairing == pairing) return true;
    return false;
}

/* The first pairing that has to be played and that no rank plays; -1: none. */
static int next_pairing(const struct coordinator *d) {
    const struct classroom *c = d->class;
    for (int i = 0; i < c->pairings; i++)
        if (class_is_missing(&c->pairing[i]) && !is_held(d, i)) return i;
    return -1;
}

static void assign(struct coordinator *d) {
    for (int rank = 1; rank < rank_count(); rank++) {
        struct player *p = &d->player[rank];
        if (!p->waits) continue;
        if (d->class->set.disqualify > 0) class_judge(d->class);
        const int next = next_pairing(d);
        if (next < 0) return;
        *p = (struct player){.pairing = next, .task = ++d->tasks, .heard = clock_seconds()};
        struct bytes b = begin_message(CLASS_TASK, p->task);
        add_task(&b, d->class, &d->class->pairing[next]);
        send_message(rank, &b);
    }
}

static bool take_block(struct coordinator *d, const struct player *from, struct bytes_reader *r,
                       struct th_error *e) {
    struct classroom *c = d->class;
    struct pairing *p = &c->pairing[from->pairing];
    struct received *x = read_block(r, c->seats);
    if (x == NULL) return th_fail(e, "out of memory, or a message of a rank is damaged");
    const bool next = x->block.number * (uint64_t)c->seats == p->done && p->done < p->games;
    const bool ok = !next || class_take_block(c, p, &x->block, e);
    drop_received(x);
    return ok;
}

static bool take_done(struct player *from, int rank, bool current, struct bytes_reader *r,
                      struct th_error *e) {
    struct th_error why;
    message_read_text(r, why.text, sizeof why.text);
    if (current) from->pairing = -1;
    from->waits = from->pairing < 0;
    return why.text[0] == 0 || th_fail(e, "rank %d: %s", rank, why.text);
}

/* What a lost rank sends of a task that another one has now is ignored. */
static bool take_message(struct coordinator *d, const struct rank_message *m, struct th_error *e) {
    struct bytes_reader r = bytes_reader_of(m->body.data, m->body.size);
    struct player *from = &d->player[m->from];
    if (read_u8(&r) != MESSAGE_CLASS) return true;
    const enum class_message which = (enum class_message)read_u32(&r);
    const uint64_t task = read_u64(&r);
    const bool current = from->pairing >= 0 && from->task == task;
    d->heard = from->heard = clock_seconds();
    if (which == CLASS_BLOCK) return !current || take_block(d, from, &r, e);
    return which != CLASS_DONE || take_done(from, m->from, current, &r, e);
}

static bool check_lost(struct coordinator *d, struct th_error *e) {
    const double now = clock_seconds();
    for (int rank = 1; rank < rank_count(); rank++)
        if (d->player[rank].pairing >= 0 && now - d->player[rank].heard > TIMEOUT)
            d->player[rank].pairing = -1;
    return now - d->heard <= TIMEOUT ||
           th_fail(e,
                   "no other rank of the MPI job has answered for %g s; the same command goes on",
                   TIMEOUT);
}

static bool is_over(struct coordinator *d) {
    for (int rank = 1; rank < rank_count(); rank++)
        if (d->player[rank].pairing >= 0) return false;
    if (d->class->set.disqualify > 0) class_judge(d->class);
    return next_pairing(d) < 0;
}

static bool receive_all(struct coordinator *d, int *idle, struct th_error *e) {
    struct rank_message m;
    bool ok = true;
    while (ok && rank_receive(&m)) {
        ok = take_message(d, &m, e);
        free(m.body.data);
        *idle = 0;
    }
    return ok;
}

/* The others stay until the end of the program (series_leave). */
bool class_coordinate(struct classroom *c, struct th_error *e) {
    struct coordinator d = {.class = c, .heard = clock_seconds()};
    d.player = calloc((size_t)rank_count(), sizeof *d.player);
    bool ok = d.player != NULL || th_fail(e, "out of memory");
    for (int rank = 1; ok && rank < rank_count(); rank++)
        d.player[rank] = (struct player){.pairing = -1};
    for (int idle = 0; ok && !th_is_set(c->set.stop) && !is_over(&d); rank_sleep(idle++)) {
        ok = receive_all(&d, &idle, e) && check_lost(&d, e);
        if (ok) assign(&d);
    }
    for (int rank = 1; d.player != NULL && rank < rank_count(); rank++)
        if (d.player[rank].pairing >= 0) send_bare(rank, CLASS_DROP, d.player[rank].task);
    free(d.player);
    return ok;
}

/* ---- the others ---- */

/* A rank that plays: its thread adds blocks to `ready`, which the main thread sends. */
struct server {
    struct classroom class;
    struct class_bot bot[PAIRING_SIDES];
    struct pairing pairing;
    uint64_t task;
    pthread_t thread;
    bool plays, threaded;
    atomic_bool ended;
    th_flag stop;          /* of the task */
    struct th_error error; /* of the task; "": none */
    pthread_mutex_t mutex; /* protects `ready` */
    struct bytes *ready;
    int count;
};

static bool keep_ready(void *context, const struct class_db_block *block, struct th_error *e) {
    struct server *s = context;
    struct bytes b = begin_message(CLASS_BLOCK, s->task);
    add_block(&b, block);
    pthread_mutex_lock(&s->mutex);
    struct bytes *more = realloc(s->ready, ((size_t)s->count + 1) * sizeof *more);
    const bool ok = more != NULL && !b.failed;
    if (more != NULL) s->ready = more;
    if (ok) s->ready[s->count++] = b;
    pthread_mutex_unlock(&s->mutex);
    if (!ok) free(b.data);
    return ok || th_fail(e, "out of memory");
}

static void *play_task(void *argument) {
    struct server *s = argument;
    struct th_error e = {""};
    if (!class_play_pairing(&s->class, &s->pairing, keep_ready, s, &e) && !th_is_set(&s->stop))
        s->error = e;
    atomic_store(&s->ended, true);
    return NULL;
}

static void send_ready(struct server *s) {
    pthread_mutex_lock(&s->mutex);
    struct bytes *ready = s->ready;
    const int count = s->count;
    s->ready = NULL;
    s->count = 0;
    pthread_mutex_unlock(&s->mutex);
    for (int i = 0; i < count; i++) send_message(0, &ready[i]);
    free(ready);
}

static void end_task(struct server *s) {
    if (s->threaded) pthread_join(s->thread, NULL);
    send_ready(s);
    s->plays = false;
    send_done(s->task, s->error.text);
}

/* Without a thread, it is played at once. */
static void begin_task(struct server *s, uint64_t task, struct bytes_reader *r) {
    s->task = task;
    s->error.text[0] = 0;
    if (!read_task(r, &s->class, &s->pairing, &s->error)) {
        send_done(task, s->error.text);
        return;
    }
    s->plays = true;
    atomic_store(&s->ended, false);
    atomic_store(&s->stop, false);
    s->threaded = pthread_create(&s->thread, NULL, play_task, s) == 0;
    if (!s->threaded) play_task(s);
}

/* False if the first rank has nothing more to do. */
static bool hear(struct server *s, int *idle) {
    struct rank_message m;
    bool more = true;
    while (more && rank_receive(&m)) {
        struct bytes_reader r = bytes_reader_of(m.body.data, m.body.size);
        const enum message_kind kind = (enum message_kind)read_u8(&r);
        const enum class_message which = (enum class_message)read_u32(&r);
        const uint64_t task = read_u64(&r);
        if (kind == MESSAGE_CLASS && which == CLASS_TASK && !s->plays) begin_task(s, task, &r);
        if (kind == MESSAGE_CLASS && which == CLASS_DROP && s->plays && task == s->task)
            atomic_store(&s->stop, true);
        more = kind != MESSAGE_OVER;
        free(m.body.data);
        *idle = 0;
    }
    return more;
}

static void serve(struct server *s, const th_flag *stop) {
    double beat = clock_seconds();
    for (int idle = 0; hear(s, &idle); rank_sleep(idle++)) {
        if (th_is_set(stop)) atomic_store(&s->stop, true);
        if (s->plays) send_ready(s);
        if (s->plays && atomic_load(&s->ended)) end_task(s);
        if (clock_seconds() - beat < HEARTBEAT) continue;
        send_bare(0, CLASS_ALIVE, s->task);
        beat = clock_seconds();
    }
    atomic_store(&s->stop, true);
    if (s->plays && s->threaded) pthread_join(s->thread, NULL);
    for (int i = 0; i < s->count; i++) free(s->ready[i].data);
    free(s->ready);
}

bool class_serve(const struct class_settings *set, struct th_error *e) {
    struct server *s = calloc(1, sizeof *s);
    const struct child_limits limits = {.sandbox = set->sandbox, .folder = CHILD_NO_FOLDER};
    struct th_error why = {""};
    if (s == NULL) return th_fail(e, "out of memory");
    pthread_mutex_init(&s->mutex, NULL);
    s->class = (struct classroom){.set = *set, .bot = s->bot, .bots = PAIRING_SIDES};
    s->class.set.stop = &s->stop;
    s->class.seats = th_game_seats(set->game, &set->game_spec.options, e);
    const bool ok = s->class.seats > 1 && class_read_levels(&s->class, e);
    if (ok) {
        child_check(&limits, &why);
        send_done(0, why.text);
        serve(s, set->stop);
    }
    pthread_mutex_destroy(&s->mutex);
    free(s);
    return ok;
}
