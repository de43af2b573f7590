/* A third learner, of this file alone: the training run, model files, saved runs, ranks and reports
 * need nothing but its table. It learns to take the action at the place that its option names, a
 * little more often with every game. */
#include "cmocka_includes.h"
#include "core/facets.h"
#include "core/file.h"
#include "learn/train.h"
#include "learn/train_own.h"
#include "making.h"
#include "report/pages.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- the learner ---- */

struct habit {
    uint64_t seed, games, steps, place;
    uint64_t best; /* games after which it was best; 0: never */
    double best_score;
};

static void *habit_new(const struct learner_setup *setup, const struct th_options *options,
                       struct th_error *e) {
    struct habit *h = calloc(1, sizeof *h);
    if (h == NULL) th_fail(e, "there is no memory");
    if (h != NULL)
        *h = (struct habit){.seed = setup->seed,
                            .place = (uint64_t)th_options_number(options, "place"),
                            .best_score = -INFINITY};
    return h;
}

static void habit_play(void *self, const struct environment *environment, void *world,
                       uint64_t games) {
    struct habit *h = self;
    for (; games > 0; games--, h->games++) {
        struct environment_step step = {.done = !environment->reset(world, h->seed + h->games)};
        for (; !step.done; h->steps++) {
            bool legal[TH_LEGAL_MAX];
            int action = 0;
            environment->legal(world, legal);
            while (!legal[action]) action++;
            step = environment->step(world, action);
        }
    }
}

static int habit_choose(const void *self, enum learned which, const struct th_ask *ask) {
    const struct habit *h = self;
    const uint64_t games = which == LEARNED_BEST && h->best > 0 ? h->best : h->games;
    if (th_rng_below(ask->rng, 100) >= games) return (int)th_rng_below(ask->rng, (uint32_t)ask->n);
    return (int)(h->place % (uint64_t)ask->n);
}

static struct learner_progress habit_progress(const void *self) {
    const struct habit *h = self;
    return (struct learner_progress){
        .seed = h->seed, .games = h->games, .steps = h->steps, .best_score = h->best_score};
}

static json_t *habit_figures(void *self, bool reset) {
    (void)reset;
    return json_pack("{s:I}", "strength", (json_int_t)((const struct habit *)self)->games);
}

static void habit_set_best(void *self, double score, bool now) {
    struct habit *h = self;
    h->best_score = score;
    if (now) h->best = h->games;
}

static void habit_store(const void *self, struct bytes *out) {
    bytes_add(out, self, sizeof(struct habit));
}

static void *habit_restore(struct bytes_reader *in, struct th_error *e) {
    struct habit *h = calloc(1, sizeof *h);
    const uint8_t *bytes = read_bytes(in, sizeof *h);
    if (bytes == NULL || h == NULL) {
        free(h);
        th_fail(e, "it is damaged: there is no habit in it");
        return NULL;
    }
    memcpy(h, bytes, sizeof *h);
    return h;
}

static const struct th_option habit_options[] = {
    {"place", TH_INTEGER, 0, 100, "0", NULL, "of the action that it takes"},
    {0},
};

static const struct learner habit_learner = {
    .name = "habit",
    .summary = "always the same",
    .options = habit_options,
    .figure_names = (const char *const[]){"strength", NULL},
    .new = habit_new,
    .drop = free,
    .play = habit_play,
    .choose = habit_choose,
    .progress = habit_progress,
    .figures = habit_figures,
    .set_best = habit_set_best,
    .store = habit_store,
    .restore = habit_restore,
};

/* ---- plans ---- */

static const atomic_bool never;

static void no_progress(void *context, const struct train_run *run, bool evaluated) {
    (void)context, (void)run, (void)evaluated;
}

static void no_remote_progress(void *context, int number, uint64_t games, uint64_t updates) {
    (void)context, (void)number, (void)games, (void)updates;
}

