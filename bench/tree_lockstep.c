/* What workers of one tree lose by not knowing each other's results, in Y, whatever the machine.
 *
 *   build/bench/tree_lockstep SIZE WORKERS ITERATIONS GAMES OPENINGS [NETWORK RAVE]
 *
 * WORKERS search one tree with ITERATIONS a move in all, against one worker with as many. They run
 * on one thread and in turn: each stops before every playout and judgement until all others have
 * selected, as threads of the same speed do. So the games are the same on every machine. They begin
 * in the positions of the file OPENINGS (build/bench/y_network openings), two each with the seats
 * exchanged. NETWORK (0.7) and RAVE (300) are the options of mcts. One JSON object: the share that
 * WORKERS win, and its 95 % interval. */
#include "core/openings.h"
#include "games/y/board.h"
#include "search/tree.h"
#include "stats/share.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { WORKERS_MAX = 16, STACK_BYTES = 1 << 20, TREE_BYTES = 64 << 20 };

static void fail(const char *reason) {
    fprintf(stderr, "tree_lockstep: %s\n", reason);
    exit(1);
}

/* ---- workers in turn ---- */

struct side {
    struct tree *tree;
    int workers;
    struct tree_worker *worker[WORKERS_MAX];
};

static struct {
    struct side *side;
    int64_t left; /* iterations */
    struct th_rng rng[WORKERS_MAX];
    ucontext_t all, worker[WORKERS_MAX];
    bool done[WORKERS_MAX];
    int now;
    char stack[WORKERS_MAX][STACK_BYTES];
} run;

/* Goes on with the next worker that has work to do; the last one ends the run. */
static void next_worker(void) {
    const int from = run.now, n = run.side->workers;
    for (int i = 1; i <= n; i++) {
        run.now = (from + i) % n;
        if (run.done[run.now]) continue;
        if (run.now != from) swapcontext(&run.worker[from], &run.worker[run.now]);
        return;
    }
    swapcontext(&run.worker[from], &run.all);
}

static void run_worker(void) {
    const int i = run.now;
    while (run.left > 0) {
        run.left--;
        if (!tree_iterate(run.side->worker[i], &run.rng[i], NULL)) run.left = 0;
    }
    run.done[i] = true;
    next_worker();
}

/* Apart from the loop: compilers take getcontext for a function that returns twice. */
static void prepare(ucontext_t *context, char *stack) {
    getcontext(context);
    context->uc_stack.ss_sp = stack;
    context->uc_stack.ss_size = STACK_BYTES;
    context->uc_link = NULL;
    makecontext(context, run_worker, 0);
}

static void search(struct side *side, int64_t iterations, struct th_rng *rng) {
    run.side = side;
    run.left = iterations;
    run.now = 0;
    for (int i = 0; i < side->workers; i++) {
        run.rng[i] = th_rng_seeded(th_rng_next(rng));
        run.done[i] = false;
        prepare(&run.worker[i], run.stack[i]);
    }
    swapcontext(&run.all, &run.worker[0]);
}

/* ---- Y, with the turns ---- */

static struct th_game game;
static struct th_search facet;

static void playouts(const struct th_state *s, int count, struct th_rng *rng, const th_flag *stop,
                     struct th_playouts *out) {
    next_worker();
    y_game.search->playouts(s, count, rng, stop, out);
}

static bool judge(const struct th_state *s, const th_action legal[], int n, float prior[],
                  double payoff[]) {
    next_worker();
    return y_game.search->judge(s, legal, n, prior, payoff);
}

static struct side new_side(int workers, double network, double rave) {
    struct th_error e;
    const struct tree_settings settings = {.playouts = y_game.search->leaf_playouts,
                                           .exploration = y_game.search->exploration,
                                           .rave = rave,
                                           .proof = 0.02,
                                           .network = network,
                                           .prior = 1,
                                           .judge_visits = 1};
    struct side side = {.workers = workers};
    side.tree = tree_new(&game, &settings, TREE_BYTES, &e);
    if (side.tree == NULL) fail(e.text);
    for (int i = 0; i < workers; i++)
        if ((side.worker[i] = tree_worker_new(side.tree, &e)) == NULL) fail(e.text);
    return side;
}

