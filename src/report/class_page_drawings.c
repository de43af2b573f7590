/* Drawings of positions on the pages of a class.
 *
 * A drawing is a list of lines, and from step to step few of them change. So the page has every
 * distinct line once, as HTML, and of each step the lines that are new: [[all lines]], or
 * [row, line, row, line, …]. A line itself is mostly that which it replaced: [its place, characters
 * kept at the beginning, at the end, what is between]. The script of class_page_games.c puts them
 * together. */
#include "class_page_own.h"

#include "core/facets.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 256 };

void gallery_drop(struct gallery *g) {
    for (int i = 0; i < g->count; i++) free(g->line[i]);
    free(g->line);
    free(g->hash);
    free(g->from);
}

static bool gallery_grow(struct gallery *g) {
    if (g->count < g->room) return true;
    const int room = 2 * g->room + 256;
    char **line = realloc(g->line, (size_t)room * sizeof *line);
    if (line != NULL) g->line = line;
    uint32_t *hash = realloc(g->hash, (size_t)room * sizeof *hash);
    if (hash != NULL) g->hash = hash;
    int *from = realloc(g->from, (size_t)room * sizeof *from);
    if (from != NULL) g->from = from;
    const bool ok = line != NULL && hash != NULL && from != NULL;
    if (ok) g->room = room;
    return ok;
}

/* The place of a line, which is taken over; `from` is a similar one, or -1. */
static int gallery_place(struct gallery *g, char *line, int from) {
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *at = line; *at != 0; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
    for (int i = 0; i < g->count; i++) {
        if (g->hash[i] != hash || strcmp(g->line[i], line) != 0) continue;
        free(line);
        return i;
    }
    if (!gallery_grow(g)) {
        free(line);
        g->failed = true;
        return 0;
    }
    g->hash[g->count] = hash;
    g->from[g->count] = from;
    g->line[g->count] = line;
    return g->count++;
}

/* A line with colour codes of terminals (core/paint.h) as HTML: <b class=b31>. */
static void write_painted(FILE *out, const char *line, size_t bytes) {
    const char *end = line + bytes;
    bool open = false;
    while (line < end) {
        char one[] = {*line, 0};
        if (line[0] != '\033' || line[1] != '[') {
            html_text(out, one);
            line++;
            continue;
        }
        const size_t code = 2 + strspn(line + 2, "0123456789;");
        size_t digits = code;
        while (digits > 2 && line[digits - 1] != ';') digits--;
        const long paint = strtol(line + digits, NULL, 10); /* the last number decides */
        if (open) fprintf(out, "</b>");
        open = paint > 0;
        if (open) fprintf(out, "<b class=b%ld>", paint);
        line += code + 1;
    }
    if (open) fprintf(out, "</b>");
}

static char *painted_line(const char *line, size_t bytes) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    write_painted(out, line, bytes);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* A drawing with its colours; NULL: no memory. The caller frees it. */
static char *draw(const struct th_game *game, const struct th_state *s) {
    static const struct th_look look = {.colour = true};
    char *picture = malloc(TH_PICTURE_BYTES);
    if (picture != NULL) screen_draw(game, s, &look, picture, TH_PICTURE_BYTES);
    return picture;
}

void page_drawing(const struct class_page *p, const struct th_game *game,
                  const struct th_state *s) {
    char *picture = draw(game, s);
    fprintf(p->out, "<div class=\"box\" role=\"group\" tabindex=\"0\" aria-label=\"");
    page_word(p, W_BOARD);
    fprintf(p->out, "\"><pre class=\"board\">");
    for (const char *at = picture; at != NULL && *at != 0;) {
        const size_t n = strcspn(at, "\n");
        write_painted(p->out, at, n);
        if (at[n] == '\n') fputc('\n', p->out);
        at += n + (at[n] == '\n');
    }
    fprintf(p->out, "</pre></div>\n");
    free(picture);
}

/* The lines of a state by their places; `before` are those of the last one, whose texts are in
 * `raw`: most lines are still the same. */
struct drawn {
    int rows, place[ROWS_MAX];
    char *picture; /* owned */
};

