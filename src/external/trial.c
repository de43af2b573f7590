/* Asks an external bot questions in random games, and checks how it follows the protocol. */
#include "trial.h"

#include "core/bot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WRONG_ANSWERS_MAX = 20, /* then the test ends */
    ASK_ONE_IN = 4,         /* decisions, in games of random moves */
    MANNERS_TIME = 1000,    /* milliseconds to end after quit */
    MILLISECOND = 1000000,
};

/* ---- questions ---- */

/* A running test. */
struct trying {
    const struct trial_settings *set;
    struct trial *trial;
    void *bot;
    struct th_state *state, *view;
    struct th_rng rng;
};

static const struct th_state *see(const struct trying *x, int seat) {
    if (x->set->game->view == NULL) return x->state;
    x->set->game->view(x->state, seat, x->view);
    return x->view;
}

static void note_wrong(struct trying *x, const struct th_state *view, int seat) {
    struct trial *t = x->trial;
    if (t->wrongs == TRIAL_WRONG_MAX) return;
    struct trial_wrong *w = &t->wrong[t->wrongs++];
    w->fault = *exec_bot_fault(x->bot);
    w->seat = seat;
    x->set->game->position_text(view, w->position, sizeof w->position);
}

/* Asks and counts the answer; negative if it is wrong. */
static int ask(struct trying *x, const th_action legal[], int n, int seat, struct th_rng *own) {
    struct trial *t = x->trial;
    const struct bot bot = {.kind = &exec_bot, .self = x->bot};
    const struct th_state *view = see(x, seat);
    if (x->set->progress != NULL) x->set->progress(x->set->context, (uint64_t)t->asked);
    const int64_t begun = child_clock();
    const int place =
        bot_ask_always(&bot, x->set->game, view, seat, legal, n, own, NULL, x->set->stop);
    const double seconds = (double)(child_clock() - begun) / 1e9;
    if (th_is_set(x->set->stop)) return -1; /* that was no answer, and no fault */
    t->asked++;
    t->right += place >= 0;
    /* The first question includes the start of the program. */
    if (t->asked > 1) t->mean += seconds;
    if (t->asked > 1 && seconds > t->slowest) t->slowest = seconds;
    if (place < 0) note_wrong(x, view, seat);
    return place;
}

/* Whether to give up: too many wrong answers, no answer to hello, or the caller wants it. */
static bool is_hopeless(const struct trying *x) {
    const struct trial *t = x->trial;
    return th_is_set(x->set->stop) || t->asked - t->right >= WRONG_ANSWERS_MAX ||
           (t->asked > 0 && *exec_bot_name(x->bot) == 0);
}

/* Plays a game with the bot in one seat and at most `most` questions. Either its own answers are
 * played, or all moves are random, which leads to positions that it would never reach; then it is
 * asked only now and then, so that late positions are among them. */
static void play(struct trying *x, int seat, bool own_moves, int64_t most) {
    const struct th_game *game = x->set->game;
    struct th_error e;
    const int64_t before = x->trial->asked;
    double payoff[TH_SEATS_MAX] = {0};
    struct th_rng own = th_rng_seeded(th_rng_next(&x->rng));
    game->setup(x->state, x->set->game_options, &e);
    exec_bot.begin(x->bot, see(x, seat), seat);
    int mover;
    while ((mover = game->mover(x->state)) != TH_OVER && x->trial->asked < x->set->questions &&
           !is_hopeless(x)) {
        th_action legal[TH_LEGAL_MAX];
        if (mover == TH_CHANCE) {
            game->apply(x->state, th_chance_pick(game, x->state, th_rng_next(&x->rng)));
            continue;
        }
        const int n = game->legal(x->state, legal);
        int place = (int)th_rng_below(&x->rng, (uint32_t)n);
        const bool asks = x->trial->asked - before < most &&
                          (own_moves || th_rng_below(&x->rng, ASK_ONE_IN) == 0);
        if (mover == seat && n > 1 && asks) {
            const int answer = ask(x, legal, n, seat, &own);
            if (answer >= 0 && own_moves) place = answer;
        }
        game->apply(x->state, legal[place]);
    }
    if (mover == TH_OVER) game->payoff(x->state, payoff);
    exec_bot.end(x->bot, payoff);
    x->trial->games++;
}