static struct train_plan plan_for(const struct learner *learner, const char *game,
                                  const char *opponents, uint64_t games) {
    struct th_error e = {""};
    struct train_plan plan = {.learner = learner,
                              .seed = 7,
                              .games = games,
                              .evaluate_every = 20,
                              .evaluate_games = 20,
                              .final_games = 40,
                              .stop = &never,
                              .progress = no_progress,
                              .remote_progress = no_remote_progress};
    th_options_init(&plan.options, learner->options);
    plan.game = th_game_find(game, &plan.game_spec, &e);
    plan.observations = th_game_observations(plan.game, &plan.game_spec.options, &e);
    if (!train_read_opponents(&plan, opponents, &e)) fail_msg("%s", e.text);
    if (plan.judges.count == 0 && !bot_list_read(&plan.judges, plan.game, "random", true, &e))
        fail_msg("%s", e.text);
    return plan;
}

static struct train_plan plan_of(const struct learner *learner, uint64_t games) {
    return plan_for(learner, "kittens", "v1,random", games);
}

/* Games of more seats, and opponents. */
static const char *const more_seats[][2] = {{"cantstop:players=3", "random,max-rolls:n=2"},
                                            {"cantstop:players=4", "random"},
                                            {"cantstop:players=4", "self"}};
enum { MORE_SEATS = sizeof more_seats / sizeof *more_seats };

/* The report without what depends on the clock and on the file. */
static json_t *report(const struct train_plan *plan, const struct train_run runs[], int count) {
    json_t *all = train_json(plan, runs, count), *seed;
    size_t i;
    json_array_foreach(json_object_get(all, "seeds"), i, seed) {
        json_object_del(seed, "train_seconds");
        json_object_del(seed, "evaluate_seconds");
        json_object_del(seed, "file");
    }
    return all;
}

static void make_runs(struct train_run runs[], int count, const struct train_plan *plan,
                      const char *path) {
    struct th_error e = {""};
    for (int i = 0; i < count; i++)
        if (!train_new(&runs[i], plan, (uint64_t)i, path, &e)) fail_msg("%s", e.text);
}

static void drop_runs(struct train_run runs[], int count) {
    for (int i = 0; i < count; i++) train_drop(&runs[i]);
}

static json_t *train_here(const struct train_plan *plan, int count, int threads) {
    struct train_run runs[4];
    make_runs(runs, count, plan, NULL);
    train_together(runs, count, threads);
    json_t *found = report(plan, runs, count);
    drop_runs(runs, count);
    return found;
}

/* ---- files ---- */

static char directory[] = "/tmp/tahur-learner-XXXXXX";

static const char *path(const char *name) {
    static char out[4][100];
    static int next;
    next = (next + 1) % 4;
    snprintf(out[next], sizeof out[next], "%s/%s", directory, name);
    return out[next];
}

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) == NULL;
}

static int drop_directory(void **state) {
    (void)state;
    static const char *const names[] = {"whole", "half", "both", "page"};
    for (int i = 0; i < 4; i++) unlink(path(names[i]));
    return rmdir(directory);
}

static void assert_same_file(const char *a, const char *b) {
    struct th_error e = {""};
    size_t size[2];
    uint8_t *data[2] = {file_read(a, &size[0], &e), file_read(b, &size[1], &e)};
    assert_true(data[0] != NULL && data[1] != NULL && size[0] == size[1]);
    assert_memory_equal(data[0], data[1], size[0]);
    free(data[0]);
    free(data[1]);
}

/* ---- tests ---- */

static void every_listed_learner_has_what_a_training_needs(void **state) {
    (void)state;
    for (int i = 0; i < LEARNER_COUNT; i++) {
        const struct learner *l = learners[i];
        assert_string_equal(l->name, learner_names[i]);
        assert_true(l->summary != NULL && l->figure_names != NULL && l->new != NULL);
        assert_true(l->drop != NULL && l->play != NULL && l->choose != NULL);
        assert_true(l->progress != NULL && l->figures != NULL);
        assert_int_equal(l->store != NULL, !l->reference);
        assert_int_equal(l->restore != NULL, !l->reference);
        assert_int_equal(l->set_best != NULL, !l->reference);
        assert_int_equal(l->finite != NULL, l->diverge != NULL);
        assert_true(!l->reference || l->status != NULL);
    }
    assert_null(learner_names[LEARNER_COUNT]);
}

