#include "labels.h"

#include "text.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for a shortened label: each ellipsis stands for a character at least, and a number with its
 * end is added. */
static size_t room_for(const char *label) {
    return 4 * strlen(label) + 32;
}

struct work {
    const char *const *label;
    char **out;
    size_t *length; /* of out, in bytes */
    const char *ellipsis;
};

/* Labels of which the first `front` and the last `back` characters are alike and dealt with. What
 * lies between is to be written in `room` characters. */
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

/* The middle, with its own middle cut out where it is too long. */
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

/* How many characters the middles of all members have in common at their beginning, or, up to
 * `most`, at their end. */
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

/* What the members have in common around what distinguishes them, in characters. */
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

/* The same without breaking words: 3000 and 2000 have nothing in common. */
static struct shared in_words(const struct work *w, const struct group *g, struct shared s) {
    const char *first = w->label[g->member[0]];
    const int end = characters(first) - g->back;
    struct shared words = s;
    while (words.head > 0 && !is_separator(first, g->front + words.head - 1)) words.head--;
    while (words.tail > 0 && !is_separator(first, end - words.tail)) words.tail--;
    words.own += s.head - words.head + s.tail - words.tail;
    return words;
}

/* The part of a common beginning that is kept: up to its last colon, which ends a bot's name. */
static int lead_of(const char *label, int front, int most) {
    for (int n = most; n > 1; n--)
        if (*character(label, front + n - 1) == ':') return n;
    return most;
}

static void shorten_group(struct work *w, const struct group *g);

/* For members that are alike: what they have in common is left out around what distinguishes them.
 * False: there is no room for that, and nothing was added. */
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
        /* Those that are like the first come next to it. */
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

/* Whether two labels look alike, and are not. */
static bool confused(const struct work *w, int a, int b) {
    return strcmp(w->out[a], w->out[b]) == 0 && strcmp(w->label[a], w->label[b]) != 0;
}

/* What still looks like another label gets its number in the list. `found` has room for `count`. */
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
