/* Which version this is: of the headers, and of the library that was found when the program
 * started. Programs that were built against 0.x need the same 0.x, as the library's file name says.
 */
#ifndef TAHUR_VERSION_H
#define TAHUR_VERSION_H

#include "tahur/public.h"

TH_BEGIN_C

#define TH_VERSION "0.1.0"

TH_PUBLIC const char *th_version(void);

TH_END_C

#endif
