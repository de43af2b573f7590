/* Text on the terminal: colours, widths, line breaking, labels. */
#include "paint.h"

#include "text.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ANSI X3.64, “select graphic rendition”. Each sequence resets the one before. */
static const char *const codes[PAINTS] = {
    [PAINT_NONE] = "\033[0m",           [PAINT_BOLD] = "\033[0;1m",
    [PAINT_FAINT] = "\033[0;2m",        [PAINT_YELLOW] = "\033[0;33m",
    [PAINT_BLUE] = "\033[0;34m",        [PAINT_RED] = "\033[0;31m",
    [PAINT_GREEN] = "\033[0;32m",       [PAINT_MAGENTA] = "\033[0;35m",
    [PAINT_CYAN] = "\033[0;36m",        [PAINT_ON_YELLOW] = "\033[0;30;43m",
    [PAINT_ON_BLUE] = "\033[0;37;44m",  [PAINT_ON_RED] = "\033[0;37;41m",
    [PAINT_ON_GREEN] = "\033[0;30;42m", [PAINT_REVERSED] = "\033[0;7m",
};

const char *paint_code(const struct th_look *look, enum paint paint) {
    return look != NULL && look->colour ? codes[paint] : "";
}

void paint_add(struct text *t, const struct th_look *look, enum paint paint, const char *format,
               ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (paint == PAINT_NONE)
        text_add(t, "%s", text);
    else
        text_add(t, "%s%s%s", paint_code(look, paint), text, paint_code(look, PAINT_NONE));
}

/* Bytes of the escape sequence of a colour at p; 0 if there is none. */
static size_t code_bytes(const char *p) {
    if (p[0] != '\033' || p[1] != '[') return 0;
    const size_t n = 2 + strspn(p + 2, "0123456789;");
    return p[n] == 'm' ? n + 1 : 0;
}

/* Columns of the first `bytes` bytes. */
static int width_of(const char *text, size_t bytes) {
    int width = 0;
    for (const char *p = text; p < text + bytes;) {
        const size_t code = code_bytes(p);
        width += code == 0 ? ascii_columns(p) : 0;
        p += code > 0 ? code : 1;
    }
    return width;
}

int paint_width(const char *text) {
    return width_of(text, strlen(text));
}

/* Adds one line, which contains no line end. */
static void wrap_line(struct text *t, const char *line, size_t bytes, int columns, int indent) {
    const char *end = line + bytes;
    int column = 0;
    for (const char *p = line; p < end;) {
        const size_t blanks = strspn(p, " ");
        const char *word = p + blanks < end ? p + blanks : end;
        const char *rest = word;
        while (rest < end && *rest != ' ') rest++;
        const int width = width_of(word, (size_t)(rest - word));
        if (column > indent && column + (int)(word - p) + width > columns) {
            text_add(t, "\n%*s", indent, "");
            column = indent;
        } else {
            text_add(t, "%.*s", (int)(word - p), p);
            column += (int)(word - p);
        }
        text_add(t, "%.*s", (int)(rest - word), word);
        column += width;
        p = rest;
    }
}

void paint_fill(struct text *t, const char *line, int columns, int indent) {
    wrap_line(t, line, strlen(line), columns, indent);
}

void paint_wrap(struct text *t, const char *text, int columns) {
    for (const char *line = text; *line != 0;) {
        const size_t n = strcspn(line, "\n");
        if (columns == 0 || width_of(line, n) <= columns)
            text_add(t, "%.*s", (int)n, line);
        else
            wrap_line(t, line, n, columns, (int)strspn(line, " ") + 2);
        line += n;
        if (*line == '\n') {
            text_add(t, "\n");
            line++;
        }
    }
}

/* ---- labels ---- */

/* The size of a shortened label: an ellipsis replaces at least one character, and a number with its
 * terminator is added. */
static size_t room_for(const char *label) {
    return 4 * strlen(label) + 32;
}

struct work {
    const char *const *label;
    char **out;
    size_t *length; /* of out, in bytes */
    const char *ellipsis;
};

/* Labels whose first `front` and last `back` characters are the same and already written. The part
 * between, the middle, has to fit into `room` characters. */
struct group {
    int *member, count;
    int front, back, room;
};

