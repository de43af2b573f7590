/* The data files of Parchís: recorded games, positions with all successors, counts of sequences. */
#include "core/json.h"
#include "games/parchis/notation.h"
#include "oracle.h"
#include "search/minimax.h"
#include <string.h>

static bool is_line(const json_t *line, const char *type) {
    const char *t = json_string_value(json_object_get(line, "t"));
    return t != NULL && strcmp(t, type) == 0;
}

/* The rule set that a line names. */
static uint64_t rules_of(const json_t *line) {
    const char *rules = json_string_value(json_object_get(line, "rules"));
    return rules != NULL && strcmp(rules, "text") == 0 ? PARCHIS_TEXT : PARCHIS_COURSE;
}

static bool read_state(const json_t *state, uint64_t rules, struct parchis *s) {
    struct th_error e;
    parchis_start(s, rules, true);
    if (parchis_from_json(s, state, &e)) return true;
    return oracle_differs("a state that is not accepted: %s", e.text);
}

/* The action of [die, colour, piece], if the file's form is right for the state. */
static bool read_action(const struct parchis *s, const json_t *json, th_action *a) {
    const int number = (int)json_integer_value(json_array_get(json, 0));
    const int colour = (int)json_integer_value(json_array_get(json, 1));
    const int piece = (int)json_integer_value(json_array_get(json, 2));
    int die = PARCHIS_ONE;
    while (die < PARCHIS_DICE && parchis_number[die] != number) die++;
    if (json_array_size(json) != 3 || die == PARCHIS_DICE || piece >= PARCHIS_EACH) return false;
    if (piece < 0) {
        *a = parchis_action(die, PARCHIS_PASS);
        return piece == -1 && colour == (parchis_in_course(s) ? s->colour : -1);
    }
    *a = parchis_action(die, PARCHIS_EACH * colour + piece);
    return colour >= 0 && colour < PARCHIS_COLOURS;
}

static bool same_legal(const struct parchis *s, const json_t *list) {
    th_action legal[PARCHIS_LEGAL_MAX], theirs;
    const int n = parchis_legal(s, legal);
    if ((size_t)n != json_array_size(list))
        return oracle_differs("%d legal actions, the file has %zu", n, json_array_size(list));
    for (int i = 0; i < n; i++)
        if (!read_action(s, json_array_get(list, (size_t)i), &theirs) || legal[i] != theirs)
            return oracle_differs("legal action %d is another one", i);
    return true;
}

/* Whether the action leads from s to the file's state, the whole of it and its key. */
static bool same_next(const struct parchis *s, const json_t *action, const json_t *state) {
    th_action a;
    if (!read_action(s, action, &a)) return oracle_differs("an action that is none");
    struct parchis after = *s;
    parchis_apply(&after, a);
    json_t *ours = fields_to_json(&parchis_game, (const void *)&after);
    const bool same = json_equal(ours, state) == 1;
    json_decref(ours);
    if (!same) return oracle_differs("another state after action %u", (unsigned)a);
    return after.key == parchis_key(&after) || oracle_differs("another key");
}

/* What a case is about, when it differs. */
static bool tell(const json_t *line, const struct parchis *s, bool ok) {
    if (ok) return true;
    char position[1024];
    const json_t *id = json_object_get(line, "id");
    const json_t *game = json_object_get(line, "game"), *ply = json_object_get(line, "ply");
    return oracle_differs(
        "  id %d, game %d, ply %d: %s", (int)json_integer_value(id), (int)json_integer_value(game),
        (int)json_integer_value(ply),
        parchis_position_text((const struct th_state *)(const void *)s, position, sizeof position));
}

bool oracle_parchis_step(const json_t *line, struct tallied *t) {
    struct parchis s;
    const json_t *legal = json_object_get(line, "legal"), *next = json_object_get(line, "next");
    if (!is_line(line, "step") || json_array_size(legal) != json_array_size(next)) return false;
    bool ok = read_state(json_object_get(line, "state"), rules_of(line), &s);
    if (ok) {
        ok = same_legal(&s, legal);
        for (size_t i = 0; i < json_array_size(legal); i++)
            ok &= same_next(&s, json_array_get(legal, i), json_array_get(next, i));
        tell(line, &s, ok);
    }
    oracle_case(t, ok);
    return true;
}

/* The game under way: a line is a ply from where the line before has led, by the rules that its
 * first line names. */
static struct parchis current;
static json_int_t current_game = -1;

bool oracle_parchis_trace(const json_t *line, struct tallied *t) {
    const json_t *state = json_object_get(line, "state");
    const json_int_t game = json_integer_value(json_object_get(line, "game"));
    bool ok = true;
    if (is_line(line, "init")) {
        current_game = game;
        ok = read_state(state, rules_of(line), &current);
    } else if (game != current_game) {
        return false;
    } else if (is_line(line, "ply")) {
        ok = tell(line, &current,
                  same_legal(&current, json_object_get(line, "legal")) &&
                      same_next(&current, json_object_get(line, "act"), state));
        ok &= read_state(state, current.course, &current);
    } else if (is_line(line, "end")) {
        const json_int_t winner = json_integer_value(json_object_get(line, "winner"));
        th_action legal[PARCHIS_LEGAL_MAX];
        if (current.winner != winner || parchis_legal(&current, legal) != 0)
            ok = oracle_differs("game %d does not end so", (int)game);
    } else {
        return false;
    }
    oracle_case(t, ok);
    return true;
}

bool oracle_parchis_perft(const json_t *line, struct tallied *t) {
    struct parchis s;
    const json_t *counts = json_object_get(line, "perft_unique");
    if (!is_line(line, "perft") || json_array_size(counts) == 0) return false;
    bool ok = read_state(json_object_get(line, "state"), rules_of(line), &s);
    for (size_t d = 0; ok && d < json_array_size(counts); d++) {
        struct th_error e;
        uint64_t sequences;
        const json_int_t theirs = json_integer_value(json_array_get(counts, d));
        ok = perft(&parchis_game, (const struct th_state *)(const void *)&s, (int)d + 1, &sequences,
                   &e);
        if (ok && (json_int_t)sequences != theirs)
            ok = oracle_differs("%lld sequences of %zu plies, the file has %lld",
                                (long long)sequences, d + 1, (long long)theirs);
        tell(line, &s, ok);
    }
    oracle_case(t, ok);
    return true;
}