static void drop_side(struct side *side) {
    for (int i = 0; i < side->workers; i++) tree_worker_drop(side->worker[i]);
    tree_drop(side->tree);
}

/* ---- games ---- */

/* As mcts chooses: a proven win, else the most visits among what is not lost. */
static th_action best_action(const struct side *side, int mover) {
    const struct tree_edge *edge;
    const int n = tree_root_edges(side->tree, &edge);
    int best = 0;
    double most = -1e9;
    for (int i = 0; i < n; i++) {
        const int winner = tree_proven_winner(side->tree, &edge[i]);
        const double score = edge[i].visits + (winner < 0 ? 0 : winner == mover ? 1e9 : -1e8);
        if (score > most) best = i, most = score;
    }
    return edge[best].action;
}

/* Returns the winner; side[i] has seat i. */
static int play(struct side *const side[2], const struct th_state *from, int64_t iterations,
                struct th_state *s, struct th_rng *rng) {
    double payoff[2];
    memcpy(s, from, game.state_size);
    for (int i = 0; i < 2; i++) tree_begin(side[i]->tree, s);
    for (int mover; (mover = game.mover(s)) != TH_OVER;) {
        struct side *by = side[mover];
        th_action legal[TH_LEGAL_MAX];
        int wins = -1;
        tree_advance(by->tree, s);
        search(by, iterations, rng);
        for (int i = game.legal(s, legal) - 1; i >= 0; i--) {
            struct y after = *(const struct y *)(const void *)s;
            y_game.apply((struct th_state *)(void *)&after, legal[i]);
            if (after.over) wins = (int)legal[i];
        }
        game.apply(s, wins >= 0 ? (th_action)wins : best_action(by, mover));
    }
    game.payoff(s, payoff);
    return payoff[1] > payoff[0];
}

int main(int argc, char **argv) {
    struct th_error e = {"usage: tree_lockstep SIZE WORKERS ITERATIONS GAMES OPENINGS [NETWORK "
                         "RAVE]"};
    struct th_spec spec;
    char name[64];
    struct openings openings = {0};
    struct ratio won = {0};
    if (argc != 6 && argc != 8) return fprintf(stderr, "%s\n", e.text), 2;
    const int workers = atoi(argv[2]), games = atoi(argv[4]);
    const int64_t iterations = atoll(argv[3]);
    if (workers < 1 || workers > WORKERS_MAX || iterations < 1 || games < 2)
        return fprintf(stderr, "a number is out of its range\n"), 2;
    game = y_game;
    facet = *y_game.search;
    facet.playouts = playouts;
    facet.judge = judge;
    game.search = &facet;
    snprintf(name, sizeof name, "y:size=%s", argv[1]);
    if (th_game_find(name, &spec, &e) == NULL ||
        !openings_read(&openings, argv[5], &y_game, &spec.options, &e))
        fail(e.text);
    if (openings.count == 0) fail("no openings");
    const double network = argc > 6 ? atof(argv[6]) : 0.7, rave = argc > 6 ? atof(argv[7]) : 300;
    struct side many = new_side(workers, network, rave), one = new_side(1, network, rave);
    struct th_state *s = th_state_new(&game, &spec.options, &e);
    if (s == NULL) fail(e.text);
    struct th_rng rng = th_rng_seeded(1);
    int blocks = 0;
    for (; 2 * blocks < games; blocks++) {
        const struct th_state *from = openings.state[blocks % openings.count];
        double wins = 0;
        for (int seat = 0; seat < 2; seat++) {
            struct side *const side[2] = {seat == 0 ? &many : &one, seat == 0 ? &one : &many};
            wins += play(side, from, iterations, s, &rng) == seat;
        }
        ratio_add(&won, wins, 2);
    }
    const struct th_estimate share = ratio_estimate(&won, (uint64_t)blocks);
    printf("{\"workers\": %d, \"iterations\": %s, \"games\": %d, \"share\": %.3f, \"se\": %.3f}\n",
           workers, argv[3], 2 * blocks, share.mean, share.se);
    drop_side(&many);
    drop_side(&one);
    openings_drop(&openings);
    free(s);
    return 0;
}
