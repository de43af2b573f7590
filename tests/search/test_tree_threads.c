/* One tree, searched by several threads at the same time. */
#include "cmocka_includes.h"
#include "games/y/board.h"
#include "games/y/solve.h"
#include "scale.h"
#include "search/tree.h"
#include "tahur/registry.h"
#include <pthread.h>
#include <string.h>

enum { THREADS = 4 };

static const struct tree_settings settings = {.playouts = 20,
                                              .exploration = 0.01,
                                              .rave = 1000,
                                              .proof = 0.02,
                                              .network = 0.5,
                                              .prior = 1,
                                              .judge_visits = 1};

struct job {
    struct tree_worker *worker;
    struct th_rng rng;
    int iterations, done;
    pthread_t thread;
};

static void *iterate(void *argument) {
    struct job *job = argument;
    while (job->done < job->iterations && tree_iterate(job->worker, &job->rng, NULL)) job->done++;
    return NULL;
}

/* Searches from this position with all threads; returns the iterations that were made. */
static int search_state(struct tree *tree, const struct th_state *s, int iterations,
                        uint64_t seed) {
    struct job job[THREADS];
    struct th_error e;
    int done = 0;
    tree_begin(tree, s);
    for (int i = 0; i < THREADS; i++) {
        job[i] = (struct job){.worker = tree_worker_new(tree, &e),
                              .rng = th_rng_seeded(seed + (uint64_t)i),
                              .iterations = iterations / THREADS};
        assert_non_null(job[i].worker);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&job[i].thread, NULL, iterate, &job[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(job[i].thread, NULL);
        tree_worker_drop(job[i].worker);
        done += job[i].done;
    }
    return done;
}

static int search(struct tree *tree, const struct y *s, int iterations, uint64_t seed) {
    return search_state(tree, (const struct th_state *)(const void *)s, iterations, seed);
}

static struct tree *new_tree(size_t bytes) {
    struct th_error e;
    struct tree *tree = tree_new(&y_game, &settings, bytes, &e);
    assert_non_null(tree);
    return tree;
}

/* All but those that found the root without edges: at least one, at most one of each thread. */
static void check_visits(const struct tree *tree, int done) {
    const struct tree_edge *edge;
    const int n = tree_root_edges(tree, &edge);
    int64_t visits = 0;
    for (int i = 0; i < n; i++) {
        visits += edge[i].visits;
        assert_true(edge[i].sum >= 0 && edge[i].sum <= edge[i].visits);
    }
    assert_in_range(visits, done - THREADS, done - 1);
}

static void every_iteration_counts_once(void **state) {
    (void)state;
    struct tree *tree = new_tree(16 << 20);
    for (int k = 0; k < 5; k++) {
        struct y s;
        y_start(&s, 9, 0);
        assert_int_equal(search(tree, &s, 4000, (uint64_t)k), 4000);
        check_visits(tree, 4000);
    }
    tree_drop(tree);
}

static void a_full_memory_ends_the_growth_not_the_search(void **state) {
    (void)state;
    struct tree *tree = new_tree(100000);
    struct y s;
    y_start(&s, 9, 0);
    assert_int_equal(search(tree, &s, 4000, 1), 4000);
    check_visits(tree, 4000);
    tree_drop(tree);
}

static void what_threads_prove_together_is_true(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    struct th_error e;
    struct y_solver *solver = y_solver_new(5, 1 << 20, &e);
    struct tree *tree = new_tree(16 << 20);
    int proven = 0;
    for (long k = 0; k < test_scale(200); k++) {
        struct y s;
        const struct tree_edge *edge;
        bool wins[Y_CELLS_MAX];
        y_start(&s, 5, 0);
        while (s.stones < 5) {
            const int cell = (int)th_rng_below(&rng, (uint32_t)y_cells(s.size));
            if (s.cell[cell] == Y_EMPTY) y_place(&s, cell);
        }
        search(tree, &s, 2000, (uint64_t)k);
        y_solve_moves(solver, &s, wins);
        for (int i = 0, n = tree_root_edges(tree, &edge); i < n; i++) {
            const int winner = tree_proven_winner(tree, &edge[i]);
            if (winner < 0) continue;
            proven++;
            assert_int_equal(winner == s.mover, wins[edge[i].action]);
        }
    }
    assert_true(proven > 0);
    tree_drop(tree);
    y_solver_drop(solver);
}

/* Chance nodes, and playouts without all-moves-as-first results. */
static void dice_make_no_difference_to_the_count(void **state) {
    (void)state;
    struct th_error e;
    struct th_spec spec;
    const struct th_game *game = th_game_find("cantstop:players=2", &spec, &e);
    struct th_rng rng = th_rng_seeded(1);
    assert_non_null(game);
    struct tree *tree = tree_new(game, &settings, 16 << 20, &e);
    struct th_state *s = th_state_new(game, &spec.options, &e);
    assert_non_null(tree);
    assert_non_null(s);
    while (game->mover(s) == TH_CHANCE) game->apply(s, th_chance_pick(game, s, th_rng_next(&rng)));
    assert_int_equal(search_state(tree, s, 4000, 1), 4000);
    check_visits(tree, 4000);
    free(s);
    tree_drop(tree);
}

/* ---- a worker that takes its time ---- */

/* Y with a playout, judgement or proof that takes as long as the test likes: the first of its kind
 * waits until it is released. */
enum kind { NONE, PLAYOUT, JUDGEMENT, PROOF };

static struct {
    enum kind kind; /* of what waits */
    bool waits, released;
    int root_proofs;
    struct th_state *root;
    pthread_mutex_t lock;
    pthread_cond_t change;
} slow = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};

