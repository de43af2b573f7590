/* Messages between the ranks of an MPI job: how they go, and those of a series. */
#include "ranks.h"

#include "series_exec.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct ranks job = {.count = 1};
static int left;

void ranks_join(struct ranks ranks) {
    job = ranks;
}

int rank_own(void) {
    return job.own;
}

int rank_count(void) {
    return job.count;
}

void rank_send(int to, const struct bytes *body) {
    if (job.send != NULL) job.send(to, body);
}

bool rank_receive(struct rank_message *m) {
    while (job.receive != NULL && job.receive(m)) {
        if (m->body.size == 0 || m->body.data[0] != MESSAGE_LEAVE) return true;
        left++;
        free(m->body.data);
    }
    return false;
}

int ranks_left(void) {
    return left;
}

void rank_sleep(int idle) {
    const long microseconds = idle < 20 ? 20 : idle < 200 ? 100 : 1000;
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

/* ---- messages of a series (series_exec.h) ---- */

static void add_header(struct bytes *b, enum message_kind kind, uint32_t series, uint64_t block) {
    bytes_u8(b, (uint8_t)kind);
    bytes_u32(b, series);
    bytes_u64(b, block);
}

struct series_header series_message_header(struct bytes_reader *r) {
    struct series_header h;
    h.kind = (enum message_kind)read_u8(r);
    h.series = read_u32(r);
    h.block = read_u64(r);
    return h;
}

void series_message_send(int to, enum message_kind kind, uint32_t series, uint64_t block) {
    struct bytes b = {0};
    add_header(&b, kind, series, block);
    rank_send(to, &b);
    free(b.data);
}

bool series_message_next(struct series_message *l) {
    while (rank_receive(&l->message)) {
        const struct bytes *body = &l->message.body;
        l->rest = bytes_reader_of(body->data, body->size);
        l->header = series_message_header(&l->rest);
        if (!l->rest.failed) return true;
        free(body->data);
    }
    return false;
}

/* ---- results as bytes ---- */

void message_add_text(struct bytes *b, const char *text) {
    bytes_u32(b, (uint32_t)strlen(text));
    bytes_add(b, text, strlen(text));
}

void message_read_text(struct bytes_reader *from, char *out, size_t size) {
    const uint32_t length = read_u32(from);
    const char *text = (const char *)read_bytes(from, length);
    snprintf(out, size, "%.*s", text != NULL ? (int)length : 0, text != NULL ? text : "");
}

void message_add_fault(struct bytes *b, const struct fault *fault) {
    bytes_u8(b, fault != NULL);
    if (fault == NULL) return;
    bytes_u8(b, (uint8_t)-fault->fault);
    message_add_text(b, fault->what);
    message_add_text(b, fault->stderr_text);
}

struct fault *message_read_fault(struct bytes_reader *from) {
    struct fault fault;
    if (read_u8(from) == 0) return NULL;
    fault.fault = (enum th_fault) - (int)read_u8(from);
    message_read_text(from, fault.what, sizeof fault.what);
    message_read_text(from, fault.stderr_text, sizeof fault.stderr_text);
    struct fault *made = malloc(sizeof *made);
    if (made != NULL) *made = fault;
    return made;
}

void message_add_result(struct bytes *b, const struct match_result *r, int seats,
                        const struct bytes *tape) {
    bytes_u64(b, r->digest);
    bytes_u8(b, (uint8_t)r->end);
    bytes_u8(b, r->varied);
    bytes_u8(b, (uint8_t)-r->fault);
    bytes_u8(b, (uint8_t)r->fault_seat);
    bytes_varint(b, r->turns);
    bytes_varint(b, r->plies);
    for (int i = 0; i < seats; i++) {
        bytes_f64(b, r->payoff[i]);
        for (int k = 0; k < TH_COUNTERS_MAX; k++) bytes_varint(b, r->counters[i][k]);
    }
    bytes_u8(b, r->measured);
    if (r->measured) bytes_u32(b, r->work);
    for (int i = 0; r->measured && i < seats; i++) bytes_f64(b, r->luck[i]);
    if (tape == NULL) return;
    bytes_u32(b, (uint32_t)tape->size);
    bytes_add(b, tape->data, tape->size);
}

void message_read_result(struct bytes_reader *from, struct match_result *r, int seats, bool taped,
                         struct bytes *tape) {
    memset(r, 0, sizeof *r);
    r->digest = read_u64(from);
    r->end = (enum match_end)read_u8(from);
    r->varied = read_u8(from) != 0;
    r->fault = (enum th_fault) - (int)read_u8(from);
    r->fault_seat = read_u8(from);
    r->turns = read_varint(from);
    r->plies = read_varint(from);
    for (int i = 0; i < seats; i++) {
        r->payoff[i] = read_f64(from);
        for (int k = 0; k < TH_COUNTERS_MAX; k++) r->counters[i][k] = read_varint(from);
    }
    r->measured = read_u8(from) != 0;
    if (r->measured) r->work = read_u32(from);
    for (int i = 0; r->measured && i < seats; i++) r->luck[i] = read_f64(from);
    if (!taped) return;
    const uint32_t size = read_u32(from);
    const uint8_t *data = read_bytes(from, size);
    if (tape == NULL) return;
    tape->size = 0;
    if (data != NULL) bytes_add(tape, data, size);
}

void message_add_pace(struct bytes *b, const struct pace *p) {
    bytes_u64(b, p->answers);
    bytes_u64(b, (uint64_t)p->total);
    bytes_u64(b, (uint64_t)p->worst);
    for (uint32_t k = 0; k < PACE_STEPS; k++) {
        if (p->step[k] == 0) continue;
        bytes_varint(b, k + 1);
        bytes_varint(b, p->step[k]);
    }
    bytes_varint(b, 0);
}

void message_read_pace(struct bytes_reader *r, struct pace *out) {
    *out = (struct pace){.answers = read_u64(r)};
    out->total = (int64_t)read_u64(r);
    out->worst = (int64_t)read_u64(r);
    for (uint32_t k = read_varint(r); k > 0 && k <= PACE_STEPS; k = read_varint(r))
        out->step[k - 1] = read_varint(r);
}

/* How long answers took since the last report. */
static void add_pace(struct bytes *b, struct worker *w) {
    for (int i = 0; i < w->exec->plan->bots; i++) {
        const struct pace p = pace_since(&w->pace[i], &w->reported[i]);
        message_add_pace(b, &p);
        w->reported[i] = w->pace[i];
    }
}

void series_message_send_pace(struct worker *w, uint32_t series) {
    struct bytes b = {0};
    add_header(&b, MESSAGE_PACE, series, 0);
    add_pace(&b, w);
    rank_send(0, &b);
    free(b.data);
}

void series_message_take_pace(struct series_exec *exec, struct bytes_reader *r) {
    for (int i = 0; i < exec->plan->bots && !r->failed; i++) {
        struct pace p;
        message_read_pace(r, &p);
        if (!r->failed) pace_join(&exec->pace[i], &p);
    }
}

/* ---- spans and their games ---- */

void series_message_send_span(const struct series_exec *exec, int to, uint32_t series,
                              struct span span, int played) {
    const struct fault_log *log = exec->series->faults;
    struct bytes b = {0};
    add_header(&b, MESSAGE_SPAN, series, span.first);
    bytes_u32(&b, (uint32_t)span.blocks);
    bytes_u32(&b, (uint32_t)played);
    bytes_u8(&b, exec_measures(exec));
    for (int i = 0; log != NULL && i < log->bots; i++) bytes_u8(&b, atomic_load(&log->state[i]));
    rank_send(to, &b);
    free(b.data);
}

struct span series_message_take_span(const struct series_exec *exec, struct series_header h,
                                     struct bytes_reader *r, int *played) {
    const struct span span = {.first = h.block, .blocks = (int)read_u32(r)};
    struct fault_log *log = exec->series->faults;
    *played = (int)read_u32(r);
    const bool measure = read_u8(r) != 0;
    if (exec->series->measure != NULL) atomic_store(exec->series->measure, measure);
    for (int i = 0; log != NULL && i < log->bots; i++) atomic_store(&log->state[i], read_u8(r));
    return span;
}

/* Where the place of a game of a span is, and which game of its block it is. */
static struct place *place_of(const struct series_exec *exec, uint64_t first, int game, int *at) {
    const int size = plan_block_games(exec->plan);
    *at = game % size;
    return exec_place(exec, first + (uint64_t)(game / size));
}

static int finished_from(const struct series_exec *exec, struct span span, int from) {
    const int all = span.blocks * plan_block_games(exec->plan);
    int game = from, at;
    for (; game < all; game++) {
        const struct place *p = place_of(exec, span.first, game, &at);
        if (at < p->games && at >= atomic_load_explicit(&p->played, memory_order_acquire)) break;
    }
    return game;
}

int series_message_send_games(struct worker *w, enum message_kind kind, uint32_t series,
                              struct span span, int from) {
    const struct series_exec *exec = w->exec;
    const int to = finished_from(exec, span, from);
    struct bytes b = {0};
    if (to == from && kind == MESSAGE_GAMES) return to;
    add_header(&b, kind, series, span.first);
    bytes_u32(&b, (uint32_t)from);
    bytes_u32(&b, (uint32_t)to);
    for (int game = from, at; game < to; game++) {
        const struct place *p = place_of(exec, span.first, game, &at);
        if (at >= p->games) continue; /* the last block may have fewer */
        message_add_result(&b, &p->result[at], exec->plan->seats,
                           p->tape != NULL ? &p->tape[at] : NULL);
        if (p->fault != NULL) message_add_fault(&b, p->fault[at]);
    }
    if (kind == MESSAGE_RESULTS) {
        add_pace(&b, w);
        message_add_text(&b, w->why.text);
    }
    rank_send(0, &b);
    free(b.data);
    return to;
}

/* One game, into its place if it is the next there. */
static void take_game(struct series_exec *exec, struct bytes_reader *r, uint64_t block, int at,
                      uint64_t except) {
    struct place *p = exec_place(exec, block);
    struct match_result unwanted;
    const bool taped = p->tape != NULL;
    const bool next = block != except && block >= exec->count && block < exec->opened && !p->kept &&
                      at == atomic_load_explicit(&p->played, memory_order_relaxed);
    message_read_result(r, next ? &p->result[at] : &unwanted, exec->plan->seats, taped,
                        next && taped ? &p->tape[at] : NULL);
    struct fault *details = p->fault != NULL ? message_read_fault(r) : NULL;
    if (next && p->fault != NULL)
        place_set_fault(p, at, details);
    else
        free(details);
    if (next && !r->failed) atomic_store_explicit(&p->played, at + 1, memory_order_relaxed);
}

static void take_shortage(struct series_exec *exec, struct bytes_reader *r) {
    struct th_error why;
    message_read_text(r, why.text, sizeof why.text);
    exec_note_shortage(exec, &why);
}

void series_message_take_games(struct series_exec *exec, const struct series_message *l,
                               uint64_t except) {
    struct bytes_reader r = l->rest;
    const int size = plan_block_games(exec->plan);
    const uint64_t last = exec->blocks - 1;
    const uint32_t from = read_u32(&r), to = read_u32(&r);
    for (uint32_t game = from; game < to && !r.failed; game++) {
        const uint64_t block = l->header.block + game / (uint32_t)size;
        const int at = (int)(game % (uint32_t)size);
        if (block > last) return;
        if (at < plan_block_at(exec->plan, exec->first + block, NULL).games)
            take_game(exec, &r, block, at, except);
    }
    if (l->header.kind != MESSAGE_RESULTS) return;
    series_message_take_pace(exec, &r);
    take_shortage(exec, &r);
}
