/* Notes on top of lines: a shape for each tone, edged with the colour of its series. */
#include "chart_own.h"
#include "page.h"

/* Around 0,0, none larger than 7. */
static const char *const shapes[TONES] = {
    [TONE_PLAIN] = "M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z",
    [TONE_UP] = "M0-5L5 4L-5 4Z",
    [TONE_DOWN] = "M0 5L5-4L-5-4Z",
    [TONE_SLIGHT] = "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z",
    [TONE_SERIOUS] = "M0-6L6 0L0 6L-6 0Z",
    [TONE_GRAVE] = "M-6-3L-3-6L0-3L3-6L6-3L3 0L6 3L3 6L0 3L-3 6L-6 3L-3 0Z",
};

void chart_notes_write(FILE *out, const struct chart *c, const struct frame *f) {
    for (int tone = 0; tone < TONES; tone++)
        for (int i = 0; i < c->note_count; i++) {
            const struct chart_note *note = &c->note[i];
            if ((int)note->tone != tone || !chart_has_note(note)) continue;
            fprintf(out, "<path class=\"sign %s", page_tone_class(note->tone));
            if (note->series >= 0) fprintf(out, " c%d", note->series);
            fprintf(out, "\" transform=\"translate(%.1f %.1f)\" d=\"%s\"><title>",
                    frame_across(f, note->x), frame_down(f, note->y), shapes[tone]);
            html_text(out, note->text);
            fprintf(out, "</title></path>\n");
        }
}

bool chart_notes_tell(const struct chart *c, enum tone tone) {
    if (c->tone_name[tone] == NULL) return false;
    for (int i = 0; i < c->note_count; i++)
        if (c->note[i].tone == tone && chart_has_note(&c->note[i])) return true;
    return false;
}

void chart_notes_legend(FILE *out, const struct chart *c) {
    for (int tone = 0; tone < TONES; tone++) {
        if (!chart_notes_tell(c, (enum tone)tone)) continue;
        fprintf(out,
                "<b><svg class=\"key\" aria-hidden=\"true\" viewBox=\"0 0 16 16\"><path "
                "class=\"sign %s\" "
                "transform=\"translate(8 8)\" d=\"%s\"/></svg> ",
                page_tone_class((enum tone)tone), shapes[tone]);
        html_text(out, c->tone_name[tone]);
        fprintf(out, "</b> ");
    }
}
