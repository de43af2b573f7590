/* A contest: the plan of an arena, a league, a comparison or a grade, with the names of its bots
 * and the files that it is saved and recorded in. The commands read their arguments into it; a
 * saved run is turned back into one, to be reported and verified. */
#ifndef CONTEST_CONTEST_H
#define CONTEST_CONTEST_H

#include "core/clock.h"
#include "duel.h"
#include "plan.h"
#include "record/record.h"
#include "run_file.h"
#include "series.h"
#include "stats/rating.h"
#include "stats/sprt.h"
#include "tally.h"

struct contest_bot {
    char spec[TH_SPEC_BYTES]; /* as the user wrote it */
    char name[TH_SPEC_BYTES]; /* the spec, or the name of its file; no two are the same */
    bool own_budget;          /* given with its spec */
};

struct contest {
    const char *command; /* arena, league, compare or grade */
    struct th_spec game_spec;
    /* Points into this struct, which must not be moved. `fixture` and what depends on it are set by
     * contest_plan. */
    struct plan plan;
    uint64_t games;                 /* as asked for; the plan has whole blocks of all line-ups */
    struct th_arena_player *player; /* by bot, plan.bots of them; owned */
    struct contest_bot *bot;        /* likewise */
    struct openings openings;
    struct fixture *fixture;        /* of an arena or a league; owned */
    struct duel duel;               /* of a comparison */
    enum league_format format;      /* of a league */
    double elo0, elo1, alpha, beta; /* of a comparison */
    int others;                     /* bots that NEW and OLD play beside */
    const char *budget;             /* the option that --time or --iterations sets; NULL: neither */
    int64_t budget_value;
    bool restart; /* bots that can be restarted after a fault are */
    /* Decides whether a bot may play, and may change its options; `file` is the .bot file that the
     * spec comes from, or NULL. NULL: every bot may. */
    bool (*admit)(const void *context, const char *file, const struct th_bot_kind *kind,
                  struct th_options *o, struct th_error *e);
    const void *admit_context;
    /* Names of files, of --save, --record and --openings; NULL: none. */
    const char *save, *record, *openings_path;
    uint64_t shard, shards; /* the part that is played, from 1 on; 0: all */
    struct run_file *file;  /* where games are kept; NULL: nowhere */
    struct series_store store;
    struct record_file records; /* of --record */
    struct series_recorder recorder;
    uint64_t games_before; /* of series that this command played before, for the numbers of games */
    bool at_fault;         /* a fault has ended the contest */
    struct fault_log faults; /* of the series in progress, or the last; contest_begin_faults */
};

/* Frees and closes all. True if a file of records was written. */
bool contest_drop(struct contest *c);

/* ---- the plan ---- */

/* Reads the game, by its spec. */
bool contest_set_game(struct contest *c, const char *spec, struct th_error *e);
/* Reads the openings of a file. */
bool contest_set_openings(struct contest *c, const char *path, struct th_error *e);
/* Who plays whom, when all bots are known. For arena, league and compare. */
bool contest_plan(struct contest *c, struct th_error *e);
/* The series of a plan of this contest, with its files; what is missing is who counts. */
struct series contest_series(struct contest *c, const struct plan *plan);

/* Chooses whether results are adjusted for luck where the user has not: as its file says if the run
 * goes on, which in an older file is plain; else automatically. */
bool contest_choose_luck(struct contest *c, struct th_error *e);
/* The same of a saved run. */
bool contest_luck_from_settings(const json_t *settings, enum th_luck *luck, struct th_error *e);

/* Begins to count faults, before the first series that shares the count. */
bool contest_begin_faults(struct contest *c, struct th_error *e);

/* ---- bots ---- */

/* Adds a bot by its spec; or all the bots of a folder: NAME.model is a network for the bot dqn,
 * NAME.bot a text with a spec. Other files are left out, with a warning on standard error. */
bool contest_add(struct contest *c, const char *text, struct th_error *e);
/* Adds one bot, no folder; under its own name, or this one. */
bool contest_add_one(struct contest *c, const char *text, struct th_error *e);
bool contest_add_named(struct contest *c, const char *name, const char *text, struct th_error *e);

/* Gives a budget to every bot that has this option and no budget of its own; fails where there is
 * none. */
bool contest_set_budget(struct contest *c, const char *option, int64_t value, struct th_error *e);
/* Whether the bot spends that budget. */
bool contest_has_budget(const struct contest *c, int bot);
/* A sentence about the copies of this bot among the bots after it; at most once for each bot with
 * copies. False: there are none. */
enum { CONTEST_COPIES_BYTES = TH_SPEC_BYTES + 100 };
bool contest_copies_text(const struct contest *c, int bot, char out[CONTEST_COPIES_BYTES]);

/* Tries once to start every external program of the contest, and reports those that do not start,
 * in their order. */