static void the_default_bots_of_every_game_can_be_made(void **state) {
    (void)state;
    struct th_error e = {""};
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_game *game = th_game_at(i);
        const char *const lists[] = {learning_of(game)->opponents,
                                     learning_of(game)->evaluate_against};
        for (int k = 0; k < 2; k++) {
            struct bot_list bots = {0};
            if (lists[k] != NULL && !bot_list_read(&bots, game, lists[k], true, &e))
                fail_msg("%s: %s", game->name, e.text);
        }
    }
}

static void it_is_trained_evaluated_and_reported(void **state) {
    (void)state;
    const struct train_plan plan = plan_of(&habit_learner, 50);
    json_t *found = train_here(&plan, 2, 1), *again = train_here(&plan, 2, 2);
    assert_true(json_equal(found, again));
    assert_string_equal(json_string_value(json_object_get(found, "method")), "habit");
    const json_t *seed = json_array_get(json_object_get(found, "seeds"), 1);
    const json_t *points = json_object_get(seed, "points");
    assert_int_equal(json_integer_value(json_object_get(seed, "seed")), 8);
    assert_int_equal(json_array_size(points), 3); /* after 20, 40, and at the end */
    const json_t *last = json_array_get(points, 2);
    assert_int_equal(json_integer_value(json_object_get(last, "strength")), 50);
    assert_int_equal(json_object_size(json_object_get(seed, "final")), 2);
    json_decref(found);
    json_decref(again);
}

static void with_more_seats_it_is_trained_evaluated_and_reported(void **state) {
    (void)state;
    for (int i = 0; i < MORE_SEATS; i++) {
        const struct train_plan plan =
            plan_for(&habit_learner, more_seats[i][0], more_seats[i][1], 30);
        const int seats = more_seats[i][0][strlen("cantstop:players=")] - '0';
        json_t *found = train_here(&plan, 2, 1), *again = train_here(&plan, 2, 2), *final;
        const char *judge;
        assert_true(json_equal(found, again));
        assert_int_equal(json_integer_value(json_object_get(found, "seats")), seats);
        assert_true(json_number_value(json_object_get(found, "fair_share")) == 1.0 / seats);
        const json_t *seed = json_array_get(json_object_get(found, "seeds"), 0);
        json_object_foreach(json_object_get(seed, "final"), judge, final) {
            const json_t *by_seat = json_object_get(final, "wins_by_seat");
            json_int_t sum = 0;
            assert_int_equal(json_array_size(by_seat), seats);
            for (int s = 0; s < seats; s++)
                sum += json_integer_value(json_array_get(by_seat, (size_t)s));
            assert_int_equal(sum, json_integer_value(json_object_get(final, "wins")));
        }
        json_decref(found);
        json_decref(again);
    }
}

static void goes_on_from_its_file(const char *game, const char *opponents) {
    struct th_error e = {""};
    const struct train_plan whole = plan_for(&habit_learner, game, opponents, 60),
                            half = plan_for(&habit_learner, game, opponents, 30);
    struct train_plan rest = plan_for(&habit_learner, game, opponents, 30);
    struct train_run run;
    make_runs(&run, 1, &whole, path("whole"));
    train_all(&run);
    train_drop(&run);
    make_runs(&run, 1, &half, path("half"));
    train_all(&run);
    train_drop(&run);
    memset(&rest.opponents, 0, sizeof rest.opponents); /* they are in the file */
    if (!train_resume(&run, &rest, path("half"), NULL, path("both"), &e)) fail_msg("%s", e.text);
    train_all(&run);
    assert_false(run.failed);
    train_drop(&run);
    assert_same_file(path("whole"), path("both"));
}

static void it_goes_on_from_its_file(void **state) {
    (void)state;
    goes_on_from_its_file("kittens", "v1,random");
    for (int i = 0; i < MORE_SEATS; i++) goes_on_from_its_file(more_seats[i][0], more_seats[i][1]);
}

