/* A class: submissions that are built, checked, played against reference levels from every seat,
 * and in a league. Everything that takes time is kept in a database (class_db.h), and found again
 * there.
 *
 *   intake.h    finds and copies submissions        program.h   builds and checks them
 *   class_db.h  the database                        formula.h   marks
 *
 * A pairing is two bots that play a number of games. Its luck depends on the seed of the class and
 * on names: against a level all submissions have the same luck, and in the league each pair has its
 * own. So a submission that is handed in again meets the same luck. */
#ifndef CLASSROOM_CLASSROOM_H
#define CLASSROOM_CLASSROOM_H

#include "class_db.h"
#include "contest/contest.h"
#include "formula.h"
#include "intake.h"
#include "program.h"
#include "similarity.h"
#include <pthread.h>

enum { CLASS_LEVELS_MAX = 16 };

struct class_settings {
    const char *folder, *out;
    struct th_spec game_spec;
    const struct th_game *game;
    char levels[TH_SPEC_BYTES];   /* as in --levels */
    const char *marks;            /* the formula; NULL: none */
    uint64_t games, league_games; /* of a pairing */
    int opponents;                /* of each submission in the league; 0: all */
    double require, confidence;   /* to beat a level */
    int build_cpu;                /* seconds of CPU time of a build */
    int64_t questions;            /* of the check */
    struct th_options exec;       /* limits of the bot exec, without folder and command */
    bool sandbox;
    bool seed_given;
    struct th_seed seed;
    int threads;
    uint32_t max_turns, random_plies;
    int review_games;                  /* of each submission, whose decisions are judged */
    const char *judge;                 /* the bot that judges; NULL: the game's own choice */
    uint64_t disqualify;               /* a submission is out after so many faults; 0: never */
    struct similarity_options similar; /* threshold 0: submissions are not compared */
    const char *template;              /* a path; what all were given; NULL: nothing */
    const th_flag *stop;
    /* Called now and then, from any thread, one at a time; may be NULL. */
    void (*progress)(void *context, const char *what, uint64_t done, uint64_t total);
    void *context;
};

struct submission {
    const char *name, *source; /* of the list */
    struct intake size;
    char refusal[400];       /* why it could not be taken in; "": it was */
    struct program *program; /* NULL: it could not */
    int bot;                 /* in `bot` of the class; -1: it does not play */
};

/* A sound submission or a level. */
struct class_bot {
    const char *name;
    int submission; /* -1: a level */
    struct th_arena_player player;
    char identity[TH_SPEC_BYTES + 80]; /* the hash of its contents, or the spec of the level */
    struct pace pace;                  /* times of its answers */
    uint64_t faults;                   /* that count, as far as they are known */
    uint64_t out_after;                /* faults with which it went out; 0: it is not out */
    uint64_t forfeits;                 /* games that are not played because it is out */
};

enum class_stage { STAGE_LEVEL, STAGE_LEAGUE };
enum { PAIRING_FIXTURES_MAX = 4 };

struct pairing {
    enum class_stage stage;
    int bot[PAIRING_SIDES]; /* of the class; those of the fixtures are 0 and 1 */
    struct fixture fixture[PAIRING_FIXTURES_MAX];
    int fixtures;
    uint64_t games; /* to be played */
    struct th_seed seed;
    int alias; /* a pairing of the same programs with the same luck, which is played for both; -1 */
    int64_t id; /* in the database */
    char key[SHA256_TEXT];
    struct match_result *result;    /* room for `games`; owned */
    uint64_t done;                  /* games that are there, in whole blocks */
    uint64_t faults[PAIRING_SIDES]; /* in these games */
    /* Who is out, as far as it is known (disqualify.c): */
    uint64_t before[PAIRING_SIDES]; /* faults that count of earlier pairings */
    uint64_t until;                 /* the first games, which are played; the rest is forfeited */
    bool out[PAIRING_SIDES];        /* by whom */
};

struct classroom {
    struct class_settings set;
    int seats;
    struct intake_list list;
    struct submission *submission;
    int submissions;
    struct program *program;
    int programs, prepared; /* prepared: built and checked so far */
    struct th_spec level[CLASS_LEVELS_MAX];
    const struct th_bot_kind *level_kind[CLASS_LEVELS_MAX];
    int levels;
    struct class_bot *bot; /* sound submissions in the order of their names, then the levels */
    int bots;
    struct pairing *pairing; /* those with levels first; by submission, then level */
    int pairings;
    struct class_db *db;
    struct formula *formula;       /* of the marks; NULL: none */
    struct class_results *results; /* whose games are being reviewed, so many */
    uint64_t reviewed, reviews;
    uint64_t played, found, total; /* games of this run, of earlier ones, and in all */
    bool stopped;
    pthread_mutex_t mutex; /* protects counts, paces and progress while threads work */
};

