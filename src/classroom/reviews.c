/* Reviews: the decisions of submissions in the games that reports show, as tahur review judges
 * them. A review depends on the moves, the seats and the judge alone; it is kept in the database,
 * and never made twice. */
#include "results.h"

#include "analysis/review.h"
#include "tahur/version.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROLLOUTS = 400, JUDGE_SEED = 1, MISTAKES_KEPT = 10 };

static bool make_judge(const struct classroom *c, struct judging *j, struct th_error *e) {
    const struct judging_wish wish = {.bot = c->set.judge,
                                      .games = ROLLOUTS,
                                      .seed = JUDGE_SEED,
                                      .threads = 1,
                                      .stop = c->set.stop};
    return judging_make(j, c->set.game, &c->set.game_spec.options, &wish, e);
}

static bool is_seat_of(const struct classroom *c, const struct shown_game *g, int seat, int bot) {
    const struct pairing *p = &c->pairing[g->pairing];
    return p->bot[pairing_side(c, p, g->number, seat)] == bot;
}

/* ---- one game ---- */

/* Inserts a mistake into a list, the worst first; the first of equals stays first. Takes it over.
 */
static void add_mistake(json_t *list, json_t *mistake) {
    const double lost = json_number_value(json_object_get(mistake, "lost"));
    size_t place = json_array_size(list);
    while (place > 0 &&
           json_number_value(json_object_get(json_array_get(list, place - 1), "lost")) < lost)
        place--;
    if (place < MISTAKES_KEPT)
        json_array_insert_new(list, place, mistake);
    else
        json_decref(mistake);
    while (json_array_size(list) > MISTAKES_KEPT) json_array_remove(list, MISTAKES_KEPT);
}

static json_t *mistake_json(const struct th_game *game, const struct th_state *s, size_t step,
                            th_action played, const struct review_loss *loss) {
    char did[TH_ACTION_BYTES], better[TH_ACTION_BYTES], position[TH_POSITION_BYTES];
    const int seat = game->mover(s);
    return json_pack("{s:I, s:I, s:i, s:s, s:s, s:f, s:s, s:s}", "step", (json_int_t)step + 1,
                     "turn", (json_int_t)game->turns(s) + 1, "seat", seat, "played",
                     game->action_text(s, played, did, sizeof did), "better",
                     game->action_text(s, loss->best, better, sizeof better), "lost",
                     loss->lost[seat], "grade", review_grades[loss->grade], "position",
                     game->position_text(s, position, sizeof position));
}

/* What the decisions of a bot in one game come to. */
struct sum {
    int decisions, grade[REVIEW_GRADES];
    double lost;
    json_t *mistakes;
};

static bool judge_game(const struct classroom *c, const struct record *r,
                       const struct shown_game *g, int bot, struct judge *judge, struct sum *sum,
                       struct th_error *e) {
    struct th_state *s = r->spare[0], *room = r->spare[1];
    record_state(r, 0, s);
    for (size_t k = 0; k < r->steps; k++) {
        const int seat = r->game->mover(s);
        if (seat >= 0 && is_seat_of(c, g, seat, bot)) {
            struct review_loss loss;
            if (!review_decide(judge, r->game, s, r->action[k], room, &loss, e)) return false;
            sum->decisions += loss.choice;
            sum->lost += loss.lost[seat];
            if (loss.choice) sum->grade[loss.grade]++;
            if (loss.grade != REVIEW_FINE)
                add_mistake(sum->mistakes, mistake_json(r->game, s, k, r->action[k], &loss));
        }
        r->game->apply(s, r->action[k]);
    }
    return true;
}

static json_t *sum_json(const struct sum *s) {
    return json_pack("{s:i, s:f, s:i, s:i, s:i, s:O}", "decisions", s->decisions, "lost", s->lost,
                     "small", s->grade[REVIEW_SMALL], "bad", s->grade[REVIEW_BAD], "blunders",
                     s->grade[REVIEW_BLUNDER], "mistakes", s->mistakes);
}

/* Whether this is what sum_json makes. */
static bool is_sum(const json_t *findings) {
    static const char *const numbers[] = {"decisions", "lost", "small", "bad", "blunders"};
    static const char *const texts[] = {"played", "better", "grade", "position"};
    const json_t *mistakes = json_object_get(findings, "mistakes");
    for (int i = 0; i < 5; i++)
        if (!json_is_number(json_object_get(findings, numbers[i]))) return false;
    for (size_t k = 0; k < json_array_size(mistakes); k++)
        for (int i = 0; i < 4; i++)
            if (!json_is_string(json_object_get(json_array_get(mistakes, k), texts[i])))
                return false;
    return json_is_array(mistakes);
}