static void its_file_is_not_taken_for_another_kind(void **state) {
    (void)state;
    struct th_error e = {""};
    const struct train_plan plan = plan_of(&habit_learner, 20);
    struct train_plan dqn = plan_of(&dqn_learner, 20);
    struct train_run run;
    struct model m;
    make_runs(&run, 1, &plan, path("whole"));
    train_all(&run);
    train_drop(&run);
    assert_true(model_read(&m, path("whole"), &e));
    assert_string_equal(m.kind, "habit");
    model_drop(&m);
    assert_false(model_read_network(&m, path("whole"), &e));
    assert_non_null(strstr(e.text, "it is a model of kind “habit”, which has no network"));
    assert_false(train_resume(&run, &dqn, path("whole"), NULL, NULL, &e));
    assert_non_null(strstr(e.text, "it is a model of kind “habit”, not of kind “dqn”"));
    struct train_plan other = plan_of(&habit_learner, 20);
    assert_false(train_resume(&run, &other, "models/kittens.model", NULL, NULL, &e));
    assert_non_null(strstr(e.text, "it is a model of kind “dqn”, not of kind “habit”"));
}

/* A database of one row for each seed, that can be written so many times. */
struct shelf {
    struct train_saved row[4];
    int saves_left;
};

static bool shelf_load(void *context, uint64_t seed, struct train_saved *saved,
                       struct th_error *e) {
    const struct train_saved *row = &((struct shelf *)context)->row[seed - 7];
    (void)e;
    *saved = *row;
    saved->model = (struct bytes){0};
    bytes_add(&saved->model, row->model.data, row->model.size);
    return true;
}

static bool shelf_save(void *context, uint64_t seed, const struct train_saved *saved,
                       struct th_error *e) {
    struct shelf *shelf = context;
    struct train_saved *row = &shelf->row[seed - 7];
    if (shelf->saves_left-- == 0) return th_fail(e, "the shelf is full");
    free(row->model.data);
    *row = *saved;
    row->model = (struct bytes){0};
    bytes_add(&row->model, saved->model.data, saved->model.size);
    return true;
}

static void goes_on_from_a_saved_run(const char *game, const char *opponents) {
    struct shelf shelf = {.saves_left = 2};
    const struct train_store store = {.context = &shelf, .load = shelf_load, .save = shelf_save};
    struct train_plan plan = plan_for(&habit_learner, game, opponents, 70);
    json_t *wanted = train_here(&plan, 1, 1);
    struct train_run run;
    struct th_error e;
    plan.store = &store;
    plan.save = train_save_in_store;
    plan.save_context = (void *)(uintptr_t)&store;
    make_runs(&run, 1, &plan, NULL);
    train_all(&run);
    assert_true(run.save_failed); /* after 60 games; what was saved is the training after 40 */
    assert_string_equal(run.save_error.text, "the shelf is full");
    assert_int_equal(shelf.row[0].games, 40);
    train_drop(&run);
    shelf.saves_left = 10;
    json_t *first = train_here(&plan, 1, 1), *second = train_here(&plan, 1, 1);
    assert_true(json_equal(first, wanted));
    assert_true(json_equal(second, wanted)); /* finished: it is reported, not played */
    shelf.row[0].games++;
    assert_false(train_new(&run, &plan, 0, NULL, &e));
    assert_non_null(strstr(e.text, "seed 7 of the run cannot continue"));
    json_decref(wanted);
    json_decref(first);
    json_decref(second);
    free(shelf.row[0].model.data);
}

static void it_goes_on_from_a_saved_run(void **state) {
    (void)state;
    goes_on_from_a_saved_run("kittens", "v1,random");
    for (int i = 0; i < MORE_SEATS; i++)
        goes_on_from_a_saved_run(more_seats[i][0], more_seats[i][1]);
}

/* Two ranks as two threads: the messages to each. */
static struct mailbox {
    pthread_mutex_t lock;
    struct bytes message[64];
    int first, count;
} mailbox[2] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};

static void post(int to, const struct bytes *message) {
    struct mailbox *m = &mailbox[to];
    struct bytes copy = {0};
    bytes_add(&copy, message->data, message->size);
    pthread_mutex_lock(&m->lock);
    if (m->count == 64) abort();
    m->message[(m->first + m->count++) % 64] = copy;
    pthread_mutex_unlock(&m->lock);
}

