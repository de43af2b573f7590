/* What something means to the reader, in charts and in tables alike. */
#ifndef REPORT_TONE_H
#define REPORT_TONE_H

/* The weightier, the later: where two are in one place, the later one is seen. */
enum tone {
    TONE_PLAIN,
    TONE_UP, /* turned for the better, or the worse, by nobody's fault */
    TONE_DOWN,
    TONE_SLIGHT, /* faults */
    TONE_SERIOUS,
    TONE_GRAVE,
    TONES
};

#endif