static void pass(enum kind kind) {
    pthread_mutex_lock(&slow.lock);
    if (kind == slow.kind && !slow.waits) {
        slow.waits = true;
        pthread_cond_broadcast(&slow.change);
        while (!slow.released) pthread_cond_wait(&slow.change, &slow.lock);
    }
    pthread_mutex_unlock(&slow.lock);
}

static void slow_playouts(const struct th_state *s, int count, struct th_rng *rng,
                          const th_flag *stop, struct th_playouts *out) {
    pass(PLAYOUT);
    y_game.search->playouts(s, count, rng, stop, out);
}

static bool slow_judge(const struct th_state *s, const th_action legal[], int n, float prior[],
                       double payoff[]) {
    pass(JUDGEMENT);
    return y_game.search->judge(s, legal, n, prior, payoff);
}

static int slow_prove(void *self, const struct th_state *s, uint64_t work, const th_flag *stop,
                      th_action *action) {
    if (memcmp(s, slow.root, y_game.state_size) == 0) slow.root_proofs++;
    pass(PROOF);
    return y_game.search->prover->prove(self, s, work, stop, action);
}

/* One worker waits in something of this kind while another one makes 2,000 iterations, and then
 * goes on. */
static void check_slow(enum kind kind) {
    struct th_game game = y_game;
    struct th_search facet = *y_game.search;
    struct th_prover prover = *y_game.search->prover;
    struct th_error e;
    struct y s;
    struct job job[2];
    facet.playouts = slow_playouts;
    facet.judge = slow_judge;
    facet.prover = &prover;
    prover.prove = slow_prove;
    game.search = &facet;
    y_start(&s, 9, 0);
    slow.kind = kind;
    slow.waits = slow.released = false;
    slow.root_proofs = 0;
    slow.root = (struct th_state *)(void *)&s;
    struct tree *tree = tree_new(&game, &settings, 16 << 20, &e);
    assert_non_null(tree);
    tree_begin(tree, slow.root);
    for (int i = 0; i < 2; i++) {
        job[i] = (struct job){.worker = tree_worker_new(tree, &e),
                              .rng = th_rng_seeded((uint64_t)i),
                              .iterations = 2000};
        assert_non_null(job[i].worker);
    }
    assert_int_equal(pthread_create(&job[0].thread, NULL, iterate, &job[0]), 0);
    pthread_mutex_lock(&slow.lock);
    while (!slow.waits) pthread_cond_wait(&slow.change, &slow.lock);
    pthread_mutex_unlock(&slow.lock);
    iterate(&job[1]);
    assert_int_equal(job[1].done, 2000);
    const int proofs = slow.root_proofs;
    pthread_mutex_lock(&slow.lock);
    slow.released = true;
    pthread_cond_broadcast(&slow.change);
    pthread_mutex_unlock(&slow.lock);
    pthread_join(job[0].thread, NULL);
    check_visits(tree, 2000 + job[0].done);
    /* The root's visits went past powers of two while the prover was busy. */
    if (kind == PROOF) {
        assert_int_equal(proofs, 1);
        assert_int_equal(slow.root_proofs, 2);
    }
    for (int i = 0; i < 2; i++) tree_worker_drop(job[i].worker);
    tree_drop(tree);
}

static void a_long_playout_holds_up_no_other_worker(void **state) {
    (void)state;
    check_slow(PLAYOUT);
}

static void a_long_judgement_holds_up_no_other_worker(void **state) {
    (void)state;
    check_slow(JUDGEMENT);
}

static void a_long_proof_holds_up_no_other_worker_and_what_it_missed_is_made_up(void **state) {
    (void)state;
    check_slow(PROOF);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_iteration_counts_once),
        cmocka_unit_test(a_full_memory_ends_the_growth_not_the_search),
        cmocka_unit_test(what_threads_prove_together_is_true),
        cmocka_unit_test(dice_make_no_difference_to_the_count),
        cmocka_unit_test(a_long_playout_holds_up_no_other_worker),
        cmocka_unit_test(a_long_judgement_holds_up_no_other_worker),
        cmocka_unit_test(a_long_proof_holds_up_no_other_worker_and_what_it_missed_is_made_up),
    };
    y_prepare();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
