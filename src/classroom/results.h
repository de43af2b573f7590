/* What the games of a class come to: results against levels, the league, faults, marks; and the
 * whole as JSON (docs/classroom.md). */
#ifndef CLASSROOM_RESULTS_H
#define CLASSROOM_RESULTS_H

#include "classroom.h"
#include "record/record.h"
#include "sources.h"

enum { SHOWN_GAMES = 3 };

struct seat_result {
    uint64_t games, faults;
    double won;
};

/* A submission against a level. */
struct level_result {
    struct exam exam;
    struct seat_result all, seat[TH_SEATS_MAX]; /* the submission's own seat */
    bool complete;
};

struct fault_sum {
    enum th_fault kind;
    uint64_t count;
    int pairing; /* of the first; -1: none */
    struct class_db_fault first;
};

struct shown_game {
    int pairing;
    uint64_t number;
};

/* Of one sound submission. */
struct player_result {
    struct fault_sum fault[FAULT_KINDS];
    int fault_kinds;
    uint64_t faults; /* of all kinds */
    struct shown_game shown[SHOWN_GAMES];
    int shown_games;
    json_t
        *review[SHOWN_GAMES]; /* of its decisions in these games (reviews.c); NULL: none; owned */
};

struct class_results {
    const struct classroom *class;
    struct level_result *level;   /* by bot of a submission, then level */
    struct player_result *player; /* by bot of a submission */
    struct plan plan;             /* of the league */
    struct fixture *fixture;
    struct league league;
    struct ratings ratings;
    bool rated;   /* there is a league, and it has games */
    int *order;   /* all bots, the strongest first */
    int *rank;    /* by bot: among submissions, from 1 on */
    double *mark; /* by submission; NaN: there is none */
    uint64_t games, digest;
    char *judge;   /* who reviews games, and how, in words; NULL: nothing is reviewed; owned */
    bool compared; /* the submissions with each other: there are at least two */
    struct source_lists sources; /* those that were taken in, in their order */
    struct similarity similar;   /* pairs of them */
};

/* Counts; class_results_drop is due in any case. */
bool class_results_make(struct class_results *r, const struct classroom *c, struct th_error *e);
void class_results_drop(struct class_results *r);

/* The result of a submission against a level; NULL: it does not play. */
const struct level_result *class_level_result(const struct class_results *r, int submission,
                                              int level);
bool level_is_beaten(const struct level_result *l);

/* Submissions in the order of reports: by rank, then those without one by name. The caller frees.
 */
int *class_order(const struct class_results *r);

/* Which side of a pairing has this seat in its game of this number. */
int pairing_side(const struct classroom *c, const struct pairing *p, uint64_t number, int seat);

/* ---- parts ---- */

bool class_count_levels(struct class_results *r, struct th_error *e);
bool class_count_league(struct class_results *r, struct th_error *e);
/* Counts the faults of submissions and chooses the games to be shown (shown.c). */
bool class_count_faults(struct class_results *r, struct th_error *e);
/* Finds out who has copied, if that is wanted (class_similar.c). */
bool class_compare(struct class_results *r, struct th_error *e);
/* Computes the marks (marks.c). */
void class_count_marks(struct class_results *r);

/* "3f2a…-17", for file names. */
enum { GAME_ID_BYTES = 40 };
const char *game_id(const struct classroom *c, const struct shown_game *g, char out[GAME_ID_BYTES]);
/* The record of such a game; the caller drops it. */
bool class_make_record(const struct classroom *c, const struct shown_game *g, struct record *r,
                       struct th_error *e);
/* Writes the records of all games to be shown to files in OUT/games. */
bool class_write_games(const struct class_results *r, struct th_error *e);

/* ---- reviews (reviews.c) ---- */

/* Judges the decisions of submissions in the games to be shown, in the first set.review_games of
 * each: what has not been judged before. Where set.stop comes first, the rest has no review, and
 * c->stopped is set. */
bool class_review(struct classroom *c, struct class_results *r, struct th_error *e);
/* All reviews of a submission's games as one, with the worst mistakes; null: there are none. */
json_t *class_review_json(const struct class_results *r, int bot);

/* ---- reports (class_json.c) ---- */

extern const char *const submission_statuses[];
enum submission_status {
    SUBMISSION_REFUSED,
    SUBMISSION_PENDING,
    SUBMISSION_UNBUILT,
    SUBMISSION_UNSOUND,
    SUBMISSION_SOUND,
};
enum submission_status submission_status(const struct submission *s);
const char *submission_sentence(const struct submission *s);

/* The whole as JSON, which the caller owns. */
json_t *class_json(const struct class_results *r, double seconds);

#endif
