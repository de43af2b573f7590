/* The Game of Y in writing.
 *
 *   cells      12 (the index) or c3 (letter of the column, number of the row from the base)
 *   others     swap, resign
 *   positions  YEN: {"size":3,"turn":0,"players":["B","R"],"layout":"B/BR/.R."} */
#ifndef Y_NOTATION_H
#define Y_NOTATION_H

#include "board.h"

const char *y_action_text(const struct th_state *s, th_action a, char *out, size_t size);
bool y_parse_action(const struct th_state *s, const char *text, th_action *a, struct th_error *e);
const char *y_position_text(const struct th_state *s, char *out, size_t size);
void y_fields(const struct th_state *s, struct th_writer *w);
bool y_parse_position(struct th_state *s, const char *text, struct th_error *e);
const char *y_draw(const struct th_state *s, const struct th_look *look, char *out, size_t size);
const char *y_describe(const struct th_state *before, th_action a, int seat, char *out,
                       size_t size);
void y_events(const struct th_state *before, th_action a, int seat, struct th_writer *w);
const char *y_extra(const struct th_state *view, const th_action done[], size_t steps, char *out,
                    size_t size);

/* "c3" for a cell of a board of this size. */
const char *y_cell_text(int board_size, int cell, char *out, size_t size);
/* A cell by index or letter and number; -1 if it is none of this board. */
int y_read_cell(int board_size, const char *text);

#endif
