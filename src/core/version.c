#include "tahur/version.h"

const char *th_version(void) {
    return TH_VERSION;
}