static bool fetch(int own, int *from, struct bytes *message) {
    struct mailbox *m = &mailbox[own];
    pthread_mutex_lock(&m->lock);
    const bool any = m->count > 0;
    if (any) {
        *from = 1 - own;
        *message = m->message[m->first];
        m->first = (m->first + 1) % 64;
        m->count--;
    }
    pthread_mutex_unlock(&m->lock);
    return any;
}

static bool fetch_0(int *from, struct bytes *message) {
    return fetch(0, from, message);
}

static bool fetch_1(int *from, struct bytes *message) {
    return fetch(1, from, message);
}

static void nap(int idle) {
    (void)idle;
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static void *work(void *argument) {
    const struct train_transport transport = {
        .own = 1, .count = 2, .send = post, .receive = fetch_1, .pause = nap};
    struct train_plan plan = plan_of(&habit_learner, 50);
    struct th_error e;
    *(bool *)argument = train_worker(&plan, &transport, true, &e);
    return NULL;
}

static void ranks_find_the_same(void **state) {
    (void)state;
    const struct train_transport transport = {
        .own = 0, .count = 2, .send = post, .receive = fetch_0, .pause = nap};
    const struct train_plan plan = plan_of(&habit_learner, 50);
    json_t *wanted = train_here(&plan, 3, 1);
    struct train_run runs[3];
    pthread_t worker;
    bool worked = false;
    make_runs(runs, 3, &plan, NULL);
    assert_int_equal(pthread_create(&worker, NULL, work, &worked), 0);
    train_coordinate(&plan, &transport, runs, 3);
    pthread_join(worker, NULL);
    json_t *found = report(&plan, runs, 3);
    assert_true(worked);
    assert_true(json_equal(found, wanted));
    json_decref(found);
    json_decref(wanted);
    drop_runs(runs, 3);
}

static void its_page_shows_its_curves(void **state) {
    (void)state;
    struct th_error e = {""};
    const struct train_plan plan = plan_of(&habit_learner, 40);
    const char *const judges[] = {train_judge(&plan, 0), train_judge(&plan, 1)};
    json_t *found = train_here(&plan, 2, 1);
    const struct training_page page = {
        .training = found, .judge = judges, .judges = 2, .final_games = plan.final_games};
    if (!training_page_write(path("page"), &page, &e)) fail_msg("%s", e.text);
    char *text = file_read_text(path("page"), &e);
    assert_non_null(strstr(text, "<td>habit</td>"));
    assert_non_null(strstr(text, "<polyline"));
    assert_non_null(strstr(text, "v1"));
    assert_null(strstr(text, "fair share"));
    free(text);
    json_decref(found);
}

static void its_page_shows_the_fair_share_of_more_seats(void **state) {
    (void)state;
    struct th_error e = {""};
    const struct train_plan plan = plan_for(&habit_learner, "cantstop:players=4", "random", 40);
    const char *const judges[] = {"random"};
    json_t *found = train_here(&plan, 1, 1);
    const struct training_page page = {
        .training = found, .judge = judges, .judges = 1, .final_games = plan.final_games};
    if (!training_page_write(path("page"), &page, &e)) fail_msg("%s", e.text);
    char *text = file_read_text(path("page"), &e);
    assert_non_null(strstr(text, "With 4 seats, equal players win 25.00 % each: the fair share."));
    assert_non_null(strstr(text, ">fair share</text>")); /* a line in the chart */
    free(text);
    json_decref(found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_listed_learner_has_what_a_training_needs),
        cmocka_unit_test(the_default_bots_of_every_game_can_be_made),
        cmocka_unit_test(it_is_trained_evaluated_and_reported),
        cmocka_unit_test(with_more_seats_it_is_trained_evaluated_and_reported),
        cmocka_unit_test(it_goes_on_from_its_file),
        cmocka_unit_test(its_file_is_not_taken_for_another_kind),
        cmocka_unit_test(it_goes_on_from_a_saved_run),
        cmocka_unit_test(ranks_find_the_same),
        cmocka_unit_test(its_page_shows_its_curves),
        cmocka_unit_test(its_page_shows_the_fair_share_of_more_seats),
    };
    return cmocka_run_group_tests(tests, make_directory, drop_directory);
}
