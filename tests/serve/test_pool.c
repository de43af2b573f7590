/* Threads that think: a question gives way when another client waits. Times are made up, so that
 * nothing depends on how fast a thread is. */
#include "cmocka_includes.h"
#include "core/clock.h"
#include "serve/limits.h"
#include "serve/pool.h"
#include <math.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct pool pool;

struct thought {
    struct job job;
    bool begun, done;
    bool at_once; /* the work needs no time */
    bool gives_way;
};

static void started(struct job *job) {
    ((struct thought *)job)->begun = true;
    pthread_cond_broadcast(&changed);
}

/* Runs until it is stopped. */
static void work(struct job *job) {
    const struct thought *t = (struct thought *)job;
    while (!t->at_once && !atomic_load(&job->stop)) {
        if (t->gives_way) pool_yield(&pool, job);
        const struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
}

static void done(struct job *job) {
    ((struct thought *)job)->done = true;
    pthread_cond_broadcast(&changed);
}

static void add(struct thought *t, uint64_t client, bool question) {
    t->job = (struct job){.client = client,
                          .question = question,
                          .seconds = LIMIT_QUESTION_SECONDS,
                          .started = started,
                          .work = work,
                          .done = done};
    pool_add(&pool, &t->job);
}

static void await(const bool *what) {
    while (!*what) pthread_cond_wait(&changed, &lock);
}

static int open_pool(void **state) {
    struct th_error e;
    (void)state;
    return pool_open(&pool, 1, &lock, &e) ? 0 : -1;
}

static int close_pool(void **state) {
    (void)state;
    pool_close(&pool);
    return 0;
}

static void a_question_gives_way_to_another_client(void **state) {
    struct thought first = {.begun = false}, own = {.at_once = true}, other = {.at_once = true};
    (void)state;
    pthread_mutex_lock(&lock);
    add(&first, 1, true);
    await(&first.begun);
    const double begun = first.job.begun;
    add(&own, 1, true);
    pool_stop_overdue(&pool, begun + LIMIT_SLICE_SECONDS + 1); /* only its own client waits */
    assert_false(atomic_load(&first.job.stop));
    add(&other, 2, true);
    const double next = pool_stop_overdue(&pool, begun + LIMIT_SLICE_SECONDS - 0.5);
    assert_false(atomic_load(&first.job.stop));
    assert_true(fabs(next - begun - LIMIT_SLICE_SECONDS) < 0.001);
    pool_stop_overdue(&pool, begun + LIMIT_SLICE_SECONDS + 0.001);
    assert_true(atomic_load(&first.job.stop));
    await(&other.done);
    assert_true(first.done);
    await(&own.done);
    pthread_mutex_unlock(&lock);
}

static void a_bots_move_does_not_give_way(void **state) {
    struct thought move = {.begun = false}, other = {.at_once = true};
    (void)state;
    pthread_mutex_lock(&lock);
    add(&move, 1, false);
    await(&move.begun);
    add(&other, 2, true);
    pool_stop_overdue(&pool, move.job.begun + LIMIT_SLICE_SECONDS + 1);
    assert_false(atomic_load(&move.job.stop));
    atomic_store(&move.job.stop, true);
    await(&other.done);
    pthread_mutex_unlock(&lock);
}

/* The worker of a lengthy job runs the waiting jobs, and then continues. */
static void a_review_lets_others_pass_and_goes_on(void **state) {
    struct thought review = {.gives_way = true},
                   other[3] = {{.at_once = true}, {.at_once = true}, {.at_once = true}};
    (void)state;
    pthread_mutex_lock(&lock);
    add(&review, 1, true);
    review.job.lengthy = true;
    review.job.seconds = LIMIT_REVIEW_SECONDS;
    await(&review.begun);
    for (int i = 0; i < 3; i++) add(&other[i], (uint64_t)i, i > 0); /* a move, two questions */
    pool_stop_overdue(&pool, review.job.begun + LIMIT_SLICE_SECONDS + 1);
    for (int i = 0; i < 3; i++) await(&other[i].done);
    assert_false(atomic_load(&review.job.stop));
    assert_false(review.done);
    atomic_store(&review.job.stop, true);
    await(&review.done);
    assert_int_equal(pool.busy, 0);
    pthread_mutex_unlock(&lock);
}

#define in_a_pool(test) cmocka_unit_test_setup_teardown(test, open_pool, close_pool)

int main(void) {
    const struct CMUnitTest tests[] = {
        in_a_pool(a_question_gives_way_to_another_client),
        in_a_pool(a_bots_move_does_not_give_way),
        in_a_pool(a_review_lets_others_pass_and_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
