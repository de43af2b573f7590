/* One request while it is answered: what the table of routes has found out, for its function. */
#ifndef SERVE_CALL_H
#define SERVE_CALL_H

#include "api.h"
#include "body.h"

struct call {
    struct house *house;
    const struct api_request *request;
    struct api_answer *answer;
    json_t *body;      /* of a POST */
    struct room *room; /* of a path with a game; pinned until the request is answered */
    int key;           /* that the request brings: its number, or ROOM_VIEWER */
    uint64_t number;   /* in the path */
    const char *word;  /* in the path: its last part */
};

/* An answer: the refusal of a request. */
enum api_result call_refuse(struct call *c, int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The refusal after house_find has found no room, by the house's reason. */
enum api_result call_refuse_missing(struct call *c);
/* The refusal of a change that could not be stored. The reason is for the log: it names the file.
 */
enum api_result call_refuse_unstored(struct call *c);
/* The state message of the room, for whoever asked. */
enum api_result call_tell_state(struct call *c, int status);

/* Functions of the routes. */
enum api_result call_make_game(struct call *c); /* make.c */
enum api_result call_again(struct call *c);
enum api_result call_hint(struct call *c); /* question.c */
enum api_result call_think(struct call *c);
enum api_result call_review(struct call *c); /* reviewing.c */

enum api_result call_course_status(struct call *c); /* course.c */
enum api_result call_course_choose(struct call *c);
enum api_result call_course_play(struct call *c);

#endif