static void ask_questions(struct trying *x, int seats) {
    struct trial *t = x->trial;
    /* Every seat has at least two games of each kind. */
    const int64_t most = x->set->questions / (4 * seats) + 1;
    while (t->asked < x->set->questions && !is_hopeless(x))
        play(x, (int)(t->games / 2 % seats), t->games % 2 == 0, most);
    t->mean = t->asked > 1 ? t->mean / (double)(t->asked - 1) : NAN;
}

/* ---- repeatability ---- */

/* Plays one game by the seed; returns a hash of the bot's answers. */
static uint64_t answers(struct trying *x) {
    enum { QUESTIONS = 10 };
    const struct th_game *game = x->set->game;
    const struct bot bot = {.kind = &exec_bot, .self = x->bot};
    struct th_rng luck = th_rng_seeded(x->set->seed), own = luck;
    struct th_error e;
    uint64_t hash = 0;
    int asked = 0, mover;
    game->setup(x->state, x->set->game_options, &e);
    exec_bot.begin(x->bot, see(x, 0), 0);
    while ((mover = game->mover(x->state)) != TH_OVER && asked < QUESTIONS) {
        th_action legal[TH_LEGAL_MAX];
        if (mover == TH_CHANCE) {
            game->apply(x->state, th_chance_pick(game, x->state, th_rng_next(&luck)));
            continue;
        }
        const int n = game->legal(x->state, legal);
        if (mover == 0 && n > 1) {
            const int place = bot_ask(&bot, game, see(x, 0), 0, legal, n, &own, NULL, x->set->stop);
            hash = th_mix2(hash, (uint64_t)place);
            asked++;
        }
        game->apply(x->state, legal[th_rng_below(&luck, (uint32_t)n)]);
    }
    exec_bot.end(x->bot, (const double[TH_SEATS_MAX]){0});
    return hash;
}

/* ---- conduct ---- */

static bool add_result(struct trial *t, bool right, const char *name, const char *what) {
    const int i = t->manners_tried++;
    t->manners[i].name = name;
    t->manners[i].right = right;
    snprintf(t->manners[i].what, sizeof t->manners[i].what, "%s", right ? "" : what);
    return right;
}

/* Starts a child and exchanges hello with it; false if it does not answer. */
static bool greet(const struct trying *x, struct child *c, struct bytes *out, struct th_error *e) {
    const struct exec_limits limits = exec_bot_limits(&x->set->exec.options);
    const struct message_hello hello = {.game = x->set->game,
                                        .options = x->set->game_options,
                                        .players = x->set->game->seats(x->state),
                                        .time = exec_bot_announced(&limits),
                                        .start_time = limits.start_time};
    const int64_t deadline = child_clock() + limits.start_time * MILLISECOND;
    struct message_name name;
    char *line;
    size_t size;
    bool too_small;
    if (!child_start(c, x->set->command, &limits.child, &too_small, e)) return false;
    out->size = 0;
    message_hello(out, &hello);
    return (child_send(c, (const char *)out->data, out->size, deadline) == CHILD_OK &&
            child_receive(c, deadline, &line, &size) == CHILD_OK &&
            message_read_name(line, size, &name, e)) ||
           th_fail(e, "it does not answer hello");
}

/* Plays random chance up to the first decision with a choice; false if there is none. */
static bool find_decision(struct trying *x, th_action legal[], int *n) {
    const struct th_game *game = x->set->game;
    struct th_error e;
    int mover;
    game->setup(x->state, x->set->game_options, &e);
    while ((mover = game->mover(x->state)) != TH_OVER) {
        if (mover == TH_CHANCE) {
            game->apply(x->state, th_chance_pick(game, x->state, th_rng_next(&x->rng)));
            continue;
        }
        *n = game->legal(x->state, legal);
        if (*n > 1) return true;
        game->apply(x->state, legal[0]);
    }
    return false;
}

