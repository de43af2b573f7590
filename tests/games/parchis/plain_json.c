/* The state of Parchís from and to the JSON of tests/oracles/parchis/FORMAT.md ("State object" and
 * "rules=text"). The two rule sets are told apart by "flags", which only rules=course has. */
#include "plain_parchis.h"

#include <string.h>

static const int NORMAL_DICE[5] = {1, 2, 4, 5, 6};

static bool is_square(int square) {
    return (square >= 0 && square <= 68) || (square >= 101 && square <= 108);
}

/* A number in low..high, found by index in a list or by name in an object. */
static bool read_number(const json_t *value, int low, int high, int *out) {
    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high) {
        return false;
    }
    *out = (int)json_integer_value(value);
    return true;
}

static bool read_entry(const json_t *list, size_t index, int low, int high, int *out) {
    return read_number(json_array_get(list, index), low, high, out);
}

static bool read_field(const json_t *object, const char *name, int low, int high, int *out) {
    return read_number(json_object_get(object, name), low, high, out);
}

static bool read_bit(const json_t *object, const char *name, bool *out) {
    int number = 0;
    if (!read_field(object, name, 0, 1, &number)) {
        return false;
    }
    *out = number == 1;
    return true;
}

static bool read_pieces(struct plain_parchis *s, const json_t *colours) {
    if (json_array_size(colours) != 4) {
        return false;
    }
    for (size_t colour = 0; colour < 4; colour++) {
        const json_t *pieces = json_array_get(colours, colour);
        if (json_array_size(pieces) != 3) {
            return false;
        }
        for (size_t id = 0; id < 3; id++) {
            const json_t *piece = json_array_get(pieces, id);
            if (json_array_size(piece) != 3 ||
                !read_entry(piece, 0, 0, 108, &s->piece[colour][id].square) ||
                !read_entry(piece, 1, 0, 5, &s->piece[colour][id].state) ||
                !read_entry(piece, 2, 0, 100, &s->piece[colour][id].left) ||
                !is_square(s->piece[colour][id].square)) {
                return false;
            }
        }
    }
    return true;
}

static bool read_pools(struct plain_parchis *s, const json_t *pools) {
    if (json_array_size(pools) != (s->text ? 4 : 2)) {
        return false;
    }
    for (size_t owner = 0; owner < json_array_size(pools); owner++) {
        const json_t *pool = json_array_get(pools, owner);
        for (size_t i = 0; i < json_array_size(pool); i++) {
            int die = 0;
            if (!read_entry(pool, i, 1, 6, &die) || die == 3) {
                return false;
            }
            s->pool[owner][die] = true;
        }
    }
    return true;
}

static bool read_hands(struct plain_parchis *s, const json_t *hands) {
    if (json_array_size(hands) != 2) {
        return false;
    }
    for (size_t player = 0; player < 2; player++) {
        const json_t *hand = json_array_get(hands, player);
        if (json_array_size(hand) > 2) {
            return false;
        }
        for (size_t i = 0; i < json_array_size(hand); i++) {
            if (!read_entry(hand, i, 101, 110, &s->hand[player][i])) {
                return false;
            }
        }
        s->held[player] = (int)json_array_size(hand);
    }
    return true;
}

static bool is_forced_die(int die) {
    return die == 0 || die == 10 || die == 20;
}

/* rules=text: null or [die, colour]. rules=course: [p0, p1], and the player not in turn has 0. */
static bool read_forced(struct plain_parchis *s, const json_t *forced) {
    int of_player[2] = {0, 0};
    if (s->text) {
        if (json_is_null(forced)) {
            return true;
        }
        return json_array_size(forced) == 2 && read_entry(forced, 0, 10, 20, &s->forced) &&
               read_entry(forced, 1, 0, 3, &s->forced_colour) && is_forced_die(s->forced);
    }
    if (json_array_size(forced) != 2 || !read_entry(forced, 0, 0, 20, &of_player[0]) ||
        !read_entry(forced, 1, 0, 20, &of_player[1])) {
        return false;
    }
    s->forced = of_player[s->colour & 1];
    return is_forced_die(s->forced) && of_player[1 - (s->colour & 1)] == 0;
}

static bool read_board(struct plain_parchis *s, const json_t *items, const json_t *traps) {
    if (!json_is_array(items) || !json_is_array(traps)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        int square = 0;
        if (!read_entry(item, 0, 1, 68, &square) ||
            !read_entry(item, 1, 101, 110, &s->item[square])) {
            return false;
        }
    }
    for (size_t i = 0; i < json_array_size(traps); i++) {
        int square = 0;
        if (!read_entry(traps, i, 1, 68, &square)) {
            return false;
        }
        s->traps[square]++;
    }
    return true;
}

static bool read_bounces(struct plain_parchis *s, const json_t *bounces) {
    for (size_t colour = 0; colour < 4; colour++) {
        if (!read_entry(bounces, colour, 0, 1000, &s->bounces[colour])) {
            return false;
        }
    }
    return json_array_size(bounces) == 4;
}

