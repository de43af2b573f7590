#include "openings.h"

#include "file.h"
#include "text.h"
#include <stdlib.h>
#include <string.h>

static bool make_moves(const struct th_game *game, struct th_state *s, char *list,
                       struct th_error *e) {
    for (char *rest = list; rest != NULL;) {
        char *text = rest, *end = strchr(rest, ';');
        rest = end != NULL ? end + 1 : NULL;
        if (end != NULL) *end = 0;
        text = text_trim(text);
        if (text[0] == 0 && rest == NULL) break; /* a ";" may end the list */
        th_action a;
        if (!th_read_action(game, s, text, &a, e)) return false;
        game->apply(s, a);
    }
    return true;
}

static bool read_line(char *line, const struct th_game *game, struct th_state *s,
                      struct th_error *e) {
    const bool moves = strncmp(line, "moves", 5) == 0 && (line[5] == ' ' || line[5] == 0);
    if (!moves) return th_read_start(game, s, line, e);
    if (!make_moves(game, s, line + 5, e)) return false;
    return game->mover(s) != TH_OVER || th_fail(e, "the game is over there");
}

bool openings_add(struct openings *o, char *line, const struct th_game *game,
                  const struct th_options *options, struct th_error *e) {
    void *larger = realloc(o->state, ((size_t)o->count + 1) * sizeof *o->state);
    if (larger == NULL) return th_fail(e, "out of memory");
    o->state = larger;
    o->state[o->count] = th_state_new(game, options, e);
    return o->state[o->count] != NULL && read_line(line, game, o->state[o->count++], e);
}

bool openings_read(struct openings *o, const char *path, const struct th_game *game,
                   const struct th_options *options, struct th_error *e) {
    *o = (struct openings){0};
    char *text = file_read_text(path, e);
    if (text == NULL) return false;
    bool ok = true;
    char *rest = text, *line;
    for (int number = 1; ok && (line = text_line(&rest)) != NULL; number++) {
        struct th_error why;
        if (line[0] != 0 && line[0] != '#' && !openings_add(o, line, game, options, &why))
            ok = th_fail(e, "%s, line %d: %s", path, number, why.text);
    }
    if (ok && o->count == 0) ok = th_fail(e, "%s has no openings", path);
    free(text);
    if (!ok) openings_drop(o);
    return ok;
}

void openings_drop(struct openings *o) {
    for (int i = 0; i < o->count; i++) free(o->state[i]);
    free(o->state);
    *o = (struct openings){0};
}
