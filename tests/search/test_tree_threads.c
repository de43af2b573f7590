/* One tree, searched by several threads at the same time. */
#include "cmocka_includes.h"
#include "games/y/board.h"
#include "games/y/solve.h"
#include "scale.h"
#include "search/tree.h"
#include <pthread.h>

enum { THREADS = 4 };

static const struct tree_settings settings = {.playouts = 20,
                                              .exploration = 0.01,
                                              .rave = 1000,
                                              .proof = 0.02,
                                              .network = 0.5,
                                              .prior = 1,
                                              .judge_visits = 1};

struct job {
    struct tree_walker *walker;
    struct th_rng rng;
    int iterations, done;
    pthread_t thread;
};

static void *iterate(void *argument) {
    struct job *job = argument;
    while (job->done < job->iterations && tree_iterate(job->walker, &job->rng, NULL)) job->done++;
    return NULL;
}

/* Searches from this position with all threads; returns the iterations that were made. */
static int search(struct tree *tree, const struct y *s, int iterations, uint64_t seed) {
    struct job job[THREADS];
    struct th_error e;
    int done = 0;
    tree_begin(tree, (const struct th_state *)(const void *)s);
    for (int i = 0; i < THREADS; i++) {
        job[i] = (struct job){.walker = tree_walker_new(tree, &e),
                              .rng = th_rng_seeded(seed + (uint64_t)i),
                              .iterations = iterations / THREADS};
        assert_non_null(job[i].walker);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&job[i].thread, NULL, iterate, &job[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(job[i].thread, NULL);
        tree_walker_drop(job[i].walker);
        done += job[i].done;
    }
    return done;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_iteration_counts_once),
        cmocka_unit_test(a_full_memory_ends_the_growth_not_the_search),
        cmocka_unit_test(what_threads_prove_together_is_true),
    };
    y_prepare();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
