/* Charts are sound whatever they draw. As SVG: well formed, all text escaped, no number that is
 * none, nothing outside the picture. In letters: no line too long, every line ended, nothing that a
 * terminal would take for a command but colours, and none of them left on. */
#include "cmocka_includes.h"
#include "core/text.h"
#include "report/chart.h"
#include "scale.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SORTS = 6, POINTS_MAX = 60, NOTES_MAX = 8, NAMES_MAX = 5, WIDTH = 1080, HEIGHT = 300 };

/* ---- charts of all kinds, and of values that nobody expects ---- */

struct sample {
    struct chart chart;
    double value[CHART_SERIES_MAX][4][POINTS_MAX];
    struct chart_note note[NOTES_MAX];
    const char *names[NAMES_MAX];
};

static int draw(struct th_rng *r, int below) {
    return (int)th_rng_below(r, (uint32_t)below);
}

static double any_value(struct th_rng *r, int sort) {
    static const double odd[] = {NAN,    INFINITY, -INFINITY, 1e308,   -1e308, 9e299,      -9e299,
                                 1e-323, -0.0,     1e9,       1e9 + 1, 0.1,    0.1 + 1e-16};
    const double part = draw(r, 1000001) / 1e6;
    if (draw(r, 8) == 0 && (sort == 1 || sort == 3))
        return odd[draw(r, (int)(sizeof odd / sizeof *odd))];
    const double usual[SORTS] = {draw(r, 30),        part,  0.5,
                                 (part - 0.5) * 1e6, 9e299, 1e17 + 16 * draw(r, 3)};
    return usual[sort];
}

static const char *any_text(struct th_rng *r) {
    static char endless[300];
    static const char *const texts[] = {"",
                                        "plain",
                                        "<a & \"b\">",
                                        "größer – ½ als 日本",
                                        "\033[31mred\n\t\x9b",
                                        "no \xff\xc3 UTF-8 \xe2\x82",
                                        "several words that make a line of some length, or two",
                                        endless};
    memset(endless, 'w', sizeof endless - 1);
    return texts[draw(r, (int)(sizeof texts / sizeof *texts))];
}

static void fill_sample(struct sample *s, struct th_rng *r) {
    struct chart *c = &s->chart;
    *c = (struct chart){.title = any_text(r), .x_title = any_text(r), .y_title = any_text(r)};
    const int kind = draw(r, 4), sort = draw(r, SORTS);
    if (kind == 1) c->step = 1 + draw(r, 3);
    if (kind == 2) c->bars = 1 + draw(r, 3);
    if (kind == 3) {
        c->x_names = s->names;
        c->x_name_count = draw(r, NAMES_MAX + 1);
        for (int i = 0; i < NAMES_MAX; i++) s->names[i] = any_text(r);
    }
    c->wide = draw(r, 2) == 0;
    c->percent = draw(r, 2);
    c->x_percent = draw(r, 4) == 0;
    if (draw(r, 3) == 0) c->y_low = -0.25, c->y_high = 0.75;
    c->mark_count = draw(r, CHART_MARKS_MAX + 1);
    for (int i = 0; i < c->mark_count; i++)
        c->mark[i] = (struct chart_mark){any_value(r, sort), any_text(r)};
    c->series_count = draw(r, CHART_SERIES_MAX + 1);
    for (int i = 0; i < c->series_count; i++) {
        double(*v)[POINTS_MAX] = s->value[i];
        const bool band = draw(r, 3) == 0;
        const int points = draw(r, POINTS_MAX + 1);
        for (int k = 0; k < points; k++) {
            for (int j = 0; j < 4; j++) v[j][k] = any_value(r, sort);
            if (kind == 3) v[0][k] = draw(r, 5) == 0 ? (double)NAN : draw(r, NAMES_MAX);
            if (draw(r, 2) == 0) v[0][k] = kind == 3 ? 0 : k;
        }
        c->series[i] = (struct chart_series){
            any_text(r), points, v[0], v[1], band ? v[2] : NULL, band ? v[3] : NULL};
    }
    c->note = s->note;
    c->note_count = draw(r, NOTES_MAX + 1);
    for (int i = 0; i < c->note_count; i++)
        s->note[i] = (struct chart_note){any_value(r, sort), any_value(r, sort),
                                         draw(r, c->series_count + 1) - 1,
                                         (enum tone)draw(r, TONES), any_text(r)};
    for (int i = 0; i < TONES; i++) c->tone_name[i] = draw(r, 2) == 0 ? any_text(r) : NULL;
}

/* ---- as SVG ---- */

/* Every number of an attribute is one, and from 0 to `most`; with `pairs`, every second to the
 * height. */
static void check_numbers(const char *p, double most, bool pairs) {
    for (int n = 0; *p != '"' && *p != ')'; n++) {
        char *end;
        const double value = strtod(p, &end);
        assert_true(end > p && isfinite(value));
        assert_true(value >= 0 && value <= (pairs && n % 2 == 1 ? HEIGHT : most));
        p = end + strspn(end, ", ");
    }
}

