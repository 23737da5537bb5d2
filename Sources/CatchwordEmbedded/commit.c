#include "Embedded.h"

const char *catchwordCommit(void) { return CATCHWORD_COMMIT; }