typedef void contest_bad_start(void *context, const char *bot, const struct fault *fault);
void contest_try_starts(const struct contest *c, contest_bad_start *report, void *context);

/* Sets a seed that cannot be guessed, the same in all ranks of an MPI job; a run that goes on has
 * the seed of its file. */
bool contest_draw_seed(struct contest *c, struct th_error *e);

/* ---- saved runs ---- */

/* A saved contest with its plan, to be reported; it cannot be played without its files. */
bool contest_from_settings(struct contest *c, const json_t *settings, struct th_error *e);

/* Opens the files of a contest for its plan, and sets the part of the plan that is played. */
bool contest_open_run(struct contest *c, struct th_error *e);
/* Whether the file has the games of this plan, in its blocks. */
bool contest_check_plan(const struct run_file *f, const struct plan *plan, struct th_error *e);
/* How many of the games that are to be played are in the file already. */
uint64_t contest_saved_games(const struct contest *c);
/* Closes the run, after the series, and flushes the records. False and the reason if not all could
 * be saved. */
bool contest_close_run(struct contest *c, struct th_error *e);
/* Whether a series ended because of a file, a fault or a shortage, and not because of what the user
 * asked for. */
bool contest_failed(const struct contest *c);

/* ---- records ---- */

/* Whether the file of records can be written, before anything is changed; and then to open it,
 * unless it is open since an earlier series. */
bool contest_check_records(const struct contest *c, struct th_error *e);
bool contest_open_records(struct contest *c, struct th_error *e);

/* Games of a saved run from this number to that, one record after the other; false from the visitor
 * ends it. */
typedef bool contest_visit(void *context, struct record *r, struct th_error *e);
bool contest_visit_records(const struct contest *c, struct run_file *f, uint64_t from, uint64_t to,
                           contest_visit *visit, void *context, struct th_error *e);

/* All games of a saved run, into a file. `damaged` is set if it fails because of the run. */
bool contest_write_records(const struct contest *c, struct run_file *f, const char *path,
                           bool *damaged, struct th_error *e);

/* ---- verification ---- */

struct contest_verified {
    uint64_t games; /* that were played again, those that are not counted yet included */
    double seconds;
    bool stopped; /* by a signal */
};

/* Verifies the games of a run whose settings the contest has (contest_from_settings). `path` is its
 * name in the sentence about the first game that is refused. Results are added to `out`. */
bool contest_verify(const struct contest *c, struct run_file *f, const char *path,
                    struct contest_verified *out, struct th_error *e);

/* A saved game is played again as the series plays it: chance, random plies and forced moves come
 * from the run's seed and the rules, and only the answers of the bots are taken from the saved
 * moves. What comes out must be what was saved: every move and outcome, the seats, the end, the
 * result, the counters and the digest. What cannot be checked is that a bot gave these answers, or
 * that it was at fault: for that it would have to be asked again. For one thread at a time. */
struct verifier {
    const struct plan *plan; /* how the run is played; its bots are not needed */
    struct th_state *start, *state, *view;
    struct bytes tape;       /* of the game that is played again */
    uint64_t games;          /* verified so far */
    struct fault_log faults; /* of the games so far: who is out */
    uint64_t block;          /* of the last of them */
    bool ahead;              /* games that are not counted yet come now */
    /* The saved game in progress. */
    const struct run_game *game;
};

/* verifier_drop is due in any case. */
bool verifier_make(struct verifier *v, const struct plan *plan, struct th_error *e);
void verifier_drop(struct verifier *v);

/* A run_visit with a verifier as its context; the sentence has the number of the game that is
 * refused. It also ends, without one, when the series is stopped. */
bool verify_game(void *verifier, const struct run_game *game, struct th_error *e);

/* ---- merging the parts of a run (--shard) into one file ---- */

struct merge {
    const char *const *path; /* of the parts */
    int count;
    const char *into;    /* the file of the whole run, which may have some parts already */
    bool trusted;        /* the games are not replayed */
    const th_flag *stop; /* ends the replaying; may be NULL */
    /* Results: */
    struct contest_verified verified; /* its `stopped`: by `stop`, and nothing was written */
    struct run_sum sum;               /* of the whole run */
    bool fits;                        /* if it failed: the parts fit, but could not be written */
};

/* Checks the parts against each other and against the file, replays their games, and only then
 * copies them: all or nothing. False and the reason if it fails. */
bool merge_parts(struct merge *m, struct th_error *e);

/* ---- the arena ---- */

/* Sets who plays whom: every bot in its place, the first first. */
void arena_set(struct plan *plan);

/* As in th_arena; each may be NULL. */
struct arena_callbacks {
    void (*progress)(void *context, uint64_t games_done);
    void (*finished)(void *context, const struct th_arena_game *game);
    void *context;
};

