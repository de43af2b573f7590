/* The parts of the pages of a class: what they are written with (class_page_frame.c), and their
 * sections. All text from the JSON may come from strangers: it is written by page_name, page_lines
 * and their like, which escape it. */
#ifndef REPORT_CLASS_PAGE_OWN_H
#define REPORT_CLASS_PAGE_OWN_H

#include "class_page.h"
#include "class_words.h"
#include "page.h"
#include "record/record.h"
#include <stdint.h>

/* A page in progress. */
struct class_page {
    FILE *out;
    const json_t *class;
    const char *folder;      /* of the results */
    const char *language;    /* its code */
    const char *const *word; /* by enum class_word */
    const char *up;          /* from this page to the folder: "" or "../" */
};

/* ---- the frame ---- */

/* `script`: what runs in the page, and nothing else does; NULL: nothing. */
void page_open(const struct class_page *p, const char *title, const char *script);
void page_close(const struct class_page *p, const char *script);
void page_section(const struct class_page *p, enum class_word word);

/* ---- words ---- */

/* A word as it is, escaped; and one with arguments in its places {0} to {9}. */
void page_word(const struct class_page *p, enum class_word word);
void page_say_list(const struct class_page *p, enum class_word word, const char *const argument[]);
#define page_say(p, word, ...) page_say_list(p, word, (const char *const[]){__VA_ARGS__})
/* The same as text, cut to fit. Returns `out`. */
const char *page_spell_list(const struct class_page *p, enum class_word word,
                            const char *const argument[], char *out, size_t size);
#define page_spell(p, word, out, ...)                                                              \
    page_spell_list(p, word, (const char *const[]){__VA_ARGS__}, out, sizeof(out))
/* A word of the JSON in the language of the page; itself if it is not known. */
const char *page_term(const struct class_page *p, const char *text);

/* Text of strangers on one line; with all its lines; and a sentence of this program, in English. */
void page_name(const struct class_page *p, const char *text);
/* The same in the value of an attribute. */
void page_attribute(const struct class_page *p, const char *text);
void page_lines(const struct class_page *p, const char *text);
void page_sentence(const struct class_page *p, const char *text);

/* ---- numbers, as text; "–" for NaN ---- */

enum { NUMBER_BYTES = 48 };
const char *figure_decimal(const struct class_page *p, double x, int decimals,
                           char out[NUMBER_BYTES]);
const char *figure_signed(const struct class_page *p, double x, char out[NUMBER_BYTES]);
const char *figure_whole(const struct class_page *p, double x, char out[NUMBER_BYTES]);
const char *figure_percent(const struct class_page *p, double share, int decimals,
                           char out[NUMBER_BYTES]);
const char *figure_seconds(const struct class_page *p, double x, char out[NUMBER_BYTES]);
/* Points: "2", "1.5". */
const char *figure_points(const struct class_page *p, double x, char out[NUMBER_BYTES]);

/* ---- tables ---- */

/* A table with its head, one text a column: `align` has l for text and r for numbers. */
void page_grid_begin(const struct class_page *p, enum class_word caption, const char *const head[],
                     const char *align);
void page_grid_end(const struct class_page *p);
/* A cell with a number, or with text that may be broken. */
void page_number_cell(const struct class_page *p, const char *text);
void page_words_cell(const struct class_page *p, const char *text);
/* The class of the shade of a share, s0 to s10; that of a share that is not known is empty. */
const char *page_shade(double share);
/* A fact of a list <dl>. */
void page_fact(const struct class_page *p, enum class_word what, const char *text);

/* ---- the JSON ---- */

const char *member_text(const json_t *object, const char *member); /* "": there is none */
const char *item_text(const json_t *list, size_t i);               /* likewise, of a list */
/* A submission by its name; NULL: there is none. */
const json_t *page_find_submission(const struct class_page *p, const char *wanted);
/* A submission's name, as a link to its page, in a cell that begins a row, or anywhere. */
void page_link(const struct class_page *p, const json_t *submission);
/* A name that is cut where it is long, with all of it in a tooltip. */
void page_short_name(const struct class_page *p, const char *text);
void page_link_row(const struct class_page *p, const json_t *submission);

/* ---- drawings (class_page_drawings.c) ---- */

/* The distinct lines of all drawings of a page, as HTML. */
struct gallery {
    char **line;
    uint32_t *hash;
    int *from; /* an earlier line that is similar; -1: none */
    int count, room;
    bool failed; /* there was no memory */
};

void gallery_drop(struct gallery *g);

/* A position as the program draws it. */
void page_drawing(const struct class_page *p, const struct th_game *game, const struct th_state *s);
/* All positions of a game for the script, by lines that are added to the gallery. */
void page_states(const struct class_page *p, const struct record *r, struct gallery *g);
/* The lines for the script, when all games are written; false: no memory. */
bool page_gallery(const struct class_page *p, const struct gallery *g);

/* ---- sections ---- */

/* The index (class_page.c has its order). */
void page_standings(const struct class_page *p);
void page_unsound(const struct class_page *p);
void page_cross(const struct class_page *p);
void page_all_faults(const struct class_page *p);
void page_all_times(const struct class_page *p);
extern const char cross_script[];

/* Similar submissions: on the index; and the page with their passages. */
bool has_pairs(const json_t *class);
void page_pairs(const struct class_page *p);
void page_similar(const struct class_page *p);

/* A submission. */
bool page_submission(const struct class_page *p, const json_t *submission, struct th_error *e);
/* Its mistakes, and its games to step through, from the records. */
bool page_games(const struct class_page *p, const json_t *submission, struct th_error *e);
extern const char step_script[];

#endif
