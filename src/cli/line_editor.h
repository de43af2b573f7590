/* Editing of a line at the terminal: arrows, history, completion. A thin layer over libedit, which
 * reads through our own function, because a clock may run out and Control-C may come meanwhile. */
#ifndef CLI_LINE_EDITOR_H
#define CLI_LINE_EDITOR_H

#include "play_input.h"

/* NULL where standard input and output are not both terminals that can move a cursor, or without
 * memory: then lines are read plainly. At most one at a time. */
struct line_editor *line_editor_new(void);
void line_editor_drop(struct line_editor *e);

/* The next line, without its end; what does not fit is cut, as by play_read_line. `words` are
 * completed by Tab; with NULL nothing is, and the line does not enter the history. */
enum play_got line_editor_read(struct line_editor *e, const char *prompt, double seconds,
                               const atomic_bool *stop, const struct play_words *words,
                               char line[PLAY_LINE_BYTES]);
/* Forgets all lines, before another person sits down. */
void line_editor_forget(struct line_editor *e);

#endif
