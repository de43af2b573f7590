/* The bot mcts, for any game: a tree that all threads search together. With hidden information,
 * each thread searches many worlds of its own, and their visits are added. */
#include "search/bots.h"

#include "core/clock.h"
#include "core/facets.h"
#include "time_control.h"
#include "tree.h"
#include "worlds.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64 };

struct mcts {
    int64_t iterations;
    double seconds; /* 0: by iterations */
    struct time_control time;
    int threads;
    struct tree *tree; /* NULL with hidden information; then there are worlds */
    struct tree_worker *worker[THREADS_MAX];
    struct worlds *worlds[THREADS_MAX];
    bool fresh;             /* a new game: no subtree to reuse */
    struct th_state *state; /* scratch, to apply an action */
};

/* One thread's search: in cache lines of its own, as random numbers change it all the time. */
struct search {
    _Alignas(64) struct tree_worker *worker;
    struct worlds *worlds;
    struct th_rng rng;
    int64_t iterations;
    double deadline;              /* 0: none */
    struct time_control *control; /* instead of a deadline, for the first thread; NULL: none */
    struct tree *tree;            /* with time control */
    uint64_t visits_before;
    th_flag *enough; /* set by the first thread when it ends */
    const th_flag *stop;
    pthread_t thread;
};

static const struct th_option options[] = {
    {"iterations", TH_INTEGER, 1, INT64_C(1000000000), "10000", NULL,
     "iterations per move and thread: two threads make twice as many; with one thread the same "
     "seed "
     "gives the same moves"},
    {"time", TH_INTEGER, 1, 3600000, NULL, NULL,
     "milliseconds per move instead, on average: clear moves take less, close ones up to half as "
     "long again; then results depend on the machine"},
    {"threads", TH_INTEGER, 1, THREADS_MAX, "1", NULL,
     "threads that search one tree at the same time (where something is hidden, worlds of their "
     "own), at most as many as there are processors; with more than one, moves depend on the "
     "machine"},
    {"memory", TH_INTEGER, 16, 1000000, "512", NULL,
     "megabytes for the tree; where something is hidden, for each thread"},
    {"playouts", TH_INTEGER, 1, 100000, NULL, NULL,
     "playouts per leaf; by default the game's own choice"},
    {"exploration", TH_DECIMAL, 0, 10 * TH_MILLION, NULL, NULL,
     "weight of exploration (UCB1); by default the game's own choice"},
    {"rave", TH_DECIMAL, 0, INT64_C(1000000000) * TH_MILLION, "2000", NULL,
     "visits after which an action's own results weigh as much as those of all moves as first"},
    {"proof", TH_DECIMAL, 0, 1000 * TH_MILLION, "0.02", NULL,
     "positions that the game's exact solver, if it has one, may search per visit of a node; 0: it "
     "is "
     "not asked"},
    {"network", TH_DECIMAL, 0, TH_MILLION, "0", NULL,
     "share of the game's learned judgement, if it has one, in the value of a position; the rest "
     "are playouts; 0: it is not asked"},
    {"prior", TH_DECIMAL, 0, 1000 * TH_MILLION, "1", NULL,
     "weight of the actions that the learned judgement prefers"},
    {"judge", TH_INTEGER, 1, 1000000, "1", NULL, "visits after which a position is judged"},
    {0},
};

static double decimal(const struct th_options *o, const char *name) {
    return (double)th_options_number(o, name) / (double)TH_MILLION;
}

static void drop(void *self) {
    struct mcts *bot = self;
    for (int i = 0; i < bot->threads; i++) {
        if (bot->worker[i] != NULL) tree_worker_drop(bot->worker[i]);
        if (bot->worlds[i] != NULL) worlds_drop(bot->worlds[i]);
    }
    if (bot->tree != NULL) tree_drop(bot->tree);
    free(bot->state);
    free(bot);
}

