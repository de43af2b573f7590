/* Which version this is: TH_VERSION of the headers, th_version of the library that was found when
 * the program started. What was built against 0.2 runs with any 0.2.x, and looks for no other. */
#ifndef TAHUR_VERSION_H
#define TAHUR_VERSION_H

#include "tahur/public.h"

TH_BEGIN_C

#define TH_VERSION "0.2.0"

TH_PUBLIC const char *th_version(void);

TH_END_C

#endif
