/* Analyses as text and JSON. */
#include "analysis.h"

#include "core/facets.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

double analysis_value(const struct analysis *x, int place) {
    return x->opinion.verdicts.of[place].value[x->seat];
}

void analysis_rank(struct analysis *x) {
    const int best = x->opinion.verdicts.best;
    for (int i = 0; i < x->n; i++) {
        const double value = analysis_value(x, i);
        int k = i;
        for (; k > 0; k--) {
            const double before = analysis_value(x, x->rank[k - 1]);
            if (!isnan(before) && !(value > before) && !(i == best && value >= before)) break;
            x->rank[k] = x->rank[k - 1];
        }
        x->rank[k] = i;
    }
}

bool analysis_make(struct analysis *x, struct judge *judge, struct th_error *e) {
    x->seat = x->game->mover(x->state);
    x->n = x->game->legal(x->state, x->legal);
    if (!judge_actions(judge, x->state, x->legal, x->n, &x->opinion, e)) return false;
    analysis_rank(x);
    return true;
}

const char *analysis_action(const struct analysis *x, int place, char out[TH_ACTION_BYTES]) {
    return x->game->action_text(x->state, x->legal[place], out, TH_ACTION_BYTES);
}

const char *analysis_line(const struct analysis *x, int place, char out[ANALYSIS_LINE_BYTES]) {
    char action[TH_ACTION_BYTES];
    size_t used = 0;
    out[0] = 0;
    if (x->opinion.thoughts == NULL) return out;
    const struct th_thought *of = &x->opinion.thoughts->of[place];
    memcpy(x->room, x->state, x->game->state_size);
    /* The line of a bot from a library may be invalid. */
    for (int i = 0; i < of->line_n && th_is_possible(x->game, x->room, of->line[i]); i++) {
        x->game->action_text(x->room, of->line[i], action, sizeof action);
        x->game->apply(x->room, of->line[i]);
        if (i == 0) continue; /* the action itself has a column of its own */
        const int wrote =
            snprintf(out + used, ANALYSIS_LINE_BYTES - used, "%s%s", i > 1 ? "; " : "", action);
        if (wrote < 0 || (size_t)wrote >= ANALYSIS_LINE_BYTES - used) {
            out[used] = 0; /* whole moves only */
            break;
        }
        used += (size_t)wrote;
    }
    return out;
}

const char *analysis_odds(const struct analysis *x, char out[TH_PICTURE_BYTES]) {
    if (screen_of(x->game)->odds == NULL) return NULL;
    memcpy(x->room, x->state, x->game->state_size);
    if (x->game->view != NULL) x->game->view(x->state, x->seat, x->room);
    return x->game->screen->odds(x->room, out, TH_PICTURE_BYTES);
}

/* ---- JSON ---- */

json_t *analysis_number(double x) {
    return isnan(x) ? json_null() : json_real(x);
}

const char *analysis_way(const struct analysis *x) {
    static const char *const ways[] = {[JUDGED_EXACTLY] = "exact",
                                       [JUDGED_BY_SEARCH] = "search",
                                       [JUDGED_BY_ROLLOUTS] = "rollouts"};
    return ways[x->opinion.way];
}

static json_t *move_json(const struct analysis *x, int i) {
    const struct verdicts *v = &x->opinion.verdicts;
    const struct th_thoughts *t = x->opinion.thoughts;
    const struct verdict_gap gap = verdicts_gap(v, v->best, i);
    char action[TH_ACTION_BYTES], line[ANALYSIS_LINE_BYTES];
    json_t *significant = i == v->best || isnan(analysis_value(x, i))
                              ? json_null()
                              : json_boolean(verdicts_better(v, v->best, i));
    json_t *values = json_array();
    for (int s = 0; s < v->seats; s++)
        json_array_append_new(values, analysis_number(v->of[i].value[s]));
    json_t *move = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "action", analysis_action(x, i, action), "value",
        analysis_number(analysis_value(x, i)), "error", analysis_number(v->of[i].error[x->seat]),
        "values", values, "behind", analysis_number(gap.mean), "behind_error",
        analysis_number(gap.error), "told_apart", significant);
    if (t != NULL && t->own != NULL)
        json_object_set_new(move, "own", analysis_number(t->of[i].own));
    if (t != NULL && t->depth > 0)
        json_object_set_new(move, "line", json_string(analysis_line(x, i, line)));
    return move;
}

json_t *analysis_json(const struct analysis *x, const char *spec, const char *bot) {
    const struct verdicts *v = &x->opinion.verdicts;
    char position[TH_POSITION_BYTES], action[TH_ACTION_BYTES];
    json_t *moves = json_array();
    for (int k = 0; k < x->n; k++) json_array_append_new(moves, move_json(x, x->rank[k]));
    json_t *json = json_pack("{s:s, s:s, s:i, s:s, s:s, s:o}", "game", spec, "position",
                             x->game->position_text(x->state, position, sizeof position), "seat",
                             x->seat, "by", analysis_way(x), "best",
                             analysis_action(x, v->best, action), "moves", moves);
    if (x->opinion.way != JUDGED_EXACTLY) json_object_set_new(json, "bot", json_string(bot));
    if (x->opinion.way == JUDGED_BY_ROLLOUTS) {
        json_object_set_new(json, "games", json_integer(v->games));
        json_object_set_new(json, "varied", json_boolean(v->varied));
        json_object_set_new(json, "variance_reduction", analysis_number(v->reduction));
    }
    char odds[TH_PICTURE_BYTES];
    if (analysis_odds(x, odds) != NULL) json_object_set_new(json, "odds", json_string(odds));
    if (x->opinion.thoughts != NULL && x->opinion.thoughts->own != NULL)
        json_object_set_new(json, "own_is", json_string(x->opinion.thoughts->own));
    return json;
}