static void draw_lines(struct drawn *d, const struct drawn *before, const struct th_game *game,
                       const struct th_state *s, struct gallery *g) {
    const char *old = before->picture;
    d->rows = 0;
    d->picture = draw(game, s);
    g->failed |= d->picture == NULL;
    for (const char *at = d->picture; at != NULL && *at != 0 && d->rows < ROWS_MAX;) {
        const size_t n = strcspn(at, "\n"), m = old != NULL ? strcspn(old, "\n") : 0;
        if (old != NULL && d->rows < before->rows && n == m && memcmp(at, old, n) == 0) {
            d->place[d->rows] = before->place[d->rows];
        } else {
            const int from = d->rows < before->rows ? before->place[d->rows] : -1;
            char *line = painted_line(at, n);
            g->failed |= line == NULL;
            d->place[d->rows] = line != NULL ? gallery_place(g, line, from) : 0;
        }
        d->rows++;
        at += n + (at[n] == '\n');
        if (old != NULL) old += m + (old[m] == '\n');
    }
}

static void write_state(FILE *out, const struct drawn *d, const struct drawn *before) {
    const char *sign = "";
    if (d->rows != before->rows) {
        fprintf(out, "[[");
        for (int i = 0; i < d->rows; i++) fprintf(out, "%s%d", i > 0 ? "," : "", d->place[i]);
        fprintf(out, "]]");
        return;
    }
    fprintf(out, "[");
    for (int i = 0; i < d->rows; i++) {
        if (d->place[i] == before->place[i]) continue;
        fprintf(out, "%s%d,%d", sign, i, d->place[i]);
        sign = ",";
    }
    fprintf(out, "]");
}

void page_states(const struct class_page *p, const struct record *r, struct gallery *g) {
    struct drawn both[2] = {{.rows = -1}, {.rows = -1}};
    struct th_state *s = r->spare[0];
    record_state(r, 0, s);
    fprintf(p->out, "<script type=\"application/json\" class=\"steps\">[");
    for (size_t k = 0; k <= r->steps; k++) {
        struct drawn *now = &both[k % 2], *before = &both[(k + 1) % 2];
        free(now->picture);
        draw_lines(now, before, r->game, s, g);
        fprintf(p->out, "%s", k > 0 ? "," : "");
        write_state(p->out, now, before);
        if (k < r->steps) r->game->apply(s, r->action[k]);
    }
    fprintf(p->out, "]</script>\n");
    free(both[0].picture);
    free(both[1].picture);
}

/* Characters as JavaScript counts them, in UTF-16. */
static int units(const char *text, size_t bytes) {
    int n = 0;
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)text[i];
        n += (c & 0xc0) != 0x80;
        n += c >= 0xf0;
    }
    return n;
}

static bool begins_character(char c) {
    return ((unsigned char)c & 0xc0) != 0x80;
}

/* A line, whole or by what it has in common with another, whichever is shorter. */
static json_t *line_json(const struct gallery *g, int i) {
    enum { OVERHEAD = 16 }; /* of the brackets and numbers */
    const char *line = g->line[i], *old = g->from[i] >= 0 ? g->line[g->from[i]] : "";
    const size_t n = strlen(line), m = strlen(old), most = n < m ? n : m;
    size_t head = 0, tail = 0;
    while (head < most && line[head] == old[head]) head++;
    while (head > 0 && (!begins_character(line[head]) || !begins_character(old[head]))) head--;
    while (tail < most - head && line[n - 1 - tail] == old[m - 1 - tail]) tail++;
    while (tail > 0 && !begins_character(line[n - tail])) tail--;
    if (head + tail < OVERHEAD) return json_string(line);
    return json_pack("[i, i, i, s%]", g->from[i], units(line, head), units(line + n - tail, tail),
                     line + head, n - head - tail);
}

/* JSON inside of a script: no end tag may be in it. */
bool page_gallery(const struct class_page *p, const struct gallery *g) {
    json_t *list = json_array();
    for (int i = 0; i < g->count; i++) json_array_append_new(list, line_json(g, i));
    char *text = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    if (text == NULL) return false;
    fprintf(p->out, "<script type=\"application/json\" id=\"lines\">");
    for (const char *at = text; *at != 0; at++)
        fputs(at[0] == '<' && at[1] == '/' ? "<\\" : (const char[]){*at, 0}, p->out);
    fprintf(p->out, "</script>\n");
    free(text);
    return true;
}