static const char *review_key(const struct classroom *c, const struct record *r,
                              const struct shown_game *g, int bot, char out[SHA256_TEXT]) {
    char spec[TH_SPEC_BYTES], seats[TH_SEATS_MAX + 1] = "";
    char moves[SHA256_TEXT];
    struct sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, r->action, r->steps * sizeof *r->action);
    sha256_text(&hash, moves);
    for (int i = 0; i < c->seats; i++) seats[i] = is_seat_of(c, g, i, bot) ? 'x' : '-';
    th_options_write(c->set.game->name, &c->set.game_spec.options, false, spec, sizeof spec);
    const char *const lines[] = {"review",          TH_VERSION, spec, c->set.game->rules_version,
                                 c->results->judge, seats,      moves};
    return class_key(out, lines, 7);
}

static bool make_review(struct classroom *c, const struct record *r, const struct shown_game *g,
                        int bot, json_t **out, struct th_error *e) {
    struct judging judging = {.judge = NULL};
    struct sum sum = {.mistakes = json_array()};
    bool ok = make_judge(c, &judging, e) && judge_game(c, r, g, bot, judging.judge, &sum, e);
    judging_close(&judging);
    *out = ok ? sum_json(&sum) : NULL;
    json_decref(sum.mistakes);
    return ok && (*out != NULL || th_fail(e, "out of memory"));
}

static bool find_review(struct classroom *c, const struct record *r, const struct shown_game *g,
                        int bot, json_t **out, struct th_error *e) {
    char key[SHA256_TEXT];
    if (!class_db_load_review(c->db, review_key(c, r, g, bot, key), out, e)) return false;
    if (*out != NULL)
        return is_sum(*out) || th_fail(e, "%s/class.db is damaged: a review is none", c->set.out);
    return make_review(c, r, g, bot, out, e) && class_db_keep_review(c->db, key, *out, e);
}

/* ---- all games ---- */

static bool review_game(struct classroom *c, int index, struct th_error *e) {
    const int bot = index / SHOWN_GAMES, place = index % SHOWN_GAMES;
    struct player_result *p = &c->results->player[bot];
    struct record record;
    if (place >= p->shown_games || place >= c->set.review_games) return true;
    if (!class_make_record(c, &p->shown[place], &record, e)) return false;
    const bool ok = find_review(c, &record, &p->shown[place], bot, &p->review[place], e);
    record_drop(&record);
    pthread_mutex_lock(&c->mutex);
    c->reviewed += ok;
    class_progress(c, "games reviewed", c->reviewed, c->reviews);
    pthread_mutex_unlock(&c->mutex);
    return ok;
}

static bool name_judge(const struct classroom *c, struct class_results *r, struct th_error *e) {
    struct judging judging = {.judge = NULL};
    char way[JUDGING_WAY_BYTES];
    if (make_judge(c, &judging, e)) r->judge = strdup(judging_way(&judging, way));
    const bool made = judging.judge != NULL;
    judging_close(&judging);
    return made && (r->judge != NULL || th_fail(e, "out of memory"));
}

bool class_review(struct classroom *c, struct class_results *r, struct th_error *e) {
    const int players = class_players(c);
    if (c->set.review_games == 0) return true;
    if (!name_judge(c, r, e)) return false;
    c->results = r;
    c->reviewed = c->reviews = 0;
    for (int bot = 0; bot < players; bot++) {
        const int shown = r->player[bot].shown_games;
        c->reviews += (uint64_t)(shown < c->set.review_games ? shown : c->set.review_games);
    }
    const bool ok = class_parallel(c, players * SHOWN_GAMES, review_game, e);
    c->results = NULL;
    c->stopped = c->stopped || c->reviewed < c->reviews;
    return ok;
}

/* ---- a submission ---- */

static double add_up(const struct player_result *p, const char *name) {
    double sum = 0;
    for (int i = 0; i < SHOWN_GAMES; i++)
        sum += json_number_value(json_object_get(p->review[i], name));
    return sum;
}

json_t *class_review_json(const struct class_results *r, int bot) {
    const struct player_result *p = &r->player[bot];
    json_t *mistakes = json_array();
    int games = 0;
    for (int i = 0; i < p->shown_games; i++) {
        const json_t *list = json_object_get(p->review[i], "mistakes");
        char id[GAME_ID_BYTES];
        games += p->review[i] != NULL;
        for (size_t k = 0; k < json_array_size(list); k++) {
            json_t *one = json_copy(json_array_get(list, k));
            json_object_set_new(one, "game", json_string(game_id(r->class, &p->shown[i], id)));
            add_mistake(mistakes, one);
        }
    }
    if (games == 0) {
        json_decref(mistakes);
        return json_null();
    }
    return json_pack("{s:i, s:i, s:f, s:i, s:i, s:i, s:o}", "games", games, "decisions",
                     (int)add_up(p, "decisions"), "lost", add_up(p, "lost"), "small",
                     (int)add_up(p, "small"), "bad", (int)add_up(p, "bad"), "blunders",
                     (int)add_up(p, "blunders"), "mistakes", mistakes);
}