/* Sends `before`, which the bot must ignore, and then a question; whether it answers correctly. */
static bool answers_after(struct trying *x, struct child *c, struct bytes *out, int64_t id,
                          const char *before, struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    char move[TH_ACTION_BYTES], *line;
    size_t size;
    int n = 0;
    const struct exec_limits limits = exec_bot_limits(&x->set->exec.options);
    const int64_t deadline = child_clock() + limits.time * MILLISECOND;
    if (!find_decision(x, legal, &n)) return true;
    const int seat = x->set->game->mover(x->state);
    const struct th_ask question = {x->set->game, see(x, seat), seat, legal, n, NULL, NULL, NULL};
    out->size = 0;
    if (before != NULL)
        bytes_add(out, before, strlen(before));
    else /* a start without an end: the game was aborted */
        message_start(out, x->set->game, question.view, seat, 1);
    message_start(out, x->set->game, question.view, seat, 2);
    message_choose(out, &question, id, exec_bot_announced(&limits),
                   limits.clock > 0 ? limits.clock : MESSAGE_NO_CLOCK);
    if (child_send(c, (const char *)out->data, out->size, deadline) != CHILD_OK)
        return th_fail(e, "it does not read on");
    if (child_receive(c, deadline, &line, &size) != CHILD_OK)
        return th_fail(e, "it does not answer the next question");
    return message_read_move(line, size, id, move, e) &&
           (message_place(&question, move) >= 0 || th_fail(e, "its next move is illegal"));
}

static void try_manners(struct trying *x) {
    static const char unknown[] = "{\"type\":\"remark\",\"text\":\"of a later version\"}\n";
    struct child c;
    struct bytes out = {0};
    struct th_error e = {""};
    bool lives = greet(x, &c, &out, &e) && answers_after(x, &c, &out, 1, unknown, &e);
    add_result(x->trial, lives, "leaves messages alone that it does not know", e.text);
    if (lives) {
        lives = answers_after(x, &c, &out, 2, NULL, &e);
        add_result(x->trial, lives, "bears that a game is broken off", e.text);
        out.size = 0;
        message_quit(&out);
        child_send(&c, (const char *)out.data, out.size, child_clock());
    }
    if (c.pid > 0) {
        const bool stopped = child_stop(&c, lives ? MANNERS_TIME : 0).stopped;
        if (lives) add_result(x->trial, !stopped, "ends at quit", "after a second it still runs");
    }
    child_drop(&c);
    lives = greet(x, &c, &out, &e);
    if (c.pid > 0) {
        const bool stopped = child_stop(&c, lives ? MANNERS_TIME : 0).stopped;
        if (lives)
            add_result(x->trial, !stopped, "ends when its input ends",
                       "after a second it still runs");
    }
    child_drop(&c);
    free(out.data);
}

/* ---- the whole test ---- */

static bool run(struct trying *x, struct th_error *e) {
    const struct trial_settings *set = x->set;
    x->trial->seats = set->game->seats(x->state);
    x->bot = th_bot_make(&exec_bot, set->game, set->game_options, &set->exec.options, e);
    if (x->bot == NULL) return false;
    ask_questions(x, x->trial->seats);
    snprintf(x->trial->name.name, MESSAGE_NAME_BYTES, "%s", exec_bot_name(x->bot));
    snprintf(x->trial->name.version, MESSAGE_NAME_BYTES, "%s", exec_bot_version(x->bot));
    const bool sound = x->trial->right == x->trial->asked && !th_is_set(set->stop);
    x->trial->repeats = sound && answers(x) == answers(x);
    exec_bot.drop(x->bot);
    if (sound && !th_is_set(set->stop)) try_manners(x);
    x->trial->stopped = th_is_set(set->stop);
    return true;
}

bool trial_run(const struct trial_settings *set, struct trial *t, struct th_error *e) {
    struct trying x = {.set = set, .trial = t, .rng = th_rng_seeded(set->seed)};
    *t = (struct trial){.asked = 0};
    x.state = th_state_new(set->game, set->game_options, e);
    x.view = th_state_new(set->game, set->game_options, e);
    t->wrong = calloc(TRIAL_WRONG_MAX, sizeof *t->wrong);
    bool ok = x.state != NULL && x.view != NULL;
    if (ok && t->wrong == NULL) ok = th_fail(e, "out of memory");
    ok = ok && run(&x, e);
    free(x.state);
    free(x.view);
    if (!ok) trial_drop(t);
    return ok;
}

void trial_drop(struct trial *t) {
    free(t->wrong);
    t->wrong = NULL;
}

bool trial_is_passed(const struct trial *t) {
    bool right = t->right == t->asked && t->manners_tried > 0 && !t->stopped;
    for (int i = 0; i < t->manners_tried; i++) right = right && t->manners[i].right;
    return right;
}
