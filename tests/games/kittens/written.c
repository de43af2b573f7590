#include "written.h"

#include "core/text.h"
#include "tahur/registry.h"
#include <string.h>

static struct th_state *state_of(struct kittens *s) {
    return (struct th_state *)(void *)s;
}
static const struct th_state *seen(const struct kittens *s) {
    return (const struct th_state *)(const void *)s;
}

struct kittens started(const char *text) {
    struct th_spec spec;
    struct th_error e = {""};
    struct kittens s = {0};
    const struct th_game *game = th_game_find(text, &spec, &e);
    if (game == NULL || !game->setup(state_of(&s), &spec.options, &e)) fail_msg("%s", e.text);
    return s;
}

struct kittens written(const char *spec, const char *position) {
    struct th_error e = {""};
    struct kittens s = started(spec);
    if (!kittens_parse_position(state_of(&s), position, &e)) fail_msg("%s", e.text);
    return s;
}

void does(struct kittens *s, const char *words) {
    char word[64];
    struct th_error e;
    while (text_word(&words, word, sizeof word)) {
        th_action a;
        if (!kittens_parse_action(seen(s), word, &a, &e)) fail_msg("%s", e.text);
        kittens_game.apply(state_of(s), a);
    }
}

void assert_has(const struct kittens *s, const char *part) {
    char text[1024];
    kittens_position_text(seen(s), text, sizeof text);
    const char *found = strstr(text, part);
    const size_t n = strlen(part);
    if (found == NULL || (found[n] != 0 && found[n] != ';'))
        fail_msg("no '%s' in '%s'", part, text);
}

void assert_legal(const struct kittens *s, const char *actions) {
    th_action legal[KITTENS_ACTIONS];
    char list[256], name[32];
    struct text t = text_in(list, sizeof list);
    const int n = kittens_game.legal(seen(s), legal);
    for (int i = 0; i < n; i++)
        text_add(&t, "%s%s", i == 0 ? "" : " ",
                 kittens_action_text(seen(s), legal[i], name, sizeof name));
    assert_string_equal(list, actions);
}

void assert_turns(const struct kittens *s, const char *cards) {
    struct th_outcome outcomes[KITTENS_CARDS];
    char list[256];
    struct text t = text_in(list, sizeof list);
    assert_int_equal(kittens_game.mover(seen(s)), TH_CHANCE);
    const int n = kittens_game.outcomes(seen(s), outcomes);
    for (int i = 0; i < n; i++)
        text_add(&t, "%s%s %d", i == 0 ? "" : ", ", kittens_card_names[outcomes[i].action],
                 (int)outcomes[i].weight);
    assert_string_equal(list, cards);
}
