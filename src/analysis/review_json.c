#include "review_json.h"

const char *review_action(const struct record *r, size_t step, th_action a,
                          char out[TH_ACTION_BYTES]) {
    record_state(r, step, r->spare[0]);
    return r->game->action_text(r->spare[0], a, out, TH_ACTION_BYTES);
}

const char *review_position(const struct record *r, size_t step, char out[TH_POSITION_BYTES]) {
    record_state(r, step, r->spare[0]);
    return r->game->position_text(r->spare[0], out, TH_POSITION_BYTES);
}

const char *review_did(const struct record *r, const struct review *review, size_t step,
                       char out[TH_ACTION_BYTES]) {
    const struct review_step *s = &review->step[step];
    if (s->kind != REVIEW_GIVEN_UP) return review_action(r, step, s->played, out);
    return r->end == RECORD_RESIGNED ? "(resigns)"
           : r->end == RECORD_TIME   ? "(out of time)"
                                     : "(a fault)";
}

static json_t *numbers(const double value[], int seats) {
    json_t *list = json_array();
    for (int i = 0; i < seats; i++) json_array_append_new(list, json_real(value[i]));
    return list;
}

static json_t *step_json(const struct record *r, const struct review *review, size_t k) {
    static const char *const kinds[] = {"decision", "forced", "chance", "given-up"};
    const struct review_step *s = &review->step[k];
    const int seats = review->seats;
    char action[TH_ACTION_BYTES];
    json_t *json = json_pack("{s:I, s:I, s:s, s:i, s:s, s:o, s:o}", "step", (json_int_t)k + 1,
                             "turn", (json_int_t)s->turn + 1, "kind", kinds[s->kind], "seat",
                             s->seat, "action", review_did(r, review, k, action), "value",
                             numbers(s->value, seats), "change", numbers(s->change, seats));
    if (s->kind == REVIEW_CHANCE) {
        json_object_set_new(json, "probability", json_real(s->probability));
        return json;
    }
    json_object_set_new(json, "loss", json_real(review_lost(s)));
    json_object_set_new(json, "error", numbers(s->error, seats));
    json_object_set_new(json, "hidden", numbers(s->hidden, seats));
    json_object_set_new(json, "hindsight", numbers(s->hindsight, seats));
    json_object_set_new(json, "grade", json_string(review_grades[s->grade]));
    if (s->better)
        json_object_set_new(json, "better", json_string(review_action(r, k, s->best, action)));
    if (s->grade > REVIEW_FINE) {
        char position[TH_POSITION_BYTES];
        json_object_set_new(json, "position", json_string(review_position(r, k, position)));
    }
    return json;
}

json_t *review_json(const struct record *r, const struct review *review, const char *judge) {
    json_t *players = json_array(), *steps = json_array();
    for (int i = 0; i < review->seats; i++) {
        const struct review_player *p = &review->player[i];
        json_array_append_new(
            players,
            json_pack("{s:i, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:i, s:i, s:i, s:i}",
                      "seat", i, "player", r->player[i], "start", p->start, "luck", p->luck,
                      "hidden", p->hidden, "hindsight", p->hindsight, "errors", p->errors, "gifts",
                      p->gifts, "result", p->result, "luck_adjusted",
                      p->result - p->luck - p->hidden, "decisions", p->decisions, "small",
                      p->grade[REVIEW_SMALL], "bad", p->grade[REVIEW_BAD], "blunders",
                      p->grade[REVIEW_BLUNDER]));
    }
    for (size_t k = 0; k < review->steps; k++)
        json_array_append_new(steps, step_json(r, review, k));
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "game", r->spec.text, "end", record_ends[r->end],
                     "judge", judge, "players", players, "steps", steps);
}
