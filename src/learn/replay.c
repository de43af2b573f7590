#include "replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t replay_bytes(int capacity, int observation, int actions) {
    const size_t step = 2 * (size_t)observation * sizeof(float) + (size_t)actions * sizeof(bool) +
                        sizeof(uint16_t) + sizeof(float) + sizeof(bool);
    return (size_t)capacity * step;
}

bool replay_make(struct replay *m, int capacity, int observation, int actions, struct th_error *e) {
    const size_t steps = (size_t)capacity;
    *m = (struct replay){.capacity = capacity, .observation = observation, .actions = actions};
    m->before = calloc(steps * (size_t)observation, sizeof *m->before);
    m->after = calloc(steps * (size_t)observation, sizeof *m->after);
    m->legal_after = calloc(steps * (size_t)actions, sizeof *m->legal_after);
    m->action = calloc(steps, sizeof *m->action);
    m->reward = calloc(steps, sizeof *m->reward);
    m->done = calloc(steps, sizeof *m->done);
    if (m->before != NULL && m->after != NULL && m->legal_after != NULL && m->action != NULL &&
        m->reward != NULL && m->done != NULL)
        return true;
    replay_drop(m);
    return th_fail(e, "there is no memory for %d steps to learn from", capacity);
}

void replay_drop(struct replay *m) {
    free(m->before);
    free(m->after);
    free(m->legal_after);
    free(m->action);
    free(m->reward);
    free(m->done);
    *m = (struct replay){0};
}

int replay_filled(const struct replay *m) {
    return m->added < (uint64_t)m->capacity ? (int)m->added : m->capacity;
}

void replay_add(struct replay *m, const struct replay_step *step) {
    assert(step->action >= 0 && step->action < m->actions);
    const size_t place = (size_t)(m->added++ % (uint64_t)m->capacity);
    const size_t observation = (size_t)m->observation, actions = (size_t)m->actions;
    memcpy(m->before + place * observation, step->before, observation * sizeof *m->before);
    if (!step->done) {
        memcpy(m->after + place * observation, step->after, observation * sizeof *m->after);
        memcpy(m->legal_after + place * actions, step->legal_after, actions * sizeof(bool));
    } else { /* so that what the network says of it is a number, which nobody uses */
        memset(m->after + place * observation, 0, observation * sizeof *m->after);
        memset(m->legal_after + place * actions, 0, actions * sizeof(bool));
    }
    m->action[place] = (uint16_t)step->action;
    m->reward[place] = step->reward;
    m->done[place] = step->done;
}

struct replay_step replay_at(const struct replay *m, int place) {
    assert(place >= 0 && place < replay_filled(m));
    const size_t at = (size_t)place;
    return (struct replay_step){
        .before = m->before + at * (size_t)m->observation,
        .after = m->after + at * (size_t)m->observation,
        .legal_after = m->legal_after + at * (size_t)m->actions,
        .action = m->action[at],
        .reward = m->reward[at],
        .done = m->done[at],
    };
}
