/* The type Bot. */
#ifndef TAHUR_BOT_OBJECT_H
#define TAHUR_BOT_OBJECT_H

#include "extension.h"

/* NULL with an exception set. */
PyTypeObject *bot_type_new(void);

#endif
