/* Bots of Python in contests: a kind of bot (tahur/bot.h) for every class or object that plays,
 * whose slots call its methods. */
#ifndef TAHUR_PYTHON_BOT_H
#define TAHUR_PYTHON_BOT_H

#include "background.h"
#include "core/bot.h"

/* What the bots of one contest share. */
struct python_bots {
    struct python_kind *kind;        /* `count` of them */
    const struct th_bot_kind **list; /* the same, ended by NULL, for command_call */
    int count;
    th_flag stop;        /* of the contest; a KeyboardInterrupt in a bot sets it */
    PyObject *interrupt; /* that exception, or NULL */
    struct callback_threads threads;
};

struct python_player;

/* A class, or another callable without arguments, of which every thread makes bots for the seats
 * that it needs; or an object, which sits in one seat of one game at a time. */
struct python_kind {
    struct th_bot_kind kind;
    struct th_option options[1]; /* none; `make` recognizes the kind by this table */
    char name[64];
    PyObject *maker;               /* owned */
    bool is_object;                /* `maker` is the bot itself */
    bool seated;                   /* the object has its seat */
    PyObject *exceptions;          /* a dict: the first exception by the name of its fault */
    PyObject *refusal;             /* why none could be made: an exception, or NULL */
    struct python_player *players; /* a list, for interrupts */
    struct python_bots *all;
};

/* From a sequence of (name, maker, is_object), into a struct of zeros. False with an exception set;
 * python_bots_drop is due in any case. */
bool python_bots_make(struct python_bots *bots, PyObject *sequence);
void python_bots_drop(struct python_bots *bots);
/* Raises KeyboardInterrupt in every thread in which a bot is being asked. With the GIL held. */
void python_bots_interrupt(struct python_bots *bots);
/* Whether this thread is inside of a bot of a contest. */
bool python_bot_is_asked(void);

#endif
