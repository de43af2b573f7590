/* Positions after moves that were not played: a line from any step of a game. Nothing is stored. */
#include "api.h"
#include "core/error.h"
#include "core/text.h"
#include "room.h"

enum { MOVES_MAX = 64 };

/* The first `place` steps of a record. The caller drops it if this succeeds. */
static bool copy_steps(const struct record *r, size_t place, struct record *out,
                       struct th_error *e) {
    if (!record_begin(out, r->spec.text, r->own_start ? r->start : NULL, e)) return false;
    for (size_t i = 0; i < place; i++)
        if (!record_add(out, r->action[i])) {
            record_drop(out);
            return th_fail(e, "out of memory");
        }
    return true;
}

/* Adds a move in writing; false if it is not possible. */
static bool add_move(struct record *r, const char *text) {
    struct th_error ignored;
    th_action a;
    return text != NULL && strlen(text) < TH_ACTION_BYTES && r->game->mover(r->last) != TH_OVER &&
           r->game->parse_action(r->last, text, &a, &ignored) &&
           th_is_possible(r->game, r->last, a) && record_add(r, a);
}

enum api_result call_line(struct call *c) {
    const struct session *s = &c->room->session;
    const json_t *moves = json_object_get(c->body, "moves"), *move;
    const json_int_t step = json_integer_value(json_object_get(c->body, "step"));
    const int perspective = room_perspective(c->room, c->key);
    const size_t place = step >= 0 ? view_record_steps(s, (size_t)step, perspective) : SIZE_MAX;
    char wrong[TEXT_CLIP_BYTES];
    struct th_error e;
    size_t i;
    if (!room_can_record(c->room))
        return call_refuse(c, 409, "not-now", "cards are hidden until the game is over");
    if (place == SIZE_MAX)
        return call_refuse(c, 400, "bad-value", "\"step\" is 0 to %zu",
                           view_count_steps(s, s->record.steps, perspective));
    if (json_array_size(moves) > MOVES_MAX)
        return call_refuse(c, 400, "bad-value", "\"moves\" has at most %d moves", MOVES_MAX);
    struct room line = *c->room; /* only looked at */
    if (!copy_steps(&s->record, place, &line.session.record, &e))
        return call_refuse(c, 503, "full", "there is no memory for a line");
    struct record *record = &line.session.record;
    const char *text = NULL;
    bool ok = true;
    json_array_foreach((json_t *)moves, i, move) {
        text = json_string_value(move);
        if (!(ok = add_move(record, text))) break;
    }
    if (ok) {
        record_finish(record, RECORD_STOPPED, -1);
        line.session.over = record_is_over(record);
        api_answer_json(
            c->answer, 200,
            room_message_at(&line, c->key, room_seat_of(c->room, c->key), record->steps));
    } else {
        call_refuse(c, 422, "illegal-move", "'%s' is no legal move there",
                    text_clip(text != NULL ? text : "", wrong));
    }
    record_drop(record);
    return API_ANSWERED;
}