static void check_attribute(const char *name, int length, const char *value) {
    static const struct {
        const char *name;
        double most;
        bool pairs;
    } known[] = {{"x", WIDTH, false},       {"x1", WIDTH, false},   {"x2", WIDTH, false},
                 {"cx", WIDTH, false},      {"y", HEIGHT, false},   {"y1", HEIGHT, false},
                 {"y2", HEIGHT, false},     {"cy", HEIGHT, false},  {"width", WIDTH, false},
                 {"height", HEIGHT, false}, {"points", WIDTH, true}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if ((int)strlen(known[i].name) == length &&
            strncmp(name, known[i].name, (size_t)length) == 0)
            check_numbers(value, known[i].most, known[i].pairs);
    if (strncmp(value, "translate(", 10) == 0) check_numbers(value + 10, WIDTH, true);
}

/* From behind the name of a tag to its end; returns where that is. */
static const char *check_attributes(const char *p) {
    while (*p == ' ') {
        const char *name = ++p;
        p += strcspn(p, "=\">");
        assert_memory_equal(p, "=\"", 2);
        check_attribute(name, (int)(p - name), p + 2);
        p += 2 + strcspn(p + 2, "\"<");
        assert_int_equal(*p++, '"');
    }
    return p;
}

static void check_svg(const char *p) {
    char open[16][16];
    int depth = 0, grid = 0;
    for (; *p != 0; p++) {
        if (*p == '&')
            assert_true(strncmp(p, "&amp;", 5) == 0 || strncmp(p, "&lt;", 4) == 0 ||
                        strncmp(p, "&gt;", 4) == 0 || strncmp(p, "&quot;", 6) == 0);
        if (*p != '<') continue;
        const bool closing = p[1] == '/';
        p += closing ? 2 : 1;
        const int length = (int)strcspn(p, " />");
        char name[16];
        assert_in_range(length, 1, 15);
        snprintf(name, sizeof name, "%.*s", length, p);
        grid += strncmp(p, "line class=\"grid\"", 17) == 0;
        p = check_attributes(p + length);
        if (closing) {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        } else if (*p != '/') {
            assert_true(depth < 16);
            snprintf(open[depth++], sizeof *open, "%s", name);
        }
        p += *p == '/';
        assert_int_equal(*p, '>');
    }
    assert_int_equal(depth, 0);
    assert_true(grid <= 13);
}

static void svg_is_sound(void **state) {
    static struct sample s;
    (void)state;
    for (long i = 0; i < test_scale(1500); i++) {
        struct th_rng r = th_rng_seeded((uint64_t)i);
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        fill_sample(&s, &r);
        chart_write(out, &s.chart);
        fclose(out);
        check_svg(text);
        free(text);
    }
}

/* ---- in letters ---- */

/* Behind a colour, or p itself; tells whether one is on. */
static const char *skip_colour(const char *p, bool *on) {
    if (*p != '\033') return p;
    assert_int_equal(p[1], '[');
    const size_t n = strspn(p + 2, "0123456789;");
    assert_int_equal(p[2 + n], 'm');
    *on = !(n == 1 && p[2] == '0');
    return p + n + 3;
}

static void check_line(const char *p, const char *end, int columns, bool colour, bool utf8) {
    bool on = false;
    int width = 0;
    char line[8 * 300] = "";
    size_t length = 0;
    while (p < end) {
        const char *behind = skip_colour(p, &on);
        assert_true(colour || behind == p);
        if (behind > p) {
            p = behind;
            continue;
        }
        assert_true(utf8 || (unsigned char)*p < 0x80);
        width += ((unsigned char)*p & 0xc0) != 0x80;
        assert_true(length < sizeof line - 1);
        line[length++] = *p++;
    }
    char clean[sizeof line];
    memcpy(clean, line, sizeof line);
    text_clean(clean);
    assert_string_equal(line, clean);
    assert_true(width <= columns);
    assert_false(on);
}

static void letters_are_sound(void **state) {
    static struct sample s;
    (void)state;
    for (long i = 0; i < test_scale(1500); i++) {
        struct th_rng r = th_rng_seeded((uint64_t)i);
        const int columns = 1 + draw(&r, 300), rows = draw(&r, 80) - 5;
        const bool colour = draw(&r, 2) == 0, utf8 = draw(&r, 2) == 0;
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        fill_sample(&s, &r);
        chart_text(out, &s.chart, columns, rows, colour, utf8);
        fclose(out);
        const char *p = text;
        for (const char *end; (end = strchr(p, '\n')) != NULL; p = end + 1)
            check_line(p, end, columns, colour, utf8);
        assert_int_equal(*p, 0);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svg_is_sound),
        cmocka_unit_test(letters_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
