#include "train_arguments.h"

#include "core/text.h"
#include "interrupt.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <string.h>

static const char *const methods[] = {"dqn", "table", NULL};

const struct th_option train_flags[] = {
    {"method", TH_CHOICE, 0, 0, "dqn", methods,
     "how to learn: dqn, a network by double Q-learning; table, every decision by itself, which "
     "shows what can be had but writes no file"},
    {"opponent", TH_TEXT, 0, 0, "v2", NULL,
     "a bot; several with commas between, one of which is drawn for every game; or self, the "
     "network itself (default v2; random where there is no v2)"},
    {"games", TH_INTEGER, 1, 1000000000, "5000", NULL, "games to learn from"},
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL,
     "of the network, the games and the learning; the same seed gives the same file"},
    {"seeds", TH_INTEGER, 1, 1000, "1", NULL, "so many trainings, with this seed and the next"},
    {"threads", TH_INTEGER, 1, 1024, NULL, NULL,
     "trainings at once; changes nothing but the time; all cores if not given"},
    {"out", TH_TEXT, 0, 0, NULL, NULL,
     "file for the model, written at evaluations and in the end; with several seeds each has its "
     "own, FILE with its seed"},
    {"save", TH_TEXT, 0, 0, NULL, NULL,
     "file in which every training is saved at each evaluation; the same command goes on where it "
     "was ended, and tells again what is finished"},
    {"resume", TH_TEXT, 0, 0, NULL, NULL,
     "goes on with the training of this file, bit for bit, for --games more; what belongs to the "
     "learning is in the file"},
    {"slim", TH_SWITCH, 0, 1, "0", NULL,
     "a small file with the network alone, which cannot be resumed"},
    {"hidden", TH_TEXT, 0, 0, "64,64", NULL, "units of the hidden layers (default 64,64)"},
    {"batch", TH_INTEGER, 1, 65536, "64", NULL, "steps an update learns from"},
    {"rate", TH_DECIMAL, 0, TH_MILLION, "0.001", NULL, "learning rate of Adam at the start"},
    {"rate-end", TH_DECIMAL, 0, TH_MILLION, "0.0001", NULL, "and at the end"},
    {"rate-games", TH_INTEGER, 0, 1000000000, NULL, NULL,
     "games over which it falls; all of this run if not given"},
    {"gamma", TH_DECIMAL, 0, TH_MILLION, "1", NULL, "what a reward is worth one decision earlier"},
    {"epsilon", TH_DECIMAL, 0, TH_MILLION, "1", NULL, "share of random actions at the start"},
    {"epsilon-end", TH_DECIMAL, 0, TH_MILLION, "0.05", NULL, "and after --epsilon-games"},
    {"epsilon-games", TH_INTEGER, 0, 1000000000, "1000", NULL, "games over which it falls"},
    {"target-every", TH_INTEGER, 1, 1000000000, "500", NULL,
     "updates between copies to the target network"},
    {"replay", TH_INTEGER, 1, 100000000, "50000", NULL, "steps remembered"},
    {"warm-up", TH_INTEGER, 1, 1000000000, "1000", NULL, "steps before the first update"},
    {"update-every", TH_INTEGER, 1, 1000000000, "1", NULL, "steps between updates"},
    {"knee", TH_DECIMAL, 1, 1000 * TH_MILLION, "1", NULL,
     "errors above it count by their size, not their square (Huber's loss)"},
    {"clip", TH_DECIMAL, 0, 1000 * TH_MILLION, "0", NULL,
     "gradients longer than this are shortened to it; 0: never"},
    {"evaluate-every", TH_INTEGER, 1, 1000000000, "500", NULL,
     "games between evaluations, with one more at the end; the network that did best against its "
     "opponents is kept"},
    {"evaluate-games", TH_INTEGER, 2, 1000000000, "2000", NULL,
     "games of an evaluation against each bot, the same every time"},
    {"evaluate-against", TH_TEXT, 0, 0, "random,v1,v2,v3", NULL,
     "bots of the evaluations, besides the opponents (default random,v1,v2,v3; random where there "
     "is no v2)"},
    {"final-games", TH_INTEGER, 0, 1000000000, "20000", NULL,
     "games against each bot, others than those, to tell how good the kept network is"},
    {"csv", TH_TEXT, 0, 0, NULL, NULL, "file for the evaluations, one line each"},
    {"html", TH_TEXT, 0, 0, NULL, NULL,
     "file for a page with the learning curves, what the networks do, and the settings"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of tables"},
    {0},
};
_Static_assert(sizeof train_flags / sizeof *train_flags <= TH_OPTIONS_MAX + 1,
               "every flag has a place among the values: raise TH_OPTIONS_MAX");

/* What is in the file of a training that is resumed. */
static const char *const learning[] = {"seed",        "hidden",        "batch",        "rate",
                                       "rate-end",    "rate-games",    "gamma",        "epsilon",
                                       "epsilon-end", "epsilon-games", "target-every", "replay",
                                       "warm-up",     "update-every",  "knee",         "clip",
                                       NULL};

