#include "ranks.h"

#include <stdlib.h>
#include <time.h>

static struct ranks job = {.count = 1};
static int gone;

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
        if (m->body.size == 0 || m->body.data[0] != MESSAGE_BYE) return true;
        gone++;
        free(m->body.data);
    }
    return false;
}

int ranks_gone(void) {
    return gone;
}

void rank_doze(int idle) {
    const long microseconds = idle < 20 ? 20 : idle < 200 ? 100 : 1000;
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}