static int characters(const char *text) {
    int n = 0;
    for (; *text != 0; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* The n-th character. */
static const char *character(const char *text, int n) {
    for (; *text != 0; text++)
        if (((unsigned char)*text & 0xc0) != 0x80 && n-- == 0) break;
    return text;
}

static int middle_width(const struct work *w, const struct group *g, int i) {
    return characters(w->label[i]) - g->front - g->back;
}

/* Appends characters from … to − 1 of the label. */
static void add(struct work *w, int i, int from, int to) {
    const char *begin = character(w->label[i], from), *end = character(begin, to - from);
    memcpy(w->out[i] + w->length[i], begin, (size_t)(end - begin));
    w->length[i] += (size_t)(end - begin);
    w->out[i][w->length[i]] = 0;
}

static void add_ellipsis(struct work *w, int i) {
    w->length[i] += (size_t)sprintf(w->out[i] + w->length[i], "%s", w->ellipsis);
}

/* Characters before the ellipsis of a middle that is cut. */
static int head_of(const struct group *g) {
    return g->room / 2;
}

/* Appends the middle; if it is too long, an ellipsis replaces its own middle. */
static void add_middle(struct work *w, const struct group *g, int i) {
    const int width = middle_width(w, g, i), end = g->front + width;
    if (width <= g->room) {
        add(w, i, g->front, end);
        return;
    }
    add(w, i, g->front, g->front + head_of(g));
    add_ellipsis(w, i);
    add(w, i, end - (g->room - 1 - head_of(g)), end);
}

static bool same_character(const char *a, const char *b) {
    do
        if (*a++ != *b++) return false;
    while (((unsigned char)*a & 0xc0) == 0x80 || ((unsigned char)*b & 0xc0) == 0x80);
    return true;
}

/* Whether both are cut and have most of their heads in common. */
static bool is_alike(const struct work *w, const struct group *g, int a, int b) {
    if (middle_width(w, g, a) <= g->room || middle_width(w, g, b) <= g->room) return false;
    const char *x = character(w->label[a], g->front), *y = character(w->label[b], g->front);
    const int most = (2 * head_of(g) + 2) / 3;
    for (int n = 0; n < most; n++, x = character(x, 1), y = character(y, 1))
        if (!same_character(x, y)) return false;
    return true;
}

/* The number of characters that the middles of all members have in common at their beginning, or,
 * up to `most`, at their end. */
static int common(const struct work *w, const struct group *g, bool at_end, int most) {
    const char *first = w->label[g->member[0]];
    const int last = characters(first) - g->back - 1;
    for (int n = 0; n < most; n++)
        for (int k = 1; k < g->count; k++) {
            const char *other = w->label[g->member[k]];
            const int end = characters(other) - g->back - 1;
            if (!same_character(character(first, at_end ? last - n : g->front + n),
                                character(other, at_end ? end - n : g->front + n)))
                return n;
        }
    return most;
}

static bool is_separator(const char *text, int n) {
    return strchr(":,=/ ", *character(text, n)) != NULL;
}

/* The lengths of the common parts before and after the difference, in characters. */
struct shared {
    int head, tail;
    int own; /* the longest of what lies between */
};

static struct shared shared_by(const struct work *w, const struct group *g) {
    int shortest = middle_width(w, g, g->member[0]), longest = shortest;
    for (int k = 1; k < g->count; k++) {
        const int width = middle_width(w, g, g->member[k]);
        if (width < shortest) shortest = width;
        if (width > longest) longest = width;
    }
    struct shared s = {.head = common(w, g, false, shortest)};
    s.tail = common(w, g, true, shortest - s.head);
    s.own = longest - s.head - s.tail;
    return s;
}

/* The same without splitting words: 3000 and 2000 have nothing in common. */
static struct shared in_words(const struct work *w, const struct group *g, struct shared s) {
    const char *first = w->label[g->member[0]];
    const int end = characters(first) - g->back;
    struct shared words = s;
    while (words.head > 0 && !is_separator(first, g->front + words.head - 1)) words.head--;
    while (words.tail > 0 && !is_separator(first, end - words.tail)) words.tail--;
    words.own += s.head - words.head + s.tail - words.tail;
    return words;
}

/* The part of a common beginning that is kept: up to its last colon, which ends the name of a bot.
 */
static int lead_of(const char *label, int front, int most) {
    for (int n = most; n > 1; n--)
        if (*character(label, front + n - 1) == ':') return n;
    return most;
}

static void shorten_group(struct work *w, const struct group *g);

/* For similar members: leaves out the common parts around the difference. Returns false, with
 * nothing added, if there is no room for that. */
static bool distinguish(struct work *w, const struct group *g) {
    struct shared s = shared_by(w, g);
    const struct shared words = in_words(w, g, s);
    const int third = g->room / 3, most_own = g->room - third - 2;
    const bool helps = words.head + words.tail > 0;
    if (helps && (words.own <= most_own || s.own > most_own)) s = words;
    const int lead = lead_of(w->label[g->member[0]], g->front, third < s.head ? third : s.head);
    const int room = g->room - lead - (lead < s.head) - (s.tail > 0);
    if (room < 2) return false;
    /* Room that is left shows more of what is in common, nearest to the difference. */
    const int spare = room > s.own ? room - s.own : 0;
    const int context = spare < s.head - lead ? spare : s.head - lead;
    const int after = spare - context < s.tail ? spare - context : s.tail;
    const struct group inner = {g->member, g->count, g->front + s.head - context,
                                g->back + s.tail - after, room};
    for (int k = 0; k < g->count; k++) {
        const int i = g->member[k];
        add(w, i, g->front, g->front + lead);
        if (lead + context < s.head) add_ellipsis(w, i);
    }
    shorten_group(w, &inner);
    for (int k = 0; k < g->count; k++)
        if (after < s.tail) add_ellipsis(w, g->member[k]);
    return true;
}

/* Appends the middles of all members, which have the same text before them. Reorders the members.
 */
static void shorten_group(struct work *w, const struct group *g) {
    for (int first = 0, end; first < g->count; first = end) {
        /* Moves those that are similar to the first next to it. */
        bool differ = false;
        end = first + 1;
        for (int k = end; k < g->count; k++) {
            const int one = g->member[first], other = g->member[k];
            if (!is_alike(w, g, one, other)) continue;
            differ = differ || strcmp(w->label[one], w->label[other]) != 0;
            g->member[k] = g->member[end];
            g->member[end++] = other;
        }
        struct group alike = *g;
        alike.member = g->member + first;
        alike.count = end - first;
        if (differ && distinguish(w, &alike)) continue;
        for (int k = first; k < end; k++) add_middle(w, g, g->member[k]);
    }
}

/* Whether two different labels look the same after shortening. */
static bool confused(const struct work *w, int a, int b) {
    return strcmp(w->out[a], w->out[b]) == 0 && strcmp(w->label[a], w->label[b]) != 0;
}

/* Adds the number in the list to labels that still look the same. `found` has room for `count`. */
static void number_confused(struct work *w, int count, int width, int found[]) {
    int n = 0;
    for (int i = 0; i < count; i++) {
        bool any = false;
        for (int k = 0; k < count; k++) any = any || confused(w, i, k);
        if (any) found[n++] = i;
    }
    for (int k = 0; k < n; k++) {
        char *out = w->out[found[k]], number[16];
        int first = 0; /* of labels that are the same */
        while (strcmp(w->label[first], w->label[found[k]]) != 0) first++;
        const int digits = snprintf(number, sizeof number, "#%d", first + 1);
        if (digits <= width) strcpy((char *)character(out, width - digits), number);
    }
}

char **labels_shorten(const char *const label[], int count, int width, const char *ellipsis) {
    size_t bytes = 0;
    const size_t n = (size_t)count;
    for (int i = 0; i < count; i++) bytes += room_for(label[i]);
    char **out = malloc(n * sizeof *out + bytes + 1);
    size_t *length = calloc(n + 1, sizeof *length);
    int *member = calloc(n + 1, sizeof *member);
    if (out != NULL && length != NULL && member != NULL) {
        struct work w = {label, out, length, ellipsis};
        struct group all = {member, 0, 0, 0, width};
        char *next = (char *)(out + n);
        for (int i = 0; i < count; i++) {
            out[i] = next;
            next += room_for(label[i]);
            out[i][0] = 0;
            all.member[all.count++] = i;
        }
        shorten_group(&w, &all);
        number_confused(&w, count, width, member);
    } else {
        free(out);
        out = NULL;
    }
    free(length);
    free(member);
    return out;
}
