/* Arbitrary bytes as a file of records. What is accepted must be written and read back the same;
 * and of what is wrong, the steps before must be good to look at. */
#include "record/record.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *written(const struct record *r) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) abort();
    record_write(out, r);
    fclose(out);
    return text;
}

static void check_good(const struct record *r) {
    struct record back;
    struct th_error e;
    char *text = written(r), *taken = strdup(text);
    struct record_reader reader = record_reader_of(taken);
    if (record_next(&reader, &back, &e) != RECORD_GOOD) abort();
    if (r->steps != back.steps ||
        (r->steps > 0 && memcmp(r->action, back.action, r->steps * sizeof *r->action) != 0))
        abort();
    char *again = written(&back);
    if (strcmp(text, again) != 0) abort();
    record_drop(&back);
    free(taken);
    free(again);
    free(text);
}

/* Walking through the steps once more leads to the same position, which can be drawn. */
static void check_steps(const struct record *r, bool draw) {
    static char text[2][TH_POSITION_BYTES], picture[TH_PICTURE_BYTES];
    record_state(r, r->steps, r->spare[0]);
    r->game->position_text(r->spare[0], text[0], sizeof text[0]);
    r->game->position_text(r->last, text[1], sizeof text[1]);
    if (strcmp(text[0], text[1]) != 0) abort();
    if (draw &&
        strlen(r->game->screen->draw(r->last, NULL, picture, sizeof picture)) >= sizeof picture - 1)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (text == NULL) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    struct record_reader reader = record_reader_of(text);
    struct record r;
    struct th_error e;
    enum record_found found;
    while ((found = record_next(&reader, &r, &e)) != RECORD_NONE) {
        if (found == RECORD_WRONG && (reader.wrong_line < 1 || e.text[0] == 0)) abort();
        if (r.game == NULL) continue;
        check_steps(&r, size % 16 == 0); /* drawing takes more than all the rest */
        if (found == RECORD_GOOD) check_good(&r);
        record_drop(&r);
    }
    free(text);
    return 0;
}