/* Plays and counts a plan that arena_set has filled in. A plan with one bot puts it in every seat.
 * The store, the recorder and the log of faults, which has an entry for every seat, may be NULL.
 * Fails as th_arena_run does. */
bool arena_play(const struct plan *plan, const struct series_store *store,
                const struct series_recorder *recorder, struct fault_log *faults,
                const struct arena_callbacks *callbacks, struct th_arena_result *out,
                struct th_error *e);

/* The signature of the program: a digest over a fixed small run of every game with every bot. A
 * change that is not meant to alter play must not alter it; it is the same on every machine. */
bool signature_of_game(const struct th_game *game, uint64_t *signature, struct th_error *e);
bool signature_of_all(uint64_t *signature, struct th_error *e);

/* A grade: does a bot win its share of the games against others? Every line-up of it with them is a
 * task (struct exam), played until the answer is sure. */

struct exam {
    struct fixture fixture; /* one line-up: the bot in its first place, and its opponents */
    double require, confidence;
    struct distinct distinct;
    struct scores scores; /* of blocks that are no repeats, in twelfths of a game */
    /* The same without luck, of all blocks while it is measured. */
    struct luck_choice luck;
    struct moments adjusted;
    enum bets_verdict verdict;
    uint64_t repeats;              /* the other blocks */
    uint64_t games, unfinished;    /* of all */
    uint64_t faults[TH_SEATS_MAX]; /* by place in the line-up, likewise */
};

bool exam_make(struct exam *x, const struct line_up *line_up, int seats, double require,
               double confidence, struct th_error *e);
void exam_drop(struct exam *x);

/* Sets who plays whom, and how many games at most. */
void exam_set(const struct exam *x, struct plan *plan, uint64_t games);
/* Counts a block of such a series; false once it is sure, or when nothing new has come for long
 * (exam_is_stale). */
bool exam_count(struct exam *x, const struct plan *plan, const struct series_block *block);
bool exam_is_stale(const struct exam *x);
/* The mean score so far, without luck where that is taken off; and its interval. */
double exam_share(const struct exam *x);
struct bets_interval exam_interval(const struct exam *x);

struct grade {
    struct contest *contest; /* the bot that is graded is its first */
    double require, confidence;
    struct exam *task;
    bool *over; /* by task: not stopped before its end, or before it began */
    int tasks, now;
    struct plan plan;  /* of the task in progress */
    struct pace *pace; /* by bot */
    uint64_t games, digest;
    bool stopped;
    /* Callback after every block, with the task in progress; may be NULL. */
    void (*progress)(void *context, const struct grade *g);
    void *context;
};

/* Makes the tasks, when all bots of the contest are known. grade_drop is due in any case. */
bool grade_make(struct grade *g, struct contest *c, double require, double confidence,
                struct th_error *e);
void grade_drop(struct grade *g);
/* Plays the tasks one after the other, each with luck of its own. False and the reason if one could
 * not be played. */
bool grade_play(struct grade *g, struct th_error *e);
/* Whether the bot passes all tasks. */
bool grade_passes(const struct grade *g);

/* A league: the sums over the games of its line-ups, bot by bot and pair by pair. */

struct league {
    const struct plan *plan;         /* with one line-up a fixture */
    struct tally_unit *unit;         /* by bot */
    struct rating_line_up *line_up;  /* by fixture */
    struct rating_line_up *adjusted; /* the same without luck, of all blocks while it is measured */
    struct luck_choice luck;
    double *won;       /* [i × bots + j]: in games against j, seat by seat */
    double *evident;   /* by bot: its games in blocks that were no repeats */
    uint64_t *repeats; /* by fixture: blocks that were */
    struct distinct distinct;
    uint64_t games, unfinished, digest, faults;
    struct pace *pace; /* by bot: times of answers */
    double seconds;    /* of playing, when it is over */
    /* Callback after every block; may be NULL. */
    void (*progress)(void *context, const struct league *l);
    void *context;
};

bool league_make(struct league *l, const struct plan *plan, struct th_error *e);
void league_drop(struct league *l);
/* Plays a series of the plan, which has the files of the contest, and counts it. */
enum series_end league_play(struct league *l, struct series s, struct th_error *e);
/* Counts a block: the callback of such a series, with the league as context. Always true. */
bool league_count(void *league, const struct series_block *block);

/* Of the games of i and j that one of the two won, the share that i won: their odds against each
 * other, with any other players. NaN where there is none. */
double league_odds(const struct league *l, int i, int j);
/* What one bot did; its share is of the seats it sat in, with its part of shared games. */
void league_standing(const struct league *l, int bot, struct th_arena_standing *out);
/* How strong they are, without luck where that is taken off. Blocks that only repeat others are no
 * evidence. */
bool league_rate(const struct league *l, struct ratings *out, struct th_error *e);
/* Line-ups that played the same games again, as bots do that never vary. */
int league_repeats(const struct league *l);

#endif