static bool read_hidden(const char *text, struct dqn_settings *s, struct th_error *e) {
    s->hidden_layers = 0;
    for (const char *p = text;; p++) {
        char word[16];
        int64_t units;
        const size_t n = strcspn(p, ",");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        if (n >= sizeof word || !text_count(word, &units) || units < 1 ||
            units > NETWORK_WIDTH_MAX || s->hidden_layers == NETWORK_LAYERS_MAX - 1)
            return th_fail(e,
                           "--hidden cannot be '%s'; it takes 1 to %d numbers from 1 to %d, as in "
                           "64,64",
                           text, NETWORK_LAYERS_MAX - 1, NETWORK_WIDTH_MAX);
        s->hidden[s->hidden_layers++] = (int)units;
        p += n;
        if (*p == 0) return true;
    }
}

static int count_of(const struct arguments *a, const char *name) {
    return (int)th_options_number(&a->flags, name);
}

static float decimal_of(const struct arguments *a, const char *name) {
    return (float)((double)th_options_number(&a->flags, name) / 1e6);
}

bool train_read_settings(const struct arguments *a, struct dqn_settings *s, struct th_error *e) {
    *s = dqn_defaults();
    s->seed = (uint64_t)th_options_number(&a->flags, "seed");
    s->batch = count_of(a, "batch");
    s->rate = decimal_of(a, "rate");
    s->rate_last = decimal_of(a, "rate-end");
    s->rate_games = count_of(a, th_options_given(&a->flags, "rate-games") ? "rate-games" : "games");
    s->gamma = decimal_of(a, "gamma");
    s->epsilon = decimal_of(a, "epsilon");
    s->epsilon_last = decimal_of(a, "epsilon-end");
    s->epsilon_games = count_of(a, "epsilon-games");
    s->copy_every = count_of(a, "target-every");
    s->replay = count_of(a, "replay");
    s->warm_up = count_of(a, "warm-up");
    s->update_every = count_of(a, "update-every");
    s->knee = decimal_of(a, "knee");
    s->adam.clip = decimal_of(a, "clip");
    return read_hidden(th_options_text(&a->flags, "hidden"), s, e);
}

const char *train_bots_text(const struct arguments *a, const struct th_game *game,
                            const char *flag) {
    struct th_spec spec;
    struct th_error ignored;
    if (th_options_given(&a->flags, flag) || th_bot_find(game, "v2", &spec, &ignored) != NULL)
        return th_options_text(&a->flags, flag);
    return "random";
}

bool train_read_opponents(struct train_plan *plan, const char *text, struct th_error *e) {
    if (strlen(text) >= sizeof plan->opponent_text)
        return th_fail(e, "--opponent is too long; it may have %zu characters",
                       sizeof plan->opponent_text - 1);
    strcpy(plan->opponent_text, text);
    if (strcmp(text, "self") == 0) return true;
    return bot_list_read(&plan->opponents, plan->game, text, true, e) &&
           bot_list_read(&plan->judges, plan->game, text, false, e);
}

bool train_read_plan(const struct arguments *a, struct train_plan *plan, struct th_error *e) {
    *plan = (struct train_plan){
        .games = (uint64_t)th_options_number(&a->flags, "games"),
        .evaluate_every = (uint64_t)th_options_number(&a->flags, "evaluate-every"),
        .evaluate_games = (uint64_t)th_options_number(&a->flags, "evaluate-games"),
        .final_games = (uint64_t)th_options_number(&a->flags, "final-games"),
        .slim = th_options_number(&a->flags, "slim") != 0,
        .stop = interrupt_watch(),
    };
    const int64_t seed = th_options_number(&a->flags, "seed");
    if (seed > INT64_MAX - (th_options_number(&a->flags, "seeds") - 1))
        return th_fail(e, "--seed %lld leaves no room for so many --seeds", (long long)seed);
    plan->game = th_game_find(a->positional[0], &plan->game_spec, e);
    if (plan->game == NULL) return false;
    plan->observations = th_game_observations(plan->game, &plan->game_spec.options, e);
    if (plan->observations == 0) return false;
    return bot_list_read(&plan->judges, plan->game,
                         train_bots_text(a, plan->game, "evaluate-against"), false, e);
}

bool train_fits_resume(const struct arguments *a, struct th_error *e) {
    for (int i = 0; learning[i] != NULL; i++)
        if (th_options_given(&a->flags, learning[i]))
            return th_fail(e, "--%s cannot be given with --resume: it is in the file", learning[i]);
    if (th_options_given(&a->flags, "save"))
        return th_fail(e, "--save cannot be given with --resume: a run that is saved begins with "
                          "its first game, and goes on by its own command");
    return th_options_number(&a->flags, "seeds") == 1 ||
           th_fail(e, "--resume goes on with one training, so --seeds cannot be given");
}

/* Only what a table has a use for may be given. */
bool train_fits_table(const struct arguments *a, const struct train_plan *plan,
                      struct th_error *e) {
    static const char *const known[] = {"method",         "opponent",       "games",       "seed",
                                        "evaluate-every", "evaluate-games", "final-games", "json"};
    for (const struct th_option *o = train_flags; o->name != NULL; o++) {
        bool used = !th_options_given(&a->flags, o->name);
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            used = used || strcmp(known[i], o->name) == 0;
        if (!used) return th_fail(e, "--%s cannot be given with --method table", o->name);
    }
    if (plan->opponents.count == 0)
        return th_fail(e, "a table learns against bots, not against itself");
    return plan->game->summarise != NULL ||
           th_fail(e, "%s has no keys to learn under in a table", plan->game->name);
}