static void begin(void *self, const struct th_state *view, int seat) {
    struct mcts *bot = self;
    (void)view, (void)seat;
    bot->fresh = true;
    time_control_begin_game(&bot->time, bot->seconds);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct mcts *bot = calloc(1, sizeof *bot);
    if (bot == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    bot->iterations = th_options_number(o, "iterations");
    bot->threads = (int)th_options_number(o, "threads");
    if (th_options_given(o, "time")) {
        bot->seconds = (double)th_options_number(o, "time") / 1000;
        bot->iterations = INT64_MAX;
    }
    begin(bot, NULL, 0);
    const struct tree_settings settings = {
        .playouts = th_options_given(o, "playouts")      ? (int)th_options_number(o, "playouts")
                    : search_of(game)->leaf_playouts > 0 ? search_of(game)->leaf_playouts
                                                         : 1,
        .exploration = th_options_given(o, "exploration") ? decimal(o, "exploration")
                       : search_of(game)->exploration > 0 ? search_of(game)->exploration
                                                          : 0.5,
        .rave = decimal(o, "rave") + 1e-9,
        .proof = decimal(o, "proof"),
        .network = decimal(o, "network"),
        .prior = decimal(o, "prior"),
        .judge_visits = (uint32_t)th_options_number(o, "judge")};
    struct th_options any;
    th_options_init(&any, game->options);
    bot->state = th_state_new(game, &any, e);
    if (bot->state == NULL) {
        drop(bot);
        return NULL;
    }
    const struct worlds_settings in_worlds = {.playouts = settings.playouts,
                                              .exploration = settings.exploration};
    const size_t bytes = (size_t)th_options_number(o, "memory") << 20;
    bool ok = true;
    if (game->view == NULL) ok = (bot->tree = tree_new(game, &settings, bytes, e)) != NULL;
    for (int i = 0; i < bot->threads && ok; i++)
        if (bot->tree != NULL)
            ok = (bot->worker[i] = tree_worker_new(bot->tree, e)) != NULL;
        else
            ok = (bot->worlds[i] = worlds_new(game, &in_worlds, bytes, e)) != NULL;
    if (!ok) {
        drop(bot);
        return NULL;
    }
    return bot;
}

/* A tree is used again in the next search, worlds are not. */
static bool remembers(const void *self) {
    return ((const struct mcts *)self)->tree != NULL;
}

enum { CONTROL_EVERY = 16 }; /* iterations */

/* Counting the visits of the root takes the lock of the tree, so the lead is looked at only now and
 * then; the deadline in every iteration. */
static bool time_is_up(struct search *s, int64_t done) {
    if (s->control == NULL && s->deadline == 0) return false;
    const double now = clock_seconds();
    if (s->control == NULL) return now >= s->deadline;
    if (now < s->control->deadline && done % CONTROL_EVERY != 0) return false;
    const struct visit_lead lead = tree_lead(s->tree);
    return time_control_stop(s->control, now, &lead, lead.total - s->visits_before);
}

static void *run(void *argument) {
    struct search *s = argument;
    for (int64_t i = 0; i < s->iterations; i++) {
        if (i > 0 && (th_is_set(s->stop) || th_is_set(s->enough) || time_is_up(s, i))) break;
        if (s->worlds != NULL)
            worlds_iterate(s->worlds, &s->rng, s->stop);
        else if (!tree_iterate(s->worker, &s->rng, s->stop))
            break;
    }
    if (s->control != NULL) atomic_store(s->enough, true);
    return NULL;
}

/* The index of an action that wins the game at once; -1 if there is none. */
static int winning_place(const struct mcts *bot, const struct th_ask *ask) {
    const struct th_game *game = ask->game;
    double payoff[TH_SEATS_MAX];
    for (int i = 0; i < ask->n; i++) {
        memcpy(bot->state, ask->view, game->state_size);
        game->apply(bot->state, ask->legal[i]);
        if (game->mover(bot->state) != TH_OVER) continue;
        game->payoff(bot->state, payoff);
        if (payoff[ask->seat] >= 1.0) return i;
    }
    return -1;
}

/* What is proven of an action, from the worst to the best. */
enum standing { LOSES, OPEN, WINS };

/* Proven wins first, proven losses last; then the most visits, and with equal visits, as in a very
 * short search, the AMAF mean. */
static int best_place(const struct mcts *bot, const struct th_ask *ask) {
    const struct tree_edge *edges;
    int best = 0;
    enum standing best_standing = LOSES;
    double best_score = -1;
    if (tree_root_edges(bot->tree, &edges) != ask->n) return 0;
    for (int i = 0; i < ask->n; i++) {
        const int winner = tree_proven_winner(bot->tree, &edges[i]);
        const enum standing standing = winner < 0 ? OPEN : winner == ask->seat ? WINS : LOSES;
        const double score = edges[i].visits + 0.5 * tree_amaf_mean(bot->tree, &edges[i]);
        if (standing < best_standing || (standing == best_standing && score <= best_score))
            continue;
        best = i, best_standing = standing, best_score = score;
    }
    return best;
}

/* Fills in the values of all actions; a proven result is exact. An action with few visits gets no
 * value: its mean says nothing. ENOUGH visits have a standard error of 3.5 % at most. */
static void report_values(const struct mcts *bot, const struct th_ask *ask) {
    enum { FEW = 50, ENOUGH = 200 }; /* times fewer visits than the most visited action; visits */
    struct th_thoughts *t = ask->thoughts;
    const struct tree_edge *edges = NULL;
    double most = 0;
    t->own = "visits";
    if (bot->tree != NULL && tree_root_edges(bot->tree, &edges) != ask->n) edges = NULL;
    for (int i = 0; i < ask->n; i++) {
        double sum = 0, visits = 0;
        int proven = -1;
        for (int k = 0; bot->tree == NULL && k < bot->threads; k++) {
            sum += worlds_sum(bot->worlds[k], i);
            visits += worlds_visits(bot->worlds[k], i);
        }
        if (edges != NULL) {
            proven = tree_proven_winner(bot->tree, &edges[i]);
            sum = edges[i].sum;
            visits = edges[i].visits;
        }
        t->of[i].own = visits;
        if (visits > most) most = visits;
        if (visits > 0) {
            const double mean = sum / visits;
            t->of[i].value = mean;
            /* As if each visit were one game: a lower bound, because a tree's means drift. */
            t->of[i].error = sqrt((mean > 0 && mean < 1 ? mean * (1 - mean) : 0.25) / visits);
        }
        if (proven >= 0) t->of[i].value = proven == ask->seat, t->of[i].error = 0;
        t->of[i].line[0] = ask->legal[i];
        t->of[i].line_n = 1;
    }
    for (int i = 0; i < ask->n; i++)
        if (t->of[i].own * FEW < most && t->of[i].own < ENOUGH && t->of[i].error != 0)
            t->of[i].value = NAN;
}

/* Most visits in all threads. */
static int best_place_in_worlds(const struct mcts *bot, int n) {
    int best = 0;
    uint64_t most = 0;
    for (int i = 0; i < n; i++) {
        uint64_t visits = 0;
        for (int k = 0; k < bot->threads; k++) visits += worlds_visits(bot->worlds[k], i);
        if (visits > most) best = i, most = visits;
    }
    return best;
}

static int choose(void *self, const struct th_ask *ask) {
    struct mcts *bot = self;
    const bool hidden = ask->game->view != NULL;
    struct search search[THREADS_MAX];
    /* Who wants to know the values of all actions wants the whole time spent on them. */
    const bool controlled = bot->seconds > 0 && !hidden && ask->thoughts == NULL;
    const double begun = clock_seconds();
    th_flag enough = false;
    const int win = hidden ? -1 : winning_place(bot, ask);
    if (win >= 0) {
        if (ask->thoughts != NULL)
            ask->thoughts->of[win].value = 1, ask->thoughts->of[win].error = 0;
        return win;
    }
    if (!hidden && bot->fresh)
        tree_begin(bot->tree, ask->view);
    else if (!hidden)
        tree_advance(bot->tree, ask->view);
    for (int i = 0; i < bot->threads; i++) {
        if (hidden) worlds_begin(bot->worlds[i], ask->view, ask->seat);
        search[i] =
            (struct search){.worker = bot->worker[i],
                            .worlds = bot->worlds[i],
                            .rng = th_rng_seeded(th_rng_next(ask->rng)),
                            .iterations = bot->iterations,
                            .deadline = bot->seconds > 0 && !controlled ? begun + bot->seconds : 0,
                            .enough = &enough,
                            .stop = ask->stop};
    }
    if (controlled) {
        time_control_begin_move(&bot->time, begun);
        search[0].control = &bot->time;
        search[0].tree = bot->tree;
        search[0].visits_before = tree_lead(bot->tree).total;
    }
    bot->fresh = false;
    int started = 1;
    while (started < bot->threads &&
           pthread_create(&search[started].thread, NULL, run, &search[started]) == 0)
        started++;
    run(&search[0]);
    for (int i = started; i < bot->threads; i++)
        run(&search[i]); /* the system has no more threads */
    for (int i = 1; i < started; i++) pthread_join(search[i].thread, NULL);
    if (controlled) time_control_end_move(&bot->time, clock_seconds());
    if (ask->thoughts != NULL) report_values(bot, ask);
    return hidden ? best_place_in_worlds(bot, ask->n) : best_place(bot, ask);
}

static const struct th_shared_limit shared_limits[] = {{"iterations", 1000000}, {"time", 5000},
                                                       {"threads", 1},          {"memory", 256},
                                                       {"playouts", 1000},      {0}};

const struct th_bot_kind mcts_bot = {
    .name = "mcts",
    .summary = "Monte Carlo tree search with all-moves-as-first, sure wins and tree reuse; many "
               "worlds where something is hidden",
    .options = options,
    .shared_limits = shared_limits,
    .value_kind = TH_VALUE_CHANCE,
    .slow = true,
    .takes_any_options = true,
    .make = make,
    .begin = begin,
    .remembers = remembers,
    .choose = choose,
    .drop = drop,
};