static bool read_flags(struct plain_parchis *s, const json_t *state) {
    const json_t *flags = json_object_get(state, "flags");
    if (s->text) {
        return read_bit(state, "run6", &s->run6);
    }
    return read_bit(flags, "eat", &s->eat) && read_bit(flags, "goal", &s->goal) &&
           read_bit(flags, "rem6", &s->run6) && read_bit(flags, "ban", &s->ban);
}

/* False when a field is missing or out of its range; unknown fields are passed over. */
bool plain_from_json(struct plain_parchis *s, const json_t *state) {
    int player = 0;
    memset(s, 0, sizeof *s);
    s->text = json_object_get(state, "flags") == NULL;
    return read_field(state, "turn", 1, 1000000, &s->turn) &&
           read_field(state, "player", 0, 1, &player) &&
           read_field(state, "color", 0, s->text ? 3 : 1, &s->colour) &&
           player == (s->colour & 1) && read_pieces(s, json_object_get(state, "pieces")) &&
           read_pools(s, json_object_get(state, "dice")) &&
           read_hands(s, json_object_get(state, "special")) &&
           read_forced(s, json_object_get(state, "forced")) &&
           read_board(s, json_object_get(state, "items"), json_object_get(state, "traps")) &&
           read_bounces(s, json_object_get(state, "bounces")) && read_flags(s, state) &&
           read_field(state, "last_die", -1, 110, &s->last_die) &&
           read_field(state, "winner", -1, 1, &s->winner) &&
           read_field(state, "win_color", -1, 3, &s->win_colour);
}

static json_t *pieces_to_json(const struct plain_parchis *s) {
    json_t *colours = json_array();
    for (int colour = 0; colour < 4; colour++) {
        json_t *pieces = json_array();
        for (int id = 0; id < 3; id++) {
            json_array_append_new(pieces,
                                  json_pack("[iii]", s->piece[colour][id].square,
                                            s->piece[colour][id].state, s->piece[colour][id].left));
        }
        json_array_append_new(colours, pieces);
    }
    return colours;
}

static json_t *pools_to_json(const struct plain_parchis *s) {
    json_t *pools = json_array();
    for (int owner = 0; owner < (s->text ? 4 : 2); owner++) {
        json_t *pool = json_array();
        for (int i = 0; i < 5; i++) {
            if (s->pool[owner][NORMAL_DICE[i]]) {
                json_array_append_new(pool, json_integer(NORMAL_DICE[i]));
            }
        }
        json_array_append_new(pools, pool);
    }
    return pools;
}

static json_t *hands_to_json(const struct plain_parchis *s) {
    json_t *hands = json_array();
    for (int player = 0; player < 2; player++) {
        json_t *hand = json_array();
        for (int i = 0; i < s->held[player]; i++) {
            json_array_append_new(hand, json_integer(s->hand[player][i]));
        }
        json_array_append_new(hands, hand);
    }
    return hands;
}

static json_t *forced_to_json(const struct plain_parchis *s) {
    const int player = s->colour & 1;
    if (!s->text) {
        return json_pack("[ii]", player == 0 ? s->forced : 0, player == 1 ? s->forced : 0);
    }
    return s->forced == 0 ? json_null() : json_pack("[ii]", s->forced, s->forced_colour);
}

static json_t *items_to_json(const struct plain_parchis *s) {
    json_t *items = json_array();
    for (int square = 1; square <= 68; square++) {
        if (s->item[square] != 0) {
            json_array_append_new(items, json_pack("[ii]", square, s->item[square]));
        }
    }
    return items;
}

static json_t *traps_to_json(const struct plain_parchis *s) {
    json_t *traps = json_array();
    for (int square = 1; square <= 68; square++) {
        for (int i = 0; i < s->traps[square]; i++) {
            json_array_append_new(traps, json_integer(square));
        }
    }
    return traps;
}

/* A new reference; equal (json_equal) to the object that plain_from_json read. */
json_t *plain_to_json(const struct plain_parchis *s) {
    json_t *state = json_object();
    json_object_set_new(state, "turn", json_integer(s->turn));
    json_object_set_new(state, "player", json_integer(s->colour & 1));
    json_object_set_new(state, "color", json_integer(s->colour));
    json_object_set_new(state, "pieces", pieces_to_json(s));
    json_object_set_new(state, "dice", pools_to_json(s));
    json_object_set_new(state, "special", hands_to_json(s));
    json_object_set_new(state, "forced", forced_to_json(s));
    json_object_set_new(state, "items", items_to_json(s));
    json_object_set_new(state, "traps", traps_to_json(s));
    json_object_set_new(
        state, "bounces",
        json_pack("[iiii]", s->bounces[0], s->bounces[1], s->bounces[2], s->bounces[3]));
    json_object_set_new(state, "last_die", json_integer(s->last_die));
    json_object_set_new(state, "winner", json_integer(s->winner));
    json_object_set_new(state, "win_color", json_integer(s->win_colour));
    if (s->text) {
        json_object_set_new(state, "run6", json_integer(s->run6));
    } else {
        json_object_set_new(state, "flags",
                            json_pack("{sisisisi}", "eat", s->eat ? 1 : 0, "goal", s->goal ? 1 : 0,
                                      "rem6", s->run6 ? 1 : 0, "ban", s->ban ? 1 : 0));
    }
    return state;
}
