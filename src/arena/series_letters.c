#include "series_letters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_header(struct bytes *b, enum message_kind kind, uint32_t series, uint64_t chunk) {
    bytes_u8(b, (uint8_t)kind);
    bytes_u32(b, series);
    bytes_u64(b, chunk);
}

struct series_header series_letter_header(struct bytes_reader *r) {
    struct series_header h;
    h.kind = (enum message_kind)read_u8(r);
    h.series = read_u32(r);
    h.chunk = read_u64(r);
    return h;
}

void series_letter_send(int to, enum message_kind kind, uint32_t series, uint64_t chunk) {
    struct bytes b = {0};
    add_header(&b, kind, series, chunk);
    rank_send(to, &b);
    free(b.data);
}

bool series_letter_next(struct series_letter *l) {
    while (rank_receive(&l->message)) {
        const struct bytes *body = &l->message.body;
        l->rest = (struct bytes_reader){.at = body->data, .end = body->data + body->size};
        l->header = series_letter_header(&l->rest);
        if (!l->rest.failed) return true;
        free(body->data);
    }
    return false;
}

/* ---- results as bytes ---- */

static void add_result(struct bytes *b, const struct match_result *r, int seats,
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
    if (tape == NULL) return;
    bytes_u32(b, (uint32_t)tape->size);
    bytes_add(b, tape->data, tape->size);
}

static void read_result(struct bytes_reader *from, struct match_result *r, int seats,
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
    if (tape == NULL) return;
    const uint32_t size = read_u32(from);
    const uint8_t *data = read_bytes(from, size);
    tape->size = 0;
    if (data != NULL) bytes_add(tape, data, size);
}

/* How long answers took: the steps that are not 0. */
void series_letter_send_pace(const struct run *run, uint32_t series) {
    struct bytes b = {0};
    add_header(&b, MESSAGE_PACE, series, 0);
    for (int i = 0; i < run->series->bots; i++) {
        const struct pace *p = &run->worker[0].pace[i];
        bytes_u64(&b, p->answers);
        bytes_u64(&b, (uint64_t)p->total);
        bytes_u64(&b, (uint64_t)p->worst);
        for (uint32_t k = 0; k < PACE_STEPS; k++) {
            if (p->step[k] == 0) continue;
            bytes_varint(&b, k + 1);
            bytes_varint(&b, p->step[k]);
        }
        bytes_varint(&b, 0);
    }
    rank_send(0, &b);
    free(b.data);
}

void series_letter_take_pace(struct run *run, struct bytes_reader *r) {
    for (int i = 0; i < run->series->bots && !r->failed; i++) {
        struct pace p = {.answers = read_u64(r)};
        p.total = (int64_t)read_u64(r);
        p.worst = (int64_t)read_u64(r);
        for (uint32_t k = read_varint(r); k > 0 && k <= PACE_STEPS; k = read_varint(r))
            p.step[k - 1] = read_varint(r);
        if (!r->failed) pace_join(&run->worker[0].pace[i], &p);
    }
}

static size_t games_of(const struct run *run, const struct chunk *c) {
    return (size_t)c->finished * (size_t)series_block_games(run->series);
}

void series_letter_send_results(const struct run *run, uint32_t series, uint64_t chunk,
                                const struct chunk *c) {
    struct bytes b = {0};
    add_header(&b, MESSAGE_RESULTS, series, chunk);
    const size_t why = strlen(c->why.text);
    bytes_u32(&b, (uint32_t)c->finished);
    bytes_u32(&b, (uint32_t)why);
    bytes_add(&b, c->why.text, why);
    for (size_t i = 0; i < games_of(run, c); i++)
        add_result(&b, &c->result[i], run->series->seats, c->tape != NULL ? &c->tape[i] : NULL);
    rank_send(0, &b);
    free(b.data);
}

void series_letter_take_results(struct bytes_reader *r, const struct run *run, uint64_t chunk,
                                struct chunk *c) {
    c->finished = (int)read_u32(r);
    if (c->finished < 0 || c->finished > run_chunk_blocks(run, chunk)) c->finished = 0;
    const uint32_t why = read_u32(r);
    const uint8_t *text = read_bytes(r, why);
    snprintf(c->why.text, sizeof c->why.text, "%.*s", text != NULL ? (int)why : 0,
             (const char *)text);
    for (size_t i = 0; i < games_of(run, c); i++)
        read_result(r, &c->result[i], run->series->seats, c->tape != NULL ? &c->tape[i] : NULL);
}