/* The levels that are used where none are named: level1 to level4, if the game has them. */
const char *class_default_levels(const struct th_game *game);

/* Reads the levels and opens the database; nothing is built or played yet. class_close is due in
 * any case. */
bool class_open(struct classroom *c, const struct class_settings *set, struct th_error *e);
void class_close(struct classroom *c);
/* Takes in, builds, checks and plays. False with the reason if something failed that is no matter
 * of a submission. c->stopped: by set.stop, before the end. */
bool class_run(struct classroom *c, struct th_error *e);

/* ---- parts ---- */

/* Whether the template can be read and has source files (class_similar.c). */
bool class_check_template(const char *path, struct th_error *e);
/* Reads the formula of the marks, when the levels are known (marks.c). */
bool class_read_marks(struct classroom *c, struct th_error *e);
/* Takes in all submissions, builds and checks their programs (prepare.c). */
bool class_prepare(struct classroom *c, struct th_error *e);
/* Lists the bots and pairings of all sound submissions, and finds their games (pairing.c). */
bool class_pair(struct classroom *c, struct th_error *e);
/* Who plays in which seats, and how many games, where stage and seats are known. */
bool class_set_fixtures(const struct classroom *c, struct pairing *p, struct th_error *e);
/* Plays what is missing (play.c). */
bool class_play(struct classroom *c, struct th_error *e);
/* Reads the levels of c->set. */
bool class_read_levels(struct classroom *c, struct th_error *e);
/* The plan of the games of a pairing; `player` gets its two bots, and must live as long. */
struct plan class_plan(const struct classroom *c, const struct pairing *p,
                       struct th_arena_player player[PAIRING_SIDES]);
/* The pairing that has the results of this one. */
static inline const struct pairing *class_played(const struct classroom *c,
                                                 const struct pairing *p) {
    return p->alias >= 0 ? &c->pairing[p->alias] : p;
}
/* The pairing of a submission's bot with a level; the first ones of the list. */
static inline const struct pairing *class_level_pairing(const struct classroom *c, int bot,
                                                        int level) {
    return &c->pairing[bot * c->levels + level];
}
/* Sound submissions. */
static inline int class_players(const struct classroom *c) {
    return c->bots - c->levels;
}

/* ---- disqualification (disqualify.c) ---- */

/* Counts the faults of a pairing's games that are there. */
void class_count_pairing_faults(const struct classroom *c, struct pairing *p);
/* Decides who is out, by all games that are there. With the mutex held, while threads work. */
void class_judge(struct classroom *c);
/* Whether a pairing has games that must be played and are not there. */
static inline bool class_is_missing(const struct pairing *p) {
    return p->alias < 0 && p->done < p->until;
}
/* When nothing more is played: gives the games that are forfeited their results. */
void class_forfeit(struct classroom *c);

/* ---- a pairing (play.c) ---- */

/* Called for each block that was played; false with the reason ends the pairing. */
typedef bool class_keep(void *context, const struct class_db_block *b, struct th_error *e);
/* Plays the games of p from p->done to p->until, and no more once a bot is out. Of *p only the
 * constant parts, and the values of `done`, `until`, `before` and `faults` at the call, matter. */
bool class_play_pairing(struct classroom *c, const struct pairing *p, class_keep *keep,
                        void *context, struct th_error *e);
/* Keeps a block in the database and counts it. */
bool class_take_block(struct classroom *c, struct pairing *p, const struct class_db_block *b,
                      struct th_error *e);

/* ---- the ranks of an MPI job (class_ranks.c) ---- */

/* Plays what is missing on the other ranks. Of the first rank. */
bool class_coordinate(struct classroom *c, struct th_error *e);
/* Plays what the first rank assigns, until it ends. Of another rank. */
bool class_serve(const struct class_settings *set, struct th_error *e);

/* Calls `job` for 0 to count - 1 on threads, each once. The first that fails, or the stop flag,
 * ends it: false with its reason. */
typedef bool class_job(struct classroom *c, int index, struct th_error *e);
bool class_parallel(struct classroom *c, int count, class_job *job, struct th_error *e);
void class_progress(struct classroom *c, const char *what, uint64_t done, uint64_t total);

/* The hash of lines of text, as the key of what they describe. */
const char *class_key(char out[SHA256_TEXT], const char *const lines[], int count);

#endif
